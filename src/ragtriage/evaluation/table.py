"""The table of cases, gathered while they are judged, so that no row is decoded again to make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ragtriage.evaluation.frame import columns_of, lazy_frames, told_apart
from ragtriage.metrics.rankings import Floats
from ragtriage.model import CaseResult, Outcome

if TYPE_CHECKING:
    import polars as pl

__all__ = ["CaseTable"]

_HELD: Final = 2**12  # cases, until they go to a file

_MATCHES: Final = {Outcome.PASS: True, Outcome.FAIL: False, Outcome.UNKNOWN: None}


def _is_match(result: CaseResult) -> bool | None:
    return _MATCHES[result.verdicts.answer.outcome]


# Where a column stands in a result, or what tells it.
_TOLD: Final[Mapping[str, Callable[[CaseResult], object]]] = {
    "id": attrgetter("case.id"),
    "question": attrgetter("case.question"),
    "recall_at_k": attrgetter("verdicts.retrieval.score"),
    "answer_match": _is_match,
    "status": attrgetter("status"),
    "diagnosis": attrgetter("diagnosed.diagnosis"),
    "stage": attrgetter("diagnosed.stage"),
    "second_stage": attrgetter("diagnosed.second_stage"),
    "certain": attrgetter("diagnosed.certain"),
    "stage_certain": attrgetter("diagnosed.stage_certain"),
    "state": attrgetter("diagnosed.state"),
    "abstained": attrgetter("abstained"),
    "retrieval": attrgetter("verdicts.retrieval.outcome"),
    "evidence": attrgetter("verdicts.evidence.outcome"),
    "answer": attrgetter("verdicts.answer.outcome"),
    "support": attrgetter("verdicts.support.outcome"),
}


class CaseTable:
    """The table of cases that are added a batch at a time; some are held, the others are in files.

    It holds what `frame.case_frame` makes of the rows of the same cases.

    Args:
        folder: Where the files go.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: Sequence[str] = ()
        self._held: list[pl.DataFrame] = []
        self._files: list[Path] = []

    def add(
        self, results: Sequence[CaseResult], metrics: Mapping[str, Floats], *, with_texts: bool = True
    ) -> None:
        """Add n cases, and n values of each metric, NaN where undefined; without texts, no questions."""
        import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

        if not results:
            return
        self._names = tuple(results[0].metrics)
        series: list[pl.Series] = []
        for name, kind in columns_of([]).items():
            if name == "possible":
                found, places = told_apart(result.diagnosed.possible for result in results)
                series.append(pl.Series(name, [list(each) for each in found], dtype=kind).gather(places))
            elif name == "question" and not with_texts:
                series.append(pl.Series(name, [""] * len(results), dtype=kind))
            else:
                series.append(pl.Series(name, list(map(_TOLD[name], results)), dtype=kind))
        measured = pl.DataFrame({name: metrics[name] for name in self._names}).fill_nan(None)
        self._held.append(pl.DataFrame(series).hstack(measured))
        if sum(map(len, self._held)) >= _HELD:
            path = self._folder / f".table-{len(self._files)}.arrow"
            pl.concat(self._held).write_ipc(path)
            self._files.append(path)
            self._held = []

    def lazy(self) -> pl.LazyFrame:
        """Return the table, to be read as it is written."""
        return lazy_frames(self._frames, columns_of(self._names))

    def _frames(self) -> Iterator[pl.DataFrame]:
        import polars as pl  # noqa: PLC0415 - as above

        for path in self._files:
            yield pl.read_ipc(path.read_bytes())
        yield from self._held

    def remove(self) -> None:
        """Forget the cases, and remove the files."""
        for path in self._files:
            path.unlink()
        self._files = []
        self._held = []
