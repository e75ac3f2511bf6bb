"""Setting up: what is offered, and forms checked field by field."""

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import new_game
from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.forms import BadForm
from rftg_tools.play.game_session import ROBOT
from rftg_tools.play.setup import set_up
from tests.rftg_tools.play import ANN, BOB, GREEDY, form

ICE = """set: ice
title: Ice and Steam
requires: [base]
cards:
  - title: Geyser Prospectors
    development: 2
    vp: 1
    powers: |
      settle: cost -1 for rare worlds
"""
ARC = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war")


@pytest.fixture
def ice(tmp_path: Path) -> Path:
    path = tmp_path / "my-ice.yaml"
    path.write_text(ICE)
    return path


def refused(asked: Any, catalog: SetCatalog | None = None) -> tuple[str, str]:
    with pytest.raises(BadForm) as problem:
        set_up(GAMES["race"], asked, catalog or SetCatalog([]))
    return problem.value.field, problem.value.message


def test_own_files_come_first_with_what_is_found_in_them(ice: Path) -> None:
    ice.write_text(ICE.replace("rare worlds", "rae worlds"))
    catalog = SetCatalog([ice], ["base"], shipped_robot())
    offered = catalog.choices()
    own, *others = offered["sets"]
    assert (own["id"], own["own"], own["playable"]) == ("ice", True, False)
    assert "E401" in own["problems"][0]
    assert {"base"} < {one["id"] for one in others}
    assert offered["chosen"] == ["base", "ice"]
    assert offered["robot"] == ["easy", "medium", "hard"]
    ice.write_text(ICE)
    own = catalog.choices()["sets"][0]
    assert (own["title"], own["requires"], own["playable"]) == ("Ice and Steam", ["base"], True)


def test_goals_of_an_own_set_are_on_by_default(ice: Path) -> None:
    goals = "modules: [goals]\ngoals: [{title: Road, first: 3 worlds, after: [settle]}]\ncards:"
    ice.write_text(ICE.replace("cards:", goals))
    own, *others = SetCatalog([ice]).choices()["sets"]
    assert own["switches_on"] == ["goals"]
    assert not any(one["switches_on"] for one in others)


def test_a_file_that_is_gone_is_a_problem_of_that_file_alone(ice: Path) -> None:
    catalog = SetCatalog([ice])
    ice.unlink()
    own, *others = catalog.choices()["sets"]
    assert own["problems"]
    assert others


def test_own_files_are_read_anew_for_each_game(ice: Path) -> None:
    catalog, asked = SetCatalog([ice]), form(ANN, GREEDY, sets=("ice",))
    first = set_up(GAMES["race"], asked, catalog).table
    ice.write_text(ICE.replace("development: 2", "development: 3"))
    second = set_up(GAMES["race"], asked, catalog).table
    costs = [table.cost[table.titles.index("Geyser Prospectors")] for table in (first, second)]
    assert costs == [2, 3]
    ice.write_text(ICE.replace("rare worlds", "rae worlds"))
    field, message = refused(asked, catalog)
    assert field == "sets"
    assert "rftg-dsl check" in message


def test_cards_are_put_into_opening_hands(ice: Path) -> None:
    catalog = SetCatalog([ice])
    (own,) = [card for card in catalog.cards(["ice"]) if card["own"]]
    assert own["title"] == "Geyser Prospectors"
    assert "cost you 1 less" in own["says"]
    ready = set_up(
        GAMES["race"],
        form(ANN, GREEDY, sets=("ice",)) | {"opening": [["Geyser Prospectors"]]},
        catalog,
    )
    game = new_game(ready.table, ready.options, ready.seed)
    titles = [ready.table.titles[card] for card in game.state.players[0].hand]
    assert "Geyser Prospectors" in titles


def test_a_seed_is_made_by_chance_where_none_is_asked_for() -> None:
    seeds = {
        set_up(GAMES["race"], form(ANN, GREEDY, seed=""), SetCatalog([])).seed for _nth in range(5)
    }
    assert len(seeds) == 5
    assert set_up(GAMES["race"], form(ANN, GREEDY, seed="x"), SetCatalog([])).seed == "x"


def test_the_robot_is_played_by_its_own_rules() -> None:
    catalog = SetCatalog([], robot=shipped_robot())
    asked = form(ANN, {"kind": "robot"}) | {"robot": "hard"}
    ready = set_up(GAMES["race"], asked, catalog)
    assert ready.options.robot == "hard"
    assert ready.options.experienced
    assert ready.seats[1].kind == ROBOT
    assert refused(asked | {"robot": "godlike"}, catalog)[0] == "options"
    assert refused(form({"kind": "robot"}, ANN), catalog)[0] == "seats"
    assert refused(form(ANN, BOB, {"kind": "robot"}), catalog)[0] == "seats"
    assert refused(form(ANN, {"kind": "robot"}), catalog)[0] == "robot"


@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"sets": []}, "sets", "choose"),
        ({"sets": ["nothing"]}, "sets", "there is no set 'nothing'"),
        ({"sets": ["../cards/base.yaml"]}, "sets", "there is no set"),
        ({"sets": "base"}, "sets", "list"),
        ({"sets": [1]}, "sets", "list"),
        ({"sets": ["roll"]}, "sets", "roll is for Roll for the Galaxy"),
        ({"sets": ["base", "roll"]}, "sets", "but base is for Race for the Galaxy"),
        ({"seats": [ANN]}, "seats", "2 to 6"),
        ({"seats": [ANN] * 7}, "seats", "2 to 6"),
        ({"seats": [ANN, ANN]}, "seats", "player 2: 'Ann': somebody at the table is called 'Ann'"),
        (
            {"seats": [ANN, {"kind": "human", "name": "\u3164"}]},
            "seats",
            "no character that can be",
        ),
        ({"seats": [ANN, BOB, GREEDY, GREEDY, GREEDY]}, "seats", "2 to 4 players, not 5"),
        ({"seats": [ANN, {"kind": "bot", "level": "godlike"}]}, "seats", "player 2"),
        ({"seats": [ANN, {"kind": "cat"}]}, "seats", "player 2"),
        ({"seats": [ANN, {"kind": "human", "name": 3}]}, "seats", "player 2"),
        ({"seats": [ANN, {"kind": "human", "name": "x" * 41}]}, "seats", "40 letters"),
        ({"seats": [ANN, {"kind": "human", "name": "x\u202ey"}]}, "seats", "player 2"),
        ({"seats": [ANN, {"kind": "human", "hand": 5}]}, "seats", "player 2"),
        ({"options": {"goals": True}}, "options", "no set in use has goals"),
        ({"options": {"cheat": True}}, "options", "'cheat'"),
        ({"options": {"experienced": 1}}, "options", "on or off"),
        ({"options": []}, "options", "options must be an object"),
        ({"seed": 1}, "seed", "text"),
        ({"seed": "x" * 201}, "seed", "200"),
        ({"opening": [["No Such Card"]]}, "opening", "No Such Card"),
        ({"opening": [["Contact Specialist"] * 11]}, "opening", "at most"),
        ({"opening": [[], [], []]}, "opening", "each player"),
        ({"opening": [[1]]}, "opening", "titles"),
        ({"opening": "x"}, "opening", "list"),
        ({"cheat": 1}, "", "unknown form field 'cheat'"),
    ],
)
def test_what_cannot_be_played_is_said_at_its_field(
    changed: dict[str, object], field: str, says: str
) -> None:
    found, message = refused(form(ANN, GREEDY) | changed)
    assert (found, says in message) == (field, True), message


@pytest.mark.parametrize("asked", [None, [], "x", 3])
def test_a_form_is_an_object(asked: object) -> None:
    assert refused(asked) == ("", "a form must be an object")


def test_all_of_arc_1_is_played_with_its_options() -> None:
    asked = form(ANN, BOB, GREEDY, sets=ARC, goals=True, takeovers=True)
    ready = set_up(GAMES["race"], asked, SetCatalog([]))
    assert ready.options.goals
    assert ready.options.takeovers
    assert ready.options.players == 3


def test_the_second_edition_is_offered_and_its_cards_are_in_the_deck() -> None:
    catalog = SetCatalog([])
    sets = ("brink-of-war", "second-edition")
    (says,) = [one["says"] for one in catalog.cards(sets) if one["title"] == "Outlaw World"]
    assert "+1 Military" in says
    ready = set_up(GAMES["race"], form(ANN, GREEDY, sets=sets, goals=True), catalog)
    assert ready.table.titles.count("Outlaw World") == 1
    assert "Second Edition" in [one["title"] for one in catalog.choices()["sets"]]
