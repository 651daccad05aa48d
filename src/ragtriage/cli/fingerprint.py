"""`ragtriage fingerprint`: what an evaluation, a file of cases or a system's configuration hashes to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ragtriage.cli.paths import FileCommand, InPath
from ragtriage.io.input_path import names_folder

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["fingerprint"]


@click.command(
    cls=FileCommand,
    short_help="Print hashes of data, evaluation or system.",
    epilog="""\b
Examples:
  ragtriage fingerprint ragtriage-report
  ragtriage fingerprint cases.jsonl
  ragtriage fingerprint system.toml
""",
)
@click.argument("path", metavar="DIR|FILE", type=InPath())
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def fingerprint(path: str, *, as_json: bool) -> None:
    """Print one SHA-256 a part; a part that was not recorded has none.

    DIR is an evaluation, FILE a file of cases and traces, or a .toml file that holds the configuration of
    the system by part. Parts that go by question are sums over the questions: their order does not matter.
    """
    import msgspec  # noqa: PLC0415 - --help must start fast

    parts = _parts(path)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(parts), indent=2).decode())
        return
    width = max(map(len, parts))
    for part, digest in parts.items():
        click.echo(f"{part:<{width}}  {digest or 'not recorded'}")


def _parts(path: str) -> Mapping[str, str | None]:
    if Path(path).suffix == ".toml":
        from ragtriage.evaluation.system import system_fingerprints  # noqa: PLC0415

        return system_fingerprints(path)
    if names_folder(path):
        from ragtriage.evaluation.evaluation import Evaluation  # noqa: PLC0415

        return Evaluation.load(path).manifest.fingerprints
    from ragtriage.fingerprint import QUESTION_PARTS  # noqa: PLC0415
    from ragtriage.importers.sources import evaluate  # noqa: PLC0415

    # The parts that go by question are hashed where they are judged, so that there is one way to do it.
    found = evaluate(path, allow_disjoint_ids=True, missing_as_empty=True).manifest.fingerprints
    return {part: found[part] for part in QUESTION_PARTS}
