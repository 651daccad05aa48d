"""The fast encoder gives RFC 8785's bytes wherever it is used."""

from __future__ import annotations

import hashlib

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.fingerprint import Total, canonical, plain_canonical, sha256

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1)
ASCII = st.text(st.characters(max_codepoint=127))
VALUES = st.recursive(
    st.one_of(TEXTS, NUMBERS, st.booleans(), st.none()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(ASCII, inner, max_size=4)),
    max_leaves=12,
)


@given(VALUES)
def test_strings_and_whole_numbers_are_encoded_as_rfc_8785_says(value: object) -> None:
    assert plain_canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize(
    ("value", "digest"),
    [
        (
            {"id": "q1", "question": "経費精算の期限は？"},
            "78fea0094448d7d75abd078f121eae6616eef3fe36955b2474b45101efe95b24",
        ),
        (
            {"condition": "all", "k": 2, "mode": "whitespace"},
            "3e25b73614a4b9a64d5a8539fd57eff86819cb337a8563de99e8a6a47b9fb6e3",
        ),
    ],
)
def test_the_worked_vectors_are_reproduced(value: object, digest: str) -> None:
    assert sha256(canonical(value)) == sha256(plain_canonical(value)) == digest


@given(st.binary())
def test_the_hash_is_sha_256(data: bytes) -> None:
    assert sha256(data) == hashlib.sha256(data).hexdigest()


@given(st.lists(st.binary(min_size=1), min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_a_total_depends_neither_on_order_nor_on_partition(parts: list[bytes], rng) -> None:
    digests = [sha256(part) for part in parts]
    whole = Total()
    whole.add(digests)
    rng.shuffle(digests)
    split = rng.randrange(len(digests))
    other = Total()
    other.add(digests[:split])
    other.add([None])
    other.add(digests[split:])
    assert other.hexadecimal() == whole.hexadecimal()


def test_what_was_not_recorded_has_no_fingerprint() -> None:
    total = Total()
    total.add([None, None])
    assert total.hexadecimal() is None
