"""Card tests of three and more players, of who is first, and of phases that others choose."""

import pytest

from tests.rftg_tools.test_cardtests import failure, play

SETTLING = "{hand: [Comet Zone, 4 cards], answers: [place Comet Zone]}"


def test_three_players_sit_at_the_table_in_turn_order() -> None:
    assert not play(
        "given:\n"
        "  hand: [Gem World, 4 cards]\n"
        f"  opponents: [{SETTLING}, {{vp: 3, when: produce}}]\n"
        "when: settle\n"
        "answers: [place Gem World]\n"
        "then:\n"
        "  paid: 2\n"
        "  hand: 4\n"
        "  opponents: [{tableau: [Comet Zone], hand: 3}, {vp: 3, tableau: 0}]"
    )


def test_who_of_several_opponents_has_something_else_is_said() -> None:
    found = failure(
        "given: {opponents: [{}, {vp: 1}]}\nwhen: produce\nthen: {opponents: [{}, {vp: 2}]}"
    )
    assert found.message == "opponent 2: expected 2 VP in chips, but there is 1"


@pytest.mark.parametrize(
    ("first", "mine", "theirs"),
    [
        ("you", "Contact Specialist", "Public Works"),
        ("opponent", "Public Works", "Contact Specialist"),
    ],
)
def test_who_is_first_draws_first(first: str, mine: str, theirs: str) -> None:
    """Base rulebook, Settle: each takes a good for a windfall world, and draws."""
    assert not play(
        "given:\n"
        "  hand: [Pilgrimage World]\n"
        "  opponent: {hand: [Refugee World], answers: [place Refugee World]}\n"
        "  supply: [Space Port, Contact Specialist, Public Works, Gem World]\n"
        f"  first: {first}\n"
        "when: settle\n"
        "answers: [place Pilgrimage World]\n"
        f"then: {{hand: [{mine}], opponent: {{hand: [{theirs}]}}}}"
    )


def test_a_phase_that_only_the_opponent_chose_gives_you_no_bonus() -> None:
    lines = "given:\n  hand: [Gem World, 4 cards]\n  opponent: {when: settle}\n"
    assert not play(f"{lines}answers: [place Gem World]\nthen: {{tableau: 1, hand: 2, paid: 2}}")


def test_a_phase_that_only_you_chose_gives_the_opponent_no_bonus() -> None:
    """Also where two actions are chosen, as in the experienced game."""
    opponent = SETTLING.replace("{", "{when: nothing, ", 1)
    for when in ("settle", "[settle, develop]"):
        assert not play(
            f"given: {{opponent: {opponent}}}\nwhen: {when}\nthen: {{opponent: {{hand: 1}}}}"
        )


def test_nobody_chooses_a_phase() -> None:
    assert not play("given: {hand: 3}\nwhen: nothing\nthen: {hand: 3}")
