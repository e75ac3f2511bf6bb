"""Attacks that players can expect, their defenses, and the likely outcomes of both."""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp, sqrt
from typing import Final

from rftg_dsl.model import Invasion, InvasionCard
from rftg_engine.bots import features, habits
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.seats import CHIPS_A_PLAYER, FULL_TABLEAU, seen_players
from rftg_engine.bots.standing import Stage
from rftg_engine.cards.bound import BoundMilitary, BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion.attack import (
    advance,
    cards_left,
    defense_against,
    military_against,
    most_of,
    priced,
)
from rftg_engine.modules.invasion.module import CARDS_FOR_REPAIR
from rftg_engine.modules.invasion.state import DEFEATS, InvasionPart
from rftg_engine.turns.counting import in_force
from rftg_engine.view import Seat, View

GROWTH: Final = 0.5
"""How likely a player is to have one more Military against the invaders with each round."""


class ExpectedAttacks:
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


class AttackForecast:
    """The attacks of an invasion in games of all numbers of players, each looked at once."""

    def __init__(self, invasion: Invasion) -> None:
        self.invasion: Final = invasion
        self._threats: dict[tuple[object, ...], ExpectedAttacks] = {}

    def threat(self, part: InvasionPart, wait: int, attacks: int, rank: int) -> ExpectedAttacks:
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

    def _met(self, part: InvasionPart, wait: int, attacks: int, rank: int) -> ExpectedAttacks:
        players, found = len(part.track), ExpectedAttacks()
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


MOST: Final = 12
"""Defense for which a price is known."""
NEVER: Final = 1_000.0
"""The price of what cannot be had."""


class Defense:
    """What a player has against attacks.

    general: Military against every world. against: Military against the invaders. free: this and
    defense that takes nothing. prices: what it costs to have so much more, in points.
    """

    def __init__(self, powers: Powers, helps: list[tuple[int, float]]) -> None:
        self.general: Final = powers.military
        self.against: Final = military_against(powers)
        self.free: Final = self.against + defense_against(powers)
        self.prices: Final = prices(helps)


def prices(helps: list[tuple[int, float]]) -> list[float]:
    """Return what it costs to add so much, by the amount, or more. helps: amounts and costs."""
    found = [0.0] + [NEVER] * MOST
    for amount, cost in helps:
        for wanted in range(MOST, 0, -1):
            found[wanted] = min(found[wanted], found[max(0, wanted - amount)] + cost)
    return found


def helps_of(table: Table, stage: Stage, seat: Seat, powers: Powers) -> list[tuple[int, float]]:
    """Return what powers for a price add, with what that costs, where it can come to be there."""
    return [
        (most_of(power), cost_of(stage, power))
        for power in priced(powers)
        if _can_come(table, seat, power)
    ]


def cost_of(stage: Stage, power: BoundPower) -> float:
    """Return what a power takes at the most, in points."""
    cost = 0.0
    if power.price is not None:
        for part in (power.price, *power.price.more):
            cost += _of_one(stage, part.what) * max(1, part.count)
    return cost * stage.cost


def _of_one(stage: Stage, what: str) -> float:
    """Return what one of what a price takes is worth, in cards."""
    if what == "this":
        return stage.habits[habits.CARD_OF_TABLEAU]
    if what == "goods":
        return stage.habits[habits.GOOD_PAID]
    return stage.habits[habits.PRESTIGE_PAID] if what == "prestige" else 1.0


def _can_come(table: Table, seat: Seat, power: BoundMilitary) -> bool:
    """Return whether a good that a power takes can be on one of the player's worlds."""
    price, kind = power.price, table.kind
    if price is None or price.what != "goods":
        return True
    return any(kind[card] and price.goods.fit(card, kind[card]) for card in seat.tableau)


TRUST: Final = 0.8
"""How likely it is that players who can hold out by giving something up do so."""
WIN: Final = 12.0
"""Points of the evaluation that winning is worth; a game that is about to end is won or lost."""
SPREAD: Final = 4.0
"""Points by which what a round brings to players differs."""


class Losses:
    """What losing worlds costs. worths: of a player's worlds, the least first.

    repairs: worlds that powers repair in each Produce. rounds: that are left, with this one.
    """

    def __init__(self, stage: Stage, worths: list[float], repairs: int, rounds: int) -> None:
        self.worths: Final = worths
        self._price: Final = stage.cost * (0 if repairs else CARDS_FOR_REPAIR)
        self._rounds: Final = rounds

    def of(self, worth: float) -> float:
        """Return what losing a world costs: it is lost for a round, and repaired for cards then.

        It is lost for good where that is too dear, or the game is about to end.
        """
        return max(0.0, min(worth, self._price + worth / self._rounds))

    def each(self, attacks: int) -> float:
        """Return what each of some attacks costs that are lost; half of them are expected to be."""
        lost = self.worths[: (attacks + 1) // 2]
        return sum([self.of(worth) for worth in lost]) / len(lost) if lost else 0.0


def attacked(threat: ExpectedAttacks, defense: Defense, reward: float, loss: float) -> float:
    """Return what attacks to come bring, with what is paid to hold out where that pays."""
    total = 0.0
    for strength, number in threat.fixed.items():
        total += number * outcome(defense, strength, reward, loss)
    for more, number in threat.own.items():
        total += number * outcome(defense, defense.general + more, reward, loss)
    return total


def outcome(defense: Defense, strength: int, reward: float, loss: float) -> float:
    """Return what an attack brings: points, or a world lost."""
    missing = strength + 1 - defense.free
    if missing <= 0:
        return reward
    if missing > MOST:
        return -loss
    return max(reward - defense.prices[missing], -loss)


def holds(defense: Defense, strength: int) -> float:
    """Return how likely a player is to hold out."""
    missing = strength + 1 - defense.free
    if missing <= 0:
        return 1.0
    return TRUST if missing <= MOST and defense.prices[missing] < NEVER else 0.0


def held(threat: ExpectedAttacks, defense: Defense) -> float:
    """Return which part of the attacks to come a player is likely to hold out in."""
    number = total = 0.0
    for strength, times in threat.fixed.items():
        number += times
        total += times * holds(defense, strength)
    for more, times in threat.own.items():
        number += times
        total += times * holds(defense, defense.general + more)
    return total / number if number else 1.0


def lead_chance(lead: float, spread: float) -> float:
    """Return how likely who leads by so much will be ahead. spread: of what both gain till then."""
    return 1.0 / (1.0 + exp(max(-30.0, min(30.0, -lead / spread))))


def ranks(above: list[float]) -> list[float]:
    """Return how likely each rank is, from 0. above: how likely each other is to be higher."""
    found = [1.0]
    for chance in above:
        longer = [*found, 0.0]
        for place in range(len(found), -1, -1):
            below = found[place - 1] * chance if place else 0.0
            longer[place] = longer[place] * (1.0 - chance) + below
        found = longer
    return found


def ending(points: list[float], values: list[float], me: int, rounds: int) -> float:
    """Return what a player gains by the game's end now, rather than going on.

    points: of all players as the game would end; values: of their positions.
    """
    best = max(points)
    wins = 1.0 / points.count(best) if points[me] == best else 0.0
    spread = SPREAD * sqrt(rounds)
    top = max(values)
    odds = [exp((value - top) / spread) for value in values]
    return WIN * (wins - odds[me] / sum(odds))


def score_weight(stage: Stage) -> float:
    """Return what a point is worth."""
    return stage.weights[features.SCORE]


MOST_ROUNDS: Final = 10.0
"""Rounds that are looked ahead."""
LEAST_SPREAD: Final = 0.3
"""By how much players differ in the round in which the game ends."""
TIED: Final = 0.5
"""What being tied for an award is worth: all who are tied have it."""


@lru_cache(maxsize=8)
def campaign_of(table: Table) -> AttackForecast:
    """Return the attacks of the invasion that a table brings."""
    assert table.invasion is not None
    return AttackForecast(table.invasion)


class Horizon:
    """What all players have against attacks to come, and how many these are.

    rounds: that are left, with this one. wait: rounds before the first attack to come. attacks:
    that can be expected. failed: by seat, how likely the player is to fail in one of them.
    survived: how likely it is that the empire is. spread: as in `lead_chance`.
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

    def threats(self, seat: int, against: int) -> list[tuple[float, int, ExpectedAttacks]]:
        """Return the attacks that a player with so much can expect to meet.

        By the rank that the player will have: how likely it is, and the rank, from 0.
        """
        above = [
            1.0 - lead_chance(against - one.against, self.spread)
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
                chance *= lead_chance(against - one.against + TIED, self.spread)
        return chance

    def contributor(self, seat: int, more: int) -> float:
        """Return how likely a player is to have the award for goods, with so many more."""
        chance = self.survived
        mine = self.part.contributed[seat] + more
        for other, goods in enumerate(self.part.contributed):
            if other != seat:
                chance *= lead_chance(mine - goods + TIED, self.spread)
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
    """Return by how much the gains of two players in so many rounds differ, for `lead_chance`."""
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
