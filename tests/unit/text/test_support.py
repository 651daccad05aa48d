"""Without a model a statement is supported word for word, ruled out by its figures, or unclear."""

from __future__ import annotations

import pytest

from ragtriage.text.chunks import Chunk
from ragtriage.text.support import Context


def judged(answer, *texts, question="", ids=()):
    context = Context(tuple(Chunk(n, text) for n, text in enumerate(texts)), question, frozenset(ids))
    return [statement.outcome for statement in context.statements(answer)]


SWAPPED = {
    "en": ("Osaka is the capital of Japan.", "Tokyo is the capital of Japan."),
    "ja": ("大阪は日本の首都であり最大の都市です。", "東京は日本の首都であり最大の都市です。"),
    "ko": ("오사카는 일본의 수도이자 가장 큰 도시이다.", "도쿄는 일본의 수도이자 가장 큰 도시이다."),
    "zh": ("大阪是日本的首都和最大的城市。", "东京是日本的首都和最大的城市。"),
    "ru": ("Осака является столицей Японии.", "Токио является столицей Японии."),
}


@pytest.mark.parametrize(("answer", "text"), SWAPPED.values(), ids=SWAPPED.keys())
def test_a_swapped_city_is_never_backed(answer, text):
    assert judged(answer, text) == ["unclear"]
    assert judged(answer.rstrip(".。"), text) == ["unclear"]


@pytest.mark.parametrize("text", [text for _, text in SWAPPED.values()], ids=SWAPPED.keys())
def test_a_copied_sentence_is_backed_in_any_script(text):
    assert judged(text, f"{text}\n{text}") == ["supported"]
    assert judged(text.rstrip(".。"), text) == ["supported"]


@pytest.mark.parametrize(
    "answer",
    [
        "Tokyo is the capital of Japan [1].",
        "- Tokyo is the capital of Japan",
        "1. Tokyo is the capital of Japan [doc-a]",
    ],
)
def test_citation_and_list_marks_change_nothing(answer):
    assert judged(answer, "Tokyo is the capital of Japan.", ids=("doc-a",)) == ["supported"]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Tokyo is the capital of Japan.", "It is not true that Tokyo is the capital of Japan."),
        ("Tokyo is the capital of Japan.", "Tokyo is the capital of Japan, some say."),
        ("Tokyo is the capital of Japan.", "If Tokyo is the capital of Japan, we move."),
        ("Tokyo is the capital of Japan.", "Is it so that Tokyo is the capital of Japan?"),
        ("Tokyo is the capital of Japan.", "Tokyo is the capital of Japan. That is wrong."),
        ("Tokyo is the capital of Japan.", "The mayor of Tokyo is the capital of Japan in person."),
        ("東京は日本の首都であり最大の都市", "東京は日本の首都であり最大の都市ではない。"),
        ("東京は日本の首都であり最大の都市", "東京は日本の首都であり最大の都市圏を持つ。"),
        ("京都は日本の首都であり古い都市だ", "東京都は日本の首都であり古い都市だ。"),
        (
            "2003년 변정수 씨가 교통사고로 죽었다.",
            "2003년 변정수 씨가 교통사고로 죽었다는 이야기가 돌았지만 사실무근이었다.",
        ),
        ("神が世界と生き物を創造した", "「神が世界と生き物を創造した」とする記述がある。"),
        ("「神が世界と生き物を創造した」", "「神が世界と生き物を創造した」という話がある。"),
        ("东京是日本的首都和最大的城市", "有人说东京是日本的首都和最大的城市。"),
        ("Осака является столицей Японии", "Неправда, что Осака является столицей Японии."),
    ],
)
def test_a_text_that_does_not_vouch_for_what_it_holds_backs_nothing(answer, text):
    assert judged(answer, text) == ["unclear"]


def test_another_place_may_vouch_for_it():
    assert judged(
        "Tokyo is the capital of Japan.",
        "Some say Tokyo is the capital of Japan. Tokyo is the capital of Japan.",
    ) == ["supported"]


@pytest.mark.parametrize("answer", ["Tokyo.", "the capital of", "東京です。", "はい。", "도쿄 입니다."])
def test_what_is_short_may_stand_there_by_chance(answer):
    assert judged(answer, f"We know: {answer} And the capital of Japan.") == ["unclear"]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("It is due in 30 days.", "It is due in 5 days."),
        ("締切は翌月10日です。", "締切は翌月5日です。"),
        ("참가자는 15명이다.", "참가자는 12명이다."),
        ("参加者有15人。", "参加者有12人。"),
    ],
)
def test_a_figure_that_is_nowhere_rules_a_statement_out(answer, text):
    assert judged(answer, text) == ["not_mentioned"]


def test_a_numeral_that_cannot_be_read_rules_nothing_out():
    assert judged("It is due in 30 days.", "Henry VIII said so.") == ["unclear"]


def test_each_statement_is_judged_by_itself():
    text = "The rail pass costs 30 euros. It is valid for one week."
    answer = "The rail pass costs 30 euros. It is valid for 40 days. You will like it."
    assert judged(answer, text) == ["supported", "not_mentioned", "unclear"]


def test_an_answer_that_is_one_stretch_of_the_text_is_backed_as_a_whole():
    text = "Opening hours: daily. From nine to five. Closed on holidays."
    assert judged("From nine to five. Closed on holidays.", text) == ["supported", "supported"]


@pytest.mark.parametrize("answer", ["...", "。", "-", "🙂"])
def test_an_answer_without_a_statement_has_none(answer):
    assert judged(answer, "Tokyo is the capital of Japan.") == []


def test_a_chinese_answer_without_one_ascii_letter_is_really_checked():
    text = "这座桥全长三百二十米，建于一九九八年。"
    assert judged("这座桥全长三百二十米，建于一九九八年。", text) == ["supported"]
    assert judged("这座桥全长四百五十米，建于一九九八年。", text) == ["not_mentioned"]


@pytest.mark.parametrize(
    ("answer", "statements"),
    [
        ("東京は日本の首都です。大阪は日本の首都です", 2),
        ("本当か？そうだ！", 2),
        ("پاکستان ایک ملک ہے۔ ہاں۔", 2),
        ("यह सत्य है। वह नहीं है।", 2),
        ("ไม่มีจุด", 1),
    ],
)
def test_statements_are_found_whatever_ends_them(answer, statements):
    assert len(judged(answer, "別の文章です。")) == statements


def test_a_statement_may_stand_across_two_chunks():
    chunks = (Chunk(0, "Tokyo is the", "d", "d#1"), Chunk(1, "capital of Japan.", "d", "d#2"))
    (statement,) = Context(chunks).statements("Tokyo is the capital of Japan.")
    assert statement.outcome == "supported"
    assert (statement.place.chunk, statement.place.start, statement.place.end) == (0, 0, 12)


def test_a_number_cut_by_chunks_is_whole_again():
    chunks = (Chunk(0, "It costs 12", "d", "d#1"), Chunk(1, "00 yen.", "d", "d#2"))
    (statement,) = Context(chunks).statements("You pay 1200 yen.")
    assert statement.outcome == "unclear"


@pytest.mark.parametrize(
    ("answer", "text", "quote"),
    [
        (
            "THE CLAIM IS DUE ON DAY FIVE.",
            "Read this. The claim is due on day five.",
            "The claim is due on day five",
        ),
        (
            "The claim  is due on day five.",
            "Note well: the claim is due on day five.",
            "the claim is due on day five",
        ),
        ("AN AUDIT WAS MADE IN MAY.", "An  audit was made in May.", "An  audit was made in May"),
    ],
)
def test_the_article_that_opens_a_statement_belongs_to_it(answer, text, quote):
    (statement,) = Context((Chunk(0, text),)).statements(answer)
    assert (statement.outcome, statement.quote) == ("supported", quote)


@pytest.mark.parametrize("text", ["Wives of the mayor of osaka is rich.", "Bathe mayor of osaka is rich."])
def test_an_article_does_not_make_a_clause_whole(text):
    assert judged("The Mayor of Osaka is rich.", text) == ["unclear"]


def test_a_statement_says_where_it_is_backed():
    (statement,) = Context((Chunk(4, "Well: Tokyo is the capital of Japan."),)).statements(
        "tokyo is the capital of japan"
    )
    assert (statement.place.chunk, statement.place.start, statement.place.end) == (4, 6, 35)
    assert statement.quote == "Tokyo is the capital of Japan"


def test_sentences_that_stand_together_are_quoted_together_unless_that_is_long():
    for times, quoted in ((3, 3), (200, 1)):
        text = " ".join(f"Room {n} is on floor {n}." for n in range(times))
        for statement in Context((Chunk(0, text),)).statements(text):
            assert statement.quote == text[statement.place.start : statement.place.end]
            assert statement.text in statement.quote
            assert statement.quote.count("Room") == quoted


def test_what_is_long_and_written_otherwise_is_not_quoted_for_each_sentence():
    text = " ".join(f"Room {n} is on floor {n}." for n in range(200))
    for statement in Context((Chunk(0, text.replace(" is", "  is")),)).statements(text):
        assert (statement.outcome, statement.quote) == ("supported", None)
