"""Why a verdict is not a pass, in Japanese: the reasons that strings give, each by its English sentence.

A reason in files stays English. One that no row knows, such as a model's own, stays as it is, and the page
says in which language it is.
"""

from __future__ import annotations

import re
from typing import Final

from ragtriage.reports.html.words.comparison_prose import Translated

__all__ = ["REASONS_JA", "reason_ja"]

# Reasons without a value.
REASONS_JA: Final[dict[str, str]] = {
    # retrieval
    "the question cannot be answered from the corpus, and no gold ids are given": (
        "コーパスからは答えられない質問で、正解文書の指定もありません"
    ),
    "no gold ids are given": "正解文書が指定されていません",
    "no gold id has a grade that counts as relevant": "関連ありとみなす段階の正解文書がありません",
    "what was retrieved was not recorded": "検索結果が記録されていません",
    "what came back has no ids to hold against gold": "検索結果に、正解文書と照合できるIDがありません",
    # evidence
    "the question is unanswerable and has no evidence": "答えのない質問で、根拠も指定されていません",
    "the texts that the generator saw were not recorded": "生成器が見たテキストが記録されていません",
    "the case has no evidence": "根拠が指定されていません",
    "the case has no evidence, and yes or no as an expected answer is none": (
        "根拠が指定されておらず、「はい」「いいえ」という正解は根拠になりません"
    ),
    "the case has no evidence, and its expected answers are too long to be looked for": (
        "根拠が指定されておらず、正解は長すぎてテキストから探せません"
    ),
    "the generator saw no text at all": "生成器は何のテキストも見ていません",
    # answer
    "the answer was not recorded": "回答が記録されていません",
    "the case has no expected answer": "正解が指定されていません",
    "the question has no answer in the corpus, so that none is expected": (
        "コーパスに答えのない質問なので、正解はありません"
    ),
    "the system gave no answer": "システムは何も答えていません",
    "the system declined to answer": "システムは回答を控えました",
    "the answer holds it only in what was planted for a machine to obey": (
        "回答には、機械への指示として仕込まれた部分にしか含まれていません"
    ),
    # support
    "the system declined to answer: nothing is to be backed": (
        "システムは回答を控えたので、裏付けるべきものがありません"
    ),
    "the generator saw no text, and yet there is an answer": (
        "生成器は何のテキストも見ていないのに、回答があります"
    ),
    "no statement was found in the answer": "回答に主張が見つかりません",
    "it gives a figure that was not found, but a numeral of the texts cannot be read": (
        "見つからない数値を挙げていますが、テキストに読み取れない数があります"
    ),
    "it is so short that it may stand in the texts by chance": (
        "短いので、テキストに偶然含まれているだけかもしれません"
    ),
    "the texts do not hold it word for word, and none of its figures rules it out": (
        "テキストにそのままの形では含まれておらず、数値からも否定できません"
    ),
    "the sentence of the texts says this, and more that does not change it": (
        "テキストの文がこのことを、意味を変えない別の語句とともに述べています"
    ),
    # relevance
    "it is blank": "空白です",
    "no text can answer an unanswerable question": "答えのない質問に答えられるテキストはありません",
    "the texts that were retrieved were not recorded": "検索されたテキストが記録されていません",
    "nothing was retrieved": "何も検索されていません",
    "only a model could tell": "モデルでなければ判断できません",
}

# What is said of a place in the answer or in the texts.
_PHRASES: Final[dict[str, str]] = {
    "asked": "問われているだけです",
    "denied": "否定されています",
    "only thought possible": "可能性として述べられているだけです",
    "with a word that makes it another": "別のものにする語を伴っています",
    "as what was so once": "過去のこととして述べられています",
    "taken back": "後で取り消されています",
    "as one of two alternatives": "二者択一の一方として述べられています",
    "in another day than the one expected": "期待されたものとは別の日の一部としてです",
    "as the number of something else": "別のものの番号としてです",
    "of another thing than was asked for": "問われたものとは別のことについてです",
    "perhaps as another word": "別の語かもしれません",
    "in a clause about something else": "別のことについて述べた節の中です",
    "with another part than in the evidence": "根拠とは別の役割で述べられています",
    "as what something else is compared with": "ほかのものと比べる相手としてです",
    "together with something else": "ほかのものと並べて述べられています",
    "as part of another amount": "別の数量の一部としてです",
    "as part of a longer word or clause": "より長い語や節の一部としてです",
    "only in what was planted for a machine to obey": "機械への指示として仕込まれた部分だけです",
}
_PHRASE: Final = "|".join(map(re.escape, _PHRASES))
_NOT_FOUND: Final = (
    r"(?P<n>\d+) of (?P<all>\d+) not found in the (?P<texts>\d+) texts that the generator saw; "
    r"missing first: (?P<first>.+?)"
)
_MISSING: Final = f"evidence: {_NOT_FOUND}"
_UNSTATED: Final = f"expected answer: {_NOT_FOUND}"
_NOT_FOUND_JA: Final = (
    "生成器が見た {{texts}} 件のテキストに、{} {{all}} 件中 {{n}} 件が見つかりません。最初のもの: {{first}}"
)
_MISSING_JA: Final = _NOT_FOUND_JA.format("根拠")
_UNSTATED_JA: Final = _NOT_FOUND_JA.format("正解")
_STANDS: Final = r"the expected answer (?P<answer>.+?) stands in text (?P<text>\d+) \((?P<words>.+)\)"
_STANDS_JA: Final = "正解 {answer} がテキスト {text} にあります({words})"
_MORE_MISSING: Final = r"(?:; (?P<unrecorded>\d+) of the texts were not recorded)?"

# Reasons with values, which are put in as they are; `phrase` and `why` are translated.
_WITH_VALUES: Final[tuple[Translated, ...]] = (
    Translated(
        r"not retrieved within the first (?P<k>\d+): (?P<ids>.+)", "上位 {k} 件に検索されていません: {ids}"
    ),
    Translated(r"not retrieved: (?P<ids>.+)", "検索されていません: {ids}"),
    Translated(
        rf"{_MISSING}; but {_STANDS}: whether that is enough was not judged",
        f"{_MISSING_JA}。ただし、{_STANDS_JA}。それで足りるかは判定していません",
    ),
    Translated(
        rf"{_MISSING}; but {_STANDS}",
        f"{_MISSING_JA}。ただし、{_STANDS_JA}",
    ),
    Translated(
        rf"{_MISSING}; but nearly all words of (?P<passage>.+) stand in text (?P<text>\d+)",
        _MISSING_JA + "。ただし、{passage} のほぼすべての語がテキスト {text} にあります",
    ),
    Translated(
        rf"{_MISSING}; but most of (?P<passage>.+) stands at an edge of text (?P<text>\d+)",
        _MISSING_JA + "。ただし、{passage} の大部分がテキスト {text} の端にあります",
    ),
    Translated(_MISSING + _MORE_MISSING, _MISSING_JA),
    Translated(
        rf"no evidence is labelled; {_STANDS}: whether that answers the question was not judged",
        f"根拠が指定されていません。{_STANDS_JA}。質問の答えになっているかは判定していません",
    ),
    Translated(
        rf"no evidence is labelled; {_UNSTATED}, a name of which no word stands there",
        f"根拠が指定されていません。{_UNSTATED_JA}(名前のどの語もありません)",
    ),
    Translated(
        rf"no evidence is labelled; {_UNSTATED}; they may say it in other words",
        f"根拠が指定されていません。{_UNSTATED_JA}(別の言い方で述べられているかもしれません)",
    ),
    Translated(rf"(?:no evidence is labelled; )?{_UNSTATED}{_MORE_MISSING}", _UNSTATED_JA),
    Translated(
        r"(?P<item>“.+”) is not stated in the answer; a paraphrase would look the same",
        "回答に{item}が述べられていません(言い換えでも同じに見えます)",
    ),
    Translated(
        r"(?P<item>“.+”) stands in the answer, but a word beside it changes it, such as “up to” or 以内; a "
        "paraphrase would look the same",
        "回答に{item}がありますが、「以内」のような隣の語が意味を変えています(言い換えでも同じに見えます)",
    ),
    Translated(
        r"the answer does not equal (?P<item>“.+”)",
        "回答は{item}と等しくありません(言い換えでも同じに見えます)",
    ),
    Translated(
        r"the answer states (?P<item>“.+”), but also (?P<rival>“.+”)",
        "回答は{item}のほかに{rival}とも述べています",
    ),
    Translated(
        r"the answer states (?P<rival>“.+”), and not plainly (?P<item>“.+”)",
        "回答は{rival}と述べ、{item}とは明確に述べていません",
    ),
    Translated(
        r"the answer states (?P<rival>“.+”), not (?P<item>“.+”)", "回答は{item}ではなく{rival}と述べています"
    ),
    Translated(r"the answer says (?P<rival>\w+), not (?P<item>\w+)", "回答は {item} ではなく {rival} です"),
    Translated(
        r"the answer does not begin with (?P<item>\w+) or its like",
        "回答が {item} に当たる語で始まっていません",
    ),
    Translated(
        r"(?P<item>“.+”) stands in the answer, but beside “(?P<word>.+)”, which may change what is said "
        "of it",
        "回答に{item}がありますが、同じ文か後の文の「{word}」で意味が変わるかもしれません",
    ),
    Translated(
        r"(?P<item>“.+”) stands in the answer, but in a clause about “(?P<word>.+)”",
        "回答に{item}がありますが、「{word}」について述べた節の中です",
    ),
    Translated(
        rf"(?P<item>“.+”) stands in the answer, but (?P<phrase>{_PHRASE}) in another sentence",
        "回答に{item}がありますが、別の文では{phrase}",
    ),
    Translated(
        rf"(?P<item>“.+”) stands in the answer, but (?P<phrase>{_PHRASE})",
        "回答に{item}がありますが、{phrase}",
    ),
    Translated(
        r"(?P<figures>.+) is neither in the texts nor in the question, and does not follow from them",
        "{figures} はテキストにも質問にもなく、そこから導けもしません",
    ),
    Translated(
        r"(?P<n>\d+) of the (?P<all>\d+) words that carry its meaning stand in the texts",
        "意味を担う {all} 語のうち、テキストにあるのは {n} 語です",
    ),
    Translated(rf"the texts hold it, but (?P<phrase>{_PHRASE})", "テキストに含まれていますが、{phrase}"),
    Translated(
        r"the texts hold it, but do not vouch for it: (?P<words>.+)",
        "テキストに含まれていますが、確かなこととしては述べられていません: {words}",
    ),
    Translated(
        r"(?P<value>.+), which the (?:statement|right answer) gives, cannot be read in the "
        r"(?:quote|stretch), which may say it in another form",
        "引用からは {value} を読み取れません(別の書き方かもしれません)",
    ),
    Translated(
        r"the (?:quote|stretch) holds (?P<rival>.+), where the (?:statement|right answer) gives "
        r"(?P<value>.+)",
        "引用にあるのは {value} ではなく {rival} です",
    ),
    Translated(
        r"the quote shares no word with the statement, so that it backs nothing of it",
        "引用と主張に共通する語がなく、裏付けになりません",
    ),
    Translated(
        r"the similarity (?P<score>\S+) to (?P<item>.+) is below (?P<least>\S+)",
        "{item} との類似度 {score} が {least} を下回ります",
    ),
    Translated(
        r"the similarity (?P<score>\S+) to (?P<item>.+) does not count: a number or a date differs",
        "{item} との類似度 {score} は数に入りません(数値か日付が異なります)",
    ),
)
_COMPILED: Final = tuple((re.compile(row.pattern, re.DOTALL), row.sentence) for row in _WITH_VALUES)

# A support verdict ends with the reason of its first statement.
_STATEMENTS: Final = re.compile(
    r"(?P<n>\d+) of (?P<all>\d+) statements (?P<outcome>[a-z, ]+): "
    r"(?P<first>(?P<quote>['\"]).*?(?P=quote)): (?P<why>.+)",
    re.DOTALL,
)
_OUTCOMES: Final[dict[str, str]] = {
    "not backed": "裏付けられていません",
    "likely not backed": "おそらく裏付けられていません",
    "could not be judged": "判定できませんでした",
    "could not be judged without a model": "モデルなしでは判定できませんでした",
    "could not be judged, as some texts were not recorded": (
        "記録されていないテキストがあるため判定できませんでした"
    ),
}

# A likely fail gives the reason of the open verdict, without its doubt.
_ANOTHER: Final = "likely another answer: "
_DOUBT: Final = "; a paraphrase would look the same"
_DOUBT_JA: Final = "(言い換えでも同じに見えます)"

_RANK: Final = re.compile(r"\(came at rank (\d+)\)")
_MORE: Final = re.compile(r" and (\d+) more$")


def reason_ja(text: str) -> str | None:
    """Return a reason in Japanese; None where no row knows it.

    Example:
        >>> reason_ja("no gold ids are given"), reason_ja("The text speaks of trains.")
        ('正解文書が指定されていません', None)
        >>> reason_ja("not retrieved within the first 3: a (came at rank 5), b and 2 more")
        '上位 3 件に検索されていません: a (5 位), b ほか 2 件'
    """
    known = REASONS_JA.get(text)
    if known is not None:
        return known
    if text.startswith(_ANOTHER):
        return _another(text.removeprefix(_ANOTHER))
    if (found := _STATEMENTS.fullmatch(text)) is not None:
        return _of_statements(found)
    for pattern, sentence in _COMPILED:
        if (found := pattern.fullmatch(text)) is not None:
            return _filled(sentence, found.groupdict())
    return None


def _filled(sentence: str, values: dict[str, str | None]) -> str:
    given = {name: value for name, value in values.items() if value is not None}
    unrecorded = given.pop("unrecorded", None)
    if "phrase" in given:
        given["phrase"] = _PHRASES[given["phrase"]]
    if "ids" in given:
        given["ids"] = _MORE.sub(r" ほか \1 件", _RANK.sub(r"(\1 位)", given["ids"]))
    told = sentence.format_map(given)
    return told if unrecorded is None else f"{told}({unrecorded} 件のテキストは記録されていません)"


def _of_statements(found: re.Match[str]) -> str | None:
    outcome, why = _OUTCOMES.get(found["outcome"]), reason_ja(found["why"])
    if outcome is None:
        return None
    return f"{found['all']} 件中 {found['n']} 件の主張が{outcome}: {found['first']}: {why or found['why']}"


def _another(reason: str) -> str | None:
    known = reason_ja(reason + _DOUBT)
    return None if known is None else f"別の回答と推定されます。{known.removesuffix(_DOUBT_JA)}"
