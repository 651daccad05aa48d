"""Fingerprints: which data and which evaluator an evaluation rests on, one hash a part.

RFC 8785 canonical JSON, SHA-256. Parts that go by question are hashed a question at a time and the
hashes are added modulo 2²⁵⁶, so that neither the order of the questions nor a partition of them matters.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec

__all__ = ["PARTS", "QUESTION_PARTS", "Total", "canonical", "plain_canonical", "sha256"]

QUESTION_PARTS: Final = ("questions", "gold", "retrieval_results", "context", "answers")
PARTS: Final = (
    "questions",
    "gold",
    "corpus",
    "chunking",
    "retriever",
    "retrieval_results",
    "context",
    "generator",
    "answers",
    "evaluator",
)
_MODULUS: Final = 1 << 256

# For strings, whole numbers and lists of them, and objects with ASCII keys, these bytes are RFC 8785's,
# fifty times faster (a property test holds the two together).
plain_canonical = msgspec.json.Encoder(order="sorted").encode


def canonical(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Return the RFC 8785 form of a JSON value.

    Example:
        >>> canonical({"b": 1.0, "a": "é"}).decode()
        '{"a":"é","b":1}'
    """
    import rfc8785  # noqa: PLC0415 - only values with fractions need it

    return rfc8785.dumps(value)


# A copy of a hash that has begun costs half of beginning one.
_begun: Final = hashlib.sha256().copy


def sha256(data: bytes) -> str:
    """Return the SHA-256 of canonical bytes, in hexadecimal."""
    digest = _begun()
    digest.update(data)
    return digest.hexdigest()


class Total:
    """The sum of one part's hashes over questions, modulo 2²⁵⁶.

    Example:
        >>> total = Total()
        >>> total.hexadecimal() is None  # nothing was recorded
        True
    """

    __slots__ = ("_any", "_sum")

    def __init__(self) -> None:
        self._sum = 0
        self._any = False

    def add(self, digests: Iterable[str | None]) -> None:
        """Add the hashes of some questions; None was not recorded and adds nothing."""
        values = [int(digest, 16) for digest in digests if digest is not None]
        if values:
            self._sum = (self._sum + sum(values)) % _MODULUS
            self._any = True

    def absorb(self, other: Total) -> None:
        """Add the sum over other questions."""
        self._sum = (self._sum + other._sum) % _MODULUS
        self._any = self._any or other._any

    def hexadecimal(self) -> str | None:
        """Return the sum in hexadecimal; None when nothing was recorded."""
        return f"{self._sum:064x}" if self._any else None
