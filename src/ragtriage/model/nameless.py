"""Rows that are no cases: they have neither an id nor a question."""

from __future__ import annotations

from typing import Final

from ragtriage.model.records import Case

__all__ = ["names_told", "no_case"]

_NAMED: Final = 8  # names shown in a message


def no_case(case: Case) -> str:
    """Say of a row without an id and a question that it is no case, and what it holds instead."""
    names = list(case.metadata or ())
    if not names:
        return "has neither `id` nor `question`"
    lists = [name for name, value in (case.metadata or {}).items() if isinstance(value, list)]
    hint = f"; give the list under `{lists[0]}` alone, if that holds the cases" if len(lists) == 1 else ""
    return f"has neither `id` nor `question`; its names are {names_told(names)}{hint}"


def names_told(names: list[str]) -> str:
    """Return some names as they stand in a message."""
    return ", ".join(f"`{name}`" for name in names[:_NAMED])
