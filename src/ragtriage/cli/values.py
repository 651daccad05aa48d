"""Values of options: several in one, numbers that can be counted with, and sizes with a unit."""

from __future__ import annotations

from math import isfinite
from typing import Final

import click

from ragtriage.errors import ConfigError

__all__ = [
    "LANGUAGES",
    "MOST_SECONDS",
    "SUMMARY_VARIABLE",
    "Number",
    "Prices",
    "Seed",
    "Size",
    "Whole",
    "split_columns",
    "split_names",
]

# Of the interface of HTML reports; `ragtriage.reports.html.messages.Language` has the same.
LANGUAGES: Final = ("en", "ja")

SUMMARY_VARIABLE: Final = "GITHUB_STEP_SUMMARY"  # where a step of GitHub reads its summary

MOST_SECONDS: Final = 604_800  # a week; `ragtriage.llm.endpoint.Endpoint` has the same

_LARGEST: Final = 2**53  # up to here a float holds every whole number, as do all who are sent one


def split_names(_ctx: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Return names; a comma or a space stands between two."""
    return tuple(name for value in values for name in value.replace(",", " ").split())


def split_columns(
    _ctx: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Return columns; a comma stands between two, and their names may hold spaces."""
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


class Number(click.FloatRange):
    """A finite number in a range: what is not a number is within every limit, or beyond none."""

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value!r} is no finite number.", param, ctx)
        return number


class Whole(click.IntRange):
    """A whole number in a range, and none of more digits than can be counted with."""

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        number = super().convert(value, param, ctx)
        if abs(number) > _LARGEST:
            self.fail(f"{str(value)[:40]} is larger than {_LARGEST:,}.", param, ctx)
        return number


class Seed(click.ParamType[int]):
    """A whole number of either sign, without a range that help would tell of."""

    name = "integer"

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        return Whole().convert(value, param, ctx)


class Prices(click.ParamType[tuple[float, float]]):
    """What a million tokens cost, sent and received."""

    name = "price"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return the two prices."""
        try:
            sent, received = map(float, str(value).split(","))
        except ValueError:
            sent = received = -1.0
        if not (isfinite(sent) and isfinite(received) and min(sent, received) >= 0):
            self.fail(f"{value!r} is not two numbers from 0 on, such as 0.25,2.", param, ctx)
        return sent, received


class Size(click.ParamType[int]):
    """A number of bytes, with or without a unit."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number of bytes."""
        from ragtriage.llm.sizes import read_size  # noqa: PLC0415 - --help must start fast

        try:
            return value if isinstance(value, int) else read_size(str(value))
        except ConfigError as error:
            self.fail(str(error), param, ctx)
