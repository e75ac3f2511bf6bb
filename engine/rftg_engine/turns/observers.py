"""Event log and statistics, as observers of a game."""

from __future__ import annotations

from gamekit import events as kit
from gamekit.events import Event, StepBegan
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.events import (
    CardPlaced,
    CardsDrawn,
    CardsTaken,
    GoodSold,
    StartWorldsDealt,
    TakeoverWeighed,
)
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import PhaseTally, in_force
from rftg_engine.turns.reasons import PlacementAsked, PlacementQuestion


class EventLog(kit.EventLog[State]):
    """Observer that keeps all events, and the context of the last questions.

    questions: the last choice of a card to place, by seat.
    powers: powers of each player at the start of the current step.
    players: current players.
    odds: attack, maximum attack and defense of takeovers, by seat of the player asked, power and
        world.
    """

    def __init__(self) -> None:
        super().__init__()
        self.questions: dict[int, PlacementQuestion] = {}
        self.powers: list[Powers] = []
        self.players: list[Player] = []
        self.odds: dict[tuple[int, int, int], tuple[int, int, int]] = {}

    def see(self, event: Event, state: State) -> None:
        """Keep an event, or the context of a question."""
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
        """Return the powers of a player in force now; None before the first step.

        Of the current step, only sales are taken into account, because prices can depend on them.
        For placements see `questions`.
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
    """Observer that counts how cards move, in order.

    dealt: seat and start world, dealt or offered at set-up. drawn: card, seat and round (0 for
    set-up) when a card first enters a hand. placed: card, seat, round and step when a card is first
    placed; a takeover does not count.
    """

    def __init__(self) -> None:
        self.dealt: list[tuple[int, int]] = []
        self.drawn: list[tuple[int, int, int]] = []
        self.placed: list[tuple[int, int, int, str]] = []
        self._drawn = 0
        self._placed = 0

    def see(self, event: Event, state: State) -> None:
        """Record a card that is dealt, drawn or placed."""
        if isinstance(event, (CardsDrawn, CardsTaken)):
            for card in event.own:
                if not self._drawn >> card & 1:
                    self._drawn |= 1 << card
                    self.drawn.append((card, event.seat, state.round))
        elif isinstance(event, CardPlaced):
            if not self._placed >> event.card & 1:
                self._placed |= 1 << event.card
                self.placed.append((event.card, event.seat, state.round, state.pending_steps[0]))
        elif isinstance(event, StartWorldsDealt):
            self.dealt += [(event.seat, world) for world in event.own]
