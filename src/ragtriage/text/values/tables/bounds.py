"""Bounds: words beside an amount that make it the least, the most, or about so much."""

from __future__ import annotations

from typing import Final

__all__ = ["ABOUT_AFTER", "ABOUT_BEFORE", "LEAST_AFTER", "LEAST_BEFORE", "MOST_AFTER", "MOST_BEFORE"]

LEAST_BEFORE: Final = (
    (
        r"\b(?:at least|no (?:less|fewer) than|not less than|a minimum of|minimum(?: of)?|min\.?|more than"
        r"|over|above|greater than|exceed(?:s|ed|ing)?|in excess of|as (?:many|much|long|high) as)"
    ),
    "[>≥]=?",
    "最低でも|最低|少なくとも|最短|最小",
    "최소한?|적어도|최저|하한",
    "至少|最少|不少于|不低于|(?<!不)超过|超過|(?<!不)多于|(?<!不)高于|起码|最低",
)
MOST_BEFORE: Final = (
    (
        r"\b(?:at most|at the most|up to|no (?:more|later|longer|greater) than|not more than|a maximum of"
        r"|maximum(?: of)?|max\.?|(?<!no )(?<!not )(?:less|fewer) than|under|below|within"
        r"|as (?:few|little) as"
        r"|(?:not|never|cannot|can't|doesn't) (?:to )?(?:exceed|be (?:more|over|longer|greater) than))"
    ),
    "[<≤]=?",
    "最大でも|最大|最長|最高|多くとも|上限",
    "최대|최장|최고|많아야|상한",
    "不超过|不超過|不得超[过過]|最多|至多|不多于|不高于|(?<!不)少于|(?<!不)低于|上限|最长",
)
LEAST_AFTER: Final = (
    (
        r"(?:or|and) (?:more|over|above|older|longer|higher|up(?:wards)?|greater)\b|minimum\b|plus\b|\+"
        r"|at (?:the )?least\b"
    ),
    r"以上|以降|以後|超(?!え|過)|を(?:超|上回)|を?超え|余り|余",
    r"이상|초과|이후|(?:이|을|를|가)? ?(?:넘|초과)|부터",
    r"以上|多|餘|之后|之後|开外|起(?![来点])",
)
MOST_AFTER: Final = (
    r"or (?:less|fewer|under|below|younger|shorter|lower|earlier)\b|maximum\b|at (?:the )?most\b|max\b",
    r"以下|以内|未満|以前|まで|弱|を下回|を超え(?:ない|ず|ては)|を上回らない",
    r"이하|이내|미만|이전|까지|안에|[을를이가] ?넘지|[을를] ?초과하지",
    r"以下|以内|以內|之内|之內|之前|以前|内(?![容部存])|为止|封顶",
)
ABOUT_BEFORE: Final = (
    (
        r"\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|estimated"
        r"|typically|usually|average(?: of)?|e\.g\.|i\.e\.|for example|such as|say)[,:]?"
    ),
    "[~≈]|約|およそ|凡そ|おおよそ|ざっと|ほぼ|平均|例えば|たとえば",
    "약|대략|거의|무려|평균|예를 들어",
    "大约|大約|约|將近|将近|接近|例如|比如",
)
ABOUT_AFTER: Final = (
    r"or so\b|-?ish\b|-?odd\b",
    r"程度|前後|ほど|くらい|ぐらい|あまり|強|近く|ごろ|頃|代|台",
    r"정도|쯤|가량|안팎|남짓|여 ",
    r"左右|上下",
)
