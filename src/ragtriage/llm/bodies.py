"""The body of an answer: unpacked as it comes, and never held beyond a size that was agreed.

A server may send without end, or a few bytes that unpack to gigabytes. So the packing is undone here, a piece
at a time and only as far as there is room, whatever carries the bytes.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from ragtriage.llm.sizes import shown_size

if TYPE_CHECKING:
    from zlib import _Decompress  # pyright: ignore[reportPrivateUsage] - the type has no other name

__all__ = ["ACCEPTED", "Body"]

ACCEPTED: Final = "gzip, deflate"  # the packings that can be undone here

_SHOWN: Final = 200  # characters of the name of a packing
_GZIP: Final = 16 + zlib.MAX_WBITS
_ZLIB: Final = 8  # the low half of the first byte of what is packed as the standard says


class Body:
    """What came of a body.

    Args:
        packing: The header `Content-Encoding`; empty where there is none.
        most_bytes: How much is read, and how much is held once it is unpacked.

    Example:
        >>> body = Body("", most_bytes=4)
        >>> body.take(b"abc"), body.take(b"def"), bytes(body.received), body.fault
        (True, False, b'abcd', 'more than 4 bytes')
    """

    def __init__(self, packing: str = "", *, most_bytes: int) -> None:
        self.received = bytearray()  # unpacked
        self.fault: str | None = None  # why it is not the whole body, in a few words
        self.is_too_long = False
        self._most = most_bytes
        self._read = 0
        self._packing = packing.strip().casefold()
        self._unpacker: _Decompress | None = None

    def take(self, piece: bytes) -> bool:
        """Take a piece in, and say whether there is room for more."""
        self._read += len(piece)
        if self.fault is None and piece:
            self._unpack(piece)
        if self.fault is None and self._read > self._most:
            self._stop()
        return self.fault is None

    def end(self) -> None:
        """Take in that nothing more comes."""
        if self.fault is None and self._unpacker is not None and not self._unpacker.eof:
            self.fault = "a packing that breaks off"

    def _unpack(self, piece: bytes) -> None:
        if self._packing in {"", "identity"}:
            self._keep(piece)
            return
        if self._packing not in {"gzip", "x-gzip", "deflate"}:
            # whole or not at all: a part of a secret, at a cut, would be found no more
            named = f": {self._packing}" if len(self._packing) <= _SHOWN else ""
            self.fault = f"a packing that nobody asked for{named}"
            return
        try:
            if self._unpacker is None:
                self._unpacker = zlib.decompressobj(self._window(piece))
            # one more than there is room for tells whether there is more
            self._keep(self._unpacker.decompress(piece, self._most - len(self.received) + 1))
        except zlib.error:
            self.fault = "a packing that cannot be undone"
            return
        if self.fault is None and self._unpacker.unused_data:
            self.fault = "something behind what is packed"

    def _window(self, piece: bytes) -> int:
        if self._packing != "deflate":
            return _GZIP
        # some servers leave out what the standard puts around it
        return zlib.MAX_WBITS if piece[0] & 0x0F == _ZLIB else -zlib.MAX_WBITS

    def _keep(self, unpacked: bytes) -> None:
        room = self._most - len(self.received)
        self.received += unpacked[:room]
        if len(unpacked) > room:
            self._stop()

    def _stop(self) -> None:
        self.is_too_long = True
        self.fault = f"more than {shown_size(self._most)}"
