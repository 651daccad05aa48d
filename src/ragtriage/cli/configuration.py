"""Options kept in a file: `ragtriage.toml`, or `[tool.ragtriage]` of `pyproject.toml`; flags win.

A cloned repository must not choose where a key is sent or which code runs: options that name an endpoint,
a judge or prompts are refused in a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import click

from ragtriage.errors import ConfigError
from ragtriage.registry import suggestion

__all__ = ["Configuration", "find_configuration", "option_names"]

# The command whose options stand at the top of the file; those of others stand in tables of their names.
TOP_COMMAND: Final = "evaluate"

_OWN_FILE: Final = "ragtriage.toml"
_PROJECT_FILE: Final = "pyproject.toml"
_LAYOUT: Final = "format"  # may name a layout, and no code
# A cache may hold replies that somebody made up, so that it is of the same kind.
_NEVER: Final = frozenset(
    {
        "force",  # it would let a repository have files written over
        *("judge", "base-url", "api-key", "api-key-env", "prompt-dir", "cache"),
        *("generator", "prompt", "body", "answer-path", "judge-base-url", "judge-api-key-env"),
    }
)

# The kind of a value by the name of click's type; every other takes a string.
_KINDS: Final[dict[str, type]] = {"integer": int, "integer range": int, "float range": float, "boolean": bool}
_CALLED: Final[dict[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a string",
}


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file sets, by command."""

    path: Path | None  # None when there is no such file
    tables: Mapping[str, Mapping[str, Any]]  # command → option as it is spelt after `--` → value

    def defaults(self, command: click.Command) -> dict[str, Any]:
        """Return the values for a command by the names of its parameters.

        Raises:
            ConfigError: A name is no option of the command, or one that may not stand in a file, or a value
                is none that the option takes.
        """
        names = option_names(command)
        options = {each.name: each for each in command.params if isinstance(each, click.Option)}
        values: dict[str, Any] = {}
        for key, value in self.tables.get(command.name or "", {}).items():
            name = key.replace("_", "-")
            if name in _NEVER:
                raise ConfigError(
                    f"{self.path}: `{key}` may not stand in a file (it names an endpoint or code, or has "
                    f"files replaced); give --{name} on the command line"
                )
            if name == _LAYOUT and ":" in str(value):
                raise ConfigError(
                    f"{self.path}: `{key}` = {value!r} names code, which may not stand in a file; give it on "
                    "the command line"
                )
            if name not in names:
                raise ConfigError(
                    f"{self.path}: unknown option `{key}` of {command.name}; {suggestion(name, names)}"
                )
            try:
                values[names[name]] = _value(options[names[name]], value)
            except click.BadParameter as error:
                raise ConfigError(f"{self.path}: `{key}` = {value!r}: {error.message}") from None
        return values


def _value(option: click.Option, value: object) -> object:
    """Return a value of a file as the command takes it: of its own kind, never rounded or guessed.

    Raises:
        click.BadParameter: The option takes no such value.
    """
    if option.multiple:
        several = cast("list[object]", value) if isinstance(value, list) else [value]
        return [_single(option, each) for each in several]
    return _single(option, value)


def _single(option: click.Option, value: object) -> object:
    kind = bool if option.is_flag else _KINDS.get(option.type.name, str)
    is_of_kind = isinstance(value, int | float if kind is float else kind)
    # True is a whole number to Python.
    if not is_of_kind or (kind in {int, float} and isinstance(value, bool)):
        raise click.BadParameter(f"expected {_CALLED[kind]}")
    option.type.convert(value, option, None)
    return value


def option_names(command: click.Command) -> dict[str, str]:
    """Return the options of a command as they are spelt after `--`, with the names of their parameters."""
    return {
        spelling.removeprefix("--"): parameter.name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for spelling in parameter.opts
        if spelling.startswith("--")
    }


def find_configuration(start: Path, commands: frozenset[str]) -> Configuration:
    """Return what the nearest file at or above a folder sets; that of its own comes before the project's.

    Raises:
        ConfigError: It cannot be read, or is not of the right form.
    """
    for folder in (start, *start.parents):
        own = folder / _OWN_FILE
        if own.is_file():
            return Configuration(own, _tables(_read(own), own, commands))
        project = folder / _PROJECT_FILE
        if project.is_file():
            tools = _read(project).get("tool")
            if isinstance(tools, dict) and "ragtriage" in tools:
                table = cast("dict[str, Any]", tools)["ragtriage"]
                return Configuration(project, _tables(table, project, commands))
    return Configuration(None, {})


def _read(path: Path) -> dict[str, Any]:
    from ragtriage.io.toml import read_toml  # noqa: PLC0415 - only where there is such a file

    return read_toml(path, str(path))


def _tables(found: object, path: Path, commands: frozenset[str]) -> dict[str, dict[str, Any]]:
    if not isinstance(found, dict):
        raise ConfigError(f"{path}: tool.ragtriage must be a table")
    tables: dict[str, dict[str, Any]] = {TOP_COMMAND: {}}
    for key, value in cast("dict[str, Any]", found).items():
        if not isinstance(value, dict):
            tables[TOP_COMMAND][key] = value
        elif key in commands:
            tables.setdefault(key, {}).update(cast("dict[str, Any]", value))
        else:
            raise ConfigError(f"{path}: unknown table [{key}]; {suggestion(key, commands)}")
    return tables
