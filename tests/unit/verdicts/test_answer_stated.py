"""The answer verdict under the rule `stated`, and which fails are certain under either rule."""

from __future__ import annotations

import pytest

from ragtriage.model import (
    AnswerDetail,
    AnswerRule,
    Case,
    Cause,
    MatchMode,
    Outcome,
    Place,
    Retrieved,
    Settings,
    Trace,
    Verdict,
)
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.verdicts.answer import judge_answer


def judge(
    answer: str,
    *expected: str | tuple[str, ...],
    question: str = "q",
    rule: AnswerRule = AnswerRule.STATED,
    match: MatchMode = MatchMode.STANDARD,
    answerable: bool = True,
) -> Verdict:
    return judge_answer(
        Case(id="1", question=question, expected_answers=expected, answerable=answerable),
        Trace(id="1", answer=answer, retrieved=(Retrieved(document_id="doc-a", text="t"),)),
        Settings(match=match, answer_rule=rule),
        is_abstained=abstains(answer) is Abstention.YES,
    )


def test_the_place_of_what_is_stated_is_kept():
    answer = "経費精算の期限は翌月5日です。"
    verdict = judge(answer, "翌月5日")
    assert verdict.outcome is Outcome.PASS
    assert verdict.method == "stated(standard)"
    assert verdict.detail == AnswerDetail(expected="翌月5日", place=Place(chunk=0, start=8, end=12))
    assert answer[8:12] == "翌月5日"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The fee [doc-a] is due in 5 days [1].", "5 days"),
        ("- It is due\n- in 5 days [doc-a]", "5 days"),
        ("  [1] 期限は翌月5日【2】です。", "翌月5日"),
        ("기한은 5일[1]입니다.", "5일"),
    ],
)
def test_citation_marks_change_neither_the_verdict_nor_the_place(answer, expected):
    verdict = judge(answer, expected)
    assert verdict.outcome is Outcome.PASS
    assert isinstance(verdict.detail, AnswerDetail)
    place = verdict.detail.place
    assert place is not None
    assert answer[place.start : place.end] == expected


def test_a_mark_inside_a_stretch_is_part_of_its_place():
    answer = "翌月[1]5日です"
    verdict = judge(answer, "翌月5日")
    assert isinstance(verdict.detail, AnswerDetail)
    assert verdict.detail.place == Place(chunk=0, start=0, end=7)


def test_any_expected_answer_may_be_stated():
    verdict = judge("It is in Lyon.", "Paris", "Lyon")
    assert isinstance(verdict.detail, AnswerDetail)
    assert (verdict.outcome, verdict.detail.expected) == (Outcome.PASS, "Lyon")


@pytest.mark.parametrize("rule", list(AnswerRule))
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("翌月10日までです", "翌月5日"),
        ("It takes 10 days.", "5 days"),
        ("Yes, it is.", "no"),
        ("I'm sorry, the documents do not say.", "Paris"),
        ("申し訳ありませんが、記載がありません。", "翌月5日"),
    ],
)
def test_a_fail_is_certain_where_no_paraphrase_looks_like_it(rule, answer, expected):
    verdict = judge(answer, expected, rule=rule)
    assert (verdict.outcome, verdict.certain) == (Outcome.FAIL, True)
    assert verdict.reason


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("5日です", "翌月5日"), ("It is Lyon.", "Paris"), ("5 or 6 days", "5 days"), ("It depends.", "yes")],
)
def test_any_other_difference_is_open(answer, expected):
    verdict = judge(answer, expected)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_JUDGED)
    assert verdict.reason


def test_under_the_rule_equals_too_a_difference_is_open_where_somebody_else_judges_it():
    case = Case(id="1", question="q", expected_answers=("Paris",))
    verdict = judge_answer(
        case, Trace(id="1", answer="In Paris"), Settings(answer_rule=AnswerRule.EQUALS), is_followed=True
    )
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_JUDGED)


def test_a_fail_is_certain_only_if_it_is_for_every_expected_answer():
    assert judge("It takes 10 days.", "5 days", "a few days").outcome is Outcome.UNKNOWN
    assert judge("It takes 10 days.", "5 days", "6 days").outcome is Outcome.FAIL


def test_the_rule_equals_does_not_accept_what_is_only_stated():
    assert judge("It is in Paris.", "Paris", rule=AnswerRule.EQUALS).outcome is Outcome.FAIL
    assert judge("No, it is prohibited.", "no", rule=AnswerRule.EQUALS).outcome is Outcome.FAIL


@pytest.mark.parametrize("match", [MatchMode.STRICT, MatchMode.WHITESPACE])
def test_the_strict_modes_read_no_values(match):
    assert judge("It takes five days.", "5 days", match=match).outcome is Outcome.UNKNOWN
    assert judge("It takes 10 days.", "5 days", match=match).outcome is Outcome.UNKNOWN
    assert judge("It takes 5 days.", "5 days", match=match).outcome is Outcome.PASS


def test_case_folding_is_the_matchers():
    assert judge("It is PARIS.", "Paris", match=MatchMode.STRICT).outcome is Outcome.UNKNOWN
    assert judge("It is PARIS.", "Paris", match=MatchMode.STANDARD).outcome is Outcome.PASS


def test_an_answer_that_passes_is_no_refusal_although_it_looks_like_one():
    assert judge("Not specified", "not specified").outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("answer", "expected", "is_possible"),
    [
        ("The documents do not say that smoking is allowed.", "no", True),
        ("It is not London.", "Paris", False),
        ("It is London.", "Paris", False),
        ("It is not 10 days.", "5 days", False),
        ("The guide stays quiet about the fee.", "5 days", True),
    ],
)
def test_a_denial_without_a_value_of_the_expected_type_is_possibly_a_refusal(answer, expected, is_possible):
    verdict = judge(answer, expected)
    assert isinstance(verdict.detail, AnswerDetail)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_JUDGED)
    assert verdict.detail.is_possibly_abstained is is_possible


def test_an_unanswerable_question_knows_of_a_possible_refusal():
    verdict = judge("The guide stays quiet about the deposit.", answerable=False)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_APPLICABLE)
    assert verdict.detail == AnswerDetail(is_possibly_abstained=True)
    assert judge("It is allowed.", answerable=False).detail is None


def test_a_chinese_answer_without_a_letter_is_really_read():
    assert judge("首都是北京。", "北京").outcome is Outcome.PASS
    assert judge("首都是上海。", "北京").outcome is Outcome.UNKNOWN
    assert judge("需要十天。", "五天").outcome is Outcome.FAIL
