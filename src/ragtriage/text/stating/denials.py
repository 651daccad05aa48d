"""Denials: whether the sentence of a match says that it is not so, or only that it may be.

Right or wrong is not known here: only that what stands in an answer is not asserted by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Pattern
from ragtriage.languages.statements import Language, compiled, language
from ragtriage.text.stating.surroundings import Surroundings

__all__ = ["denial", "is_past"]

# So far around a match stand the words that make another thing of it.
_NEAR: Final = 60


def denial(
    around: Surroundings, tables: Sequence[Language], question: str = "", *, is_sure: bool = False
) -> str | None:
    """Return why a match is not asserted; None when nothing speaks against it.

    Args:
        around: What stands around the match.
        tables: Of the languages of the answer.
        question: What was asked; where it denies something itself, the answer may do so too.
        is_sure: Whether only what surely denies it counts, because a pass follows.
    """
    if around.is_question:
        return "asked"
    asked = question.lower()
    for table in tables:
        if _is_denied(around, table, is_sure=is_sure) and not _is_asked_so(around, table, asked):
            return "denied"
        if _governs(around.before, table.hedges_before, table, table.reach_near) or _found(
            around.after, table.hedges_after, table
        ):
            return "only thought possible"
        changed = _change(around, table, asked)
        if changed is not None:
            return changed
    return None


def _change(around: Surroundings, table: Language, asked: str) -> str | None:
    """Return how a match is asserted of another time or thing, or no longer."""
    change = _other(around, table, asked)
    if change is not None:
        return change
    if _is_placed(around, table.former) and not _is_past_asked(asked, table):
        return "as what was so once"
    retraction = compiled(table.retractions)
    if retraction is not None and any(retraction.search(text) for text in around.following):
        return "taken back"
    return None


def _is_denied(around: Surroundings, table: Language, *, is_sure: bool) -> bool:
    reach = table.reach_near if is_sure else table.reach
    return _governs(around.before, table.negations_before, table, reach) or _found(
        around.after, table.negations_after, table
    )


def _is_asked_so(around: Surroundings, table: Language, question: str) -> bool:
    """Whether the question denies something itself, or asks for what is forbidden, as the answer says."""
    blind = compiled(table.no_negations)
    bare = question if blind is None else blind.sub(" ", question)
    if _holds(bare, table.denials):
        return True
    forbidding = compiled(table.prohibiting)
    if forbidding is None or forbidding.search(bare) is None:
        return False
    rest, count = forbidding.subn(" ", f"{around.before} _ {around.after}")
    return count > 0 and not _holds(rest, table.denials)


def _holds(text: str, cues: tuple[Pattern, ...]) -> bool:
    pattern = compiled(cues)
    return pattern is not None and pattern.search(text) is not None


def _is_placed(around: Surroundings, cues: tuple[Pattern, ...]) -> bool:
    """Whether a cue is found that says where the match stands in it."""
    pattern = compiled(cues)
    if pattern is None:
        return False
    return pattern.search(_window(around)) is not None


def _window(around: Surroundings) -> str:
    return f"{around.before[-_NEAR:]}<>{around.after[:_NEAR]}"


def _other(around: Surroundings, table: Language, asked: str) -> str | None:
    """Return how a word beside a match makes another time, person or weight of it."""
    window = _window(around)
    if _changes(table.code).search(window) is None:  # nearly always
        return None
    relative = compiled(table.relatives)
    found = None if relative is None else relative.search(window)
    is_another = found is not None and found["kin"] not in asked  # it was not asked whose
    if is_another or _is_placed(around, table.shifts):
        return "with a word that makes it another"
    return "as what changes nothing" if _is_placed(around, table.concessions) else None


@cache
def _changes(code: str) -> regex.Pattern[str]:
    table = language(code)
    patterns = (*table.shifts, *table.concessions, *table.relatives)
    return regex.compile("|".join(f"(?:{pattern.expression})" for pattern in patterns))


def _is_past_asked(question: str, table: Language) -> bool:
    pattern = compiled(table.past_questions)
    return pattern is not None and pattern.search(question) is not None


def is_past(around: Surroundings, tables: Sequence[Language]) -> bool:
    """Whether the clause of a match tells how things were."""
    clause = f"{around.before} _ {around.after}"
    return any((past := compiled(table.past)) is not None and past.search(clause) for table in tables)


def _governs(before: str, cues: tuple[Pattern, ...], table: Language, reach: str) -> bool:
    """Whether a cue stands before a match, near enough to govern it."""
    pattern = compiled(cues)
    if pattern is None:
        return False
    turn = compiled(table.turns)
    if turn is not None:
        turns = [found.end() for found in turn.finditer(before)]
        before = before[turns[-1] :] if turns else before
    return any(_between(reach).fullmatch(before, found.end()) for found in pattern.finditer(before))


def _found(after: str, cues: tuple[Pattern, ...], table: Language) -> bool:
    """Whether a cue stands in the predicate after a match."""
    pattern = compiled(cues)
    if pattern is None:
        return False
    linked = compiled(table.links)
    if linked is not None and linked.match(after):
        return False
    return pattern.search(after) is not None


@cache
def _between(reach: str) -> regex.Pattern[str]:
    return regex.compile(reach)
