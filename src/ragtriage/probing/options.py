"""How a probe is made: which conditions, how many answers, of which cases, and at what cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ragtriage.errors import ConfigError
from ragtriage.llm.asking import Asker
from ragtriage.llm.spending import Limits
from ragtriage.model.probing import Arm
from ragtriage.probing.arms import DEFAULT_ARMS
from ragtriage.registry import find
from ragtriage.verdicts.judge import Judge

__all__ = ["ALL", "FAILED", "MOST_SAMPLES", "Options", "arms_named"]

# Which cases, beside ids.
ALL: Final = "all"
FAILED: Final = "failed"

# Of each prompt: a rate is known to three hundredths by then, and a slip of the finger costs no fortune.
MOST_SAMPLES: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a probe is made.

    Args:
        arms: The conditions to ask under.
        samples: How many answers to ask for, of each prompt.
        cases: `all`, `failed`, or ids.
        corpus: A file of texts by id.
        judges: Of answers, in the place of the one that compares strings.
        patterns: A file of more patterns of refusals.
        with_texts: Keep the answers.
        cache: The folder of the cache; None for none.
        limits: When to stop asking.
        watch: Is told after every reply.
    """

    arms: tuple[Arm, ...] = DEFAULT_ARMS
    samples: int = 1
    cases: str | tuple[str, ...] = ALL
    corpus: str | None = None
    judges: Sequence[Judge] = ()
    patterns: str | None = None
    with_texts: bool = True
    cache: Path | None = None
    limits: Limits = field(default_factory=Limits)
    watch: Callable[[Asker], None] = lambda _: None

    def __post_init__(self) -> None:
        if not 1 <= self.samples <= MOST_SAMPLES:
            raise ConfigError(f"samples must be from 1 to {MOST_SAMPLES:,}: {self.samples}")


def arms_named(names: Sequence[str]) -> tuple[Arm, ...]:
    """Return the conditions of these names; of none, all but the one that costs most.

    Raises:
        ConfigError: There is none of a name.

    Example:
        >>> [arm.value for arm in arms_named(["gold", "closed_book"])]
        ['closed_book', 'gold']
    """
    if not names:
        return DEFAULT_ARMS
    known = {arm.value: arm for arm in Arm}
    wanted = {find(known, name, "condition") for name in names}
    return tuple(arm for arm in Arm if arm in wanted)
