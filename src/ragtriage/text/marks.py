"""Marks that a generator sets beside an answer: citations and the markers of list items."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.characters import BULLETS, HAN, HANGUL, KANA_BLOCK
from ragtriage.text.tracing import Span

__all__ = ["marks", "strip_marks", "strip_sources"]


class _Words(Section, frozen=True):
    """The section `citation_marks`: labels of sources, and where they stand."""

    footer: str = ""
    file: str = ""
    labels: Words = Words()
    separators: str = ""


_WORDS: Final = merged("citation_marks", _Words)


def strip_marks(answer: str, ids: Iterable[str]) -> str:
    """Take citation marks and list markers off an answer, unless nothing would remain of it.

    Args:
        answer: What the system answered.
        ids: What was retrieved or is gold; in brackets, these ids and others of their shape are citations.

    Example:
        >>> strip_marks("翌月5日【1】", ()), strip_marks("5 days [doc-b].", ["doc-a"]), strip_marks("[1]", ())
        ('翌月5日', '5 days.', '[1]')
    """
    found = marks(answer, ids)
    if not found:
        bare = answer.strip()
        return bare if bare == answer or _says_something(bare) else answer
    kept: list[str] = []
    done = 0
    for start, end in found:
        kept.append(answer[done:start])
        done = end
    kept.append(answer[done:])
    bare = "".join(kept).strip()
    return bare if _says_something(bare) else answer


def strip_sources(expected: str, ids: Iterable[str]) -> str:
    r"""Take citation marks, footnotes and lines that name sources off an expected answer, never to nothing.

    A number in brackets behind a single word may be part of it, as in code.

    Example:
        >>> strip_sources("Two visits a year.\n[Handbook_Travel.pdf#page=12]", ())
        'Two visits a year.'
        >>> strip_sources("14日間※1\n※1 出典：旅費規程", ()), strip_sources("rows[0]", ())
        ('14日間', 'rows[0]')
    """
    if _SOURCES.search(expected) is None:
        return expected
    body = _footer().sub("", expected).strip()
    body = _footnote().sub("", body if _says_something(body) else expected)
    bare = strip_marks(body, ids)
    if bare == expected or not _says_something(bare) or (bare.isascii() and bare.isalnum()):
        return expected
    return bare


# Some mark of a source is in the text, or it has several lines.
_SOURCES: Final = re.compile(r"[\[【［〔(（※†‡¹²³⁰-⁹\n]")


@cache
def _footer() -> regex.Pattern[str]:
    """Match the last lines of a text that name its sources."""
    return regex.compile(_WORDS.footer, regex.IGNORECASE)


@cache
def _footnote() -> regex.Pattern[str]:
    """Match the sign of a footnote: behind a stop a small number, anywhere ※1 and daggers."""
    return regex.compile(r"(?<=[.。!?！？)）\"”」])[¹²³⁰-⁹]+|※\d{1,2}(?!\d)|[†‡]+")


@cache
def _file() -> regex.Pattern[str]:
    """Match the name of a file of prose, and a place in it."""
    return regex.compile(_WORDS.file, regex.IGNORECASE)


def marks(answer: str, ids: Iterable[str]) -> tuple[Span, ...]:
    """Return where the marks of an answer stand, each with the space that sets it apart.

    Example:
        >>> marks("1. Paris [2]", ())
        (Span(start=0, end=3), Span(start=8, end=12))
    """
    found: list[Span] = []
    is_bracketed = _OPENING.search(answer) is not None
    if not is_bracketed and answer[:1].isalpha() and "\n" not in answer:
        return ()  # nor does its only line begin with a marker
    cited = _citations(answer, frozenset(ids)) if is_bracketed else ()
    for span in sorted((*cited, *_list_markers(answer))):
        if not found or span.start >= found[-1].end:
            found.append(span)
    return tuple(found)


# Words that may stand before the number or id of a source.
_LABELS: Final = _WORDS.labels


_OPENING: Final = re.compile(r"[\[【［〔(（]")


@cache
def _bracketed() -> regex.Pattern[str]:
    """Match what stands in brackets, and the target of a link behind it."""
    return regex.compile(
        r"(?:\[{1,2}([^\[\]\n]{1,300}+)\]{1,2}|【([^【】\n]{1,300}+)】|［([^［］\n]{1,300}+)］"
        r"|〔([^〔〕\n]{1,300}+)〕"
        r"|\(([^()\n]{1,300}+)\)|（([^（）\n]{1,300}+)）)(?:(?<=\])\([^()\s]{1,2000}+\))?"
    )


@cache
def _label() -> regex.Pattern[str]:
    labels = "|".join(regex.escape(label) for label in sorted(_LABELS, key=len, reverse=True))
    return regex.compile(rf"(?:{labels})\s*[:：#]?\s*", regex.IGNORECASE)


_SEPARATORS: Final = re.compile(_WORDS.separators)
# 1 · ^1 · 1-3 · 4:0†source, as one service marks its files. Four digits are more likely a year.
_NUMBER: Final = re.compile(r"\^?\d{1,3}(?:\s*[-–—~〜～]\s*\d{1,3})?|\d{1,3}(?::\d{1,3})?†.*")


def _citations(answer: str, ids: frozenset[str]) -> Iterator[Span]:
    for match in _bracketed().finditer(answer):
        inside = next(group for group in match.groups() if group is not None)
        is_round = match[0][0] in "(（"
        if _is_citation(inside, ids, is_round=is_round):
            start, end = match.span()
            while start > 0 and answer[start - 1] in " \t\u3000":
                start -= 1
            while start == 0 and answer[end : end + 1] == " ":
                end += 1
            yield Span(start, end)


def _is_citation(inside: str, ids: frozenset[str], *, is_round: bool) -> bool:
    """Whether all that stands in brackets names sources; in round ones a number may be the answer."""
    if _is_source(inside.strip(), ids, is_round=is_round):
        return True
    parts = [part.strip() for part in _SEPARATORS.split(inside)]
    return all(part and _is_source(part, ids, is_round=is_round) for part in parts)


def _is_source(text: str, ids: frozenset[str], *, is_round: bool) -> bool:
    if not is_round and _file().fullmatch(text) is not None:
        return True
    if text in ids:
        return not is_round or _is_made_up(text)
    if _NUMBER.fullmatch(text) is not None:
        return not is_round
    label = _label().match(text)
    rest = "" if label is None else text[label.end() :]
    if rest in ids or _NUMBER.fullmatch(rest) is not None or _has_shape_of(rest, ids):
        return True
    return _is_made_up(text) and _has_shape_of(text, ids)


def _is_made_up(text: str) -> bool:
    """Whether a text looks like an id and not like a word or a name."""
    return " " not in text and any(not character.isalpha() for character in text)


def _has_shape_of(text: str, ids: frozenset[str]) -> bool:
    """Whether a text differs from an id only in its last run of characters, or in hexadecimal digits."""
    if not text:
        return False
    stem, shape = _stem(text), _shape(text)
    return any((stem and stem == _stem(id_)) or (shape and shape == _shape(id_)) for id_ in ids)


_RUN: Final = re.compile(r"[^\W\d_]+|\d+")
_HEXADECIMAL: Final = re.compile(r"[0-9a-fA-F]")


def _stem(text: str) -> str:
    """Return an id without its last run, and of what that was made: `doc-a` and `doc-b` are `doc-a` both."""
    last = _RUN.match(text[::-1])  # from the end: a search for a run that ends there tries every letter
    if last is None or last.end() == len(text):
        return ""
    return text[: len(text) - last.end()] + ("0" if last[0].isdecimal() else "a")


def _shape(text: str) -> str:
    """Return an id of eight or more characters, hexadecimal digits made alike; empty without a digit."""
    if len(text) < 8 or not any(character.isdecimal() for character in text):
        return ""
    return _HEXADECIMAL.sub("0", text)


@cache
def _markers() -> regex.Pattern[str]:
    """Match a list marker at the start of a line; groups 1 and 2 hold its number."""
    return regex.compile(
        rf"^[ \t\u3000]*+(?:・[ \t\u3000]*+|[{BULLETS}][ \t\u3000]++"
        r"|(?:(\d{1,2})[.)．）]|[(（](\d{1,2})[)）])"
        rf"(?:[ \t\u3000]++|(?=[{KANA_BLOCK}{HAN}{HANGUL}])))(?=\S)",
        regex.MULTILINE,
    )


def _list_markers(answer: str) -> Iterator[Span]:
    """Yield bullets, and numbers that count from 1: `2. Bundesliga` is a name."""
    expected = 1
    for match in _markers().finditer(answer):
        number = match[1] or match[2]
        if number is None:
            yield Span(*match.span())
        elif int(number) == expected:
            expected += 1
            yield Span(*match.span())


def _says_something(text: str) -> bool:
    """Whether there is a letter, a digit or a symbol in a text."""
    return text[:1].isalnum() or regex.search(r"[\p{L}\p{N}\p{S}]", text) is not None
