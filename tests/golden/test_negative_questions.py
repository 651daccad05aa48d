"""Yes and no to negative questions: never certain, since languages and labels mean the opposite by them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ragtriage.model import AnswerRule, Case, Outcome, Settings, Trace
from ragtriage.text.stating import state
from ragtriage.verdicts.answer import judge_answer

TABLE = Path(__file__).with_name("negative_questions.tsv")
UNSEEN = Path(__file__).with_name("negative_questions_unseen.tsv")
ROWS = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("language", "kind", "question", "expected", "answer"), ROWS)
def test_yes_or_no_is_certain_where_the_question_is_no_negative_one(
    language, kind, question, expected, answer
):
    reading = state(answer, expected, question=question, others=(expected,), language=language)
    assert reading.certain is (kind == "positive")
    if kind == "positive":
        assert reading.outcome is Outcome.PASS


@pytest.mark.parametrize(("language", "kind", "question", "expected", "answer"), ROWS)
def test_no_verdict_on_an_answer_to_a_negative_question_is_certain(
    language, kind, question, expected, answer
):
    case = Case(id="1", question=question, expected_answers=(expected,), language=language)
    verdict = judge_answer(case, Trace(id="1", answer=answer), Settings())
    is_decided = verdict.certain and verdict.outcome is not Outcome.UNKNOWN
    assert is_decided is (kind == "positive")


@pytest.mark.parametrize(
    ("question", "expected", "answer"),
    [
        ("Is it not allowed to smoke?", ("No", "it is not allowed"), "No, it is not allowed."),
        ("喫煙は許可されていませんか。", ("はい", "許可されていません"), "いいえ、許可されていません。"),
        ("사용할 수 없나요?", ("네", "사용할 수 없습니다"), "아니요, 사용할 수 없습니다."),
        ("这里不能抽烟吗？", ("是的", "不能抽烟"), "不是，不能抽烟。"),
    ],
)
def test_a_clause_that_is_expected_and_spelled_out_is_certain(question, expected, answer):
    case = Case(id="1", question=question, expected_answers=expected)
    verdict = judge_answer(case, Trace(id="1", answer=answer), Settings())
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, True)


@pytest.mark.parametrize(
    ("question", "answer", "is_certain"),
    [
        ("Is it not allowed to smoke?", "No", False),
        ("繰り越せませんか。", "はい", False),
        ("바꿀 수 없을까요?", "네", False),
        ("不能退款吗？", "是的", False),
        ("不能退款吗？", "不可以", True),
        ("Is it allowed to smoke?", "No", True),
        ("繰り越せますか。", "はい", True),
    ],
)
def test_the_same_word_alone_is_a_pass_and_certain_where_it_says_one_thing(question, answer, is_certain):
    case = Case(id="1", question=question, expected_answers=(answer,))
    verdict = judge_answer(case, Trace(id="1", answer=answer), Settings())
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, is_certain)
    by_equality = judge_answer(case, Trace(id="1", answer=answer), Settings(answer_rule=AnswerRule.EQUALS))
    assert by_equality.certain


def test_each_language_has_twenty_negative_and_ten_positive_questions():
    counts = Counter((language, kind) for language, kind, *_ in ROWS)
    for language in ("en", "ja", "ko", "zh"):
        assert counts[language, "negative"] >= 20
        assert counts[language, "positive"] >= 10


def test_of_questions_that_the_rule_was_not_made_from_no_certain_verdict_is_wrong():
    """The counts are those of docs/answers.md; `unclear` is what the writer says can be read either way."""
    counts = Counter()
    for line in UNSEEN.read_text("utf-8").splitlines()[1:]:
        language, kind, question, expected, answer, right = line.split("\t")
        case = Case(id="1", question=question, expected_answers=(expected,), language=language)
        verdict = judge_answer(case, Trace(id="1", answer=answer), Settings())
        if verdict.outcome is Outcome.UNKNOWN:
            counts[kind, "open"] += 1
        else:
            is_right = "right" if verdict.outcome.value == right else right
            counts[kind, "certain" if verdict.certain else "likely", is_right] += 1
    assert counts == {
        ("negative", "certain", "right"): 6,
        ("negative", "likely", "right"): 16,
        ("negative", "likely", "unclear"): 7,
        ("negative", "open"): 71,
        ("positive", "certain", "right"): 31,
        ("positive", "likely", "right"): 1,
        ("positive", "open"): 28,
    }
