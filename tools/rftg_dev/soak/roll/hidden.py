"""A state in which only what one player may not see is another: that player's view stays."""

from __future__ import annotations

from random import Random

from roll_engine.rules import NUMBER_OF_COLOURS, NUMBER_OF_PHASES, SIDES
from roll_engine.state import Player, State
from roll_engine.view import screened


def permuted(state: State, me: int, rng: Random) -> State:
    """Return a copy with all that is hidden dealt anew: tiles, and workers behind screens."""
    twin = state.copy()
    others = [player for seat, player in enumerate(twin.players) if seat != me]
    stacks = [stack for player in others for stack in (player.developments, player.worlds)]
    piles = [twin.bag, twin.abandoned, *[player.drawn for player in others]]
    # The top tiles of the stacks lie open.
    tiles = [tile for pile in piles for tile in pile]
    tiles += [tile for stack in stacks for tile in stack[1:]]
    rng.shuffle(tiles)
    for pile in piles:
        pile[:] = [tiles.pop() for _tile in pile]
    for stack in stacks:
        stack[1:] = [tiles.pop() for _tile in stack[1:]]
    if not state.revealed:
        for player in others:
            _roll_again(player, rng)
    return twin


def _roll_again(player: Player, rng: Random) -> None:
    """Put all workers behind a screen anywhere there."""
    dice = screened(player)
    player.rolled = [0] * (SIDES * NUMBER_OF_COLOURS)
    player.dictated = [0] * NUMBER_OF_COLOURS
    player.selected = player.strip = -1
    for phase in range(NUMBER_OF_PHASES):
        player.workers(phase)[:] = [0] * NUMBER_OF_COLOURS
    for colour, number in enumerate(dice):
        for _die in range(number):
            place = rng.randrange(NUMBER_OF_PHASES + 3)
            if place < NUMBER_OF_PHASES:
                player.workers(place)[colour] += 1
            elif place == NUMBER_OF_PHASES:
                player.dictated[colour] += 1
            elif place == NUMBER_OF_PHASES + 1 and player.strip < 0:
                player.strip, player.selected = colour, rng.randrange(NUMBER_OF_PHASES)
            else:
                player.rolled[rng.randrange(SIDES) * NUMBER_OF_COLOURS + colour] += 1
