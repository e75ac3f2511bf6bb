"""Failures of card tests that are explained: what was not offered, or was offered and declined."""

import pytest

from tests.rftg_tools.test_cardtests import failure, play

SEATED = "Rebel Underground using Imperium Seat"
RIVAL = "opponent: {tableau: [Rebel Underground, Comet Zone]}"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (
            "given: {tableau: [Ice Brokers]}\nwhen: settle\nanswers: [use Ice Brokers]",
            "`settle: may discard this -> cost -2` helps to place a card: write"
            " `place TITLE using Ice Brokers`",
        ),
        (
            "given: {tableau: [Ice Brokers]}\nwhen: consume x2\nanswers: [use Ice Brokers]",
            "`consume: 1 good -> 1 vp` could not be used, or needs no answer; at the end there are"
            " 0 cards in hand, 0 goods and 0 prestige",
        ),
        (
            "given: {tableau: [Ice Brokers]}\nwhen: produce\nanswers: [use Ice Brokers]",
            "`Ice Brokers` has powers for consume and settle; phases played: produce",
        ),
        (
            "given: {hand: [Ice Brokers]}\nwhen: settle\nanswers: [use Ice Brokers]",
            "`Ice Brokers` is not in the tableau",
        ),
        (
            "given: {tableau: [Ice Brokers], hand: [Comet Zone, 3 cards]}\nwhen: settle\n"
            "answers: [place Comet Zone using Ice Brokers, use Ice Brokers]",
            "`Ice Brokers` is no longer in the tableau",
        ),
        (
            "given: {tableau: [Gem World]}\nwhen: trade\nanswers: [sell Gem World]",
            "there is no good on `Gem World`; phases played: consume",
        ),
        (
            "given: {tableau: [Gem World], goods: [Gem World]}\nwhen: consume x2\n"
            "answers: [sell Gem World]",
            "nobody chose `trade`, and no power sold a good",
        ),
        (
            "given: {tableau: [Space Port]}\nwhen: produce\nanswers: [produce on Space Port]",
            "no power let the player choose a windfall world; phases played: produce",
        ),
        (
            "given: {hand: 2}\nwhen: consume x2\nanswers: [use prestige card]",
            "discarding cards for points needs the action `prestige trade`",
        ),
        (
            "given: {hand: [Gem World, Comet Zone, 8 cards]}\nwhen: settle\n"
            "answers: [place Gem World, place Comet Zone]",
            "no other world could be placed in settle",
        ),
        (
            "given: {hand: 2}\nwhen: [develop, settle]\nanswers: [guess 3]",
            "phases played: develop and settle",
        ),
    ],
)
def test_why_nothing_was_asked_is_said(lines: str, reason: str) -> None:
    found = failure(lines)
    assert (found.code, found.notes[0]) == ("E613", reason)


@pytest.mark.parametrize(
    ("lines", "declined"),
    [
        (
            "tableau: [Alien Departure Point, Pan-Galactic Hologrid], hand: 3}\nwhen: explore +5\n",
            "`discard 1 card`",
        ),
        (
            "tableau: [Ice Brokers], hand: [Comet Zone, 5 cards]}\nwhen: settle\n"
            "answers: [place Comet Zone]\n",
            "`place Comet Zone using Ice Brokers`",
        ),
        ("hand: [Comet Zone, 5 cards]}\nwhen: settle\n", "`place Comet Zone`"),
        (f"tableau: [Drop Ships, Imperium Seat], {RIVAL}}}\nwhen: settle\n", "`take over Rebel"),
    ],
)
def test_what_was_offered_and_declined_is_said(lines: str, declined: str) -> None:
    notes = failure(f"given: {{{lines}then: {{vp: 9}}").notes
    assert any(one.startswith(f"options not taken: {declined}") for one in notes)


def test_a_card_of_the_other_type_is_left_for_the_phase_that_places_it() -> None:
    lines = "given: {hand: [Comet Zone, 4 cards]}\nwhen: [develop, settle]\n"
    assert not play(f"{lines}answers: [place Comet Zone]\nthen: {{tableau: [Comet Zone]}}")


@pytest.mark.parametrize(
    ("tableau", "answer", "reason"),
    [
        ("Gem World", "Rebel Underground", "no card in the tableau takes over worlds"),
        ("Imperium Seat", "Rebel Base", "`Rebel Base` is in no other player's tableau"),
        ("Imperium Seat", "Comet Zone", "`Comet Zone` is none of the worlds of `settle:"),
        (
            "Interstellar Casus Belli",
            "Rebel Underground",
            "`settle: may spend 1 prestige -> take over a military world, 2 prestige`"
            " (`Interstellar Casus Belli`) costs 1 prestige, but there are 0",
        ),
        (
            "Interstellar Casus Belli], prestige: 1, goals: [",
            "Comet Zone",
            "`Comet Zone` is non-military, so you also need a power that conquers such worlds",
        ),
        (
            "Imperium Cloaking Technology",
            "Rebel Underground",
            "the total Military of its owner is 0, and `settle: may ",
        ),
        (
            "Rebel Alliance",
            "Rebel Underground",
            "its owner has none of the cards that `settle: may ",
        ),
    ],
)
def test_why_a_world_cannot_be_taken_over_is_said(tableau: str, answer: str, reason: str) -> None:
    """Arc 1 booklet, Takeovers."""
    given = f"given: {{tableau: [{tableau}], {RIVAL}}}\nwhen: settle\n"
    found = failure(f"{given}answers: [take over {answer}]")
    assert found.notes[0].startswith(reason)


def test_why_another_takeover_is_refused_is_said_beside_those_that_there_are() -> None:
    given = f"given: {{tableau: [Imperium Seat], {RIVAL}}}\nwhen: settle\n"
    found = failure(f"{given}answers: [take over Comet Zone]")
    assert (found.code, found.help) == (
        "E612",
        "possible answers: `take over Rebel Underground using Imperium Seat`",
    )
    assert found.notes[0].startswith("`Comet Zone` is ")
    found = failure(f"{given}answers: [take over Rebel Underground using Gem World]")
    assert found.notes[0] == "`Gem World` takes over no world"


def test_a_takeover_that_failed_says_by_how_much() -> None:
    given = f"given: {{tableau: [Imperium Seat], {RIVAL}}}\nwhen: settle\n"
    found = failure(f"{given}answers: [take over Rebel Underground]\nthen: {{tableau: 2}}")
    assert "the takeover of `Rebel Underground` failed: attack " in found.notes[1]


def test_a_takeover_is_declared_in_settle() -> None:
    found = failure(f"given: {{{RIVAL}}}\nwhen: develop\nanswers: [take over Comet Zone]")
    assert found.notes[0] == "takeovers are declared in settle; phases played: develop"


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ("cannot take over Rebel Base using Imperium Seat", ""),
        ("cannot take over Rebel Underground using Imperium Seat", "`take over Rebel Under"),
        ("cannot take over Rebel Underground using Space Mercenaries", "no decision matched"),
        (f"cannot take over {SEATED} and Drop Ships, take over {SEATED}", ""),
        (f"cannot take over {SEATED} and Space Mercenaries, take over {SEATED}", "`take over"),
    ],
)
def test_a_takeover_that_cannot_be_is_looked_for_with_its_help(answers: str, message: str) -> None:
    """Arc 1 booklet, Takeovers: Space Mercenaries are called up for hand cards."""
    tableau = "tableau: [Imperium Seat, Space Mercenaries], hand: 2"
    found = play(f"given: {{{tableau}, {RIVAL}}}\nwhen: settle\nanswers: [{answers}]")
    assert [one.message[: len(message)] for one in found] == ([message] if message else [])


def test_a_defense_that_cannot_be_is_looked_for() -> None:
    rival = "opponent: {tableau: [Rebel Underground, New Military Tactics], answers: [%s]}"
    given = f"given: {{tableau: [Imperium Seat, Drop Ships], {rival}}}\nwhen: settle\n"
    lines = f"{given}answers: [take over Rebel Underground]"
    assert play(lines % "cannot defend using Drop Ships") == []
    (found,) = play(lines % "cannot defend using New Military Tactics")
    assert found.message == "`defend using New Military Tactics` is possible"
