"""A panel: the same case judged once or several times by one model, and what the votes give together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from ragtriage.batch import Batch
from ragtriage.errors import ConfigError
from ragtriage.llm.asking import Asker
from ragtriage.llm.blocks import Data, enclose, mark
from ragtriage.llm.concurrency import each
from ragtriage.llm.messages import Message, Request, Role
from ragtriage.llm.prompts import load_prompt
from ragtriage.llm.questions import Answered, Question
from ragtriage.llm.spending import Spent
from ragtriage.model import Cause, Judging, Metadata, Outcome, Verdict
from ragtriage.verdicts.asked.shelf import Judgement, Shelf, Taken

__all__ = ["MOST_VOTES", "Form", "Panel", "Taken", "Vote"]

MOST_VOTES: Final = 1_000

T = TypeVar("T")
J = TypeVar("J", bound=Judgement)


class Form(NamedTuple):
    """What a kind of question looks like: the name of its prompt, and the schema of its reply."""

    prompt: str
    schema: Metadata


class Vote(NamedTuple):
    """Which judgement of a case this is."""

    number: int  # counted from 0
    seed: int
    taken: Taken

    def shuffled(self, items: Sequence[T], case: str) -> list[T]:
        """Return the items in this vote's order: the first vote has them as they come."""
        order = list(items)
        if self.number:
            # no string hash of Python's, which differs from run to run
            Random(f"{self.seed} {self.number} {case}").shuffle(order)  # noqa: S311 - an order, no secret
        return order


@dataclass
class Panel:
    """Asks the questions of one stage, and counts what that takes.

    Args:
        asker: Asks the model; several panels may share one.
        forms: The kinds of questions that are asked.
        votes: How many judgements a case gets.
        seed: Of the requests, and of the order of the chunks from the second vote on.
        prompt_directory: Where prompts of one's own are.
        most_tokens: The longest reply; a model that cannot stop is stopped.

    Raises:
        ConfigError: There are no votes or too many, or a prompt cannot be read.
    """

    asker: Asker
    forms: tuple[Form, ...]
    votes: int = 1
    seed: int = 0
    prompt_directory: str | None = None
    most_tokens: int = 4_096
    spent: Spent = field(default_factory=Spent)
    to_judge: int = 0
    failed: int = 0
    not_asked: int = 0
    split: int = 0  # cases on which the votes differed

    def __post_init__(self) -> None:
        if not 1 <= self.votes <= MOST_VOTES:
            raise ConfigError(f"votes must be from 1 to {MOST_VOTES:,}: {self.votes}")
        self._prompts = {form.prompt: load_prompt(form.prompt, self.prompt_directory) for form in self.forms}
        self._schemas = {form.prompt: form.schema for form in self.forms}

    @property
    def name(self) -> str:
        """What judges, in short."""
        return f"openai:{self.asker.endpoint.model}"

    @property
    def identity(self) -> str:
        """Everything that a verdict depends on, beside what is judged: model, prompts, schemas, votes."""
        prompts = ", ".join(f"{prompt.version} {prompt.digest[:12]}" for prompt in self._prompts.values())
        schemas = sha256(msgspec.json.encode(self._schemas, order="deterministic")).hexdigest()[:12]
        votes = f"{self.votes} vote{'s' if self.votes > 1 else ''}"
        return f"{self.name} (prompts {prompts}; schemas {schemas}; {votes}; seed {self.seed})"

    def begin(self) -> None:
        """Forget what an earlier run took."""
        self.spent = Spent()
        self.to_judge = self.failed = self.not_asked = self.split = 0

    def told(self) -> Judging:
        """Return what was judged, and what it took."""
        price, spent = self.asker.limits.price, self.spent
        return Judging(
            judge=self.identity,
            endpoint=self.asker.endpoint.place,
            to_judge=self.to_judge,
            failed=self.failed,
            not_asked=self.not_asked,
            split=self.split if self.votes > 1 else None,
            calls=spent.calls,
            prompt_tokens=spent.prompt_tokens,
            completion_tokens=spent.completion_tokens,
            cost=None if price is None else price.of(spent.prompt_tokens, spent.completion_tokens),
            unreachable=None if self.asker.is_heard or not self.failed else self.asker.unreached,
            stopped=self.asker.stopped,
        )

    async def judge(
        self,
        batch: Batch,
        kind: type[J],
        *,
        strings: Callable[[int], J],
        is_open: Callable[[int, J], bool],
        work: Callable[[int, J, Taken], Awaitable[J]],
    ) -> list[J]:
        """Return the judgements of a batch: as they are kept, as strings decide them, or as the model does.

        Strings judge a case when its turn comes, so that the first questions are under way at once.

        Args:
            batch: The cases.
            kind: What a judgement is.
            strings: Judges the case at a place without a model.
            is_open: Whether that leaves it to the model.
            work: Asks the model.
        """
        async with self.asker as asker:
            shelf = Shelf(asker, batch, self.identity, kind)
            judged: list[J | None] = [None] * len(batch)
            for place, kept in shelf.kept():
                judged[place] = kept.judgement
                if kept.taken.is_open:
                    self._count(kept.judgement, kept.taken)

            async def one(place: int) -> J:
                judgement = strings(place)
                if not is_open(place, judgement):
                    shelf.put(place, judgement, Taken(is_open=False))
                    return judgement
                taken = Taken()
                judgement = await work(place, judgement, taken)
                self._count(judgement, taken)
                if taken.is_whole:
                    shelf.put(place, judgement, taken)
                return judgement

            left = [place for place, judgement in enumerate(judged) if judgement is None]
            try:
                done = await each(left, one, limit=asker.endpoint.max_concurrency)
            finally:
                shelf.close()
        for place, judgement in zip(left, done, strict=True):
            judged[place] = judgement
        return [judgement for judgement in judged if judgement is not None]

    def _count(self, judgement: Judgement, taken: Taken) -> None:
        self.to_judge += 1
        self.failed += judgement.cause is Cause.JUDGE_FAILED
        self.split += taken.is_split
        self.spent.add(taken.spent.calls, taken.spent.prompt_tokens, taken.spent.completion_tokens)

    async def vote(self, one: Callable[[Vote], Awaitable[Verdict]], taken: Taken) -> Verdict:
        """Return what most votes say; unknown where no outcome has more than half of them."""
        votes = [Vote(number, self.seed, taken) for number in range(self.votes)]
        if len(votes) == 1:
            return await one(votes[0])
        verdicts = [verdict for verdict in await each(votes, one, limit=len(votes)) if verdict is not None]
        counts = Counter(verdict.outcome for verdict in verdicts)
        (outcome, count), *_ = counts.most_common(1)
        taken.is_split = len(counts) > 1
        told = ", ".join(f"{counts[each_one]} {each_one}" for each_one in Outcome if counts[each_one])
        method = f"{verdicts[0].method}, {len(votes)} votes ({told})"
        if 2 * count <= len(votes):
            reason = f"no majority: {told}"
            return Verdict(
                outcome=Outcome.UNKNOWN,
                method=method,
                reason=reason,
                cause=Cause.NOT_JUDGED,
                detail=verdicts[0].detail,
            )
        chosen = next(verdict for verdict in verdicts if verdict.outcome is outcome)
        return replace(chosen, method=method)

    async def ask(
        self,
        form: str,
        blocks: Mapping[str, Data],
        question: Callable[[Request], Question[T]],
        *,
        language: str,
        vote: Vote,
    ) -> Answered[T]:
        """Ask one question about some data.

        Args:
            form: The name of its prompt.
            blocks: The data, by name.
            question: Makes the question of the request.
            language: In which the model gives its reasons.
            vote: Which judgement it is for; what it takes is added to the case's.
        """
        marker = mark(blocks, self.seed)
        told = self._prompts[form].told(language=language, marker=marker)
        request = Request(
            messages=(
                Message(role=Role.SYSTEM, content=told),
                Message(role=Role.USER, content=enclose(blocks, marker)),
            ),
            is_json=True,
            schema=self._schemas[form],
            temperature=0.0,
            seed=vote.seed + vote.number,
            max_tokens=self.most_tokens,
        )
        answered = await self.asker.ask(question(request), vote.taken.spent)
        vote.taken.is_whole &= answered.is_asked and answered.reason is None
        return answered

    def unjudged(self, answered: Answered[T], method: str) -> Verdict:
        """Return the verdict where there is no answer: of a limit, or of a failure."""
        if answered.is_asked:
            reason = f"the judgement failed: {answered.reason}"
            return Verdict(outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=Cause.JUDGE_FAILED)
        self.not_asked += 1
        reason = f"not asked: {answered.reason or 'nothing is asked in a dry run'}"
        return Verdict(outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=Cause.NOT_JUDGED)
