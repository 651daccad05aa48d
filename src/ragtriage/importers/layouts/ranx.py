"""ranx: judgements and runs as JSON, scores by document by query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import PurePath
from typing import Final, NamedTuple, cast

import msgspec

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping
from ragtriage.importers.shapes import Raw, Shape, document
from ragtriage.io.entries import BadFieldError, shown
from ragtriage.io.files import name_of, open_source

__all__ = ["RANX_QRELS", "RANX_RUN", "layout_of_place"]

_LOOKED_AT: Final = 20  # queries
_LAYOUTS: Final = ("ranx-qrels", "ranx-run")
_KEY: Final = re.compile(rb'("(?:[^"\\]|\\.)*")\s*:\s*(\{?)', re.DOTALL)


def layout_of_place(layout: str, path: str, *, is_run: bool | None) -> str:
    """Return the layout of one of two files, of which the second is the run; others stay what they are.

    Both may hold nothing but whole numbers, and have any name.

    Args:
        layout: What the file was taken for, looked at by itself.
        path: The file.
        is_run: Whether it is the second; None where there is no other.

    Raises:
        SchemaError: The second is named as judgements.

    Example:
        >>> layout_of_place("ranx-qrels", "bm25.json", is_run=True)
        'ranx-run'
    """
    if is_run is None or layout not in _LAYOUTS:
        return layout
    if is_run and _named(path) == _Named(judgements=True, run=False):
        raise SchemaError(
            f"{name_of(path)}: is named as judgements, and stands where the run belongs; give the judgements "
            "first, then the run"
        )
    return _LAYOUTS[is_run]


class _Named(NamedTuple):
    """What the name of a file says that it holds."""

    judgements: bool
    run: bool


def _named(path: str) -> _Named:
    words = set(re.split(r"[^a-z]+", PurePath(path).name.lower()))
    return _Named(any("qrel" in word for word in words), not words.isdisjoint({"run", "runs"}))


def _scores(seen: Glimpse) -> list[object] | None:
    """Return some of the scores by document by query; None where the file holds something else."""
    if seen.shape is not Shape.OBJECT or not seen.top:
        return None
    scores: list[object] = []
    for value in islice(seen.top.values(), _LOOKED_AT):
        if not isinstance(value, Mapping):
            return None
        scores += cast("Mapping[str, object]", value).values()
    are_numbers = all(isinstance(score, int | float) and not isinstance(score, bool) for score in scores)
    return scores if scores and are_numbers else None


def _is_run(seen: Glimpse, scores: list[object]) -> bool:
    named = _named(seen.name)
    if any(named):
        return not named.judgements
    return not all(isinstance(score, int) for score in scores)


def _recognises_qrels(seen: Glimpse) -> str | None:
    scores = _scores(seen)
    if scores is None or _is_run(seen, scores):
        return None
    return "is one object of whole numbers by document by query"


def _recognises_run(seen: Glimpse) -> str | None:
    scores = _scores(seen)
    return "is one object of scores by document by query" if scores and _is_run(seen, scores) else None


def _rows(path: str) -> Iterator[Raw]:
    top = document(path)
    if not isinstance(top, Mapping):
        raise SchemaError(f"{path}: expected an object of queries, found {shown(top)}")
    queries = cast("Mapping[str, object]", top)
    faults = _repeated(path, queries)
    for number, (query, scores) in enumerate(queries.items(), 1):
        fault = faults.get(query)
        yield Raw(f"{path}, query {number}", fault or {"query": query, "documents": scores})


def _repeated(path: str, queries: Mapping[str, object]) -> dict[str, SchemaError]:
    """Return what is wrong with queries for which a document stands twice; a decoder has passed over it."""
    with closing(open_source(path)) as source:
        name, data = source.name, source.read()
    held = len(queries) + sum(
        len(cast("Mapping[str, object]", scores))
        for scores in queries.values()
        if isinstance(scores, Mapping)
    )
    if data.count(b'":') == held:  # nearly always: no key was passed over
        return {}
    return dict(_faults(name, data))


def _faults(name: str, data: bytes) -> Iterator[tuple[str, SchemaError]]:
    """Yield the queries of a file that stand twice, or for which a document does, each with what is wrong."""
    begun: dict[str, int] = {}  # query → its line
    lines: dict[str, int] = {}  # document of the query → its line
    query, line, end = "", 1, 0
    for key in _KEY.finditer(data):
        line, end = line + data.count(b"\n", end, key.start()), key.start()
        text = cast("str", msgspec.json.decode(key[1]))
        if key[2]:
            query, lines, known, what = text, {}, begun, f"query {text!r} stands twice"
        else:
            known, what = lines, f"document {text!r} stands twice in the results of query {query!r}"
        first = known.get(text)
        if first is not None:
            told = f"{name}, line {line}: {what}, first in line {first}; keep the one that counts"
            yield query, SchemaError(told)
        known[text] = line


def _judged(row: Mapping[str, object]) -> Native:
    return {"id": row["query"], "gold_documents": as_mapping(row["documents"], str(row["query"]))}


def _ranked(row: Mapping[str, object]) -> Native:
    """Return a run's documents, best first, equal scores in the order of the file."""
    scores = as_mapping(row["documents"], str(row["query"]))
    for name, score in scores.items():
        if isinstance(score, bool) or not isinstance(score, int | float):
            raise BadFieldError(name, f"expected a score, found {shown(score)}")
    best = sorted(scores, key=lambda name: cast("float", scores[name]), reverse=True)
    return {
        "id": row["query"],
        "retrieved": [{"document_id": name, "score": scores[name]} for name in best],
    }


RANX_QRELS: Final = Importer(
    what="ranx judgements: JSON, grades by document by query",
    recognises=_recognises_qrels,
    fields={"query": "id", "documents": "gold_documents"},
    adopt=_judged,
    rows=_rows,
)

RANX_RUN: Final = Importer(
    what="ranx runs: JSON, scores by document by query, as traces",
    recognises=_recognises_run,
    fields={"query": "id", "documents": "retrieved"},
    adopt=_ranked,
    rows=_rows,
    holds_traces=True,
    ties="that of the file",
)
