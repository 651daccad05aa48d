"""Texts that are nearly the same: most of their shingles in common, the same numbers, no word exchanged.

A pair that shares enough shingles shares one of the rarest of them, so that only texts with such a one in
common are compared at all (prefix filtering: Bayardo, Ma and Srikant, 2007).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from ragtriage.languages.load import Section, merged

__all__ = ["Likeness", "near_duplicates"]


class _Words(Section, frozen=True):
    """The section `likeness`: numerals."""

    numeral: str = ""


_WORDS: Final = merged("likeness", _Words)

_SHINGLE: Final = 3  # characters
_NUMERAL: Final = re.compile(_WORDS.numeral)
_WORD: Final = re.compile(r"[^\W\d_]{4,}")  # shorter ones are mostly articles and the like

# Two words are spellings or forms of one when they are at least this alike (difflib's ratio).
_SAME_WORD: Final = 0.7
_LONGEST_WORD: Final = 100

_MOST_COMPARED: Final = 40


class Likeness(NamedTuple):
    """Two texts that are nearly the same."""

    first: int  # place of the one that stands first
    second: int
    share: float  # shingles in common, of all that either has (Jaccard)


def near_duplicates(texts: Sequence[str], threshold: float = 0.8) -> Iterator[Likeness]:
    """Yield, for each text that is nearly another one, that pair; equal texts are not looked at again.

    Texts in which a number or a word is exchanged for another are different questions, however alike they
    look. A text that is nearly another is not compared with further ones, and none with more than a few dozen
    that have its rarest shingles, so that the time grows with the number of texts and not with its square.

    Args:
        texts: In normal form.
        threshold: The least share of shingles in common.

    Example:
        >>> texts = ["when is the expense report due", "when is the expense report due?", "when was he due"]
        >>> [(one.first, one.second) for one in near_duplicates(texts)]
        [(0, 1)]
    """
    places = list({text: i for i, text in reversed(list(enumerate(texts)))}.items())
    shingles = [_shingles(text) for text, _ in places]
    frequency = Counter(chain.from_iterable(shingles))
    index: dict[tuple[tuple[str, ...], str], list[int]] = defaultdict(list)
    for one in sorted(range(len(places)), key=lambda i: len(shingles[i])):
        text, mine = places[one][0], shingles[one]
        numerals = tuple(_NUMERAL.findall(text))
        rarest = sorted(mine, key=lambda shingle: (frequency[shingle], shingle))
        prefix = rarest[: len(mine) - math.ceil(threshold * len(mine)) + 1]
        postings = chain.from_iterable(index.get((numerals, shingle), ()) for shingle in prefix)
        for other in _first_distinct(postings, _MOST_COMPARED):
            share = _share(mine, shingles[other], threshold)
            if share is not None and not _has_exchanged_words(text, places[other][0]):
                first, second = sorted((places[one][1], places[other][1]))
                yield Likeness(first, second, share)
                break
        else:
            for shingle in prefix:
                index[numerals, shingle].append(one)


def _first_distinct(places: Iterable[int], most: int) -> Iterator[int]:
    seen: set[int] = set()
    for place in places:
        if place not in seen:
            if len(seen) == most:
                return
            seen.add(place)
            yield place


def _shingles(text: str) -> frozenset[str]:
    padded = f" {text} "
    return frozenset(padded[i : i + _SHINGLE] for i in range(max(1, len(padded) - _SHINGLE + 1)))


def _grams(text: str) -> Iterator[str]:
    return (text[i : i + 2] for i in range(len(text) - 1))


def _share(one: frozenset[str], other: frozenset[str], threshold: float) -> float | None:
    if min(len(one), len(other)) < threshold * max(len(one), len(other)):
        return None
    common = len(one & other)
    share = common / (len(one) + len(other) - common)
    return share if share >= threshold else None


def _has_exchanged_words(one: str, other: str) -> bool:
    """Tell whether each text has a word to which no word that only the other has is similar."""
    words, others = Counter(_WORD.findall(one)), Counter(_WORD.findall(other))
    mine, theirs = words - others, others - words
    return _has_unlike(mine, theirs) and _has_unlike(theirs, mine)


def _has_unlike(words: Iterable[str], others: Iterable[str]) -> bool:
    return any(not any(_are_alike(word, other) for other in others) for word in words)


@lru_cache(maxsize=4096)
def _are_alike(one: str, other: str) -> bool:
    if max(len(one), len(other)) > _LONGEST_WORD:
        # text without spaces; the time that difflib takes may grow with the cube of its length
        mine, theirs = Counter(_grams(one)), Counter(_grams(other))
        return 2 * (mine & theirs).total() >= _SAME_WORD * (mine.total() + theirs.total())
    from difflib import SequenceMatcher  # noqa: PLC0415 - few pairs come this far

    matcher = SequenceMatcher(None, one, other)
    quick = matcher.real_quick_ratio() >= _SAME_WORD and matcher.quick_ratio() >= _SAME_WORD
    return quick and matcher.ratio() >= _SAME_WORD
