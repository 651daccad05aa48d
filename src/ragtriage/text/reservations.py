"""Reservations: words by which a text does not vouch for a statement that stands in it.

A statement that stands in the context word for word may still be denied ("It is false that …"), asked,
conditioned ("If …"), merely reported ("rumour has it that …"), one of two alternatives, or taken back by the
next sentence. Reservations are looked for around the statement, anywhere in its sentence: one too many
makes a verdict unknown, one too few makes a wrong pass.

Negations, hedges, retractions, alternatives and comparisons come from `text/languages/`; the tables of
conditions and reports, and those of languages that have no other table, are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import regex

from ragtriage.text.languages import LANGUAGES, Pattern

__all__ = ["TABLES", "Surroundings", "Table", "reservation"]


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


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a statement."""

    preceding: str  # the sentence before its own
    before: str  # its own sentence up to it
    after: str  # its own sentence from it on
    following: str  # the sentence after its own


# Languages in Latin letters that are not looked for in a text of another script.
_EUROPEAN: Final = ("mul", "de", "fr", "es")

# An expression that is found nowhere.
_NEVER: Final = "(?!)"

TABLES: Final = (
    Table(
        code="en",
        script="Latin",
        conditions=(
            Pattern(
                r"\b(?:if|unless|whether|suppos(?:e|ing)|assum(?:e|es|ed|ing)|provided|in case|would|should"
                r"|could|might|until|imagine|pretend|hope[sd]?|wish(?:es|ed)?|wonder(?:s|ed)?)\b",
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
                r"|predict\w*|propos\w+|plan(?:s|ned)?|so-called)\b",
                "Rumour has it that Osaka is the capital",
                "The planet has a sable sky",
            ),
        ),
        denials=(
            Pattern(
                r"\b(?:false(?:ly|hoods?)?|untrue|incorrect\w*|wrong\w*|mistake\w*|myths?|misconceptions?|hoax\w*|lie[sd]?"
                r"|fake|debunk\w*|den(?:y|ies|ied|ial)|refut\w+|disprov\w+|reject\w*|doubt\w*|not|never|no"
                r"|nobody|none|nor|neither|cannot|without|unlikely|instead|former\w*|fail(?:s|ed)?)\b|n't\b",
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
                r"|[かの][？?]|べき|はず|つもり|だろう|でしょう|たい(?=と|です|。|$)",
                "もし大阪が首都ならば",
                "大阪が首都である",
            ),
        ),
        reports=(
            Pattern(
                r"^\W*(?:である|だ)?(?:という|といった|と(?:も|は|の)?(?:され|言|いわ|い[うっ]|噂|主張|述べ|語|信じ|考え|思|見|み(?:ら|て)|伝え"
                r"|報じ|推|説|予|称|呼ば|よば|する|して|した|誤)|とか|との|らしい|そうだ|そうで|よう[だでに]|みたい|って)"
                r"|噂|うわさ|デマ|誤報|俗説|仮説|伝説|架空|によると|によれば|と主張|と述べ",
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
                r"소문|루머|낭설|풍문|이야기|주장|의혹|추정|추측|알려[져진졌]|전해[져진졌]"
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
                r"据说|據說|听说|聽說|传说|傳說|传闻|傳聞|谣言|謠言|谣传|謠傳|声称|聲稱|据称|據稱|宣称|宣稱|认为|認為|以为|以為|所谓|所謂|相传|相傳|有人说|有人說|推测|推測|计划|計劃|预计|預計",
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


def reservation(around: Surroundings) -> str | None:
    """Return the words by which a text does not vouch for a statement that stands in it; None when it does.

    In a language without a table nothing can be ruled out: there only a statement that is the whole of its
    sentence is vouched for.

    >>> reservation(Surroundings("", "It is not true that ", ".", ""))
    'not'
    >>> reservation(Surroundings("We met in May.", "In 2020 ", ".", "It rained."))
    """
    before, after = _fold(around.before), _fold(around.after)
    if after.endswith(("?", "？", "؟")):
        return after[-1]
    return _in_sentence(before, after) or _from_outside(_fold(around.preceding), _fold(around.following))


def _in_sentence(before: str, after: str) -> str | None:
    """Return the first reservation in the statement's own sentence."""
    unread = _unread().search(f"{before} {after}")
    if unread is not None:
        return unread.group()
    for cues in _cues_for(f"{before} {after}"):
        left, right = cues.unblinded(before), cues.unblinded(after)
        found = (
            cues.anywhere.search(left)
            or cues.before.search(left)
            or cues.anywhere.search(right)
            or cues.after.search(right)
        )
        if found is not None:
            return found.group().strip()
    return None


def _from_outside(preceding: str, following: str) -> str | None:
    """Return what takes the statement back in the next sentence, or denies it in the one before."""
    for cues in _cues_for(following):
        found = cues.retractions.search(following)
        if found is not None:
            return found.group().strip()
    if preceding.endswith((":", "：")) or _announces().search(preceding):
        for cues in _cues_for(preceding):
            found = cues.anywhere.search(cues.unblinded(preceding))
            if found is not None:
                return found.group().strip()
    return None


@dataclass(frozen=True, slots=True)
class _Cues:
    """The patterns of one table, put together."""

    anywhere: regex.Pattern[str]
    before: regex.Pattern[str]
    after: regex.Pattern[str]
    blinds: regex.Pattern[str]
    retractions: regex.Pattern[str]

    def unblinded(self, text: str) -> str:
        """Blank out what looks like a negation and is none."""
        return self.blinds.sub(" ", text)


def _cues_for(text: str) -> list[_Cues]:
    """Return the cues of the languages that the text may be written in.

    Han beside kana is Japanese; Latin letters beside Han, kana or Hangul are names, or English.
    """
    codes = [table.code for table in TABLES if _letters(table.script).search(text)]
    others = {"ja": ("zh", *_EUROPEAN), "ko": _EUROPEAN, "zh": _EUROPEAN}
    skipped = {other for code in codes for other in others.get(code, ())}
    return [_cues(code) for code in codes if code not in skipped]


@cache
def _letters(script: str) -> regex.Pattern[str]:
    return _compile(rf"\p{{{script}}}")


@cache
def _cues(code: str) -> _Cues:
    """Compile a table, and what the language's other table adds to it, when a text first needs it."""
    own = [
        pattern
        for table in TABLES
        if table.code == code
        for pattern in (*table.conditions, *table.reports, *table.denials)
    ]
    before: list[str] = []
    after: list[str] = []
    language = LANGUAGES.get(code)
    if language is not None:
        alternatives = _either(language.alternatives)
        before += [rf"{alternatives}\W*$", rf"(?:{_words(language.comparisons)})\W*$"]
        before += [_either((*language.negations_before, *language.hedges_before))]
        after += [rf"^\W*{alternatives}", rf"^\W*(?:{_words(language.modifiers)})"]
        after += [_either((*language.negations_after, *language.hedges_after))]
    return _Cues(
        anywhere=_compile(_either(own)),
        before=_compile("|".join(before) or _NEVER),
        after=_compile("|".join(after) or _NEVER),
        blinds=_compile(_either(() if language is None else language.no_negations)),
        retractions=_compile(_either(() if language is None else language.retractions)),
    )


def _either(patterns: Sequence[Pattern]) -> str:
    """Join patterns; none of them matches nothing."""
    return f"(?:{'|'.join(f'(?:{pattern.expression})' for pattern in patterns) or _NEVER})"


def _words(words: tuple[str, ...]) -> str:
    return "|".join(map(regex.escape, words)) or _NEVER


@cache
def _unread() -> regex.Pattern[str]:
    """Match a word in a script that no table is written in."""
    scripts = {table.script for table in TABLES} | {"Katakana"}
    known = "".join(rf"\p{{{script}}}" for script in sorted(scripts))
    return _compile(rf"[\p{{L}}--[{known}ー〆々]]+")


@cache
def _announces() -> regex.Pattern[str]:
    """Match a sentence that speaks of the next one."""
    return _compile(r"\bfollowing\b|以下|次の|다음|下列|如下|следующ")


def _compile(expression: str) -> regex.Pattern[str]:
    return regex.compile(expression, regex.V1)


def _fold(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().split())
