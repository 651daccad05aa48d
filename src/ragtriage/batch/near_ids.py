"""Ids that do not meet, and differ only in how they are written: never taken for equal, always told."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote

__all__ = ["QUERIES", "Kind", "Near", "NearIds", "NearIndex", "nearest"]


class Near(NamedTuple):
    """A gold id, and the retrieved one that it may mean."""

    gold: str
    retrieved: str
    rank: int  # 1-based
    difference: str  # in which alone they differ


class Kind(NamedTuple):
    """What ids are of that nearly meet, as a warning says it."""

    one: str
    several: str


_DOCUMENTS: Final = Kind("gold id differs from a retrieved one", "gold ids differ from retrieved ones")
QUERIES: Final = Kind(
    "judged query without results differs from one of the run that is not judged",
    "judged queries without results differ from ones of the run that are not judged",
)


def nearest(gold: Iterable[str], ids: Sequence[str | None]) -> Iterator[Near]:
    """Yield for each gold id that did not come back the retrieved one from which it hardly differs, if any.

    Example:
        >>> list(nearest(["Network-JA"], ["guide", "network-ja"]))
        [Near(gold='Network-JA', retrieved='network-ja', rank=2, difference='upper and lower case')]
    """
    names: list[str] = []
    lines: str | None = None
    index: NearIndex | None = None
    for item in gold:
        names = names or [identifier for identifier in ids if identifier]
        lines = lines or f"\n{_plain(chr(10).join(names))}\n".replace("/\n", "\n").replace(".0\n", "\n")
        plain = _without_end(_plain(item))
        if not any(f"{before}{plain}\n" in lines for before in "\n/") and (
            "/" not in plain or not any(f"\n{end}\n" in lines for end in _ends(plain))
        ):
            continue
        index = index or NearIndex(names)
        found = index.find(item)
        if found is not None and found != item:
            yield Near(item, found, ids.index(found) + 1, _difference(item, found))


def _plain(text: str) -> str:
    """Return ids without what is often written otherwise."""
    text = unquote(text) if "%" in text else text
    text = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _ZEROS.sub("", text.replace("\\", "/").replace(" ", "_").casefold())


# Zeros before a whole number; behind a point they are a part of it.
_ZEROS: Final = re.compile(r"0(?<![0-9.]0)0*(?=[0-9])")


def _without_end(plain: str) -> str:
    return plain.rstrip("/").removesuffix(".0")


def _ends(path: str) -> Iterator[str]:
    """Yield what a path is without its first folders."""
    while "/" in path:
        path = path.partition("/")[2]
        if path:
            yield path


def _are_near(one: str, other: str) -> bool:
    return bool(one and other) and (
        one == other or one.endswith(f"/{other.lstrip('/')}") or other.endswith(f"/{one.lstrip('/')}")
    )


# Each difference by itself, and how an id is written without it.
_DIFFERENCES: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("upper and lower case", str.casefold),
    ("the width of letters", lambda text: unicodedata.normalize("NFKC", text)),
    ("escapes with a percent sign", unquote),
    ("a space or an underscore", lambda text: text.replace(" ", "_")),
    ("zeros before a number", lambda text: _ZEROS.sub("", text)),
    ("`.0` at the end", lambda text: text.removesuffix(".0")),
    ("a slash at the end", lambda text: text.rstrip("/\\")),
    ("the folders of a path", lambda text: text.replace("\\", "/").rpartition("/")[2]),
)
_SEVERAL: Final = "several such things"


def _difference(one: str, other: str) -> str:
    return next((name for name, form in _DIFFERENCES if form(one) == form(other)), _SEVERAL)


class NearIndex:
    """Many ids, in which the one that another may mean is found at once."""

    def __init__(self, ids: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        for identifier in ids:
            self._by_name.setdefault(_name(identifier), []).append(identifier)

    def find(self, identifier: str) -> str | None:
        """Return the first id that differs from one only in how it is written.

        Example:
            >>> NearIndex(["docs/Guide.pdf"]).find("guide.pdf")
            'docs/Guide.pdf'
        """
        plain = _without_end(_plain(identifier))
        named = self._by_name.get(_name(identifier), ())
        return next((each for each in named if _are_near(plain, _without_end(_plain(each)))), None)


def _name(identifier: str) -> str:
    """Return the last part of a path, plainly written."""
    return _without_end(_plain(identifier)).rpartition("/")[2]


class NearIds:
    """Counts ids that differ from those they should meet only in how they are written, and keeps examples.

    Args:
        kind: What they are of.
    """

    _MOST: Final = 3

    def __init__(self, kind: Kind = _DOCUMENTS) -> None:
        self._kind = kind
        self._found: dict[str, list[Near]] = {}
        self._counts: dict[str, int] = {}

    def watch(self, gold: Iterable[str], ids: Sequence[str | None]) -> None:
        """Take note of the gold ids of one case that did not come back."""
        for near in nearest(gold, ids):
            self._add(near.difference, [near], 1)

    def absorb(self, later: NearIds) -> None:
        """Take in what was watched of the cases that follow."""
        for difference, found in later._found.items():
            self._add(difference, found, later._counts[difference])

    def _add(self, difference: str, found: Sequence[Near], count: int) -> None:
        kept = self._found.setdefault(difference, [])
        names = {(near.gold, near.retrieved) for near in kept}
        kept += [near for near in found if (near.gold, near.retrieved) not in names]
        del kept[self._MOST :]
        self._counts[difference] = self._counts.get(difference, 0) + count

    @property
    def first(self) -> Near | None:
        """The first that was found."""
        return next((found[0] for found in self._found.values()), None)

    def warnings(self, among: str = "") -> Iterator[str]:
        """Say of each difference how often it keeps ids apart, with examples.

        Args:
            among: Where they were looked for, if not everywhere.

        Example:
            >>> near = NearIds()
            >>> near.watch(["A B.pdf"], ["A_B.pdf"])
            >>> next(near.warnings()).rpartition(": ")[2]
            "'A B.pdf' and 'A_B.pdf'"
        """
        for difference, found in self._found.items():
            count = self._counts[difference]
            told = self._kind.one if count == 1 else self._kind.several
            taken = "is not taken for it" if count == 1 else "are not taken for them"
            examples = "; ".join(f"{near.gold!r} and {near.retrieved!r}" for near in found)
            yield f"{among}{count:,} {told} only in {difference}, and {taken}: {examples}"
