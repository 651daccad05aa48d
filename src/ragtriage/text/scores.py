"""Overlap of an answer with expected ones: scores as question-answering tasks publish them, never verdicts.

They call 1.5 and 15 equal, and 翌月10日 two thirds of 翌月5日. The rules of published tasks read texts
as they are recorded; `token_f1` and `char_f1` read their normal form.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import nan
from typing import Final

import regex

from ragtriage.text.mending import mended
from ragtriage.text.rules import fold, whitespace
from ragtriage.text.written import is_about_escapes, is_normal, written

__all__ = ["OFFICIAL", "ScoreRule", "char_f1", "token_f1"]


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """How one task compares an answer with the expected ones.

    Args:
        normalise: What is done to both before they are compared.
        split: What counts as one token of them.
        empty_f1: F1 when both are empty after that; where only one is, it is 0.
    """

    normalise: Callable[[str], str]
    split: Callable[[str], Iterable[str]]
    empty_f1: float = 0.0

    def exact(self, answer: str, expected: Sequence[str]) -> float:
        """Return 1.0 when the answer equals any expected one, else 0.0; NaN where none is expected."""
        form = self.normalise(answer)
        return max((float(form == self.normalise(text)) for text in expected), default=nan)

    def f1(self, answer: str, expected: Sequence[str]) -> float:
        """Return the most F1 over the expected answers, in [0, 1]; NaN where none is expected.

        F1 is 2PR / (P + R); the precision P is the share of the answer's tokens that are in the expected
        one, the recall R the share of the expected one's tokens that are in the answer, each token counted
        as often as it stands in both. Source: Rajpurkar et al. (2016), SQuAD, section 4.3.
        """
        form = self.normalise(answer)
        forms = [self.normalise(text) for text in expected]
        if form and form in forms:
            return 1.0  # nothing has to be counted
        tokens = Counter(self.split(form))
        return max((self._overlap(tokens, other) for other in forms), default=nan)

    def _overlap(self, answer: Counter[str], expected: str) -> float:
        tokens = Counter(self.split(expected))
        total = answer.total() + tokens.total()
        if total == 0:
            return self.empty_f1
        return 2 * (answer & tokens).total() / total


def token_f1(answer: str, expected: Sequence[str]) -> float:
    """Return the most F1 over words, as SQuAD has it, of an answer and the expected ones in normal form.

    Marks too are brought to one width, since SQuAD knows those of ASCII. In [0, 1]; NaN where nothing is
    expected; two empty texts have 1.0, as in SQuAD 2.0.

    Example:
        >>> token_f1("The tower in Paris", ["Paris", "Paris tower"])
        0.8
        >>> token_f1("AT&amp;T\u00a0Ｉｎｃ．", ["AT&T Inc."])
        1.0
    """
    return OFFICIAL["squad2"].f1(*_read(answer, expected))


def char_f1(answer: str, expected: Sequence[str]) -> float:
    """Return the most F1 over characters of an answer and the expected ones, for languages without spaces.

    Of both the normal form is read. Width and case are evened out, spaces and punctuation left out. In
    [0, 1]; NaN where nothing is expected; two empty texts have 1.0.

    Example:
        >>> round(char_f1("翌月10日", ["翌月5日"]), 4)
        0.6667
    """
    return _CHARACTERS.f1(*_read(answer, expected))


def _read(answer: str, expected: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return an answer and the expected ones in normal form, lines joined, letters and marks of one width."""
    texts = (answer, *expected)
    if all(text.isascii() and "\n" not in text and is_normal(text) for text in texts):
        return answer, expected
    with_escapes = not (any("&" in text for text in texts) and is_about_escapes(texts))
    first, *others = (
        unicodedata.normalize("NFKC", mended(written(text, with_escapes=with_escapes)).text) for text in texts
    )
    return first, others


_ASCII_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)
_ARTICLES: Final = re.compile(r"\b(?:a|an|the)\b")
# What KorQuAD makes a space before it takes punctuation off.
_KORQUAD_BRACKETS: Final = str.maketrans(dict.fromkeys("'\"《》<>〈〉()‘’", " "))


def _squad(text: str) -> str:
    """Lower case, ASCII punctuation and articles off, white space in order.

    Source: evaluate-v1.1.py and evaluate-v2.0.py of SQuAD; NQ-open uses the same.
    """
    bare = text.lower().translate(_ASCII_PUNCTUATION)
    return whitespace(_ARTICLES.sub(" ", bare))


def _korquad(text: str) -> str:
    """Quotes and brackets to spaces, lower case, ASCII punctuation off, white space in order.

    Source: evaluate-v1.0.py of KorQuAD 1.0.
    """
    bare = text.translate(_KORQUAD_BRACKETS).lower().translate(_ASCII_PUNCTUATION)
    return whitespace(bare)


def _jglue(text: str) -> str:
    """Lower case, full stops at the end off, white space in order.

    Source: the evaluation patch for JSQuAD of JGLUE.
    """
    return whitespace(text.lower().rstrip("。"))


def _characters(text: str) -> str:
    folded = fold(text)
    stretches = (folded[at : at + _LONG] for at in range(0, len(folded), _LONG))
    return "".join(_no_character().sub("", stretch) for stretch in stretches)


@cache
def _no_character() -> regex.Pattern[str]:
    return regex.compile(r"[\p{P}\s]+")


# A longer text is read a stretch at a time, so that its words and pieces are not all held at once.
_LONG: Final = 10_000
_WORD: Final = re.compile("[^ ]+")


def _words(text: str) -> Iterable[str]:
    if len(text) <= _LONG:
        return text.split()
    return (word[0] for word in _WORD.finditer(text))


def _without_spaces(text: str) -> str:
    return text.replace(" ", "")


# The rules of published scores, by the name of the task.
OFFICIAL: Final = {
    "squad1": ScoreRule(_squad, _words),
    "squad2": ScoreRule(_squad, _words, empty_f1=1.0),
    "korquad1": ScoreRule(_korquad, _without_spaces),
    "jsquad": ScoreRule(_jglue, iter),
}

_CHARACTERS: Final = ScoreRule(_characters, iter, empty_f1=1.0)
