"""What a layout leaves out of its rows, and whether our own layout could read them by a map instead."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from ragtriage.errors import ConfigError
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.literals import is_literal, literal
from ragtriage.importers.shapes import table
from ragtriage.io.entries import BadFieldError, Entry, entry
from ragtriage.io.headings import can_be_mapped
from ragtriage.io.mapping import FieldMap
from ragtriage.io.spellings import SPELLINGS

__all__ = ["left_out", "pairs_for"]


def left_out(row: Mapping[str, object], native: Native, kept: Collection[str] = ()) -> dict[str, object]:
    """Return what of a row went to the metadata, under its names in the file.

    Of an object that was read in part, only what was not read is named: `outputs.notes`.

    Args:
        row: As it stands in the file.
        native: What its layout made of it.
        kept: Fields that were read, and are kept besides.

    Example:
        >>> row = {"question": "q", "outputs": {"answer": "a", "notes": "n"}}
        >>> left_out(row, {"question": "q", "answer": "a", "metadata": {"outputs": {"notes": "n"}}})
        {'outputs.notes': 'n'}
    """
    found: dict[str, object] = {}
    for name, value in cast("Mapping[str, object]", native.get("metadata") or {}).items():
        inside, there = _object(value), _object(row.get(name))
        if 0 < len(inside) < len(there):
            found |= {f"{name}.{key}": held for key, held in inside.items() if key in there}
        elif name in row and name not in kept:
            found[name] = value
    return found


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def pairs_for(row: Mapping[str, object], importer: Importer, found: Entry) -> tuple[str, ...] | None:
    """Return the pairs with which `--map` reads a row as its layout does; None where none do.

    Args:
        row: As it stands in the file.
        importer: Of its layout.
        found: What the layout made of it.
    """
    if importer.rows is not table:
        return None
    named = {name: meaning for name, meaning in importer.fields.items() if name in row}
    pairs = tuple(
        f"{meaning}={name}"
        for name, meaning in named.items()
        if SPELLINGS.get(name) != SPELLINGS.get(meaning)
    )
    if not all(map(can_be_mapped, named)):
        return None
    plain = {
        name: literal(value, name)
        if isinstance(value, str) and name in named and is_literal(value)
        else value
        for name, value in row.items()
    }
    try:
        other = entry(FieldMap.parse(pairs).apply(plain))
    except (BadFieldError, ConfigError):
        return None
    same = _read(other) == _read(found)
    return pairs if same else None


def _read(found: Entry) -> tuple[object, ...]:
    case, trace = found.case, found.trace
    return (
        *(case.id, case.question, case.expected_answers, case.gold_documents, case.evidence),
        *(() if trace is None else (trace.retrieved, trace.context, trace.answer)),
    )
