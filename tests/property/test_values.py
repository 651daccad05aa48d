"""Laws of typed values: idempotence, spans, and one value in every notation."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ragtriage.model import MatchMode
from ragtriage.text.matching import normalize
from ragtriage.text.normalisation import standard
from ragtriage.text.values import Value, canonical, has_unreadable_numeral, read

PIECES = (
    *("マイナス", "零下", "minus ", "영하 ", "a.m.", "~5", "-6", "割", "厘", "dozen", "사", "두", "몇"),
    *(
        "5",
        "12",
        "1,000",
        "3.4.1",
        "2024-05-01",
        "17:00",
        "01/05/2024",
        "0",
        "007",
        "-5",
        "+3",
        "60%",
        "1.50",
        "½",
        "²",
    ),
    *(
        "日",
        "月",
        "年",
        "円",
        "分",
        "時",
        "時間",
        "人",
        "つ",
        "万",
        "千",
        "第",
        "目",
        "半",
        "の",
        "翌月",
        "営業日",
        "午後",
    ),
    *(
        "五",
        "十",
        "二十",
        "百分之",
        "〇",
        "令和",
        "元",
        "一",
        "両",
        "数",
        "分の",
        "km",
        "kg",
        "m",
        "h",
        "g",
        "$",
        "¥",
        "€",
    ),
    *(
        " days",
        "five",
        "twenty-one",
        "one",
        "second",
        "May",
        "1st",
        "million",
        "percent",
        "p.m.",
        "hours",
        "and a half",
    ),
    *(
        "다섯",
        "명",
        "세",
        "개",
        "이십",
        "일",
        "만",
        "원",
        "다음 달",
        "오후",
        "시",
        "분",
        "제",
        "조",
        "한",
        "퍼센트",
        "반",
    ),
    *("两", "天", "个", "点", "下午", "元", "工作日", "亿", "零", "号", "下个月", "多"),
    *(
        " ",
        "、",
        ",",
        ".",
        "-",
        "~",
        "/",
        ":",
        "%",
        "#",
        "(",
        ")",
        "\n",
        "^",
        "=",
        "a",
        "x",
        "é",
        "\u200b",
        "\u0301",
    ),
)
mixtures = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
texts = st.one_of(mixtures, st.text(max_size=30))


@given(texts)
@settings(max_examples=600, deadline=None)
def test_values_mode_is_idempotent(text: str):
    once = normalize(text, MatchMode.VALUES)
    assert normalize(once, MatchMode.VALUES) == once


@given(texts)
@settings(max_examples=300, deadline=None)
def test_canonical_is_idempotent_on_standard_text(text: str):
    once = canonical(standard(text))
    assert canonical(once) == once


@given(texts)
@settings(max_examples=600, deadline=None)
@example("㎞５㎞")
@example("\u1103\u1161\u1109\u1165\u11ba 명")
def test_values_lie_in_the_text_in_order_and_do_not_overlap(text: str):
    end = 0
    for value in read(text):
        assert end <= value.start < value.end <= len(text)
        assert text[value.start : value.end] == value.text
        end = value.end


@given(texts)
@settings(max_examples=300, deadline=None)
def test_a_number_in_digits_is_never_cut(text: str):
    for value in read(text):
        before, after = text[value.start - 1 : value.start], text[value.end : value.end + 1]
        if value.text[0].isdecimal() and value.text[0].isascii():
            assert not (before.isdecimal() and before.isascii())
        if value.text[-1].isdecimal() and value.text[-1].isascii():
            assert not (after.isdecimal() and after.isascii())


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_no_text_is_too_strange(text: str):
    read(text)
    has_unreadable_numeral(text)
    canonical(text)


def only(text: str) -> Value:
    values = read(text)
    assert len(values) == 1, (text, values)
    assert values[0].text == text
    return values[0]


def kanji(number: int) -> str:
    """A kanji numeral below ten thousand, written by rule (1 is left out before 十, 百 and 千)."""
    written = ""
    for power, sign in ((1000, "千"), (100, "百"), (10, "十")):
        digit = number // power % 10
        if digit:
            written += ("" if digit == 1 else "〇一二三四五六七八九"[digit]) + sign
    return written + ("〇一二三四五六七八九"[number % 10] if number % 10 else "")


def chinese(number: int) -> str:
    """A Chinese numeral below one hundred."""
    tens, units = divmod(number, 10)
    digits = "零一二三四五六七八九"
    if not tens:
        return digits[units]
    return ("" if tens == 1 else digits[tens]) + "十" + (digits[units] if units else "")


def sino_korean(number: int) -> str:
    """A Sino-Korean numeral below ten thousand."""
    digits = "영일이삼사오육칠팔구"
    written = ""
    for power, sign in ((1000, "천"), (100, "백"), (10, "십")):
        digit = number // power % 10
        if digit:
            written += ("" if digit == 1 else digits[digit]) + sign
    return written + (digits[number % 10] if number % 10 else "")


MONTHS = [
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
]
ERAS = (
    ("令和", 2018, date(2019, 5, 1)),
    ("平成", 1988, date(1989, 1, 8)),
    ("昭和", 1925, date(1926, 12, 25)),
)


def notations_of_day(day: date) -> list[str]:
    year, month, number = day.year, MONTHS[day.month - 1], day.day
    suffix = "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    digits = "".join("〇一二三四五六七八九"[int(digit)] for digit in str(year))
    found = [
        day.isoformat(),
        f"{year}/{day.month}/{number}",
        f"{month} {number}, {year}",
        f"{month} {number} {year}",
        f"{number} {month} {year}",
        f"{month} {number}{suffix}, {year}",
        f"{number}{suffix} of {month} {year}",
        f"{month[:3]} {number}, {year}",
        f"{year}年{day.month}月{number}日",
        f"{digits}年{kanji(day.month)}月{kanji(number)}日",
        f"{year}年{day.month:02}月{number:02}号",
        f"{year}년 {day.month}월 {number}일",
    ]
    era = next(((name, zero) for name, zero, first in ERAS if day >= first), None)
    if era:
        count = year - era[1]
        found.append(f"{era[0]}{'元' if count == 1 else count}年{day.month}月{number}日")
    return found


@given(st.dates(date(1873, 1, 1), date(2099, 12, 31)))
@settings(max_examples=150, deadline=None)
def test_every_notation_of_a_day_reads_as_that_day(day: date):
    for text in notations_of_day(day):
        assert only(text).canonical == day.isoformat(), text
        assert normalize(text, MatchMode.VALUES) == day.isoformat(), text
    if day.day > 12:
        assert only(f"{day.day:02}/{day.month:02}/{day.year}").canonical == day.isoformat()


@given(st.integers(0, 23), st.integers(0, 59))
@settings(max_examples=150, deadline=None)
def test_every_notation_of_a_time_reads_as_that_time(hour: int, minute: int):
    twelve, late = hour % 12 or 12, hour >= 12
    texts = [f"{hour:02}:{minute:02}", f"{twelve}:{minute:02} {'pm' if late else 'am'}"]
    texts.append(f"{twelve}:{minute:02}{' p.m.' if late else ' a.m.'}")
    if hour != 12:
        texts.append(f"{'午後' if late else '午前'}{hour % 12}時{minute}分")
    if hour not in (0, 12):
        texts += [
            f"{'오후' if late else '오전'} {twelve}시 {minute}분",
            f"{'下午' if late else '上午'}{twelve}点{minute}分",
            f"{'午後' if late else '午前'}{kanji(twelve)}時{minute:02}分",
        ]
    if hour > 12:
        texts += [f"{hour}時{minute}分", f"{hour}시 {minute}분", f"{hour}点{minute}分"]
    for text in texts:
        assert only(text).canonical == f"{hour:02}:{minute:02}", text
        assert normalize(text, MatchMode.VALUES) == f"{hour:02}:{minute:02}", text


@given(st.integers(1, 9999))
@settings(max_examples=150, deadline=None)
def test_every_notation_of_an_amount_of_money_reads_as_that_amount(thousands: int):
    amount = thousands * 1000
    yen = {
        f"{amount}円",
        f"{amount:,}円",
        f"¥{amount:,}",
        f"JPY {amount}",
        f"{amount:,} yen",
        f"{amount / 10000:g}万円",
    }
    ten_thousands, rest = divmod(thousands, 10)
    if ten_thousands and rest:
        yen.add(f"{ten_thousands}万{rest}千円")
    for text in yen:
        assert only(text).canonical == f"{amount}jpy", text
        assert normalize(text, MatchMode.VALUES) == f"{amount}jpy", text
    for text in (f"{amount:,}원", f"₩{amount}", f"{amount} KRW"):
        assert normalize(text, MatchMode.VALUES) == f"{amount}krw", text
    for text in (f"${amount:,}", f"{amount} dollars", f"{amount}ドル", f"{amount:,} 달러", f"{amount}美元"):
        assert normalize(text, MatchMode.VALUES) == f"{amount}usd", text


@given(st.integers(1, 9999))
@settings(max_examples=200, deadline=None)
def test_a_japanese_or_korean_numeral_reads_as_its_number(number: int):
    if not (number > 100 and number % 100 < 10 and number % 10):  # 百五: 105, or 150 in spoken Chinese
        assert only(f"{kanji(number)}円").amount == number
    if number > 10 and number % 10 != 1:
        assert only(f"{sino_korean(number)} 원").amount == number


@given(st.integers(2, 99))
@settings(max_examples=98, deadline=None)
def test_a_chinese_numeral_before_a_measure_word_reads_as_its_number(number: int):
    assert only(f"{chinese(number)}天").canonical == f"{number}天"
    assert only(f"百分之{chinese(number)}").canonical == f"{number}%"


TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
UNITS = [
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]


@pytest.mark.parametrize("number", range(2, 100))
def test_an_english_numeral_reads_as_its_number(number: int):
    word = (
        UNITS[number]
        if number < 20
        else TENS[number // 10 - 2] + (f"-{UNITS[number % 10]}" if number % 10 else "")
    )
    assert only(f"{word} days").canonical == f"{number}day"
    assert only(word.capitalize()).canonical == str(number)


NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
NATIVE_UNITS = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")


@pytest.mark.parametrize("number", range(1, 100))
def test_a_native_korean_numeral_reads_as_its_number(number: int):
    word = "스무" if number == 20 else NATIVE_TENS[number // 10] + NATIVE_UNITS[number % 10]
    assert only(f"{word} 명").canonical == f"{number}명"


@given(st.integers(1, 200), st.integers(0, 59))
@settings(max_examples=100, deadline=None)
def test_every_notation_of_a_duration_reads_as_its_seconds(hours: int, minutes: int):
    seconds = f"{3600 * hours + 60 * minutes}sec"
    texts = [
        f"{hours}時間{minutes}分",
        f"{hours}시간 {minutes}분",
        f"{hours}小时{minutes}分钟",
        f"{hours} hours {minutes} minutes",
        f"{hours} hours and {minutes} minutes",
        f"{hours}h{minutes}m",
        f"{60 * hours + minutes}分",
        f"{60 * hours + minutes} min",
    ]
    for text in texts:
        assert only(text).canonical == seconds, text
        assert normalize(text, MatchMode.VALUES) == seconds, text


@given(st.decimals(Decimal("0.001"), Decimal(99999), places=3))
@settings(max_examples=100, deadline=None)
def test_lengths_and_masses_are_exact(amount: Decimal):
    metres = only(f"{amount} km").amount
    assert metres == amount * 1000
    for text in (
        f"{amount}キロメートル",
        f"{amount}킬로미터",
        f"{amount}公里",
        f"{amount * 1000} m",
        f"{amount * 100000} cm",
    ):
        assert only(text).amount == metres, text
    assert only(f"{amount} kg").canonical == only(f"{amount * 1000}グラム").canonical


@given(st.integers(1, 60))
@settings(max_examples=60, deadline=None)
def test_days_weeks_months_and_business_days_never_turn_into_one_another(number: int):
    texts = (
        f"{number}日",
        f"{number}営業日",
        f"{number}週間",
        f"{number}か月",
        f"{7 * number}日",
        f"{30 * number}日",
        f"{number}年",
    )
    assert len({normalize(text, MatchMode.VALUES) for text in texts}) == len({*texts})
