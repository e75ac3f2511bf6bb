"""Events of a game of Race, notified by the moves (moves.py).

`own` holds cards that only the player at `seat` has seen; everything else is open to all players.
Cards, worlds and powers are numbers in the table (cards/table.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gamekit.events import Event, SecretEvent

# --- the game


@dataclass(frozen=True)
class Reshuffled(Event):
    """The discards are shuffled into a new deck."""


# --- set-up


@dataclass(frozen=True)
class StartWorldsDealt(SecretEvent):
    """Start worlds are dealt to a player, who may have to choose one."""


@dataclass(frozen=True)
class CardDrafted(SecretEvent):
    """A card is picked in the draft."""


# --- hands


@dataclass(frozen=True)
class CardsDrawn(SecretEvent):
    """Cards are drawn from the deck to a hand."""


@dataclass(frozen=True)
class CardsTaken(SecretEvent):
    """Cards are added to a hand from elsewhere: dealt at set-up, or found."""


@dataclass(frozen=True)
class DiscardsTaken(SecretEvent):
    """Cards that other players have discarded are taken to a hand."""


@dataclass(frozen=True)
class CardsDiscarded(SecretEvent):
    """Hand cards are discarded. owed: whether for powers that draw first and discard later."""

    owed: bool = False


@dataclass(frozen=True)
class CardsSaved(SecretEvent):
    """Cards are put under a tableau card."""

    card: int


@dataclass(frozen=True)
class CardsRecovered(SecretEvent):
    """Cards return to the hand from under a tableau card."""

    card: int


# --- tableau, goods, chips


@dataclass(frozen=True)
class CardPlaced(Event):
    """A card is placed in a tableau; includes start worlds."""

    card: int


@dataclass(frozen=True)
class CardLost(Event):
    """A tableau card is discarded."""

    card: int


@dataclass(frozen=True)
class GoodPlaced(Event):
    """A good is put on a world. with_world: the world was placed with its good."""

    world: int
    with_world: bool = False


@dataclass(frozen=True)
class GoodMoved(Event):
    """A good is moved from one world to another."""

    world: int
    to: int


@dataclass(frozen=True)
class GoodSpent(Event):
    """The good on a world is discarded."""

    world: int


@dataclass(frozen=True)
class KindChosen(Event):
    """The owner of a world of every kind chooses the kind of its good, 1 to 4."""

    world: int
    kind: int


@dataclass(frozen=True)
class GoodSold(Event):
    """A good that has been spent is sold for cards."""

    world: int
    kind: int
    cards: int


@dataclass(frozen=True)
class PrestigeChanged(Event):
    """A player gains prestige, or spends it (below 0)."""

    points: int


@dataclass(frozen=True)
class TokensChanged(Event):
    """A player gains tokens of a class, or spends them (below 0)."""

    token: str
    number: int


# --- actions and powers

ACTION_BONUS: Final = -2
"""Power number for the discards of Consume: Trade with prestige."""


@dataclass(frozen=True)
class ActionsChosen(Event):
    """The actions of a player are revealed."""

    actions: tuple[int, ...]


@dataclass(frozen=True)
class PowerUsed(Event):
    """A power is used. power: number of the power, or ACTION_BONUS with no card (-1)."""

    card: int
    power: int


@dataclass(frozen=True)
class PowerDone(Event):
    """A power is finished; later events do not belong to it."""

    card: int
    power: int


@dataclass(frozen=True)
class PaymentMade(Event):
    """A player pays, or raises Military. kind: kind of decision (asks.py).

    cards: number of hand cards paid. helpers: cards whose powers were used.
    """

    kind: str
    card: int
    cards: int
    helpers: tuple[int, ...]


@dataclass(frozen=True)
class WorldConquered(Event):
    """A world is conquered. military: Military against its defense."""

    world: int
    military: int
    defense: int


@dataclass(frozen=True)
class WorldReplaced(Event):
    """A world replaces an old one. by: card whose power was used."""

    world: int
    old: int
    by: int


@dataclass(frozen=True)
class CostGuessed(Event):
    """A cost is named and a card turned up; there may be no card left."""

    cost: int
    turned_up: tuple[int, ...]


@dataclass(frozen=True)
class CardTurnedUp(Event):
    """The top card of the deck is turned up, to be placed if possible."""

    card: int


@dataclass(frozen=True)
class CardStaked(Event):
    """A card is staked, and cards are turned up against it. cost: cost of the staked card."""

    cost: int
    turned_up: tuple[int, ...]
    own: tuple[int, ...]

    def redacted(self) -> Event:
        """Return the event without the stake."""
        return replace(self, own=())


@dataclass(frozen=True)
class CardsKept(Event):
    """Cards that were turned up go to the hand of a player."""

    cards: tuple[int, ...]


# --- rules of sets


@dataclass(frozen=True)
class GoalClaimed(Event):
    """A player claims a goal. goal: number of the goal."""

    goal: int


@dataclass(frozen=True)
class GoalLost(Event):
    """A player loses a goal. goal: number of the goal."""

    goal: int


@dataclass(frozen=True)
class PrestigeLed(Event):
    """A player has the most prestige at the start of a round."""


@dataclass(frozen=True)
class SearchBegan(Event):
    """A player starts a search. category: number of the category."""

    category: int


@dataclass(frozen=True)
class SearchTurnedUp(Event):
    """A search turns up a card."""

    card: int


@dataclass(frozen=True)
class SearchFound(Event):
    """A card turned up by a search is kept."""

    card: int


@dataclass(frozen=True)
class TakeoverDeclared(Event):
    """A takeover of another player's world is declared. by: card whose power is used."""

    world: int
    owner: int
    by: int


@dataclass(frozen=True)
class TakeoverDefeated(Event):
    """A declared takeover is defeated. by: card whose power is used."""

    world: int
    by: int


@dataclass(frozen=True)
class TakeoverResolved(Event):
    """A takeover succeeds or fails."""

    world: int
    owner: int
    attack: int
    defense: int
    won: bool


@dataclass(frozen=True)
class TakeoverWeighed(Event):
    """Odds of a takeover that a player can declare, or must defend against (power -1).

    most: maximum attack with all Military that can still be raised.
    """

    power: int
    world: int
    attack: int
    most: int
    defense: int


# --- the robot


@dataclass(frozen=True)
class DiceRolled(Event):
    """The robot's dice are rolled. faces: numbers of their faces."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class CardsFlipped(Event):
    """The robot turns up cards and does not place them."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class CounterPlaced(Event):
    """The robot places a counter of a 6-cost development."""


@dataclass(frozen=True)
class TracksMoved(Event):
    """The robot's credit and economy change. They are the new values."""

    credit: int
    economy: int
