"""What a person could settle, as a table for spreadsheets: one row a verdict, most useful first."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from ragtriage.evaluation.reviews import review_hashes, wants_review
from ragtriage.io.cells import guarded
from ragtriage.io.reviews import KEY, NOTE, VERDICT
from ragtriage.model import (
    UNSET,
    Case,
    CaseResult,
    Cause,
    EvidenceDetail,
    Outcome,
    RankedTrace,
    Settings,
    Stage,
    State,
    Trace,
    Verdict,
)
from ragtriage.reports.inert import inert
from ragtriage.verdicts.diagnosis import diagnose_verdicts
from ragtriage.verdicts.seen import seen

__all__ = ["ToReview", "review_sheet", "to_review"]

_COLUMNS: Final = (
    "id",
    "stage",
    "question",
    "expected_answers",
    "answer",
    "texts",
    "state",
    "reason",
    VERDICT,
    NOTE,
    KEY,
)
_MOST: Final = 4_000  # characters of a cell: a spreadsheet takes 32,767, and a reader less
_MOST_TEXTS: Final = 2_000  # of all texts together
_AROUND: Final = 200  # of a text, before and after a passage that was found in it
_BEGINNING: Final = 300  # of a text in which nothing was found


class ToReview(NamedTuple):
    """A verdict that a person could settle."""

    result: CaseResult
    stage: Stage
    verdict: Verdict
    hashes: dict[str, str]
    is_decisive: bool  # what is to be fixed differs by it

    @property
    def is_open(self) -> bool:
        """Whether nothing is said yet, not even that something is likely."""
        if self.verdict.cause is Cause.NOT_APPLICABLE:
            return self.result.diagnosed.state is State.OPEN
        return self.verdict.outcome is Outcome.UNKNOWN

    @property
    def state(self) -> str:
        """What is said of it, in a word or two."""
        if self.is_open:
            return "open"
        return "likely fail" if self.verdict.outcome is Outcome.UNKNOWN else f"likely {self.verdict.outcome}"


def to_review(
    results: Iterable[CaseResult], settings: Settings, stages: Iterable[Stage]
) -> Iterator[ToReview]:
    """Yield what a person could settle, in the order of the cases."""
    wanted = tuple(stages)
    for result in results:
        for stage in wanted:
            if not wants_review(result, stage):
                continue
            verdict: Verdict = getattr(result.verdicts, stage)
            hashes = review_hashes(result.case, result.trace, stage, settings)
            if hashes is not None:
                yield ToReview(result, stage, verdict, hashes, _is_decisive(result, stage))


def _is_decisive(result: CaseResult, stage: Stage) -> bool:
    """Say whether another stage is to be fixed when the verdict is pass than when it is fail."""
    fixes = {
        diagnose_verdicts(
            replace(result.verdicts, **{stage.value: Verdict(outcome=outcome, method="")}),
            answerable=result.case.answerable,
            abstained=outcome is Outcome.PASS
            if stage is Stage.ANSWER and not result.case.answerable
            else result.abstained,
        ).stage
        for outcome in (Outcome.PASS, Outcome.FAIL)
    }
    return len(fixes) > 1


def review_sheet(rows: Iterable[ToReview], settings: Settings, directory: str) -> bytes:
    """Return the table, in UTF-8 with the mark by which Excel knows it.

    No text in it is a formula. A text that is cut ends with how to see all of it.

    Args:
        rows: What is to be reviewed.
        settings: Those of the evaluation.
        directory: Its folder.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(_COLUMNS)
    for row in rows:
        table.writerow([*(guarded(cell) for cell in _cells(row, settings, directory)), "", "", _key(row)])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _cells(row: ToReview, settings: Settings, directory: str) -> Iterator[str]:
    result = row.result
    hint = f'ragtriage explain {directory} "{inert(result.case.id)}"'

    def cut(text: str, most: int = _MOST) -> str:
        shown = inert(text, one_line=False)
        rest = len(shown) - most
        return shown if rest <= 0 else f"{shown[:most]} … [{rest:,} characters more: {hint}]"

    yield cut(result.case.id)
    yield row.stage.value
    yield cut(result.case.question)
    yield cut("\n".join(_expected(result.case)))
    yield cut(_answer(result.trace))
    yield cut(_texts(row, settings), _MOST_TEXTS)
    yield row.state
    yield cut(f"{row.verdict.method}: {row.verdict.reason or row.verdict.cause or ''}".rstrip(": "))


def _expected(case: Case) -> Iterator[str]:
    if not case.answerable:
        yield "(to decline: the corpus holds no answer)"
    for expected in case.expected_answers or ():
        yield expected if isinstance(expected, str) else " + ".join(expected)


def _answer(trace: Trace | RankedTrace) -> str:
    if isinstance(trace, RankedTrace) or trace.answer is UNSET:
        return "(not recorded)"
    return trace.answer or "(none was given)"


def _texts(row: ToReview, settings: Settings) -> str:
    """Return the texts, those with a passage of the evidence first, around it; of others the beginning."""
    detail = row.result.verdicts.evidence.detail
    places = [place for each in detail.places for place in each] if isinstance(detail, EvidenceDetail) else []
    stretches: dict[int, tuple[int, int]] = {}
    for place in places:
        start, end = stretches.get(place.chunk, (place.start, place.end))
        stretches[place.chunk] = min(start, place.start), max(end, place.end)
    texts = seen(row.result.trace, settings.k).texts
    numbers = sorted(range(len(texts)), key=lambda number: number not in stretches)
    return "\n".join(_shown(texts[number], number, stretches.get(number)) for number in numbers)


def _shown(text: str | None, number: int, stretch: tuple[int, int] | None) -> str:
    if text is None:
        return f"[{number + 1}] (not recorded)"
    start, end = (0, _BEGINNING) if stretch is None else (max(0, stretch[0] - _AROUND), stretch[1] + _AROUND)
    return f"[{number + 1}] {'… ' if start else ''}{text[start:end]}{' …' if end < len(text) else ''}"


def _key(row: ToReview) -> str:
    """Return what tells what was reviewed, in ASCII: a sheet that is saved in another encoding keeps it."""
    said = {
        "outcome": row.verdict.outcome.value,
        "certain": row.verdict.certain,
        "method": row.verdict.method,
    }
    key = {"id": row.result.case.id, "stage": row.stage.value, "said": said, "hashes": row.hashes}
    return json.dumps(key, ensure_ascii=True, separators=(",", ":"))
