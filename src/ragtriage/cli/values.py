"""Values of options that may be given more than once, or with commas between them."""

from __future__ import annotations

from typing import Final

import click

__all__ = ["LANGUAGES", "SUMMARY_VARIABLE", "split_columns", "split_names"]

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
