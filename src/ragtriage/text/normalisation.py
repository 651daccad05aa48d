"""The `standard` normal form: rules applied in order, and again until nothing changes."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA
from ragtriage.text.prose import prose
from ragtriage.text.rules import Rules, Scope, rules, whitespace
from ragtriage.text.units import UNITS, any_of

__all__ = [
    "MOST_ROUNDS",
    "by_rules",
    "is_settled",
    "may_open",
    "settle",
    "standard",
    "tokenised",
    "whitespace",
]


def standard(text: str) -> str:
    """Bring a text to the `standard` normal form; what would become empty stays as `whitespace` has it.

    Example:
        >>> standard("The Eiffel Tower."), standard("「部門責任者」"), standard("1,000 kg"), standard("!!!")
        ('eiffel tower', '部門責任者', '1000kg', '!!!')
    """
    start = whitespace(text)
    return settle(start, rules(Scope.WHOLE)) or start


def settle(text: str, table: Rules) -> str:
    """Apply rules until nothing changes to a text in which white space is in order; it may become empty."""
    form = text.lower() if text.isascii() else text  # no rule before case folding looks at case
    if is_settled(form):
        return form
    found = prose(form)
    if found is not None and not (table.opens and may_open(form, found.form)):
        return found.form
    return by_rules(form, table)


def by_rules(form: str, table: Rules) -> str:
    """Apply rules until nothing changes: the plain way, for any text."""
    while not is_settled(form):
        after = _apply(form, table)
        if after == form:
            break
        form = after
    return form


def may_open(text: str, form: str) -> bool:
    """Whether something at the beginning may be taken off that says nothing: a marker of a list, or `a`."""
    return text[:1] in _MARKERS or form.startswith("a ")


# What the marker of a list item begins with in prose.
_MARKERS: Final = frozenset(("", "-", "•", "1", "(", "（"))


def is_settled(form: str) -> bool:
    """Whether a text has a shape that no rule changes; others may be in normal form too.

    Example:
        >>> is_settled("5 days"), is_settled("経費精算"), is_settled("5 kg")
        (True, True, False)
    """
    return _settled().fullmatch(form) is not None


def tokenised(form: str, table: Rules) -> str:
    """Put canonical tokens in the place of the typed values of a normal form, until nothing changes."""
    from ragtriage.text.values import canonical  # noqa: PLC0415 - its tables are large, and seldom needed

    for _ in range(MOST_ROUNDS):
        after = canonical(form)
        # A token is set apart from a word behind it, which may be a unit that the rules draw near again.
        after = form if after == form else settle(after, table) or form
        if after == form:
            break
        form = after
    return form


MOST_ROUNDS: Final = 8  # two in practice

# The shape of texts that no rule changes: words of Latin letters and digits, and numbers, with single spaces
# (no article, and no unit that stands apart from its number), or one stretch of CJK letters and ASCII ones.
# Each word is taken whole, by the first of the alternatives that fits: nothing is tried a second time.
_WORD: Final = (
    r"(?>-?\$?[0-9]+(?:[.:/\-][0-9]+)+(?:%|[a-z]+)?|-?\$?[0-9]+%|(?:-\$?|\$)[0-9]+[a-z]*|[a-z0-9]+)"
)
_NO_ARTICLE: Final = "(?!(?:an|the) )"


@cache
def _settled() -> re.Pattern[str]:
    space = rf"(?:(?<=[a-z%]) |(?<=[0-9]) (?!{any_of(UNITS)}(?![a-z0-9])))"
    return re.compile(
        rf"(?:(?!a ){_NO_ARTICLE}{_WORD}(?:{space}{_NO_ARTICLE}{_WORD})*+"
        rf"|[a-z0-9{HIRAGANA}{KATAKANA}ー{HAN}{HANGUL}]+)?"
    )


_PLAIN: Final = re.compile(r"[A-Za-z0-9 ]+")


def _apply(text: str, table: Rules) -> str:
    if _PLAIN.fullmatch(text) is not None:
        for rule in table.plain:
            text = rule.apply(text)
        return text
    present = {*text, " "}
    for rule in table.ascii if text.isascii() else table.all:
        if rule.needs and rule.needs.isdisjoint(present):
            continue
        after = rule.apply(text)
        if rule.renews and after != text:
            present.update(after)
        text = after
    return text
