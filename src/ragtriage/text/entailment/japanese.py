"""Japanese: content with its particles, what may be left out, and what speaks to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from ragtriage.languages.load import Section, Table, merged
from ragtriage.text.characters import HAN, HIRAGANA, KATAKANA
from ragtriage.text.entailment.pieces import Grammar, Piece

__all__ = ["JAPANESE"]


class _Polite(Section, frozen=True):
    """The section `polite_endings`: what is said politely, and the same plainly."""

    endings: Table = Table()


class _Words(Section, frozen=True):
    """The section `entailment`: how a sentence is cut to one that follows from it."""

    topic: str = ""
    particle: str = ""
    case: str = ""
    subject: str = ""
    no_verb: str = ""
    exact: str = ""
    changing: str = ""
    aside: str = ""
    subject_particle: str = ""
    topic_particle: str = ""


_WORDS: Final = merged("entailment", _Words)

# A stretch of content and the kana behind it; kana alone where punctuation stands before.
_PIECE: Final = re.compile(
    rf"(?:[^\W_{HIRAGANA}]|[ー々〆\u30f6・.,．，](?=[^\W_{HIRAGANA}])|[%％])+[{HIRAGANA}]*"
    rf"|[{HIRAGANA}]+"
)

_CONTENT: Final = re.compile(f"[^{HIRAGANA}]+")

_TOPIC: Final = re.compile(_WORDS.topic)

# Endings that say the same, plain and polite.
_ENDINGS: Final = merged("polite_endings", _Polite).endings

_PARTICLE: Final = re.compile(_WORDS.particle)
_CASE: Final = re.compile(_WORDS.case)
_SUBJECT: Final = re.compile(_WORDS.subject)

# What is surely no verb: content with a particle behind it, an adjective, a noun beside another.
_NO_VERB: Final = re.compile(_WORDS.no_verb)

_EXACT: Final = re.compile(_WORDS.exact)
_CHANGING: Final = re.compile(_WORDS.changing)

_COMMAS: Final = frozenset(("、", ",", "，"))

_ASIDE: Final = re.compile(_WORDS.aside)

_TERM: Final = re.compile(rf"[{KATAKANA}ー]{{2,}}|[a-zA-Z]{{3,}}|[0-9]+|[{HAN}々]")
_STEM: Final = 5


def _pieces(text: str) -> list[Piece]:
    found = [
        Piece(_TOPIC.sub(_WORDS.subject_particle, match[0]), *match.span()) for match in _PIECE.finditer(text)
    ]
    if found:
        found[-1] = found[-1]._replace(key=_plain(found[-1].key))
    return found


def _plain(ending: str) -> str:
    """Return a last piece in plain form."""
    for polite, plain in _ENDINGS:
        if ending.endswith(polite):
            return ending.removesuffix(polite) + plain
    return ending


def _needles(keys: Iterable[str]) -> list[str]:
    """Return the content that keys begin with, as the kana behind it may be written otherwise."""
    contents = [_CONTENT.match(key) for key in keys]
    return sorted({match[0].lower() for match in contents if match is not None}, key=len, reverse=True)


def _is_exact(statement: str) -> bool:
    return _EXACT.search(statement) is not None


def _may_drop(sentence: str, pieces: list[Piece], kept: Sequence[int]) -> bool:
    if kept[-1] != len(pieces) - 1:
        return False
    if kept[0] and not _may_open(sentence, pieces, kept):
        return False
    for before, after in pairwise(kept):
        if after > before + 1 and not _is_free(sentence, pieces, before, pieces[before + 1 : after]):
            return False
    stay = set(kept)
    gone = " ".join(sentence[p.start : p.end] for n, p in enumerate(pieces) if n not in stay)
    return _CHANGING.search(gone) is None


def _may_open(sentence: str, pieces: list[Piece], kept: Sequence[int]) -> bool:
    """Whether what stands before the first piece that stays may go: it has no subject, or is a clause."""
    first = kept[0]
    if not any(_SUBJECT.search(piece.key) for piece in pieces[:first]):
        return True
    is_clause = sentence[pieces[first - 1].end : pieces[first].start].strip() in _COMMAS
    own = any(sentence[: pieces[place].end].endswith(_WORDS.topic_particle) for place in kept)
    return is_clause and own and _NO_VERB.search(pieces[first - 1].key) is None


def _is_free(sentence: str, pieces: list[Piece], before: int, dropped: list[Piece]) -> bool:
    """Whether what stays before a gap cannot belong to something in it."""
    if any(_SUBJECT.search(piece.key) or _NO_VERB.search(piece.key) is None for piece in dropped):
        return False
    key = pieces[before].key
    if not _PARTICLE.search(key):
        return sentence[pieces[before].end : dropped[0].start].strip() in _COMMAS
    case = _CASE.search(key)
    return case is None or all(not piece.key.endswith(case[0]) for piece in dropped)


def _terms(text: str) -> list[str]:
    return [match[0].lower()[:_STEM] for match in _TERM.finditer(text)]


def _is_aside(statement: str) -> bool:
    return _ASIDE.search(statement) is not None


JAPANESE: Final = Grammar("ja", _pieces, _needles, _is_exact, _may_drop, _terms, _is_aside)
