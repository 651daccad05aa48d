"""What all pages say: the words of the domain, and of reading a page."""

from __future__ import annotations

from typing import Final

from ragtriage.model import Diagnosis
from ragtriage.model.message import Message
from ragtriage.verdicts.meanings import BRIEFLY, MEANINGS

__all__ = ["DOMAIN"]

_MEANINGS_JA: Final[dict[str, str]] = {
    Diagnosis.PASSED: "正しい回答(または正しい拒否)で、根拠もそろっています。",
    f"{Diagnosis.PASSED}.evidence_open": "正しい文書が返り、回答も正しいものでした。"
    "文章に根拠があったかどうかは判定されていません。",
    f"{Diagnosis.PASSED}.unlabelled": "回答は正しく、文章に裏付けられています。"
    "正解文書も根拠もラベルがありません。",
    f"{Diagnosis.PASSED}.declined": "コーパスからは答えられない質問で、システムは回答を控えました。",
    f"{Diagnosis.UNGROUNDED_CORRECT}.support_open": "回答は正しいものの、必要な箇所が文章に見つかりません。"
    "一致していても、検索がうまくいった証拠にはなりません。文章が裏付けるかどうかは判定されていません。",
    f"{Diagnosis.UNGROUNDED_CORRECT}.unlabelled": "回答は正しいものの、文章に裏付けのないことを述べています。"
    "正解文書も根拠もラベルがありません。",
    f"{Diagnosis.UNGROUNDED_CORRECT}.evidence_open": "必要な文書が返らなかったのに、回答は正しいものでした。"
    "一致していても、検索がうまくいった証拠にはなりません。",
    f"{Diagnosis.RETRIEVAL_MISS}.answer_open": "必要な文書がカットオフ内に入りませんでした。"
    "それでも回答が正しいかどうかは判定されていません。",
    f"{Diagnosis.RETRIEVAL_MISS}.unlabelled": "返された文章に必要な箇所がありません。"
    "どの文書にあるかのラベルはありません。",
    f"{Diagnosis.NOT_EXTRACTED}.evidence_open": "回答は期待されたものではありません。"
    "根拠があったかどうかは判定されていません。",
    f"{Diagnosis.HALLUCINATION}.evidence_open": "回答がコンテキストに裏付けのないことを述べています。"
    "根拠があったかどうかは判定されていません。",
    f"{Diagnosis.OVER_ABSTENTION}.evidence_open": "システムは回答を控えました。"
    "根拠があったかどうかは判定されていません。",
    f"{Diagnosis.ABSTENTION_FAILURE}.no_sign": "コーパスからは答えられない質問ですが、"
    "回答を控えたと分かる表現がありません。",
    Diagnosis.UNGROUNDED_CORRECT: "回答は正しいものの、検索された文章に裏付けがありません。"
    "一致していても、検索がうまくいった証拠にはなりません。",
    Diagnosis.RETRIEVAL_MISS: "必要な文書がカットオフ内に入らず、正しい回答も出ませんでした。",
    Diagnosis.EVIDENCE_GAP: "正しい文書は返りましたが、そのチャンクに必要な箇所がありません"
    "(分割、切り詰め、コンテキストの組み立て)。",
    Diagnosis.NOT_EXTRACTED: "根拠はありましたが、回答は期待されたものではありません。"
    "作り話とまでは示されていません。",
    Diagnosis.HALLUCINATION: "根拠はありましたが、回答がコンテキストに裏付けのないことを述べています。",
    Diagnosis.OVER_ABSTENTION: "根拠はありましたが、システムは回答を控えました。",
    Diagnosis.ABSTENTION_FAILURE: "コーパスからは答えられない質問ですが、システムは回答しました。",
    Diagnosis.LABEL_CONFLICT: "判定が互いに矛盾しています。"
    "まず正解ID、根拠、期待回答、判定器を確認してください。",
    Diagnosis.UNDETERMINED: "判定された項目が少なく、段階を特定できません。",
}

_BRIEFLY_JA: Final = {
    Diagnosis.PASSED: "判定した範囲では正しい",
    Diagnosis.UNGROUNDED_CORRECT: "正答だが、その前の段階が失敗",
    Diagnosis.RETRIEVAL_MISS: "必要なものが返らなかった",
    Diagnosis.EVIDENCE_GAP: "正しい文書に必要な箇所がない",
    Diagnosis.NOT_EXTRACTED: "期待された回答ではない",
    Diagnosis.HALLUCINATION: "文章に裏付けのないことを回答",
    Diagnosis.OVER_ABSTENTION: "答えられるのに回答を控えた",
    Diagnosis.ABSTENTION_FAILURE: "答えがない質問に回答した",
    Diagnosis.LABEL_CONFLICT: "判定が互いに矛盾",
    Diagnosis.UNDETERMINED: "判定が足りず段階を特定できない",
}

_NAMES: Final = {
    Diagnosis.PASSED: Message("Passed", "合格"),
    Diagnosis.UNGROUNDED_CORRECT: Message("Right, ungrounded", "正答・裏付けなし"),
    Diagnosis.RETRIEVAL_MISS: Message("Retrieval miss", "検索漏れ"),
    Diagnosis.EVIDENCE_GAP: Message("Evidence gap", "根拠の欠落"),
    Diagnosis.NOT_EXTRACTED: Message("Not extracted", "抽出できず"),
    Diagnosis.HALLUCINATION: Message("Hallucination", "ハルシネーション"),
    Diagnosis.OVER_ABSTENTION: Message("Over-abstention", "過剰な拒否"),
    Diagnosis.ABSTENTION_FAILURE: Message("Abstention failure", "拒否すべき質問に回答"),
    Diagnosis.LABEL_CONFLICT: Message("Label conflict", "ラベルの矛盾"),
    Diagnosis.UNDETERMINED: Message("Undetermined", "判定不能"),
}

DOMAIN: Final[dict[str, Message]] = {
    "skip": Message("Skip to the content", "本文へ移動"),
    "cases": Message("{n} cases", "{n}件", one="{n} case"),
    # diagnoses: what they are called, and what they mean
    **{f"diagnosis.{diagnosis}": message for diagnosis, message in _NAMES.items()},
    **{
        f"meaning.{diagnosis}": Message(MEANINGS[diagnosis], meaning)
        for diagnosis, meaning in _MEANINGS_JA.items()
    },
    # the same in brief, of cases of which not all was judged
    **{f"brief.{diagnosis}": Message(BRIEFLY[diagnosis], brief) for diagnosis, brief in _BRIEFLY_JA.items()},
    # what to fix
    "fix.none": Message("nothing to fix", "修正不要"),
    "fix.retrieval": Message("retrieval", "検索"),
    "fix.chunking": Message("chunking", "チャンク分割"),
    "fix.generation": Message("generation", "生成"),
    "fix.labels": Message("labels", "ラベル"),
    "fix.unknown": Message("unknown", "不明"),
    # the four stages, and the question that each answers
    "stage.retrieval": Message("retrieval", "検索"),
    "stage.evidence": Message("evidence", "根拠"),
    "stage.answer": Message("answer", "回答"),
    "stage.support": Message("support", "裏付け"),
    "stage.relevance": Message("relevance", "関連性"),
    "asks.retrieval": Message("Did the right documents come back?", "正しい文書が返ったか"),
    "asks.evidence": Message(
        "Is the needed passage in the text that came back?", "必要な箇所が返された文章に含まれるか"
    ),
    "asks.answer": Message("Is the answer right?", "回答は正しいか"),
    "asks.support": Message("Is the answer backed by that text?", "回答はその文章に裏付けられているか"),
    "outcome.pass": Message("pass", "合格"),
    "outcome.fail": Message("fail", "不合格"),
    "outcome.unknown": Message("unknown", "不明"),
    "outcome.not_applicable": Message("n/a", "対象外"),
    # why a verdict is unknown
    "cause.not_recorded": Message("not recorded", "記録なし"),
    "cause.not_labelled": Message("not labelled", "ラベルなし"),
    "cause.not_judged": Message("not judged", "未判定"),
    "cause.judge_failed": Message("the judge failed", "判定器の失敗"),
    "cause.not_applicable": Message("does not apply", "対象外"),
}
