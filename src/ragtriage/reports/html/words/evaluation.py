"""What the page of one evaluation says."""

from __future__ import annotations

from typing import Final

from ragtriage.reports.html.words.message import Message

__all__ = ["EVALUATION"]

EVALUATION: Final[dict[str, Message]] = {}
