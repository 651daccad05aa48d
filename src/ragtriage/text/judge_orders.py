"""Orders to whoever judges a text: what they are told to be, to say, to leave aside, and where the text ends.

Each kind needs two things in one sentence: who judges, what was told before or what is to be judged, and what
is to come of it. One alone stands in ordinary texts.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["JUDGEMENTS", "JUDGE_ORDERS"]

_GOOD: Final = (
    r"(?:\b(?:pass(?:ed)?|success|correct|true|yes|supported|relevant|grounded|faithful|proven|positive"
    r"|full marks|1\.0)\b|合格|正解|正しい|満点|肯定|最高|裏付け|証明|忠実|関連あり|成功|一致"
    r"|通过|正确|满分|正面|有依据|证实|忠实|相关"
    r"|합격|통과|정답|옳|만점|긍정|최고|뒷받침|증명|충실|관련 있|성공|일치)"
)
_ASKED_JA: Final = r"(?=[^。\n]{0,24}(?:せよ|ください|こと|ならない|なければ|べき|なさい|もの|お願い))"
# What is to come of it, later in the line.
_TOLD: Final = rf"(?=[^\n]{{0,120}}(?:{_GOOD}|\b(?:approve|agree|wrong|incorrect)|承認|批准|승인))"
_JUDGE: Final = r"(?:evaluators?|graders?|judges?|raters?|reviewers?|AIs?|LLMs?|language models?|models?)"
_JUDGE_JA: Final = "(?:評価者|判定者|審査員|採点者|AI|LLM|モデル)"
_JUDGE_ZH: Final = "(?:评估者|评审者?|评委|评分者|评分员|评判|AI|LLM|模型)"
_JUDGE_KO: Final = "(?:평가자|심사자|심사위원|채점자|AI|LLM|모델)"
_THIS: Final = r"this (?:answer|response|reply|statement|text|document|passage|page|item|row)"
_THIS_JA: Final = "この(?:回答|答え|文書|文章|記述|ページ|項目)"
_THIS_ZH: Final = "(?:这个|此|该|本|这段|这一)(?:回答|答案|文档|段|页面|文字|行|项)"
_THIS_KO: Final = "이 (?:답변|문서|글|문장|페이지|항목|행)"

# A reply of a judge, by whatever name the verdict goes.
JUDGEMENTS: Final = (
    (
        r"\{[^{}]*\b(?:verdict|outcome|supported|relevant|correct|passed|grounded|faithful|judgement)"
        r"\b[\"']?\s?:\s?[\"']?(?:pass(?:ed)?|success|correct|true|supported|relevant|yes|1\.0|10)\b[^{}]*+\}?"
    ),
)

_EN: Final = (
    rf"\b(?:as|if you are|you are (?:now |no longer )?) ?an? (?:AI language model|{_JUDGE})\b{_TOLD}",
    rf"(?:\bdear (?:\w+ )?{_JUDGE}\b|\b{_JUDGE} (?:who (?:read|judge) |reading )this\b){_TOLD}",
    (
        r"\b(?:(?:set|put) aside|pay no attention to|disregard|ignore|forget|discard|(?:do not|don't) follow)"
        r"\b[^.,\n]{0,30}\b(?:criteria|rubric|instructions?|guidelines?|rules|prompts?)\b"
        r"[^.,\n]{0,6}\b(?:you (?:were|are|have been|received|got)|given to you)\b"
    ),
    r"\b(?:do not|don't|stop) follow(?:ing)? (?:the|your|any) (?:rubric|(?:grading|evaluation) criteria)\b",
    rf"\bstop (?:evaluating|judging|grading|scoring|the (?:evaluation|grading))\b{_TOLD}",
    (
        r"\bnew (?:instructions?|task|rules?|orders?) ?:[^\n]{0,40}"
        rf"\b(?:return|reply|respond|output|answer|mark|label|rate|say)\b{_TOLD}"
    ),
    (
        r"\byour (?:real|true|actual|only|new) (?:task|job|goal|duty) is[^.\n]{0,20}"
        r"\b(?:say|report|answer|reply|mark|conclude|label|output|agree)\b"
        r"|\b(?:updated|changed) your (?:task|instructions?)\b"
    ),
    (
        rf"\b{_JUDGE} (?:must|should|shall)(?: not)? (?:mark|rate|grade|score|label|accept|treat|consider)"
        rf" {_THIS}\b{_TOLD}"
    ),
    (
        rf"\b(?:rates?|grades?|scores?|judges?|evaluates?) {_THIS}\b[^.\n]{{0,20}}"
        rf"\b(?:shall|must|should|will)\b[^.\n]{{0,20}}{_GOOD}"
    ),
    rf"\b(?:assessment|evaluation|grading|rating) of {_THIS}\b[^.\n]{{0,12}}\b(?:shall|must|should)\b{_TOLD}",
    (
        r"\b(?:automat(?:ic|ed)|AI|LLM|model)[- ](?:graders?|evaluators?|judges?|raters?|grading)\b"
        rf"[^.\n]{{0,12}}\b(?:are|is) (?:asked|requested|told|instructed|required) to\b{_TOLD}"
    ),
    (
        r"\bbefore (?:you )?(?:judg|grad|evaluat|scor|rat)(?:e|ing)\b[^.\n]{0,30}"
        rf"\b(?:answers?|responses?|statements?)\b[^.\n]{{0,40}}\b{_GOOD}\b"
    ),
    (
        rf"\b(?:output|return|reply|respond|answer|say|report|label)\b[^.\n]{{0,40}}\b{_GOOD}\b[^.\n]{{0,8}}"
        r"\b(?:regardless|no matter|irrespective|whatever)\b"
    ),
    (
        r"\b(?:regardless|no matter|irrespective|whatever)\b[^.\n]{0,12}"
        r"\b(?:content|evidence|texts?|guidelines?|instructions?|rules|criteria|sources?)\b"
        rf"[^.\n]{{0,60}}[\"'“‘`]{_GOOD}[\"'”’`]"
    ),
    (
        r"\b(?:reply|respond|answer|say|output|return|print)\b[^.\n]{0,12}\b(?:only|nothing but|just)\b"
        rf"[^.\n]{{0,24}}[\"'“‘`]{_GOOD}[\"'”’`]"
    ),
)

_JA: Final = (
    rf"あなた(?:は|が)[^。\n]{{0,10}}{_JUDGE_JA}(?:です|であ|なら|では){_TOLD}",
    rf"{_JUDGE_JA}(?:の)?(?:皆様|皆さん|各位)?へ[：:、]{_TOLD}",
    (
        "(?:前|これまで|今まで|与えられた|伝えられた|上記|受け取った)[^。、\n]{0,6}"
        "(?:指示|命令|基準|ルール|規則|プロンプト|ガイドライン)[^。、\n]{0,8}"
        "(?:上書きし(?!た)|従わ|破棄し(?!た)|捨て(?!た)|脇に)"
    ),
    "(?:採点|評価|判定|審査)を(?:やめ|中止し|停止し)(?!た)" + _TOLD,
    "新しい(?:指示|命令|任務|ルール)[：:][^。\n]{0,24}(?:返す|返し|答え|出力|判定|採点)",
    "あなたの(?:本当|真|唯一|新しい|作業|任務)[^。\n]{0,10}(?:任務|仕事|役目|内容|指示)[はを][^。\n]{0,24}(?:回答|判定|述べ|採点|更新)",
    rf"{_JUDGE_JA}は[^。\n]{{0,16}}{_THIS_JA}[^。\n]{{0,16}}(?:{_GOOD}|誤り){_ASKED_JA}",
    rf"{_THIS_JA}を[^。\n]{{0,8}}(?:採点|評価|判定|審査)[^。\n]{{0,16}}{_GOOD}{_ASKED_JA}",
    f"(?:判定|採点|評価|審査)(?:の|する)前に[^。\n]{{0,20}}(?:回答|答え|文書)[^。\n]{{0,16}}{_GOOD}(?:と|だ|で)",
    (
        "(?:内容|根拠|証拠|書かれて)[^。\n]{0,6}(?:かかわらず|よらず|関係なく|いても)[^。\n]{0,24}"
        rf"(?:{_GOOD}|true|pass)[^。\n]{{0,4}}(?:出力|答え|回答|返|判定|し(?:て|ろ)|です)"
    ),
    f'[「"“]{_GOOD}い?[」"”][^。\n]{{0,10}}(?:だけ|のみ)[^。\n]{{0,6}}(?:答|回答|出力|返|述べ)',
    rf"自動(?:採点|評価|判定)[^。\n]{{0,24}}(?:{_GOOD}|省略){_ASKED_JA}",
)

_ZH: Final = (
    rf"(?:你|您)(?:是|不再是)[^。，\n]{{0,8}}{_JUDGE_ZH}{_TOLD}",
    rf"各位[^。，\n]{{0,4}}{_JUDGE_ZH}[：:，]{_TOLD}",
    rf"{_JUDGE_ZH}(?:们)?[：:](?=[^。\n]{{0,20}}(?:请|必须|应|须|视为|标|判)){_TOLD}",
    (
        "(?:之前|此前|先前|给你|告诉你|以上)[^。，\n]{0,4}(?:指示|指令|提示词|标准|准则|规则)[^。，\n]{0,4}"
        "(?:放在一边|抛开|不用管|作废)"
        "|(?:覆盖|抛开|不要理会|不要遵循|无需理会|废除)(?!了)[^。，\n]{0,12}"
        "(?:之前|此前|先前|给你|评分)[^。，\n]{0,3}(?:指示|指令|提示词|标准|准则|规则)"
    ),
    "停止(?:评估|评分|评判|判断|打分)(?!了)(?=[^\n]{0,60}(?:成功|通过|正确))",
    "新的?(?:指令|指示|任务|规则)[：:][^。\n]{0,16}(?:返回|回复|回答|输出|判为|标)",
    "你(?:真正|唯一|实际|新)的(?:任务|工作|职责)是[^。\n]{0,12}(?:说|回答|判|报告|标)|更新(?:了)?你的(?:任务|指令)",
    rf"{_JUDGE_ZH}[^。\n]{{0,12}}(?:应|须|必须|请|不得)[^。\n]{{0,6}}{_THIS_ZH}[^。\n]{{0,12}}(?:{_GOOD}|错误)",
    rf"{_THIS_ZH}[^。\n]{{0,10}}(?:评分|评估|打分)[^。\n]{{0,6}}(?:应|须|必须|请)[^。\n]{{0,8}}{_GOOD}",
    f"自动(?:评分|评估|评判)(?:请|都?应|须|必须)[^。\n]{{0,12}}(?:{_GOOD}|跳过)",
    f"(?:判断|评分|评判|评估)(?:之)?前[^。\n]{{0,20}}(?:回答|答案|文档)[^。\n]{{0,10}}{_GOOD}",
    f"(?:不论|不管|无论)[^。，\n]{{0,8}}(?:内容|证据|准则|依据|原文)[^。\n]{{0,20}}(?:{_GOOD}|合格|true|pass)",
    f'(?:只|仅)[^。，\n]{{0,6}}[“"「]{_GOOD}[”"」]',
)

_KO: Final = (
    rf"당신[은이][^.\n]{{0,14}}{_JUDGE_KO}(?:입니다|이라면|라면|이 아|가 아){_TOLD}",
    rf"{_JUDGE_KO} ?(?:여러분께|여러분|께)[:： ]{_TOLD}",
    (
        "(?:이전|앞서|먼저|지금까지|받은|들은)[^.,\n]{0,6}(?:지시|지침|명령|기준|규칙|프롬프트)[^.,\n]{0,6}"
        "(?:덮어쓰|따르지 ?(?:마|말)|폐기하(?!였)|제쳐)|평가 기준을 따르지 ?(?:마|말)"
    ),
    "(?:채점|평가|심사|판정)[을를] ?(?:중단하|멈추|그만)" + _TOLD,
    "새로?운? ?(?:지시|명령|임무|규칙)[:：][^.\n]{0,24}(?:반환|답하|답할|출력|판정|표시)",
    "당신의 (?:진짜|유일한|실제|새로운) (?:임무|일|과제)[는은][^.\n]{0,30}(?:답변|판정|말하|표시)",
    "당신의 (?:작업|임무|지시)[을를] 갱신",
    rf"{_JUDGE_KO}[는은가][^.\n]{{0,16}}{_THIS_KO}[^.\n]{{0,16}}(?:{_GOOD}|오답)",
    rf"{_THIS_KO}[을를에 ]{{0,2}}[^.\n]{{0,8}}(?:채점|평가|심사)[^.\n]{{0,16}}{_GOOD}",
    f"자동 (?:채점|평가|심사)[은는][^.\n]{{0,16}}(?:{_GOOD}|생략)",
    f"(?:판단|채점|평가|심사)하기 전에[^.\n]{{0,20}}(?:답변|문서)[^.\n]{{0,16}}{_GOOD}",
    (
        "(?:내용|근거|적혀)[^.\n]{0,8}(?:관계없이|상관없이|무엇이든|있든)[^.\n]{0,24}"
        rf"(?:{_GOOD}|true|pass)[^.\n]{{0,6}}(?:출력|반환|답하|설정|판정|표시|입니다)"
    ),
    f'["“]{_GOOD}["”][^.\n]{{0,10}}만(?:으로)? ?(?:답|출력|반환|말)',
)

_ANY: Final = (
    (
        r"(?:-{3,}|={3,}|#{3,}|\*{3,}) ?[^\n=#*-]{0,20}(?:end|ここまで|終わり|終了|结束|끝)[^\n=#*-]{0,20}"
        r"(?:-{3,}|={3,}|#{3,}|\*{3,})[^\n]{0,40}(?:judge|verdict|grader|審査|判定|评审|裁决|심사|판정)"
    ),
    (
        r"(?:evaluation|verdict|judgement|判定|評価|审|评|판정|평가)[^\n]{0,30}"
        rf"(?:pre-?filled|記入済|预填|预先填|미리 (?:입력|기입))[^\n]{{0,12}}{_GOOD}"
    ),
)

# By the script: what signs it has, one of which stands in lower case in whatever its patterns fit.
JUDGE_ORDERS: Final[dict[str, tuple[re.Pattern[str], tuple[str, ...]]]] = {
    "en": (
        re.compile(
            "evaluat|grad(?:e|ing)|judg|rat(?:e|ing)|review|llm|model|assess|scor"
            "|\\bais? |criteria|rubric|instruction|guideline|rules|prompt|new (?:task|order)"
            "|your (?:real|true|actual|only|new|task)"
            "|regardless|no matter|irrespective|whatever|only|nothing but|just"
            "|---|===|###|\\*\\*\\*|pre-?filled"
        ),
        (*_EN, *_ANY),
    ),
    "ja": (
        re.compile(
            "判定|採点|評価|審査|指示|命令|基準|ルール|規則|プロンプト|ガイドライン|モデル|ai|llm|あなた"
            "|だけ|のみ|かかわらず|よらず|関係なく|いても|ここまで|終わり|終了"
        ),
        (*_JA, *_ANY),
    ),
    "zh": (
        re.compile(
            "评|判|审|模型|ai|llm|指示|指令|提示词|标准|准则|规则|任务|打分|只|仅|不论|不管|无论|结束"
        ),
        (*_ZH, *_ANY),
    ),
    "ko": (
        re.compile(
            "평가|심사|채점|판정|판단|모델|ai|llm|지시|지침|명령|기준|규칙|프롬프트|당신|만|관계없이|상관없이|무엇이든|있든|끝"
        ),
        (*_KO, *_ANY),
    ),
}
