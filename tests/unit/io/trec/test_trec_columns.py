"""Tokens, keys and tables: what runs are read with."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.io.trec.keys import Keys
from ragtriage.io.trec.numbers import floats
from ragtriage.io.trec.table import TokenTable
from ragtriage.io.trec.tokens import come_after, hashed, joined, tokens, widened, words

ids = st.text(st.characters(min_codepoint=33, exclude_categories=("Cs", "Cc", "Zs")), min_size=1, max_size=30)
lots = st.lists(ids, min_size=1, max_size=12)


def words_of(texts):
    return words(*joined([text.encode() for text in texts]))


@given(lots)
def test_words_sort_as_the_bytes_they_hold(texts):
    held = words_of(texts)
    for place, text in enumerate(texts):
        others = np.broadcast_to(held[place], held.shape)
        assert come_after(held, others).tolist() == [one.encode() > text.encode() for one in texts]


@given(lots)
def test_a_hash_does_not_depend_on_how_wide_a_token_is_held(texts):
    held = words_of(texts)
    assert hashed(held).tolist() == hashed(widened(held, held.shape[1] + 3)).tolist()


@given(st.lists(ids, unique=True, min_size=1, max_size=40), lots)
def test_a_table_gives_back_the_place_of_what_it_holds_and_of_nothing_else(held, asked):
    table = TokenTable.of(held)
    asked = [*asked, *held]
    expected = [held.index(one) if one in held else -1 for one in asked]
    assert table.find(words_of(asked)).tolist() == expected


def test_a_crowded_table_loses_nothing():
    held = [f"{prefix}{number}" for number in range(3_000) for prefix in ("q", "a-longer-prefix-")]
    assert TokenTable.of(held).find(words_of(held)).tolist() == list(range(6_000))
    assert set(TokenTable.of(held).find(words_of([f"p{number}" for number in range(3_000)])).tolist()) == {-1}


@given(st.lists(lots, min_size=1, max_size=4), ids)
def test_keys_are_the_ids_whatever_was_cut_off_them(parts, common):
    parts = [[common * (number % 3) + one for one in part] for number, part in enumerate(parts)]
    keys = Keys.concatenate([Keys.of(*joined([one.encode() for one in part])) for part in parts])
    flat = [one for part in parts for one in part]
    assert [keys.text(place) for place in range(len(flat))] == flat
    for place, text in enumerate(flat):
        others = np.broadcast_to(keys.rest[place], keys.rest.shape)
        assert come_after(keys.rest, others).tolist() == [one.encode() > text.encode() for one in flat]


written = st.one_of(
    st.floats(allow_nan=False).map(str),
    st.decimals(allow_nan=False, places=4).map(str),
    st.from_regex(r"[-+]?[0-9]{0,12}\.?[0-9]{0,12}", fullmatch=True).filter(bool),
    st.text("0123456789.-+e", min_size=1, max_size=20),
)


@given(st.lists(written, min_size=1))
def test_a_number_has_the_value_that_python_gives_it_or_is_left_to_python(texts):
    values = floats(*joined([text.encode() for text in texts]))
    for value, text in zip(values.tolist(), texts, strict=True):
        if re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)", text) and sum(map(str.isdigit, text)) <= 15:
            assert value == float(text)
            assert np.signbit(value) == text.startswith("-")
        else:
            assert np.isnan(value) or value == float(text)


def test_only_lines_that_are_nothing_but_their_columns_are_cut_at_once():
    def cut(text: bytes, wanted=(0, 1)):
        found = tokens(np.frombuffer(text, dtype=np.uint8), 2, wanted)
        if found is None:
            return None
        ends = [(one.starts.tolist(), one.ends.tolist()) for one in found]
        return [[text[a:b] for a, b in zip(*pair, strict=True)] for pair in ends]

    assert cut(b"a b\n") == [[b"a"], [b"b"]]
    assert cut(b"aa b\nc ddd\n") == [[b"aa", b"c"], [b"b", b"ddd"]]
    assert cut(b"aa b\nc ddd\n", (1,)) == [[b"b", b"ddd"]]
    for odd in (
        *(b"", b"\n", b" a\n", b"a  b\n", b"a b \n", b"a\tb\n", b"a b\r\n", b"a b\n\n", b"a b\nc\n"),
        *(b"a b c\nd\n", b"a\nb c d\n", b"a\x01b\n", b"a b\nc d\x01", b"a\nb c\nd\n", b"a b c d\n\n"),
    ):
        assert cut(odd) is None
