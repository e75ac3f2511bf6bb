"""Estimates for an invasion: attacks, awards, the end of the game, and repairs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mypy_extensions import i64

from rftg_dsl.model import Invasion
from rftg_engine.bots import features
from rftg_engine.bots.facts import Facts
from rftg_engine.bots.goods import fill_worlds, one_good
from rftg_engine.bots.invasion.attacks import (
    Defense,
    Horizon,
    Losses,
    defeats_left,
    ending_gain,
    fullness,
    score_weight,
    value_attacks,
)
from rftg_engine.bots.knowledge import APPRAISERS, Appraiser, Knowledge, ModuleEstimates
from rftg_engine.bots.seats import open_extra, open_features
from rftg_engine.bots.tableaus import Stage, TableauValue, dot
from rftg_engine.cards.bound import BoundAction, BoundMilitary
from rftg_engine.cards.moments import PRODUCE
from rftg_engine.cards.powers import Powers
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import CARDS_FOR_REPAIR, REPAIRED_BY_BONUS, awards
from rftg_engine.modules.invasion_attack import repulse_value
from rftg_engine.modules.invasion_state import NAME, InvasionPart, invasion_seen
from rftg_engine.steps import SETTLE
from rftg_engine.turns.gains import RepairWorlds
from rftg_engine.view import View

MAX_MISSING_MILITARY: Final = 6
"""Maximum missing Military at which players consider repulsing the invaders."""
FACTOR_PER_MISSING_MILITARY: Final = 0.6
"""Factor on the probability of repulsing the invaders soon, for each missing Military."""


@lru_cache(maxsize=8)
def defense_cards(table: Table) -> list[bool]:
    """Return whether each card has powers that count against invaders or repair worlds, by card
    id."""
    return [
        any(_helps_defense(power) for power in table.by_card[card])
        for card in range(len(table.cards))
    ]


def _helps_defense(power: object) -> bool:
    if isinstance(power, BoundMilitary):
        return power.against_invasions or power.meets_invaders
    return isinstance(power, BoundAction) and any(
        isinstance(gain, RepairWorlds) for gain in power.gains
    )


def repairs_of(powers: Powers) -> int:
    """Return the number of worlds that powers repair in each Produce."""
    count = 0
    for power in powers.at(PRODUCE):
        count += sum([gain.amount for gain in power.gains if isinstance(gain, RepairWorlds)])
    return count


class InvasionEstimates(ModuleEstimates):
    """Estimates for an invasion, for the player of a view."""

    def __init__(self, knowledge: Knowledge, view: View, stage: Stage, part: InvasionPart) -> None:
        self.knowledge: Final = knowledge
        self.view: Final = view
        self.stage: Final = stage
        self.part: Final = part
        self.table: Final = knowledge.table
        self.horizon: Final = Horizon(knowledge, view, stage, part)
        self.invasion: Final[Invasion] = self.horizon.forecast.invasion
        self.own_seat: Final = view.seats[view.me]
        self.tableau_value: Final[TableauValue] = knowledge.tableau_value(self.own_seat.tableau)
        self._survival_value: float | None = None
        self._worths: list[float] | None = None
        self._present_value: float | None = None

    # --- worlds

    @property
    def worths(self) -> list[float]:
        """Values of the player's worlds, rising."""
        worths = self._worths
        if worths is None:
            is_world = self.table.is_world
            worlds = [card for card in self.own_seat.tableau if is_world[card]]
            worths = self._worths = sorted([self.world_worth(world) for world in worlds])
        return worths

    def world_worth(self, world: int) -> float:
        """Return the value of a player's world, without its Military and good.

        A damaged world still counts for the size of the tableau.
        """
        cards = tuple([card for card in self.own_seat.tableau if card != world])
        without = self.knowledge.tableau_value(cards)
        if self.is_last_round():
            full = self.knowledge.tableau_value((*cards, world))
            return full.sums[features.SCORE] - without.sums[features.SCORE]
        worth = without.typical_worth(self.stage, without.placement_value(world))
        return worth - self.stage.weights[features.PLACED]

    def force_worth(self, world: int) -> float:
        """Return the value of the Military and defense of a player's world."""
        if self.is_last_round() or not self.helps_defense(world):
            return 0.0
        cards = tuple([card for card in self.own_seat.tableau if card != world])
        return self._present_worth() - self._position_value(
            self.knowledge.tableau_value(cards).powers, self.worths
        )

    def damaged(self) -> list[int]:
        """Return the player's damaged worlds."""
        return self.part.damaged[self.view.me]

    def is_last_round(self) -> bool:
        """Return whether the game ends with this round, as far as everyone can see."""
        return fullness(self.view, self.part) >= 1.0

    # --- positions

    def helps_defense(self, card: int) -> bool:
        """Return whether a card can change the player's defense against attacks or repair
        worlds."""
        return (
            defense_cards(self.table)[card] or self.tableau_value.powers.depends_on >> card & 1 != 0
        )

    def worth(self, facts: Facts) -> float:
        """Return the value of placing a card for attacks, awards and repulsing the invaders."""
        if not facts.is_world and not self.helps_defense(facts.card):
            return 0.0
        worths = self.worths
        if facts.is_world:
            world_value = self.tableau_value.typical_worth(
                self.stage, self.tableau_value.placement_value(facts.card)
            )
            worths = sorted([*worths, world_value - self.stage.weights[features.PLACED]])
        powers = self.table.powers_with(self.tableau_value.powers, facts.card)
        worth = self._position_value(powers, worths) - self._present_worth()
        if self.helps_defense(facts.card):
            worth += self.military_gain(self.horizon.in_force(self.view.me, powers))
        return worth

    def _present_worth(self) -> float:
        cached = self._present_value
        if cached is None:
            cached = self._present_value = self._position_value(
                self.tableau_value.powers, self.worths
            )
        return cached

    def _position_value(self, powers: Powers, worths: list[float]) -> float:
        """Return the value of expected attacks and repairs for a player with these powers and
        worlds."""
        me = self.view.me
        powers = self.horizon.in_force(me, powers)
        losses = Losses(self.stage, worths, repairs_of(powers), self.horizon.rounds)
        defense = self.horizon.defense(me, powers)
        value = self._attacks_value(me, defense, losses, self.survival_value)
        for world in self.damaged():
            worth = self.world_worth(world)
            value += worth - losses.cost(worth)
        return value

    def _attacks_value(self, seat: int, defense: Defense, losses: Losses, bonus: float) -> float:
        """Return the value of expected attacks for a player.

        bonus: value of holding out in an attack, in addition to its reward.
        """
        value, loss = 0.0, losses.mean_cost(self.horizon.attacks)
        for chance, rank, threat in self.horizon.threats(seat, defense.against):
            value += chance * value_attacks(threat, defense, self.reward(rank) + bonus, loss)
        return value

    @property
    def survival_value(self) -> float:
        """Value of preventing a common defeat, if that end of the game would hurt the player."""
        cached = self._survival_value
        if cached is None:
            all_fail = self.horizon.all_fail_but(self.view.me)
            cached = self._survival_value = (
                max(0.0, -all_fail * self.defeat_gain()) if all_fail > 0.0 else 0.0
            )
        return cached

    def defeat_gain(self) -> float:
        """Return the player's gain if everyone fails, divided by the number of defeats that end
        the game."""
        return self.ending_gain(True) / defeats_left(self.part)

    def reward(self, rank: int) -> float:
        """Return the value of holding out for a player of a rank."""
        return score_weight(self.stage) * dict(self.invasion.rewards)[len(self.part.track)][rank]

    # --- awards and the end

    def military_gain(self, powers: Powers) -> float:
        """Return the gain from new powers with Military: a better chance of the award, and of
        repulsing the invaders.

        powers: the player's powers, including the new ones.
        """
        me, horizon = self.view.me, self.horizon
        present = horizon.defenses[me].against
        against = Defense(powers, []).against
        gain = self._award(
            horizon.admiral_chance(me, against) - horizon.admiral_chance(me, present)
        )
        added = against - present
        return gain + self.repulse_gain(added)

    def repulse_gain(self, added: int) -> float:
        """Return the gain from added Military or goods for repulsing the invaders."""
        military = sum([defense.against for defense in self.horizon.defenses])
        missing = repulse_value(self.invasion, self.part) - military
        if added <= 0 or not 0 < missing <= MAX_MISSING_MILITARY + added:
            return 0.0
        factor = FACTOR_PER_MISSING_MILITARY
        added_chance = factor ** max(0, missing - added) - factor**missing
        return float(added_chance * self.ending_gain(False))

    def contributor_gain(self, goods: int) -> float:
        """Return the gain from contributing goods for the award."""
        me, horizon = self.view.me, self.horizon
        return self._award(
            horizon.contributor_chance(me, goods) - horizon.contributor_chance(me, 0)
        )

    def _award(self, chance: float) -> float:
        return score_weight(self.stage) * self.invasion.award * chance

    def ending_gain(self, is_defeat: bool) -> float:
        """Return the player's gain if the game ends now.

        is_defeat: whether it ends without awards.
        """
        knowledge, view = self.knowledge, self.view
        values, points = [], []
        for seat_index, seat in enumerate(view.seats):
            values.append(dot(self.stage.weights, open_features(knowledge, view, seat_index)))
            score = knowledge.tableau_value(seat.tableau).sums[features.SCORE] + seat.vp
            extra = open_extra(knowledge, view, seat_index)
            points.append(score + extra + self.points_won(seat_index, is_defeat))
        return ending_gain(points, values, view.me, self.horizon.rounds)

    def points_won(self, seat: int, is_defeat: bool) -> float:
        """Return the points that a player has won in the invasion so far.

        is_defeat: whether the empire is defeated, so that awards do not count.
        """
        count = 0 if is_defeat else len(awards(self.part, seat))
        return float(self.part.rewards[seat] + count * self.invasion.award)

    def points(self, seat: int) -> float:
        """Return a player's points from the invasion, including expected attacks and repairs."""
        powers = self.horizon.powers(seat)
        tableau_value = self.knowledge.tableau_value(self.view.seats[seat].tableau)
        losses = Losses(self.stage, [], repairs_of(powers), self.horizon.rounds)
        value = self.points_won(seat, False) + self._attacks_value(
            seat, self.horizon.defenses[seat], losses, 0.0
        )
        for world in self.part.damaged[seat]:
            worth = tableau_value.typical_worth(self.stage, tableau_value.placement_value(world))
            value += worth - losses.cost(worth)
        return value

    # --- Produce

    def phases(self) -> list[str]:
        """Return Settle in the first round."""
        return [SETTLE] if self.view.round == 1 else []

    def produce_gain(self, is_chosen: bool) -> float:
        """Return the value of goods to contribute and worlds to repair in Produce."""
        value = 0.0
        for world in self.own_seat.goods:
            value += max(0.0, self.contribution() - self.good_cost(world))
        worths = sorted([self.world_worth(world) for world in self.damaged()], reverse=True)
        free = repairs_of(self.tableau_value.powers)
        value += sum([max(0.0, worth) for worth in worths[:free]])
        worths = worths[free:]
        if is_chosen:
            bonus = (
                sum([max(0.0, worth) for worth in worths[:REPAIRED_BY_BONUS]])
                - self.windfall_worth()
            )
            if bonus > 0:
                value += bonus
                worths = worths[REPAIRED_BY_BONUS:]
        affordable = worths[: self.own_seat.hand_count // CARDS_FOR_REPAIR]
        return value + sum([max(0.0, worth - self.repair_price()) for worth in affordable])

    def repair_price(self) -> float:
        """Return the value of the hand cards for a repair."""
        return 0.0 if self.is_last_round() else CARDS_FOR_REPAIR * self.stage.cost

    def contribution(self) -> float:
        """Return the value of contributing one good."""
        return score_weight(self.stage) + self.contributor_gain(1) + self.repulse_gain(1)

    def good_cost(self, world: int) -> float:
        """Return the cost of contributing a good. A production world replaces it immediately."""
        if self.knowledge.facts[world].produces:
            return 0.0
        return self.good_worth(world)

    def good_worth(self, world: int) -> float:
        """Return the value of a good on a world."""
        if self.is_last_round():
            return 0.0
        economy = self.tableau_value.economy
        goods = self.tableau_value.goods_of(self.own_seat.goods)
        remaining: i64 = goods - one_good(self.knowledge.facts[world].kind)
        return economy.value(self.stage, goods) - economy.value(self.stage, remaining)

    def windfall_worth(self) -> float:
        """Return the value of a good on a windfall world."""
        if self.is_last_round():
            return 0.0
        economy = self.tableau_value.economy
        goods = self.tableau_value.goods_of(self.own_seat.goods)
        gained: i64 = fill_worlds(self.tableau_value.windfalls_left(self.own_seat.goods), 1)
        return economy.value(self.stage, goods + gained) - economy.value(self.stage, goods)


class InvasionAppraiser(Appraiser):
    """Source of estimates for invasions."""

    def estimate(self, knowledge: Knowledge, view: View, stage: Stage) -> ModuleEstimates:
        """Return the estimates for the invasion in a view."""
        part = invasion_seen(view)
        return (
            ModuleEstimates() if part is None else InvasionEstimates(knowledge, view, stage, part)
        )

    def progress(self, knowledge: Knowledge, view: View) -> float:
        """Return the share of the game that is over, at the present pace."""
        part = invasion_seen(view)
        if part is None:
            return 0.0
        horizon = Horizon(knowledge, view, knowledge.stage(0), part)
        passed = max(0, view.round - 1)
        return max(fullness(view, part), passed / (passed + horizon.remaining))


APPRAISERS[NAME] = InvasionAppraiser()
