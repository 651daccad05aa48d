"""What judging one case costs when one of its texts is a short text over and over: time and memory.

Run as a script it reads one job a line, judges each of its cases in a process of its own, and writes one
line for each job: the seconds and the bytes for each length, or why a process died.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time

import msgspec

from ragtriage import evaluate_case

ROLES = ("answer", "answer and text", "expected", "evidence", "text", "question")

MOST_MEMORY = 8 << 30  # bytes of address space
MOST_SECONDS = 300  # of the processor

# What loads every table, so that the first long text does not pay for it.
WARMING = (
    "It is not Lyon but Paris, 5 days. ",
    "京都ではありません、5日。",
    "서울이 아닙니다, 5일. ",
    "不是北京。",
)


class Job(msgspec.Struct, frozen=True):
    """A text over and over, as what it is judged, how texts are compared, and how long it becomes."""

    unit: str
    role: str
    match: str
    lengths: tuple[int, ...]


def case_of(unit: str, role: str, length: int) -> dict[str, object]:
    """Return a case of which one text, or two, is a piece over and over."""
    long = (unit * (length // len(unit) + 1))[:length]
    word = max(unit.split() or [unit], key=len).strip(".,!?。、") or unit
    case: dict[str, object] = {
        "question": "Where is Paris, and when is it due? 期限はいつですか。",
        "expected": ["Paris", word, "5 days"],
        "evidence": ["It is in Paris. It is due in 5 days."],
        "retrieved": [{"document_id": "a", "text": "Paris is a town. 期限は5日です。"}],
        "actual": f"It is Paris, {unit}.",
    }
    match role:
        case "answer":
            case["actual"] = long
        case "answer and text":
            case["actual"] = long
            case["retrieved"] = [
                {"document_id": "a", "text": long},
                {"document_id": "b", "text": f"So {long}"},
            ]
        case "expected":
            case["expected"] = [long, "Paris"]
        case "evidence":
            case["evidence"] = [long]
            case["retrieved"] = [{"document_id": "a", "text": f"So {long[:-20]}"}]
        case "text":
            case["retrieved"] = [{"document_id": "a", "text": long}]
        case _:
            case["question"] = long
    return case


def judge(case: dict[str, object], match: str) -> None:
    """Judge a case under the rule that reads most of it."""
    evaluate_case(case, match=match, answer_rule="stated")


def spent(case: dict[str, object], match: str) -> tuple[float, int] | str:
    """Judge a case in a process of its own; return its seconds of the processor and its bytes, or its end."""
    gc.collect()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            before, begin = _peak(), time.process_time()
            judge(case, match)
            os.write(writing, msgspec.json.encode((time.process_time() - begin, _peak() - before)))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    status = os.waitpid(child, 0)[1]
    return msgspec.json.decode(told, type=tuple[float, int]) if told else f"died with status {status}"


def _peak() -> int:
    """Return the most memory that this process had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def main() -> None:
    """Do the jobs of standard input."""
    for unit in WARMING:
        for role in ROLES:
            for match in ("standard", "values"):
                judge(case_of(unit, role, 500), match)
    for line in sys.stdin:
        job = msgspec.json.decode(line, type=Job)
        results = [spent(case_of(job.unit, job.role, length), job.match) for length in job.lengths]
        sys.stdout.write(msgspec.json.encode(results).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
