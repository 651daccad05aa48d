"""Answers, asked: where strings differ but a paraphrase would look the same, a model compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from ragtriage.batch import Batch
from ragtriage.llm.blocks import Data
from ragtriage.llm.messages import Request
from ragtriage.llm.questions import Accepted, Question
from ragtriage.llm.replies import Object
from ragtriage.model import (
    AnswerDetail,
    Case,
    Cause,
    Outcome,
    Place,
    Stage,
    Trace,
    UnusableDetail,
    Verdict,
)
from ragtriage.verdicts.answer import judge_answer
from ragtriage.verdicts.asked.flaws import Flaw, complaints, doubts, not_found, value_flaw
from ragtriage.verdicts.asked.forms import Filled, fill, schema_of, within
from ragtriage.verdicts.asked.panel import Form, Panel, Taken, Vote
from ragtriage.verdicts.asked.quotes import quoted
from ragtriage.verdicts.asked.reasons import speaks_against
from ragtriage.verdicts.asked.shown import expected_items, language_of, numbered

__all__ = ["FORMS", "AnswerAsked", "is_open"]

_EQUIVALENT: Final = "equivalent"
_DIFFERENT: Final = "different"
_UNCLEAR: Final = "unclear"


class _Reply(Filled, frozen=True):
    """What a model says of an answer."""

    reason: str
    expected: int  # the number of the right answer that is given, from 1; 0: of none
    stretch: str
    verdict: Literal["equivalent", "different", "unclear"]


_ANSWER: Final = Form("answer", schema_of(_Reply))

FORMS: Final = (_ANSWER,)


class _Found(NamedTuple):
    """What a reply says, as far as it is believed."""

    verdict: str
    reason: str
    expected: int = 0  # the number of the right answer that is given, from 1
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class AnswerAsked:
    """Judges answers: by strings where they are certain, else by asking a model."""

    panel: Panel

    @property
    def stage(self) -> Stage:
        """Answer."""
        return Stage.ANSWER

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""

        def strings(place: int) -> Verdict:
            case, trace = batch.cases[place], batch.traces[place]
            is_abstained = batch.abstained[place]
            return judge_answer(case, trace, batch.settings, is_abstained=is_abstained, is_followed=True)

        async def work(place: int, verdict: Verdict, taken: Taken) -> Verdict:
            case, trace = batch.cases[place], batch.traces[place]
            if not isinstance(trace, Trace) or not isinstance(trace.answer, str):
                return verdict
            answer = trace.answer
            return await self.panel.vote(lambda vote: self._vote(case, answer, vote), taken)

        return await self.panel.judge(
            batch, Verdict, strings=strings, is_open=lambda _, verdict: is_open(verdict), work=work
        )

    async def _vote(self, case: Case, answer: str, vote: Vote) -> Verdict:
        """Return one judgement."""
        expected = vote.shuffled(expected_items(case), case.id)
        blocks: dict[str, Data] = {
            "question": {"question": case.question},
            "answers": {
                "right_answers": numbered(["; ".join(items) for items in expected], "expected", "text")
            },
            "answer": {"answer": answer},
        }

        def accept(found: Object) -> Accepted[_Found]:
            return _read(found, expected, answer)

        def question(request: Request) -> Question[_Found]:
            return Question(request, accept, _Found(_UNCLEAR, ""), vote.number)

        answered = await self.panel.ask(
            _ANSWER.prompt, blocks, question, language=language_of(case, case.question), vote=vote
        )
        found = answered.value
        if found is None or not answered.is_asked or answered.reason is not None:
            verdict = self.panel.unjudged(answered, self._method)
            raw = answered.raw_replies
            return replace(verdict, detail=UnusableDetail(raw_replies=raw)) if raw else verdict
        outcome, cause = _OUTCOMES[found.verdict]
        if outcome is not Outcome.PASS:
            reason = found.reason or found.verdict
            return Verdict(
                outcome=outcome, method=self._method, reason=reason, cause=cause, detail=AnswerDetail()
            )
        items = expected[found.expected - 1]
        detail = AnswerDetail(expected=items[0] if len(items) == 1 else items, place=found.place)
        return Verdict(outcome=outcome, method=self._method, detail=detail)

    @property
    def _method(self) -> str:
        return f"same meaning, words and values checked, by {self.panel.name}"


_OUTCOMES: Final = {
    _EQUIVALENT: (Outcome.PASS, None),
    _DIFFERENT: (Outcome.FAIL, None),
    _UNCLEAR: (Outcome.UNKNOWN, Cause.NOT_JUDGED),
}


def is_open(verdict: Verdict) -> bool:
    """Whether strings left it to a model: they differ, or what they say is only likely."""
    if verdict.outcome is Outcome.UNKNOWN:
        return verdict.cause is Cause.NOT_JUDGED
    return not verdict.certain


def _read(found: Object, expected: Sequence[tuple[str, ...]], answer: str) -> Accepted[_Found]:
    """Read a reply.

    Raises:
        ReplyError: It is not in the agreed form.
    """
    numbers = (0, len(expected))
    said = fill(found, _Reply, expected=numbers)
    reason, stretch, verdict = said.reason.strip(), said.stretch.strip(), said.verdict
    number = within("expected", said.expected, numbers)
    place: Place | None = None
    flaw: Flaw | None = None
    if verdict != _UNCLEAR and speaks_against(reason, is_positive=verdict == _EQUIVALENT):
        flaw = Flaw(f"the reason speaks against the verdict {verdict!r}")
    elif verdict != _EQUIVALENT:
        return Accepted(_Found(verdict, reason))
    elif not number:
        flaw = Flaw("`equivalent` needs the number of a right answer")
    elif (words := quoted(stretch, answer, may_be_short=True)) is None:
        told = "the stretch is not a statement of the answer"
        flaw = not_found(told, stretch, answer, may_be_short=True)
    else:
        right = " ".join(expected[number - 1])
        place = Place(chunk=0, start=words.span.start, end=words.span.end)
        flaw = value_flaw(right, (words.shown,), (answer,), pointed_at="stretch", giver="right answer")
    if flaw is None:
        return Accepted(_Found(verdict, reason, number, place))
    return Accepted(_Found(_UNCLEAR, flaw.told), complaints((flaw,)), doubts((flaw,)))
