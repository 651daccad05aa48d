"""In which forms a key is repeated, and what is written in a folder, as whoever decodes it may read it."""

from __future__ import annotations

import base64
import html
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote

# How a key may be written by whoever repeats it, within a string of JSON.
ESCAPES: dict[str, Callable[[str], str]] = {
    "as it is": lambda key: json.dumps(key)[1:-1],
    "solidus": lambda key: key.replace("/", "\\/"),
    "the first by its number": lambda key: f"\\u{ord(key[0]):04x}{key[1:]}",
    "all by number": lambda key: "".join(f"\\u{ord(each):04x}" for each in key),
    "by number, escaped twice": lambda key: "".join(f"\\\\u{ord(each):04x}" for each in key),
    "in capitals": str.upper,
    "in an address": lambda key: quote(key, safe="").lower(),
    "in a page": lambda key: "".join(f"&#x{ord(each):x};" for each in key),
    "packed": lambda key: base64.b64encode(f"Bearer {key}".encode()).decode(),
}
ERRORS = ESCAPES | {
    "JSON within JSON": lambda key: json.dumps(json.dumps({"key": key}).replace("/", "\\/"))[1:-1],
    "cut": lambda key: key[:20],
}


def everything(folder: Path) -> str:
    """Return all that files hold, and what stands in the tables of the cache."""
    texts = []
    for path in Path(folder).rglob("*"):
        if path.is_file():
            texts.append(path.read_bytes().decode("utf-8", "replace"))
            if texts[-1].startswith("SQLite format 3"):
                texts += _cells(path)
    return "\n".join(texts)


def _cells(path: Path) -> list[str]:
    with sqlite3.connect(path) as base:
        names = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        rows = [row for name in names for row in base.execute(f"SELECT * FROM {name}")]  # noqa: S608 - of ours
    return [cell.decode("utf-8", "replace") for row in rows for cell in row if isinstance(cell, bytes)]


def decoded(text: str) -> str:
    """Return a text with its escapes undone, as often as there are any, in small letters."""
    for _ in range(4):
        text = text.replace("\\/", "/").replace("\\\\", "\\")
        for code in range(33, 127):
            text = text.replace(f"\\u{code:04x}", chr(code))
        text = unquote(html.unescape(text))
    return text.casefold()


def found(secret: str, text: str) -> list[str]:
    """Return the forms of a secret of which a decoded text holds the beginning."""
    packed = base64.b64encode(f"Bearer {secret}".encode()).decode()
    forms = (secret, base64.b64encode(secret.encode()).decode(), packed[12:])
    return [form for form in forms if form.casefold()[:14] in text]
