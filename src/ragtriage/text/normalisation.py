"""The `standard` normal form: rules applied in order, and again until nothing changes."""

from __future__ import annotations

import re
from typing import Final

from ragtriage.text.rules import Rules, Scope, rules, whitespace

__all__ = ["MOST_ROUNDS", "settle", "standard", "tokenised", "whitespace"]


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
    form = text
    while _SETTLED.fullmatch(form) is None:
        after = _apply(form, table)
        if after == form:
            break
        form = after
    return form


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

# Texts that no rule changes: words of Latin letters and digits with single spaces (no article, and no
# digit before a space, where a unit may follow), or one stretch of unaccented CJK letters and ASCII ones.
_SETTLED: Final = re.compile(
    r"(?:(?!a )(?!(?:an|the) )[a-z0-9]+(?:(?<=[a-z]) (?!(?:an|the) )[a-z0-9]+)*"
    r"|[a-z0-9ぁ-ゖァ-ヺー一-鿿가-힣]+)?"
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9 ]+")


def _apply(text: str, table: Rules) -> str:
    if _PLAIN.fullmatch(text) is not None:
        for rule in table.plain:
            text = rule(text)
        return text
    present = set(text)
    for rule in table.ascii if text.isascii() else table.all:
        if rule.needs and rule.needs.isdisjoint(present):
            continue
        after = rule(text)
        if after != text:
            text = after
            present = set(text)
    return text
