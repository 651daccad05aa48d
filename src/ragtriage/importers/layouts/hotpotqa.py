"""HotpotQA: questions over two documents, with the sentences that support the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["HOTPOTQA"]

_FIELDS: Final = {
    "_id": "id",
    "id": "id",
    "question": "question",
    "answer": "expected_answers",
    "supporting_facts": "gold_documents and evidence",
}


def _recognises(seen: Glimpse) -> str | None:
    return (
        "has the fields `supporting_facts` and `context`" if seen.has("supporting_facts", "context") else None
    )


def _adopt(row: Mapping[str, object]) -> Native:
    facts = _pairs(row.get("supporting_facts"), "supporting_facts", "title", "sent_id")
    paragraphs = dict(_pairs(row.get("context"), "context", "title", "sentences"))
    evidence = [_sentence(paragraphs, title, place) for title, place in facts]
    metadata = {name: value for name, value in row.items() if name not in _FIELDS}
    return {
        "id": row.get("_id", row.get("id")),
        "question": row.get("question"),
        "expected_answers": row.get("answer"),
        "gold_documents": list(dict.fromkeys(title for title, _ in facts)),
        "evidence": evidence,
        "metadata": metadata,
    }


def _pairs(value: object, path: str, *names: str) -> list[tuple[str, object]]:
    """Return pairs that are written as pairs, or as two lists side by side."""
    problem = f"expected pairs of {' and '.join(names)}, found {shown(value)}"
    if isinstance(value, Mapping):
        found = cast("Mapping[str, object]", value)
        columns = [found.get(name) for name in names]
        lists = [cast("list[object]", column) for column in columns if isinstance(column, list)]
        if len(lists) == 2 and len(lists[0]) == len(lists[1]):
            return [(str(title), other) for title, other in zip(*lists, strict=True)]
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    pairs = [cast("list[object]", item) for item in items if isinstance(item, list)]
    if len(pairs) == len(items) and all(len(pair) == 2 for pair in pairs):
        return [(str(title), other) for title, other in pairs]
    raise BadFieldError(path, problem)


def _sentence(paragraphs: Mapping[str, object], title: str, place: object) -> str:
    sentences = paragraphs.get(title)
    if (
        isinstance(sentences, list)
        and isinstance(place, int)
        and 0 <= place < len(cast("list[object]", sentences))
    ):
        return str(cast("list[object]", sentences)[place]).strip()
    raise BadFieldError("supporting_facts", f"sentence {place} of {title!r} is not in `context`")


HOTPOTQA: Final = Importer(
    what="HotpotQA: titles as gold documents, supporting sentences as evidence",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    says=("`context` is what a reader is given, and nothing that was retrieved: metadata",),
)
