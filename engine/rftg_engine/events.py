"""What happens in a game of Race: a class for each kind of event, told by the moves (moves.py).

`own` holds cards that only the player at `seat` has seen; all else is open to everybody. Cards,
worlds and powers are numbers of the table (table.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from gamekit.events import Event


@dataclass(frozen=True)
class OwnCards(Event):
    """Something with cards that only their player sees. count: how many they are."""

    count: int
    own: tuple[int, ...]

    def redacted(self) -> Event:
        """Return the event without its cards."""
        return replace(self, own=())


# --- the game


@dataclass(frozen=True)
class StepBegan(Event):
    """A step begins. round: of the game, 0 in set-up; the step `choose` begins a new one."""

    round: int
    step: str


@dataclass(frozen=True)
class Reshuffled(Event):
    """The discards are shuffled into a new supply."""


@dataclass(frozen=True)
class GameEnded(Event):
    """The game ends with this round, for one reason of perhaps several. reason: as in `endings`."""

    reason: str


@dataclass(frozen=True)
class Scored(Event):
    """The points of a player when the game is over."""

    points: int
    tie_break: int
    won: bool


# --- set-up


@dataclass(frozen=True)
class StartWorldsDealt(OwnCards):
    """Start worlds that a player gets, or may choose from."""


@dataclass(frozen=True)
class FirstPlayerSet(Event):
    """This player is first where the order matters."""


@dataclass(frozen=True)
class CardDrafted(OwnCards):
    """A card is picked in the draft."""


# --- hands


@dataclass(frozen=True)
class CardsDrawn(OwnCards):
    """Cards come from the supply to a hand."""


@dataclass(frozen=True)
class CardsTaken(OwnCards):
    """Cards come to a hand from elsewhere: dealt at set-up, or found."""


@dataclass(frozen=True)
class DiscardsTaken(OwnCards):
    """Cards that others have discarded come to a hand."""


@dataclass(frozen=True)
class CardsDiscarded(OwnCards):
    """Cards are discarded from a hand; `owed`: for powers that draw first and discard later."""

    owed: bool = False


@dataclass(frozen=True)
class CardsSaved(OwnCards):
    """Cards are put under a card of the tableau."""

    card: int


@dataclass(frozen=True)
class CardsRecovered(OwnCards):
    """Cards come back to the hand from under a card of the tableau."""

    card: int


# --- tableau, goods, chips


@dataclass(frozen=True)
class CardPlaced(Event):
    """A card comes into a tableau, start worlds too."""

    card: int


@dataclass(frozen=True)
class CardLost(Event):
    """A card of the tableau is discarded."""

    card: int


@dataclass(frozen=True)
class GoodPlaced(Event):
    """A good is put on a world; `with_world`: because the world is placed with its good."""

    world: int
    with_world: bool = False


@dataclass(frozen=True)
class GoodMoved(Event):
    """The good of a world goes to another one."""

    world: int
    to: int


@dataclass(frozen=True)
class GoodSpent(Event):
    """The good of a world is discarded."""

    world: int


@dataclass(frozen=True)
class KindChosen(Event):
    """The owner of a world of each kind says what kind its good is, 1 to 4."""

    world: int
    kind: int


@dataclass(frozen=True)
class GoodSold(Event):
    """A good that has been spent is sold for cards."""

    world: int
    kind: int
    cards: int


@dataclass(frozen=True)
class ChipsGained(Event):
    """Points of victory point chips."""

    points: int


@dataclass(frozen=True)
class PrestigeChanged(Event):
    """Prestige is gained, or spent (below 0)."""

    points: int


@dataclass(frozen=True)
class TokensChanged(Event):
    """Tokens of a class are gained, or spent (below 0)."""

    token: str
    number: int


# --- what players do

ACTION_BONUS: Final = -2
"""Stands for the discards of a Consume: Trade with prestige where a power's number is meant."""


@dataclass(frozen=True)
class ActionsChosen(Event):
    """The actions of a round, as they are revealed."""

    actions: tuple[int, ...]


@dataclass(frozen=True)
class PowerUsed(Event):
    """A power is used. power: its number, or ACTION_BONUS with no card (-1)."""

    card: int
    power: int


@dataclass(frozen=True)
class PowerDone(Event):
    """A power is finished; later events are not part of it."""

    card: int
    power: int


@dataclass(frozen=True)
class PaymentMade(Event):
    """Something is paid for, or Military called up. kind: of the decision (asks.py).

    cards: hand cards paid. helpers: cards whose powers were used.
    """

    kind: str
    card: int
    cards: int
    helpers: tuple[int, ...]


@dataclass(frozen=True)
class WorldConquered(Event):
    """A world is conquered: Military against its defense."""

    world: int
    military: int
    defense: int


@dataclass(frozen=True)
class WorldReplaced(Event):
    """A world takes the place of an old one, by the power of a card."""

    world: int
    old: int
    by: int


@dataclass(frozen=True)
class CostGuessed(Event):
    """A cost is named, and a card turned up; none when there is none."""

    cost: int
    turned: tuple[int, ...]


@dataclass(frozen=True)
class CardTurnedUp(Event):
    """The top card of the deck is turned up, to be placed where it fits."""

    card: int


@dataclass(frozen=True)
class CardStaked(Event):
    """A card of some cost is staked, and cards are turned up against it."""

    cost: int
    turned: tuple[int, ...]
    own: tuple[int, ...]

    def redacted(self) -> Event:
        """Return the event without the stake."""
        return replace(self, own=())


@dataclass(frozen=True)
class StakeWon(Event):
    """A card that was turned up against a stake is kept."""

    card: int


# --- rules that sets bring


@dataclass(frozen=True)
class GoalClaimed(Event):
    """A goal, by its number, is claimed."""

    goal: int


@dataclass(frozen=True)
class GoalLost(Event):
    """A goal, by its number, is lost."""

    goal: int


@dataclass(frozen=True)
class PrestigeLed(Event):
    """A player has the most prestige at the start of a round."""


@dataclass(frozen=True)
class SearchBegan(Event):
    """A category, by its number, is searched for."""

    category: int


@dataclass(frozen=True)
class SearchTurnedUp(Event):
    """A search turns a card up."""

    card: int


@dataclass(frozen=True)
class SearchFound(Event):
    """A card that a search turned up is kept."""

    card: int


@dataclass(frozen=True)
class TakeoverDeclared(Event):
    """A takeover of a world of another player is declared, with a card's power."""

    world: int
    owner: int
    by: int


@dataclass(frozen=True)
class TakeoverDefeated(Event):
    """A declared takeover is defeated, with a card's power."""

    world: int
    by: int


@dataclass(frozen=True)
class TakeoverResolved(Event):
    """A takeover succeeds or fails: attack against defense."""

    world: int
    owner: int
    attack: int
    defense: int
    won: bool


@dataclass(frozen=True)
class TakeoverWeighed(Event):
    """What a takeover comes to that a player can declare, or (power -1) is to defend against.

    most: the attack with all that can still be called up.
    """

    power: int
    world: int
    attack: int
    most: int
    defense: int


# --- the robot


@dataclass(frozen=True)
class DiceRolled(Event):
    """The robot's dice, by the numbers of their faces."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class CardsFlipped(Event):
    """Cards that the robot turned up, and does not place."""

    cards: tuple[int, ...]


@dataclass(frozen=True)
class CounterPlaced(Event):
    """The robot places a counter of a 6-cost development."""


@dataclass(frozen=True)
class TracksMoved(Event):
    """The robot's credit and economy size have changed."""

    credit: int
    economy: int
