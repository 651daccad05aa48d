"""SQuAD 1.1 and 2.0, and what has their shape: JSQuAD, JaQuAD, KorQuAD, DRCD, CMRC, XQuAD."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping
from ragtriage.importers.shapes import Raw, Shape, document, shape_of, table
from ragtriage.io.entries import BadFieldError, shown
from ragtriage.io.files import open_source

__all__ = ["SQUAD", "SQUAD_PREDICTIONS"]

_TITLE_END: Final = " [SEP] "  # JSQuAD writes the title before the text
_FIELDS: Final = {
    "id": "id",
    "question": "question",
    "answers": "expected_answers",
    "context": "evidence",
    "paragraph_id": "gold_documents",
    "is_impossible": "answerable",
}


def _recognises(seen: Glimpse) -> str | None:
    if "paragraphs" in seen.item("data"):
        return "has `data`, each with `paragraphs`"
    answers = seen.row.get("answers")
    if seen.has("context", "question", "answers") and isinstance(answers, Mapping) and "text" in answers:
        return "has the fields `context`, `question` and `answers` with `text`"
    return None


def _rows(path: str) -> Iterator[Raw]:
    """Yield the questions, each with its paragraph; of a table, its rows."""
    with closing(open_source(path)) as source:
        is_object = shape_of(source) is Shape.OBJECT
    top = document(path) if is_object else None
    if not isinstance(top, Mapping) or "data" not in top:
        yield from table(path)
        return
    articles = cast("Mapping[str, object]", top)["data"]
    for a, article in _objects(articles, "data", path):
        yield from _questions(article, f"{path}, data[{a}]")


def _questions(article: Mapping[str, object], where: str) -> Iterator[Raw]:
    for p, paragraph in _objects(article.get("paragraphs"), "paragraphs", where):
        here = f"{where}.paragraphs[{p}]"
        shared = {
            "title": article.get("title"),
            "context": paragraph.get("context"),
            "paragraph_id": paragraph.get("id"),
        }
        known = {name: value for name, value in shared.items() if value is not None}
        for q, question in _objects(paragraph.get("qas"), "qas", here):
            yield Raw(f"{here}.qas[{q}]", {**known, **question})


def _objects(value: object, name: str, where: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    if not isinstance(value, list):
        raise SchemaError(f"{where}: expected a list under `{name}`, found {shown(value)}")
    for i, item in enumerate(cast("list[object]", value)):
        if not isinstance(item, Mapping):
            raise SchemaError(f"{where}, {name}[{i}]: expected an object, found {shown(item)}")
        yield i, cast("Mapping[str, object]", item)


def _adopt(row: Mapping[str, object]) -> Native:
    texts, starts = _answers(row.get("answers"))
    impossible = _is_impossible(row, texts)
    native: Native = {
        "id": row.get("id"),
        "question": row.get("question"),
        "expected_answers": None if impossible and not texts else list(dict.fromkeys(texts)),
        "answerable": not impossible,
        "evidence": None if impossible else _context(row),
        "gold_documents": None if impossible else row.get("paragraph_id"),
    }
    metadata = {name: value for name, value in row.items() if name not in _FIELDS}
    if impossible and row.get("context") is not None:
        metadata["context"] = row["context"]
    if starts:
        metadata["answer_starts"] = starts
    return native | {"metadata": metadata}


def _is_impossible(row: Mapping[str, object], texts: list[object]) -> bool:
    """Tell whether a question has no answer; rows of a table say so by an empty list of texts."""
    found = row.get("is_impossible")
    if found is None:
        return isinstance(row.get("answers"), Mapping) and not texts
    if not isinstance(found, bool):
        raise BadFieldError("is_impossible", f"expected true or false, found {shown(found)}")
    return found


def _context(row: Mapping[str, object]) -> object:
    context, title = row.get("context"), row.get("title")
    if isinstance(context, str) and isinstance(title, str):
        return context.removeprefix(f"{title}{_TITLE_END}")
    return context


def _answers(value: object) -> tuple[list[object], list[object]]:
    """Return the texts of the answers and where they start, from a list of objects or an object of lists."""
    if value is None:
        return [], []
    if isinstance(value, Mapping):
        found = cast("Mapping[str, object]", value)
        texts, starts = found.get("text"), found.get("answer_start")
        if not isinstance(texts, list):
            raise BadFieldError("answers.text", f"expected a list, found {shown(texts)}")
        return cast("list[object]", texts), cast("list[object]", starts) if isinstance(starts, list) else []
    if not isinstance(value, list):
        raise BadFieldError("answers", f"expected a list, found {shown(value)}")
    answers = [as_mapping(item, f"answers[{i}]") for i, item in enumerate(cast("list[object]", value))]
    return [answer.get("text") for answer in answers], [answer.get("answer_start") for answer in answers]


SQUAD: Final = Importer(
    what="SQuAD 1.1 and 2.0 and their like (JSQuAD, JaQuAD, KorQuAD, DRCD, CMRC 2018, XQuAD)",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=_rows,
    says=("a row of a table whose `answers` hold no text has no answer in its context: unanswerable",),
    places=(("data",),),
)


def _recognises_predictions(seen: Glimpse) -> str | None:
    if seen.shape is not Shape.OBJECT or not seen.top:
        return None
    if all(isinstance(value, str) for value in seen.top.values()) and not seen.any_of(
        "question", "id", "query"
    ):
        return "is one object of answers by id"
    return None


def _predictions(path: str) -> Iterator[Raw]:
    top = document(path)
    if not isinstance(top, Mapping):
        raise SchemaError(f"{path}: expected an object of answers by id, found {shown(top)}")
    for number, (identifier, answer) in enumerate(cast("Mapping[str, object]", top).items(), 1):
        yield Raw(f"{path}, entry {number}", {"id": identifier, "answer": answer})


SQUAD_PREDICTIONS: Final = Importer(
    what="predictions for SQuAD: one JSON object, answers by id, as traces",
    recognises=_recognises_predictions,
    fields={"id": "id", "answer": "answer"},
    rows=_predictions,
    holds_traces=True,
)
