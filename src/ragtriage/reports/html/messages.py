"""Messages: what the pages say, in the language of whoever reads them, from `reports/messages/`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ragtriage.model.message import filled
from ragtriage.probing.conclusions import MEANINGS as CONCLUSIONS
from ragtriage.verdicts.meanings import BRIEFLY, MEANINGS

__all__ = ["Language", "Messages", "Wording", "wordings"]


class Language(StrEnum):
    """The languages of the interface; texts of cases stay as they are."""

    EN = "en"
    JA = "ja"


class Wording(NamedTuple):
    """A message in one language."""

    other: str
    one: str  # of exactly one; the same where the language, or the message, makes no difference


@cache
def wordings(language: Language) -> Mapping[str, Wording]:
    """Return every message of a language by its key; the file is read when the first page needs it.

    Example:
        >>> wordings(Language.EN)["cases"]
        Wording(other='{n} cases', one='{n} case')
    """
    source = files("ragtriage.reports") / "messages" / f"{language}.toml"
    rows: dict[str, str | dict[str, str]] = tomllib.loads(source.read_text(encoding="utf-8"))
    if language is Language.EN:
        rows |= _meanings()
    return {key: Wording(row, row) if isinstance(row, str) else Wording(**row) for key, row in rows.items()}


def _meanings() -> dict[str, str]:
    """Return what English says beside the tables of diagnoses and conclusions."""
    return {
        **{f"meaning.{name}": text for name, text in MEANINGS.items()},
        **{f"brief.{diagnosis}": text for diagnosis, text in BRIEFLY.items()},
        **{f"probe.meaning.{conclusion}": text for conclusion, text in CONCLUSIONS.items()},
    }


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
        wording = wordings(self.language)[key]
        return filled(wording.one if values.get("n") == 1 else wording.other, values)

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
        return {
            key: wording.other for key, wording in wordings(self.language).items() if key.startswith(prefixes)
        }
