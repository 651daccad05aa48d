"""A passage stands in a chunk, across chunks, or sentence by sentence."""

from __future__ import annotations

import pytest

from ragtriage.model import MatchMode, Place
from ragtriage.text.evidence import Chunk, Chunks, as_it_stands


def chunks(*texts, mode=MatchMode.STANDARD):
    return Chunks(tuple(Chunk(n, text, "d", f"d#c{n}") for n, text in enumerate(texts)), mode)


def unordered(*texts):
    return Chunks(tuple(Chunk(n, text) for n, text in enumerate(texts)))


def found(searched, passage):
    """The text of each place, as it stands in its chunk."""
    by_position = {chunk.position: chunk.text for chunk in searched.chunks}
    return [by_position[place.chunk][place.start : place.end] for place in searched.find(passage).places]


@pytest.mark.parametrize(
    ("passage", "text", "at"),
    [
        ("5日", "締切は翌月の5日です", 6),
        ("5日", "15日", -1),
        ("5日", "翌月15日と翌月5日", 8),
        ("五日", "十五日", -1),
        ("cat", "the cat sat", 4),
        ("cat", "the category", -1),
        ("5", "3.5", -1),
        ("5", "-5", -1),
        ("3", "(3)", 1),
        ("is 3", "It is 3.", 3),
        ("is 3", "It is 3.5", -1),
        ("is 3", "It is 3 %", -1),
        ("か", "か\u3099", -1),
        ("東京", "首都は東京です", 3),
        ("Tokyo", "首都はTokyoです", 3),
    ],
)
def test_what_cuts_no_number_and_no_word_is_seen_at_a_glance(passage, text, at):
    assert as_it_stands(passage, text) == at


def test_a_passage_stands_in_the_chunk_that_holds_it():
    searched = chunks("Nothing here.", "It is due on the 5th.")
    standing = searched.find("due on the 5th")
    assert standing.places == (Place(chunk=1, start=6, end=20),)
    assert (standing.missing, standing.is_split) == ((), False)


@pytest.mark.parametrize(
    ("passage", "text", "place"),
    [
        ("Ｄｕｅ on the 5th!", "It is due on the **5th**.", "due on the **5th"),
        ("経費精算の締切は 翌月5日", "経費精算の締切は、翌月5日です。", "経費精算の締切は、翌月5日"),
        ("well known", "A well-known fact", "well-known"),
    ],
)
def test_a_passage_that_is_written_differently_is_found_in_the_text_as_it_stands(passage, text, place):
    assert found(chunks(text), passage) == [place]


def test_strict_matching_finds_the_letters_alone():
    assert chunks("It is Due.", mode=MatchMode.STRICT).find("due").missing == ("due",)
    assert chunks("It is due.", mode=MatchMode.STRICT).find("due").missing == ()


@pytest.mark.parametrize(
    ("first", "second", "passage", "places"),
    [
        ("It is due on", "the 5th of May.", "due on the 5th", ["due on", "the 5th"]),
        ("締切は翌月", "5日です。", "翌月5日", ["翌月", "5日"]),
        ("It is due on the", "on the 5th of May.", "due on the 5th", ["due on the", "5th"]),
        ("締切は翌月5", "月5日です。", "締切は翌月5日", ["締切は翌月5", "日"]),
        ("It is due on the \n", "the 5th of May.", "due on the 5th", ["due on the", "5th"]),
        ("Word cut in the mid", "dle of it.", "the middle of", ["the mid", "dle of"]),
    ],
)
def test_a_passage_is_found_across_neighbours_however_they_were_cut(first, second, passage, places):
    searched = chunks(first, second)
    assert [place.strip() for place in found(searched, passage)] == places
    assert searched.find(passage).is_split


def test_neighbours_are_found_in_any_order_of_retrieval_and_over_three_chunks():
    searched = Chunks(
        (Chunk(0, "the 5th", "d", "d#3"), Chunk(1, "It is", "d", "d#1"), Chunk(2, "due on", "d", "d#2"))
    )
    assert found(searched, "It is due on the 5th") == ["It is", "due on", "the 5th"]


def test_texts_without_ids_count_as_one_where_they_overlap_by_eight_characters():
    searched = unordered("on the 5th of the next month", "The report is due on the 5th")
    assert found(searched, "due on the 5th of the next") == ["due on the 5th", " of the next"]
    assert unordered("it is due on", "due on the 5th").find("is due on the 5th").missing


def test_chunks_that_do_not_follow_each_other_make_no_passage():
    far = Chunks((Chunk(0, "It is due on", "d", "d#1"), Chunk(1, "the 5th", "d", "d#3")))
    other = Chunks((Chunk(0, "It is due on", "d", "d#1"), Chunk(1, "the 5th", "e", "d#2")))
    assert far.find("due on the 5th").missing == ("due on the 5th",)
    assert other.find("due on the 5th").missing == ("due on the 5th",)


def test_no_number_is_cut_across_chunks():
    assert chunks("It costs 1", "5 dollars.").find("5 dollars and").missing
    assert chunks("価格は1", "5円です").find("は15円").missing == ()


def test_a_long_passage_counts_when_each_of_its_sentences_is_there():
    searched = unordered("Tokyo is large. Osaka is old.", "Kyoto is older.")
    standing = searched.find("Tokyo is large. Kyoto is older.")
    assert standing.missing == ()
    assert standing.is_split
    assert found(searched, "Tokyo is large. Kyoto is older.") == ["Tokyo is large.", "Kyoto is older."]


def test_the_sentences_that_are_missing_are_named():
    standing = chunks("東京は大きい。京都は古い。").find("東京は大きい。大阪は新しい。京都は古い。")
    assert standing.missing == ("大阪は新しい。",)
    assert len(standing.places) == 2


def test_a_passage_of_which_nothing_stands_is_missing_as_a_whole():
    passage = "Kobe is a port. Nara has deer."
    assert chunks("Tokyo is large.").find(passage).missing == (passage,)


@pytest.mark.parametrize("passage", ["", " ", "\n"])
def test_a_blank_passage_stands_nowhere(passage):
    assert chunks("some text").find(passage).places == ()
