"""Studies of tiles: play until every tile is measured precisely enough.

A study stops by the width of the intervals, after blocks of games, like a study of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from math import fsum, isfinite

from rftg_tools.balance.effect import Effect
from rftg_tools.balance.experiment import SEEDS_PER_RUN
from rftg_tools.balance.games import Game
from rftg_tools.balance.official import OfficialCard, OfficialRange
from rftg_tools.balance.statistics import Estimate, spread
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import BLOCK
from rftg_tools.balance.tally import NOBODY, RELATIVE_MARGIN
from rftg_tools.balance.tiles.experiment import CompiledExperiment, Subject, TileKind, games
from rftg_tools.intervals import Z
from rftg_tools.workers.process import defer_interrupts


class Tally:
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

    @property
    def margin(self) -> float:
        """Margin of error of the effect, as a win share."""
        return self.effect.estimate().margin

    def target_margin(self, precision: float) -> float:
        """Return the margin of error to reach, larger for a large effect."""
        return max(precision, RELATIVE_MARGIN * abs(self.effect.estimate().mean))

    def is_known(self, precision: float) -> bool:
        """Return whether the margin of error is reached."""
        return self.margin <= self.target_margin(precision)


class Study:
    """All figures of an experiment so far. seeds: number of games played, from 0.

    endless: games that did not end, which do not count. tallies: of the tested tiles; shipped: of
    the others.
    """

    def __init__(self, lab: CompiledExperiment) -> None:
        self.lab = lab
        self.seeds = self.endless = 0
        self.tallies = [Tally(subject) for subject in lab.subjects.tried]
        self.shipped = [Tally(subject) for subject in lab.subjects.shipped]

    def add(self, game: Game) -> None:
        """Add the next game."""
        self.seeds += 1
        if not game.finished:
            self.endless += 1
            return
        for tally in (*self.tallies, *self.shipped):
            tally.add(game, self.lab.subjects.tile_of)

    @property
    def margin(self) -> float:
        """Margin of error of the least certain tile, as a win share."""
        return max(tally.margin for tally in self.tallies)

    def is_known(self, precision: float) -> bool:
        """Return whether the effects of all tiles are precise enough; see Tally.is_known."""
        return all(tally.is_known(precision) for tally in self.tallies)

    def remaining_share(self, precision: float, max_games: int) -> float:
        """Return the estimated share of the games that remain."""
        if not self.seeds:
            return 1.0
        needed = max(t.effect.seeds_to(t.target_margin(precision), False) for t in self.tallies)
        remaining = max(0.0, min(needed, max_games - self.seeds))
        return remaining / (self.seeds + remaining)

    def range(self, kind: TileKind) -> OfficialRange:
        """Return the range of shipped tiles of a kind; see official.Range."""
        measured = [
            (tally, effect)
            for tally in self.shipped
            if tally.subject.kind is kind
            and isfinite((effect := tally.effect.estimate()).margin)
            and effect.margin > 0
        ]
        if not measured:
            return OfficialRange(0.0, 0.0, 0.0, ())
        errors = [(effect.margin / Z) ** 2 for _tally, effect in measured]
        model = spread([effect.mean for _tally, effect in measured], errors)
        officials = [
            _official(tally, effect, shrunken)
            for (tally, effect), shrunken in zip(measured, model.shrunken, strict=True)
        ]
        officials.sort(key=lambda official: official.shrunken.mean)
        return OfficialRange(model.low, model.high, model.tau, tuple(officials), kind.many)

    def usual_share(self, kind: TileKind) -> float:
        """Return the mean share of drawers of shipped tiles of a kind who built them."""
        shares = [tally.built_share for tally in self.shipped if tally.subject.kind is kind]
        return fsum(shares) / len(shares) if shares else 0.0


def _official(tally: Tally, effect: Estimate, shrunken: tuple[float, float]) -> OfficialCard:
    mean, error = shrunken
    card = replace(tally.subject.faces[0], title=tally.subject.title)
    best = Estimate(mean, Z * error, tally.drawn)
    return OfficialCard(card, tally.drawn, tally.built_share, effect, best)


def carry_on(
    study: Study,
    store: Store,
    precision: float,
    max_games: int,
    jobs: int,
    scheduler: str | None = None,
) -> Generator[int, None, None]:
    """Play or load game after game into a new study; yield the number of games.

    It may be interrupted at any time: the study then consists of complete games.

    precision: target for each tile, see Tally.is_known. max_games: number of games at which to stop
    in any case, rounded up to runs. Raises whatever `games` raises.
    """
    last = -(-max_games // SEEDS_PER_RUN) * SEEDS_PER_RUN
    while study.seeds < last and not (study.seeds and study.is_known(precision)):
        stage = range(study.seeds, min(last, max(BLOCK, 2 * study.seeds)))
        with closing(games(study.lab, store, stage, jobs, scheduler)) as played:
            for game in played:
                with defer_interrupts():
                    study.add(game)
                yield study.seeds
                if study.seeds % BLOCK == 0 and study.is_known(precision):
                    return
