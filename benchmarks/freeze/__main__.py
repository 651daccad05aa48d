"""Holds that today's code gives what an earlier commit gave: `make freeze`.

    python benchmarks/freeze [--base COMMIT] [--only NAME] [--kept DIR]

The earlier commit is the one named in `commit.txt`. Some 400 commands are run with the code of both, over
the examples, the shared data and the tables of the tests, and all that they print and write is compared by
two laws:

1. Verdicts, diagnoses, certainty and numbers are equal to the byte.
2. Sentences, names and layout differ only where `changes.tsv` says so: a pattern, what takes its place in
   the earlier outcome, and why.

What the earlier commit gave is kept in `.freeze/`, so that the second run needs half the time.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from inputs import digest
from record import record

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", ROOT.parent / "shared"))
SHOWN = 12  # lines of a difference
LOOKED_AT = 2_000  # lines of a file, where some are more on one side


def main() -> None:
    """Record both sides, and end with 1 when they differ."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--base", default=(HERE / "commit.txt").read_text("utf-8").strip())
    parser.add_argument("--kept", type=Path, default=ROOT / ".freeze", help="where outcomes are kept")
    parser.add_argument("--only", default="", help="commands whose name holds this, without what they need")
    options = parser.parse_args()
    before = _base(options.kept, options.base, options.only)
    with tempfile.TemporaryDirectory() as folder:
        today = Path(folder) / "today"
        record(ROOT / "src", today, root=ROOT, shared=SHARED, only=options.only)
        sys.exit(_differences(before, today, options.only))


def _base(folder: Path, commit: str, only: str) -> Path:
    whole = folder / f"{commit}-{digest(ROOT, SHARED)}"
    kept = whole if whole.exists() or not only else whole.with_name(f"{whole.name}-{only}")
    if not kept.exists():
        tree = folder / f"tree-{os.getpid()}"
        _git("worktree", "add", "--force", "--detach", str(tree), commit)
        try:
            record(tree / "src", kept, root=ROOT, shared=SHARED, only=only)
        except BaseException:
            shutil.rmtree(kept, ignore_errors=True)
            raise
        finally:
            _git("worktree", "remove", "--force", str(tree))
    return kept


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)  # noqa: S607 - the user's git


def _differences(before: Path, today: Path, only: str) -> int:
    changes = _changes()
    sides = [
        {str(path.relative_to(side)): path for path in side.rglob("*") if path.is_file()}
        for side in (before, today)
    ]
    names = sorted(sides[1] if only else sides[0].keys() | sides[1].keys())
    different = 0
    for name in names:
        texts = [side[name].read_text("utf-8") if name in side else None for side in sides]
        old = None if texts[0] is None else _changed(texts[0], changes)
        if old != texts[1]:
            different += 1
            _show(name, old, texts[1])
    unused = [change for change in changes if not change.used]
    print(f"{len(names)} files compared, {different} differ; {len(unused)} changes of the table met nothing")
    return 1 if different else 0


class _Change:
    """A change that is meant: a pattern, what takes its place, and whether it was met."""

    def __init__(self, pattern: str, put: str) -> None:
        self.pattern = re.compile(pattern, re.MULTILINE)
        self.put = put
        self.used = False


def _changes() -> list[_Change]:
    lines = (HERE / "changes.tsv").read_text("utf-8").splitlines()[1:]
    return [_Change(pattern, put) for pattern, put, _ in (line.split("\t") for line in lines)]


def _changed(text: str, changes: list[_Change]) -> str:
    for change in changes:
        text, times = change.pattern.subn(change.put, text)
        change.used |= times > 0
    return text


def _show(name: str, old: str | None, new: str | None) -> None:
    if old is None or new is None:
        print(f"== {name}: {'only today' if old is None else 'no more'}")
        return
    lines, others = old.splitlines(), new.splitlines()
    if len(lines) == len(others):  # line by line, which is much faster
        told = [
            f"{sign}{line}"
            for pair in zip(lines, others, strict=True)
            if pair[0] != pair[1]
            for sign, line in zip("-+", pair, strict=True)
        ]
    else:
        told = list(difflib.unified_diff(lines[:LOOKED_AT], others[:LOOKED_AT], lineterm="", n=0))[2:]
    print(f"== {name}")
    print("\n".join(line[:300] for line in told[:SHOWN]))


main()
