"""Sharing out: the parts of one input are judged by several processes, and written as one would have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ragtriage.backends.processes import Processes
from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluation.batches import Watch
from ragtriage.evaluation.distributed.jobs import Given, Job, Outcome, judging
from ragtriage.evaluation.distributed.merging import Merging
from ragtriage.evaluation.distributed.parts import Part, Read, Reader
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.pipeline import Gathered, Plan, conclude
from ragtriage.evaluation.seen_ids import stable_hash
from ragtriage.evaluation.store import RowStore
from ragtriage.text.abstention import OwnPattern

__all__ = ["share_out"]


def share_out(
    parts: Iterable[Part],
    plan: Plan,
    watch: Watch,
    read: Read,
    store: RowStore,
    *,
    reader: Reader,
    patterns: tuple[OwnPattern, ...],
    workers: int,
    progress: Callable[[int, float | None], None],
) -> Evaluation:
    """Judge parts in worker processes and return the evaluation; its rows are in the store, in order.

    Args:
        parts: Of one input.
        plan: What is to be done with them together.
        watch: Is given what was watched over the cases.
        read: Is given what was seen while they were read.
        store: Takes the rows.
        reader: How the parts are read.
        patterns: More patterns of refusals.
        workers: How many processes.
        progress: Is told how many cases are done, and which share of the input.

    Raises:
        DataError: A part cannot be judged, or the parts do not fit together.
        ConfigError: A judge asks a model.
        LostError: Two workers died with the same part.
    """
    _check_judges(plan.judges)
    gathered = Gathered(plan, stable_hash)

    def merged(outcome: Outcome) -> None:
        store.take(outcome.rows)
        progress(gathered.tally.n, outcome.share)

    merging = Merging(gathered, watch, read, plan.inputs[0], merged)
    # beside the rows, so that what is written for a moment needs no room elsewhere
    beside = None if store.path is None else store.path.parent
    with TemporaryDirectory(prefix=".parts-", dir=beside) as folder:
        job = Job(
            settings=plan.settings,
            folder=Path(folder),
            judges=Given(plan.judges),
            reader=reader,
            by=plan.by,
            with_texts=plan.with_texts,
            patterns=patterns,
            reviews=plan.reviews,
        )
        with closing(Processes(workers).run(partial(judging, job), parts)) as made:
            for outcome in made:
                merging.take(outcome)
    store.close()
    if read.survey is not None and read.survey.rows == 0:
        raise DataError(f"{plan.inputs[0]}: holds no rows")
    return conclude(plan, watch, gathered, store)


def _check_judges(judges: Judges) -> None:
    """Refuse judges that ask a model.

    Raises:
        ConfigError: One does.
    """
    for stage in judges.asking():
        raise ConfigError(
            f"--workers shares out work of the processor, and the judge of {stage} waits for its endpoint: "
            "--concurrency says how many requests are under way at once, within one limit of calls and cost"
        )
