"""Rates: what an amount is told of, behind it (a month, /h, 円/日) or before it (毎日, 하루, 每天)."""

from __future__ import annotations

from typing import Final

__all__ = [
    "ADVERBS",
    "ARTICLED",
    "BEFORE",
    "BETWEEN",
    "EACH_BEFORE",
    "MEASURES",
    "PERIODS",
    "SPEEDS",
    "TIMES",
]

# What each period is called; whatever is not listed is its own name.
PERIODS: Final[dict[str, str]] = {
    **dict.fromkeys(["second", "seconds", "sec", "s", "秒", "秒間", "초"], "second"),
    **dict.fromkeys(["minute", "minutes", "min", "分", "分間", "分钟", "分鐘", "분"], "minute"),
    **dict.fromkeys(
        ["hour", "hours", "hr", "h", "時", "時間", "小时", "小時", "个小时", "钟头", "시간", "시"], "hour"
    ),
    **dict.fromkeys(["day", "days", "d", "日", "日間", "天", "일", "하루"], "day"),
    **dict.fromkeys(["night", "nights", "泊", "晚", "박"], "night"),
    **dict.fromkeys(
        ["week", "weeks", "wk", "週", "週間", "周", "星期", "个星期", "주", "주일", "일주일"], "week"
    ),
    **dict.fromkeys(
        [
            "month",
            "months",
            "mo",
            "月",
            "月間",
            "か月",
            "ヶ月",
            "カ月",
            "个月",
            "個月",
            "월",
            "달",
            "개월",
            "한 달",
        ],
        "month",
    ),
    **dict.fromkeys(["quarter", "quarters", "四半期", "季度", "季", "분기"], "quarter"),
    **dict.fromkeys(["year", "years", "yr", "annum", "年", "年間", "연", "년", "해", "1년", "일 년"], "year"),
    **dict.fromkeys(
        ["person", "people", "head", "capita", "pax", "人", "名", "様", "位", "명", "인", "사람"], "person"
    ),
    **dict.fromkeys(["time", "times", "visit", "go", "回", "次", "회", "번"], "time"),
    **dict.fromkeys(["piece", "item", "unit", "each", "apiece", "個", "个", "件", "つ", "개", "건"], "each"),
    **dict.fromkeys(["kilogram", "kilograms", "kilo", "kg", "キロ", "公斤", "千克"], "kg"),
    **dict.fromkeys(["gram", "grams", "g", "グラム", "克"], "g"),
    **dict.fromkeys(["litre", "liter", "litres", "liters", "l", "リットル", "升"], "l"),
    **dict.fromkeys(["millilitre", "milliliter", "ml", "毫升"], "ml"),
    **dict.fromkeys(["kilometre", "kilometer", "km", "公里"], "km"),
    **dict.fromkeys(["metre", "meter", "m", "メートル", "米"], "m"),
    **dict.fromkeys(["m2", "m^2", "平米", "平方メートル", "平方米"], "m^2"),
}

# What a speaker may leave to the question. Any other period or measure is a part of the unit, and of a thing
# that is counted (一枚につき) nothing is lost where it is left out.
TIMES: Final = frozenset(("second", "minute", "hour", "day", "night", "week", "month", "quarter", "year"))
MEASURES: Final = frozenset(
    ("kg", "g", "l", "ml", "km", "m", "m^2", "m^3", "m2", "dl", "lb", "mile", "ha", "cm")
)

# Behind an article: 5 euros a month
ARTICLED: Final = [
    "second",
    "minute",
    "hour",
    "day",
    "night",
    "week",
    "fortnight",
    "month",
    "quarter",
    "year",
    "piece",
    "person",
    "head",
    "kilo",
    "kilogram",
    "kg",
    "gram",
    "kilometre",
    "kilometer",
    "km",
    "mile",
    "litre",
    "liter",
    "gallon",
    "pound",
    "dozen",
    "visit",
    "session",
    "room",
    "ticket",
    "seat",
    "unit",
    "share",
    "barrel",
    "time",
    "ride",
    "trip",
    "lesson",
    "claim",
    "copy",
    "page",
    "item",
    "class",
    "semester",
    "term",
    "shift",
    "household",
]

ADVERBS: Final = {
    "hourly": "hour",
    "daily": "day",
    "nightly": "night",
    "weekly": "week",
    "monthly": "month",
    "quarterly": "quarter",
    "annually": "year",
    "yearly": "year",
    "each": "each",
    "apiece": "each",
    "毎秒": "second",
    "毎分": "minute",
    "毎時": "hour",
}

_JAPANESE: Final = (
    "名様|名|人|様|日|回|か月|ヶ月|カ月|週間|週|時間|分|秒|年間|年|件|個|本|枚|台|泊|室|世帯|口|組|杯|冊|社|店舗|部屋"
    "|kg|km|m2|m\\^2|l|g|リットル|平米|グラム|キロ"
)
_KOREAN: Final = "명|인|일|회|개|달|주|시간|분|초|년|건|박|장|권|대|가구|kg|km|l|g|m2|m\\^2"
_CHINESE: Final = (
    "秒|分钟|分鐘|小时|小時|天|日|周|週|星期|个月|個月|月|季度|学期|年|人|名|位|次|个|個|件|台|张|公斤|千克|公里"
    "|平方米|毫升|克|升|户|间|晚|笔|页|场|课时"
)

# What stands before an amount and makes a rate of it, with the name of the period in the group `per`.
EACH_BEFORE: Final = (
    rf"(?:(?<![0-9.])1|一|お一|ひと)?(?P<per_a>{_JAPANESE}) ?(?:あたり|当たり|当り|につき|ごとに|毎に)",
    "毎(?P<per_b>秒|分|時|日|週|月|年|回)",
    rf"(?:(?<![0-9.])1 ?|한 ?)?(?P<per_j>{_KOREAN}) ?당",
    "(?P<per_k>하루|일주일|한 달|1년|일 년)에?",
    "매 ?(?P<per_l>초|분|시간|일|주|월|년|달|회)",
    rf"(?:每|平均每)(?:一|1)?(?P<per_o>{_CHINESE})",
)

# The same of words that must stand close to the amount.
BEFORE: Final = (
    "(?P<per_c>[時分秒])速",
    "(?P<per_d>[月年日])額|(?P<per_e>[時日週月])給",
    "(?<![0-9一-鿿])(?P<per_f>[日週月年])に",
    "(?<![0-9一-鿿])(?P<per_g>[週年月])",
    r"(?<![0-9.月])(?:1|一)(?P<per_h>日|週間|か月|ヶ月|年|時間|分間?|秒間?|人|名|回|件|個|本|枚|台|室|泊|晩)に?",
    "(?P<per_i>年間|月間)",
    "(?<![가-힣0-9])(?P<per_m>[월연주일])",
    "(?P<per_n>[시분초])속",
    r"(?<![0-9.月])(?:1|一)(?P<per_p>天|日|周|年|个月|小时|分钟|秒|次|人)",
    "(?P<per_q>[时時分秒])速",
    "(?P<per_r>[日月年人])均",
)

# What may stand between such a word and its amount.
BETWEEN: Final = (
    "に|は|、|で|の|各|計|合計|平均|最大|最高|最低|上限|約|およそ|에|에는|최대|최소|최고|약|평균|씩"
    "|最多|至少|约|大约|不超[过過]|不得超[过過]|可|收费|需|为|用药| "
)

# What a length an hour is called by itself.
SPEEDS: Final = {
    ("m", "hour"): ("km/h", "0.001"),
    ("m", "second"): ("m/s", "1"),
    ("mile", "hour"): ("mph", "1"),
}
