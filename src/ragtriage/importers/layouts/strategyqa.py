"""StrategyQA: yes/no questions, with the paragraphs that annotators rest each step on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["STRATEGYQA"]

_FIELDS: Final = {
    "qid": "id",
    "question": "question",
    "answer": "expected_answers",
    "evidence": "gold_documents",
}
_ANSWERS: Final = {True: ["yes", "true"], False: ["no", "false"]}


def _recognises(seen: Glimpse) -> str | None:
    return "has the fields `qid` and `decomposition`" if seen.has("qid", "decomposition") else None


def _adopt(row: Mapping[str, object]) -> Native:
    answer = row.get("answer")
    if answer is not None and not isinstance(answer, bool):
        raise BadFieldError("answer", f"expected true or false, found {shown(answer)}")
    metadata = {name: value for name, value in row.items() if name not in _FIELDS}
    if row.get("evidence") is not None:
        metadata["evidence"] = row["evidence"]
    return {
        "id": row.get("qid"),
        "question": row.get("question"),
        "expected_answers": None if answer is None else _ANSWERS[answer],
        "gold_documents": _groups(row.get("evidence")) or None,
        "metadata": metadata,
    }


def _groups(value: object) -> list[list[str]]:
    """Return a group a step: the paragraphs that any annotator names for it.

    A step for which an annotator needs no paragraph (`operation`, `no_evidence`) has no group.
    """
    annotators = [_steps(item) for item in cast("list[object]", value)] if isinstance(value, list) else []
    if value is not None and not isinstance(value, list):
        raise BadFieldError("evidence", f"expected a list, found {shown(value)}")
    if not annotators:
        return []
    groups: list[list[str]] = []
    for step in range(max(map(len, annotators))):
        named = [list(_paragraphs(steps[step])) for steps in annotators if step < len(steps)]
        if all(named):
            groups.append(list(dict.fromkeys(paragraph for each in named for paragraph in each)))
    return groups


def _steps(value: object) -> list[object]:
    if not isinstance(value, list):
        raise BadFieldError("evidence", f"expected the steps of an annotator, found {shown(value)}")
    return cast("list[object]", value)


def _paragraphs(step: object) -> Iterator[str]:
    """Yield the paragraphs of a step: they stand in a list of their own, words of it in the step's."""
    for item in cast("list[object]", step) if isinstance(step, list) else ():
        for paragraph in cast("list[object]", item) if isinstance(item, list) else ():
            yield str(paragraph)


STRATEGYQA: Final = Importer(
    what="StrategyQA: a group of gold paragraphs a step, any annotator's",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
)
