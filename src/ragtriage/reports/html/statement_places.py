"""Where the statements of an answer stand in it, whatever citation marks and blanks their judge left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ragtriage.text.marks import marks, strip_marks

__all__ = ["statement_places"]


class _Letters(NamedTuple):
    """The letters of a text without its marks and blanks, and where each of them stands."""

    text: str
    places: tuple[int, ...]


def statement_places(
    answer: str, statements: Iterable[str], ids: Iterable[str] = ()
) -> Iterator[tuple[int, int] | None]:
    """Yield for each statement its first and one past its last character in the answer; None: not found.

    Statements are looked for one behind another, so that of two that are alike each has its own place.

    Args:
        answer: As it was recorded.
        statements: As they were judged.
        ids: What the answer may cite.

    Example:
        >>> answer = "Claims are due in 5 days [2]. Late ones are paid later [1, 3]."
        >>> statements = ("Claims are due in 5 days.", "Late ones are paid later.", "They are cheap.")
        >>> [place and answer[slice(*place)] for place in statement_places(answer, statements)]
        ['Claims are due in 5 days [2].', 'Late ones are paid later [1, 3].', None]
    """
    cited = tuple(ids)
    letters: _Letters | None = None
    done = 0
    for statement in statements:
        start = answer.find(statement, done)
        if start < 0:
            start = answer.find(statement)
        place = (start, start + len(statement)) if start >= 0 and statement else None
        if place is None and statement.strip():
            letters = letters or _letters(answer, cited)
            place = _found(_bare(statement, cited), letters, done)
        if place is not None:
            done = place[1]
        yield place


def _letters(answer: str, ids: tuple[str, ...]) -> _Letters:
    within = {position for span in marks(answer, ids) for position in range(span.start, span.end)}
    kept = tuple(
        position for position, letter in enumerate(answer) if position not in within and not letter.isspace()
    )
    return _Letters("".join([answer[position] for position in kept]), kept)


def _bare(statement: str, ids: tuple[str, ...]) -> str:
    return "".join(strip_marks(statement, ids).split())


def _found(bare: str, letters: _Letters, done: int) -> tuple[int, int] | None:
    begun = sum(position < done for position in letters.places)
    start = letters.text.find(bare, begun)
    if start < 0:
        start = letters.text.find(bare)
    if start < 0 or not bare:
        return None
    return letters.places[start], letters.places[start + len(bare) - 1] + 1
