"""`ragtriage rescore`: judge stored evaluations again, without running the system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from ragtriage.cli.console import say
from ragtriage.cli.options import choice_option, reviews_option
from ragtriage.cli.paths import FileCommand, InPath, OutFolder
from ragtriage.cli.reviewed import say_reviews
from ragtriage.cli.values import Whole, split_names
from ragtriage.model import AnswerRule, Condition, MatchMode, Settings, Unit, checked_tolerance

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.evaluation.store import RowStore

__all__ = ["rescore"]


@click.command(
    cls=FileCommand,
    short_help="Judge evaluations again under other rules.",
    epilog="""\b
Examples:
  ragtriage rescore reports/a --k 3
  ragtriage rescore reports/a reports/b --k 5 --match values --out rescored
""",
)
@click.argument("directories", metavar="DIR...", nargs=-1, required=True, type=InPath(path_type=Path))
@click.option("--k", type=Whole(min=1), help="Deepest rank judged.")
@click.option("--whole-list", is_flag=True, help="Judge the whole list: no k.")
@choice_option("--unit", Unit, "What gold ids name.")
@choice_option("--condition", Condition, "When retrieval passes.")
@choice_option("--match", MatchMode, "How far texts may differ.")
@choice_option("--answer-rule", AnswerRule, "Whether an answer must equal an expected one, or state it.")
@click.option(
    "--metrics", multiple=True, callback=split_names, metavar="NAMES", help="Such as recall@20,ndcg@10,map."
)
@click.option("--level", type=Whole(min=1), help="Lowest grade that is relevant.")
@click.option(
    "--evidence-from-answer/--no-evidence-from-answer",
    default=None,
    help="Look for short expected answers in the texts where a case has no evidence.",
)
@click.option(
    "--fold-chinese/--no-fold-chinese",
    default=None,
    help="Hold Traditional and Simplified characters for equal.",
)
@click.option(
    "--tolerance", metavar="SHARE", help="How far amounts may be from the expected ones, such as 1%."
)
@click.option(
    "--abstention-patterns",
    type=InPath(),
    metavar="FILE",
    help="More patterns of refusals, one a line; those of the first time are not kept.",
)
@reviews_option
@click.option(
    "--out",
    type=OutFolder(lambda options: _targets(options["directories"], options["out"])),
    help="Folder to write; of several DIRs it holds a folder each. Without it: DIR-rescored.",
)
@click.option("--no-texts", is_flag=True, help="Keep ids and numbers alone in what is written.")
@click.option("--parquet", is_flag=True, help="Write cases.parquet too.")
def rescore(**options: Any) -> None:  # noqa: ANN401 - click hands over what the options above declare
    """Judge the evaluations in DIR... again under other rules; what is not named stays as it was.

    The system is not run: what it retrieved and answered stands in the folders. Evaluations that were judged
    differently can be compared after they were rescored alike.
    """
    from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415 - --help must start fast
    from ragtriage.evaluation.writing import write_evaluation  # noqa: PLC0415

    if options["whole_list"] and options["k"] is not None:
        raise click.UsageError("--whole-list and --k exclude each other")
    directories: tuple[Path, ...] = options["directories"]
    from ragtriage.evaluation.report_view import ReportView  # noqa: PLC0415 - --help starts fast

    for directory, target in zip(directories, _targets(directories, options["out"]), strict=True):
        work = _Work(Evaluation.load(directory), options)
        judged = write_evaluation(target, work, parquet=options["parquet"])
        say(f"{directory}: {len(judged):,} cases judged again, written to {target}/")
        say(ReportView(judged.report).headline)
        say_reviews(judged.manifest)
        for warning in judged.warnings:
            say(f"Warning: {warning}", err=True)


class _Work:
    """Judges one stored evaluation into a store."""

    def __init__(self, stored: Evaluation, options: dict[str, Any]) -> None:
        self._stored = stored
        self._options = options

    def __call__(self, store: RowStore) -> Evaluation:
        """Judge it."""
        from ragtriage.comparison.rescoring import rescore as rescored  # noqa: PLC0415

        return rescored(
            self._stored,
            _settings(self._stored.manifest.settings, self._options),
            abstention_patterns=self._options["abstention_patterns"],
            reviews=self._options["reviews"],
            with_texts=not self._options["no_texts"],
            store=store,
        )


def _settings(stored: Settings, options: dict[str, Any]) -> Settings:
    """Return the stored settings with those that were named."""
    kinds = {"unit": Unit, "condition": Condition, "match": MatchMode, "answer_rule": AnswerRule}
    plain = ("k", "level", "evidence_from_answer", "fold_chinese")
    changed: dict[str, Any] = {
        name: kind(options[name]) for name, kind in kinds.items() if options[name] is not None
    }
    changed |= {name: options[name] for name in plain if options[name] is not None}
    if options["tolerance"] is not None:
        changed["tolerance"] = checked_tolerance(options["tolerance"])
    if options["metrics"]:
        changed["metrics"] = options["metrics"]
    if options["whole_list"]:
        changed["k"] = None
    return replace(stored, **changed)


def _targets(directories: tuple[Path, ...], out: Path | None) -> list[Path]:
    if out is None:
        targets = [each.absolute().parent / f"{each.absolute().name}-rescored" for each in directories]
    elif len(directories) == 1:
        targets = [out]
    else:
        targets = [out / each.absolute().name for each in directories]
    if len(set(targets)) < len(targets):
        raise click.UsageError(
            "two of the folders have the same name; rescore them one by one, each with --out"
        )
    for directory, target in zip(directories, targets, strict=True):
        if directory.absolute() == target.absolute():
            raise click.UsageError(
                f"{directory}: would be replaced by what is made of it; name another --out"
            )
    return targets
