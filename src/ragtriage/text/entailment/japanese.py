"""Japanese: content with its particles, what may be left out, and what speaks to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from ragtriage.text.entailment.pieces import Grammar, Piece

__all__ = ["JAPANESE"]

# A stretch of content and the kana behind it; kana alone where punctuation stands before.
_PIECE: Final = re.compile(r"(?:[^\W_ぁ-ゖ]|[ー々〆ヶ・.,．，](?=[^\W_ぁ-ゖ])|[%％])+[ぁ-ゖ]*|[ぁ-ゖ]+")

_CONTENT: Final = re.compile("[^ぁ-ゖ]+")

_TOPIC: Final = re.compile(r"(?<=[^ぁ-ゖ])は$")

# Endings that say the same, plain and polite.
_ENDINGS: Final = (
    ("ています", "ている"),
    ("でいます", "でいる"),
    ("ていました", "ていた"),
    ("でいました", "でいた"),
    ("であります", ""),
    ("である", ""),
    ("です", ""),
    ("だ", ""),
    ("でした", "だった"),
    ("であった", "だった"),
    ("されました", "された"),
    ("します", "する"),
    ("しました", "した"),
    ("されます", "される"),
    ("あります", "ある"),
    ("います", "いる"),
)

_PARTICLE: Final = re.compile(r"(?:[はがをにでとへも]|から|まで|には|では|とは)$")
_CASE: Final = re.compile(r"[をにで]$")
_SUBJECT: Final = re.compile(r"(?:[はがも]|こそ|さえ)$")

# What is surely no verb: content with a particle behind it, an adjective, a noun beside another.
_NO_VERB: Final = re.compile(
    r"(?<=[^ぁ-ゖ])(?:の|を|に|と|へ|や|から|まで|への|での|からの|までの|との|などの?|[きさ]?な|[^しきちりみびぎにぁ-ゖ]?い"
    r"|しい|く|しく|によって|により|による|において|における|として|での|についての?|に対して|に対する|とともに)?$"
)

_EXACT: Final = re.compile(
    r"最|唯一|初|だけ|のみ|しか|すべて|全て|全|必ず|常に|いつも|毎|各|第|番|位|以上|以下|未満|より|ない|なく|なかっ"
    r"|ません|ず(?=[、に。]|$)|なら|れば|たら|場合|合計|総|ほど|ぐらい|くらい|倍|割|%|％|(?<!\d)\d{1,3}(?!\d)(?!月)"
    r"|\d{5}|\d{4}(?!年)|[十百千万億兆]|多く|少な|同じ"
)
_CHANGING: Final = re.compile(
    r"最|唯一|初|だけ|のみ|しか|ほとんど|ほぼ|一部|半分|大半|多く|少な|以外|除|元(?!々)|旧|前(?=[^ぁ-ゖ])|偽|仮|予定|計画"
    r"|ようと|つもり|かけ(?:た|る)|そうに|より|ない|なく|なかっ|ません|ず(?=[、に。]|$)|休|止|やめ|終|失|失敗|拒|避|防|禁"
    r"|絵|写真|像|模型|おもちゃ|玩具|人形|架空|ば(?=、|$)|たら|なら|か(?=、|$)|第|番目|\d"
)

_COMMAS: Final = frozenset(("、", ",", "，"))

_ASIDE: Final = re.compile(
    r"ください|下さい|お気軽|幸い|ご不明|私|わたし|あなた|皆様|お手伝い|申し訳|すみません|ありがとう|質問|回答|答え"
    r"|文書|資料|文脈|情報|記載|提供された|まとめると|以上が|おすすめ|推奨"
)

_TERM: Final = re.compile(r"[ァ-ヺー]{2,}|[a-zA-Z]{3,}|[0-9]+|[一-鿿々]")
_STEM: Final = 5


def _pieces(text: str) -> list[Piece]:
    found = [Piece(_TOPIC.sub("が", match[0]), *match.span()) for match in _PIECE.finditer(text)]
    if found:
        found[-1] = found[-1]._replace(key=_plain(found[-1].key))
    return found


def _plain(ending: str) -> str:
    """Return a last piece in plain form."""
    for polite, plain in _ENDINGS:
        if ending.endswith(polite):
            return ending.removesuffix(polite) + plain
    return ending


def _needles(keys: Iterable[str]) -> list[str]:
    """Return the content that keys begin with, as the kana behind it may be written otherwise."""
    contents = [_CONTENT.match(key) for key in keys]
    return sorted({match[0].lower() for match in contents if match is not None}, key=len, reverse=True)


def _is_exact(statement: str) -> bool:
    return _EXACT.search(statement) is not None


def _may_drop(sentence: str, pieces: list[Piece], kept: Sequence[int]) -> bool:
    if kept[-1] != len(pieces) - 1:
        return False
    if kept[0] and not _may_open(sentence, pieces, kept):
        return False
    for before, after in pairwise(kept):
        if after > before + 1 and not _is_free(sentence, pieces, before, pieces[before + 1 : after]):
            return False
    stay = set(kept)
    gone = " ".join(sentence[p.start : p.end] for n, p in enumerate(pieces) if n not in stay)
    return _CHANGING.search(gone) is None


def _may_open(sentence: str, pieces: list[Piece], kept: Sequence[int]) -> bool:
    """Whether what stands before the first piece that stays may go: it has no subject, or is a clause."""
    first = kept[0]
    if not any(_SUBJECT.search(piece.key) for piece in pieces[:first]):
        return True
    is_clause = sentence[pieces[first - 1].end : pieces[first].start].strip() in _COMMAS
    own = any(sentence[: pieces[place].end].endswith("は") for place in kept)
    return is_clause and own and _NO_VERB.search(pieces[first - 1].key) is None


def _is_free(sentence: str, pieces: list[Piece], before: int, dropped: list[Piece]) -> bool:
    """Whether what stays before a gap cannot belong to something in it."""
    if any(_SUBJECT.search(piece.key) or _NO_VERB.search(piece.key) is None for piece in dropped):
        return False
    key = pieces[before].key
    if not _PARTICLE.search(key):
        return sentence[pieces[before].end : dropped[0].start].strip() in _COMMAS
    case = _CASE.search(key)
    return case is None or all(not piece.key.endswith(case[0]) for piece in dropped)


def _terms(text: str) -> list[str]:
    return [match[0].lower()[:_STEM] for match in _TERM.finditer(text)]


def _is_aside(statement: str) -> bool:
    return _ASIDE.search(statement) is not None


JAPANESE: Final = Grammar("ja", _pieces, _needles, _is_exact, _may_drop, _terms, _is_aside)
