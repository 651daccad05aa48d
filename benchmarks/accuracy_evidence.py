"""Prints how often what evidence calls likely is so, as the rows that docs/accuracy.md holds.

Rows are numbered from 1 within each set; rules were made from even rows alone, so the odd rows show what new
data would. The questions are those of SQuAD-shaped sets and HotpotQA: people marked the paragraph that has
the answer. Each case is judged twice over five paragraphs that BM25 ranks first: once with the marked
paragraph among them, once without it, so that a likely pass is right half of the time by chance alone. The
sets are cut from few articles: other paragraphs of the same article often name the answer, and some even give
it, which counts as wrong here.

* *likely pass*: the case has neither gold nor evidence; right where the marked paragraph is there.
* *cut label*: the sentence with the answer is labelled, and cut: a quarter, half or three quarters of what
  stands on the longer side of the answer is lost, with all beyond it. Or the whole paragraph is not there.
* *likely fail*: whether an expected name of which no word is there is truly not stated. Paragraphs cannot
  show that, for their answers are copied from them; so answers of 25 words or more to questions of Natural
  Questions stand for texts, and people said which of them state the right answer (EVOUNA). As many right as
  wrong ones are taken.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ragtriage.metrics.intervals import wilson
from ragtriage.model import Case, EvidenceFromAnswer, Outcome, Settings, Trace, Verdict
from ragtriage.text.sentences import Sentence, split
from ragtriage.verdicts.evidence import judge_evidence

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))
QA = SHARED / "data" / "qa"
TEXTS = 5
CUTS = (1 / 4, 1 / 2, 3 / 4)
LONG = 25  # words of an answer that stands for a text
BY_ITSELF = Settings()
LABELLED = Settings(evidence_from_answer=EvidenceFromAnswer.NEVER)
SETS = (
    ("JSQuAD", "ja", "jsquad_valid_cut.json"),
    ("SQuAD 2.0", "en", "squad2_dev_cut.json"),
    ("XQuAD", "en", "xquad_en_cut.json"),
    ("XQuAD", "zh", "xquad_zh_cut.json"),
    ("CMRC 2018", "zh", "cmrc2018_trial_cut.json"),
)


class Asked(NamedTuple):
    """A question with texts that hold its answer, and others that do not."""

    name: str
    language: str
    question: str
    expected: tuple[str, ...]
    texts: tuple[str, ...]  # the marked paragraph among them
    others: tuple[str, ...]
    marked: str


class Said(NamedTuple):
    """One judged case, and whether the text was there."""

    name: str
    language: str
    is_there: bool
    verdict: Verdict


def main() -> None:
    for part, rest in (("odd", 1), ("even", 0)):
        asked = [each for number, each in numbered() if number % 2 == rest]
        for rule, said in (
            ("likely pass", from_answers(asked)),
            ("cut label, likely pass", cut_labels(asked)),
        ):
            print(f"| {part} rows: {rule} | language | cases | likely passes that are right | open |")
            print("|---|---|---|---|---|")
            table(said)
            print()
        print(f"| {part} rows: likely fail | texts | likely fails that are right | of those that lack it |")
        print("|---|---|---|---|")
        print(f"| EVOUNA, names | {names(rest)} |\n")


def table(said: Sequence[Said]) -> None:
    """Print the rows of one rule, by set and by language."""
    keys = list(dict.fromkeys((one.name, one.language) for one in said))
    languages = dict.fromkeys(language for _, language in keys)
    for name, language in (*keys, *(("all", language) for language in languages)):
        mine = [one for one in said if one.language == language and name in {one.name, "all"}]
        likely = [one.is_there for one in mine if one.verdict.outcome is Outcome.PASS]
        opened = sum(one.verdict.outcome is Outcome.UNKNOWN for one in mine)
        cells = (len(mine), share(sum(likely), len(likely)), share(opened, len(mine)))
        print(f"| {name} | {language} | {' | '.join(map(str, cells))} |")


def from_answers(asked: Sequence[Asked]) -> list[Said]:
    """Judge cases that have neither gold nor evidence."""
    return [
        Said(
            each.name,
            each.language,
            is_there,
            judge_evidence(
                Case(id="row", question=each.question, expected_answers=each.expected),
                Trace(id="row", context=texts),
                BY_ITSELF,
            ),
        )
        for each in asked
        for is_there, texts in ((True, each.texts), (False, each.others))
    ]


def cut_labels(asked: Sequence[Asked]) -> list[Said]:
    """Judge cases whose labelled sentence was cut, with and without the part that holds the answer."""
    said: list[Said] = []
    for number, each in enumerate(asked):
        answer = each.expected[0]
        sentence = next((s for s in split(each.marked) if answer in s.text), None)
        if sentence is None:
            continue
        kept = cut(each.marked, sentence, answer, CUTS[number % len(CUTS)])
        case = Case(
            id="row", question=each.question, expected_answers=each.expected, evidence=(sentence.text,)
        )
        for is_there, texts in (
            (True, tuple(kept if text == each.marked else text for text in each.texts)),
            (False, each.others),
        ):
            if not any(sentence.text in text for text in texts):
                verdict = judge_evidence(case, Trace(id="row", context=texts), LABELLED)
                said.append(Said(each.name, each.language, is_there, verdict))
    return said


def cut(text: str, sentence: Sentence, answer: str, lost: float) -> str:
    """Return what is left of a text whose sentence lost a share of its longer side, and all beyond."""
    start = text.index(answer, sentence.start)
    end = start + len(answer)
    if start - sentence.start > sentence.end - end:
        return text[sentence.start + int((start - sentence.start) * lost) :]
    return text[: sentence.end - int((sentence.end - end) * lost)]


def names(rest: int) -> str:
    """Return how often an expected name is truly not stated where no word of it is."""
    with gzip.open(
        SHARED / "data" / "human_labels" / "evouna_nq_a.jsonl.gz", "rt", encoding="utf-8"
    ) as lines:
        rows = [
            row
            for number, line in enumerate(lines, 1)
            if number % 2 == rest and is_long(row := json.loads(line))
        ]
    likely: dict[bool, list[bool]] = {True: [], False: []}
    for row in rows:
        case = Case(id="row", question=f"{row['question']}?", expected_answers=tuple(row["expected_answers"]))
        verdict = judge_evidence(case, Trace(id="row", context=(row["answer"],)), BY_ITSELF)
        likely[row["human_correct"]].append(verdict.outcome is Outcome.FAIL)
    wrong = likely[False]
    right = every(likely[True], len(wrong))
    said = sum(wrong) + sum(right)
    return f"{len(wrong) + len(right)} | {share(sum(wrong), said)} | {sum(wrong) / len(wrong):.0%}"


def is_long(row: dict) -> bool:
    return len(row["answer"].split()) >= LONG


def every(values: Sequence[bool], count: int) -> list[bool]:
    """Return so many values, evenly spaced."""
    return [values[at * len(values) // count] for at in range(count)]


def numbered() -> Iterator[tuple[int, Asked]]:
    """Yield the questions of all sets, numbered from 1 within each."""
    for name, language, file in SETS:
        yield from enumerate(squad(name, language, QA / file), 1)
    yield from enumerate(hotpot(), 1)


def squad(name: str, language: str, path: Path) -> Iterator[Asked]:
    """Yield the questions of a SQuAD-shaped file with the paragraphs that BM25 ranks first."""
    paragraphs: list[str] = []
    questions: list[tuple[str, tuple[str, ...], str]] = []
    for article in json.loads(path.read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            text = paragraph["context"].partition("[SEP]")[2].strip() or paragraph["context"]
            paragraphs.append(text)
            questions += (
                (row["question"], tuple(dict.fromkeys(one["text"] for one in row["answers"])), text)
                for row in paragraph["qas"]
                if row["answers"] and not row.get("is_impossible")
            )
    ranked = Ranked(paragraphs)
    for question, expected, marked in questions:
        best = ranked.first(question, TEXTS + 3)
        others = [text for text in best if text != marked][:TEXTS]
        texts = others[: TEXTS - 1]
        texts.insert(best.index(marked) if marked in best[:TEXTS] else len(texts), marked)
        yield Asked(name, language, question, expected, tuple(texts), tuple(others), marked)


def hotpot() -> Iterator[Asked]:
    """Yield the questions of HotpotQA; the marked paragraphs are two."""
    for line in (QA / "hotpotqa_distractor50.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        marked = set(row["supporting_facts"]["title"])
        texts = {
            title: "".join(sentences)
            for title, sentences in zip(row["context"]["title"], row["context"]["sentences"], strict=True)
        }
        held = [text for title, text in texts.items() if title in marked]
        others = [text for title, text in texts.items() if title not in marked]
        marks = [text for text in held if row["answer"] in text]
        yield Asked(
            "HotpotQA",
            "en",
            row["question"],
            (row["answer"],),
            (*held, *others[: TEXTS - len(held)]),
            tuple(others[:TEXTS]),
            marks[0] if marks else held[0],
        )


class Ranked:
    """Texts ranked by BM25 (k1 = 0.9, b = 0.4) over words, and pairs of Chinese characters."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        counts = [Counter(tokens(text)) for text in texts]
        lengths = [count.total() for count in counts]
        mean = sum(lengths) / len(lengths)
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, (count, length) in enumerate(zip(counts, lengths, strict=True)):
            for token, times in count.items():
                weight = times * 1.9 / (times + 0.9 * (0.6 + 0.4 * length / mean))
                self._postings[token].append((place, weight))

    def first(self, question: str, count: int) -> list[str]:
        """Return the texts that are ranked first, each once."""
        scores: Counter[int] = Counter()
        for token in set(tokens(question)):
            postings = self._postings.get(token, ())
            rarity = math.log(1 + (len(self._texts) - len(postings) + 0.5) / (len(postings) + 0.5))
            for place, weight in postings:
                scores[place] += rarity * weight
        ranked = sorted(scores, key=lambda place: (-scores[place], place))
        return list(dict.fromkeys(self._texts[place] for place in ranked))[:count]


def tokens(text: str) -> list[str]:
    found = re.findall(r"[a-z]+|\d+|[가-힣]+|[ァ-ヺー]+", text.lower())
    for run in re.findall("[一-鿿々]+", text):
        found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return found


def share(count: int, n: int) -> str:
    """A rate with its 95 % Wilson interval."""
    interval = wilson(count, n)
    if interval is None:
        return "0/0"
    return f"{count}/{n} = {count / n:.1%} ({interval.low:.1%}–{interval.high:.1%})"


if __name__ == "__main__":
    main()
