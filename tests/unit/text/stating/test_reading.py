"""What the matcher's mode changes in the reading of an answer."""

from __future__ import annotations

import pytest

from ragtriage.model import MatchMode, Outcome
from ragtriage.text.stating import state


@pytest.mark.parametrize(
    ("answer", "expected", "stretch"),
    [
        ("締め切りは翌月の5日までです。", "翌月5日まで", "翌月の5日まで"),
        ("It is due within five days of receipt.", "within 5 days of receipt", "within five days of receipt"),
        ("기한은 오후 5시까지입니다.", "17:00까지", "오후 5시까지"),
    ],
)
def test_values_inside_an_expected_answer_are_read_in_the_mode_values(answer, expected, stretch):
    assert state(answer, expected, mode=MatchMode.STANDARD).outcome is Outcome.FAIL
    reading = state(answer, expected, mode=MatchMode.VALUES)
    assert reading.outcome is Outcome.PASS
    assert reading.span is not None
    assert answer[reading.span.start : reading.span.end] == stretch


@pytest.mark.parametrize("mode", [MatchMode.STANDARD, MatchMode.VALUES])
def test_an_expected_answer_that_is_a_value_is_read_from_standard_on(mode):
    assert state("It takes five days.", "5 days", mode=mode).outcome is Outcome.PASS


def test_traditional_and_simplified_characters_are_the_same_when_asked():
    pytest.importorskip("opencc")
    assert state("首都是臺北。", "台北").outcome is Outcome.FAIL
    assert state("首都是臺北。", "台北", fold_chinese=True).outcome is Outcome.PASS


def test_nothing_in_an_answer_or_an_expected_answer_is_a_pattern():
    assert state("It costs (a+b)*c.", "(a+b)*c").outcome is Outcome.PASS
    assert state("It is aaa.", "a+").outcome is Outcome.FAIL
    assert state("[", "(").outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("Up to 12,000 yen a night.", "12,000 yen"), ("申請から5日以内です。", "5日")],
)
def test_of_a_value_that_stands_there_changed_it_is_not_said_that_it_is_not_stated(answer, expected):
    reading = state(answer, expected)
    assert reading.outcome is Outcome.FAIL
    assert reading.reason is not None
    assert "a word beside it changes it" in reading.reason
