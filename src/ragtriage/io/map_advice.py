"""The `--map` and `--split` proposed for a table of other headings: tried on its first rows, to be pasted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ragtriage.io.entries import split_options
from ragtriage.io.headings import proposed_pairs
from ragtriage.io.id_cells import Look, column_look, held_texts, holds_several, is_list_of_ids
from ragtriage.io.spellings import FIELDS, SPELLINGS
from ragtriage.io.splitting import parts_of

__all__ = ["FIRST_ROWS", "fields_to_split", "map_advice"]

FIRST_ROWS: Final = 200  # that a proposal is tried on
_OF_IDS: Final = ("retrieved", "gold_documents")


def map_advice(
    names: Iterable[str], rows: Sequence[Mapping[str, object]] = (), *, is_file: bool = True
) -> str | None:
    """Say which `--map` to give for a table of these headings; None where none of them is known.

    Args:
        names: The headings.
        rows: The first rows of the table, by these headings; what stands in them says whether a column of
            what came back holds ids or texts, and which cells hold several ids.
        is_file: It is for the command line, not for Python.

    Example:
        >>> map_advice(["質問", "回答"])
        "say which is which: --map 'question=質問,answer=回答'"
        >>> map_advice(["質問", "回答"], is_file=False)
        "say which is which: map={'question': '質問', 'answer': '回答'}"
        >>> map_advice(["検索結果", "正解文書"], [{"検索結果": "a-1、b-2", "正解文書": "b-2"}])
        "say which is which: --map 'retrieved=検索結果,gold_documents=正解文書' --split retrieved"
    """
    headings = list(names)
    pairs = proposed_pairs(headings)
    if not pairs:
        return None
    own = {SPELLINGS[name]: name for name in headings if name in SPELLINGS}
    pairs, is_open = _tried(pairs, own, rows)
    columns = {**own, **pairs}
    splits = fields_to_split(
        {field: row[name] for field, name in columns.items() if field in _OF_IDS and name in row}
        for row in rows
    )
    if not is_file:
        return f"say which is which: map={pairs!r}" + _parted(splits, ", ", is_file=False)
    given = ",".join(f"{field}={name}" for field, name in pairs.items())
    advice = (
        "say which is which: --map '"
        + given.replace("'", "'\"'\"'")
        + "'"
        + _parted(splits, " ", is_file=True)
    )
    return advice + (f" (or retrieved={is_open}, where it holds ids and no texts)" if is_open else "")


def _parted(splits: Sequence[str], before: str, *, is_file: bool) -> str:
    return before + split_options(splits, is_file=is_file) if splits else ""


def _tried(
    pairs: Mapping[str, str], own: Mapping[str, str], rows: Sequence[Mapping[str, object]]
) -> tuple[dict[str, str], str | None]:
    """Return the pairs as the values bear them out, and the column of which they do not tell."""
    column = pairs.get("retrieved_texts")
    if column is None or column in FIELDS["retrieved_texts"]:
        return dict(pairs), None
    gold_column = pairs.get("gold_documents") or own.get("gold_documents")
    gold = {
        each
        for row in rows
        for text in held_texts(row.get(gold_column or ""))
        for each in (text, *parts_of(text, "gold_documents"))
    }
    look = column_look((row.get(column) for row in rows), gold)
    if look is not Look.IDS or "retrieved" in pairs or "retrieved" in own:
        return dict(pairs), column if look is Look.EITHER else None
    return {"retrieved" if name == column else field: name for field, name in pairs.items()}, None


def fields_to_split(rows: Iterable[Mapping[str, object]]) -> list[str]:
    """Return the fields in which a cell names several ids, in any of the rows.

    Args:
        rows: What stands under `retrieved` and `gold_documents`.

    Example:
        >>> fields_to_split([
        ...     {"retrieved": "a-1、b-2", "gold_documents": "b-2"},
        ...     {"retrieved": "c-3", "gold_documents": "c-3、d-4"},
        ... ])
        ['retrieved', 'gold_documents']
        >>> fields_to_split([{"retrieved": "Smith, John", "gold_documents": "Smith, John"}])
        []
    """
    found: dict[str, set[str]] = {field: set() for field in _OF_IDS}  # cells that may name several
    certain: set[str] = set()
    for row in rows:
        for field in _OF_IDS:
            texts = list(held_texts(row.get(field)))
            is_cell = isinstance(row.get(field), str) and len(texts) == 1
            if is_cell and len(parts_of(texts[0], field)) > 1:
                found[field].add(texts[0])
            else:
                certain.update(texts)
    times = Counter(
        part for cell in frozenset[str]().union(*found.values()) for part in set(parts_of(cell, "retrieved"))
    )
    shared = [part for part, n in times.items() if n > 1]
    return [
        field
        for field, cells in found.items()
        if any(holds_several(cell, certain, shared) or is_list_of_ids(cell) for cell in cells)
    ]
