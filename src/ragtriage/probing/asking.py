"""Asking the generator: each prompt once for every sample, however many conditions it serves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ragtriage.errors import ConfigError
from ragtriage.llm.asking import Asker
from ragtriage.llm.concurrency import each
from ragtriage.llm.questions import Prose
from ragtriage.llm.spending import Spent
from ragtriage.probing.arms import Prepared
from ragtriage.probing.generators.generator import Generator

__all__ = ["Answers", "Given", "Prompt", "ask_all", "prompts"]


class Prompt(NamedTuple):
    """One question with some texts."""

    case: int  # its place among those that are probed
    texts: tuple[str, ...]


class Given(NamedTuple):
    """What came of asking once."""

    answer: str | None  # None where there is none; empty where the generator gave an empty one
    reason: str | None = None  # why there is none
    is_asked: bool = True


Answers: TypeAlias = dict[Prompt, list[Given]]  # a sample each


def prompts(cases: Sequence[Prepared]) -> list[Prompt]:
    """Return what has to be asked, case by case, nothing twice."""
    wanted: dict[Prompt, None] = {}
    for place, prepared in enumerate(cases):
        texts = [built.texts for built in prepared.arms.values() if built.texts is not None]
        texts += [left.texts for left in prepared.left_out]
        wanted.update((Prompt(place, given), None) for given in texts)
    return list(wanted)


async def ask_all(
    wanted: Iterable[Prompt],
    cases: Sequence[Prepared],
    generator: Generator,
    *,
    asker: Asker,
    samples: int,
    spent: Spent,
) -> Answers:
    """Ask for every sample of every prompt; what an asker knows already is not asked.

    Args:
        wanted: What to ask.
        cases: Whose questions they are.
        generator: Makes the requests.
        asker: Sends them.
        samples: How often.
        spent: What was answered, now or before, took.
    """
    asked = [(prompt, sample) for prompt in wanted for sample in range(samples)]

    async def ask(one: tuple[Prompt, int]) -> Given:
        prompt, sample = one
        question = cases[prompt.case].result.case.question
        try:
            request = generator.request(question, prompt.texts, sample)
        except ConfigError as error:  # a prompt that becomes too long is one answer less
            return Given(None, str(error))
        answered = await asker.ask(Prose(request, vote=sample), spent)
        if answered.reason is not None or not answered.is_asked:
            return Given(None, answered.reason or "nothing is asked in a dry run", answered.is_asked)
        return Given(answered.value)

    given = await each(asked, ask, limit=asker.endpoint.max_concurrency)
    answers: Answers = {}
    for (prompt, _), one in zip(asked, given, strict=True):
        answers.setdefault(prompt, []).append(one or Given(None, "not asked", is_asked=False))
    return answers
