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
    recent = module._Recent(most=16)
    first, second, third = (recent.of(text * 4, fold_chinese=False) for text in "abc")
    assert recent.of("aaaa", fold_chinese=False) is first
    assert recent.of("bbbb", fold_chinese=False) is second
    recent.of("dddd", fold_chinese=False)
    recent.of("eeee", fold_chinese=False)
    assert recent.of("cccc", fold_chinese=False) is third
    assert recent.of("aaaa", fold_chinese=False) is not first
    long = recent.of("f" * 9, fold_chinese=False)
    assert recent.of("f" * 9, fold_chinese=False) is not long


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
    assert recent._length == sum(len(text) for text, _ in recent._newer) <= 50
    assert sum(len(text) for text, _ in recent._older) <= 50


def test_a_text_is_looked_for_as_a_passage_as_a_whole_and_without_its_markers():
    assert forms("A dog and the").sought == ("a dog and", "dog and")
    assert forms("1. Paris\n2. Rome").sought == ("1 paris 2 rome", "paris 2 rome", "paris rome")
    assert forms("five days").sought_typed == ("5day",)
    assert forms("x\n- y").form(MatchMode.STANDARD, is_unlisted=True) == "x y"
