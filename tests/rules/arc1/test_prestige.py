"""arc 1 booklet, Prestige: gaining, the lead and its bonus, spending, the end of the game."""

import pytest

from rftg_engine import Options, Side, new_game
from rftg_engine.phases.rounds import end_reasons
from tests.rules.arc1.arc import FIRST, SECOND, THIRD, Arc, arc_table


def bonus(*sides: Side) -> list[tuple[int, int]]:
    """Chips and cards that each player gets at the start of a round."""
    game = Arc(*sides, step="round start")
    assert game.driver.step == "choose"
    return [(game.vp(seat), game.count(seat)) for seat in range(len(sides))]


# --- gaining


def test_a_card_with_the_symbol_brings_1_prestige_when_it_is_placed() -> None:
    """arc 1 booklet, Gaining Prestige: developments and worlds."""
    game = Arc(Side("New Sparta", "Pan-Galactic Mediator, 1 card"), Side("Old Earth"))
    game.choose("develop", "consume: x2")
    game.place(FIRST, "Pan-Galactic Mediator")
    game.finish_step("develop")
    assert game.prestige(FIRST) == 1
    game = Arc(Side("New Sparta, Expedition Force", "Information Hub"), Side("Old Earth"))
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Information Hub")
    assert game.prestige(FIRST) == 1


@pytest.mark.parametrize(("players", "pool"), [(2, 29), (3, 41), (6, 77)])
def test_5_more_points_of_chips_are_in_play(players: int, pool: int) -> None:
    """arc 1 booklet, Adding The Brink of War, Setup: 41 for 3 players."""
    assert new_game(arc_table(), Options(players), "1").state.pool == pool


def test_without_the_set_that_brings_prestige_there_are_no_more_chips() -> None:
    assert new_game(arc_table(sets=("rebel-vs-imperium",)), Options(3), "1").state.pool == 36


def test_without_the_set_that_brings_prestige_its_symbols_are_ignored() -> None:
    """arc 1 booklet, Adding Rebel vs Imperium Cards."""
    game = new_game(arc_table(sets=("rebel-vs-imperium",)), Options(2), "1")
    game.flow.moves.place(game.state, game.state.players[0], 0)  # type: ignore[attr-defined]
    assert game.state.players[0].prestige == 0


# --- the lead


def test_a_sole_leader_with_fresh_prestige_gains_a_chip_and_a_card() -> None:
    """arc 1 booklet, Prestige Lead Bonus."""
    assert bonus(
        Side("New Sparta", prestige=2, fresh_prestige=True), Side("Old Earth", prestige=1)
    ) == [
        (1, 1),
        (0, 0),
    ]


def test_a_sole_leader_without_fresh_prestige_gains_a_chip_only() -> None:
    assert bonus(Side("New Sparta", prestige=2), Side("Old Earth", prestige=1)) == [(1, 0), (0, 0)]


def test_all_who_tie_for_the_lead_gain_a_chip() -> None:
    tied = Side("Old Earth", prestige=2), Side("New Vinland", prestige=1)
    assert bonus(Side("New Sparta", prestige=2), *tied) == [(1, 0), (1, 0), (0, 0)]


def test_nobody_leads_without_prestige() -> None:
    """arc 1 booklet, margin of Gaining the Prestige Lead: each with at least one."""
    assert bonus(Side("New Sparta"), Side("Old Earth")) == [(0, 0), (0, 0)]


def test_who_ties_for_the_lead_draws_nothing_whatever_lies_on_the_tile() -> None:
    """arc 1 booklet, Prestige Lead Bonus: the card is for a sole leader."""
    sides = (
        Side("New Sparta", prestige=2, fresh_prestige=True),
        Side("Old Earth", prestige=2, fresh_prestige=True),
    )
    assert bonus(*sides) == [(1, 0), (1, 0)]


def test_the_prestige_on_the_tile_serves_once() -> None:
    """arc 1 booklet, Prestige Lead Bonus: it is removed from the tile."""
    game = Arc(
        Side("New Sparta", prestige=2, fresh_prestige=True), Side("Old Earth"), step="round start"
    )
    game.choose("produce")
    assert (game.vp(FIRST), game.count(FIRST)) == (2, 1)


def build(*sides: tuple[Side, str]) -> Arc:
    """Everybody builds in a round, which then ends; the next one has begun."""
    game = Arc(*(side for side, _built in sides), actions="develop")
    for seat, (_side, built) in enumerate(sides):
        if game.asked(seat) == "place development":
            game.place(seat, built or None)
    game.finish_round()
    return game


MEDIATOR = "Pan-Galactic Mediator"


def test_prestige_earned_in_the_phase_that_brings_the_lead_lies_on_the_tile() -> None:
    """arc 1 booklet, Gaining the Prestige Lead."""
    mine = Side("New Sparta", MEDIATOR, prestige=1)
    game = build((mine, MEDIATOR), (Side("Old Earth", prestige=1), ""))
    assert (game.vp(FIRST), game.count(FIRST)) == (1, 1)
    assert game.vp(SECOND) == 0


def test_prestige_earned_before_the_lead_was_won_does_not_count_for_it() -> None:
    """arc 1 booklet, Gaining the Prestige Lead: only what was earned in that phase."""
    mine = Side("New Sparta", MEDIATOR, prestige=1)
    game = Arc(mine, Side("Old Earth, Interstellar Casus Belli", prestige=3))
    game.choose("develop", "consume: x2")
    game.place(FIRST, MEDIATOR)
    game.finish_step("develop")
    game.use(SECOND, "Interstellar Casus Belli")
    assert game.prestige(SECOND) == 2
    game.finish_round()
    assert [game.vp(FIRST), game.vp(SECOND)] == [1, 6 + 1]
    assert game.count(FIRST) == 0


def test_a_tie_takes_the_prestige_off_the_tile() -> None:
    """arc 1 booklet, margin of Gaining the Prestige Lead: returned to its previous holder."""
    mine = Side("New Sparta", prestige=2, fresh_prestige=True)
    game = build((mine, ""), (Side("Old Earth", MEDIATOR, prestige=1), MEDIATOR))
    assert [(game.vp(seat), game.count(seat)) for seat in (FIRST, SECOND)] == [(1, 0), (1, 0)]


def test_two_who_earn_prestige_to_a_tie_draw_no_card() -> None:
    mine, theirs = Side("New Sparta", MEDIATOR), Side("Old Earth", MEDIATOR)
    game = build((mine, MEDIATOR), (theirs, MEDIATOR))
    assert [(game.vp(seat), game.count(seat)) for seat in (FIRST, SECOND)] == [(1, 0), (1, 0)]


def test_a_leader_who_loses_the_lead_and_wins_it_back_without_earning_draws_no_card() -> None:
    """arc 1 booklet, Spending Prestige: the tile goes to the center and comes back bare."""
    mine = Side("New Sparta", prestige=2, fresh_prestige=True)
    game = Arc(mine, Side("Old Earth, Interstellar Casus Belli", f"{MEDIATOR}, 1 card", prestige=1))
    game.choose("develop", "consume: x2")
    game.place(SECOND, MEDIATOR)
    game.finish_step("develop")
    game.use(SECOND, "Interstellar Casus Belli")
    game.finish_round()
    assert (game.vp(FIRST), game.count(FIRST)) == (1, 0)


# --- spending


def test_a_card_that_spends_prestige_is_idle_without_it() -> None:
    game = Arc(Side("New Sparta, Galactic Power Brokers, Interstellar Casus Belli"))
    game.choose("consume: x2")
    assert game.powers(FIRST) == []


def test_a_prestige_pays_for_3_cards_or_3_points() -> None:
    """arc 1 booklet, Spend Prestige."""
    game = Arc(Side("New Sparta, Galactic Power Brokers, Interstellar Casus Belli", prestige=2))
    game.choose("consume: trade", "produce")
    game.use(FIRST, "Galactic Power Brokers")
    game.use(FIRST, "Interstellar Casus Belli")
    assert (game.prestige(FIRST), game.vp(FIRST)) == (0, 3)


def test_prestige_is_1_point_each_at_the_end() -> None:
    """arc 1 booklet, Scoring."""
    assert Arc(Side("New Sparta", prestige=7)).points(FIRST) == 1 + 7


def test_prestige_is_no_chip_for_galactic_renaissance() -> None:
    """arc 1 booklet, margin of Scoring."""
    game = Arc(Side("New Vinland, Galactic Renaissance", prestige=6, vp=3))
    assert game.points(FIRST) == 1 + 1 + 3 + 6


# --- the end


@pytest.mark.parametrize(("prestige", "over"), [(15, True), (14, False)])
def test_15_prestige_at_the_end_of_a_round_end_the_game(prestige: int, over: bool) -> None:
    """arc 1 booklet, Game End."""
    assert Arc(Side("New Sparta", prestige=prestige), actions="produce").driver.over is over


def test_15_prestige_that_are_spent_before_the_round_is_over_do_not_end_the_game() -> None:
    """arc 1 booklet, Game End: at the end of a round."""
    game = Arc(Side("New Sparta, Interstellar Casus Belli", prestige=15), actions="consume: x2")
    game.use(FIRST, "Interstellar Casus Belli")
    assert not game.driver.over
    assert end_reasons(game.table, game.state) == []


# --- powers that bring prestige


def test_affluence_brings_prestige_for_each_development_but_itself() -> None:
    """arc 1 booklet, Develop and Gain Prestige; powers of a card work from the next phase on."""
    game = Arc(
        Side("Old Earth, Pan-Galactic Affluence", "Public Works, 1 card"), Side("New Sparta")
    )
    game.choose("develop", "consume: x2")
    game.place(FIRST, "Public Works")
    game.finish_step("develop")
    assert game.prestige(FIRST) == 1
    game = Arc(Side("Old Earth", "Pan-Galactic Affluence, 6 cards"), Side("New Sparta"))
    game.choose("develop", "consume: x2")
    game.place(FIRST, "Pan-Galactic Affluence")
    game.finish_step("develop")
    assert game.prestige(FIRST) == 1


@pytest.mark.parametrize(
    ("built", "prestige"), [("Pan-Galactic Research", 1), ("Imperium Planet Buster", 1)]
)
def test_the_federation_capital_rewards_developments_of_cost_6(built: str, prestige: int) -> None:
    """arc 1 booklet, last page: one of cost 9 is none for any purpose; its own symbol brings 1."""
    game = Arc(Side("Federation Capital", f"{built}, 10 cards"), Side("New Sparta"))
    game.choose("develop", "consume: x2")
    game.place(FIRST, built)
    game.finish_step("develop")
    assert game.prestige(FIRST) == prestige


def test_rebel_developments_bring_prestige_to_the_freedom_fighters() -> None:
    """arc 1 booklet, Powers: Rebel developments."""
    for built, prestige in (("Rebel Troops", 1), ("Space Marines", 0)):
        game = Arc(Side("Rebel Freedom Fighters", f"{built}, 2 cards"), Side("New Sparta"))
        game.choose("develop", "consume: x2")
        game.place(FIRST, built)
        game.finish_step("develop")
        assert game.prestige(FIRST) == prestige


def test_rebel_military_worlds_bring_prestige_to_the_imperium_capital() -> None:
    """arc 1 booklet, Settle and Gain Prestige."""
    tableau = "Imperium Capital, Space Marines"
    for world, prestige in (("Rebel Miners", 1), ("Outlaw World", 0)):
        game = Arc(Side(tableau, world), Side("New Sparta"), actions=("settle", "consume: x2"))
        game.place(FIRST, world)
        assert game.prestige(FIRST) == prestige


def test_the_mediator_brings_prestige_after_a_military_world_was_paid_for() -> None:
    """arc 1 booklet, Prestige for Pay for Military: it gives no power to pay for them."""
    tableau = "Rebel Cantina, Pan-Galactic Mediator"
    game = Arc(Side(tableau, "Outlaw World, 1 card"), Side("New Sparta"))
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Outlaw World")
    assert game.prestige(FIRST) == 1
    game = Arc(
        Side("Old Earth, Pan-Galactic Mediator", "Outlaw World, 5 cards"), Side("New Sparta")
    )
    game.choose("settle", "consume: x2")
    assert game.driver.step != "settle"
    game = Arc(
        Side(f"{tableau}, Space Marines, Expedition Force", "Outlaw World, 1 card"),
        Side("New Sparta"),
    )
    game.choose("settle", "consume: x2")
    game.place(FIRST, "Outlaw World")
    game.pay(FIRST)
    assert game.prestige(FIRST) == 0


def test_the_lead_of_three_goes_to_the_one_with_most() -> None:
    sides = Side("New Sparta", prestige=1), Side("Old Earth", prestige=3, fresh_prestige=True)
    assert bonus(*sides, Side("New Vinland", prestige=2))[THIRD] == (0, 0)
    assert bonus(*sides, Side("New Vinland", prestige=2))[SECOND] == (1, 1)
