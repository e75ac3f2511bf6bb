"""The value: how far ahead each player will be, and the chances of all seats."""

import json
from pathlib import Path

import pytest

from rftg_engine import Options, Side, new_game, view_of
from rftg_engine.bots import network
from rftg_engine.bots.evaluator import chance, chances, expected_lead, win_chance
from rftg_engine.bots.knowledge import classic_knowledge_of, knowledge_of
from rftg_engine.bots.network import load_shipped
from tests.game import Game, table_of


@pytest.mark.parametrize("me", [0, 1])
def test_who_is_far_ahead_is_expected_to_win_as_both_players_see_it(me: int) -> None:
    game = Game(Side("New Sparta", hand="3 cards", vp=20), Side("Old Earth", hand="3 cards"))
    known, view = knowledge_of(game.table), view_of(game.state, me)
    found = chances(known, view)
    assert found[me] == win_chance(known, view)
    assert sum(found) == pytest.approx(1.0)
    assert found[0] > 0.5 > found[1]
    assert (expected_lead(known, view) > 0.0) == (me == 0)


def test_the_chances_of_all_seats_add_up() -> None:
    table = table_of("brink-of-war")
    game = new_game(table, Options(4, goals=True, takeovers=True), "chances")
    for me in range(4):
        found = chances(knowledge_of(table), view_of(game.state, me))
        assert len(found) == 4
        assert all(one > 0.0 for one in found)
        assert sum(found) == pytest.approx(1.0)


def test_the_same_lead_is_surer_the_later_it_is() -> None:
    known = knowledge_of(table_of("base"))
    early = Game(Side("New Sparta"), Side("Old Earth"))
    late = Game(Side("New Sparta"), Side("Old Earth"), pool=1)
    one, other = (
        chance(known, load_shipped(), view_of(game.state, 0), 5.0) for game in (early, late)
    )
    assert 0.5 < one < other < 1.0


def test_without_a_network_there_are_no_chances() -> None:
    game = Game(Side("New Sparta"), Side("Old Earth"))
    with pytest.raises(ValueError, match="no value that was learned"):
        win_chance(classic_knowledge_of(game.table), view_of(game.state, 0))


@pytest.mark.parametrize("spread", [[0, 0], [-1, 0], [2, -1]])
def test_errors_that_are_not_spread_make_no_value(spread: list[int]) -> None:
    data = json.loads(network.SHIPPED.read_text(encoding="utf-8"))
    with pytest.raises(ValueError, match="x: spread: errors are above 0"):
        network.parse({**data, "spread": spread}, "x")


@pytest.mark.parametrize(
    ("text", "said"),
    [("[" * 100_000, "nested too deeply"), (None, "spread: a number is too large")],
)
def test_a_file_of_odd_json_is_refused_with_its_name(
    tmp_path: Path, text: str | None, said: str
) -> None:
    data = json.loads(network.SHIPPED.read_text(encoding="utf-8"))
    path = tmp_path / "value.json"
    path.write_text(text or json.dumps({**data, "spread": [10**400, 0]}), encoding="utf-8")
    with pytest.raises(ValueError, match=f"value.json: {said}"):
        network.read(path)
