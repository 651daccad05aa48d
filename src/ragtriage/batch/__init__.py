"""Cases paired with their traces, a few thousand at a time."""

from ragtriage.batch.batch import Batch
from ragtriage.batch.hits import gold_ranks, has_own, hits, repeated, retrieved_ids, without_own
from ragtriage.batch.meeting import Meeting
from ragtriage.batch.near_ids import QUERIES, Near, NearIds, NearIndex, nearest
from ragtriage.batch.pairing import Pair, Row, identified, pair, with_meaning

__all__ = [
    "QUERIES",
    "Batch",
    "Meeting",
    "Near",
    "NearIds",
    "NearIndex",
    "Pair",
    "Row",
    "gold_ranks",
    "has_own",
    "hits",
    "identified",
    "nearest",
    "pair",
    "repeated",
    "retrieved_ids",
    "with_meaning",
    "without_own",
]
