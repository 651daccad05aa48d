"""Entailment without a model: what a text likely backs, and what it likely does not speak of.

Two rules, in the languages in which people's labels bear them out (`thresholds.json`, and `docs/accuracy.md`
for how often they are right). A statement is likely backed when it is a sentence of the texts with parts left
out that change nothing of the rest, or with other punctuation; it is likely not mentioned when hardly any of
its words stands in the texts.
"""

from __future__ import annotations

from ragtriage.text.entailment.texts import Absent, Shortened, Texts

__all__ = ["Absent", "Shortened", "Texts"]
