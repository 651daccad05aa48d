"""How fast are the evaluators, beside Haystack's of the same names?

Documents are compared by content, none twice. The model is a server on loopback in a process of its own,
which answers every request after 50 ms; Haystack's generator asks it through the `openai` package, as does
the project's client.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any

from measure import Row, compare, compare_commands, machine, report

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

from haystack import Document
from haystack.components import evaluators as upstream
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.utils.auth import Secret

from ragtriage import evaluators as ours

DELAY_SECONDS = 0.05
CONCURRENCY = 16

DOCUMENT_EVALUATORS: dict[str, dict[str, Any]] = {
    "DocumentRecallEvaluator": {"mode": "multi_hit"},
    "DocumentMRREvaluator": {},
    "DocumentMAPEvaluator": {},
    "DocumentNDCGEvaluator": {},
}

NAMES = (
    "AnswerExactMatchEvaluator, ContextRelevanceEvaluator, DocumentMAPEvaluator, DocumentMRREvaluator, "
    "DocumentNDCGEvaluator, DocumentRecallEvaluator, FaithfulnessEvaluator, LLMEvaluator, SASEvaluator"
)

REPLY = json.dumps({"statements": ["a", "b"], "statement_scores": [1, 0]})

Batch = tuple[list[list[Document]], list[list[Document]]]


def make(questions: int, retrieved: int, gold: int) -> Batch:
    """Make questions of which some gold came back."""
    rng = random.Random(7)
    golds, found = [], []
    for number in range(questions):
        texts = [f"text {number} {place}" for place in range(retrieved + gold)]
        found.append([Document(content=text, id=text) for text in texts[:retrieved]])
        golds.append([Document(content=text, id=text) for text in rng.sample(texts, gold)])
    return golds, found


def agree(results: dict[str, dict[str, Any]]) -> None:
    """Raise unless all scores are the same to 1e-12."""
    first, *others = results.values()
    for other in others:
        for mine, theirs in zip(first["individual_scores"], other["individual_scores"], strict=True):
            if abs(mine - theirs) > 1e-12:
                raise SystemExit(f"values differ: {mine} and {theirs}")


def documents(batch: Batch, title: str, names: dict[str, dict[str, Any]], rounds: int) -> None:
    for name, arguments in names.items():
        competitors = {
            "ragtriage": partial(getattr(ours, name)(**arguments).run, *batch),
            "haystack": partial(getattr(upstream, name)(**arguments).run, *batch),
        }
        compared = compare(f"{name}, {title}", competitors, agree=agree, rounds=rounds)
        compared.report(n=len(batch[0]))


def imports(rounds: int) -> None:
    block = "import sys; sys.modules['haystack'] = None; "
    codes = {
        "ragtriage without Haystack": f"{block}from ragtriage.evaluators import {NAMES}",
        "ragtriage with Haystack": f"from ragtriage.evaluators import {NAMES}",
        "import haystack": "import haystack",
        "haystack": f"from haystack.components.evaluators import {NAMES}",
    }
    commands = {name: (sys.executable, "-c", code) for name, code in codes.items()}
    compare_commands("Importing the nine evaluators, whole process", commands, rounds=rounds).report(n=9)


SERVER = """
import asyncio, json, sys

delay, reply = float(sys.argv[1]), sys.argv[2]
message = {"role": "assistant", "content": reply}
usage = {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}
choices = [{"index": 0, "finish_reason": "stop", "message": message}]
body = {"id": "x", "object": "chat.completion", "created": 1, "model": "m"}
body |= {"choices": choices, "usage": usage}
sent = json.dumps(body).encode()
head = b"HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\ncontent-length: %d\\r\\n\\r\\n" % len(sent)

async def connected(reader, writer):
    try:
        while True:
            lines = (await reader.readuntil(b"\\r\\n\\r\\n")).lower().split(b"\\r\\n")
            length = next(int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:"))
            await reader.readexactly(length)
            await asyncio.sleep(delay)
            writer.write(head + sent)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    server = await asyncio.start_server(connected, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()

asyncio.run(main())
"""


@contextmanager
def served() -> Iterator[str]:
    """Serve from another process; yield the base URL."""
    arguments = [sys.executable, "-c", SERVER, str(DELAY_SECONDS), REPLY]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None:
            raise SystemExit("the server has no output")
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}/v1"
        process.kill()


def judging(rows: int) -> None:
    def inputs(count: int) -> dict[str, Any]:
        contexts = [["Expenses are paid back on the 5th of the following month. " * 5]] * count
        answers = [f"On the 5th, says row {number}." for number in range(count)]
        return {"questions": ["When?"] * count, "contexts": contexts, "predicted_answers": answers}

    def timed(name: str, count: int, run: Callable[..., dict[str, Any]]) -> None:
        run(**inputs(2))
        begun = perf_counter()
        result = run(**inputs(count))
        rates[name] = count / (perf_counter() - begun)
        if result["individual_scores"] != [0.5] * count:
            raise SystemExit(f"{name} gave other scores: {result['individual_scores'][:5]}")

    rates: dict[str, float] = {}
    with served() as base_url:

        def generator() -> OpenAIChatGenerator:
            return OpenAIChatGenerator(api_key=Secret.from_token("k"), api_base_url=base_url)

        endpoint = ours.Endpoint(model="m", base_url=base_url)
        theirs = upstream.FaithfulnessEvaluator(chat_generator=generator(), progress_bar=False)
        timed("haystack", max(20, rows // 16), theirs.run)
        for name, asked in (("its generator", generator()), ("an endpoint", endpoint)):
            mine = ours.FaithfulnessEvaluator(chat_generator=asked, max_concurrency=CONCURRENCY)
            timed(f"ragtriage asking {name}", rows, mine.run)
        mine = ours.FaithfulnessEvaluator(chat_generator=generator(), max_concurrency=CONCURRENCY)
        with asyncio.Runner() as runner:
            timed(
                "ragtriage asking its generator, run_async",
                rows,
                lambda **given: runner.run(mine.run_async(**given)),
            )
            runner.run(mine.close_async())
    ideal = CONCURRENCY / DELAY_SECONDS
    task = f"Faithfulness, a model that takes {1000 * DELAY_SECONDS:.0f} ms, {CONCURRENCY} at once"
    for name, rate in {**rates, "all that is possible": ideal}.items():
        report(
            Row(
                task=task,
                name=name,
                n=rows,
                median=rate,
                unit="rows a second",
                ratio=rate / rates["haystack"],
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="only see that values agree")
    is_short = parser.parse_args().short
    rounds = 1 if is_short else 5
    print(f"{machine()}\n")
    sizes = (20, 100, 3) if is_short else (2_000, 100, 3)
    batch = make(*sizes)
    documents(batch, "{:,} questions × {} retrieved × {} gold".format(*sizes), DOCUMENT_EVALUATORS, rounds)
    large = 100 if is_short else 1_000
    title = f"{large:,} retrieved × {large:,} gold"
    documents(make(1, large, large), title, {"DocumentMAPEvaluator": {}}, rounds)
    judging(32 if is_short else 960)
    if not is_short:
        imports(rounds)


if __name__ == "__main__":
    main()
