"""arc 1 booklet, Card Powers, V: Produce, Round End and Game End."""

import pytest

from rftg_engine import Side
from rftg_engine.phases.rounds import end_reasons
from tests.game import development, world
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc

THEIRS = Side("Star Nomad Raiders")
"""A player who produces nothing."""


def producing(tableau: str, hand: str = "", extra: int = 0, **more: str) -> Arc:
    """A Produce that the second player has chosen; the game ends there."""
    mine = Side(
        tableau, f"{hand}, {extra} cards", goods=more.get("goods", ""), saved=more.get("saved", "")
    )
    game = Arc(mine, THEIRS, supply=more.get("supply", ""), until="produce")
    game.choose("settle", "produce")
    return game


def give(game: Arc, cards: int, seat: int = FIRST) -> None:
    """Discards so many of the cards asked for."""
    game.answer(seat, game.subset(seat).cards[:cards])


FACTORY = "Damaged Alien Factory"


def test_a_card_is_discarded_to_produce_on_this_world() -> None:
    """arc 1 booklet, Discard to Produce Good."""
    game = producing(FACTORY, extra=2)
    give(game, 1)
    assert game.goods(FIRST) == [FACTORY]
    assert game.count(FIRST) == 1


def test_nobody_has_to_and_without_cards_nobody_can() -> None:
    game = producing(FACTORY, extra=1)
    give(game, 0)
    assert game.goods(FIRST) == []
    assert producing(FACTORY).driver.over


def test_no_card_is_discarded_for_a_world_that_has_its_good() -> None:
    assert producing(FACTORY, extra=1, goods=FACTORY).driver.over


def test_a_card_drawn_for_kinds_can_pay_for_the_good_which_then_draws_none() -> None:
    """arc 1 booklet, Discard to Produce Good: one power cannot interrupt another."""
    game = producing(f"{FACTORY}, Diversified Economy, Gem World")
    assert game.count(FIRST) == 1
    game.use(FIRST, "Diversified Economy")
    assert game.count(FIRST) == 2
    give(game, 1)
    assert game.goods(FIRST) == [FACTORY, "Gem World"]
    assert game.count(FIRST) == 1


def test_a_good_produced_by_a_discard_counts_for_powers_used_later() -> None:
    game = producing(f"{FACTORY}, Diversified Economy, Gem World")
    game.use(FIRST, FACTORY)
    give(game, 1)
    assert game.count(FIRST) == 2


ECONOMY = "Diversified Economy"
TAKERS = {
    FACTORY: FACTORY,
    "Lifeforms, Inc": "Empath World",
    "Alien Booby Trap": "Alien Monolith",
    "Universal Exports": "Asteroid Belt",
    "Terraforming Colonists": "Asteroid Belt",
}
"""The official cards that take a hand card to produce, and a world that each produces on."""


def second_produces(tableau: str, extra: int = 0, cards: str = "", prestige: int = 0) -> Arc:
    """A Produce of the player who is second in turn order; the game ends there."""
    mine = Side(f"New Sparta, Space Port, {tableau}", hand=f"{extra} cards", prestige=prestige)
    return Arc(THEIRS, mine, cards=cards, until="produce", actions=("produce", "settle"))


@pytest.mark.parametrize("newest", [True, False])
@pytest.mark.parametrize("taker", TAKERS)
def test_a_card_drawn_in_the_phase_pays_for_a_good_whichever_card_is_newer(
    taker: str, newest: bool
) -> None:
    """arc 1 booklet, Discard to Produce Good: a card gained from Diversified Economy can pay."""
    two = (ECONOMY, taker) if newest else (taker, ECONOMY)
    target = [TAKERS[taker]] if TAKERS[taker] != taker else []
    game = second_produces(", ".join([*target, *two]))
    assert game.asked(SECOND) == "discard for power"
    give(game, 1, SECOND)
    assert TAKERS[taker] in game.goods(SECOND)


def test_one_hand_card_and_one_drawn_pay_for_two_goods() -> None:
    """arc 1 booklet, Produce: its owner says in which order powers are used."""
    game = second_produces(f"Alien Monolith, {ECONOMY}, {FACTORY}, Alien Booby Trap", extra=1)
    assert game.powers(SECOND) == ["Alien Booby Trap", FACTORY, ECONOMY]
    game.use(SECOND, FACTORY)
    give(game, 1, SECOND)
    assert game.count(SECOND) == 2, "a card for each of two kinds, novelty and alien"
    give(game, 1, SECOND)
    assert game.goods(SECOND) == ["Alien Monolith", FACTORY, "Space Port"]


def test_the_last_hand_card_can_be_spent_before_a_card_is_drawn_in_vain() -> None:
    game = second_produces(f"Alien Monolith, {ECONOMY}, {FACTORY}, Alien Booby Trap", extra=1)
    game.use(SECOND, ECONOMY)
    game.use(SECOND, "Alien Booby Trap")
    give(game, 1, SECOND)
    give(game, 1, SECOND)
    assert (game.goods(SECOND)[:2], game.count(SECOND)) == (["Alien Monolith", FACTORY], 0)


def test_where_nothing_is_drawn_a_power_that_takes_a_card_is_not_asked_about() -> None:
    assert second_produces(f"Alien Booby Trap, {FACTORY}").driver.over


def test_cards_drawn_are_not_asked_about_where_no_world_can_take_the_good_they_would_pay() -> None:
    """arc 1 booklet, Discard to Produce Windfall: the good goes on a world that has none."""
    game = second_produces(f"Universal Exports, {ECONOMY}, Consumer Markets")
    assert game.driver.over
    assert game.goods(SECOND)[-1] == "Universal Exports"


def test_the_order_is_not_asked_for_where_no_world_can_take_a_good() -> None:
    """arc 1 booklet, Discard to Produce Windfall: on a windfall world that has no good."""
    for extra in (0, 1):
        tableau = f"Consumer Markets, {ECONOMY}, Alien Booby Trap"
        assert second_produces(tableau, extra=extra).driver.over
        game = second_produces(f"{tableau}, Alien Monolith", extra=extra)
        assert game.asked(SECOND) == "produce power"


def test_the_order_is_not_asked_for_beside_a_power_that_has_nothing_to_give() -> None:
    """base rulebook, Card Powers: in any order, which is no choice where nothing can be counted."""
    mine = Side(f"New Sparta, {FACTORY}, Consumer Markets", hand="2 cards")
    game = Arc(THEIRS, mine, until="produce", actions=("produce", "settle"))
    assert game.asked(SECOND) == "discard for power"
    give(game, 1, SECOND)
    assert (game.goods(SECOND), game.count(SECOND)) == ([FACTORY], 1)


def test_the_order_is_not_asked_for_where_a_good_is_answered_with_something_else() -> None:
    cards = development("Toast", "produce: after producing an alien good, 1 vp")
    mine = Side(f"New Sparta, {FACTORY}, Consumer Markets, Toast", hand="2 cards")
    game = Arc(THEIRS, mine, cards=cards, until="produce", actions=("produce", "settle"))
    assert game.asked(SECOND) == "discard for power"


@pytest.mark.parametrize(
    "tableau",
    [
        f"{FACTORY}, Consumer Markets, Artist Colony",
        f"{FACTORY}, {ECONOMY}",
        "Universal Exports, Consumer Markets, Asteroid Belt, Alien Oort Cloud Refinery",
        f"{FACTORY}, Consumer Markets, Lucky Strike, Refugee World",
    ],
)
def test_the_order_is_asked_for_where_something_is_or_may_be_counted(tableau: str) -> None:
    cards = development(
        "Lucky Strike", "produce: after producing an alien good, novelty windfall good"
    )
    game = Arc(THEIRS, Side(f"New Sparta, {tableau}", hand="2 cards"), cards=cards, until="produce")
    game.choose("produce", "settle")
    assert game.asked(SECOND) == "produce power"


def test_prestige_gained_in_the_phase_pays_too() -> None:
    cards = development("Shrine", "produce: 1 prestige per novelty good produced") + development(
        "Oracle", "produce: may spend 1 prestige -> draw 2"
    )
    for tableau in ("Shrine, Oracle", "Oracle, Shrine"):
        game = second_produces(tableau, cards=cards)
        assert game.asked(SECOND) == "use power"
        game.use(SECOND, "Oracle")
        assert (game.prestige(SECOND), game.count(SECOND)) == (0, 2)


def test_a_card_is_discarded_to_produce_on_a_windfall_world_of_a_kind() -> None:
    """arc 1 booklet, Discard to Produce Windfall: apart from the world's own good."""
    game = producing("New Sparta, Alien Booby Trap, Asteroid Belt, Alien Monolith", extra=1)
    give(game, 1)
    assert game.goods(FIRST) == ["Alien Monolith"]
    assert producing("New Sparta, Alien Booby Trap, Asteroid Belt", extra=1).driver.over


def test_a_production_world_may_do_that_too() -> None:
    game = producing("New Sparta, Lifeforms, Inc, Empath World", extra=1)
    give(game, 1)
    assert game.goods(FIRST) == ["Empath World", "Lifeforms, Inc"]


def test_any_windfall_world_will_do_where_no_kind_is_named() -> None:
    game = producing("New Sparta, Universal Exports, Asteroid Belt, Empath World", extra=1)
    give(game, 1)
    assert game.legal_answers(FIRST) == ["Asteroid Belt", "Empath World"]


def test_a_windfall_good_for_another_world_does_not_come_to_this_one() -> None:
    """arc 1 booklet, Produce Windfall on Other."""
    assert producing("New Sparta, Universal Symbionts").goods(FIRST) == []
    game = producing("New Sparta, Universal Symbionts, Empath World")
    assert game.goods(FIRST) == ["Empath World"]


def test_a_power_for_another_world_works_when_this_one_has_a_good() -> None:
    """arc 1 booklet, Produce Windfall on Other: separate, and usable with a good here."""
    tableau = "New Sparta, Interstellar Prospectors, Asteroid Belt"
    game = producing(tableau, goods="Interstellar Prospectors")
    assert game.goods(FIRST) == ["Asteroid Belt", "Interstellar Prospectors"]


def test_a_good_on_a_world_that_draws_for_it() -> None:
    """The margin of a windfall world: a card after producing on it."""
    assert producing("New Sparta, Rebel Sympathizers, Expanding Colony").count(FIRST) == 1


def test_producing_brings_prestige_only_with_the_good() -> None:
    """arc 1 booklet, Produce Good and Gain Prestige."""
    game = producing("New Sparta, Uplift Gene Breeders")
    assert (game.goods(FIRST), game.prestige(FIRST)) == (["Uplift Gene Breeders"], 1)
    game = producing("New Sparta, Uplift Gene Breeders", goods="Uplift Gene Breeders")
    assert game.prestige(FIRST) == 0


BRINGING = world(
    "Shrine World", "produces: genes", "produce: good", "produce: after producing here, 1 vp"
) + world("Pilgrim World", "", "produce: 1 vp per 1 genes good produced")


@pytest.mark.parametrize(("supply", "brought"), [("Drop Ships", True), ("", False)])
def test_nothing_is_brought_by_a_good_that_no_card_was_left_for(supply: str, brought: bool) -> None:
    """base rulebook, Produce: as part of producing a good."""
    for title, cards in (("Uplift Gene Breeders", ""), ("Shrine World, Pilgrim World", BRINGING)):
        mine = Side(f"New Sparta, {title}")
        game = Arc(THEIRS, mine, supply=supply, rest="box", cards=cards, until="produce")
        game.choose("produce")
        assert bool(game.goods(SECOND)) is brought
        assert (game.prestige(SECOND) + game.vp(SECOND) > 0) is brought


def test_the_same_with_a_card() -> None:
    assert producing("New Sparta, Galactic Studios").count(FIRST) == 1
    assert producing("New Sparta, Galactic Studios", goods="Galactic Studios").count(FIRST) == 0


@pytest.mark.parametrize(
    ("tableau", "cards"),
    [
        ("Imperium Lords, New Sparta, Outlaw World, Artist Colony", 2),
        ("Uplift Code, Devolved Uplift Race, Clandestine Uplift Lab, Uplift Gene Breeders", 4),
        ("Rebel Cantina, Rebel Colony, Rebel Pact, Outlaw World", 2),
    ],
)
def test_cards_are_drawn_for_worlds(tableau: str, cards: int) -> None:
    """arc 1 booklet, Draw for Worlds: the cantina itself counts, developments do not."""
    assert producing(tableau).count(FIRST) == cards


def test_saved_cards_are_drawn() -> None:
    """arc 1 booklet, Draw Saved Cards: all of them."""
    game = producing("Galactic Scavengers", saved="Gem World, Comet Zone")
    assert game.hand(FIRST) == ["Comet Zone", "Gem World"]
    assert game.saved(FIRST) == []


# --- the most


def most(*tableaus: str) -> Arc:
    """Everybody produces."""
    game = Arc(*(Side(tableau) for tableau in tableaus), until="produce")
    game.choose("consume: x2", *["consume: x2"] * (len(tableaus) - 2), "produce")
    return game


AFFLUENCE = "Pan-Galactic Affluence"


def test_more_goods_than_any_other_player_draw_a_card() -> None:
    """arc 1 booklet, Draw for Most Goods: at the end of the phase."""
    game = most(f"{AFFLUENCE}, Artist Colony, Spice World", "Alien Robotic Factory", "Old Earth")
    assert game.count(FIRST) == 1


def test_as_many_goods_as_another_player_draw_none() -> None:
    game = most(f"{AFFLUENCE}, Artist Colony", "Alien Robotic Factory", "Old Earth")
    assert game.count(FIRST) == 0


def test_goods_that_were_there_before_are_not_counted() -> None:
    mine = Side(f"{AFFLUENCE}, Artist Colony", goods="Artist Colony")
    game = Arc(mine, Side("Old Earth"), until="produce", actions=("explore +5", "produce"))
    game.finish_step()
    assert game.driver.over
    assert game.goods(FIRST) == ["Artist Colony"]


def test_rewards_for_the_most_come_player_by_player_in_turn_order() -> None:
    """base rulebook, Timing: "perform the phase in clockwise order"; not kind by kind."""
    worlds = [("Loom", "novelty"), ("Seam", "rare"), ("Fern", "genes")]
    cards = "".join(
        f"""
  - title: {title}
    world: 1
    vp: 1
    produces: {kind}
    powers: |
      produce: good
      produce: draw 1 if you produced the most {kind} goods
"""
        for title, kind in worlds
    )
    supply = "Gem World, Comet Zone, Spice World, Public Works, Drop Ships, Space Port"
    second, third = Side("Old Earth, Loom, Fern"), Side("New Sparta, Seam")
    game = Arc(THEIRS, second, third, supply=supply, until="produce", cards=cards)
    game.choose("settle", "consume: x2", "produce")
    # The goods take the first three; by kinds, rare would come between novelty and genes.
    assert game.hand(SECOND) == ["Drop Ships", "Public Works"]
    assert game.hand(THIRD) == ["Space Port"]


RAVAGED = "Ravaged Uplift World"


def test_the_most_chromosome_worlds_bring_a_prestige() -> None:
    """arc 1 booklet, Gain Prestige for Most: more than any other player."""
    assert most(f"{RAVAGED}, Devolved Uplift Race", "Avian Uplift Race").prestige(FIRST) == 1
    assert most(RAVAGED, "Avian Uplift Race").prestige(FIRST) == 0
    assert most(RAVAGED, "Abandoned Alien Uplift Camp, Uplift Code").prestige(FIRST) == 1


# --- round end


@pytest.mark.parametrize("card", ["Pan-Galactic Research", "Black Hole Miners"])
def test_12_cards_may_be_kept(card: str) -> None:
    """arc 1 booklet, Larger Hand Limit."""
    game = Arc(Side(f"New Sparta, {card}", hand="13 developments"), actions="settle")
    assert game.subset(FIRST).maximum == 1


def test_two_such_cards_let_no_more_than_12_be_kept() -> None:
    game = Arc(Side("New Sparta, Pan-Galactic Research, Black Hole Miners", hand="13 developments"))
    game.choose("settle")
    assert game.decision(FIRST).count() == 13


@pytest.mark.parametrize("order", ["Attic, Vault", "Vault, Attic"])
def test_of_two_limits_the_higher_one_counts(order: str) -> None:
    """arc 1 booklet, Larger Hand Limit: several such powers do not add up."""
    cards = development("Attic", "round end: hand limit 12")
    cards += development("Vault", "round end: hand limit 14")
    game = Arc(THEIRS, Side(f"New Sparta, {order}", hand="15 developments"), cards=cards)
    game.choose("settle")
    assert game.subset(SECOND).maximum == 1


SALVAGE = "Retrofit & Salvage, Inc"


def test_discards_of_other_players_go_to_the_salvage() -> None:
    """arc 1 booklet, Gain Other Players' Discards."""
    sides = (
        Side(SALVAGE, hand="3 developments"),
        Side("New Sparta", hand="12 developments"),
        Side("Old Earth", hand="11 developments"),
    )
    game = Arc(*sides, until="round end", actions="settle")
    give(game, 2, SECOND)
    give(game, 1, THIRD)
    assert (game.count(FIRST), game.count(SECOND), game.count(THIRD)) == (6, 10, 10)


def test_the_salvage_discards_first_and_may_then_exceed_the_limit() -> None:
    """arc 1 booklet, Gain Other Players' Discards: its own discards do not come back."""
    game = Arc(
        Side(SALVAGE, hand="11 developments"),
        Side("New Sparta", hand="12 developments"),
        until="round end",
    )
    game.choose("settle")
    give(game, 1)
    give(game, 2, SECOND)
    assert game.count(FIRST) == 12
    assert len(game.discards()) == 1


# --- game end


DOZEN = (
    "Public Works, Interstellar Bank, Export Duties, Investment Credits, Space Marines, "
    "Expedition Force, Gem World, Comet Zone, Plague World, Spice World"
)
"""Ten cards."""


@pytest.mark.parametrize(
    ("cards", "over"),
    [
        (f"New Sparta, Outlaw World, {DOZEN}", True),
        (f"New Sparta, Hidden Fortress, {DOZEN}", False),
        (f"New Sparta, Hidden Fortress, {DOZEN}, Outlaw World", False),
        (f"New Sparta, Hidden Fortress, {DOZEN}, Outlaw World, Old Earth", True),
    ],
)
def test_hidden_fortress_ends_the_game_at_14(cards: str, over: bool) -> None:
    """arc 1 booklet, Trigger on Tableau of 14."""
    game = Arc(Side(cards), THEIRS)
    assert end_reasons(game.table, game.state) == (["tableau"] if over else [])


def test_the_others_still_end_it_at_12() -> None:
    """arc 1 booklet, Trigger on Tableau of 14: this player."""
    game = Arc(Side("New Sparta, Hidden Fortress"), Side(f"Old Earth, Outlaw World, {DOZEN}"))
    assert end_reasons(game.table, game.state) == ["tableau"]


SPRINGS = """
  - title: Spring
    world: 1
    vp: 0
    windfall: rare
    powers: |
      produce: after producing here, may spend this world's good -> 1 vp, another windfall good
  - title: Well
    world: 1
    vp: 0
    windfall: rare
    powers: |
      produce: after producing here, may spend this world's good -> 1 vp, another windfall good
"""


def test_a_power_does_not_answer_to_what_its_own_use_brings() -> None:
    """docs/language.md, When: two worlds that pass a good on to each other come to an end."""
    game = Arc(Side("New Sparta, Spring, Well"), THEIRS, cards=SPRINGS, until="produce")
    game.choose("produce")
    for _answer in range(20):
        if not game.driver.over:
            game.answer(FIRST, max(game.options(FIRST)))
    assert game.driver.over
    assert (len(game.goods(FIRST)), game.vp(FIRST)) == (1, 2)


def test_cards_are_discarded_for_a_power_that_answers_the_good_of_the_bonus() -> None:
    """base rulebook, Produce: the good of the bonus is produced like any other."""
    cards = development("Claims", "produce: after producing an alien good, discard 2")
    mine = Side("New Sparta, Claims, Alien Robot Scout Ship", "3 cards")
    game = Arc(mine, THEIRS, cards=cards, until="produce", actions=("produce", "settle"))
    assert game.asked(FIRST) == "discard after drawing"
    give(game, 2)
    assert game.count(FIRST) == 1
