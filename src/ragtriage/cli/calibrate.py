"""`ragtriage calibrate`: hold a judge against people."""

from __future__ import annotations

from pathlib import Path

import click

from ragtriage.cli.console import say
from ragtriage.cli.options import choice_option, no_color_option
from ragtriage.cli.paths import FileCommand, InPath, OutFile, force_option
from ragtriage.io.outputs import CALIBRATION, STANDARD_OUTPUT
from ragtriage.model import Stage

__all__ = ["calibrate"]


@click.command(
    cls=FileCommand,
    short_help="Hold the verdicts of a stage against people's labels.",
    epilog="""\b
Examples:
  ragtriage calibrate ragtriage-report labels.csv --stage support
  ragtriage calibrate ragtriage-report labels.jsonl --stage answer --id question --label accepted
  ragtriage calibrate ragtriage-report reviews.jsonl --stage answer
""",
)
@click.argument("directory", metavar="DIR", type=InPath(path_type=Path))
@click.argument("labels", metavar="LABELS", type=InPath())
@choice_option("--stage", Stage, "Which verdict people labelled.", default=Stage.SUPPORT)
@click.option("--id", "key", default="id", show_default=True, metavar="COLUMN", help="Column of the ids.")
@click.option("--label", default="label", show_default=True, metavar="COLUMN", help="Column of the labels.")
@click.option(
    "--json", "json_file", type=OutFile(CALIBRATION), metavar="FILE", help="Write JSON too; - prints it."
)
@force_option("the file of --json")
@no_color_option
def calibrate(
    directory: Path,
    labels: str,
    *,
    stage: str,
    key: str,
    label: str,
    json_file: Path | None,
    force: bool,
    no_color: bool,
) -> None:
    """Say how far the verdicts of one stage agree with the LABELS that people gave.

    DIR is the folder that `ragtriage evaluate` wrote. LABELS is a table (CSV, JSON lines, Parquet) of ids and
    labels: pass or fail, true or false, 1 or 0; what is empty is not labelled. A file of reviews, as
    `ragtriage review` or the page makes it, will do too.
    """
    import msgspec  # noqa: PLC0415 - --help must start fast

    from ragtriage.cli.console import stdout_console  # noqa: PLC0415
    from ragtriage.comparison.calibration import calibrate as calibrated  # noqa: PLC0415
    from ragtriage.io.whole_file import write_whole  # noqa: PLC0415
    from ragtriage.reports.calibration import print_calibration  # noqa: PLC0415

    calibration = calibrated(directory, labels, stage=stage, id=key, label=label)
    if json_file is not None:
        write_whole(
            json_file,
            msgspec.json.format(msgspec.json.encode(calibration), indent=2) + b"\n",
            CALIBRATION,
            force=force,
        )
    for remark in calibration.remarks:
        say(f"Warning: {remark}", err=True)
    if json_file != STANDARD_OUTPUT:
        print_calibration(stdout_console(no_color=no_color), calibration)
