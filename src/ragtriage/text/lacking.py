"""What a text certainly lacks, told by its words, its numbers and its CJK letters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final, NamedTuple

from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA
from ragtriage.text.prose import DROPPED
from ragtriage.text.rules import fold

__all__ = ["Letters", "Needed", "lacks", "needed", "pieces"]

# No word of these is an article.
_WORDS: Final = re.compile("[a-z]{4,}")
_NUMBERS: Final = re.compile("[0-9]+")
# Vowels and finals of Hangul, and voicing marks of kana, become one with what is before them.
_LATE: Final = re.compile("[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u3099\u309a]")
_NO_LATIN: Final = re.compile("[^a-z]+")
_NO_DIGITS: Final = re.compile("[^0-9]+")
_ASCII_WITHOUT: Final = {
    kept: str.maketrans("", "", "".join(c for c in map(chr, range(128)) if kept.search(c) is not None))
    for kept in (_NO_LATIN, _NO_DIGITS)
}


def pieces(forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words, numbers and CJK letters that all of some normal forms of a text have.

    Example:
        >>> pieces(("was due on 5th",)), pieces(("期日5日",)), pieces(("1 paris 2 rome", "paris rome"))
        (('5',), ('期', '日', '5'), ('paris', 'rome'))
    """
    if not forms:
        return ()
    found = dict.fromkeys(_each(forms[0]))
    for form in forms[1:]:
        found = dict.fromkeys(filter(found.__contains__, _each(form)))
    return tuple(found)


def _each(form: str) -> Iterable[str]:
    """Return the pieces of a form; those of a long one are not all held at once."""
    if len(form) <= _LONG:
        return _pieces().findall(form)
    return (piece[0] for piece in _pieces().finditer(form))


_LONG: Final = 10_000


def lacks(folded: str, needed: tuple[str, ...]) -> bool:
    """Whether a piece that is needed is certainly not in a text that is marked as prose.

    Example:
        >>> lacks("it is due on the 5th.", pieces(("was due on 5th",)))
        False
        >>> lacks("it is due on the 5th.", pieces(("payment is due",))), lacks("翌月です", pieces(("期日",)))
        (True, True)
    """
    return not all(map(folded.replace(DROPPED, "").__contains__, needed))


class Needed(NamedTuple):
    """What a text must hold if one of some normal forms stands in its own."""

    numbers: tuple[str, ...]
    cjk: str
    words: tuple[str, ...]  # the longest first


def needed(forms: tuple[str, ...]) -> Needed:
    """Return what all of some normal forms of a text have; one may have lost the markers of its lines."""
    numbers = [_NUMBERS.findall(form) for form in forms]
    words = [_WORDS.findall(form) for form in forms]
    cjk = {_no_cjk().sub("", form) for form in forms}
    return Needed(
        numbers=tuple(set(numbers[0]).intersection(*numbers)) if forms else (),
        cjk=cjk.pop() if len(cjk) == 1 else "",
        words=tuple(sorted(set(words[0]).intersection(*words), key=len, reverse=True)) if forms else (),
    )


@dataclass(frozen=True)
class Letters:
    """The letters and digits of any text, in order: what is not among them is in no normal form of it.

    The rules take off what stands between letters and digits, and articles and the markers of lines, but no
    other letters and no part of a word or number. There are two exceptions: links, and loose marks of Hangul
    and kana, which may be joined late. With these nothing is certain.
    """

    raw: str

    def lack(self, needed: Needed) -> bool:
        """Whether something that is needed is certainly not there."""
        return self._lacks(needed) and not self._is_uncertain

    def _lacks(self, needed: Needed) -> bool:
        for number in needed.numbers:
            if number not in self.raw and number not in self._digits:
                return True
        if needed.cjk and needed.cjk not in self._cjk:
            return True
        return any(word not in self._lower and word not in self._latin for word in needed.words)

    @cached_property
    def _lower(self) -> str:
        return self.raw.lower()

    @cached_property
    def _folded(self) -> str:
        return fold(self.raw)

    @cached_property
    def _is_uncertain(self) -> bool:
        return "](" in self.raw or (not self.raw.isascii() and _LATE.search(self._folded) is not None)

    @cached_property
    def _digits(self) -> str:
        return _less(_NO_DIGITS, self._folded)

    @cached_property
    def _latin(self) -> str:
        return _less(_NO_LATIN, self._folded)

    @cached_property
    def _cjk(self) -> str:
        return "" if self.raw.isascii() else _no_cjk().sub("", self._folded)


def _less(pattern: re.Pattern[str], text: str) -> str:
    return text.translate(_ASCII_WITHOUT[pattern]) if text.isascii() else pattern.sub("", text)


@cache
def _pieces() -> re.Pattern[str]:
    """Match a word that is no article, a number, or a CJK letter."""
    return re.compile(f"[a-z]{{4,}}|[0-9]+|[{HIRAGANA}{KATAKANA}{HAN}{HANGUL}]")


@cache
def _no_cjk() -> re.Pattern[str]:
    """Match what is no CJK letter."""
    return re.compile(f"[^{HIRAGANA}{KATAKANA}{HAN}{HANGUL}]+")
