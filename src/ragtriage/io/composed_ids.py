"""Ids as they are compared: letters composed (NFC), so that one that looks the same is the same.

File systems differ in this: the name of a file that comes from a Mac has its letters and their marks apart.
"""

from __future__ import annotations

import unicodedata
from typing import cast

from msgspec.structs import replace

from ragtriage.model import Case, Gold, Retrieved, Trace, are_ids

__all__ = ["composed", "composed_case", "composed_lines", "composed_trace"]


def composed(identifier: str) -> str:
    """Return an id as it is compared.

    Example:
        >>> composed("カ\u3099イト\u3099.pdf") == "ガイド.pdf"
        True
    """
    return identifier if identifier.isascii() else unicodedata.normalize("NFC", identifier)


def composed_lines(lines: bytes) -> bytes:
    """Return lines of ids as they are compared; what is no UTF-8 is left to who reads them."""
    if lines.isascii():
        return lines
    try:
        text = lines.decode()
    except UnicodeDecodeError:
        return lines
    return lines if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text).encode()


def composed_case(case: Case) -> Case:
    """Return a case with its ids as they are compared."""
    gold = case.gold_documents
    own = [] if gold is None else list(gold.grades)
    if _are_composed([case.id, *own]):
        return case
    if gold is not None:
        groups = tuple(tuple(dict.fromkeys(map(composed, group))) for group in gold.groups)
        gold = Gold(grades={composed(item): grade for item, grade in gold.grades.items()}, groups=groups)
    return replace(case, id=composed(case.id), gold_documents=gold)


def composed_trace(trace: Trace) -> Trace:
    """Return a trace with its ids as they are compared."""
    entries = trace.retrieved or ()
    ids: list[str | None] = [trace.id]
    for entry in entries:
        ids += (entry,) if isinstance(entry, str) else (entry.document_id, entry.chunk_id)
    if _are_composed(ids):
        return trace
    if not entries:
        return replace(trace, id=composed(trace.id))
    if are_ids(trace.retrieved or ()):
        return replace(
            trace, id=composed(trace.id), retrieved=tuple(map(composed, cast("tuple[str, ...]", entries)))
        )
    records = [
        replace(record, document_id=_or_none(record.document_id), chunk_id=_or_none(record.chunk_id))
        for record in cast("tuple[Retrieved, ...]", entries)
    ]
    return replace(trace, id=composed(trace.id), retrieved=tuple(records))


def _or_none(identifier: str | None) -> str | None:
    return None if identifier is None else composed(identifier)


def _are_composed(ids: list[str] | list[str | None]) -> bool:
    together = "\n".join(identifier or "" for identifier in ids)
    return together.isascii() or unicodedata.is_normalized("NFC", together)
