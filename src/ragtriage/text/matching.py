"""Whether two texts are the same answer: the four modes, each of which includes the ones before it."""

from __future__ import annotations

from ragtriage.errors import ConfigError
from ragtriage.model import MatchMode
from ragtriage.text.normalisation import standard, tokenised, whitespace
from ragtriage.text.rules import Scope, rules

__all__ = ["equal", "normalize", "simplified"]


def normalize(text: str, mode: MatchMode | str = MatchMode.WHITESPACE, *, fold_chinese: bool = False) -> str:
    """Bring a text to the normal form of a mode; two texts match when their normal forms are equal.

    Args:
        text: Any text.
        mode: `strict`, `whitespace`, `standard` or `values`.
        fold_chinese: Make Traditional characters Simplified.

    Raises:
        ConfigError: There is no such mode.
        MissingExtraError: Characters are to be folded and OpenCC is not installed.

    Example:
        >>> normalize("  New   York ")
        'New York'
        >>> normalize("Ｔｈｅ Eiffel Tower!", "standard")
        'eiffel tower'
    """
    match mode:
        case MatchMode.STRICT:
            form = text
        case MatchMode.WHITESPACE:
            form = whitespace(text)
        case MatchMode.STANDARD | MatchMode.VALUES:
            form = standard(text)
        case _:
            raise ConfigError(f"the match mode must be one of {', '.join(MatchMode)}: {mode!r}")
    if fold_chinese and not form.isascii():
        form = simplified(form)
    if mode == MatchMode.VALUES:
        form = tokenised(form, rules(Scope.WHOLE))
        form = simplified(form) if fold_chinese else form  # a token may hold Traditional characters
    return form


def simplified(text: str) -> str:
    """Make Traditional characters Simplified.

    Raises:
        MissingExtraError: OpenCC is not installed.
    """
    from ragtriage.text.chinese import fold  # noqa: PLC0415 - behind an extra

    return fold(text)


def equal(a: str, b: str, mode: MatchMode, *, fold_chinese: bool = False) -> bool:
    """Whether two texts match; a text whose normal form is empty matches nothing.

    Args:
        a: A text.
        b: Another.
        mode: How far they may differ.
        fold_chinese: Hold Traditional and Simplified characters for equal.

    Raises:
        ConfigError: There is no such mode.
        MissingExtraError: Characters are to be folded and OpenCC is not installed.

    Example:
        >>> equal("1,000 kg", "1000kg", MatchMode.STANDARD), equal("1.5", "15", MatchMode.STANDARD)
        (True, False)
    """
    form = normalize(a, mode, fold_chinese=fold_chinese)
    return form != "" and (a == b or form == normalize(b, mode, fold_chinese=fold_chinese))
