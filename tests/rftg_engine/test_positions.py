"""Positions, and the reasons why cards cannot be placed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gamekit.events import StepBegan
from gamekit.work import Work
from rftg_dsl.library import cards_in_use, load
from rftg_dsl.sets.robot_file import shipped_robot
from rftg_engine import (
    Choice,
    EventLog,
    IllegalAnswer,
    Options,
    Payment,
    Position,
    PositionError,
    RobotSide,
    Side,
    Table,
    new_game,
)
from rftg_engine.modules.robot_state import robot_in
from rftg_engine.positions.position import describe_answer, find_answer
from rftg_engine.turns.observers import REASONS, PlacementQuestion, Reason, min_cost, why_not
from rftg_engine.turns.placing import PlacementContext
from tests.game import FIRST, Game, table_of
from tests.rules.arc1.arc import arc_table

BASE = table_of("base")
ARC = arc_table()
MINE = Side("New Sparta", hand="Gem World, Pirate World, 3 cards")
THEIRS = Side("Old Earth")
WITH_ROBOT = Table(load(["base"]).sets, cards_in_use(load(["base"]).sets), shipped_robot())


def test_what_is_laid_out_is_there() -> None:
    mine = Side(
        "New Sparta, Galactic Trendsetters, Gem World",
        hand="Pirate World, 2 developments, 1 world",
        saved="Contact Specialist, 1 card",
        goods="Gem World",
        goals="Galactic Status",
        vp=3,
        prestige=2,
        fresh_prestige=True,
    )
    game = Position(ARC, mine, THEIRS, supply="Public Works", goals="Galactic Status", pool=7)
    player = game.player(0)
    assert game.tableau(0) == ["New Sparta", "Galactic Trendsetters", "Gem World"]
    types = [ARC.is_world[card] for card in player.hand]
    assert (len(game.hand(0)), types) == (4, [True, False, False, True])
    assert "Contact Specialist" in game.saved(0)
    assert (len(game.saved(0)), game.goods(0)) == (2, ["Gem World"])
    assert game.goals(0) == ["Galactic Status"]
    assert (player.vp, player.prestige, player.fresh_prestige) == (3, 2, True)
    assert (player.special_used, player.start_world) == (True, player.tableau[0])
    assert (game.state.pool, game.titles(game.state.deck[-1:])) == (7, ["Public Works"])


def test_every_card_lies_somewhere_once() -> None:
    game = Position(BASE, Side("New Sparta, Gem World", "5 cards", goods="Gem World"), THEIRS)
    player, other = (game.player(number) for number in (0, 1))
    cards = [*game.state.deck, *player.hand, *player.tableau, *player.goods.values()]
    assert sorted([*cards, *other.tableau]) == list(range(len(BASE.cards)))


@pytest.mark.parametrize(("rest", "deck", "discards"), [("discards", 0, 109), ("box", 0, 0)])
def test_the_cards_that_nobody_has_can_lie_elsewhere(rest: str, deck: int, discards: int) -> None:
    assert len(BASE.cards) == 114
    game = Position(BASE, Side("New Sparta", "3 cards"), THEIRS, rest=rest)
    assert (len(game.state.deck), len(game.state.discard)) == (deck, discards)


def test_a_title_with_a_comma_is_one_title() -> None:
    game = Position(ARC, Side("Retrofit & Salvage, Inc, New Sparta"), THEIRS)
    assert game.tableau(0) == ["Retrofit & Salvage, Inc", "New Sparta"]


IMPOSSIBLE: list[tuple[str, tuple[Side, ...], dict[str, Any]]] = [
    (
        "there is no card in use 'New Sparte'; did you mean 'New Sparta'",
        (Side("New Sparte"), THEIRS),
        {},
    ),
    ("there is no card in use 'Nowhere'$", (MINE, THEIRS), {"supply": "Nowhere"}),
    ("no copy of 'Old Earth' is left; there are 1", (Side("Old Earth"), THEIRS), {}),
    (
        "500 more cards are required, but only 112 are left",
        (Side("New Sparta", "500 cards"), THEIRS),
        {},
    ),
    ("99 more developments are required", (Side("New Sparta", "99 developments"), THEIRS), {}),
    ("'Gem World' has a good but is not in the tableau", (Side("", goods="Gem World"), THEIRS), {}),
    ("'Old Earth' has a good but no kind", (MINE, Side("Old Earth", goods="Old Earth")), {}),
    (
        "'Gem World' has more goods than there are",
        (Side("Gem World", goods="Gem World, Gem World"), THEIRS),
        {},
    ),
    (
        "only titles are allowed here, not 2 unnamed cards",
        (Side("Gem World", goods="2 cards"), THEIRS),
        {},
    ),
    ("cards can only be saved under a card", (Side("", saved="1 card"), THEIRS), {}),
    ("there is no goal 'Glory'", (Side("New Sparta", goals="Glory"), THEIRS), {}),
    ("there is no action 'setle'; did you mean 'settle'", (Side(actions=("setle",)), THEIRS), {}),
    ("an action with prestige requires prestige", (Side(actions=("prestige settle",)), THEIRS), {}),
    ("choose 1 action a round, as a tuple", (Side(actions=("settle",) * 2), THEIRS), {}),
    ("as a tuple of names: 'settle'", (Side(actions="settle"), THEIRS), {}),  # type: ignore[arg-type]
    ("vp must be 0 or more, not -3", (Side("New Sparta", vp=-3), THEIRS), {}),
    ("prestige must be 0 or more, not -1", (MINE, Side("Old Earth", prestige=-1)), {}),
    ("first must be a seat from 0 to 1, not 2", (MINE, THEIRS), {"first": 2}),
    ("first must be a seat from 0 to 1, not -1", (MINE, THEIRS), {"first": -1}),
    ("one of supply, discards, box, not 'bin'", (MINE, THEIRS), {"rest": "bin"}),
    ("there are 3 sides for 2 players", (MINE, THEIRS, Side("")), {"options": Options(2)}),
    (
        "'settle' is not a remaining step before actions are chosen",
        (MINE, THEIRS),
        {"step": "settle"},
    ),
    (
        "'explore' is not a remaining step with these actions; steps are: settle, round end",
        (Side("New Sparta", actions=("settle",)), THEIRS),
        {"step": "explore"},
    ),
    (
        "a game against the robot has one side, not 2",
        (MINE, THEIRS),
        {"robot": RobotSide("Old Earth")},
    ),
    ("there is no robot in use", (MINE,), {"robot": RobotSide("Old Earth")}),
    ("2 to 4 players, not 1", (MINE,), {}),
    ("2 to 4 players, not 5", (MINE, *(Side(),) * 4), {}),
    ("no set in use has takeovers", (MINE, THEIRS), {"options": Options(2, takeovers=True)}),
]


@pytest.mark.parametrize(("reason", "sides", "others"), IMPOSSIBLE, ids=lambda one: str(one)[:40])
def test_what_cannot_be_laid_out_says_why(
    reason: str, sides: tuple[Side, ...], others: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=reason):
        Position(BASE, *sides, **others)


def test_the_robot_has_no_less_than_nothing() -> None:
    with pytest.raises(PositionError, match="credit must be 0 or more, not -1"):
        Position(WITH_ROBOT, Side("New Sparta"), robot=RobotSide("Old Earth", credit=-1))


def test_actions_are_chosen_by_name() -> None:
    with pytest.raises(IllegalAnswer, match="name an action, for all players or for each player"):
        Position(BASE, MINE, THEIRS).choose()


def test_nobody_sits_where_there_is_no_player() -> None:
    game = Position(BASE, MINE, THEIRS)
    for number in (2, -1):
        with pytest.raises(PositionError, match=f"no player {number}: players are 0 to 1"):
            game.hand(number)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_players_are_numbered_in_turn_order_wherever_the_first_one_sits(first: int) -> None:
    sides = (MINE, THEIRS, Side("Alpha Centauri"))
    game = Position(BASE, *sides, first=first)
    assert game.player(0).seat == first
    assert [game.tableau(number)[0] for number in range(3)] == [
        "New Sparta",
        "Old Earth",
        "Alpha Centauri",
    ]
    game.choose("settle")
    assert game.players_to_answer() == [0]


# --- steps


def test_with_actions_the_phases_come_that_they_select() -> None:
    sides = Side("New Sparta", "3 cards", actions=("develop",)), Side("", actions=("produce",))
    game = Position(BASE, *sides)
    assert (game.step, game.state.pending_steps) == ("develop", ["develop", "produce", "round end"])
    assert game.state.round == 1
    game = Position(BASE, *sides, step="produce", until="produce")
    assert game.over


def test_an_action_with_prestige_is_paid_when_the_phases_begin() -> None:
    mine = Side("New Sparta", "Gem World, 3 cards", prestige=1, actions=("prestige settle",))
    game = Position(ARC, mine, THEIRS)
    assert (game.step, game.player(0).prestige) == ("settle", 0)


def test_a_search_comes_before_the_phases() -> None:
    mine = Side("New Sparta", prestige_card=True, actions=("search",))
    game = Position(ARC, mine, Side("Old Earth", actions=("settle",)))
    assert (game.step, game.state.pending_steps) == ("search", ["search", "settle", "round end"])
    game.pick(0, game.legal_answers(0)[0])


@pytest.mark.parametrize("step", ["round start", "choose", "round end"])
def test_a_round_can_begin_at_its_start_and_at_its_end(step: str) -> None:
    log = EventLog()
    game = Position(BASE, Side("New Sparta", "12 developments"), THEIRS, step=step, observers=[log])
    assert isinstance(log.events[0], StepBegan)
    assert (log.events[0].step, log.events) == (step, game.events)


def test_nothing_is_asked_after_the_last_step_wanted_in_forks_too() -> None:
    game = Position(BASE, MINE, THEIRS, until="settle")
    game.choose("settle", "produce")
    twin = game.fork()
    for one in (game, twin):
        one.skip(0)
        assert (one.over, one.step, one.players_to_answer(), one.fork().over) == (
            True,
            "",
            [],
            True,
        )
    assert game.state.digest() == twin.state.digest() == game.fork().state.digest()


# --- answers


def test_a_fork_goes_its_own_way_and_its_log_begins_with_the_step() -> None:
    game = Position(BASE, MINE, THEIRS)
    game.choose("settle", "produce")
    twin = game.fork()
    twin.pick(0, "Gem World")
    assert (game.asked(0), twin.asked(0)) == ("place world", "pay for world")
    assert twin.events[0] == StepBegan(-1, 1, "settle")
    assert len(game.events) > len(twin.events)


def test_an_answer_that_is_not_offered_says_what_is() -> None:
    game = Position(BASE, Side("New Sparta", "Gem World, 5 developments"), THEIRS)
    with pytest.raises(IllegalAnswer, match="action: 'setle' is not legal; legal answers: cons"):
        game.choose("setle")
    with pytest.raises(IllegalAnswer, match="player 0 must answer 'action', not pay"):
        game.pay(0)
    game.choose("settle", "produce")
    with pytest.raises(IllegalAnswer, match="player 1 has no decision; step: settle"):
        game.pick(1, "Gem World")
    with pytest.raises(IllegalAnswer, match="'Old Earth' is not legal; legal answers: Gem World"):
        game.pick(0, "Old Earth")
    game.pick(0, "Gem World")
    with pytest.raises(IllegalAnswer, match=r"no payment option uses \['Old Earth'\]"):
        game.pay(0, using="Old Earth")
    with pytest.raises(IllegalAnswer, match="'Space Port' is not among the cards to pay with"):
        game.pay(0, cards="Space Port, 1 card")
    game.pay(0)
    assert game.tableau(0) == ["New Sparta", "Gem World"]


def test_actions_are_named_in_any_order() -> None:
    game = Position(BASE, MINE, THEIRS, options=Options(2, experienced=True))
    game.choose(("settle", "develop"), ("produce", "explore +5"))
    assert game.state.pending_steps == ["explore", "develop", "settle", "produce", "round end"]


def test_the_words_of_every_answer_mean_it() -> None:
    """Answers of whole games with all rules: what is asked by card, power, kind, category ..."""
    rng = Random(1)
    seen: set[str] = set()
    for seed in range(4):
        game = new_game(
            ARC, Options(2, experienced=seed > 1, goals=True, takeovers=True), str(seed)
        )
        while not game.over:
            decision = game.pending[0]
            answer = decision.sample(rng)
            if not isinstance(decision, Payment):
                seen.add(decision.kind)
                words = describe_answer(ARC, decision, answer)
                found = find_answer(ARC, decision, words)
                assert decision.refusal(found) is None
                assert describe_answer(ARC, decision, found) == words
            game.answer(decision.player, answer)
    assert {"action", "search category", "search keep", "settle power", "upgrade"} <= seen


# --- the robot


def test_the_robot_has_what_its_side_says() -> None:
    theirs = RobotSide(
        "Old Earth", "Gem World", "Public Works, Space Port", "hard", 3, placed=1, vp=4
    )
    game = Position(WITH_ROBOT, Side("New Sparta"), robot=theirs)
    robot, player = robot_in(game.state), game.player(1)
    assert robot is not None
    assert (robot.credit, robot.left, robot.placed, player.vp) == (3, 3, 1, 4)
    assert game.tableau(1) == ["Old Earth", "Gem World"]
    assert game.titles(player.hand[-1:]) == ["Public Works"]
    game.choose(("settle", "produce"))
    game.finish_round()
    assert game.state.round == 2


def test_against_the_robot_a_round_can_have_come_past_the_dice() -> None:
    theirs = RobotSide("Old Earth", stack="Public Works", actions=("develop", "produce"))
    mine = Side("New Sparta", actions=("explore +5", "settle"))
    game = Position(WITH_ROBOT, mine, robot=theirs, step="develop", until="develop")
    assert (game.over, game.tableau(1)) == (True, ["Old Earth", "Public Works"])


Asked = tuple[PlacementQuestion, Choice, list[int]]


def questions(table: Table, options: Options, seed: str) -> Iterator[Asked]:
    """The questions which card to place, of a random game, with the hand of who is asked."""
    log, rng = EventLog(), Random(seed)
    game = new_game(table, options, seed, observers=(log,), forkable=False)
    while not game.over:
        for decision in game.pending:
            if isinstance(decision, Choice) and decision.kind.startswith("place "):
                hand = game.state.players[decision.player].hand
                yield log.questions[decision.player], decision, hand
            game.answer(decision.player, decision.sample(rng))


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_a_reason_is_given_for_exactly_the_cards_that_are_not_offered(seed: str) -> None:
    options = Options(3, goals=True, takeovers=True)
    for question, decision, hand in questions(ARC, options, seed):
        offered = {card for answer in decision.options for card in answer}
        for card in hand:
            reason = why_not(question, card)
            assert (reason is None) == (card in offered)
            assert reason is None or reason.what in REASONS
            assert (min_cost(question, card) >= 0) == (card in offered) or reason is not None


MORE = """
  - title: More
    development: 1
    vp: 1
    copies: 2
    powers: |
      settle: may place another rare world
"""


def test_each_reason_has_its_numbers() -> None:
    hand = "Spice World, Mining World, More, Gem World, Pirate World, Alien Robotic Factory"
    game = Game(Side("Old Earth, More", hand=hand), cards=MORE)
    table, player = game.table, game.state.players[FIRST]
    (power,) = player.powers.places
    context = PlacementContext(table, player, player.powers, Work())
    assert reasons(PlacementQuestion(context, False, 2)) == {
        **dict.fromkeys(hand.split(", "), Reason("no development")),
        "More": Reason("have it"),
    }
    assert reasons(PlacementQuestion(context, True, 3)) == {
        "Spice World": None,
        "Mining World": None,
        "Gem World": None,
        "More": Reason("no world"),
        "Pirate World": Reason("military", 3, 0),
        "Alien Robotic Factory": Reason("cost", 6, 3),
    }
    by_power = reasons(PlacementQuestion(context, True, 3, power))
    assert by_power["Spice World"] == Reason("not by this")
    assert by_power["Mining World"] is None
    only_conquest = PlacementQuestion(
        PlacementContext(table, player, player.powers, Work(), conquest=True), True, 3
    )
    assert reasons(only_conquest)["Spice World"] == Reason("only conquest")


def reasons(question: PlacementQuestion) -> dict[str, Reason | None]:
    """By title, for the player's hand."""
    table = question.context.table
    return {table.titles[card]: why_not(question, card) for card in question.context.player.hand}
