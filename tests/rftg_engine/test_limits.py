"""docs/safety.md, Limits: what cards may take of time and memory, with the compiled engine too."""

import threading
import time
import tracemalloc

import pytest

from gamekit.work import RECORD_LIMIT, TooMuchWork, Work
from rftg_engine import resume
from rftg_engine.cards.table import Table
from rftg_engine.game import RACE
from rftg_engine.options import Options
from rftg_engine.state import Player
from rftg_engine.turns.placing import MAX_COMBINATIONS, PlacementContext, settle_payment_options
from tests.game import table_with

ARSENAL = """
  - title: Arsenal {number}
    development: 1
    vp: 0
    powers: |
"""
LINES = (
    "settle: may discard {n} card{s} -> military +{n}",
    "settle: may spend {n} prestige -> cost -{n}",
)


def arsenals(line: str, cards: int) -> str:
    """Cards of eight powers each, of which any may be used together."""
    text = ""
    for number in range(cards):
        text += ARSENAL.format(number=number)
        for n in range(1, 9):
            text += f"      {line.format(n=n, s='s' if n > 1 else '')}\n"
    return text


def owner(table: Table) -> Player:
    """Who has all arsenals and all that they take."""
    tableau = [card for card, title in enumerate(table.titles) if title.startswith("Arsenal")]
    player = Player(0, table.powers(tableau))
    player.tableau = tableau
    player.hand = [card for card in range(len(table.titles)) if card not in tableau]
    player.prestige = 1_000
    return player


@pytest.mark.parametrize("line", LINES)
def test_of_twenty_four_powers_the_ways_to_pay_are_counted_up_to_the_limit(line: str) -> None:
    """There are 16,777,216 combinations, which took gigabytes where all were made first."""
    table = table_with(arsenals(line, 3))
    player = owner(table)
    world = table.titles.index("Rebel Base" if "military" in line else "Gem World")
    means = PlacementContext(table, player, player.powers, Work())
    tracemalloc.start()
    start = time.process_time()
    ways = settle_payment_options(means, world)
    taken, (_now, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < len(ways) <= MAX_COMBINATIONS
    assert len(ways) == MAX_COMBINATIONS or "military" in line
    assert taken < 5
    assert peak < 20_000_000


def test_a_thread_that_looks_at_many_ways_lets_others_have_their_turn() -> None:
    """Compiled code keeps all other threads waiting until it calls what says otherwise."""
    table = table_with(arsenals(LINES[1], 3))
    player = owner(table)
    means = PlacementContext(
        table, player, player.powers, Work(RECORD_LIMIT, lambda: time.sleep(0))
    )
    world = table.titles.index("Gem World")

    def think() -> None:
        for _nth in range(60):
            settle_payment_options(means, world)

    thinking = threading.Thread(target=think)
    thinking.start()
    turns = 0
    while thinking.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 5


def test_more_work_than_allowed_is_told_with_the_cards_that_did_it() -> None:
    """Of the powers looked at: cards that are only there are not named."""
    table = table_with(arsenals(LINES[1], 3))
    player = owner(table)
    means = PlacementContext(table, player, player.powers, Work(5_000))
    world = table.titles.index("Gem World")
    settle_payment_options(means, world)
    settle_payment_options(means, world)
    with pytest.raises(TooMuchWork) as told:
        settle_payment_options(means, world)
    assert str(told.value) == (
        "more than 5,000 steps of work, because the powers of these cards can be combined in "
        "too many ways: `Arsenal 0`, `Arsenal 1`, `Arsenal 2`"
    )


def test_a_game_that_is_forked_goes_on_with_the_steps_that_are_left() -> None:
    work = Work(100)
    work.add_decision()
    fork = work.copy()
    for _ in range(4):
        work.add_decision()
        fork.add_decision()
    with pytest.raises(TooMuchWork, match="too many decisions"):
        fork.add_decision()


def test_a_record_is_played_again_within_its_limit() -> None:
    table = table_with(arsenals(LINES[0], 3))
    record = RACE.recorder(table, Options(2), "1").record(["Ann", "Bob"])
    assert resume(table, record).game.state.work.limit == RECORD_LIMIT
    assert issubclass(TooMuchWork, ValueError)  # which `resume` tells as a RecordError
