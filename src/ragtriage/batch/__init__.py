"""Cases paired with their traces, a few thousand at a time."""

from ragtriage.batch.batch import Batch

__all__ = ["Batch"]
