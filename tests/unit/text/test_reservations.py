"""A text vouches for a statement unless something around it denies, conditions or merely reports it."""

from __future__ import annotations

import pytest
import regex

from ragtriage.languages.statements import languages
from ragtriage.text import reservations
from ragtriage.text.reservations import TABLES, Surroundings, reservation

ROWS = [
    pytest.param(pattern, id=f"{code}: {pattern.example}")
    for code, table in TABLES.items()
    for pattern in (*table.conditions, *table.reports, *table.denials)
]

STATEMENT = {
    "en": "Osaka is the capital of Japan",
    "ja": "大阪は日本の首都",
    "ko": "오사카는 일본의 수도이",
    "zh": "大阪是日本的首都",
    "ru": "Осака является столицей Японии",
}


def around(text, statement, *, preceding="", following=""):
    before, _, after = text.partition(statement)
    return Surroundings(preceding, before, after, following)


@pytest.mark.parametrize("row", ROWS)
def test_each_pattern_is_found_in_its_example_and_not_in_its_near_miss(row):
    assert regex.search(row.expression, row.example.lower(), regex.V1)
    assert not regex.search(row.expression, row.near_miss.lower(), regex.V1)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It is not true that Osaka is the capital of Japan."),
        ("en", "If Osaka is the capital of Japan, we must move."),
        ("en", "Rumour has it that Osaka is the capital of Japan."),
        ("en", "Some say Osaka is the capital of Japan."),
        ("en", "Osaka is the capital of Japan, which is false."),
        ("en", "Osaka is the capital of Japan or of Korea."),
        ("en", "Tokyo or Osaka is the capital of Japan."),
        ("en", "Nobody believes that Osaka is the capital of Japan."),
        ("en", "The teacher asked whether Osaka is the capital of Japan."),
        ("en", "Perhaps Osaka is the capital of Japan."),
        ("en", "Osaka is the capital of Japan?"),
        ("en", "The idea that Osaka is the capital of Japan has been abandoned."),
        ("en", "In the novel, Osaka is the capital of Japan."),
        ("en", "Osaka is the capital of Japan (disputed)."),
        ("en", "❌ Osaka is the capital of Japan."),
        ("ja", "大阪は日本の首都ではない。"),
        ("ja", "「大阪は日本の首都」と彼は言った。"),
        ("ja", "大阪は日本の首都になる予定だ。"),
        ("ja", "小説では大阪は日本の首都だ。"),
        ("ja", "×大阪は日本の首都"),
        ("ja", "大阪は日本の首都という噂がある。"),
        ("ja", "大阪は日本の首都とされている。"),
        ("ja", "大阪は日本の首都だと言われている。"),
        ("ja", "もし大阪は日本の首都ならば、移転する。"),
        ("ja", "大阪は日本の首都かもしれない。"),
        ("ja", "大阪は日本の首都だというのは誤りである。"),
        ("ja", "大阪は日本の首都らしい。"),
        ("ja", "大阪は日本の首都ですか？"),
        ("ko", "오사카는 일본의 수도이라는 소문이 있었다."),
        ("ko", "오사카는 일본의 수도이지 않다."),
        ("ko", "만약 오사카는 일본의 수도이면 옮긴다."),
        ("ko", "오사카는 일본의 수도이다고 한다."),
        ("ko", "오사카는 일본의 수도이라는 이야기가 돌았지만 사실무근이었다."),
        ("ko", '"오사카는 일본의 수도이"라고 그는 말했다.'),
        ("zh", "他说：“大阪是日本的首都。”"),
        ("zh", "大阪是日本的首都是谣言。"),
        ("zh", "如果大阪是日本的首都，我们就搬家。"),
        ("zh", "有人认为大阪是日本的首都。"),
        ("zh", "大阪是日本的首都并非事实。"),
        ("zh", "大阪是日本的首都吗？"),
        ("ru", "Неправда, что Осака является столицей Японии."),
        ("ru", "Осака является столицей Японии, если верить слухам."),
        ("ru", "Якобы Осака является столицей Японии."),
    ],
)
def test_a_reservation_is_found(language, text):
    assert reservation(around(text, STATEMENT[language])) is not None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Osaka is the capital of Japan."),
        ("en", "Since 1868, Osaka is the capital of Japan, and it is large."),
        ("ja", "大阪は日本の首都です。"),
        ("ja", "1868年から大阪は日本の首都であり、人口も多い。"),
        ("ja", "大阪は日本の首都に違いない。"),
        ("ko", "오사카는 일본의 수도이다."),
        ("ko", "1868년부터 오사카는 일본의 수도이며 인구도 많다."),
        ("zh", "自1868年起，大阪是日本的首都，人口众多。"),
        ("ru", "С 1868 года Осака является столицей Японии."),
    ],
)
def test_plain_words_around_a_statement_are_no_reservation(language, text):
    assert reservation(around(text, STATEMENT[language])) is None


@pytest.mark.parametrize(
    ("language", "following"),
    [
        ("en", "That is wrong."),
        ("en", "It isn't true."),
        ("ja", "それは間違いです。"),
        ("ja", "しかし、その説は誤りです。"),
    ],
)
def test_the_next_sentence_may_take_it_back(language, following):
    statement = STATEMENT[language]
    assert reservation(around(f"{statement}.", statement, following=following)) is not None


@pytest.mark.parametrize(
    "preceding", ["Common misconceptions:", "The following is false.", "以下は誤りです。"]
)
def test_the_sentence_before_may_announce_something_false(preceding):
    statement = STATEMENT["en"]
    assert reservation(around(f"- {statement}.", statement, preceding=preceding)) is not None


def test_a_denial_of_something_else_before_or_after_counts_for_nothing():
    statement = STATEMENT["en"]
    surroundings = around(
        f"{statement}.", statement, preceding="Kobe is not.", following="Kyoto is not large."
    )
    assert reservation(surroundings) is None


def test_a_language_without_a_table_is_trusted_with_whole_sentences_alone():
    assert reservation(Surroundings("", "", "।", "")) is None
    assert reservation(Surroundings("", "यह सच नहीं है कि ", "।", "")) is not None


@pytest.mark.parametrize("word", reservations._ANNOUNCEMENTS)
def test_an_announcement_has_one_of_the_letters_by_which_it_is_told(word):
    assert reservations._TELLTALE.search(word)
    assert reservations._TELLTALE.search(word.upper())


@pytest.mark.parametrize(
    ("before", "is_sure"),
    [("We met. ", True), ("The FOLLOWING is false. ", False), ("以下は誤り。", False), ("İ west. ", False)],
)
def test_only_an_announcement_before_whole_sentences_makes_them_unsure(before, is_sure):
    statement = "It costs 30 euros."
    text = f"{before}{statement} See the following page."
    at = text.index(statement)
    assert reservations.is_undisputed(text, at, at + len(statement)) == is_sure


@pytest.mark.parametrize("code", languages())
def test_a_retraction_is_one_only_where_a_sentence_begins(code):
    for pattern in languages()[code].retractions:
        assert regex.search(pattern.expression, pattern.example.lower())
        assert reservations._retracting().match(pattern.example.lower())
        assert not regex.search(pattern.expression, f"x {pattern.example.lower()}")
