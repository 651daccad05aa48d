from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.text.likeness import near_duplicates


def pairs(*texts, threshold=0.8):
    return [(one.first, one.second) for one in near_duplicates(texts, threshold)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "who is the chief executive officer of the company",
            "who is the chief executive officer of a company",
        ),
        ("when does the flexible working policy start", "when does the flexible working policy starts"),
        ("日本人民共和国憲法草案を発表したのはいつ", "日本人民共和国憲法草案を発表したのはいつか"),
        ("한국의 수도는 어디에 있는 도시입니까", "한국의 수도는 어디에 있는 도시입니까요"),
        (
            "what did watt add to the engine between 1763 and 1775",
            "what did watt add to an engine between 1763 and 1775",
        ),
    ],
)
def test_questions_in_nearly_the_same_words_are_found(one, other) -> None:
    assert pairs(one, "something else altogether", other) == [(0, 2)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "what was the revenue of the company in the year 2023",
            "what was the revenue of the company in the year 2024",
        ),
        (
            "how many days of leave are there for the office in paris",
            "how many days of leave are there for the office in tokyo",
        ),
        (
            "経費精算の期限は翌月の何日ですか、第三四半期の場合",
            "経費精算の期限は翌月の何日ですか、第四四半期の場合",
        ),
        ("short", "sport"),
    ],
)
def test_a_number_or_a_word_in_the_place_of_another_makes_a_different_question(one, other) -> None:
    assert pairs(one, other) == []


def test_equal_texts_are_not_near_duplicates_and_the_first_place_counts() -> None:
    text = "what is the expense policy of the company"
    assert pairs(text, text, f"{text}s") == [(0, 2)]


def test_no_text_and_texts_without_letters_are_like_nothing() -> None:
    assert pairs() == pairs("") == pairs("", "?", "!") == []


def shingles(text):
    padded = f" {text} "
    return {padded[i : i + 3] for i in range(max(1, len(padded) - 2))}


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text("ab", min_size=4, max_size=12), max_size=8, unique=True), st.sampled_from([0.5, 0.8]))
def test_what_is_found_shares_enough_and_something_is_found_where_anything_does(texts, threshold) -> None:
    # one letter a word, so that no word is long enough to count as exchanged
    spaced = [" ".join(text) for text in texts]
    found = list(near_duplicates(spaced, threshold))
    for one in found:
        first, second = shingles(spaced[one.first]), shingles(spaced[one.second])
        assert one.share == len(first & second) / len(first | second) >= threshold
    near = {
        (i, j)
        for i, j in itertools.combinations(range(len(spaced)), 2)
        if len(shingles(spaced[i]) & shingles(spaced[j]))
        >= threshold * len(shingles(spaced[i]) | shingles(spaced[j]))
    }
    # a text that is near an earlier one is looked at no more, so that not every pair need be there
    assert bool(found) == bool(near)
    assert {(one.first, one.second) for one in found} <= near


def test_the_time_grows_with_the_number_of_texts() -> None:
    import time  # noqa: PLC0415

    def seconds(count):
        texts = [
            f"when is the report of {chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}x due"
            for i in range(count)
        ]
        start = time.process_time()
        list(near_duplicates(texts))
        return time.process_time() - start

    seconds(100)
    assert seconds(4000) < 40 * seconds(400)  # 100 times as long if all were compared
