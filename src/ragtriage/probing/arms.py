"""The conditions of a case: which texts the generator is given in each, or why one cannot be built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from ragtriage.model import (
    Case,
    CaseResult,
    EvidenceDetail,
    Outcome,
    Retrieved,
    Settings,
    Trace,
    Unit,
    Verdict,
    are_ids,
    is_relevant,
)
from ragtriage.model.probing import Arm, Source
from ragtriage.text.chunks import Chunk
from ragtriage.verdicts.evidence import judge_evidence
from ragtriage.verdicts.seen import seen

__all__ = ["DEFAULT_ARMS", "Built", "LeftOutText", "Prepared", "prepare"]

# Leaving each text out in turn takes as many calls as there are texts: it is for those who ask for it.
DEFAULT_ARMS: Final = tuple(arm for arm in Arm if arm is not Arm.LEAVE_ONE_OUT)

_NO_TEXTS: Final = "the texts that the generator saw were not recorded"
_NO_ANSWER: Final = "the question has no answer, and so no gold"
_NO_GOLD_TEXT: Final = "no text of the gold: the case has no evidence, and its gold is in no corpus"
_NOT_TOLD: Final = "neither ids nor evidence tell which of the texts are gold"
_NONE_CAME: Final = "nothing that came back is gold"


class Built(NamedTuple):
    """What the generator is given under one condition."""

    texts: tuple[str, ...] | None  # None where it cannot be built
    reason: str | None = None  # why not
    source: Source | None = None  # of the gold


class LeftOutText(NamedTuple):
    """One text that is left out, and what remains."""

    position: int  # 1-based
    document_id: str | None
    chunk_id: str | None
    is_gold: bool
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A case, made ready to be asked about again.

    Args:
        result: As the evaluation has it.
        trace: Its trace, with the texts of a corpus where it had none.
        evidence: The verdict on those texts.
        arms: By condition, what the generator is given.
        left_out: One for each text, where that was asked for.
    """

    result: CaseResult
    trace: Trace
    evidence: Verdict
    arms: Mapping[Arm, Built]
    left_out: tuple[LeftOutText, ...] = ()


def prepare(
    result: CaseResult,
    trace: Trace,
    settings: Settings,
    *,
    corpus: Mapping[str, str] | None = None,
    arms: Sequence[Arm] = DEFAULT_ARMS,
) -> Prepared:
    """Build the conditions of a case.

    Args:
        result: The case, judged.
        trace: Its trace.
        settings: Those of the evaluation.
        corpus: Texts by id.
        arms: Which conditions; `retrieved`, which all others are held against, is always among them.

    Example:
        >>> import ragtriage
        >>> (result,) = ragtriage.evaluate(
        ...     [{"question": "When is it due?", "expected": "5 days", "gold_ids": ["policy"],
        ...       "evidence": ["It is due in 5 days."], "answer": "Soon.",
        ...       "retrieved": [{"id": "guide", "text": "Ask Ann."}]}]
        ... )
        >>> prepared = prepare(result, result.trace, Settings())
        >>> prepared.arms[Arm.GOLD_ADDED].texts
        ('It is due in 5 days.', 'Ask Ann.')
        >>> prepared.arms[Arm.GOLD_FIRST].reason
        'nothing that came back is gold'
    """
    trace = trace if corpus is None else _with_texts(trace, corpus, settings.unit)
    evidence = result.verdicts.evidence
    if trace is not result.trace and evidence.outcome is Outcome.UNKNOWN:
        evidence = judge_evidence(result.case, trace, settings)
    context = _Context.of(result, trace, evidence, settings)
    gold = _gold(result, context, corpus, evidence, settings)
    wanted = {Arm.RETRIEVED, *arms}
    built = {arm: _BUILDERS[arm](context, gold) for arm in Arm if arm in wanted and arm in _BUILDERS}
    left_out = context.left_out() if Arm.LEAVE_ONE_OUT in wanted else ()
    return Prepared(result, trace, evidence, built, left_out)


class _Context(NamedTuple):
    """What the generator saw, and which of it is gold."""

    chunks: tuple[Chunk, ...]
    gold: frozenset[int] | None  # positions; None where nothing tells
    missing: str | None  # why there are no texts
    is_answerable: bool

    @classmethod
    def of(cls, result: CaseResult, trace: Trace, evidence: Verdict, settings: Settings) -> _Context:
        """Look at what the generator saw; blank texts are left out, as nobody can draw from them."""
        given = seen(trace, settings.k)
        answerable = result.case.answerable
        if given.trace is None:
            return cls((), None, _NO_TEXTS, answerable)
        if given.unrecorded:
            told = (
                f"the texts of {given.unrecorded} of the {len(given.texts)} that came back were not recorded"
            )
            return cls((), None, told, answerable)
        chunks = tuple(chunk for chunk in given.chunks() if chunk.text.strip())
        return cls(chunks, _gold_positions(result.case, chunks, evidence, settings), None, answerable)

    def texts(self, *, gold: bool | None = None) -> tuple[str, ...]:
        """Return the texts that are gold, those that are not, or all."""
        known = self.gold or frozenset()
        return tuple(chunk.text for chunk in self.chunks if gold is None or (chunk.position in known) is gold)

    def lacks(self, *, needs_gold: bool) -> str | None:
        """Say why a condition that changes what came back cannot be built; None when it can."""
        if self.missing is not None:
            return self.missing
        if not self.is_answerable:
            return _NO_ANSWER
        if self.gold is None:
            return _NOT_TOLD
        return _NONE_CAME if needs_gold and not self.gold else None

    def left_out(self) -> tuple[LeftOutText, ...]:
        """Return what remains without each text."""
        known = self.gold or frozenset()
        return tuple(
            LeftOutText(
                position=chunk.position + 1,
                document_id=chunk.document_id,
                chunk_id=chunk.chunk_id,
                is_gold=chunk.position in known,
                texts=tuple(other.text for other in self.chunks if other is not chunk),
            )
            for chunk in self.chunks
        )


def _gold_positions(
    case: Case, chunks: Sequence[Chunk], evidence: Verdict, settings: Settings
) -> frozenset[int] | None:
    """Return where the gold stands: chunks of its ids, and those in which the evidence was found."""
    ids = _gold_ids(case, settings)
    own = [chunk.document_id if settings.unit is Unit.DOCUMENT else chunk.chunk_id for chunk in chunks]
    is_told_by_ids = bool(ids) and all(identifier is not None for identifier in own)
    by_id = {chunk.position for chunk, identifier in zip(chunks, own, strict=True) if identifier in ids}
    detail = evidence.detail
    if not isinstance(detail, EvidenceDetail):
        return frozenset(by_id) if is_told_by_ids else None
    return frozenset(by_id | {place.chunk for places in detail.places for place in places})


def _gold_ids(case: Case, settings: Settings) -> list[str]:
    gold = case.gold_documents
    if gold is None:
        return []
    return [key for key, grade in gold.grades.items() if is_relevant(grade, settings.level)]


def _gold(
    result: CaseResult,
    context: _Context,
    corpus: Mapping[str, str] | None,
    evidence: Verdict,
    settings: Settings,
) -> Built:
    """Return the gold alone: the evidence, else its texts in the corpus, else its chunks that came back."""
    case = result.case
    if not case.answerable:
        return Built(None, _NO_ANSWER)
    passages = tuple(passage for passage in case.evidence or () if passage.strip())
    if passages:
        return Built(passages, source=Source.EVIDENCE)
    texts, missing = _of_corpus(case, corpus or {}, settings)
    if texts and not missing:
        return Built(texts, source=Source.CORPUS)
    # what came back is the gold only where all of it did, and nothing says that the passage is not in it
    is_whole = result.verdicts.retrieval.outcome is Outcome.PASS and evidence.outcome is not Outcome.FAIL
    if is_whole and context.gold:
        return Built(context.texts(gold=True), source=Source.RETRIEVED)
    if corpus is not None and missing:
        return Built(
            None, f"gold ids that are in no document of the corpus: {', '.join(map(repr, missing[:5]))}"
        )
    return Built(None, _NO_GOLD_TEXT)


def _of_corpus(
    case: Case, corpus: Mapping[str, str], settings: Settings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the gold texts of a corpus, of each group the first that is there, and the ids that are not."""
    gold = case.gold_documents
    if gold is None:
        return (), ()
    groups = gold.groups or tuple((identifier,) for identifier in _gold_ids(case, settings))
    found = [next((corpus[member] for member in group if member in corpus), None) for group in groups]
    missing = tuple(group[0] for group, text in zip(groups, found, strict=True) if text is None)
    return tuple(text for text in found if text is not None), missing


def _closed_book(_: _Context, __: Built) -> Built:
    return Built(())


def _retrieved(context: _Context, _: Built) -> Built:
    return Built(None, context.missing) if context.missing else Built(context.texts())


def _gold_alone(_: _Context, gold: Built) -> Built:
    return gold


def _gold_added(context: _Context, gold: Built) -> Built:
    if gold.texts is None or context.missing:
        return Built(None, gold.reason or context.missing)
    rest = tuple(text for text in context.texts() if text not in gold.texts)
    return Built((*gold.texts, *rest), source=gold.source)


def _gold_only(context: _Context, _: Built) -> Built:
    lacks = context.lacks(needs_gold=True)
    return Built(None, lacks) if lacks else Built(context.texts(gold=True))


def _gold_first(context: _Context, _: Built) -> Built:
    lacks = context.lacks(needs_gold=True)
    return Built(None, lacks) if lacks else Built(context.texts(gold=True) + context.texts(gold=False))


def _without_gold(context: _Context, _: Built) -> Built:
    lacks = context.lacks(needs_gold=False)
    return Built(None, lacks) if lacks else Built(context.texts(gold=False))


_BUILDERS: Final = {
    Arm.CLOSED_BOOK: _closed_book,
    Arm.RETRIEVED: _retrieved,
    Arm.GOLD: _gold_alone,
    Arm.GOLD_ADDED: _gold_added,
    Arm.GOLD_ONLY_OF_RETRIEVED: _gold_only,
    Arm.GOLD_FIRST: _gold_first,
    Arm.WITHOUT_GOLD: _without_gold,
}


def _with_texts(trace: Trace, corpus: Mapping[str, str], unit: Unit) -> Trace:
    """Return the trace with texts of the corpus in the place of those that were not recorded."""
    items = trace.retrieved
    if not items or trace.context is not None:
        return trace
    records = (
        [Retrieved(chunk_id=item) if unit is Unit.CHUNK else Retrieved(document_id=item) for item in items]
        if are_ids(items)
        else [item for item in items if isinstance(item, Retrieved)]
    )
    if all(record.text is not None for record in records):
        return trace
    filled = tuple(
        record if record.text is not None else msgspec.structs.replace(record, text=_text_of(record, corpus))
        for record in records
    )
    return msgspec.structs.replace(trace, retrieved=filled)


def _text_of(record: Retrieved, corpus: Mapping[str, str]) -> str | None:
    keys = (record.chunk_id, record.document_id)
    return next((corpus[key] for key in keys if key is not None and key in corpus), None)
