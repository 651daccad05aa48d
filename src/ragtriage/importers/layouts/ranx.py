"""ranx: judgements and runs as JSON, scores by document by query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import PurePath
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping
from ragtriage.importers.shapes import Raw, Shape, document
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["RANX_QRELS", "RANX_RUN"]

_LOOKED_AT: Final = 20  # queries


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
    name = PurePath(seen.name).name.lower()
    if "qrel" in name or "run" in name:
        return "qrel" not in name
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
    for number, (query, scores) in enumerate(cast("Mapping[str, object]", top).items(), 1):
        yield Raw(f"{path}, query {number}", {"query": query, "documents": scores})


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
)
