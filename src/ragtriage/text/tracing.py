"""Normal forms that remember where each of their characters came from."""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import repeat
from typing import Final, NamedTuple

import regex

from ragtriage.text.characters import BULLETS, CJK
from ragtriage.text.gathering import gathered, places
from ragtriage.text.normalisation import MOST_ROUNDS, is_settled, tokenised
from ragtriage.text.rules import Rule, Rules, fold, joining, whitespace

__all__ = ["Span", "Traced", "spacing", "trace", "traced_settle", "traced_tokenised", "unlisted"]


class Span(NamedTuple):
    """A stretch of a text: from `start` up to but not including `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Traced:
    """A text made from another, and where in that one each character came from."""

    text: str
    starts: MutableSequence[int]  # (n,) where the characters that became this one begin
    ends: MutableSequence[int]  # (n,) where they end

    def origin(self, span: Span) -> Span:
        """Lead a stretch of this text back to the one it was made from."""
        return Span(self.starts[span.start], self.ends[span.end - 1])


def trace(text: str, steps: tuple[Rule, ...]) -> Traced:
    """Apply some rules once each, and keep every place."""
    traced = Traced(text, places(range(len(text))), places(range(1, len(text) + 1)))
    for rule in steps:
        traced = _step(traced, rule)
    return traced


def traced_settle(traced: Traced, table: Rules) -> Traced:
    """Do what `settle` does, and keep every place."""
    while not is_settled(traced.text):
        start = traced.text
        present = {*start, " "}
        for rule in table.all:
            if rule.needs and rule.needs.isdisjoint(present):
                continue
            after = _step(traced, rule)
            if rule.renews and after is not traced:
                present.update(after.text)
            traced = after
        if traced.text == start:
            break
    return traced


def traced_tokenised(traced: Traced, table: Rules) -> Traced:
    """Do what `tokenised` does, and keep every place."""
    target = tokenised(traced.text, table)
    for _ in range(MOST_ROUNDS):
        if traced.text == target:
            return traced
        traced = traced_settle(_with_tokens(traced), table)
    return _edited(traced, [_difference(traced.text, target)])


def _with_tokens(traced: Traced) -> Traced:
    """Put canonical tokens in the place of typed values once."""
    from ragtriage.text.values import canonical  # noqa: PLC0415 - its tables are large, and seldom needed
    from ragtriage.text.values.scanning import scan  # noqa: PLC0415 - as above

    text = traced.text
    target = canonical(text)
    edits: list[_Edit] = []
    done = at = 0
    for found in scan(text, text, spaced=False):
        if found.kind is None or not found.rewritten or text[found.start : found.end] == found.canonical:
            continue
        # A token is set apart by spaces where it would run into a word.
        start = at + found.start - done
        end = target.find(found.canonical, start, start + 1 + len(found.canonical)) + len(found.canonical)
        end += target[end : end + 1] == " " and text[found.end : found.end + 1] != " "
        edits.append(_Edit(found.start, found.end, target[start:end]))
        done, at = found.end, end
    after = _edited(traced, edits)
    return after if after.text == target else _edited(traced, [_difference(text, target)])


def _step(traced: Traced, rule: Rule) -> Traced:
    text = traced.text
    if not rule.ascii and text.isascii():
        return traced
    target = rule.apply(text)
    if target == text:
        return traced
    if rule.even or (rule.whole is fold and _is_even(text, target)):
        return Traced(target, traced.starts, traced.ends)
    edits = (edit for match in rule.pattern.finditer(text) for edit in _edits(match, rule))
    after = _edited(traced, edits)
    return after if after.text == target else _edited(traced, [_difference(text, target)])


def _is_even(text: str, folded: str) -> bool:
    """Whether each character became one by itself, so that all keep their places."""
    if text.isascii():
        return True  # lower case alone
    return len(text) == len(folded) and joining().search(text) is None and all(map(_is_one, {*text}))


@lru_cache(maxsize=4096)
def _is_one(character: str) -> bool:
    return len(fold(character)) == 1


class _Edit(NamedTuple):
    start: int
    end: int
    replacement: str


def _edits(match: regex.Match[str], rule: Rule) -> list[_Edit]:
    """Say what a match changes; where it only takes off what surrounds a text, that text keeps its places."""
    start, end = match.span()
    new = match.expand(rule.replacement) if isinstance(rule.replacement, str) else rule.replacement(match)
    inner = match[0].find(new) if 1 < len(new) < end - start else -1
    if inner == -1:
        return [_Edit(start, end, new)]
    return [_Edit(start, start + inner, ""), _Edit(start + inner + len(new), end, "")]


def _edited(traced: Traced, edits: Iterable[_Edit]) -> Traced:
    text, starts, ends = traced.text, traced.starts, traced.ends
    new_text, new_starts, new_ends = gathered(), places(), places()
    done = 0
    for start, end, replacement in edits:
        new_text.write(text[done:start])
        new_text.write(replacement)
        new_starts.extend(starts[done:start])
        new_ends.extend(ends[done:start])
        if replacement:
            # A character put between two others belongs to neither; its place is empty.
            first = starts[start] if start < len(starts) else ends[-1]
            last = ends[end - 1] if end > start else first
            new_starts.extend(repeat(first, len(replacement)))
            new_ends.extend(repeat(last, len(replacement)))
        done = end
    new_text.write(text[done:])
    new_starts.extend(starts[done:])
    new_ends.extend(ends[done:])
    return Traced(new_text.getvalue(), new_starts, new_ends)


def _difference(before: str, after: str) -> _Edit:
    """Find the one stretch in which two texts differ."""
    shortest = min(len(before), len(after))
    head = next((i for i in range(shortest) if before[i] != after[i]), shortest)
    rest = shortest - head
    tail = next((i for i in range(rest) if before[-1 - i] != after[-1 - i]), rest)
    return _Edit(head, len(before) - tail, after[head : len(after) - tail])


# What `str.split` splits at.
_SPACE: Final = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


@cache
def spacing() -> Rule:
    """Give the rule that makes every stretch of white space one space, for any text."""
    return Rule("white space", regex.compile(f"[{_SPACE}]+"), _one_space, whole=whitespace)


@cache
def unlisted() -> Rule:
    """Give the rule that takes the markers of list items, numbers and quotations off the lines of a text."""
    number = r"\d{1,3}[.)．）]|[(（]\d{1,3}[)）]"
    apart = r"[ \t\u3000]+"
    marker = rf"[{BULLETS}>]{apart}|(?:{number})(?:{apart}|(?=[{CJK}]))|[①-⑳・][ \t\u3000]*"
    return Rule(
        "line marker", regex.compile(rf"^[ \t\u3000]*+(?:{marker})++", regex.MULTILINE | regex.V1), ""
    )


def _one_space(match: regex.Match[str]) -> str:
    return "" if match.start() == 0 or match.end() == len(match.string) else " "
