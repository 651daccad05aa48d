"""The table that reads four verdicts together and says which stage failed.

Memory rule: contradiction → labels; else right answer → backed or ungrounded; else the first broken
stage from the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from ragtriage.errors import ConfigError
from ragtriage.model import Cause, Diagnosed, Diagnosis, Fix, Outcome, Status, Verdicts

__all__ = ["MEANINGS", "TABLE", "Row", "diagnose", "diagnose_verdicts", "status"]


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

MEANINGS: Final = {
    _D.PASSED: "Right answer (or right refusal) with the evidence in place.",
    _D.UNGROUNDED_CORRECT: "The answer is right but the retrieved text does not back it, so the match proves "
    "nothing about retrieval.",
    _D.RETRIEVAL_MISS: "The needed documents were not within the cutoff and no right answer came out.",
    _D.EVIDENCE_GAP: "The right documents came back, but their chunks lack the needed passage (splitting, "
    "truncation, context assembly).",
    _D.NOT_EXTRACTED: "The evidence was there, yet the answer is not an expected one, and it was not shown "
    "to be made up.",
    _D.HALLUCINATION: "The evidence was there, yet the answer states things the context does not back.",
    _D.OVER_ABSTENTION: "The evidence was there, yet the system declined.",
    _D.ABSTENTION_FAILURE: "The question cannot be answered from the corpus, yet the system answered.",
    _D.LABEL_CONFLICT: "The verdicts contradict each other: check gold ids, evidence, expected answer or "
    "judge first.",
    _D.UNDETERMINED: "Too little was judged to name a stage.",
}

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


class _Seen(NamedTuple):
    """One combination of what was judged."""

    answerable: bool
    abstained: bool
    retrieval: Outcome
    evidence: Outcome
    answer: Outcome
    support: Outcome


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
    seen = _Seen(answerable, abstained, *outcomes)
    return _diagnosed(seen, seen, seen)


def _outcome(stage: str, outcome: Outcome | str) -> Outcome:
    try:
        return Outcome(outcome)
    except ValueError:
        raise ConfigError(f"{stage} must be 'pass', 'fail' or 'unknown', found {outcome!r}") from None


def diagnose_verdicts(
    verdicts: Verdicts, *, answerable: bool, abstained: bool, is_possibly_abstained: bool = False
) -> Diagnosed:
    """Return what the table says of four verdicts; a fail that is not certain may also be read as a pass.

    Evidence that does not apply enters as fail: there is nothing that could turn out to have been found.
    """
    each = retrieval, evidence, answer, support = (
        verdicts.retrieval,
        verdicts.evidence,
        verdicts.answer,
        verdicts.support,
    )
    found = _F if evidence.cause is Cause.NOT_APPLICABLE else evidence.outcome
    if (
        not is_possibly_abstained
        and retrieval.certain
        and evidence.certain
        and answer.certain
        and support.certain
    ):
        return _certainly(answerable, abstained, retrieval.outcome, found, answer.outcome, support.outcome)
    seen = _Seen(answerable, abstained, retrieval.outcome, found, answer.outcome, support.outcome)
    open_ = _Seen(
        answerable,
        abstained,
        *(
            _U if outcome is _F and not verdict.certain else outcome
            for verdict, outcome in zip(each, seen[2:], strict=True)
        ),
    )
    declined = open_._replace(abstained=True) if is_possibly_abstained else open_
    return _diagnosed(seen, open_, declined)


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
def _certainly(*outcomes: *tuple[bool, bool, Outcome, Outcome, Outcome, Outcome]) -> Diagnosed:
    """Apply the table to outcomes that may only be read as they are; arguments as in `_Seen`."""
    seen = _Seen(*outcomes)
    return _diagnosed(seen, seen, seen)


@cache
def _diagnosed(seen: _Seen, open_: _Seen, declined: _Seen) -> Diagnosed:
    """Apply the table to `seen`, and to every reading of what is unknown in `open_` and `declined`."""
    row = _row(seen)
    applied = [_row(reading) for other in (open_, declined) for reading in _readings(other)]
    readings = {(other.diagnosis, other.stage) for other in applied}
    return Diagnosed(
        diagnosis=row.diagnosis,
        stage=row.stage,
        second_stage=_second(row, seen),
        certain=readings == {(row.diagnosis, row.stage)},
        possible=tuple(sorted({other.diagnosis for other in applied})),
        row=row.number,
    )


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


def _readings(seen: _Seen) -> Iterator[_Seen]:
    """Yield every combination that what is unknown may turn out to be."""
    if seen.answer is _U and (seen.abstained or not seen.answerable):
        seen = seen._replace(answer=_F)
    for outcomes in product(*((_P, _F) if outcome is _U else (outcome,) for outcome in seen[2:])):
        yield _Seen(seen.answerable, seen.abstained, *outcomes)


def _second(row: Row, seen: _Seen) -> Fix | None:
    if row.second == "answer F or abstained":
        return Fix.GENERATION if seen.answer is _F or seen.abstained else None
    if row.second == "answer F and support F":
        return Fix.GENERATION if seen.answer is _F and seen.support is _F else None
    return None
