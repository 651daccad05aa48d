"""`ragtriage cache`: what replies are kept, and forgetting old ones."""

from __future__ import annotations

from pathlib import Path

import click

from ragtriage.cli.console import say
from ragtriage.cli.paths import Cache, FileCommand
from ragtriage.cli.values import Number

__all__ = ["cache"]

_DIRECTORY = click.option(
    "--cache", "directory", type=Cache(), metavar="DIR", help="Its folder; else the user's cache."
)


@click.group(short_help="Look at the kept replies of judges, or forget some.")
def cache() -> None:
    """Look at the replies of judges that are kept, or forget some."""


@cache.command(cls=FileCommand)
@_DIRECTORY
def stats(directory: str | None) -> None:
    """Say how many replies are kept, how large they are, and what they took."""
    from datetime import UTC, datetime  # noqa: PLC0415 - --help starts fast

    from ragtriage.llm.cache import ReplyCache  # noqa: PLC0415 - as above

    with ReplyCache(_existing(directory), is_read_only=True) as kept:
        told = kept.stats()
    say(f"{told.replies:,} replies in {told.path}, {told.size_bytes / 1e6:,.1f} MB")
    click.echo(f"{told.prompt_tokens:,} tokens in and {told.completion_tokens:,} out were paid for them")
    if told.oldest is not None and told.newest is not None:
        first, last = (datetime.fromtimestamp(when, UTC).date() for when in (told.oldest, told.newest))
        click.echo(f"put between {first} and {last}")


@cache.command(cls=FileCommand)
@_DIRECTORY
@click.option(
    "--older-than",
    type=Number(min=0),
    required=True,
    metavar="DAYS",
    help="Forget replies that were put longer ago; 0 forgets all.",
)
def prune(directory: str | None, older_than: float) -> None:
    """Forget old replies."""
    from ragtriage.llm.cache import ReplyCache  # noqa: PLC0415 - as above

    with ReplyCache(_existing(directory)) as kept:
        forgotten = kept.prune(older_than_days=older_than)
    click.echo(f"{forgotten:,} replies forgotten")


def _existing(directory: str | None) -> Path:
    """Return the folder; none is made to be looked at.

    Raises:
        UsageError: There is none, or no replies are in it.
    """
    from ragtriage.llm.cache import default_directory, has_replies  # noqa: PLC0415 - as above

    path = default_directory() if directory is None else Path(directory)
    if not has_replies(path):
        raise click.UsageError(f"no replies are kept in {path}")
    return path
