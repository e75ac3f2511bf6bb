"""Roll rulebook, Setup, and its fine points."""

from random import Random

import pytest

from gamekit.decisions import Choice
from gamekit.driver import Driver
from roll_engine import IllegalAnswer, Options, State, new_game
from roll_engine.events import StartTilesDealt
from roll_engine.positions import find_answer
from roll_engine.rules import COLOURS, HOME
from tests.roll_engine.game import official

PLAYERS = (2, 3, 4, 5)


def dealt(players: int, seed: str = "1") -> Driver[State]:
    """A game whose start tiles lie in the construction zones."""
    game = new_game(official(), Options(players), seed)
    while game.step == "setup":
        for decision in game.pending:
            game.answer(decision.player, decision.sample(Random(seed)))
    return game


def dealt_with(title: str) -> tuple[Driver[State], int]:
    """A game in which a player begins with a face, and that player's seat."""
    face = official().titles.index(title)
    for seed in range(200):
        game = dealt(5, str(seed))
        for player in game.state.players:
            if face in player.tableau:
                return game, player.seat
    raise AssertionError(title)


def in_play(game: Driver[State], seat: int, colour: str) -> int:
    return game.state.players[seat].dice()[COLOURS.index(colour)]


@pytest.mark.parametrize("players", PLAYERS)
def test_twelve_chips_a_player_are_set_out(players: int) -> None:
    assert dealt(players).state.pool == 12 * players


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        new_game(official(), Options(players), "1")


@pytest.mark.parametrize("players", PLAYERS)
def test_each_begins_with_a_faction_tile_of_two_faces_and_a_home_world(players: int) -> None:
    table = official()
    for player in dealt(players).state.players:
        *faction, home = player.tableau
        assert tuple(faction) in [tile.faces for tile in table.factions]
        assert home in table.homes


def test_nobody_has_the_tiles_of_another() -> None:
    faces = [face for player in dealt(5).state.players for face in player.tableau]
    assert len(faces) == len(set(faces)) == 15


def test_each_draws_two_tiles_and_chooses_which_is_the_development() -> None:
    game = new_game(official(), Options(2), "1")
    for decision in game.pending:
        assert decision.kind == "start tiles"
        assert decision.count() == 2
        one, other = decision.first()
        game.answer(decision.player, (other, one))
        assert game.state.bag.count(one) == game.state.bag.count(other) == 0
    for player in game.state.players:
        assert len(player.developments) == len(player.worlds) == 1


def test_both_start_tiles_cannot_be_put_in_one_stack() -> None:
    game = new_game(official(), Options(2), "1")
    decision = game.pending[0]
    one, _ = decision.first()
    for answer in ((one, one), (one,), ()):
        with pytest.raises(IllegalAnswer):
            game.answer(decision.player, answer)


def test_start_tiles_need_not_have_their_lower_costs_up() -> None:
    """Fine Points, Setup: that is for the first game alone."""
    game = new_game(official(), Options(2), "1")
    assert all(decision.count() == 2 for decision in game.pending)


def test_three_home_dice_are_in_the_cup_and_two_in_the_citizenry() -> None:
    game, seat = dealt_with("Doomed World")
    assert game.state.players[seat].citizenry[HOME] == 2
    assert in_play(game, seat, "home") == 5


@pytest.mark.parametrize(
    ("title", "colour", "number", "where"),
    [
        ("New Sparta", "military", 2, "citizenry"),
        ("Old Earth", "consumption", 1, "citizenry"),
        ("Damaged Alien Factory", "alien", 1, "citizenry"),
        ("Ancient Race", "genes", 1, "goods"),
        ("Alpha Centauri", "rare", 1, "goods"),
    ],
)
def test_worlds_of_the_empire_grant_their_dice(
    title: str, colour: str, number: int, where: str
) -> None:
    game, seat = dealt_with(title)
    player = game.state.players[seat]
    if where == "citizenry":
        assert player.citizenry[COLOURS.index(colour)] >= number
    else:
        assert player.goods[official().titles.index(title)] == [COLOURS.index(colour)] * number


def test_a_die_for_the_cup_is_rolled_at_once() -> None:
    game, seat = dealt_with("Separatist Colony")
    assert sum(game.state.players[seat].rolled) >= 4
    assert in_play(game, seat, "military") >= 1


def test_both_worlds_of_a_faction_tile_grant_dice() -> None:
    """Setup, Fine Points: Destroyed Colony has two worlds."""
    game, seat = dealt_with("Destroyed Colony")
    assert in_play(game, seat, "consumption") >= 1
    assert in_play(game, seat, "military") >= 1


def test_a_home_world_can_bring_credits_in_place_of_dice() -> None:
    """Setup, Fine Points: Doomed World."""
    game, seat = dealt_with("Doomed World")
    assert game.state.players[seat].credits == 8


def test_all_others_begin_with_one_credit() -> None:
    doomed = official().titles.index("Doomed World")
    for player in dealt(5).state.players:
        assert player.credits == (8 if doomed in player.tableau else 1)


def test_worlds_in_the_construction_zone_grant_nothing_yet() -> None:
    state = dealt(5).state
    table = official()
    assert all(world not in state.players[0].tableau for world in state.players[0].worlds)
    for player in state.players:
        zone = {table.tiles[tile].world for tile in player.worlds}
        assert not zone & set(player.goods)


def test_strict_timing_goes_clockwise_from_the_lowest_faction() -> None:
    """Timing."""
    for seed in range(10):
        log = _Log()
        game = new_game(official(), Options(4), str(seed), observers=[log])
        numbers = log.numbers
        first = min(numbers, key=lambda seat: numbers[seat])
        assert game.state.order == [(first + seat) % 4 for seat in range(4)]


class _Log:
    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}

    def see(self, event: object, state: State) -> None:
        if isinstance(event, StartTilesDealt):
            self.numbers[event.seat] = event.number


def test_goods_cannot_be_recalled_before_the_first_round() -> None:
    """Fine Points, Setup."""
    game = dealt(2)
    assert game.step == "assign"
    assert game.state.round == 1


def test_either_start_tile_can_be_named_by_the_face_that_goes_up() -> None:
    """Roll rulebook, Setup: one tile becomes a development, the other one a world."""
    decision = new_game(official(), Options(2), "named").pending[0]
    assert isinstance(decision, Choice)
    for first, second in decision.options:
        tiles = official().tiles
        development = official().titles[tiles[first].development]
        world = official().titles[tiles[second].world]
        for words in ((development, world), (world, development), (world,), (development,)):
            assert find_answer(official(), decision, words) == (first, second)
