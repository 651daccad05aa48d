"""Chinese names: whether a person's name stands in a sentence that sets nothing apart.

Where it is asked who did something, three characters that begin with a surname are a name, whatever stands
before them. What may not stand behind them makes the name of a street, a house or a relative.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

__all__ = ["is_name", "is_named_alone"]

# The hundred most frequent surnames and some more, in both scripts; of two characters the last ones.
_SURNAMES: Final = frozenset(
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣"
    "蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范金石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶"
    "黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯温溫康施文牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟申殷詹"
)
_COMPOUND: Final = (
    "欧阳",
    "歐陽",
    "司马",
    "司馬",
    "诸葛",
    "諸葛",
    "上官",
    "夏侯",
    "东方",
    "皇甫",
    "尉迟",
    "公孙",
    "慕容",
)


def is_name(item: str, question: str) -> bool:
    """Whether an expected answer is a person's name, and a person was asked for.

    Example:
        >>> is_name("陆明远", "壁画是谁画的？"), is_name("陆明远", "壁画是什么？")
        (True, False)
        >>> is_name("部门经理", "谁批准？")
        False
    """
    is_long = len(item) == _CHARACTERS and item[0] in _SURNAMES
    is_compound = len(item) in (_CHARACTERS, _CHARACTERS + 1) and item.startswith(_COMPOUND)
    return (
        (is_long or is_compound)
        and _han().fullmatch(item) is not None
        and _who().search(question) is not None
    )


def is_named_alone(text: str, start: int, end: int) -> bool:
    """Whether a name stands for the person: no part of a longer name, and not behind 非 or 老.

    Example:
        >>> is_named_alone("由船工之子陆明远绘成", 5, 8), is_named_alone("陆明远路", 0, 3)
        (True, False)
    """
    return _suffix().match(text, end) is None and _prefix().search(text[max(0, start - 2) : start]) is None


_CHARACTERS: Final = 3


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}+")


@cache
def _who() -> regex.Pattern[str]:
    return regex.compile(r"谁|誰|哪位|何人|什么人|甚麼人|哪个人|姓名|作者|哪几位")


@cache
def _suffix() -> regex.Pattern[str]:
    """Match what makes another thing of a name: its street, its house, the like."""
    return regex.compile(
        r"[路街巷桥橋村镇鎮县縣市省区區楼樓馆館奖獎杯府祠墓宅园園堂庙廟坊社党黨派式版传傳记記氏班队隊组組]"
        r"|家族|故居|基金|中学|小学|大学|学校|公司|研究"
    )


@cache
def _prefix() -> regex.Pattern[str]:
    return regex.compile(r"[非老小阿假伪偽仿]$|以外|除了?$")
