"""Chunks are put in the order in which their text was cut."""

from __future__ import annotations

import pytest

from ragtriage.text.chunks import Chunk, chains, joined, overlap


def texts_of(chunks):
    return [[link.chunk.text for link in chain] for chain in chains(chunks)]


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("abcd", "cdef", 2),
        ("abcd", "efgh", 0),
        ("", "abc", 0),
        ("aaaa", "aaa", 3),
        ("the report is due", "report is due on", 13),
        ("締切は翌月5日", "翌月5日です", 4),
        ("a" * 100 + "b", "a" * 100, 0),
        ("b" + "a" * 100, "a" * 100 + "b", 100),
    ],
)
def test_the_overlap_is_the_longest_end_with_which_the_other_begins(first, second, shared):
    assert overlap(first, second) == shared


@pytest.mark.parametrize("texts", [("a" * 300_000 + "b", "a" * 300_000), ("ab" * 150_000, "ba" * 150_000)])
def test_the_overlap_of_long_repeats_takes_one_pass(texts):
    # comparing every end with every beginning would take hours
    assert overlap(*texts) in {0, 299_999}


def test_chunks_of_one_document_follow_by_the_number_in_their_id():
    chunks = [Chunk(0, "C", "d", "d#c11"), Chunk(1, "A", "d", "d#c9"), Chunk(2, "B", "d", "d#c10")]
    assert texts_of(chunks) == [["A", "B", "C"]]


def test_a_gap_in_the_numbers_is_no_neighbourhood():
    assert texts_of([Chunk(0, "A", "d", "d#1"), Chunk(1, "C", "d", "d#3")]) == []


def test_chunks_of_two_documents_do_not_follow_each_other():
    chunks = [Chunk(0, "one two three", "d", "1"), Chunk(1, "two three four", "e", "2")]
    assert texts_of(chunks) == []


def test_texts_without_ids_follow_where_they_share_eight_characters():
    assert texts_of([Chunk(0, "is due on the"), Chunk(1, "The report is due on")]) == [
        ["The report is due on", "is due on the"]
    ]
    assert texts_of([Chunk(0, "due on it"), Chunk(1, "It is due on")]) == []


def test_texts_that_go_round_in_a_circle_end():
    chunks = [Chunk(0, "12345678 abcdefgh"), Chunk(1, "abcdefgh 12345678")]
    assert texts_of(chunks) == [["12345678 abcdefgh", "abcdefgh 12345678", "12345678 abcdefgh"]]


def test_a_chunk_retrieved_twice_counts_once():
    chunks = [Chunk(0, "A", "d", "1"), Chunk(1, "A", "d", "1"), Chunk(2, "B", "d", "2")]
    assert texts_of(chunks) == [["A", "B"]]


@pytest.mark.parametrize(
    ("first", "second", "ways"),
    [
        ("It is due", "on the 5th", ["It is dueon the 5th", "It is due on the 5th"]),
        (
            "It is due on ",
            "due on the 5th",
            ["It is due on the 5th", "It is due on due on the 5th", "It is due on  due on the 5th"],
        ),
        ("締切は翌月", "翌月5日", ["締切は翌月5日", "締切は翌月翌月5日", "締切は翌月 翌月5日"]),
        ("締切は翌", "月5日", ["締切は翌月5日", "締切は翌 月5日"]),
    ],
)
def test_neighbours_are_joined_in_every_way_they_may_have_been_cut(first, second, ways):
    (chain,) = chains([Chunk(0, first, "d", "1"), Chunk(1, second, "d", "2")])
    assert [way.text for way in joined(chain)] == ways


def test_texts_known_by_what_they_share_alone_are_only_merged():
    (chain,) = chains([Chunk(0, "The report is due on"), Chunk(1, "is due on the 5th")])
    assert [way.text for way in joined(chain)] == ["The report is due on the 5th"]


def test_a_stretch_of_a_joined_text_is_led_back_to_its_chunks():
    chunks = [Chunk(3, "The report is due on ", "d", "1"), Chunk(1, "is due on the 5th", "d", "2")]
    (chain,) = chains(chunks)
    by_position = {chunk.position: chunk.text for chunk in chunks}
    for way in joined(chain):
        for start in range(len(way.text)):
            for end in range(start + 1, len(way.text) + 1):
                stretches = [by_position[p.chunk][p.start : p.end] for p in way.places(start, end)]
                assert "".join("".join(stretches).split()) == "".join(way.text[start:end].split())


def test_overlaps_are_found_among_many_chunks_too():
    words = [f"word{number}" for number in range(3000)]
    chunks = [Chunk(n, " ".join(words[10 * n : 10 * n + 12])) for n in range(300)]
    (chain,) = chains(chunks)
    (text,) = joined(chain)
    assert text.text.split() == words


def test_two_thousand_chunks_without_ids_take_no_long_time():
    # comparing each with each takes ten seconds
    texts = ["the quick brown fox " * 5 + f"{number} jumps" for number in range(2000)]
    assert list(chains([Chunk(n, text) for n, text in enumerate(texts)])) == []
