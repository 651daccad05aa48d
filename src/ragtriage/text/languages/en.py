"""English: how an answer is declined, denied, hedged, taken back, and what may stand beside a match.

The patterns of refusals are for text whose contractions are spelled out ("do not", "can not", "i am").
"""

from __future__ import annotations

from typing import Final

from ragtriage.text.languages.table import Language, Pattern, words

__all__ = ["ENGLISH"]

# The texts that a system was given, as its answers call them.
_TEXTS: Final = (
    r"(?:documents?|documentation|docs?|contexts?(?! (?:of|in which)\b)|passages?|texts?|articles?|sources?"
    r"|(?:source"
    r"|provided"
    r"|given|reference|available) materials?|excerpts?|snippets?"
    r"|(?:search |retrieved )?results?|knowledge base|references?|paragraphs?|transcripts?"
    r"|(?:provided|given|available|retrieved|supplied) (?:information|data|content|pages?|files?|reports?"
    r"|polic(?:y|ies)))"
)
_INFORMATION: Final = (
    r"(?:information|info|details?|data|knowledge|context|answers?|mention|references?|documents?"
    r"|documentation"
    r"|results?|passages?|sources?|records?|clues?|specifics|facts?|content|indication|guidance|entry"
    r"|entries|sections?|sign|trace)"
)
_IN_TEXTS: Final = (
    r"(?:in|within|by|from|on|with|using|through|among|anywhere in|based on|given|according to) (?:any of "
    r"|all of )?"
    rf"(?:the |this |these |those |your |my |any |what )?(?:\w+ ){{0,3}}?(?:{_TEXTS}|information|data"
    rf"|provided|given|here|retrieved|have)\b"
)
_CANNOT: Final = r"(?:can not|could not|(?:am |was |were |are )?(?:unable|not able) to|will not be able to)"
_NOT: Final = r"(?:(?:do|does|did) not|fails? to|failed to|never|(?:can|could) not)"
_QUITE: Final = r"(?:\w+ly |even |(?:seem|appear) to |not )?"
_FIND_OUT: Final = (
    r"(?:determined?|answer(?:ed)?|tell|told|ascertain(?:ed)?|establish(?:ed)?|confirm(?:ed)?|infer(?:red)?"
    r"|deduced?"
    r"|identif(?:y|ied)|verif(?:y|ied)|conclude|derived?|find|found|locate|located|say|said|extract(?:ed)?"
    r"|give|provide|see)"
)
_SAID: Final = (
    r"(?:mentioned|stated|specified|indicated|disclosed|documented|discussed|addressed|explained|detailed"
    r"|spelled out|set out|noted)"
)
_GIVEN: Final = (
    rf"(?:{_SAID}|provided|given|available|found|included|covered|described|listed|contained|defined"
    rf"|answered|clear|present"
    r"|recorded|named|known|reported|shown|identified|there|evident|supplied|located|retrieved)"
)
_SAY: Final = (
    r"(?:say|state|mention|specify|contain|include|provide|indicate|cover|address|discuss|give|describe|list"
    r"|explain|answer"
    r"|tell|disclose|reveal|refer|clarify|define|note|name|touch|elaborate|detail|identify|shed"
    r"|speak|return|yield|go into|set out|spell out|make (?:\w+ )?(?:mention|clear))"
)
_FEW: Final = r"(?:\w+ ){0,3}?"
_LEAD: Final = (
    r"^(?:(?:unfortunately|sorry|apologies|regrettably|so|then|hence|therefore|thus|but|however),? ){0,2}"
)

# Words for texts that nothing but a system's own sources is called.
_GIVEN_TEXTS: Final = (
    r"(?:contexts?(?! (?:of|in which)\b)|passages?|excerpts?|snippets?|knowledge base"
    r"|(?:provided|given|supplied|retrieved|available) (?:\w+ )?(?:documents?|texts?|sources?|articles?"
    r"|materials?|information|data|content|paragraphs?))"
)

# Whatever a system's sources are called, and what they are asked to do.
_SOURCES: Final = (
    r"(?:documents|documentation|contexts?(?! (?:of|in which)\b)|passages?|texts?|articles?|sources"
    r"|excerpts?|snippets?"
    r"|knowledge base|paragraphs?"
    r"|materials? (?:provided|given|supplied|i have|available)|(?:provided|given|supplied|retrieved"
    r"|available) (?:\w+ )?\w+|\w+ (?:provided|i was given))"
)
_TELLING: Final = (
    r"(?:say|says|said|state|states|stated|mention|mentions|mentioned|specify|specifies|specified|answer"
    r"|answers"
    r"|answered|identify|identified"
    r"|determine|determined|tell|tells|describe|describes|described|discuss|discusses|discussed|touch"
    r"|touches|address|addresses|addressed"
    r"|cover|covers|covered|indicate|indicates|indicated|indication|reveal|reveals|revealed|disclose"
    r"|disclosed|detail|details|explain|explains|explained"
    r"|clarify|specifics|reference|information|clue|clues|context|elaborate|list|name)"
)

_REFUSALS: Final = (
    Pattern(
        r"\b(?:i|we) (?:really |simply |honestly |just )?do not (?:\w+ly )?know\b(?! (?:him|her|them"
        r"|how to love)\b)",
        "I don't know when it is due.",
        "Guests who don't know the code must ring.",
    ),
    Pattern(
        rf"\bi (?:am )?(?:also |still |really |regrettably |unfortunately )?(?:(?:do|did) not"
        rf"|{_CANNOT}) {_QUITE}"
        r"(?:see|find|locate|tell|say|determine|answer|confirm|identify|help|assist|verify|provide|give"
        r"|offer|share"
        r"|comment|respond|speak|access|recall|be (?:sure|certain|of help))\b",
        "I could not find the due date.",
        "The auditor could not find the due date.",
    ),
    Pattern(
        rf"\bwe {_CANNOT} {_QUITE}(?:find|locate|tell|determine|answer|confirm|identify|say|provide) {_FEW}"
        rf"(?:{_INFORMATION}|questions?|query|queries|from|when|what|who|where|how|whether|if)\b",
        "We cannot answer this question.",
        "We cannot provide parking for guests.",
    ),
    Pattern(
        r"\b(?:i|we) (?:(?:(?:do|did) not (?:\w+ )?(?:have|possess|hold|see|get)|have not(?: \w+){0,2}?"
        r"|lack) (?:access to |been given )?"
        rf"(?:\w+ ){{0,4}}?|have no (?:\w+ )?){_INFORMATION}\b(?! (?:desk|center|centre|office|entry))",
        "We do not have enough information to answer.",
        "We have no information desk.",
    ),
    Pattern(
        r"\b(?:i|we) (?:have|had) (?:absolutely )?no (?:idea|clue|way of (?:knowing|telling))\b"
        r"|\bi am (?:really |just |honestly )?(?:not (?:\w+ly )?(?:sure|certain|aware|familiar"
        r"|in a position to|qualified to)"
        r"|unsure|uncertain|unaware|unfamiliar)\b",
        "I am not sure.",
        "Those who are not sure should ask.",
    ),
    Pattern(
        rf"\b{_TEXTS}(?: \w+){{0,4}}? {_NOT} {_QUITE}(?:\w+ly )?{_SAY}\b"
        r"(?! (?:\w+ )?that (?!information|detail|data|date|number|name|figure|fact)| vat\b)",
        "The documents do not say when it is due.",
        "The documents do not say that smoking is allowed.",
    ),
    Pattern(
        rf"\b{_TEXTS}(?: \w+){{0,4}}? (?:(?:is|are|was|were) (?:silent|unclear|not clear|insufficient"
        rf"|not sufficient|inconclusive)"
        rf"|(?:has|have|had|gives?|contains?|contained|provides?|makes?|offers?|includes?"
        rf"|says?) (?:nothing\b(?: \w+){{0,2}}? (?:about|on|regarding|to)\b|nothing[.!]?$"
        rf"|no (?:\w+ ){{0,2}}?{_INFORMATION}\b)"
        rf"|lacks? {_FEW}{_INFORMATION}\b|leaves? (?:this|it|that|the question) (?:open|unanswered"
        rf"|unspecified))",
        "The context contains no information about fees.",
        "The context contains no errors.",
    ),
    Pattern(
        rf"\b(?:none of|nothing in|neither of|nowhere in|no part of|not one of|nowhere (?:do"
        rf"|does)) {_FEW}{_TEXTS}\b(?:[.!]?$|.{{0,30}}?\b(?:{_SAY}s?|(?:address|discuss)es|said|about"
        rf"|mentioned|stated|suggests?|helps?|relevant|relates?|match(?:es)?|had|has|have)\b)",
        "None of the documents mention it.",
        "None of the documents need a stamp.",
    ),
    Pattern(
        r"\b(?:there (?:is|are|was|were|seems? to be|appears? to be)|i (?:see|find|found)) (?:also "
        r"|currently |simply |unfortunately )?"
        rf"(?:no|not any|not enough|insufficient|not sufficient|not) (?:\w+ ){{0,2}}?{_INFORMATION}"
        r"(?: (?:about|on|regarding|concerning|as to|to (?:answer|determine|say|tell|suggest|confirm)"
        r"|that (?:answers?|addresses|mentions?|states?|specif)"
        r"|available|given|provided|specified|stated|of (?:any|the|this|that|what|when|who|where|how|a|an"
        r"|such|it)|here|for (?:this|that|your|the question))\b"
        rf"|[.,;!]?$|(?: \w+){{0,4}}? {_IN_TEXTS})",
        "There is no information about fees.",
        "There is no information desk.",
    ),
    Pattern(
        rf"{_LEAD}no (?:\w+ ){{0,2}}?{_INFORMATION}(?: (?:about|on|regarding|of|for|concerning|related"
        rf"|relating|relevant|that|to|in|within|from)\b.{{0,100}}?)?"
        r" (?:is|was|are|were|could be|can be|has been|have been|seems to be)? ?(?:\w+ly )?(?:found"
        r"|available|provided|given|mentioned|located|retrieved|stated"
        r"|specified|included|identified|returned|made|present|there|exists?)\b(?! (?:to|until|unless"
        r"|without|before|after|for (?:guests|visitors)|by)\b)",
        "No information about fees was found.",
        "No documents are provided without a fee.",
    ),
    Pattern(
        rf"{_LEAD}(?:no|insufficient|not enough|nothing) (?:relevant |specific |such |sufficient |further "
        rf"|useful |matching )?"
        rf"(?:{_INFORMATION}|matches|found|relevant|evidence)"
        r"(?: (?:found|available|provided|given|returned|here)| (?:to (?:answer|determine|say|tell)|in the"
        r"|on this|about|regarding)\b.{0,80})?[.!]?$",
        "No relevant information.",
        "No information required.",
    ),
    Pattern(
        rf"\b(?:is|are|was|were|been|be|seems?|appears?) (?:not|nowhere|never)(?: \w+ly| anywhere| yet"
        rf"| to be)* {_GIVEN}(?: (?:anywhere|\w+ly|at all|or \w+))? {_IN_TEXTS}",
        "The deadline is not mentioned in the documents.",
        "Breakfast is not included in the price.",
    ),
    Pattern(
        r"\b(?:is|are|was|were) not(?: \w+ly)? (?:mentioned|stated|specified|indicated)(?: (?:anywhere|here"
        r"|at all))?[.!]?$",
        "The deadline is not specified.",
        "The deadline is not extended.",
    ),
    Pattern(
        rf"\b(?:{_INFORMATION}|question|query)(?: (?:to|about|on|regarding|for|of"
        rf"|you)\b.{{0,80}}?)? (?:(?:is|are|was|were|can|could) not(?: be)?|is nowhere)"
        rf"(?: \w+ly)?(?: (?:{_GIVEN}|determined|answerable|accessible to me))(?: (?:at this time|yet|to me"
        rf"|right now))?(?:[.,;!]|$| {_IN_TEXTS})",
        "That information is not available.",
        "That information is not available to guests.",
    ),
    Pattern(
        rf"\b(?:{_INFORMATION}|that|this|it) (?:is|are) (?:simply |just |probably )?not (?:(?:contained "
        rf"|found |included )?in (?:the|any|this|these|those|my|your) {_FEW}{_TEXTS}\b"
        rf"|(?:something|anything|a (?:topic|question|subject|point)|information|an answer) (?:that "
        rf"|which )?(?:the|my|these|this|any|i) )",
        "The answer isn't in the text.",
        "The answer isn't in the affirmative.",
    ),
    Pattern(
        rf"\b(?:{_CANNOT}|impossible to|not possible to|hard to"
        rf"|difficult to) (?:be )?(?:\w+ly )?{_FIND_OUT}\b.{{0,100}}?"
        r"\b(?:based on|from|with|using|given|in|within)(?: only| just| solely)? (?:the |this |these |what "
        r"|your |such |any )?"
        rf"(?:\w+ ){{0,2}}?(?:{_TEXTS}|information|data|provided|given|available|is provided)\b",
        "It cannot be determined from the context.",
        "It cannot be determined from a blood sample.",
    ),
    Pattern(
        rf"\b(?:based on|given|from|according to|with)(?: only| just| solely)? (?:the |this |these |what "
        rf"|your |my )?{_FEW}(?:{_TEXTS}|information|data|provided|given|have)\b"
        rf".{{0,30}}?, .{{0,60}}?(?:{_CANNOT}|impossible|not possible|not clear|unclear|no way|no (?:clear "
        rf"|definite )?answer|unknown|not (?:\w+ly )?{_SAID}|not known|not provided|not given)",
        "Based on the context, it is not clear.",
        "Based on the context, it is clear.",
    ),
    Pattern(
        rf"{_LEAD}(?:it is |this is |that is |still )?(?:impossible"
        rf"|not possible) (?:for me )?to (?:determine|tell|say|answer|know|ascertain|establish|give"
        rf"|provide an answer)\b",
        "It is impossible to say.",
        "It is impossible to fail.",
    ),
    Pattern(
        rf"{_LEAD}(?:it (?:can|could) not be (?:determined|answered|said|established|inferred)"
        rf"|can not (?:be )?(?:determined?|answer(?:ed)?|say|tell)"
        r"|unable to (?:answer|determine|find|say)|could not (?:be )?(?:find|found|say|tell|determined?)"
        r"|do not know|dunno|idk|no idea|no clue|not sure|hard to (?:say|tell)"
        r"|unanswerable|unknown|undetermined|n/a|na|not (?:answerable|applicable|known|available|provided"
        r"|given|found|covered|in the (?:documents?|context|text|passages?|sources?)"
        rf"|{_SAID}))(?: (?:here|in|from|within|by|based on|with|to answer|an answer|the answer|this|that"
        rf"|anything|any|relevant|what|when|who|where|how)\b.{{0,80}})?[.!]?$",
        "Not mentioned in the passage.",
        "Unknown Pleasures.",
    ),
    Pattern(
        r"\b(?:insufficient|not enough|lack of|lacks?|lacking|without|no|not sufficient|need more"
        r"|require more|needs more|need additional|need further) (?:\w+ ){0,2}?"
        rf"(?:{_INFORMATION}|evidence)(?: \w+){{0,4}}? (?:to|for me to) (?:\w+ly )?(?:answer|determine|say"
        rf"|tell|give|provide|conclude|respond|know|be (?:sure|certain))\b",
        "There is not enough information to answer.",
        "Forms with insufficient information are returned.",
    ),
    Pattern(
        r"\b(?:outside|beyond|out of) (?:of )?(?:the |my )?(?:scope of |range of |coverage of "
        r"|bounds of )?(?:the |my |what |these |this )(?:\w+ )?"
        rf"(?:{_TEXTS}|knowledge|training|i (?:know|can|have))\b",
        "That is outside the scope of the provided documents.",
        "That is outside the scope of the warranty.",
    ),
    Pattern(
        r"\b(?:i (?:must|have to) (?:decline|refrain|pass)|i would (?:rather|prefer) not|i (?:will"
        r"|would) not (?:speculate|guess)"
        r"|i (?:would |will )?need (?:more|additional|further|access)|my (?:knowledge|training|data|sources?"
        r"|documents?|context|information) (?:\w+ ){0,2}?(?:(?:do|does) not|ends?\b|lacks?))",
        "I would need more context.",
        "You would need more flour.",
    ),
    Pattern(
        r"\bi (?:can|could|was able to) (?:find|see|locate|identify) (?:no|nothing)\b|\bi found (?:no"
        r"|nothing)\b"
        r"|\b(?:nothing|no answer) (?:was |is |has been )?(?:relevant |relating |useful )?(?:found"
        r"|could be found|came up|turned up|retrieved|matches|here answers)\b",
        "I can find no reference to it.",
        "I can find the reference.",
    ),
    Pattern(
        r"\b(?:question|query|request) (?:is|was|can|could|falls?|goes|remains?"
        r"|has) ?(?:not )?(?:be )?(?:been )?"
        r"(?:unanswerable|(?<=not |not be |not been )(?:answered|addressed|covered)|outside|beyond"
        r"|unanswered)\b(?! (?:yesterday|by (?:mr|ms|the minister)))",
        "The question is not answered by the text.",
        "The question was answered by the text.",
    ),
    Pattern(
        rf"^(?:however|but|unfortunately|sadly|yet),? (?:they|it|these|this|none of (?:them|these)"
        rf"|neither) (?:do|does|did) not (?:\w+ly )?{_SAY}\b(?! (?:\w+ )?that\b| (?:refunds?|discounts?))",
        "However, they do not give a date.",
        "However, they do give a date.",
    ),
    Pattern(
        rf"\b(?:remains?|is|are|was|were|left) (?:unclear|unspecified|unstated|unmentioned|undisclosed"
        rf"|not clear|undefined|not known|unknown)(?:,? {_IN_TEXTS})"
        r"|^(?:it|this|that|the answer) (?:remains|is) (?:unclear|unspecified|unstated|unmentioned|not clear"
        r"|unknown)[.!]?$",
        "The date is unclear from the text.",
        "The cause is unknown.",
    ),
    Pattern(
        rf"{_LEAD}(?:the |any |such |this |that )?(?:\w+ )?{_INFORMATION} (?:is |are )?(?:not|missing|absent"
        rf"|lacking)(?:(?<=not)(?: \w+ly)? {_GIVEN}|(?<!not))(?: {_IN_TEXTS}.{{0,40}})?[.!]?$",
        "Information not available.",
        "Information not for resale.",
    ),
    Pattern(
        rf"\b{_INFORMATION}\b.{{0,60}}? (?:is|are) (?:missing|absent|lacking) {_IN_TEXTS}|\bthere (?:is"
        rf"|was) nothing (?:about|on|regarding|concerning)\b",
        "The date needed to give an answer is missing from the context.",
        "The answer sheet is missing a page.",
    ),
    Pattern(
        rf"\b{_TEXTS}\b[^.!?]{{0,90}}?(?: and|[,;] (?:and |but )?(?:they|it|which|that)| but| that| which"
        rf"| they| it) {_NOT} {_QUITE}(?:\w+ly )?{_SAY}\b(?! (?:\w+ )?that\b| vat\b)",
        "The documents only discuss hardware; they do not mention licences.",
        "The documents arrived, but Tom did not mention it.",
    ),
    Pattern(
        rf"\b(?:i|we) have (?:\w+ ){{1,2}}no (?:\w+ )?{_INFORMATION}\b|\bi do not (?:think"
        rf"|believe) (?:that )?(?:the |these |those |any of the )?{_FEW}{_TEXTS}\b.{{0,20}}?\b{_SAY}\b",
        "I have been given no information about it.",
        "I do not think the documents are lost.",
    ),
    Pattern(
        r"\b(?:materials?|data|handbook|manual|policy|guide|page|website|faq|files?|report|transcript|notes"
        r"|entry|sections?|chapter|instructions) (?:(?:do|does|did) not|fails? to|never) (?:\w+ly )?(?:say"
        r"|state|mention|specify|indicate|reveal|clarify)s?\b(?! (?:\w+ )?that\b)",
        "The manual does not specify the temperature.",
        "The manual does not say that it is safe.",
    ),
    Pattern(
        rf"\b(?:{_CANNOT}|(?:do|does|did) not|no way to|unable to) (?:\w+ly )?(?:find|see|locate|answer|tell"
        rf"|determine|know|have|establish|say|identify|infer|get|derive|discern|confirm"
        rf"|conclude)\b.{{0,80}}?(?:in|from|within|using|on|with|among|through|based on) (?:the |this "
        rf"|these |those |your |my |any |only |what ){{0,2}}(?:\w+ ){{0,3}}?(?:{_TEXTS}|materials?"
        rf"|information (?:given|provided|available)|handbook|manual|what (?:is|was|i))\b",
        "One cannot tell from the passage.",
        "One cannot tell from a distance.",
    ),
    Pattern(
        rf"\b{_GIVEN_TEXTS}(?: \w+){{0,4}}? (?:(?:has|have|had|holds?) (?:no|nothing)\b|(?:never"
        rf"|nowhere) (?:\w+ly )?{_SAY}(?:e?s)?\b|(?:does|do|did) not (?:have|hold|offer|name|list|make|give"
        rf"|show|help|appear|seem)\b)(?! (?:\w+ )?that\b)",
        "The passage never mentions a bridge.",
        "The passenger never mentions a bridge.",
    ),
    Pattern(
        r"\b(?:i|we) (?:have )?(?:looked|searched|checked|went|read|reviewed|examined|scanned|consulted"
        r"|tried)\b.{0,80}?\b(?:(?:could|can|did) not|was (?:unable|not able) to|failed to|without) (?:find"
        r"|finding|see|locate|identify|come across)",
        "I looked through the documents but couldn't find it.",
        "She looked through the drawers but couldn't find it.",
    ),
    Pattern(
        rf"\b(?:the |any )?(?:requested|required|needed|necessary|relevant) (?:\w+ )?(?:{_INFORMATION}"
        rf"|figure|date|number|name|value|page)s? (?:is|are|was|were|could|can|does|do) not\b|\b(?:in"
        rf"|from) {_GIVEN_TEXTS}.{{0,60}}? (?:is|are|was|were|can|could) not\b.{{0,20}}?\b(?:{_GIVEN}"
        rf"|determined|answered)\b",
        "The requested figure is not there.",
        "The fastest figure is not there.",
    ),
    # A source anywhere in the sentence, and a denial close before a word for telling or knowing.
    Pattern(
        rf"^(?=.{{0,200}}?\b{_SOURCES}\b).{{0,160}}?\b(?:not|never|no|nothing|none|neither|unable"
        rf"|insufficient|lacks?|lacking|impossible"
        rf"|without)\b(?:\W+\w+){{0,5}}?\W+{_TELLING}\b(?! (?:\w+ )?that\b)",
        "Nothing about the landlord is said in the passages.",
        "Nothing about the landlord is known to the police.",
    ),
    Pattern(
        rf"^(?:answer: |a: )?(?:it is |this is |that is )?not (?:\w+ )?(?:in|part of|among) (?:the "
        rf"|any of the |these |your |my ){_FEW}{_SOURCES}\b",
        "Answer: not in the context.",
        "Answer: not in the garden.",
    ),
    # A denial in a sentence that names a source as the place where it looked, duties and faults apart.
    Pattern(
        r"^(?=.{0,160}?\b(?:in|from|within|by|on|with|among|based on|using) (?:the |this |these |those "
        r"|your |my |any |all |of )*(?:\w+ ){0,2}?"
        rf"{_SOURCES}\b)(?!.{{0,160}}?\b(?:(?:must|may|should|need|shall) not|no (?:errors?|mistakes?"
        rf"|changes?)|not (?:\w+ ){{0,4}}?that (?:it|he|she|they|the|an?|you|we|smoking))\b)"
        r".{0,160}?\b(?:not|never|no|nothing|none|unable|impossible|insufficient)\b",
        "The answer to your question is not in the documents.",
        "The answer to your prayer is not in the stars.",
    ),
    Pattern(
        rf"\b{_SOURCES}(?: \w+){{0,4}}? (?:(?:do|does|did) not|never(?= \w*? ?{_TELLING})|(?:offers?|gives?"
        rf"|provides?|has|have"
        rf"|makes?) no|lacks?|(?:is|are) not (?:enough|sufficient))\b"
        r"(?! (?:need|require|have to|expire|apply|leave|arrive|matter|belong|open"
        r"|work)\b)(?!.{0,40}\bthat (?:it|he|she|they|the|an?|you|we|smoking)\b)",
        "The passages offer no explanation for the delay.",
        "The passages do not need a permit.",
    ),
    Pattern(
        r"\b(?:was|were|am|are|been) not (?:given|shown|provided with) (?:any |a |the "
        r"|enough )?(?:\w+ )?(?:documents?|information|context|texts?|sources?|details?|data|passages?)\b"
        r"|\b(?:information|context|data) (?:\w+ )?is not (?:enough|sufficient)\b",
        "I wasn't given any document about it.",
        "I wasn't given any breakfast.",
    ),
    Pattern(
        r"\bneither (?:of (?:the|these|those) )?(?:\w+ )?(?:documents?|passages?|sources?|texts?|articles?"
        r"|excerpts?|files?)\b|^(?:sorry|apologies|unfortunately),? (?:but )?(?:that is|it is|this is"
        r"|nothing|no luck|no answer|not)\b.{0,40}?\b(?:there|available|found|given|here|possible"
        r"|something)\b",
        "Neither document gives the price.",
        "Neither guest gives the price.",
    ),
)

_PREAMBLES: Final = (
    Pattern(
        r"^(?:i am |we are )?(?:so |very |really |truly )?(?:sorry|afraid|apologi[sz]e|apologies"
        r"|unfortunately|regrettably|thank you|thanks|hello|hi|good question|great question|hmm|well|sure"
        r"|let me|no)\b.{0,60}$",
        "I'm sorry about that.",
        "The office is sorry.",
    ),
    Pattern(
        rf"^(?:\w+ ){{0,3}}?(?:{_TEXTS}|they|information)(?: \w+){{0,3}}? (?:only |mainly |mostly "
        rf"|primarily |briefly |just |do |does )?(?:describes?|discuss(?:es)?|covers?|mentions?"
        r"|talks?|focus(?:es)?|explains?|deals?|refers?|contains?|includes?|provides?|is|are|lists?"
        r"|outlines?|address(?:es)?|gives?|concerns?|speaks?|presents?)\b.{0,300}$",
        "The documents describe how to file a claim.",
        "Employees describe how to file a claim.",
    ),
    Pattern(
        r"^(?:i (?:have )?(?:checked|searched|looked|reviewed|read|went)|after (?:reviewing|reading|checking"
        r"|searching|looking)|based on|according to|you (?:are )?(?:asked|asking|want)|to answer)\b.{0,200}$",
        "I searched the knowledge base.",
        "She searched the knowledge base.",
    ),
)

_CONTRASTS: Final = (
    Pattern(
        r"[,;:.!?] (?:but|however|though|although|yet|nevertheless|that said|still|nonetheless)\b"
        r"|\bbut (?:it|he|she|they|the)\b",
        "I don't know the day, but it was in May.",
        "I don't know a butler.",
    ),
)

_NEGATIONS_BEFORE: Final = (
    Pattern(r"\b(?:not|cannot)\b|n't\b", "It is not Paris.", "It is noted in Paris."),
    Pattern(
        r"\b(?:no|never|neither|nor|none|nobody|nothing|nowhere|hardly|scarcely|barely|seldom|rarely)\b",
        "It was never Paris.",
        "It was November, in Paris.",
    ),
    Pattern(
        r"\b(?:(?:any|every|no|all)(?:thing|body|one|where)?|(?:any|every|all) \w+) but\b",
        "It is anything but Paris.",
        "It is all in Paris.",
    ),
    Pattern(
        r"\b(?:stop(?:s|ped)?(?! (?:at|in|on|by)\b)|ceased?|quit|gave up|abandoned|discontinued|abolished)"
        r"\b(?=\W{0,3}(?:\w+\W{1,3}){0,3}$)"
        r"|\b(?:moved?|switched|migrated|relocated|changed)(?: away)? from\b(?!.{0,80} (?:to|into)\b)",
        "We stopped using Paris.",
        "We moved to Paris.",
    ),
    Pattern(
        r"\b(?:rather than|instead of|other than|except(?: for)?|unlike|without|as opposed to|far from)\b",
        "It is Lyon rather than Paris.",
        "It is Lyon and, exceptionally, Paris.",
    ),
    Pattern(
        r"\b(?:wrong|false|incorrect|untrue|mistaken|a myth|a mistake) (?:to say "
        r"|to think )?(?:that )?(?:it )?",
        "It is false that Paris is the capital.",
        "It is right that Paris is the capital.",
    ),
    Pattern(
        r"\b(?:(?:fail(?:s|ed)?|refus(?:e|es|ed)|declin(?:e|es|ed)) to|avoid(?:s|ed|ing)?|exclud(?:e|es|ed"
        r"|ing)"
        r"|lack(?:s|ed|ing)?|apart from|aside from|contrary to|forbid(?:s|den)?|prohibit(?:s|ed)?|bans|banned"
        r"|ineligible|exempt(?:s|ed)? from|mistakenly|wrongly|falsely|erroneously|no longer|save for)"
        r"\b(?=\W{0,3}(?:\w+\W{1,3}){0,2}$)",
        "The list excludes Paris.",
        "The list includes Paris.",
    ),
    Pattern(
        r"\b(?:den(?:y|ies|ied)|doubts?|doubted|disproves?|disproved|rejects?|rejected|rules? out"
        r"|ruled out)\b",
        "They denied Paris had won.",
        "The denizens of Paris won.",
    ),
)

# Up to three words of the subject, none of which begins another clause.
_SUBJECT: Final = (
    r"^[^\w]{0,4}(?:(?!(?:and|but|or|which|who|it|he|she|they|there|that|so|because|if|when"
    r"|while)\b)[\w'-]+ ){0,6}?"
)

_NEGATIONS_AFTER: Final = (
    Pattern(
        r"\b(?:is|was|are|were|be|been|prove[ds]?|turned out)(?: to be)?(?: (?:now|since|simply|plainly"
        r"|widely|entirely|clearly|just))? (?:false|wrong|untrue|incorrect|mistaken|refuted|disproved"
        r"|debunked|baseless|unfounded|an? (?:\w+ )?(?:myth|rumou?r|error|mistake|misconception))\b",
        "The claim that Paris won is false.",
        "The claim that Paris won is true.",
    ),
    Pattern(
        rf"{_SUBJECT}(?:(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should) (?:not"
        rf"|never)\b|\w+n't\b|cannot\b|never\b|no longer\b|lacks?\b|(?:has|have|had|holds?|plays?|gets?) no\b"
        rf"|(?:is|was|were|has been|have been|got) (?:replaced|removed|withdrawn|deprecated|dropped"
        rf"|scrapped|discontinued|abolished|superseded)\b)",
        "Paris is not the capital.",
        "Paris is noted as the capital.",
    ),
    Pattern(
        rf"{_SUBJECT}(?:is|are|was|were|must be|be) (?:\w+ly )?(?:excluded|prohibited|forbidden|banned"
        rf"|exempt(?:ed)?"
        rf"|ineligible|rejected|refused|off limits|out of the question)\b",
        "Paris is excluded.",
        "Paris is exclusive.",
    ),
    Pattern(
        rf"{_SUBJECT}(?:is|are|was|were|would be) (?:\w+ly )?(?:wrong|incorrect|false|untrue|mistaken|a myth"
        rf"|a mistake|an error|impossible|ruled out|no longer)\b",
        "Paris is wrong.",
        "Paris is wrongly spelt.",
    ),
)

_DENIALS: Final = (
    Pattern(
        r"\b(?:no|not|none|nothing|nowhere|never|neither|cannot|unable|unknown|unclear|insufficient"
        r"|impossible|without|except)\b|n't\b",
        "Which city is not on the coast?",
        "Which city is on the north coast?",
    ),
)

_TURNS: Final = (
    Pattern(
        r"\b(?:(?<!\b(?:any|every|no|all)(?:thing|body|one|where)?(?: \w{1,12})? )but|however|rather(?! than)"
        r"|instead(?! of)"
        r"|and (?:is|was))\b",
        "It is not Lyon but Paris.",
        "It is not Paris.",
    ),
)
_SMALL: Final = r"(?:\W{0,3}(?:the|an?|in|of|that|it|is|was|to|by|at|on|be|been|for|from|as)\b)*+"
_REACH_NEAR: Final = rf"{_SMALL}(?:\W{{0,3}}\w++{_SMALL}){{0,2}}\W{{0,3}}"
_REACH: Final = rf"{_SMALL}(?:\W{{0,3}}\w++{_SMALL}){{0,7}}\W{{0,3}}"

_LINKS: Final[tuple[Pattern, ...]] = ()

_HEDGES_BEFORE: Final = (
    Pattern(
        r"\b(?:may|might|could) (?:\w+ly )?(?:have been|be)\b(?! (?:at most|up to|no (?:more|longer"
        r"|later) than|as (?:much|many|long)|within)\b)(?! \w+(?:ed|en|ound|ade)\b)|\b(?:perhaps|maybe"
        r"|possibly|allegedly|supposedly|reportedly|presumably)\b|\bif (?:it|that|this) (?:were|was"
        r"|had)\b|\bi (?:think|believe|guess|suppose|suspect|assume)\b",
        "It may be Paris.",
        "In May he was in Paris.",
    ),
    Pattern(
        r"\b(?:some|people|others|many)(?: people| sources| experts)? (?:say|think|believe|claim|argue"
        r"|suggest)s?\b|\b(?:rumou?red|alleged|unconfirmed|my guess|not sure)\b",
        "Some say Paris.",
        "Some went to Paris.",
    ),
)

_HEDGES_AFTER: Final = (
    Pattern(
        rf"{_SUBJECT}(?:may|might|could) (?:\w+ly )?(?:have been|be)\b(?! \w+(?:ed|en|ound|ade)\b)"
        rf"|^[^\w]{{0,4}}(?:perhaps|maybe|possibly|i (?:think|guess|believe)|or so)\b",
        "Paris might be the capital.",
        "Paris, might of the north.",
    ),
)

_NO_NEGATIONS: Final = (
    Pattern(
        r"\b(?:nobody|no one|none) (?:but|except|other than)\b"
        r"|(?:\b(?:not|never|cannot)|n't)(?: \w+){0,5}? (?:longer|more|later|higher|larger|greater|older"
        r"|less|fewer"
        r"|shorter|earlier|lower) than\b",
        "Nobody but Paris has it.",
        "Nobody in Paris has it.",
    ),
    Pattern(r"\bno\.? ?(?=\d)", "He lives at No. 1.", "No, 1 is wrong."),
    Pattern(
        r"^\W{0,3}no,? (?=(?:it|he|she|they|that|this|there|we|you|i)\b)",
        "No it is Paris.",
        "It is no Paris.",
    ),
    Pattern(
        r"\b(?:not|never)(?: to)? (?:exceed|be (?:more|longer|later|higher|greater) than|go (?:over|above"
        r"|beyond))\b"
        r"|\b(?:no|not) (?:more|longer|higher|over|larger|greater) than\b",
        "It must not exceed Paris.",
        "It must not be Paris.",
    ),
    Pattern(
        r"\bnot (?:only|just|merely|simply|until|before|unlike|least|to mention|surprisingly)\b",
        "It is not only Paris.",
        "It is not Paris.",
    ),
    Pattern(
        r"\bno (?:doubt|question|wonder|matter|later than|sooner than|earlier than|fewer than|less than"
        r"|other than|one other than|surprise|exception)\b|\b(?:none other than|nothing (?:other than"
        r"|but|less than))\b",
        "It is without question, no doubt, Paris.",
        "It is in no case Paris.",
    ),
    Pattern(
        r"\b(?:can ?not|could(?: not|n't)) (?:but|help)\b|\bwithout (?:a )?(?:doubt|question|fail)\b",
        "It is without doubt Paris.",
        "It is a city without Paris.",
    ),
    Pattern(
        r"\bmust not (?:forget|miss)\b|\bdo(?:es)? not (?:forget|hesitate)\b|\bdon't (?:forget|hesitate)\b"
        r"|\bif (?:it is |you are |they are )?not\b|\bwhether or not\b|\bif (?:you |they |it |he "
        r"|she )?(?:do(?:es)? not|don't|doesn't)\b",
        "Don't forget that it is Paris.",
        "Do not go to Paris.",
    ),
)

_RETRACTIONS: Final = (
    Pattern(
        r"^(?:but |however,? |and |yet )?(?:that|this|it|which|they|these|those)(?: claim| statement| answer"
        r"| belief| idea| view)?(?: is|'s| was| are| were|'re) (?:\w+ly )?(?:a )?(?:wrong|incorrect|false"
        r"|untrue|mistaken|myth|mistake|misconception|outdated|no longer|not (?:true|right|correct|so"
        r"|the case|accurate|confirmed|certain))\b",
        "That is wrong.",
        "That is right.",
    ),
    Pattern(
        r"^(?:but |however,? |and |yet )?(?:that|this|it|they) (?:isn't|wasn't|aren't"
        r"|weren't) (?:\w+ly )?(?:true|right|correct|so|the case|accurate|confirmed|certain)\b",
        "This isn't true.",
        "This isn't Lyon.",
    ),
    Pattern(
        r"^(?:but |and |however,? )?(?:it|this|that|they) (?:is|are) now (?:only )?\W?\d"
        r"|^(?:actually,? |sorry,? )?no,? (?:that|wait|scratch|actually)\b|^(?:wrong|incorrect|false)[.!]*$",
        "No, wait.",
        "No charge.",
    ),
)

_PAST: Final = (
    Pattern(
        r"\b(?:previously|formerly|originally|initially|until|before|in the past|used to be|at first|earlier"
        r"|no longer|old)\b",
        "Previously it was 5 days.",
        "It was 5 days.",
    ),
)

_FORMER: Final = (
    Pattern(
        r"\bused to (?:be|use|have|get|cost|take) (?:the |an? )?<>"
        r"|\b(?:was|were|had) (?:previously|formerly|originally|once) (?:the |an? )?<>"
        r"|\b(?:previously|formerly|in the past) (?:\w+ ){0,4}(?:was|were|had|took|cost) (?:the |an? )?<>"
        r"|\b(?:was|were) (?:the |an? )?<>[^.]{0,20} until\b",
        "It used to be <>.",
        "Bombay, formerly known as <>.",
    ),
)
_PAST_QUESTIONS: Final = (
    Pattern(
        r"\b(?:was|were|did|had|used to|former(?:ly)?|original(?:ly)?|previous(?:ly)?|once)\b",
        "Who was the first king?",
        "Who is the king?",
    ),
)
_PROHIBITING: Final = (
    Pattern(
        r"\b(?:prohibit\w*|forbid\w*|forbade|ban(?:s|ned)?|exclud\w+|exclusions?|except\w*|exempt\w*"
        r"|avoid\w*|refrain\w*"
        r"|refus\w+|reject\w*|den(?:y|ies|ied)|disallow\w*|illegal|ineligible|remov\w+|withdr\w+"
        r"|deprecat\w+|dropp\w+|discontinu\w+|abolish\w*|cancel\w*"
        r"|(?:must|may|can|should|shall|need) not|cannot|not (?:be )?(?:allowed|permitted))\b",
        "What is prohibited in the hall?",
        "What is provided in the hall?",
    ),
)
_CONCESSIONS: Final = (
    Pattern(
        r"\beven (?:after|if|when|without|with|beyond|past|though|for more than) (?:[\w'-]+ ){0,5}?<>"
        r"|\b(?:regardless|irrespective) of (?:[\w'-]+ ){0,3}?<>|\bno matter (?:[\w'-]+ ){0,4}?<>"
        r"|\b(?:although|despite|in spite of|notwithstanding) (?:[\w'-]+ ){0,3}?<>",
        "It may be used even after <>.",
        "It may be used after <>.",
    ),
)
_KIN: Final = (
    r"(?P<kin>son|daughter|brother|sister|wife|husband|father|mother|widow|nephew|niece|cousin|uncle|aunt"
    r"|friend"
    r"|rival|pupil|student|disciple|apprentice|assistant|secretary|deputy|successor|predecessor|colleague"
    r"|subordinate|namesake|opponent|employer|neighbou?r|teacher|grandson|granddaughter|follower|partner)s?"
)
_RELATIVES: Final = (
    Pattern(
        rf"\b{_KIN} (?:of|to) (?:the |mr\.? |mrs\.? |ms\.? |dr\.? |sir )?<>(?! (?:of|and (?:is|was))\b)"
        rf"|<>'s? (?:\w+ ){{0,2}}?{_KIN}\b",
        "The son of <> painted it.",
        "<>, son of a smith, painted it.",
    ),
)
_SHIFTS: Final = (
    Pattern(
        r"\b(?:day|week|month|year|morning|evening|night) (?:before|after|following|preceding) (?:the )?<>",
        "The day before <>.",
        "The day is <>.",
    ),
)

_ALTERNATIVES: Final = (
    Pattern(r"\b(?:or|and/or|versus|vs)\b", "It is Paris or Lyon.", "It is Paris for Lyon."),
)
_CONJUNCTIONS: Final = (
    Pattern(r",? (?:and|as well as|along with|plus) | & |[;,] ", "Tom and Ann", "Tom Andrews"),
)

ENGLISH: Final = Language(
    code="en",
    refusals=_REFUSALS,
    preambles=_PREAMBLES,
    contrasts=_CONTRASTS,
    denials=_DENIALS,
    turns=_TURNS,
    reach=_REACH,
    reach_near=_REACH_NEAR,
    links=_LINKS,
    negations_before=_NEGATIONS_BEFORE,
    negations_after=_NEGATIONS_AFTER,
    hedges_before=_HEDGES_BEFORE,
    hedges_after=_HEDGES_AFTER,
    no_negations=_NO_NEGATIONS,
    retractions=_RETRACTIONS,
    past=_PAST,
    former=_FORMER,
    past_questions=_PAST_QUESTIONS,
    prohibiting=_PROHIBITING,
    concessions=_CONCESSIONS,
    relatives=_RELATIVES,
    shifts=_SHIFTS,
    alternatives=_ALTERNATIVES,
    conjunctions=_CONJUNCTIONS,
    modifiers=(
        "or more",
        "or less",
        "or fewer",
        "or earlier",
        "or later",
        "or above",
        "or below",
        "or over",
        "or under",
        "or older",
        "or younger",
        "or so",
        "ago",
        "and over",
        "and above",
        "at least",
        "at most",
    ),
    comparisons=(
        "more than",
        "less than",
        "fewer than",
        "greater than",
        "at least",
        "at most",
        "up to",
        "over",
        "under",
        "above",
        "below",
        "almost",
        "nearly",
        "no more than",
        "no less than",
        "within",
        "minus",
        "negative",
    ),
    may_precede=(),
    may_follow=(),
    yes=words(
        "yes yeah yep yup affirmative",
    ),
    no=words(
        "no nope nay negative",
    ),
)
