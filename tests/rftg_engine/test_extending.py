"""Modules of rules from outside: the guide, registration, and names."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest

from gamekit.decisions import Choice
from gamekit.driver import Asking
from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.source.schema import add_module, remove_module
from rftg_engine import (
    COMPILED,
    Options,
    RecordError,
    Side,
    new_game,
    replay,
    result,
    steps,
    view_of,
)
from rftg_engine.asks import Meaning, add_ask
from rftg_engine.bots import make_bot, play_out
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.options import ModuleOption
from rftg_engine.rules import (
    REGISTERED,
    RuleModule,
    Rules,
    Step,
    register,
    scoring_modules,
    unregister,
)
from rftg_engine.state import Part, State
from rftg_engine.turns.paying import SettleModule, SettleTurn
from rftg_engine.turns.turn import PlayerTurn, ProduceModule
from rftg_engine.view import open_view
from rftg_tools.cardtests.runner import run_tests
from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.frames import open_facts
from rftg_tools.play.game_session import BOT, HUMAN, SeatConfig
from rftg_tools.play.narration.step_log import LINE_STARTERS
from rftg_tools.play.sessions import RaceSession
from rftg_tools.play.setup import set_up
from tests.game import FIRST, Game, table_of
from tests.rftg_dsl.writing import compile_text
from tests.rftg_tools.play import ANN, GREEDY, form

GUIDE = (Path(__file__).parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
BUILD, PLAY, TELL, SHOW, TEST, REMOVE = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
(CARD_TEST,) = re.findall(r"```text\n(.*?)```", GUIDE, re.S)
BASE = table_of("base")
TOLLS = ("toll",)


@pytest.fixture
def guide() -> Iterator[dict[str, Any]]:
    """What the first program of the guide has made, registered while a test runs."""
    made: dict[str, Any] = {}
    exec(compile(BUILD, "docs/extending.md", "exec"), made)
    yield made
    LINE_STARTERS.pop(made["TollPaid"], None)
    if made["TOLL"] in REGISTERED:
        exec(compile(REMOVE, "docs/extending.md", "exec"), made)


def test_the_games_of_the_guide_have_tolls(
    guide: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(PLAY, "docs/extending.md", "exec"), guide)
    paid = [int(one) for one in re.findall(r"\d+", capsys.readouterr().out)]
    told = [event for event in guide["log"].events if isinstance(event, guide["TollPaid"])]
    assert sum(paid) == len(told) > 0
    assert [sum(event.seat == seat for event in told) for seat in range(3)] == paid


def test_the_log_tells_of_tolls(guide: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PLAY, "docs/extending.md", "exec"), guide)
    tolls = sum(int(one) for one in re.findall(r"\d+", capsys.readouterr().out))
    exec(compile(TELL, "docs/extending.md", "exec"), guide)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == tolls
    assert all(re.match(r"(Ann|Bob|Cleo) pays a toll for .+", line) for line in lines)


@pytest.mark.parametrize(
    ("world", "chips", "left"),
    [
        ("Lost Species Ark World", 3, 2),
        ("Lost Species Ark World", 0, 0),
        ("Alien Robotic Factory", 3, 2),
        ("Space Port", 3, 3),
        ("Distant World", 3, 3),
    ],
)
def test_only_dear_worlds_cost_a_chip_that_is_there(
    guide: dict[str, Any], world: str, chips: int, left: int
) -> None:
    """docs/extending.md, Toll."""
    sides = (Side("Old Earth", f"{world}, 8 cards", vp=chips), Side("New Sparta"))
    game = Game(*sides, modules=TOLLS, actions="settle")
    game.place(FIRST, world)
    game.pay(FIRST)
    assert game.vp(FIRST) == left


def test_what_the_module_keeps_is_seen_saved_and_copied(guide: dict[str, Any]) -> None:
    state = new_game(BASE, Options(2, modules=TOLLS), "1").state
    state.parts["toll"].paid[1] = 4
    assert dict(view_of(state, 0).parts) == {"toll": (0, 4)}
    state.copy().parts["toll"].paid[0] = 9
    assert state.parts["toll"].paid == [0, 4]


def test_a_record_replays_while_the_module_is_there(guide: dict[str, Any]) -> None:
    recorder = RACE.recorder(BASE, Options(2, modules=TOLLS), "rec")
    play_out(recorder.game, [make_bot("greedy", BASE, str(seat)) for seat in range(2)], 60)
    record = recorder.record(["Ann", "Bob"])
    assert record["modules"] == ["toll"]
    assert replay(BASE, record).steps == recorder.steps
    exec(compile(REMOVE, "docs/extending.md", "exec"), guide)
    with pytest.raises(RecordError, match="there is no rule module 'toll'; there are: draft"):
        replay(BASE, record)


def test_games_without_the_option_have_no_tolls(guide: dict[str, Any]) -> None:
    assert new_game(BASE, Options(2), "1").state.parts == {}
    assert "modules" not in RACE.recorder(BASE, Options(2), "rec").record(["Ann", "Bob"])


def test_commands_and_the_page_offer_the_option(
    guide: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = SetCatalog([])
    offered = {one["name"]: one for one in catalog.choices()["options"]}
    assert offered["toll"]["says"] == "A world of cost 5 or more costs a chip."
    asked = form(ANN, GREEDY, toll=True)
    assert set_up(GAMES["race"], asked, catalog).options == Options(2, modules=TOLLS)
    args = ["--games", "2", "--jobs", "1", "--bots", "random", "--with", "toll", "--with", "goals"]
    assert main(["simulate", *args]) == 2
    assert "no set in use has goals" in capsys.readouterr().err
    assert main(["simulate", *args[:-2]]) == 0
    exec(compile(REMOVE, "docs/extending.md", "exec"), guide)
    assert main(["simulate", *args[:-2]]) == 2
    assert "there is no rule module 'toll'" in capsys.readouterr().err


def test_the_page_is_told_of_tolls(guide: dict[str, Any]) -> None:
    exec(compile(SHOW, "docs/extending.md", "exec"), guide)
    for modules, parts in ((TOLLS, {"toll": (0, 0)}), ((), {})):
        seats = (SeatConfig(HUMAN, "Ann"), SeatConfig(BOT, "Bo", "greedy"))
        session = RaceSession(BASE, Options(2, modules=modules), "1", seats)
        assert open_facts(session)["parts"] == parts


def test_what_a_part_hides_from_a_player_is_in_no_frame(
    guide: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    exec(compile(SHOW, "docs/extending.md", "exec"), guide)

    def own_alone(part: Any, _state: State, seat: int) -> int:
        return int(part.paid[seat])

    monkeypatch.setattr(guide["Tolls"], "visible_to", own_alone)
    seats = (SeatConfig(HUMAN, "Ann"), SeatConfig(HUMAN, "Bo"))
    session = RaceSession(BASE, Options(2, modules=TOLLS), "1", seats)
    session.state.parts["toll"].paid[0] = 4  # type: ignore[attr-defined]
    assert dict(view_of(session.state, 0).parts) == {"toll": 4}
    assert open_facts(session)["parts"] == {}
    view = open_view(session.state)
    assert (view.hand, view.saved, view.parts) == ((), (), ())


def test_card_tests_say_what_tolls_were_paid(guide: dict[str, Any], tmp_path: Path) -> None:
    exec(compile(TEST, "docs/extending.md", "exec"), guide)
    text = f"set: tolls\ntitle: Tolls\nrequires: [base]\n{CARDS}tests:\n"
    assert _found(text + CARD_TEST) == []
    wrong = CARD_TEST.replace("toll: 1", "toll: 2")
    assert _found(text + wrong) == ["expected 2 tolls paid, but there is 1"]
    exec(compile(REMOVE, "docs/extending.md", "exec"), guide)
    (tmp_path / "tolls.yaml").write_text(text + CARD_TEST, encoding="utf-8")
    found = compile_files([tmp_path / "tolls.yaml"]).diagnostics
    assert [one.message for one in found] == ["unknown key `toll`"] * 2


CARDS = "cards:\n  - {title: Toll House, development: 1, vp: 1, powers: 'develop: cost -1'}\n"


def _found(text: str) -> list[str]:
    """What is found by the tests of a card file."""
    compilation = compile_text(text)
    assert not compilation.has_errors, compilation.diagnostics
    outcomes = run_tests(compilation, ["tolls"])
    return [failure.message for outcome in outcomes for failure in outcome.failures]


def test_a_card_file_brings_a_module_from_elsewhere(tmp_path: Path) -> None:
    text = f"set: tolls\ntitle: Tolls\nrequires: [base]\nmodules: [toll]\n{CARDS}"
    (tmp_path / "tolls.yaml").write_text(text, encoding="utf-8")
    add_module("toll")
    affects = compile_files([tmp_path / "tolls.yaml"])
    remove_module("toll")
    assert not affects.diagnostics
    assert affects.sets[-1].modules == ("toll",)
    (describe_refusal,) = compile_files([tmp_path / "tolls.yaml"]).diagnostics
    assert describe_refusal.message.endswith("not `toll`")


def test_without_it_games_are_as_before(guide: dict[str, Any]) -> None:
    exec(compile(REMOVE, "docs/extending.md", "exec"), guide)
    state = new_game(BASE, Options(2), "1").state
    assert state.parts == {}
    assert "toll" not in state.dump()


def test_names_of_modules_are_their_own() -> None:
    with pytest.raises(ValueError, match="module 'goals' is already registered"):
        register(RuleModule("goals"))


FIELDS = {"name", "starts_rounds", "gives_prestige", "option"} if COMPILED else set[str]()
"""Compiled classes have descriptors of their fields."""


def test_every_moment_is_in_the_guide() -> None:
    named = set(re.findall(r"`(\w+)`", GUIDE.split("## The moments")[1]))
    methods = {
        name
        for kind in (RuleModule, SettleModule, ProduceModule)
        for name in vars(kind)
        if not name.startswith("_")
    }
    assert methods - named == {"is_active", "require_provider", "shuffles_seen"} | FIELDS


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
