"""Texts from a corpus, for runs that hold ids only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from ragtriage.batch import Pair
from ragtriage.fingerprint import Total, plain_canonical, sha256
from ragtriage.io.corpus import read_corpus
from ragtriage.io.files import name_of
from ragtriage.model import Case, Metadata, Retrieved, Trace, Unit, are_ids

__all__ = ["Corpus"]

_NAMED: Final = 5


class Corpus:
    """The texts of documents or chunks by id; remembers which gold ids are in none of them."""

    def __init__(
        self, name: str, texts: Mapping[str, str], places: Mapping[str, Metadata] | None = None
    ) -> None:
        self._name = name
        self._texts = texts
        self._places = places or {}  # where a chunk stands, of those whose row says it
        self._unknown: dict[str, None] = {}
        total = Total()
        total.add(
            sha256(plain_canonical({"id": identifier, "text": text})) for identifier, text in texts.items()
        )
        self.fingerprint = total.hexadecimal()

    @classmethod
    def read(cls, path: str) -> Corpus:
        """Read a corpus from a file; see `read_corpus`."""
        places: dict[str, Metadata] = {}
        return cls(name_of(path), read_corpus(path, places), places)

    def fill(self, pairs: Iterable[Pair], unit: Unit) -> Iterator[Pair]:
        """Yield the pairs with texts in the place of those that were not recorded."""
        for each in pairs:
            notes = each.more_notes + self._notes(each.case)
            yield each._replace(trace=self._filled(each.trace, unit), more_notes=notes)

    def warning(self) -> str | None:
        """Say which gold ids are in no document of the corpus; None when all are."""
        if not self._unknown:
            return None
        named = ", ".join(map(repr, list(self._unknown)[:_NAMED]))
        more = f" and {len(self._unknown) - _NAMED} more" if len(self._unknown) > _NAMED else ""
        return f"gold ids that are in no document of {self._name}: {named}{more}"

    def _notes(self, case: Case) -> tuple[str, ...]:
        gold = case.gold_documents
        unknown = [item for item in gold.grades if item not in self._texts] if gold is not None else []
        self._unknown.update(dict.fromkeys(unknown))
        return tuple(f"gold id {item!r} is in no document of the corpus" for item in unknown)

    def _filled(self, trace: Trace, unit: Unit) -> Trace:
        items = trace.retrieved
        if not items:
            return trace
        if are_ids(items):
            filled = tuple(self._from_id(item, unit) for item in items)
        else:
            filled = tuple(self._with_text(item) for item in items if isinstance(item, Retrieved))
        return msgspec.structs.replace(trace, retrieved=filled)

    def _from_id(self, item: str, unit: Unit) -> Retrieved:
        text = self._texts.get(item)
        place = self._places.get(item)
        if unit is Unit.CHUNK:
            return Retrieved(chunk_id=item, text=text, metadata=place)
        return Retrieved(document_id=item, text=text, metadata=place)

    def _with_text(self, item: Retrieved) -> Retrieved:
        if item.text is not None:
            return item
        keys = (item.chunk_id, item.document_id)
        found = next((key for key in keys if key is not None and key in self._texts), None)
        if found is None:
            return item
        place = self._places.get(found)
        metadata = item.metadata if place is None else {**place, **(item.metadata or {})}
        return msgspec.structs.replace(item, text=self._texts[found], metadata=metadata)
