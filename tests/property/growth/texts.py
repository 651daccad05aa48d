"""Short texts made from the project's own patterns and tables, to be repeated into long ones.

Each pattern gives texts in which each of its alternatives, each optional part (with and without) and some
members of each class stand at least once; each table gives its words.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import re
import warnings
from collections.abc import Iterable, Iterator
from re import _constants as codes
from re import _parser as parser

import regex

import ragtriage.text
import ragtriage.verdicts
from ragtriage.languages.load import Pattern

MOST_OF_A_PATTERN = 400  # texts
LONGEST = 200  # characters

# What `re` cannot read, and what stands for it: a character of the class, which may stand in a set too.
_MEMBERS = {
    "Han": "一",
    "Hiragana": "あ",
    "Katakana": "ア",
    "Hangul": "가",
    "Latin": "a",
    "L": "a",
    "M": "\u0301",
    "N": "1",
    "Nd": "1",
    "P": ".",
    "S": "$",
    "Sc": "$",
    "Pe": ")",
    "Pf": "”",
    "Thai": "ก",
    "Lao": "ກ",
    "Sentence_Break=STerm": "!",
    "Lu": "A",
    "Ll": "a",
}
_PROPERTY = re.compile(r"\\[pP]\{\^?([^}]*)\}")
_NAME = re.compile(r"\(\?P?<[A-Za-z]\w*>")


def texts() -> list[str]:
    """Return the texts of all patterns and tables of the modules that judge, each once, in a fixed order."""
    found: dict[str, None] = {}
    for package in (ragtriage.text, ragtriage.verdicts):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            try:
                loaded = importlib.import_module(module.name)
            except ImportError:  # what needs an extra that is not installed
                continue
            for name, value in list(vars(loaded).items()):
                if name.startswith("__"):
                    continue
                for text in _of(_called(value, loaded.__name__), depth=0):
                    if text.strip() and len(text) <= LONGEST:
                        found[text.replace("<>", "Paris")] = None
    return list(found)


def _called(value: object, module: str) -> object:
    """Return what a cached function without parameters returns; anything else as it is."""
    if hasattr(value, "cache_info") and getattr(value, "__module__", None) == module:
        code = value.__wrapped__.__code__
        takes_none = code.co_argcount + code.co_kwonlyargcount == 0 and not code.co_flags & inspect.CO_VARARGS
        return value() if takes_none else None
    return value


def _of(value: object, depth: int) -> Iterator[str]:  # noqa: C901 - a row for each sort
    """Yield the texts that a constant of a module holds."""
    if isinstance(value, Pattern):
        yield value.example
        yield from of_pattern(value.expression)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, re.Pattern | regex.Pattern):
        yield from of_pattern(value.pattern)
    elif depth > 4:
        return
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from _of(key, depth + 1)
            yield from _of(entry, depth + 1)
    elif isinstance(value, tuple | list | set | frozenset):
        for entry in sorted(value, key=repr) if isinstance(value, set | frozenset) else value:
            yield from _of(entry, depth + 1)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _of(getattr(value, field.name, None), depth + 1)


def of_pattern(expression: str) -> list[str]:
    """Return texts that show each part of a regular expression; none where it cannot be read.

    >>> of_pattern("(?:a|bc)d?")
    ['ad', 'bc']
    """
    plain = _NAME.sub("(?:", _PROPERTY.sub(lambda match: _MEMBERS.get(match[1], "a"), expression))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = parser.parse(plain)
    except (re.error, RecursionError, OverflowError):
        return []
    return list(dict.fromkeys(_sequence(tree)))[:MOST_OF_A_PATTERN]


def _sequence(items: Iterable[tuple[object, object]]) -> list[str]:
    """Put parts behind each other, so that each text of each part is in one at least."""
    parts = [made for code, value in items if (made := _item(code, value)) != [""]]
    longest = max(map(len, parts), default=0)
    found = ["".join(part[min(at, len(part) - 1)] for part in parts) for at in range(longest)] or [""]
    return [text for text in found if len(text) <= LONGEST] or [""]


def _item(code: object, value: object) -> list[str]:  # noqa: PLR0911 - a row for each sort
    match code:
        case codes.LITERAL:
            return [chr(value)]
        case codes.NOT_LITERAL:
            return ["x" if value != ord("x") else "y"]
        case codes.ANY:
            return ["x", " "]
        case codes.IN:
            return _members(value)
        case codes.BRANCH:
            return [text for branch in value[1] for text in _sequence(branch)][:MOST_OF_A_PATTERN]
        case codes.SUBPATTERN:
            return _sequence(value[3])
        case codes.ATOMIC_GROUP:
            return _sequence(value)
        case codes.ASSERT:
            return _sequence(value[1])
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            return _repeated(*value)
        case _:
            return [""]


def _repeated(least: int, most: object, body: Iterable[tuple[object, object]]) -> list[str]:
    once = _sequence(body)
    found = [text * max(least, 1) for text in once]
    if most != 1 and once:
        found.append("".join(once[:3]) if len(once) > 1 else once[0] * max(least, 2))
    if least == 0:
        found.append("")
    return found


def _members(items: Iterable[tuple[object, object]]) -> list[str]:
    """Return some members of a class: the first of each part; of a class of all others, a plain one."""
    found: list[str] = []
    is_negated = False
    for code, value in items:
        match code:
            case codes.NEGATE:
                is_negated = True
            case codes.LITERAL:
                found.append(chr(value))
            case codes.RANGE:
                found.append(chr(value[0]))
            case codes.CATEGORY:
                found.append(
                    {codes.CATEGORY_DIGIT: "1", codes.CATEGORY_SPACE: " ", codes.CATEGORY_WORD: "a"}.get(
                        value, "."
                    )
                )
    if is_negated:
        return [next((one for one in "x1あ一가. " if one not in found), "x")]
    return found[:40]
