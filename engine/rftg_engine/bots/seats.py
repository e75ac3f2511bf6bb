"""A seat by its features, as all see it, and by how it stands to the others."""

from __future__ import annotations

from typing import Final

from gamekit.learned import Appraisal, Layer
from rftg_engine.bots import features, inputs
from rftg_engine.bots.aims import GoalProgress, aim_at
from rftg_engine.bots.facts import token_worth
from rftg_engine.bots.knowledge import Knowledge, progress, stakes_of
from rftg_engine.bots.network import Network
from rftg_engine.bots.standing import Stage, chip_points
from rftg_engine.bots.weights import STAGES
from rftg_engine.modules.robot.state import robot_seen
from rftg_engine.state import Player
from rftg_engine.view import View

FULL_TABLEAU: Final = 12.0
CHIPS_A_PLAYER: Final = 12.0
FULL_PRESTIGE: Final = 15.0


def stage_number(view: View) -> int:
    """Return how far a game has come: 0 at its start, STAGES when it is about to end."""
    cards = prestige = 0
    for seat in view.seats:
        cards = max(cards, len(seat.tableau))
        prestige = max(prestige, seat.prestige)
    robot = robot_seen(view)
    if robot is not None:
        cards = max(cards, len(view.seats[robot.seat].tableau) + robot.placed)
    come = max(float(cards) / FULL_TABLEAU, float(prestige) / FULL_PRESTIGE)
    come = max(come, 1.0 - float(view.pool) / (CHIPS_A_PLAYER * len(view.seats)))
    return min(STAGES, int(come * STAGES))


def stage_of(known: Knowledge, view: View) -> Stage:
    """Return the weights at the stage of a game, modules of rules taken into account."""
    number = stage_number(view)
    if view.parts:
        number = max(number, min(STAGES, int(progress(known, view) * STAGES)))
    return known.stage(number)


def open_features(known: Knowledge, view: View, seat: int) -> list[float]:
    """Return the features of a player that all may see; of the hand its size."""
    found = known.standing(view.seats[seat].tableau).sums[:]
    for feature, amount in open_beside(known, view, seat):
        found[feature] += amount
    return found


def open_beside(known: Knowledge, view: View, seat: int) -> list[tuple[int, float]]:
    """Return by feature what a player has beside the tableau that all may see.

    The points come first.
    """
    one = view.seats[seat]
    standing = known.standing(one.tableau)
    points = one.vp + open_extra(known, view, seat)
    if view.parts:
        for stakes in stakes_of(known, view, stage_of(known, view)):
            points += stakes.points(seat)
    found = [
        (features.SCORE, points),
        (features.PRESTIGE, one.prestige - standing.sums[features.PRESTIGE]),
        (features.HAND, float(one.hand_count)),
    ]
    if known.table.search and not one.special_used:
        found.append((features.SPECIAL_CARD, 1.0))
    if one.goods:
        proceeds = standing.economy.becomes(standing.goods_of(one.goods))
        found.append((features.GOODS, proceeds.price))
        found.append((features.GOODS_POINTS, proceeds.points))
        found.append((features.GOODS_CARDS, proceeds.cards))
        found.append((features.GOODS_SALE, proceeds.sale))
    return found


def open_extra(known: Knowledge, view: View, seat: int) -> float:
    """Return points that no tableau tells: goals, lines for chips, prestige, tokens."""
    one = view.seats[seat]
    standing = known.standing(one.tableau)
    extra = float(one.prestige) - standing.sums[features.PRESTIGE]
    for number in one.goals:
        extra += known.table.goals[number].points
    for card in one.tableau:
        if known.facts[card].lines:
            extra += chip_points(known.facts[card], one.vp, one.prestige)
    for token, number in one.tokens:
        extra += number * token_worth(standing.lines, token)
    return extra


def aims_of(known: Knowledge, view: View, seat: int) -> list[GoalProgress]:
    """Return the tiles that a player can still have, by the nearest way to each."""
    found: list[GoalProgress] = []
    if view.goals:
        standings = [known.standing(one.tableau) for one in view.seats]
        for number in view.goals:
            aim = aim_at(known.goals[number], number, standings, view, seat)
            if aim is not None:
                found.append(aim)
    return found


def aimed(aims: list[GoalProgress]) -> float:
    """Return the points of goals that can still be had, by how near they are."""
    total = 0.0
    for aim in aims:
        total += aim.points / (1.0 + aim.far)
    return total


def appraise(
    known: Knowledge, network: Network, view: View, seat: int, beside: Beside
) -> Appraisal:
    """Return what a network makes of a seat, by what all see. beside: of the seat."""
    sums = reached(known, network.layer, view, seat)
    return Appraisal(network, network.layer.add(sums, beside.where, beside.amounts))


def reached(known: Knowledge, layer: Layer, view: View, seat: int) -> list[float]:
    """Return what the units of a layer are reached by, for all tableaus as a seat has them."""
    others = [
        known.standing(other.tableau).as_other(layer)
        for number, other in enumerate(view.seats)
        if number != seat
    ]
    return layer.sums(known.standing(view.seats[seat].tableau).as_own(layer), others)


class Beside:
    """All that the value is given beside tableaus: inputs, by number.

    ahead: points by which the seat is ahead of the best other one, if the game ended now.
    most_prestige: of another seat.
    """

    def __init__(self, known: Knowledge, view: View, seat: int, aims: list[GoalProgress]) -> None:
        self.where: Final[list[int]] = []
        self.amounts: Final[list[float]] = []
        self.ahead = 0.0
        self.most_prestige = 0
        score = self._seat(known, view, seat, 0, 1.0)
        self.add(inputs.CHIPS, float(view.seats[seat].vp))
        self._others(known, view, seat, score)
        self.add(inputs.AIMS, aimed(aims))
        self.add(inputs.PLAYERS, float(len(view.seats)))
        self.add(inputs.PRESTIGE_GAME, 1.0 if known.table.search else 0.0)
        self.add(inputs.GOALS, float(len(view.goals)))
        self.add(inputs.POOL, float(view.pool) / len(view.seats))
        self.add(inputs.ROUND, float(view.round))
        self.add(inputs.TAKEOVERS, 1.0 if view.takeovers else 0.0)
        if view.parts:
            self.add(inputs.PROGRESS, progress(known, view))

    def add(self, nth: int, amount: float) -> None:
        """Add to an input."""
        if amount:
            self.where.append(nth)
            self.amounts.append(amount)

    def _seat(self, known: Knowledge, view: View, seat: int, first: int, share: float) -> float:
        """Add what a seat has, as features from `first` on, and return its score."""
        one = view.seats[seat]
        beside = open_beside(known, view, seat)
        for feature, amount in beside:
            self.add(first + feature, share * amount)
        count = one.hand_count
        self.add(first + features.HAND_UNDER_3, share * max(0, 3 - count))
        self.add(first + features.HAND_OVER_4, share * max(0, count - 4))
        self.add(first + features.HAND_OVER_8, share * max(0, count - 8))
        _score, points = beside[0]
        return known.standing(one.tableau).sums[features.SCORE] + points

    def _others(self, known: Knowledge, view: View, seat: int, score: float) -> None:
        share = 1.0 / (len(view.seats) - 1)
        prestige = placed = 0
        best = -1_000.0
        scores = all_placed = all_made = made = chips = aims = 0.0
        for number, other in enumerate(view.seats):
            if number == seat:
                continue
            theirs = self._seat(known, view, number, inputs.OTHERS, share)
            scores += share * theirs
            best = max(best, theirs)
            prestige = max(prestige, other.prestige)
            all_placed += share * len(other.tableau)
            placed = max(placed, len(other.tableau))
            points = known.standing(other.tableau).sums[features.MAKES_POINTS]
            all_made += share * points
            made = max(made, points)
            chips += share * other.vp
            if view.goals:
                aims += share * aimed(aims_of(known, view, number))
        self.ahead = score - best
        self.most_prestige = prestige
        for place, amount in enumerate(inputs.lead(view.seats[seat].prestige, prestige)):
            self.add(inputs.LEAD + place, amount)
        self.add(inputs.OTHERS_AIMS, aims)
        self.add(inputs.BEST_SCORE, best - scores)
        self.add(inputs.MOST_PLACED, placed - all_placed)
        self.add(inputs.MOST_MADE, made - all_made)
        self.add(inputs.OTHERS_CHIPS, chips)


def seen_players(known: Knowledge, view: View) -> list[Player]:
    """Return all players as far as all see what is counted; hand cards are any."""
    return [seen_player(known, view, seat) for seat in range(len(view.seats))]


def seen_player(known: Knowledge, view: View, seat: int) -> Player:
    """Return a player as far as all see what is counted; hand cards are any."""
    open_facts = view.seats[seat]
    player = Player(seat, known.standing(open_facts.tableau).powers)
    player.hand = [-1] * open_facts.hand_count
    player.tableau = list(open_facts.tableau)
    player.goods = dict.fromkeys(open_facts.goods, -1)
    player.vp = open_facts.vp
    player.prestige = open_facts.prestige
    player.tokens = dict(open_facts.tokens)
    return player
