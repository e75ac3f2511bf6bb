"""What players are asked: every kind of decision, what it is about, and what its answers mean.

A kind is a text. `ASKS` says besides what the numbers of `about` and of an answer are, so that
whoever words, records or imagines decisions need not know them all.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class Means(Enum):
    """What a number of a decision stands for."""

    NOTHING = "nothing"
    CARD = "a card that nobody else sees, and all see when everybody has answered"
    HIDDEN_CARD = "a card that nobody else sees, then either"
    OPEN_CARD = "a card that lies open"
    WORLD = "a world of one's tableau"
    POWER = "a power, by its number in Table.power_list"
    ACTION = "an action card (actions.py)"
    CATEGORY = "a search category, by its number in Table.search"
    KIND = "a kind of goods, 1 to 4"
    NUMBER = "a number of something"
    YES = "1 for yes, 0 for no"


class Ask:
    """A kind of decision: what its numbers mean.

    about: what `Decision.about` is; -1 stands for nothing. answer: what the numbers of an answer
    are, in their order; the last one for all further ones. A payment is answered by the number of
    a way first. asks: what is decided, in a few words.
    """

    def __init__(self, about: Means, answer: tuple[Means, ...], asks: str) -> None:
        self.about: Final = about
        self.answer: Final = answer
        self.asks: Final = asks


ASKS: Final[dict[str, Ask]] = {}
"""All kinds of decisions by name; a module of rules adds its own."""


def add_ask(name: str, about: Means, answer: tuple[Means, ...], asks: str) -> None:
    """Add a kind of decision. Raise ValueError where there is one of that name."""
    if name in ASKS:
        raise ValueError(f"there is a kind of decision {name!r} already")
    ASKS[name] = Ask(about, answer, asks)


def ask_of(name: str) -> Ask:
    """Return a kind of decision. Raise ValueError for one that nobody has added."""
    found = ASKS.get(name)
    if found is None:
        raise ValueError(f"there is no kind of decision {name!r}: add it with asks.add_ask")
    return found


def names_cards(name: str) -> bool:
    """Return whether the answers to a choice of that name begin with a card that all see then."""
    return ask_of(name).answer[0] in (Means.CARD, Means.OPEN_CARD)


def is_about_power(name: str) -> bool:
    """Return whether a decision of that name is about a power."""
    return ask_of(name).about is Means.POWER


_NOTHING: Final = Means.NOTHING
_CARDS: Final = (Means.CARD,)
_POWERS: Final = (Means.POWER,)

# Set-up
START_WORLD: Final = "start world"
add_ask(START_WORLD, _NOTHING, _CARDS, "which start world to keep")
STARTING_HAND: Final = "starting hand"
add_ask(STARTING_HAND, _NOTHING, _CARDS, "cards to discard")
DRAFT: Final = "draft"
add_ask(DRAFT, _NOTHING, (Means.HIDDEN_CARD,), "which card to pick")

# Actions
ACTION: Final = "action"
add_ask(ACTION, _NOTHING, (Means.ACTION,), "the actions of the round")
FIRST_ACTION: Final = "first action"
add_ask(FIRST_ACTION, _NOTHING, (Means.ACTION,), "the action committed first")
LATE_ACTION: Final = "late action"
add_ask(LATE_ACTION, _NOTHING, (Means.ACTION,), "the actions, when those of the others are known")

# Explore and search
SEARCH_CATEGORY: Final = "search category"
add_ask(SEARCH_CATEGORY, _NOTHING, (Means.CATEGORY,), "what to search for")
SEARCH_KEEP: Final = "search keep"
add_ask(SEARCH_KEEP, Means.OPEN_CARD, (Means.YES,), "whether to keep the card")
EXPLORE: Final = "explore"
add_ask(EXPLORE, _NOTHING, _CARDS, "cards to discard")

# Develop and Settle
PLACE_DEVELOPMENT: Final = "place development"
add_ask(PLACE_DEVELOPMENT, _NOTHING, _CARDS, "which card to place, if any")
PLACE_WORLD: Final = "place world"
add_ask(PLACE_WORLD, _NOTHING, _CARDS, "which world to place, if any")
PAY_FOR_DEVELOPMENT: Final = "pay for development"
add_ask(PAY_FOR_DEVELOPMENT, Means.OPEN_CARD, _CARDS, "how to pay")
PAY_FOR_WORLD: Final = "pay for world"
add_ask(PAY_FOR_WORLD, Means.OPEN_CARD, _CARDS, "how to pay or conquer")
SAVE: Final = "save"
add_ask(SAVE, Means.WORLD, _CARDS, "cards to put under the world")
SETTLE_POWER: Final = "settle power"
add_ask(SETTLE_POWER, _NOTHING, _POWERS, "by which power to go on, if any")
UPGRADE: Final = "upgrade"
add_ask(UPGRADE, Means.POWER, (Means.CARD, Means.WORLD), "which world to place, and in whose place")

# Takeovers
TAKEOVER: Final = "takeover"
add_ask(TAKEOVER, _NOTHING, (Means.POWER, Means.OPEN_CARD), "by which power to attack which world")
PAY_FOR_TAKEOVER: Final = "pay for takeover"
add_ask(PAY_FOR_TAKEOVER, Means.OPEN_CARD, _CARDS, "Military to call up")
DEFEAT_TAKEOVER: Final = "defeat takeover"
add_ask(DEFEAT_TAKEOVER, Means.POWER, (Means.POWER, Means.OPEN_CARD), "which takeover to defeat")
DEFEND: Final = "defend"
add_ask(DEFEND, Means.OPEN_CARD, _CARDS, "Military to call up in defense")

# Consume and Produce
TRADE: Final = "trade"
add_ask(TRADE, _NOTHING, (Means.WORLD,), "whose good to sell")
CONSUME_POWER: Final = "consume power"
add_ask(CONSUME_POWER, _NOTHING, _POWERS, "which power to use next")
PRODUCE_POWER: Final = "produce power"
add_ask(PRODUCE_POWER, _NOTHING, _POWERS, "which power to use next")
WINDFALL: Final = "windfall"
add_ask(WINDFALL, Means.POWER, (Means.WORLD,), "which world gets the good")
MOVE_GOOD: Final = "move good"
add_ask(MOVE_GOOD, Means.POWER, (Means.WORLD, Means.WORLD), "which good to move, and where, if any")
KIND_OF_GOOD: Final = "kind of good"
add_ask(KIND_OF_GOOD, Means.WORLD, (Means.KIND,), "what kind the good is")

# Powers
USE_POWER: Final = "use power"
add_ask(USE_POWER, Means.POWER, (Means.YES,), "whether to use the power")
CHOOSE_GAIN: Final = "choose gain"
add_ask(CHOOSE_GAIN, Means.POWER, (Means.NUMBER,), "what to get, from 1 in the order of the line")
DISCARD_FOR_POWER: Final = "discard for power"
add_ask(DISCARD_FOR_POWER, Means.POWER, _CARDS, "cards to give for it")
GOODS_FOR_POWER: Final = "goods for power"
add_ask(GOODS_FOR_POWER, Means.POWER, (Means.WORLD,), "goods to give for it")
SPEND_PRESTIGE: Final = "spend prestige"
add_ask(SPEND_PRESTIGE, Means.POWER, (Means.NUMBER,), "how much to spend")
SPEND_TOKENS: Final = "spend tokens"
add_ask(SPEND_TOKENS, Means.POWER, (Means.NUMBER,), "how many tokens to spend")
GUESS: Final = "guess"
add_ask(GUESS, Means.POWER, (Means.NUMBER,), "the cost to name")
ANTE: Final = "ante"
add_ask(ANTE, Means.POWER, _CARDS, "which card to stake, if any")
KEEP_ONE: Final = "keep one"
add_ask(KEEP_ONE, Means.POWER, (Means.OPEN_CARD,), "which card to keep")
DISCARD_AFTER_DRAWING: Final = "discard after drawing"
add_ask(DISCARD_AFTER_DRAWING, _NOTHING, _CARDS, "cards to discard for powers that drew")

# Round end
HAND_LIMIT: Final = "hand limit"
add_ask(HAND_LIMIT, _NOTHING, _CARDS, "cards to discard")
