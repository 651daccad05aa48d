"""Lists of words."""

from __future__ import annotations

__all__ = ["words"]


def words(*lines: str) -> tuple[str, ...]:
    """Return the words of a list that is written with spaces between them.

    Example:
        >>> words("은 는", "이 가")
        ('은', '는', '이', '가')
    """
    return tuple(" ".join(lines).split())
