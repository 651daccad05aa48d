"""A figure is missing only where the texts neither hold it nor yield it."""

from __future__ import annotations

import pytest

from ragtriage.text.figures import Figures, missing_figures


def missing(statement, *texts, question=""):
    return [value.text for value in missing_figures(statement, Figures(texts, question))]


@pytest.mark.parametrize(
    ("statement", "text", "figures"),
    [
        ("The report is due in 10 days.", "The report is due in 5 days.", ["10 days"]),
        ("It opened in 1875.", "It opened in 1877.", ["1875"]),
        ("It cost $30.", "It cost $40.", ["$30"]),
        ("The rate is 12%.", "The rate is 7%.", ["12%"]),
        ("It closed on 12 May 2024.", "It closed on 13 May 2024.", ["12 May 2024"]),
        ("締切は翌月10日です。", "締切は翌月5日です。", ["翌月10日"]),
        ("料金は3万円です。", "料金は2万円です。", ["3万円"]),
        ("参加者は15人です。", "参加者は12人です。", ["15人"]),
        ("마감은 다음 달 10일입니다.", "마감은 다음 달 5일입니다.", ["다음 달 10일"]),
        ("참가자는 15명이다.", "참가자는 12명이다.", ["15명"]),
        ("截止日期是5月10日。", "截止日期是5月7日。", ["5月10日"]),
        ("参加者有15人。", "参加者有12人。", ["15人"]),
        ("三人が来た。", "人々が来た。", ["三人"]),
        ("15点が必要です。", "12点が必要です。", ["15点"]),
        ("It was common in the 17th century.", "It was common in 1850.", ["17th"]),
        ("It is 5,130 miles long.", "It is 6,650 km long.", ["5,130 miles"]),
        ("It rose by 31%.", "It rose by 29.8%.", ["31%"]),
    ],
)
def test_a_figure_that_is_not_there_is_missing(statement, text, figures):
    assert missing(statement, text) == figures


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        pytest.param("It takes 5 days.", "It takes five days.", id="in words"),
        pytest.param("五人が来た。", "5名が来た。", id="another numeral and counter"),
        pytest.param("It has 1,400 seats.", "It has １４００ seats.", id="another width"),
        pytest.param("It was built in 1889.", "Built: 1889-03-31.", id="a part of a date"),
        pytest.param("2024年5月に始まる。", "2024年5月1日に始まる。", id="less of a date"),
        pytest.param("8명이 있다.", "연구원은 5명, 인턴은 3명이다.", id="a sum"),
        pytest.param("There are 8 people.", "3 men and 5 women came.", id="a sum of bare numbers"),
        pytest.param("It lasted 7 years.", "From 2013 to 2020.", id="a difference of years"),
        pytest.param("残りは4日です。", "10日のうち6日を使った。", id="a difference"),
        pytest.param("合計12人です。", "3人、4人、5人の班がある。", id="the sum of all"),
        pytest.param("60% agreed.", "30 of 50 people agreed.", id="a ratio"),
        pytest.param("It grew by 25%.", "It grew from 80 to 100 tons.", id="a rate of growth"),
        pytest.param("2週間かかる。3週間かかる。", "21日かかる。", id="weeks and days"),
        pytest.param("3분기에 선발한다.", "9월에 선발한다.", id="a quarter and its month"),
        pytest.param("It takes 3 quarters.", "It takes 9 months.", id="quarters and months"),
        pytest.param("3割が賛成した。", "30%が賛成した。", id="tenths and percent"),
        pytest.param("It opens at 17:00.", "午後5時に開く。", id="the two clocks"),
        pytest.param(
            "It was common in the 19th century.", "It was common in the 1850s.", id="a century and its year"
        ),
        pytest.param("19世紀に建てられた。", "1850年に建てられた。", id="a century and its year in Japanese"),
        pytest.param("第1四半期は4月から6月です。", "4月に始まる四半期です。", id="months of a quarter"),
        pytest.param("合計で1500円です。", "1日500円で3日分です。", id="a product"),
        pytest.param("It rose by 30%.", "It rose by 29.8%.", id="rounded"),
        pytest.param("売上は1200万円です。", "売上は11,987,000円です。", id="rounded to two digits"),
        pytest.param("It takes 24 hours.", "It takes one day.", id="hours and days"),
        pytest.param("It is 4,130 miles long.", "It is 6,650 km long.", id="miles and kilometres"),
        pytest.param("It weighs 11 pounds.", "It weighs 5 kg.", id="pounds and kilograms"),
        pytest.param("It is 212°F.", "It is 100°C.", id="the two thermometers"),
        pytest.param("6か月かかる。", "半年かかる。", id="half a year"),
        pytest.param("年間6,000円です。", "月額500円です。", id="twelve months"),
        pytest.param("That is $240 a year.", "It costs $20 per month.", id="twelve months in English"),
        pytest.param("150 members voted.", "Half of the 300 members voted.", id="half"),
        pytest.param("600円引きです。", "定価は2,000円、30%引きです。", id="a share"),
        pytest.param("1,400円です。", "定価は2,000円、30%引きです。", id="what is left of an amount"),
        pytest.param(
            "The fee is 1,100 yen.", "The fee is 1,000 yen plus 10% tax.", id="an amount and its tax"
        ),
        pytest.param("電話は0312345678です。", "電話は03-1234-5678です。", id="digits set apart"),
        pytest.param("3일입니다.", "사흘입니다.", id="a Korean word for three days"),
        pytest.param("15일입니다.", "보름입니다.", id="a Korean word for fifteen days"),
        pytest.param("週5日です。", "月曜から金曜までです。", id="the days of a week of work"),
        pytest.param("12个鸡蛋。", "一打鸡蛋。", id="a dozen in Chinese"),
        pytest.param("It takes 30 minutes.", "It takes half an hour.", id="half an hour"),
        pytest.param("It takes 14 days.", "It takes a fortnight.", id="a fortnight"),
        pytest.param("締切は31日です。", "締切は月末です。", id="the last day of a month"),
        pytest.param("100%が対象です。", "全員が対象です。", id="all of them"),
        pytest.param(
            "必要なものは次の3つです。", "印鑑、領収書、申請書が必要。", id="a count of what is listed"
        ),
        pytest.param(
            "다음 세 가지가 필요합니다.", "도장, 영수증, 신청서가 필요하다.", id="a count in Korean"
        ),
        pytest.param("需要以下四项材料。", "印章、发票、申请表、身份证。", id="a count in Chinese"),
        pytest.param("You need 3 items.", "A seal, a receipt and a form.", id="a count in English"),
        pytest.param("例えば300円の場合です。", "少額の場合です。", id="an example"),
        pytest.param("The year is 2024.", "The policy of FY2024.", id="digits inside a word"),
        pytest.param("About 50 people came.", "Many came.", id="about"),
        pytest.param("50人以上が来た。", "多くの人が来た。", id="or more"),
        pytest.param("50명 이상이 왔다.", "많은 사람이 왔다.", id="or more in Korean"),
        pytest.param("At least 50 people came.", "Many came.", id="at least"),
        pytest.param("20メートルくらいです。", "高いです。", id="or so"),
        pytest.param("Two people came; 2人です。", "People came.", id="two"),
        pytest.param("It is one day.", "It is.", id="one"),
        pytest.param("Chapter 12 says so.", "It says so.", id="a bare small number"),
        pytest.param("It is good.", "It is.", id="no figure"),
    ],
)
def test_a_figure_that_is_there_or_follows_is_not_missing(statement, text):
    assert missing(statement, text) == []


def test_a_figure_of_the_question_is_not_missing():
    assert (
        missing("Of the 300 rooms, many are free.", "Rooms are free.", question="Which of the 300 rooms?")
        == []
    )
    assert missing("Of the 300 rooms, many are free.", "Rooms are free.") == ["300"]


def test_a_figure_may_stand_in_any_of_the_texts():
    assert missing("It is 5 days for 300 people.", "5 days", "300 people") == []


@pytest.mark.parametrize("text", ["Henry VIII came.", "Due on 01/05/2024.", "五六人が来た。"])
def test_a_numeral_that_cannot_be_read_is_noticed(text):
    assert not Figures((text,)).all_readable


def test_plain_numerals_can_be_read():
    assert Figures(("5人、3%、2024-05-01、five days",)).all_readable


def test_a_long_table_takes_no_long_time():
    # comparing every pair of ten thousand amounts would take minutes
    table = " ".join(f"{number}.5%" for number in range(1, 10_000))
    assert missing("It was 300 yen and 12345 dollars.", table) == ["300 yen", "12345 dollars"]


@pytest.mark.parametrize("unit", ["時間", " hours", "%", "円", "四半期", "km", " °F", "th century", ""])
@pytest.mark.parametrize("digits", ["9" * 30, "9" * 5000, "1" + "0" * 400, "0." + "3" * 400])
def test_endless_digits_are_no_amount_and_break_nothing(unit, digits):
    assert missing(f"It is {digits}{unit}.", "It is 5 hours, 7時間, 8%, 9km.") == []
    assert missing("It takes 345 days.", f"It is {digits}{unit}.") == ["345 days"]


@pytest.mark.parametrize(
    "text",
    [
        "打八折。",
        "三分之一的人同意。",
        "体重100斤。",
        "面积为15亩。",
        "3분의 1입니다.",
        "One third voted.",
    ],
)
def test_a_text_with_an_amount_that_is_not_read_rules_out_no_figure(text):
    assert not Figures((text,)).all_readable


@pytest.mark.parametrize(
    "text", ["体重50公斤。", "長さは12センチメートルです。", "長さは12センチです。", "折り紙を折る。"]
)
def test_a_text_whose_amounts_are_read_rules_out_figures(text):
    assert Figures((text,)).all_readable


def test_a_table_of_more_amounts_than_can_be_reckoned_with_rules_nothing_out():
    table = " ".join(f"{13 * row + 5} euros" for row in range(400))
    assert missing("It costs 1000000 euros.", table) == []
    assert missing("It costs 1000000 euros.", "It costs 5 euros.") == ["1000000 euros"]


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("3월 31일이 지나기 전에 쓰세요.", "다음 해 3월 말까지 쓸 수 있습니다."),
        ("6月30日までに出してください。", "期限は6月末です。"),
        ("请在9月30日前提交。", "截止时间为9月底。"),
        ("It ends on 31 March.", "It runs to the end of March."),
        ("2月28日までです。", "2月末日まで。"),
    ],
)
def test_the_last_day_of_a_month_may_be_named_by_its_date(statement, text):
    assert not missing_figures(statement, Figures((text,)))


def test_another_day_of_that_month_is_missing_all_the_same():
    assert missing_figures("6月25日までに出してください。", Figures(("期限は6月末です。",)))
