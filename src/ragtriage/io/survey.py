"""What has been seen of the rows of a file: their fields, under which names, and how ids are written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from ragtriage.errors import SchemaError
from ragtriage.io.entries import Entry
from ragtriage.io.spellings import FIELDS, REQUIRED_FIELDS, SPELLINGS, misspelled
from ragtriage.io.texts_like_ids import TextsLikeIds
from ragtriage.io.unread import UnreadFields, UnreadSource
from ragtriage.model import UNSET, UnreadField

__all__ = ["OF_CASES", "OF_TRACES", "OnBad", "Survey"]

OnBad = Callable[[SchemaError], None]  # is given the error of a row that cannot be read

# What is read of cases and of traces, where they come apart; both have an id.
OF_CASES: Final = tuple(
    name for name in FIELDS if name not in {"retrieved", "retrieved_texts", "context", "answer", "metadata"}
)
OF_TRACES: Final = ("id", "retrieved", "retrieved_texts", "context", "answer")


@dataclass(slots=True)
class Survey:
    """What has been seen of a file so far."""

    name: str
    is_ours: bool = True  # the layout is not that of another tool, which has names of its own
    is_file: bool = True  # what is said of it is for the command line, not for Python
    pairs: tuple[str, ...] | None = ()  # that `--map` needs beside; None: such a file cannot be mapped
    rows: int = 0
    fields: set[str] = field(default_factory=set[str])
    unread: UnreadFields = field(default_factory=UnreadFields)
    notes: list[str] = field(default_factory=list[str])  # what a reader should know of the file
    texts: TextsLikeIds = field(default_factory=TextsLikeIds)
    has_number_ids: bool = False
    has_text_ids: bool = False

    @classmethod
    def of_part(cls, name: str) -> Survey:
        """Return a survey of a part of a file, which keeps every name: a later part may count it."""
        return cls(name, unread=UnreadFields(most=sys.maxsize))

    def note(
        self,
        found: Entry,
        names: Mapping[str, object],
        unread: Mapping[str, object] | None = None,
        columns: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Remember which fields a row has.

        Args:
            found: What was read of it.
            names: Its names, ours among them.
            unread: Its other names, where they are not those that went to the metadata for their name.
            columns: How our fields are called in the input, where a map says so.
        """
        self.fields.update(
            SPELLINGS[name] for name, value in names.items() if name in SPELLINGS and value is not None
        )
        other = {name: names[name] for name in found.unknown} if unread is None else unread
        if other:
            self.unread.note(found, other)
        if found.trace is not None:
            self.texts.see(found, names, columns)
        self.has_number_ids |= found.has_number_ids
        self.has_text_ids |= found.has_text_ids

    def note_decoded(self, found: Entry) -> None:
        """Remember which fields a row has that was decoded straight into them: it may be the first."""
        case, trace, add = found.case, found.trace, self.fields.add
        if case.expected_answers is not None:
            add("expected_answers")
        if case.gold_documents is not None:
            add("gold_documents")
        if case.evidence is not None:
            add("evidence")
        if case.language is not None:
            add("language")
        if case.tags:
            add("tags")
        if trace is not None:
            if trace.retrieved is not None:
                add("retrieved")
            if trace.answer is not UNSET:
                add("answer")
            if trace.context is not None:
                add("context")
                self.texts.see(found, ("context",), columns={})

    def absorb(self, later: Survey) -> None:
        """Take in what was seen of the rows that follow."""
        if not self.rows:
            self.is_ours, self.pairs = later.is_ours, later.pairs
        self.rows += later.rows
        self.fields |= later.fields
        self.unread.absorb(later.unread)
        self.notes.extend(later.notes)
        self.texts.absorb(later.texts)
        self.has_number_ids |= later.has_number_ids
        self.has_text_ids |= later.has_text_ids

    def check_spelling(self) -> None:
        """Refuse a file in which a field that every row lacks stands under a nearly right name.

        Raises:
            SchemaError: There is one; the message says which name was probably meant.
        """
        missing = [name for name in REQUIRED_FIELDS if name not in self.fields] if self.is_ours else []
        if "retrieved_texts" in self.fields and "retrieved" in missing:
            missing.remove("retrieved")
        for found, meant in misspelled(self.unread, missing).items():
            raise SchemaError(
                f"{self.name}: unknown field `{found}`; did you mean `{meant}`? No row has "
                f"`{SPELLINGS[meant]}` under any of its names ({', '.join(FIELDS[SPELLINGS[meant]])})"
            )

    def warnings(self) -> Iterator[str]:
        """Say when texts look like ids, and when some ids are numbers and others strings."""
        told = self.texts.warning(self.name, is_file=self.is_file, can_be_mapped=self.pairs is not None)
        if told is not None:
            yield told
        if not (self.has_number_ids and self.has_text_ids):
            return
        yield (
            f"{self.name}: some ids are written as numbers and others as strings; they are compared as "
            "strings, so that 1 and '1' are the same"
        )

    def unread_fields(
        self, wanted: Collection[str] = tuple(FIELDS), elsewhere: Collection[str] = ()
    ) -> tuple[UnreadField, ...]:
        """Return what was not read, with what each probably is.

        Args:
            wanted: Our fields that are read from this file.
            elsewhere: Those that another file gives.
        """
        return self.unread.report(
            UnreadSource(
                name=self.name,
                present=self.fields | set(elsewhere),
                wanted=wanted,
                pairs=self.pairs,
                is_file=self.is_file,
            )
        )
