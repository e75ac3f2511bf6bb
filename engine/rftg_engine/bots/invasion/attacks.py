"""Expected attacks in an invasion, the defenses of players, and likely outcomes."""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp, sqrt
from typing import Final

from rftg_dsl.model import Invasion, InvasionCard
from rftg_engine.bots import features
from rftg_engine.bots.knowledge import Knowledge
from rftg_engine.bots.seats import CHIPS_A_PLAYER, FULL_TABLEAU, seen_players
from rftg_engine.bots.tableaus import Stage
from rftg_engine.cards.bound import BoundMilitary, BoundPower
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import CARDS_FOR_REPAIR
from rftg_engine.modules.invasion_attack import (
    advance_wave,
    available_cards,
    invasion_defense_total,
    invasion_military,
    max_amount,
    priced_powers,
)
from rftg_engine.modules.invasion_state import DEFEATS, InvasionPart
from rftg_engine.turns.counting import in_force
from rftg_engine.view import Seat, View

GROWTH_CHANCE: Final = 0.5
"""Probability that a player gains one Military against the invaders in a round."""


class ExpectedAttacks:
    """Attacks that a player can expect.

    by_strength: expected number of attacks by strength, reduced by the Military that the player
    will have gained. by_added_strength: expected number of attacks with the strength of the
    player's Military, by the strength added to it.
    """

    def __init__(self) -> None:
        self.by_strength: dict[int, float] = {}
        self.by_added_strength: dict[int, float] = {}

    def add(self, card: InvasionCard, chance: float, growth: list[float]) -> None:
        """Add an attack. growth: probability of each Military gain until then, by its size."""
        if card.own:
            count = self.by_added_strength.get(card.strength, 0.0)
            self.by_added_strength[card.strength] = count + chance
            return
        for gained, probability in enumerate(growth):
            strength = card.strength - gained
            self.by_strength[strength] = self.by_strength.get(strength, 0.0) + chance * probability


class AttackForecast:
    """Forecasts of the attacks of an invasion, cached."""

    def __init__(self, invasion: Invasion) -> None:
        self.invasion: Final = invasion
        self._threats: dict[tuple[object, ...], ExpectedAttacks] = {}

    def threat(
        self, part: InvasionPart, rounds_until_attack: int, attacks: int, rank: int
    ) -> ExpectedAttacks:
        """Return the attacks that the player at a rank can expect. Rank 0 is the highest.

        rounds_until_attack: rounds before the first attack. attacks: number of attacks.
        """
        key = (
            len(part.track),
            part.wave,
            part.met,
            tuple(part.used),
            rounds_until_attack,
            attacks,
            rank,
        )
        cached = self._threats.get(key)
        if cached is None:
            if len(self._threats) >= MAX_FORECASTS:
                self._threats.clear()
            cached = self._threats[key] = self._forecast(part, rounds_until_attack, attacks, rank)
        return cached

    def _forecast(
        self, part: InvasionPart, rounds_until_attack: int, attacks: int, rank: int
    ) -> ExpectedAttacks:
        players, expected = len(part.track), ExpectedAttacks()
        future_part = part.copy()
        for index in range(attacks):
            cards = available_cards(self.invasion, future_part)
            advance_wave(future_part, self.invasion)
            growth = _growth_probabilities(rounds_until_attack + index)
            for card, chance in zip(cards, card_chances(len(cards), players, rank), strict=True):
                if chance > 0.0:
                    expected.add(card, chance, growth)
        return expected


MAX_FORECASTS: Final = 2_000
"""Maximum number of cached forecasts."""


def card_chances(cards: int, players: int, rank: int) -> list[float]:
    """Return the probability that a player gets each attack card, from the weakest card.

    rank: rank of the player, 0 for the highest.
    """
    hands = comb(cards, players)
    return [
        comb(cards - 1 - index, rank) * comb(index, players - 1 - rank) / hands
        for index in range(cards)
    ]


def _growth_probabilities(rounds: int) -> list[float]:
    """Return the probability of each gain of Military in `rounds` rounds, starting with 0."""
    return [
        comb(rounds, gained) * GROWTH_CHANCE**gained * (1.0 - GROWTH_CHANCE) ** (rounds - gained)
        for gained in range(rounds + 1)
    ]


MAX_ADDED_DEFENSE: Final = 12
"""Maximum additional defense that prices are computed for."""
UNAVAILABLE_PRICE: Final = 1_000.0
"""Price of defense that a player cannot get."""


class Defense:
    """A player's defense against attacks.

    general: Military against every world.
    against: Military against the invaders.
    free: `against` with defense that costs nothing.
    prices: price of each additional amount, in points.
    """

    def __init__(self, powers: Powers, helps: list[tuple[int, float]]) -> None:
        self.general: Final = powers.military
        self.against: Final = invasion_military(powers)
        self.free: Final = self.against + invasion_defense_total(powers)
        self.prices: Final = defense_prices(helps)


def defense_prices(helps: list[tuple[int, float]]) -> list[float]:
    """Return the lowest price of each additional amount of defense. helps: amounts and their
    costs."""
    lowest = [0.0] + [UNAVAILABLE_PRICE] * MAX_ADDED_DEFENSE
    for amount, cost in helps:
        for total in range(MAX_ADDED_DEFENSE, 0, -1):
            lowest[total] = min(lowest[total], lowest[max(0, total - amount)] + cost)
    return lowest


def defense_options(
    table: Table, stage: Stage, seat: Seat, powers: Powers
) -> list[tuple[int, float]]:
    """Return the amounts and costs of powers with a price, as far as the player can pay them."""
    return [
        (max_amount(power), cost_of(stage, power))
        for power in priced_powers(powers)
        if _can_come(table, seat, power)
    ]


def cost_of(stage: Stage, power: BoundPower) -> float:
    """Return the maximum cost of a power, in points."""
    cost = 0.0
    if power.price is not None:
        for price in power.price.parts:
            cost += _unit_cost(stage, price.what) * max(1, price.count)
            if price.what == "this":  # a card, and what it adds in play
                cost += max(0.0, stage.steady[power.card])
    return cost


def _unit_cost(stage: Stage, kind: str) -> float:
    """Return the value of one unit of a price, in points: prestige, or about a hand card."""
    if kind == "prestige":
        return stage.weights[features.SCORE] + stage.weights[features.PRESTIGE]
    return stage.cost


def _can_come(table: Table, seat: Seat, power: BoundMilitary) -> bool:
    """Return whether a good that a power costs can be on one of the player's worlds."""
    price, kind = power.price, table.kind
    if price is None or price.what != "goods":
        return True
    return any(kind[card] and price.goods.matches(card, kind[card]) for card in seat.tableau)


HOLD_CHANCE: Final = 0.8
"""Probability that players who can hold out by paying a price do so."""
WIN_POINTS: Final = 12.0
"""Points that winning is worth, once a game is about to end."""
SPREAD_PER_ROUND: Final = 4.0
"""Standard deviation, in points, of the gains of players in one round."""


class Losses:
    """Cost of losing worlds.

    worths: values of a player's worlds, rising. repairs: worlds that powers repair in each Produce.
    rounds: remaining rounds, including this one.
    """

    def __init__(self, stage: Stage, worths: list[float], repairs: int, rounds: int) -> None:
        self.worths: Final = worths
        self._price: Final = stage.cost * (0 if repairs else CARDS_FOR_REPAIR)
        self._rounds: Final = rounds

    def cost(self, worth: float) -> float:
        """Return the cost of losing a world of this value for a round and then repairing it.

        The cost is the full value if the repair would cost more or the game is about to end.
        """
        return max(0.0, min(worth, self._price + worth / self._rounds))

    def mean_cost(self, attacks: int) -> float:
        """Return the mean cost of losing an attack, if half of the attacks are lost."""
        lost = self.worths[: (attacks + 1) // 2]
        return sum([self.cost(worth) for worth in lost]) / len(lost) if lost else 0.0


def value_attacks(threat: ExpectedAttacks, defense: Defense, reward: float, loss: float) -> float:
    """Return the value of expected attacks, including payments to hold out if they are worth it."""
    total = 0.0
    for strength, count in threat.by_strength.items():
        total += count * attack_value(defense, strength, reward, loss)
    for added, count in threat.by_added_strength.items():
        total += count * attack_value(defense, defense.general + added, reward, loss)
    return total


def attack_value(defense: Defense, strength: int, reward: float, loss: float) -> float:
    """Return the value of an attack: points, or the loss of a world."""
    missing = strength + 1 - defense.free
    if missing <= 0:
        return reward
    if missing > MAX_ADDED_DEFENSE:
        return -loss
    return max(reward - defense.prices[missing], -loss)


def hold_chance(defense: Defense, strength: int) -> float:
    """Return the probability that a player holds out."""
    missing = strength + 1 - defense.free
    if missing <= 0:
        return 1.0
    if missing > MAX_ADDED_DEFENSE or defense.prices[missing] >= UNAVAILABLE_PRICE:
        return 0.0
    return HOLD_CHANCE


def held_share(threat: ExpectedAttacks, defense: Defense) -> float:
    """Return the share of the expected attacks in which a player is likely to hold out."""
    count = total = 0.0
    for strength, times in threat.by_strength.items():
        count += times
        total += times * hold_chance(defense, strength)
    for added, times in threat.by_added_strength.items():
        count += times
        total += times * hold_chance(defense, defense.general + added)
    return total / count if count else 1.0


def lead_chance(lead: float, spread: float) -> float:
    """Return the probability that a lead lasts. spread: spread of the gains of both players
    until then."""
    return 1.0 / (1.0 + exp(max(-30.0, min(30.0, -lead / spread))))


def rank_chances(above: list[float]) -> list[float]:
    """Return the probability of each rank, from 0. above: probability that each rival is higher."""
    probabilities = [1.0]
    for chance in above:
        longer = [*probabilities, 0.0]
        for rank in range(len(probabilities), -1, -1):
            below = probabilities[rank - 1] * chance if rank else 0.0
            longer[rank] = longer[rank] * (1.0 - chance) + below
        probabilities = longer
    return probabilities


def ending_gain(points: list[float], values: list[float], me: int, rounds: int) -> float:
    """Return a player's gain if the game ends now rather than later.

    points: final points of all players. values: values of their positions.
    """
    best = max(points)
    wins = 1.0 / points.count(best) if points[me] == best else 0.0
    spread = SPREAD_PER_ROUND * sqrt(rounds)
    highest = max(values)
    odds = [exp((value - highest) / spread) for value in values]
    return WIN_POINTS * (wins - odds[me] / sum(odds))


def score_weight(stage: Stage) -> float:
    """Return the value of one point."""
    return stage.weights[features.SCORE]


MAX_ROUNDS: Final = 10.0
"""Maximum number of rounds to look ahead."""
MIN_SPREAD: Final = 0.3
"""Spread of the gains of players in the round in which the game ends."""
TIE_ADVANTAGE: Final = 0.5
"""Advantage of a tie for an award, since all tied players get it."""


@lru_cache(maxsize=8)
def forecast_of(table: Table) -> AttackForecast:
    """Return the forecast of the invasion of a table."""
    assert table.invasion is not None
    return AttackForecast(table.invasion)


class Horizon:
    """Defenses of all players and the attacks they can expect.

    remaining: expected number of remaining rounds, including this one.
    rounds: the same, rounded.
    rounds_until_attack: rounds before the next attack.
    attacks: expected number of attacks.
    fail_chances: probability that each player fails in an attack, by seat.
    survival_chance: probability that the empire survives.
    spread: spread of gains, for `lead_chance`.
    """

    def __init__(self, knowledge: Knowledge, view: View, stage: Stage, part: InvasionPart) -> None:
        self.knowledge: Final = knowledge
        self.view: Final = view
        self.stage: Final = stage
        self.part: Final = part
        self.forecast: Final = forecast_of(knowledge.table)
        seats = range(len(view.seats))
        self.defenses: Final = [self.defense(seat, self.powers(seat)) for seat in seats]
        self.rounds_until_attack: Final = max(0, self.forecast.invasion.first_round - view.round)
        remaining = self._rounds_at_this_pace()
        self.attacks = attacks_in(remaining, self.rounds_until_attack)
        self.spread: Final = gain_spread(remaining)
        self.survival_chance = 1.0
        self.fail_chances: Final = [self._fail_chance(seat) for seat in seats]
        self.remaining: Final = self._rounds_until_defeat(remaining)
        self.rounds: Final = max(1, round(self.remaining))
        self.attacks = 0 if is_over(part) else attacks_in(self.remaining, self.rounds_until_attack)

    def powers(self, seat: int) -> Powers:
        """Return a player's powers that are in force."""
        return self.in_force(
            seat, self.knowledge.tableau_value(self.view.seats[seat].tableau).powers
        )

    def in_force(self, seat: int, powers: Powers) -> Powers:
        """Return those of a player's powers that are in force."""
        if not powers.live:
            return powers
        return in_force(self.knowledge.table, seen_players(self.knowledge, self.view), seat, powers)

    def defense(self, seat: int, powers: Powers) -> Defense:
        """Return a player's defense with these powers."""
        helps = defense_options(self.knowledge.table, self.stage, self.view.seats[seat], powers)
        return Defense(powers, [*helps, (self.forecast.invasion.bunker, self.stage.cost)])

    def threats(self, seat: int, against: int) -> list[tuple[float, int, ExpectedAttacks]]:
        """Return the probability of each rank, the rank, and the attacks expected at it.

        against: the player's Military against the invaders.
        """
        above = [
            1.0 - lead_chance(against - rival.against, self.spread)
            for rival_seat, rival in enumerate(self.defenses)
            if rival_seat != seat
        ]
        return [
            (
                chance,
                rank,
                self.forecast.threat(self.part, self.rounds_until_attack, self.attacks, rank),
            )
            for rank, chance in enumerate(rank_chances(above))
        ]

    def admiral_chance(self, seat: int, against: int) -> float:
        """Return the probability that a player wins the award for Military.

        against: the player's Military against the invaders.
        """
        chance = self.survival_chance
        for rival_seat, rival in enumerate(self.defenses):
            if rival_seat != seat:
                chance *= lead_chance(against - rival.against + TIE_ADVANTAGE, self.spread)
        return chance

    def contributor_chance(self, seat: int, added: int) -> float:
        """Return the probability that a player wins the award for goods after contributing `added`
        more."""
        chance = self.survival_chance
        total = self.part.contributed[seat] + added
        for rival_seat, goods in enumerate(self.part.contributed):
            if rival_seat != seat:
                chance *= lead_chance(total - goods + TIE_ADVANTAGE, self.spread)
        return chance

    def all_fail_but(self, me: int) -> float:
        """Return the probability that all players except `me` fail. me: a seat, or -1 to include
        all players."""
        chance = 1.0
        for seat, fail_chance in enumerate(self.fail_chances):
            if seat != me:
                chance *= fail_chance
        return chance

    def _fail_chance(self, seat: int) -> float:
        fail_chance, defense = 0.0, self.defenses[seat]
        for chance, _rank, threat in self.threats(seat, defense.against):
            fail_chance += chance * (1.0 - held_share(threat, defense))
        return fail_chance

    def _rounds_at_this_pace(self) -> float:
        """Return the remaining rounds if the game continues at the same pace."""
        progress_made = max(fullness(self.view, self.part), self._repulsed())
        remaining = (1.0 - progress_made) * (self.view.round + 1) / (progress_made + 0.1)
        return max(1.0, min(MAX_ROUNDS, remaining))

    def _repulsed(self) -> float:
        """Return the share of the repulse value that the players have reached."""
        part = self.part
        total = sum([defense.against for defense in self.defenses]) + sum(part.contributed)
        return min(1.0, max(0.0, total / dict(self.forecast.invasion.repulse)[len(part.track)]))

    def _rounds_until_defeat(self, planned: float) -> float:
        """Return the expected number of rounds, considering that all players may fail earlier.

        Also compute the probability that the empire survives all `planned` rounds.
        """
        hazard = self.all_fail_but(-1) / defeats_left(self.part)
        rounds = 0.0
        survival_chance = 1.0
        for index in range(round(planned)):
            rounds += survival_chance
            if index >= self.rounds_until_attack:
                survival_chance *= 1.0 - hazard
        self.survival_chance = survival_chance
        return max(1.0, rounds)


def gain_spread(rounds: float) -> float:
    """Return the spread of the gains of two players in `rounds` rounds, for `lead_chance`."""
    return MIN_SPREAD + 0.55 * sqrt(2.0 * GROWTH_CHANCE * (1.0 - GROWTH_CHANCE) * rounds)


def attacks_in(rounds: float, rounds_until_attack: int) -> int:
    """Return the number of attacks in `rounds` rounds.

    rounds_until_attack: rounds before the first attack.
    """
    return max(0, round(rounds) - rounds_until_attack)


def defeats_left(part: InvasionPart) -> int:
    """Return the number of common defeats until the game ends, at least 1."""
    return max(1, DEFEATS - part.defeats)


def is_over(part: InvasionPart) -> bool:
    """Return whether the invasion has ended the game. In sampled games this can be true."""
    return part.repulsed or part.defeats >= DEFEATS


def fullness(view: View, part: InvasionPart) -> float:
    """Return the progress toward an ordinary end of the game, from 0 to 1."""
    sizes = [tableau_size(view, part, seat) for seat in range(len(view.seats))]
    return max(max(sizes) / FULL_TABLEAU, 1.0 - view.pool / (CHIPS_A_PLAYER * len(sizes)))


def tableau_size(view: View, part: InvasionPart, seat: int) -> int:
    """Return the size of a tableau, including its damaged worlds."""
    return len(view.seats[seat].tableau) + len(part.damaged[seat])
