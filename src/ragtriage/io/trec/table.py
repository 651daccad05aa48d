"""A table of tokens, looked up a whole column at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ragtriage.io.trec.tokens import Ints, Words, are_equal, hashed, joined, widened, words

__all__ = ["TokenTable"]

_SLOTS_A_TOKEN: Final = 4
_EMPTY: Final = -1


@dataclass(frozen=True, slots=True)
class TokenTable:
    """Distinct tokens with their places, in a hash table with open addressing; look-ups are exact."""

    held: Words  # (n, w)
    slots: npt.NDArray[np.int32]  # (2^b,) place of a token, or -1
    shift: np.uint64  # how far a hash is shifted to give a slot

    @classmethod
    def of(cls, texts: Sequence[str]) -> TokenTable:
        """Build the table of distinct texts; the place of each is its index."""
        held = words(*joined([text.encode() for text in texts]))
        bits = max(1, (_SLOTS_A_TOKEN * len(texts)).bit_length())
        shift = np.uint64(64 - bits)
        slots = np.full(2**bits, _EMPTY, dtype=np.int32)
        waiting = np.arange(len(texts), dtype=np.int32)
        slot = _first_slots(held, shift)
        while len(waiting):
            is_free = slots[slot] == _EMPTY
            slots[slot[is_free]] = waiting[is_free]  # of those that want the same slot, one gets it
            has_lost = slots[slot] != waiting
            waiting, slot = waiting[has_lost], (slot[has_lost] + 1) % len(slots)
        return cls(held, slots, shift)

    def find(self, some: Words) -> Ints:
        """Return the place of each token in the table, -1 where it is not there, (m,)."""
        width = max(some.shape[1], self.held.shape[1])
        held, some = widened(self.held, width), widened(some, width)
        slot = _first_slots(some, self.shift)
        places = self.slots[slot].astype(np.int64)
        waiting = np.flatnonzero((places != _EMPTY) & ~are_equal(held[places], some))
        slot = slot[waiting]
        while len(waiting):
            slot = (slot + 1) % len(self.slots)
            place = self.slots[slot].astype(np.int64)
            places[waiting] = place
            goes_on = (place != _EMPTY) & ~are_equal(held[place], some[waiting])
            waiting, slot = waiting[goes_on], slot[goes_on]
        return places


def _first_slots(some: Words, shift: np.uint64) -> Ints:
    return (hashed(some) >> shift).astype(np.int64)
