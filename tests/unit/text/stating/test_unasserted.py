"""Words by which a sentence may not assert an expected answer: the tables, checked row by row."""

from __future__ import annotations

import time

import pytest
import regex

from ragtriage.languages.statements import languages
from ragtriage.model import Case, Outcome, Settings, Trace
from ragtriage.text.stating.unasserted import table
from ragtriage.verdicts.answer import judge_answer

CODES = sorted(languages())


def compiled(code, pattern):
    return regex.compile(rf"(?<![a-z])(?:{pattern})(?![a-z])" if code == "en" else pattern)


@pytest.mark.parametrize("code", CODES)
def test_each_word_is_found_in_its_own_example_and_so_is_a_needle_of_it(code):
    for word in table(code):
        example = word.example.replace("X", "_").lower()
        assert compiled(code, word.pattern).search(example), word
        assert any(needle in example for needle in word.needles), word


@pytest.mark.parametrize("code", CODES)
def test_a_language_has_words_of_every_kind(code):
    strong = {word.kind for word in table(code) if word.is_strong}
    assert len(strong) == 12
    assert len(table(code)) > 350


@pytest.mark.parametrize("code", CODES)
def test_no_pattern_takes_long_for_a_long_sentence(code):
    texts = [(word.example.replace("X", "5 ").rstrip(".。") + " ") * 40 for word in table(code)[:40]]
    begun = time.process_time()
    for word in table(code):
        pattern = compiled(code, word.pattern)
        for text in texts[::8]:
            list(pattern.finditer(text[:800]))
    assert time.process_time() - begun < 20


ANSWERS = [
    (
        "Who may approve orders?",
        "Grade 4 managers",
        "en",
        "Any manager, with the exception of Grade 4 managers, may approve orders of that size.",
    ),
    (
        "When does the line open?",
        "March 2027",
        "en",
        (
            "The mayor promised it for March 2027 at the ceremony last spring, a promise that has"
            " since been withdrawn."
        ),
    ),
    (
        "How much is the room?",
        "800円",
        "ja",
        "会議室を1時間800円で借りられるという、窓口でもたびたび耳にする説明は、正しいものとは言えません。",
    ),
    (
        "九州地区の担当は？",
        "青島支社",
        "ja",
        "九州地区の保守は、かつて青島支社が受け持っていましたが、現在はこの業務から離れています。",
    ),
    (
        "경전철은 언제 개통하나요?",
        "2027년 3월",
        "ko",
        "시장은 기공식에서 2027년 3월 개통을 약속했습니다. 그러나 이 약속은 철회되었습니다.",
    ),
    (
        "교직원 식당은 어디에 있나요?",
        "지하 1층",
        "ko",
        "많은 방문객이 교직원 식당이 지하 1층에 있다고 생각하지만 실제 안내는 그렇지 않습니다.",
    ),
    (
        "教练把失利归因于什么？",
        "体能不足",
        "zh",
        "赛后采访中，队长将失利归因于体能不足。教练不同意这种说法。",
    ),
    (
        "申请人至少多少岁？",
        "22周岁",
        "zh",
        "不少人在网上说申请人须年满22周岁，这种说法流传甚广，其实并没有这样的要求。",
    ),
]


@pytest.mark.parametrize(("question", "expected", "language", "answer"), ANSWERS)
def test_what_a_sentence_may_not_assert_is_never_a_certain_pass(question, expected, language, answer):
    case = Case(id="1", question=question, expected_answers=(expected,), language=language)
    verdict = judge_answer(case, Trace(id="1", answer=answer), Settings())
    assert not (verdict.outcome is Outcome.PASS and verdict.certain)


def test_a_word_of_the_question_or_the_evidence_says_nothing_against():
    answer = "Everyone with the exception of the night shift has to use the north gate in the winter months."
    question = "Who with the exception of visitors does not use the north gate in winter?"
    case = Case(id="1", question=question, expected_answers=("the night shift",))
    told = judge_answer(case, Trace(id="1", answer=answer), Settings())
    other = judge_answer(
        Case(id="1", question="Who uses the north gate?", expected_answers=("the night shift",)),
        Trace(id="1", answer=answer),
        Settings(),
    )
    assert "exception" not in (told.reason or "")
    assert "exception" in (other.reason or "")
