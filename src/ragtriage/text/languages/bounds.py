"""Bounds: the words that make a value the most, the least, the earliest or the latest of something.

One table a language, for a native speaker to correct: what stands right before a value, what stands right
behind it, and how a question asks for it. Expressions are for folded text: lower case, single spaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["BOUNDS", "Bounds", "Sense"]


class Sense(StrEnum):
    """What a bound makes of a value."""

    AT_MOST = "at most"
    AT_LEAST = "at least"
    MORE = "more"
    LESS = "less"
    BEFORE = "before"
    AFTER = "after"
    ABOUT = "about"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of one language, each sense with the expressions that have it."""

    before: dict[Sense, str]
    after: dict[Sense, str]
    asked: dict[Sense, str]
    rough: str  # says of an amount, here <>, that it is not exact


# What a question asks, beside which it says the bound.
_WHICH_JA: Final = r"(?:いつ|いくら|何[^、。？?はがに]{0,4}|どの(?:くらい|ぐらい)|どれ(?:くらい|ぐらい))"
_WHICH_KO: Final = r"(?:언제|얼마|며칠|몇 ?[^ ,.?]{0,4}?)"
_WHICH_ZH: Final = (
    r"(?:何时|何時|什么时候|什麼時候|哪[一个天日年月]{1,2}|多少[^，。？?]{0,3}?|多久|多大"
    r"|[几幾][^，。？?]{0,3}?)"
)

_ENGLISH: Final = Bounds(
    before={
        Sense.AT_MOST: r"(?:\b(?:not|never|cannot)|n't)(?: \w+){1,5}? (?:longer|more|later|higher|larger"
        r"|greater) than"
        r"|\b(?:up to|at most|(?:no|not|never) (?:more|longer|higher) than|not over|within"
        r"|(?:no|not) later than|max(?:imum)?\.?(?: of)?|as (?:much|many|long) as"
        r"|(?:not|cannot|can't|n't|never) (?:exceed(?:ing)?|go (?:over|above|beyond)))",
        Sense.AT_LEAST: r"(?:\b(?:not|never|cannot)|n't)(?: \w+){1,5}? (?:less|fewer|shorter|earlier"
        r"|lower) than"
        r"|\b(?:at least|(?:no|not) (?:less|fewer|shorter|lower) than|min(?:imum)?\.?(?: of)?"
        r"|(?:not|cannot|can't|n't|never) (?:fall|go|be) (?:below|under))",
        Sense.MORE: r"\b(?<!no )(?<!not )(?<!n't )(?:more than|longer than|greater than|higher than|over"
        r"|above"
        r"|exceeds?|exceeding|beyond|in excess of|upwards of)",
        Sense.LESS: r"\b(?<!no )(?<!not )(?<!n't )(?:less than|fewer than|shorter than|lower than|under"
        r"|below)",
        Sense.ABOUT: r"\b(?:almost|nearly)",
    },
    after={
        Sense.AT_MOST: r"(?:or (?:less|fewer|below|under|younger|earlier)|at (?:the )?most|maximum|max"
        r"|at the latest)\b",
        Sense.AT_LEAST: r"(?:or (?:more|above|over|older|later)|and (?:over|above|older)|at (?:the )?least"
        r"|minimum)\b",
        Sense.ABOUT: r"or so\b",
    },
    asked={
        Sense.AT_MOST: r"\b(?:max(?:imum)?|highest|(?:at|the) most|(?:up to|no more than) (?:how|what"
        r"|which)|limits?|limited|cap"
        r"|capped"
        r"|ceiling|longest|largest|biggest|greatest|upper|within (?:how|what|which)|deadline|latest"
        r"|(?:by|until|till) (?:when|what|which|how)|how late|at best|time limit)\b",
        Sense.AT_LEAST: r"\b(?:min(?:imum)?|lowest|(?:at|the) least|no less than (?:how|what|which)|fewest"
        r"|smallest|shortest"
        r"|lower"
        r"|how early|earliest|or more)\b",
        Sense.MORE: r"\b(?:more than|longer than|higher than|over|above|beyond|exceed(?:s|ing)?)"
        r" (?:how|what|which)\b",
        Sense.LESS: r"\b(?:less than|fewer than|shorter than|under|below) (?:how|what|which)\b",
        Sense.ABOUT: r"\b(?:about|roughly|approximately|around) (?:how|what|when|which)\b|\bapproximate\b",
    },
    rough=r"\b(?:about|around|approximately|approx\.?|roughly|some|circa|ca\.|an estimated|estimated at"
    r"|close to) (?:the )?<>|~ ?<>|<> or so\b",
)

_JAPANESE: Final = Bounds(
    before={
        Sense.AT_MOST: r"(?:最大|最長|最高|最多|上限|多くても?|長くても?|遅くとも|せいぜい)(?:で|は|でも)?",
        Sense.AT_LEAST: r"(?:最低|最短|最小|最少|下限|少なくとも|早くても?)(?:で|は|でも)?",
    },
    after={
        Sense.AT_MOST: r"(?:間|分)?(?:以内|以下|が(?:上限|最大|限度)|を(?:上限|限度|最大)"
        r"|を(?:超え|越え|上回)(?:ない|ません|ず|られ|ては(?:なら|いけ|だめ)|ることは?でき|るのは不可))",
        Sense.AT_LEAST: r"(?:間|分)?(?:以上|が(?:下限|最低)|を下限|を下回(?:らない|りません|らず|っては|れ))",
        Sense.MORE: r"(?:間|分)?(?:超|を(?:超|越|上回)|より(?:多|長|高))",
        Sense.LESS: r"(?:間|分)?(?:未満|を下回|に満たない|より(?:少|短|低))",
        Sense.BEFORE: r"(?:間)?(?:以前|前)",
        Sense.AFTER: r"(?:間)?(?:以降|以後|後)",
        Sense.ABOUT: r"(?:前後|強|弱)",
    },
    asked={
        Sense.AT_MOST: r"最大|最高|最長|最多|上限|限度|限界|期限|締切|締め切り|〆切|多くて|制限"
        rf"|{_WHICH_JA}を?(?:以内|以下|まで|内)",
        Sense.AT_LEAST: rf"最低|最小|最短|最少|下限|少なくとも|{_WHICH_JA}(?:以上|から)",
        Sense.MORE: rf"{_WHICH_JA}を?(?:超|越え|上回)",
        Sense.LESS: rf"{_WHICH_JA}を?(?:未満|下回|に満たない)",
        Sense.BEFORE: rf"期限|締切|締め切り|〆切|{_WHICH_JA}(?:まで|以前|前)",
        Sense.AFTER: rf"{_WHICH_JA}(?:以降|以後|から|後)",
        Sense.ABOUT: r"およそ|おおよそ|約|だいたい|大体",
    },
    rough=r"(?:約|およそ|おおよそ|だいたい|大体|ほぼ) ?<>|<>(?:間)?(?:ほど|程度|くらい|ぐらい|前後|弱|強"
    r"|余り)",
)

_KOREAN: Final = Bounds(
    before={
        Sense.AT_MOST: r"(?:최대|최장|최고|늦어도|많아야|많아도|길어야|길어도)(?:로|한)?",
        Sense.AT_LEAST: r"(?:최소|최단|최저|적어도|못해도)(?:로|한)?",
    },
    after={
        Sense.AT_MOST: r"(?:간 ?)?(?:이내|이하|[이가을를] ?(?:상한|한도|최대)"
        r"|[을를이가] ?(?:넘|초과하|초과할|넘길|넘을)(?:지 ?(?:않|못|말)|(?:어서|면|기면)는? ?안| ?수(?:는"
        r"|가)? ?없))",
        Sense.AT_LEAST: r"(?:간 ?)?(?:이상|[이가을를] ?(?:하한|최소|최저))",
        Sense.MORE: r"(?:간 ?)?(?:초과|[을를이가]? ?(?:초과|넘)|보다 (?:많|길|높))",
        Sense.LESS: r"(?:간 ?)?(?:미만|에 못 미|[이가] 안 되|보다 (?:적|짧|낮))",
        Sense.BEFORE: r"(?:간 ?)?(?:이전|전)",
        Sense.AFTER: r"(?:간 ?)?(?:이후|후)",
        Sense.ABOUT: r"(?:전후|가량|안팎|남짓)",
    },
    asked={
        Sense.AT_MOST: rf"최대|최고|최장|상한|한도|기한|마감|제한|{_WHICH_KO} ?(?:이내|이하|안에|내에|까지)",
        Sense.AT_LEAST: rf"최소|최저|최단|하한|적어도|{_WHICH_KO} ?(?:이상|부터)",
        Sense.MORE: rf"{_WHICH_KO}[을를이가]? ?(?:초과|넘)",
        Sense.LESS: rf"{_WHICH_KO}[에을를]? ?(?:미만|못 미치)",
        Sense.BEFORE: rf"마감|기한|{_WHICH_KO} ?(?:이전|전|까지)",
        Sense.AFTER: rf"{_WHICH_KO} ?(?:이후|후|부터|뒤)",
        Sense.ABOUT: r"대략|약 ?(?:몇|얼마)|어림",
    },
    rough=r"(?:약|대략|거의) ?<>|<>(?:간)? ?(?:정도|쯤|가량|남짓|안팎|내외)",
)

_CHINESE: Final = Bounds(
    before={
        Sense.AT_MOST: r"(?:最多|至多|最长|最長|最高|最大|最迟|最晚|不(?:得|能|可|可以|应|會|会|要|许|準|准)?"
        r"(?:超过|超過|多于|多於|高于|高於|大于|晚于|晚於|迟于)|上限(?:为|是|為)?)(?:可|可以|为|是|到|達"
        r"|达)?",
        Sense.AT_LEAST: r"(?:至少|最少|最低|最短|最小|起码|起碼|不(?:得|能|可|可以|应|會|会|要)?(?:少于"
        r"|少於|低于|低於|小于)"
        r"|下限(?:为|是|為)?)(?:要|需|需要|为|是)?",
        Sense.MORE: r"(?<!不)(?<!不[得能可应會会要许准])(?:超过|超過|多于|多於|大于|大於|高于|高於"
        r"|超出)(?:了)?",
        Sense.LESS: r"(?<!不)(?<!不[得能可应會会要])(?:不到|不足|少于|少於|小于|小於|低于|低於|未满|未滿)",
        Sense.ABOUT: r"(?:近|将近|將近|接近)",
    },
    after={
        Sense.AT_MOST: r"(?:以内|以內|之内|之內|以下|内|內|封顶|封頂|为限|為限|为上限)",
        Sense.AT_LEAST: "以上",
        Sense.MORE: r"(?:开外|開外|多|余)",
        Sense.LESS: r"(?:不到|未满|未滿)",
        Sense.BEFORE: r"(?:以前|之前|前|为止|為止)(?!后|後)",
        Sense.AFTER: r"(?:以后|以後|之后|之後|后|後)",
        Sense.ABOUT: r"(?:左右|上下|前后|前後)",
    },
    asked={
        Sense.AT_MOST: r"最多|至多|最大|最高|最长|最長|上限|[期时時年額额]限|限[额額期时時制多几幾]|最迟|最晚"
        rf"|{_WHICH_ZH}(?:以内|以內|之内|之內|内|內|以下)|不(?:得|能)?超过",
        Sense.AT_LEAST: rf"至少|最少|最低|最短|最小|下限|起码|起碼|不少于|不低于|{_WHICH_ZH}以上",
        Sense.MORE: rf"(?<!不)(?<!不[得能可])(?:超过|超過|多于|高于|大于){_WHICH_ZH}",
        Sense.LESS: rf"(?<!不)(?:少于|低于|小于|不到|不足){_WHICH_ZH}",
        Sense.BEFORE: rf"截止|截至|期限|最晚|最迟|提前|{_WHICH_ZH}(?:之前|以前|前|为止)",
        Sense.AFTER: rf"{_WHICH_ZH}(?:之后|之後|以后|以後|后)",
        Sense.ABOUT: r"大约|大約|大概|约多少",
    },
    rough=r"(?:大约|大約|约|約|大概|近|将近|接近) ?<>|<>(?:左右|上下|多|余)",
)

BOUNDS: Final[dict[str, Bounds]] = {"en": _ENGLISH, "ja": _JAPANESE, "ko": _KOREAN, "zh": _CHINESE}
