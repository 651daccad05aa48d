"""Judging what the generator answered: by the matcher, the rule and the judge of the evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from ragtriage.batch import Batch
from ragtriage.model import AnswerDetail, Case, Outcome, Settings, Trace, Verdict
from ragtriage.model.probing import Sample
from ragtriage.text.abstention import Abstention, OwnPattern, abstains
from ragtriage.verdicts.judge import Judge

__all__ = ["ToJudge", "judge_samples"]

_BATCH: Final = 1024


class ToJudge(NamedTuple):
    """One answer to one case; where several samples say the same, it is judged once."""

    case: int  # its place among those that are probed
    answer: str


async def judge_samples(
    wanted: Iterable[ToJudge],
    cases: Sequence[tuple[Case, Trace]],
    settings: Settings,
    *,
    judge: Judge,
    patterns: Sequence[OwnPattern] = (),
) -> dict[ToJudge, Sample]:
    """Judge every answer.

    Args:
        wanted: The answers.
        cases: Whose they are, with what was retrieved, whose ids an answer may cite.
        settings: Those of the evaluation.
        judge: Of answers.
        patterns: Of refusals, beside those that are built in.
    """
    judged: dict[ToJudge, Sample] = {}
    todo = iter(dict.fromkeys(wanted))
    while chunk := list(islice(todo, _BATCH)):
        batch = Batch(
            cases=[cases[each.case][0] for each in chunk],
            traces=[msgspec.structs.replace(cases[each.case][1], answer=each.answer) for each in chunk],
            ranks=[None] * len(chunk),
            hits=[None] * len(chunk),
            abstained=[
                abstains(each.answer, patterns, question=cases[each.case][0].question) is Abstention.YES
                for each in chunk
            ],
            settings=settings,
        )
        verdicts = await judge(batch)
        for each, case, declined, verdict in zip(chunk, batch.cases, batch.abstained, verdicts, strict=True):
            judged[each] = _sample(case, each.answer, verdict, is_declined=declined)
    return judged


def _sample(case: Case, answer: str, verdict: Verdict, *, is_declined: bool) -> Sample:
    """Return whether an answer is right; of an unanswerable question, declining is."""
    if case.answerable:
        return Sample(answer=answer, outcome=verdict.outcome, certain=verdict.certain, reason=verdict.reason)
    detail = verdict.detail
    is_possible = isinstance(detail, AnswerDetail) and detail.is_possibly_abstained
    return Sample(
        answer=answer,
        outcome=Outcome.PASS if is_declined else Outcome.FAIL,
        certain=is_declined or not is_possible,
        reason=None if is_declined else "the question has no answer in the corpus, yet one is given",
    )
