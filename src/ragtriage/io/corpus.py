"""A corpus: the texts of documents or chunks by id, for runs that hold ids only."""

from __future__ import annotations

from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.io.composed_ids import composed
from ragtriage.io.entries import shown
from ragtriage.io.files import open_source
from ragtriage.io.rows import objects
from ragtriage.io.survey import Survey
from ragtriage.model import Metadata

__all__ = ["read_corpus"]

# The names under which a corpus gives its ids and its texts; the first that is there counts.
ID_NAMES: Final = ("id", "_id", "document_id", "chunk_id", "doc_id", "docid")
TEXT_NAMES: Final = ("text", "content", "contents", "page_content")
# Where a chunk stands: its file, and from which character to which (AutoRAG's names).
PLACE_NAMES: Final = ("path", "start_end_idx")


def read_corpus(path: str, places: dict[str, Metadata] | None = None) -> dict[str, str]:
    """Return the text of every document by id; a title stands before its text.

    Args:
        path: The file.
        places: Takes, by id, where a chunk stands (`PLACE_NAMES`), of the chunks whose row says it.

    Raises:
        DataError: The file cannot be read, a row has no id or no text, or an id stands twice.
    """
    source = open_source(path)
    texts: dict[str, str] = {}
    try:
        for where, row in objects(source, Survey(source.name)):
            identifier, text = _entry(row, where)
            if identifier in texts:
                raise SchemaError(f"{where}: the id {identifier!r} stands twice in the corpus")
            texts[identifier] = text
            if places is not None and row.get("start_end_idx") is not None:
                known = {name: row[name] for name in PLACE_NAMES if row.get(name) is not None}
                places[identifier] = cast("Metadata", known)
    finally:
        source.close()
    return texts


def _entry(row: dict[str, object], where: str) -> tuple[str, str]:
    identifier = next((row[name] for name in ID_NAMES if row.get(name) is not None), None)
    text = next((row[name] for name in TEXT_NAMES if row.get(name) is not None), None)
    if isinstance(identifier, bool) or not isinstance(identifier, str | int):
        raise SchemaError(f"{where}: expected an `id`, found {shown(identifier)}")
    if not isinstance(text, str):
        raise SchemaError(f"{where}: expected a `text`, found {shown(text)}")
    title = row.get("title")
    return composed(str(identifier)), f"{title}\n{text}" if isinstance(title, str) and title else text
