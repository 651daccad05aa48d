"""Runs every benchmark and makes one table of what they report: `make bench`.

The full run writes the table into docs/benchmarks.md, between the two marks, and ends with status 1 when
something that is asked does not hold. `--short` runs small sizes and fails only when values differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from measure import ROWS_VARIABLE, Asked, Row, figure, machine

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- table -->", "<!-- end of table -->"
PACKAGES = (
    "ragtriage",
    "numpy",
    "polars",
    "msgspec",
    "pytrec_eval-terrier",
    "ir_measures",
    "ranx",
    "haystack-ai",
    "ray",
)


def main() -> int:
    """Run the scripts one after another; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="only see that values agree")
    is_short = parser.parse_args().short
    scripts = list(benchmarks(is_short=is_short))
    failed: list[str] = []
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        rows_path = Path(folder) / "rows.jsonl"
        environment = os.environ | {ROWS_VARIABLE: str(rows_path)}
        for number, script in enumerate(scripts, 1):
            print(f"[{number}/{len(scripts)}, {time.perf_counter() - begun:.0f} s] {script.name}", flush=True)
            command = [sys.executable, str(script), *(["--short"] if is_short else [])]
            if subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode:
                failed.append(script.name)
        rows = read(rows_path) if rows_path.exists() else []
    text = table(rows, is_short=is_short)
    print(f"\n{text}\n\n{time.perf_counter() - begun:.0f} s in all")
    if not is_short:
        put(text)
    unkept = [] if is_short else [f"{row.task}: {row.name}" for row in rows if row.is_kept is False]
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    for name in unkept:
        print(f"not kept: {name}", file=sys.stderr)
    return 1 if failed or unkept else 0


def benchmarks(*, is_short: bool) -> Iterator[Path]:
    """Yield the scripts that measure speed and memory; agreement with people is a page of its own."""
    for script in sorted((ROOT / "benchmarks").glob("*.py")):
        text = script.read_text("utf-8")
        is_script = "__main__" in text and script != Path(__file__).resolve()
        if is_script and not script.name.startswith("accuracy_") and ('"--short"' in text or not is_short):
            yield script


def read(path: Path) -> list[Row]:
    """Return the rows that were reported, those of a task together."""
    rows: dict[str, list[Row]] = {}
    for line in path.read_text("utf-8").splitlines():
        fields = json.loads(line)
        row = Row(**fields | {"asked": [Asked(*one) for one in fields["asked"]]})
        rows.setdefault(row.task, []).append(row)
    return [row for some in rows.values() for row in some]


def table(rows: Sequence[Row], *, is_short: bool) -> str:
    """Return what it ran on and the table, as Markdown."""
    installed = [f"{name} {found}" for name in PACKAGES if (found := installed_version(name)) is not None]
    lines = [
        f"{machine()}; {', '.join(installed)}.",
        "",
        "| task | who | n | median | ratio | peak MiB | asked | holds |",
        "|---|---|---:|---:|---:|---:|---|---|",
    ]
    task = ""
    for row in rows:
        holds = "" if is_short or row.is_kept is None else "yes" if row.is_kept else "**no**"
        cells = (
            "" if row.task == task else row.task,
            row.name,
            f"{row.n:,}",
            f"{figure(row.median)} {row.unit}",
            "" if row.ratio is None else f"{row.ratio:.2f}",
            "" if row.peak_mebibytes is None else f"{row.peak_mebibytes:,.0f}",
            "; ".join(map(str, row.asked)),
            holds,
        )
        lines.append(f"| {' | '.join(cells)} |")
        task = row.task
    return "\n".join(lines)


def installed_version(name: str) -> str | None:
    """Return the version of a package; None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def put(text: str) -> None:
    """Write the table between the two marks of the page."""
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{PAGE}: has no place for the table ({BEGIN} … {END})")
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
