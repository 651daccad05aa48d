"""Values of options: several in one, and sizes with a unit."""

from __future__ import annotations

from typing import Final

import click

from ragtriage.errors import ConfigError

__all__ = ["LANGUAGES", "SUMMARY_VARIABLE", "Size", "split_columns", "split_names"]

# Of the interface of HTML reports; `ragtriage.reports.html.messages.Language` has the same.
LANGUAGES: Final = ("en", "ja")

SUMMARY_VARIABLE: Final = "GITHUB_STEP_SUMMARY"  # where a step of GitHub reads its summary


def split_names(_ctx: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Return names; a comma or a space stands between two."""
    return tuple(name for value in values for name in value.replace(",", " ").split())


def split_columns(
    _ctx: click.Context, _parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Return columns; a comma stands between two, and their names may hold spaces."""
    return tuple(name.strip() for value in values for name in value.split(",") if name.strip())


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
