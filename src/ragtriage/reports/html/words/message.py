"""One message in each language."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Message"]


class Message(NamedTuple):
    """What a page says; `{name}` stands for a value. `one` is the English for exactly one, if it differs."""

    en: str
    ja: str
    one: str = ""
