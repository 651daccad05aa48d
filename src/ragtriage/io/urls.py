"""URLs of inputs: which names are one, and which files of this machine they read."""

from __future__ import annotations

import os
import re
from typing import Final

__all__ = ["is_url", "local_file", "local_paths"]

# As fsspec tells them: what begins a path of this machine, what names a storage alone, what begins another.
_HERE: Final = re.compile(r"(?:file|local):(?://)?")
_STORAGE: Final = re.compile(r"[a-z]+|async_wrapper|s3a?")
_ELSEWHERE: Final = re.compile(r"(?s)data:|.{2,}?://")

# Storages that hand on what another holds, and read nothing else.
_HANDING_ON: Final = frozenset(
    {"async_wrapper", "asyncwrapper", "blockcache", "cached", "filecache", "simplecache"}
)


def is_url(path: str) -> bool:
    """Tell whether fsspec is to read a path: it has a scheme, or a chain of them, and is no file here.

    >>> is_url("s3://bucket/cases.jsonl"), is_url("zip://a.jsonl::logs.zip"), is_url("logs/cases.jsonl")
    (True, True, False)
    """
    return ("://" in path or "::" in path) and not os.path.lexists(path)


def local_paths(name: str) -> tuple[str, ...]:
    """Return the files of this machine that are opened where a path or a URL is read.

    >>> local_paths("cases.jsonl"), local_paths("file:///logs/a.jsonl"), local_paths("s3://logs/a.jsonl")
    (('cases.jsonl',), ('/logs/a.jsonl',), ())
    >>> local_paths("zip://a.jsonl::logs/day.zip"), local_paths("zip://a.jsonl::local://logs/day.zip")
    (('logs/day.zip',), ('logs/day.zip',))
    """
    if not is_url(name):
        return (name,)
    return tuple(path for link in name.split("::") if (path := _path(link)) is not None)


def local_file(name: str) -> str | None:
    """Return the file of this machine that a URL is another name of; None where it is of none.

    >>> local_file("file:///logs/a.jsonl"), local_file("filecache::file:///logs/a.jsonl")
    ('/logs/a.jsonl', '/logs/a.jsonl')
    >>> local_file("zip://a.jsonl::file:///logs/day.zip") is None
    True
    """
    if not is_url(name):
        return None
    *before, last = name.split("::")
    return _path(last) if all(link.removesuffix("://") in _HANDING_ON for link in before) else None


def _path(link: str) -> str | None:
    """Return the path that one link of a chain names on this machine."""
    here = _HERE.match(link)
    if here is None and (not link or _STORAGE.fullmatch(link) or _ELSEWHERE.match(link)):
        return None
    path = link if here is None else link[here.end() :]
    return os.path.expanduser(path) if path.startswith("~") else path  # noqa: PTH111 - as fsspec does
