"""All about one case, as the page shows it: texts as runs, verdicts with reasons, statements with places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from ragtriage.model import (
    UNSET,
    AnswerDetail,
    AnswerRule,
    Case,
    CaseResult,
    EvidenceDetail,
    RankedTrace,
    RetrievalDetail,
    Retrieved,
    Settings,
    Stage,
    State,
    Statement,
    SupportDetail,
    Trace,
    Unit,
    UnusableDetail,
    Verdict,
    is_relevant,
)
from ragtriage.reports.html.detail_records import (
    CaseDetail,
    ContextText,
    Entry,
    GoldLine,
    Judged,
    Passage,
    RelevanceLine,
    Runs,
    StatementLine,
)
from ragtriage.reports.html.listing import verdict_letter
from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.reasons import grounds_in, reason_in
from ragtriage.reports.html.review import review_of
from ragtriage.reports.html.statement_places import statement_places
from ragtriage.reports.html.texts import Mark, language_of, marked
from ragtriage.reports.inert import inert
from ragtriage.text.marks import strip_marks
from ragtriage.verdicts.meanings import meaning_key
from ragtriage.verdicts.statements import cited_ids

__all__ = ["detail_of"]

# Kinds of marks.
_EVIDENCE: Final = "e"
_QUOTE: Final = "q"  # what a statement rests on
_STATED: Final = "a"  # where the answer states an expected one
_UNBACKED: Final = "u"  # a statement that the texts do not back

_OPEN: Final = "o"  # a statement that could not be judged
_NEEDED: Final = "n"  # what makes a text matter

_BACKED: Final = "supported"
_NOT_BACKED: Final = frozenset({"contradicted", "not_mentioned"})

# Of lists that are longer, as many entries are shown, and how many more there are.
_MOST_ENTRIES: Final = 100
_MOST_TEXT: Final = 20_000
_MOST_REASON: Final = 1_000
_MOST_METADATA: Final = 2_000


def detail_of(
    result: CaseResult, settings: Settings, *, limit: int | None = None, language: Language = Language.EN
) -> CaseDetail:
    """Return all about one case.

    Args:
        result: The case, judged.
        settings: What was held fixed while it was judged.
        limit: About how many characters of a text are kept.
        language: Of the page; reasons that are known in it are given in it.
    """
    return _Detailed(result, settings, _MOST_TEXT if limit is None else limit, language).detail()


class _Detailed:
    """One case, while its page is put together."""

    def __init__(self, result: CaseResult, settings: Settings, limit: int, language: Language) -> None:
        self._result = result
        self._case: Case = result.case
        self._settings = settings
        self._limit = limit
        self._language = language
        self._is_cut = False
        self._spans = _spans(result)
        known = result.relevance
        self._matters = {} if known is None else {one.text: one for one in known.texts}

    def detail(self) -> CaseDetail:
        result, case = self._result, self._case
        diagnosed = result.diagnosed
        expected = [
            self._runs(each if isinstance(each, str) else " + ".join(each))
            for each in case.expected_answers or ()
        ]
        statements, answer_marks = self._statements()
        review = review_of(result, self._settings)
        answer, note = self._answer(answer_marks)
        made = CaseDetail(
            question=self._runs(case.question),
            expected=expected,
            answer=answer,
            answer_note=note,
            gold=self._gold(),
            evidence=self._evidence(),
            verdicts=[self._judged(getattr(result.verdicts, stage)) for stage in Stage],
            metrics=[None if value is None else round(value, 4) for value in result.metrics.values()],
            answerable=case.answerable,
            abstained=result.abstained,
            retrieved=self._retrieved(),
            retrieved_count=_retrieved_count(result),
            context=self._context(),
            statements=statements,
            second=diagnosed.second_stage.value if diagnosed.second_stage else "",
            diagnosis=diagnosed.diagnosis.value,
            meaning=meaning_key(diagnosed, result.verdicts, answerable=case.answerable),
            could=tuple(each.value for each in diagnosed.possible_stages)
            if diagnosed.state is State.OPEN
            else (),
            row=diagnosed.row,
            cluster=inert(case.cluster or ""),
            metadata=self._metadata(),
            notes=[self._runs(note, most=_MOST_REASON) for note in result.notes],
            known_without_retrieval=result.known_without_retrieval,
            relevance=self._relevance(),
            review={} if review is None else review.hashes,
        )
        made.is_cut = self._is_cut
        return made

    def _runs(self, text: str, marks: Sequence[Mark] = (), *, most: int | None = None) -> Runs:
        """Return a text as runs, and note whether some of it is left out."""
        limit = self._limit if most is None else min(most, self._limit)
        runs = marked(text, marks, limit=limit)
        self._is_cut = self._is_cut or any(isinstance(run, int) for run in runs)
        return runs

    def _answer(self, marks: list[Mark]) -> tuple[Runs | None, str]:
        trace = self._result.trace
        if not isinstance(trace, Trace) or trace.answer is UNSET:
            return None, "case.not_recorded"
        if trace.answer is None or not trace.answer.strip():
            return None, "case.no_answer"
        detail = self._result.verdicts.answer.detail
        if isinstance(detail, AnswerDetail) and (place := self._stated(trace.answer, detail)) is not None:
            marks = [*marks, Mark(*place, _STATED)]
        return self._runs(trace.answer, marks), ""

    def _stated(self, answer: str, detail: AnswerDetail) -> tuple[int, int] | None:
        """Return where an answer states what was expected: all of it, where it is that and nothing else."""
        if detail.place is not None:
            return detail.place.start, detail.place.end
        expected = detail.expected
        if expected is None:
            return None
        (place,) = statement_places(answer, [expected if isinstance(expected, str) else ""], self._cited())
        if place is not None:
            return place
        bare = strip_marks(answer, self._cited())
        start = answer.find(bare)
        is_by_strings = self._result.verdicts.answer.method.startswith(tuple(AnswerRule))
        return (start, start + len(bare)) if is_by_strings and start >= 0 else None

    def _cited(self) -> tuple[str, ...]:
        """Return the ids that the answer may cite."""
        trace = self._result.trace
        return tuple(cited_ids(trace)) if isinstance(trace, Trace) else ()

    def _statements(self) -> tuple[list[StatementLine], list[Mark]]:
        """Return the statements, and where in the answer those stand that are not backed."""
        detail, trace = self._result.verdicts.support.detail, self._result.trace
        if not isinstance(detail, SupportDetail):
            return [], []
        answer = trace.answer if isinstance(trace, Trace) and isinstance(trace.answer, str) else ""
        statements: list[StatementLine] = []
        marks: list[Mark] = []
        shown = detail.statements[:_MOST_ENTRIES]
        places = statement_places(answer, [each.text for each in shown], self._cited())
        for number, (statement, place) in enumerate(zip(shown, places, strict=True)):
            if place is not None and statement.outcome != _BACKED:
                kind = _UNBACKED if statement.outcome in _NOT_BACKED else _OPEN
                marks.append(Mark(*place, kind, number))
            statements.append(self._statement(statement, is_marked=place is not None))
        return statements, marks

    def _statement(self, statement: Statement, *, is_marked: bool) -> StatementLine:
        place = statement.place
        return StatementLine(
            text=self._runs(statement.text, most=_MOST_REASON),
            outcome=inert(statement.outcome),
            quote=self._runs(statement.quote or "", most=_MOST_REASON),
            reason=self._runs(reason_in(self._language, statement.reason).text, most=_MOST_REASON),
            chunk=None if place is None else place.chunk,
            is_marked=is_marked,
        )

    def _gold(self) -> list[GoldLine]:
        gold, detail = self._case.gold_documents, self._result.verdicts.retrieval.detail
        if gold is None:
            return []
        ranks = detail.ranks if isinstance(detail, RetrievalDetail) else {}
        k = self._settings.k
        groups = {member: number for number, group in enumerate(gold.groups) for member in group}
        return [
            GoldLine(
                id=inert(document_id),
                rank=ranks.get(document_id),
                grade=grade,
                group=groups.get(document_id),
                is_past=k is not None and ranks.get(document_id, 0) > k,
            )
            for document_id, grade in list(gold.grades.items())[:_MOST_ENTRIES]
        ]

    def _evidence(self) -> list[Passage]:
        detail = self._result.verdicts.evidence.detail
        places = detail.places if isinstance(detail, EvidenceDetail) else ()
        return [
            Passage(
                text=self._runs(passage),
                found=tuple(sorted({place.chunk + 1 for place in places[number]}))
                if number < len(places)
                else (),
            )
            for number, passage in enumerate((self._case.evidence or ())[:_MOST_ENTRIES])
        ]

    def _retrieved(self) -> list[Entry] | None:
        trace, grades = self._result.trace, self._grades()
        k = self._settings.k
        if isinstance(trace, RankedTrace):
            return [
                Entry(
                    ids=(inert(hit.document_id),),
                    rank=hit.rank,
                    score=hit.score,
                    is_gold=self._is_gold(hit.document_id, grades),
                    is_past=k is not None and hit.rank > k,
                )
                for hit in trace.hits[:_MOST_ENTRIES]
            ]
        if trace.retrieved is None:
            return None
        entries: tuple[str | Retrieved, ...] = trace.retrieved
        return [self._entry(place, entry, grades) for place, entry in enumerate(entries[:_MOST_ENTRIES])]

    def _entry(self, place: int, entry: str | Retrieved, grades: Mapping[str, float]) -> Entry:
        by_document = self._settings.unit is Unit.DOCUMENT
        if isinstance(entry, str):
            entry = Retrieved(document_id=entry) if by_document else Retrieved(chunk_id=entry)
        spans = [] if self._has_context() else list(self._spans.get(place, ()))
        text = entry.text
        judged = self._matters.get(place)
        if judged is not None and judged.place is not None:
            spans.append(Mark(judged.place.start, judged.place.end, _NEEDED))
        return Entry(
            ids=tuple(inert(name) for name in (entry.document_id, entry.chunk_id) if name is not None),
            rank=place + 1,
            text=None if text is None else self._runs(text, spans),
            lang="" if text is None else language_of(text, self._case.language),
            score=entry.score,
            is_gold=self._is_gold(entry.document_id if by_document else entry.chunk_id, grades),
            is_past=self._settings.k is not None and place >= self._settings.k,
            matters=None if judged is None else judged.matters,
            why=[]
            if judged is None
            else self._runs(reason_in(self._language, judged.reason).text, most=_MOST_REASON),
        )

    def _context(self) -> list[ContextText] | None:
        trace = self._result.trace
        if not isinstance(trace, Trace) or trace.context is None:
            return None
        return [
            ContextText(
                text=self._runs(text, self._spans.get(place, ())),
                lang=language_of(text, self._case.language),
            )
            for place, text in enumerate(trace.context[:_MOST_ENTRIES])
        ]

    def _judged(self, verdict: Verdict) -> Judged:
        detail = verdict.detail
        note = ""
        if isinstance(detail, RetrievalDetail) and detail.fault in {"recall", "ranking"}:
            note = f"case.fault.{detail.fault}"
        elif isinstance(detail, EvidenceDetail) and detail.is_split:
            note = "case.split"
        elif isinstance(detail, AnswerDetail) and detail.is_possibly_abstained:
            note = "case.possibly_abstained"
        replies = detail.raw_replies if isinstance(detail, SupportDetail | UnusableDetail) else ()
        reason = grounds_in(self._language, verdict, self._settings.k)
        return Judged(
            letter=verdict_letter(verdict),
            method=inert(verdict.method),
            score=verdict.score,
            cause=verdict.cause.value if verdict.cause else "",
            reason=self._runs(reason.text, most=_MOST_REASON),
            is_translated=reason.is_translated,
            note=note,
            replies=tuple(self._runs(reply, most=_MOST_METADATA) for reply in replies),
        )

    def _relevance(self) -> RelevanceLine | None:
        known = self._result.relevance
        if known is None:
            return None
        reason = reason_in(self._language, known.reason)
        return RelevanceLine(
            method=inert(known.method),
            score=known.score,
            cause=known.cause.value if known.cause else "",
            reason=self._runs(reason.text, most=_MOST_REASON),
            is_translated=reason.is_translated,
            replies=tuple(self._runs(reply, most=_MOST_METADATA) for reply in known.raw_replies),
        )

    def _metadata(self) -> Runs:
        metadata = [each for each in (self._case.metadata, _trace_metadata(self._result)) if each]
        if not metadata:
            return []
        data = b"\n".join(msgspec.json.encode(each) for each in metadata)
        return self._runs(data.decode(), most=_MOST_METADATA)

    def _grades(self) -> Mapping[str, float]:
        gold = self._case.gold_documents
        return {} if gold is None else gold.grades

    def _is_gold(self, identifier: str | None, grades: Mapping[str, float]) -> bool:
        return identifier is not None and is_relevant(grades.get(identifier, 0), self._settings.level)

    def _has_context(self) -> bool:
        trace = self._result.trace
        return isinstance(trace, Trace) and trace.context is not None


def _spans(result: CaseResult) -> Mapping[int, list[Mark]]:
    """Return what is marked in each text that the generator saw: evidence, and what statements rest on."""
    spans: dict[int, list[Mark]] = defaultdict(list)
    evidence, support = result.verdicts.evidence.detail, result.verdicts.support.detail
    if isinstance(evidence, EvidenceDetail):
        for places in evidence.places:
            for place in places:
                spans[place.chunk].append(Mark(place.start, place.end, _EVIDENCE))
    if isinstance(support, SupportDetail):
        for number, statement in enumerate(support.statements[:_MOST_ENTRIES]):
            quoted = statement.place
            if quoted is not None:
                spans[quoted.chunk].append(Mark(quoted.start, quoted.end, _QUOTE, number))
    return spans


def _retrieved_count(result: CaseResult) -> int:
    trace = result.trace
    if isinstance(trace, RankedTrace):
        return trace.retrieved_count
    return len(trace.retrieved or ())


def _trace_metadata(result: CaseResult) -> object:
    return result.trace.metadata if isinstance(result.trace, Trace) else None
