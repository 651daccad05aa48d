"""What an endpoint says, as it may be shown: without what lets anybody in, in one line, and short.

A server may repeat what it was sent, whole or written otherwise, and may try to steer a terminal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, quote_plus, unquote

__all__ = ["Redaction"]

_HIDDEN: Final = "***"
_SHORT: Final = 8  # characters; of what is shorter a reply may hold the same by chance
_LONGEST: Final = 2_000  # characters of a message; some servers send a page


class Redaction:
    """Takes secrets out of text.

    Args:
        secrets: The key, a password and the like; empty ones do not count.
        places: What stands for an address that holds a secret, by that address.

    Example:
        >>> redaction = Redaction(["sk-0123456789"])
        >>> redaction.message("no such key: sk-0123456789")
        'no such key: ***'
    """

    def __init__(self, secrets: Iterable[str | None], places: dict[str, str] | None = None) -> None:
        forms = {form for secret in secrets if secret for form in _forms(secret)}
        # the longest first: one may hold another
        self._forms = sorted(forms, key=len, reverse=True)
        self._places = {} if places is None else places

    def message(self, text: str) -> str:
        """Return what a server says about an error, without secrets and without what is no text."""
        for address, place in self._places.items():
            text = text.replace(address, place)
        # first the secrets: a part of one, at a cut, would be found no more
        return _plain(self._without(text, self._forms)[: 4 * _LONGEST])[:_LONGEST]

    def reply(self, text: str) -> str:
        """Return what a model says, without secrets."""
        return self._without(text, [form for form in self._forms if len(form) >= _SHORT])

    @staticmethod
    def _without(text: str, forms: list[str]) -> str:
        for form in forms:
            text = text.replace(form, _HIDDEN)
        return text


def _forms(secret: str) -> set[str]:
    """Return a secret as it is, and as an address has it."""
    return {secret, unquote(secret), quote(secret, safe=""), quote_plus(secret)}


def _plain(text: str) -> str:
    """Return a text with a space for each run of controls, such as those that steer a terminal."""
    if text.isprintable():
        return text
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    return " ".join(kept.split())
