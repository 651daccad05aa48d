"""Judging support against a loopback server that answers after 50 ms: rate, processor time, and the cache."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.client import Endpoint
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

DELAY_SECONDS = 0.05

SERVER = """
import importlib.util, json, sys, time
def load(name):
    spec = importlib.util.spec_from_file_location(name, f"tests/e2e/servers/{name}.py")
    module = importlib.util.module_from_spec(spec); sys.modules[name] = module
    spec.loader.exec_module(module); return module
scripted, judging = load("scripted"), load("judging")
def script(received, _):
    text = json.dumps(judging.reply(received))
    return scripted.Answer(body=scripted.completion(text).body, delay_seconds=float(sys.argv[1]))
with scripted.ScriptedServer(script) as server:
    print(server.base_url, flush=True)
    sys.stdin.read()
"""


def rows(n):
    return [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "expected": "30 euros",
            "answer": f"You pay 30 euros for pass {i}.",
            "contexts": [f"For pass {i} one has to pay 30 euros."],
        }
        for i in range(n)
    ]


def judge(cases, base_url, concurrency, cache):
    endpoint = Endpoint(model="m", base_url=base_url, api_key="k", max_concurrency=concurrency)
    started, spent = time.perf_counter(), time.process_time()
    evaluation = ragtriage.evaluate(cases, judges=[SupportAsked(Panel(Asker(endpoint, cache=cache), FORMS))])
    if evaluation.summary.verdicts["support"].passed != len(cases):
        raise SystemExit("not every judgement passed")
    return time.perf_counter() - started, time.process_time() - spent


def main():
    n = 64 if "--short" in sys.argv else 2_000
    command = [sys.executable, "-c", SERVER, str(DELAY_SECONDS)]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        base_url = server.stdout.readline().strip()
        judge(rows(16), base_url, 16, None)  # what is imported and compiled once
        print(f"{'concurrency':>11} {'rows/s':>8} {'of ideal':>8} {'ms of processor a row':>22}")
        for concurrency in (1, 8, 16, 64):
            cases = rows(min(n, 100 * concurrency))
            wall, processor = judge(cases, base_url, concurrency, None)
            rate = len(cases) / wall
            share = rate / (concurrency / DELAY_SECONDS)
            print(f"{concurrency:>11} {rate:>8.0f} {share:>8.0%} {1000 * processor / len(cases):>22.2f}")
        cache = Path(folder)
        judge(rows(n), base_url, 64, cache)
        wall, _ = judge(rows(n), base_url, 64, cache)
        print(f"all cached: {n / wall:,.0f} rows/s")
        server.stdin.close()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"peak_mb": round(memory)}))


if __name__ == "__main__":
    main()
