"""The ids seen: 64 bits each, and what looks like a duplicate is checked against the rows."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np

from ragtriage.errors import AlignmentError
from ragtriage.evaluation.rows import decode_rows
from ragtriage.evaluation.store import RowStore

__all__ = ["SeenIds", "stable_hash"]

_BYTES: Final = 8


def stable_hash(identifier: str) -> int:
    """Return 64 bits that are the same in every process, unlike Python's own hash of a string."""
    digest = blake2b(identifier.encode("utf-8", "surrogatepass"), digest_size=_BYTES)
    return int.from_bytes(digest.digest(), "little", signed=True)


class SeenIds:
    """The hashes of the ids seen.

    Args:
        hashed: Makes 64 bits of an id; Python's own, which is quick, or `stable_hash` where several
            processes see ids.
    """

    def __init__(self, hashed: Callable[[str], int] = hash) -> None:
        self._hashed = hashed
        self._hashes = array("q")

    def add(self, ids: Sequence[str]) -> None:
        """Take in the ids of a batch."""
        self._hashes.extend(map(self._hashed, ids))

    def absorb(self, later: SeenIds) -> None:
        """Take in the ids that another saw, by the same hash."""
        self._hashes.extend(later._hashes)

    def check(self, store: RowStore, name: str) -> None:
        """Refuse two cases of one id.

        Raises:
            AlignmentError: There are two; the message says which rows they are.
        """
        if not self._hashes:
            return
        hashes = np.frombuffer(self._hashes, dtype=np.int64)
        hashes.sort()  # where they stand: a copy of millions would be felt, and nobody asks for their order
        twice = set(hashes[1:][hashes[1:] == hashes[:-1]].tolist())
        if not twice:
            return
        first: dict[str, int] = {}
        with store.open() as stream:
            for number, result in enumerate(decode_rows(stream, "cases.jsonl"), 1):
                identifier = result.case.id
                if self._hashed(identifier) not in twice:
                    continue
                if identifier in first:
                    raise AlignmentError(
                        f"{name}: cases {first[identifier]} and {number} have the same id {identifier!r}; "
                        "ids must differ (without ids, the question is the id)"
                    )
                first[identifier] = number
