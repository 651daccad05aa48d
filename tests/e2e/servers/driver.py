"""Runs commands one after the other in one process that is connected to a cluster: connecting takes seconds.

Each line of standard input is a command in JSON: its arguments, working directory and more variables of the
environment; or the text of a program. Each line of standard output is what came of it: the exit code and
what it printed.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from unittest.mock import patch

from ragtriage.backends.ray import connected
from ragtriage.cli import main


def run(arguments: list[str], folder: str, environment: dict[str, str]) -> dict[str, object]:
    """Run `ragtriage` in a folder."""
    os.chdir(folder)
    out, error = StringIO(), StringIO()
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", ["ragtriage", *arguments]),
        redirect_stdout(out),
        redirect_stderr(error),
    ):
        try:
            main()
        except SystemExit as stopped:
            code = stopped.code
    return {"code": code, "out": out.getvalue(), "error": error.getvalue()}


def execute(program: str) -> dict[str, object]:
    """Run a program; what it defines is sent to workers as it is."""
    out = StringIO()
    with redirect_stdout(out):
        exec(program, {"__name__": "__main__"})  # noqa: S102 - of a test
    return {"out": out.getvalue()}


if __name__ == "__main__":
    with connected(sys.argv[1]):
        for line in sys.stdin:
            command = json.loads(line)
            came = execute(command) if isinstance(command, str) else run(**command)
            print(json.dumps(came), flush=True)  # noqa: T201 - read by whoever started this
