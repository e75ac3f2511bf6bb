"""Kinds of decisions in Race, with the meaning of their numbers.

A kind is a string. `ASKS` describes `Decision.about` and the answers of each kind, so that code can
display, record or simulate decisions without knowing all kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Meaning(Enum):
    """Meaning of a number in a decision."""

    NOTHING = "nothing"
    CARD = "a hidden card, visible to all after everybody has answered"
    HIDDEN_CARD = "a card that stays hidden"
    OPEN_CARD = "a card visible to all"
    WORLD = "a world in the player's tableau"
    POWER = "a power, by its number in Table.power_list"
    ACTION = "an action card (actions.py)"
    CATEGORY = "a search category, by its number in Table.search"
    KIND = "a kind of goods, 1 to 4"
    NUMBER = "a number of something"
    YES = "1 for yes, 0 for no"


@dataclass(frozen=True)
class Ask:
    """A kind of decision.

    about: meaning of `Decision.about`, or NOTHING if it is always -1. answer: meaning of each
    number in an answer; the last meaning applies to all later numbers. The answer to a payment
    starts with the index of a payment option. asks: the question in a few words.
    """

    about: Meaning
    answer: tuple[Meaning, ...]
    asks: str


ASKS: Final[dict[str, Ask]] = {}
"""All kinds of decisions by name; rule modules add their own kinds."""


def add_ask(name: str, about: Meaning, answer: tuple[Meaning, ...], asks: str) -> None:
    """Add a kind of decision. Raise ValueError if the name is taken."""
    if name in ASKS:
        raise ValueError(f"decision kind {name!r} already exists")
    ASKS[name] = Ask(about, answer, asks)


def ask_of(name: str) -> Ask:
    """Return a kind of decision. Raise ValueError if it is unknown."""
    ask = ASKS.get(name)
    if ask is None:
        raise ValueError(f"unknown decision kind {name!r}: register it with asks.add_ask")
    return ask


def names_cards(name: str) -> bool:
    """Return whether answers of this kind start with a card that all players then see."""
    return ask_of(name).answer[0] in (Meaning.CARD, Meaning.OPEN_CARD)


def is_about_power(name: str) -> bool:
    """Return whether decisions of this kind are about a power."""
    return ask_of(name).about is Meaning.POWER


_NOTHING: Final = Meaning.NOTHING
_CARDS: Final = (Meaning.CARD,)
_POWERS: Final = (Meaning.POWER,)

# Set-up
START_WORLD: Final = "start world"
add_ask(START_WORLD, _NOTHING, _CARDS, "which start world to keep")
STARTING_HAND: Final = "starting hand"
add_ask(STARTING_HAND, _NOTHING, _CARDS, "cards to discard")
DRAFT: Final = "draft"
add_ask(DRAFT, _NOTHING, (Meaning.HIDDEN_CARD,), "which card to pick")

# Actions
ACTION: Final = "action"
add_ask(ACTION, _NOTHING, (Meaning.ACTION,), "the actions of the round")
FIRST_ACTION: Final = "first action"
add_ask(FIRST_ACTION, _NOTHING, (Meaning.ACTION,), "the first action")
LATE_ACTION: Final = "late action"
add_ask(LATE_ACTION, _NOTHING, (Meaning.ACTION,), "the actions, after the others are revealed")

# Explore and search
SEARCH_CATEGORY: Final = "search category"
add_ask(SEARCH_CATEGORY, _NOTHING, (Meaning.CATEGORY,), "which category to search")
SEARCH_KEEP: Final = "search keep"
add_ask(SEARCH_KEEP, Meaning.OPEN_CARD, (Meaning.YES,), "whether to keep the card")
EXPLORE: Final = "explore"
add_ask(EXPLORE, _NOTHING, _CARDS, "cards to discard")

# Develop and Settle
PLACE_DEVELOPMENT: Final = "place development"
add_ask(PLACE_DEVELOPMENT, _NOTHING, _CARDS, "which card to place, if any")
PLACE_WORLD: Final = "place world"
add_ask(PLACE_WORLD, _NOTHING, _CARDS, "which world to place, if any")
PAY_FOR_DEVELOPMENT: Final = "pay for development"
add_ask(PAY_FOR_DEVELOPMENT, Meaning.OPEN_CARD, _CARDS, "how to pay")
PAY_FOR_WORLD: Final = "pay for world"
add_ask(PAY_FOR_WORLD, Meaning.OPEN_CARD, _CARDS, "how to pay or conquer")
SAVE: Final = "save"
add_ask(SAVE, Meaning.WORLD, _CARDS, "cards to put under the world")
SETTLE_POWER: Final = "settle power"
add_ask(SETTLE_POWER, _NOTHING, _POWERS, "which power to use next, if any")
UPGRADE: Final = "upgrade"
add_ask(UPGRADE, Meaning.POWER, (Meaning.CARD, Meaning.WORLD), "which world to place and replace")

# Takeovers
TAKEOVER: Final = "takeover"
add_ask(TAKEOVER, _NOTHING, (Meaning.POWER, Meaning.OPEN_CARD), "which power and world to attack")
PAY_FOR_TAKEOVER: Final = "pay for takeover"
add_ask(PAY_FOR_TAKEOVER, Meaning.OPEN_CARD, _CARDS, "how to raise Military")
DEFEAT_TAKEOVER: Final = "defeat takeover"
add_ask(DEFEAT_TAKEOVER, Meaning.POWER, (Meaning.POWER, Meaning.OPEN_CARD), "which to defeat")
DEFEND: Final = "defend"
add_ask(DEFEND, Meaning.OPEN_CARD, _CARDS, "how to raise Military in defense")

# Consume and Produce
TRADE: Final = "trade"
add_ask(TRADE, _NOTHING, (Meaning.WORLD,), "whose good to sell")
SELL_ANOTHER: Final = "sell another"
add_ask(SELL_ANOTHER, Meaning.POWER, (Meaning.WORLD,), "whose good to sell as well, if any")
CONSUME_POWER: Final = "consume power"
add_ask(CONSUME_POWER, _NOTHING, _POWERS, "which power to use next")
PRODUCE_POWER: Final = "produce power"
add_ask(PRODUCE_POWER, _NOTHING, _POWERS, "which power to use next")
WINDFALL: Final = "windfall"
add_ask(WINDFALL, Meaning.POWER, (Meaning.WORLD,), "which world gets the good")
MOVE_GOOD: Final = "move good"
add_ask(
    MOVE_GOOD,
    Meaning.POWER,
    (Meaning.WORLD, Meaning.WORLD),
    "which good to move where",
)
KIND_OF_GOOD: Final = "kind of good"
add_ask(KIND_OF_GOOD, Meaning.WORLD, (Meaning.KIND,), "what kind the good is")

# Powers
USE_POWER: Final = "use power"
add_ask(USE_POWER, Meaning.POWER, (Meaning.YES,), "whether to use the power")
CHOOSE_GAIN: Final = "choose gain"
add_ask(CHOOSE_GAIN, Meaning.POWER, (Meaning.NUMBER,), "which gain, numbered from 1")
DISCARD_FOR_POWER: Final = "discard for power"
add_ask(DISCARD_FOR_POWER, Meaning.POWER, _CARDS, "cards to discard for the power")
GOODS_FOR_POWER: Final = "goods for power"
add_ask(GOODS_FOR_POWER, Meaning.POWER, (Meaning.WORLD,), "goods to spend on the power")
SPEND_PRESTIGE: Final = "spend prestige"
add_ask(SPEND_PRESTIGE, Meaning.POWER, (Meaning.NUMBER,), "how much to spend")
SPEND_CHIPS: Final = "spend chips"
add_ask(SPEND_CHIPS, Meaning.POWER, (Meaning.NUMBER,), "how many chips to spend")
SPEND_TOKENS: Final = "spend tokens"
add_ask(SPEND_TOKENS, Meaning.POWER, (Meaning.NUMBER,), "how many tokens to spend")
GUESS: Final = "guess"
add_ask(GUESS, Meaning.POWER, (Meaning.NUMBER,), "the cost to name")
ANTE: Final = "ante"
add_ask(ANTE, Meaning.POWER, _CARDS, "which card to stake, if any")
KEEP_ONE: Final = "keep one"
add_ask(KEEP_ONE, Meaning.POWER, (Meaning.OPEN_CARD,), "which card to keep")
PUT_UNDER: Final = "put under"
add_ask(PUT_UNDER, Meaning.POWER, (Meaning.HIDDEN_CARD,), "cards to put under the card, if any")
DISCARD_AFTER_DRAWING: Final = "discard after drawing"
add_ask(DISCARD_AFTER_DRAWING, _NOTHING, _CARDS, "cards to discard for powers that drew")

# Round end
HAND_LIMIT: Final = "hand limit"
add_ask(HAND_LIMIT, _NOTHING, _CARDS, "cards to discard")

# Invasions and repairs
DEFENSE: Final = "invasion defense"
add_ask(DEFENSE, Meaning.NUMBER, (Meaning.POWER,), "which power to defend with, if any")
BUNKER: Final = "bunker"
add_ask(
    BUNKER, Meaning.NUMBER, (Meaning.HIDDEN_CARD,), "which card to discard in the bunker, if any"
)
DAMAGE: Final = "damage"
add_ask(DAMAGE, _NOTHING, (Meaning.WORLD,), "which world is damaged")
WAR_EFFORT: Final = "war effort"
add_ask(WAR_EFFORT, _NOTHING, (Meaning.WORLD,), "which goods to contribute")
REPAIR: Final = "repair"
add_ask(
    REPAIR,
    _NOTHING,
    (Meaning.OPEN_CARD, Meaning.WORLD),
    "which world to repair, for which good, if any",
)
REPAIR_FOR_CARDS: Final = "repair for cards"
add_ask(REPAIR_FOR_CARDS, Meaning.OPEN_CARD, (Meaning.CARD,), "cards to discard for the repair")
REPAIR_BY_POWER: Final = "repair by power"
add_ask(REPAIR_BY_POWER, Meaning.POWER, (Meaning.OPEN_CARD,), "which world to repair")
REPAIR_BY_BONUS: Final = "repair by bonus"
add_ask(
    REPAIR_BY_BONUS, _NOTHING, (Meaning.OPEN_CARD,), "which worlds to repair, instead of a good"
)
