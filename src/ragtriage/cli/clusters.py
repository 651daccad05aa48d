"""`ragtriage evaluate --backend ray`: what may be asked of a cluster, and what of one process alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.judging import named_key
from ragtriage.cli.sources import OWN

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.evaluation.inputs import Reading
    from ragtriage.evaluation.named_judges import NamedJudges
    from ragtriage.model import Settings

__all__ = ["check_backend", "on_cluster"]

# What is counted, held or read in one place: option → why it is not for a cluster.
_ALONE: Final = {
    "traces": "TRACES: put each trace on the line of its case, as `ragtriage convert --traces` does",
    "corpus": "--corpus is held whole; put the texts into the lines beforehand",
    "closed_book": "--closed-book is held whole; evaluate those answers by themselves",
    "run_file": "--run is read whole; one process judges it in less time than a cluster takes to start",
    "qrels": "--qrels are held whole; one process judges a run in less time than a cluster takes to start",
    "encoding": "--encoding: save the files as UTF-8",
    "max_calls": "--max-calls is counted in one process",
    "max_cost": "--max-cost is counted in one process",
    "dry_run": "--dry-run asks nothing, and needs no cluster",
    "html": "--html holds every case in one file; `ragtriage report DIR --html` makes it of the folder",
}


def check_backend(options: dict[str, Any]) -> None:
    """Refuse options that do not go with where the work is to run.

    Raises:
        UsageError: One is given.
    """
    if options["backend"] is None:
        if options["address"] is not None:
            raise click.UsageError("--address goes with --backend ray")
        return
    for name, why in _ALONE.items():
        if options.get(name):
            raise click.UsageError(f"not with --backend ray: {why}")
    if options["form"] not in OWN or options["form"] in {"trec", "beir"}:
        raise click.UsageError(
            f"not with --backend ray: --format {options['form']}; `ragtriage convert` writes JSON lines of it"
        )
    if options["cases"] in {None, "-"}:
        raise click.UsageError("--backend ray reads files: name one, a folder, a pattern or a URL")


def on_cluster(options: dict[str, Any], settings: Settings, reading: Reading) -> Evaluation:
    """Evaluate on a Ray cluster.

    Raises:
        RagtriageError: As `evaluate_on_cluster`.
    """
    from ragtriage.evaluation.distributed.cluster import evaluate_on_cluster  # noqa: PLC0415 - --help starts fast

    return evaluate_on_cluster(
        options["cases"],
        options["out"],
        settings,
        reading,
        judges=_judges(options) if options["judges"] else None,
        address=options["address"],
        actors=options["workers"] if options["workers"] > 1 else None,
        parquet=options["parquet"],
    )


def _judges(options: dict[str, Any]) -> NamedJudges:
    from ragtriage.evaluation.named_judges import NamedJudges  # noqa: PLC0415 - as above
    from ragtriage.llm.cache import default_directory  # noqa: PLC0415 - as above
    from ragtriage.llm.client import Endpoint  # noqa: PLC0415 - as above

    cache = default_directory() if options["cache"] is None else Path(options["cache"]).absolute()
    prompts: str | None = options["prompt_dir"]
    return NamedJudges(
        names=tuple(options["judges"]),
        endpoint=Endpoint(
            base_url=options["base_url"],
            api_key=named_key(options["api_key_env"]),
            max_concurrency=options["concurrency"],
            timeout_seconds=options["judge_timeout"],
        ),
        cache=None if options["no_cache"] else cache,
        votes=options["votes"],
        seed=options["judge_seed"],
        prompt_directory=None if prompts is None else os.path.abspath(prompts),  # noqa: PTH100 - no more than that
        modules=str(Path.cwd()),
    )
