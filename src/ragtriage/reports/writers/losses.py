"""What a layout cannot hold: found by comparing what was to be written with what is left of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from ragtriage.model import UNSET, Case, Retrieved, Trace

__all__ = ["Loss", "Losses", "Pair", "differences", "merged_metadata"]

Pair: TypeAlias = tuple[Case, Trace | None]


class Loss(NamedTuple):
    """A field that a layout cannot hold, or not in every form, and in how many cases that mattered."""

    field: str
    cases: int


class Losses:
    """Counts what was lost while a file was written."""

    def __init__(self) -> None:
        self._cases: Counter[str] = Counter()

    def note(self, before: Pair, after: Pair) -> None:
        """Take note of one case: what it was, and what the layout holds of it."""
        self._cases.update(differences(before, after))

    def __iter__(self) -> Iterator[Loss]:
        """Yield the losses, those of most cases first."""
        return (Loss(name, cases) for name, cases in self._cases.most_common())


_CASE_FIELDS: Final = tuple(Case.__struct_fields__)
_ITEM_FIELDS: Final = tuple(Retrieved.__struct_fields__)


def differences(before: Pair, after: Pair) -> tuple[str, ...]:
    """Name the fields in which two forms of a case differ, `retrieved.score` for one of the entries.

    Forms that mean the same are no difference: an answer that is null or empty, an expected answer that is
    a list of one item, an id that is the question, the metadata of a trace beside those of its case.

    Example:
        >>> whole = Case(id="1", question="q", tags=("a",)), Trace(id="1", answer="x")
        >>> differences(whole, (Case(id="1", question="q"), None))
        ('tags', 'answer')
    """
    one, other = _case_form(before), _case_form(after)
    names = [name for name in _CASE_FIELDS if one[name] != other[name]]
    return (*names, *_trace_differences(before[1], after[1]))


def _case_form(pair: Pair) -> dict[str, object]:
    case, trace = pair
    form: dict[str, object] = {name: getattr(case, name) for name in _CASE_FIELDS}
    form["expected_answers"] = (
        None if case.expected_answers is None else list(map(_items, case.expected_answers))
    )
    form["id"] = case.id or case.question
    form["metadata"] = merged_metadata(case, trace)
    return form


def _items(answer: str | tuple[str, ...]) -> tuple[str, ...]:
    return (answer,) if isinstance(answer, str) else answer


def merged_metadata(case: Case, trace: Trace | None) -> Mapping[str, object]:
    """Return the metadata of both; where one name has two values, that of the trace becomes `trace.NAME`."""
    merged: dict[str, object] = dict(case.metadata or {})
    for name, value in ((trace.metadata if trace is not None else None) or {}).items():
        key: str = name
        while key in merged and merged[key] != value:
            key = f"trace.{key}"
        merged[key] = value
    return merged


def _trace_differences(before: Trace | None, after: Trace | None) -> Iterator[str]:
    one, other = _recorded(before), _recorded(after)
    if one.retrieved != other.retrieved:
        yield from _retrieved_differences(one.retrieved, other.retrieved)
    if one.context != other.context:
        yield "context"
    if (one.answer or "") != (other.answer or "") or (one.answer is UNSET) != (other.answer is UNSET):
        yield "answer"


def _recorded(trace: Trace | None) -> Trace:
    return Trace(id="") if trace is None else trace


def _retrieved_differences(
    before: Sequence[str | Retrieved] | None, after: Sequence[str | Retrieved] | None
) -> Iterator[str]:
    if before is None or after is None or len(before) != len(after):
        yield "retrieved"
        return
    entries = [(_as_record(one), _as_record(other)) for one, other in zip(before, after, strict=True)]
    for name in _ITEM_FIELDS:
        if any(getattr(one, name) != getattr(other, name) for one, other in entries):
            yield f"retrieved.{name}"


def _as_record(item: str | Retrieved) -> Retrieved:
    return Retrieved(document_id=item) if isinstance(item, str) else item
