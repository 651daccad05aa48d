"""TREC: topics, judgements and runs as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from html import unescape
from math import isfinite
from typing import Final

from ragtriage.errors import SchemaError
from ragtriage.evaluation.oddities import TIES_OF_TREC_EVAL
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.shapes import Raw
from ragtriage.io.encodings import how_to_save
from ragtriage.io.files import Source, open_source
from ragtriage.io.trec import read_qrels

__all__ = ["TREC_QRELS", "TREC_RUN", "TREC_TOPICS"]

# `<top>` of the classic files, whose parts need no end, and `<topic number="1">` of later ones.
_BEGIN: Final = re.compile(r"<top(?:ic)?(?:\s[^<>]*)?>", re.IGNORECASE)
_TOPIC: Final = re.compile(
    r"<(?P<kind>top(?:ic)?)(?P<attributes>\s[^<>]*)?>(?P<parts>.*?)</(?P=kind)>", re.DOTALL | re.IGNORECASE
)
_PART: Final = re.compile(
    r"<(?:[a-z]{2}-)?(?P<name>[a-z]+)(?:\s[^<>]*)?>(?P<text>[^<]*(?:<(?!/?[a-z])[^<]*)*)", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"""\snumber\s*=\s*["']([^"']*)["']""", re.IGNORECASE)
_NAMES: Final = {"query": "title", "description": "desc", "narrative": "narr"}  # in later files
_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"(?:Number|Topic|Description|Narrative|Domain|Summary|Concept\(s\)|Factor\(s\)|Definition\(s\)):"
)


def _columns(seen: Glimpse) -> list[bytes]:
    return seen.lines[0].split() if seen.lines else []


def _recognises_topics(seen: Glimpse) -> str | None:
    text = b"\n".join(seen.lines).lstrip().lower()
    found = _BEGIN.search(text.decode("utf-8", "replace"))
    if found is not None:
        return f"has topics in `{found[0]}`"
    cells = seen.lines[0].split(b"\t") if seen.lines else []
    if len(cells) == 2 and re.fullmatch(rb"[\w.-]*\d[\w.-]*", cells[0]) and len(cells[1].split()) > 1:
        return "is lines of an id, a tab and a question, without a header"
    return None


def _topics(path: str) -> Iterator[Raw]:
    with closing(open_source(path)) as source:
        text = _text(source.read(), source.name)
    begun = len(_BEGIN.findall(text))
    if not begun:
        yield from _tabbed(text, path)
        return
    number = 0
    for number, topic in enumerate(_TOPIC.finditer(text), 1):
        parts = _parts(topic["parts"])
        named = _NUMBER.search(topic["attributes"] or "")
        yield Raw(f"{path}, topic {number}", parts if named is None else {"num": unescape(named[1]), **parts})
    left = begun - number
    if left:
        yield Raw(path, SchemaError(f"{path}: {left} of the topics have no end (</top>)"))


def _text(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SchemaError(
            f"{name}: is not valid UTF-8 (byte {error.start + 1}); {how_to_save(data)}"
        ) from None


def _parts(topic: str) -> dict[str, object]:
    """Return the parts of a topic, the words before them (`Number:`) left out."""
    parts: dict[str, object] = {}
    for found in _PART.finditer(topic):
        name = found["name"].lower()
        part = _NAMES.get(name, name)
        text = _LABEL.sub("", " ".join(_ENTITY.sub(lambda each: unescape(each[0]), found["text"]).split()), 1)
        known = parts.get(part)
        if text:
            parts[part] = text.strip() if known is None else f"{known}\n{text.strip()}"
    return parts


def _tabbed(text: str, path: str) -> Iterator[Raw]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        cells = line.rstrip("\r").split("\t")
        if len(cells) != 2:
            yield Raw(where, SchemaError(f"{where}: expected an id, a tab and a question"))
        else:
            yield Raw(where, {"num": cells[0], "title": cells[1]})


def _topic(row: Mapping[str, object]) -> Native:
    rest = {name: value for name, value in row.items() if name not in {"num", "title"}}
    question = row.get("title") or row.get("desc")
    native: Native = {"id": row.get("num"), "question": question}
    return native | ({"metadata": rest} if rest else {})


TREC_TOPICS: Final = Importer(
    what="TREC topics: <top>, <topic number=…>, or an id, a tab and a question a line",
    recognises=_recognises_topics,
    fields={"num": "id", "title": "question"},
    adopt=_topic,
    rows=_topics,
)


def _is_number(text: bytes) -> bool:
    try:
        return b"_" not in text and isfinite(float(text))
    except ValueError:
        return False


def _recognises_qrels(seen: Glimpse) -> str | None:
    columns = _columns(seen)
    if len(columns) == 4 and _is_number(columns[3]) and b"," not in seen.lines[0]:
        return "has four columns, the last a grade"
    if columns == [b"query-id", b"corpus-id", b"score"]:
        return "has the columns `query-id`, `corpus-id` and `score`"
    return None


def _judgements(path: str) -> Iterator[Raw]:
    with closing(open_source(path)) as source:
        for number, (query, grades) in enumerate(read_qrels(source).items(), 1):
            yield Raw(f"{path}, query {number}", {"query": query, "documents": grades})


TREC_QRELS: Final = Importer(
    what="TREC judgements, and those of BEIR (evaluate takes them with --qrels)",
    recognises=_recognises_qrels,
    fields={"query": "id", "documents": "gold_documents"},
    rows=_judgements,
)


def _recognises_run(seen: Glimpse) -> str | None:
    columns = _columns(seen)
    if len(columns) >= 6 and columns[1].upper() == b"Q0" and _is_number(columns[4]):
        return "has six columns, the second Q0, the fifth a score"
    return None


def _run(path: str) -> Iterator[Raw]:
    """Yield the documents of each query in trec_eval's order: by score, then by document, last first."""
    queries: dict[str, dict[str, tuple[float, int]]] = {}
    with closing(open_source(path)) as source:
        for line, query, document, score in _results(source):
            _, first = queries.setdefault(query, {}).setdefault(document, (score, line))
            if first != line:
                raise SchemaError(
                    f"{source.name}, line {line}: document {document!r} stands twice in the results of query "
                    f"{query!r}, first in line {first}; keep the line that counts"
                )
    for number, (query, documents) in enumerate(queries.items(), 1):
        best = sorted(documents.items(), key=lambda each: (each[1][0], each[0].encode()), reverse=True)
        entries = [{"document_id": name, "score": score} for name, (score, _) in best]
        yield Raw(f"{path}, query {number}", {"query": query, "documents": entries})


def _results(source: Source) -> Iterator[tuple[int, str, str, float]]:
    for number, line in source.lines():
        columns = _text(line, f"{source.name}, line {number}").split()
        where = f"{source.name}, line {number}"
        if len(columns) < 6:
            raise SchemaError(f"{where}: has {len(columns)} columns, a run has six")
        if not _is_number(columns[4].encode()):
            raise SchemaError(f"{where}: the score is no finite number: {columns[4]!r}")
        yield number, columns[0], columns[2], float(columns[4])


TREC_RUN: Final = Importer(
    what="TREC runs, as traces (evaluate takes them with --run)",
    recognises=_recognises_run,
    fields={"query": "id", "documents": "retrieved"},
    rows=_run,
    holds_traces=True,
    ties=TIES_OF_TREC_EVAL,
)
