"""The soak test: a small run of it finds nothing, and each check finds what it is for."""

from __future__ import annotations

import json
from random import Random

import pytest

from rftg_engine import Choice, Options, Payment, State, Subset, Way, new_game
from rftg_engine.decisions import Decision
from rftg_tools.soak.__main__ import main
from rftg_tools.soak.games import Plan, check_game
from rftg_tools.soak.hidden import permuted
from rftg_tools.soak.illegal import SORTS, accepted, attempts
from rftg_tools.soak.invariants import broken
from tests.game import table_with

TABLE = table_with()


def test_a_small_run_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--games", "24", "--illegal", "480", "--jobs", "1", "--json"])
    summary = json.loads(capsys.readouterr().out)
    assert summary["failures"] == []
    assert code == 0
    assert summary["illegal"] == 480
    assert set(summary["illegal_by_sort"]) == set(SORTS)
    assert summary["views"] > 100


def test_the_summary_is_printed_for_a_reader(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "2", "--illegal", "4", "--jobs", "2"]) == 0
    printed = capsys.readouterr().out
    assert "all ended" in printed
    assert "failures                   0" in printed


def test_sets_that_cannot_be_played_are_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sets", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_quotas_add_up() -> None:
    plan = Plan(("base",), 7, 1, 100)
    assert sum(plan.quota(number) for number in range(7)) == 100


def test_the_same_plan_gives_the_same_counts() -> None:
    plan = Plan(("base",), 4, 3, 40)
    assert check_game(plan, 2) == check_game(plan, 2)


# --- each check notices


def state_to_spoil() -> State:
    return new_game(TABLE, Options(2, preset_hands=True), "spoil").state


def found(state: State, step: str = "settle") -> str:
    return " / ".join(broken(TABLE, state, step))


def test_a_sound_state_has_nothing_broken() -> None:
    assert found(state_to_spoil()) == ""


def test_a_lost_card_is_noticed() -> None:
    state = state_to_spoil()
    lost = state.deck.pop()
    assert found(state) == f"card {lost}, {TABLE.titles[lost]}, is in 0 places"


def test_a_doubled_card_is_noticed() -> None:
    state = state_to_spoil()
    state.discard.append(state.players[0].hand[0])
    assert "is in 2 places" in found(state)


def test_a_card_that_does_not_exist_is_noticed() -> None:
    state = state_to_spoil()
    state.deck.append(500)
    assert found(state) == "there is no card 500"


def test_chips_from_nowhere_are_noticed() -> None:
    state = state_to_spoil()
    state.players[1].vp += 3
    assert found(state) == "chips and pool make 27 points"


def test_a_good_where_none_may_lie_is_noticed() -> None:
    state = state_to_spoil()
    player = state.players[0]
    player.goods[player.start_world] = state.deck.pop()
    assert found(state) == "player 0: a good lies on Epsilon Eridani, which never has one"
    player.goods[TABLE.titles.index("Gem World")] = state.deck.pop()
    assert "which is not in the tableau" in found(state)


def test_a_development_twice_in_a_tableau_is_noticed() -> None:
    state = state_to_spoil()
    player = state.players[0]
    copies = [card for card, title in enumerate(TABLE.titles) if title == "Drop Ships"]
    for card in copies:
        state.deck.remove(card)
        player.tableau.append(card)
    player.powers = TABLE.powers(player.tableau)
    assert found(state) == "player 0: 2 copies of Drop Ships in the tableau"


def test_powers_of_another_tableau_are_noticed() -> None:
    state = state_to_spoil()
    state.players[0].powers = TABLE.powers(())
    assert found(state) == "player 0: the powers are not those of the tableau"


def test_a_hand_beyond_the_limit_is_noticed_at_the_end_of_a_round() -> None:
    state = state_to_spoil()
    state.players[0].hand += [state.deck.pop() for _nth in range(7)]
    assert found(state, "settle") == ""
    assert found(state, "round end") == "player 0: 11 cards in hand after the round"


# --- illegal answers


@pytest.mark.parametrize(
    "decision",
    [
        Choice(0, "place world", -1, ((), (7,))),
        Choice(1, "action", -1, ((0,), (1,))),
        Choice(1, "action", -1, ((0, 1), (1, 2))),
        Subset(0, "hand limit", -1, (3, 5, 8), 2, 2),
        Subset(0, "discard for power", -1, (3, 5, 8), 0, 2),
        Subset(0, "goods for power", -1, (3, 5), 2, 2, (1, 2)),
        Payment(0, "pay for world", 9, (Way((), 2, 2), Way((4,), 0, 0)), (3, 5, 8)),
    ],
)
def test_every_attempt_is_illegal(decision: Decision) -> None:
    rng = Random(1)
    for _nth in range(200):
        for sort, player, answer in attempts(decision, 2, 114, rng):
            if sort == "wrong player":
                assert player not in (0, 1)
            else:
                assert decision.refusal(answer), (sort, answer)


def test_an_answer_that_is_accepted_is_noticed() -> None:
    game = new_game(TABLE, Options(2), "accept")
    decision = game.pending[0]
    attempt = ("too many", decision.player, decision.first())
    assert "is accepted" in str(accepted(game, attempt))


def test_permuting_keeps_what_the_player_sees_and_every_card() -> None:
    state = state_to_spoil()
    twin = permuted(state, 0, Random(1))
    assert twin.players[0].hand == state.players[0].hand
    assert twin.deck != state.deck
    assert found(twin) == ""
