"""Paraphrases: whether an answer in other words than the expected ones is likely right."""

from ragtriage.text.paraphrase.wording import Weighed, Wording, is_english, weigh, wording

__all__ = ["Weighed", "Wording", "is_english", "weigh", "wording"]
