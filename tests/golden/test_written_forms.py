"""Written forms: damaged and differently typed texts, and what each stage makes of them."""

from __future__ import annotations

import unicodedata

import pytest

import ragtriage
from ragtriage.model import Diagnosis, Outcome

# passage, text, outcome, question
EVIDENCE = [
    (
        "the vaccination campaign started in spring",
        "Records show that the vac\u00ad\ncination campaign started in spring.",
        "pass",
        "?",
    ),
    (
        "the vaccination campaign started in spring",
        "Records show that the vaccina-\r\ntion campaign started in spring.",
        "pass",
        "?",
    ),
    ("efficient filing of official offers", "The eﬃcient ﬁling of oﬃcial oﬀers is key.", "pass", "?"),
    ("Tom & Jerry's café", "At Tom &amp; Jerry&#39;s caf&eacute; it rains.", "pass", "?"),
    ("日本語の資料", "これは⽇本語の資料である。", "pass", "?"),
    ("東京都の条例により定める", "本件は東京都の\n条例により\n定めるものとする。", "pass", "?"),
    ("料金は月額3,000円", "料金は月額3,\n000円とする。", "pass", "?"),
    ("the limit is 4 < 5", "we say the limit is 4 &lt; 5 here", "pass", "?"),
    ("temperature above 5 °C", "The temperature\u00a0above\u00a05\u202f°C is fine", "pass", "?"),
    (
        "Page layouts are fixed by the editor",
        "Page layouts are fixed\n\nPage 4 of 20\n\nby the editor.",
        "pass",
        "?",
    ),
    ("the well-known author of the book", "He is the well-\nknown author of the book.", "pass", "?"),
    ("state-of-the-art tools", "These are state-of-the-\nart tools.", "pass", "?"),
    ("グループの会議は月曜日", "ｸﾞﾙｰﾌﾟの会議は月曜日です", "pass", "?"),
    ("협의회는 매년 개최한다", "협의회는 매\n년 개최한다.", "pass", "?"),
    ("提出期限は3月31日", "提出期限は３月\n３１日です。", "pass", "?"),
    ("the annual fee is 40 euros", "the annual  fee\tis\n40 euros", "pass", "?"),
    ("annual report of the board", "the annual re\x02port of the board", "pass", "?"),
    ("annual report of the board", "the annual re\ufffe\nport of the board", "pass", "?"),
    ("The fee is 12 euros", "The fee is\n12\neuros", "pass", "?"),
    ("Seats 250", "Seats\n\n250\n\nPrice 40", "pass", "?"),
    ("第3条 会員は届け出る", "第3条　会員は届け出る", "pass", "?"),
    ("Überweisung bis Freitag", "U\u0308berweisung bis Freitag", "pass", "?"),
    ("cooperation between towns", "coöperation".replace("ö", "o") + " between\u200b towns", "pass", "?"),
    ("5 mg or more", "5\u2009mg or\u00admore", "fail", "?"),
    ("the fee is 5", "the fee is 5\u200b0", "fail", "?"),
    ("15 days", "the 1\n5 days of rain", "fail", "?"),
    ("rooms 1, 250", "rooms 1,\n250 and 3", "pass", "?"),
    ("use &lt; for less", "In HTML write &lt; : use &lt; for less", "pass", "How is < written in HTML?"),
]

# expected, answer, outcome, question
ANSWERS = [
    ("AT&T", "AT&amp;T", "pass", "?"),
    ("Müller & Söhne", "Mu\u0308ller &amp; So\u0308hne", "pass", "?"),
    ("3,000円", "３，０００円です。", "pass", "?"),
    ("R&D部門", "R&amp;D部門です", "pass", "?"),
    ("1954", "\ufeff1954", "pass", "?"),
    ("efficient", "eﬃcient", "pass", "?"),
    ("サーバー", "ｻｰﾊﾞｰです", "pass", "?"),
    ("日本", "⽇本です。", "pass", "?"),
    ("Smith's", "Smith&#8217;s", "pass", "?"),
    ("&", "&amp;", "pass", "?"),
    ("&lt;", "<", "notpass", "How do I escape < in HTML?"),
    ("&amp;", "&", "notpass", "How is & written in HTML?"),
    ("72 hours", "72\nhours", "pass", "?"),
    ("12,500円", "12,\n500円です", "pass", "?"),
    ("New York", "New\u00a0York.", "pass", "?"),
    ("New York", "New\nYork", "pass", "?"),
    ("田中太郎", "田中\n太郎です。", "pass", "?"),
    ("서울특별시", "서울\u200b특별시입니다.", "pass", "?"),
    ("80 mg", "95\u00a0mg", "fail", "?"),
    ("80 mg", "95\tmg", "fail", "?"),
    ("80 mg", "９５　mg", "fail", "?"),
    ("5 days", "5 days&nbsp;", "pass", "?"),
    ("5日", "5\u3000日です", "pass", "?"),
    ("a <= b", "a ≤ b", "pass", "?"),
    ("x >= 3", "x &gt;= 3", "pass", "?"),
    ("2024", "𝟐𝟎𝟐𝟒", "pass", "?"),
    ("Hilbert", "𝐇𝐢𝐥𝐛𝐞𝐫𝐭", "pass", "?"),
    ("No", "N\u200bo.", "pass", "?"),
    ("はい", "は\u200bい。", "pass", "?"),
    ("5", "5\u200b0", "notpass", "?"),
    ("50", "5\u200b0", "pass", "?"),
    ("1939-1945", "1939\u20111945", "pass", "?"),
    ("well-known", "well\u2011known", "pass", "?"),
    ("Yes", "Ｙｅｓ。", "pass", "?"),
    ("5", "&#53;", "pass", "?"),
    ("Straße", "Stra\u00adße", "pass", "?"),
    ("café", "cafe\u0301", "pass", "?"),
    ("10:30", "10：30", "pass", "?"),
    ("1,250", "1，250", "pass", "?"),
    ("Tokyo", "Tokyo\r\n", "pass", "?"),
    ("100 kg", "100㎏", "pass", "?"),
    ("10²", "102", "notpass", "?"),
    ("Al", "A\nl", "notpass", "?"),
    ("1,250", "1,\n2,\n50", "notpass", "?"),
    ("12", "1\n2", "notpass", "?"),
    ("十五日", "十\n五日", "pass", "?"),
    ("5日", "十\n五日", "notpass", "?"),
    ("5日", "期限は以下の通り。\n5日\n10日", "notfail", "?"),
]

# answer, text, outcome (`notfail`: it does not fail for certain)
SUPPORT = [
    (
        "The hall was opened in 1986 by the mayor.",
        "History: The hall was opened in 19\u200b86 by the mayor. It is big.",
        "pass",
        "?",
    ),
    (
        "The hall was opened in 1986 by the mayor.",
        "The hall was opened in\n1986 by the\nmayor. It is big.",
        "pass",
        "?",
    ),
    ("The hall has a capacity of 1,250 seats.", "The hall has a capacity of 1,\n250 seats.", "pass", "?"),
    ("The hall has a capacity of 1,250 seats.", "The hall has a capac-\nity of 1,250 seats.", "pass", "?"),
    ("給付額は月額53,000円とする。", "給付額は月額5\n3,000円とする。", "pass", "?"),
    ("給付額は月額53,000円です。", "給付額は月額五万\n三千円とする。", "notfail", "?"),
    ("회비는 매년 12,000원이다.", "회비는 매년 12,\n000원이다.", "notfail", "?"),
    ("会费为每年3,600元整。", "会费为每年3,\n600元整。", "notfail", "?"),
    ("AT&T runs the northern line today.", "We know: AT&amp;T runs the northern line today.", "notfail", "?"),
    ("The dose is 5 mg per day for adults.", "The dose is 5&nbsp;mg per day for adults.", "pass", "?"),
    ("It is valid for 30 days.", "It is valid for thirty\ndays from the sale.", "notfail", "?"),
    ("It rose by 25 percent.", "It rose by twenty-\nfive percent in May.", "notfail", "?"),
    ("The loan is 1,500 euros.", "The loan is 1\u202f500 euros.", "notfail", "?"),
    ("The loan is 1500 euros.", "The loan is 1\u00a0500 euros.", "notfail", "?"),
    ("It costs 2.5 million.", "It costs 2.\n5 million in all.", "notfail", "?"),
    ("It grew by 12% in May.", "It grew by 12\n% in May of that year.", "notfail", "?"),
    ("It costs $40 a head.", "It costs $\n40 a head.", "notfail", "?"),
    ("The period is 2019–2023 for all.", "The period is 2019–\n2023 for all.", "notfail", "?"),
    ("The office opens at 9:30 on Mondays.", "The office opens at 9:\n30 on Mondays.", "notfail", "?"),
    ("It was 14 May 1986.", "It was 14\nMay\n1986.", "notfail", "?"),
    ("2019年5月12日に開業した。", "2019年\n5月12\n日に開業した。", "notfail", "?"),
    ("2019年5月12日に開業した。", "２０１９年５月\n１２日に開業した。", "notfail", "?"),
    ("3割引きになります。", "会員は３\n割引きになります。", "notfail", "?"),
    ("The rent is 700 euros a month.", "Rooms:\n1,\n2,\n3\nThe rent is 600 euros a month.", "fail", "?"),
]

REFUSALS = [
    "申し訳あり\nませんが、資料に記載がありません。",
    "資料には記載が\r\nありません。",
    "I couldn\u2019t\u00a0find\u00a0this in the documents.",
    "I could not ﬁnd this information in the provided documents.",
    "Sorry, the docu-\nments do not mention this.",
    "Ｓｏｒｒｙ，　ｔｈｅ　ｄｏｃｕｍｅｎｔｓ　ｄｏ　ｎｏｔ　ｓａｙ．",
    "文档中没\n有提到。",
    "문서에 해\n당 정보가 없습니다.",
    unicodedata.normalize("NFD", "문서에서 해당 정보를 찾을 수 없습니다."),
    "The docu\u00adments do not men\u00adtion the deadline.",
    "I don&#39;t know.",
    "I don&apos;t know.",
    "I don&rsquo;t know.",
    "資料に該当する情報は見つかりませんでした｡",
    "\ufeff該当する記載はありません。",
    "ﾃﾞｰﾀがないため、わかりません。",
    "\u200b",
    "&nbsp;",
    "I\u2060 do\u2060 not\u2060 know.",
    "𝐈 𝐝𝐨 𝐧𝐨𝐭 𝐤𝐧𝐨𝐰.",
    "文書に書かれて\nい\nません。",
    "该信息未\u200b提供。",
    "I do  not  know\tthe answer.",
    "資料 に は 記載 が ありません 。",
    "文档 中 没有 提到 相关 信息。",
    "I couldn´t find this in the documents.",
    "I couldn`t find this in the documents.",
    "I couldn＇t find this in the documents.",
    "I couldnʼt find this in the documents.",
    "I couldn′t find this in the documents.",
    "I do not<br>know.",
    "<p>I do not know.</p>",
    "I **do not** know.",
    "N／A",
    "資料には記載が\n　ありません。",
    "The documents do not con-\ntain this information.",
    "The documents do not con‐\ntain this information.",
    "문서에는 관련 정보가 없습\n니다.",
    "I&nbsp;don&#x27;t&nbsp;know.",
    "I don&amp;#39;t know.",
]

TEXT = "港の事務所は平日の9時に開く。The office opens."


def judged(**case):
    (result,) = ragtriage.evaluate([{"id": "1", **case}])
    return result


def holds(outcome, wanted):
    return outcome != wanted.removeprefix("not") if wanted.startswith("not") else outcome == wanted


@pytest.mark.parametrize(("passage", "text", "wanted", "question"), EVIDENCE)
def test_a_passage_is_found_however_the_text_was_written(passage, text, wanted, question):
    case = {"question": question, "expected": "zzz", "answer": "www", "evidence": [passage]}
    evidence = judged(
        **case, gold_ids=["a"], retrieved=[{"document_id": "a", "text": text}]
    ).verdicts.evidence
    assert holds(evidence.outcome, wanted), evidence.reason
    for (place,) in evidence.detail.places if evidence.outcome is Outcome.PASS else ():
        assert text[place.start : place.end].strip() == text[place.start : place.end]


@pytest.mark.parametrize(("expected", "answer", "wanted", "question"), ANSWERS)
def test_an_answer_is_read_however_it_was_written(expected, answer, wanted, question):
    verdict = judged(question=question, expected=expected, answer=answer).verdicts.answer
    assert holds(verdict.outcome, wanted), verdict.reason
    if wanted == "pass":
        assert verdict.certain
        assert verdict.detail.expected == expected


@pytest.mark.parametrize(("answer", "text", "wanted", "question"), SUPPORT)
def test_a_statement_is_held_against_a_text_however_that_was_written(answer, text, wanted, question):
    case = {"question": question, "expected": "zzz", "answer": answer}
    support = judged(**case, retrieved=[{"document_id": "a", "text": text}]).verdicts.support
    assert holds(support.outcome, wanted), support.reason
    for statement in support.detail.statements:
        assert statement.text in answer
        if statement.place is not None:
            assert statement.quote == text[statement.place.start : statement.place.end]


@pytest.mark.parametrize("answer", REFUSALS)
def test_a_refusal_is_one_however_it_was_written(answer):
    result = judged(
        question="?", answerable=False, answer=answer, retrieved=[{"document_id": "a", "text": TEXT}]
    )
    assert (result.diagnosed.diagnosis, result.diagnosed.certain) == (Diagnosis.PASSED, True)
    assert result.trace.answer == answer


def full(expected, answer, text):
    gold = {"gold_ids": ["a"], "evidence": [text], "retrieved": [{"document_id": "a", "text": text}]}
    return judged(question="?", expected=expected, answer=answer, **gold)


@pytest.mark.parametrize(
    ("expected", "answer", "text"),
    [
        ("1954", "It was built in \u20601\u2060954.", "It was built in 1954."),
        ("1986", "It opened in 1986.", "The hall opened in 19\u00ad86 on the hill."),
        ("月額53,000円", "月額53,000円です。", "給付額は月額五万三\n千円とする。"),
        ("1,250 seats", "It has 1,250 seats.", "The hall has 1,\n250 seats."),
    ],
)
def test_a_right_answer_is_not_called_ungrounded_for_how_its_text_was_written(expected, answer, text):
    assert full(expected, answer, text).diagnosed.diagnosis is Diagnosis.PASSED


def test_two_spaces_are_one():
    one, two = (full("80 mg", f"The dose is {dose}.", "The dose is 80 mg.") for dose in ("95 mg", "95  mg"))
    assert one.verdicts.answer.outcome is two.verdicts.answer.outcome is Outcome.FAIL
    assert one.verdicts.answer.certain is two.verdicts.answer.certain is True
    assert two.verdicts.support.detail.statements[0].text == "The dose is 95  mg."


@pytest.mark.parametrize("match", ["strict", "whitespace"])
def test_who_compares_strictly_compares_what_was_recorded(match):
    case = {"id": "1", "question": "?", "expected": "\u304b\u3099", "answer": "\u304c"}
    (result,) = ragtriage.evaluate([case], match=match)
    assert result.verdicts.answer.outcome is not Outcome.PASS


@pytest.mark.parametrize("blank", ["\u200b", " &nbsp; ", "\ufeff", "\u2060 \u3000"])
def test_what_shows_nothing_is_blank(blank):
    result = judged(question="?", expected="5", answer=blank, retrieved=[{"document_id": "a", "text": blank}])
    assert result.abstained
    assert result.verdicts.answer.outcome is result.verdicts.evidence.outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("Hilbert", "It was shown by Hil-\nbert in 1899."),
        ("1,250 seats", "The hall has 1,\n250 seats."),
        ("ﾄﾞﾗﾌﾄ", "これはドラフト\nである。"),
        ("Smith & Sons", "It is made by Smith &amp; Sons."),
    ],
)
def test_an_expected_answer_is_looked_for_however_the_text_was_written(expected, text):
    case = {"question": "Who?", "expected": expected, "answer": "zzz"}
    evidence = judged(**case, retrieved=[{"document_id": "a", "text": text}]).verdicts.evidence
    assert evidence.outcome is not Outcome.FAIL
    assert "not found" not in (evidence.reason or "")
