"""Namings: an expected answer that gives one thing two names, of which either is the answer.

"The Northern Fisheries Board or NFB" is one board. Two names that are not seen to be one thing are two
answers, unless the question asks what a thing is called.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

__all__ = ["names_of"]

_LONGEST: Final = 200


def names_of(expected: str, question: str = "") -> tuple[str, ...]:
    """Return the names that an expected answer joins by "or"; none where it may mean two things.

    Example:
        >>> names_of("The Northern Fisheries Board or NFB")
        ('The Northern Fisheries Board', 'NFB')
        >>> names_of("the front desk or the mail room"), names_of("kayak or canoe", "What is it called?")
        ((), ('kayak', 'canoe'))
        >>> names_of("5 or 6 days", "What is it called?")
        ()
    """
    if len(expected) > _LONGEST or _or().search(expected) is None or _unnamed().search(expected) is not None:
        return ()
    names = tuple(name.strip(" ,、，\"'“”「」") for name in _or().split(expected))
    if len(names) != 2 or not all(names):
        return ()
    is_one = _abbreviates(*names) or _abbreviates(*names[::-1]) or _asks_a_name().search(question.lower())
    return names if is_one else ()


def _abbreviates(short: str, name: str) -> bool:
    """Whether the capitals of one name are the first letters of the words of the other."""
    if _capitals().fullmatch(short) is None:
        return False
    letters = iter(word[0].upper() for word in regex.findall(r"\p{L}+", name))
    return len(name.split()) > 1 and all(letter in letters for letter in short if letter.isalpha())


@cache
def _unnamed() -> regex.Pattern[str]:
    """Match what stands in no two names of one thing."""
    return regex.compile(r"\d|\beither\b|\bneither\b")


@cache
def _or() -> regex.Pattern[str]:
    return regex.compile(
        r",? or (?:the )?(?=\S)|、?(?:または|又は|もしくは|あるいは|別名)|,? (?:또는|혹은) |或者?|又称为?"
        r"|又名|也叫做?|亦称"
    )


@cache
def _capitals() -> regex.Pattern[str]:
    return regex.compile(r"[A-Z][A-Z&.]{1,7}")


@cache
def _asks_a_name() -> regex.Pattern[str]:
    return regex.compile(
        r"\b(?:called|named?|names|known as|term(?:ed)?|nicknamed?|stands? for|abbreviat\w+|another word"
        r"|synonym\w*)\b"
        r"|何と(?:呼|い[いう]|言)|名[称前]|呼ばれ|呼び名|通称|別名|이름|명칭|뭐라고|무엇이라고|무엇이라"
        r"|부르|叫什么|叫甚麼|叫做什么|名称|名字|名稱|称为|稱為|简称"
    )
