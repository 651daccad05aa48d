"""Seeing that what is read as the texts of what came back holds ids: no judge could tell by the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ragtriage.io.entries import Entry
from ragtriage.io.id_cells import has_id_shape, looks_short
from ragtriage.io.spellings import SPELLINGS
from ragtriage.io.splitting import parts_of
from ragtriage.model import Case, Retrieved, Trace

__all__ = ["TextsLikeIds"]

_LONG: Final = 240  # no cell of a few ids
_MET: Final = 5  # one case in so many must name its gold: what is retrieved is not always right


@dataclass(slots=True)
class TextsLikeIds:
    """Watches the texts of rows go by; each row counts by what it holds."""

    rows: int = 0  # with texts
    short: int = 0  # of these, ones whose texts are all as short as ids
    met: int = 0  # of these, ones in which a text is a gold id
    shaped: int = 0  # ones whose texts can be nothing but ids
    column: str = ""  # in which they stand
    example: str = ""
    has_ids: bool = False  # what came back has ids beside these texts

    def see(self, found: Entry, names: Iterable[str], columns: Mapping[str, str]) -> None:
        """Take in a row.

        Args:
            found: What was read of it.
            names: Those of its fields.
            columns: How our fields are called in the input, where a map says so.
        """
        if found.trace is None:
            return
        field, texts = _texts(found.trace)
        if not texts:
            return
        self.rows += 1
        if any(len(text) > _LONG for text in texts) or not all(map(looks_short, texts)):
            return
        self.short += 1
        parts = {part for text in texts for part in (text.strip(), *parts_of(text, "retrieved"))}
        met = parts & _gold(found.case)
        alone = {part for text in texts for part in parts_of(text, "retrieved")}
        self.shaped += bool(alone) and all(map(has_id_shape, alone))
        if not self.column or (met and not self.met):
            self.column = columns.get(field) or next(
                (name for name in names if SPELLINGS.get(name) == field), field
            )
            self.example = min(met) if met else texts[0].strip()
            self.has_ids = field == "context" and found.trace.retrieved is not None
        self.met += bool(met)

    def absorb(self, later: TextsLikeIds) -> None:
        """Take in what was seen of the rows that follow."""
        if not self.column:
            self.column, self.example, self.has_ids = later.column, later.example, later.has_ids
        self.rows += later.rows
        self.short += later.short
        self.met += later.met
        self.shaped += later.shaped

    def warning(self, name: str, *, is_file: bool, can_be_mapped: bool) -> str | None:
        """Say so where it holds in most rows: by gold ids among them, or by their shape alone in several.

        Args:
            name: Of the input.
            is_file: It is for the command line, not for Python.
            can_be_mapped: `--map` reads such an input.
        """
        by_gold = self.short * 2 > self.rows and self.met and self.met * _MET >= self.rows
        by_shape = self.rows > 1 and self.shaped * 2 > self.rows
        if not (by_gold or by_shape):
            return None
        told = f"{name}: the texts under `{self.column}` look like ids (such as {self.example!r})"
        if self.has_ids or not can_be_mapped:
            return f"{told}: evidence and support are judged by texts, and gold is held against ids"
        if is_file:
            return f"{told}: did you mean `retrieved={self.column}`?"
        return f"{told}: did you mean map={{'retrieved': {self.column!r}}}?"


def _texts(trace: Trace) -> tuple[str, Sequence[str]]:
    """Return the texts of what came back without ids, or those that the generator saw, and their field."""
    items = trace.retrieved or ()
    texts = [
        item.text
        for item in items
        if isinstance(item, Retrieved) and item.document_id is None and item.chunk_id is None and item.text
    ]
    if texts and len(texts) == len(items):
        return "retrieved_texts", texts
    return "context", [text for text in trace.context or () if text.strip()]


def _gold(case: Case) -> set[str]:
    gold = case.gold_documents
    ids = () if gold is None else gold.grades
    return {part for each in ids for part in (each, *parts_of(each, "gold_documents"))}
