"""How far a judge agrees with people, in numbers that hold up when failures are rare."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Agreement", "Crossing", "agreement"]

_NAN = float("nan")


class Crossing(NamedTuple):
    """The 2 x 2 of a judge against people over the same cases."""

    both_pass: int
    judge_pass: int  # the judge passed it, people failed it
    people_pass: int  # people passed it, the judge failed it
    both_fail: int


class Agreement(NamedTuple):
    """Shares in [0, 1] and chance-corrected coefficients up to 1; NaN where undefined."""

    observed: float  # share of cases with the same outcome
    kappa: float
    ac1: float
    pabak: float
    on_pass: float
    on_fail: float


def agreement(crossing: Crossing) -> Agreement:
    """Agreement of two raters on pass and fail.

    Definitions, with a, b, c, d the four counts, n their sum, o = (a + d) / n:
    kappa (o - e) / (1 - e), e from both raters' own pass rates (Cohen, 1960), NaN when e = 1;
    AC1 the same with e = 2 t (1 - t), t the mean of the two pass rates (Gwet, 2008);
    PABAK 2 o - 1 (Byrt, Bishop and Carlin, 1993);
    on_pass 2 a / (2 a + b + c) and on_fail 2 d / (2 d + b + c), NaN when that outcome never occurs
    (Cicchetti and Feinstein, 1990).

    >>> agreement(Crossing(90, 5, 5, 0)).on_fail
    0.0
    """
    a, b, c, d = crossing
    n = a + b + c + d
    if n == 0:
        return Agreement(*[_NAN] * 6)
    observed = (a + d) / n
    judge, people = (a + b) / n, (a + c) / n
    by_chance = judge * people + (1 - judge) * (1 - people)
    middle = (judge + people) / 2
    by_guess = 2 * middle * (1 - middle)
    return Agreement(
        observed=observed,
        kappa=_NAN if by_chance == 1 else (observed - by_chance) / (1 - by_chance),
        ac1=(observed - by_guess) / (1 - by_guess),
        pabak=2 * observed - 1,
        on_pass=2 * a / (2 * a + b + c) if a + b + c else _NAN,
        on_fail=2 * d / (2 * d + b + c) if d + b + c else _NAN,
    )
