"""Laws of the short cuts that judge texts: each says what the plain way says, over mixed scripts."""

from __future__ import annotations

from bisect import bisect_right

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.text import abstention, planted, sentences, support
from ragtriage.text.chunks import Chunk, chains, stands_alone

PIECES = st.sampled_from(
    [
        *"。！？．।۔!?.…\"'()（）「」『』“”[]\n\r\t \u3000\u2028\x85\x1c-*•◦●1aA,、ก",
        *("Dr.", "e.g. ", "U.S. ", "3.5", "1,000", "です", "입니다", "  \n", "\n\n", " ● ", "。 ", "? "),
        *(
            "It is due. ",
            "はい。",
            "」と",
            "iPhone",
            "12 Oktober",
            "ก ก",
            "か\u3099",
            "ｶﾞ",
            "\u200b",
            "👩‍👩‍👧",
        ),
        *(
            "费用由本人承担。",
            "비용은 본인이 부담한다. ",
            "領収書は原本を保管します。",
            "Ｔｈｅ　ｃｏｓｔ．",
            "é",
            "e\u0301",
        ),
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=40).map("".join)


def all_sentences(text):
    """Read the whole text by every stop that the pattern finds: the plain way."""
    found, start = [], 0
    quotations = sentences._quotations(text, 0)
    for match in sentences._stops().finditer(text):
        end = match.end()
        if any(a < end < b for a, b in quotations):
            continue
        if sentences._ends_sentence(text, start, match):
            found.append((start, end))
            start = end
    pieces = [(a, b, text[a:b]) for a, b in [*found, (start, len(text))]]
    return [(b - len(piece.lstrip()), a + len(piece.rstrip())) for a, b, piece in pieces if piece.strip()]


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_sentences_are_those_of_every_stop_of_the_text(text):
    assert [(s.start, s.end) for s in sentences.split(text)] == all_sentences(text)


@given(TEXTS, st.data())
@settings(max_examples=300, deadline=None)
def test_sentences_read_near_a_stretch_are_those_of_the_whole_text(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    whole = [(s.start, s.end) for s in sentences.split(text)]
    near = [(s.start, s.end) for s in sentences.near(text, start, end)]
    if not whole:
        assert near == []
        return
    starts = [begin for begin, _ in whole]
    first = max(0, bisect_right(starts, start) - 1)
    last = max(first, bisect_right(starts, end - 1) - 1)
    # from the one before the stretch's own to the one after them
    assert [s for s in whole[max(0, first - 1) : last + 2] if s not in near] == []
    assert near == whole[whole.index(near[0]) :][: len(near)]


@given(
    st.lists(st.text("ab12 ", max_size=20), min_size=1, max_size=5),
    st.lists(st.sampled_from([None, "d", "e"])),
)
@settings(max_examples=300, deadline=None)
def test_a_chunk_that_stands_alone_is_in_no_chain(texts, documents):
    chunks = [
        Chunk(i, text, document, document and f"{document}#{i}")
        for i, (text, document) in enumerate(zip(texts, [*documents, *[None] * len(texts)], strict=False))
    ]
    linked = {link.chunk.text for chain in chains(chunks) for link in chain}
    for chunk in chunks:
        assert not (stands_alone(chunk, chunks) and chunk.text in linked)


@given(st.lists(st.one_of(PIECES, st.sampled_from(planted._SIGNS)), max_size=12).map("".join))
@settings(max_examples=300, deadline=None)
def test_a_text_has_a_sign_of_what_is_planted_where_one_stands_in_it(text):
    folded = text.lower()
    if any(sign in folded for sign in planted._SIGNS):
        assert planted._has_sign(folded)


@given(
    st.lists(st.sampled_from([*"nota'/ _-.1", "not", "no", "out of", "n/a", "isn't", "never"]), max_size=12)
)
@settings(max_examples=300, deadline=None)
def test_cues_of_refusals_are_found_in_ascii_as_in_any_text(pieces):
    text = abstention._fold("".join(pieces))
    assert abstention._has_cue(text) == (abstention._cues().search(text) is not None)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_a_statement_is_long_enough_by_its_words_or_characters(text):
    words = sum(support._letters().search(word) is not None for word in text.split())
    characters = len(support._unspaced().findall(text))
    assert support._is_long_enough(text) == (words >= 4 or characters >= 10)
