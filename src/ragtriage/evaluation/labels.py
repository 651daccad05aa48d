"""Labels looked at before any system is judged: what in them would make every later number wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from ragtriage.batch import NearIndex, nearest, retrieved_ids
from ragtriage.evaluation.gold_retrieved import GoldRetrieved
from ragtriage.model import Case, MatchMode, Record, Trace, Unit
from ragtriage.text.chunks import Chunk
from ragtriage.text.evidence import Chunks, at_a_glance
from ragtriage.text.likeness import near_duplicates
from ragtriage.text.matching import normalize
from ragtriage.text.mending import mended
from ragtriage.text.written import written

__all__ = ["FAULTS", "Fault", "Finding", "LabelReport", "check_labels"]

Pair: TypeAlias = tuple[Case, Trace | None]


class Fault(StrEnum):
    """What may be wrong with labels."""

    REPEATED_ID = "repeated_id"
    GOLD_NOT_IN_CORPUS = "gold_not_in_corpus"
    GOLD_NEARLY_RETRIEVED = "gold_nearly_retrieved"
    EVIDENCE_NOT_IN_GOLD = "evidence_not_in_gold"
    GOLD_IS_RETRIEVED = "gold_is_retrieved"
    ANSWER_IS_QUESTION = "answer_is_question"
    REPEATED_ANSWER = "repeated_answer"
    NO_EXPECTED_ANSWER = "no_expected_answer"
    DUPLICATE_QUESTION = "duplicate_question"
    NEAR_DUPLICATE_QUESTION = "near_duplicate_question"


FAULTS: Final[dict[Fault, str]] = {
    Fault.REPEATED_ID: "two cases have the same id; evaluate refuses them",
    Fault.GOLD_NOT_IN_CORPUS: "a gold id is in no document of the corpus: it can never come back",
    Fault.GOLD_NEARLY_RETRIEVED: "a gold id and a retrieved one differ only in how they are written: no hit",
    Fault.EVIDENCE_NOT_IN_GOLD: "evidence stands in none of its gold documents",
    Fault.GOLD_IS_RETRIEVED: "what was retrieved is the gold and nothing else, in every case that has both",
    Fault.ANSWER_IS_QUESTION: "an expected answer is the question itself",
    Fault.REPEATED_ANSWER: "two expected answers of one case are the same",
    Fault.NO_EXPECTED_ANSWER: "an answerable question has no expected answer",
    Fault.DUPLICATE_QUESTION: "the same question stands in several cases: it counts more than others",
    Fault.NEAR_DUPLICATE_QUESTION: "two questions are nearly the same",
}

# The modes in which it does not count how the same text was written or broken into lines.
_AS_WRITTEN: Final = frozenset((MatchMode.STANDARD, MatchMode.VALUES))

_SHOWN: Final = 60
_NAMED: Final = 3


class Finding(Record, frozen=True, kw_only=True):
    """One thing that looks wrong, and the cases in which it does."""

    fault: Fault
    ids: tuple[str, ...]
    message: str


class LabelReport(Record, frozen=True, kw_only=True):
    """What was found.

    Args:
        cases: How many were looked at.
        findings: In the order of FAULTS, and of the cases.
        unchecked: Faults that could not be looked for, and why.
    """

    cases: int
    findings: tuple[Finding, ...]
    unchecked: dict[Fault, str]

    def of(self, fault: Fault) -> tuple[Finding, ...]:
        """Return the findings of one kind."""
        return tuple(finding for finding in self.findings if finding.fault is fault)


def check_labels(
    pairs: Iterable[Pair],
    corpus: Mapping[str, str] | None = None,
    *,
    unit: Unit = Unit.DOCUMENT,
    match: MatchMode = MatchMode.STANDARD,
) -> LabelReport:
    """Look for faults in the labels of cases; their traces matter for one of them alone.

    Args:
        pairs: Cases, with their traces where they have any.
        corpus: The texts of the documents (or chunks) by id; without it gold ids cannot be looked up.
        unit: What gold ids name.
        match: How far texts may differ and still be the same.

    Example:
        >>> report = check_labels([
        ...     (Case(id="1", question="Who?", expected_answers=("Ann", "ann")), None),
        ...     (Case(id="2", question="who?"), None),
        ... ])
        >>> [str(finding.fault) for finding in report.findings]
        ['repeated_answer', 'no_expected_answer', 'duplicate_question']
    """
    held = list(pairs)
    cases = [case for case, _ in held]
    found = [
        *_repeated_ids(cases),
        *_answers(cases, match),
        *_questions(cases, match),
        *_gold_is_retrieved(held, unit),
        *_gold_is_nearly_retrieved(held, unit),
    ]
    unchecked: dict[Fault, str] = {}
    if corpus is None:
        without = "no corpus was given (--corpus FILE)"
        unchecked = {Fault.GOLD_NOT_IN_CORPUS: without, Fault.EVIDENCE_NOT_IN_GOLD: without}
    else:
        near = NearIndex(corpus)
        found += [finding for case in cases for finding in _gold(case, corpus, near, match)]
    order = list(FAULTS)
    found.sort(key=lambda finding: order.index(finding.fault))
    return LabelReport(cases=len(held), findings=tuple(found), unchecked=unchecked)


def _name(case: Case) -> str:
    return case.id or case.question


def _finding(fault: Fault, message: str, *cases: Case) -> Finding:
    return Finding(fault=fault, ids=tuple(dict.fromkeys(map(_name, cases))), message=message)


def _repeated_ids(cases: Sequence[Case]) -> Iterator[Finding]:
    same: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        same[_name(case)].append(case)
    for identifier, those in same.items():
        if len(those) > 1:
            message = f"{len(those)} cases have the id {_shown(identifier)}"
            yield _finding(Fault.REPEATED_ID, message, *those)


def _answers(cases: Iterable[Case], match: MatchMode) -> Iterator[Finding]:
    for case in cases:
        if case.answerable and not case.expected_answers:
            message = f"{_shown(_name(case))} has no expected answer, and is not said to be unanswerable"
            yield _finding(Fault.NO_EXPECTED_ANSWER, message, case)
        question = normalize(case.question, match)
        seen: dict[tuple[str, ...], str] = {}
        for answer in case.expected_answers or ():
            items = (answer,) if isinstance(answer, str) else answer
            form = tuple(normalize(item, match) for item in items)
            text = " + ".join(items)
            if form == (question,):
                message = f"{_shown(_name(case))}: the expected answer is the question"
                yield _finding(Fault.ANSWER_IS_QUESTION, message, case)
            if form in seen:
                message = f"{_shown(_name(case))}: {_shown(text)} is the same as {_shown(seen[form])}"
                yield _finding(Fault.REPEATED_ANSWER, message, case)
            seen.setdefault(form, text)


def _questions(cases: Sequence[Case], match: MatchMode) -> Iterator[Finding]:
    same: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.question.strip():
            same[normalize(case.question, match)].append(case)
    for those in same.values():
        if len(those) > 1:
            names = ", ".join(_shown(_name(case)) for case in those[:_NAMED])
            message = f"{_shown(those[0].question)} stands in {len(those)} cases: {names}"
            yield _finding(Fault.DUPLICATE_QUESTION, message, *those)
    firsts = [those[0] for those in same.values()]
    for pair in sorted(near_duplicates(list(same))):
        one, other = firsts[pair.first], firsts[pair.second]
        message = f"{_shown(one.question)} and {_shown(other.question)} share {pair.share:.0%}"
        yield _finding(Fault.NEAR_DUPLICATE_QUESTION, message, one, other)


def _gold_is_retrieved(pairs: Sequence[Pair], unit: Unit) -> Iterator[Finding]:
    watch = GoldRetrieved(unit)
    for case, trace in pairs:
        watch.see(case, trace)
    message = watch.warning()
    if message is not None:
        yield Finding(fault=Fault.GOLD_IS_RETRIEVED, ids=(), message=message)


def _gold_is_nearly_retrieved(pairs: Sequence[Pair], unit: Unit) -> Iterator[Finding]:
    for case, trace in pairs:
        ids = None if trace is None else retrieved_ids(trace, unit)
        if case.gold_documents is None or not ids:
            continue
        for near in nearest([item for item in case.gold_documents.grades if item not in ids], ids):
            message = (
                f"{_shown(_name(case))}: the gold id {_shown(near.gold)} did not come back; did you mean "
                f"{_shown(near.retrieved)}, rank {near.rank}? They differ in {near.difference}"
            )
            yield _finding(Fault.GOLD_NEARLY_RETRIEVED, message, case)


def _gold(case: Case, corpus: Mapping[str, str], near: NearIndex, match: MatchMode) -> Iterator[Finding]:
    gold = case.gold_documents
    if gold is None:
        return
    unknown = [item for item in gold.grades if item not in corpus]
    for item in unknown:
        message = f"{_shown(_name(case))}: the gold id {_shown(item)} is in no document of the corpus"
        meant = near.find(item)
        message += "" if meant is None else f"; did you mean {_shown(meant)}?"
        yield _finding(Fault.GOLD_NOT_IN_CORPUS, message, case)
    texts = [corpus[item] for item, grade in gold.grades.items() if grade > 0 and item in corpus]
    if unknown or not texts or not case.evidence or at_a_glance(case.evidence, texts) is not None:
        return
    chunks = Chunks(tuple(Chunk(i, text) for i, text in enumerate(texts)), match)
    for passage in case.evidence:
        missing = chunks.find(passage).missing
        if missing and match in _AS_WRITTEN:
            whole = tuple(
                Chunk(i, mended(written(text), has_pages=True).text) for i, text in enumerate(texts)
            )
            missing = missing if Chunks(whole, match).find(mended(written(passage)).text).missing else ()
        if missing:
            message = f"{_shown(_name(case))}: {_shown(missing[0])} stands in none of its gold documents"
            yield _finding(Fault.EVIDENCE_NOT_IN_GOLD, message, case)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")
