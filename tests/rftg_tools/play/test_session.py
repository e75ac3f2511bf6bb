"""One game: answers as given, what can be taken back and what cannot, and who is waited for."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from gamekit.decisions import Answer
from rftg_dsl.sets.robot import shipped_robot
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_tools.games import GAMES
from rftg_tools.play.catalog import SetCatalog
from rftg_tools.play.frames import open_facts
from rftg_tools.play.game_session import BOT, HUMAN, ActionRefused, Move, SeatAnswer, SeatConfig
from rftg_tools.play.lobby import resume_game
from rftg_tools.play.sessions import RaceSession
from rftg_tools.play.setup import set_up
from rftg_tools.simulation.race import table_of
from tests.game import table_with
from tests.rftg_tools.play import form

ANN, BOB, CID = (SeatConfig(HUMAN, name) for name in ("Ann", "Bob", "Cid"))
GREEDY, RANDOM = SeatConfig(BOT, "Greedy", "greedy"), SeatConfig(BOT, "Random", "random")
ARC = ("base", "gathering-storm", "rebel-vs-imperium", "brink-of-war")


@cache
def table(*sets: str) -> Table:
    return table_of(sets)


def session(*seats: SeatConfig, sets: tuple[str, ...] = ("base",), seed: str = "1") -> RaceSession:
    arc = len(sets) > 1
    options = Options(len(seats), goals=arc, takeovers=arc)
    return RaceSession(table(*sets), options, seed, seats)


def played(game: RaceSession, chance: Random) -> Iterator[tuple[Move, int]]:
    """The answers of a whole game, by chance; each after it was given, and how many were asked."""
    while not game.game.over:
        together = len(game.game.current_decisions)
        decision = game.next_bot_decision() or chance.choice(game.game.pending)
        if game.seats[decision.player].kind == HUMAN:
            game.take(decision.player, decision.sample(chance))
        else:
            game.take(decision.player, game.bot_answer(decision))
        yield game.moves[-1], together


def answer_all_but(game: RaceSession, last: int, chance: Random) -> None:
    """Answer for everybody but one what is asked at the same time."""
    for decision in game.game.pending:
        if decision.player != last:
            game.take(decision.player, decision.sample(chance))


# --- chance


def next_of_bot(game: RaceSession, answers: list[SeatAnswer], use: bool) -> Answer | None:
    """What the bot chooses when a person has used one power more, or stopped, since then."""
    game.restore(answers)
    asked = game.decision_for(0)
    assert asked is not None
    game.take(0, asked.first() if use else ())
    while game.next_bot_decision() is None and (asked := game.decision_for(0)):
        game.take(0, asked.first())
    bot = game.next_bot_decision()
    return game.bot_answer(bot) if bot and bot.kind == "action" else None


def test_who_takes_answers_back_and_gives_more_or_fewer_has_no_bot_draw_anew() -> None:
    compared = 0
    for seed in range(20):
        game = session(ANN, RANDOM, seed=str(seed))
        for move, _together in played(game, Random(seed)):
            if move.decision.kind == "consume power" and move.seat == 0 and move.answer == ():
                break
        else:
            continue
        answers = game.answers[:-1]
        chosen = [next_of_bot(game, answers, use) for use in (False, True)]
        if None not in chosen:
            compared += 1
            assert chosen[0] == chosen[1]
    assert compared


# --- simultaneous choices


def test_a_simultaneous_answer_can_be_taken_back_until_all_have_answered() -> None:
    game = session(ANN, BOB, CID)
    first = game.decision_for(0)
    assert first is not None
    for seat in (0, 1):
        decision = game.decision_for(seat)
        assert decision is not None
        game.take(seat, decision.first())
    game.undo(0, game.turn)
    assert game.decision_for(0) == first
    assert [move.seat for move in game.waiting] == [1]
    game.take(0, first.sample(Random(1)))
    decision = game.decision_for(2)
    assert decision is not None
    game.take(2, decision.first())
    for seat in range(3):
        assert game.undoable(seat) is None
        with pytest.raises(ActionRefused, match="can't undo"):
            game.undo(seat, game.turn)


def test_taking_back_leaves_the_answers_of_others_as_they_wait() -> None:
    game = session(ANN, BOB, GREEDY)
    bot = game.next_bot_decision()
    assert bot is not None
    given = game.bot_answer(bot)
    game.take(2, given)
    ann = game.decision_for(0)
    assert ann is not None
    game.take(0, ann.first())
    game.undo(0, game.turn)
    assert [(move.seat, move.answer) for move in game.waiting] == [(2, given)]


def test_an_answer_is_taken_to_what_still_stands_though_others_have_answered_since() -> None:
    game = session(ANN, BOB)
    turn = game.turn
    bob, ann = game.decision_for(1), game.decision_for(0)
    assert bob is not None
    assert ann is not None
    game.answer(1, turn, bob.first())
    assert game.turn > turn
    game.answer(0, turn, ann.first())
    assert not game.waiting


def test_an_answer_to_what_was_asked_before_is_out_of_date() -> None:
    game, chance = session(ANN, BOB), Random(1)
    turn = game.turn
    answer_all_but(game, -1, chance)
    decision = game.decision_for(0)
    assert decision is not None
    for stale in (turn, game.turn + 1):
        with pytest.raises(ActionRefused, match="moved on"):
            game.answer(0, stale, decision.first())


def test_turns_grow_with_every_change_and_are_never_used_again() -> None:
    game, chance, turns = session(ANN, BOB), Random(3), [0]
    for _move, _together in played(game, chance):
        assert game.turn > turns[-1]
        turns.append(game.turn)
        if game.undoable(0) and chance.random() < 0.3:
            game.undo(0, game.turn)
            assert game.turn > turns[-1]
            turns.append(game.turn)


def test_an_illegal_answer_changes_nothing() -> None:
    game = session(ANN, BOB)
    before = game.record(), game.turn
    for seat, answer in ((0, (999,)), (0, ()), (5, ()), (-1, ())):
        with pytest.raises(ActionRefused):
            game.answer(seat, game.turn, answer)
    assert (game.record(), game.turn) == before


# --- bots in a person's place


def test_answers_of_stand_ins_stay_marked_in_the_record_and_when_it_is_resumed() -> None:
    game, chance = session(ANN, BOB, GREEDY), Random(1)
    marked: list[list[int]] = []
    numbers: Counter[int] = Counter()
    for _nth in range(40):
        if decision := game.next_bot_decision():
            game.take(decision.player, game.bot_answer(decision))
            numbers[decision.player] += 1
            continue
        decision = chance.choice(game.game.pending)
        stands_in = chance.random() < 0.5
        game.take(decision.player, decision.sample(chance), stands_in)
        numbers[decision.player] += 1
        if stands_in:
            marked.append([decision.player, numbers[decision.player]])
    assert game.record()["stand_ins"] == marked
    again = resume_game(game.record(), 1).session
    assert again.answers != []
    assert sorted(again.stand_ins) == sorted(game.stand_ins)


def test_an_answer_of_a_stand_in_that_is_taken_back_is_no_longer_marked() -> None:
    game = session(ANN, BOB)
    asked = game.decision_for(0)
    assert asked is not None
    game.take(0, asked.first(), stand_in=True)
    assert game.record()["stand_ins"] == [[0, 1]]
    game.undo(0, game.turn)
    assert "stand_ins" not in game.record()


# --- the law of undo


def visible_to(state: State, seat: int) -> set[int]:
    """The cards that a player can look at."""
    player = state.players[seat]
    tableaus = {card for one in state.players for card in one.tableau}
    return {*player.hand, *(card for cards in player.saved.values() for card in cards), *tableaus}


@pytest.mark.parametrize(
    ("seats", "sets"),
    [
        ((ANN, GREEDY), ("base",)),
        ((ANN, BOB, RANDOM), ("base",)),
        ((ANN, GREEDY, BOB), ARC),
    ],
)
def test_what_is_taken_back_was_as_before_and_had_shown_nothing(
    seats: tuple[SeatConfig, ...], sets: tuple[str, ...]
) -> None:
    kinds: set[str] = set()
    for seed in range(3):
        kinds |= taken_back(session(*seats, sets=sets, seed=str(seed)), seats, Random(seed))
    assert len(kinds) > 1


def taken_back(game: RaceSession, seats: tuple[SeatConfig, ...], chance: Random) -> set[str]:
    """Take back and repeat in a whole game all that can be; return the kinds of decisions."""
    kinds: set[str] = set()
    before = [visible_to(game.state, seat) for seat in range(len(seats))]
    digest, decks = game.state.digest(), sizes(game.state)
    for move, together in played(game, chance):
        after = [visible_to(game.state, seat) for seat in range(len(seats))]
        offered = game.undoable(move.seat)
        if offered is move and not game.waiting:
            kinds.add(move.decision.kind)
            own = before[move.seat]
            assert seats[move.seat].kind == HUMAN
            assert all(now - (then | own) == set() for then, now in zip(before, after, strict=True))
            game.undo(move.seat, game.turn)
            assert game.state.digest() == digest
            assert game.decision_for(move.seat) == move.decision
            game.take(move.seat, move.answer)
            assert [visible_to(game.state, seat) for seat in range(len(seats))] == after
        elif together == 1:
            unseen = sizes(game.state) == decks and after == before
            ended = game.game.over or seats[move.seat].kind == BOT
            assert ended or not unseen, f"{move} showed nothing and cannot be taken back"
        before, digest, decks = after, game.state.digest(), sizes(game.state)
    return kinds


def sizes(state: State) -> list[int]:
    """What changes where a card is drawn or chance is asked."""
    return [state.shuffles, len(state.deck), *(len(player.deck) for player in state.players)]


def test_what_can_be_taken_back_is_what_is_chosen_alone_and_shows_nothing() -> None:
    """Payments, goods, the order of powers; never a card once drawn or a choice once revealed."""
    offered: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for seed in range(12):
        game, chance = session(ANN, GREEDY, sets=ARC, seed=str(seed)), Random(seed)
        for move, _together in played(game, chance):
            if move.seat == 0 and not game.waiting:
                (offered if game.undoable(0) else refused)[move.decision.kind] += 1
    revealed = {"action", "starting hand", "explore", "place development", "place world"}
    assert not revealed & set(offered) - {"place world"}  # further worlds are placed alone
    assert revealed <= set(refused)
    assert offered["pay for development"] > 0
    assert offered["consume power"] > 0


def test_nothing_is_taken_back_when_the_game_is_over() -> None:
    game, chance = session(ANN, BOB, seed="over"), Random(5)
    for _move in played(game, chance):
        pass
    assert game.undoable(0) is None
    assert game.undoable(1) is None


def test_bots_that_are_asked_again_answer_the_same() -> None:
    game, chance = session(ANN, BOB, RANDOM), Random(2)
    for _move, _together in played(game, chance):
        bot = game.next_bot_decision()
        if bot is not None:
            assert game.bot_answer(bot) == game.bot_answer(bot)
        if game.state.round > 3:
            break
    restored = session(ANN, BOB, RANDOM)
    restored.restore(game.answers)
    bots = [one.next_bot_decision() for one in (game, restored)]
    assert bots[0] == bots[1]


def test_a_game_against_the_robot_is_played_and_gone_on_with() -> None:
    asked = {**form({"kind": "human", "name": "Ann"}, {"kind": "robot"}), "robot": "medium"}
    ready = set_up(GAMES["race"], asked, SetCatalog([], robot=shipped_robot()))
    game = RaceSession(ready.table, ready.options, ready.seed, ready.seats)
    chance = Random(4)
    for _nth in range(15):
        (decision,) = game.game.pending
        game.take(0, decision.sample(chance))
    again = resume_game(game.record(), 1).session
    assert again.record() == game.record()
    assert again.view(0) == game.view(0)
    assert again.seats[1].level == "medium"


def test_the_page_is_told_who_has_tokens_and_how_many_are_left() -> None:
    with_tokens = table_with("  - {title: Shrine, development: 1, vp: 1}\n")
    one = RaceSession(with_tokens, Options(2), "1", (ANN, BOB))
    one.state.players[1].tokens = {"relic": 3}
    assert open_facts(one)["parts"] == {
        "tokens": [
            {"name": "relic", "left": 1, "held": [0, 3]},
            {"name": "science artifact", "left": 9, "held": [0, 0]},
        ]
    }


# --- practice games


def play_rounds(game: RaceSession, rounds: int) -> None:
    """Play up to the choice of actions after so many rounds."""
    for _move, _together in played(game, Random(1)):
        if game.state.round > rounds and game.decision_for(0):
            return


def test_a_round_is_undone_in_a_practice_game_and_bots_repeat_theirs() -> None:
    game = session(ANN, GREEDY)
    play_rounds(game, 3)
    course = game.course
    assert len(course) == 3
    answers = game.answers
    assert game.undoable_round(0) == 3
    game.undo_round(0, game.turn)
    asked = game.decision_for(0)
    assert asked is not None
    assert asked.kind == "action"
    assert game.state.round == 3
    assert game.course == course[:2]
    game.restore(answers)
    assert game.course == course
    for _ in range(4):
        game.undo_round(0, game.turn)
    assert game.undoable_round(0) is None
    assert game.moves == []


def test_no_round_is_undone_where_other_people_play_or_the_game_is_over() -> None:
    game = session(ANN, BOB)
    play_rounds(game, 2)
    assert game.undoable_round(0) is None
    with pytest.raises(ActionRefused, match="only in a game against bots"):
        game.undo_round(0, game.turn)
    game = session(ANN, GREEDY)
    play_rounds(game, 99)
    assert game.game.over
    assert game.undoable_round(0) is None
    scores = game.record()["result"]["scores"]
    assert game.course[-1] == scores
