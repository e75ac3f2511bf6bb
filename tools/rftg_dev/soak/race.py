"""Random games of Race with all legal set-ups, checked after every step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from random import Random
from typing import Final

from gamekit.decisions import Answer, Decision
from gamekit.driver import Driver
from rftg_dev.harness import Tally
from rftg_dev.soak.games import GameCheck, illegal_answers
from rftg_dev.soak.invariants import find_violations, watchers
from rftg_dsl.resources import cookbook_files
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine.bots import LEVELS, make_bot
from rftg_engine.cards.table import Table
from rftg_engine.game import new_game
from rftg_engine.options import SWITCHES, Options, switches
from rftg_engine.phases.setup import check_options
from rftg_engine.rules import REGISTERED, active_modules
from rftg_engine.state import State
from rftg_engine.view import View, view_of
from rftg_tools.simulation.race import table_of

COOKBOOK: Final = ",".join(map(str, cookbook_files()))
"""All cards of the cookbook, which contain every word."""
SETS: Final = (
    "base",
    "gathering-storm",
    "rebel-vs-imperium",
    "brink-of-war",
    "base,new-worlds",
    "brink-of-war,new-worlds",
    "xeno-invasion",
    COOKBOOK,
)
"""Combinations of sets to play; each ID includes the sets that it requires."""
MAX_ROUNDS: Final = 2_000
"""Rounds after which a game counts as endless."""
LATEST_START: Final = 50
"""Latest decision at which illegal answers start; random, to cover all parts of a game."""
ILLEGAL_SOLITAIRE: Final = 2
"""Illegal answers per decision against the robot, because these games have few decisions."""
MASTER_SAMPLES: Final = 2
"""Games that `master` plays out per option; more would not give other answers to check."""
VIEWS_EVERY: Final = 40
"""Average number of decisions between two checks of views and bots."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Games to play.

    sets: combinations of sets, each with all legal options, in turn. illegal: total number of
    illegal answers. bots: levels, assigned to seats in turn; () for random answers.
    """

    sets: tuple[tuple[str, ...], ...]
    games: int
    seed: int
    illegal: int
    bots: tuple[str, ...] = ()

    def quota(self, index: int) -> int:
        """Return the number of illegal answers of a game."""
        return self.illegal * (index + 1) // self.games - self.illegal * index // self.games


@cache
def all_kinds(sets: tuple[tuple[str, ...], ...]) -> list[tuple[tuple[str, ...], Options]]:
    """Return the kinds of game to play in turn. Raises whatever `table_of` raises."""
    return [(ids, options) for ids in sets for options in legal_setups(_table(ids))]


def _table(sets: tuple[str, ...]) -> Table:
    """Bind the cards of the given sets, with the robot. Raises whatever `table_of` raises."""
    return table_of(sets, shipped_robot())


def check_game(plan: Plan, index: int) -> Tally:
    """Play the game of a plan with this index."""
    return RaceCheck(plan, index).check()


class RaceCheck(GameCheck):
    """A random game of Race."""

    def __init__(self, plan: Plan, index: int) -> None:
        kinds = all_kinds(plan.sets)
        self.sets, self.options = kinds[index % len(kinds)]
        super().__init__(f"{plan.seed}/{index}", self.options.players, MAX_ROUNDS)
        self.table: Table = _table(self.sets)
        self.quota = plan.quota(index)
        is_solitaire = self.options.robot != ""
        self.start = 0 if is_solitaire else int(self.rng.random() * (LATEST_START + 1))
        self.at_once = ILLEGAL_SOLITAIRE if is_solitaire else 1
        self.watchers = watchers(active_modules(self.table, self.options))
        self.bots = [
            make_bot(
                plan.bots[seat % len(plan.bots)], self.table, f"{self.seed}/{seat}", MASTER_SAMPLES
            )
            for seat in range(self.players if plan.bots else 0)
        ]
        self.claimed: list[set[int]] = [set() for _seat in range(self.players)]

    def setup(self) -> str:
        return f"{'+'.join(self.sets)}, {describe_options(self.options)}"

    def new_game(self) -> Driver[State]:
        return new_game(self.table, self.options, self.seed, self.check_step, forkable=False)

    def view(self, state: State, seat: int) -> View:
        return view_of(state, seat)

    def permute_hidden(self, state: State, seat: int) -> State:
        return permute_hidden(state, seat, self.rng)

    def answer(self, state: State, decision: Decision) -> Answer:
        if not self.bots:
            return super().answer(state, decision)
        look = partial(view_of, state, decision.player)
        return self.bots[decision.player].choose(decision, look)

    def violations(self, state: State, step: str) -> Iterator[str]:
        yield from self._lost_goal_violations(state)
        yield from find_violations(self.table, self.options, state, step)
        for watcher in self.watchers:
            yield from watcher.find_violations(self.table, state, step)

    def _lost_goal_violations(self, state: State) -> Iterator[str]:
        """Yield lost "first" goals, which cannot be lost (arc 1 booklet, Goals)."""
        first = {goal for goal in state.goals if not self.table.goals[goal].most}
        for seat, player in enumerate(state.players):
            held = first & set(player.goals)
            if not self.claimed[seat] <= held:
                yield f"player {seat} has lost the goals {self.claimed[seat] - held}"
            self.claimed[seat] = held

    def check_decision(self, game: Driver[State], decision: Decision) -> None:
        if self.tally.counts["decisions"] >= self.start:
            for _attempt in range(min(self.quota, self.at_once)):
                self.quota -= 1
                possible = illegal_answers(decision, self.players, len(self.table.cards), self.rng)
                attempt = possible[int(self.rng.random() * len(possible))]
                self.try_illegal(game, decision, attempt)
        if self.rng.random() * VIEWS_EVERY < 1:
            self.compare_views(game.state)
            self._ask_bots(game.state, decision)

    def _ask_bots(self, state: State, decision: Decision) -> None:
        """Let all bots answer in positions of random games, which they would not reach."""
        for level in LEVELS:
            look = partial(view_of, state.copy(), decision.player)
            answer = make_bot(level, self.table, self.seed, MASTER_SAMPLES).choose(decision, look)
            refusal = decision.refusal(answer)
            if refusal:
                self.fail(f"{decision.kind}: {level} gives {answer}: {refusal}")


def permute_hidden(state: State, me: int, rng: Random) -> State:
    """Return a copy with all hidden cards dealt again: piles, hands, saved cards and goods."""
    copy = state.copy()
    opponents = [player for seat, player in enumerate(copy.players) if seat != me]
    piles = [pile for owner in (copy, *copy.players) for pile in (owner.deck, owner.discard)]
    piles += [player.hand for player in opponents]
    piles += [cards for player in opponents for cards in player.saved.values()]
    cards = [card for pile in piles for card in pile]
    cards += [good for player in copy.players for good in player.goods.values()]
    rng.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _card in pile]
    for player in copy.players:
        for world in player.goods:
            player.goods[world] = cards.pop()
    return copy


MAX_PLAYERS: Final = 6
"""Largest number of players of any set."""


def legal_setups(table: Table) -> list[Options]:
    """Return all options that check_options accepts, in a fixed order."""
    levels = table.robot.levels if table.robot else ()
    return [options for options in _combinations(levels) if _is_legal(table, options)]


def _combinations(levels: Iterable[str]) -> Iterator[Options]:
    modules = (module.name for module in REGISTERED if module.option is not None)
    names = [*SWITCHES, *(name for name in modules if name not in SWITCHES)]
    for players in range(2, MAX_PLAYERS + 1):
        for values in product((False, True), repeat=len(names)):
            on = [name for name, value in zip(names, values, strict=True) if value]
            yield Options(players, **switches(on))
    for level in levels:
        yield Options(2, experienced=True, robot=level)


def _is_legal(table: Table, options: Options) -> bool:
    try:
        check_options(table, options)
    except ValueError:
        return False
    return True


def describe_options(options: Options) -> str:
    """Describe the number of players and the options that are on."""
    switched_on = [name.replace("_", " ") for name in options.switched_on()]
    robot = [f"{options.robot} robot"] if options.robot else []
    return ", ".join([f"{options.players} players", *switched_on, *robot])
