"""The table that reads four verdicts together and says which stage failed.

Memory rule: contradiction → labels; else right answer → backed or ungrounded; else the first broken
stage from the left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from ragtriage.errors import ConfigError
from ragtriage.model import Cause, Diagnosed, Diagnosis, Fix, Outcome, Stage, State, Status, Verdicts
from ragtriage.model.words import Word

__all__ = ["TABLE", "Doubt", "Row", "diagnose", "diagnose_verdicts", "status"]


class Row(NamedTuple):
    """One row of the table, as it is printed.

    `P` pass, `F` fail, `?` unknown, `P?` pass or unknown, `F?` fail or unknown, `·` any.
    """

    number: int
    answerable: str
    abstained: str
    retrieval: str
    evidence: str
    answer: str
    support: str
    diagnosis: Diagnosis
    stage: Fix
    # What else is broken: `generation` only when the answer failed, and as the column says besides
    second: str = ""


_D = Diagnosis
TABLE: Final[tuple[Row, ...]] = (
    Row(1, "no", "·", "·", "P", "·", "·", _D.LABEL_CONFLICT, Fix.LABELS),
    Row(2, "no", "yes", "·", "F?", "·", "·", _D.PASSED, Fix.NONE),
    Row(3, "no", "no", "·", "F?", "P", "·", _D.LABEL_CONFLICT, Fix.LABELS),
    Row(4, "no", "no", "·", "F?", "F?", "·", _D.ABSTENTION_FAILURE, Fix.GENERATION),
    Row(5, "yes", "·", "F", "P", "·", "·", _D.LABEL_CONFLICT, Fix.LABELS, "answer F or abstained"),
    Row(6, "yes", "yes", "·", "·", "P", "·", _D.LABEL_CONFLICT, Fix.LABELS),
    Row(7, "yes", "yes", "F", "F", "F", "·", _D.RETRIEVAL_MISS, Fix.RETRIEVAL),
    Row(8, "yes", "yes", "P", "F", "F", "·", _D.EVIDENCE_GAP, Fix.CHUNKING),
    Row(9, "yes", "yes", "P", "P", "F", "·", _D.OVER_ABSTENTION, Fix.GENERATION),
    Row(10, "yes", "no", "·", "F", "P", "P", _D.LABEL_CONFLICT, Fix.LABELS),
    Row(11, "yes", "no", "P", "P", "P", "P?", _D.PASSED, Fix.NONE),
    Row(12, "yes", "no", "P", "P", "P", "F", _D.UNGROUNDED_CORRECT, Fix.GENERATION),
    Row(13, "yes", "no", "P", "F", "P", "F?", _D.UNGROUNDED_CORRECT, Fix.CHUNKING),
    Row(14, "yes", "no", "F", "F", "P", "F?", _D.UNGROUNDED_CORRECT, Fix.RETRIEVAL),
    Row(15, "yes", "no", "F", "F", "F?", "·", _D.RETRIEVAL_MISS, Fix.RETRIEVAL, "answer F and support F"),
    Row(16, "yes", "no", "P", "F", "F?", "·", _D.EVIDENCE_GAP, Fix.CHUNKING, "answer F and support F"),
    Row(17, "yes", "no", "P", "P", "F", "P?", _D.NOT_EXTRACTED, Fix.GENERATION),
    Row(18, "yes", "no", "P", "P", "F", "F", _D.HALLUCINATION, Fix.GENERATION),
    Row(19, "yes", "no", "P", "P", "?", "F", _D.HALLUCINATION, Fix.GENERATION),
    Row(20, "yes", "no", "?", "?", "P", "P", _D.PASSED, Fix.NONE),
    Row(21, "yes", "no", "?", "?", "P", "F", _D.UNGROUNDED_CORRECT, Fix.UNKNOWN),
    Row(22, "yes", "·", "·", "·", "·", "·", _D.UNDETERMINED, Fix.UNKNOWN),
)

# With retrieval and evidence both unknown, only these rows can apply to an answerable question.
_WITHOUT_BOTH: Final = frozenset({6, 20, 21, 22})

_P, _F, _U = Outcome.PASS, Outcome.FAIL, Outcome.UNKNOWN
_OUTCOMES: Final = {
    "P": (_P,),
    "F": (_F,),
    "?": (_U,),
    "P?": (_P, _U),
    "F?": (_F, _U),
    "·": (_P, _F, _U),
}
_CLAIMS: Final = {"yes": (True,), "no": (False,), "·": (True, False)}


class Doubt(Word):
    """Whether an answer that no pattern takes for a refusal may be one.

    `none`: it is an answer. `no_sign`: nothing in it declines, but a refusal in other words would look the
    same. `possibly_declined`: it denies something, and that may be the answer or the lack of one.
    """

    NONE = "none"
    NO_SIGN = "no_sign"
    POSSIBLY_DECLINED = "possibly_declined"


class _Seen(NamedTuple):
    """One combination of what was judged."""

    answerable: bool
    abstained: bool
    retrieval: Outcome
    evidence: Outcome
    answer: Outcome
    support: Outcome
    # whether the evidence is unknown because something in the texts points to it, and nobody judged that
    is_evidence_open: bool = False


def _seen(
    answerable: bool,  # noqa: FBT001 - as in `_Seen`
    abstained: bool,  # noqa: FBT001 - as in `_Seen`
    outcomes: Iterable[Outcome],
    *,
    is_evidence_open: bool = False,
) -> _Seen:
    """Return a combination of the outcomes of the four stages, in their order."""
    retrieval, evidence, answer, support = outcomes
    return _Seen(answerable, abstained, retrieval, evidence, answer, support, is_evidence_open)


def diagnose(
    *,
    retrieval: Outcome | str = Outcome.UNKNOWN,
    evidence: Outcome | str = Outcome.UNKNOWN,
    answer: Outcome | str = Outcome.UNKNOWN,
    support: Outcome | str = Outcome.UNKNOWN,
    answerable: bool = True,
    abstained: bool = False,
) -> Diagnosed:
    """Return what the table says of four outcomes.

    Args:
        retrieval: `pass`, `fail` or `unknown`; so the other three.
        evidence: Whether the needed passage is in the text that came back.
        answer: Whether the answer is right.
        support: Whether the answer is backed by that text.
        answerable: Whether the corpus holds an answer.
        abstained: Whether the system declined to answer.

    Raises:
        ConfigError: An outcome is none of the three words (it is also a ValueError).

    Example:
        >>> diagnose(retrieval="fail", evidence="fail", answer="pass").diagnosis
        <Diagnosis.UNGROUNDED_CORRECT: 'ungrounded_correct'>
    """
    named = {"retrieval": retrieval, "evidence": evidence, "answer": answer, "support": support}
    outcomes = [_outcome(stage, outcome) for stage, outcome in named.items()]
    seen = _seen(answerable, abstained, outcomes)
    return _diagnosed(seen, seen, Doubt.NONE)


def _outcome(stage: str, outcome: Outcome | str) -> Outcome:
    try:
        return Outcome(outcome)
    except ValueError:
        raise ConfigError(f"{stage} must be 'pass', 'fail' or 'unknown', found {outcome!r}") from None


def diagnose_verdicts(
    verdicts: Verdicts, *, answerable: bool, abstained: bool, doubt: Doubt = Doubt.NONE
) -> Diagnosed:
    """Return what the table says of four verdicts; one that is likely may also be read the other way.

    Evidence that does not apply enters as fail: there is nothing that could turn out to have been found.

    Args:
        verdicts: The four judgements.
        answerable: Whether the corpus holds an answer.
        abstained: Whether the system is known to have declined.
        doubt: Of an answer that is not: whether it may decline all the same.
    """
    each = retrieval, evidence, answer, support = (
        verdicts.retrieval,
        verdicts.evidence,
        verdicts.answer,
        verdicts.support,
    )
    found = _F if evidence.cause is Cause.NOT_APPLICABLE else evidence.outcome
    is_open = evidence.cause is Cause.NOT_JUDGED
    outcomes = (retrieval.outcome, found, answer.outcome, support.outcome)
    if doubt is Doubt.NONE and retrieval.certain and evidence.certain and answer.certain and support.certain:
        return _certainly(answerable, abstained, *outcomes, is_open)
    seen = _Seen(answerable, abstained, *outcomes, is_open)
    known = (outcome if verdict.certain else _U for verdict, outcome in zip(each, outcomes, strict=True))
    shown = _seen(answerable, abstained, known, is_evidence_open=is_open)
    return _diagnosed(seen, shown, doubt)


def status(
    verdicts: Verdicts, *, answerable: bool, abstained: bool, tell_both_failed: bool = False
) -> Status:
    """Return the coarse view, from retrieval and answer alone."""
    if not answerable:
        return Status.PASSED if abstained else Status.GENERATION_FAILURE
    retrieval, answer = verdicts.retrieval.outcome, verdicts.answer.outcome
    if retrieval is _F:
        return Status.BOTH_FAILED if tell_both_failed and answer is _F else Status.RETRIEVAL_FAILURE
    if _U in {retrieval, answer}:
        return Status.UNKNOWN
    return Status.GENERATION_FAILURE if answer is _F else Status.PASSED


@cache
def _certainly(*outcomes: *tuple[bool, bool, Outcome, Outcome, Outcome, Outcome, bool]) -> Diagnosed:
    """Apply the table to outcomes that may only be read as they are; arguments as in `_Seen`."""
    seen = _Seen(*outcomes)
    return _diagnosed(seen, seen, Doubt.NONE)


@cache
def _diagnosed(seen: _Seen, shown: _Seen, doubt: Doubt) -> Diagnosed:
    """Apply the table to what was judged, and to every reading of what is not shown.

    Args:
        seen: The outcomes, likely ones as they are.
        shown: The same, with likely ones unknown.
        doubt: Whether the answer may decline.
    """
    row = _row(seen)
    readings = [*_readings(shown), *_declined(shown, doubt is not Doubt.NONE)]
    applied = [_row(reading) for reading in readings]
    stages = {
        _row(reading).stage
        for reading in readings
        if shown.evidence is not _F or not _is_backed_by_nothing(shown, reading)
    }
    stage_certain = stages == {row.stage} and row.stage not in _NEVER_SHOWN
    possible = _plausible_stages(seen, doubt)
    is_likely = possible == (row.stage,) and row.stage is not Fix.UNKNOWN
    state = State.SHOWN if stage_certain else State.LIKELY if is_likely else State.OPEN
    return Diagnosed(
        diagnosis=row.diagnosis,
        stage=row.stage,
        second_stage=_second(row, seen),
        certain={(other.diagnosis, other.stage) for other in applied} == {(row.diagnosis, row.stage)},
        possible=tuple(sorted({other.diagnosis for other in applied})),
        row=row.number,
        stage_certain=stage_certain,
        state=state,
        possible_stages=possible,
        settled_by=_settling(seen, doubt) if state is State.OPEN else (),
    )


# Chunks that lack a passage look the same whether it was cut, never searched out, or left out of the prompt.
_NEVER_SHOWN: Final = frozenset({Fix.CHUNKING, Fix.UNKNOWN})


def _is_backed_by_nothing(known: _Seen, reading: _Seen) -> bool:
    """Whether an answer that nobody held against the texts is read as backed by ones without the passage."""
    return known.answerable and known.support is _U and reading.support is _P and reading.evidence is _F


def _plausible_stages(seen: _Seen, doubt: Doubt) -> tuple[Fix, ...]:
    """Return what may be to fix, over the readings that ask for no contradiction that nothing points to."""
    stages = {_row(reading).stage for reading in _readings(seen) if not _is_far_fetched(seen, reading)}
    if doubt is Doubt.POSSIBLY_DECLINED:
        stages |= {
            _row(reading).stage
            for reading in _declined(seen, True)  # noqa: FBT003 - the only claim there is
            if not _is_far_fetched(seen, reading)
        }
    return tuple(fix for fix in Fix if fix in stages)


def _is_far_fetched(known: _Seen, reading: _Seen) -> bool:
    """Whether a reading makes labels and texts contradict each other, or a passing case fail, unasked.

    What is not labelled cannot conflict with anything: an unknown retrieval follows evidence, and an unknown
    evidence follows a retrieval that failed, or one that led to a right answer. Of a right answer from the
    right passage that nobody held against the text, no unbacked statement is assumed.
    """
    if not known.answerable:
        return known.evidence is _U and reading.evidence is _P
    right = known.answer is _P and not known.abstained
    if known.retrieval is _U and known.evidence is _U:
        is_odd = (reading.retrieval, reading.evidence) == (_F, _P)
        is_odd |= right and known.support is _P and (reading.retrieval, reading.evidence) != (_P, _P)
    elif known.retrieval is _U:
        is_odd = reading.retrieval is not known.evidence
    elif known.evidence is _U and known.retrieval is _F:
        is_odd = reading.evidence is _P and not known.is_evidence_open
    elif known.evidence is _U:
        is_odd = reading.evidence is _F and right
    else:
        is_odd = False
    is_in_place = right and reading.retrieval is _P and reading.evidence is _P
    is_odd |= is_in_place and known.support is _U and reading.support is _F
    return is_odd or _is_backed_by_nothing(known, reading)


def _settling(seen: _Seen, doubt: Doubt) -> tuple[Stage, ...]:
    """Return the verdicts of which each could settle the stage alone; where none could, all unknown ones."""
    unknown = [stage for stage, outcome in zip(Stage, seen[2:6], strict=True) if outcome is _U]
    settling = [
        stage
        for stage in unknown
        if any(len(_plausible_stages(_with(seen, stage, outcome), doubt)) == 1 for outcome in (_P, _F))
    ]
    if doubt is Doubt.POSSIBLY_DECLINED and not settling:
        return (Stage.ANSWER,)
    return tuple(settling or unknown)


def _with(seen: _Seen, stage: Stage, outcome: Outcome) -> _Seen:
    """Return what was judged with one more verdict."""
    judged = dict(zip(Stage, seen[2:6], strict=True)) | {stage: outcome}
    return _seen(seen.answerable, seen.abstained, judged.values(), is_evidence_open=seen.is_evidence_open)


def _row(seen: _Seen) -> Row:
    """Return the first row that matches."""
    read = _substituted(seen)
    rows = TABLE
    if seen.answerable and seen.retrieval is _U and seen.evidence is _U:
        rows = tuple(row for row in TABLE if row.number in _WITHOUT_BOTH)
    return next(row for row in rows if _matches(row, read))


def _substituted(seen: _Seen) -> _Seen:
    """Read an unknown as the verdict that stands in for it."""
    if seen.answer is _U and (seen.abstained or not seen.answerable):
        seen = seen._replace(answer=_F)
    if seen.answerable and seen.evidence is _U:
        seen = seen._replace(evidence=seen.retrieval)
    if seen.answerable and seen.retrieval is _U:
        seen = seen._replace(retrieval=seen.evidence)
    return seen


def _matches(row: Row, seen: _Seen) -> bool:
    return (
        seen.answerable in _CLAIMS[row.answerable]
        and seen.abstained in _CLAIMS[row.abstained]
        and seen.retrieval in _OUTCOMES[row.retrieval]
        and seen.evidence in _OUTCOMES[row.evidence]
        and seen.answer in _OUTCOMES[row.answer]
        and seen.support in _OUTCOMES[row.support]
    )


def _declined(seen: _Seen, may_decline: bool) -> Iterator[_Seen]:  # noqa: FBT001 - what is asked
    """Yield the readings of an answer that may be a refusal, as one."""
    if may_decline and not seen.abstained:
        yield from _readings(seen._replace(abstained=True))


def _readings(seen: _Seen) -> Iterator[_Seen]:
    """Yield every combination that what is unknown may turn out to be."""
    if seen.answer is _U and (seen.abstained or not seen.answerable):
        seen = seen._replace(answer=_F)
    for outcomes in product(*((_P, _F) if outcome is _U else (outcome,) for outcome in seen[2:6])):
        yield _seen(seen.answerable, seen.abstained, outcomes)


def _second(row: Row, seen: _Seen) -> Fix | None:
    if row.second == "answer F or abstained":
        return Fix.GENERATION if seen.answer is _F or seen.abstained else None
    if row.second == "answer F and support F":
        return Fix.GENERATION if seen.answer is _F and seen.support is _F else None
    return None
