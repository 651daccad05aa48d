"""An evaluation: every case judged, all cases together, and what they rest on."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import UNSET, UnsetType

from ragtriage.errors import DataError
from ragtriage.evaluation.distributed.parted_rows import PartedRows
from ragtriage.evaluation.folder import MARK, is_part, known_files, write_cases_parquet, write_report
from ragtriage.evaluation.frame import case_frame
from ragtriage.evaluation.notebook import evaluation_html
from ragtriage.evaluation.report_view import ReportView
from ragtriage.evaluation.rows import decode_rows
from ragtriage.evaluation.store import RowStore
from ragtriage.evaluation.wording import cases
from ragtriage.io.files import MAX_WHOLE_BYTES
from ragtriage.io.folders import whole_folder
from ragtriage.io.opening import read_small, refuse_special
from ragtriage.model import (
    CaseResult,
    Cause,
    Finding,
    Fix,
    Judging,
    Manifest,
    NextStep,
    OpenGroup,
    ReviewRemark,
    Slice,
    Stage,
    Summary,
    UnreadField,
)

if TYPE_CHECKING:
    import os

    import polars as pl

__all__ = ["Evaluation", "PartFile", "Report"]

SCHEMA_VERSION: Final = 1
_IDS_NAMED: Final = 3  # in the message about an id that is not there


class PartFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file with some of the rows, where they do not stand in one."""

    name: str  # in the folder of the evaluation
    cases: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What `report.json` holds beside the cases."""

    schema_version: int = SCHEMA_VERSION
    k: int | None
    mean_recall: float | None
    answer_accuracy: float | None
    summary: Summary
    slices: tuple[Slice, ...] = ()
    manifest: Manifest
    warnings: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()
    unread: tuple[UnreadField, ...] = ()  # what of the input was not read
    # by stage, of judges that ask somebody
    judging: dict[str, Judging] = msgspec.field(default_factory=dict[str, Judging])
    next_steps: tuple[NextStep, ...] = ()
    findings: tuple[Finding, ...] = ()  # what is seen without any label
    # of rows that stand in several files, in their order
    parts: tuple[PartFile, ...] | UnsetType = UNSET
    # of people: those that were not used, and those that something contradicts
    reviews: tuple[ReviewRemark, ...] | UnsetType = UNSET

    @property
    def unknown_share(self) -> float:
        """The share of what was to be judged on which the judge failed; the largest of any stage."""
        return max(
            (each.failed / each.to_judge for each in self.judging.values() if each.to_judge), default=0.0
        )


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The outcome of `ragtriage.evaluate`; iterating over it yields a `CaseResult` for every case.

    Example:
        >>> import ragtriage
        >>> evaluation = ragtriage.evaluate(
        ...     [{"question": "When is it due?", "expected": "5 days", "gold_ids": ["policy"],
        ...       "retrieved": ["guide"], "answer": "5 days"}]
        ... )
        >>> [result.diagnosed.stage.value for result in evaluation]
        ['retrieval']
        >>> evaluation
        <Evaluation of cases: 1 case. Retrieval first: 1 of 1 (1 likely).>
    """

    report: Report
    rows: RowStore
    failing: tuple[CaseResult, ...] = ()  # the first cases that need something fixed

    @property
    def summary(self) -> Summary:
        """All cases together."""
        return self.report.summary

    @property
    def manifest(self) -> Manifest:
        """What the evaluation rests on."""
        return self.report.manifest

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader should know before trusting the numbers."""
        return self.report.warnings

    def __repr__(self) -> str:
        """Return a line that fits a terminal; the records themselves would fill hundreds."""
        view = ReportView(self.report)
        return f"<Evaluation of {view.name}: {cases(view.n)}. {view.headline}>"

    def __len__(self) -> int:
        """Return the number of cases."""
        return self.report.summary.n

    def __iter__(self) -> Iterator[CaseResult]:
        """Yield the cases in the order of the input.

        Raises:
            DataError: The rows cannot be read back, or are not as many as the report says.
        """
        number = 0
        for number, result in enumerate(decode_rows(self.rows.lines(), self._name), 1):  # noqa: B007 - the last counts
            yield result
        if number != len(self):
            raise DataError(f"{self._name}: holds {number} rows, but its report is about {len(self)} cases")

    @property
    def _name(self) -> str:
        return "cases.jsonl" if self.rows.path is None else str(self.rows.path)

    def find(self, identifier: str) -> CaseResult:
        """Return one case.

        Raises:
            DataError: There is none of that id.
        """
        # an argument of a command line need not be UTF-8; no id is like that
        known = identifier.encode("utf-8", "replace").decode("utf-8")
        names = (known, unicodedata.normalize("NFC", known))  # ids are read in this form
        wanted = tuple(b'{"id":' + msgspec.json.encode(name) + b"," for name in names)
        for line in self.rows.lines():
            if line.startswith(wanted):
                return next(decode_rows([line], self._name))
        some = [row.case.id for row in decode_rows(islice(self.rows.lines(), _IDS_NAMED), self._name)]
        such = f"; ids are such as {', '.join(map(repr, some))}" if some else ""
        raise DataError(f"no case has the id {identifier!r}{such}")

    def _repr_html_(self) -> str:
        """Show the evaluation in a notebook."""
        return evaluation_html(self.report)

    def to_frame(self) -> pl.DataFrame:
        """Return one row a case: outcomes, diagnosis and metrics, without the texts."""
        return case_frame(self.rows)

    def save(self, directory: str | os.PathLike[str], *, parquet: bool = False) -> None:
        """Write the evaluation to a folder, whole or not at all.

        Raises:
            ConfigError: Something else stands there, or it cannot be written.
        """
        target = Path(directory)
        with whole_folder(target, known_files(target), MARK) as folder:
            with (folder / "cases.jsonl").open("wb") as stream:
                stream.writelines(self.rows.lines())
            report = msgspec.structs.replace(self.report, parts=UNSET)
            write_report(folder, report, self.rows, n=len(self))
            if parquet:
                write_cases_parquet(folder, self.rows)

    @classmethod
    def load(cls, directory: str | os.PathLike[str]) -> Evaluation:
        """Read an evaluation back from its folder.

        Raises:
            DataError: The folder holds none, or one of another version.
        """
        folder = Path(directory)
        path = folder / "report.json"
        try:
            data = read_small(path, str(path), most=MAX_WHOLE_BYTES)
        except DataError:
            raise DataError(
                f"{folder}: holds no evaluation (no readable report.json); name the folder that "
                "`ragtriage evaluate` wrote"
            ) from None
        try:
            report = msgspec.json.decode(data, type=Report)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(f"{path}: is not the report of an evaluation: {error}") from None
        if report.schema_version != SCHEMA_VERSION:
            raise DataError(f"{path}: has schema version {report.schema_version}, expected {SCHEMA_VERSION}")
        report = msgspec.structs.replace(report, summary=_with_states(report.summary))
        if report.parts is not UNSET:
            odd = next((part.name for part in report.parts if not is_part(part.name)), None)
            if odd is not None:
                raise DataError(f"{path}: names {odd!r} as a part, which is no part of an evaluation")
            paths = [folder / part.name for part in report.parts]
            lost = next((path for path in paths if not path.is_file()), None)
            if lost is not None:
                raise DataError(f"{lost}: is missing, and {path} names it among the parts of the evaluation")
            for part in paths:
                refuse_special(part, str(part))
            return cls(report, PartedRows(paths))
        if not (folder / "cases.jsonl").is_file():
            raise DataError(f"{folder}: holds no cases.jsonl")
        refuse_special(folder / "cases.jsonl", str(folder / "cases.jsonl"))
        return cls(report, RowStore.existing(folder / "cases.jsonl"))


def _with_states(summary: Summary) -> Summary:
    """Return the summary of an evaluation that was written before it told shown, likely and open apart."""
    if summary.shown or not summary.n:
        return summary
    known = {fix: count for fix, count in summary.stages.items() if fix != Fix.UNKNOWN}
    shown = {fix: summary.certain.get(fix, count) for fix, count in known.items()}
    open_cases = summary.n - sum(shown.values())
    could = {fix: count - shown[fix] for fix, count in known.items() if count > shown[fix]}
    # no measured rule stood behind what was not certain then
    groups = [OpenGroup(stage=Stage.ANSWER, cause=Cause.NOT_APPLICABLE, cases=open_cases, could=could)]
    return msgspec.structs.replace(
        summary, shown=shown, likely=dict.fromkeys(shown, 0), open=tuple(groups) if open_cases else ()
    )
