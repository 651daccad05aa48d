"""What the evaluators that score a model's replies share: statements, scores, and rows that failed."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from ragtriage.errors import ReplyError
from ragtriage.evaluators._component import Parameters
from ragtriage.evaluators._rows import Inputs, Row
from ragtriage.evaluators._scores import score_types, scored
from ragtriage.llm.replies import Object

__all__ = ["judged_outputs", "judged_types", "statements_of"]

_LOGGER: Final = logging.getLogger(__name__)


def judged_types(*, interval: bool) -> Parameters:
    """Return names and types of the outputs."""
    meta: Any = list[dict[str, Any]] | None
    types = score_types(list[float], interval=interval)
    return {**types, "results": list[dict[str, Any]], "meta": meta}


def judged_outputs(
    rows: Sequence[Inputs],
    judged: Sequence[Row | None],
    meta: list[Parameters] | None,
    score: Callable[[Inputs, Parameters], float],
    *,
    failed: Parameters,
    interval: bool,
    is_rate: bool,
) -> Parameters:
    """Return the outputs: a failed row scores NaN, is left out of the mean, and is counted in a warning.

    Args:
        rows: The inputs of each row.
        judged: What became of each row; None where it was not begun.
        meta: What is known about the replies.
        score: Scores a result.
        failed: The keys of a result without anything in them.
        interval: Whether to add the interval.
        is_rate: Whether every score is 0 or 1.
    """
    results: list[Parameters] = []
    for inputs, row in zip(rows, judged, strict=True):
        if row is None or row.result is None:
            empty = {name: list[object](value) for name, value in failed.items()}
            results.append({**empty, "score": math.nan, "status": "error"})
        else:
            results.append({**row.result, "score": score(inputs, row.result), "status": "evaluated"})
    scores = [result["score"] for result in results]
    if skipped := sum(map(math.isnan, scores)):
        _LOGGER.warning("%d query(s) failed and were excluded from the score.", skipped)
    return {**scored(scores, interval=interval, is_rate=is_rate), "results": results, "meta": meta}


def statements_of(found: Object, key: str) -> list[str]:
    """Return the statements of a reply.

    Raises:
        ReplyError: They are no list of texts.
    """
    statements = found[key]
    if not isinstance(statements, list):
        raise ReplyError(f"{key} is no list")
    listed = cast("list[object]", statements)
    if not all(isinstance(statement, str) for statement in listed):
        raise ReplyError(f"{key} holds something else than texts")
    return cast("list[str]", listed)
