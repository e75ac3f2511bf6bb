"""Fates of cards in a game, by seat: drawn, kept, played.

A card is drawn when it first enters a hand, kept if it is still there when that step ends, and
played when it enters a tableau. A tile of Roll is drawn with both faces, and kept with the visible
face when it is put into the construction zone.

If a bot answers for a person, cards that it keeps or plays do not count. Cards drawn in a step do
not count if the last answer of the seat in that step is by a bot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from gamekit.decisions import Answer, Decision
from gamekit.events import Event, StepBegan
from gamekit.records import StandIns
from rftg_engine import events as race
from rftg_engine.state import State as RaceState
from roll_engine import events as roll
from roll_engine.cards.table import Table as RollTable
from roll_engine.state import State as RollState


@dataclass(slots=True)
class Fate:
    """Fate of a card in one seat. drawn, played: round, or None for never."""

    drawn: int | None = None
    kept: bool = False
    played: int | None = None


class Fates:
    """Fates of all drawn cards by seat and card.

    record: record of the game, with the answers that bots gave for people. Call `note` with each
    answer before it takes effect.
    """

    def __init__(self, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        self.by_seat: dict[tuple[int, int], Fate] = {}
        self.answered: set[int] = set()
        """Seats whose person has given an answer."""
        self.replaced: set[int] = set()
        """Seats of people for whom a bot has answered."""
        self._stand_ins = StandIns(record)
        self._absent: set[int] = set()
        """Seats of people whose last answer was by a bot."""
        self._drawn_in_step: dict[tuple[int, int], int] = {}
        """Round in which a card was drawn in the current step, by seat and card."""

    def note(self, decision: Decision, _answer: Answer) -> None:
        """Note whether a person or a bot answers."""
        seat = decision.player
        if self._stand_ins.gave_next(seat):
            self._absent.add(seat)
            self.replaced.add(seat)
        else:
            self._absent.discard(seat)
            self.answered.add(seat)

    def seats_of_people(self, people: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
        """Return the people who have answered at least once, or for whom no bot has answered."""
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
        """Store the cards drawn in the completed step, and return them."""
        rounds = {
            key: round_ for key, round_ in self._drawn_in_step.items() if key[0] not in self._absent
        }
        self._drawn_in_step.clear()
        for (seat, card), round_ in rounds.items():
            fate = self._fate(seat, card)
            fate.drawn = round_ if fate.drawn is None else fate.drawn
        return list(rounds)

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
        """Note a card that enters a hand or a tableau."""
        if isinstance(
            event, (race.CardsDrawn, race.CardsTaken, race.DiscardsTaken, race.StartWorldsDealt)
        ):
            self._draw(event.seat, event.own, state.round)
        elif isinstance(event, race.CardPlaced):
            self._play(event.seat, (event.card,), state.round)
        elif isinstance(event, StepBegan):
            self.settle(state)

    def settle(self, state: RaceState) -> None:
        """Store which cards were drawn and kept in the completed step."""
        for seat, card in self._settle():
            if card in state.players[seat].hand:
                self._fate(seat, card).kept = True


class RollFates(Fates):
    """Observer of a game of Roll. Cards are tile faces."""

    def __init__(self, table: RollTable, record: Mapping[str, Any] = MappingProxyType({})) -> None:
        super().__init__(record)
        self._tiles = table.tiles

    def see(self, event: Event, state: RollState) -> None:
        """Note a tile that is drawn, put into a construction zone, or completed."""
        if isinstance(event, roll.TilesDrawn):
            tiles = [self._tiles[tile_id] for tile_id in event.own]
            faces = [face for tile in tiles for face in (tile.development, tile.world)]
            self._draw(event.seat, faces, state.round)
        elif isinstance(event, roll.StartTilesDealt):
            self._draw(event.seat, event.faces, state.round)
            self._play(event.seat, event.faces, state.round)
        elif isinstance(event, StepBegan):
            self.settle(state)
        elif isinstance(event, roll.TilePlaced) and event.seat not in self._absent:
            for tile_id in event.own:
                tile = self._tiles[tile_id]
                self._fate(event.seat, tile.world if event.worlds else tile.development).kept = True
        elif isinstance(event, roll.TileCompleted):
            self._play(event.seat, (event.face,), state.round)

    def settle(self, _state: RollState) -> None:
        """Store which tiles were drawn in the completed step. Other events show kept tiles."""
        self._settle()
