"""Experiments for tests: cards as text, tried in the base game."""

import textwrap
from collections.abc import Iterator
from pathlib import Path

from rftg_dsl.library import pack
from rftg_engine import Options
from rftg_tools.balance.effect import Effect
from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment, Experiment
from rftg_tools.balance.games import Game, Seat, Setup
from rftg_tools.balance.outcome import CLOSE, credits_of
from rftg_tools.balance.playing import SeedGames, games
from rftg_tools.balance.statistics import Estimate, Moments
from rftg_tools.balance.store import Store

PLAIN = """
- title: Quiet Harbour
  development: 3
  vp: 2
  powers: |
    trade: price +1
"""
"""A card that is neither strong nor weak."""
MINE = """
- title: Deep Mine
  world: 2
  vp: 1
  produces: rare
  powers: |
    produce: good
"""
"""A card that everybody plays."""
BLANK = """
- title: Empty Rock
  world: 6
  vp: 0
"""
"""A card that nobody could want."""
ENGINE = """
- title: Everything Engine
  development: 1
  vp: 1
  powers: |
    explore: draw 3
    develop: draw 3
    settle: draw 3
    consume: draw 3
    produce: draw 3
"""
"""A card that nobody could think fair."""


def experiment(folder: Path, cards: str, bot: str = "random", players: int = 2) -> Experiment:
    """The base game with a file of these cards."""
    path = folder / "mine.yaml"
    head = "set: mine\ntitle: Mine\nrequires: [base]\ncards:\n"
    path.write_text(head + textwrap.indent(cards.strip("\n"), "  ") + "\n", encoding="utf-8")
    return Experiment(pack(["base", str(path)]), ("mine",), Setup(Options(players), bot, 1))


def lab(folder: Path, cards: str, bot: str = "random") -> CompiledExperiment:
    """The lab of such an experiment."""
    return CompiledExperiment(experiment(folder, cards, bot))


def game(shares: tuple[float, ...], **facts: object) -> Game:
    """A made-up game that ended with these shares, which are also its credits, of two players.

    facts: other members of Game.
    """
    lead = _lead_for(shares[0])
    scores = (20 + lead, 20)
    seats = tuple(
        Seat(share, score, (), 0, 0, 0, ())  # type: ignore[arg-type]
        for share, score in zip(shares, scores, strict=True)
    )
    members: dict[str, object] = {
        "finished": True,
        "rounds": 10,
        "decisions": 100,
        "seats": seats,
        "dealt": (),
        "drawn": (),
        "placed": (),
    }
    return Game(**{**members, **facts})  # type: ignore[arg-type]


def _lead_for(share: float) -> float:
    """The points by which a player leads who has this credit."""
    if share in (0.0, 1.0):
        return CLOSE if share else -CLOSE
    low, high = -0.5 * CLOSE, 0.5 * CLOSE
    for _halving in range(50):
        middle = (low + high) / 2
        few = credits_of(with_lead(middle))[0] < share
        low, high = (middle, high) if few else (low, middle)
    return low


def with_lead(points: float) -> Game:
    """A game that the first of two players won by so many points."""
    seats = tuple(Seat(0.0, score, (), 0, 0, 0, ()) for score in (20 + points, 20))  # type: ignore[arg-type]
    return Game(True, 10, 100, seats, (), (), ())


def first_games(compiled: CompiledExperiment, store: Store, runs: int) -> Iterator[SeedGames]:
    """The games of the first runs, with a pair for each card that is drawn."""
    seeds = range(runs * SEEDS_PER_RUN)
    titles = {subject.card.title: seeds.stop for subject in compiled.subjects}
    return games(compiled, store, seeds, titles, 1)


def fill(moments: Moments, mean: float, apart: float, count: int = 400) -> None:
    for number in range(count):
        moments.add(mean + (apart if number % 2 else -apart))


class Measured(Effect):
    """An effect that is told, of so many numbers."""

    def __init__(self, mean: float, apart: float, count: int = 400) -> None:
        super().__init__((0,), ())
        self._moments = Moments(unit=1.0)
        fill(self._moments, mean, apart, count)

    def estimate(self) -> Estimate:
        """What they say."""
        return self._moments.estimate()
