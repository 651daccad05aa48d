"""Negative questions: what yes and no mean there differs between languages, and between speakers of one.

"Is it not allowed?" — "No" agrees in English, いいえ denies in Japanese, and translated labels follow either.
What counts is the main clause: "if it was not opened" and 開けていない場合 ask nothing. Where a language says
"must" or "or not" with a negation, it asks no negative question.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.text.rules import fold

__all__ = ["asks_negatively"]

_LONGEST: Final = 400  # characters, from the end


def asks_negatively(question: str) -> bool:
    """Whether the main clause of a question of decision is a negative one.

    Example:
        >>> [asks_negatively(text) for text in ("Isn't it allowed?", "Can I return what I have not opened?")]
        [True, False]
        >>> [asks_negatively(text) for text in ("使えませんか。", "払わなければなりませんか。")]
        [True, False]
        >>> [asks_negatively(text) for text in ("사용하면 안 되나요?", "없으면 안 되나요?", "안전한가요?")]
        [True, False, False]
        >>> [asks_negatively(text) for text in ("不能退款吗？", "能不能退款？", "没有预约可以参观吗？")]
        [True, False, False]
    """
    text = _quoted().sub("", fold(question[-_LONGEST:]).replace("’", "'"))
    if _hangul().search(text) is not None:
        return _in_korean(text)
    if _kana().search(text) is not None:
        return _in_japanese(text)
    return _in_chinese(text) if _han().search(text) is not None else _in_english(text)


def _last(text: str, between: regex.Pattern[str], tag: regex.Pattern[str]) -> str:
    """Return the last sentence, with the one before where it only asks whether that is so."""
    sentences = [each for each in map(str.strip, between.split(text)) if each]
    while len(sentences) > 1 and tag.fullmatch(sentences[-1]) is not None:
        sentences.pop()
    return sentences[-1] if sentences else ""


def _in_english(text: str) -> bool:
    last = _last(text, _sentence_end(), _english_tag())
    return _english_negation().search(_english_aside().sub(" ", last)) is not None


def _in_japanese(text: str) -> bool:
    last = _last(text, _sentence_end(), _japanese_tag())
    return _japanese_negation().search(_japanese_duty().sub("", last)) is not None


def _in_korean(text: str) -> bool:
    last = _last(text, _sentence_end(), _korean_tag())
    return _korean_negation().search(_korean_duty().sub("", last)) is not None


def _in_chinese(text: str) -> bool:
    clause = _chinese_neutral().sub("", _last(text, _clause_end(), _chinese_tag()))
    modals = list(_chinese_modal().finditer(clause))
    if modals:  # what stands before it is a condition: 没有预约可以参观吗
        return modals[-1]["no"] is not None
    return _chinese_negation().search(_chinese_attribute().sub("", clause)) is not None


@cache
def _hangul() -> regex.Pattern[str]:
    return regex.compile(r"\p{Hangul}")


@cache
def _kana() -> regex.Pattern[str]:
    return regex.compile(r"[ぁ-ゖァ-ヺ]")


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}")


@cache
def _quoted() -> regex.Pattern[str]:
    return regex.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》")


@cache
def _sentence_end() -> regex.Pattern[str]:
    return regex.compile(r"[?!。？！;；\n]+|\.(?=\s|$)")


@cache
def _clause_end() -> regex.Pattern[str]:
    return regex.compile(r"[?!。？！;；\n，,：:]+|\.(?=\s|$)")


@cache
def _english_tag() -> regex.Pattern[str]:
    return regex.compile(r"(?:or )?(?:is|am i|are|isn't)? ?(?:that|it|this)? ?(?:right|correct|true|so|not)?")


@cache
def _english_negation() -> regex.Pattern[str]:
    return regex.compile(
        r"(?<![\w-])(?:not|never|cannot|nobody|nothing|none|neither|nowhere|no one|no(?![.\-]?\s*\d))"
        r"(?![\w-])|n't\b"
    )


@cache
def _english_aside() -> regex.Pattern[str]:
    """Match what denies nothing: bounds, "or not", and negations in a clause that is not the main one."""
    auxiliary = r"(?:do|does|did|am|is|are|was|were|have|has|had|can|could|will|would|should|may|must)"
    return regex.compile(
        r"\bor (?:not|no)\b|\bnot (?:only|just)\b"
        r"|\bnot? (?:more|less|later|fewer|earlier|sooner|longer|higher|lower|older|younger) than\b"
        rf"|\b(?:who|which|that|whom|where)(?: (?:i|you|we|they|he|she|it))?"
        rf" (?:{auxiliary}(?:n't| not| never)|cannot|not|never)\b"
        r"|\b(?:what|whatever) (?:i|you|we|they|he|she|it) [^,?]*"
        r"|\b(?:if|when|whenever|unless|because|since|although|though|while|after|before|once) [^,?]*?"
        rf"(?=[,?]|$|\b{auxiliary} (?:i|you|we|they|he|she|it|there)\b)"
    )


@cache
def _japanese_tag() -> regex.Pattern[str]:
    return regex.compile(
        r"(?:(?:それで|これで)?(?:合って(?:い)?ますか|正しいですか|本当ですか)|そうですか|ですよね)"
    )


@cache
def _japanese_negation() -> regex.Pattern[str]:
    """Match a negative predicate at the end, also where it is asked whether that is so."""
    return regex.compile(
        r"(?:(?<!少)(?<!危)(?<!切)(?<!もったい)(?<!はか)な(?:い|かった)|ませ(?:ん|んでした))"
        r"(?:の|ん|もの)?(?:です|でしょう|だろう|だ)?(?:よ?ね|よな)?"
        r"(?:(?:と|って)?(?:いう)?(?:こと|の|わけ|意味|理解|認識|解釈)?(?:は|が|で|に)?"
        r"(?:よろしい|よい|いい|正しい|本当|間違いない|なります|合って)?(?:い?ます|です|でしょう)?)?(?:よ?ね)?か?な?\s*$"
    )


@cache
def _japanese_duty() -> regex.Pattern[str]:
    """Match two negations that make a duty: 払わなければなりません."""
    return regex.compile(
        r"(?:なければ|なくては|なくちゃ|ないと|なきゃ|ねば)(?:なら|なり|いけ|だめ|駄目)(?:ない|ません|なかった)?の?"
    )


@cache
def _korean_tag() -> regex.Pattern[str]:
    return regex.compile(r"(?:그렇|맞|그런)\p{Hangul}{0,4}|정말\p{Hangul}{0,4}")


@cache
def _korean_negation() -> regex.Pattern[str]:
    """Match a negative predicate at the end, also where it is asked whether that is so."""
    end = (
        r"(?: ?(?:것|거|게|건|걸|말|뜻|셈)\p{Hangul}{0,4})?"
        r"(?:,? ?(?:맞|사실|확실|정말)\p{Hangul}{0,5})?\s*$"
    )
    return regex.compile(
        rf"(?:(?:없|않|아니|아닌|아닙)\p{{Hangul}}{{0,5}}|(?<!잘)못 ?\p{{Hangul}}{{1,6}}"
        rf"|(?<!\p{{Hangul}})안 ?(?:되|된|돼|됩|될|하|한|할|해|합)\p{{Hangul}}{{0,5}}"
        rf"|(?<!\p{{Hangul}})안 \p{{Hangul}}{{1,6}}){end}"
    )


@cache
def _korean_duty() -> regex.Pattern[str]:
    """Match two negations that make a duty: 없으면 안 되나요."""
    return regex.compile(r"(?:않으면|없으면|아니면|않고는|없이는) ?안 ?(?:되|된|돼|됩)\p{Hangul}*")


@cache
def _chinese_tag() -> regex.Pattern[str]:
    return regex.compile(
        r"(?:对|對|是|没错|沒錯|真的|是真的|是这样|是這樣|这样对|正确)(?:的)?(?:吗|嗎|么|吧|不对|不對|不是)?"
    )


@cache
def _chinese_neutral() -> regex.Pattern[str]:
    """Match what denies nothing: 能不能, bounds, and words in which a negation only is a part."""
    return regex.compile(
        r"(?P<verb>\p{Han}{1,2})[不没沒](?=(?P=verb))|是不是|有[没沒]有|可不可以|要不要|是否|能否|可否|与否|與否"
        r"|(?:不|没有)$"
        r"|不(?:超过|超過|少于|少於|低于|低於|高于|高於|多于|多於|晚于|晚於|早于|早於|到|满|滿|足)"
        r"|不(?:同|仅|僅|错|錯|少|良|动产|動產|锈钢|鏽鋼|久|断|斷|论|論|过|過|但|止|管|可抗力)|差不多|未(?:来|來|成年)"
    )


@cache
def _chinese_modal() -> regex.Pattern[str]:
    return regex.compile(
        r"(?P<no>[不没沒未]|没有|沒有)?"
        r"(?:可以|能够|能夠|(?<![功性技职職智节節])能(?![力源量耗])|应该|應該|必须|必須|需要|允许|允許|得以"
        r"|(?<![机機社协協议議大开開年工])会(?![议員员费場场计話话社])"
        r"|(?<![机機社协協议議大开開年工])會(?![議員费費場计計話社]))"
    )


@cache
def _chinese_negation() -> regex.Pattern[str]:
    return regex.compile(r"[不没沒未]|[无無][需须須]")


@cache
def _chinese_attribute() -> regex.Pattern[str]:
    """Match all up to a thing that is told by it: 不含税的(价格)."""
    return regex.compile(r"^[^，]*的(?=\p{Han}{2,})(?![吗嗎么吧呢])")
