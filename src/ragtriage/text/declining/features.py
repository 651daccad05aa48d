"""What is counted in an answer to tell a refusal: pieces of its words, and signs in their order.

An answer is read clause by clause, and as a whole: one clause that answers makes an answer of what
declines otherwise. A sign is the name of a kind of words (`words.py`), of a figure, or of a word that the
question holds.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from typing import Final

import regex

from ragtriage.languages.load import section
from ragtriage.text.characters import HALF_KANA, HAN_BLOCK, HANGUL, KANA_BLOCK
from ragtriage.text.contractions import folded
from ragtriage.text.declining.words import Declining, signs, words_by_first

__all__ = ["Asked", "Clause", "clauses", "language_of"]

# How many clauses of an answer are read, and how much of it.
_CLAUSES: Final = 10
_LONGEST: Final = 400

# How much of it tells its language.
_SCRIPT: Final = 120

# How many characters a piece has; one of English is a word, or two.
_LENGTHS: Final = (1, 2, 3)

# How far apart two signs may stand, in signs.
_REACH: Final = 4


@dataclass(frozen=True, slots=True)
class Clause:
    """What is counted in a clause."""

    pieces: frozenset[str]
    signs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question tells of its answer; that of no question tells nothing."""

    text: str  # folded
    words: frozenset[str]
    signs: tuple[str, ...]

    @classmethod
    def by(cls, question: str, language: str) -> Asked:
        """Read a question."""
        text = _folded(question)
        if not text:
            return cls("", frozenset(), ())
        kinds = _kinds(language)
        kind = "asks" if kinds["asks"].search(text) else "whether"
        others = tuple(name for name in ("several", "count") if kinds[name].search(text))
        about = ("of a source",) if "source" in _in_order(text, language, None) else ()
        return cls(text, frozenset(_WORD.findall(text)), (kind, *others, *about))


def language_of(answer: str, question: str = "") -> str:
    """Return the language of an answer, by the script that most of it is in.

    Example:
        >>> language_of("不明", "期限は?"), language_of("不明"), language_of("A word of 한글")
        ('ja', 'zh', 'en')
    """
    if answer.isascii():
        return "en"
    beginning = answer[:_SCRIPT]
    hangul, kana, han = (len(script.findall(beginning)) for script in (_HANGUL, _KANA, _HAN))
    if 3 * (hangul + kana + han) < len(_LATIN.findall(beginning)):
        return "en"
    if hangul > kana:
        return "ko"
    return "ja" if kana or (han and _KANA.search(question)) else "zh" if han else "en"


def clauses(answer: str, asked: Asked, language: str) -> list[Clause]:
    """Return what is counted in each clause of an answer, and last in the whole of it, if it has several."""
    text = answer[:_LONGEST]
    if not _quoted().fullmatch(text.strip(" .。")):
        text = _quoted().sub(" «» ", text)
    parts = _parts(_folded(text), language)
    found = [
        _clause(part, asked, language, f"{min(place, 3)}/{min(len(parts), 4)}")
        for place, part in enumerate(parts)
    ]
    if len(found) > 1:
        found.append(
            Clause(
                frozenset(piece for clause in found for piece in clause.pieces),
                frozenset(sign for clause in found for sign in clause.signs) | {f"of {min(len(parts), 4)}"},
            )
        )
    return found


def _clause(text: str, asked: Asked, language: str, place: str) -> Clause:
    padded = f" {text.strip()} "
    order = _in_order(padded, language, asked)
    counted = {f"{sign} {other}" for i, sign in enumerate(order) for other in order[i + 1 : i + _REACH]}
    counted.update(order)
    counted.add(place)
    for kind in asked.signs:
        counted.add(kind)
        counted.update([f"{kind}: {sign}" for sign in set(order)])
    if language == "en":
        words = _WORD.findall(padded)
        pieces = {"^", "$", *words, *map(" ".join, pairwise(["^", *words, "$"]))}
        parts = [word for word in words if len(word) > 3]
        held: Container[str] = asked.words
    else:
        pieces = {padded[i : i + n] for n in _LENGTHS for i in range(len(padded) - n + 1)}
        parts = [padded[i : i + 2] for i in range(len(padded) - 1)]
        held = asked.text
    if asked.text:
        new = sum([part not in held for part in parts])
        counted.add(f"new {10 * new // max(1, len(parts))}")
    return Clause(frozenset(pieces), frozenset(counted))


def _in_order(text: str, language: str, asked: Asked | None) -> list[str]:
    return list(_english(text, asked) if language == "en" else _other(text, language, asked))


def _english(text: str, asked: Asked | None) -> Iterator[str]:
    known = signs("en")
    for word in _WORD.findall(text):
        if word[0].isdigit():
            yield "given figure" if asked and word in asked.words else "figure"
            continue
        if word in known:
            yield from known[word]
        if word.endswith("n't"):
            yield "deny"
        if asked and len(word) > 3 and word in asked.words:
            yield "asked"


def _other(text: str, language: str, asked: Asked | None) -> Iterator[str]:
    by_first = words_by_first(language)
    question = asked.text if asked else ""
    place, is_asked = 0, False
    while place < len(text):
        character = text[place]
        if character.isdigit():
            end = place + 1
            while end < len(text) and text[end].isdigit():
                end += 1
            yield "given figure" if text[place:end] in question else "figure"
            place, is_asked = end, False
            continue
        for word, found in by_first.get(character, ()):
            if text.startswith(word, place):
                yield from found
                place, is_asked = place + len(word), False
                break
        else:
            pair = text[place : place + 2]
            was_asked, is_asked = is_asked, bool(question) and len(pair.strip()) == 2 and pair in question
            if is_asked and not was_asked:
                yield "asked"
            place += 1


def _folded(text: str) -> str:
    return folded(" ".join(text.split()))


_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9][0-9.,:]*(?<![.,:])")


@cache
def _quoted() -> regex.Pattern[str]:
    return regex.compile(
        r"[\"“][^\"“”]{1,200}[\"”]|「[^「」]{1,200}」|『[^『』]{1,200}』|《[^《》]{1,100}》"
        r"|(?<!\w)['‘][^'‘’]{2,120}['’](?!\w)"
    )


# Where a clause ends: at a stop, or where another begins that may turn from it.
@cache
def _ends(language: str) -> re.Pattern[str]:
    return re.compile(section(language, "declining", Declining).ends)


def _parts(text: str, language: str) -> list[str]:
    """Cut a text behind the ends of its clauses."""
    cuts = [0, *(found.end() for found in islice(_ends(language).finditer(text), _CLAUSES)), len(text)]
    return [part for start, end in pairwise(cuts) if (part := text[start:end]).strip()]


# What a question asks: for a thing, not whether; for several; how many.


@cache
def _kinds(language: str) -> dict[str, regex.Pattern[str]]:
    words = section(language, "declining", Declining)
    expressions = {"asks": words.asks, "several": words.several, "count": words.count}
    return {name: regex.compile(expression) for name, expression in expressions.items()}


_LATIN: Final = re.compile(r"[a-zA-Z]")
_HANGUL: Final = re.compile(rf"[{HANGUL}]")
_KANA: Final = re.compile(rf"[{KANA_BLOCK}{HALF_KANA}]")
_HAN: Final = re.compile(rf"[{HAN_BLOCK}]")
