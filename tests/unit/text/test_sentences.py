"""Sentences end where a reader would say they end."""

from __future__ import annotations

import pytest

from ragtriage.text.sentences import split

SENTENCES = {
    "japanese": ["締切は翌月5日です。", "遅れますか？", "いいえ！", "以上です"],
    "full width period": ["体重は３．５キロです．", "身長は不明です．"],
    "half width stop": ["ｼﾒｷﾘﾊ5ﾆﾁ｡", "ｲｼﾞｮｳ｡"],
    "chinese": ["北京是中国的首都。", "对吗？", "对！"],
    "korean": ["마감은 다음 달 5일입니다.", "늦으면 안 됩니다!"],
    "hindi": ["यह सत्य है।", "वह नहीं है।"],
    "urdu": ["پاکستان ایک ملک ہے۔", "کیا یہ سچ ہے؟", "ہاں"],
    "armenian": ["Երևանը մայրաքաղաք է։", "Այո։"],
    "amharic": ["ይህ እውነት ነው።", "አይደለም።"],
    "tibetan": ["བོད་ཡིག།", "དབྱིན་ཡིག།"],
    "russian": ["Токио — столица Японии.", "Осака — нет."],
    "no final stop": ["Osaka is large.", "Tokyo is larger"],
    "both marks": ["Really?!", "Yes."],
}


@pytest.mark.parametrize("sentences", SENTENCES.values(), ids=SENTENCES.keys())
@pytest.mark.parametrize("between", [" ", "\n", "\n\n", "\u3000"])
def test_sentences_set_apart_by_stops_are_found_again(sentences, between):
    assert [sentence.text for sentence in split(between.join(sentences))] == sentences


@pytest.mark.parametrize("name", ["japanese", "full width period", "half width stop", "chinese"])
def test_scripts_without_spaces_need_none_between_sentences(name):
    assert [sentence.text for sentence in split("".join(SENTENCES[name]))] == SENTENCES[name]


@pytest.mark.parametrize(
    "text",
    [
        "Dr. Kim and Mrs. Lee met at 5 p.m. in St. Louis.",
        "The rate rose to 3.5 percent, i.e. by 0.5 points.",
        "It fell, e.g. in Jan. 2024, vs. the U.S. figure.",
        "J. K. Rowling wrote it.",
        "See No. 5 and Fig. 2 of vol. 3.",
        "Acme Inc. was founded by J. R. Smith Jr. in Washington D.C. and sold.",
        "Visit https://example.com/a?b=c or ask a.b@example.com for v. 2.1 now.",
        "Am 3. Oktober feiert man z.B. in Berlin.",
        "В г. Москва на ул. Ленина живёт проф. Иванов.",
        "Yahoo! is a company.",
        "Wait... what?",
        "３．５キロです。",
        "我……不知道。",
        "彼は「行く。明日も行く。」と言った。",
        "他说“走吧。”，然后走了。",
        '그는 "가자."라고 말했다.',
        'He said "Stop. Now." and left.',
        "(See the guide. It is long.)",
        "- first item",
        "1. Item",
    ],
)
def test_a_stop_that_ends_no_sentence_does_not_split(text):
    assert [sentence.text for sentence in split(text)] == [text]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("He lives in the U.S. He works.", ["He lives in the U.S.", "He works."]),
        ("It closed at 5 p.m. The rest waited.", ["It closed at 5 p.m.", "The rest waited."]),
        ("I said no. It was late.", ["I said no.", "It was late."]),
        ("He came in 1999. She left.", ["He came in 1999.", "She left."]),
        ("「はい。」彼は言った。", ["「はい。」", "彼は言った。"]),
        ("Is it so? iPhone sells.", ["Is it so?", "iPhone sells."]),
        ("He left. (She stayed.) They met.", ["He left.", "(She stayed.)", "They met."]),
    ],
)
def test_a_stop_that_ends_a_sentence_splits(text, sentences):
    assert [sentence.text for sentence in split(text)] == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("必要なもの\n- 印鑑\n- 領収書\n以上", ["必要なもの", "- 印鑑", "- 領収書", "以上"]),
        ("Steps:\n1. Open it. Wait.\n2) Close it", ["Steps:", "1. Open it.", "Wait.", "2) Close it"]),
        ("• one\n• two", ["• one", "• two"]),
        ("①印鑑\n②領収書", ["①印鑑", "②領収書"]),
        ("## Title\nText", ["## Title", "Text"]),
        ("신청 가능 ◦ 과제명 기재 ※ 참고", ["신청 가능", "◦ 과제명 기재", "※ 참고"]),
        ("A title\r\n\r\nThe text", ["A title", "The text"]),
    ],
)
def test_list_items_and_headings_stand_alone(text, sentences):
    assert [sentence.text for sentence in split(text)] == sentences


@pytest.mark.parametrize(
    "text",
    [
        "The expense report for a month is due on the\nfifth day of the next month.",
        "It is not true that\nthe report is due.",
        "The expense report for a month is due in\rJapan on the fifth day",
    ],
)
def test_a_wrapped_line_goes_on(text):
    assert [sentence.text for sentence in split(text)] == [text]


def test_thai_is_cut_at_a_space_after_a_stretch_that_may_be_a_sentence():
    first = "ประเทศไทยเป็นประเทศในเอเชียตะวันออกเฉียงใต้"
    second = "เมืองหลวงคือกรุงเทพมหานคร"
    assert [sentence.text for sentence in split(f"{first} {second}")] == [first, second]


@pytest.mark.parametrize("text", ["กรุงเทพ", "ກຸງ ວຽງຈັນ", "ភ្នំពេញ", "東京", "...", "。", "[1]", "\u200b", "🙂"])
def test_text_that_is_something_yields_something(text):
    assert "".join(sentence.text for sentence in split(text)) == text


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3000\t"])
def test_blank_text_yields_nothing(text):
    assert split(text) == ()


def test_a_mark_that_is_never_closed_hides_nothing():
    assert [sentence.text for sentence in split("「開始。次です。終わり")] == [
        "「開始。",
        "次です。",
        "終わり",
    ]


def test_a_long_quotation_holds_sentences_of_its_own():
    inner = "これは長い引用です。" * 30
    assert len(split(f"「{inner}」")) == 30


def test_a_place_is_given_in_the_text_as_it_stands():
    text = "  ①は５％です。 \n②は１０％です。 "
    assert [text[s.start : s.end] for s in split(text)] == ["①は５％です。", "②は１０％です。"]


@pytest.mark.parametrize(
    "unit", [".", "。", "（", "a. ", "「」", '"', "\r", " \n", "1.\n", "A.B. ", "ก ", "\t", " ", "\u3000"]
)
def test_the_work_grows_with_the_text_and_no_faster(unit):
    # a quadratic splitter would need minutes for this
    text = "x" + unit * 50_000 + "y"
    assert sum(len(s.text) for s in split(text)) <= len(text)
