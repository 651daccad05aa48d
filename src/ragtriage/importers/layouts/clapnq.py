"""ClapNQ: long answers with the sentences that people chose for them, and questions without an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["CLAPNQ"]

_FIELDS: Final = {"id": "id", "input": "question", "output": "expected_answers and evidence"}


def _recognises(seen: Glimpse) -> str | None:
    return (
        "has the fields `input`, `passages` and `output`" if seen.has("input", "passages", "output") else None
    )


def _adopt(row: Mapping[str, object]) -> Native:
    output, passages = row.get("output"), row.get("passages")
    if not isinstance(output, list):
        raise BadFieldError("output", f"expected a list, found {shown(output)}")
    annotations = [as_mapping(item, f"output[{i}]") for i, item in enumerate(cast("list[object]", output))]
    answered = [each for each in annotations if each.get("answer")]
    native: Native = {
        "id": row.get("id"),
        "question": row.get("input"),
        "answerable": bool(answered) or not annotations,
        "metadata": {"output": output, **{k: v for k, v in row.items() if k not in _FIELDS}},
    }
    if answered:
        native["expected_answers"] = [each["answer"] for each in answered]
        native["evidence"] = answered[0].get("selected_sentences") or None
        native["gold_documents"] = _titles(passages) or None
    return native


def _titles(passages: object) -> list[object]:
    if not isinstance(passages, list):
        raise BadFieldError("passages", f"expected a list, found {shown(passages)}")
    found = [as_mapping(item, f"passages[{i}]") for i, item in enumerate(cast("list[object]", passages))]
    return list(dict.fromkeys(title for each in found if (title := each.get("title")) is not None))


CLAPNQ: Final = Importer(
    what="ClapNQ: titles as gold documents, the first annotator's sentences as evidence",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    says=("a question without any answer is not answerable",),
)
