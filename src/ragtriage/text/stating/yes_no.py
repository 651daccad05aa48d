"""Yes and no: an expected answer that is nothing else is decided by the leading word of the answer."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import chain

import regex

from ragtriage.languages.statements import languages

__all__ = ["YesNo", "as_yes_no", "leading_yes_no"]


class YesNo(StrEnum):
    """One of the two answers to a question of decision."""

    YES = "yes"
    NO = "no"


def as_yes_no(expected: str) -> YesNo | None:
    """Return which of the two an expected answer is; None when it says more, or something else.

    Example:
        >>> as_yes_no("No."), as_yes_no("はい"), as_yes_no("No. 5")
        (<YesNo.NO: 'no'>, <YesNo.YES: 'yes'>, None)
    """
    word = _trimmed(expected)
    return _words().get(word)


def leading_yes_no(answer: str) -> YesNo | None:
    """Return which of the two an answer begins with; None when it begins otherwise, or takes it back at once.

    Example:
        >>> leading_yes_no("No, it is prohibited."), leading_yes_no("いいえ、できません。")
        (<YesNo.NO: 'no'>, <YesNo.NO: 'no'>)
        >>> leading_yes_no("No. 1 is Paris."), leading_yes_no("Yes and no."), leading_yes_no("네 개입니다")
        (None, None, None)
    """
    beginning = _opening().sub("", answer[:200].casefold(), count=1)
    found = _leading().match(beginning)
    return None if found is None else _words()[found["word"]]


def _trimmed(text: str) -> str:
    return text.strip(" \t\n\u3000.,!。、，！*_\"'「」“”’‘()（）").casefold()


@cache
def _words() -> dict[str, YesNo]:
    return {
        **{word: YesNo.YES for table in languages().values() for word in table.yes},
        **{word: YesNo.NO for table in languages().values() for word in table.no},
    }


@cache
def _opening() -> regex.Pattern[str]:
    """Match what may stand before the leading word: marks, and words such as `Answer:`."""
    return regex.compile(
        r"^[\s*_#>\"'“”‘’「『(（-]*(?:(?:the )?(?:short |final |correct )?answer(?: is|:)|a:"
        r"|(?:答え|回答|結論)(?:は|：|:)"
        r"|답(?:변)?(?:은|:)|정답(?:은|:)|答案(?:是|：|:)|回答(?:是|：|:)"
        # where it was found: Based on the documents, yes, both were
        r"|(?:based on|according to|as per|per|from|going by|judging by|in) [^,.;:!?\n]{3,80},"
        r"|[^、，,。！？\n]{1,40}(?:によると|によれば|に基づくと|に基づけば|では)、"
        r"|[^,.!?\n]{1,40}(?:에 따르면|에 의하면|에 근거하면|에서는),?"
        r"|(?:根据|根據|依据|依據|按照|据)[^，,。！？\n]{1,40}[，,])?[\s*_:：\"'“”‘’「『,，、]*"
    )


@cache
def _leading() -> regex.Pattern[str]:
    """Match a leading word that is one by what follows it: a mark, the end, or in English a subject."""
    words = "|".join(sorted(map(regex.escape, chain(_words())), key=len, reverse=True))
    return regex.compile(
        rf"(?<word>{words})(?![\s,.、，]*(?:and|or|but|/)?\s*(?:yes|no)\b)(?![.:]?\s*\d)(?![、，,]?(?:とは|라고))"
        r"(?:[\s*_\"'”’」』)）]*$|[*_\"'”’」』)）]*(?:[,;:!、，；：。！\n]|\s?[—–―]|\s?--|\s-\s|-(?!\w)"
        r"|\s?[(（](?!\d)|\.(?!\s*\d))"
        r"|です|でし|이라|입니다"
        r"|\s+(?:it|they|he|she|you|i|we|there|this|that|these|those|sir|because|since|as|not|of course)\b)"
    )
