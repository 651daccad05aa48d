"""Options that several commands have: each is said once."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, TypeVar

import click

from ragtriage.cli.paths import Cache, InPath
from ragtriage.cli.values import LANGUAGES, Number, Prices, Size, Whole

__all__ = ["asking_options", "choice_option", "lang_option", "no_color_option", "reviews_option"]

F = TypeVar("F", bound=Callable[..., Any])

_ASKING: Final = (
    click.option(
        "--concurrency",
        type=Whole(min=1),
        default=8,
        show_default=True,
        help="Requests under way at once.",
    ),
    click.option(
        "--cache", type=Cache(), metavar="DIR", help="Where replies are kept; else in the user's cache."
    ),
    click.option("--no-cache", is_flag=True, help="Keep no replies, and use none."),
    click.option("--dry-run", is_flag=True, help="Say what would be asked and about what it takes; stop."),
    click.option("--max-calls", type=Whole(min=0), help="Ask no more often in this run."),
    click.option("--max-cost", type=Number(min=0), help="Spend no more in this run; needs --price."),
    click.option(
        "--keep-going", is_flag=True, help="Ask on after ten failures in a row; without it that is the end."
    ),
    click.option(
        "--max-reply",
        type=Size(),
        default="1MiB",
        show_default=True,
        help="How much of one reply is read; a longer one is a failure.",
    ),
    click.option(
        "--price",
        type=Prices(),
        metavar="IN,OUT",
        help="What a million tokens cost, sent and received: 0.25,2 for example.",
    ),
)


def asking_options(command: F) -> F:
    """Give a command the options of whoever asks a model: how much at once, what is kept, what it costs."""
    for option in reversed(_ASKING):
        command = option(command)
    return command


def choice_option(
    name: str, kind: type[StrEnum], said: str, *, default: StrEnum | None = None
) -> Callable[[F], F]:
    """Return an option that takes a value of an enumeration.

    Args:
        name: As it is spelt.
        kind: The enumeration.
        said: In the help.
        default: None where the command tells a value that was given from none.
    """
    return click.option(
        name,
        type=click.Choice([each.value for each in kind]),
        default=None if default is None else default.value,
        show_default=default is not None,
        help=said,
    )


def lang_option(what: str) -> Callable[[F], F]:
    """Return the option that names the language of a page.

    Args:
        what: Whose interface it is, such as `report.html`.
    """
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        default=LANGUAGES[0],
        show_default=True,
        help=f"Of the interface of {what}; texts of cases stay as they are.",
    )


no_color_option = click.option("--no-color", is_flag=True, help="Print without colour.")


def reviews_option(command: F) -> F:
    """Give a command the option for what people said."""
    return click.option(
        "--reviews",
        type=InPath(),
        metavar="FILE",
        help="What people said of verdicts (`ragtriage review`, or the page); it counts before any judge.",
    )(command)
