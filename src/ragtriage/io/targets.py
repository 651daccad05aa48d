"""Places to write to: on this machine or a disk that it has, and no URL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ragtriage.errors import ConfigError

__all__ = ["A_FILE", "A_FOLDER", "refuse_url"]

# What to name instead.
A_FILE: Final = "a file to write to"
A_FOLDER: Final = "a folder to write to (one that all machines share, for a cluster)"

# In a path two slashes have become one; a chain of storages may do without.
_SCHEME: Final = re.compile(r"([a-z][\w+.-]+:/|[a-z][\w+.-]*::)(?:[^?#]*@)?", re.IGNORECASE)
_QUERY: Final = re.compile(r"(?s)[?#].+")


def refuse_url(place: Path, instead: str) -> None:
    """Refuse a place that was named by a URL: a file or a folder of that name would be made here.

    Args:
        place: What was named.
        instead: What to name.

    Raises:
        ConfigError: It is a URL.

    >>> refuse_url(Path("s3://bucket/out"), "a file to write to")
    Traceback (most recent call last):
    ragtriage.errors.ConfigError: s3:/bucket/out: is a URL; name a file to write to
    """
    written = place.as_posix()
    if _SCHEME.match(written):
        # without a user, a password and a signature
        told = _QUERY.sub("?…", _SCHEME.sub(r"\1", written, count=1))
        raise ConfigError(f"{told}: is a URL; name {instead}")
