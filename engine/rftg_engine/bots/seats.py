"""Open features of a player's position, and comparisons with the other players."""

from __future__ import annotations

from typing import Final

from gamekit.learned import Appraisal, Layer
from rftg_engine.bots import features
from rftg_engine.bots.aims import GoalProgress, progress_toward
from rftg_engine.bots.facts import token_worth
from rftg_engine.bots.habits import STAGES
from rftg_engine.bots.knowledge import Knowledge, module_estimates_of, progress
from rftg_engine.bots.tableaus import Stage, chip_points
from rftg_engine.modules.robot_state import robot_seen
from rftg_engine.state import Player
from rftg_engine.view import View

FULL_TABLEAU: Final = 12.0
CHIPS_A_PLAYER: Final = 12.0
FULL_PRESTIGE: Final = 15.0


def stage_number(view: View) -> int:
    """Return the stage of a game, from 0 at its start to STAGES just before its end."""
    cards = prestige = 0
    for seat in view.seats:
        cards = max(cards, len(seat.tableau))
        prestige = max(prestige, seat.prestige)
    robot = robot_seen(view)
    if robot is not None:
        cards = max(cards, len(view.seats[robot.seat].tableau) + robot.placed)
    progress_made = max(float(cards) / FULL_TABLEAU, float(prestige) / FULL_PRESTIGE)
    progress_made = max(progress_made, 1.0 - float(view.pool) / (CHIPS_A_PLAYER * len(view.seats)))
    return min(STAGES, int(progress_made * STAGES))


def stage_of(knowledge: Knowledge, view: View) -> Stage:
    """Return the weights at the stage of a game, including progress due to modules."""
    stage = stage_number(view)
    if view.parts:
        stage = max(stage, min(STAGES, int(progress(knowledge, view) * STAGES)))
    return knowledge.stage(stage)


def open_features(knowledge: Knowledge, view: View, seat: int) -> list[float]:
    """Return the features of a player that everyone can see; of the hand, only its size counts."""
    amounts = knowledge.tableau_value(view.seats[seat].tableau).sums[:]
    for feature, amount in open_amounts_of(knowledge, view, seat):
        amounts[feature] += amount
    return amounts


def open_amounts_of(knowledge: Knowledge, view: View, seat: int) -> list[tuple[int, float]]:
    """Return a player's open amounts outside the tableau, by feature. The points come first."""
    player_seat = view.seats[seat]
    tableau_value = knowledge.tableau_value(player_seat.tableau)
    points = player_seat.vp + open_extra(knowledge, view, seat)
    if view.parts:
        for estimates in module_estimates_of(knowledge, view, stage_of(knowledge, view)):
            points += estimates.points(seat)
    amounts = [
        (features.SCORE, points),
        (features.PRESTIGE, player_seat.prestige - tableau_value.sums[features.PRESTIGE]),
        (features.HAND, float(player_seat.hand_count)),
    ]
    if knowledge.table.search and not player_seat.special_used:
        amounts.append((features.SPECIAL_CARD, 1.0))
    if player_seat.goods:
        proceeds = tableau_value.economy.proceeds_of(tableau_value.goods_of(player_seat.goods))
        amounts.append((features.GOODS, proceeds.price))
        amounts.append((features.GOODS_POINTS, proceeds.points))
        amounts.append((features.GOODS_CARDS, proceeds.cards))
        amounts.append((features.GOODS_SALE, proceeds.sale))
    return amounts


def open_extra(knowledge: Knowledge, view: View, seat: int) -> float:
    """Return points that no tableau shows: goals, prestige, tokens, and scoring lines for chips."""
    player_seat = view.seats[seat]
    tableau_value = knowledge.tableau_value(player_seat.tableau)
    extra = float(player_seat.prestige) - tableau_value.sums[features.PRESTIGE]
    for goal_index in player_seat.goals:
        extra += knowledge.table.goals[goal_index].points
    for card in player_seat.tableau:
        if knowledge.facts[card].lines:
            extra += chip_points(knowledge.facts[card], player_seat.vp, player_seat.prestige)
    for token, count in player_seat.tokens:
        extra += count * token_worth(tableau_value.lines, token)
    return extra


def reachable_goals_of(knowledge: Knowledge, view: View, seat: int) -> list[GoalProgress]:
    """Return a player's progress toward all goals that the player can still win."""
    progress_list: list[GoalProgress] = []
    if view.goals:
        tableau_values = [
            knowledge.tableau_value(player_seat.tableau) for player_seat in view.seats
        ]
        for goal_index in view.goals:
            aim = progress_toward(
                knowledge.goals[goal_index], goal_index, tableau_values, view, seat
            )
            if aim is not None:
                progress_list.append(aim)
    return progress_list


def weigh_goals(aims: list[GoalProgress]) -> float:
    """Return the points of goals, weighted by how close the player is to each."""
    total = 0.0
    for aim in aims:
        total += aim.points / (1.0 + aim.distance)
    return total


def appraise(knowledge: Knowledge, view: View, seat: int, global_inputs: GlobalInputs) -> Appraisal:
    """Return the network's appraisal of a seat from open facts.

    global_inputs: inputs for that seat other than tableaus.
    """
    value = knowledge.value
    sums = layer_sums(knowledge, value.layer, view, seat)
    return Appraisal(value, value.layer.add(sums, global_inputs.indices, global_inputs.amounts))


def layer_sums(knowledge: Knowledge, layer: Layer, view: View, seat: int) -> list[float]:
    """Return the sums of a layer's units for all tableaus, from the view of a seat."""
    other_inputs = [
        knowledge.tableau_value(other_seat.tableau).opponent_inputs(layer)
        for index, other_seat in enumerate(view.seats)
        if index != seat
    ]
    return layer.sums(
        knowledge.tableau_value(view.seats[seat].tableau).own_inputs(layer), other_inputs
    )


class GlobalInputs:
    """Network inputs other than tableaus, by index.

    ahead: lead of the seat over the best other player, if the game ended now. most_prestige:
    highest prestige of the other players.
    """

    def __init__(
        self, knowledge: Knowledge, view: View, seat: int, aims: list[GoalProgress]
    ) -> None:
        self.indices: Final[list[int]] = []
        self.amounts: Final[list[float]] = []
        self.ahead = 0.0
        self.most_prestige = 0
        score = self._add_seat(knowledge, view, seat, 0, 1.0)
        self.add(features.CHIPS, float(view.seats[seat].vp))
        self._add_opponents(knowledge, view, seat, score)
        self.add(features.AIMS, weigh_goals(aims))
        self.add(features.PLAYERS, float(len(view.seats)))
        self.add(features.PRESTIGE_GAME, 1.0 if knowledge.table.search else 0.0)
        self.add(features.GOALS, float(len(view.goals)))
        self.add(features.POOL, float(view.pool) / len(view.seats))
        self.add(features.ROUND, float(view.round))
        self.add(features.TAKEOVERS, 1.0 if view.takeovers else 0.0)
        if view.parts:
            self.add(features.PROGRESS, progress(knowledge, view))

    def add(self, index: int, amount: float) -> None:
        """Add to an input."""
        if amount:
            self.indices.append(index)
            self.amounts.append(amount)

    def _add_seat(
        self, knowledge: Knowledge, view: View, seat: int, first_input: int, share: float
    ) -> float:
        """Add the features of a seat, as inputs from `first_input`, and return its score.

        share: factor on all amounts.
        """
        player_seat = view.seats[seat]
        open_amounts = open_amounts_of(knowledge, view, seat)
        for feature, amount in open_amounts:
            self.add(first_input + feature, share * amount)
        count = player_seat.hand_count
        self.add(first_input + features.HAND_UNDER_3, share * max(0, 3 - count))
        self.add(first_input + features.HAND_OVER_4, share * max(0, count - 4))
        self.add(first_input + features.HAND_OVER_8, share * max(0, count - 8))
        _score, points = open_amounts[0]
        return knowledge.tableau_value(player_seat.tableau).sums[features.SCORE] + points

    def _add_opponents(self, knowledge: Knowledge, view: View, seat: int, score: float) -> None:
        share = 1.0 / (len(view.seats) - 1)
        prestige = placed = 0
        best = -1_000.0
        scores = all_placed = all_made = made = chips = aims = 0.0
        for index, rival in enumerate(view.seats):
            if index == seat:
                continue
            other_score = self._add_seat(knowledge, view, index, features.OTHERS, share)
            scores += share * other_score
            best = max(best, other_score)
            prestige = max(prestige, rival.prestige)
            all_placed += share * len(rival.tableau)
            placed = max(placed, len(rival.tableau))
            points = knowledge.tableau_value(rival.tableau).sums[features.MAKES_POINTS]
            all_made += share * points
            made = max(made, points)
            chips += share * rival.vp
            if view.goals:
                aims += share * weigh_goals(reachable_goals_of(knowledge, view, index))
        self.ahead = score - best
        self.most_prestige = prestige
        for offset, amount in enumerate(features.lead(view.seats[seat].prestige, prestige)):
            self.add(features.LEAD + offset, amount)
        self.add(features.OTHERS_AIMS, aims)
        self.add(features.BEST_SCORE, best - scores)
        self.add(features.MOST_PLACED, placed - all_placed)
        self.add(features.MOST_MADE, made - all_made)
        self.add(features.OTHERS_CHIPS, chips)


def seen_players(knowledge: Knowledge, view: View) -> list[Player]:
    """Return all players as far as everyone can see them; see seen_player."""
    return [seen_player(knowledge, view, seat) for seat in range(len(view.seats))]


def seen_player(knowledge: Knowledge, view: View, seat: int) -> Player:
    """Return a player as far as everyone can see.

    Unknown hand cards, goods and saved cards are -1.
    """
    open_facts = view.seats[seat]
    player = Player(seat, knowledge.tableau_value(open_facts.tableau).powers)
    player.hand = [-1] * open_facts.hand_count
    player.tableau = list(open_facts.tableau)
    player.goods = dict.fromkeys(open_facts.goods, -1)
    player.saved = {card: [-1] * count for card, count in open_facts.saved}
    player.goals = list(open_facts.goals)
    player.vp = open_facts.vp
    player.prestige = open_facts.prestige
    player.tokens = dict(open_facts.tokens)
    return player
