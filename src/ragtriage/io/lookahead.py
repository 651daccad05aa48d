"""Looking at items that are still to come, without taking them from whoever comes to them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, Generic, TypeVar

from ragtriage.errors import DataError

__all__ = ["Lookahead"]

_MOST_LOOKS: Final = 8  # a file of which every row is refused is not looked at a row at a time

T = TypeVar("T")


class Lookahead(Generic[T]):
    """Items of which some can be seen before they come.

    Example:
        >>> items = Lookahead(iter("abc"))
        >>> [(item, items.next(1)) for item in items]
        [('a', ['b']), ('b', ['c']), ('c', [])]
    """

    def __init__(self, items: Iterator[T]) -> None:
        self._items = items
        self._held: deque[T] = deque()
        self._fault: DataError | None = None
        self._looks = 0

    def __iter__(self) -> Iterator[T]:
        """Yield the items in their order."""
        while True:
            while self._held:
                yield self._held.popleft()
            if self._fault is not None:
                raise self._fault
            for item in self._items:
                yield item
                if self._held or self._fault is not None:
                    break
            else:
                return

    def next(self, most: int) -> list[T]:
        """Return the items that come next, a few times; a fault of one is raised when it is come to."""
        self._looks += 1
        if self._looks > _MOST_LOOKS:
            return []
        try:
            while len(self._held) < most and self._fault is None:
                self._held.append(next(self._items))
        except StopIteration:
            pass
        except DataError as error:
            self._fault = error
        return list(self._held)[:most]
