"""Prints how well refusals are told from answers that sound like them.

List M was written when everything else stood, and measured once: 60 refusals and 60 near misses a
language, by language models that were shown neither patterns nor lists, long, polite, terse, indirect,
with reasons, with a pointer elsewhere. Of lists C and D, of the same kind, nothing was learned and none
was read either; but their totals were looked at while the limits were chosen. Found declines for certain;
possibly is open. The ordinary answers are of such models too: half were learned from, these are the other
half.

NoMIRACL: 5,000 outputs of five models, which were asked to say either that the answer is present or that
they do not know; a refusal is by the rule of its paper "I don't know". They decline in few words, alike.
`abstention_failure` is never shown by the mere absence of a sign.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path

from ragtriage.metrics.intervals import wilson
from ragtriage.text.abstention import Abstention, abstains

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))
REFUSAL, PRESENT = "i don't know", "yes, answer is present"


def main() -> None:
    for name, lists in (("list M", "M"), ("lists C and D", "CD")):
        print(f"| {name} | found | found or possibly | near misses found | near misses possibly |")
        print("|---|---|---|---|---|")
        total = Counter[tuple[str, Abstention]]()
        for language in ("en", "ja", "ko", "zh"):
            counts = written(language, lists)
            total.update(counts)
            print(f"| {language} | {cells(counts)} |")
        print(f"| all | {cells(total)} |\n")
    print("| ordinary answers | found | possibly |")
    print("|---|---|---|")
    for language in ("en", "ja", "ko", "zh"):
        said = ordinary(language)
        n = said.total()
        possibly, found = said[Abstention.POSSIBLY], said[Abstention.YES]
        print(f"| {language} | {rate(found, n - found)} | {rate(possibly, n - possibly)} |")
    print()
    print("| outputs | no sign: no refusal | found: a refusal | possibly |")
    print("|---|---|---|---|")
    for language in ("en", "ja", "ko", "zh"):
        counts = read(language)
        unsigned = rate(counts[Abstention.NO, False], counts[Abstention.NO, True])
        found = rate(counts[Abstention.YES, True], counts[Abstention.YES, False])
        possibly = counts[Abstention.POSSIBLY, True] + counts[Abstention.POSSIBLY, False]
        print(f"| {language} | {unsigned} | {found} | {possibly} of {counts.total()} |")


def written(language: str, lists: str) -> Counter[tuple[str, Abstention]]:
    """Count the answers of some unseen lists by their kind and by what is found in them."""
    path = Path(__file__).parents[1] / "tests" / "golden" / "refusals" / "unseen" / f"{language}.tsv"
    lines = [line.split("\t") for line in path.read_text("utf-8").rstrip("\n").split("\n")[1:]]
    return Counter(
        (kind, abstains(text, question=question)) for part, kind, question, text in lines if part in lists
    )


def ordinary(language: str) -> Counter[Abstention]:
    """Count ordinary answers that nothing was learned from by what is found in them."""
    path = Path(__file__).parent / "refusals" / f"{language}.tsv"
    rows = (line.replace("\\n", "\n").split("\t") for line in path.read_text("utf-8").splitlines())
    return Counter(
        abstains(text, question=question) for part, _, question, text in rows if part == "plain, unseen"
    )


def cells(counts: Counter[tuple[str, Abstention]]) -> str:
    """Return the rates of a row."""
    shown: list[str] = []
    for kind in ("refusal", "near miss"):
        found, possibly, none = (
            counts[kind, said] for said in (Abstention.YES, Abstention.POSSIBLY, Abstention.NO)
        )
        more = rate(found + possibly, none) if kind == "refusal" else rate(possibly, found + none)
        shown += [rate(found, possibly + none), more]
    return " | ".join(shown)


def read(language: str) -> Counter[tuple[Abstention, bool]]:
    """Count outputs by what is found in them and by whether they are refusals."""
    counts = Counter[tuple[Abstention, bool]]()
    with gzip.open(
        SHARED / "data" / "outputs" / f"nomiracl_{language}.jsonl.gz", "rt", encoding="utf-8"
    ) as file:
        for line in file:
            for text in json.loads(line)["outputs"].values():
                is_refusal = REFUSAL in text.lower() and PRESENT not in text.lower()
                counts[abstains(text), is_refusal] += 1
    return counts


def rate(count: int, others: int) -> str:
    """A rate with its 95 % Wilson interval."""
    n = count + others
    interval = wilson(count, n)
    if interval is None:
        return "0/0"
    return f"{count}/{n} = {count / n:.1%} ({interval.low:.1%}–{interval.high:.1%})"


if __name__ == "__main__":
    main()
