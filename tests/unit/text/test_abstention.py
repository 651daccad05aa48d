"""Abstention: what counts as declining, and patterns from a file."""

from __future__ import annotations

import time

import pytest

from ragtriage.errors import ConfigError
from ragtriage.text.abstention import Abstention, abstains, load_patterns


@pytest.mark.parametrize("answer", [None, "", "  \n"])
def test_an_empty_answer_declines(answer):
    assert abstains(answer) is Abstention.YES


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, the documents do not say.",
        "I’m sorry, I don’t know.",
        "申し訳ありませんが、記載がありません。",
        "죄송하지만 문서에 나와 있지 않습니다.",
        "抱歉，文档中没有相关信息。",
        "I am sorry. I looked everywhere. The documents do not mention it.",
        "The documents describe claims. However, they do not give a deadline.",
        '"I don\'t know."',
    ],
)
def test_a_refusal_declines(answer):
    assert abstains(answer) is Abstention.YES


@pytest.mark.parametrize(
    "answer",
    [
        "The documents do not say that smoking is allowed.",
        "The passages do not state where the Elm rises. They do say, however, that the Birch Dam is near it.",
        "The guide stays quiet about the deposit.",
        "The brochure passes over this point.",
        "The amount is anyone's guess on the strength of this text.",
        "The clauses shown don't settle the matter.",
        "查無相關規定。",
        "料金は判然としません。",
        "금액을 적은 부분이 눈에 띄지 않습니다.",
        "[Retrieved passage 1] does not provide the fee.",
    ],
)
def test_what_may_be_a_refusal_at_least_possibly_declines(answer):
    assert abstains(answer) is not Abstention.NO


def test_what_the_texts_do_say_makes_a_refusal_a_possible_one():
    answer = (
        "The passages do not state where the Elm rises. They do say, however, that the Birch Dam is near it."
    )
    assert abstains(answer) is Abstention.POSSIBLY


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know the day, but it was in May.",
        "The deadline is the 5th. The documents do not mention exceptions.",
        "The capital is not London.",
        "喫煙してよいとは記載されていません。",
        "문서에는 흡연이 허용된다고 명시되어 있지 않습니다.",
        "文件没有说可以吸烟。",
        "우산 반입은 안 되는데, 문서에 물이 튀면 복원할 방법이 없어서입니다.",
        "資料には記載がありません。ただし、一般にアーデン湖の標高は640mとされています。",
        "文档中没有相关信息。不过，据我所知，阿登湖海拔640米。",
        "I could not find this in the documents. Based on my general knowledge, Lake Arden lies at 640 m.",
    ],
)
def test_a_denial_that_answers_does_not_decline(answer):
    assert abstains(answer) is not Abstention.YES


@pytest.mark.parametrize(
    "answer",
    [
        "That detail has been left out of the files.",
        "料金の欄を見ましたが、空欄でした。",
        "금액이 불분명하여 대답을 삼가겠습니다.",
        "对此手册不置一词，恕不妄断。",
        "There's no telling from these pages which tariff holds.",
        "I'm in no position to name the amount from these papers.",
        "該当する条項は見受けられません。",
        "I don't know.\n\nThe contexts name three people and none of them was the first.",
    ],
)
def test_a_refusal_in_words_that_no_pattern_knows_declines_at_least_possibly(answer):
    assert abstains(answer) is not Abstention.NO


@pytest.mark.parametrize(
    "mark", ["None", "none.", "NO_ANSWER", "CANNOTANSWER", "[unanswerable]", "N/A", "なし", "无", "없음"]
)
def test_the_mark_of_a_data_set_declines_where_it_is_the_whole_answer(mark):
    assert abstains(mark) is Abstention.YES
    assert abstains(f"{mark} 5") is not Abstention.YES


@pytest.mark.parametrize(
    ("answer", "question", "declines"),
    [
        ("None.", "How many were late?", Abstention.POSSIBLY),
        ("None", "When does it start?", Abstention.YES),
        ("なし", "欠席者は何人ですか。", Abstention.POSSIBLY),
        ("なし", "いつ始まりましたか", Abstention.POSSIBLY),
        ("无", "有哪些过敏史？", Abstention.POSSIBLY),
        ("없음", "결석자는 몇 명인가요?", Abstention.POSSIBLY),
        ("NO_ANSWER", "How many were late?", Abstention.YES),
    ],
)
def test_none_may_be_the_answer_to_a_question_that_asks_how_many(answer, question, declines):
    assert abstains(answer, question=question) is declines


def test_a_yes_is_no_refusal_whatever_it_says_of_the_texts():
    assert abstains("Yes, the answer is present in contexts 2 and 3.") is Abstention.NO


def test_i_do_not_know_is_taken_back_where_an_answer_follows_for_a_case():
    answer = "I don't know, unless you mean the tower in context 3, in which case the answer is 1901."
    assert abstains(answer) is not Abstention.YES


@pytest.mark.parametrize(
    "answer", ["Paris.", "翌月5日です。", "다음 달 5일입니다.", "下个月5日。", "無料です。", "November 5"]
)
def test_a_plain_answer_does_not_decline(answer):
    assert abstains(answer) is Abstention.NO


@pytest.mark.parametrize(
    "answer",
    [
        'He said: "I do not know." That was in May.',
        "証人は「分かりません」と述べた。",
        "장관은 “모르겠습니다”라고 말했다.",
        "证人说：“我不知道。”",
    ],
)
def test_what_stands_in_quotation_marks_is_not_the_systems_own(answer):
    assert abstains(answer) is not Abstention.YES


def test_patterns_from_a_file_add_to_the_built_in_ones(tmp_path):
    path = tmp_path / "refusals.txt"
    path.write_text("\ufeff# ours\n\ncomputer says no\n", encoding="utf-8")
    patterns = load_patterns(path)
    assert abstains("Computer says no.") is Abstention.POSSIBLY
    assert abstains("Computer   says\nNo.", patterns) is Abstention.YES
    assert abstains("I don't know.", patterns) is Abstention.YES
    assert abstains("Paris.", patterns) is Abstention.NO


@pytest.mark.parametrize(
    ("text", "message"),
    [("ok\n(", r"refusals\.txt:2: not a regular expression"), ("a*", r"refusals\.txt:1: .* every text")],
)
def test_a_bad_pattern_is_an_error_with_file_and_line(tmp_path, text, message):
    path = tmp_path / "refusals.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        load_patterns(path)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="missing"):
        load_patterns(tmp_path / "missing.txt")
    path = tmp_path / "binary.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="binary"):
        load_patterns(path)


def test_a_pattern_from_a_file_runs_with_a_time_limit(tmp_path):
    path = tmp_path / "refusals.txt"
    path.write_text(r"(?:a|aa)+\d$", encoding="utf-8")
    start = time.monotonic()
    with pytest.raises(ConfigError, match=r"refusals\.txt:1: the pattern takes longer"):
        abstains("a" * 900 + "!", load_patterns(path))
    assert time.monotonic() - start < 30


def test_a_long_answer_is_read_at_its_beginning_only():
    assert abstains("I don't know. " + "x" * 1_000_000) is Abstention.YES
    assert abstains("x " * 500_000 + "I don't know.") is Abstention.NO
