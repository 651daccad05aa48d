"""Prints of what answers without a sign of a refusal are none, which makes `abstention_failure` likely.

5,000 outputs of five models (NoMIRACL), which were asked to say either that the answer is present or that
they do not know; a refusal is by the rule of its paper "I don't know". They decline in few words, alike:
lists of refusals that other people wrote hold more that no pattern knows, so that the diagnosis is never
shown by the absence of a sign. `possibly` is open.
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
    print("| outputs | no sign: no refusal | found: a refusal | possibly |")
    print("|---|---|---|---|")
    for language in ("en", "ja", "ko", "zh"):
        counts = read(language)
        unsigned = rate(counts[Abstention.NO, False], counts[Abstention.NO, True])
        found = rate(counts[Abstention.YES, True], counts[Abstention.YES, False])
        possibly = counts[Abstention.POSSIBLY, True] + counts[Abstention.POSSIBLY, False]
        print(f"| {language} | {unsigned} | {found} | {possibly} of {counts.total()} |")


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
