"""Judges by their names: what is sent to other processes, which make the judges there."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from ragtriage.evaluation.judging import Judges
from ragtriage.llm.backoff import Pace
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.spending import Allowance, Limits
from ragtriage.llm.streak import FailureCount
from ragtriage.verdicts.asked.making import Workshop

__all__ = ["NamedJudges"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedJudges:
    """Makes the judges that are named.

    Args:
        names: Such as `support=openai:MODEL`.
        endpoint: Whom to ask.
        cache: The folder of the cache, which whoever judges must reach; None for none.
        votes: How many judgements a case gets.
        seed: Of requests and of the order of chunks.
        prompt_directory: Where prompts of one's own are.
        limits: When to stop asking.
        pace: Shared by all who ask; None: nobody else does.
        allowance: The limits, shared by all who ask; None: nobody else does.
        failure_count: Of failures in a row, shared by all who ask; None: nobody else does.
        modules: A folder where modules of one's own may be, beside the usual ones.
    """

    names: tuple[str, ...] = ()
    endpoint: Endpoint = field(default_factory=Endpoint)
    cache: Path | None = None
    votes: int = 1
    seed: int = 0
    prompt_directory: str | None = None
    limits: Limits = field(default_factory=Limits)
    pace: Pace | None = None
    allowance: Allowance | None = None
    failure_count: FailureCount | None = None
    modules: str | None = None

    def __call__(self) -> Judges:
        """Make them.

        Raises:
            ConfigError: A name is in another form, or there is no such stage, module or attribute.
            MissingExtraError: What one needs is not installed.
        """
        if self.modules is not None and self.modules not in sys.path:
            sys.path.append(self.modules)
        workshop = Workshop(
            endpoint=self.endpoint,
            cache=self.cache,
            votes=self.votes,
            seed=self.seed,
            prompt_directory=self.prompt_directory,
            limits=self.limits,
            pace=self.pace,
            allowance=self.allowance,
            failure_count=self.failure_count,
        )
        return Judges.of([workshop.any_judge(name) for name in self.names])

    @property
    def use_a_model_here(self) -> bool:
        """Whether one of them computes with a model itself, for which a GPU is worth having."""
        return any(name.partition("=")[2].startswith("similarity:") for name in self.names)
