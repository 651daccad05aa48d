"""Typed values as they stand in a text: what is read, where, and what is left alone."""

from __future__ import annotations

from decimal import Decimal

import pytest

from ragtriage.text.values import ValueKind, has_unreadable_numeral, read

# text, then each value as (canonical, as it stands)
READ = (
    (
        "会議は2024年5月1日(水)午後5時30分から、定員は二十五名、料金は¥3,000です。",
        (
            ("2024-05-01", "2024年5月1日"),
            ("17:30", "午後5時30分"),
            ("25名", "二十五名"),
            ("3000jpy", "¥3,000"),
        ),
    ),
    (
        "회의는 다음 달 5일 오후 5시 30분에 있고 직원 다섯 명이 3만 5천 원을 냈다.",
        (
            ("다음달5일", "다음 달 5일"),
            ("17:30", "오후 5시 30분"),
            ("5명", "다섯 명"),
            ("35000krw", "3만 5천 원"),
        ),
    ),
    (
        "会议在下午5点半，费用为一千零五十元，占百分之三点五，需两天。",
        (("17:30", "下午5点半"), ("1050cny", "一千零五十元"), ("3.5%", "百分之三点五"), ("2天", "两天")),
    ),
    (
        "By the 5th of the following month, five business days after May 1, 2024 at 5 p.m., $1.5 million",
        (
            ("5th of following month", "5th of the following month"),
            ("5businessday", "five business days"),
            ("2024-05-01", "May 1, 2024"),
            ("17:00", "5 p.m."),
            ("1500000usd", "$1.5 million"),
        ),
    ),
    ("Temperature fell to -5 °C, or −5℃.", (("-5°c", "-5 °C"), ("-5°c", "−5℃"))),
    ("About 60 % of 1,234,567.89 EUR", (("60%", "60 %"), ("1234567.89eur", "1,234,567.89 EUR"))),
    ("５㎞と１０㎏", (("5000m", "５㎞"), ("10000g", "１０㎏"))),
    ("5-6 days", (("5day", "5"), ("6day", "6 days"))),
    ("5〜6日以内", (("5日", "5"), ("6日", "6日"))),
    ("五〜六日", (("5日", "五"), ("6日", "六日"))),
    ("2010–2015", (("2010", "2010"), ("2015", "2015"))),
    ("9:00-18:00", (("9:00", "9:00"), ("18:00", "18:00"))),
    ("2018, 2019 and 2020", (("2018", "2018"), ("2019", "2019"), ("2020", "2020"))),
    ("1,2,3", (("1", "1"), ("2", "2"), ("3", "3"))),
    ("5日目に3番目の第2回", (("5日目", "5日目"), ("3番目", "3番目"), ("第2回", "第2回"))),
    ("1年半と3時間半", (("1.5年", "1年半"), ("12600sec", "3時間半"))),
    ("the third quarter, the 3rd floor", (("3rd", "third"), ("3rd", "3rd"))),
    ("100 km/h, 16 GB, 5G", (("100km/h", "100 km/h"), ("16gb", "16 GB"))),
    ("50 m2 or 50 m²", (("50m^2", "50 m2"), ("50m^2", "50 m²"))),
    ("JPY 500, ¥3万, US$20", (("500jpy", "JPY 500"), ("30000jpy", "¥3万"), ("20usd", "US$20"))),
    ("18歳以上、約10%", (("18歳", "18歳"), ("10%", "10%"))),
    ("令和元年5月1日、昭和20年", (("2019-05-01", "令和元年5月1日"), ("1945年", "昭和20年"))),
    ("二\u3000十五名", (("15名", "十五名"),)),
    ("5\u00a0days", (("5day", "5\u00a0days"),)),
    (
        "\u1103\u1161\u1109\u1165\u11ba \u1106\u1167\u11bc",
        (("5명", "\u1103\u1161\u1109\u1165\u11ba \u1106\u1167\u11bc"),),
    ),
    ("#5 and C#", (("5", "5"),)),
    ("+3 points", (("3point", "+3 points"),)),
    ("216年－219年、気温は－5度", (("216年", "216年"), ("219年", "219年"), ("-5度", "－5度"))),
    ("https://example.com/5は5日です", (("5日", "5日"),)),
    ("任何一个人，约三十人", (("1人", "一个人"), ("30人", "三十人"))),
    ("May 25 , 1998", (("1998-05-25", "May 25 , 1998"),)),
    ("1〜2時間、1~2시간", (("3600sec", "1"), ("7200sec", "2時間"), ("3600sec", "1"), ("7200sec", "2시간"))),
    ("3〜5万円", (("50000jpy", "5万円"),)),
    ("3万〜5万円", (("30000jpy", "3万"), ("50000jpy", "5万円"))),
    ("摂氏マイナス5度", (("-5度", "マイナス5度"),)),
    ("零下5度、영하 5도", (("-5度", "零下5度"), ("-5도", "영하 5도"))),
    ("minus 5 degrees", (("-5degree", "minus 5 degrees"),)),
    ("三割五分、4割5分", (("3.5割", "三割五分"), ("4.5割", "4割5分"))),
    ("3時間目の後", (("3時間目", "3時間目"),)),
    ("open 9am–5pm", (("09:00", "9am"), ("17:00", "5pm"))),
    ("人口は三十万。", (("300000", "三十万"),)),
    ("v3.4.1 and 7.1.3", (("3.4.1", "3.4.1"), ("7.1.3", "7.1.3"))),
    ("三个半小时，一个半月", (("12600sec", "三个半小时"), ("1.5个月", "一个半月"))),
)


@pytest.mark.parametrize(("text", "expected"), READ)
def test_the_values_of_a_text_are_read_as_they_stand(text: str, expected: tuple[tuple[str, str], ...]):
    assert tuple((value.canonical, value.text) for value in read(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Python 3.10.2-rc1",
        "https://example.com/2024/05/01?page=5",
        "www.example.com/5/days",
        "report-2024-05-01.pdf",
        "INV-2024-05-01",
        "file_5_days",
        "03-1234-5678",
        "1-800-555-0199",
        "978-4-10-101001-3",
        "192.168.0.1",
        "user5@example.com",
        "A4",
        "COVID-19",
        "MP3",
        "H2O",
        "1990s",
        "7-Eleven",
        "0x5f",
        "24/7",
        "1/2",
        "01/05/2024",
        "2024.5.1",
        "1,23,456",
        "1" * 60,
        # words in which a numeral is none
        "一部の人は一緒に十分な時間を千葉で過ごした",
        "万一の場合、三重県の五十嵐さんは八百屋へ",
        "九州と四国、六本木、四日市、八戸",
        "唯一の第三者、日本一の第一線",
        "数十人、何百人、十数人、五六人、二、三日",
        "一些一样十分千万，万一，百度",
        "星期三和周五之一",
        "二三十人，十几个，三四天",
        "이 사람은 일을 하고 사원은 병원에 있다",
        "두개골과 세대와 세계",
        "수십 명, 몇백 명, 30여 명",
        "만일 이 일이 사실이라면",
        "one of them may be second",
        "no one, the one, a couple, a dozen, hundreds",
        "You may go second, for a second",
        "you may 5 or march 10",
        "30+ people",
        "Π1 and é5",
        "○と×、伍先生",
        "two thirds and one fifth",
    ],
)
def test_what_is_no_sure_value_is_left_alone(text: str):
    assert read(text) == ()


@pytest.mark.parametrize(
    ("text", "kind", "unit", "amount"),
    [
        ("5", ValueKind.NUMBER, "", "5"),
        ("25%", ValueKind.PERCENT, "%", "25"),
        ("3万5千円", ValueKind.MONEY, "jpy", "35000"),
        ("2024年", ValueKind.DATE, "year", "2024"),
        ("5月1日", ValueKind.DATE, "month-day", "501"),
        ("2024年5月", ValueKind.DATE, "month", "202405"),
        ("17:30", ValueKind.TIME, "", "1050"),
        ("5:30", ValueKind.TIME, "open", "330"),
        ("5営業日", ValueKind.DURATION, "営業日", "5"),
        ("1.5 hours", ValueKind.DURATION, "sec", "5400"),
        ("翌月の5日", ValueKind.RELATIVE_DAY, "翌月", "5"),
        ("第3回", ValueKind.ORDINAL, "第回", "3"),
        ("3rd", ValueKind.ORDINAL, "th", "3"),
        ("三分の一", ValueKind.FRACTION, "分の", None),
        ("1.5 km", ValueKind.QUANTITY, "m", "1500"),
        ("다섯 명", ValueKind.QUANTITY, "명", "5"),
    ],
)
def test_a_value_knows_its_kind_unit_and_amount(text: str, kind: ValueKind, unit: str, amount: str | None):
    (value,) = read(text)
    assert (value.kind, value.unit) == (kind, unit)
    assert value.amount == (None if amount is None else Decimal(amount))


@pytest.mark.parametrize("text", ["one day", "一人", "한 명", "一天", "一つ"])
def test_a_word_for_one_before_a_counter_is_indefinite(text: str):
    (value,) = read(f" {text} ")
    assert value.indefinite


@pytest.mark.parametrize("text", ["one hour", "一時間", "一公里", "한 시간", "1 day"])
def test_one_of_a_measure_is_definite(text: str):
    (value,) = read(f" {text} ")
    assert not value.indefinite


@pytest.mark.parametrize(
    "text",
    [
        "on 01/05/2024",
        "on 1-5-2024",
        "2024.5.1",
        "1,23,456",
        "1/2",
        "2024-02-30",
        "昭和64年1月8日",
        "2024年13月1日",
        "五六人",
        "二、三日",
        "十数人",
        "30여 명",
        "몇억 원",
        "30来岁",
        "2、3日",
        "두세 명",
        "two dozen eggs",
        "30-odd people",
        "1 000 km",
        "€1.000,50",
        "30+ people",
        "午後12時",
        "下午12点",
        "two thirds",
        "five six",
        "Louis XIV",
        "第Ⅲ部",
        "٣ أيام",
    ],
)
def test_a_numeral_without_a_sure_value_is_reported(text: str):
    assert has_unreadable_numeral(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no numeral",
        "5 days, 25%, May 1, 2024",
        "翌月の5日、二十五名、午後5時",
        "다음 달 5일, 다섯 명",
        "百分之二十五，三天，下午5点",
        "一緒に千葉へ",
        "version 3.4.1, doc-5, 03-1234-5678",
        "I, MIX, CV, DVD, XL",
    ],
)
def test_what_can_be_read_or_is_no_numeral_is_not_reported(text: str):
    assert not has_unreadable_numeral(text)


@pytest.mark.parametrize("text", ["기록한다.", "신고한다", "승인한다고 한다."])
def test_a_korean_sentence_that_ends_in_da_holds_no_numeral(text: str) -> None:
    assert not has_unreadable_numeral(text)
    assert read(text) == ()


@pytest.mark.parametrize("text", ["한두 명", "두세 개"])
def test_one_or_two_in_korean_cannot_be_read(text: str) -> None:
    assert has_unreadable_numeral(text)
