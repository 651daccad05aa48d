"""Restating: a question of decision that an answer decides by saying its own words again, or their denial.

"Is dental care covered?" — "It is not covered." says no without the word. So much is sure only where the
answer adds nothing: each of its words is one of the question's, in their order, a pronoun, or the denial.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.rules import fold

__all__ = ["restated"]


class _Turn(Section, frozen=True):
    """How a question ends, and what stands there in a statement and in its denial."""

    question: str
    answers: tuple[tuple[str, str], ...]


class _Words(Section, frozen=True):
    """The section `restating`: questions of decision, and what says them again."""

    turns: tuple[_Turn, ...] = ()
    pronouns: Words = Words()
    denials: Words = Words()
    be: Words = Words()
    do: Words = Words()
    auxiliaries: Words = Words()
    scopes: Words = Words()
    before_predicate: Words = Words()
    opens_predicate: str = ""


_WORDS: Final = merged("restating", _Words)

_LONGEST: Final = 200

_PRONOUNS: Final = frozenset(_WORDS.pronouns)
_DENIALS: Final = frozenset(_WORDS.denials)
_BE: Final = frozenset(_WORDS.be)
_DO: Final = frozenset(_WORDS.do)
_AUXILIARIES: Final = _BE | _DO | frozenset(_WORDS.auxiliaries)
# With one of these in it the answer's yes may be to less, or to more, than was asked.
_SCOPES: Final = frozenset(_WORDS.scopes)
_STEM: Final = 5


def restated(question: str, answer: str) -> bool | None:
    """Return whether an answer says again what was asked, or denies it (False); None where it does neither.

    Example:
        >>> restated("Is dental care covered?", "It is not covered."), restated("Can I pay?", "You can pay.")
        (False, True)
        >>> restated("Is dental care covered?", "It is covered after a year.") is None
        True
        >>> restated("プールは利用できますか。", "利用できます"), restated("可以退款吗？", "不可以退款。")
        (True, False)
        >>> restated("수영장을 이용할 수 있나요?", "이용할 수 없습니다.")
        False
    """
    if not 0 < len(answer) <= _LONGEST or len(question) > _LONGEST:
        return None
    asked, said = _core(question), _core(answer)
    if not asked or not said or _stops().search(said) is not None:
        return None
    if asked.isascii():
        return _in_english(asked, said) if said.isascii() else None
    asked, said = asked.replace(" ", ""), said.replace(" ", "")
    for yes, no in _statements(asked):
        if _ends(yes, said):
            return True
        if _ends(no, said):
            return False
    return None


def _core(text: str) -> str:
    """Return a text in lower case without its stops and marks at the ends."""
    return fold(text).replace("’", "'").strip(" \t\n.。!?？！*_\"'「」“”")


@cache
def _stops() -> regex.Pattern[str]:
    return regex.compile(r"[.。!?？！;；:：,，、\n(（]")


def _in_english(asked: str, said: str) -> bool | None:
    first, *rest = asked.split()
    if first not in _AUXILIARIES or not _SCOPES.isdisjoint(regex.findall(r"[a-z]+", asked)) or "n't" in asked:
        return None
    said = said.replace("cannot", "can not").replace("can't", "can not").replace("n't", " not")
    spoken = said.split()
    denials = [word for word in spoken if word in _DENIALS]
    auxiliaries = [word for word in spoken if word in _AUXILIARIES]
    is_asked = first in auxiliaries if first not in _DO else set(auxiliaries) <= {first}
    if len(denials) > 1 or not is_asked or len(auxiliaries) > 1:
        return None
    left = iter(_stem(word) for word in rest)
    told = [word for word in spoken if word not in _DENIALS | _PRONOUNS and word not in _AUXILIARIES]
    if not told or not all(_stem(word) in left for word in told):
        return None
    return not denials


def _stem(word: str) -> str:
    return regex.sub(r"(?:ies|es|s)$", "", word.strip(",;:\"'()"))[:_STEM]


def _ends(statement: str, said: str) -> bool:
    """Whether what is said is a statement, or its predicate: all from a particle or a verb on."""
    if not statement.endswith(said) or len(said) < 2:
        return False
    before = statement[: len(statement) - len(said)]
    return (
        not before
        or before[-1] in "".join(_WORDS.before_predicate)
        or _opens_predicate().match(said) is not None
    )


@cache
def _opens_predicate() -> regex.Pattern[str]:
    """Match the beginning of a Chinese predicate."""
    return regex.compile(_WORDS.opens_predicate)


def _statements(asked: str) -> Iterator[tuple[str, str]]:
    """Yield what a question of decision becomes as a statement, and as its denial."""
    for expression, pairs in _turns():
        found = expression.search(asked)
        if found is None:
            continue
        for yes, no in pairs:
            stem = asked[: found.start()]
            yield stem + found.expand(yes), stem + found.expand(no)
        return


@cache
def _turns() -> tuple[tuple[regex.Pattern[str], tuple[tuple[str, str], ...]], ...]:
    """Return how questions end, and what stands there in a statement and in its denial, the nearest first."""
    return tuple((regex.compile(turn.question), turn.answers) for turn in _WORDS.turns)
