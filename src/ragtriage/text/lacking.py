"""What a text certainly lacks, told by its words, its numbers and its CJK letters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from ragtriage.text.prose import DROPPED
from ragtriage.text.rules import fold

__all__ = ["Letters", "lacks"]

# No word is an article.
_WORDS: Final = re.compile("[a-z]{4,}")
_NUMBERS: Final = re.compile("[0-9]+")
_NO_CJK: Final = re.compile("[^ぁ-ゖァ-ヺ一-鿿가-힣]+")
# Vowels and finals of Hangul, and voicing marks of kana, become one with what is before them.
_LATE: Final = re.compile("[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u3099\u309a]")
_NO_LATIN: Final = re.compile("[^a-z]+")
_NO_DIGITS: Final = re.compile("[^0-9]+")
_ASCII_WITHOUT: Final = {
    kept: str.maketrans("", "", "".join(c for c in map(chr, range(128)) if kept.search(c) is not None))
    for kept in (_NO_LATIN, _NO_DIGITS)
}


class _Needed(NamedTuple):
    """What a text must hold if one of some normal forms stands in its own."""

    numbers: tuple[str, ...]
    cjk: str
    letters: tuple[str, ...]  # of `cjk`, each once, Han and Hangul first
    words: tuple[str, ...]  # the longest first


@lru_cache(maxsize=256)
def _needed(forms: tuple[str, ...]) -> _Needed:
    """Return what all forms of a text have; one may have lost the markers of its lines."""
    numbers = [_NUMBERS.findall(form) for form in forms]
    words = [_WORDS.findall(form) for form in forms]
    letters = {_NO_CJK.sub("", form) for form in forms}
    cjk = letters.pop() if len(letters) == 1 else ""
    return _Needed(
        numbers=tuple(set(numbers[0]).intersection(*numbers)) if forms else (),
        cjk=cjk,
        letters=tuple(sorted(set(cjk), reverse=True)),
        words=tuple(sorted(set(words[0]).intersection(*words), key=len, reverse=True)) if forms else (),
    )


def lacks(folded: str, forms: tuple[str, ...]) -> bool:
    """Whether a text that is marked as prose surely has none of some normal forms of another.

    Example:
        >>> lacks("it's due on the 5th.", ("it was due",)), lacks("it's due on the 5th.", ("is due",))
        (False, False)
        >>> lacks("it's due on the 5th.", ("payment is due",)), lacks("期限は、翌月です", ("期日",))
        (True, True)
    """
    numbers, _, letters, words = _needed(forms)
    text = folded.replace(DROPPED, "")
    for needed in (words, numbers, letters):
        for piece in needed:
            if piece not in text:
                return True
    return False


@dataclass(frozen=True)
class Letters:
    """The letters and digits of any text, in order: what is not among them is in no normal form of it.

    The rules take off what stands between letters and digits, and articles and the markers of lines, but no
    other letters and no part of a word or number. There are two exceptions: links, and loose marks of Hangul
    and kana, which may be joined late. With these nothing is certain.
    """

    raw: str

    def lack(self, forms: tuple[str, ...]) -> bool:
        """Whether something that all of these normal forms have is certainly not there."""
        needed = _needed(forms)
        return self._lacks(needed) and not self._is_uncertain

    def _lacks(self, needed: _Needed) -> bool:
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
        return "" if self.raw.isascii() else _NO_CJK.sub("", self._folded)


def _less(pattern: re.Pattern[str], text: str) -> str:
    return text.translate(_ASCII_WITHOUT[pattern]) if text.isascii() else pattern.sub("", text)
