"""Asides: words by which a value beside an answer is seen to say something else, one table a language.

Expressions are for lower case; `<>` stands for the value. For a native speaker to correct.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["ASIDES", "Asides"]


@dataclass(frozen=True, slots=True)
class Asides:
    """What makes an aside of a value in one language."""

    rates: str  # so many in each unit of time: 5 days a week
    operands: str  # a step of a sum whose result is the answer: 38,000円の1.5倍
    bases: str  # what the answer is compared with: up from <>
    base_questions: str  # asks for just that
    labels: str  # a number that names a thing: section <>
    sides: tuple[tuple[str, str], ...]  # two sides of a thing, of which a question asks for one; `_` a value
    taxes: tuple[tuple[str, str], ...]  # two ways to count one amount


_CHANGED: Final = (
    r"(?:up|down|rose|risen|increas\w+|decreas\w+|f[ae]ll(?:en)?|gr[eo]w\w*|drop\w*|rais\w+|reduc\w+|cut"
    r"|lower\w*"
    r"|improv\w+|jump\w*|climb\w*|declin\w+|gain\w*|chang\w+)"
)

_ENGLISH: Final = Asides(
    rates=r"<>(?: on average)? ?(?:a|an|per|each|every|/) ?(?:day|week|month|year|hour|minute|second"
    r"|quarter|night)\b"
    r"|\b(?:per|every|each|once (?:a|every)) <>|\bin an? (?:average )?<> (?:day|week|month)\b",
    operands=r"<>(?: (?:each|apiece))? ?(?:[×*+÷]|x \d|times\b|plus\b|minus\b|multiplied by\b|divided by\b"
    r"|and another\b)"
    r"|(?:[×*+÷]|\btimes|\bplus|\bminus|\bmultiplied by|\bdivided by|\b(?:twice|half|double"
    r"|triple)(?: of)?) ?(?:the )?<>",
    bases=rf"\b{_CHANGED}\b[^.;]{{0,30}}\bfrom (?:the |about |around |a |just )*<>"
    r"|\bas of (?:\w+ ){0,2}<>|\b(?:compared (?:with|to)|against|as opposed to|versus|vs\.?) (?:the "
    r"|about |around |a )*<>"
    r"|<>[^.;]{0,12}\b(?:(?:in |for |of )?the (?:previous|prior|preceding|past) (?:\w+ )?(?:year|quarter"
    r"|month|week|period|season)"
    r"|(?:in |for )?last (?:year|quarter|month|week)|a (?:year|month|quarter) (?:ago|earlier|before)"
    r"|the year before)\b",
    base_questions=r"\b(?:previous|prior|preceding|last|before|earlier|from what|compared|ago|used to)\b",
    labels=r"\b(?:sections?|sec\.|articles?|art\.|pages?|pp?\.|chapters?|ch\.|steps?|tables?|figures?"
    r"|fig\.|versions?|forms?"
    r"|no\.|numbers?|rooms?|lines?|rows?|items?|parts?|appendix|annex|schedules?|clauses?|rules?"
    r"|paragraphs?|para\.|level"
    r"|phase|stage|chunk|documents?|doc|source|passage|question|gate|platform|volume|vol\.|bus|route|zone"
    r"|unit) #?<>",
    sides=(
        (r"\bopen\w*", r"\b(?:clos\w+|shut\w*)"),
        (
            r"\b(?:start\w*|beg[aiu]n\w*|commenc\w+)",
            r"\b(?:end(?:s|ed|ing)?|finish\w*|conclud\w+|expir\w+)\b",
        ),
        (r"\b(?:depart\w*|leav\w+|left)", r"\b(?:arriv\w+|reach\w*)"),
        (r"\bcheck(?:ing|ed)?[ -]?in\b", r"\bcheck(?:ing|ed)?[ -]?out\b"),
        (
            r"\b(?:min(?:imum)?|lowest|shortest|smallest|at least)\b",
            r"\b(?:max(?:imum)?|highest|longest|largest|at most)\b",
        ),
        (r"\b(?:born|birth)\b", r"\b(?:died?|death|dead)\b"),
        (r"\b(?:buy\w*|bought|purchas\w+)", r"\b(?:sell\w*|sold)\b"),
        (r"\b(?:import\w*)", r"\b(?:export\w*)"),
        (
            r"\b(?:introduc\w+|launch\w*|install\w*)",
            r"\b(?:abolish\w*|discontinu\w+|scrapp\w+|dismantl\w+|retired)\b",
        ),
    ),
    taxes=(
        (
            r"(?:excl\w*|without|before|plus|net of)(?: of)?(?: the| any)? (?:tax(?:es)?|vat|gst)|\bnet\b",
            r"(?:incl\w*|with|after)(?: of)?(?: the| any)? (?:tax(?:es)?|vat|gst)|\bgross\b",
        ),
    ),
)

_JAPANESE: Final = Asides(
    rates=r"<>(?:間)?(?:あたり|当たり|当り|につき|ごと|毎|おき)|(?:週|月|年|日|毎[日週月年]"
    r"|[1１一][日週年]|[1１一](?:か|ヶ|カ)月)(?:間)?(?:に|で)?(?:平均)?<>",
    operands=r"<>(?:に|の|を|へ|と)?(?:約)?(?:\d[\d.]*倍|\d[\d.]*[％%]|\d[\d.]*(?:時間|日|か月|ヶ月|年|人"
    r"|個|回|枚)分|[×＋+÷]|半分|(?:消費税|手数料"
    r"|送料)?[^、。]{0,6}を?(?:加え|足し|掛け|乗じ)|(?:から|より)[^。]{0,14}(?:引|差し引|控除))"
    r"|[×＋÷+]<>|(?:半分|倍)の<>",
    bases=r"<>(?:から|より|に比べ|と比べ|に対し)[^、。]{0,14}(?:増|減|上が|下が|伸|上昇|下落|向上|低下"
    r"|引き上げ|引き下げ|改善)"
    r"|(?:前年|前期|前回|昨年|前月|前年度|昨年度|先月|前四半期|去年|一昨年)(?:度|同期|同月)?(?:の|は|が"
    r"|実績|比)?[^、。]{0,6}<>",
    base_questions=r"前年|前期|前回|昨年|前月|先月|去年|以前|比べ|いくらから|何から",
    labels=r"(?:ページ|頁|章|節|項|表|図|手順|ステップ|バージョン|様式|別表|付録|番号|no\.?|第) ?<>",
    sides=(
        (r"開[館店園場始演会]|営業開始|始ま|開き|開く", r"閉[館店園場会]|終[了わ]|閉ま|閉じ"),
        (r"出発|発車|離陸|出る|発つ", r"到着|着く|着き|着陸"),
        (r"チェックイン", r"チェックアウト"),
        (r"最低|最小|最短|最少|下限", r"最高|最大|最長|最多|上限"),
        (r"生まれ|誕生|生年", r"死去|亡くな|没|死亡|逝去"),
        (r"入[館室学社]|入場", r"退[館室学社]|退場"),
        (r"購入|買[いっう]|仕入", r"売却|販売|売[りっる]"),
        (r"輸入", r"輸出"),
        (r"導入|開始|設置|新設", r"廃止|撤去|停止|中止"),
        (r"(?:何[時日月年曜]日?|いつ)から", r"_ まで"),
        (r"(?:何[時日月年曜]日?|いつ)まで", r"_ (?:から|以降)"),
    ),
    taxes=((r"税抜|税別|税引|本体", r"税込"),),
)

_KOREAN: Final = Asides(
    rates=r"<>(?:에|당|마다) ?(?=\d|한|두|세|네|다섯|평균|약)|<>(?:당|마다)|(?:주|월|연|하루(?:에)?"
    r"|매[일주월년]|일주일에|한 달에|1년에) ?(?:평균 )?<>",
    operands=r"<>(?:의|에|을|를)? ?(?:약 ?)?(?:\d[\d.]*배|\d[\d.]*%|[×+÷]|[^,.]{0,8}(?:더하|더한|곱하|곱한"
    r"|합한|합쳐)|에서 [^,.]{0,10}(?:빼|뺀))|[×+÷] ?<>",
    bases=r"<>(?:에서|보다|에 비해|대비) ?[^,.]{0,14}(?:증가|감소|늘|줄|오르|올라|오른|상승|하락|내려|내린"
    r"|인상|인하)"
    r"|(?:전년|작년|지난해|전기|전월|지난달|전분기|전년도)(?:도|의|에는|에|은|는|동기)? ?[^,.]{0,6}<>",
    base_questions=r"전년|작년|지난해|전기|전월|지난달|이전|비해|얼마에서",
    labels=r"(?:페이지|쪽|장|절|항|표|그림|단계|버전|양식|별표|부록|번호|제) ?<>",
    sides=(
        (r"시작|개시|개관|개장|문을 (?:열|여)|여는|엽니", r"종료|끝|마감|폐관|폐장|문을 닫|닫"),
        (r"출발", r"도착"),
        (r"체크인|입실", r"체크아웃|퇴실"),
        (r"최저|최소|최단|하한", r"최고|최대|최장|상한"),
        (r"태어|출생", r"사망|별세|세상을 떠"),
        (r"구입|매입|구매", r"매각|판매"),
        (r"수입", r"수출"),
        (r"도입|설치|신설", r"폐지|철거|중단"),
        (r"(?:몇 ?시|언제|며칠|무슨 요일)부터", r"_ 까지"),
        (r"(?:몇 ?시|언제|며칠|무슨 요일)까지", r"_ 부터"),
    ),
    taxes=((r"세금 ?(?:별도|제외)|부가세 ?(?:별도|제외)|세전", r"세금 ?포함|부가세 ?포함|세후"),),
)

_CHINESE: Final = Asides(
    rates=r"(?:每|平均每)(?:个)?(?:天|日|周|週|星期|月|年|小时|分钟|人|次)[^，。、]{0,4}<>|每(?:隔)?<>"
    r"|<>(?:一次|一回)",
    operands=r"<>(?:的)?(?:\d[\d.]*倍|\d[\d.]*%|[×＋+÷]|一半|加上|乘以|乘|减去|除以|加)|(?:[×＋+÷]|加上"
    r"|乘以|减去|除以)<>",
    bases=r"(?:从|由|較|较|比|相比)[^，。]{0,6}<>[^，。]{0,10}(?:增|减|減|上升|下降|提高|降|涨|漲|升)"
    r"|(?:上年|去年|上期|上月|前年|同期|上季度|上一年|前一年)(?:度|同期)?(?:的|为|是|仅|僅)?[^，。]{0,4}<>",
    base_questions=r"上年|去年|上期|上月|前年|同期|上一年|之前|从多少|比",
    labels=r"(?:第|页|章|节|条|款|表|图|步骤|版本|附录|编号|号) ?<>",
    sides=(
        (r"开[放门馆始幕业]|開[放門館始幕業]|起始", r"关[闭门]|闭馆|打烊|结束|終了|結束|截止|閉館|關"),
        (r"出发|出發|启程|發車|发车", r"到达|抵达|到站|到達"),
        (r"入住", r"退房"),
        (r"最低|最小|最短|最少|至少|下限", r"最高|最大|最长|最多|至多|上限"),
        (r"出生|生于|诞生", r"去世|逝世|卒于|死于"),
        (r"启用|啟用|投入使用|开始使用|開始使用", r"停用|停止使用|报废|報廢|废止|廢止"),
        (r"买[入下]|購入|购[入买置]", r"卖[出掉给]|出售|賣出"),
        (r"进口|進口", r"出口"),
        (
            r"(?:几点|何时|什么时候|哪天|幾點|何時).{0,8}(?:开始|開始|起)",
            r"_ (?:为止|截止|结束|之前|前|為止|結束)",
        ),
        (r"(?:到|至|截止到?)(?:几点|何时|什么时候|哪天|幾點|何時)", r"_ (?:起|开始|之后|開始|之後)"),
    ),
    taxes=((r"不含税|未税|税前|不含稅|未稅", r"(?<!不)含税|税后|(?<!不)含稅|稅後"),),
)

ASIDES: Final[dict[str, Asides]] = {"en": _ENGLISH, "ja": _JAPANESE, "ko": _KOREAN, "zh": _CHINESE}
