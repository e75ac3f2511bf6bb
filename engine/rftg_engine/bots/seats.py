"""A player's position as everyone can see it, and comparisons with the other players."""

from __future__ import annotations

from typing import Final

from gamekit.learned import Appraisal, Eight, Layer
from rftg_engine.bots import features
from rftg_engine.bots.aims import GoalProgress, hope, progress_toward
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
        amounts.append((features.GOODS_POINTS, proceeds.most_points))
        amounts.append((features.GOODS_CARDS, proceeds.most_cards))
        amounts.append((features.GOODS_SALE, proceeds.sale))
    return amounts


def open_extra(knowledge: Knowledge, view: View, seat: int) -> float:
    """Return points that no tableau shows: goals, prestige, tokens, and scoring lines for chips."""
    player_seat = view.seats[seat]
    tableau_value = knowledge.tableau_value(player_seat.tableau)
    extra = float(player_seat.prestige) - tableau_value.sums[features.PRESTIGE]
    for goal_index in player_seat.goals:
        extra += knowledge.table.goals[goal_index].points
    extra += chip_points(tableau_value.lines, player_seat.vp, player_seat.prestige)
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
        total += hope(aim.points, aim.distance)
    return total


class Standing:
    """A player's position from open facts: inputs of the networks other than the tableau.

    aims: goals within reach. most_prestige: highest prestige of the other players.
    """

    def __init__(self, knowledge: Knowledge, view: View, seat: int) -> None:
        self.knowledge: Final = knowledge
        self.tableau_value: Final = knowledge.tableau_value(view.seats[seat].tableau)
        self.aims: Final = reachable_goals_of(knowledge, view, seat)
        self.most_prestige = 0
        self.indices: Final[list[int]] = []
        self.amounts: Final[list[float]] = []
        self._add_own(view, seat)
        self._add_game(view)
        self._add_comparisons(view, seat)

    def layer_sums(self, layer: Layer) -> list[Eight]:
        """Return the sums of a layer's units."""
        return layer.add(self.tableau_value.layer_sums(layer), self.indices, self.amounts)

    def appraisal(self) -> Appraisal:
        """Return the value's appraisal of the position."""
        value = self.knowledge.value
        return Appraisal(value, self.layer_sums(value.layer))

    def _add(self, index: int, amount: float) -> None:
        if amount:
            self.indices.append(index)
            self.amounts.append(amount)

    def _add_own(self, view: View, seat: int) -> None:
        for feature, amount in open_amounts_of(self.knowledge, view, seat):
            self._add(feature, amount)
        under_3, over_4, over_8 = features.hand_sizes(float(view.seats[seat].hand_count))
        self._add(features.HAND_UNDER_3, under_3)
        self._add(features.HAND_OVER_4, over_4)
        self._add(features.HAND_OVER_8, over_8)
        self._add(features.AIMS, weigh_goals(self.aims))

    def _add_game(self, view: View) -> None:
        self._add(features.PLAYERS, float(len(view.seats)))
        self._add(features.PRESTIGE_GAME, 1.0 if self.knowledge.table.search else 0.0)
        self._add(features.GOALS, float(len(view.goals)))
        self._add(features.POOL, float(view.pool) / len(view.seats))
        self._add(features.ROUND, float(view.round))
        self._add(features.TAKEOVERS, 1.0 if view.takeovers else 0.0)
        self._add(features.STAGE, float(stage_of(self.knowledge, view).number))
        if view.parts:
            self._add(features.PROGRESS, progress(self.knowledge, view))

    def _add_comparisons(self, view: View, seat: int) -> None:
        placed = 0
        made = 0.0
        for index, rival in enumerate(view.seats):
            if index != seat:
                self.most_prestige = max(self.most_prestige, rival.prestige)
                placed = max(placed, len(rival.tableau))
                sums = self.knowledge.tableau_value(rival.tableau).sums
                made = max(made, sums[features.MAKES_POINTS])
        for offset, amount in enumerate(
            features.lead(view.seats[seat].prestige, self.most_prestige)
        ):
            self._add(features.LEAD + offset, amount)
        self._add(features.MOST_PLACED, float(placed))
        self._add(features.MOST_MADE, made)


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
