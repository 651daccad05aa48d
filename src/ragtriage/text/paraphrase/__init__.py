"""Paraphrases: whether an answer in other words than the expected ones is likely right."""

from ragtriage.text.paraphrase.wording import Weighed, Wording, weigh, wording

__all__ = ["Weighed", "Wording", "weigh", "wording"]
