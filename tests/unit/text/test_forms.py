from __future__ import annotations

from threading import Thread

from ragtriage.model import MatchMode
from ragtriage.text import forms as module
from ragtriage.text.forms import forms


def test_the_forms_of_a_text_are_those_of_before():
    text = "The Eiffel Tower."
    assert forms(text) is forms("The Eiffel" + " Tower.")
    assert forms(text, fold_chinese=True) is not forms(text)


def test_the_last_texts_are_kept_up_to_so_many_characters():
    recent = module._Recent(most=10)
    first, second = (recent.of(text, fold_chinese=False) for text in ("aaaa", "bbbb"))
    assert recent.of("aaaa", fold_chinese=False) is first
    recent.of("cccc", fold_chinese=False)
    assert recent.of("bbbb", fold_chinese=False) is second
    assert recent.of("aaaa", fold_chinese=False) is not first
    recent.of("d" * 11, fold_chinese=False)
    recent.of("e" * 10, fold_chinese=False)
    assert [text for text, _ in recent._kept] == ["e" * 10]


def test_threads_share_what_is_kept():
    recent = module._Recent(most=100)
    found = []

    def search():
        found.extend(recent.of(str(number % 50), fold_chinese=False).passage for number in range(5_000))

    threads = [Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted([str(number % 50) for number in range(5_000)] * 4)
    assert recent._length == sum(len(text) for text, _ in recent._kept) <= 100


def test_a_text_is_looked_for_as_a_passage_as_a_whole_and_without_its_markers():
    assert forms("A dog and the").sought == ("a dog and", "dog and")
    assert forms("1. Paris\n2. Rome").sought == ("1 paris 2 rome", "paris 2 rome", "paris rome")
    assert forms("five days").sought_typed == ("5day",)
    assert forms("x\n- y").form(MatchMode.STANDARD, is_unlisted=True) == "x y"
