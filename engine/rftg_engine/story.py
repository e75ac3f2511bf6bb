"""A story: all that happens in a game, event by event, for those who tell it to its players.

What everybody may see stands apart from what one player alone may see, so that whoever reads an
event `for_others` cannot give away a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rftg_engine.chronicle import Chronicle

if TYPE_CHECKING:
    from rftg_engine.powers import Powers
    from rftg_engine.reasons import Grounds


class Event:
    """Something that happened. What the fields hold depends on `what` (docs/engine.md, Stories).

    seat: whose doing it is, -1 for the game's. card: an open card or -1. numbers, cards, word:
    open to all. own: cards that only the player at `seat` has seen.
    """

    def __init__(
        self,
        what: str,
        seat: int,
        card: int,
        numbers: tuple[int, ...],
        cards: tuple[int, ...],
        own: tuple[int, ...],
        word: str,
    ) -> None:
        self.what: Final = what
        self.seat: Final = seat
        self.card: Final = card
        self.numbers: Final = numbers
        self.cards: Final = cards
        self.own: Final = own
        self.word: Final = word

    def __repr__(self) -> str:
        open_facts = (self.what, self.seat, self.card, self.numbers, self.cards, self.word)
        return f"Event{open_facts!r}"

    def for_others(self) -> Event:
        """The event as the other players see it."""
        if not self.own:
            return self
        return Event(self.what, self.seat, self.card, self.numbers, self.cards, (), self.word)


class Story(Chronicle):
    """A chronicle that notes every event, and what each player was last asked to place with.

    grounds: by seat, of the last question which card to place. powers: of each player, from the
    start of the present step. odds: by seat of who is asked, power of the takeover and world: the
    attack, the most that can be called up for it, and the defense.
    """

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Event] = []
        self.grounds: dict[int, Grounds] = {}
        self.powers: list[Powers] = []
        self.odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def begin(self, step: str, in_round: int, powers: list[Powers]) -> None:
        """Notes that a step begins."""
        self.powers = powers
        self.tell("step", -1, numbers=(in_round,), word=step)

    def tell(
        self,
        what: str,
        seat: int,
        card: int = -1,
        numbers: Sequence[int] = (),
        cards: Sequence[int] = (),
        own: Sequence[int] = (),
        word: str = "",
    ) -> None:
        """Notes an event."""
        event = Event(what, seat, card, tuple(numbers), tuple(cards), tuple(own), word)
        self.events.append(event)

    def weigh(self, seat: int, power: int, world: int, odds: tuple[int, int, int]) -> None:
        """Notes what a takeover comes to that a player can declare, add to or defend against."""
        self.odds[seat, power, world] = odds

    def ground(self, seat: int, grounds: Grounds) -> None:
        """Notes what a question which card to place was asked with."""
        self.grounds[seat] = grounds
