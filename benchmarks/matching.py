"""How many short answers a second go through the normal forms, and do long texts take linear time?

No answer comes twice and nothing is cached, so that no number rests on repeats. The floors are for one core
of a common server; `processor seconds` count, because other work may share the machine.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence

from measure import Row, least, machine, most, report
from ragtriage.model import MatchMode
from ragtriage.text.location import Haystack
from ragtriage.text.matching import normalize

ENGLISH = (
    *(
        "the",
        "The",
        "A",
        "Paris",
        "London",
        "Eiffel",
        "Tower",
        "Berlin",
        "Wall",
        "John",
        "Smith",
        "Queen",
        "of",
    ),
    *("Mary", "University", "in", "and", "River", "Lake", "Mount", "North", "battle", "treaty", "president"),
)
JAPANESE = (
    *(
        "東京",
        "大阪",
        "経費精算",
        "部門責任者",
        "申請書",
        "期限",
        "翌月",
        "承認",
        "サーバー",
        "データベース",
        "です",
    ),
    *(
        "について",
        "会社",
        "規程",
        "総務部",
        "の",
        "は",
        "を",
        "に",
        "北海道",
        "平安時代",
        "徳川家康",
        "ビル",
        "ます",
    ),
)
SYLLABLES = ("ka", "mo", "ri", "ten", "sol", "ver", "da", "lin", "os", "ba")
KANJI = "山川田中村木本林森石原野上下大小高新古東西"

# Of ten answers six are words and numbers alone and four hold punctuation; among the ASCII answers of
# NQ-open eight and a half of ten are words and numbers alone.
ENGLISH_FORMS = (
    "{words} {name}",
    "{name} {words}",
    "{words} {name} {number}",
    "{name}",
    "{words} {name}",
    "{number} {words} {name}",
    "{words} {name}'s",
    '"{words}" {name}, {number}',
    "{number:,}.{number} kg",
    "${number:,} for {name}.",
)
JAPANESE_FORMS = (
    "{words}{name}",
    "{name}{words}",
    "{words}{name}",
    "{name}{number}",
    "{words}{name}",
    "第{number}{name}",
    "「{words}」{name}",
    "{name}・{words}は{number}日です。",
    "{number:,}円（{name}）",
    "ｻｰﾊﾞｰ{name}　{words}",
)


def english(rng: random.Random, number: int) -> str:
    return ENGLISH_FORMS[number % 10].format(
        words=" ".join(rng.choices(ENGLISH, k=rng.randint(1, 2))),
        name="".join(rng.choices(SYLLABLES, k=3)).title(),
        number=number,
    )


def japanese(rng: random.Random, number: int) -> str:
    return JAPANESE_FORMS[number % 10].format(
        words="".join(rng.choices(JAPANESE, k=rng.randint(1, 2))),
        name="".join(rng.choices(KANJI, k=4)),
        number=number,
    )


def digits(rng: random.Random, number: int) -> str:
    return f"{rng.choice(ENGLISH)} {number} {rng.choice(ENGLISH)}"


# What is measured, the answers, the mode, and how many a second there must be.
RATES = [
    ("standard, ASCII", english, MatchMode.STANDARD, 150_000),
    ("standard, Japanese", japanese, MatchMode.STANDARD, 100_000),
    ("values, ASCII with digits", digits, MatchMode.VALUES, 15_000),
    ("values, Japanese", japanese, MatchMode.VALUES, None),
]

# What must come out before anything is timed.
FORMS = {
    "The Eiffel Tower, 1,012": (MatchMode.STANDARD, "eiffel tower 1012"),
    "ｻｰﾊﾞｰ 東京　（1,234円）": (MatchMode.STANDARD, "サーバー東京1234円"),
    "2024年1月5日": (MatchMode.VALUES, "2024-01-05"),
}

MOST_GROWTH = 8.0  # for a text four times as long; quadratic time takes 16

# A megabyte of each, and of some longer pieces that patterns might go over again and again.
PIECES = [
    *(
        "a",
        "A",
        "あ",
        "가",
        "漢",
        "（",
        "。",
        "*",
        "_",
        "`",
        "-",
        "~",
        "1",
        ",",
        ".",
        "'",
        "👍",
        "\u0301",
        "\u200b",
        "\u3000",
    ),
    *("あ-", "a ", "the ", "**a", "~~a", "[a](", "5,", "1,000", "5.", "- ", "> ", "十", "百万"),
]


def rate(run: Callable[[str], str], answers: Sequence[str], rounds: int) -> float:
    """Return the answers a second of processor time, the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for answer in answers:
            run(answer)
        best = min(best, time.process_time() - start)
    return len(answers) / best


def seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def short_answers(count: int, rounds: int) -> None:
    for title, make, mode, floor in RATES:
        rng = random.Random(7)
        answers = list({make(rng, number): None for number in range(count)})
        normalize(answers[0], mode)
        found = rate(lambda answer, mode=mode: normalize(answer, mode), answers, rounds)
        report(
            Row(
                task="Normal forms of short answers, none twice",
                name=title,
                n=len(answers),
                median=found,
                unit="a second",
                asked=[] if floor is None else [least("median", floor)],
            )
        )


def long_texts(length: int) -> None:
    slowest = ("", 0.0, 0.0)
    for piece in PIECES:
        text = piece * (length // len(piece))
        quarter = text[: len(text) // 4]
        small = seconds(lambda quarter=quarter: normalize(quarter, MatchMode.STANDARD))
        large = seconds(lambda text=text: normalize(text, MatchMode.STANDARD))
        slowest = max(slowest, (piece, large, large / max(small, 0.02)), key=lambda one: one[2])
    piece, large, growth = slowest
    report(
        Row(
            task=f"A text of {length:,} characters beside a quarter of it, worst of {len(PIECES)} kinds",
            name=f"standard, {piece!a} over and over",
            n=length,
            median=large,
            ratio=growth,
            asked=[most("ratio", MOST_GROWTH)],
        )
    )


def places(chunks: int) -> None:
    """Search passages that stand in a chunk as they are, written differently, and not at all."""
    rng = random.Random(7)
    texts = [
        ". ".join(" ".join(rng.choices(ENGLISH, k=9)) + f" {n}" for _ in range(15)) for n in range(chunks)
    ]
    passages = {
        "as it stands": [text[100:300].partition(" ")[2].rpartition(" ")[0] for text in texts],
        "in other case": [text[100:300].upper().partition(" ")[2].rpartition(" ")[0] for text in texts],
        "not there": ["The Brandenburg Gate stands in the middle of the city"] * chunks,
    }
    for title, needles in passages.items():
        found = 0
        start = time.process_time()
        for needle, text in zip(needles, texts, strict=True):
            found += Haystack(text, MatchMode.STANDARD).find(needle) is not None
        taken = time.process_time() - start
        if found != (0 if title == "not there" else chunks):
            raise SystemExit(f"a passage {title}: {found:,} of {chunks:,} found")
        report(
            Row(
                task="A passage in a chunk of 900 characters",
                name=title,
                n=chunks,
                median=chunks / taken,
                unit="a second",
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--short", action="store_true", help="few answers, short texts: only see that values agree"
    )
    is_short = parser.parse_args().short
    print(f"{machine()}\n")
    for text, (mode, form) in FORMS.items():
        if normalize(text, mode) != form:
            raise SystemExit(f"{mode} makes {text!r} {normalize(text, mode)!r}, not {form!r}")
    short_answers(2_000 if is_short else 200_000, rounds=1 if is_short else 3)
    long_texts(10_000 if is_short else 1_000_000)
    places(50 if is_short else 3_000)


if __name__ == "__main__":
    main()
