"""The answer verdict under the rule `equals`."""

from __future__ import annotations

import asyncio

import pytest

from ragtriage.batch import Batch
from ragtriage.model import (
    AnswerDetail,
    AnswerRule,
    Case,
    Cause,
    Gold,
    MatchMode,
    Outcome,
    RankedTrace,
    Retrieved,
    Settings,
    Stage,
    Trace,
    Verdict,
)
from ragtriage.verdicts.answer import AnswerJudge, judge_answer


def judge(
    answer: str | None,
    *expected: str | tuple[str, ...],
    match: MatchMode = MatchMode.STANDARD,
    retrieved: tuple[str, ...] | tuple[Retrieved, ...] | None = None,
    gold: Gold | None = None,
    is_abstained: bool = False,
) -> Verdict:
    return judge_answer(
        Case(id="1", question="q", expected_answers=expected, gold_documents=gold),
        Trace(id="1", answer=answer, retrieved=retrieved),
        Settings(match=match, answer_rule=AnswerRule.EQUALS),
        is_abstained=is_abstained,
    )


def test_an_answer_that_was_not_recorded_is_unknown():
    case = Case(id="1", expected_answers=("a",))
    for trace in (Trace(id="1"), RankedTrace(id="1", hits=(), retrieved_count=0)):
        verdict = judge_answer(case, trace, Settings())
        assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_RECORDED)
        assert verdict.reason


@pytest.mark.parametrize("expected", [None, ()])
def test_without_an_expected_answer_the_verdict_is_unknown(expected):
    verdict = judge_answer(Case(id="1", expected_answers=expected), Trace(id="1", answer="a"), Settings())
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_LABELLED)


def test_an_unanswerable_question_without_expected_answers_has_no_answer_verdict():
    case = Case(id="1", answerable=False)
    verdict = judge_answer(case, Trace(id="1", answer="a"), Settings())
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_APPLICABLE)


@pytest.mark.parametrize("answer", [None, "", " \n\u3000"])
def test_an_empty_answer_fails_for_certain(answer):
    verdict = judge(answer, "a")
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, True)
    assert verdict.reason


def test_the_expected_answer_that_matched_is_named():
    verdict = judge("B.", "A", "b")
    assert (verdict.outcome, verdict.detail) == (Outcome.PASS, AnswerDetail(expected="b"))
    assert verdict.method == "equals(standard)"


def test_whoever_asks_for_equal_strings_is_told_that_others_fail():
    verdict = judge("翌月の5日", "翌月5日")
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, True)
    assert verdict.reason
    assert verdict.detail == AnswerDetail()


def test_an_answer_that_declined_fails_for_certain():
    verdict = judge("I don't know.", "Paris", is_abstained=True)
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, True)


def test_an_answer_that_matches_passes_although_it_looks_like_a_refusal():
    assert judge("Unknown", "unknown", is_abstained=True).outcome is Outcome.PASS


# Identical Chinese terms; width and case; punctuation; one of several; white space; digits; emoji; symbols.
@pytest.mark.parametrize(
    ("answer", "expected", "match", "outcome"),
    [
        ("机器学习", ("机器学习",), MatchMode.STRICT, Outcome.PASS),
        ("Ｆｕｌｌ－ｗｉｄｔｈ", ("full-width",), MatchMode.STANDARD, Outcome.PASS),
        ("Straße", ("strasse",), MatchMode.STANDARD, Outcome.PASS),
        ("42!", ("42",), MatchMode.STANDARD, Outcome.PASS),
        ("(42)", ("42",), MatchMode.STANDARD, Outcome.PASS),
        ("60 %", ("60",), MatchMode.STANDARD, Outcome.FAIL),
        ("( B )", ("(B)",), MatchMode.STANDARD, Outcome.PASS),
        ("B", ("A", "B"), MatchMode.STANDARD, Outcome.PASS),
        ("hello  world", ("hello world",), MatchMode.STRICT, Outcome.FAIL),
        ("hello  world", ("hello world",), MatchMode.WHITESPACE, Outcome.PASS),
        ("hello  world", ("hello world",), MatchMode.STANDARD, Outcome.PASS),
        ("1400", ("１４００",), MatchMode.STANDARD, Outcome.PASS),
        ("\u2764\ufe0f", ("\u2764",), MatchMode.STANDARD, Outcome.PASS),
        ("C++", ("C",), MatchMode.STANDARD, Outcome.FAIL),
    ],
)
def test_answers_reported_from_the_field(answer, expected, match, outcome):
    assert judge(answer, *expected, match=match).outcome is outcome


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("翌月5日 [1]", "翌月5日"), ("翌月5日【1】", "翌月5日"), ("5 days [doc-a]", "5 days")],
)
def test_citation_marks_do_not_count_from_standard_on(answer, expected):
    retrieved = (Retrieved(document_id="doc-a", chunk_id="doc-a#1"),)
    assert judge(answer, expected, retrieved=retrieved).outcome is Outcome.PASS
    assert judge(answer, expected, retrieved=("doc-a",)).outcome is Outcome.PASS
    assert judge(answer, expected, gold=Gold(grades={"doc-a": 1})).outcome is Outcome.PASS
    for match in (MatchMode.STRICT, MatchMode.WHITESPACE):
        assert judge(answer, expected, match=match, retrieved=retrieved).outcome is Outcome.FAIL


def test_an_expected_answer_that_looks_like_a_citation_mark_is_still_found():
    assert judge("Paris [1]", "Paris [1]").outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Tom, Ann", Outcome.PASS),
        ("Ann and Tom.", Outcome.PASS),
        ("Tom; Ann", Outcome.PASS),
        ("Tom", Outcome.FAIL),
        ("Tom, Ann and Eve", Outcome.FAIL),
        ("Tom, Tom", Outcome.FAIL),
    ],
)
def test_an_answer_of_several_items_needs_all_of_them_and_no_other(answer, outcome):
    assert judge(answer, ("Ann", "Tom")).outcome is outcome


@pytest.mark.parametrize(
    ("answer", "items"),
    [
        ("京都と大阪", ("大阪", "京都")),
        ("京都、大阪および奈良", ("京都", "大阪", "奈良")),
        ("서울과 부산", ("부산", "서울")),
        ("서울, 부산 및 대구", ("서울", "부산", "대구")),
        ("北京和上海", ("上海", "北京")),
        ("北京、上海以及广州", ("广州", "上海", "北京")),
        ("Paris, France and Lyon", ("Lyon", "Paris, France")),
    ],
)
def test_items_are_joined_as_each_language_joins_them(answer, items):
    assert judge(answer, items).outcome is Outcome.PASS


def test_verdicts_come_in_the_order_of_the_batch():
    cases = [Case(id=str(n), expected_answers=("a",)) for n in range(3)]
    traces = [Trace(id="0", answer="a"), Trace(id="1"), Trace(id="2", answer="")]
    batch = Batch(cases, traces, [None] * 3, [None] * 3, [False] * 3, Settings())
    judge = AnswerJudge()
    assert judge.stage is Stage.ANSWER
    verdicts = asyncio.run(judge(batch))
    assert [verdict.outcome for verdict in verdicts] == [Outcome.PASS, Outcome.UNKNOWN, Outcome.FAIL]
