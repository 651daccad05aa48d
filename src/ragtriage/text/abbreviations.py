"""Words whose period does not end a sentence, a line a language that a native speaker can correct.

Written without their last period and in lower case; inner periods stay (`e.g`). Read by `text/sentences.py`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ALWAYS", "BEFORE_NUMBERS", "MONTHS", "STARTERS", "UNLESS_STARTER"]


def _words(lines: dict[str, str]) -> frozenset[str]:
    return frozenset(word for line in lines.values() for word in line.split())


ALWAYS: Final = _words(
    {
        "en": "dr mr mrs ms prof rev hon st mt ft gen col capt lt sgt maj sen rep gov pres "
        "e.g i.e vs viz cf al approx",
        "de": "hr fr frl z.b d.h u.a bzw ca evtl ggf inkl str usw sog vgl",
        "fr": "m mm mme mlle mgr me p.ex c.-à-d env",
        "es": "sr sra srta dra ud uds d dña p.ej",
        "it": "sig dott ing avv",
        "pt": "exmo",
        "ru": "г гг ул им св т.е т.н проф акад см стр рис обл респ тыс руб",
    }
)
"""The sentence goes on, whatever comes next: titles, "that is", "Saint"."""

BEFORE_NUMBERS: Final = _words(
    {
        "en": "no nos fig figs eq sec ch vol pp p art para ver v "
        "jan feb mar apr jun jul aug sep sept oct nov dec",
        "de": "nr abs bd kap s",
        "fr": "n chap",
        "es": "núm cap pág",
        "ru": "п табл т",
    }
)
"""The sentence goes on where a number comes next: "No. 5", "Fig. 2", but "He said no."."""

UNLESS_STARTER: Final = _words(
    {
        "en": "inc ltd co corp llc jr sr etc ave blvd rd dept est min max tel a.m p.m ph.d b.sc m.sc b.c a.d",
        "fr": "av",
        "it": "ecc",
        "ru": "т.д т.п др",
    }
)
"""The sentence goes on unless one of `STARTERS` comes next: "Acme Inc. was", "Acme Inc. It was"."""

STARTERS: Final = _words(
    {
        "en": "The This That These Those There It Its He She They We You I In On At By For From After Before "
        "As When While If Although However But And Or So Then Also No Not His Her Their Our My "
        "What Who Where Why How",
        "de": "Der Die Das Ein Eine Er Sie Es Wir Ich Im Am Nach Vor Bei Aber Und Wenn",
        "fr": "Le La Les Un Une Il Elle Ils Elles Ce Cette Ces En Dans Mais Et",
        "es": "El Los Las Una Es Pero Y Este Esta",
        "ru": "Он Она Оно Они Это Этот Эта В На После Но И Если Мы Вы",
    }
)
"""Words with which a new sentence begins; inside one they seldom have a capital letter."""

MONTHS: Final = _words(
    {
        "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember "
        "Jahrhundert",
    }
)
"""A number's period before these ends no sentence: "am 3. Oktober"."""
