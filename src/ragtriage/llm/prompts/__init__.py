"""Prompts: files beside this module, each with a version in its first line, hashed as they stand."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ragtriage.errors import ConfigError, DataError
from ragtriage.io.opening import read_small
from ragtriage.registry import suggestion

__all__ = ["Prompt", "check_prompts", "load_prompt"]

_FOLDER = Path(__file__).parent
_SUFFIX = ".txt"


class Prompt(NamedTuple):
    """What a model is told before it is shown anything.

    Args:
        name: Of the file, without its ending.
        version: What its first line says.
        text: The rest of it; `{language}` stands for the language to reason in, `{marker}` for the marker.
        digest: SHA-256 of the whole file, in hexadecimal.
    """

    name: str
    version: str
    text: str
    digest: str

    def told(self, *, language: str, marker: str) -> str:
        """Return the text for one case."""
        return self.text.replace("{language}", language).replace("{marker}", marker)


@cache
def load_prompt(name: str, directory: str | None = None) -> Prompt:
    """Return the prompt of a name: the file of that name in the directory if it is there, else our own.

    Raises:
        ConfigError: The file cannot be read, or its first line gives no version.

    Example:
        >>> load_prompt("support").version
        'support 1'
    """
    own = _FOLDER / f"{name}{_SUFFIX}"
    path = own if directory is None else Path(directory) / own.name
    if not os.path.lexists(path):
        path = own
    try:
        data = read_small(path, str(path))
        first, _, text = data.decode("utf-8-sig").replace("\r\n", "\n").partition("\n")
    except (DataError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as a prompt: {error}") from None
    if not first.startswith("# ") or not text.strip():
        raise ConfigError(f"{path}: a prompt begins with a line such as '# {name} 1', its name and version")
    for field in ("{language}", "{marker}"):
        if field not in text:
            raise ConfigError(f"{path}: the prompt must say {field} somewhere")
    return Prompt(name, first[2:].strip(), text.strip(), sha256(data).hexdigest())


def check_prompts(directory: str) -> None:
    """Look at a folder of prompts of one's own.

    Raises:
        ConfigError: It is none, or holds a prompt of a name that is never asked for.
    """
    folder = Path(directory)
    if not folder.is_dir():
        raise ConfigError(f"{directory}: is no folder of prompts")
    known = sorted(path.stem for path in _FOLDER.glob(f"*{_SUFFIX}"))
    given = sorted(path.stem for path in folder.glob(f"*{_SUFFIX}"))
    for name in given:
        if name not in known:
            raise ConfigError(f"{folder / name}{_SUFFIX}: no such prompt; {suggestion(name, known)}")
        load_prompt(name, directory)
    if not given:
        raise ConfigError(f"{directory}: holds no prompt; known: {', '.join(known)} (each with {_SUFFIX})")
