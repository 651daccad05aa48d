"""Folders written whole or not at all."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ragtriage.errors import ConfigError
from ragtriage.io.leftovers import name_beside, remove, sweep
from ragtriage.io.outputs import Output
from ragtriage.io.targets import A_FOLDER, refuse_url

__all__ = ["whole_folder"]


@contextmanager
def whole_folder(
    target: Path, known: Mapping[str, Output | None], mark: str, *, kind: str = "an evaluation"
) -> Generator[Path]:
    """Give a new folder to write into, and put it in the target's place when all went well.

    Args:
        target: Where it goes; a link is followed. A folder that stands there is replaced if it is empty, or
            holds `mark` and nothing but `known` files.
        known: The files that such a folder may hold, `sub/name` in a folder of its own, each with its kind;
            None where its name is all that tells it.
        mark: The name of the one that tells such a folder from any other.
        kind: What such a folder is, for messages.

    Raises:
        ConfigError: Something else stands there, or it cannot be written.
    """
    new: Path | None = None
    try:
        place = _followed(target)
        for name in known:
            if "/" not in name:
                sweep(place / name)  # what a page was drawn into when that was killed is no part of it
        _check_replaceable(place, target, known, mark, kind)
        place.parent.mkdir(parents=True, exist_ok=True)
        sweep(place)
        new = _beside(place, "new")
        yield new
        _check_replaceable(place, target, known, mark, kind)
        _exchange(new, place)
    except OSError as error:
        raise ConfigError(f"{target}: cannot be written: {error.strerror or error}") from None
    finally:
        if new is not None:
            remove(new)


def _followed(target: Path) -> Path:
    """Return where a target really is.

    Raises:
        ConfigError: It is the working directory, leads nowhere, or is a URL.
    """
    refuse_url(target, A_FOLDER)
    try:
        place = target.resolve()
    except RuntimeError:  # a circle of links, before Python 3.13
        raise ConfigError(f"{target}: is a circle of links; name a folder to write to") from None
    if place == Path.cwd():
        # whoever stands in it would be left in a folder that is no more
        raise ConfigError(
            f"{target}: is the working directory, which cannot be replaced; name another folder"
        )
    return place


def _check_replaceable(
    place: Path, target: Path, known: Mapping[str, Output | None], mark: str, kind: str
) -> None:
    """Refuse a place that may not be replaced, under the name that was given for it.

    Raises:
        ConfigError: It is no folder, a folder with something else in it, or one without the mark.
    """
    if not place.exists():
        return
    if not place.is_dir():
        raise ConfigError(f"{target}: is a file; name a folder to write to")
    folders = {name.rpartition("/")[0] for name in known} - {""}
    names: list[str] = []
    for entry in _entries(place):
        name = entry.relative_to(place).as_posix()
        names.append(name)
        is_plain = entry.is_dir() and not entry.is_symlink()
        if not (name in folders if is_plain else name in known and _is_of(entry, known[name])):
            raise ConfigError(
                f"{target}: holds {name!r}, which is no part of {kind}; it is not replaced, "
                "name another folder"
            )
    if names and mark not in names:
        raise ConfigError(
            f"{target}: holds {names[0]!r} and no {mark}, so that it is not {kind}; it is not "
            "replaced, name another folder"
        )


def _entries(folder: Path) -> Iterator[Path]:
    """Yield what a folder holds, and what its folders hold, by name: who stops early has not seen all."""
    for entry in sorted(folder.iterdir()):
        yield entry
        if entry.is_dir() and not entry.is_symlink():
            yield from _entries(entry)


def _is_of(path: Path, kind: Output | None) -> bool:
    return path.is_file() and (kind is None or kind.wrote(path))


def _exchange(new: Path, place: Path) -> None:
    """Put the new folder in its place; what stood there comes back when that is stopped half-way."""
    if not place.exists():
        new.rename(place)
        return
    old = _beside(place, "old")
    aside = old / place.name
    try:
        place.rename(aside)
        new.rename(place)
    finally:
        if aside.exists() and not place.exists():
            aside.rename(place)
        remove(aside)
        remove(old)


def _beside(target: Path, kind: str) -> Path:
    """Make a new folder beside the target, on the same file system, so that a rename puts it in place."""
    folder = name_beside(target, kind)
    folder.mkdir()
    return folder
