"""A shelf: judgements of an earlier run, found again by everything that they depend on.

One hash a case stands for all that its judge was handed, for who judged, and for the code that reads replies.
A case that is found is neither read nor compared again; one that is not is judged, from kept replies where
there are any. So the shelf saves time and never a call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

import ragtriage
from ragtriage.batch import Batch
from ragtriage.llm.asking import Asker
from ragtriage.llm.spending import Spent
from ragtriage.model import Cause

__all__ = ["Judgement", "Shelf", "Taken"]

_encode: Final = msgspec.json.Encoder(order="deterministic").encode
_decode: Final = msgspec.json.Decoder(tuple[int, int, int, bool, bool, msgspec.Raw]).decode


class Judgement(Protocol):
    """What a judge gives for a case."""

    @property
    def cause(self) -> Cause | None:
        """Why it is unknown, if it is."""
        ...


@dataclass(slots=True)
class Taken:
    """What one case takes while it is judged."""

    spent: Spent = field(default_factory=Spent)
    is_whole: bool = True  # whether everything was asked, and every reply believed
    is_split: bool = False  # whether the votes differed
    is_open: bool = True  # whether strings left it to the model


J = TypeVar("J", bound=Judgement)


class Kept(NamedTuple, Generic[J]):
    """A judgement, and what it took when it was made."""

    judgement: J
    taken: Taken


class Shelf(Generic[J]):
    """The judgements of one batch that are kept, and those that will be.

    Args:
        asker: Has the cache; without one nothing is kept.
        batch: The cases.
        identity: Of the judge.
        kind: What a judgement is.
    """

    def __init__(self, asker: Asker, batch: Batch, identity: str, kind: type[J]) -> None:
        self._asker = asker
        self._kind = kind
        self._keys = [] if asker.cache is None else _keys(asker, batch, identity)
        self._fresh: dict[bytes, bytes] = {}

    def kept(self) -> Iterator[tuple[int, Kept[J]]]:
        """Yield the judgements that are kept, each with the place of its case."""
        found = self._asker.recall([key for key in self._keys if key])
        if not found:
            return
        decode = msgspec.json.Decoder(self._kind).decode
        for place, key in enumerate(self._keys):
            data = found.get(key)
            if data is None:
                continue
            try:
                calls, prompt, completion, is_split, is_open, raw = _decode(data)
                judgement = decode(raw)
            except (msgspec.DecodeError, RecursionError):
                continue
            taken = Taken(Spent(calls, prompt, completion), is_split=is_split, is_open=is_open)
            yield place, Kept(judgement, taken)

    def put(self, place: int, judgement: J, taken: Taken) -> None:
        """Take in a judgement, to be kept when the shelf is closed."""
        if self._keys and self._keys[place]:
            spent = taken.spent
            tokens = (spent.prompt_tokens, spent.completion_tokens)
            told = (spent.calls, *tokens, taken.is_split, taken.is_open, judgement)
            self._fresh[self._keys[place]] = _encode(told)

    def close(self) -> None:
        """Keep what was taken in."""
        self._asker.remember(self._fresh)
        self._fresh = {}


def _keys(asker: Asker, batch: Batch, identity: str) -> list[bytes]:
    """Return the hash of all that the judgement of each case depends on; empty where it cannot be hashed."""
    told = (_code(), identity, asker.endpoint.place, asker.endpoint.model, batch.settings)
    start = sha256(_encode(told))
    keys: list[bytes] = []
    for case, trace, is_abstained in zip(batch.cases, batch.traces, batch.abstained, strict=True):
        try:
            data = _encode((case, trace, is_abstained))
        except UnicodeEncodeError:
            keys.append(b"")
            continue
        key = start.copy()
        key.update(data)
        keys.append(key.digest())
    return keys


# Words, instructions and weights make verdicts as code does.
_OF_CODE: Final = frozenset((".py", ".toml", ".txt", ".json"))


@cache
def _code() -> str:
    """Return the hash of the code as it is installed: names, sizes and times of its files."""
    folder = Path(ragtriage.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.suffix in _OF_CODE)
    told: list[Any] = [ragtriage.__version__]
    for path in files:
        state = path.stat()
        told.append((path.relative_to(folder).as_posix(), state.st_size, state.st_mtime_ns))
    return sha256(_encode(told)).hexdigest()
