"""Files that are not UTF-8: which encoding they are probably in, and how to save them."""

from __future__ import annotations

from typing import Final

__all__ = ["how_to_save"]

# Spreadsheets of East Asia still write these. The first is named in which enough of what is not ASCII reads
# as the script that tells it: kana seldom appear by chance, Hangul and Han more often.
_LIKELY: Final = (
    ("cp932", "Shift_JIS", "ぁ", "ヿ", 0.2),
    ("cp949", "EUC-KR", "가", "힣", 0.8),
    ("gb18030", "GBK", "一", "鿿", 0.6),
    ("big5", "Big5", "一", "鿿", 0.6),
)


def how_to_save(data: bytes) -> str:
    """Say which encoding bytes that are not UTF-8 are probably in, and how to turn them into UTF-8.

    Example:
        >>> how_to_save("質問はなに".encode("cp932"))
        "it reads as Shift_JIS (cp932); save it as UTF-8 (in Excel: 'CSV UTF-8'), or: iconv -f cp932 -t utf-8"
    """
    for codec, name, first, last, enough in _LIKELY:
        try:
            # a character may be cut in two where the bytes end
            text = data.decode(codec, errors="strict") if len(data) < 4 else _decoded(data, codec)
        except UnicodeDecodeError:
            continue
        letters = [letter for letter in text if ord(letter) > 127]
        if letters and sum(first <= letter <= last for letter in letters) >= enough * len(letters):
            return (
                f"it reads as {name} ({codec}); save it as UTF-8 (in Excel: 'CSV UTF-8'), "
                f"or: iconv -f {codec} -t utf-8"
            )
    return "save it as UTF-8"


def _decoded(data: bytes, codec: str) -> str:
    for cut in range(4):
        try:
            return data[: len(data) - cut].decode(codec)
        except UnicodeDecodeError as error:
            if error.start < len(data) - cut - 4:
                raise
    return data.decode(codec)
