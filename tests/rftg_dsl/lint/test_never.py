"""W601: powers that nothing in the sets in use lets happen."""

import pytest

from tests.rftg_dsl.lint.designs import card, found_by

BASE = "requires: [base]\n"
PRESTIGE = "modules: [prestige]\n"


def never(*powers: str, beside: str = "", head: str = "", **keys: object) -> list[str]:
    found = found_by("W601", card("Ice Harvesters", *powers, **keys) + beside, head)
    return [one.message for one in found]


@pytest.mark.parametrize(
    "power",
    [
        "develop: 1 prestige",
        "consume: 1 good -> draw 1, 1 prestige",
        "settle: may spend 1 prestige -> military +3",
        "round start: draw 1 if you have the most prestige",
        "produce: draw 1 per 3 prestige",
        "explore: 1 prestige",
        "consume: may discard 1 card -> 1 vp or 1 prestige",
        "consume: may discard 1 card and spend 1 prestige -> 3 vp",
    ],
)
def test_prestige_needs_a_set_that_plays_with_it(power: str) -> None:
    (message,) = never(power, head=BASE)
    assert message == "none of the sets in use has prestige, so this does nothing"
    beside = card("Snow Field", prestige=1)
    assert never(power, head=f"{BASE}{PRESTIGE}", beside=beside) == []


@pytest.mark.parametrize(
    "power",
    [
        "produce: draw 1 per goal",
        "settle: military +1 if another player has 2 goals",
        "settle: cost -1 per goal of other players",
    ],
)
def test_goals_need_a_set_that_has_some(power: str) -> None:
    (message,) = never(power, head=BASE)
    assert message == "none of the sets in use has goals, so this is always 0"
    assert never(power, head="requires: [gathering-storm]\n") == []


def test_prestige_that_is_printed_waits_for_such_a_set() -> None:
    """Cards of the first two sets of the arc have it, and the third one plays with it."""
    assert never("settle: military +1", head=BASE, prestige=1) == []


def test_prestige_that_nobody_gives_cannot_be_spent_or_counted() -> None:
    spends = "settle: may spend 1 prestige -> military +3"
    assert "gives prestige" in never(spends, head=PRESTIGE)[0]
    assert never(spends, head=PRESTIGE, prestige=1) == []
    assert never(spends, "produce: 1 prestige", head=PRESTIGE) == []
    assert "gives prestige" in never("score: 1 per prestige", head=PRESTIGE, vp="variable")[0]
    asks = "round start: draw 1 if you have the most prestige"
    assert "no player has any" in never(asks, head=PRESTIGE)[0]
    assert "gives prestige" in never("produce: draw 1 per 3 prestige", head=PRESTIGE)[0]


def test_a_choice_that_can_be_prestige_is_a_source() -> None:
    lines = "consume: 1 good -> 1 vp or 1 prestige", "settle: may spend 1 prestige -> military +3"
    assert never(*lines, head=PRESTIGE) == []


def test_prestige_for_prestige_is_no_source() -> None:
    assert len(never("consume: may spend 1 prestige -> 2 prestige", head=PRESTIGE)) == 1


def test_negative_military_counts_only_where_a_card_lowers_it() -> None:
    score = "score: 1 per negative military"
    assert "lowers Military" in never(score, vp="variable")[0]
    assert never(score, "settle: military -1", vp="variable") == []


@pytest.mark.parametrize(
    "power",
    [
        "settle: may take over a military world",
        "settle: defense +1 per military world",
        "settle: may discard this -> defeat a takeover",
    ],
)
def test_takeover_powers_need_a_set_with_takeovers(power: str) -> None:
    assert "takeovers" in never(power, head=BASE)[0]
    assert never(power, head=f"{BASE}modules: [takeovers]\n") == []


INVADED = """requires: [base]
keywords: [swarm]
modules: [invasion]
invasion:
  by: swarm
  repulse: {2: 20, 3: 26, 4: 32}
  rewards: {2: [1, 2], 3: [1, 1, 2], 4: [1, 1, 2, 2]}
  waves: [{cards: {3: 4}}]
"""


@pytest.mark.parametrize("power", ["settle: invasion defense +2", "produce: repair 1"])
def test_defense_and_repairs_need_a_set_with_an_invasion(power: str) -> None:
    assert never(power, head=BASE) == [
        "none of the sets in use has an invasion, so this does nothing"
    ]
    assert never(power, head=INVADED) == []


def test_worlds_of_invaders_are_never_paid_for() -> None:
    hive = "  - {title: Hive, military world: 2, vp: 1, keywords: [swarm]}\n"
    power = "settle: may pay for a swarm military world"
    said = ["worlds of the invaders (`swarm`) can only be conquered, not paid for"]
    assert never(power, head=INVADED, beside=hive) == said
    assert never("settle: may pay for a military world", head=INVADED, beside=hive) == []


def test_a_power_that_can_also_conquer_does_not_need_takeovers() -> None:
    power = "settle: may discard this -> conquer or take over a non-military world"
    assert never(power, beside=card("Snow Field")) == []


def test_a_discount_for_military_worlds_needs_a_power_to_pay_for_them() -> None:
    fort = card("Fort", military_world=3)
    discount = "settle: cost -1 for military worlds"
    assert "lets a player pay" in never(discount, beside=fort)[0]
    assert never(discount, "settle: may pay for a military world", beside=fort) == []
    assert never("settle: cost -1 for worlds", beside=fort) == []


def test_a_trigger_for_paid_military_worlds_needs_one_too() -> None:
    fort = card("Fort", military_world=3)
    reward = "settle: after paying for a military world, draw 1"
    assert "lets a player pay" in never(reward, beside=fort)[0]
    assert never(reward, head=BASE) == []


def test_a_power_for_cards_to_be_placed_cannot_mean_only_its_own_card() -> None:
    discount, keys = "settle: cost -1 for rare worlds", {"windfall": "rare"}
    assert "only the card itself" in never(discount, **keys)[0]
    assert never(discount, copies=2, **keys) == []
    assert never(discount, beside=card("Mine", windfall="rare"), **keys) == []


def test_other_cards_of_a_sort_that_only_this_card_is_of_are_none() -> None:
    counts = "produce: draw 1 per other rare world"
    assert "no other card" in never(counts, windfall="rare")[0]
    assert never("produce: draw 1 per rare world", windfall="rare") == []


def test_a_good_that_cannot_be_sold_has_no_price() -> None:
    powers = ("trade: cannot sell this world's good", "trade: price +1 for this world's good")
    assert "cannot be sold" in never(*powers, windfall="rare")[0]


def test_a_cost_to_guess_or_ante_is_one_that_a_card_has() -> None:
    assert "costs 8 to 9" in never("consume: guess a cost from 8 to 9")[0]
    assert "costs 3 to 4" in never("consume: may ante a cost from 3 to 4")[0]
    assert never("consume: guess a cost from 2 to 9") == []


def test_a_better_world_is_of_the_same_kind_and_so_much_dearer() -> None:
    power = "settle: may upgrade a non-military world by 2 to 3"
    rare = card("Mine", world=4, windfall="rare")
    assert "with this difference in cost" in never(power, beside=rare)[0]
    assert never(power, beside=rare, windfall="rare") == []
    assert never(power, beside=card("Field", world=4)) == []
    assert never(power, beside=card("Nebula", world=4, windfall="any")) == []
    same = "settle: may upgrade a non-military world by 0 to 3"
    assert len(never(same)) == 1
    assert never(same, copies=2) == []


@pytest.mark.parametrize(
    ("power", "second"),
    [
        ("develop: draw 1 if you placed 2 developments", "develop: may place another development"),
        (
            "settle: after placing a world, draw 1 per 2 worlds placed",
            "settle: may place another world",
        ),
        ("settle: draw 1 if you placed 1 or fewer worlds", "settle: may place another world"),
        ("consume: draw 1 if you sold 2 goods", "consume: 1 good -> sell it"),
    ],
)
def test_what_is_done_once_in_a_phase_is_not_counted_to_two(power: str, second: str) -> None:
    beside = card("Snow Field")
    (message,) = never(power, beside=beside)
    assert "lets a player" in message
    assert never(power, second, beside=beside) == []
    assert never(power, beside=card("Snow Field", second)) == []
    assert never(power.replace(" 2 ", " 1 ").replace("1 or fewer", "no"), beside=beside) == []


def test_at_most_1_of_what_is_done_once_always_holds() -> None:
    power = "settle: draw 1 if you placed 1 or fewer worlds"
    (found,) = found_by("W601", card("Ice Harvesters", power), "")
    assert found.help.endswith("or leave out the condition, which always holds")
