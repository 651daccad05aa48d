"""Declining: how much an answer looks like one that declines, by words learned from written examples."""

from ragtriage.text.declining.weighing import Thresholds, likeness, thresholds
from ragtriage.text.declining.words import is_hinted

__all__ = ["Thresholds", "is_hinted", "likeness", "thresholds"]
