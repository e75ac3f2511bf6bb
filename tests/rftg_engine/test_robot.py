"""Games against the solitaire robot in the engine: set-up, refusals, state, views, records."""

import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import jsonschema
import pytest

from rftg_dev.soak.race import permute_hidden
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.robot_file import parse_robot, shipped_robot
from rftg_engine import Driver, Options, State, Table, new_game, replay, view_of
from rftg_engine.bots import make_bot
from rftg_engine.bots.determinize import InformationSet
from rftg_engine.game import RACE
from rftg_engine.modules.robot_state import robot_in, robot_seen
from rftg_tools.recorded import resume_record
from tests.game import table_of as plain_table_of
from tests.rftg_engine.test_driver import play_on
from tests.solitaire import ARC, changed, table_of

BASE = table_of(("base",), shipped_robot())
ALL = table_of(ARC, shipped_robot())
NEW_WORLDS = table_of(("base", "new-worlds"), shipped_robot())
HARD = Options(2, experienced=True, robot="hard")


def played(table: Table, seed: str, answers: int = 9_999) -> Driver[State]:
    game = new_game(table, HARD, seed)
    play_on(game, Random(seed), answers)
    return game


def positions(table: Table, games: int) -> Iterator[Driver[State]]:
    """Games at all their decisions, answered by a bot and now and then at random."""
    for number in range(games):
        rng = Random(number)
        bot = make_bot("greedy", table, "")
        game = new_game(table, HARD, f"position {number}")
        while not game.over:
            yield game
            (decision,) = game.pending
            clever = bot.choose(decision, partial(view_of, game.state, 0))
            game.answer(0, clever if rng.random() < 0.7 else decision.sample(rng))


# --- set-up


def test_a_game_is_set_up_as_the_booklet_says() -> None:
    """arc 1 booklet, Solitaire: Setup: 24 chips, a start world each, a draw stack, six cards."""
    for table in (BASE, ALL):
        game = new_game(table, HARD, "set up")
        state = game.state
        assert game.step == "setup"
        assert (state.pool, state.order) == (24, [0])
        robot = robot_in(state)
        assert robot is not None
        assert (robot.left, robot.points) == (3, 9)
        start = table.robot.start(table.titles[state.players[1].start_world])  # type: ignore[union-attr]
        assert len(state.players[1].hand) == start.stack
        assert len(state.players[1].tableau) == 1
        (decision,) = game.pending
        assert (decision.kind, len(state.players[0].hand)) == ("starting hand", 6)


def test_other_start_worlds_are_shuffled_into_the_deck_and_unused_ones_stay_in_the_box() -> None:
    """arc 1 booklet, Solitaire: Overview and Setup: start worlds -6 to -1 are not used."""
    state = new_game(NEW_WORLDS, HARD, "1").state
    places = [*state.deck, *state.discard]
    for player in state.players:
        places += [*player.hand, *player.tableau, *player.goods.values()]
    unused = {world for world in NEW_WORLDS.start_worlds if NEW_WORLDS.start_number(world) < 0}
    assert len(unused) == 6
    assert sorted(places) == sorted(set(range(len(NEW_WORLDS.titles))) - unused)


def test_an_opening_hand_can_name_both_start_worlds() -> None:
    opening = (("Epsilon Eridani", "Gem World"), ("Alpha Centauri",))
    game = new_game(BASE, Options(2, True, robot="easy", opening=opening), "1")
    titles = [BASE.titles[player.tableau[0]] for player in game.state.players]
    assert titles == ["Epsilon Eridani", "Alpha Centauri"]
    assert BASE.titles.index("Gem World") in game.state.players[0].hand


REFUSED: list[tuple[Table, dict[str, Any], str]] = [
    (BASE, {"robot": "brutal"}, "no robot 'brutal'; there are: easy, medium, hard"),
    (BASE, {"experienced": False}, "an experienced game for one player"),
    (BASE, {"preset_hands": True}, "played without preset hands"),
    (ALL, {"goals": True}, "played without goals"),
    (ALL, {"takeovers": True}, "played without takeovers"),
    (ALL, {"draft": True}, "played without draft"),
    (ALL, {"scenario": True}, "played without scenario"),
    (BASE, {"opening": ((), ("Gem World",))}, "the opening hand of the robot"),
    (NEW_WORLDS, {"opening": (("Gateway Station",), ())}, "'Gateway Station' stays in the box"),
    (plain_table_of("base"), {}, "table needs a robot file"),
]


@pytest.mark.parametrize(("table", "said", "reason"), REFUSED)
def test_other_set_ups_are_refused_with_the_reason(
    table: Table, said: dict[str, Any], reason: str
) -> None:
    options: dict[str, Any] = {"experienced": True, "robot": "hard"} | said
    with pytest.raises(ValueError, match=reason):
        new_game(table, Options(2, **options), "1")


def test_a_robot_that_looks_for_a_keyword_of_no_set_is_refused() -> None:
    text = (data_folder("cards") / "robot" / "robot.yaml").read_text(encoding="utf-8")
    robot = parse_robot(text.replace("never: imperium cards", "never: pirate cards"))
    assert new_game(table_of(("base",), robot), HARD, "1").pending
    with pytest.raises(ValueError, match=r"the keyword 'pirate', which no set declares$"):
        new_game(table_of(ARC, robot), HARD, "1")


def test_a_slip_in_a_word_of_the_robot_file_is_told_with_its_place_and_the_nearest_word() -> None:
    text = (data_folder("cards") / "robot" / "robot.yaml").read_text(encoding="utf-8")
    robot = parse_robot(text.replace("never: imperium cards", "never: imperum cards"))
    lines = text.splitlines()
    (line,) = [one for one, said in enumerate(lines, 1) if "never: imperium cards" in said]
    column = lines[line - 1].index("imperium") + 1
    told = f"robot file, line {line}, column {column}: .*; the nearest word is 'imperium'"
    with pytest.raises(ValueError, match=told):
        new_game(table_of(ARC, robot), HARD, "1")


# --- state and views


def test_a_state_with_a_robot_is_copied_and_forked() -> None:
    for game in positions(ALL, 1):
        state = game.state
        assert state.copy().digest() == state.digest()
        assert game.fork().state.digest() == state.digest()


def test_a_state_without_a_robot_says_nothing_of_one() -> None:
    game = new_game(plain_table_of("base"), Options(2), "1")
    assert "robot" not in game.state.dump()
    assert robot_seen(view_of(game.state, 0)) is None


def test_every_part_of_the_robot_is_in_the_digest() -> None:
    state = played(BASE, "1", 5).state
    before = {state.digest()}
    robot = robot_in(state)
    assert robot is not None
    facts = robot.dump()
    for name, value in facts.items():
        setattr(robot, name, another(value))
        before.add(state.digest())
    assert len(before) == len(facts) + 1


def another(value: Any) -> Any:
    """Another value of the same type, which a compiled state insists on."""
    if isinstance(value, list):
        return [*value, 1]
    return not value if isinstance(value, bool) else value + 1


def test_the_view_tells_all_that_lies_open_and_not_the_draw_stack() -> None:
    rng = Random(1)
    for game in positions(ALL, 2):
        view = view_of(game.state, 0)
        assert view == view_of(permute_hidden(game.state, 0, rng), 0)
        robot, seat = robot_in(game.state), game.state.players[1]
        assert robot is not None
        seen = robot_seen(view)
        assert seen is not None
        shown = (seen.credit, seen.economy, seen.left, seen.placed)
        assert shown == (robot.credit, robot.economy, robot.left, robot.placed)
        assert view.seats[1].hand_count == len(seat.hand)
        assert view.seats[1].actions == tuple(seat.actions)
        assert len(seen.dice) == (2 if seat.actions else 0) or game.step == "choose"


def test_who_chooses_last_sees_the_dice_before_the_second_action() -> None:
    """arc 1 booklet, Choose Last; the dice are the robot's choice of actions."""
    title = next(
        card.title
        for card in ALL.cards
        if any(line.text == "round start: choose last" for line in card.powers)
    )
    game = new_game(ALL, HARD, "1")
    state = game.state
    card = ALL.titles.index(title)
    for pile in (state.deck, state.discard, state.players[0].hand, state.players[1].hand):
        if card in pile:
            pile.remove(card)
    game.answer(0, game.pending[0].first())
    state.players[0].tableau.append(card)
    state.players[0].powers = ALL.powers(state.players[0].tableau)
    twin = Driver(game.flow, state)
    assert twin.pending[0].kind == "first action"
    assert robot_seen(view_of(twin.state, 0)).dice == []  # type: ignore[union-attr]
    twin.answer(0, twin.pending[0].first())
    assert twin.pending[0].kind == "late action"
    view = view_of(twin.state, 0)
    assert len(robot_seen(view).dice) == 2  # type: ignore[union-attr]
    assert view.seats[1].actions == ()
    assert view_of(InformationSet(twin, 0).sample_game("x").state, 0) == view


def test_imagined_games_fit_what_the_player_has_seen() -> None:
    for game in positions(ALL, 2):
        twin = InformationSet(game, 0).sample_game("x")
        assert twin.pending == game.pending
        assert view_of(twin.state, 0) == view_of(game.state, 0)
        play_on(twin, Random(1), 9_999)
        assert twin.over


def test_the_robot_is_never_asked_and_its_powers_do_nothing() -> None:
    for game in positions(ALL, 3):
        assert [decision.player for decision in game.pending] == [0]
        assert game.state.players[1].powers.mask == 0
        assert not game.state.players[1].goods


# --- records


@pytest.mark.parametrize("table", [BASE, ALL])
def test_a_record_of_a_game_against_the_robot_is_verified(table: Table) -> None:
    recorder = RACE.recorder(table, HARD, "record")
    play_on(recorder.game, Random("record"), 9_999)
    record = json.loads(json.dumps(recorder.record(["greedy", "robot"])))
    schema = json.loads((data_folder("grammar") / "record.schema.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(record)
    assert record["robot"] == {"level": "hard", "digest": shipped_robot().digest}
    assert replay(table, record).other_texts == ()
    assert resume_record(record).game.state.digest() == recorder.game.state.digest()


def test_a_record_brings_the_text_of_a_robot_that_is_not_shipped() -> None:
    text = (data_folder("cards") / "robot" / "robot.yaml").read_text(encoding="utf-8")
    robot = parse_robot(text.replace("pool: 24", "pool: 30"))
    recorder = RACE.recorder(table_of(("base",), robot), HARD, "record")
    play_on(recorder.game, Random("record"), 9_999)
    record = json.loads(json.dumps(recorder.record(["greedy", "robot"])))
    assert record["robot"]["text"] == robot.text
    assert resume_record(record).game.state.digest() == recorder.game.state.digest()


def test_another_robot_file_is_told_where_the_game_stays_the_same() -> None:
    record = json.loads(json.dumps(RACE.recorder(BASE, HARD, "record").record(["greedy", "robot"])))
    other = table_of(("base",), changed(title="The same robot"))
    assert replay(other, record).other_texts == ("robot",)


@pytest.mark.parametrize(
    ("robot", "reason"),
    [
        (None, "the robot has `level`, `digest`"),
        ({"level": "hard"}, "the robot has `level`, `digest`"),
        ({"level": 3, "digest": ""}, "must be texts"),
        ({"level": "brutal", "digest": ""}, "there is no robot 'brutal'"),
        (
            {"level": "hard", "digest": "", "text": "a: b"},
            "robot in the record is invalid: .*unknown key `a`",
        ),
        ({"level": "hard", "digest": "", "more": ""}, "the robot has `level`, `digest`"),
    ],
)
def test_a_damaged_robot_of_a_record_is_refused(robot: object, reason: str) -> None:
    record = json.loads(json.dumps(RACE.recorder(BASE, HARD, "record").record(["greedy", "robot"])))
    with pytest.raises(ValueError, match=reason):
        resume_record(record | {"robot": robot})
