"""How long a game with an invasion still takes, and what players have against it until then."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.modules.invasion.attacks import GROWTH, Campaign, Threat
from rftg_engine.bots.modules.invasion.defenses import Defense, helps_of
from rftg_engine.bots.modules.invasion.outcomes import held, ranks, stays_ahead
from rftg_engine.bots.seats import CHIPS_A_PLAYER, FULL_TABLEAU, seen_players
from rftg_engine.bots.stage import Stage
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion.state import DEFEATS, InvasionPart
from rftg_engine.turns.counting import in_force
from rftg_engine.view import View

MOST_ROUNDS: Final = 10.0
"""Rounds that are looked ahead."""
LEAST_SPREAD: Final = 0.3
"""By how much players differ in the round in which the game ends."""
TIED: Final = 0.5
"""What being tied for an award is worth: all who are tied have it."""


@lru_cache(maxsize=8)
def campaign_of(table: Table) -> Campaign:
    """Return the attacks of the invasion that a table brings."""
    assert table.invasion is not None
    return Campaign(table.invasion)


class Horizon:
    """What all players have against attacks to come, and how many these are.

    rounds: that are left, with this one. wait: rounds before the first attack to come. attacks:
    that can be expected. failed: by seat, how likely the player is to fail in one of them.
    survived: how likely it is that the empire is. spread: as in `stays_ahead`.
    """

    def __init__(self, known: Knowledge, view: View, stage: Stage, part: InvasionPart) -> None:
        self.known: Final = known
        self.view: Final = view
        self.stage: Final = stage
        self.part: Final = part
        self.campaign: Final = campaign_of(known.table)
        seats = range(len(view.seats))
        self.defenses: Final = [self.defense(seat, self.powers(seat)) for seat in seats]
        self.wait: Final = max(0, self.campaign.invasion.first_round - view.round)
        left = self._rounds_at_the_pace()
        self.attacks = attacks_in(left, self.wait)
        self.spread: Final = spread(left)
        self.survived = 1.0
        self.failed: Final = [self._failed(seat) for seat in seats]
        self.left: Final = self._rounds_until_defeat(left)
        self.rounds: Final = max(1, round(self.left))
        self.attacks = 0 if is_over(part) else attacks_in(self.left, self.wait)

    def powers(self, seat: int) -> Powers:
        """Return the powers of a player in force."""
        return self.in_force(seat, self.known.standing(self.view.seats[seat].tableau).powers)

    def in_force(self, seat: int, powers: Powers) -> Powers:
        """Return those in force of a player's powers."""
        if not powers.live:
            return powers
        return in_force(self.known.table, seen_players(self.known, self.view), seat, powers)

    def defense(self, seat: int, powers: Powers) -> Defense:
        """Return what a player has against attacks with these powers."""
        helps = helps_of(self.known.table, self.stage, self.view.seats[seat], powers)
        return Defense(powers, [*helps, (self.campaign.invasion.bunker, self.stage.cost)])

    def threats(self, seat: int, against: int) -> list[tuple[float, int, Threat]]:
        """Return the attacks that a player with so much can expect to meet.

        By the rank that the player will have: how likely it is, and the rank, from 0.
        """
        above = [
            1.0 - stays_ahead(against - one.against, self.spread)
            for other, one in enumerate(self.defenses)
            if other != seat
        ]
        return [
            (chance, rank, self.campaign.threat(self.part, self.wait, self.attacks, rank))
            for rank, chance in enumerate(ranks(above))
        ]

    def admiral(self, seat: int, against: int) -> float:
        """Return how likely a player with so much will have the award for most."""
        chance = self.survived
        for other, one in enumerate(self.defenses):
            if other != seat:
                chance *= stays_ahead(against - one.against + TIED, self.spread)
        return chance

    def contributor(self, seat: int, more: int) -> float:
        """Return how likely a player is to have the award for goods, with so many more."""
        chance = self.survived
        mine = self.part.contributed[seat] + more
        for other, goods in enumerate(self.part.contributed):
            if other != seat:
                chance *= stays_ahead(mine - goods + TIED, self.spread)
        return chance

    def all_fail_but(self, me: int) -> float:
        """Return how likely all others are to fail together. me: -1 for all players."""
        chance = 1.0
        for seat, failed in enumerate(self.failed):
            if seat != me:
                chance *= failed
        return chance

    def _failed(self, seat: int) -> float:
        failed, defense = 0.0, self.defenses[seat]
        for chance, _rank, threat in self.threats(seat, defense.against):
            failed += chance * (1.0 - held(threat, defense))
        return failed

    def _rounds_at_the_pace(self) -> float:
        """Return the rounds until an end that comes nearer with each of them."""
        come = max(fullness(self.view, self.part), self._repulsed())
        left = (1.0 - come) * (self.view.round + 1) / (come + 0.1)
        return max(1.0, min(MOST_ROUNDS, left))

    def _repulsed(self) -> float:
        """Return how far the players have come to repulsing the invaders."""
        part = self.part
        come = sum([one.against for one in self.defenses]) + sum(part.contributed)
        return min(1.0, max(0.0, come / dict(self.campaign.invasion.repulse)[len(part.track)]))

    def _rounds_until_defeat(self, left: float) -> float:
        """Return the rounds, some of which may not come since all have failed before."""
        hazard = self.all_fail_but(-1) / defeats_left(self.part)
        rounds = 0.0
        going_on = 1.0
        for nth in range(round(left)):
            rounds += going_on
            if nth >= self.wait:
                going_on *= 1.0 - hazard
        self.survived = going_on
        return max(1.0, rounds)


def spread(rounds: float) -> float:
    """Return by how much the gains of two players in so many rounds differ, for `stays_ahead`."""
    return LEAST_SPREAD + 0.55 * sqrt(2.0 * GROWTH * (1.0 - GROWTH) * rounds)


def attacks_in(rounds: float, wait: int) -> int:
    """Return the attacks in so many rounds, if so many pass before the first."""
    return max(0, round(rounds) - wait)


def defeats_left(part: InvasionPart) -> int:
    """Return how often all must fail until the game ends, 1 at least."""
    return max(1, DEFEATS - part.defeats)


def is_over(part: InvasionPart) -> bool:
    """Return whether the invasion has ended the game, as in imagined ones."""
    return part.repulsed or part.defeats >= DEFEATS


def fullness(view: View, part: InvasionPart) -> float:
    """Return how far the game has come to an ordinary end."""
    sizes = [size(view, part, seat) for seat in range(len(view.seats))]
    return max(max(sizes) / FULL_TABLEAU, 1.0 - view.pool / (CHIPS_A_PLAYER * len(sizes)))


def size(view: View, part: InvasionPart, seat: int) -> int:
    """Return the size of a tableau, with its damaged worlds."""
    return len(view.seats[seat].tableau) + len(part.damaged[seat])
