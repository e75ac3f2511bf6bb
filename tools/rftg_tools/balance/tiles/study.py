"""Plays until every tile is known well enough, and counts what the games say of each.

It stops by the width of the intervals, after whole blocks of games, as a study of cards does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from math import fsum, isfinite

from rftg_tools.balance.effect import Effect
from rftg_tools.balance.experiment import RUN
from rftg_tools.balance.games import Game
from rftg_tools.balance.official import Official, Range
from rftg_tools.balance.statistics import Estimate, spread
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import BLOCK
from rftg_tools.balance.tally import NOBODY, PART
from rftg_tools.balance.tiles.experiment import Lab, games
from rftg_tools.balance.tiles.subjects import Sort, Subject
from rftg_tools.intervals import Z
from rftg_tools.workers.process import defer_interrupts


class Tally:
    """What the games say of a tile so far: of who drew it first, or was dealt it.

    effect: on the share of the win of who did. built: those who built it, by title of the face;
    rounds: when. drawn: games in which it came to somebody.
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.effect = Effect(subject.numbers, subject.among)
        self.built: Counter[str] = Counter()
        self.rounds: Counter[int] = Counter()
        self.drawn = 0

    def add(self, game: Game, number: Sequence[int]) -> None:
        """Take in a finished game. number: of the tile of each face."""
        seat = next((one for tile, one, _ in game.drawn if tile in self.subject.numbers), NOBODY)
        self.effect.add(game, seat, False)
        if seat == NOBODY:
            return
        self.drawn += 1
        built = [
            (face, at)
            for face, by, at, _step in game.placed
            if by == seat and number[face] in self.subject.numbers
        ]
        for face, at in built[:1]:
            self.built[self._titles[number[face] != face]] += 1
            self.rounds[at] += 1

    @property
    def _titles(self) -> list[str]:
        """The titles of both faces, the one that gives the number first."""
        return [face.title for face in self.subject.faces]

    @property
    def built_share(self) -> float:
        """Of those who drew it first, the share that built it."""
        return self.built.total() / self.drawn if self.drawn else 0.0

    @property
    def half(self) -> float:
        """Half of the interval of the effect, as a share of a win."""
        return self.effect.estimate().half

    def wanted(self, precision: float) -> float:
        """Return the half of the interval that is narrow enough, more for a large effect."""
        return max(precision, PART * abs(self.effect.estimate().mean))

    def known(self, precision: float) -> bool:
        """Return whether the effect is known so well."""
        return self.half <= self.wanted(precision)


class Study:
    """All figures of an experiment so far. seeds: how many games were played, from 0 on.

    endless: those of them that did not end, which say nothing of any tile. tallies: of the tiles
    that are tried; shipped: of the others.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.seeds = self.endless = 0
        self.tallies = [Tally(subject) for subject in lab.subjects.tried]
        self.shipped = [Tally(subject) for subject in lab.subjects.shipped]

    def add(self, game: Game) -> None:
        """Take in the next game."""
        self.seeds += 1
        if not game.finished:
            self.endless += 1
            return
        for tally in (*self.tallies, *self.shipped):
            tally.add(game, self.lab.subjects.number)

    @property
    def half(self) -> float:
        """Half of the widest interval of all tiles, as a share of a win."""
        return max(tally.half for tally in self.tallies)

    def known(self, precision: float) -> bool:
        """Return whether the effects of all tiles are known well enough; see Tally.known."""
        return all(tally.known(precision) for tally in self.tallies)

    def left(self, precision: float, most: int) -> float:
        """Return which share of all games is not yet played, as far as one can tell by now."""
        if not self.seeds:
            return 1.0
        wanted = (one.effect.seeds_to(one.wanted(precision), False) for one in self.tallies)
        todo = max(0.0, min(max(wanted), most - self.seeds))
        return todo / (self.seeds + todo)

    def range(self, sort: Sort) -> Range:
        """Return how far shipped tiles of a sort lie apart; see official.Range."""
        known = [
            (one, effect)
            for one in self.shipped
            if one.subject.sort is sort
            and isfinite((effect := one.effect.estimate()).half)
            and effect.half > 0
        ]
        if not known:
            return Range(0.0, 0.0, 0.0, ())
        errors = [(effect.half / Z) ** 2 for _one, effect in known]
        model = spread([effect.mean for _one, effect in known], errors)
        found = [
            _official(tally, effect, shrunken)
            for (tally, effect), shrunken in zip(known, model.shrunken, strict=True)
        ]
        found.sort(key=lambda one: one.shrunken.mean)
        return Range(model.low, model.high, model.tau, tuple(found), sort.many)

    def usual_share(self, sort: Sort) -> float:
        """Return how many of those who drew a shipped tile of a sort built it, on average."""
        shares = [one.built_share for one in self.shipped if one.subject.sort is sort]
        return fsum(shares) / len(shares) if shares else 0.0


def _official(tally: Tally, effect: Estimate, shrunken: tuple[float, float]) -> Official:
    mean, error = shrunken
    card = replace(tally.subject.faces[0], title=tally.subject.title)
    best = Estimate(mean, Z * error, tally.drawn)
    return Official(card, tally.drawn, tally.built_share, effect, best)


def carry_on(
    study: Study,
    store: Store,
    precision: float,
    most: int,
    jobs: int,
    scheduler: str | None = None,
) -> Generator[int, None, None]:
    """Play, or read, game after game into a new study; yield the number of games.

    It may be interrupted at any time: the study then is of whole games.

    precision: of each tile at which it ends, see Tally.known. most: games after which it ends
    anyhow, taken to whole runs. Raises what `games` raises.
    """
    last = -(-most // RUN) * RUN
    while study.seeds < last and not (study.seeds and study.known(precision)):
        stage = range(study.seeds, min(last, max(BLOCK, 2 * study.seeds)))
        with closing(games(study.lab, store, stage, jobs, scheduler)) as played:
            for game in played:
                with defer_interrupts():
                    study.add(game)
                yield study.seeds
                if study.seeds % BLOCK == 0 and study.known(precision):
                    return
