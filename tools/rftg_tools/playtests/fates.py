"""What becomes of each card in a game, seat by seat: who drew it, kept it, played it, and when.

A card is drawn when it first comes to a hand, kept when it is still there as that step ends, and
played when it comes into a tableau. A tile of Roll is drawn with both of its faces, and kept as the
one that it is put into the construction zone as.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamekit.events import Event
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
    """The fates of all cards that came to somebody: by seat and number of the card."""

    def __init__(self) -> None:
        self.found: dict[tuple[int, int], Fate] = {}

    def _fate(self, seat: int, card: int) -> Fate:
        return self.found.setdefault((seat, card), Fate())

    def _draw(self, seat: int, cards: Iterable[int], now: int) -> None:
        for card in cards:
            fate = self._fate(seat, card)
            fate.drawn = now if fate.drawn is None else fate.drawn

    def _play(self, seat: int, cards: Iterable[int], now: int) -> None:
        for card in cards:
            fate = self._fate(seat, card)
            fate.kept = True
            fate.played = now if fate.played is None else fate.played


class RaceFates(Fates):
    """An observer of a game of Race."""

    def __init__(self) -> None:
        super().__init__()
        self._fresh: set[tuple[int, int]] = set()
        """What was drawn in the present step, by seat and card."""

    def see(self, event: Event, state: RaceState) -> None:
        """Note a card that comes to a hand or into a tableau."""
        if isinstance(event, (race.CardsDrawn, race.CardsTaken, race.DiscardsTaken)):
            self._draw(event.seat, event.own, state.round)
            self._fresh.update((event.seat, card) for card in event.own)
        elif isinstance(event, race.StartWorldsDealt):
            self._draw(event.seat, event.own, state.round)
        elif isinstance(event, race.CardPlaced):
            self._play(event.seat, (event.card,), state.round)
        elif isinstance(event, race.StepBegan):
            self.settle(state)

    def settle(self, state: RaceState) -> None:
        """Note which cards of the step that has ended were kept."""
        for seat, card in self._fresh:
            if card in state.players[seat].hand:
                self._fate(seat, card).kept = True
        self._fresh.clear()


class RollFates(Fates):
    """An observer of a game of Roll; cards are faces of tiles."""

    def __init__(self, table: RollTable) -> None:
        super().__init__()
        self._tiles = table.tiles

    def see(self, event: Event, state: RollState) -> None:
        """Note a tile that is drawn, put into a construction zone, or completed."""
        if isinstance(event, roll.TilesDrawn):
            tiles = [self._tiles[tile] for tile in event.own]
            faces = [face for one in tiles for face in (one.development, one.world)]
            self._draw(event.seat, faces, state.round)
        elif isinstance(event, roll.StartTilesDealt):
            self._draw(event.seat, event.faces, state.round)
            self._play(event.seat, event.faces, state.round)
        elif isinstance(event, roll.TilePlaced):
            for tile in event.own:
                one = self._tiles[tile]
                self._fate(event.seat, one.world if event.worlds else one.development).kept = True
        elif isinstance(event, roll.TileCompleted):
            self._play(event.seat, (event.face,), state.round)

    def settle(self, state: RollState) -> None:
        """Do nothing: what is kept is told by itself."""
