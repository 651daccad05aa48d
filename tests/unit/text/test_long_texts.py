"""A long text is read a stretch at a time, and as a short one is."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter

import pytest

from ragtriage.text import gathering, lacking, rules, scores, written
from ragtriage.text.chunks import Chunk
from ragtriage.text.evidence import Chunks
from ragtriage.text.gathering import gathered
from ragtriage.text.sentences import Sentences, split
from ragtriage.text.values.folding import fold

PIECES = ("a", "the", "Paris", "5日", "部門。", " ", "\n", "\t\t", "\u3000", "", "x. ", "²", "１", "가")


@pytest.fixture(params=range(12))
def text(request):
    chance = random.Random(request.param)  # noqa: S311 - the same each time
    return "".join(chance.choices(PIECES, k=chance.randint(1, 60)))


@pytest.fixture
def a_few_at_a_time(monkeypatch):
    """Let a text be long from a few characters on."""
    for module in (rules, scores, lacking, gathering):
        monkeypatch.setattr(module, "_LONG", 3)


@pytest.mark.usefixtures("a_few_at_a_time")
def test_white_space_comes_in_order_across_stretches(text):
    assert rules.whitespace(text) == " ".join(text.split())


@pytest.mark.usefixtures("a_few_at_a_time")
def test_words_and_pieces_of_a_long_text_are_those_of_a_short_one(text):
    form = " ".join(text.lower().split())
    assert Counter(scores._words(form)) == Counter(form.split())
    assert lacking.pieces((form,)) == tuple(dict.fromkeys(lacking._pieces().findall(form)))


@pytest.mark.usefixtures("a_few_at_a_time")
def test_a_long_text_is_changed_and_counted_as_a_short_one(text):
    for rule in rules.rules(rules.Scope.WHOLE).all:
        assert gathering.replaced(rule.pattern, rule.replacement, text) == rule.pattern.sub(
            rule.replacement, text
        )
    change = written._of_one_width(has_marks=False)
    assert change.apply(text) == change.pattern.sub(change.instead, text)
    assert scores._characters(text) == scores._no_character().sub("", rules.fold(text))


def test_sentences_of_which_only_the_places_are_held_are_the_same(text):
    held, whole = Sentences(text), split(text)
    assert tuple(held) == whole
    assert len(held) == len(whole)
    assert held[1:3] == whole[1:3]
    assert held[-1:] == whole[-1:]


def test_a_sentence_that_comes_again_stands_in_the_same_place():
    chunks = Chunks((Chunk(0, "It is red. It is blue.", "a", "a#1"), Chunk(1, "It is green.", "b", "b#1")))
    once = chunks.find("It is blue. It is black. It is green.")
    twice = chunks.find("It is blue. It is black. It is green. It is blue. It is black.")
    assert twice.places == (*once.places, once.places[0])
    assert twice.missing == (*once.missing, *once.missing)
    assert twice.is_split == once.is_split


def test_what_gathers_a_text_holds_no_piece_of_it():
    tracemalloc.start()
    try:
        text = gathered()
        for number in range(20_000):
            text.write(f"^{number % 10}")
        assert tracemalloc.get_traced_memory()[1] < 40_000 * 8
    finally:
        tracemalloc.stop()
    assert len(text.getvalue()) == 40_000


def test_places_of_a_folded_text_take_few_bytes():
    folded = fold("²½" * 1000)
    assert folded.span(0, 2) == (0, 1)
    assert folded.starts is not None
    assert folded.starts.itemsize == 4
