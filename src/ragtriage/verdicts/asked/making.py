"""Making judges from what names them: `openai:MODEL`, `similarity:MODEL@0.8`, or `module:attribute`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from ragtriage.errors import ConfigError
from ragtriage.llm.asking import Asker
from ragtriage.llm.backoff import Pace
from ragtriage.llm.client import Client
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.spending import Allowance, Limits
from ragtriage.llm.streak import FailureCount
from ragtriage.model import RELEVANCE, Stage
from ragtriage.registry import find_own, suggestion
from ragtriage.verdicts.judge import AnyJudge, Judge, RelevanceJudge

if TYPE_CHECKING:
    from ragtriage.verdicts.asked.panel import Form, Panel

__all__ = ["Workshop"]

_MODEL: Final = "openai"
_SIMILARITY: Final = "similarity"


@dataclass
class Workshop:
    """Makes judges that share a cache, the limits, and for each model one client.

    Args:
        endpoint: Whom to ask; the model is that of each judge.
        cache: The folder of the cache; None for none.
        limits: When to stop asking.
        votes: How many judgements a case gets.
        seed: Of requests and of the order of chunks.
        prompt_directory: Where prompts of one's own are.
        is_dry: Ask nothing.
        watch: Is told after every reply.
        pace: Shared with whoever else asks the endpoint, in other processes too; None: nobody does.
        allowance: The limits, where they are shared with whoever else asks.
        failure_count: The failures in a row, where they are counted together with whoever else asks.
    """

    endpoint: Endpoint = field(default_factory=Endpoint)
    cache: Path | None = None
    limits: Limits = field(default_factory=Limits)
    votes: int = 1
    seed: int = 0
    prompt_directory: str | None = None
    is_dry: bool = False
    watch: Callable[[Asker], None] = lambda _: None
    pace: Pace | None = None
    allowance: Allowance | None = None
    failure_count: FailureCount | None = None
    askers: dict[str, Asker] = field(default_factory=dict[str, Asker])  # by model

    def any_judge(self, named: str) -> AnyJudge:
        """Return the judge that is named; beside the stages, `relevance` may be judged.

        Raises:
            ConfigError: As `judge`.
            MissingExtraError: What it needs is not installed.
        """
        stage, _, what = named.partition("=")
        kind, _, name = what.partition(":")
        return (
            self._judging_relevance(kind, name) if stage == RELEVANCE and kind and name else self.judge(named)
        )

    def judge(self, named: str) -> Judge:
        """Return the judge that is named: `STAGE=openai:MODEL` or `STAGE=module:attribute`.

        Raises:
            ConfigError: The name is in another form, or there is no such stage, module or attribute.
            MissingExtraError: What it needs is not installed.
        """
        stage, equals, what = named.partition("=")
        kind, colon, name = what.partition(":")
        if not equals or not colon or not kind or not name:
            raise ConfigError(f"a judge is named STAGE=openai:MODEL or STAGE=module:attribute, not {named!r}")
        stages = [*(known.value for known in Stage), RELEVANCE]
        if stage not in stages:
            raise ConfigError(f"unknown stage {stage!r}; {suggestion(stage, stages)}")
        if kind == _MODEL:
            return self._asking(Stage(stage), name)
        if kind == _SIMILARITY:
            return _similar(Stage(stage), name)
        return cast("Judge", _own(stage, kind, name))

    def _asking(self, stage: Stage, model: str) -> Judge:
        """Return the judge of a stage that asks a model."""
        from ragtriage.verdicts.asked import answer, evidence, support  # noqa: PLC0415 - need large tables

        match stage:
            case Stage.EVIDENCE:
                return evidence.EvidenceAsked(self._panel(model, evidence.FORMS))
            case Stage.ANSWER:
                return answer.AnswerAsked(self._panel(model, answer.FORMS))
            case Stage.SUPPORT:
                return support.SupportAsked(self._panel(model, support.FORMS))
            case Stage.RETRIEVAL:
                raise ConfigError("no model judges retrieval: gold ids decide it")

    def _panel(self, model: str, forms: tuple[Form, ...]) -> Panel:
        """Return what asks a model the questions of one stage."""
        from ragtriage.verdicts.asked.panel import Panel  # noqa: PLC0415 - as above

        return Panel(
            self.asker(model),
            forms,
            votes=self.votes,
            seed=self.seed,
            prompt_directory=self.prompt_directory,
        )

    def _judging_relevance(self, kind: str, name: str) -> RelevanceJudge:
        """Return the judge that says which retrieved texts matter.

        Raises:
            ConfigError: A similarity is to judge that.
        """
        from ragtriage.verdicts.asked import relevance  # noqa: PLC0415 - needs large tables

        if kind == _SIMILARITY:
            raise ConfigError(f"a similarity judges answers, not {RELEVANCE}")
        if kind != _MODEL:
            return cast("RelevanceJudge", _own(RELEVANCE, kind, name))
        return relevance.RelevanceAsked(self._panel(name, relevance.FORMS))

    def asker(self, model: str) -> Asker:
        """Return what asks a model; all judges of one model share it."""
        if model not in self.askers:
            endpoint = replace(self.endpoint, model=model)
            self.askers[model] = Asker(
                endpoint,
                cache=self.cache,
                limits=self.limits,
                is_dry=self.is_dry,
                watch=self.watch,
                connect=None if self.pace is None else partial(Client, endpoint, pace=self.pace),
                allowance=self.allowance,
                failure_count=self.failure_count,
            )
        return self.askers[model]


def _similar(stage: Stage, named: str) -> Judge:
    """Return the judge of answers that compares them by a model's score.

    Raises:
        ConfigError: There is no threshold, or another stage is to be judged.
        MissingExtraError: `sentence-transformers` is not installed.
    """
    from ragtriage.text.similarity import Similarity  # noqa: PLC0415 - behind an extra
    from ragtriage.verdicts.asked.similar import AnswerSimilar  # noqa: PLC0415 - needs large tables

    if stage is not Stage.ANSWER:
        raise ConfigError(f"a similarity judges answers, not {stage}")
    model, at, threshold = named.rpartition("@")
    try:
        least = float(threshold)
    except ValueError:
        at, least = "", 0.0
    if not at or not model or not -1 <= least <= 1:
        raise ConfigError(f"a similarity is named similarity:MODEL@0.8, with a threshold, not {named!r}")
    return AnswerSimilar(Similarity(model), model, least)


def _own(stage: str, module: str, attribute: str) -> object:
    """Import a judge of one's own.

    Raises:
        ConfigError: There is none of that name, or it judges something else.
    """
    found = find_own(module, attribute)
    made = found() if isinstance(found, type) else found
    if not callable(made):
        raise ConfigError(f"{module}:{attribute} is no judge: it cannot be called with a batch")
    judged = getattr(made, "stage", None)
    if judged != stage:
        raise ConfigError(f"{module}:{attribute} is no judge of {stage}: its `stage` is {judged!r}")
    return made
