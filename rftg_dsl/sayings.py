"""What people write in place of the words of the language, and the words themselves.

slips.py tries these on a line that cannot be read.
"""

from __future__ import annotations

import re
from typing import Final

_COUNTING: Final = "zero one two three four five six seven eight nine ten eleven twelve"
NUMBERS: Final = {word: str(number) for number, word in enumerate(_COUNTING.split())} | {
    "a": "1",
    "an": "1",
}
"""Number words and articles, for which a line has digits."""
SYNONYMS: Final = {
    "defence": "defense",
    "novelties": "novelty",
    "gene": "genes",
    "grey": "gray",
    "point": "vp",
    "points": "vp",
    "vps": "vp",
    "victory": "vp",
    "colonize": "settle",
    "colonise": "settle",
    "sale": "trade",
    "production": "produce",
    "consumption": "consume",
    "exploration": "explore",
    "development": "develop",
    "settlement": "settle",
    "prices": "price",
    "discount": "cost",
    "strength": "military",
    "every": "each",
    "then": "->",
    "vs": "against",
    "versus": "against",
    "when": "after",
    "pick": "draw",
    "take": "draw",
    "all": "up to",
    "nonmilitary": "non-military",
    "produces": "produce",
    "consumes": "consume",
    "explores": "explore",
    "trades": "trade",
    "settles": "settle",
    "develops": "develop",
    "takeover": "take over",
    "invade": "take over",
    "replace": "upgrade",
    "defend": "defense",
    "store": "save",
    "combine": "mix",
    "size": "limit",
    "start": "setup",
    "end": "game end",
    "select": "choose",
}
"""Single words that mean one of the language."""
ORDERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(vp|prestige|cards?|(?:novelty |rare |genes |alien )?goods?) +([0-9]+)\b",
        r"([+-][0-9]+) +(military|price|cost|defense)\b",
        r"\b([0-9]+) +(draw|keep|up to|hand limit|discard)\b",
        r"\b(worlds?|developments?) +(novelty|rare|genes|alien|military|production|windfall)\b",
        r"\b(windfall good|goods?) +(novelty|rare|genes|alien)\b",
    )
)
"""Two words that stand the wrong way round."""
_CHIPS: Final = r"\1 per \2vp chips"
PHRASES: Final = tuple(
    (re.compile(rf"\b{pattern}", re.IGNORECASE), text)
    for pattern, text in (
        (r"for (?:each|every)\b", "per"),
        (r"([0-9]+) (?:vp|points?) (?:per|for(?: each)?) ([0-9]+ )?(?:vp )?chips?", _CHIPS),
        (r"(?<=score: )([0-9]+) (?:vp|points?) (?=per\b)", r"\1 "),
        (r"per ([0-9]+ )?chips?\b", r"per \1vp chips"),
        (r"(?<=produce: )(?:1|an?|one) goods?$", "good"),
        (r"discard (?=(?:up to )?[0-9]+ (?:novelty |rare |genes |alien )?goods?\b)", "spend "),
        (r"draw (?:an?|one) (?:more )?cards?\b", "draw 1"),
        (r"draw ([0-9]+) (?:more )?cards?\b", r"draw \1"),
        (r"with ([0-9]+) military\b", r"with military \1 or more"),
        (r"with military ([0-9]+)(?! or more)\b", r"with military \1 or more"),
        (r"from an? (?:world|tableau|empire) with\b", "from a player with"),
        (r"of a player with\b", "from a player with"),
        (r"on (?:that|the placed) world\b", "on it"),
        (r"good on (?:this|the) world\b", "good"),
        (r"a good\b", "good"),
        (r"defeat (?:the )?takeovers?\b", "defeat a takeover"),
        (r"(ante|guess) (?:cost )?(?:from )?(?=[0-9])", r"\1 a cost from "),
        (r"(ante|guess) cost\b", r"\1 a cost"),
        (r"can(?: not|'t)\b", "cannot"),
        (r"other(?:'s)? (?:players'? )?discards\b", "others' discards"),
        (r"(?:by|per) kinds?(?: of worlds?)?$", "by kinds of worlds"),
        (r"discard ([0-9]+) *->", r"discard \1 cards ->"),
        (r"with (?=an? )", "if you have "),
        (r"(?:limit of|up to) ([0-9]+)\b", r"limit \1"),
        (r"(?<=end: )([0-9]+ cards)\b", r"at \1"),
        (r"(?:negative|below|minus) (?:total )?military\b", "negative military"),
    )
)
"""What people say, and the words for it; a reference like \\1 is a part of what was said."""
