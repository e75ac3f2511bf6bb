"""Card tests that say something of a card by its title: cost, price, points and the like."""

import pytest

from tests.rftg_tools.test_cardtests import failure, play

TAKEOVER = (
    "given:\n"
    "  tableau: [Imperium Seat, Drop Ships]\n"
    "  opponent: {tableau: [Rebel Underground, New Military Tactics], hand: 2}\n"
    "when: settle\n"
    "answers: [take over Rebel Underground]\n"
)


@pytest.mark.parametrize(
    ("tableau", "then"),
    [
        ("Space Marines", "strength: {Pirate World: 2, Gem World: 2}"),
        ("Expedition Force, Space Marines", "strength: {Pirate World: 3}"),
        ("Mining Robots", "cost: {Comet Zone: 2, Gem World: 2, Space Port: 2}"),
        ("Public Works", "cost: {Public Works: 1}"),
        ("Investment Credits", "cost: {Public Works: 0}"),
        ("Mining Conglomerate, Gem World", "price: {Gem World: 2, Comet Zone: 4}"),
        ("Alien Oort Cloud Refinery", "price: {Alien Oort Cloud Refinery: 5}"),
        ("Merchant Guild, Gem World", "points: {Merchant Guild: 2, Gem World: 1}"),
    ],
)
def test_a_number_of_a_named_card_is_compared(tableau: str, then: str) -> None:
    assert not play(f"given: {{tableau: [{tableau}]}}\nthen: {{{then}}}")
    assert not play(
        f"given: {{opponent: {{tableau: [{tableau}]}}}}\nthen: {{opponent: {{{then}}}}}"
    )


@pytest.mark.parametrize(
    ("then", "message"),
    [
        ("strength: {Pirate World: 1}", "the Military against `Pirate World` is 0, not 1"),
        ("cost: {Comet Zone: 1}", "the cost of `Comet Zone` is 3, not 1"),
        ("price: {Comet Zone: 4}", "the price for a good of `Comet Zone` is 3, not 4"),
        ("points: {Gem World: 2}", "the score of `Gem World` is 1, not 2"),
        ("points: {Comet Zone: 2}", "`Comet Zone` is not in the tableau, so it scores no points"),
        ("attack: {Pirate World: 2}", "no takeover of `Pirate World` was declared"),
    ],
)
def test_what_a_named_card_comes_to_is_said(then: str, message: str) -> None:
    found = failure(f"given: {{tableau: [Gem World]}}\nthen: {{{then}}}")
    assert (found.code, found.message) == ("E611", message)


def test_the_attack_and_the_defense_of_a_takeover_are_those_of_its_resolution() -> None:
    """Arc 1 booklet, Resolving Takeovers: Military called up in defense counts."""
    assert not play(
        f"{TAKEOVER}then: {{attack: {{Rebel Underground: 4}}, defense: {{Rebel Underground: 3}}}}"
    )
    held = TAKEOVER.replace("hand: 2", "answers: [defend using New Military Tactics]")
    assert not play(f"{held}then: {{defense: {{Rebel Underground: 6}}}}")
