"""Disguises: the forms in which a secret comes back from whoever was sent it, found character by character.

A server may quote what it was sent in JSON, in an address, in a page or in a log of bytes, one within the
other, in capitals or without, and cut off. What it says is then decoded by whoever reads it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from html.entities import html5
from typing import Final
from urllib.parse import unquote

__all__ = ["Disguised", "Plain", "packed"]

_HEAD: Final = 8  # characters that must be there before a secret is known, where it is cut off
_WORD: Final = 4  # characters; what is shorter counts only as a word of its own
_PACKED: Final = 8  # characters; of a shorter piece of base64 a text may hold the same by chance

# Escapes of one character of ASCII or Latin-1, whatever it is; several backslashes are those of text in text.
_ESCAPE: Final = re.compile(
    r"\\++(?:[uU](?:0000)?00([0-9A-Fa-f]{2})|[uU]\{0{0,6}([0-9A-Fa-f]{2})\}|[xX]([0-9A-Fa-f]{2})|([0-7]{3}))"
    r"|(?:%(?:25){0,4}[0-9A-Fa-f]{2})+"
    r"|&(?:amp;){0,4}(?:#0{0,6}(\d{2,3});?|#[xX]0{0,6}([0-9A-Fa-f]{2});?|(\w+;))"
)
_BASES: Final = (16, 16, 16, 8, 10, 16)

# What stands behind the beginning of a secret may be more of another with the same beginning.
_TOKEN: Final = re.compile(r"[\w+/=%&#\\-]*")


class Plain:
    """A text as whoever decodes it may read it, in which it shows soon that no secret is there.

    Example:
        >>> "s/a/b" in Plain("%73/A%2fb")
        True
    """

    def __init__(self, text: str) -> None:
        self._folded = _folded(text)
        self._decoded = _folded(_ESCAPE.sub(_meant, text)) if _ESCAPE.search(text) else self._folded

    def __contains__(self, folded: str) -> bool:
        return folded in self._folded or folded in self._decoded


class Disguised:
    r"""A secret, as it is found in whatever form it is written.

    Args:
        secret: Not empty.

    Example:
        >>> key = Disguised("sk-0123/4567")
        >>> key.hidden(r"\u0073k-0123\/4567, sk%2D0123%2f4567, SK-0123&#x2F;4567", "***")
        '***, ***, ***'
        >>> key.hidden("sk-0123/45...", "***"), key.hidden("sk-0123/45...", "***", may_be_cut=True)
        ('sk-0123/45...', '***...')
    """

    def __init__(self, secret: str) -> None:
        # a backslash is read with what it stands before: it may be taken for an escape of that
        self._characters: list[str] = re.findall(r"\\+[^\\]?|[^\\]", secret)
        self._plain = _folded(_ESCAPE.sub(_meant, secret))
        beginning = "".join(self._characters[:_HEAD])
        # an escape in it may go on behind it
        self._beginning = "" if re.search(r"[\\%&]", beginning) else beginning.casefold()

    def is_in(self, plain: Plain, *, may_be_cut: bool = False) -> bool:
        """Whether it, or its beginning, may stand in a text; where not, it need not be looked for."""
        return (self._beginning if may_be_cut else self._plain) in plain

    def hidden(self, text: str, mark: str, *, may_be_cut: bool = False) -> str:
        """Return a text with a mark in its place; where it may be cut, also in that of its beginning."""
        kept: list[str] = []
        at = 0
        head = self._head()
        while found := head.search(text, at):
            end = self._end(text, found.end(), may_be_cut=may_be_cut)
            if end is None:
                # its beginning is another word's: go on behind the first character
                kept.append(text[at : found.start() + 1])
                at = found.start() + 1
            else:
                kept += (text[at : found.start()], mark)
                at = end
        return "".join((*kept, text[at:])) if kept else text

    def _head(self) -> re.Pattern[str]:
        """Return a pattern of the beginning; most secrets are never looked for."""
        first, *more = self._characters[:_HEAD]
        pattern = "".join((_written(first, is_first=True), *map(_written, more)))
        return re.compile(rf"(?<!\w){pattern}(?!\w)" if len(self._characters) < _WORD else pattern)

    def _end(self, text: str, at: int, *, may_be_cut: bool) -> int | None:
        """Return where a secret ends of which the first characters are found; None where it is another."""
        for each in self._characters[_HEAD:]:
            found = _compiled(each).match(text, at)
            if found is None:
                more = _TOKEN.match(text, at) if may_be_cut else None
                return None if more is None else more.end()
            at = found.end()
        return at


def packed(secret: str) -> set[str]:
    """Return a secret in base64, wherever in a longer text it stands, and in hexadecimal.

    Example:
        >>> sorted(packed("secret-1"))
        ['7365637265742d31', 'NlY3JldC0x', 'c2VjcmV0LT', 'zZWNyZXQtM']
    """
    data = secret.encode()
    found = {data.hex()}
    for before, first in ((0, 0), (1, 2), (2, 3)):
        encoded = b64encode(b"\0" * before + data).decode()
        # what the bytes before and behind it decide, too, is not known
        whole = encoded[first : (before + len(data)) * 8 // 6]
        found |= {whole, whole.replace("+", "-").replace("/", "_")}
    return {form for form in found if len(form) >= _PACKED}


def _folded(text: str) -> str:
    return text.replace("\\", "").casefold()


def _meant(escape: re.Match[str]) -> str:
    """Return the characters for which escapes stand; what is no escape stays as it is."""
    *numbers, name = escape.groups()
    for number, base in zip(numbers, _BASES, strict=True):
        if number is not None:
            return chr(int(number, base))
    if name is not None:
        return html5.get(name, escape[0])
    return unquote(re.sub("%(?:25)+(?=[0-9A-Fa-f]{2})", "%", escape[0]))


@lru_cache(maxsize=512)
def _compiled(character: str) -> re.Pattern[str]:
    return re.compile(_written(character))


@lru_cache(maxsize=512)
def _written(character: str, *, is_first: bool = False) -> str:
    """Return a pattern of a character in every form, or of backslashes and the one behind them.

    Args:
        character: One, or backslashes and one.
        is_first: Whether all backslashes before it belong to it: a search then reads each of them once.
    """
    whole = r"(?<!\\)" if is_first else ""
    if character.startswith("\\"):
        sixteen = r"[uU](?:0000)?005[cC]|[uU]\{0{0,6}5[cC]\}|[xX]5[cC]|134"
        backslash = (
            rf"\\(?:{sixteen})?|%(?:25){{0,4}}5[cC]|&(?:amp;){{0,4}}(?:#0{{0,6}}92|#[xX]0{{0,6}}5[cC]|bsol);"
        )
        behind = character.lstrip("\\")
        return rf"{whole}(?:{backslash}){{1,16}}?{_written(behind) if behind else ''}"
    cases = sorted({form for form in (character, character.lower(), character.upper()) if len(form) == 1})
    codes = [ord(form) for form in cases]
    sixteen = "|".join(f"(?i:{code:02x})" for code in codes)
    eight = "|".join(f"{code:03o}" for code in codes)
    ten = "|".join(map(str, codes))
    names = "".join(f"|{re.escape(name)}" for form in cases for name in _names().get(form, ()))
    number = rf"[uU](?:0000)?00(?:{sixteen})|[uU]\{{0{{0,6}}(?:{sixteen})\}}|[xX](?:{sixteen})|{eight}"
    octets = "|".join("".join(f"%(?:25){{0,4}}(?i:{octet:02x})" for octet in form.encode()) for form in cases)
    entity = rf"&(?:amp;){{0,4}}(?:#0{{0,6}}(?:{ten});?|#[xX]0{{0,6}}(?:{sixteen});?{names})"
    # itself last: what stands for it may begin with it
    return rf"(?:{whole}\\++(?:{number})|{octets}|{entity}|{whole}\\*+(?:{'|'.join(map(re.escape, cases))}))"


@lru_cache(maxsize=1)
def _names() -> dict[str, list[str]]:
    """Return the names that a page has for a character, with the semicolon, by the character."""
    names: dict[str, list[str]] = {}
    for name, character in html5.items():
        if len(character) == 1 and name.endswith(";"):
            names.setdefault(character, []).append(name)
    return names
