"""What asking takes: replies and tokens, their price, and the limits at which no more is asked."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final, Protocol

import regex

from ragtriage.errors import ConfigError
from ragtriage.model import Record

__all__ = ["Allowance", "Limits", "Price", "Spent", "estimated_tokens"]

_MILLION: Final = 1_000_000


class Price(Record, frozen=True, kw_only=True):
    """What a million tokens cost, in any currency.

    Raises:
        ConfigError: A price is negative, or no finite number.
    """

    prompt: float
    completion: float

    def __post_init__(self) -> None:
        if not (0 <= self.prompt < inf and 0 <= self.completion < inf):
            raise ConfigError(f"a price is a finite number from 0 on: {self.prompt}, {self.completion}")

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """Return what so many tokens cost.

        Example:
            >>> Price(prompt=0.25, completion=2.0).of(2_000_000, 500_000)
            1.5
        """
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


@dataclass(slots=True)
class Spent:
    """What has been spent so far."""

    calls: int = 0  # that may have to be paid for: replies, and requests that went out and brought none
    prompt_tokens: int = 0
    completion_tokens: int = 0

    def add(self, calls: int, prompt_tokens: int, completion_tokens: int) -> None:
        """Take in some replies."""
        self.calls += calls
        self.prompt_tokens += prompt_tokens
        self.completion_tokens += completion_tokens

    def include(self, other: Spent) -> None:
        """Take in what was spent elsewhere."""
        self.add(other.calls, other.prompt_tokens, other.completion_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When to stop asking; None: never.

    Args:
        calls: How many.
        cost: What they may cost.
        price: By which that is counted.
        failures: How many questions in a row may be left without an answer.

    Raises:
        ConfigError: A limit is negative or no finite number, or one of cost is given without a price.
    """

    calls: int | None = None
    cost: float | None = None
    price: Price | None = None
    failures: int | None = 10

    def __post_init__(self) -> None:
        if self.failures is not None and self.failures < 1:
            raise ConfigError(f"the failures in a row must be a positive integer: {self.failures}")
        if (self.calls is not None and self.calls < 0) or not (self.cost is None or 0 <= self.cost < inf):
            raise ConfigError("a limit of calls or of cost is a finite number from 0 on")
        if self.cost is not None and self.price is None:
            raise ConfigError("a limit of cost needs the price of tokens")

    def reached(self, spent: Spent, under_way: int) -> str | None:
        """Return which limit forbids another call; None when none does.

        Calls that are under way are taken to cost what those before them did.

        Example:
            >>> Limits(calls=2).reached(Spent(calls=1), under_way=1)
            'the limit of 2 calls is reached'
        """
        if self.calls is not None and spent.calls + under_way >= self.calls:
            return f"the limit of {self.calls} calls is reached"
        if self.cost is not None and self.price is not None:
            cost = self.price.of(spent.prompt_tokens, spent.completion_tokens)
            each = cost / spent.calls if spent.calls else 0.0
            if cost + each * (under_way + 1) > self.cost:
                return f"the limit of {self.cost:g} for the cost is reached"
        return None


class Allowance(Protocol):
    """One set of limits for all who ask, in other processes too."""

    async def claim(self, model: str) -> str | None:
        """Take a call of a model for begun; return instead which limit forbids it, where one does."""
        ...

    def settle(self, model: str, spent: Spent) -> None:
        """Take in what came of a call that was claimed: no call, where nobody has to be paid for it."""
        ...


_WIDE: Final = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]")


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text has: one for four characters, one for each CJK character.

    No tokenizer is asked, as each model has its own; it is meant for a price said beforehand.

    Example:
        >>> estimated_tokens("four words in English"), estimated_tokens("経費精算")
        (6, 4)
    """
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return wide + (len(text) - wide + 3) // 4
