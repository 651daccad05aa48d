"""Messages: what the pages say, in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ragtriage.model.message import Message
from ragtriage.reports.html.words.comparison import COMPARISON
from ragtriage.reports.html.words.domain import DOMAIN
from ragtriage.reports.html.words.evaluation import EVALUATION
from ragtriage.reports.html.words.probe import PROBE

__all__ = ["MESSAGES", "Language", "Messages"]

# A message has one row, in the file of the page that needs it, or in that of all pages.
MESSAGES: Final[dict[str, Message]] = {**DOMAIN, **EVALUATION, **COMPARISON, **PROBE}


class Language(StrEnum):
    """The languages of the interface; texts of cases stay as they are."""

    EN = "en"
    JA = "ja"


@dataclass(frozen=True, slots=True)
class Messages:
    """The messages in one language.

    Example:
        >>> t = Messages(Language.EN)
        >>> t("cases", n=1), t("cases", n=1200), Messages(Language.JA)("cases", n=1200)
        ('1 case', '1,200 cases', '1,200件')
    """

    language: Language

    def __call__(self, key: str, **values: str | float) -> str:
        """Return a message with its values put in; whole numbers in groups of three digits.

        Where `n` is 1, the singular is taken. The result is text, and escaped when it is put into a page.
        """
        return MESSAGES[key].said(self.language, values)

    def sentences(self, told: Iterable[str]) -> str:
        """Return sentences as a paragraph: with blanks between them where the language has such.

        Example:
            >>> Messages(Language.EN).sentences(["Yes.", "No."])
            'Yes. No.'
            >>> Messages(Language.JA).sentences(["はい。", "いいえ。"])
            'はい。いいえ。'
        """
        return ("" if self.language is Language.JA else " ").join(told)

    def for_scripts(self, *prefixes: str) -> Mapping[str, str]:
        """Return the messages whose keys begin with one of these, as a script needs them."""
        is_japanese = self.language is Language.JA
        return {
            key: message.ja if is_japanese else message.en
            for key, message in MESSAGES.items()
            if key.startswith(prefixes)
        }
