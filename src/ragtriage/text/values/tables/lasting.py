"""Durations that are told without a numeral: half a year, a week, 半年, 半小时, 일주일, 이틀.

Where a word may be something else (半年 in 下半年, a day in a day trip), what stands around it decides.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ARTICLED", "BEFORE_ARTICLE", "LASTING", "Lasting"]


class Lasting(NamedTuple):
    """Words for a duration, and how much of which unit they are."""

    words: str  # a pattern
    number: str
    unit: str


# 일주일에 세 번 tells a rate, 이틀째 the second day.
_KOREAN_RATE: Final = r"(?!째|날|마다|씩|치|에 ?[한두세네0-9]| ?[0-9]| (?:전|뒤|종일))"

LASTING: Final = (
    Lasting(r"half an? year(?![a-z])", "6", "month"),
    Lasting(r"half a decade(?![a-z])", "5", "year"),
    Lasting(r"half a century(?![a-z])", "50", "year"),
    Lasting(r"(?<![上下前後后大小多各每毎一二两兩三四0-9])半年(?![度報报刊次来來ご毎])", "6", "か月"),
    Lasting(r"(?<![一二两兩三四五六七八九十个個0-9])半(?:个|個)?(?:小时|小時|钟头|鐘頭)", "1800", "sec"),
    Lasting(
        r"(?<![가-힣0-9])반 ?년(?:(?![가-힣])|(?=입|이[다에며고었내]|[을은의간]|동안|정도|까지))", "6", "개월"
    ),
    Lasting(rf"(?<![가-힣0-9])반 ?시간{_KOREAN_RATE}", "1800", "sec"),
    Lasting(rf"(?<![가-힣0-9])일주일{_KOREAN_RATE}", "1", "주"),
    *(
        Lasting(rf"(?<![가-힣0-9]){word}{_KOREAN_RATE}", number, "일")
        for word, number in (
            ("이틀", "2"),
            ("사흘", "3"),
            ("나흘", "4"),
            ("닷새", "5"),
            ("엿새", "6"),
            ("열흘", "10"),
        )
    ),
)

# A week, as a duration: behind one of these words, and before no noun that it describes.
BEFORE_ARTICLE: Final = (
    "is was be are were lasts last lasted takes take took within for after least most than about roughly "
    "approximately exactly to of"
)
ARTICLED: Final = (
    r"an? (?P<articled>minute|hour|day|week|fortnight|month|year|decade|century)"
    r"(?=$|[.,;:!?)]| (?:of|from|after|before|for|to|at|on|or|when|if|long|until|once|following|because"
    r"|since|unless|while|then|in advance)(?![a-z]))"
)
