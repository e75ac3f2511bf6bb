"""View converted to a state, and the values of positions that its owner can reach."""

from __future__ import annotations

from typing import Final

from roll_engine.bots.facts import Knowledge, count_wild_faces
from roll_engine.bots.lead import COUNT, SCORE, UNKNOWN, LeadModel, features_of, tableau_share
from roll_engine.rules import (
    CHIPS_A_PLAYER,
    CREDITS_AFTER_RECRUITING,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
)
from roll_engine.state import Player, State
from roll_engine.view import NO_TILE, Seat, View

RECRUITING_ORDER: Final = tuple(
    sorted(range(NUMBER_OF_COLOURS), key=lambda colour: (-count_wild_faces(colour), -colour))
)
"""Colours of dice in the order of recruiting: the most flexible first."""
LOWEST_VALUE: Final = -1000.0
"""Value below that of any option."""


class ViewState:
    """A view converted to a state, with values for its owner.

    own_player: the owner at present; the valued positions are modified copies. others: open
    features of each other player.
    """

    def __init__(self, knowledge: Knowledge, lead_model: LeadModel, view: View) -> None:
        self.knowledge: Final = knowledge
        self.lead_model: Final = lead_model
        self.me: Final = view.me
        self.work: Final = view.work
        players = [player_of(knowledge, view, seat) for seat in range(len(view.seats))]
        self.state: Final = State(players)
        self.state.pool = view.pool
        self.state.supply = list(view.supply)
        self.state.round = view.round
        self.own_player: Final = players[view.me]
        self.others: Final = self._features_of_others()
        self.other_features: Final = _mean_features(self.others)
        self.best: Final = max([features[SCORE] for features in self.others], default=0.0)

    def _features_of_others(self) -> list[list[float]]:
        """Return the features of the other players, after their workers have returned."""
        state = self.state
        seats = [seat for seat in range(len(state.players)) if seat != self.me]
        for seat in seats:
            return_workers(state.players[seat])
        return [features_of(self.knowledge, state, seat) for seat in seats]

    def value(self, player: Player) -> float:
        """Return the expected final lead of the owner with the given possessions.

        player: the owner at the beginning of a round (see return_workers). Each position takes one
        step of work. Raise TooMuchWork.
        """
        self.work.add_combinations(1)
        state = self.state
        state.players[self.me] = player
        own_features = features_of(self.knowledge, state, self.me)
        return (
            own_features[SCORE]
            - self.best
            + self.lead_model.expected_change(own_features, self.other_features, self.stage(player))
        )

    def value_mid_round(self, player: Player) -> float:
        """Return the value of a position within a round. The player is not changed."""
        copy = player.copy()
        return_workers(copy)
        return self.value(copy)

    def stage(self, player: Player) -> list[float]:
        """Return the progress of the game (see lead.STAGE_NAMES)."""
        state = self.state
        player_count = len(state.players)
        chips = CHIPS_A_PLAYER * player_count
        pool = max(0, state.pool - (player.chips - self.own_player.chips))
        fullest = max(
            [tableau_share(rival) for rival in state.players if rival.seat != self.me], default=0.0
        )
        return [
            float(player_count),
            min(1.0, pool / chips),
            1.0 - tableau_share(player),
            1.0 - max(fullest, tableau_share(player)),
            float(state.round),
        ]


def _mean_features(features: list[list[float]]) -> list[float]:
    total = [0.0] * COUNT
    for amounts in features:
        for index, amount in enumerate(amounts):
            total[index] += amount
    return [amount / max(1, len(features)) for amount in total]


def return_workers(player: Player) -> None:
    """Return all workers and recruit dice, as at the end of a round."""
    cup = player.cup
    for phase in range(NUMBER_OF_PHASES):
        workers = player.workers(phase)
        if any(workers):
            for colour, count in enumerate(workers):
                cup[colour] += count
                workers[colour] = 0
    if any(player.rolled):
        for index, count in enumerate(player.rolled):
            cup[index % NUMBER_OF_COLOURS] += count
            player.rolled[index] = 0
    if any(player.dictated):
        for colour, count in enumerate(player.dictated):
            cup[colour] += count
            player.dictated[colour] = 0
    if player.strip >= 0:
        cup[player.strip] += 1
        player.strip = -1
    for colour in RECRUITING_ORDER:
        if not player.credits:
            break
        count = min(player.citizenry[colour], player.credits)
        player.citizenry[colour] -= count
        cup[colour] += count
        player.credits -= count
    player.credits = max(player.credits, CREDITS_AFTER_RECRUITING)


def player_of(knowledge: Knowledge, view: View, index: int) -> Player:
    """Return a player as the owner of a view sees them."""
    seat = view.seats[index]
    player = Player(index, knowledge.table.powers(seat.tableau))
    player.places = [list(dice) for dice in seat.places]
    player.goods = {world: list(colours) for world, colours in seat.goods}
    player.tableau = list(seat.tableau)
    player.credits, player.chips, player.selected = seat.credits, seat.chips, seat.selected
    player.revealed = seat.revealed
    if index == view.me:
        _add_hidden(player, view)
    else:
        player.dictated = list(seat.screened)
        player.developments = _visible_stack(seat, False)
        player.worlds = _visible_stack(seat, True)
    return player


def _add_hidden(player: Player, view: View) -> None:
    """Add the possessions that only their owner sees."""
    player.developments, player.worlds = list(view.developments), list(view.worlds)
    player.drawn = list(view.drawn)
    player.rolled, player.dictated = list(view.rolled), list(view.dictated)
    player.selected, player.strip = view.selected, view.strip
    for phase, workers in enumerate(view.assigned):
        player.workers(phase)[:] = list(workers)


def _visible_stack(seat: Seat, is_world: bool) -> list[int]:
    """Return the stack of another player; only its top tile is known."""
    top = seat.top_world if is_world else seat.top_development
    count = seat.worlds if is_world else seat.developments
    if top == NO_TILE:
        return []
    return [top] + [UNKNOWN] * (count - 1)
