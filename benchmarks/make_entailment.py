"""Makes the thresholds of the rules of entailment from even rows: `python benchmarks/make_entailment.py`.

A threshold is the loosest at which no even row of any set of the language is judged wrongly, whichever of
five parts of the rows is left out, and then one step stricter. A sentence may be shortened no further than in
nine of ten of the cases that people judged. Rules that the odd rows did not bear out are not in `RULES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from accuracy_support import SETS, LabelledSet, rows_of
from ragtriage.text.entailment.language import grammar_of
from ragtriage.text.entailment.texts import Texts
from ragtriage.text.entailment.thresholds import FILE, AbsentBounds, Bounds, ShortenedBounds

FOLDS = 5

# From the strictest to the loosest.
PIECES = (6, 5, 4, 3, 2)
SHARES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
# Fewer words may be in the texts in other words.
TERMS = 5

# Not here: `absent` in English, by which 53 of 55 odd rows were right, but 91.1 % (73.2 %-97.4 %) at 50:50;
# both rules in Korean, where they judge too few rows; Chinese, of whose labels nothing may be made.
RULES = {"en": ("shortened",), "ja": ("shortened", "absent")}


class Fact(NamedTuple):
    """What a rule sees of one even row."""

    fold: int
    is_backed: bool
    pieces: int  # of the statement
    kept: float | None  # of the best sentence that it shortens, if it shortens one
    terms: int
    share: float | None  # of its terms that stand in the texts


def main() -> None:
    found = {language: made(language) for language in RULES}
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    print(FILE.read_text("utf-8"))


def made(language: str) -> Bounds:
    """The thresholds of a language."""
    facts = [fact for labelled in SETS if labelled.language == language for fact in facts_of(labelled)]
    return Bounds(
        shortened=shortened(facts) if "shortened" in RULES[language] else None,
        absent=absent(facts) if "absent" in RULES[language] else None,
    )


def facts_of(labelled: LabelledSet) -> list[Fact]:
    """What the rules see of the even rows, rows being numbered from 1."""
    loosest = Bounds(ShortenedBounds(1, 0.0), AbsentBounds(1, 1.0))
    found = []
    for number, row in enumerate(rows_of(labelled), 1):
        statement = row[labelled.statement]
        grammar = grammar_of(statement)
        if number % 2 or grammar is None or grammar.code != labelled.language:
            continue
        texts = Texts(tuple(labelled.texts(row)), row.get("question", ""), {labelled.language: loosest})
        sentence, terms = texts.shortened(statement), texts.absent(statement)
        pieces = len(grammar.pieces(statement))
        kept = None
        if sentence is not None:
            source = texts.texts[sentence.text][sentence.start : sentence.end]
            kept = pieces / len(grammar.pieces(source))
        found.append(
            Fact(
                number // 2 % FOLDS,
                row[labelled.label] == labelled.backed,
                pieces,
                kept,
                0 if terms is None else terms.terms,
                None if terms is None else terms.found / terms.terms,
            )
        )
    return found


def shortened(facts: Sequence[Fact]) -> ShortenedBounds | None:
    """The fewest pieces and the least share of a sentence that may be kept."""
    said = [fact for fact in facts if fact.kept is not None]

    def is_right(pieces: int, left: int) -> bool:
        return all(fact.is_backed for fact in said if fact.pieces >= pieces and fact.fold != left)

    borne = [pieces for pieces in PIECES if all(is_right(pieces, left) for left in range(FOLDS))]
    if not borne:
        return None
    shares = sorted(fact.kept for fact in said if fact.kept is not None)
    return ShortenedBounds(PIECES[max(0, PIECES.index(min(borne)) - 1)], round(shares[len(shares) // 10], 2))


def absent(facts: Sequence[Fact]) -> AbsentBounds | None:
    """The largest share of words in the texts at which nothing that people found backed is called absent."""
    judged = [fact for fact in facts if fact.share is not None and fact.terms >= TERMS]

    def is_right(share: float, left: int) -> bool:
        said = [fact for fact in judged if (fact.share or 0.0) <= share and fact.fold != left]
        return bool(said) and not any(fact.is_backed for fact in said)

    borne = [share for share in SHARES if all(is_right(share, left) for left in range(FOLDS))]
    return AbsentBounds(TERMS, SHARES[max(0, SHARES.index(max(borne)) - 1)]) if borne else None


if __name__ == "__main__":
    main()
