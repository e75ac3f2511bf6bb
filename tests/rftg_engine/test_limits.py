"""docs/safety.md, Limits: what cards may take of time and memory, with the compiled engine too."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from rftg_engine.placing import MOST_WAYS, Means, ways_to_settle
from rftg_engine.state import Player
from rftg_engine.table import Table
from rftg_engine.work import Work
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
    player = Player(table.powers(tableau))
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
    means = Means(table, player, player.powers, Work())
    tracemalloc.start()
    start = time.process_time()
    ways = ways_to_settle(means, world)
    taken, (_now, peak) = time.process_time() - start, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < len(ways) <= MOST_WAYS
    assert len(ways) == MOST_WAYS or "military" in line
    assert taken < 5
    assert peak < 20_000_000
