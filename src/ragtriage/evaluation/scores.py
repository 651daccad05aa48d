"""Scores of answers: how much of an expected answer the words or characters of the given one share.

Scores, never verdicts: they call 1.5 and 15 equal, and 翌月10日 two thirds of 翌月5日.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import numpy as np
from msgspec import UnsetType

from ragtriage.batch import Batch
from ragtriage.metrics.rankings import Floats
from ragtriage.model import RELEVANCE, UNSET, RankedTrace
from ragtriage.text.scores import char_f1, token_f1

__all__ = ["ANSWER_SCORES", "PLAIN_NAMES", "answer_scores"]

ANSWER_SCORES: Final[Mapping[str, Callable[[str, Sequence[str]], float]]] = {
    "token_f1": token_f1,
    "char_f1": char_f1,
}

# Names of scores that no ranking metric has, and that are never cut.
PLAIN_NAMES: Final = frozenset({*ANSWER_SCORES, RELEVANCE})


def answer_scores(batch: Batch, names: Sequence[str]) -> dict[str, Floats]:
    """Return each score (n,) of a batch; NaN where no answer was recorded or none is expected."""
    if not any(not isinstance(trace, RankedTrace) and trace.answer is not UNSET for trace in batch.traces):
        return {name: np.full(len(batch), math.nan) for name in names}
    if not names:
        return {}
    scores = [ANSWER_SCORES[name] for name in names]
    undefined, equal = [math.nan] * len(names), [1.0] * len(names)
    rows: list[list[float]] = []
    for case, trace in zip(batch.cases, batch.traces, strict=True):
        answer = UNSET if isinstance(trace, RankedTrace) else trace.answer
        if isinstance(answer, UnsetType) or not case.expected_answers:
            rows.append(undefined)
        elif answer in case.expected_answers:
            rows.append(equal)  # of equal texts, whatever is left of them when they are compared
        else:
            expected = [each if isinstance(each, str) else " ".join(each) for each in case.expected_answers]
            rows.append([score(answer or "", expected) for score in scores])
    return dict(zip(names, np.array(rows, dtype=np.float64).T, strict=True))
