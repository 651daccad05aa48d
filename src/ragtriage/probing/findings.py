"""Reading one case: what its conditions come to, what the table says of them, and how that stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from ragtriage.model import Outcome, Verdict
from ragtriage.model.probing import (
    Arm,
    ArmResult,
    CaseProbe,
    Conclusion,
    LeftOut,
    Reading,
    Sample,
    Source,
    Standing,
)
from ragtriage.probing.arms import Built, Prepared
from ragtriage.probing.conclusions import MEANINGS, Concluded, Observed, conclude, standing
from ragtriage.probing.readings import baseline_reading, is_steady, reading

__all__ = ["not_still", "read_case"]

# The fields of `Observed`, and the conditions that they read.
_FIELDS: Final = {
    "closed_book": Arm.CLOSED_BOOK,
    "gold": Arm.GOLD,
    "gold_added": Arm.GOLD_ADDED,
    "gold_only": Arm.GOLD_ONLY_OF_RETRIEVED,
    "gold_first": Arm.GOLD_FIRST,
    "without_gold": Arm.WITHOUT_GOLD,
}

# A condition that gives the same texts as an earlier one of these is not asked again.
_ORDER: Final = (Arm.RETRIEVED, *(arm for arm in Arm if arm is not Arm.RETRIEVED))

_STILL: Final = "nothing is confirmed: too few recorded answers are reproduced for that"


def read_case(
    prepared: Prepared,
    answers: Mapping[tuple[str, ...], Sequence[Sample]],
    recorded: Sample | None,
    *,
    with_texts: bool = True,
) -> CaseProbe:
    """Read one case.

    Args:
        prepared: Its conditions.
        answers: By the texts that were given, a sample each.
        recorded: The answer of the evaluation, judged; None where it was not recorded.
        with_texts: Keep the answers.
    """
    result = prepared.result
    arms = _arms(prepared.arms, answers, with_texts=with_texts)
    retrieved = prepared.arms[Arm.RETRIEVED].texts
    samples = () if retrieved is None else answers[retrieved]
    known = [recorded] if recorded is not None and recorded.outcome is not Outcome.UNKNOWN else []
    together = (*known, *samples)
    baseline = baseline_reading(together) if samples else Reading.UNKNOWN
    observed, unsteady = _observed(prepared, arms, baseline)
    if samples and not is_steady(together):
        unsteady |= {"baseline"}
    concluded = _concluded(observed, frozenset(unsteady), prepared.evidence)
    recorded_reading = reading(known)
    is_reproduced = _reproduced(recorded_reading, arms[Arm.RETRIEVED].reading)
    stands = standing(result.diagnosed.diagnosis, concluded.conclusion)
    if not concluded.certain or not is_reproduced:  # None too: there is nothing that it repeats
        stands = Standing.OPEN
    return CaseProbe(
        id=result.case.id,
        diagnosis=result.diagnosed.diagnosis,
        stage=result.diagnosed.stage,
        recorded=recorded_reading,
        baseline=baseline,
        is_reproduced=is_reproduced,
        arms=arms,
        left_out=_left_out(prepared, answers, with_texts=with_texts),
        conclusion=concluded.conclusion,
        row=concluded.row.number,
        second=concluded.second,
        certain=concluded.certain,
        standing=stands,
        why=_why(concluded, arms[Arm.RETRIEVED], is_reproduced=is_reproduced, recorded=recorded_reading),
    )


def not_still(case: CaseProbe) -> CaseProbe:
    """Return a case of a set in which nothing may be confirmed."""
    if case.standing is Standing.OPEN:
        return case
    return msgspec.structs.replace(case, standing=Standing.OPEN, why=f"{case.why} But {_STILL}.")


def _arms(
    built: Mapping[Arm, Built], answers: Mapping[tuple[str, ...], Sequence[Sample]], *, with_texts: bool
) -> dict[Arm, ArmResult]:
    """Return what came of each condition; of those with the same texts the first has the answers."""
    first: dict[tuple[str, ...], Arm] = {}
    results: dict[Arm, ArmResult] = {}
    for arm in (arm for arm in _ORDER if arm in built):
        texts, reason, source = built[arm]
        if texts is None:
            results[arm] = ArmResult(reading=Reading.UNKNOWN, not_built=reason)
            continue
        same_as = first.get(texts)
        first.setdefault(texts, arm)
        results[arm] = _result(answers[texts], texts, source, same_as=same_as, with_texts=with_texts)
    return {arm: results[arm] for arm in Arm if arm in results}


def _result(
    samples: Sequence[Sample],
    texts: Sequence[str],
    source: Source | None,
    *,
    same_as: Arm | None,
    with_texts: bool,
) -> ArmResult:
    outcomes = [sample.outcome for sample in samples]
    kept = samples if with_texts else [_without_text(sample) for sample in samples]
    return ArmResult(
        reading=reading(samples),
        is_steady=is_steady(samples),
        right=outcomes.count(Outcome.PASS),
        wrong=outcomes.count(Outcome.FAIL),
        unknown=outcomes.count(Outcome.UNKNOWN),
        texts=len(texts),
        source=source,
        same_as=same_as,
        samples=() if same_as is not None else tuple(kept),
    )


def _without_text(sample: Sample) -> Sample:
    """Return a sample without its answer; the reason may quote it."""
    return msgspec.structs.replace(sample, answer=None, reason=None)


def _left_out(
    prepared: Prepared, answers: Mapping[tuple[str, ...], Sequence[Sample]], *, with_texts: bool
) -> tuple[LeftOut, ...]:
    return tuple(
        LeftOut(
            position=left.position,
            document_id=left.document_id,
            chunk_id=left.chunk_id,
            is_gold=left.is_gold,
            result=_result(answers[left.texts], left.texts, None, same_as=None, with_texts=with_texts),
        )
        for left in prepared.left_out
    )


def _concluded(observed: Observed, unsteady: frozenset[str], evidence: Verdict) -> Concluded:
    """Return what the table says; certain only if it says so too where evidence turns out otherwise."""
    concluded = conclude(observed, unsteady)
    if evidence.certain:
        return concluded
    otherwise = Outcome.PASS if evidence.outcome is Outcome.FAIL else Outcome.FAIL
    other = conclude(observed._replace(evidence=otherwise), unsteady)
    is_same = other.certain and other.conclusion is concluded.conclusion
    return concluded._replace(certain=concluded.certain and is_same)


def _observed(
    prepared: Prepared, arms: Mapping[Arm, ArmResult], baseline: Reading
) -> tuple[Observed, set[str]]:
    """Return what the table is asked, and which fields might as well have read the other way."""
    readings: dict[str, Reading] = {}
    unsteady: set[str] = set()
    for name, arm in _FIELDS.items():
        result = arms.get(arm)
        if result is None or result.not_built is not None:
            continue
        # who gets the same texts as in the baseline gives its answers, the recorded one among them
        readings[name] = baseline if result.same_as is Arm.RETRIEVED else result.reading
        if not _says(result, readings[name], prepared.evidence.outcome):
            readings[name] = Reading.UNKNOWN
        elif not result.is_steady:
            unsteady.add(name)
    case = prepared.result
    observed = Observed(
        answerable=case.case.answerable,
        retrieval=case.verdicts.retrieval.outcome,
        evidence=prepared.evidence.outcome,
        baseline=baseline,
        **readings,
    )
    return observed, unsteady


def _says(result: ArmResult, read: Reading, evidence: Outcome) -> bool:
    """Tell whether a reading shows something: chunks of the gold documents may lack the passage.

    A right answer shows that they do not; a wrong one then shows nothing of the generator.
    """
    is_doubtful = result.source is Source.RETRIEVED and evidence is not Outcome.PASS
    return not (is_doubtful and read is Reading.WRONG)


def _reproduced(recorded: Reading, retrieved: Reading) -> bool | None:
    if Reading.UNKNOWN in {recorded, retrieved}:
        return None
    return recorded is retrieved


def _why(concluded: Concluded, retrieved: ArmResult, *, is_reproduced: bool | None, recorded: Reading) -> str:
    """Say what is shown, and what keeps it open."""
    told = [MEANINGS[concluded.conclusion]]
    if retrieved.not_built is not None:
        told.append(f"The baseline cannot be built: {retrieved.not_built}.")
    if is_reproduced is False:
        told.append(
            f"The recorded answer is {recorded}, but {retrieved.right} of {retrieved.n} given as retrieved "
            "are right: it is not reproduced."
        )
    elif is_reproduced is None and retrieved.reading is not Reading.UNKNOWN:
        told.append("Nothing can be confirmed: no recorded answer was judged that this one could repeat.")
    elif not concluded.certain and concluded.conclusion is not Conclusion.FLAKY:
        told.append("Not certain: some answers differ from one time to the next, or might be paraphrases.")
    return " ".join(told)
