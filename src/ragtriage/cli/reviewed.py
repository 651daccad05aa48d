"""What became of reviews, in a line."""

from __future__ import annotations

from ragtriage.cli.console import say
from ragtriage.model import Manifest, ReviewCounts

__all__ = ["say_reviews"]


def say_reviews(manifest: Manifest) -> None:
    """Say how many verdicts are a person's, and what became of the other reviews, where there are any."""
    counts = manifest.reviews
    if not isinstance(counts, ReviewCounts):
        return
    others = {
        "skipped": counts.skipped,
        "no longer fit": counts.stale,
        "of cases that are not there": counts.unknown_id,
    }
    told = "".join(f", {n:,} {what}" for what, n in others.items() if n)
    clashes = f" ({counts.clashes:,} against strings or a judge)" if counts.clashes else ""
    say(f"Reviews: {counts.used:,} of {counts.read:,} used{clashes}{told} ({counts.file})")
