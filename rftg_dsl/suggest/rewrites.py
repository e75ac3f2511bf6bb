r"""What people say in several words, and what the language says for it.

misspellings.py tries these on a line that cannot be read. A reference like \1 is a part of what was
said; whether the mended line reads is for who tries it to see, so a phrase needs no context.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_KIND: Final = "(?:novelty|rare|genes|alien)"
_PHASE: Final = "develop|settle|trade|consume|produce"
_GET: Final = "(?:gain|get|receive|earn|take|collect|draw|score|win|pick|pick up)s?"
_VP: Final = r"(?:victory points?(?: chips?)?|vp chips?|vps|points?|chips?|vp)"
_GOODS: Final = rf"((?:{_KIND} )?goods?)"
_PLACING: Final = (
    "(?:placing|place|play|playing|build|building|settle|settling|develop|developing|put|putting)"
)
_WHEN: Final = "(?:after|when|whenever|each time|every time|any time|once|if|upon|on)"
_PUT: Final = "(?:(?:put|place|add|produce) )?"
_ONE: Final = "(?:a|an|one|any|1)"
_BEFORE_CARDS: Final = "(?:(?<=for )|(?<=per )|(?<=against ))"
_THROW: Final = "(?:discard|sacrifice|trash|remove|lose|return|give up|spend)"

_STARTS: Final = (
    (r"^(?:phase )?i\b *[:.)-]? *", "explore: "),
    (r"^(?:phase )?ii\b *[:.)-]? *", "develop: "),
    (r"^(?:phase )?iii\b *[:.)-]? *", "settle: "),
    (r"^(?:phase )?iv\b *[:.)-]? *", "consume: "),
    (r"^(?:(?:phase )?iv\b|\$) *[:.)-]? *", "trade: "),
    (r"^(?:phase )?v\b *[:.)-]? *", "produce: "),
    (r"^phase 1 *[:.)-]? *", "explore: "),
    (r"^phase 2 *[:.)-]? *", "develop: "),
    (r"^phase 3 *[:.)-]? *", "settle: "),
    (r"^phase 4 *[:.)-]? *", "consume: "),
    (r"^phase 4 *[:.)-]? *", "trade: "),
    (r"^phase 5 *[:.)-]? *", "produce: "),
    (r"^explore:? *\+([0-9]+) *[/,] *\+([0-9]+)$", r"explore: draw \1, keep \2"),
    (r"^(explore|produce|consume):? *\+([0-9]+)$", r"\1: draw \2"),
    (r"^develop +-([0-9]+)$", r"develop: cost -\1"),
    (r"^settle +\+([0-9]+)$", r"settle: military +\1"),
    (r"^trade +\+([0-9]+)$", r"trade: price +\1"),
)
"""Phases by their numbers, and numbers that the cards print beside a phase."""
_SENTENCES: Final = (
    (r"^\+([0-9]+) (?:military|strength)$", r"settle: military +\1"),
    (
        r"^(?:settle: )?(?:you )?may (discard [^:]+?) (?:to gain|to get|for|to)"
        r" \+([0-9]+) military\.?$",
        r"settle: may \1 -> military +\2",
    ),
    (
        rf"^{_WHEN} (?:you )?(?:settle|conquer|place|settling|conquering|placing) a world,? ",
        "settle: after placing a world, ",
    ),
    (
        rf"^{_WHEN} (?:you )?(?:develop|place|developing|placing)(?: a development)?,? ",
        "develop: after placing a development, ",
    ),
    (
        r"(?:reduce|lower|decrease)s? (?:the )?costs? of (?:(?:all|your) )?"
        r"(?:worlds|developments) by ([0-9]+)\.?$",
        r"cost -\1",
    ),
    (
        r"(?:reduce|lower|decrease)s? (?:the )?costs? of"
        r" ((?:[a-z-]+ )*?(?:worlds?|developments?|cards?)) by ([0-9]+)"
        r"(?:,? \(?min(?:imum)? 0\)?)?\.?",
        r"cost -\2 for \1",
    ),
    (
        r"(?:may )?(?:place|treat|settle) (?:a )?military worlds? as (?:if )?"
        r"(?:they were |it were )?(?:a )?non[- ]?military.*",
        "may pay for a military world",
    ),
    (
        rf"(?<=consume: )(?:may )?(?:trade|sell) {_ONE} ((?:{_KIND} )?good),?"
        r" (?:no|without) bonus(?:es)?\.?",
        r"1 \1 -> sell it without trade powers",
    ),
    (rf"(?<=consume: )(?:may )?(?:trade|sell) {_ONE} ((?:{_KIND} )?good)\b", r"1 \1 -> sell it"),
    (
        rf"((?:{_KIND} )?)(?:a )?windfall worlds? (?:gets?|gains?|produces?|receives?)"
        r"(?: (?:a|1) good)?",
        r"\1windfall good",
    ),
)
"""Whole sentences as cards and rulebooks print them."""
_CHANGES: Final = (
    (r"(cost|price|military|defense|draw|keep|hand limit) *[:=] *([+-]?[0-9]+)", r"\1 \2"),
    (
        r"(?<=: )((?:[a-z-]+ )*(?:worlds?|developments?|cards?)) costs? (?:you )?([0-9]+)"
        r" (?:less|fewer|cheaper|lower)\b",
        r"cost -\2 for \1",
    ),
    (r"cost ([0-9]+) (?:less|fewer|cheaper|lower)\b", r"cost -\1"),
    (r"cost ([0-9]+) (?:more|higher)\b", r"cost +\1"),
    (r"(?:minus|less|reduce cost by|cost reduced by|cheaper by) ([0-9]+)\b(?: cost)?", r"cost -\1"),
    (r"discount(?: of)? *[-+−–]? *([0-9]+)\b", r"cost -\1"),
    (r"[-−–]? *([0-9]+) +discount\b", r"cost -\1"),
    (r"cost (?:minus|less|reduced by|by) ([0-9]+)\b", r"cost -\1"),
    (r"(?:is|are|for) free\b", "cost 0"),
    (r"([0-9]+) (?:less|cheaper)\b", r"cost -\1"),
    (r"\+ *([0-9]+) (?:extra |more )?(?:military|strength)(?: strength)?\b", r"military +\1"),
    (r"([0-9]+) (?:extra |more )?(?:military|strength)(?: strength)?\b", r"military +\1"),
    (r"military (?:strength )?(?:of |is |plus )([0-9]+)\b", r"military +\1"),
    (r"(?:military|price|defense) strength\b", "military"),
    (r"military minus ([0-9]+)\b", r"military -\1"),
    (r"defense (?:of |plus )([0-9]+)\b", r"defense +\1"),
    (
        rf"(?<=trade: )(?:sell )?({_KIND})(?: goods?)?(?: for)? \+?([0-9]+)(?: more| extra)?\b",
        r"price +\2 for \1 goods",
    ),
    (r"\((?:only )?(?:against |for )?((?:non-)?[a-z]+)(?: worlds?)?\)$", r"against \1 worlds"),
    (r"\((?:only )?(?:against |for )?((?:non-)?[a-z]+)(?: worlds?)?\)$", r"for \1 worlds"),
    (rf"sell {_GOODS} for \+?([0-9]+)(?: more| extra)?(?: cards?)?\b", r"price +\2 for \1"),
    (rf"{_GOODS} sells? for \+?([0-9]+)(?: more| extra)?(?: cards?)?\b", r"price +\2 for \1"),
    (r"([+-][0-9]+) (?:cards? )?(?:when selling|for selling|to the price)\b", r"price \1"),
    (rf"for ({_KIND})$", r"for \1 goods"),
    (rf"for ({_KIND}) worlds?\b", r"for \1 goods"),
    (r"(?<!,) (?:at|with|and) (?=(?:cost|defense) [+-])", ", "),
    (r"to (?=(?:[a-z-]+ )*worlds?\b)", "against "),
)
_PLACES: Final = (
    (r"(?<=: )([^<]+?) *<-+ *(.+)", r"\2 -> \1"),
    (r"-> ([^>]+?) *-> ", r"-> \1, "),
    (r"(?<=: )-> *", ""),
    (r"(?<=: )if (you have [^,]+), *(.+)", r"\2 if \1"),
    (rf"(?<=: )([^,:]+?),? {_WHEN} (?:you )?{_PLACING} ([^,:]+)$", r"after placing \2, \1"),
    (
        r"(worlds?|developments?|cards?) (?:that|which) (?:is|are)(?: not|n't) (?:an? )?([a-z]+)\b",
        r"non-\2 \1",
    ),
    (
        r"(worlds?|developments?|cards?) (?:that|which) (?:is|are) (?:an? )?((?:non-)?[a-z]+)\b",
        r"\2 \1",
    ),
    (r"-> each (.+)", r"-> \1 each"),
    (rf"\b({_PHASE}|explore): *\1\b *:?", r"\1:"),
    (rf"{_BEFORE_CARDS}(?:all|any|some)(?: of)?(?: the| your| my)? (?=[a-z-])", ""),
    (r"(worlds?|developments?|cards?) (?=(?:cost|defense) [0-9])", r"\1 of "),
    (r"^[0-9]+ (?=[a-z])", ""),
    (r"(?<!cost )(?<!defense )at least ([0-9]+)\b", r"\1"),
    (r"^([0-9]+) or more\b", r"\1"),
    (rf"^([0-9]+) {_VP}", r"\1 vp chips"),
    (r"and (?=[a-z-]+ (?:cards?|worlds?|developments?)\b)", ""),
    (r"up to all\b", "all"),
    (r"rare (?:elements?|metals?)\b", "rare"),
    (r"alien (?:technolog(?:y|ies)|tech|artifacts?)\b", "alien"),
    (r"novelty items?\b", "novelty"),
    (r"if (?=(?:a |an )?(?:[a-z-]+ )?(?:cards?|worlds?|developments?)\b)", "if you have "),
    (r"mix$", "mix with hand"),
    (r"(?<=: )produces?$", "good"),
    (r"(?:an?|the)? ?(?:second|third|extra|additional|1 more) (?=[a-z -]*world)", "another "),
)
_GAINS: Final = (
    (rf"{_GET} (?=[0-9]+ (?:vp|prestige)\b)", ""),
    (rf"{_GET} {_ONE} {_VP}", "1 vp"),
    (rf"{_GET} ([0-9]+) {_VP}", r"\1 vp"),
    (rf"{_GET} {_ONE} prestige\b", "1 prestige"),
    (rf"(?:{_GET}|look at|see|reveal) {_ONE} (?:more |extra |additional )?cards?\b", "draw 1"),
    (
        rf"(?:{_GET}|look at|see|reveal) \+?([0-9]+)(?: more| extra| additional)?(?: cards?)?\b",
        r"draw \1",
    ),
    (r"\+?([0-9]+) (?:more |extra |additional )?cards?\b", r"draw \1"),
    (r"draw cards?$", "draw 1"),
    (rf"([0-9]+) {_VP}", r"\1 vp"),
    (rf"(?<=-> )(?:an? |one )?{_VP}", "1 vp"),
    (r"(?:an?|one) prestige\b", "1 prestige"),
    (r"keep (?:an?|one) (?:more |extra |additional )?(?:cards?)?", "keep 1"),
    (r"keep ([0-9]+)(?: more| extra| additional)?(?: cards?)?\b", r"keep \1"),
    (r"\+ *([0-9]+) (vp|prestige)\b", r"\1 \2"),
    (r"prestige \+ *([0-9]+)\b", r"\1 prestige"),
)
_GIVEN: Final = (
    (r"(?<=: )(?:may )?((?:up to )?[0-9]+ cards?) *(?=->)", r"may discard \1 "),
    (rf"([0-9]+|all) (goods?) \(({_KIND})(?: only)?\)", r"\1 \3 \2"),
    (rf"{_THROW} (?=(?:up to )?[0-9]+ {_GOODS})", "spend "),
    (rf"(?:{_THROW} )?{_ONE} (?={_GOODS})", "1 "),
    (rf"(?<=: )(?:{_THROW} |consume )?{_GOODS} (?=->)", r"1 \1 "),
    (r"consume (?=(?:up to )?[0-9])", ""),
    (rf"{_THROW} (?:this (?:card|world|development)|itself|it)\b", "discard this"),
    (rf"{_THROW} {_ONE} (?:hand )?cards?(?: from (?:your )?hand)?\b", "discard 1 card"),
    (r"cards? from (?:your )?hand\b", "cards"),
    (r"discard ([0-9]+) *->", r"discard \1 cards ->"),
    (
        rf"(goods?|cards?|prestige|this|kinds) *(?:for|to|then|and|gives?|:|=|:)(?: {_GET})? ",
        r"\1 -> ",
    ),
    (
        rf"1 {_GOODS} -> ([0-9]+ vp),? (?:up to )?(?:twice|two times|2 times|2x|x2)\b",
        r"up to 2 \1 -> \2 each",
    ),
    (r"(?:your|the) (?=goods?\b|prestige\b)", ""),
    (r"(?:maximum|max|at most|no more than|as many as) ([0-9]+)\b", r"up to \1"),
    (r"([0-9]+) different (?:kinds of )?goods?\b", r"\1 goods of different kinds"),
    (
        r"([0-9]+) goods? of (?:different|differing|distinct|various) (?:types?|colou?rs?)\b",
        r"\1 goods of different kinds",
    ),
    (r"(?:good|goods) (?:from|of|on) this world\b", "this world's good"),
    (r"(?:its|this card's|the world's|own|this|that) goods?\b", "this world's good"),
    (rf"(?:any number of|as many|any amount of) {_GOODS}", r"all \1"),
)
_TIMES: Final = (
    (rf"(?:{_WHEN} )?(?:you )?{_PLACING} (?=(?:an?|another|other) )", "after placing "),
    (
        rf"{_WHEN} (?:you )?conquer(?:ing)? an? (?:military )?world\b",
        "after placing a military world",
    ),
    (rf"{_WHEN} (?:you )?pay(?:ing)?(?: for)? (?=an? )", "after paying for "),
    (
        rf"{_WHEN} (?:you )?produc(?:e|ing)(?: a good)?(?: here| on this world)?\b",
        "after producing here",
    ),
    (r"you may\b", "may"),
    (r"(?:you can|you could|optionally)\b,?", "may"),
    (r"(?:each|every|per|once per|once each|once a) (?:turn|round|phase)\b", ""),
    (r"(?:if|while|when|with) (?:you|i|we)(?: already)? (?:have|own|control)\b", "if you have"),
    (r"(?:if|while|with) (?=an? )", "if you have "),
    (r"if you produce the most\b", "if you produced the most"),
    (r"if (?:you have )?most\b", "if you have the most"),
    (r"(?:in|on) (?:your|my) (?:tableau|empire)\b", ""),
    (r"(?:you have|you own)\b", ""),
)
_COUNTS: Final = (
    (
        r"(?<=-> )(.+?),? (?:for|per) (?:each|every|it|(?:each |every )?(?:good|card))"
        r"(?: (?:spent|discarded|given(?: up)?))?$",
        r"\1 each",
    ),
    (r"(?<=score: )([0-9]+) *(?:/|x|×|\*|times) *", r"\1 per "),
    (r"(?:for|per) (?:each|every)\b", "per"),
    (r"(?<=[0-9] )(?:each|every)(?= )", "per"),
    (
        rf"([0-9]+) {_VP} (?:per|for(?: each| every)?) ([0-9]+ )?(?:vp )?chips?",
        r"\1 per \2vp chips",
    ),
    (rf"(?<=score: )\+?([0-9]+) {_VP} (?=per\b)", r"\1 "),
    (rf"(?<=score: )\+?([0-9]+) {_VP} (?:for (?:each|every)|each|for) ", r"\1 per "),
    (r"per ([0-9]+ )?(?:chips?|vps?|points?)\b", r"per \1vp chips"),
    (r"(?:negative|below|minus) (?:total )?military\b", "negative military"),
    (r"per (?:point of )?military(?: strength)?$", "per total military"),
    (r"(?:by|per) kinds?(?: of (?:goods?|worlds?))?$", "by kinds of worlds"),
    (rf"with (?:an? )?({_PHASE}) powers?\b", r"with a \1 power"),
    (r"with (?:an? )?explore powers?\b", "with an explore power"),
    (r"with (?:an? )?phase (?:[0-9]|i+v?|v) power\b", "with a PHASE power"),
    (r"with ([0-9]+) military\b", r"with military \1 or more"),
    (r"with military ([0-9]+)(?! or more)\b", r"with military \1 or more"),
    (r"(?:costing|that costs?|with (?:an? )?cost(?: of)?|of price)(?= [0-9])", "of cost"),
    (r"with (?:an? )?defense(?: of)?(?= [0-9])", "of defense"),
    (r"(?:worth|of value) ([0-9]+)\b", r"of cost \1"),
    (r"(?:of|with) (?:at least|minimum|min) (cost|defense) ([0-9]+)\b", r"of \1 \2 or more"),
    (r"non (?=[a-z])", "non-"),
    (
        r"(?:not|no) (?:an? )?([a-z]+) (?=(?:[a-z-]+ )*(?:world|card|development))",
        r"non-\1 ",
    ),
)
_REST: Final = (
    (
        rf"(?<=produce: )(?:produces? |put )?(?:an? |one |1 )?(?:{_KIND} )?goods?"
        r"(?: (?:here|on (?:this|it)(?: world)?))?$",
        "good",
    ),
    (r"produces? (?:an? |one |1 )?good(?: here| on this world)?\b", "good"),
    (r"good on (?:this|the) world\b", "good"),
    (
        rf"{_PUT}(?:an? |1 )?goods? on another ({_KIND} )?windfall"
        r"(?: worlds?)?\b",
        r"another \1windfall good",
    ),
    (
        rf"{_PUT}(?:an? |1 )?goods? on (?:an? |any |1 )?({_KIND} )?windfall"
        r"(?: worlds?)?\b",
        r"\1windfall good",
    ),
    (rf"(?<=produce: ){_KIND}$", "good"),
    (rf"windfall ({_KIND}) (?=goods?\b)", r"\1 windfall "),
    (r"(?<=world )by ([0-9]+)\b", r"by 0 to \1"),
    (r"(?:an? |1 )windfall good\b", "windfall good"),
    (r"from an? (?:world|tableau|empire) with\b", "from a player with"),
    (r"of a player with\b", "from a player with"),
    (r"from (?:an?|any|another|an?other) (?:player|opponent)$", ""),
    (r"on (?:that|the placed) world\b", "on it"),
    (r"a good\b", "good"),
    (r"defeat (?:the )?takeovers?\b", "defeat a takeover"),
    (r"(ante|guess) (?:a )?(?:cost )?(?:from )?(?=[0-9])", r"\1 a cost from "),
    (r"(ante|guess) cost\b", r"\1 a cost"),
    (r"can(?: not|'t)\b", "cannot"),
    (r"other(?:'s)? (?:players'? )?discards\b", "others' discards"),
    (r"hand (?:size|limit)(?: of| is)? ([0-9]+)\b", r"hand limit \1"),
    (r"(?:limit of|up to) ([0-9]+)\b", r"limit \1"),
    (r"(?<=end: )([0-9]+ cards)\b", r"at \1"),
    (r"mix(?: it| them| cards)?(?: with)? (?:your |the )?hand\b", "mix with hand"),
    (r"by ([0-9]+) ?- ?([0-9]+)\b", r"by \1 to \2"),
    (r"from ([0-9]+) ?- ?([0-9]+)\b", r"from \1 to \2"),
    (r"may place (?:another|a second|an extra|an additional|1 more)\b", "may place another"),
)
PHRASES: Final = tuple(
    (
        re.compile(
            rf"(?<![\w-]){pattern}" if pattern[0].isalnum() or pattern[:3] == "(?:" else pattern,
            re.IGNORECASE,
        ),
        text,
    )
    for pattern, text in (
        *_STARTS,
        *_SENTENCES,
        *_PLACES,
        *_CHANGES,
        *_GIVEN,
        *_TIMES,
        *_COUNTS,
        *_GAINS,
        *_REST,
    )
)
"""What people say, and the words for it."""

Say = Callable[[re.Match[str]], str]


def _at_most(less: int) -> Say:
    return lambda match: f"of {match[1]} {max(int(match[2]) - less, 0)} or less"


def _at_least(more: int) -> Say:
    return lambda match: f"of {match[1]} {int(match[2]) + more} or more"


def _between(match: re.Match[str]) -> str:
    return f"of {match[1]} {match[2]} to {match[3]}"


_OF: Final = r"\b(?:(?:of|with(?: an?)?|whose|that) )?(cost|defense)s?(?: of| is)?"
RANGES: Final[tuple[tuple[re.Pattern[str], Say], ...]] = tuple(
    (re.compile(f"{_OF} *{pattern}", re.IGNORECASE), say)
    for pattern, say in (
        (r"([0-9]+) (?:or|and) (?:less|fewer|lower|below|under|smaller)\b", _at_most(0)),
        (r"(?:<=|=<|≤|at most|up to|no more than|max(?:imum)?) *([0-9]+)", _at_most(0)),
        (r"(?:<|less than|below|under) *([0-9]+)", _at_most(1)),
        (
            r"([0-9]+)(?: ?\+| (?:or|and) (?:higher|greater|above|up|over|bigger))(?!\w)",
            _at_least(0),
        ),
        (r"(?:>=|=>|≥|at least|no less than|min(?:imum)?) *([0-9]+)", _at_least(0)),
        (r"(?:>|more than|above|over) *([0-9]+)", _at_least(1)),
        (r"(?:between|from)? *([0-9]+) *(?:-|–|and|\.\.\.?|or) *([0-9]+)\b", _between),
        (r"(?:=|==|exactly) *([0-9]+)\b", lambda match: f"of {match[1]} {match[2]}"),
    )
)
"""Ranges of numbers as they are said elsewhere, and how they are written."""
