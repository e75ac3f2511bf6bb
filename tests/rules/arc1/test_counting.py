"""What a player has decides and multiplies: cards, chips, prestige, Military, goods."""

from dataclasses import replace

import pytest

from rftg_engine import Side
from tests.game import card, development
from tests.rules.arc1.arc import FIRST, IDLE, SECOND, Arc
from tests.rules.arc1.test_new_combinations import START, WORLDS, settling

REBELS = card("Cell", "world: 0\n    keywords: [rebel]") + card(
    "Nest", "world: 0\n    keywords: [rebel]"
)
ORE = card("Ore", "world: 1, windfall: rare") + card("Vein", "world: 1, windfall: rare")


def produced(line: str, mine: Side, other: Side = IDLE, cards: str = "") -> Arc:
    """A Produce with a development "Own" that has the line in the first player's tableau."""
    own = replace(mine, tableau=f"{START}, Own, {mine.tableau}")
    game = Arc(own, other, cards=development("Own", line) + cards, until="produce")
    game.choose("produce", "consume: x2")
    game.finish_step("produce")
    return game


@pytest.mark.parametrize(("tableau", "military"), [("Cell", 0), ("Cell, Nest", 2)])
def test_a_condition_can_ask_for_several_cards(tableau: str, military: int) -> None:
    """docs/language.md, Only if: at least so many, as the phase begins."""
    cards = REBELS + development("Own", "settle: military +2 if you have 2 rebel worlds")
    game = settling(WORLDS + cards, f"Own, {tableau}", "Small", 2)
    assert game.player(FIRST).powers.military == military


@pytest.mark.parametrize(("tableau", "military"), [("", 0), ("Cell", 2), ("Cell, Nest, Den", 4)])
def test_a_count_with_a_maximum_gives_no_more(tableau: str, military: int) -> None:
    """docs/language.md, How often: `at most` limits the result."""
    den = card("Den", "world: 0\n    keywords: [rebel]")
    own = development("Own", "settle: military +2 per rebel world, at most 4")
    game = settling(WORLDS + REBELS + den + own, f"Own, {tableau}".rstrip(", "), "Small", 2)
    assert game.player(FIRST).powers.military == military


@pytest.mark.parametrize(("prestige", "vp"), [(0, 0), (3, 2), (9, 2)])
def test_a_gain_with_a_maximum_gives_no_more(prestige: int, vp: int) -> None:
    """docs/language.md, How often."""
    game = produced("produce: 1 vp per prestige, at most 2", Side("", prestige=prestige))
    assert game.vp(FIRST) == vp


def test_goals_are_counted_for_their_holders() -> None:
    """docs/language.md, What can be counted."""
    lines = ("produce: 1 vp per goal", "produce: draw 1 per goal of other players")
    game = Arc(Side(f"{START}, Own"), IDLE, cards=development("Own", *lines), until="produce")
    game.player(FIRST).goals += [0, 3]
    game.player(SECOND).goals += [1, 2, 4]
    game.choose("produce", "consume: x2")
    game.finish_step("produce")
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 3)


@pytest.mark.parametrize(("prestige", "vp"), [(1, 0), (2, 1), (3, 1)])
def test_a_condition_can_ask_for_prestige(prestige: int, vp: int) -> None:
    """docs/language.md, Only if."""
    game = produced("produce: 1 vp if you have 2 prestige", Side("", prestige=prestige))
    assert game.vp(FIRST) == vp


@pytest.mark.parametrize(("mine", "theirs", "drawn"), [(2, 1, 1), (1, 1, 0), (0, 0, 0)])
def test_the_most_prestige_is_more_than_any_other_player_has(
    mine: int, theirs: int, drawn: int
) -> None:
    """docs/language.md, Only if; the lead shares its bonus in a tie, a card does not."""
    line = "produce: draw 1 if you have the most prestige"
    game = produced(line, Side("", prestige=mine), Side("Old Earth", prestige=theirs))
    assert game.count(FIRST) == drawn


@pytest.mark.parametrize(("worlds", "vp"), [("Ore", 0), ("Ore, Vein", 2)])
def test_a_condition_can_ask_for_goods_of_a_kind(worlds: str, vp: int) -> None:
    """docs/language.md, Only if: goods on worlds."""
    game = produced("produce: 2 vp if you have 2 rare goods", Side(worlds, goods=worlds), cards=ORE)
    assert game.vp(FIRST) == vp


def test_what_counts_goods_comes_after_they_are_produced() -> None:
    """base rulebook, Produce: powers in the order that their owner likes."""
    game = produced("produce: 2 vp if you have 1 rare good", Side("Ore"), cards=ORE)
    assert game.goods(FIRST) == ["Ore"]
    assert game.vp(FIRST) == 2


@pytest.mark.parametrize(("line", "vp"), [("1 vp per 2 prestige", 2), ("1 vp per prestige", 5)])
def test_gains_come_for_so_much_prestige(line: str, vp: int) -> None:
    """docs/language.md, How often: rounded down."""
    assert produced(f"produce: {line}", Side("", prestige=5)).vp(FIRST) == vp


def test_gains_come_for_chips_and_for_total_military() -> None:
    """docs/language.md, How often."""
    assert produced("produce: draw 1 per 3 vp chips", Side("", vp=7)).count(FIRST) == 2
    military = "settle: military +3", "settle: military +4 against rebel worlds"
    lines = development("Arms", *military)
    strong = produced("produce: draw 1 per total military", Side("Arms"), cards=lines)
    assert strong.count(FIRST) == 3


def test_military_below_zero_takes_nothing_away() -> None:
    """docs/language.md, How often: no gain is less than nothing."""
    lines = development("Peace", "settle: military -2")
    weak = produced("produce: draw 1 per total military", Side("Peace", "2 cards"), cards=lines)
    assert weak.count(FIRST) == 2
    meek = produced("produce: draw 1 per negative military", Side("Peace"), cards=lines)
    assert meek.count(FIRST) == 2


def test_what_is_paid_is_not_counted() -> None:
    """docs/language.md, How often: what is paid for a gain is gone by then."""
    cards = development("Own", "consume: may spend 1 prestige -> draw 1 per prestige")
    game = Arc(Side(f"{START}, Own", prestige=3), cards=cards, until="consume")
    game.choose("consume: x2")
    game.use(FIRST, "Own")
    assert (game.prestige(FIRST), game.count(FIRST)) == (2, 2)


def test_a_takeover_is_defeated_only_by_who_has_the_most() -> None:
    """arc 1 booklet, Takeovers: before any is resolved."""
    line = "settle: may spend 1 prestige -> defeat a takeover if you have the most prestige"
    cards = (
        development("Envoy", line)
        + development("Raid", "settle: may take over a military world, military +9")
        + card("Fort", "military world: 2")
    )
    for theirs, asked in ((1, "defeat takeover"), (3, "")):
        mine = Side(f"{START}, Envoy, Fort", prestige=2)
        raider = Side("Old Earth, Raid", prestige=theirs)
        game = Arc(mine, raider, cards=cards, until="settle", takeovers=True)
        game.choose("consume: x2", "settle")
        while game.asked(SECOND) not in ("takeover", ""):
            game.skip(SECOND)
        game.attack(SECOND, "Raid", "Fort")
        assert game.asked(FIRST) == asked


def fame_and_looks(moment: str) -> str:
    """Two developments: one brings prestige at a moment, one draws if there is prestige by then."""
    return development("Fame", f"{moment} 1 prestige") + development(
        "Looks", f"{moment} draw 1 if you have 1 prestige"
    )


EITHER_WAY = pytest.mark.parametrize("tableau", ["Fame, Looks", "Looks, Fame"])


@EITHER_WAY
def test_what_looks_at_the_moment_comes_behind_what_changes_it(tableau: str) -> None:
    """docs/language.md, Only if: whichever card was placed first."""
    game = Arc(Side(f"{START}, {tableau}"), cards=fame_and_looks("develop:"), until="develop")
    game.choose("consume: x2", "develop")
    game.finish_step("develop")
    assert (game.prestige(FIRST), game.count(FIRST)) == (1, 1)


@EITHER_WAY
def test_after_a_placement_too_what_looks_at_the_moment_is_last(tableau: str) -> None:
    """docs/language.md, Only if: whichever card was placed first."""
    game = settling(WORLDS + fame_and_looks("settle: after placing a world,"), tableau, "Free")
    game.place(FIRST, "Free")
    # One card for having chosen the phase.
    assert (game.prestige(FIRST), game.count(FIRST)) == (1, 1 + 1)


def test_on_one_world_too_what_looks_at_the_moment_is_last() -> None:
    """docs/language.md, Only if: after producing here, whichever line is written first."""
    looks = "produce: after producing here, draw 1 if you have 1 prestige"
    fame = "produce: after producing here, 1 prestige"
    for lines in ((looks, fame), (fame, looks)):
        cards = card("Mine", "world: 1\n    produces: rare", "produce: good", *lines)
        game = produced("produce: 1 vp", Side("Mine"), cards=cards)
        assert (game.prestige(FIRST), game.count(FIRST)) == (1, 1)


@EITHER_WAY
def test_in_produce_the_owner_says_which_of_the_powers_of_the_moment_is_next(tableau: str) -> None:
    """base rulebook, Produce: powers in any order that their owner likes, priced or not."""
    ore = card("Ore", "world: 1, windfall: rare")
    cards = (
        ore
        + development("Fame", "produce: 1 prestige per good produced")
        + development("Looks", "produce: draw 1 per prestige")
    )
    for first, drawn in (("Fame", 2), ("Looks", 1)):
        game = Arc(Side(f"New Sparta, Ore, {tableau}", prestige=1), cards=cards, until="produce")
        game.choose("produce", "consume: x2")
        assert game.powers(FIRST) == ["Fame", "Looks"]
        game.use(FIRST, first)
        assert (game.prestige(FIRST), game.count(FIRST)) == (2, drawn)


@EITHER_WAY
def test_a_condition_that_another_power_meets_holds_in_produce(tableau: str) -> None:
    """docs/language.md, Only if: when it comes to that, which is behind what meets it."""
    ore = card("Ore", "world: 1, windfall: rare")
    cards = (
        ore
        + development("Fame", "produce: 1 prestige per good produced")
        + development("Looks", "produce: draw 1 if you have 2 prestige")
    )
    game = Arc(Side(f"New Sparta, Ore, {tableau}", prestige=1), cards=cards, until="produce")
    game.choose("produce", "consume: x2")
    assert (game.prestige(FIRST), game.count(FIRST)) == (2, 1)


def test_in_produce_nobody_is_asked_for_an_order_that_changes_nothing() -> None:
    """base rulebook, Produce: chips and cards for goods are the same in any order."""
    cards = development("Fame", "produce: 1 vp per good produced") + development(
        "Looks", "produce: draw 1 if you have 1 prestige"
    )
    game = Arc(Side("New Sparta, Fame, Looks", prestige=1), cards=cards, until="produce")
    game.choose("produce", "consume: x2")
    assert game.driver.over
    assert game.count(FIRST) == 1


@pytest.mark.parametrize(("goods", "drawn"), [("", 2), ("Ore", 1), ("Ore, Gas", 0)])
def test_worlds_without_a_good_are_counted_as_they_are_now(goods: str, drawn: int) -> None:
    """docs/language.md, What can be counted: worlds without a good, when their power is used."""
    cards = card("Ore", "world: 1, windfall: rare") + card("Gas", "world: 1, windfall: genes")
    cards += development("Drones", "round start: draw 1 per windfall world without a good")
    game = Arc(Side("New Sparta, Drones, Ore, Gas", goods=goods), cards=cards, step="round start")
    assert game.count(FIRST) == drawn


def test_a_world_that_was_discarded_is_no_world_without_a_good() -> None:
    """docs/language.md, What can be counted: worlds in the tableau, when their power is used."""
    cards = card("Wreck", "world: 1, windfall: rare", "settle: may discard this -> military +9")
    cards += card("Fort", "military world: 9")
    line = "settle: after placing a world, 1 vp per windfall world without a good"
    cards += development("Drones", line)
    game = settling(cards, "Drones, Wreck", "Fort")
    game.place(FIRST, "Fort")
    game.finish_step("settle")
    assert ("Wreck" in game.tableau(FIRST), game.vp(FIRST)) == (False, 0)
