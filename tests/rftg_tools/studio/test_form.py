"""The fields of a form: those of the schema, of any game, and what each can have."""

import pytest

from rftg_dsl.games import GAMES, RACE, ROLL, Game
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_tools.studio.editing import fields
from rftg_tools.studio.sheet import Section


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_every_key_of_a_card_is_in_one_field(game: Game) -> None:
    rules = resolve_reference(card_set_schema(game)["properties"]["cards"]["items"])
    keys = [key for field in fields(game) for key in field["keys"]]
    assert sorted(keys) == sorted(rules["properties"])


def by_key(game: Game, key: str, section: Section = Section.CARDS) -> dict[str, object]:
    return next(field for field in fields(game, section) if key in field["keys"])


def test_keys_that_exclude_each_other_are_one_field() -> None:
    assert by_key(RACE, "world")["keys"] == ["development", "world", "military world"]
    assert by_key(RACE, "world")["required"]
    assert by_key(RACE, "holds")["keys"] == ["windfall", "produces", "holds"]
    assert by_key(ROLL, "beside")["keys"] == ["beside", "other side"]


def test_each_field_knows_what_it_can_have() -> None:
    vp = by_key(RACE, "vp")
    assert (vp["kind"], vp["choices"], vp["least"]) == ("number", ["variable"], -99)
    assert by_key(RACE, "windfall")["kind"] == "choice"
    assert by_key(RACE, "powers")["kind"] == "lines"
    assert by_key(RACE, "start")["kind"] == "parts"
    assert by_key(ROLL, "home")["kind"] == "flag"


def test_goals_have_a_form_where_the_game_has_goals() -> None:
    after = by_key(RACE, "after", Section.GOALS)
    assert after["kind"] == "words"
    assert "round end" in after["each"]  # type: ignore[operator]
    assert by_key(RACE, "first", Section.GOALS)["keys"] == ["first", "most"]
    assert fields(ROLL, Section.GOALS) == ()


def test_each_key_says_what_it_is_for() -> None:
    for field in fields(RACE):
        assert all(field["says"][key] for key in field["keys"])
