"""The list of cases: of each a row of short fields, which the page filters, sorts and searches."""

from __future__ import annotations

from typing import Final

import msgspec

from ragtriage.model import UNSET, CaseResult, Cause, Diagnosis, Fix, Outcome, Stage, Trace, Verdict
from ragtriage.reports.html.survey import first_gold
from ragtriage.reports.html.texts import language_of
from ragtriage.reports.inert import inert

__all__ = ["Listing", "Row", "verdict_letter"]

# What is searched and shown of each text; all of it is with the case itself.
_QUESTION: Final = 240
_ANSWER: Final = 160

_DIAGNOSES: Final = list(Diagnosis)
_FIXES: Final = list(Fix)
_LETTERS: Final = {Outcome.PASS: "P", Outcome.FAIL: "F", Outcome.UNKNOWN: "U"}


class Row(msgspec.Struct, array_like=True, frozen=True):
    """One case in the list; written as an array, in this order."""

    id: str
    shown_id: str  # empty: as the id
    question: str
    expected: str
    answer: str
    diagnosis: int  # place in the names of diagnoses
    fix: int  # place in the names of what to fix
    verdicts: str  # a letter a stage
    rank: int | None  # of the first gold document that came back
    tags: tuple[int, ...]  # places in the list of tags
    language: int  # place in the list of languages; -1: not given
    lang: str  # what a browser should take the texts for
    is_certain: bool


class Listing:
    """Makes rows, and keeps the tags and languages that they refer to, each once."""

    def __init__(self) -> None:
        self.tags: dict[str, int] = {}
        self.languages: dict[str, int] = {}

    def row(self, result: CaseResult) -> Row:
        """Return the row of one case."""
        case, diagnosed = result.case, result.diagnosed
        answer = result.trace.answer if isinstance(result.trace, Trace) else None
        expected = [
            each if isinstance(each, str) else " + ".join(each) for each in case.expected_answers or ()
        ]
        shown_id = inert(case.id)
        return Row(
            id=case.id,
            shown_id="" if shown_id == case.id else shown_id,
            question=_short(case.question, _QUESTION) if case.question != case.id else "",
            expected=_short(" / ".join(expected), _ANSWER),
            answer="" if answer is None or answer is UNSET else _short(answer, _ANSWER),
            diagnosis=_DIAGNOSES.index(diagnosed.diagnosis),
            fix=_FIXES.index(diagnosed.stage),
            verdicts="".join(verdict_letter(getattr(result.verdicts, stage)) for stage in Stage),
            rank=first_gold(result.verdicts.retrieval),
            tags=tuple(
                # an empty one is none, as in the slices
                self.tags.setdefault(inert(tag), len(self.tags))
                for tag in dict.fromkeys(case.tags)
                if tag
            ),
            language=-1
            if case.language is None
            else self.languages.setdefault(inert(case.language), len(self.languages)),
            lang=language_of(case.question or " ".join(expected), case.language),
            is_certain=diagnosed.certain,
        )


def verdict_letter(verdict: Verdict) -> str:
    """Return P, F or U; in lower case where it is not certain; N: does not apply; X: the judge failed."""
    if verdict.cause is Cause.NOT_APPLICABLE:
        return "N"
    if verdict.cause is Cause.JUDGE_FAILED:
        return "X"
    letter = _LETTERS[verdict.outcome]
    return letter if verdict.certain or verdict.outcome is Outcome.UNKNOWN else letter.lower()


def _short(text: str, most: int) -> str:
    return inert(text if len(text) <= most else f"{text[: most - 1]}…")
