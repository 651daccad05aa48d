"""What an endpoint says, as it may be shown: without what lets anybody in, in one line, and short.

A server may repeat what it was sent, whole or written otherwise, and may try to steer a terminal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final
from urllib.parse import unquote, unquote_plus

from ragtriage.llm.disguises import Disguised, Plain, packed

__all__ = ["Redaction"]

_HIDDEN: Final = "***"
_SHORT: Final = 6  # characters; of what is shorter a reply may hold the same by chance
_SHORT_WORD: Final = 8  # the same of what is a word
_CUT: Final = 10  # characters; the beginning of what is shorter is not looked for
_LONGEST: Final = 2_000  # characters of a message; some servers send a page
_HINT: Final = 4  # characters; of what is shorter and no secret by itself every message is full


class Redaction:
    r"""Takes secrets out of text, in whatever form they are written there.

    Args:
        secrets: The key, a password and the like; empty ones do not count.
        hints: What need not be secret, such as a user's name: taken out of messages, and out of replies
            where no text would hold the same by chance.
        places: What stands for an address that holds a secret, by that address.

    Example:
        >>> redaction = Redaction(["sk-0123456789"])
        >>> redaction.message("no such key: sk-0123456789")
        'no such key: ***'
        >>> redaction.reply(r'{"reason": "it is \u0073k-0123456789"}')
        '{"reason": "it is ***"}'
    """

    def __init__(
        self,
        secrets: Iterable[str | None],
        hints: Iterable[str] = (),
        places: dict[str, str] | None = None,
    ) -> None:
        known = {form for secret in secrets if secret for form in _forms(secret)}
        weak = {form for hint in hints for form in _forms(hint) if len(form) >= _HINT}
        self._of_messages = _disguised(known | weak)
        self._beginnings = _disguised({form for form in known if len(form) >= _CUT})
        told = {form for form in known if _is_telling(form)} | {form for form in weak if _is_random(form)}
        self._of_replies = _disguised(told)
        self._places = {} if places is None else places

    def message(self, text: str) -> str:
        """Return what a server says about an error, without secrets and without what is no text."""
        for address, place in self._places.items():
            text = text.replace(address, place)
        # first the secrets: a part of one, at a cut, would be found no more
        whole = _without(text, self._of_messages)
        return _plain(_without(whole, self._beginnings, may_be_cut=True)[: 4 * _LONGEST])[:_LONGEST]

    def reply(self, text: str) -> str:
        """Return what a model says, without secrets: neither as it stands nor as it is read."""
        return _without(text, self._of_replies)


def _disguised(secrets: Iterable[str]) -> list[Disguised]:
    # the longest first: one may hold another
    return [Disguised(form) for form in sorted(secrets, key=lambda form: (-len(form), form))]


def _without(text: str, secrets: list[Disguised], *, may_be_cut: bool = False) -> str:
    plain = Plain(text)
    for secret in secrets:
        if secret.is_in(plain, may_be_cut=may_be_cut):
            text = secret.hidden(text, _HIDDEN, may_be_cut=may_be_cut)
    return text


def _forms(secret: str) -> set[str]:
    """Return a secret as it is, as an address may have it, and packed."""
    plain = {secret, unquote(secret), unquote_plus(secret), secret.replace(" ", "+")}
    return plain.union(*(packed(sent) for form in plain for sent in (form, f"Bearer {form}")))


def _is_telling(secret: str) -> bool:
    """Whether a reply that holds a secret says it; of what is short it may hold the same by chance."""
    return len(secret) >= (_SHORT_WORD if secret.isalpha() and secret[1:].islower() else _SHORT)


def _is_random(hint: str) -> bool:
    """Whether a text would not hold this by chance: it has letters and figures, and is long."""
    return (
        len(hint) >= _SHORT_WORD and re.search(r"(?i)[a-z]", hint) is not None and any(map(str.isdigit, hint))
    )


def _plain(text: str) -> str:
    """Return a text with a space for each run of controls, such as those that steer a terminal."""
    if text.isprintable():
        return text
    kept = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in text)
    return " ".join(kept.split())
