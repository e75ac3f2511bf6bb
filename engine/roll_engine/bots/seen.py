"""Players as the owner of a view sees them."""

from __future__ import annotations

from roll_engine.bots.facts import Knowledge
from roll_engine.bots.lead import UNKNOWN
from roll_engine.state import Player
from roll_engine.view import NO_TILE, Seat, View


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
