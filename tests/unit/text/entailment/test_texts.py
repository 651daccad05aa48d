"""A statement is likely backed where it shortens a sentence, likely absent where its words are missing."""

from __future__ import annotations

import pytest

from ragtriage.text.entailment import Texts
from ragtriage.text.entailment.thresholds import AbsentBounds, Bounds, ShortenedBounds

# As loose as the rules can be, so that what they refuse is refused by the rules themselves.
LOOSE = Bounds(ShortenedBounds(1, 0.0), AbsentBounds(1, 0.2))


def is_shortened(statement, *texts):
    return Texts(texts, "", {"en": LOOSE, "ja": LOOSE}).shortened(statement) is not None


SHORTENED = (
    ("The bridge crosses the harbour.", "The bridge, which was built in 1932, crosses the harbour."),
    ("Water is heated in a boiler.", "Water is heated in a boiler by burning coal."),
    ("He was born in 1990.", "He was born in Paris in 1990."),
    (
        "Receipts are kept by the accounting office.",
        "Receipts (of any kind) are kept by the accounting office .",
    ),
    (
        "The office of the company is in Osaka.",
        "The office of the company is in Osaka, and it opened in May.",
    ),
    ("男性が公園を走っている。", "男性が大きな公園を走っている。"),
    ("東京都は日本の首都です。", "東京都は、日本の首都である。"),
    ("領収書は経理部が保管します。", "出張の領収書は、経理部が保管する。"),
)


@pytest.mark.parametrize(("statement", "text"), SHORTENED)
def test_what_is_left_when_parts_go_that_change_nothing_is_likely_backed(statement, text):
    assert is_shortened(statement, f"It rained. {text}" if text.isascii() else f"雨が降った。{text}")


# Names, numbers, negation, roles, scope and reservations, changed or lost.
CHANGED = (
    ("The bridge crosses the river.", "The bridge, which was built in 1932, crosses the harbour."),
    ("Osaka is the capital of Japan.", "Tokyo, a large city, is the capital of Japan."),
    ("Tokyo is the capital of Korea.", "Tokyo, a large city, is the capital of Japan."),
    ("The pass costs 50 euros.", "The pass, sold at stations, costs 30 euros."),
    ("The rail pass is valid for 14 days.", "The rail pass, sold at stations, is valid for 7 days."),
    ("The office opened in 1994.", "The office, a small one, opened in 1949."),
    ("The museum is open on Monday.", "The museum is not open on Monday."),
    ("The museum is not open on Monday.", "The museum is open on Monday."),
    ("The firm sells tyres in Spain.", "The firm never sells tyres in Spain."),
    ("The firm sells tyres in Spain.", "The firm no longer sells tyres in Spain."),
    ("The dog chased the cat.", "The cat chased the dog."),
    ("The dog was chased by the cat.", "The cat was chased by the dog."),
    ("He was born in Rome.", "He was born in Paris and raised in Rome."),
    ("Tom went to Rome.", "Tom went to Paris, and Mary went to Rome."),
    ("Profit rose in Europe.", "Profit rose in Asia while falling in Europe."),
    ("Osaka is a city dweller.", "The mayor of Osaka is a city dweller."),
    ("Apple won the suit.", "Apple's rival Samsung won the suit."),
    ("Mary hates the war.", "The friend of Tom and Mary hates the war."),
    ("The museum opens a branch in Rome.", "The museum will open a branch in Rome."),
    ("The visitors paid the fee.", "Most visitors paid the fee."),
    ("All employees in Spain get a car.", "All senior employees in Spain get a car."),
    ("The largest company is in Rome.", "The largest private company is in Rome."),
    ("He is president of Peru.", "He was president of Peru."),
    ("He is a president of Peru.", "He is a former president of Peru."),
    ("The drug cures the disease.", "The drug may cure the disease."),
    ("The drug cures the disease.", "If taken early, the drug cures the disease."),
    ("The drug cures the disease.", "The maker claims that the drug cures the disease."),
    (
        "The drug cures the disease in adults.",
        "The drug cures the disease in adults or children, or in neither.",
    ),
    ("The firm has 30 employees.", "The firm has 30 employees in Paris."),
    ("The train leaves after the bus.", "The train leaves before the bus."),
    ("The prices went up in May.", "The prices went down in May."),
    ("Anna married the doctor.", "Anna's sister married the doctor."),
    ("Treaties were signed by Spain.", "Treaties were signed by France, not by Spain."),
    ("大阪は日本の首都です。", "東京は、日本の首都です。"),
    ("東京は韓国の首都です。", "東京は、日本の首都です。"),
    ("利用料は五千円です。", "利用料は、三千円です。"),
    ("締切は10日です。", "締切は、毎月の20日です。"),
    ("博物館は月曜日に開いている。", "博物館は月曜日に開いていない。"),
    ("博物館は月曜日に開いていない。", "博物館は月曜日に開いている。"),
    ("犬が猫を追いかけている。", "猫が犬を追いかけている。"),
    ("犬が猫に追われている。", "猫が犬に追われている。"),
    ("太郎が倒れた。", "太郎が殴った次郎が倒れた。"),
    ("太郎は次郎を雇った。", "太郎は花子を雇い、次郎を解雇した。"),
    ("利益は欧州で増えた。", "利益はアジアで増え、欧州で減った。"),
    ("会社はスペインで車を売る。", "会社はスペインで車を売るだろう。"),
    ("会社はスペインで車を売る。", "会社はスペインで車を売る予定である。"),
    ("社員が車をもらう。", "一部の社員が車をもらう。"),
    ("すべての社員が車をもらう。", "すべての上級の社員が車をもらう。"),
    ("彼はペルーの大統領だ。", "彼はペルーの元大統領だ。"),
    ("彼はペルーの大統領だ。", "彼はペルーの大統領だった。"),
    ("太郎の車は赤い。", "太郎の母の車は赤い。"),
    ("民主党は直近の民意を投票した。", "民主党は直近の民意を重視し、小沢に投票した。"),
    ("これらはマーラーが要因である。", "これらはマーラーがヨーロッパを脱出した要因である。"),
    ("次郎が好きだ。", "太郎は次郎が好きだ。"),
    ("薬が病気を治す。", "早く飲めば、薬が病気を治す。"),
    ("薬が病気を治す。", "薬が病気を治すという噂がある。"),
)


@pytest.mark.parametrize(("statement", "text"), CHANGED)
def test_what_is_changed_is_never_likely_backed(statement, text):
    assert not is_shortened(statement, text)


def test_what_the_next_sentence_takes_back_is_not_likely_backed():
    text = "The bridge, built in 1932, crosses the harbour. That is wrong."
    assert not is_shortened("The bridge crosses the harbour.", text)


POLICY = (
    "出張手当は、国内の場合は1日につき三千円、海外の場合は六千円を支給する。申請は帰着後五営業日以内に、"
    "領収書の原本を添えて経理部へ提出しなければならない。期限を過ぎた申請は翌期の扱いとなる。"
)
LIBRARY = (
    "市立図書館は、平日は午前九時から午後八時まで開館している。貸出しは一人十冊までで、期間は二週間である。"
    "返却が遅れた利用者は、遅れた日数と同じ期間、新たに借りることができない。"
)
MOUNTAIN = (
    "この山は、約三千年前の噴火によって現在の形になったと考えられている。登山道は四本あり、北側の道が最も短い。"
    "冬季は積雪のため、すべての登山道が閉鎖される。"
)
REWORDED = (
    ("国内へ出かけた社員には、日当として毎日三千円が払われます。", POLICY),
    ("戻ってから五営業日のうちに、レシートの原本とともに経理に出す必要があります。", POLICY),
    ("締切に間に合わなかったものは、次の期に回されます。", POLICY),
    ("外国への出張では、一日あたり六千円がもらえます。", POLICY),
    ("書類の提出先は経理部で、原本が要ります。", POLICY),
    ("週末を除く日は、朝九時に開いて夜八時に閉まります。", LIBRARY),
    ("本は一度に十冊、二週間まで持ち帰れます。", LIBRARY),
    ("返すのが遅くなると、その日数分は次の本を借りられなくなります。", LIBRARY),
    ("利用できる時間は、平日なら午前九時から二十時までです。", LIBRARY),
    ("遅延した人には、同じ長さの貸出停止が課されます。", LIBRARY),
    ("今の山容は、三千年ほど昔の火山活動で生まれたとされます。", MOUNTAIN),
    ("雪が積もる冬のあいだは、どの道からも登れません。", MOUNTAIN),
    ("頂上へ向かうルートは四つで、一番短いのは北のものです。", MOUNTAIN),
    ("噴火が起きたのは、およそ三千年前と見られています。", MOUNTAIN),
)


@pytest.mark.parametrize(("statement", "text"), REWORDED)
def test_what_is_said_in_other_words_is_not_likely_absent(statement, text):
    assert Texts((text, "雨が降った。")).absent(statement) is None


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        ("国内へ出かけた社員には、日当として毎日三千円が払われます。", MOUNTAIN),
        ("戻ってから五営業日のうちに、レシートの原本とともに経理に出す必要があります。", LIBRARY),
        ("頂上へ向かうルートは四つで、一番短いのは北のものです。", POLICY),
        ("雪が積もる冬のあいだは、どの道からも登れません。", LIBRARY),
    ],
)
def test_what_the_texts_do_not_speak_of_is_likely_absent(statement, text):
    assert Texts((text,)).absent(statement) is not None


def test_texts_in_another_language_leave_it_open():
    statement = "国内へ出かけた社員には、日当として毎日三千円が払われます。"
    assert Texts(("The bridge crosses the harbour.",)).absent(statement) is None
    assert Texts((MOUNTAIN, "The allowance is 3,000 yen.")).absent(statement) is None


def test_a_word_to_the_reader_is_not_called_absent():
    assert (
        Texts((MOUNTAIN,)).absent("ご不明な点がございましたら、担当者へお気軽にお問い合わせください。")
        is None
    )


def test_words_of_the_question_are_no_invention():
    texts = Texts((MOUNTAIN,), "国内出張の日当は毎日三千円ですか。")
    assert texts.absent("国内の出張では、毎日三千円の日当です。") is None


@pytest.mark.parametrize(
    "statement", ["大阪是日本的首都和最大的城市。", "오사카는 일본의 수도이자 큰 도시이다."]
)
def test_without_labels_a_language_stays_open(statement):
    texts = Texts(("东京是日本的首都，也是最大的城市。", "도쿄는 일본의 수도이자 큰 도시이다."))
    assert texts.shortened(statement) is None
    assert texts.absent(statement) is None
