from __future__ import annotations

import errno
import tempfile

import pytest

from ragtriage.comparison.joining import pieces
from ragtriage.comparison.joining.pieces import Pieces
from ragtriage.errors import ConfigError


def test_pieces_come_back_in_order_whether_they_are_in_memory_or_in_a_file(monkeypatch):
    monkeypatch.setattr(pieces, "_HELD_BYTES", 100)
    some = Pieces(3)
    put: dict[int, list[bytes]] = {0: [], 1: [], 2: []}
    for i in range(200):
        piece = bytes([i]) * (i % 13)
        some.put(i % 2, piece)
        put[i % 2].append(piece)
        if i % 50 == 0:  # reading in between moves no place at which is written
            assert list(some.of(0)) == put[0]
    for _ in range(2):
        assert {number: list(some.of(number)) for number in range(3)} == put


def test_a_folder_without_room_is_named(monkeypatch):
    def full(**_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)
    monkeypatch.setattr(pieces, "_HELD_BYTES", 1)
    with pytest.raises(
        ConfigError, match=r"No space left on device; the variable TMPDIR names another folder"
    ):
        Pieces(1).put(0, b"two bytes")
