"""base rulebook, Setup."""

from pathlib import Path

import pytest

from gamekit.decisions import Subset
from rftg_engine import Driver, Options, State, Table, new_game
from tests.game import table_of, table_with

TABLE = table_with()


def set_up(players: int = 2, seed: str = "1", preset: bool = False) -> Driver[State]:
    return new_game(TABLE, Options(players, preset_hands=preset), seed)


def with_start_world(title: str) -> Driver[State]:
    for seed in range(100):
        game = set_up(seed=str(seed))
        if TABLE.titles.index(title) in (player.start_world for player in game.state.players):
            return game
    raise AssertionError(f"{title} is never dealt")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_twelve_points_of_chips_for_each_player(players: int) -> None:
    assert set_up(players).state.pool == 12 * players


def test_each_player_starts_with_one_start_world_and_six_cards() -> None:
    for player in set_up(4).state.players:
        assert player.tableau == [player.start_world]
        assert player.start_world in TABLE.start_worlds
        assert len(player.hand) == 6


def test_two_of_the_six_cards_are_given_up_by_all_at_once() -> None:
    game = set_up(3)
    assert [decision.kind for decision in game.pending] == ["starting hand"] * 3
    for decision in game.pending:
        assert isinstance(decision, Subset)
        assert (len(decision.cards), decision.minimum, decision.maximum) == (6, 2, 2)
        game.answer(decision.player, decision.first())
    assert [len(player.hand) for player in game.state.players] == [4, 4, 4]
    assert len(game.state.discard) == 6


def test_alpha_centauri_starts_with_a_good() -> None:
    game = with_start_world("Alpha Centauri")
    for player in game.state.players:
        expected = [player.start_world] if TABLE.windfall[player.start_world] else []
        assert list(player.goods) == expected


def test_a_start_world_that_produces_starts_without_a_good() -> None:
    game = with_start_world("Earth's Lost Colony")
    lost_colony = TABLE.titles.index("Earth's Lost Colony")
    assert next(one for one in game.state.players if one.start_world == lost_colony).goods == {}


def test_start_worlds_that_are_not_dealt_are_in_the_supply() -> None:
    state = set_up(2).state
    seated = {player.start_world for player in state.players}
    hands = [card for player in state.players for card in player.hand]
    goods = [good for player in state.players for good in player.goods.values()]
    elsewhere = {*state.deck, *hands, *goods}
    assert set(TABLE.start_worlds) - seated <= elsewhere
    assert len(elsewhere) == len(TABLE.cards) - 2


def test_a_first_game_uses_the_numbered_start_worlds_and_hands() -> None:
    state = set_up(3, preset=True).state
    worlds = [TABLE.titles[player.start_world] for player in state.players]
    assert worlds == ["Epsilon Eridani", "Alpha Centauri", "New Sparta"]
    hand = [TABLE.titles[card] for card in state.players[1].hand]
    assert hand == ["Expedition Force", "Mining Robots", "Rebel Miners", "Comet Zone"]


def test_no_card_of_a_preset_hand_is_given_up() -> None:
    game = set_up(2, preset=True)
    assert game.step == "choose"
    assert [len(player.hand) for player in game.state.players] == [4, 4]


def test_preset_hands_that_are_not_used_are_in_the_supply() -> None:
    deck = {TABLE.titles[card] for card in set_up(2, preset=True).state.deck}
    assert {"Malevolent Lifeforms", "Spice World", "New Sparta", "Old Earth"} <= deck


@pytest.mark.parametrize("players", [1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 4 players, not {players}"):
        set_up(players)


def test_the_experienced_game_is_for_two_players() -> None:
    with pytest.raises(ValueError, match="for 2 players"):
        new_game(TABLE, Options(3, experienced=True), "1")


def test_the_same_seed_deals_the_same_game_and_another_one_another() -> None:
    assert set_up(seed="7").state.digest() == set_up(seed="7").state.digest()
    assert set_up(seed="7").state.digest() != set_up(seed="8").state.digest()


# --- cards that were taken out of the game


REPLACING = "set: mine\ntitle: Mine\nrequires: [base]\nreplaces: [{}]\ncards:\n{}"
SPARTA = "  - title: New Sparta\n    military world: 2\n    vp: 1\n"
START = "    start: {number: 3, colour: red}\n"
GEM = "  - title: Gem World\n    world: 2\n    vp: 1\n"
OTHER = "  - title: Other World\n    world: 2\n    vp: 1\n"


def replacing(tmp_path: Path, title: str, cards: str) -> Table:
    path = tmp_path / "mine.yaml"
    path.write_text(REPLACING.format(title, cards), encoding="utf-8")
    return table_of("base", str(path))


@pytest.mark.parametrize(
    ("title", "cards"), [("Gem World", OTHER), ("New Sparta", OTHER), ("New Sparta", SPARTA)]
)
def test_preset_hands_are_refused_where_one_of_their_cards_was_taken_out(
    tmp_path: Path, title: str, cards: str
) -> None:
    table = replacing(tmp_path, title, cards)
    with pytest.raises(ValueError, match=f"preset hands need `{title}`, which is replaced"):
        new_game(table, Options(4, preset_hands=True), "1")
    assert not new_game(table, Options(4), "1").over


@pytest.mark.parametrize(("title", "cards"), [("Gem World", GEM), ("New Sparta", SPARTA + START)])
def test_preset_hands_are_dealt_with_another_card_of_the_title(
    tmp_path: Path, title: str, cards: str
) -> None:
    assert not new_game(replacing(tmp_path, title, cards), Options(4, preset_hands=True), "1").over


def test_hands_that_are_not_dealt_may_lack_a_card(tmp_path: Path) -> None:
    table = replacing(tmp_path, "New Sparta", OTHER)
    assert not new_game(table, Options(2, preset_hands=True), "1").over
