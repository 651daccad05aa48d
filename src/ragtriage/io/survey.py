"""What has been seen of the rows of a file: their fields, under which names, and how ids are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ragtriage.errors import SchemaError
from ragtriage.io.entries import Entry
from ragtriage.io.headings import map_advice
from ragtriage.io.spellings import FIELDS, REQUIRED_FIELDS, SPELLINGS, misspelled

__all__ = ["OnBad", "Survey"]

OnBad = Callable[[SchemaError], None]  # is given the error of a row that cannot be read

_MOST_UNKNOWN: Final = 1000
_NAMED: Final = 8


@dataclass(slots=True)
class Survey:
    """What has been seen of a file so far."""

    name: str
    rows: int = 0
    fields: set[str] = field(default_factory=set[str])
    unknown: dict[str, int] = field(default_factory=dict[str, int])  # name → rows that have it
    has_number_ids: bool = False
    has_text_ids: bool = False

    def note(self, found: Entry, names: Mapping[str, object]) -> None:
        """Remember which fields a row has."""
        self.fields.update(
            SPELLINGS[name] for name, value in names.items() if name in SPELLINGS and value is not None
        )
        for name in found.unknown:
            if name in self.unknown or len(self.unknown) < _MOST_UNKNOWN:
                self.unknown[name] = self.unknown.get(name, 0) + 1
        self.has_number_ids |= found.has_number_ids
        self.has_text_ids |= found.has_text_ids

    def absorb(self, later: Survey) -> None:
        """Take in what was seen of the rows that follow."""
        self.rows += later.rows
        self.fields |= later.fields
        for name, count in later.unknown.items():
            if name in self.unknown or len(self.unknown) < _MOST_UNKNOWN:
                self.unknown[name] = self.unknown.get(name, 0) + count
        self.has_number_ids |= later.has_number_ids
        self.has_text_ids |= later.has_text_ids

    def check_spelling(self) -> None:
        """Refuse a file in which a field that every row lacks stands under a nearly right name.

        Raises:
            SchemaError: There is one; the message says which name was probably meant.
        """
        missing = [name for name in REQUIRED_FIELDS if name not in self.fields]
        if "retrieved_texts" in self.fields and "retrieved" in missing:
            missing.remove("retrieved")
        for found, meant in misspelled(self.unknown, missing).items():
            raise SchemaError(
                f"{self.name}: unknown field `{found}`; did you mean `{meant}`? No row has "
                f"`{SPELLINGS[meant]}` under any of its names ({', '.join(FIELDS[SPELLINGS[meant]])})"
            )

    def warning(self) -> str | None:
        """Say when some ids are numbers and others strings; they are compared as strings."""
        if not (self.has_number_ids and self.has_text_ids):
            return None
        return (
            f"{self.name}: some ids are written as numbers and others as strings; they are compared as "
            "strings, so that 1 and '1' are the same"
        )

    def unread(self) -> Iterator[str]:
        """Say which fields were not read, where one that matters is missing or nearly the name of another."""
        for found, meant in misspelled(self.unknown, REQUIRED_FIELDS).items():
            yield (
                f"{self.name}: unknown field `{found}` in {self.unknown[found]} rows was not read; "
                f"other rows have `{SPELLINGS[meant]}`: is it meant?"
            )
        absent = [name for name in REQUIRED_FIELDS if name not in self.fields]
        if "retrieved_texts" in self.fields and "retrieved" in absent:
            absent.remove("retrieved")
        if absent and self.unknown:
            named = ", ".join(f"`{name}`" for name in list(self.unknown)[:_NAMED])
            advice = map_advice([*(FIELDS[field][0] for field in self.fields), *self.unknown])
            yield (
                f"{self.name}: no row has {', '.join(f'`{name}`' for name in absent)}; not read, and kept as "
                f"metadata: {named} ({advice or '`ragtriage formats` lists the names of fields'})"
            )
