"""Support, asked: strings decide what they can, a model judges the statements that are left, by quotes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, cast

from msgspec.structs import replace

from ragtriage.batch import Batch
from ragtriage.errors import ReplyError
from ragtriage.llm.blocks import Data
from ragtriage.llm.messages import Request
from ragtriage.llm.questions import Accepted, Answered, Question
from ragtriage.llm.replies import Object
from ragtriage.model import (
    Case,
    Cause,
    Outcome,
    Stage,
    Statement,
    SupportDetail,
    Trace,
    Verdict,
)
from ragtriage.text.chunks import Chunk
from ragtriage.text.marks import strip_marks
from ragtriage.text.support import NOT_MENTIONED, SUPPORTED, UNCLEAR, is_shown
from ragtriage.verdicts.asked.decomposition import STATEMENTS, Part, decompose
from ragtriage.verdicts.asked.flaws import UNRELATED, Flaw, complaints, doubts, not_found, value_flaw
from ragtriage.verdicts.asked.forms import Filled, fill, schema_of, within
from ragtriage.verdicts.asked.panel import Form, Panel, Taken, Vote
from ragtriage.verdicts.asked.quotes import Quoted, quoted
from ragtriage.verdicts.asked.reasons import speaks_against
from ragtriage.verdicts.asked.shown import language_of, numbered, texts
from ragtriage.verdicts.asked.subjects import shares_subject
from ragtriage.verdicts.seen import Seen, seen
from ragtriage.verdicts.statements import cited_ids
from ragtriage.verdicts.support import judge_support

__all__ = ["FORMS", "SupportAsked"]

CONTRADICTED: Final = "contradicted"


class _Said(Filled, frozen=True):
    """What a model says of one statement."""

    statement: int  # its number, from 1
    reason: str
    chunk: int  # the number of the text that is quoted, from 1; 0: of none
    quote: str
    verdict: Literal["supported", "contradicted", "not_mentioned", "unclear"]


class _Reply(Filled, frozen=True):
    """What a model says of all of them, in order."""

    verdicts: list[_Said]


_SUPPORT: Final = Form("support", schema_of(_Reply))

FORMS: Final = (STATEMENTS, _SUPPORT)

# How much of a statement a reason shows.
_SHOWN: Final = 80

Judged = tuple[Statement, ...]


class _Open(NamedTuple):
    """An answer of which strings could not decide every sentence."""

    case: Case
    answer: str  # without citation and list markers
    sentences: Sequence[Statement]  # what strings say of each
    given: Seen
    chunks: Sequence[Chunk]

    @property
    def undecided(self) -> Sequence[Statement]:
        """The sentences that a model judges: those that strings do not show to be supported."""
        return [sentence for sentence in self.sentences if not is_shown(sentence)]

    @property
    def language(self) -> str:
        """In which the model answers."""
        return language_of(self.case, self.answer)


@dataclass(frozen=True, slots=True)
class SupportAsked:
    """Judges support: by strings where they are certain, else by asking a model."""

    panel: Panel

    @property
    def stage(self) -> Stage:
        """Support."""
        return Stage.SUPPORT

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""

        def strings(place: int) -> Verdict:
            case, trace = batch.cases[place], batch.traces[place]
            return judge_support(case, trace, batch.settings, is_abstained=batch.abstained[place])

        async def work(place: int, verdict: Verdict, taken: Taken) -> Verdict:
            trace = batch.traces[place]
            if not isinstance(trace, Trace):  # a run has no answer, so that nothing of it is open
                return verdict
            return await self._judge(_opened(batch.cases[place], trace, verdict, batch.settings.k), taken)

        return await self.panel.judge(
            batch, Verdict, strings=strings, is_open=lambda _, verdict: _is_open(verdict), work=work
        )

    async def _judge(self, open_: _Open, taken: Taken) -> Verdict:
        """Judge one answer."""
        undecided = [sentence.text for sentence in open_.undecided]
        parts = await decompose(self.panel, open_.answer, undecided, language=open_.language, taken=taken)
        if parts.value is None:
            verdict = self.panel.unjudged(parts, self._method)
            return _with_raw(verdict, parts.raw_replies)
        found = parts.value
        return await self.panel.vote(lambda vote: self._vote(open_, found, vote), taken)

    async def _vote(self, open_: _Open, parts: tuple[Part, ...], vote: Vote) -> Verdict:
        """Return one judgement of the statements."""
        chunks = vote.shuffled(open_.chunks, open_.case.id)
        blocks: dict[str, Data] = {
            "question": {"question": open_.case.question},
            "texts": texts(chunks),
            "statements": {"statements": numbered([part.text for part in parts], "statement", "text")},
        }

        def accept(found: Object) -> Accepted[Judged]:
            return _statements(found, parts, chunks)

        def question(request: Request) -> Question[Judged]:
            unknown = tuple(Statement(text=part.text, outcome=UNCLEAR) for part in parts)
            return Question(request, accept, unknown, vote.number, expected_tokens=80 * len(parts))

        answered = await self.panel.ask(_SUPPORT.prompt, blocks, question, language=open_.language, vote=vote)
        if answered.value is None or not answered.is_asked:
            return _with_raw(self.panel.unjudged(answered, self._method), answered.raw_replies)
        return self._together(open_, parts, answered)

    def _together(self, open_: _Open, parts: tuple[Part, ...], answered: Answered[Judged]) -> Verdict:
        """Say what the statements give together, those that strings decided in their places."""
        by_sentence: dict[int, list[Statement]] = {}
        for part, statement in zip(parts, answered.value or (), strict=True):
            by_sentence.setdefault(part.sentence, []).append(statement)
        statements: list[Statement] = []
        undecided = 0
        for sentence in open_.sentences:
            if sentence not in open_.undecided:
                statements.append(sentence)
            else:
                statements += by_sentence[undecided]
                undecided += 1
        detail = SupportDetail(statements=tuple(statements), raw_replies=answered.raw_replies)
        score = sum(statement.outcome == SUPPORTED for statement in statements) / len(statements)
        outcome, cause = _outcome(statements, open_.given, is_doubted=answered.reason is not None)
        return Verdict(
            outcome=outcome,
            score=score,
            method=self._method,
            reason=None if outcome is Outcome.PASS else _reason(statements, answered.reason),
            cause=cause,
            detail=detail,
        )

    @property
    def _method(self) -> str:
        return f"statements, quotes and values checked, by {self.panel.name}"


def _is_open(verdict: Verdict) -> bool:
    """Whether strings left it to a model: they could not tell, or only say what is likely."""
    detail = verdict.detail
    if not isinstance(detail, SupportDetail) or not detail.statements:
        return False
    if verdict.outcome is Outcome.UNKNOWN:
        return verdict.cause is Cause.NOT_JUDGED
    return not verdict.certain


def _opened(case: Case, trace: Trace, verdict: Verdict, k: int | None) -> _Open:
    given, detail = seen(trace, k), verdict.detail
    sentences = detail.statements if isinstance(detail, SupportDetail) else ()
    answer = strip_marks(trace.answer or "", cited_ids(trace))
    chunks = [chunk for chunk in given.chunks() if chunk.text.strip()]
    return _Open(case, answer, sentences, given, chunks)


def _statements(found: Object, parts: Sequence[Part], chunks: Sequence[Chunk]) -> Accepted[Judged]:
    """Read the verdicts of a reply: one for each statement, in order.

    Raises:
        ReplyError: There are more or fewer, or one is not in the agreed form.
    """
    statements, texts_shown = (1, len(parts)), (0, len(chunks))
    listed = found.get("verdicts")
    n = len(cast("list[object]", listed)) if isinstance(listed, list) else len(parts)
    if n != len(parts):  # said first: of thousands of verdicts no single one is worth a word
        raise ReplyError(f"{n} verdicts were given for {len(parts)} statements")
    verdicts = fill(found, _Reply, statement=statements, chunk=texts_shown).verdicts
    judged: list[Statement] = []
    flaws: list[Flaw] = []
    for number, (part, said) in enumerate(zip(parts, verdicts, strict=True), 1):
        if within("statement", said.statement, statements) != number:
            raise ReplyError("the verdicts must be in the order of the statements")
        outcome, reason, quote = said.verdict, said.reason.strip(), said.quote.strip()
        chunk = within("chunk", said.chunk, texts_shown)
        source = chunks[chunk - 1] if chunk else None
        words = None if source is None else quoted(quote, source.text)
        flaw = _flaw(outcome, part.text, quote, reason, words, source)
        if flaw is not None:
            flaws.append(flaw._replace(told=f"statement {number}: {flaw.told}"))
            judged.append(Statement(text=part.text, outcome=UNCLEAR, reason=flaw.told))
        else:
            place = None if words is None or source is None else words.place(source)
            shown = None if place is None else quote
            judged.append(
                Statement(text=part.text, outcome=outcome, place=place, quote=shown, reason=reason or None)
            )
    return Accepted(tuple(judged), complaints(flaws), doubts(flaws))


def _flaw(  # noqa: PLR0917 - what a reply says of one statement
    outcome: str, statement: str, quote: str, reason: str, words: Quoted | None, source: Chunk | None
) -> Flaw | None:
    """Return why a verdict is not believed, if it is not."""
    if speaks_against(reason, is_positive=outcome == SUPPORTED) and outcome != UNCLEAR:
        return Flaw(f"the reason speaks against the verdict {outcome!r}")
    if outcome not in {SUPPORTED, CONTRADICTED}:
        return None
    if words is None or source is None:
        return not_found(
            "the quote does not stand in the text that is named", quote, "" if source is None else source.text
        )
    if outcome == CONTRADICTED:
        return None
    flaw = value_flaw(statement, (words.shown,), (source.text,), pointed_at="quote", giver="statement")
    if flaw is None and not shares_subject(statement, words.shown):
        flaw = UNRELATED
    return flaw


def _outcome(
    statements: Sequence[Statement], given: Seen, *, is_doubted: bool
) -> tuple[Outcome, Cause | None]:
    """Return what the statements give together, and why that is unknown."""
    outcomes = {statement.outcome for statement in statements}
    if outcomes == {SUPPORTED}:
        return Outcome.PASS, None
    if CONTRADICTED in outcomes:
        return Outcome.FAIL, None
    if NOT_MENTIONED in outcomes:
        # what is not mentioned may stand in a text that was not recorded
        return (Outcome.UNKNOWN, Cause.NOT_RECORDED) if given.unrecorded else (Outcome.FAIL, None)
    return Outcome.UNKNOWN, Cause.JUDGE_FAILED if is_doubted else Cause.NOT_JUDGED


def _reason(statements: Sequence[Statement], doubt: str | None) -> str:
    """Say which statements are not backed, and why the first of them is not."""
    unbacked = [s for s in statements if s.outcome in {CONTRADICTED, NOT_MENTIONED}]
    wanting = unbacked or [s for s in statements if s.outcome != SUPPORTED]
    first = wanting[0]
    shown = first.text if len(first.text) <= _SHOWN else f"{first.text[:_SHOWN]}…"
    told = "not backed" if unbacked else "could not be judged"
    why = first.reason or doubt or first.outcome
    return f"{len(wanting)} of {len(statements)} statements {told}: {shown!r}: {why}"


def _with_raw(verdict: Verdict, raw_replies: tuple[str, ...]) -> Verdict:
    return replace(verdict, detail=SupportDetail(raw_replies=raw_replies)) if raw_replies else verdict
