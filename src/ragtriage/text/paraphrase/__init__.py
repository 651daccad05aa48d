"""Paraphrases: whether an answer in other words than the expected ones is likely right, by rules with measured precision."""

from ragtriage.text.paraphrase.wording import Weighed, Wording, weigh, wording

__all__ = ["Weighed", "Wording", "weigh", "wording"]
