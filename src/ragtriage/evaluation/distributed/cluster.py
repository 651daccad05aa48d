"""Evaluating on a cluster: every machine judges parts of the input, and writes its part of the folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from ragtriage.backends.ray import Cluster, connected, shared
from ragtriage.batch import Meeting
from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluation.batches import Watch
from ragtriage.evaluation.distributed.jobs import Job, Outcome, judging
from ragtriage.evaluation.distributed.merging import Merging
from ragtriage.evaluation.distributed.parted_rows import PartedRows, pack_parquet
from ragtriage.evaluation.distributed.parts import Part, Read, Reader
from ragtriage.evaluation.distributed.stored_parts import FileReading, stored_parts
from ragtriage.evaluation.evaluation import Evaluation, PartFile
from ragtriage.evaluation.folder import MARK, known_files, write_report
from ragtriage.evaluation.inputs import Reading, RowReader
from ragtriage.evaluation.named_judges import NamedJudges
from ragtriage.evaluation.pipeline import Gathered, Plan, conclude
from ragtriage.evaluation.reviews import load_reviews
from ragtriage.evaluation.seen_ids import stable_hash
from ragtriage.io.files import name_of
from ragtriage.io.folders import whole_folder
from ragtriage.io.input_path import InputPath
from ragtriage.io.storage import stored_files
from ragtriage.io.survey import Survey
from ragtriage.io.unread import unread_warning
from ragtriage.model import Settings
from ragtriage.text.abstention import OwnPattern, load_patterns

__all__ = ["evaluate_on_cluster"]

_CASES: Final = "cases"  # the folder of the parts


def evaluate_on_cluster(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str],
    settings: Settings | None = None,
    reading: Reading | None = None,
    *,
    judges: NamedJudges | None = None,
    address: str | None = None,
    actors: int | None = None,
    parquet: bool = False,
    encoding: str | None = None,
    sheet: str | None = None,
    reader: Callable[[str], RowReader] | None = None,
) -> Evaluation:
    """Judge the cases of files anywhere on a Ray cluster, and write a folder with one report and many parts.

    The counts are those of one process, and so are the means, to the last bit, whatever the cluster. A part
    with which a worker is lost is begun anew by another.

    Args:
        path: A file, a folder, a pattern, or a URL of one that fsspec reads.
        out: The folder to write, where all machines of the cluster reach it; an evaluation that stands
            there is replaced.
        settings: What is held fixed: `ragtriage.model.Settings(k=5)`.
        reading: How the input is read: `ragtriage.evaluation.inputs.Reading`.
        judges: Named judges, in the places of those that compare strings; they are made in actors.
        address: Of the head of the cluster; None for `RAY_ADDRESS`, or a cluster of this machine that ends
            with the work.
        actors: How many hold the judges; None for one a processor, or one a GPU where one is used.
        parquet: Write the parts as Parquet.
        encoding: Of the text of the files, where that is not UTF-8.
        sheet: Of workbooks; None for their first.
        reader: Makes of a path or URL what reads a file of another tool; None: files have our own fields.

    Raises:
        DataError: The input cannot be judged; the message names file, line and field.
        ConfigError: There is no such cluster, or the folder cannot be written.
        MissingExtraError: Ray, or what a judge needs, is not installed.
        LostError: A part cannot be judged without losing the worker; the message names it.

    Example:
        The input is looked for before the cluster is:

        >>> evaluate_on_cluster("nowhere/*.jsonl", "/shared/november", address="head:6379")
        Traceback (most recent call last):
        ...
        ragtriage.errors.DataError: nowhere/*.jsonl: no file is there
    """
    settings, reading = settings or Settings(), reading or Reading()
    _check_reading(reading)
    named = NamedJudges() if judges is None else judges
    made = named()
    files = stored_files(os.fspath(path))
    name, target = name_of(path), Path(out)
    known = InputPath(name, encoding=encoding).encoding
    how = FileReading(form=reading.form, encoding=known, sheet=sheet, reader=reader)
    patterns = () if reading.patterns is None else load_patterns(reading.patterns)
    read = Read(survey=Survey(name), field_map=reading.field_map)
    watch = Watch(Meeting(settings.unit, is_allowed=reading.allow_disjoint_ids))
    plan = Plan(
        settings=settings,
        judges=made,
        inputs=(name,),
        by=reading.by,
        with_texts=reading.with_texts,
        patterns=tuple(pattern.expression for pattern in patterns),
        system=reading.system.fingerprints,
        configuration=reading.system.configuration,
        reviews=None if reading.reviews is None else load_reviews(reading.reviews),
        interval=reading.interval,
        set_aside=read.aside,
        closing=partial(_closing, name, read, reading),
        unread=lambda: () if read.survey is None else read.survey.unread_fields(),
    )
    gathered = Gathered(plan, stable_hash)
    written: list[PartFile] = []
    merging = Merging(gathered, watch, read, name, partial(_note, gathered, written, reading.progress))
    # whoever still works when all is over is ended before the folder goes
    with whole_folder(target, known_files(target), MARK) as folder, connected(address) as has:
        cluster = _cluster(named, has, actors)
        if made.asking():
            common = shared(named.limits)
            named = replace(
                named,
                endpoint=named.endpoint.resolved(),
                pace=common.pace,
                allowance=common.allowance,
                failure_count=common.failure_count,
            )
        job = _job(plan, reading, folder / _CASES, judges=named, patterns=patterns, parquet=parquet)
        job.folder.mkdir()
        parts = list(stored_parts(files, how, processors=has.get("CPU", 1.0)))
        _judge(cluster, job, parts, merging)
        _check_any(gathered, read, name)
        rows = PartedRows([folder / part.name for part in written])
        evaluation = conclude(plan, watch, gathered, rows)
        report = msgspec.structs.replace(
            evaluation.report, parts=tuple(written), judging=evaluation.report.judging | merging.judging
        )
        write_report(folder, report, rows, n=len(evaluation))
        evaluation = Evaluation(report, rows, evaluation.failing)
    rows.moved(target / _CASES)
    return evaluation


def _cluster(named: NamedJudges, has: Mapping[str, float], actors: int | None) -> Cluster:
    """Return where judging runs: in tasks, or in actors that hold judges, with GPUs where they are of use.

    An actor that asks for a GPU where all are taken would be waited for: there are no more actors than GPUs.
    """
    if not named.names:
        return Cluster()
    gpus = int(has.get("GPU", 0)) if named.use_a_model_here else 0
    if gpus:
        return Cluster(actors=min(actors or gpus, gpus), gpus=1)
    return Cluster(actors=actors or max(1, int(has.get("CPU", 1))))


def _job(
    plan: Plan,
    reading: Reading,
    folder: Path,
    *,
    judges: NamedJudges,
    patterns: tuple[OwnPattern, ...],
    parquet: bool,
) -> Job:
    return Job(
        settings=plan.settings,
        folder=folder,
        judges=judges,
        reader=Reader(
            field_map=reading.field_map,
            missing_as_empty=reading.missing_as_empty,
            skips_bad_rows=reading.skip_bad_rows,
        ),
        by=plan.by,
        with_texts=plan.with_texts,
        patterns=patterns,
        reviews=plan.reviews,
        skips_bad_parts=reading.skip_bad_rows,
        pack=pack_parquet if parquet else None,
        suffix=".parquet" if parquet else ".jsonl",
    )


def _check_any(gathered: Gathered, read: Read, path: str) -> None:
    """Refuse an input without a case.

    Raises:
        DataError: It has none.
    """
    if gathered.tally.n:
        return
    told = f" that can be judged; the first set aside: {read.aside[0]}" if read.aside else ""
    raise DataError(f"{path}: holds no rows{told}")


def _check_reading(reading: Reading) -> None:
    """Refuse what would have to be held whole on every machine.

    Raises:
        ConfigError: It is given.
    """
    for option, value in (("--corpus", reading.corpus), ("--closed-book", reading.closed_book)):
        if value is not None:
            raise ConfigError(f"{option} is held whole, and not sent to the machines of a cluster")


def _closing(path: str, read: Read, reading: Reading) -> Iterator[str]:
    """Look at the input as a whole: refuse a misspelt field, yield what a reader should know."""
    if read.survey is not None:
        read.survey.check_spelling()
        yield from read.survey.notes
        yield from read.survey.warnings()
        warning = unread_warning(read.survey.unread_fields())
        if warning is not None:
            yield warning
    if read.field_map is not None:
        read.field_map.check(path)
    if read.aside:
        yield f"set aside, because it could not be read: {len(read.aside)}; the first: {read.aside[0]}"
    if not reading.with_texts:
        yield from read.left_as_ids()


def _note(
    gathered: Gathered,
    written: list[PartFile],
    progress: Callable[[int, float | None], None],
    outcome: Outcome,
) -> None:
    """Note the file of a part that was judged; one without cases is no file of the evaluation."""
    n = outcome.gathered.tally.n
    if not outcome.rows.is_file():
        raise ConfigError(
            f"{outcome.rows}: was written by a machine of the cluster and is not here; --out must be on "
            "storage that all of them share"
        )
    if n:
        written.append(PartFile(name=f"{_CASES}/{outcome.rows.name}", cases=n))
    else:
        outcome.rows.unlink()
    progress(gathered.tally.n, outcome.share)


def _judge(cluster: Cluster, job: Job, parts: Sequence[Part], merging: Merging) -> None:
    """Judge the parts on the cluster."""
    try:
        with closing(cluster.run(partial(judging, job), parts)) as made:
            for outcome in made:
                merging.take(outcome)
    finally:
        # whoever is lost leaves what it had begun to write
        for path in job.folder.glob(".part-*"):
            path.unlink()
