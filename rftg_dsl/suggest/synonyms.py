"""Single words that people write in place of those of the language, and words in the wrong order.

misspellings.py tries these on a line that cannot be read; rewrites.py has what takes several words.
"""

from __future__ import annotations

import re
from typing import Final

COUNTING: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS: Final = {word: str(number) for number, word in enumerate(COUNTING)} | {
    "a": "1",
    "an": "1",
    "any": "1",
    "once": "1",
    "twice": "2",
}
"""Number words and articles, for which a line has digits."""
COLOURS: Final = {
    "blue": "novelty",
    "cyan": "novelty",
    "brown": "rare",
    "orange": "rare",
    "green": "genes",
    "yellow": "alien",
    "gold": "alien",
    "grey": "gray",
    "novelties": "novelty",
    "luxury": "novelty",
    "elements": "rare",
    "gene": "genes",
    "genetic": "genes",
    "genetics": "genes",
    "aliens": "alien",
    "red": "military",
}
"""Kinds of goods and worlds as their colours on the cards say them, and in other words."""
ADJECTIVES: Final = COLOURS | {
    "producing": "production",
    "conquered": "military",
    "nonmilitary": "non-military",
    "peaceful": "non-military",
    "civilian": "non-military",
    "imperial": "imperium",
    "empire": "imperium",
    "rebels": "rebel",
    "terraformed": "terraforming",
    "uplifted": "uplift",
}
"""Words before `world` or `card` that mean another."""
_VERBS: Final = {
    "pick": "draw",
    "take": "draw",
    "gain": "draw",
    "get": "draw",
    "receive": "draw",
    "invade": "take over",
    "attack": "take over",
    "takeover": "take over",
    "replace": "upgrade",
    "improve": "upgrade",
    "store": "save",
    "stash": "save",
    "combine": "mix",
    "select": "choose",
    "retain": "keep",
    "pay": "spend",
    "use": "spend",
    "trash": "discard",
    "sacrifice": "discard",
    "build": "place",
    "play": "place",
    "bet": "ante",
    "wager": "ante",
}
_THINGS: Final = {
    "point": "vp",
    "points": "vp",
    "vps": "vp",
    "victory": "vp",
    "prices": "price",
    "value": "price",
    "discount": "cost",
    "costs": "cost",
    "defence": "defense",
    "defend": "defense",
    "strength": "military",
    "planet": "world",
    "planets": "worlds",
    "dev": "development",
    "devs": "developments",
    "resource": "good",
    "resources": "goods",
    "size": "limit",
}
_SMALL: Final = {
    "every": "each",
    "vs": "against",
    "versus": "against",
    "when": "after",
    "whenever": "after",
    "can": "may",
    "then": "->",
    "all": "up to",
    "own": "have",
    "control": "have",
}
_MOMENTS: Final = {
    "colonize": "settle",
    "colonise": "settle",
    "settlement": "settle",
    "settles": "settle",
    "sale": "trade",
    "trades": "trade",
    "sell": "trade",
    "production": "produce",
    "produces": "produce",
    "consumption": "consume",
    "consumes": "consume",
    "exploration": "explore",
    "explores": "explore",
    "development": "develop",
    "develops": "develop",
    "scoring": "score",
    "start": "setup",
    "end": "game end",
}
SYNONYMS: Final = ADJECTIVES | _VERBS | _THINGS | _SMALL | _MOMENTS
"""Single words that mean one of the language."""
ORDERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(vp|prestige|cards?|(?:novelty |rare |genes |alien )?goods?) +([0-9]+)\b",
        r"([+-][0-9]+) +(military|price|cost|defense)\b",
        r"\+?\b([0-9]+) +(draw|keep|up to|hand limit|discard)\b",
        r"\b(worlds?|developments?) +(novelty|rare|genes|alien|military|production|windfall)\b",
        r"\b(windfall good|goods?) +(novelty|rare|genes|alien)\b",
    )
)
"""Two words that stand the wrong way round."""
FILLERS: Final = frozenset(
    "a an the more extra additional again always also you your of to is are it card cards only "
    "please permanently total point points good goods".split()
)
"""Words without which a line says the same."""
