"""The English of an invasion: its waves, what repulses it, and its rewards, a line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from rftg_dsl.diagnostics.text import counted
from rftg_dsl.model import Invasion, InvasionCard, Wave


def word_invasion(invasion: Invasion) -> Iterator[str]:
    """Yield what an invasion is, line by line."""
    by = invasion.by.upper()
    yield f"Invasion by {by}, at the end of each round from round {invasion.first_round} on"
    yield f"{by} worlds can only be conquered. Military against them counts against the invasion."
    for number, wave in enumerate(invasion.waves, 1):
        yield f"Wave {number}, {_rounds(wave)}: {_cards(wave)}"
    repulse = [(players, str(value)) for players, value in invasion.repulse]
    yield f"Repulsed by Military of all together: {_by_players(repulse)}"
    rewards = [(players, "-".join(map(str, points))) for players, points in invasion.rewards]
    yield f"Points for holding out, the strongest first: {_by_players(rewards)}"
    yield (
        f"A bunker gives {invasion.bunker} defense; the Greatest Admiral and the Greatest"
        f" Contributor score {counted(invasion.award, 'point')} each."
    )


def _rounds(wave: Wave) -> str:
    if not wave.rounds:
        return "until the game ends"
    return _by_players([(players, counted(count, "round")) for players, count in wave.rounds])


def _cards(wave: Wave) -> str:
    """Return the cards, weakest first, each with how many there are."""
    copies = Counter(wave.cards)
    return ", ".join(f"{count} x {_strength(card)}" for card, count in copies.items())


def _strength(card: InvasionCard) -> str:
    return f"own Military {card.strength:+d}" if card.own else str(card.strength)


def _by_players(values: Sequence[tuple[int, str]]) -> str:
    """Return values by the number of players; the numbers of equal ones together."""
    alike = groupby(values, key=lambda pair: pair[1])
    groups: list[tuple[str, list[int]]] = [(text, [one for one, _ in same]) for text, same in alike]
    text, players = groups[0]
    if len(groups) == 1:
        return text
    more = [f"{text} with {_numbers(players)}" for text, players in groups[1:]]
    return ", ".join([f"{text} with {_numbers(players)} players", *more])


def _numbers(players: Sequence[int]) -> str:
    return f"{players[0]} to {players[-1]}" if len(players) > 1 else str(players[0])
