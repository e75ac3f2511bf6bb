"""What players are asked: every kind of decision, what it is about, and what its answers mean.

A kind is a text as far as decisions and records go. It says besides what the numbers of `about`
and of an answer are, so that whoever words, records or imagines decisions need not know them all.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class Means(Enum):
    """What a number of a decision stands for."""

    NOTHING = "nothing"
    CARD = "a card of one's own hand, or one that is offered face down"
    OPEN_CARD = "a card that lies open"
    WORLD = "a world of one's tableau"
    POWER = "a power, by its number in Table.power_list"
    ACTION = "an action card (actions.py)"
    CATEGORY = "a search category, by its number in Table.search"
    KIND = "a kind of goods, 1 to 4"
    NUMBER = "a number of something"
    YES = "1 for yes, 0 for no"


class Ask(str):
    """A kind of decision. about: what `Decision.about` is; -1 stands for nothing.

    answer: what the numbers of an answer are, in their order; the last one for all further ones.
    A payment is answered by the number of a way first. asks: what is decided, in a few words.
    """

    about: Means
    answer: tuple[Means, ...]
    asks: str

    def __new__(cls, name: str, about: Means, answer: tuple[Means, ...], asks: str) -> Ask:
        """Make a kind of decision of that name."""
        made = super().__new__(cls, name)
        made.about, made.answer, made.asks = about, answer, asks
        ASKS[name] = made
        return made


ASKS: Final[dict[str, Ask]] = {}
"""All kinds of decisions by name; those of modules of rules are added when these are imported."""

_NOTHING: Final = Means.NOTHING
_CARDS: Final = (Means.CARD,)
_POWERS: Final = (Means.POWER,)

# Set-up
START_WORLD: Final = Ask("start world", _NOTHING, _CARDS, "which start world to keep")
STARTING_HAND: Final = Ask("starting hand", _NOTHING, _CARDS, "cards to discard")
DRAFT: Final = Ask("draft", _NOTHING, _CARDS, "which card to pick")

# Actions
ACTION: Final = Ask("action", _NOTHING, (Means.ACTION,), "the actions of the round")
FIRST_ACTION: Final = Ask("first action", _NOTHING, (Means.ACTION,), "the action committed first")
LATE_ACTION: Final = Ask(
    "late action", _NOTHING, (Means.ACTION,), "the actions, when those of the others are known"
)

# Explore and search
SEARCH_CATEGORY: Final = Ask("search category", _NOTHING, (Means.CATEGORY,), "what to search for")
SEARCH_KEEP: Final = Ask("search keep", Means.OPEN_CARD, (Means.YES,), "whether to keep the card")
EXPLORE: Final = Ask("explore", _NOTHING, _CARDS, "cards to discard")

# Develop and Settle
PLACE_DEVELOPMENT: Final = Ask("place development", _NOTHING, _CARDS, "which card to place, if any")
PLACE_WORLD: Final = Ask("place world", _NOTHING, _CARDS, "which world to place, if any")
PAY_FOR_DEVELOPMENT: Final = Ask("pay for development", Means.OPEN_CARD, _CARDS, "how to pay")
PAY_FOR_WORLD: Final = Ask("pay for world", Means.OPEN_CARD, _CARDS, "how to pay or conquer")
SAVE: Final = Ask("save", Means.WORLD, _CARDS, "cards to put under the world")
SETTLE_POWER: Final = Ask("settle power", _NOTHING, _POWERS, "by which power to go on, if any")
UPGRADE: Final = Ask(
    "upgrade", Means.POWER, (Means.CARD, Means.WORLD), "which world to place, and in whose place"
)

# Takeovers
TAKEOVER: Final = Ask(
    "takeover", _NOTHING, (Means.POWER, Means.OPEN_CARD), "by which power to attack which world"
)
PAY_FOR_TAKEOVER: Final = Ask("pay for takeover", Means.OPEN_CARD, _CARDS, "Military to call up")
DEFEAT_TAKEOVER: Final = Ask(
    "defeat takeover", Means.POWER, (Means.POWER, Means.OPEN_CARD), "which takeover to defeat"
)
DEFEND: Final = Ask("defend", Means.OPEN_CARD, _CARDS, "Military to call up in defense")

# Consume and Produce
TRADE: Final = Ask("trade", _NOTHING, (Means.WORLD,), "whose good to sell")
CONSUME_POWER: Final = Ask("consume power", _NOTHING, _POWERS, "which power to use next")
PRODUCE_POWER: Final = Ask("produce power", _NOTHING, _POWERS, "which power to use next")
WINDFALL: Final = Ask("windfall", Means.POWER, (Means.WORLD,), "which world gets the good")
KIND_OF_GOOD: Final = Ask("kind of good", Means.WORLD, (Means.KIND,), "what kind the good is")

# Powers
USE_POWER: Final = Ask("use power", Means.POWER, (Means.YES,), "whether to use the power")
DISCARD_FOR_POWER: Final = Ask("discard for power", Means.POWER, _CARDS, "cards to give for it")
GOODS_FOR_POWER: Final = Ask("goods for power", Means.POWER, (Means.WORLD,), "goods to give for it")
SPEND_PRESTIGE: Final = Ask("spend prestige", Means.POWER, (Means.NUMBER,), "how much to spend")
GUESS: Final = Ask("guess", Means.POWER, (Means.NUMBER,), "the cost to name")
ANTE: Final = Ask("ante", Means.POWER, _CARDS, "which card to stake, if any")
KEEP_ONE: Final = Ask("keep one", Means.POWER, (Means.OPEN_CARD,), "which card to keep")
DISCARD_AFTER_DRAWING: Final = Ask(
    "discard after drawing", _NOTHING, _CARDS, "cards to discard for powers that drew"
)

# Round end
HAND_LIMIT: Final = Ask("hand limit", _NOTHING, _CARDS, "cards to discard")
