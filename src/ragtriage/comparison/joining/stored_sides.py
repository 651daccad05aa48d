"""Sides of a comparison, their cases divided by a hash of the id, so that few are in memory at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from zlib import crc32

import msgspec
import numpy as np

from ragtriage.comparison.joining.pieces import Pieces, divided
from ragtriage.comparison.joining.side_rows import Labels, SideRows
from ragtriage.comparison.sides import OUTCOMES, Side
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.fingerprint import QUESTION_PARTS
from ragtriage.metrics.rankings import Ints
from ragtriage.metrics.statistics.connections import Connections
from ragtriage.model import Manifest

__all__ = ["StoredSide", "part_count"]

_CASES_A_PART: Final = 1 << 14
_MOST_PARTS: Final = 1 << 10


def part_count(evaluations: Sequence[Evaluation]) -> int:
    """Return into how many parts the cases are divided: one while they are few."""
    return min(_MOST_PARTS, max(1, *(-(-len(each) // _CASES_A_PART) for each in evaluations)))


class StoredSide:
    """One evaluation; the parts of all sides divide the ids alike.

    Args:
        evaluation: Whose cases these are.
        name: What messages call it.
        parts: How many there are.
        with_clusters: Find out which cases share a gold document or a cluster.

    Raises:
        ConfigError: There is no room for temporary files.
        DataError: The rows are broken.
    """

    def __init__(self, evaluation: Evaluation, name: str, parts: int, *, with_clusters: bool) -> None:
        self.name = name
        self.manifest: Manifest = evaluation.manifest
        self._pieces = Pieces(parts)
        shared = _Shared(parts)
        rows = SideRows(evaluation, name, with_labels=with_clusters)
        for side, labels in rows.read():
            for part, places in divided(_parts_of(side.ids, parts)):
                self._pieces.put(part, _packed(side.take(places)))
            if labels is not None:
                shared.add(labels)
        self.names = rows.names  # of the columns
        self.clusters = shared.clusters(len(evaluation))  # (n,) by place; None: every case stands alone

    def __len__(self) -> int:
        """Return in how many parts the cases are."""
        return self._pieces.count

    def part(self, number: int) -> Side:
        """Return the cases of one part, in the order of the input."""
        pieces = [_unpacked(piece, self.names) for piece in self._pieces.of(number)]
        return Side.joined(pieces) if pieces else _unpacked(_NOTHING, self.names)


def _parts_of(ids: Sequence[str], parts: int) -> Ints:
    """Return the part of each id, (n,); not by Python's hash, which another process would give otherwise."""
    if parts == 1:
        return np.zeros(len(ids), np.int64)
    return np.array([crc32(each.encode("utf-8", "surrogatepass")) for each in ids], np.int64) % parts


class _Packed(msgspec.Struct, gc=False):
    """A stretch of a side as bytes."""

    ids: list[str]
    places: bytes
    values: bytes
    unknown: bytes
    diagnoses: bytes
    digests: bytes


def _packed(side: Side) -> bytes:
    return msgspec.msgpack.encode(
        _Packed(
            side.ids,
            side.places.tobytes(),
            side.values.tobytes(),
            side.unknown.tobytes(),
            side.diagnoses.tobytes(),
            side.digests.tobytes(),
        )
    )


def _unpacked(piece: bytes, names: tuple[str, ...]) -> Side:
    packed = _decode(piece)
    n = len(packed.ids)
    return Side(
        ids=packed.ids,
        places=np.frombuffer(packed.places, np.int64),
        names=names,
        values=np.frombuffer(packed.values, np.float64).reshape(n, len(names)),
        unknown=np.frombuffer(packed.unknown, np.bool_).reshape(n, len(OUTCOMES)),
        diagnoses=np.frombuffer(packed.diagnoses, np.uint8),
        digests=np.frombuffer(packed.digests, np.uint64).reshape(n, len(QUESTION_PARTS)),
    )


_NOTHING: Final = msgspec.msgpack.encode(_Packed([], b"", b"", b"", b"", b""))
_decode: Final = msgspec.msgpack.Decoder(_Packed).decode


class _Shared:
    """Labels of cases, divided by label, until all of them are there."""

    def __init__(self, parts: int) -> None:
        self._pieces = Pieces(parts)

    def add(self, labels: Labels) -> None:
        """Take in the labels of some cases."""
        for part, places in divided(labels.labels % self._pieces.count):
            piece = np.stack([labels.cases[places], labels.labels[places]])
            self._pieces.put(part, piece.tobytes())

    def clusters(self, n: int) -> Ints | None:
        """Return the number of each case's cluster, (n,); None when no two cases share a label."""
        connections = Connections(n)
        for part in range(self._pieces.count):
            pieces = [np.frombuffer(each, np.int64).reshape(2, -1) for each in self._pieces.of(part)]
            if pieces:
                connections.add(*np.concatenate(pieces, axis=1))
        return connections.numbers()
