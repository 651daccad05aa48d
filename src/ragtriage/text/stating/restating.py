"""Restating: a question of decision that an answer decides by saying its own words again, or their denial.

"Is dental care covered?" — "It is not covered." says no without the word. So much is sure only where the
answer adds nothing: each of its words is one of the question's, in their order, a pronoun, or the denial.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import regex

from ragtriage.text.languages.table import words
from ragtriage.text.rules import fold

__all__ = ["restated"]

_LONGEST: Final = 200

_PRONOUNS: Final = frozenset(words("it they he she you we i this that these those there the a an"))
_DENIALS: Final = frozenset(words("not never cannot"))
_BE: Final = frozenset(words("is are was were am"))
_DO: Final = frozenset(words("do does did"))
_AUXILIARIES: Final = (
    _BE | _DO | frozenset(words("can could may might must should will would shall has have had"))
)
# With one of these in it the answer's yes may be to less, or to more, than was asked.
_SCOPES: Final = frozenset(
    words(
        "or not no never without only all every each both always any neither except unless if more less than",
        "still already just most some",
    )
)
_STEM: Final = 5


def restated(question: str, answer: str) -> bool | None:
    """Return whether an answer says again what was asked, or denies it (False); None where it does neither.

    Example:
        >>> restated("Is dental care covered?", "It is not covered."), restated("Can I pay?", "You can pay.")
        (False, True)
        >>> restated("Is dental care covered?", "It is covered after a year.") is None
        True
        >>> restated("プールは利用できますか。", "利用できます"), restated("可以退款吗？", "不可以退款。")
        (True, False)
        >>> restated("수영장을 이용할 수 있나요?", "이용할 수 없습니다.")
        False
    """
    if not 0 < len(answer) <= _LONGEST or len(question) > _LONGEST:
        return None
    asked, said = _core(question), _core(answer)
    if not asked or not said or _stops().search(said) is not None:
        return None
    if asked.isascii():
        return _in_english(asked, said) if said.isascii() else None
    asked, said = asked.replace(" ", ""), said.replace(" ", "")
    for yes, no in _statements(asked):
        if _ends(yes, said):
            return True
        if _ends(no, said):
            return False
    return None


def _core(text: str) -> str:
    """Return a text in lower case without its stops and marks at the ends."""
    return fold(text).replace("’", "'").strip(" \t\n.。!?？！*_\"'「」“”")


@cache
def _stops() -> regex.Pattern[str]:
    return regex.compile(r"[.。!?？！;；:：,，、\n(（]")


def _in_english(asked: str, said: str) -> bool | None:
    first, *rest = asked.split()
    if first not in _AUXILIARIES or not _SCOPES.isdisjoint(regex.findall(r"[a-z]+", asked)) or "n't" in asked:
        return None
    said = said.replace("cannot", "can not").replace("can't", "can not").replace("n't", " not")
    spoken = said.split()
    denials = [word for word in spoken if word in _DENIALS]
    auxiliaries = [word for word in spoken if word in _AUXILIARIES]
    is_asked = first in auxiliaries if first not in _DO else set(auxiliaries) <= {first}
    if len(denials) > 1 or not is_asked or len(auxiliaries) > 1:
        return None
    left = iter(_stem(word) for word in rest)
    told = [word for word in spoken if word not in _DENIALS | _PRONOUNS and word not in _AUXILIARIES]
    if not told or not all(_stem(word) in left for word in told):
        return None
    return not denials


def _stem(word: str) -> str:
    return regex.sub(r"(?:ies|es|s)$", "", word.strip(",;:\"'()"))[:_STEM]


def _ends(statement: str, said: str) -> bool:
    """Whether what is said is a statement, or its predicate: all from a particle or a verb on."""
    if not statement.endswith(said) or len(said) < 2:
        return False
    before = statement[: len(statement) - len(said)]
    return (
        not before
        or before[-1] in "はがをにでもと、へ은는이가을를도에"
        or _opens_predicate().match(said) is not None
    )


@cache
def _opens_predicate() -> regex.Pattern[str]:
    """Match the beginning of a Chinese predicate."""
    return regex.compile(r"(?:不|没|無|无|未)?(?:可以|能|会|會|是|有|需|要|允许|必须|得|属于|包括|包含|支持)")


def _statements(asked: str) -> Iterator[tuple[str, str]]:
    """Yield what a question of decision becomes as a statement, and as its denial."""
    for expression, pairs in _turns():
        found = expression.search(asked)
        if found is None:
            continue
        for yes, no in pairs:
            stem = asked[: found.start()]
            yield stem + found.expand(yes), stem + found.expand(no)
        return


@cache
def _turns() -> tuple[tuple[regex.Pattern[str], tuple[tuple[str, str], ...]], ...]:
    """Return how questions end, and what stands there in a statement and in its denial, the nearest first."""
    table: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
        # Japanese
        (r"(?:(?:なく|ない|ませ)ん?|ないの(?:です)?)か$", ()),
        (
            r"できますか$|でき(?:る|るの|るのです)か$",
            (("できます", "できません"), ("できる", "できない"), ("できます", "できない")),
        ),
        (
            r"(が|は|も)?ありますか$",
            ((r"\1あります", r"\1ありません"), (r"\1ある", r"\1ない"), (r"\1あります", "はありません")),
        ),
        (
            r"(必要|可能|有効|対象|無料|有料)ですか$",
            (
                (r"\1です", r"\1ではありません"),
                (r"\1です", r"\1ありません"),
                (r"\1です", r"\1はありません"),
                (r"\1である", r"\1ではない"),
                (r"\1", r"\1ではないです"),
            ),
        ),
        (r"いですか$", (("いです", "くありません"), ("い", "くない"), ("いです", "くないです"))),
        (r"ですか$", (("です", "ではありません"), ("である", "ではない"), ("だ", "じゃありません"))),
        (r"ましたか$", (("ました", "ませんでした"),)),
        (r"ますか$", (("ます", "ません"),)),
        # Korean
        (r"(?:없|않|못)\p{Hangul}{1,5}$", ()),
        (
            r"있(?:나요|습니까|어요|는가요)$",
            (("있습니다", "없습니다"), ("있어요", "없어요"), ("있다", "없다")),
        ),
        (
            r"(?:인가요|입니까|이에요|예요)$",
            (("입니다", "이아닙니다"), ("이에요", "가아닙니다"), ("이다", "이아니다")),
        ),
        (
            r"(되나요|됩니까)$",
            (
                ("됩니다", "되지않습니다"),
                ("된다", "되지않는다"),
                ("돼요", "되지않아요"),
                ("됩니다", "안됩니다"),
            ),
        ),
        (r"(하나요|합니까)$", (("합니다", "하지않습니다"), ("한다", "하지않는다"), ("해요", "하지않아요"))),
        # Chinese
        (r"^(.*)(?:是否)(.*?)[吗么嗎]?$", ((r"\1\2", r"\1不\2"), (r"\1\2", r"\1没有\2"))),
        (r"^(.*)(?:能不能|能否)(.*)$", ((r"\1能\2", r"\1不能\2"), (r"\1可以\2", r"\1不可以\2"))),
        (r"^(.*)(?:可不可以|可否)(.*)$", ((r"\1可以\2", r"\1不可以\2"), (r"\1能\2", r"\1不能\2"))),
        (r"^(.*)有没有(.*)$", ((r"\1有\2", r"\1没有\2"),)),
        (r"^(.*)(?:会不会|會不會)(.*)$", ((r"\1会\2", r"\1不会\2"),)),
        (
            r"^([^不没未无]*?)(可以|能)([^不没未无]*)[吗么嗎]$",
            ((r"\1可以\3", r"\1不可以\3"), (r"\1能\3", r"\1不能\3")),
        ),
        (
            r"^([^不没未无]*?)(需要|会|是|允许|必须|支持|包括|包含|属于)([^不没未无]*)[吗么嗎]$",
            ((r"\1\2\3", r"\1不\2\3"),),
        ),
        (r"^([^不没未无]*?)有([^不没未无]*)[吗么嗎]$", ((r"\1有\2", r"\1没有\2"),)),
    )
    return tuple((regex.compile(expression), pairs) for expression, pairs in table)
