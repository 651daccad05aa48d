"""The files of the languages, of which a section is made a record when it is first asked for.

A file is TOML, so that a native speaker can correct it without reading Python:

* `[fragments]` names parts of expressions; `⟨texts⟩` stands for the fragment of that name, in its own file.
* An expression may run over several lines: a line break and the blanks around it are not a part of it.
* A list of words is a string with blanks between them, or several; `_` is a blank within a word.
* A string with tabs is a table, whose lines are its rows.

What a section means is the record that it is read as, beside the code that uses it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec
import msgspec.structs

__all__ = [
    "NEVER",
    "OTHER",
    "Pattern",
    "Section",
    "Table",
    "Words",
    "codes",
    "every",
    "filled",
    "joined",
    "merged",
    "section",
]

NEVER: Final = "(?!)"  # an expression that is found nowhere
OTHER: Final = "other"  # the file of what belongs to no one language

_FOLDER: Final = Path(__file__).parent
_FRAGMENT: Final = re.compile("⟨([a-z_]+)⟩")
_BREAK: Final = re.compile(r"\s*\n\s*")


class Words(tuple[str, ...]):
    """Words of a list; each may hold blanks."""

    __slots__ = ()


class Table(tuple[tuple[str, ...], ...]):
    """Rows of a table."""

    __slots__ = ()


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a language's file, or a part of one. What a language lacks is empty."""


class Pattern(Section, frozen=True, rename={"expression": "pattern", "example": "finds", "near_miss": "not"}):
    """A regular expression, a text in which it is found, and one in which it is not."""

    expression: str
    example: str
    near_miss: str


_S = TypeVar("_S", bound=msgspec.Struct)


@cache
def codes() -> tuple[str, ...]:
    """The languages that have a file, in alphabetical order.

    Example:
        >>> codes()
        ('en', 'ja', 'ko', 'zh')
    """
    names = (path.name.removesuffix(".toml") for path in _FOLDER.iterdir() if path.name.endswith(".toml"))
    return tuple(sorted(name for name in names if name != OTHER))


def section(code: str, name: str, form: type[_S]) -> _S:
    """A section of a language's file as a record; the record without anything where there is none.

    Example:
        >>> class Hours(Section, frozen=True):
        ...     morning: Words = Words()
        >>> section("en", "no_such_section", Hours)
        Hours(morning=())
    """
    return cast("_S", _section(code, name, form))


def every(name: str, form: type[_S]) -> dict[str, _S]:
    """A section of every file that has it, by code: first what belongs to no one language."""
    return {code: section(code, name, form) for code in (OTHER, *codes()) if name in _sources(code)}


def merged(name: str, form: type[_S]) -> _S:
    """A section of all files as one record: alternatives of their expressions, and all of their lists.

    Example:
        >>> class Joints(Section, frozen=True):
        ...     joint: str = "and"
        >>> merged("no_such_section", Joints)
        Joints(joint='and')
    """
    records = tuple(every(name, form).values())
    if not records:
        return form()
    names = (field.name for field in msgspec.structs.fields(form))
    return form(**{name: _together([getattr(record, name) for record in records]) for name in names})


def _together(values: list[Any]) -> object:
    """What several files say in one field."""
    first = values[0]
    if isinstance(first, str):
        return joined(*values)
    if isinstance(first, Mapping):
        keys = dict.fromkeys(key for value in values for key in value)
        return {key: _together([value[key] for value in values if key in value]) for key in keys}
    parts = tuple(part for value in values for part in value)
    return Words(parts) if isinstance(first, Words) else parts


def joined(*expressions: str) -> str:
    """Join expressions, but for empty ones, as alternatives.

    Example:
        >>> joined("a|b", "", "c")
        'a|b|c'
    """
    return "|".join(filter(None, expressions))


def filled(expression: str, **parts: str) -> str:
    """Put parts that are made by code into an expression.

    Example:
        >>> filled("⟨number⟩月", number="[0-9]+")
        '[0-9]+月'
    """
    for name, part in parts.items():
        expression = expression.replace(f"⟨{name}⟩", part)
    return expression


@cache
def _section(code: str, name: str, form: type[msgspec.Struct]) -> msgspec.Struct:
    source = _sources(code).get(name)
    if source is None:
        return form()
    written = _written(source, _fragments(code))
    return msgspec.convert(written, type=form, dec_hook=_listed, str_keys=True)


@cache
def _sources(code: str) -> dict[str, dict[str, Any]]:
    """The sections of a language's file, as TOML has them."""
    path = _FOLDER / f"{code}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def _fragments(code: str) -> dict[str, str]:
    """Fragments by name; one may be made of those above it."""
    fragments: dict[str, str] = {}
    for name, expression in _sources(code).get("fragments", {}).items():
        fragments[name] = cast("str", _written(expression, fragments))
    return fragments


def _written(value: object, fragments: Mapping[str, str]) -> object:
    """A value of TOML: expressions in one line with their fragments, and dates as they are written."""
    if isinstance(value, dict):
        return {key: _written(part, fragments) for key, part in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [_written(part, fragments) for part in cast("list[object]", value)]
    if isinstance(value, str):
        return _with(
            fragments, value if "\t" in value or "\n" not in value else _BREAK.sub("", value.strip())
        )
    return value.isoformat() if isinstance(value, date) else value


def _with(fragments: Mapping[str, str], text: str) -> str:
    """A text with its fragments put in; a name that is no fragment's is filled by code."""
    return _FRAGMENT.sub(lambda found: fragments.get(found[1], found[0]), text) if "⟨" in text else text


def _listed(form: type, value: object) -> Words | Table:
    """Read a list of words or a table, which are no forms that the decoder knows."""
    if not isinstance(value, str | list):
        message = f"expected words or a table, got {value!r}"
        raise TypeError(message)
    if form is Table and isinstance(value, str):
        return Table(tuple(line.split("\t")) for line in value.splitlines())
    lines = [value] if isinstance(value, str) else cast("list[str]", value)
    return Words(word.replace("_", " ") for line in lines for word in line.split())
