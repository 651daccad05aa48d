"""`ragtriage evaluate --backend ray`: what may be asked of a cluster, and what of one process alone."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ragtriage.cli.console import say
from ragtriage.cli.judging import RESUME, limits_of, named_key, refuse_without_judge
from ragtriage.cli.sources import OWN, source
from ragtriage.errors import DataError

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.evaluation.inputs import Reading
    from ragtriage.evaluation.named_judges import NamedJudges
    from ragtriage.importers.reading import ForeignFile
    from ragtriage.io.mapping import DocumentKey
    from ragtriage.io.splitting import Splits
    from ragtriage.model import Settings

__all__ = ["check_backend", "limit_reached", "on_cluster"]

# What is held or read in one place: option → why it is not for a cluster, and what to do.
_ALONE: Final = {
    "traces": "TRACES: put each trace on the line of its case, as `ragtriage convert --traces` does",
    "corpus": "--corpus is held whole; put the texts into the lines beforehand",
    "closed_book": "--closed-book is held whole; evaluate those answers by themselves",
    "run_file": "--run is read whole; one process judges it in less time than a cluster takes to start",
    "qrels": "--qrels are held whole; one process judges a run in less time than a cluster takes to start",
    "dry_run": "--dry-run asks nothing, and needs no cluster: leave out --backend",
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
    form: str = options["form"]
    if form in {"trec", "beir"}:
        raise click.UsageError(f"not with --backend ray: {_ALONE['run_file']}")
    if ":" in form:
        raise click.UsageError(
            "not with --backend ray: a reader of one's own is not sent to the machines; `ragtriage convert` "
            "writes JSON lines of what it reads"
        )
    if options["cases"] in {None, "-"}:
        raise click.UsageError("--backend ray reads files: name one, a folder, a pattern or a URL")


def on_cluster(options: dict[str, Any], settings: Settings, reading: Reading) -> Evaluation:
    """Evaluate on a Ray cluster.

    Raises:
        RagtriageError: As `evaluate_on_cluster`.
    """
    from ragtriage.evaluation.distributed.cluster import evaluate_on_cluster  # noqa: PLC0415 - --help starts fast

    judges = _judges(options)
    return evaluate_on_cluster(
        options["cases"],
        options["out"],
        settings,
        reading,
        judges=judges,
        address=options["address"],
        actors=options["workers"] if options["workers"] > 1 else None,
        parquet=options["parquet"],
        encoding=options["encoding"],
        sheet=options["sheet"],
        reader=_reader(options),
    )


def limit_reached(evaluation: Evaluation) -> list[str]:
    """Say how much a limit, or an endpoint that fails, has left unasked, if it has."""
    judged = evaluation.report.judging.values()
    left = sum(judging.not_asked for judging in judged)
    if not left:
        return []
    stopped = next((judging.stopped for judging in judged if judging.stopped is not None), None)
    told, advice = "a limit is reached", "run again with a higher one to go on from here"
    if stopped is not None:
        told, advice = stopped, RESUME
    return [f"{told}: {left:,} judgements were not asked for; {advice}"]


@dataclass(frozen=True, slots=True)
class _Layout:
    """Reads files of another tool; it is sent to every machine."""

    name: str
    encoding: str | None
    sheet: str | None
    document_key: DocumentKey | None
    splits: Splits
    folder: str | None  # which the names of files are told from; None: they are told as they are

    def __call__(self, path: str) -> ForeignFile:
        from ragtriage.importers.reading import ForeignFile  # noqa: PLC0415 - few files need it
        from ragtriage.io.input_path import InputPath  # noqa: PLC0415 - as above

        told = InputPath(path, encoding=self.encoding, sheet=self.sheet)
        if self.folder is not None:
            shown = os.path.relpath(path, self.folder)
            told = InputPath(shown, encoding=self.encoding, sheet=self.sheet, held=Path(path))
        return ForeignFile(path=told, layout=self.name, document_key=self.document_key, splits=self.splits)


def _reader(options: dict[str, Any]) -> _Layout | None:
    """Return what reads the files where another tool has written them, as the first of them shows.

    Raises:
        DataError: There is none.
        ConfigError: There is no such layout or encoding.
        UsageError: Options contradict each other.
    """
    form: str = options["form"]
    if (form in OWN and form != "auto") or (form == "auto" and options["pairs"]):
        return None
    from ragtriage.io.mapping import DocumentKey  # noqa: PLC0415 - --help starts fast
    from ragtriage.io.splitting import Splits  # noqa: PLC0415 - as above
    from ragtriage.io.storage import stored_files  # noqa: PLC0415 - as above

    first = stored_files(options["cases"])[0]
    try:
        # a table elsewhere would be read as a whole to see what it holds
        is_seen = form != "auto" or first.is_here or not first.name.endswith(".parquet")
        found = source(first.url, options, lambda _: None) if is_seen else ""
    except DataError:
        return None  # whoever reads it says what is wrong with it
    layout: object = getattr(found, "layout", None)
    if not isinstance(layout, str):
        return None
    if form == "auto":
        say(f"{first.name}: read as {layout}, and so are the files beside it", err=True)
    key = DocumentKey.parse(options["document_key"]) if options["document_key"] else None
    folder = None if first.name == first.url else str(Path.cwd())
    splits = Splits.parse(options["split"])
    return _Layout(layout, options["encoding"], options["sheet"], key, splits, folder)


def _judges(options: dict[str, Any]) -> NamedJudges | None:
    if not options["judges"]:
        refuse_without_judge(options)
        return None
    from ragtriage.evaluation.named_judges import NamedJudges  # noqa: PLC0415 - as above
    from ragtriage.llm.cache import default_directory  # noqa: PLC0415 - as above
    from ragtriage.llm.endpoint import Endpoint  # noqa: PLC0415 - as above

    cache = default_directory() if options["cache"] is None else Path(options["cache"]).absolute()
    prompts: str | None = options["prompt_dir"]
    return NamedJudges(
        names=tuple(options["judges"]),
        endpoint=Endpoint(
            base_url=options["base_url"],
            api_key=named_key(options["api_key_env"]),
            max_concurrency=options["concurrency"],
            timeout_seconds=options["judge_timeout"],
            max_reply_bytes=options["max_reply"],
        ),
        cache=None if options["no_cache"] else cache,
        votes=options["votes"],
        seed=options["judge_seed"],
        prompt_directory=None if prompts is None else os.path.abspath(prompts),  # noqa: PTH100 - no more than that
        limits=limits_of(options),
        modules=str(Path.cwd()),
    )
