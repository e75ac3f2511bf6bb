"""Observers of a game: its log of events, and statistics."""

from __future__ import annotations

from gamekit import events as kit
from gamekit.events import Event
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.events import (
    CardPlaced,
    CardsDrawn,
    CardsTaken,
    GoodSold,
    StartWorldsDealt,
    StepBegan,
    TakeoverWeighed,
)
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import PhaseTally, in_force
from rftg_engine.turns.reasons import PlacementAsked, PlacementQuestion


class EventLog(kit.EventLog[State]):
    """An observer that keeps the events, and what each player was last asked to place with.

    questions: by seat, the last one which card to place. powers: of each player, from the start
    of the present step. players: as they are now. odds: by seat of who is asked, power of the
    takeover and world: the attack, the most that can be called up for it, and the defense.
    """

    def __init__(self) -> None:
        super().__init__()
        self.questions: dict[int, PlacementQuestion] = {}
        self.powers: list[Powers] = []
        self.players: list[Player] = []
        self.odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: Event, state: State) -> None:
        """Keep an event, or what it tells about a question."""
        self.players = state.players
        if isinstance(event, PlacementAsked):
            self.questions[event.seat] = event.question
        elif isinstance(event, TakeoverWeighed):
            odds = (event.attack, event.most, event.defense)
            self.odds[event.seat, event.power, event.world] = odds
        else:
            if isinstance(event, StepBegan):
                self.powers = [player.powers for player in state.players]
            self.events.append(event)

    def powers_in_force(self, table: Table, seat: int) -> Powers | None:
        """Return the powers of a player with those that change inside a step, as they count now.

        None before the first step. Of what was done in the step the sales are counted, on which
        prices can depend; for what can be placed see `questions`.
        """
        if not self.powers:
            return None
        tally = PhaseTally()
        for event in reversed(self.events):
            if isinstance(event, StepBegan):
                break
            if isinstance(event, GoodSold) and event.seat == seat:
                tally.sold += ((event.world, event.kind),)
        return in_force(table, self.players, seat, self.powers[seat], tally)


class GameStats:
    """An observer that notes where cards go, in the order in which it happens.

    dealt: seat and start world, dealt or offered at set-up. drawn: card, seat and round (0:
    set-up), the first time that a card comes to a hand, whether it is kept or not. placed: card,
    seat, round and step, the first time that it is placed. One taken over was placed by its owner.
    """

    def __init__(self) -> None:
        self.dealt: list[tuple[int, int]] = []
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._drawn = 0
        self._placed = 0

    def see(self, event: Event, state: State) -> None:
        """Note a card that is dealt, drawn or placed."""
        if isinstance(event, (CardsDrawn, CardsTaken)):
            for card in event.own:
                if not self._drawn >> card & 1:
                    self._drawn |= 1 << card
                    self.drawn.append((card, event.seat, state.round))
        elif isinstance(event, CardPlaced):
            if not self._placed >> event.card & 1:
                self._placed |= 1 << event.card
                self.placed.append((event.card, event.seat, state.round, state.todo[0]))
        elif isinstance(event, StartWorldsDealt):
            self.dealt += [(event.seat, world) for world in event.own]
