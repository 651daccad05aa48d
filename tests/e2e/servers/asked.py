"""Asks every rude server in a process of its own, and prints what came of each, how long it took, and memory.

Addresses by name are read from standard input.
"""

from __future__ import annotations

import json
import resource
import sys
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any

import ragtriage
from ragtriage.llm.asking import Asker
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.endpoint import Endpoint
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

ROW = {
    "id": "q",
    "question": "How much?",
    "answer": "You pay 30 euros.",
    "contexts": ["One has to pay 30 euros."],
}


def asked(address: str, given: dict[str, Any]) -> dict[str, Any]:
    """Judge one case, and return what came of it."""
    backoff = Backoff(retries=given["retries"], first_seconds=0.01, longest_seconds=0.02)
    endpoint = Endpoint(
        model="m", base_url=address, api_key=given["key"], timeout_seconds=given["seconds"], backoff=backoff
    )
    judge = SupportAsked(Panel(Asker(endpoint), FORMS))
    began = monotonic()
    try:
        evaluation = ragtriage.evaluate([ROW], judges=[judge])
    except Exception as error:  # noqa: BLE001 - whatever it is, the test tells of it
        return {"crash": repr(error)}
    (result,) = evaluation
    verdict, told = result.verdicts.support, evaluation.report.judging["support"]
    return {
        "outcome": verdict.outcome,
        "cause": verdict.cause,
        "reason": verdict.reason,
        "detail": repr(verdict.detail),
        "failed": told.failed,
        "seconds": monotonic() - began,
    }


def peak() -> int:
    """Return the most bytes that the process had at once."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    """Ask all of them."""
    given = json.load(sys.stdin)
    addresses = given["addresses"]
    asked(addresses["good"], given)
    before, began = peak(), monotonic()
    # what takes the processor would let the others wait in vain
    alone = {name: asked(addresses.pop(name), given) for name in given["alone"]}
    with ThreadPoolExecutor(16) as threads:
        found = alone | dict(
            zip(addresses, threads.map(lambda one: asked(one, given), addresses.values()), strict=True)
        )
    json.dump({"found": found, "bytes": peak() - before, "seconds": monotonic() - began}, sys.stdout)


if __name__ == "__main__":
    main()
