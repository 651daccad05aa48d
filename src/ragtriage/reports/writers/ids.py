"""Ids, where a layout knows one kind of them only: those of documents or those of chunks."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ragtriage.errors import DataError
from ragtriage.model import Case, Retrieved, Trace, Unit
from ragtriage.reports.writers.losses import Pair
from ragtriage.reports.writers.native import as_records

__all__ = ["check_lists", "identified", "named_by"]


def identified(pair: Pair) -> Pair:
    """Return a case under its id, which without one is its question."""
    case, trace = pair
    identifier = case.id or case.question
    return replace(case, id=identifier), None if trace is None else replace(trace, id=identifier)


def named_by(trace: Trace | None, unit: Unit) -> tuple[Retrieved, ...] | None:
    """Return what was retrieved with the id of the unit in the place of the document's."""
    if trace is None or trace.retrieved is None:
        return None
    if unit is Unit.DOCUMENT or not trace.retrieved or isinstance(trace.retrieved[0], str):
        return as_records(trace.retrieved)  # an id alone is whatever the gold ids are
    return tuple(
        replace(item, document_id=item.chunk_id, chunk_id=None) for item in as_records(trace.retrieved)
    )


def check_lists(pairs: Sequence[Pair], layout: str) -> bool:
    """Return whether retrieved lists were recorded; in this layout one that was not would be an empty one.

    Raises:
        DataError: Some were recorded and others were not.
    """
    missing = [case for case, trace in pairs if trace is None or trace.retrieved is None]
    if missing and len(missing) < len(pairs):
        raise DataError(
            f"{len(missing)} of {len(pairs)} cases have no recorded list, such as {_name(missing[0])}, and "
            f"{layout} cannot tell it from an empty one; write JSON lines, or leave these cases out"
        )
    return not missing


def _name(case: Case) -> str:
    return repr(case.id or case.question)
