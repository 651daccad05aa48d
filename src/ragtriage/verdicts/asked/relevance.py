"""Relevance, asked: the share of the retrieved texts that matter to the question, each shown by its words.

A blank text does not matter, and needs nobody to say so. The right answers are not shown: what helps is
judged by the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ragtriage.batch import Batch
from ragtriage.errors import ReplyError
from ragtriage.llm.blocks import Data
from ragtriage.llm.concurrency import each
from ragtriage.llm.messages import Request
from ragtriage.llm.questions import Accepted, Answered, Question
from ragtriage.llm.replies import Object
from ragtriage.model import (
    RELEVANCE,
    Case,
    Cause,
    RankedTrace,
    Relevance,
    TextRelevance,
    Trace,
    are_ids,
)
from ragtriage.text.chunks import Chunk
from ragtriage.verdicts.asked.forms import Filled, fill, schema_of, within
from ragtriage.verdicts.asked.panel import Form, Panel, Taken, Vote
from ragtriage.verdicts.asked.quotes import may_stand, quoted
from ragtriage.verdicts.asked.reasons import speaks_against
from ragtriage.verdicts.asked.shown import language_of, texts

__all__ = ["FORMS", "RelevanceAsked"]


class _Entry(Filled, frozen=True):
    """What a model says of one text."""

    chunk: int  # its number, from 1
    reason: str
    quote: str
    relevant: bool


class _Reply(Filled, frozen=True):
    """What a model says of all of them, in order."""

    chunks: list[_Entry]


_RELEVANCE: Final = Form("relevance", schema_of(_Reply))

FORMS: Final = (_RELEVANCE,)

_METHOD: Final = "retrieved texts"
_TOKENS_A_TEXT: Final = 60
_SHOWN: Final = 80

# What a reply says of each text it was shown, by its place in the list; None where it is not believed.
_Said = dict[int, TextRelevance | None]


@dataclass(frozen=True, slots=True)
class RelevanceAsked:
    """Judges which of the retrieved texts matter, by asking a model about those that hold something."""

    panel: Panel

    @property
    def stage(self) -> str:
        """Beside the stages: `relevance`."""
        return RELEVANCE

    async def __call__(self, batch: Batch) -> list[Relevance]:
        """Judge the batch."""

        def strings(place: int) -> Relevance:
            return _without_asking(batch.cases[place], batch.traces[place], batch.settings.k)

        async def work(place: int, _: Relevance, taken: Taken) -> Relevance:
            case, trace = batch.cases[place], batch.traces[place]
            return await self._judge(case, _Listed.of(trace, batch.settings.k), taken)

        return await self.panel.judge(
            batch,
            Relevance,
            strings=strings,
            is_open=lambda _, known: known.cause is Cause.NOT_JUDGED,
            work=work,
        )

    async def _judge(self, case: Case, listed: _Listed, taken: Taken) -> Relevance:
        """Ask about the texts that are not blank, as often as there are votes."""
        chunks = [Chunk(place, said) for place, said in listed.texts if said.strip()]
        votes = [Vote(number, self.panel.seed, taken) for number in range(self.panel.votes)]
        done = await each(votes, lambda vote: self._vote(case, chunks, vote), limit=len(votes))
        answered = [one for one in done if one is not None]
        unusable = next((one for one in answered if one.value is None or not one.is_asked), None)
        if unusable is not None:
            verdict = self.panel.unjudged(unusable, self._method)
            return Relevance(
                score=None,
                method=self._method,
                reason=verdict.reason,
                cause=verdict.cause,
                raw_replies=unusable.raw_replies,
            )
        said = [one.value for one in answered if one.value is not None]
        doubted = next((one for one in answered if one.reason is not None), None)
        return self._together(listed, said, doubted, taken)

    async def _vote(self, case: Case, chunks: Sequence[Chunk], vote: Vote) -> Answered[_Said]:
        """Return one judgement of every text."""
        shown = vote.shuffled(chunks, case.id)
        blocks: dict[str, Data] = {"question": {"question": case.question}, "texts": texts(shown)}

        def accept(found: Object) -> Accepted[_Said]:
            return _read(found, shown)

        def question(request: Request) -> Question[_Said]:
            return Question(
                request, accept, {}, vote.number, expected_tokens=_TOKENS_A_TEXT * max(1, len(shown))
            )

        return await self.panel.ask(
            _RELEVANCE.prompt, blocks, question, language=language_of(case, case.question), vote=vote
        )

    def _together(
        self, listed: _Listed, said: Sequence[_Said], doubted: Answered[_Said] | None, taken: Taken
    ) -> Relevance:
        """Say what the votes give, text by text."""
        judged: list[TextRelevance] = []
        unknown: list[int] = []
        for place, body in listed.texts:
            if not body.strip():
                judged.append(TextRelevance(text=place, matters=False, reason="it is blank"))
                continue
            votes = [one.get(place) for one in said]
            believed = [one for one in votes if one is not None]
            taken.is_split |= len({one.matters for one in believed}) > 1
            ayes, noes = (sum(one.matters is wanted for one in believed) for wanted in (True, False))
            if 2 * max(ayes, noes) <= len(votes):
                unknown.append(place + 1)
            else:
                judged.append(next(one for one in believed if one.matters is (ayes > noes)))
        if unknown:
            numbers = ", ".join(map(str, unknown))
            why = "no majority" if doubted is None else doubted.reason
            if doubted is None and any(one.get(number - 1) is None for one in said for number in unknown):
                why = "what is quoted stands there but for a value, which may be the same in another form"
            return Relevance(
                score=None,
                method=self._method,
                reason=f"it is not known of text {numbers}: {why}",
                cause=Cause.NOT_JUDGED if doubted is None else Cause.JUDGE_FAILED,
                texts=tuple(judged),
                raw_replies=() if doubted is None else doubted.raw_replies,
            )
        return _scored(listed, judged, self._method)

    @property
    def _method(self) -> str:
        votes = f", {self.panel.votes} votes" if self.panel.votes > 1 else ""
        return f"share of the texts that matter, quotes checked, by {self.panel.name}{votes}"


@dataclass(frozen=True, slots=True)
class _Listed:
    """The texts of what was retrieved, up to the cutoff; of the context where nothing else was recorded."""

    texts: tuple[tuple[int, str], ...]  # each with its place in the list, 0-based
    unrecorded: int = 0  # entries without a text

    @classmethod
    def of(cls, trace: Trace | RankedTrace, k: int | None) -> _Listed:
        """Return the texts of a trace."""
        if isinstance(trace, RankedTrace):
            return cls((), trace.retrieved_count)
        entries = trace.retrieved
        if entries is None:
            return cls(tuple(enumerate(trace.context or ())))
        entries = entries if k is None else entries[:k]
        if entries and are_ids(entries):
            return cls((), len(entries))
        found = [None if isinstance(entry, str) else entry.text for entry in entries]
        return cls(
            tuple((place, said) for place, said in enumerate(found) if said is not None), found.count(None)
        )


def _without_asking(case: Case, trace: Trace | RankedTrace, k: int | None) -> Relevance:
    """Return what is known without a model; NOT_JUDGED where somebody must be asked."""
    listed = _Listed.of(trace, k)
    if not case.answerable:
        reason, cause = "no text can answer an unanswerable question", Cause.NOT_APPLICABLE
    elif not listed.texts and (listed.unrecorded or _is_unrecorded(trace)):
        reason, cause = "the texts that were retrieved were not recorded", Cause.NOT_RECORDED
    elif not listed.texts:
        reason, cause = "nothing was retrieved", Cause.NOT_APPLICABLE
    elif all(not said.strip() for _, said in listed.texts):
        blank = [TextRelevance(text=place, matters=False, reason="it is blank") for place, _ in listed.texts]
        return _scored(listed, blank, _METHOD)
    else:
        reason, cause = "only a model could tell", Cause.NOT_JUDGED
    return Relevance(score=None, method=_METHOD, reason=reason, cause=cause)


def _is_unrecorded(trace: Trace | RankedTrace) -> bool:
    return isinstance(trace, RankedTrace) or (trace.retrieved is None and trace.context is None)


def _scored(listed: _Listed, judged: Sequence[TextRelevance], method: str) -> Relevance:
    """Return the share of the texts that matter; entries without a text are in neither number."""
    reason = f"{listed.unrecorded} of the texts were not recorded" if listed.unrecorded else None
    score = sum(one.matters for one in judged) / len(judged)
    return Relevance(score=score, method=method, reason=reason, texts=tuple(judged))


def _read(found: Object, shown: Sequence[Chunk]) -> Accepted[_Said]:
    """Read a reply: one entry for each text, in order.

    Raises:
        ReplyError: There are more or fewer, or one is not in the agreed form.
    """
    numbers = (1, len(shown))
    entries = fill(found, _Reply, chunk=numbers).chunks
    if len(entries) != len(shown):
        raise ReplyError(f"{len(entries)} entries were given for {len(shown)} texts")
    said: _Said = {}
    complaints: list[str] = []
    for number, (chunk, entry) in enumerate(zip(shown, entries, strict=True), 1):
        if within("chunk", entry.chunk, numbers) != number:
            raise ReplyError("the entries must be in the order of the texts")
        reason, quote, matters = entry.reason.strip(), entry.quote.strip(), entry.relevant
        words = quoted(quote, chunk.text) if matters else None
        if matters and words is None:
            said[chunk.position] = None
            if not may_stand(quote, chunk.text):
                complaints.append(f"text {number}: the quote does not stand in it: {quote[:_SHOWN]!r}")
        elif matters and speaks_against(reason, is_positive=True):
            complaints.append(f"text {number}: the reason speaks against `relevant`")
            said[chunk.position] = None
        else:
            said[chunk.position] = TextRelevance(
                text=chunk.position,
                matters=matters,
                place=None if words is None else words.place(chunk),
                reason=reason or None,
            )
    return Accepted(said, tuple(complaints))
