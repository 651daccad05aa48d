"""`ragtriage config`: which options are in force, and where each comes from."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ragtriage.cli.configuration import find_configuration, option_names
from ragtriage.cli.console import say
from ragtriage.cli.paths import FileCommand

__all__ = ["config"]


@click.command(
    cls=FileCommand,
    short_help="Print the options in force.",
    epilog="""\b
Examples:
  ragtriage config
  ragtriage config compare

\b
A file ragtriage.toml, or [tool.ragtriage] in pyproject.toml, in this folder or above:
  k = 5
  match = "values"
  require = ["recall@5 >= 0.8"]
  [compare]
  no-regression = true
""",
)
@click.argument("command", default="evaluate")
@click.pass_context
def config(context: click.Context, command: str) -> None:
    """Print the options of COMMAND that are in force without any flag, and where each comes from."""
    group = context.find_root().command
    if not isinstance(group, click.Group):
        raise click.UsageError("there are no commands")
    found = group.get_command(context, command)
    if found is None:
        raise click.UsageError(f"no such command: {command!r}")
    names = frozenset(group.list_commands(context))
    configuration = find_configuration(Path.cwd(), names)
    values = configuration.defaults(found)
    path = "" if configuration.path is None else os.path.relpath(configuration.path)
    say(f"# {command}: {path or 'no ragtriage.toml or [tool.ragtriage] found'}")
    defaults = {parameter.name: parameter for parameter in found.params}
    for spelling, name in sorted(option_names(found).items()):
        if name == "help":
            continue
        if name in values:
            say(f"{spelling} = {_shown(values[name])}  # {path}")
        else:
            click.echo(f"{spelling} = {_shown(defaults[name].get_default(context))}  # default")


def _shown(value: object) -> str:
    # Without a default click gives None, an empty tuple, or, since 8.3, a mark of its own.
    if not isinstance(value, bool | int | float | str | Path | list | tuple) or value == ():
        return "not set"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"  # pyright: ignore[reportUnknownArgumentType] - any TOML value
    return f'"{value}"' if isinstance(value, str | Path) else str(value)
