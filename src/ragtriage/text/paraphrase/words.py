"""Words of English: which say nothing by themselves, which are one word, which are opposites."""

from __future__ import annotations

from typing import Final

from ragtriage.text.languages.table import words

__all__ = [
    "FUNCTION_WORDS",
    "MONTHS",
    "NEGATIONS",
    "NICKNAMES",
    "NUMBER_WORDS",
    "OPPOSITES",
    "PARTICLES",
    "PEOPLES",
    "SAME",
]


def _pair(text: str) -> tuple[str, str]:
    first, second = text.split()
    return first, second


# They may differ without the sense doing so. What turns it (not, before, under, without) is none of them.
FUNCTION_WORDS: Final = frozenset(
    words(
        "a an the of in on at to for from by with as is are was were be been being am it its this",
        "that these those there here and or s d m ll re ve he she they his her their him them i you",
        "your we our my me who whom whose which what when where why how do does did done has have had",
        "having will would can could shall should may might must also very just so than then such",
        "into onto about between during around approximately roughly some any each both all usually",
        "typically generally often commonly known called named own through within upon among if",
        "because while since",
    )
)

# What stands between the parts of a name.
PARTICLES: Final = frozenset(words("of the s de von van la le al bin el"))

NEGATIONS: Final = frozenset(
    words(
        "not no never without nor neither none except excluding cannot t instead unlike rather",
        "nothing nobody nowhere false incorrect wrong untrue myth apart hardly fails failed",
    )
)

MONTHS: Final = frozenset(
    words("january february march april may june july august september october november december")
)


def _number_words() -> dict[str, str]:
    cardinals = words(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
        "fifteen sixteen seventeen eighteen nineteen twenty",
    )
    ordinals = words(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth",
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    )
    tens = words("thirty forty fifty sixty seventy eighty ninety")
    romans = words("ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi")
    return {
        **{word: str(number) for number, word in enumerate(cardinals)},
        **{word: str(number) for number, word in enumerate(ordinals, 1)},
        **{word: str(10 * number) for number, word in enumerate(tens, 3)},
        **{word: str(number) for number, word in enumerate(romans, 2)},
        "once": "1",
        "twice": "2",
        "thrice": "3",
        "dozen": "12",
        "hundred": "100",
        "thousand": "1000",
    }


NUMBER_WORDS: Final = _number_words()

# A word and what it is held for: abbreviations and spellings.
_SAME: Final = (
    "us america|usa america|uk britain|mt mount|st saint|dr doctor|jr junior|sr senior|& and"
    "|colour color|metre meter|metres meter|litre liter|litres liter|centre center|theatre theater"
    "|bce bc|ce ad|km kilometer|mg milligram|ml milliliter|kg kilogram|mins minute|min minute"
    "|hrs hour|hr hour|jan january|feb february|mar march|apr april|jun june|jul july|aug august"
    "|sep september|sept september|oct october|nov november|dec december|tv television|vs versus"
    "|physician doctor|film movie|attorney lawyer|automobile car"
)
SAME: Final[dict[str, str]] = dict(_pair(pair) for pair in _SAME.split("|"))

# A people, language or faith, and the word it shares the stem with.
_PEOPLES: Final = (
    "american america|british britain|french france|german germany|italian italy|spanish spain"
    "|portuguese portugal|english england|welsh wales|scottish scotland|irish ireland"
    "|dutch netherlands|holland netherlands|belgian belgium|swiss switzerland|austrian austria"
    "|polish poland|czech czechia|greek greece|turkish turkey|russian russia|swedish sweden"
    "|norwegian norway|danish denmark|finnish finland|icelandic iceland|hungarian hungary"
    "|romanian romania|bulgarian bulgaria|serbian serbia|croatian croatia|ukrainian ukraine"
    "|chinese china|japanese japan|korean korea|vietnamese vietnam|thai thailand|indian india"
    "|pakistani pakistan|bangladeshi bangladesh|nepalese nepal|nepali nepal|iranian iran|persian iran"
    "|persia iran|iraqi iraq|israeli israel|syrian syria|lebanese lebanon|egyptian egypt"
    "|ethiopian ethiopia|kenyan kenya|nigerian nigeria|ghanaian ghana|african africa|asian asia"
    "|european europe|australian australia|canadian canada|mexican mexico|brazilian brazil"
    "|argentine argentina|argentinian argentina|chilean chile|peruvian peru|colombian colombia"
    "|venezuelan venezuela|cuban cuba|jamaican jamaica|haitian haiti|californian california"
    "|texan texas|roman rome|athenian athens|parisian paris|londoner london|christianity christian"
    "|islamic islam|muslim islam|judaism jewish|buddhism buddhist|hinduism hindu|catholicism catholic"
    "|protestantism protestant"
)
PEOPLES: Final[dict[str, str]] = dict(_pair(pair) for pair in _PEOPLES.split("|"))

# A short form of a first name, and the name it shares the stem with.
_NICKNAMES: Final = (
    "johnny john|jack john|jim james|jimmy james|jamie james|bill william|billy william|willy william"
    "|bob robert|bobby robert|rob robert|robbie robert|dick richard|rick richard|ricky richard"
    "|rich richard|mike michael|mick michael|mickey michael|dave david|davey david|tom thomas"
    "|tommy thomas|tony anthony|joe joseph|joey joseph|chuck charles|charlie charles|ted theodore"
    "|ed edward|eddie edward|ned edward|harry harold|hank henry|larry lawrence|laurie laurence"
    "|jerry gerald|gerry gerald|steve steven|stephen steven|dan daniel|danny daniel|sam samuel"
    "|sammy samuel|ben benjamin|benny benjamin|alex alexander|sandy alexander|andy andrew|drew andrew"
    "|nick nicholas|pete peter|phil philip|fred frederick|freddie frederick|frank francis|ron ronald"
    "|ronnie ronald|don donald|donnie donald|ken kenneth|kenny kenneth|greg gregory|jeff jeffrey"
    "|geoff geoffrey|matt matthew|pat patrick|paddy patrick|ray raymond|tim timothy|vince vincent"
    "|walt walter|zach zachary|gabe gabriel|gus augustus|kate katherine|katie katherine|kathy katherine"
    "|catherine katherine|cathy katherine|kathryn katherine|liz elizabeth|lizzie elizabeth"
    "|beth elizabeth|betty elizabeth|eliza elizabeth|maggie margaret|meg margaret|peggy margaret"
    "|sue susan|susie susan|becky rebecca|becca rebecca|jenny jennifer|jen jennifer|abby abigail"
    "|debbie deborah|deb deborah|vicky victoria|anne ann|annie ann|nell eleanor|ellie eleanor|molly mary"
    "|polly mary|christy christine|tina christina|sasha alexandra|mandy amanda|trish patricia"
    "|patty patricia|tricia patricia"
)
NICKNAMES: Final[dict[str, str]] = dict(_pair(pair) for pair in _NICKNAMES.split("|"))

# Whoever says one of two where the other is expected says something else.
_OPPOSITES: Final = (
    "north south|northern southern|east west|eastern western|northeast northwest|southeast southwest"
    "|northeast southeast|northwest southwest|left right|upper lower|up down|above below|before after"
    "|early late|earlier later|first last|increase decrease|increases decreases|increased decreased"
    "|increasing decreasing|rise fall|rises falls|rose fell|more less|more fewer|most least"
    "|maximum minimum|max min|high low|higher lower|highest lowest|large small|larger smaller"
    "|largest smallest|long short|longer shorter|longest shortest|old young|oldest youngest|old new"
    "|hot cold|warm cold|open closed|open close|opened closed|inside outside|internal external"
    "|inner outer|interior exterior|input output|male female|man woman|men women|boy girl"
    "|father mother|brother sister|son daughter|husband wife|king queen|prince princess|uncle aunt"
    "|actor actress|parent child|positive negative|true false|yes no|with without|on off|in out"
    "|over under|win lose|won lost|winner loser|plaintiff defendant|plaintiffs defendants|alive dead"
    "|living dead|born died|birth death|day night|morning evening|summer winter|spring autumn"
    "|spring fall|white black|light dark|public private|legal illegal|lawful unlawful"
    "|possible impossible|allowed forbidden|permitted prohibited|required optional|mandatory optional"
    "|voluntary mandatory|always never|everyone nobody|all none|ad bc|am pm|acid base|acidic basic"
    "|anode cathode|artery vein|arteries veins|import export|imports exports|buyer seller"
    "|buyers sellers|employer employee|employers employees|lender borrower|teacher student"
    "|doctor patient|credit debit|asset liability|assets liabilities|profit loss|gain loss|even odd"
    "|half double|single double|single married|begin end|began ended|beginning end|start end"
    "|started ended|start finish|enter exit|ascending descending|horizontal vertical|major minor"
    "|senior junior|modern ancient|strong weak|fast slow|faster slower|safe dangerous|rich poor"
    "|wet dry|include exclude|includes excludes|included excluded|enabled disabled|enable disable"
    "|accept reject|accepted rejected|approve reject|approved rejected|approved denied|add remove"
    "|added removed|add subtract|multiply divide|attack defend|clockwise anticlockwise"
    "|clockwise counterclockwise|weekdays weekends|weekday weekend|against for|ahead behind"
    "|front back|top bottom|near far|paid unpaid|full empty|full partial|same different"
    "|present absent|arrive depart|arrival departure|arrivals departures|domestic foreign"
    "|native foreign|domestic international|local global|manual automatic|temporary permanent"
    "|guilty innocent|republican democratic|republicans democrats|union confederacy"
    "|refundable nonrefundable|buy sell|bought sold|send receive|sent received|push pull"
    "|encrypt decrypt|encrypted unencrypted|read write|upload download|love hate|loved hated"
    "|friend enemy|victory defeat|success failure|succeeded failed"
)


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _OPPOSITES.split("|"):
        a, b = pair.split()
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES: Final = _opposites()
