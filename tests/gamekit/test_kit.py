"""The kit without Race: a small game is played, forked, recorded, replayed, imagined, watched."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from gamekit.bots import RandomBot, Standstill, play_out
from gamekit.chance import Chance, RecordedChance
from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer
from gamekit.driver import Asking, Driver, Turn, run_in_order, run_together
from gamekit.events import Event, EventLog
from gamekit.records import RecordError, give_answers
from gamekit.work import TooMuchWork
from tests.gamekit.highest import CARDS, HAND, Highest, Table, Won, imagined, view_of


def begun(seed: str, watch: Callable[[str, Table], None] | None = None) -> Driver[Table]:
    return Driver(Highest(Chance(seed)), Table(), watch)


def played(game: Driver[Table], seed: str = "1") -> list[int]:
    bots = [RandomBot(f"{seed}/{seat}") for seat in range(2)]
    play_out(game, bots, view_of, Table.digest, HAND, 0)
    return game.state.won


def test_random_bots_play_it_to_its_end() -> None:
    game = begun("a")
    assert sum(played(game)) == 2 * HAND
    assert game.over
    assert game.pending == []


def test_both_lay_before_either_card_is_shown() -> None:
    game = begun("b")
    first, second = game.pending
    game.answer(second.player, second.first())
    assert game.pending_answers == [(1, second.first())]
    assert game.pending == [first]
    assert view_of(game.state, 0).other == HAND


def test_an_illegal_answer_changes_nothing() -> None:
    game = begun("c")
    before = game.state.digest()
    missing = next(card for card in range(CARDS) if card not in game.state.hands[0])
    with pytest.raises(IllegalAnswer, match="not one of the options"):
        game.answer(0, (missing,))
    assert (game.state.digest(), len(game.pending)) == (before, 2)


def test_a_game_stops_after_the_step_wanted_and_its_forks_do_too() -> None:
    game = Driver(Highest(Chance("d")), Table(), until="trick")
    twin = game.fork()
    for one in (game, twin):
        while one.pending:
            one.answer(one.pending[0].player, one.pending[0].first())
        assert (one.over, one.step, sum(one.state.won)) == (True, "", 2)
        assert one.fork().over
    assert game.fork().state.digest() == twin.state.digest() == game.state.digest()


def test_a_fork_in_the_middle_of_a_step_goes_its_own_way() -> None:
    game = begun("d")
    for decision in game.pending:
        game.answer(decision.player, decision.first())
    twin = game.fork()
    assert (twin.state.digest(), twin.pending) == (game.state.digest(), game.pending)
    before = game.state.digest()
    played(twin)
    assert game.state.digest() == before


class Meddler:
    """An observer that does something to the game, once."""

    def __init__(self, meddle: Callable[[Driver[Table]], object]) -> None:
        self.meddle, self.left = meddle, 1
        self.game: Driver[Table] | None = None

    def see(self, _event: Event, _state: Table) -> None:
        if self.game is not None and self.left:
            self.left -= 1
            self.meddle(self.game)


def fail(_game: Driver[Table]) -> None:
    raise KeyboardInterrupt


def answer_again(game: Driver[Table]) -> None:
    game.answer(0, game.current_decisions[0].first())


@pytest.mark.parametrize(
    ("meddle", "raised"),
    [(fail, KeyboardInterrupt), (answer_again, RuntimeError), (Driver[Table].fork, RuntimeError)],
)
def test_what_is_raised_in_a_step_stops_the_game_before_the_answer(
    meddle: Callable[[Driver[Table]], object], raised: type[BaseException]
) -> None:
    meddler = Meddler(meddle)
    game = Driver(Highest(Chance("d"), [meddler]), Table())
    meddler.game = game
    first, second = game.pending
    game.answer(first.player, first.first())
    with pytest.raises(raised):
        game.answer(second.player, second.first())
    assert game.answers == []
    for go_on in (lambda: game.answer(0, first.first()), game.fork):
        with pytest.raises(RuntimeError, match="this game is in the middle of 'trick'"):
            go_on()


class Endless(Highest):
    """A game that never asks anything: it goes from step to step, or stays in one."""

    def __init__(self, stays: bool) -> None:
        super().__init__(Chance(""))
        self.stays = stays

    def next_step(self, state: Table) -> str:
        return "again"

    def play(self, state: Table, name: str) -> Asking[None]:
        asked: list[Decision] = []
        while self.stays:
            yield asked


@pytest.mark.parametrize("stays", [True, False])
def test_a_game_that_never_asks_anything_is_too_much_work(stays: bool) -> None:
    with pytest.raises(TooMuchWork):
        Driver(Endless(stays), Table())


def test_illegal_answers_of_a_record_are_reported() -> None:
    with pytest.raises(RecordError, match="answer 1 in trick"):
        give_answers(begun("e"), [[CARDS]], None)


def test_shuffles_can_be_recorded() -> None:
    order = list(range(CARDS))
    game = Driver(Highest(RecordedChance([order], "")), Table())
    assert game.state.hands[0] == order[::-1][:HAND]


@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_game_fits_the_view_and_deals_the_rest_anew(seat: int) -> None:
    view = view_of(begun("f").state, seat)
    games = [imagined(view, seat, str(seed)) for seed in range(9)]
    assert all(view_of(game.state, seat) == view for game in games)
    assert len({tuple(game.state.hands[1 - seat]) for game in games}) > 1
    assert sum(played(games[0])) == 2 * HAND


def test_observers_see_what_happens_and_forks_have_none() -> None:
    log: EventLog[Table] = EventLog()
    game = Driver(Highest(Chance("g"), [log]), Table())
    played(game.fork())
    assert log.events == []
    played(game)
    assert len(log.events) == HAND
    assert all(isinstance(event, Won) for event in log.events)
    assert log.visible_to(0) == log.events


def test_a_game_that_nobody_watches_is_the_same_game() -> None:
    assert played(Driver(Highest(Chance("h"), [EventLog()]), Table())) == played(begun("h"))


@pytest.mark.parametrize(
    ("positions", "ends"),
    [
        ("abcdefg", 0),
        ("aaaa", 4),
        ("abababa", 5),
        ("aaabbbccc", 0),
        ("aaabaaa", 7),
        ("abcabca", 6),
    ],
)
def test_a_standstill_is_three_rounds_that_lead_to_where_others_began(
    positions: str, ends: int
) -> None:
    still = Standstill(3)
    reached = [
        number
        for number, position in enumerate(positions, 1)
        for _decision in range(2)
        if still.is_reached(number, lambda: position)  # noqa: B023
    ]
    assert (reached[0] if reached else 0) == ends


def test_the_kit_imports_nothing_of_race() -> None:
    program = (
        "import sys, gamekit.game\n"
        "print([name for name in sys.modules if name.startswith(('rftg', 'roll', 'lark', 'yaml'))])"
    )
    done: Any = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n"


YES_NO = ((1,), (0,))


def turn(player: int, questions: int, log: list[tuple[int, Answer]]) -> Turn[None]:
    """Ask a player several questions and log the answers."""
    for number in range(questions):
        answer = yield Choice(player, "go on", number, YES_NO)
        log.append((player, answer))


def answer_yes(step: Asking[None]) -> list[list[tuple[int, int]]]:
    """Answer everything with yes; return player and number of each group of questions."""
    groups = []
    decisions: list[Decision] | None = next(step, None)
    while decisions is not None:
        groups.append([(decision.player, decision.about) for decision in decisions])
        try:
            decisions = step.send([(1,) for _decision in decisions])
        except StopIteration:
            decisions = None
    return groups


def test_together_all_are_asked_at_once_until_each_is_done() -> None:
    log: list[tuple[int, Answer]] = []
    turns = [turn(2, 1, log), turn(0, 3, log), turn(1, 0, log)]
    assert answer_yes(run_together(turns)) == [[(2, 0), (0, 0)], [(0, 1)], [(0, 2)]]
    assert log == [(2, (1,)), (0, (1,)), (0, (1,)), (0, (1,))]


def test_one_by_one_each_is_done_before_the_next_begins() -> None:
    log: list[tuple[int, Answer]] = []
    turns = [turn(2, 2, log), turn(1, 0, log), turn(0, 1, log)]
    assert answer_yes(run_in_order(turns)) == [[(2, 0)], [(2, 1)], [(0, 0)]]


def test_nobody_is_asked_where_there_is_nothing_to_ask() -> None:
    assert answer_yes(run_together([])) == answer_yes(run_in_order([])) == []


def test_a_roll_follows_from_the_seed_and_its_number() -> None:
    chance = Chance("1")
    rolled = chance.roll(600, 6, 3)
    assert rolled == Chance("1").roll(600, 6, 3) != chance.roll(600, 6, 4)
    assert {number: rolled.count(number) > 60 for number in range(6)} == dict.fromkeys(
        range(6), True
    )


def test_recorded_rolls_come_first() -> None:
    chance = RecordedChance([[5, 0], [1, 0, 2]], "1")
    assert chance.roll(2, 6, 0) == [5, 0]
    assert chance.shuffle([0, 1, 2], 1) == [1, 0, 2]
    assert chance.roll(3, 6, 2) == Chance("1").roll(3, 6, 2)


@pytest.mark.parametrize("recorded", [[1], [1, 6], [1, -1]])
def test_recorded_rolls_of_other_dice_are_refused(recorded: list[int]) -> None:
    with pytest.raises(ValueError, match="roll 1 is recorded with other dice"):
        RecordedChance([recorded], "1").roll(2, 6, 0)


CASES = [
    ((2, 1), 2, 2),
    ((2, 1), 0, 3),
    ((3, 3, 3), 4, 5),
    ((1,), 1, 1),
    ((5,), 0, 5),
    ((2, 2), 1, 9),
    ((1, 1, 1, 1), 2, 2),
]


def amounts(limits: tuple[int, ...], minimum: int, maximum: int) -> Amounts:
    return Amounts(0, "take", -1, tuple(range(10, 10 + len(limits))), limits, minimum, maximum)


def legal_amounts(limits: tuple[int, ...], minimum: int, maximum: int) -> set[Answer]:
    every = product(*[range(limit + 1) for limit in limits])
    return {answer for answer in every if minimum <= sum(answer) <= maximum}


@pytest.mark.parametrize("case", CASES)
def test_legal_amounts_are_counted_and_accepted(case: tuple[tuple[int, ...], int, int]) -> None:
    decision = amounts(*case)
    answers = legal_amounts(*case)
    assert decision.count() == len(answers)
    assert decision.is_free() == (len(answers) > 1)
    assert decision.first() in answers
    for answer in product(*[range(-1, limit + 2) for limit in case[0]]):
        assert (decision.refusal(answer) is None) == (answer in answers)


@pytest.mark.parametrize("case", CASES)
def test_each_legal_amount_is_drawn_with_the_same_probability(
    case: tuple[tuple[int, ...], int, int],
) -> None:
    decision, answers, rng = amounts(*case), legal_amounts(*case), Random(1)
    drawn = Counter(decision.sample(rng) for _try in range(400 * len(answers)))
    assert set(drawn) == answers
    assert max(drawn.values()) < 1.3 * 400


def test_answers_of_another_length_are_refused() -> None:
    assert "2 items" in (amounts((1, 1), 0, 2).refusal((1,)) or "")


def test_equal_questions_are_equal() -> None:
    assert amounts((1, 2), 0, 2) == amounts((1, 2), 0, 2)
    assert amounts((1, 2), 0, 2) != amounts((1, 2), 1, 2)
    assert hash(amounts((1, 2), 0, 2)) == hash(amounts((1, 2), 0, 2))
