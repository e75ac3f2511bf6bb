"""The soak test of Race: small runs find no problems, and each check detects its violation."""

import json
from collections.abc import Callable
from random import Random
from re import fullmatch

import pytest

from gamekit.decisions import Decision
from rftg_dev.soak.__main__ import main
from rftg_dev.soak.games import check_refusal, illegal_answers
from rftg_dev.soak.invariants import InvasionWatcher, find_violations, watchers
from rftg_dev.soak.race import (
    COOKBOOK,
    SETS,
    Plan,
    all_kinds,
    check_game,
    describe_options,
    legal_setups,
    permute_hidden,
)
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine import Choice, Options, Payment, PaymentOption, Side, State, Subset, new_game
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion_state import invasion_of
from rftg_engine.modules.robot_state import robot_in
from rftg_engine.options import SWITCHES
from rftg_tools.simulation.race import table_of
from tests.game import FIRST, table_with
from tests.invasions import ALWAYS, NEVER, Invaded

Spoil = Callable[[State], object]
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


def test_every_legal_combination_of_options_is_played_before_any_is_repeated() -> None:
    kinds = legal_setups(table_of(ARC, shipped_robot()))
    assert len(kinds) == len(set(kinds)) > 60
    assert {options.players for options in kinds} == {2, 3, 4, 5, 6}
    for name in SWITCHES:
        assert {getattr(options, name) for options in kinds} == {False, True}
    with_base = all_kinds((("base",), ARC))
    assert with_base[-len(kinds) :] == [(ARC, options) for options in kinds]
    base = {describe_options(options) for sets, options in with_base if sets == ("base",)}
    assert len(base) == 11
    assert {"2 players, experienced, preset hands", "2 players, experienced, hard robot"} < base


def test_the_same_plan_gives_the_same_counts() -> None:
    plan = Plan((("base",), ARC), 40, 3, 400)
    assert sum(plan.quota(number) for number in range(40)) == 400
    for number in (2, 21):
        assert check_game(plan, number) == check_game(plan, number)


# --- each check detects its violation

BASE = table_with()
VAULT = table_with(
    "  - title: Vault\n    development: 1\n    vp: 1\n"
    "    powers: |\n      consume: may discard 1 card -> 3 vp once a game\n"
)
SHRINE = table_with("  - {title: Shrine, development: 1, vp: 1}\n")
DUEL = Options(2, preset_hands=True)
PLAIN = Options(2)
SOLITAIRE = Options(2, experienced=True, robot="hard", opening=((), ("Old Earth",)))
TRIO = Options(3, preset_hands=True)
GOALS = Options(3, preset_hands=True, goals=True)
ROBOT = table_of(("base",), shipped_robot())
ARC_TABLE = table_of(ARC)


def card_titled(table: Table, title: str) -> int:
    return table.titles.index(title)


def place_drop_ships(state: State) -> None:
    player = state.players[0]
    for card, title in enumerate(BASE.titles):
        if title == "Drop Ships":
            state.deck.remove(card)
            player.tableau.append(card)
    player.powers = BASE.powers(player.tableau)


def put_good(card: int | None = None) -> Spoil:
    def spoil(state: State) -> None:
        player = state.players[0]
        player.goods[player.start_world if card is None else card] = state.deck.pop()

    return spoil


def change_robot(name: str, value: int) -> Spoil:
    return lambda state: setattr(robot_in(state), name, value)


def give_robot_goods(state: State) -> None:
    state.players[1].goods[0] = state.deck.pop()
    state.players[1].actions = [3]


def overfill_tokens(state: State) -> None:
    state.players[0].tokens = {"relic": 3}
    state.players[1].tokens = {"relic": 2, "idol": 1, "science artifact": 0}


def use_up(state: State) -> None:
    state.used_up = [power.number for power in VAULT.power_list if power.once] * 2


def save_under_scavengers(state: State) -> None:
    world = next(card for card in state.deck if ARC_TABLE.titles[card] == "Galactic Scavengers")
    state.players[0].saved[world] = [state.deck.pop()]


def save_opponents_card(state: State) -> None:
    player = state.players[0]
    player.saved[player.tableau[0]] = [state.players[1].hand[0]]


def take_most_tile(*seats: int) -> Spoil:
    def spoil(state: State) -> None:
        tile = next(goal for goal in state.goals if ARC_TABLE.goals[goal].most)
        for seat in seats:
            state.players[seat].goals.append(tile)

    return spoil


def take_foreign_tile(state: State) -> None:
    state.players[1].goals.append(next(goal for goal in range(20) if goal not in state.goals))


GEM = card_titled(BASE, "Gem World")
TWICE = r"card \d+, .+, is in 2 places"
VIOLATIONS: list[tuple[Table, Options, Spoil, str]] = [
    (BASE, DUEL, lambda state: state.deck.pop(), r"card \d+, .+, is in 0 places"),
    (BASE, DUEL, lambda state: state.discard.append(state.players[0].hand[0]), TWICE),
    (BASE, DUEL, lambda state: state.deck.append(500), "unknown card 500"),
    (BASE, DUEL, lambda s: setattr(s.players[0], "vp", 3), "chips and pool have 27 points, not 24"),
    (BASE, DUEL, put_good(), "player 0: a good is on Epsilon Eridani, which never has one"),
    (BASE, DUEL, put_good(GEM), "player 0: a good is on Gem World, which is not in the tableau"),
    (BASE, DUEL, place_drop_ships, "player 0: 2 copies of Drop Ships in the tableau"),
    (
        BASE,
        DUEL,
        lambda state: setattr(state.players[0], "powers", BASE.powers(())),
        "player 0: the powers are not those of the tableau",
    ),
    (
        BASE,
        DUEL,
        lambda s: setattr(s.players[1], "prestige", 1),
        "player 1: prestige in a game without it",
    ),
    (VAULT, PLAIN, use_up, "Vault used a once-per-game power 2 times"),
    (
        SHRINE,
        PLAIN,
        overfill_tokens,
        "player 1: 1 idol tokens / player 1: 0 science artifact tokens / 5 relic tokens of 4",
    ),
    (ROBOT, SOLITAIRE, change_robot("credit", 5), "the robot has credit 5 and economy 0"),
    (ROBOT, SOLITAIRE, change_robot("economy", -1), "the robot has credit 1 and economy -1"),
    (
        ROBOT,
        SOLITAIRE,
        change_robot("left", -1),
        r"the robot has -1 counters left, and the order is \[0\]",
    ),
    (
        ROBOT,
        SOLITAIRE,
        give_robot_goods,
        "the robot has goods, saved cards, goals or powers"
        r" / the actions \[3\] do not fit the dice \[\]",
    ),
    (ARC_TABLE, TRIO, lambda s: setattr(s.players[2], "prestige", -1), "player 2: -1 prestige"),
    (
        ARC_TABLE,
        TRIO,
        lambda state: setattr(state.players[0], "fresh_prestige", True),
        "player 0: prestige lead bonus without the lead",
    ),
    (
        ARC_TABLE,
        TRIO,
        save_under_scavengers,
        "player 0: cards are saved under Galactic Scavengers, which is not in the tableau",
    ),
    (ARC_TABLE, TRIO, save_opponents_card, TWICE),
    (ARC_TABLE, TRIO, lambda state: state.goals.append(0), "1 goal tiles in play"),
    (ARC_TABLE, GOALS, take_foreign_tile, r"player 1: goals \[\d+\] of \[.+\] in play"),
    (ARC_TABLE, GOALS, take_most_tile(1), r".+ is held by player 1, amounts \[0, 0, 0\]"),
    (ARC_TABLE, GOALS, take_most_tile(1, 2), r".+ is held by players \[1, 2\]"),
]


@pytest.mark.parametrize(("table", "options", "spoil", "message"), VIOLATIONS)
def test_a_violation_is_detected(
    table: Table, options: Options, spoil: Spoil, message: str
) -> None:
    state = new_game(table, options, "spoil").state
    assert list(find_violations(table, options, state, "settle")) == []
    spoil(state)
    assert fullmatch(message, " / ".join(find_violations(table, options, state, "settle")))


def test_the_last_use_and_the_last_token_are_no_violations() -> None:
    state = new_game(VAULT, PLAIN, "spoil").state
    state.used_up = [power.number for power in VAULT.power_list if power.once]
    assert state.used_up
    assert list(find_violations(VAULT, PLAIN, state, "settle")) == []
    state = new_game(SHRINE, PLAIN, "spoil").state
    state.players[0].tokens, state.players[1].tokens = {"relic": 3}, {"relic": 1}
    assert list(find_violations(SHRINE, PLAIN, state, "settle")) == []


def test_a_hand_above_the_limit_is_detected_at_the_end_of_a_round() -> None:
    state = new_game(BASE, DUEL, "spoil").state
    state.players[0].hand += [state.deck.pop() for _card in range(7)]
    assert list(find_violations(BASE, DUEL, state, "settle")) == []
    assert list(find_violations(BASE, DUEL, state, "round end")) == [
        "player 0: 11 cards in hand after the round"
    ]


def test_a_card_missing_from_a_drafted_game_is_detected() -> None:
    options = Options(2, draft=True)
    rng, states = Random(1), list[State]()
    game = new_game(ARC_TABLE, options, "draft", lambda _step, state: states.append(state.copy()))
    while not states:
        for decision in game.pending:
            game.answer(decision.player, decision.sample(rng))
    assert list(find_violations(ARC_TABLE, options, states[0], "setup")) == []
    states[0].players[0].deck.pop()
    (violation,) = find_violations(ARC_TABLE, options, states[0], "setup")
    assert violation.endswith("but the draft leaves 0")


# --- invasions


def test_modules_with_a_watcher_are_checked() -> None:
    game = Invaded(Side("Old Earth"), Side("New Sparta"))
    assert [type(watcher) for watcher in watchers(game.race.modules)] == [InvasionWatcher]


def attacked(met: str = ALWAYS, damaged: str = "") -> Invaded:
    """Return a game after an attack, or with damage before one."""
    side = Side("Alpha Centauri, Gem World, Space Port", goods="Gem World")
    game = Invaded(side, Side("New Sparta"), met=met, damaged={FIRST: damaged} if damaged else {})
    if not damaged:
        game.attack()
        game.settle_all()
    return game


def violations_after(game: Invaded, spoil: Spoil, step: str = "settle") -> str:
    """Return the violations when a state is spoiled after a first step without any."""
    watcher, state = InvasionWatcher(), game.state.copy()
    assert list(watcher.find_violations(game.table, state, step)) == []
    spoil(state)
    return " / ".join(watcher.find_violations(game.table, state, step))


def test_a_game_with_an_invasion_has_no_violations() -> None:
    assert violations_after(attacked(), lambda _state: None) == ""
    assert violations_after(attacked(damaged="Gem World"), lambda _state: None) == ""


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("used", [0, 0], "the used cards are [0, 0] of 10"),
        ("used", [10], "the used cards are [10] of 10"),
        ("dealt", [3, 3], "the cards dealt to 2 players are [3, 3] of 10"),
        ("dealt", [3], "the cards dealt to 2 players are [3] of 10"),
        ("held", [True], "[True] were successful"),
        ("discs", [1, 1], "the discs are [1, 1]"),
        ("discs", [0], "1 discs for 2 players"),
        ("met", 2, "wave 1 has come 2 times, not 1"),
        ("defeats", 3, "3 defeats"),
        ("defeats", 2, "the game goes on after the invasion is over"),
        ("repulsed", True, "is too low to repulse the invasion"),
        ("track", [9, 9], "track of the invasion has changed"),
        ("rewards", [9, 9], "rewards of the invasion has changed"),
        ("contributed", [0, 1], "player 1 contributed 1 goods out of turn"),
    ],
)
def test_a_wrong_member_of_an_invasion_is_detected(name: str, value: object, message: str) -> None:
    spoil: Spoil = lambda state: setattr(invasion_of(state), name, value)  # noqa: E731
    assert message in violations_after(attacked(), spoil)


def test_wrong_damage_is_detected() -> None:
    game = attacked()

    def spoil(state: State) -> None:
        works = card_titled(game.table, "Public Works")
        invasion_of(state).damaged[0] = [works, *state.players[0].tableau]

    violations = violations_after(game, spoil)
    assert "Public Works is damaged but not a world" in violations
    assert "Alpha Centauri of player 0 is damaged but has effects" in violations
    assert "Gem World of player 0 is damaged but has a good" in violations
    assert "damage of player 0 has changed" in violations


def add_damage(state: State) -> None:
    invasion_of(state).damaged[1] = [5]


def add_contribution(state: State) -> None:
    invasion_of(state).contributed[0] += 1


@pytest.mark.parametrize(
    ("spoil", "step", "message"),
    [
        (add_damage, "produce", "player 1 has more damage after producing"),
        (add_contribution, "war effort", "contributed 1 goods for 0 chips"),
    ],
)
def test_a_wrong_change_is_detected(spoil: Spoil, step: str, message: str) -> None:
    assert message in violations_after(attacked(), spoil, step)


def test_a_reward_or_damage_that_does_not_fit_the_attack_is_detected() -> None:
    game = attacked(NEVER)
    watcher, before = InvasionWatcher(), game.state.copy()
    invasion_of(before).defeats -= 1
    assert list(watcher.find_violations(game.table, before, "settle")) == []
    after = game.state.copy()
    invasion_of(after).rewards[0] += 1
    invasion_of(after).damaged[1] = []
    violations = " / ".join(watcher.find_violations(game.table, after, "round end"))
    assert "player 0 did not defend, with 1 points and 0 damage" in violations


def test_saved_cards_may_be_under_a_damaged_world() -> None:
    game = attacked(damaged="Gem World")
    state, options = game.state, game.race.options
    gem = invasion_of(state).cards()[0]
    game.player(FIRST).saved[gem] = [state.deck.pop()]
    state.pool = 24
    assert list(find_violations(game.table, options, state, "settle")) == []
    state.discard.append(gem)
    assert "is in 2 places" in " / ".join(find_violations(game.table, options, state, "settle"))


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
    for _attempt in range(200):
        for kind, player, answer in illegal_answers(decision, 2, 114, rng):
            if kind == "wrong player":
                assert player not in (0, 1)
            else:
                assert decision.refusal(answer), (kind, answer)


def test_an_illegal_answer_that_is_accepted_is_detected() -> None:
    game = new_game(BASE, PLAIN, "accept")
    decision = game.pending[0]
    attempt = ("too many", decision.player, decision.first())
    assert "was accepted" in str(check_refusal(game, attempt))


def test_permuting_keeps_every_card_and_what_the_player_sees() -> None:
    state = new_game(BASE, DUEL, "spoil").state
    copy = permute_hidden(state, 0, Random(1))
    assert copy.players[0].hand == state.players[0].hand
    assert copy.deck != state.deck
    assert list(find_violations(BASE, DUEL, copy, "settle")) == []
