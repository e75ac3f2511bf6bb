"""docs/extending.md: a module of rules comes from outside, is played, and goes again."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

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
    view_of,
)
from rftg_engine.bots import make_bot, play_out
from rftg_engine.game import RACE
from rftg_engine.rules import REGISTERED, RuleModule, register
from rftg_engine.state import State
from rftg_engine.turns.paying import SettleModule
from rftg_engine.turns.turn import ProduceModule
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
