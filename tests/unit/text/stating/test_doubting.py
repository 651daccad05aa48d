"""Doubts of a right value: opposites, siblings, comparisons, in four languages, and what raises none."""

from __future__ import annotations

import pytest

from ragtriage.model import Case, Outcome, Settings, Trace
from ragtriage.verdicts.answer import judge_answer

DOUBTED = """
Which is older, the east or the west wing?|the west wing|The east wing is older than the west wing.
Which pump is louder?|pump 1|Pump 2 was louder than pump 1.
What did it cost before the change?|5 euros|After the change it costs 5 euros.
What is the fee for adults?|8 dollars|Children pay 8 dollars.
How many does Room 14 seat?|30|Room 12 seats 30.
Who won in 2019?|Ann Orde|In 2018 the winner was Ann Orde.
How much is due for members?|20 pounds|For visitors 20 pounds are due.
When are the doors open on weekdays?|9 a.m.|On Sundays they open at 9 a.m.
東館と西館はどちらが古いですか。|西館|東館のほうが西館より古いです。
大人の料金はいくらですか。|800円|子どもは800円です。
国内の送料はいくらですか。|500円|海外は500円です。
第3条の期限は何日ですか。|10日|第2条では10日です。
平日の開館は何時ですか。|9時|土日は9時です。
2019年の売上はいくらですか。|3億円|2018年は3億円でした。
제1공장과 제2공장 중 어디가 많나요?|제2공장|제1공장이 제2공장보다 많습니다.
성인 요금은 얼마인가요?|8천원|어린이는 8천원입니다.
평일은 몇 시에 여나요?|9시|주말은 9시입니다.
국내 배송비는 얼마인가요?|3천원|해외는 3천원입니다.
제3조의 기한은?|10일|제2조는 10일입니다.
东馆和西馆哪个更早？|西馆|东馆比西馆更早。
成人票多少钱？|80元|儿童80元。
国内运费多少？|20元|国外20元。
第三题选什么？|C|第二题选C。
调价前的租金是多少？|4.2元|调价后为4.2元。
"""

PLAIN = """
What did it cost before the change?|5 euros|Before the change it cost 5 euros.
What is the fee for adults?|8 dollars|Adults pay 8 dollars.
How many does Room 14 seat?|30|Room 14 seats 30.
What is the west wing older than?|the east wing|It is older than the east wing.
大人の料金はいくらですか。|800円|大人は800円です。
第3条の期限は何日ですか。|10日|第3条では10日です。
성인 요금은 얼마인가요?|8천원|성인은 8천원입니다.
成人票多少钱？|80元|成人80元。
"""


def rows(table):
    return [line.split("|") for line in table.strip().split("\n")]


def judged(question, expected, answer):
    case = Case(id="1", question=question, expected_answers=(expected,))
    return judge_answer(case, Trace(id="1", answer=answer), Settings())


@pytest.mark.parametrize(("question", "expected", "answer"), rows(DOUBTED))
def test_what_is_said_of_another_thing_does_not_pass(question, expected, answer):
    assert judged(question, expected, answer).outcome is not Outcome.PASS


@pytest.mark.parametrize(("question", "expected", "answer"), rows(PLAIN))
def test_what_is_said_of_the_thing_itself_passes_for_certain(question, expected, answer):
    verdict = judged(question, expected, answer)
    assert (verdict.outcome, verdict.certain) == (Outcome.PASS, True)
