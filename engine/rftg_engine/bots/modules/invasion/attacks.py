"""Attacks to come: how many of each strength a player can expect to meet.

The cards left of a wave lie open, so the chance of each is known for each rank on the admiral
track: the card of the highest goes to the highest.
"""

from __future__ import annotations

from math import comb
from typing import Final

from rftg_dsl.model import Invasion, InvasionCard
from rftg_engine.modules.invasion.state import InvasionPart
from rftg_engine.modules.invasion.waves import advance, cards_left

GROWTH: Final = 0.5
"""How likely a player is to have one more Military against the invaders with each round."""


class Threat:
    """Attacks that a player can expect to meet.

    fixed: by strength, their number; less than that is needed by who will have grown till then.
    own: by strength, their number where it adds to the player's own Military.
    """

    def __init__(self) -> None:
        self.fixed: dict[int, float] = {}
        self.own: dict[int, float] = {}

    def add(self, card: InvasionCard, chance: float, growth: list[float]) -> None:
        """Add an attack. growth: by number, how likely a player is to have gained so much."""
        if card.own:
            self.own[card.strength] = self.own.get(card.strength, 0.0) + chance
            return
        for gained, part in enumerate(growth):
            strength = card.strength - gained
            self.fixed[strength] = self.fixed.get(strength, 0.0) + chance * part


class Campaign:
    """The attacks of an invasion in games of all numbers of players, each looked at once."""

    def __init__(self, invasion: Invasion) -> None:
        self.invasion: Final = invasion
        self._threats: dict[tuple[object, ...], Threat] = {}

    def threat(self, part: InvasionPart, wait: int, attacks: int, rank: int) -> Threat:
        """Return the attacks that a player of a rank, from 0, can expect to meet.

        wait: rounds that pass before the first of them.
        """
        key = (len(part.track), part.wave, part.met, tuple(part.used), wait, attacks, rank)
        found = self._threats.get(key)
        if found is None:
            if len(self._threats) >= MOST_THREATS:
                self._threats.clear()
            found = self._threats[key] = self._met(part, wait, attacks, rank)
        return found

    def _met(self, part: InvasionPart, wait: int, attacks: int, rank: int) -> Threat:
        players, found = len(part.track), Threat()
        coming = part.copy()
        for nth in range(attacks):
            cards = cards_left(self.invasion, coming)
            advance(coming, self.invasion)
            growth = _grown(wait + nth)
            for card, chance in zip(cards, chances(len(cards), players, rank), strict=True):
                if chance > 0.0:
                    found.add(card, chance, growth)
        return found


MOST_THREATS: Final = 2_000
"""Threats that are remembered."""


def chances(cards: int, players: int, rank: int) -> list[float]:
    """Return, for each of so many cards from the weakest, how likely a player is to get it.

    rank: of the player, from 0 for the highest.
    """
    ways = comb(cards, players)
    return [
        comb(cards - 1 - place, rank) * comb(place, players - 1 - rank) / ways
        for place in range(cards)
    ]


def _grown(rounds: int) -> list[float]:
    """Return how likely each gain of Military is in so many rounds, from none."""
    return [
        comb(rounds, gained) * GROWTH**gained * (1.0 - GROWTH) ** (rounds - gained)
        for gained in range(rounds + 1)
    ]
