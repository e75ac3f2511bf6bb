"""One game of the soak test: random answers, everything checked on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random
from typing import Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from rftg_dev.soak.hidden import permuted
from rftg_dev.soak.illegal import accepted, attempts
from rftg_dev.soak.invariants import broken
from rftg_dev.soak.kinds import in_words, kinds_of_game
from rftg_dev.soak.modules import watchers
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine.bots import LEVELS, make_bot
from rftg_engine.cards.table import Table
from rftg_engine.race import new_game
from rftg_engine.rules import played
from rftg_engine.setups.options import Options
from rftg_engine.state import State
from rftg_engine.view import view_of
from rftg_tools.simulation.race import table_of

MOST_ROUNDS: Final = 2_000
"""A game that is not over by then counts as one that does not end."""
LATEST_START: Final = 50
"""Illegal answers begin at a decision up to this one, so that all parts of a game get some."""
ILLEGAL_ALONE: Final = 2
"""Illegal answers to each decision against the robot: with one player, a game has few."""
IMAGINED: Final = 2
"""Games that a master plays out for an option: more of them are no other answers to check."""
VIEWS_EVERY: Final = 40
"""Views are compared, and bots of all levels asked, at one decision in so many."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play.

    sets: combinations of sets, each with all the options it allows, in turn.
    illegal: decisions, in all games together, that get an illegal answer first. bots: levels of
    those that play, seat by seat in turn; () for answers at random.
    """

    sets: tuple[tuple[str, ...], ...]
    games: int
    seed: int
    illegal: int
    bots: tuple[str, ...] = ()

    def quota(self, number: int) -> int:
        """Return the illegal answers of game `number`."""
        return self.illegal * (number + 1) // self.games - self.illegal * number // self.games


@dataclass(slots=True)
class Checked:
    """What one game was checked for, and what failed."""

    steps: int = 0
    decisions: int = 0
    rounds: int = 0
    views: int = 0
    illegal: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def _table(sets: tuple[str, ...]) -> Table:
    """Return the cards of some sets, and the robot. Raises as table_of does."""
    return table_of(sets, shipped_robot())


@cache
def all_kinds(sets: tuple[tuple[str, ...], ...]) -> list[tuple[tuple[str, ...], Options]]:
    """Return the kinds of game that are played in turn, with their sets.

    Raises as table_of does.
    """
    return [(some, options) for some in sets for options in kinds_of_game(_table(some))]


def check_game(plan: Plan, number: int) -> Checked:
    """Play game `number` of a plan; an exception is a failure too."""
    soak = _Soak(plan, number)
    try:
        soak.play()
    except Exception as error:
        soak.fail(f"{type(error).__name__}: {error}")
    return soak.found


class _Soak:
    def __init__(self, plan: Plan, number: int) -> None:
        kinds = all_kinds(plan.sets)
        self.sets, self.options = kinds[number % len(kinds)]
        self.table: Table = _table(self.sets)
        self.seed = f"{plan.seed}/{number}"
        self.rng = Random(f"{self.seed}/soak")
        self.quota = plan.quota(number)
        alone = self.options.robot != ""
        self.start = 0 if alone else int(self.rng.random() * (LATEST_START + 1))
        self.at_once = ILLEGAL_ALONE if alone else 1
        self.found = Checked()
        self.step = "setup"
        self.watchers = watchers(played(self.table, self.options))
        self.bots = [
            make_bot(plan.bots[seat % len(plan.bots)], self.table, f"{self.seed}/{seat}", IMAGINED)
            for seat in range(self.options.players if plan.bots else 0)
        ]
        self.claimed: list[set[int]] = [set() for _seat in range(self.options.players)]

    def play(self) -> None:
        game = new_game(self.table, self.options, self.seed, self.check_step, forkable=False)
        while not game.over:
            if game.state.round > MOST_ROUNDS:
                self.fail(f"no end after {MOST_ROUNDS} rounds")
                break
            self.step = game.step
            for decision in game.pending:
                self.check_decision(game, decision)
                game.answer(decision.player, self.answer(game.state, decision))
                self.found.decisions += 1
        self.found.rounds = game.state.round

    def answer(self, state: State, decision: Decision) -> Answer:
        if not self.bots:
            return decision.sample(self.rng)
        look = partial(view_of, state, decision.player)
        return self.bots[decision.player].choose(decision, look)

    def check_step(self, step: str, state: State) -> None:
        self.step = step
        self.found.steps += 1
        self.check_goals(state)
        for what in broken(self.table, self.options, state, step):
            self.fail(what)
        for watcher in self.watchers:
            for what in watcher.broken(self.table, state, step):
                self.fail(what)

    def check_goals(self, state: State) -> None:
        """Raise where a "first" goal is lost, which never happens (arc 1 booklet, Goals)."""
        first = {number for number in state.goals if not self.table.goals[number].most}
        for seat, player in enumerate(state.players):
            held = first & set(player.goals)
            if not self.claimed[seat] <= held:
                self.fail(f"player {seat} has lost {self.claimed[seat] - held}")
            self.claimed[seat] = held

    def check_decision(self, game: Driver[State], decision: Decision) -> None:
        if self.found.decisions >= self.start:
            for _attempt in range(min(self.quota, self.at_once)):
                self.quota -= 1
                self.try_illegal(game, decision)
        if self.rng.random() * VIEWS_EVERY < 1:
            self.compare_views(game.state)
            self.ask_bots(game.state, decision)

    def try_illegal(self, game: Driver[State], decision: Decision) -> None:
        players, cards = self.options.players, len(self.table.cards)
        possible = attempts(decision, players, cards, self.rng)
        attempt = possible[int(self.rng.random() * len(possible))]
        self.found.illegal[attempt[0]] += 1
        wrong = accepted(game, attempt)
        if wrong:
            self.fail(f"{decision.kind}: {wrong}")

    def compare_views(self, state: State) -> None:
        for seat in range(self.options.players):
            self.found.views += 1
            if view_of(permuted(state, seat, self.rng), seat) != view_of(state, seat):
                self.fail(f"the view of player {seat} depends on what is hidden")

    def ask_bots(self, state: State, decision: Decision) -> None:
        """Ask each level of bots in positions of random games, which no bot would come to."""
        for level in LEVELS:
            look = partial(view_of, state.copy(), decision.player)
            answer = make_bot(level, self.table, self.seed, IMAGINED).choose(decision, look)
            wrong = decision.refusal(answer)
            if wrong:
                self.fail(f"{decision.kind}: {level} gives {answer}: {wrong}")

    def fail(self, what: str) -> None:
        kind = f"{'+'.join(self.sets)}, {in_words(self.options)}"
        self.found.failures.append(f"game {self.seed}, {kind}, {self.step}: {what}")
