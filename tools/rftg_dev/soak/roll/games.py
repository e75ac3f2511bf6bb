"""One game of the soak test of Roll: random answers, everything checked on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final

from gamekit.decisions import Decision
from gamekit.driver import Driver
from gamekit.work import TooMuchWork
from rftg_dev.soak.illegal import accepted, attempts
from rftg_dev.soak.roll.hidden import permuted
from rftg_dev.soak.roll.invariants import broken
from rftg_dsl.library import cards_in_use, load
from roll_engine import Options, State, Table, new_game, result, view_of
from roll_engine.rules import MOST_PLAYERS
from roll_engine.state import load as load_state

SET: Final = "roll"
MOST_ROUNDS: Final = 500
"""A game that is not over by then counts as one that does not end."""
VIEWS_EVERY: Final = 20
"""Views are compared, and illegal answers given, at one decision in so many."""


@dataclass(slots=True)
class Checked:
    """What one game was checked for, and what failed."""

    steps: int = 0
    decisions: int = 0
    rounds: int = 0
    views: int = 0
    illegal: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


@cache
def table() -> Table:
    """Return the official tiles."""
    compiled = load((SET,))
    if compiled.has_errors:
        raise ValueError(f"{SET} has errors")
    return Table(compiled.sets, cards_in_use(compiled.sets))


def check_game(seed: int | str, number: int) -> Checked:
    """Play a game of official tiles. Arguments: as for `check_game_of`."""
    return check_game_of(table(), seed, number)


def check_game_of(
    tiles: Table, seed: int | str, number: int, most_rounds: int | None = None
) -> Checked:
    """Play a game; an exception is a failure too.

    number: says how many play, and how. most_rounds: after which a game is broken off, None for
    tiles with which every game must end. Raise TooMuchWork.
    """
    soak = _Soak(tiles, seed, number, most_rounds)
    try:
        soak.play()
    except TooMuchWork:
        raise
    except Exception as error:
        soak.fail(f"{type(error).__name__}: {error}")
    return soak.found


class _Soak:
    def __init__(self, tiles: Table, seed: int | str, number: int, most_rounds: int | None) -> None:
        self.tiles, self.most_rounds = tiles, most_rounds
        most = min(MOST_PLAYERS, len(tiles.factions), len(tiles.homes), len(tiles.tiles) // 2)
        self.options = Options(2 + number % (most - 1), strict=number % 3 == 0)
        self.seed = f"{seed}/{number}"
        self.rng = Random(f"{self.seed}/soak")
        self.found = Checked()
        self.step = ""

    def play(self) -> None:
        """Play the game to its end."""
        game = new_game(self.tiles, self.options, self.seed, self.check_step, forkable=False)
        while not game.over:
            if game.state.round > (self.most_rounds or MOST_ROUNDS):
                if self.most_rounds is None:
                    self.fail(f"no end after {MOST_ROUNDS} rounds")
                return
            self.step = game.step
            for decision in game.pending:
                if self.rng.random() * VIEWS_EVERY < 1:
                    self.compare_views(game.state)
                    self.try_illegal(game, decision)
                game.answer(decision.player, decision.sample(self.rng))
                self.found.decisions += 1
        self.found.rounds = game.state.round
        if not result(self.tiles, game.state).winners:
            self.fail("nobody has won")

    def check_step(self, step: str, state: State) -> None:
        """Check the state after a step."""
        self.step = step
        self.found.steps += 1
        for what in broken(self.tiles, state, step):
            self.fail(what)
        if self.rng.random() * VIEWS_EVERY < 1:
            if load_state(state.dump(), self.tiles).digest() != state.digest():
                self.fail("the state is not what its data say")
            if state.copy().digest() != state.digest():
                self.fail("a copy of the state is another one")

    def try_illegal(self, game: Driver[State], decision: Decision) -> None:
        """Give an illegal answer of each sort."""
        faces = len(self.tiles.cards)
        for attempt in attempts(decision, self.options.players, faces, self.rng):
            self.found.illegal[attempt[0]] += 1
            wrong = accepted(game, attempt)
            if wrong:
                self.fail(f"{decision.kind}: {wrong}")

    def compare_views(self, state: State) -> None:
        """Compare what players see with what they see where all that is hidden is another."""
        for seat in range(self.options.players):
            self.found.views += 1
            if view_of(permuted(state, seat, self.rng), seat) != view_of(state, seat):
                self.fail(f"the view of player {seat} depends on what is hidden")

    def fail(self, what: str) -> None:
        """Note a failure with its place."""
        kind = f"{self.options.players} players{', strict' if self.options.strict else ''}"
        self.found.failures.append(f"game {self.seed}, {kind}, {self.step}: {what}")
