"""Words of four languages by what they are to a refusal: names of sources, what lacks, who tells.

They are counted, and what a count is worth is learned: a word that stands in the wrong line does little harm.
`_` stands for a space. A star stands for the endings of English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = ["SIGNS", "is_hinted", "signs", "words_by_first"]

SIGNS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "source": (
            "document* documentation doc docs context contexts passage* text texts article* source* "
            "material* excerpt* extract* snippet* knowledge database reference* paragraph* transcript* "
            "handbook* manual* guide guides guidebook leaflet* brochure* booklet* pamphlet* flyer* page "
            "pages chapter* section* clause* paper papers report reports record records minutes memo "
            "memos notice notices bulletin* newsletter* table tables column columns entry entries "
            "appendix annex* schedule timetable* rota roster* folder* file files recipe* card label "
            "sticker sheet sheets spreadsheet* list listing inventory register* ledger* log logs diary "
            "journal chronicle* biography history letter letters scan* photo* screenshot* image picture "
            "map maps plan drawing diagram* chart* figure caption* footnote* index website webpage site "
            "faq* wiki policy policies regulation* rule rules statute* by-laws bylaws charter contract "
            "lease agreement terms invoice* receipt* bill quote catalogue catalog prospectus syllabus "
            "curriculum programme program agenda release notes note spec* datasheet archive* book books "
            "volume edition copy story novel poem play script review interview post thread email e-mail "
            "mail message chat bundle dossier submission attachment* enclosure* upload* output* result "
            "results search corpus collection description summary abstract introduction preface heading "
            "paragraph line lines row rows field box cell"
        ),
        "lack": (
            "silent mute quiet blank empty missing omitted omits omit omission absent lack lacks lacking "
            "left skip* skipped gap gaps hole torn smudged smeared illegible unreadable faded blurred "
            "blurry redacted blacked cropped truncated cut ends end ended stops stop breaks break off "
            "short unspecified unstated unmentioned undisclosed unknown unclear uncertain undetermined "
            "inconclusive insufficient inadequate ambiguous vague contradict* conflicting conflict "
            "disagree* outdated superseded old predates expired incomplete partial unavailable "
            "inaccessible unanswered unanswerable undefined unresolved void nothing nowhere nobody none "
            "never neither without nary devoid bereft withheld withhold confidential tbc tbd tba pending "
            "forthcoming lost destroyed burnt burned garbled corrupt* irrelevant unrelated outside beyond "
            "scope stray strays elsewhere ignores ignore overlooks bypass* sidestep* dodge* glosses "
            "passes avoids evades refrain* decline declines abstain* defer*"
        ),
        "tell": (
            "say says said saying state states stated stating statement mention mentions mentioned "
            "mentioning specify specifies specified tell tells told telling determine* answer* respond* "
            "reply address* cover* discuss* describe* explain* indicate* disclose* reveal* give gives "
            "given giving provide* list* name names named naming identify* identified confirm* verify* "
            "verified establish* ascertain* conclude* infer* deduce* derive* find finds found finding "
            "locate* see seen spot trace know knows known knowledge knowing clue clues idea information "
            "info detail details data word touch* spell* set sets go goes speak* clarify* elaborate* "
            "record* show shows shown appear* turn* come comes came include* contain* say-so commit "
            "guess* speculate* pin make made offer offers offered put read reads determine work figure "
            "settle* decide* help assist* comment* share judge* conclude"
        ),
        "deny": (
            "no not never nothing none nowhere neither nor cannot without hardly barely scarcely unable "
            "impossible can't"
        ),
        "self": "i me my mine we us our undersigned myself",
        "given": (
            "given supplied provided retrieved available furnished sent pasted attached uploaded shared "
            "handed received front here to-hand hand"
        ),
        "seek": (
            "contact ask call ring phone email consult check refer see look visit try speak enquire "
            "inquire write approach turn best suggest recommend advise please may"
        ),
        "office": (
            "hr office desk department team helpdesk manager supervisor reception payroll pharmacist "
            "doctor registrar secretary support provider insurer landlord council authority website "
            "portal hotline extension ext"
        ),
        "offer": (
            "send share paste upload attach forward supply provide happy glad gladly pleased rephrase let "
            "know again once then another look try"
        ),
        "if": "if should could would unless until when once",
        "regret": (
            "sorry apologies apologise apologize afraid unfortunately regret regrettably regrettable alas "
            "sadly forgive pardon disappoint"
        ),
        "guess": (
            "probably likely maybe perhaps possibly think believe guess seems seem looks around about "
            "roughly approximately reckon suspect presumably apparently i'd certain sure swear memory "
            "recall"
        ),
        "but": "but however though although yet whereas while still instead rather",
        "only": "only just merely solely mainly purely exclusively nothing but",
        "yes": "yes yeah yep",
        "no": "no nope",
        "rule": (
            "must need needs needed required requirement* require requires allowed permitted may should "
            "have has does do is are was were"
        ),
        "says": "according per under based states lists gives says shows",
    },
    "ja": {
        "source": (
            "文書 文章 資料 ドキュメント コンテキスト 文脈 本文 テキスト 記事 検索結果 "
            "参考情報 情報源 データベース "
            "ナレッジ 抜粋 出典 原文 ソース ページ 頁 手引き 手引 案内 しおり パンフレット "
            "冊子 説明書 取説 マニュアル "
            "取扱説明書 規則 規程 規定 条例 契約書 約款 要項 要領 通知 お知らせ 掲示 回覧板 "
            "ちらし チラシ 広報 議事録 "
            "議事メモ メモ 記録 記録集 報告書 一覧 表 欄 項目 列 別紙 付録 附則 図 写真 画像 "
            "スキャン 地図 時刻表 "
            "予定表 当直表 名簿 台帳 帳簿 伝票 領収書 明細 レシピ カタログ シール ラベル "
            "添付文書 パネル 目録 社史 "
            "評伝 家譜 年表 日記 書簡 手紙 小説 物語 場面 章 節 条 条文 段落 くだり 一節 箇所 "
            "ところ サイト "
            "ホームページ 原稿 台本 スレッド メール ログ ファイル フォルダ データ 仕様書 履歴 "
            "断片 控え 手元 お預かり "
            "いただいた ご提示 ご提供 提供された 与えられた 提示された 頂いた 添えられた 渡された"
        ),
        "lack": (
            "ありません ございません ない なく なし なかった 無い 無く 欠け 欠い 抜け 漏れ "
            "空欄 空白 白紙 途切れ "
            "途中で 終わっ 切れ 破れ 破損 かすれ にじ 滲 しみ 読めな 読めません 読み取れ 判読 "
            "見えな 隠れ 消え 黒塗り "
            "伏せ 未記載 未定 未公表 非公開 不明 不詳 不十分 不足 足り 乏し 曖昧 あいまい "
            "食い違 矛盾 古い 旧版 "
            "改正前 範囲外 対象外 門外 触れて 触れず 言及 沈黙 口を閉ざ 口をつぐ 一言も 一切 "
            "一字 一行も どこにも "
            "見当たら 見つか 見つけ 出てき 出てこ 載って 載せ 書かれて 記されて 書いて 書き "
            "記載 記述 示され 明かさ "
            "明らかに 登場 含まれ 存在し 残って 残されて 紛失 失われ"
        ),
        "unable": (
            "かねます かねる できません できない できかね できず られません られない 難しい "
            "困難 無理 不可能 不可 控え "
            "差し控え 留保 遠慮 いたしかね 致しかね しようがあり ようがない 術がない "
            "すべがない 至らな 至りません "
            "わかりません 分かりません わからな 分からな わかりかね 知りません 知らな 存じ "
            "把握して お手上げ 見当がつ "
            "見当もつ 判断がつ 決め手 材料 根拠 権限 立場"
        ),
        "tell": (
            "答え 回答 お答え お返事 返答 申し上げ お伝え お教え ご案内 ご説明 説明 述べ 言え "
            "言い切 断定 断言 特定 "
            "判断 確認 確定 推測 推定 判定 裏付け 導"
        ),
        "self": "私 わたし 当方 こちら 手元 弊社 当社 本システム 当職 うち こっち",
        "seek": (
            "お問い合わせ 問い合わせ お尋ね 尋ねて 聞いて 伺って ご確認 確認して ご覧 ご相談 "
            "相談 見てください "
            "当たってみて 照会 連絡 電話 窓口 へどうぞ ください くださいませ なさってください"
        ),
        "office": (
            "課 部署 担当 係 事務局 窓口 公式 サイト 専門家 医師 薬剤師 管理会社 メーカー "
            "役所 市役所 内線 人事 総務"
        ),
        "offer": (
            "いただければ いただけれ くださ もらえ 送って 貼って アップロード ご提供 共有 "
            "添付して お持ちでしたら あれば "
            "改めて 再度 また お調べ 一緒に お手伝い いただけます もらえますか 教えて"
        ),
        "regret": (
            "申し訳 すみません すいません ごめん 恐れ入り 恐縮 残念 あいにく 遺憾 お詫び 心苦しい 失礼 悪い"
        ),
        "guess": (
            "たぶん 多分 おそらく 恐らく と思い と思う かもしれ ようです らしい はずです 自信 "
            "確かでは 断言は 記憶 頃 "
            "くらい ぐらい ほど 約"
        ),
        "but": "が、 けれど けど ものの しかし ただし ただ 一方 もっとも のに でも",
        "only": "だけ のみ ばかり しか まで",
        "yes": "はい ええ",
        "no": "いいえ いや",
        "rule": (
            "不要 必要 禁止 義務 いけません いけない ならない 認められ 許可 使え 使えます "
            "できます 構いません 可能 可 "
            "対象 求められ 要りません かかりません"
        ),
        "says": "によれば によると では には とあります と書かれ と記され です。 ます。",
    },
    "ko": {
        "source": (
            "문서 자료 문맥 맥락 본문 지문 텍스트 기사 컨텍스트 발췌 출처 검색 데이터베이스 "
            "지식 원문 단락 문단 책자 "
            "안내문 안내서 안내장 설명서 매뉴얼 편람 규정 규정집 조항 조문 약관 계약서 회의록 "
            "공지 공고 통지 게시물 "
            "목록 표 난 칸 항목 별첨 부록 첨부 그림 사진 지도 시간표 일정표 명단 장부 대장 "
            "기록 연대기 족보 편지 "
            "소설 글 책 페이지 쪽 장 절 대목 사이트 누리집 홈페이지 로그 파일 데이터 보고서 "
            "명세서 영수증 레시피 "
            "요강 학칙 지침 팸플릿 전단 블로그 서류 문집 읍지 논문 이력 제공된 주어진 제시된 "
            "보내 주신 받은 가진 "
            "건네"
        ),
        "lack": (
            "없습니다 없어요 없네 없는 없다 없음 없이 없어 없고 않습니다 않아 않는 않은 않았 "
            "안_나오 안_보이 안_써 "
            "빠져 빠뜨 누락 공란 빈칸 비어 비워 백지 끊겨 끝나 멈춰 찢 번져 흐려 지워 가려 "
            "잘려 깨져 읽을_수 "
            "보이지 미상 불명 불분명 불명확 모호 부족 불충분 모자라 서로_달라 엇갈 오래된 "
            "범위 벗어 밖 무관 언급 "
            "기재 명시 실려 적혀 쓰여 나와 나오지 다루 등장 포함 담겨 찾지_못 발견되지 "
            "한_줄도 한마디 전혀 어디에도 "
            "아무 사라 분실 비공개 미정"
        ),
        "unable": (
            "수_없 수가_없 수는_없 어렵 곤란 힘들 불가 못 모릅니다 모르겠 몰라 모름 모르 "
            "알지_못 삼가 유보 사양 "
            "자제 권한 판단이_서지 길이_없 바가_없 도리가 방법이 막막"
        ),
        "tell": "답 답변 대답 회신 말씀 알려 안내 설명 확인 판단 특정 단정 파악 추정 추측 결론 제시 응하",
        "self": "저 제가 저는 저도 저로서 당사 본_기관 나도 우리",
        "seek": (
            "문의 물어 여쭤 확인해 보세요 보시 보시기 상담 상의 연락 전화 참고 참조 찾아보 "
            "바랍니다 권합니다 추천"
        ),
        "office": "부서 담당 팀 과에 센터 사무실 창구 전문가 의사 약사 공식 구청 시청 고객센터 내선 인사팀",
        "offer": (
            "주시면 주세요 보내 올려 붙여 공유 첨부해 추가로 다시 있으시면 있으면 도와 살펴 "
            "드릴게요 드리겠습니다 "
            "주시겠"
        ),
        "regret": "죄송 미안 유감 안타깝 아쉽 송구 사과 양해 실례",
        "guess": "아마 같아요 같습니다 것으로 보 추정 듯 정도 쯤 약 확실하진 기억 겁니다",
        "but": "지만 하지만 그러나 다만 그런데 는데 으나 반면",
        "only": "만 뿐 밖에",
        "yes": "네 예",
        "no": "아니요 아뇨 아닙니다",
        "rule": "필요 불필요 금지 의무 안_됩니다 안_돼 가능 허용 됩니다 받습니다 내야 대상",
        "says": "따르면 기준으로 에는 라고",
    },
    "zh": {
        "source": (
            "文档 文件 资料 上下文 文章 原文 文中 材料 文本 文字 段落 检索结果 搜索结果 "
            "知识库 数据库 语境 片段 摘录 "
            "摘要 节选 参考 来源 手册 说明书 指南 导览册 宣传册 宣传单 简章 章程 通知 公告 "
            "告示 附件 附表 附录 表 "
            "栏 项 条款 条例 规定 规则 合同 协议 办法 细则 方案 会议纪要 纪要 记录 日志 登记 "
            "名单 目录 图 照片 "
            "截图 扫描件 地图 时刻表 课表 值班表 游记 县志 碑文 书 小说 故事 页 章 节 网页 "
            "网站 官网 报道 报告 "
            "新闻 邮件 群文件 食谱 菜谱 标签 包装 单据 发票 收据 清单 账本 档案 卷宗 案卷 "
            "存档 文獻 資料 檔案 文檔 "
            "手冊 說明書 須知 簡章 給的 所给 提供的 手头 手上 手邊 发来 给我 附上 现有 目前"
        ),
        "lack": (
            "没有 没 无 未 缺 缺少 缺失 空白 空着 空缺 一片空白 留白 待定 未定 不详 不明 不足 "
            "不够 有限 残缺 残破 "
            "撕 糊 模糊 磨 涂 油渍 看不清 看不到 看不出 找不到 查不到 读不出 乱码 遗失 丢失 "
            "中断 断 截 到此为止 "
            "矛盾 不一致 出入 过时 旧 范围 超出 不在 之外 无关 不相干 不涉及 不管 只字未提 "
            "没提 未提 没写 没讲 没说 "
            "没交代 没列 未列 未载 未见 不见 未包含 未涉及 不包含 未公布 未公开 没公布 保密 "
            "闭口不谈 避而不谈 略过 "
            "跳过 唯独 偏偏 压根 丝毫 任何 半个字 一个字 沒有 沒 無 查無 未提及 未記載 沒提 沒寫 沒列"
        ),
        "unable": (
            "无法 不能 没法 没办法 难以 不便 无从 无权 不敢 不好 答不上 说不准 说不上 说不好 "
            "不知道 不知 不清楚 "
            "不了解 不晓得 不确定 不得而知 判断不了 帮不上 恕 拒 不予 不作 回答不了 办不到 "
            "算不 看不 摸不 無法 沒辦法 "
            "沒法 無從 不確定 不曉得 無可奉告 盲区 问住 一头雾水 干瞪眼 爱莫能助 未便"
        ),
        "tell": (
            "回答 答复 答覆 作答 回复 告诉 告訴 说明 說明 提供 给出 確定 确定 判断 判斷 得知 "
            "确认 確認 推断 结论 "
            "结論 查证 提及 提到 涉及 记载 透露 披露 公开 评论 解答"
        ),
        "self": "我 我们 本人 本系统 本处 本院 本单位 本助手 我這",
        "seek": (
            "咨询 请教 问 询问 查询 查看 查 联系 致电 拨打 打电话 建议 請 请 麻烦 洽 參考 "
            "参考 参阅 以…为准 為準 "
            "为准"
        ),
        "office": (
            "客服 部门 窗口 人事 人力资源 前台 官网 公众号 系办 医生 药师 大厅 单位 中心 "
            "办公室 专家 房东 厂家"
        ),
        "offer": (
            "发来 发给 贴 上传 补充 提供 再传 方便 如果您 要是您 您要是 能把 我再 马上 帮您 "
            "幫您 幫你 帮你 随时 "
            "可以问我 傳給我 请问您指 哪个 哪一"
        ),
        "regret": "抱歉 对不起 不好意思 遗憾 可惜 對不起 遺憾 歹勢 见谅 諒解 谅解 包涵 让您失望",
        "guess": (
            "大概 可能 应该 也许 或许 估计 好像 印象中 应是 左右 约 約 多半 據說 据说 要是没记错 不敢打包票"
        ),
        "but": "但 不过 可是 然而 却 至于 倒是 只是 而 但是 不過",
        "only": "只 仅 都是 光 只有 僅",
        "yes": "是的 对 可以 能",
        "no": "不 不是 没有",
        "rule": "不必 不需要 不用 无需 必须 禁止 不得 不可以 不准 允许 须 应当 才能 要求 免",
        "says": "根据 按 依 据 规定 写着 注明",
    },
}

_ENDINGS: Final = ("", "s", "es", "d", "ed", "ing", "ion", "ions")


@cache
def signs(language: str) -> dict[str, tuple[str, ...]]:
    """Return what each word of a language is a sign of.

    Example:
        >>> signs("en")["leaflets"]
        ('source',)
    """
    found: dict[str, tuple[str, ...]] = {}
    for sign, words in SIGNS[language].items():
        for word in words.replace("-", " ").split():
            stem = word.rstrip("*").replace("_", " ")
            for ending in _ENDINGS if word.endswith("*") else ("",):
                found[stem + ending] = (*found.get(stem + ending, ()), sign)
    return found


@cache
def words_by_first(language: str) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Return the words by their first character, the longest first, each with what it is a sign of."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for word, each in sorted(signs(language).items(), key=lambda item: -len(item[0])):
        found.setdefault(word[0], []).append((word, each))
    return found


def is_hinted(text: str) -> bool:
    """Whether a folded text holds a word that a refusal may need: of a source, a lack, a regret, an office.

    Example:
        >>> is_hinted("the leaflet is about plan a."), is_hinted("it was built in 1954.")
        (True, False)
    """
    return not _hints().isdisjoint(_WORD.findall(text)) or (
        not text.isascii() and _hint().search(text) is not None
    )


_HINTS: Final = ("source", "lack", "unable", "regret", "seek")
_WORD: Final = re.compile(r"[a-z]+")


@cache
def _hints() -> frozenset[str]:
    return frozenset(
        word for word, found in signs("en").items() if not set(_HINTS).isdisjoint(found) and len(word) > 1
    )


@cache
def _hint() -> re.Pattern[str]:
    words = {
        word
        for language in ("ja", "ko", "zh")
        for word, found in signs(language).items()
        if not set(_HINTS).isdisjoint(found)
    }
    return re.compile("|".join(map(re.escape, sorted(words))))
