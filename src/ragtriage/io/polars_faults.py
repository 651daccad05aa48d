"""What Polars says of a table that it cannot read, in our words: it has many errors, and it prints."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from ragtriage.errors import DataError

__all__ = ["told_faults"]

_STDERR: Final = 2
_MOST_SAID: Final = 300


@contextmanager
def told_faults(name: str, what: str = "Parquet") -> Generator[None]:
    """Say as a reader does that a table cannot be read; nothing of it reaches standard error.

    Args:
        name: The file.
        what: What it should be.

    Raises:
        DataError: Polars cannot read it, or it holds what Python has no value for.
    """
    import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

    try:
        with _silence():
            yield
    except DataError:
        raise
    except (
        pl.exceptions.PolarsError,
        pl.exceptions.PanicException,
        OSError,
        ArithmeticError,
        ValueError,
    ) as error:
        said = " ".join(str(error).split())
        raise DataError(f"{name}: cannot be read as {what}: {said[:_MOST_SAID]}") from None


@contextmanager
def _silence() -> Generator[None]:
    """Send what is written to standard error nowhere, below Python, where a panic is printed."""
    with contextlib.ExitStack() as after:
        try:
            if sys.stderr is not None:
                sys.stderr.flush()
            kept = os.dup(_STDERR)
            after.callback(os.close, kept)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            after.callback(os.close, nowhere)
            os.dup2(nowhere, _STDERR)
            after.callback(os.dup2, kept, _STDERR)
        except (OSError, ValueError):  # there is no standard error
            pass
        yield
