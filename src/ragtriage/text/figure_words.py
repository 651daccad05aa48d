"""Words about figures: what one may be called, turned into or hedged by, for a native speaker to correct.

Read by `text/figures.py`. One row too many makes a verdict unknown, one too few may make a wrong fail.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "CONVERSIONS",
    "ENUMERATING",
    "IN_WORDS",
    "MENTIONS",
    "METRIC",
    "MONTHLY",
    "MONTH_ENDS",
    "OFTEN",
    "PERIODIC",
    "QUARTERS",
    "RECKONING",
    "SCALE_NAMES",
    "UNREAD",
]

CONVERSIONS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    **dict.fromkeys(("week", "週", "週間", "주", "周", "星期"), (("day", "7"),)),
    **dict.fromkeys(("day", "日", "日間", "일", "일간", "天"), (("day", "1"),)),
    **dict.fromkeys(("month", "か月", "개월", "个月"), (("month", "1"), ("day", "30"))),
    **dict.fromkeys(("quarter", "四半期", "분기", "季度"), (("month", "3"),)),
    **dict.fromkeys(
        ("year", "年", "年間", "년", "년간", "개년", "周年", "주년", "yearold", "歳", "살", "岁"),
        (("month", "12"), ("day", "365")),
    ),
    **dict.fromkeys(("decade", "年代", "년대"), (("month", "120"),)),
    **dict.fromkeys(("century", "世紀", "세기", "世纪"), (("month", "1200"),)),
    **dict.fromkeys(("割", "할", "成"), (("%", "10"),)),
    **dict.fromkeys(("%", "%p"), (("%", "1"),)),
    "sec": (("duration sec", "1"),),
}
"""What one of a unit is in another: 1 week = 7 days. Units are named as `text/values` names them."""

METRIC: Final[dict[str, tuple[str, str, str]]] = {
    "m": ("m", "1", "0"),
    "mile": ("m", "1609.344", "0"),
    "yard": ("m", "0.9144", "0"),
    "foot": ("m", "0.3048", "0"),
    "inch": ("m", "0.0254", "0"),
    "g": ("g", "1", "0"),
    "pound": ("g", "453.59237", "0"),
    "ounce": ("g", "28.349523", "0"),
    "ton": ("g", "907184.74", "0"),
    "km/h": ("km/h", "1", "0"),
    "mph": ("km/h", "1.609344", "0"),
    "km^2": ("ha", "100", "0"),
    "m^2": ("ha", "0.0001", "0"),
    "ha": ("ha", "1", "0"),
    "acre": ("ha", "0.40468564", "0"),
    "평": ("ha", "0.00033058", "0"),
    "kb": ("byte", "1000", "0"),
    "mb": ("byte", "1000000", "0"),
    "gb": ("byte", "1000000000", "0"),
    "tb": ("byte", "1000000000000", "0"),
    "°c": ("°c", "1", "0"),
    "度": ("°c", "1", "0"),
    "도": ("°c", "1", "0"),
    "摄氏度": ("°c", "1", "0"),
    "°f": ("°c", "0.55555556", "-17.777778"),
}
"""What one of a unit is in another, and what is added: converted amounts are seldom exact."""

QUARTERS: Final = frozenset(("quarter", "四半期", "분기", "季度"))
"""Units that are months of a year: which months, depends on where the year begins."""

ENUMERATING: Final = frozenset(
    (
        *("item", "point", "step", "reason", "time"),
        *("つ", "点", "種類", "項目", "個", "通り", "段階", "件", "か所"),
        *("가지", "개", "점", "단계", "항목", "종", "번"),
        *("个", "项", "種", "种", "类", "步", "条", "件", "次"),
    )
)
"""Counters with which an answer counts what it is about to list: 次の3点です, "세 가지"."""

PERIODIC: Final[dict[str, frozenset[int]]] = {
    "month": frozenset((2, 4, 28, 29, 30, 31)),
    "year": frozenset((2, 4, 6, 12, 24, 52, 365, 366)),
    "day": frozenset((2, 24, 48)),
    "hour": frozenset((2, 4, 60)),
    "minute": frozenset((60,)),
}
"""How often in a period what is daily, monthly, half-yearly or quarterly is, where texts say it so."""

OFTEN: Final = frozenset(("time", "번", "次", "件"))
"""Those of them that more often say how often: where a text counts in them too, they are figures."""

MENTIONS: Final[dict[str, str]] = {
    "second": r"second|\bsec\b|秒|초",
    "minute": r"minute|\bmin\b|分|분",
    "hour": r"hour|\bhr?\b|時|时|小時|시",
    "day": r"day|dail|日|天|일|하루",
    "night": r"night|泊|晚|박",
    "week": r"week|週|周|星期|주",
    "month": r"month|月|월|달",
    "quarter": r"quarter|四半期|季|분기",
    "year": r"year|annu|年|연|년|해",
    "person": r"person|people|head|capita|each|人|名|様|명|인",
    "each": r"each|apiece|piece|item|unit|個|件|つ|个|개|건|枚|本",
    "time": r"time|visit|回|次|회|번",
    "kg": r"kilo|kg|キロ|公斤|千克|킬로",
}
"""Words that tell of a period or of what is counted, where a figure leaves its rate to its sentence."""

IN_WORDS: Final[dict[int, str]] = {
    3: (
        r"\b(?:three|third\w*|thrice|tripl\w+|trio|triang\w+|quarterly)\b"
        r"|三|みっつ|셋|삼|사흘|四半期|분기|季度"
    ),
    4: r"\b(?:four\w*|quarter\w*|quadr\w+|quartet)\b|四|よっつ|넷|사각|나흘|半日|반나절",
    5: r"\b(?:five|fifth|quint\w+|penta\w+)\b|五|いつつ|다섯|오각|닷새|平日|평일"
    r"|monday (?:to|through|until) friday|月曜日?から金曜|周一[至到]周五|월요일부터 금요일",
    6: (
        r"\b(?:six\w*|sext\w+|hexa\w+|half[ -](?:a[ -])?year\w*|semi-?annual\w*)\b"
        r"|六|むっつ|여섯|엿새|半年|半期|반년|반기"
    ),
    7: r"\b(?:seven\w*|weekly|(?:a|per|each|every) week)\b|七|ななつ|일곱|이레|週|일주일|매주",
    8: r"\b(?:eight\w*|octa\w+|octet)\b|八|やっつ|여덟|여드레",
    9: r"\b(?:nine\w*|ninth)\b|九|ここのつ|아홉|아흐레",
    10: r"\b(?:ten|tenth|decade\w*)\b|十|とお(?=[、。])|열",
    12: (
        r"\b(?:twelve|twelfth|dozens?|(?:a|per|each|every) year|yearly|annual\w*)\b"
        r"|十二|열두|一打|年間|毎年|연간|매년|每年"
    ),
    14: r"\b(?:fourteen\w*|fortnight\w*|(?:couple of|two) weeks)\b|十四",
    15: r"\b(?:fifteen\w*|quarter of an hour|quarter past|quarter to)\b|十五|一刻|보름",
    20: r"\b(?:twent\w+|score)\b|二十|스물|스무",
    24: r"\b(?:(?:a|per|each|every) day|daily|around the clock|all day)\b|終日|一日中|하루|全天|종일",
    25: r"\bquarters?\b",
    30: (
        r"\b(?:thirt\w+|half[ -](?:an[ -])?hour\w*|half past|(?:a|per|each|every) month|monthly)\b"
        r"|\b(?:month[ -]end|end of (?:the|each|every) month)\b|三十|半|반|서른|月末|末日|말일"
    ),
    31: r"\b(?:thirty-first|month[ -]end|end of (?:the|each|every) month)\b|三十一|月末|末日|말일",
    50: r"\b(?:fift\w+|half|halves|halv\w+)\b|五十|半|반|쉰",
    60: (
        r"\b(?:sixt\w+|(?:an|per|each|every) hour|hourly|(?:a|per|each|every) minute)\b"
        r"|六十|一時間|한 시간|一小时|예순"
    ),
    75: r"\bthree[ -]quarters?\b",
    100: r"\b(?:hundred\w*|all|centur\w+|entire\w*|whole|full\w*|complete\w*)\b|百|全|모두|전부|전체|전액|満",
    365: r"\b(?:year|daily|every day)\b|年|년",
    1000: r"\b(?:thousand\w*|millenni\w+)\b|千|천",
}
"""Numbers that are words of their own or stand behind words; where one stands, its number is in the text."""

MONTHLY: Final = (r"\bmonth", "月", "월")
"""Where one of these stands, an amount may have been reckoned for a year."""

MONTH_ENDS: Final = (
    r"\b(?:end|last day|close) of (?:the |each |every |that |next )?(?:\w+ )?month\b",
    r"\b(?:end|last day|close) of (?:january|february|march)\b",
    r"\b(?:end|last day|close) of (?:april|may|june|july|august|september|october|november|december)\b",
    r"\bmonth[- ]end\b",
    r"月末|月の末|末日|月の最終日|月の終わり|年度末|年末|期末",
    r"월\s?말|말일|연말|월의 마지막",
    r"月底|月最后一[天日]|月最後一[天日]|年底",
)
"""Where one of these stands, the last day of a month may have been named by its date."""

RECKONING: Final = (
    (
        r"\b(?:total|sum|differ\w*|more|less|fewer|remain\w*|left|altogether|combined|together|between|in all"
        r"|net|plus|minus|discount\w*|sav\w+|each|both|twice|double|half|extra|off)\b"
    ),
    "合計|合わせ|計|差|残|引|足|総|全部|多|少な|得|安|高|ずつ|両方|倍|半",
    "합계|합쳐|총|모두|차이|남|더|빼|할인|각각|싸|비싸|절반",
    "合计|合計|总|總|共|差|剩|减|优惠|便宜|多付|各|半",
)
"""Words of a statement that reckons with the figures of a text."""

SCALE_NAMES: Final[dict[int, str]] = {
    10**3: r"\b(?:in )?thousands?\b|千|천",
    10**4: "万|萬|만",
    10**6: r"\b(?:in )?millions?\b|百万|백만",
    10**8: "億|亿|억",
    10**9: r"\b(?:in )?billions?\b|十億|십억",
    10**12: r"\b(?:in )?trillions?\b|兆|万亿|조",
}
"""Words for a scale that a table names once for all its numbers."""

UNREAD: Final = (
    (
        r"\b(?:one|two|three|four|[1-9]) (?:in|out of) (?:every )?"
        r"(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b"
    ),
    r"[\d二三四五六七八九十]人に[\d一二三四]人|\d명 중|[每毎]?[\d二三四五六七八九十]+人[中之]有?[\d一二三四]",
    r"\b(?:thirds?|fifths?|sixths?|eighths?|tenths?)\b",
    r"分[のと之][\d一二三四五六七八九]|[\d一二三四五六七八九]折|市斤|(?<!公)斤|亩|畝|坪|[\d一二三四五六七八九十]尺",
    r"ミリ(?![メグリオ])|キロ(?![メグワバリカ])",
    r"분의 ?[\d일이삼사오육칠팔구]",
    r"[단불]기 ?\d|皇紀 ?\d|[佛仏][历曆暦] ?\d",
    r"[二三四五六七八九]?[百千][一二三四五六七八九](?![十百千万億亿])",
)
"""Amounts that are not read, or not in every unit: with one of them in the texts no figure is missing."""
