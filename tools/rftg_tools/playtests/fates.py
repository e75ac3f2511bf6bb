"""Fates of cards: what becomes of each card in a game, by seat.

A card is drawn when it first comes to a hand, kept if it is still there when that step ends, and
played when it enters a tableau. A tile of Roll is drawn with both of its faces, and kept with the
face that it is put into the construction zone with.

What a bot does in a person's place does not count: what its answer keeps or plays, and what is
drawn in a step whose last answer of the seat is a bot's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gamekit.decisions import Answer, Decision
from gamekit.events import Event
from gamekit.records import StandIns
from rftg_engine import events as race
from rftg_engine.state import State as RaceState
from roll_engine import events as roll
from roll_engine.cards.table import Table as RollTable
from roll_engine.state import State as RollState


@dataclass(slots=True)
class Fate:
    """What became of a card in one seat. drawn, played: in which round, None for never."""

    drawn: int | None = None
    kept: bool = False
    played: int | None = None


class Fates:
    """Fates of all cards that came to somebody, by seat and number of the card.

    record: of the game; it says which answers bots gave in a person's place. Call `note` with each
    answer before it takes effect.
    """

    def __init__(self, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.by_seat: dict[tuple[int, int], Fate] = {}
        self.answered: set[int] = set()
        """Seats that have given an answer themselves."""
        self.replaced: set[int] = set()
        """Seats for which a bot has given an answer."""
        self._stand_ins = StandIns(record)
        self._absent: set[int] = set()
        """Seats whose last answer a bot gave in a person's place."""
        self._drawn_in_step: dict[tuple[int, int], int] = {}
        """Round in which a card was drawn in the current step, by seat and card."""

    def note(self, decision: Decision, _answer: Answer) -> None:
        """Note who gives an answer."""
        seat = decision.player
        if self._stand_ins.gave_next(seat):
            self._absent.add(seat)
            self.replaced.add(seat)
        else:
            self._absent.discard(seat)
            self.answered.add(seat)

    def seats_of_people(self, people: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return the people who have given an answer themselves, or for whom no bot has."""
        return [
            (seat, name)
            for seat, name in people
            if seat in self.answered or seat not in self.replaced
        ]

    def _fate(self, seat: int, card: int) -> Fate:
        return self.by_seat.setdefault((seat, card), Fate())

    def _draw(self, seat: int, cards: Iterable[int], round_: int) -> None:
        for card in cards:
            self._drawn_in_step.setdefault((seat, card), round_)

    def _settle(self) -> list[tuple[int, int]]:
        """Record the cards that were drawn in the finished step, and return them."""
        drawn = {
            key: round_ for key, round_ in self._drawn_in_step.items() if key[0] not in self._absent
        }
        self._drawn_in_step.clear()
        for (seat, card), round_ in drawn.items():
            fate = self._fate(seat, card)
            fate.drawn = round_ if fate.drawn is None else fate.drawn
        return list(drawn)

    def _play(self, seat: int, cards: Iterable[int], round_: int) -> None:
        if seat in self._absent:
            return
        for card in cards:
            fate = self._fate(seat, card)
            fate.kept = True
            fate.played = round_ if fate.played is None else fate.played


class RaceFates(Fates):
    """Observer of a game of Race."""

    def __init__(
        self, _table: object = None, record: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        super().__init__(record)

    def see(self, event: Event, state: RaceState) -> None:
        """Note a card that comes to a hand or into a tableau."""
        if isinstance(
            event, (race.CardsDrawn, race.CardsTaken, race.DiscardsTaken, race.StartWorldsDealt)
        ):
            self._draw(event.seat, event.own, state.round)
        elif isinstance(event, race.CardPlaced):
            self._play(event.seat, (event.card,), state.round)
        elif isinstance(event, race.StepBegan):
            self.settle(state)

    def settle(self, state: RaceState) -> None:
        """Record which cards were drawn and kept in the finished step."""
        for seat, card in self._settle():
            if card in state.players[seat].hand:
                self._fate(seat, card).kept = True


class RollFates(Fates):
    """Observer of a game of Roll; cards are faces of tiles."""

    def __init__(self, table: RollTable, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(record)
        self._tiles = table.tiles

    def see(self, event: Event, state: RollState) -> None:
        """Note a tile that is drawn, put into a construction zone, or completed."""
        if isinstance(event, roll.TilesDrawn):
            tiles = [self._tiles[number] for number in event.own]
            faces = [face for tile in tiles for face in (tile.development, tile.world)]
            self._draw(event.seat, faces, state.round)
        elif isinstance(event, roll.StartTilesDealt):
            self._draw(event.seat, event.faces, state.round)
            self._play(event.seat, event.faces, state.round)
        elif isinstance(event, roll.StepBegan):
            self.settle(state)
        elif isinstance(event, roll.TilePlaced) and event.seat not in self._absent:
            for number in event.own:
                tile = self._tiles[number]
                self._fate(event.seat, tile.world if event.worlds else tile.development).kept = True
        elif isinstance(event, roll.TileCompleted):
            self._play(event.seat, (event.face,), state.round)

    def settle(self, _state: RollState) -> None:
        """Record which tiles were drawn in the finished step; events say which are kept."""
        self._settle()
