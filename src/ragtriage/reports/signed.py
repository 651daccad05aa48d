"""Numbers of a comparison in few characters: shares, differences, p values."""

from __future__ import annotations

__all__ = ["number", "signed", "small"]


def number(value: float | None) -> str:
    """Return a number with three decimals, a large one with four digits; a dash where there is none.

    >>> number(0.7123), number(1234.5), number(None)
    ('0.712', '1234', '–')
    """
    if value is None:
        return "–"
    return f"{value:.3f}" if abs(value) < 100 else f"{value:.4g}"


def signed(value: float | None) -> str:
    """Return a number with its sign.

    >>> signed(0.05), signed(-0.05), signed(0.0), signed(None)
    ('+0.050', '-0.050', '0.000', '–')
    """
    if value is None:
        return "–"
    shown = number(abs(value))
    if float(shown) == 0:
        return shown
    return f"+{shown}" if value > 0 else f"-{shown}"


def small(p: float | None) -> str:
    """Return a probability, in two digits that count where it is small.

    >>> small(0.0412), small(0.00012), small(3e-40), small(1.0)
    ('0.041', '1.2e-04', '<1e-15', '1')
    """
    if p is None:
        return "–"
    if p < 1e-15:  # and 0, where a float could hold no smaller number
        return "<1e-15"
    if p == 1:
        return "1"
    return f"{p:.3f}" if p >= 0.0095 else f"{p:.1e}"
