"""What the page of one evaluation says."""

from __future__ import annotations

from typing import Final

from ragtriage.model.message import Message

__all__ = ["EVALUATION"]

EVALUATION: Final[dict[str, Message]] = {
    # the head of the page
    "page.title": Message("{name}: which stage failed", "{name}: どの段階で失敗したか"),
    "nav.label": Message("On this page", "このページの内容"),
    "nav.overview": Message("Overview", "概要"),
    "nav.cases": Message("Cases", "一覧"),
    "nav.documents": Message("Documents", "正解文書"),
    "nav.flow": Message("Flow", "流れ"),
    "nav.rates": Message("Verdicts", "判定"),
    "nav.retrieval": Message("Retrieval", "検索"),
    "nav.basis": Message("Basis", "前提"),
    "head.open": Message(
        "Unknown verdicts: {n}. Failed judgements: {failed}.",
        "不明な判定{n}件、判定器の失敗{failed}件。",
    ),
    "head.set_aside": Message(
        "{n} rows could not be read and were set aside.",
        "{n}行は読み取れず、対象外にしました。",
        one="1 row could not be read and was set aside.",
    ),
    "head.cutoff": Message("k = {k}", "k = {k}"),
    "head.uncut": Message("whole lists", "リスト全体"),
    "head.unit.document": Message("gold names documents", "正解は文書単位"),
    "head.unit.chunk": Message("gold names chunks", "正解はチャンク単位"),
    "warnings": Message("Warnings", "警告"),
    "warnings.more": Message("{n} more", "ほか{n}件"),
    # how far a case is known
    "state.shown": Message("shown", "確定"),
    "state.likely": Message("likely", "推定"),
    "state.open": Message("open", "未確定"),
    "state.means": Message(
        "Shown: no reading of what is unknown would change it. Likely: by a rule that people confirmed in 9 "
        "of 10 cases or more. Open: nobody has judged it yet.",
        "確定: 不明な点をどう読んでも変わりません。推定: 人の判断と9割以上一致する規則によるものです。"
        "未確定: まだ判定されていません。",
    ),
    # what to fix
    "fixes.title": Message("What to fix first", "まず何を直すか"),
    "fixes.note": Message(
        "Each case is counted once, at the first stage that broke. The share of all cases stands with its "
        "95 % interval; “would pass” is what fixing that stage alone could win at most, besides what is "
        "unknown.",
        "各ケースは最初に壊れた段階で一度だけ数えます。割合は全ケースに対するもので、95 %区間を添えます。"
        "「合格の上限」は、不明のものを除き、その段階だけを直した場合に届きうる最大値です。",
    ),
    "fixes.means": Message("How to read this", "表の読み方"),
    "fixes.stage": Message("stage", "段階"),
    "fixes.count": Message("cases", "件数"),
    "fixes.share": Message("share; 95 %, not shown both ways", "割合、95 %区間(確定以外は両方に数える)"),
    "fixes.then": Message("would pass, open cases aside", "直せば合格(未確定を除く)"),
    "fixes.state.shown": Message("{n} shown", "確定 {n}"),
    "fixes.state.likely": Message("{n} likely", "推定 {n}"),
    "fixes.also": Message("{n} broke in generation too", "うち{n}件は生成も失敗"),
    "hint.retrieval": Message(
        "what was needed did not come back: index, query, embedding, reranker, cutoff",
        "必要なものが返らない: 索引、クエリ、埋め込み、リランカー、カットオフ",
    ),
    "hint.chunking": Message(
        "passage missing: splitting, truncation, context assembly",
        "箇所がない: 分割、切り詰め、コンテキストの組み立て",
    ),
    "hint.generation": Message(
        "the answer is to blame: prompt, model, refusals",
        "回答に問題がある: プロンプト、モデル、拒否の扱い",
    ),
    "hint.labels": Message(
        "verdicts contradict: gold ids, evidence, expected answers",
        "判定が矛盾: 正解ID、根拠、期待回答",
    ),
    "hint.unknown": Message(
        "neither shown nor likely: see what to do next, above",
        "確定も推定もできない: 上の「次にすること」を参照",
    ),
    "hint.none": Message(
        "right, as far as it was judged",
        "判定した範囲では正しい",
    ),
    # retrieval and answer
    "square.title": Message("Retrieval and answer", "検索と回答"),
    "square.note": Message(
        "A right answer proves nothing about retrieval. Where the documents did not come back and the answer "
        "is right all the same, the model may have known it by heart, guessed it, or read it in documents "
        "that are not labelled as gold.",
        "回答が正しくても、検索が良いとは限りません。文書が返らずに正答した場合、モデルが覚えていたか、"
        "偶然当たったか、正解とされていない文書に書かれていた可能性があります。",
    ),
    "square.means": Message("How to read this", "表の読み方"),
    "square.beside": Message(
        "Not in it: {n} cases to which one of the two does not apply, such as unanswerable questions.",
        "どちらかが対象外の{n}件(答えのない質問など)は含みません。",
        one="Not in it: 1 case to which one of the two does not apply, such as an unanswerable question.",
    ),
    "square.retrieval.pass": Message("documents came back", "文書が返った"),
    "square.retrieval.fail": Message("did not come back", "返らなかった"),
    "square.retrieval.unknown": Message("not known", "不明"),
    "square.answer.pass": Message("answer right", "正答"),
    "square.answer.fail": Message("answer wrong", "誤答"),
    "square.answer.unknown": Message("not known", "不明"),
    "square.none": Message("right", "正しい"),
    "square.ungrounded": Message("right for the wrong reason", "正しいが理由が違う"),
    "square.generation": Message("had it, did not say it", "文書はあったが誤答"),
    "square.retrieval": Message("never had it", "文書がなく誤答"),
    # the flow
    "flow.title": Message("Where the cases went", "ケースの流れ"),
    "flow.note": Message(
        "From left to right: did the documents come back, did their text hold the evidence, was the answer "
        "right, was it backed by that text? The height of a ribbon is the number of cases; its colour says "
        "what to fix.",
        "左から順に、文書が返ったか、その文章に根拠があったか、回答は正しいか、文章に裏付けられているか。"
        "帯の太さが件数、色が直すべき段階です。",
    ),
    "flow.signs": Message(
        "✓ pass · ✗ fail · ? unknown · – does not apply", "✓ 合格 ・ ✗ 不合格 ・ ? 不明 ・ – 対象外"
    ),
    "flow.diagnosis": Message("diagnosis", "診断"),
    "legend.none": Message("passed", "合格"),
    "legend.ungrounded": Message("right for the wrong reason", "正しいが理由が違う"),
    "diagnoses.title": Message("What happened", "何が起きたか"),
    "diagnoses.open": Message(
        "Neither shown nor likely: what was judged leaves more than one stage.",
        "確定も推定もできません。判定された範囲では段階が一つに決まりません。",
    ),
    "diagnoses.meaning": Message("meaning", "意味"),
    # the four verdicts
    "rates.title": Message("The four verdicts", "4つの判定"),
    "rates.note": Message(
        "Passed of those judged, with the 95 % interval. Open is not fail and not zero: the bounds count "
        "all that is not shown as a fail, then as a pass.",
        "判定できたうちの合格数と95 %区間。未確定は不合格でもゼロでもありません。"
        "範囲は、確定していないものをすべて不合格とした場合とすべて合格とした場合です。",
    ),
    "rates.stage": Message("stage", "段階"),
    "rates.passed": Message("passed", "合格"),
    "rates.rate": Message("rate", "合格率"),
    "rates.interval": Message("95 %", "95 %区間"),
    "rates.bounds": Message("bounds", "範囲"),
    "rates.not_applicable": Message("n/a", "対象外"),
    "rates.failed": Message("judge failed", "判定器の失敗"),
    # what could not be judged
    "unknowns.title": Message("What could not be judged", "判定できなかったもの"),
    "unknowns.none": Message(
        "Every verdict that applies was given; no judgement failed.",
        "対象となる判定はすべて行われ、判定器の失敗もありません。",
    ),
    "unknowns.note": Message(
        "Verdicts that are unknown, by reason. A failed judgement is never counted as a fail.",
        "不明な判定とその理由。判定器の失敗は不合格には数えません。",
    ),
    # retrieval
    "retrieval.title": Message("Retrieved lists", "検索結果のリスト"),
    "retrieval.note": Message(
        "Means over the cases that have gold ids. recall@k: the share of the gold documents among the first "
        "k; hit@k: at least one of them is; nDCG@k: the earlier they stand, the nearer to 1.",
        "正解IDのあるケースの平均です。recall@kは上位k件に入った正解文書の割合、hit@kは1件でも入った割合、"
        "nDCG@kは上位にあるほど1に近づきます。",
    ),
    "retrieval.empty": Message(
        "No case has both gold ids and a recorded list, so that there is nothing to measure.",
        "正解IDと検索結果の両方があるケースがなく、測定できません。",
    ),
    "curve.recall": Message("recall over the cutoff", "カットオフごとのrecall"),
    "curve.hit": Message("hit over the cutoff", "カットオフごとのhit"),
    "curve.ndcg": Message("nDCG over the cutoff", "カットオフごとのnDCG"),
    "curve.cutoff": Message("cutoff k", "カットオフ k"),
    "curve.uncut": Message("all", "全体"),
    "curve.bars": Message("grey bars: 95 % intervals", "灰色の帯は95 %区間"),
    "first.title": Message("first gold document", "最初の正解文書の順位"),
    "first.note": Message("cases by the rank at which it came back", "最初に返った順位ごとの件数"),
    "first.none": Message("did not come back", "返らなかった"),
    "metrics.table": Message("All metrics", "すべての指標"),
    "metrics.metric": Message("metric", "指標"),
    "metrics.interval": Message("95 %, last column", "95 %区間(最終列)"),
    "metrics.n": Message("n", "件数"),
    "metrics.scores": Message("score, never a verdict", "スコア(判定ではありません)"),
    "metric.recall": Message("share of the gold that came back", "返った正解の割合"),
    "metric.hit": Message("share of cases with any gold", "正解が1件でも返ったケースの割合"),
    "metric.precision": Message("share of what came back that is gold", "返ったもののうち正解の割合"),
    "metric.f1": Message("harmonic mean of precision and recall", "precisionとrecallの調和平均"),
    "metric.rr": Message("1 / rank of the first gold", "最初の正解の順位の逆数"),
    "metric.ap": Message("precision at the rank of each gold, averaged", "各正解の順位でのprecisionの平均"),
    "metric.ndcg": Message("gold counts less the later it stands", "順位が下がるほど割り引いた得点"),
    "metric.ndcg_exp": Message("the same, with gains of 2^grade − 1", "同上、利得は2^グレード − 1"),
    "metric.r_precision": Message(
        "precision at as many ranks as there is gold", "正解数と同じ順位でのprecision"
    ),
    "metric.judged": Message("share of what came back that was judged", "返ったもののうち判定済みの割合"),
    "score.token_f1": Message(
        "words that the answer shares with an expected one", "期待回答と共通する単語の割合"
    ),
    "score.char_f1": Message(
        "characters that the answer shares with an expected one", "期待回答と共通する文字の割合"
    ),
    "score.relevance": Message("retrieved texts that matter", "検索結果のうち関係のある文章の割合"),
    "metrics.mean": Message("mean", "平均"),
    "closed_book": Message(
        "Without any context the same generator was right in {right} of {judged} cases; of {passed} passed "
        "cases {known} were known without retrieval.",
        "コンテキストなしでも同じ生成器は{judged}件中{right}件で正答しました。合格{passed}件のうち{known}件は"
        "検索なしでも答えられました。",
    ),
    # slices
    "slices.tags": Message("By tag", "タグ別"),
    "slices.language": Message("By language", "言語別"),
    "slices.none": Message("(none)", "(なし)"),
    "slices.passed": Message("passed", "合格"),
    "slices.more": Message("{n} more are in report.json.", "ほか{n}件はreport.jsonにあります。"),
    # the list of cases
    "cases.title": Message("Cases", "ケース一覧"),
    "cases.note": Message(
        "What to look at first stands first. Open a case to see what came back, and how each stage was "
        "judged.",
        "先に見るべきケースから並びます。ケースを開くと、検索結果と各段階の判定が見られます。",
    ),
    "cases.sample": Message(
        "This file holds {shown} of {total} cases: {failing_shown} of the {failing} that did not pass, and "
        "{passed_shown} of the {passed} that did, evenly spread. The numbers above are of all cases.",
        "このファイルには{total}件中{shown}件があります: 合格しなかった{failing}件のうち{failing_shown}件と、"
        "合格した{passed}件から均等に選んだ{passed_shown}件です。上の数値は全件のものです。",
    ),
    "cases.no_script": Message(
        "The list needs JavaScript. Without it: ragtriage explain DIR ID",
        "一覧の表示にはJavaScriptが必要です。使えない場合: ragtriage explain DIR ID",
    ),
    "cases.filters": Message("Filters", "絞り込み"),
    "cases.search": Message("Search ids, documents, questions, answers", "ID・文書ID・質問・回答を検索"),
    "cases.state": Message("How far it is known", "確かさ"),
    "cases.state.all": Message("all", "すべて"),
    "cases.expected": Message("expected", "期待"),
    "cases.answer": Message("answer", "回答"),
    "cases.declined": Message("none was given", "回答なし"),
    "cases.gold": Message("Asking for {name}", "正解が{name}のケース"),
    "cases.missed": Message("Not found: {name}", "見つからなかった: {name}"),
    "cases.drop": Message("Take this filter away", "この絞り込みを解除"),
    "cases.any": Message("any", "すべて"),
    "cases.diagnosis": Message("diagnosis", "診断"),
    "cases.fix": Message("to fix", "修正対象"),
    "cases.tag": Message("tag", "タグ"),
    "cases.language": Message("language", "言語"),
    "cases.reset": Message("Clear filters", "絞り込みを解除"),
    "cases.count": Message("{n} of {total} cases", "{total}件中{n}件"),
    "cases.range": Message("{from}–{to} of {n}", "{n}件中{from}–{to}件"),
    "cases.none": Message("No case fits these filters.", "条件に合うケースはありません。"),
    "cases.empty": Message("There are no cases.", "ケースはありません。"),
    "cases.earlier": Message("Earlier", "前へ"),
    "cases.later": Message("Later", "次へ"),
    "cases.pages": Message("Pages of the list", "一覧のページ"),
    "cases.id": Message("id", "ID"),
    "cases.question": Message("question", "質問"),
    "cases.rank": Message("first gold", "最初の正解"),
    "cases.no_rank": Message("–", "–"),
    "cases.sort": Message("Sort by {column}", "{column}で並べ替え"),
    "cases.failed": Message("failed", "失敗"),
    # what people say
    "review.filter": Message("review", "確認"),
    "review.title": Message("Is the answer right?", "この回答は正しいですか"),
    "review.declines": Message("Does the answer decline?", "この回答は回答を控えていますか"),
    "review.accept": Message("Accept", "正しい"),
    "review.reject": Message("Reject", "誤り"),
    "review.skip": Message("Skip", "保留"),
    "review.undo": Message("Undo", "元に戻す"),
    "review.key": Message("key {key}", "キー {key}"),
    "review.to_review": Message("to review", "未確認"),
    "review.said.accept": Message("accepted", "正しいと確認"),
    "review.said.reject": Message("rejected", "誤りと確認"),
    "review.said.skip": Message("skipped", "保留"),
    "review.person": Message("by a person", "人が確認済み"),
    "review.count": Message("{n} of {total} reviewed", "{total}件中{n}件を確認"),
    "review.split": Message(
        "{accept} accepted, {reject} rejected, {skip} skipped", "正しい {accept}、誤り {reject}、保留 {skip}"
    ),
    "review.about": Message(
        "Answers that strings leave open. Your word counts: save the reviews, then",
        "文字列だけでは決まらない回答です。確認結果を保存し、次のコマンドに渡してください:",
    ),
    "review.start": Message("Review answers", "回答を確認する"),
    "review.go_on": Message("Go on reviewing", "確認を続ける"),
    "review.save": Message("Save reviews", "確認結果を保存"),
    "review.load": Message("Open saved reviews", "保存した結果を読み込む"),
    "review.told": Message("{id}: {said}.", "{id}: {said}。"),
    "review.undone": Message("{id}: taken back.", "{id}: 取り消しました。"),
    "review.done": Message("All of these are reviewed.", "すべて確認しました。"),
    "review.saved": Message("Reviews saved as {file}: {n}.", "{n}件を{file}に保存しました。"),
    "review.loaded": Message("Reviews read: {n}.", "{n}件を読み込みました。"),
    "review.unfit": Message(
        "Of other cases, or of texts that have changed: {n} ({ids}).",
        "別のケースか、変更されたテキストのもの: {n}件({ids})。",
    ),
    "review.unreadable": Message(
        "Line {line} of {file} is no review; nothing was read.",
        "{file}の{line}行目は確認結果ではないため、何も読み込みませんでした。",
    ),
    "review.twice": Message(
        "Line {line} of {file} says otherwise than a line before it on the same case; nothing was read.",
        "{file}の{line}行目が同じケースの前の行と食い違うため、何も読み込みませんでした。",
    ),
    "review.not_kept": Message(
        "This browser keeps nothing for this page: save the reviews before you close it.",
        "このブラウザはこのページの内容を保持できません。閉じる前に確認結果を保存してください。",
    ),
    # one case
    "text.left_out": Message(" … ({n} characters left out) … ", " …({n}文字省略)… "),
    "case.close": Message("Close", "閉じる"),
    "case.previous": Message("Previous", "前のケース"),
    "case.next": Message("Next", "次のケース"),
    "case.place": Message("{n} of {total}", "{total}件中{n}件目"),
    "case.missing": Message(
        "No case with this id is in this file. Try: ragtriage explain DIR {id}",
        "このIDのケースはこのファイルにありません。次を試してください: ragtriage explain DIR {id}",
    ),
    "case.fix": Message("to fix: {fix}", "修正対象: {fix}"),
    "case.second": Message("then {fix}", "次に{fix}"),
    "case.open": Message("Open", "未確定"),
    "case.could": Message("To fix may be: {names}.", "直すべき段階の候補: {names}。"),
    "case.could_pass": Message("or nothing", "または、なし(合格)"),
    "case.unjudged": Message("Not known yet: {names}.", "未判定: {names}。"),
    "case.question": Message("Question", "質問"),
    "case.expected": Message("Expected answer", "期待回答"),
    "case.answer": Message("Answer", "回答"),
    "case.gold": Message("Gold", "正解文書"),
    "case.evidence": Message("Evidence needed", "必要な根拠"),
    "case.retrieved": Message("Retrieved, in order", "検索結果(順位順)"),
    "case.retrieved_run": Message(
        "{n} documents were retrieved; those that are judged:", "{n}件の検索結果のうち判定のあるもの:"
    ),
    "case.context": Message("Context: what the generator saw", "コンテキスト(生成器が見た文章)"),
    "case.verdicts": Message("Verdicts", "判定"),
    "case.statements": Message("Statements of the answer", "回答の各主張"),
    "case.metrics": Message("Metrics", "指標"),
    "case.notes": Message("Notes", "備考"),
    "case.metadata": Message("Metadata", "メタデータ"),
    "case.not_recorded": Message("not recorded", "記録なし"),
    "case.not_labelled": Message("not labelled", "ラベルなし"),
    "case.no_answer": Message("none was given: the system declined", "回答なし(システムが控えた)"),
    "case.abstained": Message("declined", "回答を控えた"),
    "case.to_decline": Message(
        "to decline: the corpus holds no answer", "回答を控えること(コーパスに答えがない)"
    ),
    "case.is_gold": Message("gold", "正解"),
    "case.rank": Message("rank {n}", "順位 {n}"),
    "case.past": Message("past the cutoff", "カットオフ外"),
    "case.not_back": Message("did not come back", "返らなかった"),
    "case.grade": Message("grade {n}", "グレード {n}"),
    "case.one_of": Message("one of", "いずれか"),
    "case.score": Message("score {n}", "スコア {n}"),
    "case.no_id": Message("no id", "IDなし"),
    "case.no_text": Message("text not recorded", "本文の記録なし"),
    "case.blank": Message("blank", "空白"),
    "case.nothing_back": Message("nothing was retrieved", "検索結果は空"),
    "case.not_judged_below": Message(
        "k = {k}: what follows was not judged", "k = {k}: 以下は判定の対象外です"
    ),
    "case.more": Message("{n} more: ragtriage explain DIR ID", "ほか{n}件: ragtriage explain DIR ID"),
    "said.gold": Message("the gold came back at rank {rank}", "正解が{rank}位に返りました"),
    "said.golds": Message(
        "{n} of {all} gold ids came back, the last of them at rank {rank}",
        "正解{all}件中{n}件が返りました(最後は{rank}位)",
    ),
    "said.passage": Message("the passage stands in text {places}", "必要な箇所が文章{places}にあります"),
    "said.passages": Message("all {n} passages stand in the texts", "必要な{n}箇所がすべて文章にあります"),
    "said.states": Message("the answer states “{expected}”", "回答は“{expected}”と述べています"),
    "said.equals": Message("the answer is “{expected}”", "回答は“{expected}”です"),
    "said.judged": Message("it says the same as “{expected}”", "“{expected}”と同じ内容です"),
    "said.alike": Message(
        "it likely says the same in other words", "別の表現で同じことを述べていると推定されます"
    ),
    "said.likely_backed": Message(
        "all {n} statements are likely backed by the texts",
        "{n}件の主張はすべて文章に裏付けられていると推定されます",
        one="what it says is likely backed by the texts",
    ),
    "said.backed": Message(
        "all {n} statements are backed by the texts",
        "{n}件の主張がすべて文章に裏付けられています",
        one="what it says is backed by the texts",
    ),
    "case.found_in": Message("stands in text {places}", "文章{places}にある"),
    "case.not_found": Message("not found in what came back", "返された文章にない"),
    "case.mark.e": Message("evidence", "根拠"),
    "case.mark.q": Message("rests on", "引用"),
    "case.mark.a": Message("states the expected answer", "期待回答と一致"),
    "case.mark.u": Message("not backed", "裏付けなし"),
    "case.mark.n": Message("what an answer needs", "回答に必要な箇所"),
    "case.mark.o": Message("could not be judged", "判定できず"),
    "case.matters": Message("matters", "関係あり"),
    "case.does_not_matter": Message("does not matter", "関係なし"),
    "case.relevance": Message("Relevance of what came back", "検索結果の関連性"),
    "case.fault.recall": Message(
        "a fault of recall: some gold did not come back at all", "再現の問題: 返ってこなかった正解がある"
    ),
    "case.fault.ranking": Message(
        "a fault of ranking: gold came back, but too late", "順位の問題: 正解は返ったが遅すぎた"
    ),
    "case.split": Message("a passage stands only across texts", "複数の文章にまたがってのみ見つかった"),
    "case.possibly_abstained": Message("perhaps a refusal", "回答を控えた可能性がある"),
    "case.reply": Message("What the judge replied", "判定器の返答"),
    "case.outcome.supported": Message("backed", "裏付けあり"),
    "case.outcome.contradicted": Message("contradicted", "矛盾"),
    "case.outcome.not_mentioned": Message("not backed", "裏付けなし"),
    "case.outcome.unclear": Message("unclear", "不明"),
    "case.quote": Message("quote in text {n}", "文章{n}の引用"),
    "case.how": Message("How this was judged", "判定の方法"),
    "case.row": Message("Row {n} of the decision table applied.", "判定表の{n}行目が適用されました。"),
    "case.cut": Message(
        "Some text is cut to keep this file small. All of it: ",
        "ファイルを小さく保つため一部を省略しています。全文: ",
    ),
    "case.all": Message("All about this case: ", "このケースの詳細: "),
    "case.known": Message(
        "The same generator is right without any context.", "同じ生成器はコンテキストなしでも正答します。"
    ),
    "case.not_known": Message(
        "The same generator is wrong without any context.", "同じ生成器はコンテキストなしでは誤答します。"
    ),
    "case.tags": Message("tags", "タグ"),
    "case.cluster": Message("cluster", "クラスタ"),
    "case.language": Message("language", "言語"),
    # gold documents
    "documents.title": Message("Gold documents", "正解文書"),
    "documents.note": Message(
        "In how many cases a document is gold, in how many of them it came back within the cutoff, and in "
        "which it did not. Those that were missed most often come first.",
        "文書が正解となるケースの数、そのうちカットオフ内に返った数、返らなかったケースです。"
        "見つからなかった回数の多い順です。",
    ),
    "documents.sample": Message(
        "Counted over the {n} cases in this file.", "このファイルの{n}件で数えています。"
    ),
    "documents.id": Message("document", "文書"),
    "documents.asked": Message("asked for", "正解"),
    "documents.found": Message("found", "返った"),
    "documents.missed": Message("not found", "返らなかった"),
    "documents.cases": Message("in these cases not", "返らなかったケース"),
    "documents.more": Message("{n} more", "ほか{n}件"),
    "documents.rest": Message("{n} more documents", "ほか{n}件の文書"),
    "documents.left_out": Message("{n} more are not listed here.", "ほか{n}件は省略しました。"),
    # what it rests on
    "basis.title": Message("What this rests on", "この評価の前提"),
    "basis.note": Message(
        "Fingerprints (SHA-256) say whether two evaluations saw the same data under the same rules. Only "
        "those with the same questions, gold and evaluator can be compared.",
        "指紋(SHA-256)は、2つの評価が同じデータと規則によるものかを示します。"
        "質問・正解・評価器が同じものだけを比較できます。",
    ),
    "basis.data": Message("Data and evaluator", "データと評価器"),
    "basis.part": Message("part", "部分"),
    "basis.fingerprint": Message("fingerprint", "指紋"),
    "basis.not_recorded": Message("not recorded", "記録なし"),
    "basis.settings": Message("Rules", "規則"),
    "basis.judges": Message("Judges", "判定器"),
    "basis.inputs": Message("Read from", "入力"),
    "basis.versions": Message("Versions", "バージョン"),
    "basis.system": Message("System", "システム"),
    "basis.part.questions": Message("questions", "質問"),
    "basis.part.gold": Message("gold, expected answers, evidence", "正解・期待回答・根拠"),
    "basis.part.corpus": Message("corpus", "コーパス"),
    "basis.part.chunking": Message("chunking", "チャンク分割"),
    "basis.part.retriever": Message("retriever", "検索器"),
    "basis.part.retrieval_results": Message("retrieved lists", "検索結果"),
    "basis.part.context": Message("context", "コンテキスト"),
    "basis.part.generator": Message("generator", "生成器"),
    "basis.part.answers": Message("answers", "回答"),
    "basis.part.evaluator": Message("evaluator", "評価器"),
    # judges that ask somebody
    "asked.title": Message("Judges that ask a model", "モデルに尋ねる判定器"),
    "asked.judge": Message("judge", "判定器"),
    "asked.endpoint": Message("endpoint", "接続先"),
    "asked.to_judge": Message("to judge", "対象"),
    "asked.failed": Message("failed", "失敗"),
    "asked.not_asked": Message("not asked", "未実施"),
    "asked.split": Message("votes split", "票割れ"),
    "asked.calls": Message("replies", "返答数"),
    "asked.tokens": Message("tokens in / out", "トークン(入/出)"),
    "asked.cost": Message("cost", "費用"),
    "footer": Message(
        "Made by ragtriage {version}. This file asks nobody for anything: no network, no tracking.",
        "ragtriage {version} が作成。このファイルは外部と一切通信しません。",
    ),
}
