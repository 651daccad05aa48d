"""What the page of an evaluation says of a probe: of asking again with the context changed."""

from __future__ import annotations

from typing import Final

from ragtriage.model.message import Message
from ragtriage.model.probing import Conclusion, Reading, Standing
from ragtriage.probing.conclusions import MEANINGS

__all__ = ["PROBE"]

_CONCLUSIONS: Final = {
    Conclusion.RETRIEVAL_AT_FAULT: Message("Retrieval at fault", "検索が原因"),
    Conclusion.CHUNKING_AT_FAULT: Message("Chunking at fault", "分割が原因"),
    Conclusion.CONTEXT_AT_FAULT: Message("Context at fault", "コンテキストが原因"),
    Conclusion.GENERATION_AT_FAULT: Message("Generation at fault", "生成が原因"),
    Conclusion.DISTRACTED: Message("Distracted", "他の文章に惑わされた"),
    Conclusion.POSITION: Message("Position", "位置が原因"),
    Conclusion.LABELS_DOUBTFUL: Message("Labels doubtful", "ラベルに疑い"),
    Conclusion.KNOWN_WITHOUT_RETRIEVAL: Message("Known without retrieval", "検索なしで既知"),
    Conclusion.NOT_DRAWN_FROM_GOLD: Message("Not drawn from the gold", "正解の文章に基づかない"),
    Conclusion.DRAWN_FROM_GOLD: Message("Drawn from the gold", "正解の文章に基づく"),
    Conclusion.DRAWN_FROM_CONTEXT: Message("Drawn from the context", "コンテキストに基づく"),
    Conclusion.FLAKY: Message("Flaky", "回答が不安定"),
    Conclusion.NOTHING_CONCLUDED: Message("Nothing concluded", "結論なし"),
}

_MEANINGS_JA: Final = {
    Conclusion.RETRIEVAL_AT_FAULT: "検索結果のままでは誤り、返っていなかった正解の文章を与えると正答します。",
    Conclusion.CHUNKING_AT_FAULT: "検索結果のままでは誤り、正解の文章を与えると正答します。"
    "文書は返りましたが、必要な箇所がありませんでした。",
    Conclusion.CONTEXT_AT_FAULT: "検索結果のままでは誤り、正解の文章を与えると正答します。"
    "その文書や該当箇所が返っていたかは不明です。",
    Conclusion.GENERATION_AT_FAULT: "回答に必要な文章だけを与えても誤ります。",
    Conclusion.DISTRACTED: "必要なもの以外の文章を除くと正答します。それらが誤りに導いています。",
    Conclusion.POSITION: "正解を先頭に置けば、他の文章が続いても正答します。",
    Conclusion.LABELS_DOUBTFUL: "文章なしでは正答し、正解の文章を与えると誤ります。"
    "その内容が期待回答と違うのかもしれません。",
    Conclusion.KNOWN_WITHOUT_RETRIEVAL: "文章なしでも正答します。回答から検索の良し悪しは分かりません。",
    Conclusion.NOT_DRAWN_FROM_GOLD: "正解の文章を除いても正答します。そこから得た回答ではありません。",
    Conclusion.DRAWN_FROM_GOLD: "検索結果のままでは正答し、正解の文章を除くと誤ります。",
    Conclusion.DRAWN_FROM_CONTEXT: "検索結果のままでは正答し、文章なしでは誤ります。",
    Conclusion.FLAKY: "同じ条件でも回答が変わる、または記録と異なるため、結論を出しません。",
    Conclusion.NOTHING_CONCLUDED: "尋ねた範囲では、このケースについて何も示されません。",
}

PROBE: Final[dict[str, Message]] = {
    "probe.nav": Message("Probe", "介入"),
    "probe.title": Message(
        "Asked again, with the context changed", "コンテキストを変えて、もう一度尋ねた結果"
    ),
    "probe.note": Message(
        "{n} of {total} cases, {samples} answers to each prompt. The diagnoses stay as they are; beside them "
        "stands whether an intervention confirms or contradicts them.",
        "{total}件中{n}件、プロンプトごとに{samples}回答。診断は変えず、介入がそれを裏付けるか、"
        "否定するかを添えます。",
    ),
    "probe.levels": Message("Right answers", "正答の割合"),
    "probe.headroom": Message("What there is to win", "伸びしろ"),
    "probe.headroom.now": Message("right as retrieved", "検索結果のままで正答"),
    "probe.headroom.retrieval": Message("perfect retrieval could win at most", "完全な検索で得られる上限"),
    "probe.headroom.generation": Message("only a better generator could win", "生成の改善だけが得られるもの"),
    "probe.headroom.lost_with_gold": Message(
        "right as retrieved, wrong with gold", "検索結果では正答、正解の文章では誤り"
    ),
    "probe.headroom.known": Message("of those right: known without retrieval", "正答のうち、検索なしで既知"),
    "probe.headroom.due": Message("of those right: due to what came back", "正答のうち、検索結果による"),
    "probe.conclusions": Message("What it shows", "示されたこと"),
    "probe.conclusion": Message("conclusion", "結論"),
    "probe.cases": Message("cases", "件数"),
    "probe.certain": Message("certain", "確定"),
    "probe.confirmed": Message("confirmed", "裏付け"),
    "probe.contradicted": Message("contradicted", "否定"),
    "probe.meaning": Message("meaning", "意味"),
    "probe.each": Message("Each case under each condition", "条件ごとの各ケース"),
    "probe.case": Message("case", "ケース"),
    "probe.diagnosis": Message("diagnosis", "診断"),
    "probe.standing": Message("the diagnosis is", "診断は"),
    "probe.same": Message("same texts", "同じ文章"),
    "probe.not_built": Message("not built", "作成不可"),
    "probe.more": Message(
        "{n} more cases are in probe.json.",
        "ほか{n}件はprobe.jsonにあります。",
        one="1 more case is in probe.json.",
    ),
    "probe.arm.closed_book": Message("no text", "文章なし"),
    "probe.arm.retrieved": Message("as retrieved", "検索結果のまま"),
    "probe.arm.gold": Message("gold alone", "正解の文章のみ"),
    "probe.arm.gold_added": Message("gold on top", "正解を先頭に追加"),
    "probe.arm.gold_only_of_retrieved": Message("other texts out", "正解以外を除く"),
    "probe.arm.gold_first": Message("gold first", "正解を先頭へ"),
    "probe.arm.without_gold": Message("gold out", "正解を除く"),
    "probe.arm.leave_one_out": Message("one text out", "一つずつ除く"),
    **{f"probe.conclusion.{conclusion}": message for conclusion, message in _CONCLUSIONS.items()},
    **{f"probe.meaning.{each}": Message(MEANINGS[each], meaning) for each, meaning in _MEANINGS_JA.items()},
    **{
        f"probe.reading.{reading}": message
        for reading, message in {
            Reading.RIGHT: Message("right", "正答"),
            Reading.WRONG: Message("wrong", "誤り"),
            Reading.MIXED: Message("mixed", "混在"),
            Reading.UNKNOWN: Message("unknown", "不明"),
        }.items()
    },
    **{
        f"probe.standing.{standing}": message
        for standing, message in {
            Standing.CONFIRMED: Message("confirmed", "裏付けられた"),
            Standing.CONTRADICTED: Message("contradicted", "否定された"),
            Standing.OPEN: Message("open", "未決"),
        }.items()
    },
}
