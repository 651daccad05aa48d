"""The list of cases: of each a row of short fields, which the page filters, sorts and searches."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import islice
from typing import Final

import msgspec

from ragtriage.model import (
    UNSET,
    CaseResult,
    Cause,
    Diagnosis,
    Fix,
    Outcome,
    RankedTrace,
    Settings,
    Stage,
    Trace,
    Unit,
    Verdict,
)
from ragtriage.reports.html.documents import sought
from ragtriage.reports.html.review import review_of
from ragtriage.reports.html.state import STATES, counted
from ragtriage.reports.html.survey import first_gold
from ragtriage.reports.html.texts import language_of
from ragtriage.reports.inert import inert

__all__ = ["ListedCase", "Listing", "verdict_letter"]

# What is searched and shown of each text; all of it is with the case itself.
_QUESTION: Final = 240
_ANSWER: Final = 160

# Of a long list, the ids that are searched; gold comes first.
_MOST_IDS: Final = 24

_DIAGNOSES: Final = list(Diagnosis)
_FIXES: Final = list(Fix)
_LETTERS: Final = {Outcome.PASS: "P", Outcome.FAIL: "F", Outcome.UNKNOWN: "U"}


class ListedCase(msgspec.Struct, array_like=True, frozen=True):
    """One case in the list; written as an array, in this order."""

    id: str
    shown_id: str  # empty: as the id
    question: str
    expected: str
    answer: str | None  # empty: none was given; None: not recorded
    diagnosis: int  # place in the names of diagnoses
    fix: int  # place in the names of what to fix
    verdicts: str  # a letter a stage
    rank: int | None  # of the first gold document that came back
    tags: tuple[int, ...]  # places in the list of tags
    language: int  # place in the list of languages; -1: not given
    lang: str  # what a browser should take the texts for
    state: int  # place in the states
    found: tuple[int, ...]  # gold that came back within the cutoff: places in the list of documents
    missed: tuple[int, ...]  # gold that did not
    others: tuple[int, ...]  # what else is gold or came back
    review: int  # of the answer: 0 there is nothing to review, 1 it is open or likely, 2 a person has said


class Listing:
    """Makes rows, and keeps the tags, languages and documents that they refer to, each once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.tags: dict[str, int] = {}
        self.languages: dict[str, int] = {}
        self.documents: dict[str, int] = {}

    def row(self, result: CaseResult) -> ListedCase:
        """Return the row of one case."""
        case, known = result.case, counted(result)
        answer = result.trace.answer if isinstance(result.trace, Trace) else UNSET
        expected = [
            each if isinstance(each, str) else " + ".join(each) for each in case.expected_answers or ()
        ]
        shown_id = inert(case.id)
        gold = sought(result, self._settings)
        review = review_of(result, self._settings)
        return ListedCase(
            id=case.id,
            shown_id="" if shown_id == case.id else shown_id,
            question=_short(case.question, _QUESTION) if case.question != case.id else "",
            expected=_short(" / ".join(expected), _ANSWER),
            answer=None if answer is UNSET else _short(answer or "", _ANSWER),
            diagnosis=_DIAGNOSES.index(known.diagnosis),
            fix=_FIXES.index(known.fix),
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
            state=STATES.index(known.state),
            found=self._places(gold.found),
            missed=self._places(gold.missed),
            others=self._places((*gold.unknown, *self._retrieved(result, {*gold.found, *gold.unknown}))),
            review=0 if review is None else 1 + review.is_reviewed,
        )

    def _places(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(
            self.documents.setdefault(inert(name), len(self.documents))
            for name in islice(dict.fromkeys(names), _MOST_IDS)
        )

    def _retrieved(self, result: CaseResult, known: Container[str]) -> Iterator[str]:
        """Yield the ids that came back and are not known already."""
        trace = result.trace
        by_document = self._settings.unit is Unit.DOCUMENT
        if isinstance(trace, RankedTrace):
            names = (hit.document_id for hit in trace.hits)
        else:
            names = (
                entry
                if isinstance(entry, str)
                else (entry.document_id if by_document else entry.chunk_id)
                or entry.document_id
                or entry.chunk_id
                or ""
                for entry in trace.retrieved or ()
            )
        return (name for name in names if name and name not in known)


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
