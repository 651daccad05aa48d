"""Strings beside a model: compared a few cases at a time between its replies, and kept as those are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from ragtriage.batch import Batch
from ragtriage.model import Case, Settings, Trace, Verdict
from ragtriage.verdicts.answer import AnswerJudge
from ragtriage.verdicts.evidence import EvidenceJudge
from ragtriage.verdicts.evidence_from_answer import looks_for_answers
from ragtriage.verdicts.retrieval import RetrievalJudge
from ragtriage.verdicts.support import SupportJudge

if TYPE_CHECKING:
    from ragtriage.llm.asking import Asker

__all__ = ["STRINGS", "StringJudge", "judge_strings", "part_of"]

StringJudge: TypeAlias = RetrievalJudge | EvidenceJudge | AnswerJudge | SupportJudge

STRINGS: Final = (RetrievalJudge, EvidenceJudge, AnswerJudge, SupportJudge)

# How many cases are compared before replies are looked at again: some milliseconds' worth.
_A_TURN: Final = 16

# Where a judge has enough to compare that finding its verdict again is faster.
_IS_WORTH: Final[Mapping[type[object], Callable[[Case, object, Settings], bool]]] = {
    EvidenceJudge: lambda case, _, settings: bool(case.evidence) or looks_for_answers(case, settings),
    AnswerJudge: lambda case, _, __: bool(case.expected_answers),
    SupportJudge: lambda _, trace, __: isinstance(trace, Trace) and bool(trace.answer),
}


async def judge_strings(judge: StringJudge, batch: Batch, asker: Asker) -> list[Verdict]:
    """Return a judge's verdicts, those of an earlier run as they are kept.

    Args:
        judge: Compares strings.
        batch: The cases.
        asker: Asks a model about them besides; in its cache the verdicts are kept.
    """
    import asyncio  # noqa: PLC0415 - who asks a model has it already

    from ragtriage.verdicts.asked.shelf import Shelf, Taken  # noqa: PLC0415 - as above

    is_worth = _IS_WORTH.get(type(judge))
    if is_worth is None:
        return await judge(batch)
    worth = [
        place
        for place, (case, trace) in enumerate(zip(batch.cases, batch.traces, strict=True))
        if is_worth(case, trace, batch.settings)
    ]
    judged: dict[int, Verdict] = {}
    shelf = Shelf(asker, part_of(batch, worth), type(judge).__name__, Verdict)
    for number, kept in shelf.kept():
        judged[worth[number]] = kept.judgement
    numbers = {place: number for number, place in enumerate(worth)}
    left = [place for place in range(len(batch)) if place not in judged]
    try:
        for start in range(0, len(left), _A_TURN):
            places = left[start : start + _A_TURN]
            for place, verdict in zip(places, await judge(part_of(batch, places)), strict=True):
                judged[place] = verdict
                if place in numbers:
                    shelf.put(numbers[place], verdict, Taken())
            await asyncio.sleep(0)
    finally:
        shelf.close()
    return [judged[place] for place in range(len(batch))]


def part_of(batch: Batch, places: Sequence[int]) -> Batch:
    """Return some cases of a batch."""
    return replace(
        batch,
        cases=[batch.cases[place] for place in places],
        traces=[batch.traces[place] for place in places],
        ranks=[batch.ranks[place] for place in places],
        hits=[batch.hits[place] for place in places],
        abstained=[batch.abstained[place] for place in places],
    )
