"""Headings that tables have in other spellings and languages, and the `--map` proposed for them.

Nothing is read by them: a heading may mean something else in somebody's table, so that a map is said, and
theirs to give.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from ragtriage.errors import ConfigError
from ragtriage.io.mapping import Path
from ragtriage.io.spellings import FIELDS, SPELLINGS, misspelled

__all__ = ["HEADINGS", "can_be_mapped", "meanings", "proposed_pairs"]

# Field → its headings in English, Japanese, Korean and Chinese, folded. One that stands under two fields goes
# to the first that no other heading of the table claims.
HEADINGS: Final[dict[str, tuple[str, ...]]] = {
    "id": (
        *("qid", "no", "rowid", "caseno", "queryid", "testid", "exampleid", "sampleid", "itemid"),
        *("recordid",),
        *("番号", "通番", "連番", "管理番号", "質問番号", "設問番号", "質問id", "問題id", "設問id"),
        *("번호", "아이디", "질문번호", "문항번호", "질문id", "문항id"),
        *("编号", "序号", "题号", "问题编号", "问题id", "編號", "序號", "題號", "問題編號"),
    ),
    "question": (
        *("prompt", "input", "inputs", "userquestion", "userquery", "userprompt", "usermessage"),
        *("questiontext", "querytext", "request", "userrequest", "utterance", "searchquery"),
        *(
            "質問",
            "質問文",
            "質問内容",
            "ユーザー質問",
            "ユーザーの質問",
            "ユーザー入力",
            "問い",
            "問",
            "設問",
        ),
        *("問題", "問題文", "問い合わせ", "お問い合わせ", "問い合わせ内容", "お問い合わせ内容", "クエリ"),
        *("クエリー", "検索クエリ"),
        *(
            "질문",
            "질문내용",
            "사용자질문",
            "사용자입력",
            "질의",
            "질의문",
            "문의",
            "문의내용",
            "문제",
            "쿼리",
        ),
        *("问题", "用户问题", "用户提问", "用户输入", "提问", "问句", "查询", "題目", "题目"),
        *("使用者問題", "使用者提問", "使用者輸入", "提問", "問句", "查詢"),
    ),
    "gold_documents": (
        *("gold", "golds", "golddoc", "golddocs", "golddocid", "golddocids", "golddocument"),
        *("golddocumentid", "goldid", "goldlabels", "goldchunk", "goldchunks", "goldchunkid"),
        *("goldchunkids", "goldpassageids", "goldsource", "goldsources", "goldendocs"),
        *("goldendocuments", "relevant", "relevantdoc", "relevantdocs", "relevantdocid"),
        *("relevantdocids", "relevantdocument", "relevantdocuments", "relevantdocumentid"),
        *("relevantdocumentids", "relevantid", "relevantids", "relevantchunks"),
        *("relevantchunkids", "expecteddoc", "expecteddocs", "expecteddocid", "expecteddocids"),
        *("expecteddocument", "expecteddocuments", "expecteddocumentids", "expectedsource"),
        *("expectedsources", "expectedchunks", "expectedchunkids", "expectedids"),
        *("expectedretrieval", "expectedretrievedcontext", "correctdoc", "correctdocs"),
        *("correctdocuments", "correctsource", "source", "sources", "sourcedoc", "sourcedocs"),
        *("sourceid", "sourceids", "sourcedocumentid", "sourcedocumentids", "docid", "docids"),
        *("documentid", "documentids", "positivedoc", "positivedocs", "positiveids"),
        *("positivedocuments", "groundtruthdoc", "groundtruthdocs", "groundtruthdocuments"),
        *("groundtruthdocids", "groundtruthids", "groundtruthcontextids", "referencedoc"),
        *("referencedocs", "referencedocids", "referencedocument", "referencedocuments"),
        *("referenceids", "referencecontextids", "supportingdocs", "supportingdocuments"),
        *("supportingdocids", "retrievalgt", "targetdoc", "targetdocs", "targetdocids"),
        *("targetids", "answerdoc", "answerdocs"),
        *("正解文書", "正解文書id", "正解ドキュメント", "正解ドキュメントid", "正解資料", "根拠文書"),
        *("根拠文書id", "根拠ドキュメント", "根拠資料", "関連文書", "関連文書id"),
        *("정답문서", "정답문서id", "근거문서", "근거문서id", "관련문서", "관련문서id"),
        *("正确文档", "正确文档id", "标准文档", "标准文档id", "相关文档", "相关文档id", "依据文档"),
        *("正確文件", "正確文件id", "相關文件", "相關文件id", "依據文件"),
    ),
    "expected_answers": (
        *("gold", "expectedoutput", "expectedoutputs", "expectedresponse", "expectedresult"),
        *("expectedvalue", "goldanswer", "goldanswers", "goldenanswer", "goldenanswers"),
        *("goldresponse", "correctanswer", "correctanswers", "correctresponse", "correct"),
        *("rightanswer", "trueanswer", "referenceanswer", "referenceanswers", "referenceoutput"),
        *("referenceresponse", "ideal", "idealanswer", "idealanswers", "idealoutput"),
        *("idealresponse", "target", "targets", "targetanswer", "targetanswers", "targetoutput"),
        *("groundtruthanswer", "groundtruthanswers", "answergroundtruth", "truth"),
        *("acceptableanswers", "acceptedanswers", "validanswers", "possibleanswers", "answerkey"),
        *("desiredoutput", "desiredanswer", "canonicalanswer", "standardanswer", "solution"),
        *("正解", "正解文", "正解回答", "正答", "正しい回答", "正しい答え", "期待回答", "期待する回答"),
        *(
            "期待される回答",
            "期待値",
            "想定回答",
            "想定解答",
            "模範解答",
            "模範回答",
            "理想の回答",
            "参照回答",
        ),
        *("参考回答", "解答例", "回答例", "解答", "答え"),
        *("정답", "모범답안", "모범답변", "기대답변", "기대답안", "예상답변", "예상답안", "기준답변"),
        *("참조답변", "올바른답변", "답안", "답"),
        *("正确答案", "标准答案", "参考答案", "期望答案", "预期答案", "正确回答", "标准回答", "期望回答"),
        *("预期回答", "正確答案", "標準答案", "參考答案", "預期答案", "正確回答", "答案"),
    ),
    "evidence": (
        *("evidences", "evidencetext", "evidencetexts", "goldevidence", "goldcontext"),
        *("goldcontexts", "goldpassage", "goldpassages", "goldtext", "goldtexts"),
        *("referencecontext", "referencecontexts", "groundtruthcontext", "groundtruthcontexts"),
        *("expectedcontext", "expectedcontexts", "expectedevidence", "supportingtext"),
        *("supportingtexts", "supportingpassage", "supportingpassages", "supportingevidence"),
        *("relevantpassage", "relevantpassages", "relevanttext", "relevanttexts"),
        *("relevantcontext", "relevantcontexts"),
        *("根拠", "根拠文", "根拠テキスト", "根拠箇所", "正解根拠", "エビデンス", "証拠", "該当箇所"),
        *("근거", "근거문장", "근거텍스트", "정답근거", "증거"),
        *("依据", "证据", "证据文本", "支持证据", "答案依据", "依據", "證據", "答案依據"),
    ),
    "tags": (
        *("tag", "category", "categories", "topic", "topics"),
        *("タグ", "カテゴリ", "カテゴリー", "分類", "태그", "카테고리", "분류"),
        *("标签", "类别", "分类", "標籤", "類別"),
    ),
    "retrieved": (
        *("docids", "documentids", "sources", "retrieveddoc", "retrieveddocs", "retrieveddocid"),
        *("retrieveddocids", "retrieveddocument", "retrieveddocuments", "retrieveddocumentids"),
        *("retrievedid", "retrievedchunks", "retrievedchunkids", "retrievedpassageids"),
        *("retrievedsources", "retrievalresults", "searchresults", "searchhits", "hits"),
        *("sourcedocuments", "sourcenodes", "rankeddocs", "rankedlist", "topdocs", "documents"),
        *("docs",),
        *("検索結果id", "検索文書id", "検索ドキュメントid", "取得文書id", "取得ドキュメントid"),
        *("검색결과id", "검색문서id", "检索结果id", "检索文档id", "檢索結果id", "檢索文件id"),
    ),
    "retrieved_texts": (
        *("contexttext", "contexttexts", "retrievedtext", "retrievedtexts", "retrievedcontent"),
        *("retrievedcontents", "retrievedpassage", "retrievedpassages", "retrievedcontext"),
        *("contextchunks", "contextpassages", "chunks", "passages", "snippets"),
        *("retrievedchunktexts",),
        *("検索結果", "検索文書", "検索ドキュメント", "検索テキスト", "検索チャンク", "取得文書", "取得結果"),
        *("取得ドキュメント", "取得チャンク", "取得テキスト"),
        *("검색결과", "검색문서", "검색된문서", "검색텍스트"),
        *("检索结果", "检索文档", "检索内容", "召回结果", "召回文档", "檢索結果", "檢索文件", "檢索內容"),
    ),
    "context": (
        *("contexttext", "promptcontext", "finalcontext", "usedcontext"),
        *("コンテキスト", "コンテクスト", "文脈", "参照コンテキスト"),
        *("컨텍스트", "콘텍스트", "문맥", "上下文", "參考上下文", "参考上下文"),
    ),
    "answer": (
        *("output", "outputs", "completion", "generation", "generated", "generatedanswer"),
        *("generatedtext", "generatedresponse", "generatedoutput", "predictedanswer"),
        *("predictions", "predicted", "modeloutput", "modelresponse", "systemanswer"),
        *("systemoutput", "systemresponse", "botresponse", "botanswer", "reply", "actualoutput"),
        *("actualanswer", "actualresponse", "assistantresponse", "llmoutput", "llmanswer"),
        *("llmresponse", "ragresponse", "raganswer", "finalanswer", "answertext", "result"),
        *(
            "回答",
            "回答文",
            "回答内容",
            "生成回答",
            "実際の回答",
            "システム回答",
            "システムの回答",
            "モデル回答",
        ),
        *("モデルの回答", "ai回答", "aiの回答", "ボット回答", "応答", "応答文", "出力", "解答", "答え"),
        *(
            "답변",
            "답변내용",
            "생성답변",
            "실제답변",
            "시스템답변",
            "모델답변",
            "ai답변",
            "응답",
            "대답",
            "출력",
        ),
        *("답안", "답"),
        *("生成答案", "系统回答", "系统答案", "模型回答", "模型答案", "实际回答", "实际答案", "回复", "答复"),
        *("输出", "系統回答", "模型輸出", "實際回答", "回覆", "答覆", "答案"),
    ),
}

# Compiled where they are used: few runs come to that.
_BRACKETED: Final = r"\([^()]*\)|\[[^\[\]]*\]|【[^【】]*】"
_NO_LETTERS: Final = r"[\W_]+"

_OTHERS: Final = tuple(field for field in FIELDS if field != "metadata")


def _folded(heading: str) -> str:
    """Return a heading without case, width, spaces, punctuation, and what stands in brackets."""
    plain = unicodedata.normalize("NFKC", heading).lower()
    return re.sub(_NO_LETTERS, "", re.sub(_BRACKETED, "", plain))


@cache
def _by_heading() -> dict[str, tuple[str, ...]]:
    """Return the fields that a folded heading may mean; few runs need them."""
    found: dict[str, tuple[str, ...]] = {}
    for table in (FIELDS, HEADINGS):
        for field, names in table.items():
            for name in names:
                folded = _folded(name)
                found[folded] = tuple(dict.fromkeys((*found.get(folded, ()), field)))
    return found


def proposed_pairs(names: Iterable[str]) -> dict[str, str]:
    """Return what the headings of a table probably are, by field, in the table's order.

    A heading that is a name of ours is read as it is, and needs no pair; nor is one proposed that `--map`
    could not be given: a comma ends a path.

    Example:
        >>> proposed_pairs(["ID", "質問", "答え", "備考"])
        {'id': 'ID', 'question': '質問', 'expected_answers': '答え'}
        >>> proposed_pairs(["Question", "答え", "模範解答"])  # what is left is the system's answer
        {'question': 'Question', 'answer': '答え', 'expected_answers': '模範解答'}
    """
    headings = list(names)
    taken = {SPELLINGS[name] for name in headings if name in SPELLINGS}
    meant = {
        name: _by_heading().get(_folded(name), ())
        for name in headings
        if name not in SPELLINGS and can_be_mapped(name)
    }
    found: dict[str, str] = {}
    for name in sorted(meant, key=lambda name: len(meant[name])):
        field = next((field for field in meant[name] if field not in taken), None)
        if field is not None:
            taken.add(field)
            found[name] = field
    return {found[name]: name for name in headings if name in found}


def meanings(name: str, *, only_near: bool = False) -> tuple[str, ...]:
    """Return our fields that a name may mean: by what it says, and by its spelling.

    Args:
        name: As it stands in a file.
        only_near: By its spelling alone.

    Example:
        >>> meanings("Relevant Docs"), meanings("gold_answer"), meanings("answr"), meanings("notes")
        (('gold_documents',), ('expected_answers',), ('answer',), ())
    """
    near = [SPELLINGS[meant] for meant in misspelled([name], _OTHERS).values()]
    said = () if only_near else _by_heading().get(_folded(name), ())
    return tuple(dict.fromkeys((*said, *near)))


def can_be_mapped(name: str) -> bool:
    """Tell whether `--map` can be given a name: it is a path, and holds no comma."""
    if "," in name or name != name.strip() or not name.isprintable():
        return False
    try:
        Path.parse(name)
    except ConfigError:
        return False
    return True
