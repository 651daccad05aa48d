"""Bodies: unpacked piece by piece and never beyond the size that was agreed."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.errors import ConfigError
from ragtriage.llm.bodies import Body
from ragtriage.llm.sizes import read_size, shown_size


def raw(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


PACKINGS = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    " GZip ": gzip.compress,
    "deflate": zlib.compress,
    "Deflate": raw,
}


def taken(packing, data, *, most=1_000, piece=7):
    body = Body(packing, most_bytes=most)
    for start in range(0, len(data), piece):
        if not body.take(data[start : start + piece]):
            break
    else:
        body.end()
    return body


@pytest.mark.parametrize("packing", PACKINGS)
@given(data=st.binary(max_size=500), piece=st.integers(1, 600))
def test_what_was_packed_is_read_however_it_is_cut(packing, data, piece):
    packed = PACKINGS[packing](data)
    body = taken(packing, packed, piece=piece, most=2_000)
    assert (bytes(body.received), body.fault) == (data, None)


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("piece", [1, 60, 100_000])
def test_exactly_as_much_as_was_agreed_is_read_and_no_more(packing, piece):
    just = taken(packing, PACKINGS[packing](b"a" * 1_000), piece=piece)
    assert (len(just.received), just.fault, just.is_too_long) == (1_000, None, False)
    more = taken(packing, PACKINGS[packing](b"a" * 1_001), piece=piece)
    assert (len(more.received), more.fault, more.is_too_long) == (1_000, "more than 1,000 bytes", True)


@pytest.mark.parametrize("packing", ["gzip", "deflate", "Deflate"])
def test_a_bomb_takes_no_memory(packing):
    bomb = PACKINGS[packing](bytes(100 * 2**20))
    tracemalloc.start()
    body = taken(packing, bomb, most=2**20, piece=2**17)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert body.is_too_long
    assert most < 5 * 2**20


@pytest.mark.parametrize(
    ("packing", "data", "fault"),
    [
        ("br", b"abc", "a packing that nobody asked for: br"),
        ("zstd", b"abc", "a packing that nobody asked for: zstd"),
        (
            "gzip, gzip",
            gzip.compress(gzip.compress(b"a", mtime=0), mtime=0),
            "a packing that nobody asked for: gzip, gzip",
        ),
        ("gzip", b"abcdefghijk", "a packing that cannot be undone"),
        ("deflate", b"\xff\xff\xff\xff", "a packing that cannot be undone"),
        ("gzip", gzip.compress(b"abc", mtime=0)[:-4], "a packing that breaks off"),
        ("gzip", gzip.compress(b"abc", mtime=0) + b"more", "something behind what is packed"),
    ],
)
def test_what_cannot_be_unpacked_is_a_fault(packing, data, fault):
    assert taken(packing, data, piece=10_000).fault == fault


def test_packed_bytes_that_unpack_to_nothing_come_to_an_end():
    body = Body("deflate", most_bytes=1_000)
    assert body.take(b"\x78\x9c")
    assert any(not body.take(b"\0\0\0\xff\xff" * 50) for _ in range(5))
    assert body.is_too_long


SIZES = [
    ("1MiB", 2**20),
    ("1 mib", 2**20),
    ("512 KiB", 2**19),
    ("1.5MB", 1_500_000),
    ("2GiB", 2**31),
    ("100", 100),
    ("7b", 7),
]


@pytest.mark.parametrize(("text", "size"), SIZES)
def test_sizes_are_read(text, size):
    assert read_size(text) == size
    assert read_size(shown_size(size).replace(" bytes", "").replace(",", "")) == size


@pytest.mark.parametrize(
    "text", ["", "MiB", "-1", "0", "0.4", "1 MB s", "1e6", "1,000", "٣", "inf", "9" * 99]
)
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ConfigError, match="a size is a number of bytes"):
        read_size(text)
