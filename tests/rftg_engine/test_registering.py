"""Modules of rules from elsewhere: what they may be called, and which games they are part of."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_engine import Options, new_game, result, steps
from rftg_engine.asks import Meaning, add_ask
from rftg_engine.bots import make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.options import ModuleOption
from rftg_engine.rules import RuleModule, Rules, Step, register, scoring_modules, unregister
from rftg_engine.state import Part, State
from rftg_engine.turns.paying import SettleModule, SettleTurn
from rftg_engine.turns.turn import PlayerTurn, ProduceModule
from tests.game import table_of

BASE = table_of("base")
OPTION = ModuleOption("Fair", "Everybody has 7 points more.", needs_set=False)
FAIR = Options(2, modules=("fair",))
ASKED = "something new"


class Keeping(RuleModule):
    """A module that keeps a part."""

    def sample_part(self, seen: Any) -> Part | None:
        return None


class Fair(RuleModule):
    """Everybody has 7 points, and the game ends after a round."""

    def points(self, table: Table, state: State, seat: int) -> int:
        return 7

    def end_reasons(self, state: State) -> list[str]:
        return [self.name]


class Adding(RuleModule):
    """A step is to come before the phases."""

    def __init__(self, added: str, coming: str) -> None:
        super().__init__("fair", option=OPTION)
        self.added, self.coming = added, coming

    def steps(self) -> dict[str, Step]:
        return {self.added: _ask}

    def before_phases(self, rules: Rules, state: State) -> list[str]:
        return [self.coming]


def _ask(_rules: Rules, _state: State, _name: str) -> Asking[None]:
    yield [Choice(0, ASKED, -1, ((1,), (2,)))]


@contextmanager
def use(module: RuleModule) -> Iterator[None]:
    register(module)
    try:
        yield
    finally:
        unregister(module)


def _scores(options: Options) -> tuple[int, tuple[int, ...]]:
    game = new_game(BASE, options, "1")
    play_out(game, [make_bot("greedy", BASE, str(seat)) for seat in range(2)], 60)
    return game.state.round, result(BASE, game.state).scores


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (RuleModule("../x"), "a module name has words of a to z"),
        (RuleModule("robot."), "a module name has words of a to z"),
        (RuleModule(""), "a module name has words of a to z"),
        (RuleModule("two\nlines"), "a module name has words of a to z"),
        (Keeping("deck"), "'deck' is in every state"),
        (Keeping("players"), "'players' is in every state"),
    ],
)
def test_a_name_that_would_be_taken_for_something_else_is_refused(
    module: RuleModule, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        register(module)


def test_what_is_not_registered_cannot_be_taken_out() -> None:
    with pytest.raises(ValueError, match="this module 'fair' is not registered"):
        unregister(RuleModule("fair"))


def test_games_that_do_not_have_a_module_know_nothing_of_its_points_and_endings() -> None:
    without = _scores(Options(2))
    with use(Fair("fair", option=OPTION)):
        assert _scores(Options(2)) == without
        rounds, (one, other) = _scores(FAIR)
        assert (rounds, one >= 7, other >= 7) == (1, True, True)


def test_the_start_of_set_up_knows_no_other_modules_than_its_game() -> None:
    with use(Fair("fair", option=OPTION)):
        game = new_game(BASE, Options(2), "1")
        assert game.step == steps.SETUP
        assert scoring_modules(game.start) == scoring_modules(game.state)
        assert "fair" not in {module.name for module in scoring_modules(game.start)}


@pytest.mark.parametrize("change", [register, unregister])
def test_forks_have_the_modules_of_their_game(change: Callable[[RuleModule], None]) -> None:
    step = Adding("fair step", "fair step")
    if change is unregister:
        register(step)
    game = new_game(BASE, FAIR if change is unregister else Options(2), "1")
    change(step)
    twin = game.fork()
    if change is register:
        unregister(step)
    for one in (game, twin):
        while one.step in (steps.SETUP, steps.CHOOSE):
            one.answer(one.pending[0].player, one.pending[0].first())
    assert (game.step == "fair step") == (change is unregister)
    assert (twin.step, twin.pending) == (game.step, game.pending)


class Settles(SettleModule):
    """Notes worlds that are settled."""

    heard: ClassVar[set[str]] = set()

    def after_settling(self, turn: SettleTurn, world: int) -> Asking[None]:
        self.heard.add(f"settled, {turn.table.is_world[world]}")
        yield from ()


class Produces(ProduceModule):
    """Notes the bonus of Produce."""

    heard: ClassVar[set[str]] = set()

    def in_place_of_bonus(self, turn: PlayerTurn) -> Asking[bool]:
        self.heard.add(f"bonus, {turn.seat >= 0}")
        yield from ()
        return False


class SettlesAndProduces(Settles, Produces):
    """Does both."""


class ProducesAndSettles(Produces, Settles):
    """Does both."""


@pytest.mark.parametrize("kind", [SettlesAndProduces, ProducesAndSettles])
def test_a_module_can_have_the_moments_of_several_phases(kind: type[RuleModule]) -> None:
    Settles.heard.clear()
    Produces.heard.clear()
    with use(kind("fair", option=OPTION)):
        _scores(FAIR)
    assert Settles.heard | Produces.heard == {"settled, True", "bonus, True"}


@pytest.mark.parametrize(
    ("added", "coming", "said"),
    [
        (steps.SETTLE, steps.SETTLE, "fair adds a step 'settle' that already exists"),
        ("fair step", "fare step", "no active module adds the step 'fare step'"),
        (
            "fair step",
            "fair step",
            "unknown decision kind 'something new': register it with asks.add_ask",
        ),
    ],
)
def test_steps_and_decisions_that_are_not_a_modules_own_are_named(
    added: str, coming: str, said: str
) -> None:
    with use(Adding(added, coming)), pytest.raises(ValueError, match=said):
        _scores(FAIR)


def test_a_kind_of_decision_is_added_once() -> None:
    with pytest.raises(ValueError, match="decision kind 'trade' already exists"):
        add_ask("trade", Meaning.NOTHING, (Meaning.CARD,), "something else")
