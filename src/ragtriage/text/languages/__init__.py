"""Tables that a native speaker can correct, one file a language, and which of them a text needs."""

from __future__ import annotations

from typing import Final

from ragtriage.text.languages.en import ENGLISH
from ragtriage.text.languages.ja import JAPANESE
from ragtriage.text.languages.ko import KOREAN
from ragtriage.text.languages.table import Language, Pattern
from ragtriage.text.languages.zh import CHINESE

__all__ = ["LANGUAGES", "Language", "Pattern"]

LANGUAGES: Final[dict[str, Language]] = {table.code: table for table in (ENGLISH, JAPANESE, KOREAN, CHINESE)}
