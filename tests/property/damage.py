"""Files damaged in every way that files are: in their bytes, their structure, their encoding, and too large.

One damage is drawn from a generator of random numbers, so that the same is done in every run.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import signal
from contextlib import contextmanager

# What stands in for a value: other types, empty, huge, odd and hostile ones.
ODD = (
    None, True, False, 0, -1, 1.5, 1e308, 10**30, "", " ", "x", "[", "['a', 'b']", "{'a': 1}",
    "__import__('os')", "\u0000", "\ud7ff\U0001f600", "nan", "é" * 50, [], [[]], [None], ["a", 1], {},
    {"a": {"b": []}}, [{"text": "t"}], [{"document_id": None}], {"text": ["a"]}, "'" * 99,
)  # fmt: skip
BYTES = (
    b"\x00",
    b"\xff",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b"\n",
    b"\r",
    b"\t",
    b"\\",
    b"\xe3\x81",
    b"'",
    b"|",
)
ENCODINGS = ("utf-16", "utf-16-le", "shift_jis", "euc-kr", "latin-1", "utf-8-sig", "utf-7", "cp037")


def damaged(data: bytes, suffix: str, chance: random.Random) -> bytes:
    """Return a file with one kind of damage."""
    kind = chance.choice(
        ("bytes", "bytes", "cut", "twice", "structure", "structure", "structure", "encoding", "zip")
    )
    if kind == "structure" and suffix in {".json", ".jsonl", ".csv"}:
        return _restructured(data, suffix, chance)
    if kind == "encoding" and suffix != ".parquet":
        return data.decode("utf-8").encode(chance.choice(ENCODINGS), "replace")
    if kind == "cut":
        return data[: chance.randrange(len(data))]
    if kind == "twice":
        start, stop = sorted(chance.randrange(len(data)) for _ in range(2))
        return data[:stop] + data[start:]
    if kind == "zip":
        packed = gzip.compress(data, 1)
        return packed if chance.random() < 0.5 else packed[: chance.randrange(20, len(packed))]
    broken = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        place = chance.randrange(len(broken))
        broken[place : place + chance.randrange(3)] = chance.choice(BYTES)
    return bytes(broken)


def _restructured(data: bytes, suffix: str, chance: random.Random) -> bytes:
    text = data.decode("utf-8")
    if suffix == ".csv":
        table = list(csv.reader(io.StringIO(text, newline="")))
        row = chance.choice(table)
        match chance.randrange(4):
            case 0:
                row[chance.randrange(len(row))] = str(chance.choice(ODD))
            case 1:
                row.pop()
            case 2:
                row.append(str(chance.choice(ODD)))
            case _:
                table.insert(chance.randrange(len(table)), list(chance.choice(table)))
        changed = io.StringIO(newline="")
        csv.writer(changed).writerows(table)
        return changed.getvalue().encode("utf-8", "replace")
    lines = text.split("\n") if suffix == ".jsonl" else [text]
    place = chance.randrange(len(lines))
    if lines[place].strip():
        lines[place] = json.dumps(_swapped(json.loads(lines[place]), chance), ensure_ascii=False)
    return "\n".join(lines).encode("utf-8", "replace")


def _swapped(value, chance: random.Random):
    """Return a document in which one value, somewhere, is another, is gone, or has another name."""
    if not value or not isinstance(value, dict | list) or chance.random() < 0.12:
        return chance.choice(ODD)
    changed = value.copy()
    key = chance.choice(list(changed) if isinstance(changed, dict) else range(len(changed)))
    match chance.randrange(8):
        case 0:
            del changed[key]
        case 1 if isinstance(changed, dict):
            changed[str(chance.choice(ODD))] = changed.pop(key)
        case 2 if isinstance(changed, list):
            changed.append(changed[key])
        case _:
            changed[key] = _swapped(changed[key], chance)
    return changed


# A busy machine gives a process a small part of the time; what waits for something waits for ever.
WAITING = 30


@contextmanager
def in_time(seconds: int):
    """Stop what takes more than so many seconds of the processor, or many times as many on the clock."""

    def stop(_signal, _frame):
        raise TimeoutError(f"read for more than {seconds} seconds")

    before = [signal.signal(each, stop) for each in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, WAITING * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for each, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(each, handler)


def grown(data: bytes, suffix: str, chance: random.Random) -> bytes:
    """Return a file in which something is deeper, longer, more or larger than anybody writes it."""
    text = data.decode("utf-8", "replace")
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    match chance.randrange(6):
        case 0:  # a line many times
            lines[place : place + 1] = [lines[place]] * chance.choice((100, 1000))
        case 1:  # a word many times in itself
            words = lines[place].split('"')
            at = chance.randrange(len(words))
            words[at] *= chance.choice((100, 10_000))
            lines[place] = '"'.join(words)[:2_000_000]
        case 2:  # a number of many digits, or none
            number = chance.choice(
                ("9" * 400, "1" * 5000, "NaN", "-Infinity", "1e999", "0x" + "f" * 5000, "-0")
            )
            lines[place] = _with(lines[place], number, chance)
        case 3:  # deep
            depth = chance.choice((50, 1000, 100_000))
            lines[place] = _with(lines[place], "[" * depth + "]" * chance.choice((depth, 0)), chance)
        case 4:  # a value of a list many times
            return _multiplied(text, suffix, chance).encode("utf-8", "replace")
        case _:  # a name twice
            lines[place] = lines[place].replace("{", '{"id": 1, "id": [1], "question": "q", ', 1)
    return "\n".join(lines).encode("utf-8", "replace")


def _with(line: str, value: str, chance: random.Random) -> str:
    """Return a line with something in the place of one of its values."""
    marks = [place for place, sign in enumerate(line) if sign in ":,[ =\t"]
    start = chance.choice(marks) + 1 if marks else len(line)
    ends = [place for place in range(start, len(line)) if line[place] in ",]}\t "]
    stop = chance.choice(ends[:3]) if ends else len(line)
    return line[:start] + value + line[stop:]


def _multiplied(text: str, suffix: str, chance: random.Random) -> str:
    if suffix not in {".json", ".jsonl"}:
        return text * chance.choice((2, 50))
    lines = text.split("\n") if suffix == ".jsonl" else [text]
    place = chance.randrange(len(lines))
    try:
        lines[place] = json.dumps(_longer(json.loads(lines[place]), chance), ensure_ascii=False)
    except ValueError:
        return text
    return "\n".join(lines)


def _longer(value, chance: random.Random):
    """Return a document in which some list holds what it held a thousand times."""
    if isinstance(value, list) and value and len(json.dumps(value)) < 20_000 and chance.random() < 0.5:
        return value * 1000
    if not value or not isinstance(value, dict | list):
        return value
    changed = value.copy()
    key = chance.choice(list(changed) if isinstance(changed, dict) else range(len(changed)))
    changed[key] = _longer(changed[key], chance)
    return changed
