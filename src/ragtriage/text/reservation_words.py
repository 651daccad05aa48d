"""Words of reservation: conditions, reports and denials, a table a language for a native speaker to correct.

Read by `text/reservations.py`, together with the negations, hedges and retractions of `languages/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ragtriage.languages.load import Pattern

__all__ = ["TABLES", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """The conditions and reports of one language.

    Args:
        code: ISO 639-1.
        script: The Unicode script by which the language is recognised.
        conditions: What makes a statement a condition, a question, a wish or a guess.
        reports: What makes it something that is merely said.
        denials: What says that it is not so.
    """

    code: str
    script: str
    conditions: tuple[Pattern, ...]
    reports: tuple[Pattern, ...]
    denials: tuple[Pattern, ...]


TABLES: Final = (
    Table(
        code="en",
        script="Latin",
        conditions=(
            Pattern(
                r"\b(?:if|unless|whether|suppos(?:e|ing)|assum(?:e|es|ed|ing)|provided|in case|would|should"
                r"|could|might|until|imagine|pretend|hope[sd]?|wish(?:es|ed)?|wonder(?:s|ed)?)\b|^had\b",
                "If Osaka were the capital",
                "The wooden shoulder of Osaka",
            ),
            Pattern(
                r"(?<!\b(?:in|on|of|since|by|until) )\bmay\b(?! \d)", "Osaka may win", "In May Osaka won"
            ),
            Pattern(r"\?\s*$", "Is it so?", "It is so."),
        ),
        reports=(
            Pattern(
                r"\b(?:rumou?r\w*|alleg\w+|report(?:s|ed|edly)?|suppos\w+|purport\w*|claim\w*|sa(?:y|ys|id|ying)"
                r"|believ\w+|thinks?|thought|according|argu(?:e|es|ed)|suggest(?:s|ed)?|legends?|fiction\w*"
                r"|hypothe\w+|theor(?:y|ies)|speculat\w+|assert\w*|insist\w*|opinions?|dream\w*|stor(?:y|ies)"
                r"|predict\w*|propos\w+|plan(?:s|ned)?|so-called|nominal\w*|ideas?"
                r"|novels?|films?|movies?|fairy tales?)\b",
                "Rumour has it that Osaka is the capital",
                "The planet has a sable sky",
            ),
        ),
        denials=(
            Pattern(
                r"\b(?:false(?:ly|hoods?)?|untrue|incorrect\w*|wrong\w*|mistake\w*|myths?|misconceptions?|hoax\w*|lie[sd]?"
                r"|fake|debunk\w*|den(?:y|ies|ied|ial)|refut\w+|disprov\w+|reject\w*|doubt\w*|not|never|no"
                r"|nobody|none|nor|neither|cannot|without|unlikely|instead|former\w*|fail(?:s|ed)?|disput\w+|mislead\w*"
                r"|abandon\w*|wrongly)\b|n't\b",
                "It is false that Osaka is the capital",
                "The notable falsetto of Osaka",
            ),
        ),
    ),
    Table(
        code="ja",
        script="Hiragana",
        conditions=(
            Pattern(
                r"もし|仮に|場合|とすれば|ならば|なら(?=、|$)|たら(?=、|$)|[けせてねべめれえげ]ば(?=、|$)|限り(?!な)|かどうか|か否か"
                r"|[かの][？?]|^\W*か\W*$|べき|はず|つもり|だろう|でしょう|たい(?=と|です|。|$)|見込み|予定|計画|目標"
                r"|たら(?:よ|良|い)",
                "もし大阪が首都ならば",
                "大阪が首都である",
            ),
        ),
        reports=(
            Pattern(
                r"^\W*(?:である|だ)?(?:という|といった|と(?:も|は|の)?(?:され|言|いわ|い[うっ]|噂|主張|述べ|語|信じ|考え|思|見|み(?:ら|て)|伝え"
                r"|報じ|推|説|予|称|呼ば|よば|する|して|した|誤)|とか|との|らしい|そうだ|そうで|よう[だでに]|みたい|って)"
                r"|噂|うわさ|デマ|誤報|俗説|仮説|伝説|架空|によると|によれば|と主張|と述べ|言っ|言う|語っ|語る|話し|叫"
                r"|小説|映画|物語|漫画|ドラマ|ゲーム",
                "という噂がある",
                "と大阪で会った",
            ),
        ),
        denials=(
            Pattern(
                r"誤り|誤っ|誤解|間違|嘘|うそ|虚偽|否定|ではな|でな[いく]|じゃな|とは(?:言|い[えわ]|限)|わけ(?:では|じゃ)|ない|なかっ|ません|ず[、に]"
                r"|ぬ(?=。|$)|不可|未だ|いまだ|以外",
                "大阪が首都というのは誤りである",
                "大阪が首都である",
            ),
        ),
    ),
    Table(
        code="ko",
        script="Hangul",
        conditions=(
            Pattern(
                r"만약|만일|경우|[다라]면|[으하이되]면(?=[ ,]|$)|거나|여부|는지|을지|ㄹ지|까\?|까요"
                r"|것이다(?=\.|$)|듯|(?:수|것)도 있",
                "만약 오사카가 수도라면",
                "오사카가 면을 만든다",
            ),
        ),
        reports=(
            Pattern(
                r"^\W*(?:이?라고|다고|고)(?= )|소문|루머|낭설|풍문|이야기|주장|의혹|추정|추측"
                r"|알려[져진졌]|전해[져진졌]"
                r"|[다라]는 (?:말|설|보도|얘기|평|의견|생각|오해|전망|관측)"
                r"|[다라]고 (?:한|하|했|말|주장|믿|생각|알려|전해|밝|전했|보도|설명|예상|전망)"
                r"|따르면|계획|예정|전망|예상",
                "오사카가 수도라는 소문이 있다",
                "오사카가 수도이다",
            ),
        ),
        denials=(
            Pattern(
                r"사실무근|거짓|허위|오보|오해|잘못|아니|않|못|없|틀[린렸]|부인|부정|금지",
                "오사카가 수도라는 것은 거짓이다",
                "오사카가 수도이다",
            ),
        ),
    ),
    Table(
        code="zh",
        script="Han",
        conditions=(
            Pattern(
                r"如果|假如|假设|假設|若(?!干)|倘若|要是|除非|是否|能否|可能|也许|也許|或许|或許|大概|应该|應該|应当|會不會|会不会|[吗嗎呢][？?]?$|万一|萬一|否则|否則",
                "如果大阪是首都",
                "大阪是首都",
            ),
        ),
        reports=(
            Pattern(
                r"据说|據說|听说|聽說|传说|傳說|传闻|傳聞|谣言|謠言|谣传|謠傳|声称|聲稱|据称|據稱|宣称|宣稱|认为|認為|以为|以為|所谓|所謂|相传|相傳|有人说|有人說|[说說道写寫][：:]|说道|說道|小说|小說|电影|電影|故事|漫画|漫畫|游戏|遊戲|推测|推測|计划|計劃|预计|預計",
                "据说大阪是首都",
                "大阪是首都",
            ),
        ),
        denials=(
            Pattern(
                r"不|没|沒|非(?!常|洲)|未(?!来|來)|无(?!论)|無(?!論)|否|假的|虚假|虛假|错误|錯誤|误(?:以|认|解)|誤(?:以|認|解)|别(?=说|以)",
                "大阪不是首都",
                "大阪是未来的首都",
            ),
        ),
    ),
    Table(
        code="ru",
        script="Cyrillic",
        conditions=(
            Pattern(
                r"\b(?:если|якщо|бы|би|чи|ли|может|возможно|вероятно|пусть|или|либо)\b",
                "Если Осака",
                "Либерал Осаки",
            ),
        ),
        reports=(
            Pattern(
                r"\b(?:якобы|слух\w*|говор\w+|утвержда\w+|счита\w+|думают|согласно|миф\w*|легенд\w*|будто)\b",
                "Осака якобы столица",
                "Осака — столица",
            ),
        ),
        denials=(
            Pattern(
                r"\b(?:не|нет|ни|ні|никогда|невер\w+|ложь|ложн\w+|ошиб\w+|неправда)\b",
                "Осака не столица",
                "Небо Осаки",
            ),
        ),
    ),
    Table(
        code="mul",
        script="Latin",
        conditions=(Pattern(r"\b(?:jeśli|eğer|jika|nếu|caso|ifall)\b", "Jeśli Poznań", "Jesień w Poznaniu"),),
        reports=(
            Pattern(r"\b(?:secondo|segundo|volgens|podobno|zogenaamd)\b", "podobno Poznań", "pod Poznaniem"),
        ),
        denials=(
            Pattern(
                r"\b(?:non|não|niet|geen|nie|inte|ikke|không|değil|tidak|bukan|nu)\b",
                "Roma non è",
                "La nonna di Roma",
            ),
        ),
    ),
    Table(
        code="de",
        script="Latin",
        conditions=(
            Pattern(r"\b(?:wenn|falls|ob|könnte|würde|vielleicht|oder)\b", "Falls Bonn", "Fallsucht in Bonn"),
        ),
        reports=(
            Pattern(
                r"\b(?:angeblich\w*|gerücht\w*|behaupt\w+|soll|sollen|laut|glaub\w+|meint|sagt)\b",
                "Bonn soll",
                "Soltau bei Bonn",
            ),
        ),
        denials=(
            Pattern(
                r"\b(?:nicht|kein\w*|nie|falsch|irrtum|weder|ohne)\b", "Bonn ist nicht", "Nichte in Bonn"
            ),
        ),
    ),
    Table(
        code="fr",
        script="Latin",
        conditions=(
            Pattern(r"\b(?:si|sauf|peut-être|pourrait|serait|ou)\b|\bs'il", "Si Lyon était", "Siam et Lyon"),
        ),
        reports=(
            Pattern(
                r"\b(?:prétend\w*|rumeur\w*|selon|dit|croi\w+|affirm\w+|mythe)\b",
                "selon eux Lyon",
                "Lyon est belle",
            ),
        ),
        denials=(
            Pattern(
                r"\b(?:ne|pas|jamais|aucun\w*|ni|faux|fausse|sans)\b|\bn'", "Lyon n'est pas", "Lyon passe"
            ),
        ),
    ),
    Table(
        code="es",
        script="Latin",
        conditions=(
            Pattern(r"\b(?:si|salvo|quizás?|tal vez|podría|sería|o)\b", "Si Lima fuera", "La sierra de Lima"),
        ),
        reports=(
            Pattern(
                r"\b(?:supuest\w+|rumor\w*|según|dice\w*|cree\w*|afirma\w*|mito)\b",
                "según ellos Lima",
                "Lima es bella",
            ),
        ),
        denials=(
            Pattern(
                r"\b(?:no|nunca|jamás|ningún|ninguna|ni|falso|falsa|sin)\b", "Lima no es", "La noche de Lima"
            ),
        ),
    ),
)
