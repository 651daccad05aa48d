"""Conclusions and warnings of a comparison in Japanese, sentence by sentence as the comparison writes them.

A sentence that no row knows stays as it is, and the page says that it is English.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

__all__ = ["PROSE_JA", "japanese"]

_WORDS: Final = {
    "retrieval": "検索",
    "evidence": "根拠",
    "answer": "回答",
    "support": "裏付け",
    "passed": "合格",
    "chunking": "チャンク分割",
    "retriever": "検索器",
    "generator": "生成器",
    "the corpus": "コーパス",
    "corpus": "コーパス",
}
_WORD: Final = re.compile("|".join(sorted(_WORDS, key=len, reverse=True)))
_AND: Final = re.compile(r",? and |, ")

_UNVERIFIED: Final = r"(?: \(unverified: (?P<unverified>[^)]*)\))?"


class Translated(NamedTuple):
    """A sentence by the pattern of the English one; its groups are put in with their words translated."""

    pattern: str
    sentence: str


PROSE_JA: Final[tuple[Translated, ...]] = (
    # conclusions
    Translated(
        "what was retrieved was not recorded on both sides: nothing can be said",
        "検索結果が両側で記録されていないため、何も言えません",
    ),
    Translated(
        "the same was retrieved for every case, so retrieval cannot differ; what of it reached the generator "
        "does, and evidence through that",
        "検索結果は全ケースで同じなので、検索に差はありえません。生成器に渡ったものは異なり、根拠もそれを通じて異なります",
    ),
    Translated(
        "the same was retrieved for every case: there is no difference to put down to anything",
        "検索結果は全ケースで同じです。原因を問うべき差がありません",
    ),
    Translated(
        "nothing before the generator changed: what differs is the retriever's own unsteadiness",
        "生成器より前は何も変わっていません。差は検索器自体の揺らぎです",
    ),
    Translated(
        "answers were not recorded on both sides: nothing can be said",
        "回答が両側で記録されていないため、何も言えません",
    ),
    Translated(
        "the same was answered in every case, so answer cannot differ, and support only by what the "
        "generator saw",
        "回答は全ケースで同じなので、回答に差はありえません。裏付けは生成器が見たものによってのみ異なります",
    ),
    Translated(
        "generation changed answer and support, over equal contexts" + _UNVERIFIED,
        "同じコンテキストのもとで、生成が回答と裏付けを変えました",
    ),
    Translated(
        "generator and contexts are equal: what differs is the generator's own unsteadiness",
        "生成器もコンテキストも同じです。差は生成器自体の揺らぎです",
    ),
    Translated(
        "a difference of systems: (?P<names>.+) and the generator both changed, so the stages are "
        r"confounded\. Two runs would tell them apart: the baseline's retrieval with the candidate's "
        "generator, and the candidate's retrieval with the baseline's generator",
        "システム全体の差です。{names}と生成器がともに変わったため、段階ごとの影響は分けられません。"
        "「基準の検索+候補の生成器」と「候補の検索+基準の生成器」の2回の実行があれば分けられます",
    ),
    Translated(
        "retrieval changed retrieval and evidence, and the system's answer through it" + _UNVERIFIED,
        "検索器が検索と根拠の結果を変え、それを通じて回答も変えました",
    ),
    Translated(
        "a difference of systems, contexts were not held equal" + _UNVERIFIED,
        "システム全体の差です。コンテキストは同じではありません",
    ),
    Translated(
        "a difference of systems, contexts were not recorded on both sides" + _UNVERIFIED,
        "システム全体の差です。コンテキストは両側で記録されていません",
    ),
    Translated(
        r"(?P<names>(?:the corpus|chunking|retrieval)(?:(?:, | and )(?:chunking|retrieval))*)" + _UNVERIFIED,
        "{names}",
    ),
    # warnings
    Translated(
        r"unverified: (?P<names>.+) \(not recorded on both sides; see --system\)",
        "未確認: {names}(両側で記録されていません。--system を参照)",
    ),
    Translated(
        r"unverified: corpus \(not recorded on both sides; see --corpus\)",
        "未確認: コーパス(両側で記録されていません。--corpus を参照)",
    ),
    Translated(
        r"(?P<names>\w+) differs, which was allowed: (?P<stages>.+) may have changed through it alone",
        "{names}が異なりますが、許可されています。{stages}はそれだけで変わった可能性があります",
    ),
    Translated(
        r"(?P<names>\w+) is unknown for (?P<one>\d+) cases of the baseline and (?P<other>\d+) of the "
        "candidate: see its bounds; nothing is called better or worse unless it is so under the reading that "
        "is worst for it",
        "{names}は基準で {one} 件、候補で {other} 件が不明です(上下限を参照)。"
        "最も不利に読んでもそうである場合にだけ、改善・悪化と呼びます",
    ),
    Translated(
        r"only (?P<n>\d+) cases: a pass rate must change by (?P<points>\d+) points \((?P<least>\d+) cases, "
        r"all to one side\) before p can reach 0\.05",
        "ケースが {n} 件しかありません。p が 0.05 に達するには、合格率が {points} ポイント"
        "({least} 件がすべて同じ向きに)変わる必要があります",
    ),
    Translated(
        r"only (?P<n>\d+) cases?: p cannot reach 0\.05 for a pass rate, which takes (?P<least>\d+) cases "
        "that change, all to one side",
        "ケースが {n} 件しかなく、合格率の p は 0.05 に達しえません"
        "({least} 件がすべて同じ向きに変わる必要があります)",
    ),
    Translated(
        r"(?P<n>\d+) cases were left out: they are not on both sides with the same question and gold",
        "{n} 件を除外しました。質問と正解が両側で同じではありません",
    ),
)

_COMPILED: Final = tuple((re.compile(pattern), sentence) for pattern, sentence in PROSE_JA)


def japanese(text: str) -> str | None:
    """Return a sentence in Japanese; None where no row knows it.

    Example:
        >>> japanese("chunking and retrieval (unverified: corpus)")
        'チャンク分割・検索(未確認: コーパス)'
    """
    for pattern, sentence in _COMPILED:
        found = pattern.fullmatch(text)
        if found:
            groups = {name: _named(value) for name, value in found.groupdict().items() if value}
            unverified = groups.pop("unverified", "")
            return sentence.format_map(groups) + (f"(未確認: {unverified})" if unverified else "")
    return None


def _named(text: str) -> str:
    return _WORD.sub(lambda word: _WORDS[word[0]], _AND.sub("・", text))
