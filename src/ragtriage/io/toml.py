"""TOML files that people write: settings, and the parts of a system."""

from __future__ import annotations

import os
import tomllib
from typing import Any

from ragtriage.errors import ConfigError
from ragtriage.io.opening import read_configuration

__all__ = ["read_toml"]


def read_toml(path: str | os.PathLike[str], name: str) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises:
        ConfigError: It cannot be read, or is no TOML that can be.
    """
    text = read_configuration(path, name)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{name}: is no TOML: {error}") from None
    except RecursionError:
        raise ConfigError(f"{name}: is nested too deeply to be read") from None
    except ValueError:  # Python reads numbers of some thousand digits only
        raise ConfigError(f"{name}: holds a number of too many digits; write it as a string") from None
