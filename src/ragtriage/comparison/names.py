"""Names of what is compared: outcomes, metrics and scores, and which of them some evaluations share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from ragtriage.errors import ConfigError
from ragtriage.evaluation.scores import ANSWER_SCORES, PLAIN_NAMES
from ragtriage.metrics.names import parse
from ragtriage.model import Stage
from ragtriage.registry import suggestion

__all__ = ["OUTCOMES", "canonical_name", "common_names", "is_withheld", "stage_of"]

# `passed` is the diagnosis.
OUTCOMES: Final = (*(stage.value for stage in Stage), "passed")


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


def common_names(columns: Sequence[Sequence[str]], wanted: Sequence[str]) -> list[str]:
    """Return the rows to show, in the order of the baseline or in which they were named.

    Args:
        columns: Of each evaluation.
        wanted: Canonical names; all when empty.

    Raises:
        ConfigError: Some evaluation has no such metric.
    """
    common = [name for name in columns[0] if all(name in names for names in columns)]
    for name in wanted:
        if name not in common:
            raise ConfigError(
                f"not every evaluation has {name!r}; {suggestion(name, common)} "
                f"(`ragtriage rescore --metrics {name}` adds it)"
            )
    return list(wanted) or common


def is_withheld(name: str, withheld: Collection[str]) -> bool:
    """Say whether a row rests on a stage that is not compared; a metric on its own.

    >>> is_withheld("recall@5", {"retrieval"}), is_withheld("answer", {"retrieval"})
    (True, False)
    """
    if name == "passed":
        return bool(withheld)
    return (name if name in OUTCOMES else stage_of(name)) in withheld
