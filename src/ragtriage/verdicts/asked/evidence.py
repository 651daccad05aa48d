"""Evidence, asked: where no string can say it, a model points at the passages that the answer needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from ragtriage.batch import Batch
from ragtriage.errors import ReplyError
from ragtriage.llm.blocks import Data
from ragtriage.llm.messages import Request
from ragtriage.llm.questions import Accepted, Question
from ragtriage.llm.replies import Object
from ragtriage.model import (
    Case,
    Cause,
    EvidenceDetail,
    Outcome,
    Place,
    Stage,
    UnusableDetail,
    Verdict,
)
from ragtriage.text.chunks import Chunk
from ragtriage.verdicts.asked.flaws import Flaw, Weight, complaints, doubts, not_found, value_flaw
from ragtriage.verdicts.asked.forms import Filled, fill, schema_of, within
from ragtriage.verdicts.asked.panel import Form, Panel, Taken, Vote
from ragtriage.verdicts.asked.quotes import quoted
from ragtriage.verdicts.asked.reasons import speaks_against
from ragtriage.verdicts.asked.shown import expected_items, language_of, texts
from ragtriage.verdicts.evidence import judge_evidence
from ragtriage.verdicts.seen import Seen, seen

__all__ = ["FORMS", "EvidenceAsked"]

_CONTAINED: Final = "contained"
_MISSING: Final = "missing"
_UNCLEAR: Final = "unclear"


class _Quote(Filled, frozen=True):
    """Words that are pointed at."""

    chunk: int  # the number of the text they stand in, from 1
    quote: str


class _Reply(Filled, frozen=True):
    """What a model says of the texts."""

    reason: str
    quotes: list[_Quote]
    verdict: Literal["contained", "missing", "unclear"]


_EVIDENCE: Final = Form("evidence", schema_of(_Reply))

FORMS: Final = (_EVIDENCE,)


# More quotes than this are a model that cannot stop.
_MOST_QUOTES: Final = 64


class _Found(NamedTuple):
    """What a reply says, as far as it is believed."""

    verdict: str
    reason: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceAsked:
    """Judges evidence: by strings where they are certain, else by asking a model."""

    panel: Panel

    @property
    def stage(self) -> Stage:
        """Evidence."""
        return Stage.EVIDENCE

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""

        def strings(place: int) -> Verdict:
            return judge_evidence(batch.cases[place], batch.traces[place], batch.settings)

        def is_open(place: int, verdict: Verdict) -> bool:
            case = batch.cases[place]
            return _is_open(verdict, case) and seen(batch.traces[place], batch.settings.k).trace is not None

        async def work(place: int, _: Verdict, taken: Taken) -> Verdict:
            case, given = batch.cases[place], seen(batch.traces[place], batch.settings.k)
            return await self.panel.vote(lambda vote: self._vote(case, given, vote), taken)

        return await self.panel.judge(batch, Verdict, strings=strings, is_open=is_open, work=work)

    async def _vote(self, case: Case, given: Seen, vote: Vote) -> Verdict:
        """Return one judgement."""
        chunks = vote.shuffled([chunk for chunk in given.chunks() if chunk.text.strip()], case.id)
        blocks: dict[str, Data] = {"question": {"question": case.question}, "texts": texts(chunks)}
        expected = expected_items(case)
        if expected:
            blocks["answers"] = {"right_answers": ["; ".join(items) for items in expected]}

        def accept(found: Object) -> Accepted[_Found]:
            return _read(found, expected, chunks)

        def question(request: Request) -> Question[_Found]:
            return Question(request, accept, _Found(_UNCLEAR, ""), vote.number)

        answered = await self.panel.ask(
            _EVIDENCE.prompt, blocks, question, language=language_of(case, case.question), vote=vote
        )
        found = answered.value
        if found is None or not answered.is_asked or answered.reason is not None:
            verdict = self.panel.unjudged(answered, self._method)
            raw = answered.raw_replies
            return replace(verdict, detail=UnusableDetail(raw_replies=raw)) if raw else verdict
        return self._verdict(found, given)

    def _verdict(self, found: _Found, given: Seen) -> Verdict:
        """Say what a reply gives."""
        detail = EvidenceDetail(
            places=(found.places,) if found.places else (),
            is_split=len({place.chunk for place in found.places}) > 1,
        )
        reason = found.reason or found.verdict
        outcome, cause = _OUTCOMES[found.verdict]
        if outcome is Outcome.FAIL and given.unrecorded:
            outcome, cause = Outcome.UNKNOWN, Cause.NOT_RECORDED
            reason += f"; {given.unrecorded} of the texts were not recorded"
        is_passed = outcome is Outcome.PASS
        return Verdict(
            outcome=outcome,
            method=self._method,
            reason=None if is_passed else reason,
            cause=cause,
            detail=detail,
        )

    @property
    def _method(self) -> str:
        return f"passages, quotes and values checked, by {self.panel.name}"


_OUTCOMES: Final = {
    _CONTAINED: (Outcome.PASS, None),
    _MISSING: (Outcome.FAIL, None),
    _UNCLEAR: (Outcome.UNKNOWN, Cause.NOT_JUDGED),
}


def _is_open(verdict: Verdict, case: Case) -> bool:
    """Whether strings left it to a model: nothing to look for, or a search that shows nothing for certain."""
    if verdict.outcome is Outcome.UNKNOWN:
        return verdict.cause in {Cause.NOT_LABELLED, Cause.NOT_JUDGED} and case.answerable
    return not verdict.certain


def _read(found: Object, expected: Sequence[tuple[str, ...]], chunks: Sequence[Chunk]) -> Accepted[_Found]:
    """Read a reply.

    Raises:
        ReplyError: It is not in the agreed form.
    """
    numbers = (1, max(1, len(chunks)))
    said = fill(found, _Reply, chunk=numbers)
    reason, verdict = said.reason.strip(), said.verdict
    quotes: list[str] = []
    places: list[Place] = []
    flaws: list[Flaw] = []
    if len(said.quotes) > _MOST_QUOTES:
        raise ReplyError(f"{len(said.quotes)} quotes were given, of at most {_MOST_QUOTES}")
    for entry in said.quotes:
        quote, chunk = entry.quote.strip(), within("chunk", entry.chunk, numbers)
        shown = chunks[chunk - 1].text if chunks else ""
        seen_at = quoted(quote, shown)
        if seen_at is None:
            flaws.append(not_found(f"the quote does not stand in text {chunk}", quote, shown))
        else:
            quotes.append(seen_at.shown)
            places.append(seen_at.place(chunks[chunk - 1]))
    if verdict != _CONTAINED:
        if verdict == _MISSING and speaks_against(reason, is_positive=False):
            return Accepted(_Found(_UNCLEAR, reason), (f"the reason speaks against the verdict {verdict!r}",))
        # what does not stand there cannot be missed
        return Accepted(_Found(verdict, reason, tuple(places)))
    if speaks_against(reason, is_positive=True):
        flaws.append(Flaw(f"the reason speaks against the verdict {verdict!r}"))
    unsure = next((flaw for flaw in flaws if flaw.weight is Weight.OPEN), None)
    if not places and unsure is None:
        raise ReplyError(flaws[0].told if flaws else "`contained` needs a quote")
    # what an unsure quote shows of the values cannot be told
    lacking = unsure or _lacking(expected, quotes, [chunk.text for chunk in chunks])
    if lacking is not None and lacking is not unsure:
        flaws.append(lacking)
    value = _Found(verdict, reason, tuple(places))
    if lacking is not None and lacking.weight is not Weight.FAILURE:
        value = _Found(_UNCLEAR, lacking.told, tuple(places))
    return Accepted(value, complaints(flaws), doubts(flaws))


def _lacking(
    expected: Sequence[tuple[str, ...]], quotes: Sequence[str], texts_shown: Sequence[str]
) -> Flaw | None:
    """Return why the quotes do not show the values of a right answer, if they show those of none."""
    flaws = [
        value_flaw(" ".join(items), quotes, texts_shown, pointed_at="quote", giver="right answer")
        for items in expected
    ]
    if not flaws or None in flaws:
        return None
    return flaws[0]
