"""Roll rulebook, Dice Face and Tile Distributions, Contents."""

from collections import Counter

import pytest

from rftg_dsl.hooks import roll as hooks
from roll_engine.cards.bound import (
    IMMEDIATE,
    BoundAction,
    BoundReassign,
    GainDice,
    PlainPower,
)
from roll_engine.rules import (
    COLOURS,
    DICE,
    FACES,
    HOME,
    HOME_DICE_IN_CITIZENRY,
    HOME_DICE_IN_CUP,
    PHASES,
    WILD,
)
from tests.roll_engine.game import official

NAMES = (*PHASES, "wild")
TABLE = official()


def test_there_are_111_dice() -> None:
    assert sum(DICE) == 111
    assert dict(zip(COLOURS, DICE, strict=True)) == {
        "home": 25, "military": 22, "consumption": 9, "novelty": 20, "rare": 14, "genes": 12,
        "alien": 9,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("colour", "faces"),
    [
        ("home", "explore explore develop settle produce ship"),
        ("military", "explore develop develop settle settle wild"),
        ("consumption", "explore develop ship ship ship wild"),
        ("novelty", "explore produce produce ship ship wild"),
        ("rare", "explore develop develop produce ship wild"),
        ("genes", "explore settle settle produce wild wild"),
        ("alien", "develop settle produce wild wild wild"),
    ],
)
def test_dice_have_these_faces(colour: str, faces: str) -> None:
    found = FACES[COLOURS.index(colour)]
    assert [NAMES[face] for face in found] == faces.split()


def test_alien_dice_have_no_explore_face() -> None:
    """Fine Points, Development Powers."""
    assert 0 not in FACES[COLOURS.index("alien")]
    assert FACES[COLOURS.index("alien")].count(WILD) == 3


def test_there_are_nine_faction_tiles_nine_home_worlds_and_55_game_tiles() -> None:
    assert sorted(tile.number for tile in TABLE.factions) == list(range(1, 10))
    assert len(TABLE.homes) == 9
    assert len(TABLE.tiles) == 55


@pytest.mark.parametrize(
    ("kind", "by_cost"),
    [
        ("novelty", (5, 6, 4, 0, 0, 0)),
        ("rare", (0, 5, 6, 2, 0, 0)),
        ("genes", (0, 0, 3, 4, 2, 0)),
        ("alien", (0, 0, 0, 2, 2, 3)),
        ("", (2, 3, 2, 2, 1, 1)),
    ],
)
def test_worlds_of_game_tiles_by_cost(kind: str, by_cost: tuple[int, ...]) -> None:
    colour = COLOURS.index(kind) if kind else -1
    worlds = [tile.world for tile in TABLE.tiles if TABLE.kind[tile.world] == colour]
    costs = Counter(TABLE.cost[world] for world in worlds)
    assert tuple(costs[cost] for cost in range(1, 7)) == by_cost


@pytest.mark.parametrize(
    ("sort", "by_cost"),
    [
        ("reassign", (4, 5, 6, 1, 1, 1)),
        ("other", (5, 5, 8, 3, 4, 9)),
        ("immediate", (0, 0, 1, 2, 0, 0)),
    ],
)
def test_developments_of_game_tiles_by_cost(sort: str, by_cost: tuple[int, ...]) -> None:
    costs = Counter(
        TABLE.cost[tile.development] for tile in TABLE.tiles if sort_of(tile.development) == sort
    )
    assert tuple(costs[cost] for cost in range(1, 7)) == by_cost


def sort_of(face: int) -> str:
    for power in TABLE.by_face[face]:
        if isinstance(power, BoundReassign):
            return "reassign"
        if isinstance(power, PlainPower) and isinstance(power.hook, hooks.Dictate):
            return "reassign"
        if isinstance(power, BoundAction) and power.moment == IMMEDIATE:
            return "immediate"
    return "other"


def test_each_tile_is_worth_its_cost() -> None:
    """Winning."""
    assert TABLE.vp == TABLE.cost


def test_a_tile_has_a_development_and_a_world() -> None:
    for tile in TABLE.tiles:
        assert not TABLE.is_world[tile.development]
        assert TABLE.is_world[tile.world]


def granted(face: int, colour: int) -> int:
    """Return how many dice of a colour a face grants when it is placed."""
    return sum(
        gain.count
        for power in TABLE.by_face[face]
        if isinstance(power, BoundAction) and power.moment == IMMEDIATE
        for gain in power.gains
        if isinstance(gain, GainDice) and gain.colour == colour
    )


@pytest.mark.parametrize("colour", range(1, len(COLOURS)))
def test_there_are_dice_for_all_tiles_at_once(colour: int) -> None:
    """Contents: no colour runs out, whatever is built on either side of each tile."""
    empires = [face for faction in TABLE.factions for face in faction.faces] + TABLE.homes
    most = sum(granted(face, colour) for face in empires) + sum(
        max(granted(tile.development, colour), granted(tile.world, colour)) for tile in TABLE.tiles
    )
    assert 0 < most <= DICE[colour]


def test_there_are_home_dice_for_five_players() -> None:
    """Contents; Setup: three in the cup and two in the Citizenry, and no tile grants any."""
    assert DICE[HOME] == 5 * (HOME_DICE_IN_CUP + HOME_DICE_IN_CITIZENRY)
    assert not any(granted(face, HOME) for face in range(len(TABLE.titles)))
