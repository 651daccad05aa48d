"""What the page of a comparison says."""

from __future__ import annotations

from typing import Final

from ragtriage.model.message import Message

__all__ = ["COMPARISON"]

COMPARISON: Final[dict[str, Message]] = {
    # the head of the page
    "compare.kind.systems": Message("Comparison", "比較"),
    "compare.kind.repeats": Message("Repeats of one configuration", "同一構成の繰り返し"),
    "compare.kind.scores": Message("Comparison of scores", "スコアの比較"),
    "compare.title": Message("{candidate} against {baseline}", "{candidate} と {baseline} の比較"),
    "compare.title.many": Message("{n} comparisons with {baseline}", "{baseline} との {n} 件の比較"),
    "compare.baseline": Message("Baseline", "基準"),
    "compare.candidate": Message("Candidate", "候補"),
    "compare.left_out": Message("{n} left out", "{n} 件を除外"),
    # what is shown
    "compare.better": Message("better", "改善"),
    "compare.worse": Message("worse", "悪化"),
    "compare.not shown": Message("not shown to differ", "差は示されず"),
    "compare.rest": Message(
        "In {n} more rows no difference is shown, which is not to say that they are equal.",
        "ほか {n} 行では差は示されませんでした(等しいという意味ではありません)。",
        one="In one more row no difference is shown, which is not to say that it is equal.",
    ),
    "compare.nothing": Message("Nothing is shown to differ.", "差は何も示されませんでした。"),
    "compare.nothing.note": Message(
        "That is not the same as equal: in {n} rows the cases could not tell.",
        "等しいという意味ではありません。{n} 行のいずれでも、このケースからは差があるとは言えません。",
        one="That is not the same as equal: the cases could not tell.",
    ),
    "compare.repeats.lead": Message(
        "Nothing was varied, so nothing can be better or worse: this is how steady the system is.",
        "何も変えていないので、改善も悪化もありません。システムの安定性を示します。",
    ),
    "compare.unknowable": Message(
        "No number is known on both sides.", "両側で分かっている数値はありません。"
    ),
    "compare.tile.passed": Message("diagnosed as passed", "合格と診断"),
    "compare.tile.broken": Message("passed, and now fail", "合格から不合格へ"),
    "compare.tile.fixed": Message("failed, and pass now", "不合格から合格へ"),
    "compare.tile.lost": Message("passed, and now unknown", "合格から不明へ"),
    # requirements
    "compare.gates": Message("Requirements", "要件"),
    "compare.met": Message("met", "達成"),
    "compare.unmet": Message("not met", "未達成"),
    # what may be said
    "compare.conclusions": Message("What a difference may be put down to", "差の原因として言えること"),
    "compare.differs": Message("What differs", "異なるもの"),
    "compare.differs.count": Message("{n} of {all} cases", "{all} 件中 {n} 件"),
    "compare.differs.nothing": Message("nothing that was recorded", "記録されたものには違いなし"),
    "compare.unverified": Message("Not verified", "未確認"),
    "compare.unverified.note": Message(
        "not recorded on both sides, so that nobody knows whether they are the same "
        "(evaluate with --system and --corpus)",
        "両側で記録されていないため、同じかどうか分かりません(evaluate の --system、--corpus)",
    ),
    "compare.withheld": Message("Not compared", "比較対象外"),
    "compare.warnings": Message("Before the numbers", "数値を読む前に"),
    # the numbers
    "compare.differences": Message("Differences", "差"),
    "compare.differences.note": Message(
        "Candidate less baseline, with 95 % intervals. A triangle says that a difference is shown after all "
        "rows are taken together (Holm); a circle, that it is not.",
        "候補から基準を引いた値と95%区間です。三角は全行を考慮しても(Holm法)差が示されたこと、"
        "丸は示されなかったことを表します。",
    ),
    "compare.forest": Message("Differences with their intervals", "差とその区間"),
    "compare.forest.more": Message(
        "{n} more rows stand in the table.",
        "ほか {n} 行は表にあります。",
        one="One more row stands in the table.",
    ),
    "compare.forest.rest": Message(
        "{n} rows without a shown difference",
        "差が示されなかった {n} 行",
        one="One row without a shown difference",
    ),
    "compare.numbers": Message("All numbers", "すべての数値"),
    "compare.column.n": Message("pairs", "組数"),
    "compare.column.difference": Message("difference", "差"),
    "compare.column.interval": Message("95 %", "95%区間"),
    "compare.column.won": Message("won / tied / lost", "勝 / 分 / 負"),
    "compare.column.p": Message("p", "p値"),
    "compare.column.adjusted": Message("adjusted", "補正後"),
    "compare.column.least": Message("least p", "最小p"),
    "compare.column.seen": Message("could be seen", "検出可能な差"),
    "compare.column.unknown": Message("unknown", "不明"),
    "compare.column.bounds": Message("bounds", "上下限"),
    "compare.column.test": Message("test", "検定"),
    "compare.column.finding": Message("shown", "結果"),
    "compare.numbers.note": Message(
        "Least p: what so many differing pairs could have shown at all. Could be seen: a difference that is "
        "found four times in five with such cases. Bounds: what the unknowns could make of the difference.",
        "最小p: この数の差のある組で到達しうる最小のp値。検出可能な差: このようなケースで5回中4回見つかる差。"
        "上下限: 不明が最も不利・有利だった場合の差。",
    ),
    "compare.not_known": Message(
        "Not known on both sides for any case: {names}.", "両側で分かるケースがないもの: {names}。"
    ),
    # steadiness
    "compare.steady": Message("How steady", "安定性"),
    "compare.steady.note": Message(
        "Flip rate: the share of the questions whose repeats are not all equal.",
        "反転率: 繰り返しの結果がそろわなかった質問の割合。",
    ),
    "compare.steady.rest": Message("{n} more numbers", "ほか {n} 件の数値", one="One more number"),
    "compare.steady.repeats": Message("repeats", "回数"),
    "compare.steady.questions": Message("questions", "質問数"),
    "compare.steady.mean": Message("mean", "平均"),
    "compare.steady.flips": Message("flip rate", "反転率"),
    # the matrix
    "compare.matrix": Message("From diagnosis to diagnosis", "診断の移り変わり"),
    "compare.matrix.note": Message(
        "Rows: baseline. Columns: candidate. Cases on the diagonal stayed; choose another number to see "
        "its cases.",
        "行は基準、列は候補です。対角線は変わらなかったケースです。数を選ぶとそのケースを表示します。",
    ),
    "compare.matrix.corner": Message("baseline ↓  candidate →", "基準 ↓  候補 →"),
    "compare.matrix.all": Message("all", "計"),
    # the cases
    "compare.cases": Message("Cases that changed", "変化したケース"),
    "compare.cases.none": Message("No case changed.", "変化したケースはありません。"),
    "compare.cases.left_out": Message(
        "{n} more cases changed. They are not in this file; the JSON of the comparison names the first "
        "thousand of each kind.",
        "ほかに {n} 件が変化しました。このファイルには含まれません。比較のJSONに種類ごとに千件まであります。",
        one="One more case changed. It is not in this file; the JSON of the comparison names it.",
    ),
    "compare.cases.elsewhere": Message(
        "The cases stand in the evaluations; here only their ids are known.",
        "ケースの内容は評価フォルダーにあり、ここではIDだけが分かります。",
    ),
    "compare.cases.script": Message(
        "The cases are shown by a script, which is switched off here.",
        "ケースの表示にはスクリプトが必要ですが、ここでは無効です。",
    ),
    "compare.filter": Message("Filter the cases", "ケースの絞り込み"),
    "compare.filter.change": Message("What became of them", "変化"),
    "compare.filter.move": Message("Diagnosis", "診断"),
    "compare.filter.text": Message("Text or id", "文字列・ID"),
    "compare.filter.any": Message("all", "すべて"),
    "compare.filter.reset": Message("Show all", "すべて表示"),
    "compare.shown": Message("{n} of {all} cases shown", "{all} 件中 {n} 件を表示"),
    "compare.change.broken": Message("passed, and now fails", "合格から不合格へ"),
    "compare.change.lost": Message("passed, and is now unknown", "合格から不明へ"),
    "compare.change.other": Message("changed otherwise", "その他の変化"),
    "compare.change.fixed": Message("failed, and passes now", "不合格から合格へ"),
    "compare.more": Message("Show {n} more", "さらに {n} 件を表示"),
    "compare.question": Message("Question", "質問"),
    "compare.expected": Message("Expected", "期待回答"),
    "compare.unlabelled": Message("not labelled", "ラベルなし"),
    "compare.answer": Message("Answer", "回答"),
    "compare.retrieved": Message("Retrieved", "検索結果"),
    "compare.verdicts": Message("Verdicts", "判定"),
    "compare.not_recorded": Message("not recorded", "記録なし"),
    "compare.none_given": Message("none was given: the system declined", "回答なし(システムが拒否)"),
    "compare.declined": Message("declined", "拒否"),
    "compare.uncertain": Message("not certain", "不確実"),
    "compare.link": Message("Link to this case", "このケースへのリンク"),
    "compare.gold": Message("gold", "正解"),
    "compare.gold.label": Message("Gold", "正解文書"),
    "compare.rank": Message("rank {n}", "{n} 位"),
    "compare.rank.none": Message("did not come back", "返らず"),
    "compare.came": Message("new", "新規"),
    "compare.went": Message("gone", "消失"),
    "compare.from": Message("was {n}", "前は {n} 位"),
    "compare.to": Message("now {n}", "今は {n} 位"),
    "compare.other_text": Message("other text", "本文が異なる"),
    "compare.missing": Message(
        "{id}: no case of this id stands here; it did not change, or is left out.",
        "{id}: このIDのケースはここにありません。変化がなかったか、除外されています。",
    ),
    "compare.lists.empty": Message("nothing was retrieved", "検索結果なし"),
    "compare.lists.more": Message("and {n} more", "ほか {n} 件"),
    "compare.lists.past": Message("past the cutoff", "カットオフ外"),
    "compare.lists": Message("What changed in the list", "検索結果の変化"),
    "compare.lists.came": Message("{n} new", "新規 {n} 件"),
    "compare.lists.went": Message("{n} gone", "消失 {n} 件"),
    "compare.lists.moved": Message("{n} moved", "順位変動 {n} 件"),
    "compare.lists.same": Message("the same list", "同じ結果"),
    "compare.no_id": Message("no id", "IDなし"),
    # what it rests on
    "compare.rests": Message("What both rest on", "両者の前提"),
    "compare.rests.note": Message(
        "The first eight digits of SHA-256 over each part, on both sides",
        "各要素のSHA-256の先頭8桁(両側)",
    ),
    "compare.part": Message("part", "要素"),
    "compare.state": Message("state", "状態"),
    "compare.state.same": Message("the same", "同じ"),
    "compare.state.differs": Message("differs", "異なる"),
    "compare.state.unverified": Message("not verified", "未確認"),
    "compare.inputs": Message("read from", "入力"),
    "compare.version": Message("ragtriage {version}", "ragtriage {version}"),
    # parts, as a reader calls them
    "part.questions": Message("questions", "質問"),
    "part.gold": Message("gold", "正解ラベル"),
    "part.corpus": Message("corpus", "コーパス"),
    "part.chunking": Message("chunking", "チャンク分割"),
    "part.retriever": Message("retriever", "検索器"),
    "part.retrieval_results": Message("what was retrieved", "検索結果"),
    "part.context": Message("contexts", "コンテキスト"),
    "part.generator": Message("generator", "生成器"),
    "part.answers": Message("answers", "回答"),
    "part.evaluator": Message("evaluator", "評価器"),
    "stage.passed": Message("passed", "合格"),
}
