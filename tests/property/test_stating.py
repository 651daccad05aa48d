"""Laws of the rule `stated`: it never crashes, includes equality, and takes linear time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.model import MatchMode, Outcome
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.text.matching import equal
from ragtriage.text.stating import state

WORDS = st.sampled_from(
    [
        "Paris", "is", "not", "or", "5", "days", "-5", "60%", "C++", "No.", "yes", ",", ".", '"', "(", "\n",
        "京都", "です", "ではありません", "か", "5日", "翌月", "、", "。", "「", "」",
        "서울", "입니다", "아닙니다", "또는", "5일",
        "北京", "不是", "或", "5天", "，", "👍🏽", "\u200b", "\u0301", "مرحبا",
    ]
)  # fmt: skip
MIXED = st.lists(WORDS, max_size=14).map(" ".join) | st.lists(WORDS, max_size=14).map("".join)
ANY = st.text(max_size=40) | MIXED


@settings(max_examples=150, deadline=None)
@given(answer=ANY, expected=ANY, question=ANY)
def test_any_text_is_read(answer, expected, question):
    reading = state(answer, expected, question=question, others=(expected,))
    assert reading.outcome in {Outcome.PASS, Outcome.FAIL}
    assert (reading.reason is None) is (reading.outcome is Outcome.PASS)
    if reading.span is not None:
        assert 0 <= reading.span.start <= reading.span.end <= len(answer)


@settings(max_examples=150, deadline=None)
@given(answer=ANY, expected=ANY, mode=st.sampled_from(list(MatchMode)))
def test_what_is_equal_is_stated(answer, expected, mode):
    if equal(answer, expected, mode):
        assert state(answer, expected, mode=mode).outcome is Outcome.PASS


@settings(max_examples=100, deadline=None)
@given(answer=MIXED, expected=MIXED)
def test_what_is_stated_is_no_certain_fail_under_another_mode(answer, expected):
    if state(answer, expected, mode=MatchMode.STRICT).outcome is Outcome.PASS:
        reading = state(answer, expected, mode=MatchMode.STANDARD)
        assert reading.outcome is Outcome.PASS or not reading.certain


@settings(max_examples=200, deadline=None)
@given(answer=ANY)
def test_any_answer_either_declines_or_not(answer):
    assert abstains(answer) in Abstention
    assert abstains(answer) is abstains(answer + " ")


# A megabyte takes about a second; what is quadratic would take hours.
@pytest.mark.parametrize("unit", ["a", "（", "「", '"', "あ", "가", "不", "not ", "。"])
def test_a_megabyte_is_read_in_linear_time(unit):
    text = (unit * 1_000_000)[:1_000_000]
    start = time.process_time()
    assert state(text, "Paris").outcome is Outcome.FAIL
    assert abstains(text) in Abstention
    assert time.process_time() - start < 60


HOSTILE = [
    "こと", "ないこと", "文書", "情報が", "not ", "is not ", "documents do ", "there is no ", "information ",
    "정보가 ", "문서에 ", "없", "没有", "文档", "关于", "能的", "与相关的", "根据", '"', "「", " - ",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.parametrize("opening", ["", "documents ", "文書には", "문서에는 ", "没有关于", "京都", "Paris "])
def test_no_repetition_of_a_cue_makes_a_pattern_slow(opening, unit):
    text = (opening + unit * 2000)[:2000]
    start = time.process_time()
    abstains(text)
    state(text, opening.strip() or "Paris")
    assert time.process_time() - start < 10
