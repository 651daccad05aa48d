"""Signs that every language shares: SI symbols, currency signs and codes."""

from __future__ import annotations

from typing import Final

from ragtriage.text.values.tables.language import Currency, Language, Unit

__all__ = ["SYMBOLS"]

SYMBOLS: Final = Language(
    units=(
        Unit("m", "quantity", ("km",), factor="1000"),
        Unit("m", "quantity", ("m",)),
        Unit("m", "quantity", ("cm",), factor="0.01"),
        Unit("m", "quantity", ("mm",), factor="0.001"),
        Unit("g", "quantity", ("t",), factor="1000000"),
        Unit("g", "quantity", ("kg",), factor="1000"),
        Unit("g", "quantity", ("g",)),
        Unit("g", "quantity", ("mg",), factor="0.001"),
        Unit("l", "quantity", ("l",)),
        Unit("l", "quantity", ("ml",), factor="0.001"),
        Unit("sec", "duration", ("h",), factor="3600"),
        Unit("sec", "duration", ("min",), factor="60"),
        Unit("sec", "duration", ("sec",)),
        Unit("sec", "duration", ("ms",), factor="0.001"),
        Unit("km/h", "quantity", ("km/h", "kmh", "kph")),
        Unit("m/s", "quantity", ("m/s",)),
        Unit("mph", "quantity", ("mph",)),
        Unit("m^2", "quantity", ("m^2", "m2")),
        Unit("m^3", "quantity", ("m^3", "m3")),
        Unit("km^2", "quantity", ("km^2", "km2")),
        Unit("ha", "quantity", ("ha",)),
        Unit("kb", "quantity", ("kb",)),  # 1000 or 1024 of one another: left alone
        Unit("mb", "quantity", ("mb",)),
        Unit("gb", "quantity", ("gb",)),
        Unit("tb", "quantity", ("tb",)),
        Unit("hz", "quantity", ("hz",)),
        Unit("khz", "quantity", ("khz",)),
        Unit("mhz", "quantity", ("mhz",)),
        Unit("ghz", "quantity", ("ghz",)),
        Unit("w", "quantity", ("w",)),
        Unit("kw", "quantity", ("kw",)),
        Unit("kwh", "quantity", ("kwh",)),
        Unit("v", "quantity", ("v",)),
        Unit("°c", "quantity", ("°c",)),
        Unit("°f", "quantity", ("°f",)),
        Unit("°", "quantity", ("°",)),
        Unit("‰", "quantity", ("‰",)),
        Unit("%p", "quantity", ("%p", "%ポイント", "%포인트")),
    ),
    currencies=(
        Currency("jpy", before=("¥", "jpy", "jp¥"), after=("jpy", "¥")),
        Currency("krw", before=("₩", "krw"), after=("krw", "₩")),
        Currency("cny", before=("cny", "rmb", "cn¥"), after=("cny", "rmb")),
        Currency("usd", before=("$", "us$", "usd", "usd$"), after=("usd", "$")),
        Currency("eur", before=("€", "eur"), after=("eur", "€")),
        Currency("gbp", before=("£", "gbp"), after=("gbp", "£")),
        Currency("hkd", before=("hk$", "hkd"), after=("hkd",)),
        Currency("twd", before=("nt$", "twd"), after=("twd",)),
        Currency("aud", before=("a$", "au$", "aud"), after=("aud",)),
        Currency("cad", before=("c$", "ca$", "cad"), after=("cad",)),
        Currency("sgd", before=("s$", "sgd"), after=("sgd",)),
        Currency("chf", before=("chf",), after=("chf",)),
        Currency("inr", before=("₹", "inr"), after=("inr",)),
        Currency("vnd", before=("₫", "vnd"), after=("vnd", "₫")),
    ),
    percent=("%",),
)
