"""One side of a comparison: cases of an evaluation as columns, without their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ragtriage.comparison.readings import Bools
from ragtriage.evaluation.scores import ANSWER_SCORES, PLAIN_NAMES
from ragtriage.fingerprint import QUESTION_PARTS
from ragtriage.metrics.names import parse
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.model import Diagnosis, Stage

__all__ = ["DIAGNOSES", "OUTCOMES", "Side", "canonical_name", "stage_of"]

# The columns that hold outcomes; `passed` is the diagnosis.
OUTCOMES: Final = (*(stage.value for stage in Stage), "passed")
DIAGNOSES: Final = tuple(Diagnosis)


@dataclass(frozen=True, slots=True)
class Side:
    """Some cases of one evaluation: n of them in the order of its input, c columns."""

    ids: list[str]  # (n,)
    places: Ints  # (n,) among all cases of the evaluation, from 0
    names: tuple[str, ...]  # (c,) the outcomes, then the metrics
    values: Floats  # (n, c): outcomes are 1 or 0; NaN where it is not known or does not apply
    unknown: Bools  # (n, 5): outcomes that apply and are not known
    diagnoses: NDArray[np.uint8]  # (n,) places in DIAGNOSES
    digests: NDArray[np.uint64]  # (n, 5) of each part that goes by question; 0: not recorded

    def __len__(self) -> int:
        """Return n."""
        return len(self.ids)

    def column(self, name: str) -> Floats:
        """Return the values of an outcome or a metric, (n,)."""
        return self.values[:, self.names.index(name)]

    def unknown_of(self, name: str) -> Bools:
        """Return where the value of a column applies and is not known, (n,); a metric's is its stage's."""
        if name in OUTCOMES:
            return self.unknown[:, OUTCOMES.index(name)]
        return self.unknown[:, OUTCOMES.index(stage_of(name))] & np.isnan(self.column(name))

    def digest(self, part: str) -> NDArray[np.uint64]:
        """Return the hashes of one part, (n,); 0 where it was not recorded."""
        return self.digests[:, QUESTION_PARTS.index(part)]

    def take(self, places: Ints) -> Side:
        """Return the cases at these places, in their order."""
        return Side(
            ids=[self.ids[place] for place in places.tolist()],
            places=self.places[places],
            names=self.names,
            values=self.values[places],
            unknown=self.unknown[places],
            diagnoses=self.diagnoses[places],
            digests=self.digests[places],
        )

    @classmethod
    def joined(cls, sides: Sequence[Side]) -> Side:
        """Return the cases of several stretches of one evaluation, at least one, as one."""
        if len(sides) == 1:
            return sides[0]
        return cls(
            ids=[identifier for side in sides for identifier in side.ids],
            places=np.concatenate([side.places for side in sides]),
            names=sides[0].names,
            values=np.concatenate([side.values for side in sides]),
            unknown=np.concatenate([side.unknown for side in sides]),
            diagnoses=np.concatenate([side.diagnoses for side in sides]),
            digests=np.concatenate([side.digests for side in sides]),
        )


def stage_of(metric: str) -> Stage:
    """Return the stage that a metric tells of: scores compare answers, all others ranked lists."""
    return Stage.ANSWER if metric in ANSWER_SCORES else Stage.RETRIEVAL


def canonical_name(name: str) -> str:
    """Return the name under which a column is held: `mrr` is `rr`.

    Raises:
        ConfigError: No outcome, score or metric is called so.

    >>> canonical_name("mrr@5"), canonical_name("answer")
    ('rr@5', 'answer')
    """
    return name if name in OUTCOMES or name in PLAIN_NAMES else str(parse(name))
