r"""What designers ask of cards, and the language has no word for: one table.

Each family says what is asked for and what comes nearest. It is found by words that no power has
in such a place, so that a line which a word or two would mend belongs to none. A reference like \1
is a part of what was said. The tests read every line that is named here as an example.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rftg_dsl.syntax.ast import Span

_KIND: Final = "(novelty|rare|genes|alien)"
_SEVERAL: Final = "(?:[2-9]|two|three|four)"
_EVERY: Final = "(?:each|every|all)(?: of)?(?: your| my)?"
_WINDFALL: Final = rf"(?:{_KIND} )?windfall(?: worlds?)?"
_OTHERS: Final = (
    "(?:(?:each|every|all|any|another|an?|the|your|one|no) )?(?:other )?(?:players?|opponents?)"
)
_WHEN: Final = "(?:after|when|whenever|if|upon|each time|every time|on)"
_SALE: Final = "(?:selling|sells?|sold|trading|trades?|traded)"
_EFFECT: Final = (
    "(?:[0-9]+ (?:vp|prestige)|(?:draw|keep) [0-9]+|(?:military|cost|price) [+-]?[0-9]+)"
)
_NEXT: Final = "or(?= (?:draw|keep|[0-9]+ (?:vp|prestige)|military|cost|price|(?:windfall )?good))"
_HELD: Final = "(?: (?:that )?(?:you (?:have|own|hold)|in your (?:tableau|empire)|on your worlds))"


class Asked(NamedTuple):
    """Something that cards cannot say, and its place. help: what comes nearest to it."""

    span: Span
    what: str
    help: str


class _Family(NamedTuple):
    """said: how it is asked for, a regular expression; its group `here` is underlined, or all.

    what: a noun for it. nearest: the help.
    """

    said: str
    what: str
    nearest: str


_TABLE: Final = (
    _Family(
        rf"windfall goods? (?:on|per|for|in)(?: {_EVERY})? {_WINDFALL}|{_SEVERAL} windfall goods?"
        rf"|goods? (?:on|in|for) {_EVERY} {_WINDFALL}",
        "a good on each of several windfall worlds",
        "the nearest is `produce: windfall good`, written once for each good",
    ),
    _Family(
        rf"(?:if|when|after) {_OTHERS} (?:also )?"
        "(?:chose|chooses?|picks?|picked|selects?|selected|plays?|played)",
        "what other players chose",
        "the nearest is `produce: draw 1 if you produced the most goods`",
    ),
    _Family(
        rf"{_WHEN} (?:you )?(?:have )?{_SALE}",
        "something that comes after a sale",
        "the nearest are `trade: price +1 for genes goods` and `consume: 1 good -> sell it, 1 vp`",
    ),
    _Family(
        rf"{_OTHERS}(?: must| may| has to| have to)? (?:discard|lose|pay|draw|get|gain|give|skip"
        "|return|reveal|spend|sell|settle|develop|produce|consume|trade|place|explore|cannot)s?",
        "what other players do",
        "a power is its owner's alone; the nearest are `round end: draw others' discards` and"
        " `settle: may take over a military world`",
    ),
    _Family(
        "(?:only )?(?:once|twice|(?:one|1) time)(?: only)? (?:(?:per|a|each|every)"
        "|(?:in|during) (?:the|a|each|every)) game|for the rest of the game|the first time",
        "something that comes once in a game",
        "the nearest is a card given up for it: `settle: may discard this -> military +3`",
    ),
    _Family(
        rf"^trade:.*?(?<=for )(?P<here>{_WINDFALL}(?: goods?)?)$",
        "the goods of windfall worlds alone",
        "the nearest are `trade: price +1 for genes goods` and"
        " `trade: price +1 for this world's good`",
    ),
    _Family(
        rf"[0-9]+ {_KIND}(?: goods?)?(?:,| and|,? \+|,? plus| &)"
        rf" *(?:an? |one |[0-9]+ )?{_KIND}(?: goods?)?(?= *->)",
        "goods of two kinds in one price",
        "the nearest are a line for each kind and `consume: 2 goods of different kinds -> 3 vp`",
    ),
    _Family(
        rf"(?<=for ){_KIND}(?: goods?)?(?:,| and| or|/) ?(?:for )?{_KIND} goods?",
        "two kinds of goods in one place",
        r"write the line twice, once `for \1 goods` and once `for \2 goods`",
    ),
    _Family(
        "goods? of (?:the |a |an )?(?:same|one|single|1|identical|equal)(?: one)?"
        " (?:kinds?|types?|colou?rs?)|(?:the )?(?:same|identical|matching) goods?",
        "goods of the same kind, whichever it is",
        "the nearest is a line for each kind: `consume: 2 rare goods -> 3 vp`",
    ),
    _Family(
        "if you (?:have |own |produced? )?(?:the )?(?:fewest|least|lowest)",
        "who has the fewest",
        "the nearest is `produce: draw 1 if you have the most worlds`",
    ),
    _Family(
        "if you (?:do not|don't|did not|didn't) (?:have|own|produce)|if you have (?:no|none|zero"
        "|fewer|less|at most)(?: than)?|if you have [0-9]+ or (?:less|fewer)",
        "a condition that something is not there",
        "conditions ask for what is: `produce: draw 1 if you have 2 rebel worlds`",
    ),
    _Family(
        rf"(?:per|for each|for every|each) (?:[0-9]+ )?(?:{_KIND} )?goods?{_HELD}"
        r"|^(?!produce:)(?!.*(?:up to|all)\b.*->).*"
        rf"(?P<here>\bper (?:[0-9]+ )?(?:{_KIND} )?goods?)$",
        "how many goods you have",
        "the nearest are `consume: all goods -> 1 vp each`, `produce: draw 1 per 2 goods produced`"
        " and `consume: draw 1 if you have 3 goods`",
    ),
    _Family(
        r"(?:per|each|every|if you have) [^:,]*?(?:(?:in|from|on) (?:your |my |the )?hand"
        r"|hand cards?)",
        "how many cards are in hand",
        "the nearest are cards of your tableau, like `produce: draw 1 per 2 worlds`, and cards"
        " given up: `consume: may discard up to 2 cards -> 1 vp each`",
    ),
    _Family(
        "hand (?:limit|size) (?:by )?[+-] ?[0-9]+",
        "a change of the hand limit",
        "the limit is set, and 10 without a power: `round end: hand limit 12`",
    ),
    _Family(
        rf"{_SEVERAL} (?:{_KIND} )?goods? (?:here|on (?:this|it|that|the|a|one)(?: world)?)"
        rf"|(?<=produce: ){_SEVERAL} goods?$",
        "several goods on one world",
        "a world holds one good; the nearest is `produce: good, 1 vp`",
    ),
    _Family(
        rf"(?:either )?{_EFFECT}(?: each)?,? {_NEXT}|(?:your|the) choice of|choose (?:one|1)",
        "a choice between effects",
        "the nearest is a line for each, with its own price: `consume: 1 good -> 1 vp` and"
        " `consume: 1 good -> draw 1`",
    ),
    _Family(
        "steals?|robs?|swaps?|exchanges?",
        "what is taken from another player's hand, worlds or chips",
        "the nearest is `settle: may take over a military world`",
    ),
    _Family(
        "(?:place|play|build) (?:another|(?:a |one |an |1 )?(?:second|more|extra|additional))"
        " developments?",
        "the placing of a second development",
        "the nearest is `settle: may place another world`, which is for worlds alone",
    ),
    _Family(
        r"^(?:develop|settle):.*?(?P<here>developments? (?:and|or) (?:[a-z-]+ )?worlds?"
        r"|worlds? (?:and|or) (?:[a-z-]+ )?developments?)",
        "what holds for developments and worlds in one line",
        "write two: `develop: cost -1 for rebel developments` and"
        " `settle: cost -1 for rebel worlds`",
    ),
    _Family(
        "(?<=score: )[0-9]+(?: vp| points?)? if .+",
        "points that come at once, if something is so",
        "the nearest is `score: 5 per 3 rebel worlds`, which counts each three of them",
    ),
    _Family(
        "(?<=score: )([0-9]+)(?: vp| points?)?$",
        "points that count nothing in a line",
        r"write them among the card's keys: `vp: \1`",
    ),
    _Family(
        "(?<=game end: )[^:]*?(?:vp|points?|prestige).*",
        "what you get as the game ends",
        "the nearest is `score: 1 per rebel world`",
    ),
)
NEAREST: Final = tuple(family.nearest for family in _TABLE)
"""The help for each family; what stands in backquotes and has a phase is a power."""
_FAMILIES: Final = tuple(
    (re.compile(rf"(?<![\w-])(?:{family.said})(?![\w-])", re.IGNORECASE), family)
    for family in _TABLE
)


def asked_for(line: str) -> Asked | None:
    """What a power line asks for that cards cannot say, or None; titles are passed over."""
    plain = re.sub('"[^"]*"', lambda title: "_" * len(title[0]), line)
    for pattern, family in _FAMILIES:
        match = pattern.search(plain)
        if match:
            place = "here" if "here" in pattern.groupindex and match["here"] else 0
            return Asked(Span(*match.span(place)), family.what, match.expand(family.nearest))
    return None
