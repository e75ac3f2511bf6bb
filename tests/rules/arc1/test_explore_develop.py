"""arc 1 booklet, Card Powers, I: Explore and II: Develop."""

from rftg_engine import Side
from tests.game import card
from tests.rules.arc1.arc import FIRST, SECOND, Arc

# --- explore


def test_cards_of_the_hand_may_go_when_the_draws_are_mixed_with_it() -> None:
    """arc 1 booklet, Mix with Hand: Explore +5 draws 7, any 6 are discarded."""
    game = Arc(Side("New Sparta, Rebel Pact", hand="3 cards"), actions=("explore +5", "produce"))
    assert (len(game.subset().cards), game.subset().maximum) == (10, 6)


def test_without_it_only_the_draws_can_be_discarded() -> None:
    game = Arc(Side("New Sparta", hand="3 cards"), actions=("explore +5", "produce"))
    assert (len(game.subset().cards), game.subset().maximum) == (7, 6)


def test_mixing_goes_with_powers_that_draw_and_keep_more() -> None:
    game = Arc(Side("New Sparta, Rebel Pact, Pan-Galactic Research", hand="3 cards"))
    game.choose("explore +1,+1", "produce")
    assert (len(game.subset().cards), game.subset().maximum) == (3 + 2 + 1 + 2, 5 - 3)


def test_a_card_is_discarded_for_prestige_before_any_are_drawn() -> None:
    """arc 1 booklet, Discard for Prestige: at the start of Explore."""
    game = Arc(Side("New Sparta, Alien Departure Point", hand="2 cards"))
    game.choose("explore +5", "produce")
    assert (len(game.subset().cards), game.subset().minimum, game.subset().maximum) == (2, 0, 1)
    game.answer(FIRST, game.subset().cards[:1])
    assert game.prestige(FIRST) == 1
    assert len(game.subset().cards) == 7


def test_the_card_for_prestige_may_be_kept() -> None:
    game = Arc(Side("New Sparta, Pan-Galactic Hologrid", hand="2 cards"))
    game.choose("explore +5", "produce")
    game.skip(FIRST)
    assert game.prestige(FIRST) == 0
    assert game.count(FIRST) == 2 + 7


def test_without_cards_in_hand_none_is_discarded_for_prestige() -> None:
    game = Arc(Side("New Sparta, Alien Departure Point"), actions=("explore +5", "produce"))
    assert len(game.subset().cards) == 7


# --- develop: draw, then discard


def test_two_cards_are_drawn_and_one_of_the_hand_discarded_at_the_start_of_develop() -> None:
    """arc 1 booklet, Draw, then Discard."""
    game = Arc(Side("New Sparta, Galactic Power Brokers", hand="1 card"))
    game.choose("develop", "produce")
    assert (len(game.subset().cards), game.subset().maximum) == (3, 1)


def test_all_draws_come_before_the_discards_of_several_such_powers() -> None:
    """arc 1 booklet, Adding The Brink of War: an exception, as powers go."""
    game = Arc(Side("New Sparta, Galactic Power Brokers, Information Hub, Interstellar Bank"))
    game.choose("develop", "produce")
    assert (len(game.subset().cards), game.subset().maximum) == (2 + 1 + 1, 2)


def test_a_card_drawn_at_the_start_of_develop_can_be_built() -> None:
    game = Arc(Side("New Sparta, Information Hub", "Gem World"), supply="Public Works")
    game.choose("develop", "consume: x2")
    game.pick(FIRST, "Gem World")
    game.place(FIRST, "Public Works")
    assert game.tableau(FIRST)[-1] == "Public Works"


# --- develop: costs


def test_a_card_of_the_tableau_is_discarded_to_build_3_cheaper() -> None:
    """arc 1 booklet, Discard to Reduce Cost."""
    game = Arc(Side("New Sparta, R&D Crash Program", "Research Labs, 9 cards"), Side("Old Earth"))
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Research Labs")
    assert game.payment_options(FIRST) == [("", 4), ("R&D Crash Program", 1)]
    game.pay(FIRST, "R&D Crash Program")
    assert game.tableau(FIRST) == ["New Sparta", "Research Labs"]
    assert "R&D Crash Program" in game.discards()


def test_a_cost_never_falls_below_0() -> None:
    game = Arc(Side("New Sparta, R&D Crash Program", "Space Marines, 2 cards"), Side("Old Earth"))
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Space Marines")
    assert game.payment_options(FIRST) == [("", 2), ("R&D Crash Program", 0)]


def test_a_program_is_no_longer_discarded_for_another_one_of_the_same_title() -> None:
    """base rulebook, Develop: no second copy while the first one lies there."""
    hand = "R&D Crash Program"
    game = Arc(Side("New Sparta, R&D Crash Program", f"{hand}, 5 cards"), Side("Old Earth"))
    game.choose("consume: x2", "develop")
    assert hand not in game.legal_answers(FIRST)


AGE = "Golden Age of Terraforming"


def test_a_rare_good_is_spent_to_build_2_cheaper() -> None:
    """arc 1 booklet, Spend Good to Reduce Cost."""
    tableau = f"New Sparta, {AGE}, Comet Zone, Gem World"
    game = Arc(
        Side(tableau, "Research Labs, 9 cards", goods="Comet Zone, Gem World"), Side("Old Earth")
    )
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Research Labs")
    assert game.payment_options(FIRST) == [("", 4), (AGE, 2)]
    game.pay(FIRST, AGE)
    assert game.goods(FIRST) == ["Gem World"]


def test_without_a_rare_good_nothing_is_cheaper() -> None:
    tableau = f"New Sparta, {AGE}, Comet Zone, Gem World"
    game = Arc(Side(tableau, "Research Labs, 9 cards", goods="Gem World"), Side("Old Earth"))
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Research Labs")
    assert game.payment_options(FIRST) == [("", 4)]


LEAGUE = card("Council of Builders", "development: 2", "develop: may spend 1 prestige -> cost -3")


def test_prestige_that_a_development_brings_does_not_pay_for_it() -> None:
    """arc 1 booklet, Adding The Brink of War: it can be used after paying."""
    mine = Side("New Sparta, Council of Builders", "Galactic Power Brokers, 5 cards")
    game = Arc(mine, Side("Old Earth"), cards=LEAGUE, actions=("consume: x2", "develop"))
    game.place(FIRST, "Galactic Power Brokers")
    assert game.count(FIRST) == 0
    mine = Side("New Sparta, Council of Builders", "Galactic Power Brokers, 5 cards", prestige=1)
    game = Arc(mine, Side("Old Earth"), cards=LEAGUE, actions=("consume: x2", "develop"))
    game.place(FIRST, "Galactic Power Brokers")
    assert game.payment_options(FIRST) == [("", 5), ("Council of Builders", 2)]


# --- develop: saving


def test_one_card_of_a_payment_is_saved() -> None:
    """arc 1 booklet, Save Card from Payment."""
    mine = Side("Galactic Scavengers", "Space Marines, Gem World, Comet Zone")
    game = Arc(mine, Side("Old Earth"), actions=("consume: x2", "develop"))
    game.place(FIRST, "Space Marines")
    assert game.legal_answers(FIRST) == ["Comet Zone", "Gem World"]
    game.pick(FIRST, "Comet Zone")
    assert game.saved(FIRST) == ["Comet Zone"]
    assert game.discards() == ["Gem World"]


def test_what_is_built_for_nothing_saves_no_card() -> None:
    """arc 1 booklet, Save Card from Payment: after applying discounts."""
    game = Arc(
        Side("Galactic Scavengers, Galactic Federation", "Space Marines, 2 cards"),
        Side("Old Earth"),
    )
    game.choose("consume: x2", "develop")
    game.place(FIRST, "Space Marines")
    assert game.tableau(FIRST)[-1] == "Space Marines"
    assert game.saved(FIRST) == []


def test_saving_is_the_affair_of_each_player_alone() -> None:
    sides = (
        Side("Galactic Scavengers", "Public Works, 1 card"),
        Side("Old Earth", "Expedition Force, 1 card"),
    )
    game = Arc(*sides, actions=("consume: x2", "develop"))
    game.place(FIRST, "Public Works")
    game.place(SECOND, "Expedition Force")
    assert len(game.saved(FIRST)) == 1
    assert game.saved(SECOND) == []
