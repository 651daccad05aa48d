"""A probe: every chosen case asked about again with its context changed, read, and summed up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from ragtriage.errors import DataError
from ragtriage.evaluation.folder import MARK, known_files
from ragtriage.io.files import MAX_WHOLE_BYTES
from ragtriage.io.folders import whole_folder
from ragtriage.io.opening import read_small
from ragtriage.io.outputs import PROBE, REPORT
from ragtriage.io.whole_file import whole_file, write_whole
from ragtriage.model.probing import CaseProbe, ProbeReport, ProbeSummary

if TYPE_CHECKING:
    import os

__all__ = ["FILE", "Probe", "try_place"]

FILE: Final = "probe.json"  # in the folder of the evaluation
_REPORT: Final = "report.json"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Probe:
    """The outcome of `ragtriage.probe`; iterating over it yields a `CaseProbe` for every case.

    Example:
        >>> import ragtriage
        >>> def parrot(question, contexts):
        ...     return contexts[0] if contexts else "I do not know."
        >>> probe = ragtriage.probe(
        ...     [{"question": "When is it due?", "expected": "5 days", "gold_ids": ["policy"],
        ...       "evidence": ["It is due in 5 days."], "answer": "2 days",
        ...       "retrieved": [{"id": "guide", "text": "Ask within 2 days."}]}],
        ...     parrot,
        ... )
        >>> [(case.conclusion.value, case.standing.value) for case in probe]
        [('retrieval_at_fault', 'confirmed')]
    """

    report: ProbeReport
    refusals: tuple[str, ...] = ()  # who asked no more, and which limit was reached
    stopped: tuple[str, ...] = ()  # who asked no more after too many failures in a row, and the last
    generator_failure: str | None = None  # of the first answer that is missing: whose it is, and why
    judge_failure: str | None = None  # why the last answer that a judge failed on was not judged

    @property
    def summary(self) -> ProbeSummary:
        """All cases together."""
        return self.report.summary

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader should know before trusting the numbers."""
        return self.report.warnings

    def __len__(self) -> int:
        """Return the number of cases."""
        return len(self.report.cases)

    def __iter__(self) -> Iterator[CaseProbe]:
        """Yield the cases in the order of the evaluation."""
        return iter(self.report.cases)

    def find(self, identifier: str) -> CaseProbe | None:
        """Return one case; None where it was not probed."""
        return next((case for case in self.report.cases if case.id == identifier), None)

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Add `probe.json` to the folder of the evaluation, and its summary to `report.json`.

        Each file is replaced whole or not at all; what else they hold stays as it is, byte for byte. A probe
        that stands there is replaced.

        Raises:
            DataError: The folder holds no evaluation.
            ConfigError: It cannot be written.
        """
        folder = Path(directory)
        try:
            data = read_small(folder / _REPORT, _REPORT, most=MAX_WHOLE_BYTES)
            parts = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        except (DataError, msgspec.DecodeError, RecursionError):
            raise DataError(f"{folder}: holds no evaluation to which a probe could be added") from None
        write_whole(folder / FILE, _pretty(self.report) + b"\n", PROBE)
        write_whole(folder / _REPORT, _with_key(parts, "probe", _pretty(self.summary)), REPORT)

    @classmethod
    def load(cls, directory: str | os.PathLike[str]) -> Probe:
        """Read a probe back from the folder of its evaluation.

        Raises:
            DataError: The folder holds none, or one of another version.
        """
        path = Path(directory) / FILE
        try:
            data = read_small(path, str(path), most=MAX_WHOLE_BYTES)
        except DataError:
            raise DataError(f"{directory}: holds no probe (no readable {FILE})") from None
        try:
            report = msgspec.json.decode(data, type=ProbeReport)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(f"{path}: is no report of a probe: {error}") from None
        if report.schema_version != _VERSION:
            raise DataError(f"{path}: has schema version {report.schema_version}, expected {_VERSION}")
        return cls(report)

    @classmethod
    def of(cls, directory: str | os.PathLike[str]) -> Probe | None:
        """Read the probe of an evaluation, if it has one.

        Raises:
            DataError: There is one that cannot be read.
        """
        return cls.load(directory) if (Path(directory) / FILE).is_file() else None


class _TriedError(Exception):
    """Nothing is to be put in a place that was only tried."""


def try_place(directory: str | os.PathLike[str], *, is_new: bool) -> None:
    """Try whether a probe can be written, before anybody pays for it; nothing is.

    Args:
        directory: The folder.
        is_new: Whether the evaluation is written there too, and not only the probe.

    Raises:
        ConfigError: It cannot be written, or something else stands there.
    """
    folder = Path(directory)
    place = whole_folder(folder, known_files(folder), MARK) if is_new else whole_file(folder / FILE, PROBE)
    with suppress(_TriedError), place:
        raise _TriedError


def _pretty(record: msgspec.Struct) -> bytes:
    return msgspec.json.format(msgspec.json.encode(record), indent=2)


def _with_key(parts: dict[str, msgspec.Raw], key: str, value: bytes) -> bytes:
    """Return an object with one more key before its cases; what the others hold stays to the byte."""
    kept = {name: bytes(part) for name, part in parts.items() if name != key}
    cases = {name: kept.pop(name) for name in ("cases", "cases_left_out") if name in kept}
    whole = kept | {key: value.replace(b"\n", b"\n  ")} | cases
    rows = [b"  %b: %b" % (msgspec.json.encode(name), part) for name, part in whole.items()]
    return b"{\n" + b",\n".join(rows) + b"\n}\n"
