"""Pairing: every case with its trace, by id, in the order of the cases."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from ragtriage.errors import AlignmentError
from ragtriage.model import Case, EmptyGold, Settings, Trace
from ragtriage.model.nameless import names_told, no_case

__all__ = ["Pair", "Row", "identified", "pair", "with_meaning"]

_AS_EMPTY: Final = "(`ragtriage evaluate --missing-as-empty` takes it as empty)"


class Row(Protocol):
    """What a reader yields: a case, a trace, or both."""

    @property
    def case(self) -> Case:
        """The case; its id is empty when the row has none."""
        ...

    @property
    def trace(self) -> Trace | None:
        """The trace; None when the row has no field of one."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What the reader noticed."""
        ...


class Pair(NamedTuple):
    """A case and its trace."""

    case: Case
    trace: Trace
    notes: tuple[str, ...] = ()
    is_missing: bool = False  # there was no trace, and an empty one was made up as asked
    more_notes: tuple[str, ...] = ()  # what was noticed since; `notes` are the reader's


def identified(rows: Iterator[Row], name: str, *, rows_before: int = 0) -> Iterator[Row]:
    """Give every row its id: the question is its own id when no row has one.

    Args:
        rows: As they were read.
        name: Of the file, for messages.
        rows_before: How many rows of the file come before them.

    Raises:
        AlignmentError: Some rows have an id and others have none, or a row has neither id nor question.
    """
    has_ids: bool | None = None
    for number, row in enumerate(rows, rows_before + 1):
        identifier = row.case.id
        if has_ids is None:
            has_ids = bool(identifier)
        if bool(identifier) is not has_ids:
            raise AlignmentError(
                f"{name}, row {number}: has {'an' if identifier else 'no'} id, unlike the rows before it; "
                "give every row an `id`, or none (then the question is its own id)"
            )
        if has_ids:
            yield row
        elif not row.case.question:
            raise AlignmentError(f"{name}, row {number}: {no_case(row.case)}")
        else:
            yield _Identified(row)


class _Identified:
    """A row whose question is its id."""

    __slots__ = ("case", "notes", "trace")

    def __init__(self, row: Row) -> None:
        question = unicodedata.normalize("NFC", row.case.question)  # ids are compared so
        self.case = msgspec.structs.replace(row.case, id=question)
        self.trace = None if row.trace is None else msgspec.structs.replace(row.trace, id=question)
        self.notes = row.notes


def pair(
    cases: Iterator[Row],
    traces: Iterator[Row] | None,
    *,
    names: tuple[str, str],
    missing_as_empty: bool | None,
    advice: Callable[[], Sequence[str]] = tuple,
    on_unjudged: Callable[[int], None] | None = None,
) -> Iterator[Pair]:
    """Yield every case with its trace.

    Args:
        cases: In the order to keep; where `traces` is None each holds its own trace.
        traces: In any order; only those that come before their case are held.
        names: Of the two files, for messages.
        missing_as_empty: A case without a trace gets one in which nothing came back; None where nobody can
            ask for that.
        advice: Options by which more of the files would be read.
        on_unjudged: Where the traces are a run of rankings: is told of how many queries there is no case,
            which are left out; a case without results has an empty list.

    Raises:
        AlignmentError: A case has no trace, a trace has no case, or an id of a trace stands twice; or no
            query of a run has a case.
    """
    waiting = _Waiting(traces, names[1]) if traces is not None else None
    is_met = on_unjudged is None
    for row in cases:
        trace = row.trace if waiting is None else waiting.take(row.case.id)
        if trace is not None:
            is_met = True
            yield Pair(row.case, trace, row.notes)
        elif on_unjudged is not None:
            yield Pair(row.case, Trace(id=row.case.id, retrieved=()), row.notes, is_missing=True)
        elif missing_as_empty:
            trace = Trace(id=row.case.id, retrieved=(), answer=None)
            yield Pair(row.case, trace, row.notes, is_missing=True)
        else:
            told = _no_trace(row.case, names, advice(), separate=waiting is not None)
            raise AlignmentError(told if missing_as_empty is None else f"{told} {_AS_EMPTY}")
    if not is_met:
        raise AlignmentError(f"no query of {names[1]} is judged in {names[0]}")
    if waiting is not None:
        waiting.end(names[0], on_unjudged)


def _no_trace(case: Case, names: tuple[str, str], advice: Sequence[str], *, separate: bool) -> str:
    unread = names_told(list(case.metadata or ()))
    mapped = f", or say with --map which of {unread} they are" if unread else ""
    if advice:
        mapped = f", or read more of it: {'; '.join(advice)}"
    where = (
        f"{names[1]} holds none for it, or {names[0]} has the case twice"
        if separate
        else f"{names[0]} has neither `retrieved` nor `answer` for it; give the file of traces second{mapped}"
    )
    return f"case {case.id!r} has no trace: {where}"


class _Waiting:
    """Traces that were read before their case."""

    def __init__(self, traces: Iterator[Row], name: str) -> None:
        self._traces = traces
        self._name = name
        self._held: dict[str, Trace] = {}

    def take(self, identifier: str) -> Trace | None:
        """Return the trace of a case, reading on until it comes."""
        held = self._held.pop(identifier, None)
        if held is not None:
            return held
        for row in self._traces:
            trace = row.trace
            if trace is None:
                raise AlignmentError(
                    f"{self._name}: the row of {row.case.id!r} has neither `retrieved` nor `answer`"
                )
            if row.case.metadata is not None and trace.metadata is None:
                # a reader cannot tell whose it is; in a file of traces it is theirs
                trace = msgspec.structs.replace(trace, metadata=row.case.metadata)
            if trace.id == identifier:
                return trace
            if trace.id in self._held:
                raise AlignmentError(f"{self._name}: two traces have the id {trace.id!r}; ids must differ")
            self._held[trace.id] = trace
        return None

    def end(self, cases: str, on_unjudged: Callable[[int], None] | None) -> None:
        """Refuse traces that no case asked for, or tell of them."""
        left = list(self._held) + [row.case.id for row in self._traces]
        if on_unjudged is not None:
            on_unjudged(len(left))
        elif left:
            more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
            raise AlignmentError(
                f"{self._name}: the trace {left[0]!r}{more} has no case in {cases}, or its id stands twice"
            )


def with_meaning(case: Case, settings: Settings) -> Case:
    """Read empty gold without expected answers as unanswerable, where the settings say so."""
    if (
        settings.empty_gold is EmptyGold.UNANSWERABLE
        and case.gold_documents is not None
        and not case.gold_documents.grades
        and not case.expected_answers
        and case.answerable
    ):
        return msgspec.structs.replace(case, answerable=False)
    return case
