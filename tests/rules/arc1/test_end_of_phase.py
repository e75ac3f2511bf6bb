"""docs/language.md, When: what is about the doings of a phase is used when the phase is over."""

import pytest

from rftg_engine import Side
from tests.game import FIRST, SECOND, card, development
from tests.rules.arc1.arc import Arc
from tests.rules.arc1.test_new_combinations import WORLDS

ORE = card("Ore", "world: 1, windfall: rare") + card("Vein", "world: 1, windfall: rare")
HALLS = card("Hall", "development: 1") + card("Tower", "development: 6")
SUPPLY = "Gem World, Space Port, Rebel Base"


def play(phase: str, action: str, mine: Side, theirs: Side, cards: str, **others: object) -> Arc:
    """A phase that the second player has chosen, as far as its first decision."""
    game = Arc(mine, theirs, cards=cards, until=phase, **others)
    game.choose("produce", action)
    return game


@pytest.mark.parametrize(("placed", "drawn"), [("Free", 2), (None, 0)])
def test_worlds_placed_are_counted_when_all_are_placed(placed: str | None, drawn: int) -> None:
    lines = development("Surveys", "settle: draw 2 per world placed")
    game = play(
        "settle", "settle", Side("New Sparta, Surveys", "Free"), Side("Old Earth"), WORLDS + lines
    )
    before = game.count(FIRST)
    game.place(FIRST, placed)
    game.finish_step("None")
    assert game.count(FIRST) == before + drawn - (placed is not None)


def test_it_is_asked_at_the_end_whether_no_world_was_placed() -> None:
    lines = development("Homebodies", "settle: draw 2 if you placed no worlds")
    theirs = Side("New Sparta, Homebodies", "Free")
    for placed, cards in (("Free", 0), (None, 3)):
        game = play("settle", "settle", Side("Old Earth"), theirs, WORLDS + lines)
        game.place(SECOND, placed)
        game.finish_step("settle")
        # The card for having chosen the phase comes with a world alone.
        assert game.count(SECOND) == cards + (placed is not None)


def test_a_world_taken_over_is_placed_and_the_end_comes_after_takeovers() -> None:
    """arc 1 booklet, Takeovers: they are resolved when all worlds have been placed."""
    lines = development("Annals", "settle: 3 vp if you placed a rebel world")
    cards = "Imperium Seat, Imperium Troops, New Galactic Order, Space Marines"
    game = Arc(
        Side(f"New Sparta, {cards}, Annals"),
        Side("Old Earth, Rebel Colony, Drop Ships"),
        cards=lines,
        takeovers=True,
        until="settle",
    )
    game.choose("settle", "consume: x2")
    game.attack(FIRST, "Imperium Seat", "Rebel Colony")
    game.finish_step("settle")
    assert "Rebel Colony" in game.tableau(FIRST)
    assert game.vp(FIRST) == 3


@pytest.mark.parametrize(("placed", "points"), [("Tower", 2), ("Hall", 0)])
def test_a_development_of_some_cost_is_rewarded_at_the_end(placed: str, points: int) -> None:
    lines = development("Arcade", "develop: 2 vp if you placed a 6-cost development")
    theirs = Side("New Sparta, Arcade", "Hall, Tower, 6 cards")
    game = play("develop", "develop", Side("Old Earth"), theirs, HALLS + lines)
    game.place(SECOND, placed)
    game.finish_step("develop")
    assert game.vp(SECOND) == points


@pytest.mark.parametrize("spends", [True, False])
def test_nobody_is_rewarded_before_consuming_for_having_consumed_nothing(spends: bool) -> None:
    lines = development(
        "Fasting", "consume: 3 vp if you consumed no goods", "consume: may 1 good -> draw 1"
    )
    theirs = Side("New Sparta, Fasting, Ore", goods="Ore")
    game = play("consume", "consume: x2", Side("Old Earth"), theirs, ORE + lines)
    assert game.powers(SECOND) == ["Fasting"]
    game.pick(SECOND, *(["Fasting"] if spends else []))
    game.finish_step("consume")
    # base rulebook, Consume: chips are doubled for whoever chose that, at its end as well.
    assert game.vp(SECOND) == (0 if spends else 6)


def test_who_has_nothing_to_consume_is_asked_at_the_end_as_well() -> None:
    lines = development("Thrift", "consume: 2 vp if you sold no goods")
    game = play("consume", "consume: trade", Side("Old Earth, Thrift"), Side("New Sparta"), lines)
    game.finish_step("consume")
    assert game.vp(FIRST) == 2


def test_goods_consumed_at_the_end_are_answered_and_counted_by_what_comes_behind() -> None:
    lines = development("Late", "consume: 1 good -> 1 vp if you sold no goods")
    lines += development("Crumbs", "consume: after consuming a good, draw 1")
    lines += development("Scale", "consume: 1 prestige per good consumed")
    theirs = Side("New Sparta, Scale, Crumbs, Late, Ore", goods="Ore")
    game = play("consume", "consume: x2", Side("Old Earth"), theirs, ORE + lines)
    game.finish_step("consume")
    assert (game.vp(SECOND), game.count(SECOND), game.prestige(SECOND)) == (2, 1, 1)


@pytest.mark.parametrize("wanted", [True, False])
def test_a_price_at_the_end_can_be_refused(wanted: bool) -> None:
    lines = development("Drill", "settle: may discard 1 card -> 2 vp if you placed no worlds")
    theirs = Side("New Sparta, Drill", "Free, Gem World")
    game = play("settle", "settle", Side("Old Earth"), theirs, WORLDS + lines)
    game.place(SECOND, None)
    assert game.asked(SECOND) == "discard for power"
    game.pick(SECOND, *(["Free"] if wanted else []))
    assert game.vp(SECOND) == (2 if wanted else 0)


def test_it_is_done_in_turn_order_when_all_have_had_their_part() -> None:
    """base rulebook, Timing: clockwise from the lowest number."""
    lines = development("Early", "develop: draw 1 if you placed no developments")
    lines += development("Soon", "develop: draw 1 if you placed a development")
    game = Arc(
        Side("New Sparta, Early"),
        Side("Old Earth, Soon", "Hall, 1 card"),
        cards=HALLS + lines,
        supply=SUPPLY,
        until="develop",
    )
    game.choose("develop")
    game.place(SECOND, "Hall")
    game.finish_step("develop")
    assert (game.hand(FIRST), game.hand(SECOND)[-1:]) == (["Gem World"], ["Space Port"])


@pytest.mark.parametrize(("mine", "theirs", "points"), [("Free", None, 2), ("Free", "Small", 0)])
def test_who_placed_the_most_is_known_at_the_end(
    mine: str, theirs: str | None, points: int
) -> None:
    lines = development("Race", "settle: 2 vp if you placed the most worlds")
    game = Arc(
        Side("New Sparta, Race", "Free"),
        Side("Old Earth", "Small, 3 cards"),
        cards=WORLDS + lines,
        until="settle",
    )
    game.choose("settle", "settle")
    game.place(FIRST, mine)
    game.place(SECOND, theirs)
    game.finish_step("settle")
    assert game.vp(FIRST) == points


def test_no_goods_produced_is_asked_when_all_have_produced() -> None:
    """base rulebook, Produce: a price that brings a good is paid before the end."""
    lines = development(
        "Fallow",
        "produce: 4 vp if you produced no goods",
        "produce: may discard 1 card -> windfall good",
    )
    for pays in (True, False):
        theirs = Side("New Sparta, Fallow, Ore", "Gem World")
        game = Arc(Side("Old Earth, Free"), theirs, cards=WORLDS + ORE + lines, until="produce")
        game.choose("produce", "consume: x2")
        assert game.asked(SECOND) == "discard for power"
        game.pick(SECOND, *(["Gem World"] if pays else []))
        game.finish_step("produce")
        assert game.vp(SECOND) == (0 if pays else 4)


def test_goals_are_checked_behind_the_end_of_the_phase() -> None:
    """arc 1 booklet, Goals: a tile is claimed when its phase is over."""
    lines = development("Annals", "consume: 1 vp if you sold no goods")
    theirs = Side("Epsilon Eridani, Annals", vp=4)
    goal = "Galactic Standard of Living"
    game = Arc(Side("Old Earth"), theirs, cards=lines, goals=goal, until="consume")
    game.choose("produce", "consume: trade")
    game.finish_step("consume")
    assert game.vp(SECOND) == 5
    assert game.goals(SECOND) == [goal]


def test_all_powers_of_the_end_draw_before_any_card_is_discarded() -> None:
    """arc 1 booklet, Powers: all such cards are drawn first, also if a good is spent meanwhile."""
    lines = (
        development("Alpha", "consume: draw 2, discard 1 if you sold no goods")
        + development("Beta", "consume: draw 3, discard 1 if you sold no goods")
        + development("Delta", "consume: may 1 good -> 1 vp if you sold no goods")
        + development("Gamma", "consume: after consuming a good, draw 1")
    )
    mine = Side("New Sparta, Alpha, Gamma, Delta, Beta, Gem World", goods="Gem World")
    game = play("consume", "consume: x2", mine, Side("Old Earth"), lines)
    game.use(FIRST, "Delta")
    assert game.goods(FIRST) == []
    assert (game.count(FIRST), game.subset(FIRST).minimum) == (6, 2)
