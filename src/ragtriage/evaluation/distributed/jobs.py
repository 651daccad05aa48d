"""Partitions: each part of the input is judged by itself, wherever that is, and little is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from ragtriage.backends.work import LostError
from ragtriage.batch import Meeting
from ragtriage.errors import AlignmentError, ConfigError, DataError, RagtriageError
from ragtriage.evaluation.batches import Watch, batches
from ragtriage.evaluation.distributed.parts import Part, Read, Reader
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.pipeline import Gathered, Plan, gather
from ragtriage.evaluation.reviews import Reviews
from ragtriage.evaluation.seen_ids import stable_hash
from ragtriage.evaluation.store import RowStore
from ragtriage.model import Judging, Settings
from ragtriage.text.abstention import OwnPattern

__all__ = ["Given", "Job", "Outcome", "judge_part", "judging"]

_ATTEMPTS: Final = 4  # at one part; whoever is lost four times is lost by the part


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """How parts are judged; it can be pickled.

    Args:
        settings: What is held fixed.
        folder: Where the rows of each part go, in a file of its own.
        judges: Makes the judges, once for each worker.
        reader: How the rows are read.
        by: `tags` or `language`: slices.
        with_texts: Keep the texts in the rows.
        patterns: More patterns of refusals.
        reviews: What people said of single verdicts.
        skips_bad_parts: Set parts aside that cannot be read at all.
        pack: Writes the rows of a part in another form to a file; None: they stay as they are.
        suffix: Of the files.
    """

    settings: Settings
    folder: Path
    judges: Callable[[], Judges] = Judges.of
    reader: Reader = field(default_factory=Reader)
    by: tuple[str, ...] = ()
    with_texts: bool = True
    patterns: tuple[OwnPattern, ...] = ()
    reviews: Reviews | None = None
    skips_bad_parts: bool = False
    pack: Callable[[RowStore, Path], None] | None = None
    suffix: str = ".jsonl"


@dataclass(slots=True)
class Outcome:
    """What is kept of a part that was judged; its rows are in the file."""

    number: int
    rows: Path
    gathered: Gathered
    watch: Watch
    read: Read
    share: float | None
    judging: dict[str, Judging]  # by stage, of judges that ask a model


@dataclass(frozen=True, slots=True)
class Given:
    """Judges that are sent to whoever judges as they are."""

    judges: Judges

    def __call__(self) -> Judges:
        """Return them."""
        return self.judges


def judging(job: Job) -> Callable[[Part], Outcome]:
    """Make the judges of a job, and return what judges its parts."""
    return partial(judge_part, job, job.judges())


def judge_part(job: Job, judges: Judges, part: Part) -> Outcome:
    """Judge the cases of a part and write their rows.

    Args:
        job: How.
        judges: That were made for the job.
        part: What.

    Raises:
        DataError: The part cannot be judged; the message names file, row and field.
        LostError: Workers were lost with the part, as often as it was begun.
    """
    rows = _begun(job, part)
    if rows is None:
        error = LostError(f"{part.where}: {_ATTEMPTS} workers were lost while they judged it")
        return _left_out(job, part, judges, error)
    try:
        outcome = _judged(job, part, judges, rows)
    except DataError:
        return _judged_exactly(job, part, judges, rows)
    # what was set aside is told by the numbers that its rows have in the whole file
    return _judged(job, part, judges, rows, is_exact=True) if outcome.read.aside else outcome


def _begun(job: Job, part: Part) -> Path | None:
    """Return the file that the rows are to be written to at first; None where too many were begun.

    Each worker that is lost leaves one behind, and with that the word that it was at this part.
    """
    for attempt in range(_ATTEMPTS):
        rows = job.folder / f".part-{part.number:05d}-{attempt}"
        try:
            rows.touch(exist_ok=False)
        except FileExistsError:
            continue
        return rows
    return None


def _judged_exactly(job: Job, part: Part, judges: Judges, rows: Path) -> Outcome:
    """Judge a part with which something is wrong, its rows numbered as in the whole file."""
    try:
        return _judged(job, part, judges, rows, is_exact=True)
    except AlignmentError:
        raise
    except DataError as error:
        return _left_out(job, part, judges, error)


def _left_out(job: Job, part: Part, judges: Judges, error: RagtriageError) -> Outcome:
    """Set a part aside as a whole.

    Raises:
        RagtriageError: It is not to be set aside.
    """
    if not job.skips_bad_parts:
        raise error
    outcome = _judged(job, part, judges, job.folder / f".part-{part.number:05d}-aside", is_left_out=True)
    said = str(error).removeprefix(f"{part.where}: ")
    outcome.read.aside.append(f"{part.where}: set aside as a whole: {said}")
    return outcome


def _stopped(job: Job, part: Part, error: OSError) -> RagtriageError:
    """Say what the system said: of the rows, which are written, or of a file that is read."""
    said = error.strerror or type(error).__name__
    if error.filename is None or Path(error.filename).is_relative_to(job.folder):
        return ConfigError(f"the rows of a part of {part.name} cannot be written: {said}")
    return DataError(f"{part.name}: cannot be read: {said}")


def _judged(
    job: Job, part: Part, judges: Judges, rows: Path, *, is_exact: bool = False, is_left_out: bool = False
) -> Outcome:
    read = Read()
    watch = Watch(Meeting(job.settings.unit, is_allowed=True, is_part=True))
    plan = Plan(
        settings=job.settings,
        judges=judges,
        inputs=(part.name,),
        by=job.by,
        with_texts=job.with_texts,
        closed_book=part.closed_book,
        reviews=job.reviews,
    )
    gathered = Gathered(plan, stable_hash)
    pairs = iter(()) if is_left_out else part.pairs(job.reader, read, is_exact=is_exact)
    target = job.folder / f"part-{part.number:05d}{job.suffix}"
    store = RowStore(rows)
    try:
        gather(batches(pairs, job.settings, watch, job.patterns), plan, gathered, store)
        store.close()
        if job.pack is not None:
            packed = rows.with_name(f"{rows.name}-packed")
            job.pack(store, packed)
            packed.replace(rows)
        # Whoever seemed lost may still be at it when the part is begun anew: it is put in place whole.
        rows.replace(target)
    except OSError as error:
        raise _stopped(job, part, error) from None
    finally:
        with suppress(OSError):  # what is not written for want of room was told already
            store.close()
        rows.unlink(missing_ok=True)
    told = {name: judge.panel.told() for name, judge in judges.asking().items()}
    return Outcome(part.number, target, gathered, watch, read, part.share, told)
