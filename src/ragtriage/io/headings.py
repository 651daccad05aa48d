"""Headings that tables have in other spellings and languages, and the `--map` proposed for them.

Nothing is read by them: a heading may mean something else in somebody's table, so that a map is said, and
theirs to give.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from msgspec.structs import asdict

from ragtriage.errors import ConfigError
from ragtriage.io.mapping import Path
from ragtriage.io.spellings import FIELDS, SPELLINGS, misspelled
from ragtriage.languages.load import Section, Words, merged

__all__ = ["HEADINGS", "can_be_mapped", "meanings", "proposed_pairs"]


class _Headings(Section, frozen=True):
    """The section `headings`: of each field, folded.

    One that stands under two fields goes to the first that no other heading of the table claims.
    """

    id: Words = Words()
    question: Words = Words()
    gold_documents: Words = Words()
    expected_answers: Words = Words()
    evidence: Words = Words()
    tags: Words = Words()
    retrieved: Words = Words()
    retrieved_texts: Words = Words()
    context: Words = Words()
    answer: Words = Words()


HEADINGS: Final[dict[str, Words]] = asdict(merged("headings", _Headings))

# Compiled where they are used: few runs come to that.
_BRACKETED: Final = r"\([^()]*\)|\[[^\[\]]*\]|【[^【】]*】"
_NO_LETTERS: Final = r"[\W_]+"

_OTHERS: Final = tuple(field for field in FIELDS if field != "metadata")


def _folded(heading: str) -> str:
    """Return a heading without case, width, spaces, punctuation, and what stands in brackets."""
    plain = unicodedata.normalize("NFKC", heading).lower()
    return re.sub(_NO_LETTERS, "", re.sub(_BRACKETED, "", plain))


@cache
def _by_heading() -> dict[str, tuple[str, ...]]:
    """Return the fields that a folded heading may mean; few runs need them."""
    found: dict[str, tuple[str, ...]] = {}
    for table in (FIELDS, HEADINGS):
        for field, names in table.items():
            for name in names:
                folded = _folded(name)
                found[folded] = tuple(dict.fromkeys((*found.get(folded, ()), field)))
    return found


def proposed_pairs(names: Iterable[str]) -> dict[str, str]:
    """Return what the headings of a table probably are, by field, in the table's order.

    A heading that is a name of ours is read as it is, and needs no pair; nor is one proposed that `--map`
    could not be given: a comma ends a path.

    Example:
        >>> proposed_pairs(["ID", "質問", "答え", "備考"])
        {'id': 'ID', 'question': '質問', 'expected_answers': '答え'}
        >>> proposed_pairs(["Question", "答え", "模範解答"])  # what is left is the system's answer
        {'question': 'Question', 'answer': '答え', 'expected_answers': '模範解答'}
    """
    headings = list(names)
    taken = {SPELLINGS[name] for name in headings if name in SPELLINGS}
    meant = {
        name: _by_heading().get(_folded(name), ())
        for name in headings
        if name not in SPELLINGS and can_be_mapped(name)
    }
    found: dict[str, str] = {}
    for name in sorted(meant, key=lambda name: len(meant[name])):
        field = next((field for field in meant[name] if field not in taken), None)
        if field is not None:
            taken.add(field)
            found[name] = field
    return {found[name]: name for name in headings if name in found}


def meanings(name: str, *, only_near: bool = False) -> tuple[str, ...]:
    """Return our fields that a name may mean: by what it says, and by its spelling.

    Args:
        name: As it stands in a file.
        only_near: By its spelling alone.

    Example:
        >>> meanings("Relevant Docs"), meanings("gold_answer"), meanings("answr"), meanings("notes")
        (('gold_documents',), ('expected_answers',), ('answer',), ())
    """
    near = [SPELLINGS[meant] for meant in misspelled([name], _OTHERS).values()]
    said = () if only_near else _by_heading().get(_folded(name), ())
    return tuple(dict.fromkeys((*said, *near)))


def can_be_mapped(name: str) -> bool:
    """Tell whether `--map` can be given a name: it is a path, and holds no comma."""
    if "," in name or name != name.strip() or not name.isprintable():
        return False
    try:
        Path.parse(name)
    except ConfigError:
        return False
    return True
