"""How many short texts a second go through the reader of typed values, and do long texts take linear time?

No text comes twice and nothing is cached. Processor seconds count, because other work may share the machine.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from measure import Row, least, machine, most, report
from ragtriage.text.normalisation import standard
from ragtriage.text.values import canonical, read

ENGLISH = (
    "{n} days",
    "within {n} business days",
    "in {n}",
    "{n}%",
    "${n}",
    "may {d} {n}",
    "2024-05-{d:02} at 5 pm",
    "it costs {n} usd a month",
    "{n}.5 km",
    "about {n} people in berlin",
)
JAPANESE = (
    "翌月の{d}日 {n}",
    "{n}万5千円",
    "令和6年5月{d}日 {n}",
    "料金は{n}円です",
    "{n}営業日以内",
    "午後5時{d}分 {n}",
    "第{n}条",
    "千葉の{n}",
)
# What must come out before anything is timed.
FORMS = {"翌月の5日": "翌月5日", "2024年1月5日": "2024-01-05", "twenty days": "20day"}
FLOOR = 15_000  # texts a second, ASCII with digits
MOST_GROWTH = 8.0  # for a text four times as long; quadratic time takes 16

PIECES = (
    *(
        "1",
        "一",
        "1,",
        "1,1",
        "1,111,",
        "1.",
        "1-",
        "1:",
        "1/",
        "1 ",
        "1~",
        "一 ",
        "万",
        "1万",
        "3만 ",
        "십",
        "열",
    ),
    *(
        "a",
        "あ",
        "（",
        " ",
        "-",
        "+",
        "$",
        "$1",
        "第",
        "百分之",
        "翌月",
        "午後",
        "5時",
        "5日",
        "1h",
        "www.",
        "三分の",
    ),
    *(
        "may ",
        "one ",
        "twenty one ",
        "second ",
        "1 million ",
        "5 hours ",
        "II ",
        "１",
        "㎞",
        "e\u0301",
        "\u1112\u1161",
    ),
)


def texts(patterns: Sequence[str], count: int) -> list[str]:
    rng = random.Random(7)
    return [
        standard(rng.choice(patterns).format(n=number, d=number % 28 + 1)) for number in range(1, count + 1)
    ]


def seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def rate(run: Callable[[str], object], made: Sequence[str], rounds: int) -> float:
    """Return the texts a second of processor time, the best of several rounds."""

    def all_of_them() -> None:
        for text in made:
            run(text)

    return len(made) / min(seconds(all_of_them) for _ in range(rounds))


def short_texts(count: int, rounds: int) -> None:
    for title, patterns, floor in (
        ("ASCII with digits", ENGLISH, FLOOR),
        ("Japanese with digits", JAPANESE, 0),
    ):
        made = texts(patterns, count)
        for name, run in (("canonical", canonical), ("read", read)):
            run(made[0])
            found = rate(run, made, rounds)
            report(
                Row(
                    task="Typed values of short texts, none twice",
                    name=f"`{name}`, {title}",
                    n=count,
                    median=found,
                    unit="a second",
                    asked=[least("median", floor)] if floor else [],
                )
            )


def long_texts(length: int) -> None:
    slowest = ("", 0.0, 0.0)
    for piece in PIECES:
        whole = piece * (length // len(piece))
        for name, run in (("canonical", canonical), ("read", read)):
            small = seconds(lambda run=run, whole=whole: run(whole[: len(whole) // 4]))
            large = seconds(lambda run=run, whole=whole: run(whole))
            growth = large / max(small, 0.02)  # less is noise
            slowest = max(
                slowest, (f"`{name}`, {piece!a} over and over", large, growth), key=lambda one: one[2]
            )
    name, large, growth = slowest
    report(
        Row(
            task=f"Typed values of {length:,} characters beside a quarter, worst of {len(PIECES)} kinds",
            name=name,
            n=length,
            median=large,
            ratio=growth,
            asked=[most("ratio", MOST_GROWTH)],
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--short", action="store_true", help="few and short texts: only see that values agree"
    )
    is_short = parser.parse_args().short
    print(f"{machine()}\n")
    for text, form in FORMS.items():
        if canonical(standard(text)) != form:
            raise SystemExit(f"{text!r} is read as {canonical(standard(text))!r}, not {form!r}")
    short_texts(2_000 if is_short else 100_000, rounds=1 if is_short else 3)
    long_texts(10_000 if is_short else 1_000_000)


if __name__ == "__main__":
    main()
