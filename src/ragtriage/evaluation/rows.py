"""Rows of `cases.jsonl`: written as a case is judged, and read back as results.

A row begins with what `report.json` says of the case; the case, its trace, the details of the verdicts
and the fingerprints follow. Each field is encoded once, and those bytes are both hashed and written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ragtriage.errors import DataError
from ragtriage.fingerprint import canonical, plain_canonical, sha256
from ragtriage.model import (
    AnswerDetail,
    Case,
    CaseResult,
    Cause,
    Diagnosed,
    Diagnosis,
    EvidenceDetail,
    Fix,
    Gold,
    Metadata,
    Outcome,
    RankedDocument,
    RankedTrace,
    Relevance,
    RetrievalDetail,
    Retrieved,
    State,
    Status,
    SupportDetail,
    Trace,
    UnusableDetail,
    Verdict,
    Verdicts,
    are_ids,
)

__all__ = ["Digests", "EncodedRows", "decode_rows", "encode_head", "encode_rows", "head_of"]

_encode: Final = msgspec.json.Encoder().encode
_NULL: Final = Raw(b"null")
_LEFT_OUT: Final = "left out with the texts (--no-texts)"

Detail: TypeAlias = RetrievalDetail | EvidenceDetail | AnswerDetail | SupportDetail | UnusableDetail
GoldForm: TypeAlias = tuple[str | tuple[str, ...], ...] | dict[str, int | float]


class Digests(msgspec.Struct, omit_defaults=True, gc=False):
    """The hash of each part of one case that goes by question; None: not recorded."""

    questions: str | None = None
    gold: str | None = None
    retrieval_results: str | None = None
    context: str | None = None
    answers: str | None = None


# Where the part of a row ends that report.json holds. Inside a string a quote is escaped, so that these
# bytes can stand nowhere else before it.
_HEAD_END: Final = b',"case":{'


class EncodedRows(NamedTuple):
    """n cases as bytes."""

    lines: bytes  # their rows of cases.jsonl, each with its line break
    digests: Sequence[Digests]  # (n,)


def head_of(line: bytes) -> bytes:
    """Return the part of a row of cases.jsonl that report.json holds."""
    return b"%b}" % line[: line.index(_HEAD_END)]


def encode_head(result: CaseResult) -> bytes:
    """Return what report.json holds of a case."""
    return head_of(_encode(_row(result, Raw(_encode(result.metrics)), with_texts=True)))


class _VerdictHead(msgspec.Struct, gc=False):
    """A verdict without its detail."""

    outcome: Outcome
    certain: bool
    score: float | None
    method: str
    reason: str | None
    cause: Cause | None


class _Heads(msgspec.Struct, gc=False):
    retrieval: _VerdictHead
    evidence: _VerdictHead
    answer: _VerdictHead
    support: _VerdictHead


class _CaseTail(msgspec.Struct, omit_defaults=True, gc=False):
    expected_answers: Raw | None = None
    gold_documents: GoldForm | None = None
    evidence: Raw | None = None
    answerable: bool = True
    language: str | None = None
    cluster: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Metadata | None = None


class _TraceTail(msgspec.Struct, omit_defaults=True, gc=False):
    retrieved: Raw | UnsetType = UNSET
    context: Raw | UnsetType = UNSET
    answer: Raw | UnsetType = UNSET
    metadata: Metadata | None = None
    hits: tuple[RankedDocument, ...] | None = None
    retrieved_count: int | None = None


class _Details(msgspec.Struct, omit_defaults=True, gc=False):
    retrieval: Detail | None = None
    evidence: Detail | None = None
    answer: Detail | None = None
    support: Detail | None = None
    relevance: Relevance | None = None


class _Row(msgspec.Struct, gc=False):
    """One case: what report.json says of it, then what cases.jsonl says besides."""

    id: Raw
    question: Raw
    recall_at_k: float | None
    answer_match: bool | None
    status: Status
    diagnosis: Diagnosis
    stage: Fix
    second_stage: Fix | None
    certain: bool
    stage_certain: bool
    state: State
    possible: tuple[Diagnosis, ...]
    possible_stages: tuple[Fix, ...]
    row: int
    abstained: bool
    verdicts: _Heads
    metrics: Raw
    notes: tuple[str, ...]
    known_without_retrieval: bool | UnsetType
    case: _CaseTail
    trace: _TraceTail
    details: _Details
    fingerprints: Digests


def encode_rows(results: Sequence[CaseResult], *, with_texts: bool = True) -> EncodedRows:
    """Encode cases and hash their parts; without texts the rows keep ids, outcomes and numbers alone."""
    lines: list[bytes] = []
    digests: list[Digests] = []
    metrics: dict[int, Raw] = {}  # of cases whose metrics are one object, which are many; it lives as they do
    for result in results:
        measured = metrics.get(id(result.metrics))
        if measured is None:
            measured = metrics[id(result.metrics)] = Raw(_encode(result.metrics))
        row = _row(result, measured, with_texts=with_texts)
        lines.append(_encode(row))
        digests.append(row.fingerprints)
    lines.append(b"")
    return EncodedRows(b"\n".join(lines), digests)


def _row(result: CaseResult, metrics: Raw, *, with_texts: bool) -> _Row:
    case, verdicts, diagnosed = result.case, result.verdicts, result.diagnosed
    raw_id, question = _encode(case.id), _encode(case.question)
    expected = None if case.expected_answers is None else _encode(case.expected_answers)
    evidence = None if case.evidence is None else _encode(case.evidence)
    trace, (retrieval, context, answer) = _trace(result.trace, raw_id)
    digests = Digests(
        sha256(b'{"id":%b,"question":%b}' % (raw_id, question)),
        _gold_digest(case, raw_id, expected, evidence),
        retrieval,
        context,
        answer,
    )
    if not with_texts:
        question, trace, verdicts = b'""', _without_texts(result.trace), _untold(verdicts)
        case = msgspec.structs.replace(case, metadata=None)
        expected = evidence = None
    outcome = verdicts.answer.outcome
    return _Row(
        Raw(raw_id),
        Raw(question),
        verdicts.retrieval.score,
        None if outcome is Outcome.UNKNOWN else outcome is Outcome.PASS,
        result.status,
        diagnosed.diagnosis,
        diagnosed.stage,
        diagnosed.second_stage,
        diagnosed.certain,
        diagnosed.stage_certain,
        diagnosed.state,
        diagnosed.possible,
        diagnosed.possible_stages,
        diagnosed.row,
        result.abstained,
        _Heads(
            _verdict_head(verdicts.retrieval),
            _verdict_head(verdicts.evidence),
            _verdict_head(verdicts.answer),
            _verdict_head(verdicts.support),
        ),
        metrics,
        result.notes,
        UNSET if result.known_without_retrieval is None else result.known_without_retrieval,
        _CaseTail(
            None if expected is None else Raw(expected),
            None if case.gold_documents is None else _gold_form(case.gold_documents),
            None if evidence is None else Raw(evidence),
            case.answerable,
            case.language,
            case.cluster,
            case.tags,
            case.metadata,
        ),
        trace,
        _Details(
            verdicts.retrieval.detail,
            verdicts.evidence.detail,
            verdicts.answer.detail,
            verdicts.support.detail,
            result.relevance if with_texts or result.relevance is None else _unquoted(result.relevance),
        ),
        digests,
    )


def _verdict_head(verdict: Verdict) -> _VerdictHead:
    return _VerdictHead(
        verdict.outcome, verdict.certain, verdict.score, verdict.method, verdict.reason, verdict.cause
    )


def _gold_form(gold: Gold) -> GoldForm:
    """Return gold in the form in which a file gives it."""
    if gold.groups:
        return gold.groups
    grades = gold.grades
    return tuple(grades) if set(grades.values()) <= {1} else grades


def _gold_digest(case: Case, raw_id: bytes, expected: bytes | None, evidence: bytes | None) -> str | None:
    """Hash what is known to be right; the order of gold ids does not matter."""
    gold = case.gold_documents
    if gold is None and expected is None and evidence is None:
        return None
    if gold is None:
        known = b"null"
    elif gold.groups:
        known = plain_canonical(sorted(sorted(group) for group in gold.groups))
    elif float in map(type, gold.grades.values()):
        known = canonical(gold.grades)
    else:
        known = plain_canonical(gold.grades)
    return sha256(
        b'{"answerable":%b,"evidence":%b,"expected_answers":%b,"gold_documents":%b,"id":%b}'
        % (b"true" if case.answerable else b"false", evidence or b"null", expected or b"null", known, raw_id)
    )


def _trace(
    trace: Trace | RankedTrace, raw_id: bytes
) -> tuple[_TraceTail, tuple[str | None, str | None, str | None]]:
    """Encode a trace; beside it the hashes of what was retrieved, of the context and of the answer."""
    if isinstance(trace, RankedTrace):
        kept = plain_canonical([(hit.document_id, hit.rank) for hit in trace.hits])
        digest = sha256(b'{"hits":%b,"id":%b,"retrieved_count":%d}' % (kept, raw_id, trace.retrieved_count))
        return _TraceTail(hits=trace.hits, retrieved_count=trace.retrieved_count), (digest, None, None)
    tail = _TraceTail(metadata=trace.metadata)
    retrieval = context = answer = None
    if trace.retrieved is not None:
        data = _encode(trace.retrieved)
        tail.retrieved = Raw(data)
        if trace.retrieved and not are_ids(trace.retrieved):
            # scores are left out: they change no rank, and their last digits differ between machines
            items = cast("tuple[Retrieved, ...]", trace.retrieved)
            data = plain_canonical([(item.document_id, item.chunk_id, item.text) for item in items])
        retrieval = sha256(b'{"id":%b,"retrieved":%b}' % (raw_id, data))
    if trace.context is not None:
        data = _encode(trace.context)
        tail.context = Raw(data)
        context = sha256(b'{"context":%b,"id":%b}' % (data, raw_id))
    if trace.answer is not UNSET:
        data = _encode(trace.answer)
        tail.answer = Raw(data)
        answer = sha256(b'{"answer":%b,"id":%b}' % (data, raw_id))
    return tail, (retrieval, context, answer)


def _without_texts(trace: Trace | RankedTrace) -> _TraceTail:
    if isinstance(trace, RankedTrace):
        return _TraceTail(hits=trace.hits, retrieved_count=trace.retrieved_count)
    items = trace.retrieved
    if items is None:
        return _TraceTail()
    if not items or are_ids(items):
        return _TraceTail(retrieved=Raw(_encode(items)))
    kept = [
        Retrieved(document_id=item.document_id, chunk_id=item.chunk_id, score=item.score)
        for item in items
        if isinstance(item, Retrieved)
    ]
    return _TraceTail(retrieved=Raw(_encode(kept)))


def _untold(verdicts: Verdicts) -> Verdicts:
    """Leave out what may quote a text: the details and reasons of all stages but retrieval."""

    def untold(verdict: Verdict) -> Verdict:
        reason = None if verdict.reason is None else _LEFT_OUT
        return msgspec.structs.replace(verdict, reason=reason, detail=None)

    return Verdicts(
        retrieval=verdicts.retrieval,
        evidence=untold(verdicts.evidence),
        answer=untold(verdicts.answer),
        support=untold(verdicts.support),
    )


def _unquoted(relevance: Relevance) -> Relevance:
    """Leave out what may quote a text."""
    texts = tuple(msgspec.structs.replace(one, reason=None) for one in relevance.texts)
    reason = None if relevance.reason is None else _LEFT_OUT
    return msgspec.structs.replace(relevance, reason=reason, texts=texts, raw_replies=())


class _StoredCase(msgspec.Struct):
    expected_answers: tuple[str | tuple[str, ...], ...] | None = None
    gold_documents: GoldForm | None = None
    evidence: tuple[str, ...] | None = None
    answerable: bool = True
    language: str | None = None
    cluster: str | None = None
    tags: tuple[str, ...] = ()
    metadata: Metadata | None = None


class _StoredTrace(msgspec.Struct):
    retrieved: tuple[str | Retrieved, ...] | None = None
    context: tuple[str, ...] | None = None
    answer: str | UnsetType | None = UNSET
    metadata: Metadata | None = None
    hits: tuple[RankedDocument, ...] | None = None
    retrieved_count: int = 0


class _Stored(msgspec.Struct):
    id: str
    question: str
    status: Status
    diagnosis: Diagnosis
    stage: Fix
    second_stage: Fix | None
    certain: bool
    possible: tuple[Diagnosis, ...]
    row: int
    abstained: bool
    verdicts: _Heads
    metrics: dict[str, float | None]
    notes: tuple[str, ...]
    case: _StoredCase
    trace: _StoredTrace
    details: _Details
    fingerprints: dict[str, str]
    known_without_retrieval: bool | None = None
    # of rows that were written before these were told
    stage_certain: bool | None = None
    state: State | None = None
    possible_stages: tuple[Fix, ...] = ()


def decode_rows(lines: Iterable[bytes], name: str) -> Iterator[CaseResult]:
    """Read rows back.

    Raises:
        DataError: A line is no row of an evaluation.
    """
    decode = msgspec.json.Decoder(_Stored).decode
    for number, line in enumerate(lines, 1):
        try:
            stored = decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(f"{name}, line {number}: is no row of an evaluation: {error}") from None
        yield _result(stored)


def _result(stored: _Stored) -> CaseResult:
    known, heads, details = stored.case, stored.verdicts, stored.details
    return CaseResult(
        case=Case(
            id=stored.id,
            question=stored.question,
            expected_answers=known.expected_answers,
            gold_documents=None if known.gold_documents is None else _gold(known.gold_documents),
            evidence=known.evidence,
            answerable=known.answerable,
            language=known.language,
            cluster=known.cluster,
            tags=known.tags,
            metadata=known.metadata,
        ),
        trace=_stored_trace(stored.id, stored.trace),
        verdicts=Verdicts(
            retrieval=_verdict(heads.retrieval, details.retrieval),
            evidence=_verdict(heads.evidence, details.evidence),
            answer=_verdict(heads.answer, details.answer),
            support=_verdict(heads.support, details.support),
        ),
        diagnosed=_diagnosed(stored),
        status=stored.status,
        abstained=stored.abstained,
        metrics=stored.metrics,
        notes=stored.notes,
        fingerprints={name: stored.fingerprints.get(name) for name in Digests.__struct_fields__},
        known_without_retrieval=stored.known_without_retrieval,
        relevance=details.relevance,
    )


def _diagnosed(stored: _Stored) -> Diagnosed:
    """Return what the table said; of an older row, what it says of the stage."""
    known = stored.certain if stored.stage_certain is None else stored.stage_certain
    older = State.SHOWN if known else State.OPEN  # no measured rule stood behind what was not certain then
    return Diagnosed(
        diagnosis=stored.diagnosis,
        stage=stored.stage,
        second_stage=stored.second_stage,
        certain=stored.certain,
        possible=stored.possible,
        row=stored.row,
        stage_certain=known,
        state=older if stored.state is None else stored.state,
        possible_stages=stored.possible_stages or (stored.stage,),
    )


def _gold(form: GoldForm) -> Gold:
    if isinstance(form, dict):
        return Gold(grades=form)
    if form and isinstance(form[0], tuple):
        groups = tuple(item for item in form if isinstance(item, tuple))
        return Gold(grades=dict.fromkeys((member for group in groups for member in group), 1), groups=groups)
    return Gold(grades=dict.fromkeys((item for item in form if isinstance(item, str)), 1))


def _stored_trace(identifier: str, stored: _StoredTrace) -> Trace | RankedTrace:
    if stored.hits is not None:
        return RankedTrace(id=identifier, hits=stored.hits, retrieved_count=stored.retrieved_count)
    items = stored.retrieved
    retrieved: tuple[str, ...] | tuple[Retrieved, ...] | None = None
    if items is not None:
        retrieved = (
            tuple(item for item in items if isinstance(item, str))
            if not items or isinstance(items[0], str)
            else tuple(item for item in items if isinstance(item, Retrieved))
        )
    return Trace(
        id=identifier,
        retrieved=retrieved,
        context=stored.context,
        answer=stored.answer,
        metadata=stored.metadata,
    )


def _verdict(head: _VerdictHead, detail: Detail | None) -> Verdict:
    return Verdict(
        outcome=head.outcome,
        certain=head.certain,
        score=head.score,
        method=head.method,
        reason=head.reason,
        cause=head.cause,
        detail=detail,
    )
