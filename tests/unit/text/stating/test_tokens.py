"""Whole tokens: where a match may begin and end."""

from __future__ import annotations

import pytest

from ragtriage.languages.statements import tables_for
from ragtriage.text.stating.tokens import is_modified, is_whole


def whole(marked: str, *, is_value: bool = False) -> bool:
    """Whether the stretch between the two bars is whole."""
    before, match, after = marked.split("|")
    text = before + match + after
    return is_whole(text, len(before), len(before + match), tables_for(text), is_value=is_value)


@pytest.mark.parametrize(
    "marked",
    [
        "|Paris|",
        "in |Paris|.",
        "(|Paris|)",
        "|Paris|'s mayor",
        "|New York|-based",
        "x=|5|",
        "|5|.",
        "|5|, 6",
        "No. |5|",
        "|U.S.| Army",
        "|京都|です",
        "答えは|京都|。",
        "「|京都|」",
        "約|京都|",
        "|서울|",
        "|서울|에서는",
        "|서울|입니다",
        "|Paris|입니다",
        "首都是|北京|的",
        "|C++|です",
        "|さくら|です",
        "は|さくら|",
        "|cafe\u0301|",
    ],
)
def test_a_whole_token(marked):
    assert whole(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "|Paris|ian",
        "com|Paris|on",
        "non-|Paris|",
        "|don|'t",
        "O'|Brien|",
        "|C|++",
        "|C|#",
        "|U.S|.A.",
        "R&|D|",
        "user@|Paris|",
        "snake_|case|",
        "-|5|",
        "−|5|",
        "+|5|",
        "1.|5|",
        "|1|.5",
        "|1|,500",
        ".|5|",
        "$|5|",
        "|5|€",
        "|5|%",
        "|60| %",
        "|60| percent",
        "|5|th",
        "|10|:30",
        "3-|5|",
        "~|5|",
        "≤|5|",
        "2^|5|",
        "1|5|",
        "|日|本",
        "東|京都|",
        "|東京|タワー",
        "15|日|",
        "부|사장|",
        "|서울|대학교",
        "|서울|2024",
        "不|合格|",
        "|北京|大学",
        "|さくら|んぼ",
        "|cafe|\u0301",
    ],
)
def test_a_token_that_is_cut(marked):
    assert not whole(marked)


@pytest.mark.parametrize("marked", ["翌月|5日|です", "|5日|間", "약|5일|", "|5일|입니다"])
def test_a_typed_value_delimits_itself(marked):
    assert whole(marked, is_value=True)


@pytest.mark.parametrize(
    "marked",
    [
        "|5日|以内",
        "|5日|以上です",
        "|5日|目",
        "|5일| 이내",
        "|5일|이상입니다",
        "|5天|左右",
        "|5 days| or more",
        "|5 days| ago",
        "at least |5 days|",
        "More than |5 days|",
        "最大|5日|",
        "최대 |5일|",
        "至少|5天|",
    ],
)
def test_a_word_beside_a_value_that_changes_it(marked):
    before, match, after = marked.split("|")
    text = before + match + after
    assert is_modified(text, len(before), len(before + match), tables_for(text))


@pytest.mark.parametrize(
    "marked", ["|5日|です", "|5 days|", "|5일| 전국에서", "|5 days| agony", "|5天|的", "rover |5 days|"]
)
def test_a_word_beside_a_value_that_does_not_change_it(marked):
    before, match, after = marked.split("|")
    text = before + match + after
    assert not is_modified(text, len(before), len(before + match), tables_for(text))
