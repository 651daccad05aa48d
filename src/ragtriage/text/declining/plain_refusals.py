"""Plain refusals: answers made of nothing but words of sources, lacks and tellings.

"The documents do not say." has no word of its own. What is learned from long and indirect refusals knows such
answers badly, because many a right answer holds them among others; alone they can be nothing else.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ragtriage.text.declining.words import signs, words_by_first
from ragtriage.text.languages.table import words

__all__ = ["has_no_word_of_its_own"]

_KINDS: Final = frozenset(("source", "lack", "unable", "tell", "deny", "self", "given", "regret"))
_LONGEST: Final = 80

_ENGLISH: Final = frozenset(
    words(
        "a an the in of to from on at by for with about this that these those it its there here any anything",
        "is are was were be been being do does did has have had i we you your please but however at all",
        "question asked answer relevant related specific such which who what when where",
    )
)
# Particles, endings and other words of no content.
_OTHERS: Final = re.compile(
    r"[\s\W]|[はがをにでもとのへやか、。]|から|まで|その|この|ご|お|中|内|です|ます|ました|ません|でした|ない|いません|おりません"
    r"|関する|関連|該当|情報|質問|回答|答え|について|つい|おい|ん|た|て|れ|い"
    r"|[은는이가을를에의도만]|에서|에는|으로|로|부터|대한|대해|관련|정보|내용|질문|답변|답|그|이런|해당|습니다|니다|않|지|입|었|았|있|없|다|요"
    r"|[的了在中里裡上内內有没沒不是也都任何这這该該此]|相关|相關|信息|資訊|资讯|内容|問題|问题|答案|关于|關於|根据|根據|从|從|您"
)


def has_no_word_of_its_own(text: str, language: str) -> bool:
    """Whether an answer consists of words that any refusal may have.

    Args:
        text: The answer, folded.
        language: Its language.

    Example:
        >>> has_no_word_of_its_own("the documents do not say.", "en")
        True
        >>> has_no_word_of_its_own("the documents do not mention a fee.", "en")
        False
        >>> has_no_word_of_its_own("資料には記載がありません。", "ja")
        True
    """
    if len(text) > _LONGEST:
        return False
    if language == "en":
        known = _known()
        return all(word in known or word.endswith("n't") for word in _WORD.findall(text))
    rest, at = "", 0
    by_first = words_by_first(language)
    while at < len(text):
        for word, kinds in by_first.get(text[at], ()):
            if text.startswith(word, at) and not _KINDS.isdisjoint(kinds):
                at += len(word)
                break
        else:
            rest += text[at]
            at += 1
    return not _OTHERS.sub("", rest)


_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9]+")


@cache
def _known() -> frozenset[str]:
    words = {word for word, kinds in signs("en").items() if not _KINDS.isdisjoint(kinds)}
    return frozenset(words | _ENGLISH)
