"""Prints how the rule for answers in other words agrees with people, as the rows that docs/accuracy.md holds.

An answer that states no expected one in its words, and contradicts none, is left undecided by strings. The
rule `wording(en)` calls some of these likely right or likely wrong; the rest stays open, as it does in every
other language, for which too few answers were judged. `benchmarks/learn_paraphrases.py` made it from even
rows, numbered from 1; everything here is of odd rows. All questions of EVOUNA and NQ301 have rows of both
kinds, so the second table makes the model again without the questions that it is then asked: from the even
rows of one half of the questions for the odd rows of the other half, and the other way round, with the
thresholds as they are. The rule counts for one side only if it is right in at least 90 % of the odd rows, and
the lower end of the interval is at least 85 %.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from scipy.special import expit

from learn_paraphrases import SHARED, Rated, Undecided, arrays, fit, left_open, question_key, rated, undecided
from ragtriage.metrics.intervals import wilson
from ragtriage.model import Outcome
from ragtriage.text.paraphrase import wording
from ragtriage.text.paraphrase.wording import model

WORDS = (("1 to 6 words", 0, 6), ("7 to 12 words", 7, 12), ("13 to 30 words", 13, 30), ("more", 31, 10**9))


class Judged(NamedTuple):
    """An undecided answer, and what the rule says of it."""

    row: Undecided
    outcome: Outcome | None


def main() -> None:
    rows = list(rated())
    odd = undecided([row for row in rows if row.row % 2])
    judged = list(judge(odd))
    print_rules(judged)
    print()
    print_unseen(odd, undecided([row for row in rows if row.row % 2 == 0]))
    print()
    print_shares(judged, [row for row in rows if row.row % 2])
    print()
    print_webqa()


def print_rules(judged: Sequence[Judged]) -> None:
    """Print the precision of the rule by side, length and set."""
    print("| rule, odd rows | answers | likely right: people accept | likely wrong: people do not |")
    print("|---|---|---|---|")
    print(f"| **{model().rule}** | all | {cells(judged)} |")
    for name, low, high in WORDS:
        of_words = [one for one in judged if low <= len(one.row.rated.answer.split()) <= high]
        print(f"| | {name} | {cells(of_words)} |")
    for source in ("EVOUNA", "NQ301", "EfficientQA"):
        of_source = [one for one in judged if one.row.rated.source == source]
        print(f"| | {source} | {cells(of_source)} |")


def print_unseen(odd: Sequence[Undecided], even: Sequence[Undecided]) -> None:
    """Print the precision on questions of which the model has seen no row."""
    print("| questions the model was not made from | likely right | likely wrong |")
    print("|---|---|---|")
    judged: list[Judged] = []
    for half in (0, 1):
        numbers, labels = arrays([row for row in even if half_of(row) != half])
        asked = [row for row in odd if half_of(row) == half]
        probabilities = expit(arrays(asked)[0] @ fit(numbers, labels))
        judged += (
            applied(row, float(probability)) for row, probability in zip(asked, probabilities, strict=True)
        )
    print(f"| {model().rule} | {cells(judged)} |")


def half_of(row: Undecided) -> int:
    return zlib.crc32(question_key(row.rated).encode()) % 2


def print_shares(judged: Sequence[Judged], rows: Sequence[Rated]) -> None:
    """Print how many of the undecided answers become likely."""
    print("| set, odd rows | undecided by strings | likely right | likely wrong | open |")
    print("|---|---|---|---|---|")
    for name, sources in (
        ("EVOUNA", ("EVOUNA",)),
        ("NQ301", ("NQ301",)),
        ("both", ("EVOUNA", "NQ301")),
        ("EfficientQA", ("EfficientQA",)),
    ):
        n = sum(row.source in sources and left_open(row) is not None for row in rows)
        of_set = [one.outcome for one in judged if one.row.rated.source in sources]
        passes, fails = of_set.count(Outcome.PASS), of_set.count(Outcome.FAIL)
        counts = (f"{count} = {count / n:.1%}" for count in (passes, fails, n - passes - fails))
        print(f"| {name} | {n} | {' | '.join(counts)} |")


def print_webqa() -> None:
    """Print what the rule says of an export in which the expected answers are sentences."""
    print("| LangSmith, Web Q&A: undecided, and a rule applies | likely right | likely wrong | open |")
    print("|---|---|---|---|")
    for name in ("correct", "incorrect"):
        rows = undecided(list(webqa(name)))
        found = [one.outcome for one in judge(rows)]
        passes, fails = found.count(Outcome.PASS), found.count(Outcome.FAIL)
        print(f"| {name}: {len(rows)} | {passes} | {fails} | {len(rows) - passes - fails} |")


def webqa(name: str) -> Iterator[Rated]:
    path = SHARED / "data" / "exports" / f"langsmith_webqa_{name}.json"
    for number, example in enumerate(json.loads(path.read_text("utf-8"))["examples"], 1):
        inputs = example["inputs"]
        accepted = example["outputs"]["output_correctness_score"] == 1
        yield Rated(
            "Web Q&A",
            number,
            inputs["input"],
            (inputs["input_answer"],),
            inputs["input_prediction"],
            accepted,
        )


def judge(rows: Iterable[Undecided]) -> Iterator[Judged]:
    """Apply the rule as it is shipped."""
    for row in rows:
        found = wording(
            row.answer,
            row.rated.expected,
            question=row.rated.question,
            language="en",
            readings=row.readings,
        )
        if found is not None:
            yield Judged(row, found.outcome)


def applied(row: Undecided, probability: float) -> Judged:
    """Apply the thresholds to a probability that another model gave."""
    return Judged(row, model().outcome(row.weighed.may_be, probability, row.answer))


def cells(judged: Sequence[Judged]) -> str:
    sides: tuple[tuple[Outcome, Callable[[Judged], bool]], ...] = (
        (Outcome.PASS, lambda one: one.row.rated.is_accepted),
        (Outcome.FAIL, lambda one: not one.row.rated.is_accepted),
    )
    return " | ".join(
        share([is_right(one) for one in judged if one.outcome is outcome]) for outcome, is_right in sides
    )


def share(right: Sequence[bool]) -> str:
    """A rate with its 95 % Wilson interval."""
    interval = wilson(sum(right), len(right))
    if interval is None:
        return "0/0"
    rate = sum(right) / len(right)
    return f"{sum(right)}/{len(right)} = {rate:.1%} ({interval.low:.1%}–{interval.high:.1%})"


if __name__ == "__main__":
    main()
