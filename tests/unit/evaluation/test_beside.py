"""Strings beside a model: the same verdicts as without one, found again, and never long at a time."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import msgspec
import pytest

from ragtriage.batch import Batch
from ragtriage.evaluation import beside
from ragtriage.evaluation.beside import judge_strings
from ragtriage.evaluation.judging import Judges
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.model import Case, Cause, Outcome, Retrieved, Settings, Trace, Verdict
from ragtriage.verdicts.answer import AnswerJudge
from ragtriage.verdicts.evidence import EvidenceJudge
from ragtriage.verdicts.retrieval import RetrievalJudge
from ragtriage.verdicts.support import SupportJudge

JUDGES = (RetrievalJudge(), EvidenceJudge(), AnswerJudge(), SupportJudge())


def batch(n=50):
    """Every third case has no expected answer, every fourth a wrong answer, every fifth no evidence."""
    cases = [
        Case(
            id=f"{i}",
            question=f"How much is pass {i}?",
            expected_answers=() if i % 3 == 0 else (f"{i} euros", ("a pass", f"{i} euros")),
            evidence=() if i % 5 == 0 else (f"Pass {i} is {i} euros.",),
        )
        for i in range(n)
    ]
    traces = [
        Trace(
            id=f"{i}",
            answer=f"You pay {i + (i % 4 == 0)} euros for a pass.",
            context=(f"Pass {i} is {i} euros.", "Children travel free of charge."),
            retrieved=(Retrieved(document_id="d", text=f"Pass {i} is {i} euros."),),
        )
        for i in range(n)
    ]
    return Batch(cases, traces, [None] * n, [None] * n, [False] * n, Settings())


def asker(folder):
    return Asker(Endpoint(model="m", base_url="http://there/v1", api_key="k"), cache=folder)


def judged(judge, cases, folder):
    async def run():
        async with asker(folder) as opened:
            return await judge_strings(judge, cases, opened)

    return asyncio.run(run())


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.stage)
@pytest.mark.parametrize("is_cached", [True, False])
def test_they_are_those_of_the_judge_alone_the_first_time_and_the_second(judge, is_cached, tmp_path):
    alone = asyncio.run(judge(batch()))
    folder = tmp_path if is_cached else None
    assert judged(judge, batch(), folder) == alone
    assert judged(judge, batch(), folder) == alone


def test_a_case_that_was_compared_is_not_compared_again(tmp_path):
    judged(AnswerJudge(), batch(), tmp_path)
    other = Verdict(outcome=Outcome.UNKNOWN, cause=Cause.NOT_JUDGED, method="left here", reason="for a test")
    with closing(sqlite3.connect(tmp_path / "replies.sqlite3")) as cache:
        (data, *_), *_ = cache.execute("SELECT kept FROM judgements").fetchall()
        planted = msgspec.json.encode([*msgspec.json.decode(data)[:-1], other])
        count = cache.execute("UPDATE judgements SET kept = ?", (planted,)).rowcount
        cache.commit()
    again = judged(AnswerJudge(), batch(), tmp_path)
    assert count == sum(bool(case.expected_answers) for case in batch().cases)
    assert [verdict.method == "left here" for verdict in again] == [
        bool(case.expected_answers) for case in batch().cases
    ]


def test_replies_are_looked_at_between_a_few_cases(tmp_path):
    turns = []

    async def run():
        async def other():
            while True:
                turns.append(None)
                await asyncio.sleep(0)

        async with asker(tmp_path) as opened:
            beat = asyncio.ensure_future(other())
            await judge_strings(AnswerJudge(), batch(160), opened)
            beat.cancel()

    asyncio.run(run())
    assert len(turns) >= 160 // beside._A_TURN


def test_where_nothing_asks_nothing_is_kept():
    assert Judges.of().asker is None
