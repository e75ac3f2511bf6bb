"""Instructions per game, counted by callgrind; they hardly depend on how busy the machine is.

`python -m rftg_dev.bench.instructions LABEL LEVEL PLAYERS GAMES` plays the games to count.
"""

from __future__ import annotations

import sys
from typing import Final

from rftg_dev.bench.cards import cards_named
from rftg_dev.bench.commands import count_instructions
from rftg_tools.simulation.games import play_one
from rftg_tools.simulation.race import table_of
from rftg_tools.workers.process import tune_garbage_collector

UNCOUNTED: Final = "master"
"""The level whose games would take callgrind too long."""
_GAMES: Final = 5


def millions_per_game(label: str, bot: str, players: int, environment: dict[str, str]) -> float:
    """Return the million instructions per game, with the engine of an environment.

    0 if callgrind is not installed. Raises ValueError.
    """
    few, many = [
        count_instructions(
            ["rftg_dev.bench.instructions", label, bot, str(players), str(games)], environment
        )
        for games in (1, 1 + _GAMES)
    ]
    return (many - few) / _GAMES / 1e6


def main(label: str, bot: str, players: str, games: str) -> None:
    """Play games. label: see cards_named."""
    cards = cards_named(label)
    table_of(cards.sets)
    tune_garbage_collector()
    plan = cards.plan(int(players), bot)
    for number in range(int(games)):
        play_one(plan, number)


if __name__ == "__main__":
    main(*sys.argv[1:])
