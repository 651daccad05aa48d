"""An expected answer that stands in a clause about something else settles nothing."""

from __future__ import annotations

import pytest

from ragtriage.model import Outcome
from ragtriage.text.stating import state
from ragtriage.text.stating.settling import is_settled
from ragtriage.text.tracing import Span


def settled(question, expected, answer):
    start = answer.rindex(expected)
    return is_settled(answer, Span(start, start + len(expected)), question, [expected])


ELSEWHERE = [
    ("Who won the paving contract?", "Stanner", "Although Stanner bid too, the contract went to Obie."),
    ("Who leads the night crew?", "Mara", "The night crew is led by Tomas, and the day crew by Mara."),
    (
        "Which hall hosts the fair?",
        "Elm Hall",
        "The fair is in Oak House; Elm Hall takes the overflow parking.",
    ),
    ("Where is the archive?", "Selby", "It is at Torn. Staff lunches are still served in Selby."),
    ("Who wrote the anthem?", "Lind", "The anthem was written by Roe but Lind sang it first."),
    ("遠足の行き先はどこですか。", "牧場", "水族館です。昨年は牧場でした。"),
    ("最長区間はどれですか。", "緑区間", "最長区間は青区間で、緑区間がこれに次ぎます。"),
    ("火曜の担当医は誰ですか。", "沖田", "火曜は早瀬が担当し、木曜は沖田です。"),
    ("初代学長は誰ですか。", "乾いさお", "初代学長は宮本さよで、二代が乾いさおです。"),
    ("야간 책임자는 누구입니까?", "김서준", "야간 책임자는 박도윤이고, 주간은 김서준이 맡습니다."),
    ("본점은 어디에 있나요?", "여수", "본점은 목포에 있으며 여수에는 창고가 있습니다."),
    ("总部在哪个城市？", "海城", "总部在云州，海城只有仓库。"),
    ("谁设计了大桥？", "陆明远", "大桥由周启设计，陆明远负责施工。"),
]

ANSWERS = [
    ("Who won the paving contract?", "Obie", "Although Stanner bid too, the paving contract went to Obie."),
    ("How many days of leave do employees get?", "20", "According to the handbook, employees get 20 days."),
    ("When did the bridge open?", "3 May 1931", "The bridge opened on 3 May 1931, after two years of work."),
    ("Who leads the night crew?", "Mara", "Mara."),
    ("Where is the archive?", "Selby", "In Selby, next to the mill."),
    ("When was it built?", "November 28, 2018", "It was built in Torn on November 28, 2018."),
    ("総務課の内線は何番ですか。", "4120", "規程によると、総務課の内線は4120です。"),
    ("会場はどこですか。", "牧場", "会場は牧場です。雨の場合は中止します。"),
    ("야간 책임자는 누구입니까?", "김서준", "야간 책임자는 김서준이고, 주간은 박도윤이 맡습니다."),
    ("본점은 어디에 있나요?", "여수", "안내문에 따르면, 본점은 여수에 있습니다."),
    ("总部在哪个城市？", "海城", "根据资料，总部在海城。"),
    ("谁设计了大桥？", "陆明远", "大桥由陆明远设计，周启负责施工。"),
]


@pytest.mark.parametrize(("question", "expected", "answer"), ELSEWHERE)
def test_an_answer_in_a_clause_about_something_else_is_not_settled(question, expected, answer):
    assert not settled(question, expected, answer)


@pytest.mark.parametrize(("question", "expected", "answer"), ANSWERS)
def test_an_answer_in_the_clause_that_answers_is_settled(question, expected, answer):
    assert settled(question, expected, answer)


def test_a_comma_in_a_date_or_an_amount_ends_no_clause():
    assert settled(
        "When did it open in Torn?", "2018", "The Torn fair, the first one, opened on May 2, 2018."
    )
    assert settled("What did the Torn mill cost?", "1,250 euros", "The Torn mill cost 1,250 euros.")


def test_what_is_told_from_another_by_its_number_alone_is_open_beside_it():
    answer = "The band meets in Room 12, the choir in Room 14."
    for question, certain in (("Which room hosts the choir?", False), ("Where does the band meet?", True)):
        reading = state(answer, "Room 12", question=question)
        assert (reading.outcome, reading.certain) == (Outcome.PASS if certain else Outcome.FAIL, certain)
