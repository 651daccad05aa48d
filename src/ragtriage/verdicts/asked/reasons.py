"""Reasons that speak against their verdict: such a reply is not believed.

A model that writes "the text does not mention it" and then `supported` has made a mistake in one of the two,
and nobody can know in which.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

__all__ = ["speaks_against"]

# What a reason says that denies the verdict `supported` (or the like), a language a line.
_DENIES: Final = (
    r"\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?(?:supported|backed|mentioned|stated|contained)",
    r"\b(?:is|are|was|were)(?: not|n't) (?:\w+ )?(?:equivalent|correct)",
    r"\b(?:do|does|did)(?: not|n't) (?:\w+ )?(?:support|mention|state|say|contain|back|match)\b",
    r"(?<!not |n't |nothing |never )\bcontradict(?:s|ed)\b|\bunsupported\b",
    r"(?:裏付け|支持|記載|言及|述べ|明記)(?:られ|さ|れ|して|て|は|が|も|い|られて|されて)*(?:ない|ません|なし)|(?<!に)矛盾(?:する|して(?:いる|います))",
    r"(?:언급|뒷받침|기재|명시|지지)(?:되|하|돼)?지 ?(?:않|못)|언급이? 없|모순(?:된|되|됩)",
    r"(?:没有|沒有|未|并未|不)(?:提及|提到|支持|说明|說明|记载|記載)|(?<!不)(?:相|自相)矛盾",
)

# What a reason says that affirms it.
_AFFIRMS: Final = (
    r"\b(?:is|are) (?:fully|directly|clearly|explicitly|entirely) (?:supported|backed|stated|equivalent)\b",
    r"(?:完全に|明確に|直接)(?:裏付けられて|支持されて|一致して)い(?:る|ます)",
    r"(?:완전히|명확히|직접) (?:뒷받침|일치)(?:된|됩|한|합)",
    r"(?:完全|明确|明確|直接)(?:支持|一致|相符)",
)


def speaks_against(reason: str, *, is_positive: bool) -> bool:
    """Whether a reason says the opposite of its verdict.

    Args:
        reason: In prose, in any of the four languages.
        is_positive: Whether the verdict is `supported`, `contained` or `equivalent`.

    Example:
        >>> speaks_against("The text does not mention a fee.", is_positive=True)
        True
        >>> speaks_against("The text says so; nothing contradicts it.", is_positive=True)
        False
    """
    denies = _any_of(_DENIES).search(reason) is not None
    affirms = _any_of(_AFFIRMS).search(reason) is not None
    # a reason that says both weighs one statement against another: that is no contradiction
    return denies and not affirms if is_positive else affirms and not denies


@cache
def _any_of(patterns: tuple[str, ...]) -> regex.Pattern[str]:
    return regex.compile("|".join(f"(?:{pattern})" for pattern in patterns), regex.IGNORECASE)
