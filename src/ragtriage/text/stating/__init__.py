"""Stating: whether an answer says what is expected of it, among other words."""

from ragtriage.text.stating.reading import Reading, Stated, state

__all__ = ["Reading", "Stated", "state"]
