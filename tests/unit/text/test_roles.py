"""The same words with the parts changed say something else."""

from __future__ import annotations

import pytest

from ragtriage.text.stating.roles import has_other_part
from ragtriage.text.tracing import Span

SWAPPED = [
    ("bearing", "The bearing was caused by the fire.", "The fire was caused by a bearing."),
    ("Bo", "Bo sold the yard to Ann.", "Ann sold the yard to Bo."),
    ("the mill", "The bridge is older than the mill.", "The mill is older than the bridge."),
    ("乙社", "乙社が甲社に工場を売却した。", "甲社が乙社に工場を売却した。"),
    ("田村", "田村から森が鍵を借りた。", "森から田村が鍵を借りた。"),
    ("민수", "민수가 지아에게 차를 팔았다.", "지아가 민수에게 차를 팔았다."),
    ("海城", "工厂从海城搬到云州。", "工厂从云州搬到海城。"),
]

SAME = [
    ("the guild", "The guild built the bridge.", "The bridge was built by the guild."),
    ("Bo", "It was sold to Bo.", "Ann sold the yard to Bo."),
    ("Bo", "Bo bought the yard from Ann.", "Ann sold the yard to Bo."),
    ("乙社", "売却先は乙社です。", "甲社が乙社に工場を売却した。"),
    ("田村", "鍵を借りたのは田村です。", "森から田村が鍵を借りた。"),
    ("민수", "민수입니다.", "지아가 민수에게 차를 팔았다."),
    ("海城", "搬到海城。", "工厂从云州搬到海城。"),
    ("2019", "It was moved in 2019 by the council.", "The council moved the statue by boat in 2019."),
]


def swapped(item, answer, passage):
    start = answer.casefold().index(item.casefold())
    return has_other_part(answer, Span(start, start + len(item)), item, [passage])


@pytest.mark.parametrize(("item", "answer", "passage"), SWAPPED)
def test_parts_that_are_changed_are_seen(item, answer, passage):
    assert swapped(item, answer, passage)


@pytest.mark.parametrize(("item", "answer", "passage"), SAME)
def test_other_words_for_the_same_are_no_change_of_parts(item, answer, passage):
    assert not swapped(item, answer, passage)


def test_one_passage_that_says_the_same_is_enough():
    passages = ["The fire was caused by a bearing.", "The bearing was caused by the fire."]
    assert not has_other_part("The bearing was caused by the fire.", Span(4, 11), "bearing", passages)
