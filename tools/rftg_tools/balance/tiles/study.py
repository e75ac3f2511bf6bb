"""Studies of tiles: play until every tile is measured precisely enough.

A study stops by the width of the intervals, after blocks of games, like a study of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace
from math import fsum, isfinite

from rftg_tools.balance.effect import Effect
from rftg_tools.balance.games import Game
from rftg_tools.balance.official import OfficialCard, OfficialRange, range_of
from rftg_tools.balance.statistics import Estimate
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import AnyStudy, next_stage
from rftg_tools.balance.tally import NOBODY, MeasuredEffect
from rftg_tools.balance.tiles.experiment import CompiledExperiment, Subject, TileKind, games
from rftg_tools.intervals import Z


class Tally(MeasuredEffect):
    """Figures of a tile so far, for the player who first drew it or was dealt it.

    effect: on that player's win share. built: number of constructions by title of the face; rounds:
    by round. drawn: games in which a player got it.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.effect = Effect(subject.numbers, subject.among)
        self.built: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.drawn = 0

    def add(self, game: Game, tile_of: Sequence[int]) -> None:
        """Add a finished game. tile_of: ID of the tile of each face."""
        numbers = self.subject.numbers
        seat = next((drawer for tile, drawer, _ in game.drawn if tile in numbers), NOBODY)
        self.effect.add(game, seat, False)
        if seat == NOBODY:
            return
        self.drawn += 1
        built = [
            (face, game_round)
            for face, builder, game_round, _step in game.placed
            if builder == seat and tile_of[face] in numbers
        ]
        for face, game_round in built[:1]:
            self.built[self._titles[tile_of[face] != face]] += 1
            self.rounds[game_round] += 1

    @property
    def _titles(self) -> list[str]:
        """The titles of both faces, first that of the face whose number is the tile's ID."""
        return [face.title for face in self.subject.faces]

    @property
    def built_share(self) -> float:
        """Share of first drawers who built it."""
        return self.built.total() / self.drawn if self.drawn else 0.0


class Study(AnyStudy):
    """All figures of an experiment so far. Each seed is one game.

    endless: games that did not end, which do not count. tallies: of the tested tiles; shipped: of
    the others.
    """

    lab: CompiledExperiment
    tallies: list[Tally]

    def __init__(self, lab: CompiledExperiment) -> None:
        self.lab = lab
        self.endless = 0
        self.tallies = [Tally(subject) for subject in lab.subjects.tried]
        self.shipped = [Tally(subject) for subject in lab.subjects.shipped]

    def add(self, game: Game) -> None:
        self.seeds += 1
        if not game.finished:
            self.endless += 1
            return
        for tally in (*self.tallies, *self.shipped):
            tally.add(game, self.lab.subjects.tile_of)

    def play_stage(
        self, store: Store, _precision: float, last: int, jobs: int | None, scheduler: str | None
    ) -> Generator[Game, None, None]:
        return games(self.lab, store, next_stage(self, last), jobs, scheduler)

    def remaining_share(self, precision: float, max_seeds: int) -> float:
        if not self.seeds:
            return 1.0
        unsettled = [t for t in self.tallies if not self.is_settled(t, precision)]
        needed = max(
            (t.effect.seeds_to(t.target_margin(precision), False) for t in unsettled), default=0.0
        )
        remaining = max(0.0, min(needed, max_seeds - self.seeds))
        return remaining / (self.seeds + remaining)

    def range_for(self, tally: Tally) -> OfficialRange:
        return self.range(tally.subject.kind)

    def range(self, kind: TileKind) -> OfficialRange:
        """Return the range of shipped tiles of a kind; see OfficialRange."""
        measured = [
            (_official(tally, effect), (effect.margin / Z) ** 2)
            for tally in self.shipped
            if tally.subject.kind is kind
            and isfinite((effect := tally.effect.estimate()).margin)
            and effect.margin > 0
        ]
        return range_of(measured, kind.many)

    def usual_share(self, kind: TileKind) -> float:
        """Return the mean share of drawers of shipped tiles of a kind who built them."""
        shares = [tally.built_share for tally in self.shipped if tally.subject.kind is kind]
        return fsum(shares) / len(shares) if shares else 0.0


def _official(tally: Tally, effect: Estimate) -> OfficialCard:
    card = replace(tally.subject.faces[0], title=tally.subject.title)
    return OfficialCard(card, tally.drawn, tally.built_share, effect, effect)
