"""Metrics by name: `recall@5`, `ndcg@10`, `ap`; which there are, and which are reported unasked."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from ragtriage.errors import ConfigError
from ragtriage.metrics import ranking
from ragtriage.metrics.rankings import Floats, Rankings

__all__ = ["METRICS", "Metric", "Named", "default_metrics", "display_name", "measure", "parse"]


class Metric(Protocol):
    """A formula from rankings to one float a query."""

    def __call__(self, r: Rankings, cutoff: int | None = None) -> Floats:
        """Return Floats (q,), NaN where undefined."""
        ...


METRICS: Final[dict[str, Metric]] = {
    "recall": ranking.recall,
    "hit": ranking.hit,
    "precision": ranking.precision,
    "f1": ranking.f1,
    "rr": ranking.reciprocal_rank,
    "ap": ranking.average_precision,
    "ndcg": ranking.ndcg,
    "ndcg_exp": ranking.ndcg_exponential,
    "r_precision": ranking.r_precision,
    "judged": ranking.judged,
}

# Other names that are accepted; the means of rr and ap are shown under the first of theirs.
_ALIASES: Final = {
    "mrr": "rr",
    "map": "ap",
    "p": "precision",
    "r": "recall",
    "success": "hit",
    "recip_rank": "rr",
    "rprec": "r_precision",
}

_MEAN_NAMES: Final = {"rr": "mrr", "ap": "map"}

_WITHOUT_CUTOFF: Final = frozenset({"r_precision"})

_TOO_DEEP: Final = 2**53  # ranks are compared as 64-bit numbers, and divided by as floats

_USUAL_CUTOFFS: Final = (1, 3, 5, 10)

_CUT_BY_DEFAULT: Final = ("recall", "hit", "precision", "f1", "ndcg")


class Named(NamedTuple):
    """A metric of the table at a cutoff."""

    metric: str  # a key of METRICS
    cutoff: int | None

    def __str__(self) -> str:
        """Return the name in full: `recall@5`, or `ap` when uncut."""
        return self.metric if self.cutoff is None else f"{self.metric}@{self.cutoff}"


def parse(name: str) -> Named:
    """Return the metric and the cutoff that a name stands for; upper case and other names are accepted.

    Raises:
        ConfigError: No metric has that name, or the cutoff is not a positive integer.

    Example:
        >>> parse("MRR@10")
        Named(metric='rr', cutoff=10)
    """
    return _parsed(name)


@lru_cache  # the same few names are asked for with every batch
def _parsed(name: str) -> Named:
    stem, at, depth = name.strip().partition("@")
    wanted = stem.lower().replace("-", "_")
    metric = _ALIASES.get(wanted, wanted)
    if metric not in METRICS:
        from difflib import get_close_matches  # noqa: PLC0415 - only a wrong name needs it

        close = get_close_matches(wanted, [*METRICS, *_ALIASES], n=1)
        hint = f"; did you mean {close[0] + at + depth!r}?" if close else ""
        raise ConfigError(
            f"unknown metric: {name!r}{hint} (known: {', '.join(METRICS)}; '@5' cuts at rank 5)"
        )
    if not at:
        return Named(metric, None)
    if metric in _WITHOUT_CUTOFF:
        raise ConfigError(f"{metric} takes no cutoff: {name!r}; write {metric!r}")
    if not (depth.isascii() and depth.isdigit() and 0 < int(depth) < _TOO_DEEP):
        raise ConfigError(f"cutoff must be a positive integer: {name!r}")
    return Named(metric, int(depth))


def display_name(name: str) -> str:
    """Return the name that the mean of a metric is shown under.

    Example:
        >>> display_name("ap"), display_name("rr@10"), display_name("recall@5")
        ('map', 'mrr@10', 'recall@5')
    """
    named = parse(name)
    return str(Named(_MEAN_NAMES.get(named.metric, named.metric), named.cutoff))


def default_metrics(k: int | None) -> tuple[str, ...]:
    """Return the names of the metrics that are reported unasked.

    With k: at k and at those of 1, 3, 5 and 10 below it. Without: at 1, 3, 5 and 10, and uncut.

    Raises:
        ConfigError: k is not positive.

    Example:
        >>> default_metrics(1)
        ('recall@1', 'hit@1', 'precision@1', 'f1@1', 'ndcg@1', 'rr@1', 'ap@1', 'r_precision')
    """
    if k is not None and k < 1:
        raise ConfigError(f"k must be a positive integer: {k}")
    cutoffs: tuple[int | None, ...] = (
        (*_USUAL_CUTOFFS, None) if k is None else (*(c for c in _USUAL_CUTOFFS if c < k), k)
    )
    cut = [Named(metric, cutoff) for metric in _CUT_BY_DEFAULT for cutoff in cutoffs]
    named = [*cut, Named("rr", k), Named("ap", k), Named("r_precision", None)]
    return tuple(map(str, named))


def measure(r: Rankings, names: Iterable[str]) -> dict[str, Floats]:
    """Return the named metrics by the names given, each Floats (q,).

    Raises:
        ConfigError: A name is unknown or its cutoff is no positive integer.

    Example:
        >>> from ragtriage.model import Hits
        >>> two_of_four = Hits(ranks=(1, 3), gains=(1, 1), ideal=(1, 1, 1, 1), judged=(1, 3), retrieved=10)
        >>> measured = measure(Rankings.gather([two_of_four]), ["recall@1", "mrr"])
        >>> {name: values.tolist() for name, values in measured.items()}
        {'recall@1': [0.25], 'mrr': [1.0]}
    """
    parsed = {name: parse(name) for name in names}
    values = {named: METRICS[named.metric](r, named.cutoff) for named in dict.fromkeys(parsed.values())}
    return {name: values[named] for name, named in parsed.items()}
