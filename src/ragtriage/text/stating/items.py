"""Items: the parts of an answer that are all needed, and whether a text consists of them and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from typing import Final

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.languages.statements import languages

__all__ = ["consists_of", "items_of", "wordings"]


class _Words(Section, frozen=True):
    """The section `items`: what joins the items of an answer."""

    joints: str = ""


_WORDS: Final = merged("items", _Words)

# A single string is taken apart into no more items than this, and no piece of it may be longer.
_MOST_ITEMS: Final = 12
_LONGEST_LIST: Final = 400

# Items that are lists themselves may be laid out in more ways than anyone writes: so many are tried.
_MOST_WAYS: Final = 5000

# Words and marks that join the items of a single string; a comma inside a number (1,000) does not.
_JOINTS: Final = _WORDS.joints


def items_of(text: str) -> tuple[str, ...]:
    """Split a single expected answer into the items it lists; a text that lists nothing is its own item.

    Example:
        >>> items_of("Tom and Ann"), items_of("京都と大阪"), items_of("서울과 부산"), items_of("北京和上海")
        (('Tom', 'Ann'), ('京都', '大阪'), ('서울', '부산'), ('北京', '上海'))
        >>> items_of("red, white and blue"), items_of("1,000 kg")
        (('red', 'white', 'blue'), ('1,000 kg',))
    """
    if len(text) > _LONGEST_LIST:
        return (text,)
    pieces = [piece.strip() for piece in _joints().split(text)]
    if not 1 < len(pieces) <= _MOST_ITEMS or not all(pieces):
        return (text,)
    return tuple(pieces)


def wordings(item: str) -> tuple[str, ...]:
    """Return an item and what is the same answer in other words that stand in it already.

    An abbreviation or a reading in brackets is another name of what stands before it; a preposition before
    it answers no question; initials may be set apart or not.

    Example:
        >>> wordings("adenosine diphosphate (ADP)")
        ('adenosine diphosphate (ADP)', 'adenosine diphosphate', 'ADP')
        >>> wordings("in the Gospel of Luke"), wordings("B. R. Ambedkar"), wordings("Paris (Texas)")
        (('in the Gospel of Luke', 'Gospel of Luke'), ('B. R. Ambedkar', 'B.R. Ambedkar'), ('Paris (Texas)',))
    """
    forms = [item]
    glossed = _gloss().fullmatch(item)
    if glossed is not None:
        forms += [form for form in (glossed["name"].strip(), glossed["short"]) if form]
    bare = _preposition().fullmatch(item)
    if bare is not None:
        forms.append(bare["rest"])
    plural = _common_noun().fullmatch(item)
    if plural is not None:
        forms.append(item[:-1] if item.endswith("s") else item + "s")
    forms += [_spaced_initials().sub("", form) for form in forms] + [
        _joined_initials().sub(" ", form) for form in forms
    ]
    return tuple(dict.fromkeys(forms))


@cache
def _gloss() -> regex.Pattern[str]:
    return regex.compile(
        r"(?<name>[^()（）]{2,200}+)[(（](?:(?<short>[A-Z]{2,8}|[A-Z][a-z]{1,2})"
        r"|[\p{Hiragana}\p{Katakana}ー、・\s]{1,60})[)）]"
    )


@cache
def _common_noun() -> regex.Pattern[str]:
    """Match a phrase that ends in a common noun with a regular plural."""
    return regex.compile(r"(?:[A-Za-z][a-z-]+ ){1,4}[a-z]{3,20}(?<![^aeiou]y)(?<!ss|us|is|sh|ch|[zx])")


@cache
def _preposition() -> regex.Pattern[str]:
    return regex.compile(
        r"(?:in|on|at|by|from|during|to|for)\s+(?:(?:the|an?)\s+)?(?<rest>[^\s\d].{3,200})", regex.IGNORECASE
    )


@cache
def _spaced_initials() -> regex.Pattern[str]:
    return regex.compile(r"(?<=\b[A-Z]\.)\s(?=[A-Z]\.)")


@cache
def _joined_initials() -> regex.Pattern[str]:
    return regex.compile(r"(?<=\b[A-Z]\.)(?=[A-Z]\.\s)")


def consists_of(text: str, items: Sequence[str], equal: Callable[[str, str], bool]) -> bool:
    """Whether a text is these items, in any order, joined by commas and words such as "and".

    Args:
        text: The answer.
        items: What it must consist of; each item once.
        equal: Whether a piece of the text is an item.

    Example:
        >>> consists_of("Ann, and Tom", ("Tom", "Ann"), str.__eq__)
        True
        >>> consists_of("Ann, Tom and Eve", ("Tom", "Ann"), str.__eq__)
        False
    """
    if len(text) > sum(map(len, items)) * 2 + _LONGEST_LIST:
        return False
    joints = [match.span() for match in _any_joint().finditer(text)]
    if not len(items) - 1 <= len(joints) <= _MOST_ITEMS * 2:
        return False
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(text)]

    @cache
    def fitting(first: int, last: int) -> tuple[int, ...]:
        piece = text[starts[first] : ends[last]].strip()
        return tuple(at for at, item in enumerate(items) if equal(piece, item))

    left_out: set[tuple[int, frozenset[int]]] = set()  # from where so many items do not fill the rest

    def is_made_up(first: int, left: frozenset[int]) -> bool:
        if first == len(starts):
            return not left
        if (first, left) in left_out or len(left_out) > _MOST_WAYS:
            return False
        for last in range(first, len(ends)):
            item = next((item for item in fitting(first, last) if item in left), None)
            if item is not None and is_made_up(last + 1, left - {item}):
                return True
        left_out.add((first, left))
        return False

    return is_made_up(0, frozenset(range(len(items))))


@cache
def _joints() -> regex.Pattern[str]:
    return regex.compile(_JOINTS, regex.IGNORECASE)


@cache
def _any_joint() -> regex.Pattern[str]:
    conjunctions = chain.from_iterable(table.conjunctions for table in languages().values())
    joints = "|".join(f"(?:{pattern.expression})" for pattern in conjunctions)
    return regex.compile(rf"(?<!\s)\s*(?:{joints})\s*", regex.IGNORECASE)
