"""The soak test of Race: a small run finds nothing, and each check finds what it is for."""

import json
from dataclasses import replace
from random import Random

import pytest

from gamekit.decisions import Decision
from rftg_dev.soak.__main__ import main
from rftg_dev.soak.games import check_refusal, illegal_answers
from rftg_dev.soak.invariants import find_violations
from rftg_dev.soak.race import (
    COOKBOOK,
    SETS,
    Plan,
    all_kinds,
    check_game,
    in_words,
    legal_setups,
    permute_hidden,
)
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine import Choice, Options, Payment, PaymentOption, State, Subset, new_game
from rftg_engine.modules.robot.state import robot_in
from rftg_engine.options import SWITCHES
from rftg_tools.simulation.race import table_of
from tests.game import table_with

TABLE = table_with()
DUEL = Options(2)
ARC = ("brink-of-war",)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--count", "24", "--illegal", "480"],
        ["--count", "12", "--illegal", "60", "--sets", COOKBOOK],
        ["--count", "21", "--illegal", "60", "--sets", "xeno-invasion", "--bots", "greedy"],
    ],
)
def test_a_small_run_finds_nothing(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert {"xeno-invasion", COOKBOOK} <= set(SETS)
    code = main(["race", *arguments, "--jobs", "1", "--json"])
    tally = json.loads(capsys.readouterr().out)
    assert (code, tally["failures"]) == (0, [])
    illegal = sum(n for name, n in tally["counts"].items() if name.startswith("illegal"))
    assert illegal > int(arguments[3]) // 2
    assert tally["counts"]["views"] > 20


def test_sets_that_cannot_be_played_are_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["race", "--sets", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_every_legal_combination_of_options_is_played_once_before_any_is_played_again() -> None:
    kinds = legal_setups(table_of(ARC, shipped_robot()))
    assert len(kinds) == len(set(kinds)) > 60
    assert {options.players for options in kinds} == {2, 3, 4, 5, 6}
    for name in SWITCHES:
        assert {getattr(options, name) for options in kinds} == {False, True}
    with_base = all_kinds((("base",), ARC))
    assert with_base[-len(kinds) :] == [(ARC, options) for options in kinds]
    of_base = {in_words(options) for sets, options in with_base if sets == ("base",)}
    assert len(of_base) == 11
    assert {"2 players, experienced, preset hands", "2 players, experienced, hard robot"} < of_base


def test_the_same_plan_gives_the_same_counts() -> None:
    plan = Plan((("base",), ARC), 40, 3, 400)
    assert sum(plan.quota(number) for number in range(40)) == 400
    for number in (2, 21):
        assert check_game(plan, number) == check_game(plan, number)


# --- each check notices


def state_to_spoil() -> State:
    return new_game(TABLE, Options(2, preset_hands=True), "spoil").state


def problems(state: State, step: str = "settle") -> str:
    return " / ".join(find_violations(TABLE, DUEL, state, step))


def test_a_sound_state_has_nothing_broken() -> None:
    assert problems(state_to_spoil()) == ""


def test_a_lost_card_is_noticed() -> None:
    state = state_to_spoil()
    lost = state.deck.pop()
    assert problems(state) == f"card {lost}, {TABLE.titles[lost]}, is in 0 places"


def test_a_doubled_card_is_noticed() -> None:
    state = state_to_spoil()
    state.discard.append(state.players[0].hand[0])
    assert "is in 2 places" in problems(state)


SOLITAIRE = table_of(("base",), shipped_robot())
ALONE = Options(2, experienced=True, robot="hard")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("credit", 5, "the robot has credit 5 and economy 0"),
        ("economy", -1, "and economy -1"),
        ("left", -1, "-1 counters left"),
    ],
)
def test_a_robot_beyond_its_tracks_is_noticed(name: str, value: int, said: str) -> None:
    opening = ((), ("Old Earth",))
    state = new_game(SOLITAIRE, replace(ALONE, opening=opening), "spoil").state
    assert not list(find_violations(SOLITAIRE, ALONE, state, "settle"))
    setattr(robot_in(state), name, value)
    assert said in " / ".join(find_violations(SOLITAIRE, ALONE, state, "settle"))


def test_a_robot_with_goods_or_with_dice_that_were_not_rolled_is_noticed() -> None:
    state = new_game(SOLITAIRE, ALONE, "spoil").state
    state.players[1].goods[0] = state.deck.pop()
    state.players[1].actions = [3]
    told = " / ".join(find_violations(SOLITAIRE, ALONE, state, "settle"))
    assert "the robot has what only players have" in told
    assert "the dice [] lie on [3]" in told


def test_a_card_that_does_not_exist_is_noticed() -> None:
    state = state_to_spoil()
    state.deck.append(500)
    assert problems(state) == "there is no card 500"


def test_chips_from_nowhere_are_noticed() -> None:
    state = state_to_spoil()
    state.players[1].vp += 3
    assert problems(state) == "chips and pool make 27 points"


def test_a_good_where_none_may_lie_is_noticed() -> None:
    state = state_to_spoil()
    player = state.players[0]
    player.goods[player.start_world] = state.deck.pop()
    assert problems(state) == "player 0: a good lies on Epsilon Eridani, which never has one"
    player.goods[TABLE.titles.index("Gem World")] = state.deck.pop()
    assert "which is not in the tableau" in problems(state)


def test_a_development_twice_in_a_tableau_is_noticed() -> None:
    state = state_to_spoil()
    player = state.players[0]
    copies = [card for card, title in enumerate(TABLE.titles) if title == "Drop Ships"]
    for card in copies:
        state.deck.remove(card)
        player.tableau.append(card)
    player.powers = TABLE.powers(player.tableau)
    assert problems(state) == "player 0: 2 copies of Drop Ships in the tableau"


def test_powers_of_another_tableau_are_noticed() -> None:
    state = state_to_spoil()
    state.players[0].powers = TABLE.powers(())
    assert problems(state) == "player 0: the powers are not those of the tableau"


def test_what_is_done_twice_and_once_a_game_is_noticed() -> None:
    table = table_with(
        "  - title: Vault\n    development: 1\n    vp: 1\n"
        "    powers: |\n      consume: may discard 1 card -> 3 vp once a game\n"
    )
    state = new_game(table, DUEL, "spoil").state
    (number,) = [power.number for power in table.power_list if power.once]
    state.used_up = [number]
    assert list(find_violations(table, DUEL, state, "settle")) == []
    state.used_up = [number, number]
    assert list(find_violations(table, DUEL, state, "settle")) == [
        "what Vault does once a game is done 2 times"
    ]


def test_tokens_that_are_not_there_are_noticed() -> None:
    table = table_with("  - {title: Shrine, development: 1, vp: 1}\n")
    state = new_game(table, DUEL, "spoil").state
    state.players[0].tokens = {"relic": 3}
    state.players[1].tokens = {"relic": 1}
    assert list(find_violations(table, DUEL, state, "settle")) == []
    state.players[1].tokens = {"relic": 2, "idol": 1, "science artifact": 0}
    assert list(find_violations(table, DUEL, state, "settle")) == [
        "player 1: 1 idol tokens",
        "player 1: 0 science artifact tokens",
        "5 relic tokens of 4",
    ]


def test_a_hand_beyond_the_limit_is_noticed_at_the_end_of_a_round() -> None:
    state = state_to_spoil()
    state.players[0].hand += [state.deck.pop() for _nth in range(7)]
    assert problems(state, "settle") == ""
    assert problems(state, "round end") == "player 0: 11 cards in hand after the round"


# --- each check notices, with the rules of the arc


def arc_to_spoil(goals: bool = False) -> tuple[State, Options]:
    options = Options(3, preset_hands=True, goals=goals)
    return new_game(table_of(ARC), options, "spoil").state, options


def problems_in_arc(state: State, options: Options) -> str:
    return " / ".join(find_violations(table_of(ARC), options, state, "settle"))


@pytest.mark.parametrize("goals", [False, True])
def test_a_sound_state_of_the_arc_has_nothing_broken(goals: bool) -> None:
    assert problems_in_arc(*arc_to_spoil(goals)) == ""


def test_negative_prestige_is_noticed() -> None:
    state, options = arc_to_spoil()
    state.players[2].prestige = -1
    assert problems_in_arc(state, options) == "player 2: -1 prestige"


def test_prestige_in_a_game_without_it_is_noticed() -> None:
    state = state_to_spoil()
    state.players[1].prestige = 1
    assert problems(state) == "player 1: prestige in a game without it"


def test_the_bonus_of_the_lead_without_the_lead_is_noticed() -> None:
    state, options = arc_to_spoil()
    state.players[0].fresh_prestige = True
    assert problems_in_arc(state, options) == "player 0: the bonus of the lead without the lead"


def test_cards_saved_under_a_card_that_has_gone_are_noticed() -> None:
    state, options = arc_to_spoil()
    titles = table_of(ARC).titles
    world = next(card for card in state.deck if titles[card] == "Galactic Scavengers")
    state.players[0].saved[world] = [state.deck.pop()]
    problem = "player 0: cards are saved under Galactic Scavengers, which is not in the tableau"
    assert problem in problems_in_arc(state, options)


def test_a_lost_saved_card_is_noticed() -> None:
    state, options = arc_to_spoil()
    player = state.players[0]
    player.saved[player.tableau[0]] = [state.players[1].hand[0]]
    assert "is in 2 places" in problems_in_arc(state, options)


def test_goals_in_a_game_without_them_are_noticed() -> None:
    state, _options = arc_to_spoil(goals=True)
    assert problems_in_arc(state, Options(3)) == "6 goal tiles in play"


def test_a_tile_that_is_not_in_play_is_noticed() -> None:
    state, options = arc_to_spoil(goals=True)
    foreign = next(number for number in range(20) if number not in state.goals)
    state.players[1].goals.append(foreign)
    assert "in play" in problems_in_arc(state, options)


def test_a_most_tile_held_twice_or_without_the_most_is_noticed() -> None:
    state, options = arc_to_spoil(goals=True)
    table = table_of(ARC)
    tile = next(number for number in state.goals if table.goals[number].most)
    state.players[1].goals.append(tile)
    assert f"{table.goals[tile].title} is held by player 1" in problems_in_arc(state, options)
    state.players[2].goals.append(tile)
    assert f"{table.goals[tile].title} is held by players [1, 2]" in problems_in_arc(state, options)


def test_a_card_missing_from_a_drafted_game_is_noticed() -> None:
    table, options = table_of(ARC), Options(2, draft=True)
    rng, seen = Random(1), list[State]()
    game = new_game(table, options, "draft", lambda _step, state: seen.append(state.copy()))
    while not seen:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    state = seen[0]
    assert list(find_violations(table, options, state, "setup")) == []
    state.players[0].deck.pop()
    (problem,) = find_violations(table, options, state, "setup")
    assert problem.endswith("do not go round")


# --- illegal answers


@pytest.mark.parametrize(
    "decision",
    [
        Choice(0, "place world", -1, ((), (7,))),
        Choice(1, "action", -1, ((0,), (1,))),
        Choice(1, "action", -1, ((0, 1), (1, 2))),
        Subset(0, "hand limit", -1, (3, 5, 8), 2, 2),
        Subset(0, "discard for power", -1, (3, 5, 8), 0, 2),
        Subset(0, "discard for power", -1, (3, 5, 8), 0, 2, (), True),
        Subset(0, "goods for power", -1, (3, 5), 2, 2, (1, 2)),
        Payment(
            0,
            "pay for takeover",
            9,
            (PaymentOption((), 0, 2), PaymentOption((4,), 1, 3)),
            (3, 5, 8),
        ),
        Payment(
            0, "pay for world", 9, (PaymentOption((), 2, 2), PaymentOption((4,), 0, 0)), (3, 5, 8)
        ),
    ],
)
def test_every_attempt_is_illegal(decision: Decision) -> None:
    rng = Random(1)
    for _nth in range(200):
        for sort, player, answer in illegal_answers(decision, 2, 114, rng):
            if sort == "wrong player":
                assert player not in (0, 1)
            else:
                assert decision.refusal(answer), (sort, answer)


def test_an_answer_that_is_accepted_is_noticed() -> None:
    game = new_game(TABLE, Options(2), "accept")
    decision = game.pending[0]
    attempt = ("too many", decision.player, decision.first())
    assert "is accepted" in str(check_refusal(game, attempt))


def test_permuting_keeps_what_the_player_sees_and_every_card() -> None:
    state = state_to_spoil()
    twin = permute_hidden(state, 0, Random(1))
    assert twin.players[0].hand == state.players[0].hand
    assert twin.deck != state.deck
    assert problems(twin) == ""
