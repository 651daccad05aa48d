"""Content: whether a quote speaks of anything that its statement speaks of.

A quote may stand in the text word for word and have nothing to do with the statement that it should back.
Held against each other are the words that are not mere grammar, in the scripts that both are written in; of
Chinese, Japanese and Korean pairs of characters. Where the two are written in different languages, nobody can
tell.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final, NamedTuple

import regex

from ragtriage.text.languages.table import words
from ragtriage.text.values import read

__all__ = ["shares_content"]

# So many characters of Chinese or Japanese say which of the two they are: Japanese has kana among them.
_FEWEST_CHARACTERS: Final = 6

# Two words are forms of one where they have so many letters in common at the beginning.
_STEM: Final = 5


def shares_content(statement: str, quote: str) -> bool:
    """Whether a quote shares a word of content, or a figure, with the statement that it should back.

    True as well where that cannot be told: the two are in different languages, or the statement has no
    content of its own.

    Example:
        >>> shares_content("Dogs go free.", "A dog pays nothing"), shares_content("Dogs go free.", "It rains")
        (True, False)
        >>> shares_content("犬は無料です", "運賃は無料"), shares_content("犬は無料です", "雨が降ります")
        (True, False)
        >>> shares_content("犬は無料です", "Dogs travel free")
        True
    """
    if not _at_a_glance(statement).isdisjoint(_at_a_glance(quote)):
        return True
    one, other = _content(statement), _content(quote)
    if not one.parts and not one.figures:
        return True
    if one.figures & other.figures:
        return True
    if not one.parts:
        return False
    if any(_are_forms(part, also) for part in one.parts for also in other.parts):
        return True
    return not one.scripts & other.scripts or _may_differ_in_language(one, other)


@lru_cache(maxsize=256)
def _at_a_glance(text: str) -> frozenset[str]:
    """Return what surely is content: long words that are plain, and figures."""
    return frozenset(_plain().findall(text.lower())) - _ENGLISH


class _Content(NamedTuple):
    parts: frozenset[str]  # words of alphabets, pairs of characters of other scripts
    figures: frozenset[str]
    scripts: frozenset[str]
    is_foreign: bool  # whether it is in a language of the Latin alphabet other than English
    characters: int  # Han and kana
    kana: int


@lru_cache(maxsize=256)
def _content(text: str) -> _Content:
    folded = unicodedata.normalize("NFKC", text).casefold()
    said = _word().findall(folded)
    parts = {word for word in said if word not in _ENGLISH and not word.isdigit()}
    for run in _unspaced().findall(folded):
        pairs = {run[at : at + 2] for at in range(len(run) - 1)} or {run}
        parts |= pairs - _ENDINGS
    if not _kana().search(folded):  # Chinese, in which a word may be one character, and written in two ways
        parts |= set(_han().findall(folded)) - _CHINESE
    other = sum(word in _OTHERS or (not word.isascii() and word[0] < _LATIN_ENDS) for word in said)
    return _Content(
        frozenset(parts),
        frozenset((*(value.canonical for value in read(text)), *_number().findall(folded))),
        frozenset(name for name, pattern in _scripts().items() if pattern.search(folded)),
        is_foreign=other > sum(word in _ENGLISH for word in said),
        characters=len(_character().findall(folded)),
        kana=len(_kana().findall(folded)),
    )


def _are_forms(one: str, other: str) -> bool:
    """Whether two words are one, or forms of one."""
    if one == other:
        return True
    if not one[0].isascii() and _unspaced().match(one):
        return False
    if len(one) >= _STEM and len(other) >= _STEM and one[:_STEM] == other[:_STEM]:
        return True
    return _stem(one) == _stem(other)


def _stem(word: str) -> str:
    for ending in ("ing", "ies", "ed", "es", "ly", "s", "y", "d", "e"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


def _may_differ_in_language(one: _Content, other: _Content) -> bool:
    """Whether two texts that share a script may be in different languages all the same."""
    has_kana = (one.kana == 0) != (other.kana == 0)
    return (
        one.is_foreign
        or other.is_foreign
        or (has_kana and min(one.characters, other.characters) >= _FEWEST_CHARACTERS)
    )


@cache
def _plain() -> re.Pattern[str]:
    return re.compile(r"(?<![^\W_])(?:[a-z]{4,}|[0-9]+)(?![^\W_])")


@cache
def _word() -> regex.Pattern[str]:
    return regex.compile(r"[[\p{L}\p{M}\p{N}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー々]]+", regex.V1)


@cache
def _number() -> regex.Pattern[str]:
    return regex.compile(r"\d+(?:[.,:/]\d+)*")


@cache
def _unspaced() -> regex.Pattern[str]:
    """Match a stretch of characters of a script whose words are not told apart here."""
    return regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}ー々]+|\p{Hangul}+")


@cache
def _character() -> regex.Pattern[str]:
    return regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


@cache
def _scripts() -> dict[str, regex.Pattern[str]]:
    return {
        "latin": regex.compile(r"\p{Latin}"),
        "greek": regex.compile(r"\p{Greek}"),
        "cyrillic": regex.compile(r"\p{Cyrillic}"),
        "hangul": regex.compile(r"\p{Hangul}"),
        "han or kana": _character(),
    }


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}")


@cache
def _kana() -> regex.Pattern[str]:
    return regex.compile(r"[\p{Hiragana}\p{Katakana}]")


# Words of English that are grammar.
_ENGLISH: Final = frozenset(
    words(
        "a about after all also an and any are as at be because been before being both but by can cannot",
        "could did do does doing don done down during each either else ever every few for from had has",
        "have he her here hers him his how i if in into is isn it its itself just let like made make many",
        "may me might more most much must my neither no nor not of off on once one only or other our out",
        "over own per s same shall she should since so some such t than that the their them then there",
        "these they this those through thus to too under until up upon us very was wasn we were what when",
        "where whether which while who whose why will with within without won would yes you your",
    )
)

# Words of other languages of that alphabet that are grammar, and no words of English.
_OTHERS: Final = frozenset(
    words(
        "der das und ist nicht ein eine einen einem einer im dem mit für von zu auf sich wird werden sind",
        "kann wurde bei nach aus es le la les des du est et un une dans que qui avec ne pas sont au aux",
        "ce cette el los las y en una del con por para se al como lo su il di che non della sono gli nel",
        "het een voor niet zijn op te met os um uma em não da dos na com och att är som det på inte jest",
        "nie się ve bir bu için ile",
    )
)

# Where the letters of the Latin alphabet end, with those that have marks.
_LATIN_ENDS: Final = "\u0250"

# Characters of Chinese that are grammar.
_CHINESE: Final = frozenset(
    "的一是不了在有和也都就而及与與或被把对對为為于於以之其此这這那个個可会會能要很将將已所来來上中下"
)

# Pairs of characters that are endings and particles, of Japanese, Korean and Chinese.
_ENDINGS: Final = frozenset(
    words(
        "です ます した して いる ある から まで ない こと もの する され れる られ てい ため など この",
        "その あの では には とし ので のに にな なる なり った って たら なら ませ せん でし まし たり",
        "かっ くな とい いう いま おり れば また および かつ れた れて せる への との での より だけ しか",
        "にお おい けれ ども でき きる きま いて いた えて ける れま します れば ること 니다 습니 합니",
        "입니 됩니 있습 하는 에서 으로 이다 한다 된다 하고 에게 까지 부터 지만 어요 아요 이며 하며 하여",
        "해야 있는 있다 없는 없다 않는 않습 이나 거나 는데 었다 았다 였다 했다 되는 되어 대한 위한 그리",
        "리고 그러 러나 또한 这个 那个 我们 他们 以及 或者 并且 可以 因为 所以 但是 如果 就是 不是 没有",
        "這個 那個 我們 他們 因為 沒有 但是",
    )
)
