"""Guesses: words by which an answer gives something after all, though it begins like a refusal.

"The article gives no date; my best guess would be 1986." answers. Such an answer looks as much like a refusal
as a refusal does, but for these words.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

__all__ = ["LESS", "gives_a_guess"]

# So much less like a refusal an answer is that holds one of them.
LESS: Final = 3.0


def gives_a_guess(text: str) -> bool:
    """Whether an answer holds words by which it gives something after all, or is a quotation and no more.

    Args:
        text: The answer, folded.

    Example:
        >>> gives_a_guess("the passage does not say; judging by the map, it is north of the river")
        True
        >>> gives_a_guess("the passage does not say where it is")
        False
    """
    return _words().search(text) is not None or _quoted().fullmatch(text.strip()) is not None


@cache
def _quoted() -> re.Pattern[str]:
    """Match what only quotes: what stands on a form is an answer."""
    return re.compile(r"\"[^\"]{1,200}\"\.?|「[^「」]{1,200}」。?|'[^']{1,200}'\.?|“[^“”]{1,200}”[.。]?")


@cache
def _words() -> re.Pattern[str]:
    return re.compile(
        r"\bthe answer\b[^.]{0,90}\bwould be\b"
        r"|\b(?:my (?:best )?guess|best guess|i'd (?:say|guess|put)|judging (?:by|from)|as far as i (?:know"
        r"|recall|remember)|i (?:think|believe|reckon|recall|suspect|seem to)|probably|likely|presumably"
        r"|it(?:'s| is) (?:about|around|roughly|an?|the)|from (?:memory|experience)|in my experience"
        r"|hope (?:that|this) helps|grain of salt|points to|suggests|appears to|according to"
        r"|(?:but|however|though|;)[^.]{0,60}\b(?:says|names|gives|lists|reads|puts)"
        r"(?! (?:no|nothing|only)\b))\b"
        r"|我们这边|依我|依据|依[^，。]{1,8}判|一般(?:是|都|来)|大概|差不多|听.{0,8}[说讲說講]|据我|應該是|应该是|我猜|估计"
        r"|按.{0,6}(?:判读|推算)|看来|我[看查]了|[就据據]我所知|我知道的|[从從].{0,8}看(?!.{0,3}[不无無没沒])|自己的[经經][验驗]|查了"
        r"|私の知識では|知る限り|写真からは?わか|おそらく|恐らく|たぶん|多分|と思[いわっ]|推測|ようです|経験上|はずです|記憶では|見る限り|でしょう|らしい"
        r"|によると|では.{1,12}と(?:あり|な|書)"
        r"|아는 바|아는 한|제 생각|아마|것 같|추측|제 경험|듣기로|추정|보입니다|보여요"
        r"|기억으로|으로 보아|적혀 있(?!지)|나와 있(?:습|어|다|네)"
    )
