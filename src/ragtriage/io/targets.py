"""Places to write to: on this machine or a disk that it has, and no URL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ragtriage.errors import ConfigError

__all__ = ["refuse_url"]

# In a path two slashes have become one.
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]+:/)(?:[^/]*@)?", re.IGNORECASE)


def refuse_url(place: Path, instead: str) -> None:
    """Refuse a place that was named by a URL: a folder of that name would be made here.

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
        told = _SCHEME.sub(r"\1", written, count=1)  # without a user and a password
        raise ConfigError(f"{told}: is a URL; name {instead}")
