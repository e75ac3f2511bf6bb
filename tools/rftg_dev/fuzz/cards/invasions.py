"""Random invasions for card files, with tables for all numbers of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rftg_dsl.model import OWN


def invasion_lines(rng: Random, most: int, by: str) -> Iterator[str]:
    """Yield the lines of an invasion. most: players. by: the keyword of the invaders."""
    players = range(2, most + 1)
    yield "invasion:"
    yield f"  by: {by}"
    yield f"  first round: {rng.choice((1, 2, 3, 9))}"
    highest = rng.choice((1, 12, 40, 99))
    yield f"  repulse: {_table({number: rng.randint(1, highest) for number in players})}"
    rewards = {number: [rng.choice((0, 1, 2, 9)) for _one in range(number)] for number in players}
    yield f"  rewards: {_table(rewards)}"
    yield f"  bunker: {rng.choice((1, 2, 9))}"
    yield f"  award: {rng.choice((0, 5, 9))}"
    yield "  waves:"
    for _wave in range(rng.choice((0, 1, 2))):
        rounds = {number: rng.choice((1, 2)) for number in players}
        needed = max(number * rounds[number] for number in players)
        yield f"    - rounds: {_table(rounds)}"
        yield f"      cards: {_table(_cards(rng, needed))}"
    yield f"    - cards: {_table(_cards(rng, most))}"


def _cards(rng: Random, needed: int) -> dict[str, int]:
    """Return at least so many cards: how strong they are, and how many of each there are."""
    cards: dict[str, int] = {}
    while sum(cards.values()) < needed + rng.choice((0, 0, 1, 5)):
        own = OWN if rng.random() < 0.2 else ""
        strength = rng.randint(1, 9) if own else rng.randint(-3, rng.choice((0, 4, 9, 99)))
        cards[f"{own}{strength}"] = rng.randint(1, 4)
    return cards


def _table(facts: Mapping[Any, object]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in facts.items())}}}"
