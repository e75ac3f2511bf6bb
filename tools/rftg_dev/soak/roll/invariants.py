"""What holds after every step of every game, whatever the rules say of the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from roll_engine import steps
from roll_engine.cards.powers import Powers
from roll_engine.cards.table import Table
from roll_engine.rules import (
    ASSIGNED,
    CHIPS_A_PLAYER,
    DICE,
    GRAY,
    MOST_CREDITS,
    NUMBER_OF_PHASES,
)
from roll_engine.state import Player, State


def broken(table: Table, state: State, step: str) -> Iterator[str]:
    """Yield what does not hold after a step."""
    yield from _dice(state)
    yield from _tiles(table, state)
    chips = sum(player.chips for player in state.players)
    if chips + state.pool != CHIPS_A_PLAYER * len(state.players):
        yield f"there are {chips} points in chips, and {state.pool} in the pool"
    if state.abandoned:
        yield "abandoned tiles are left over"
    for player in state.players:
        yield from _player(table, player, step)


def _dice(state: State) -> Iterator[str]:
    total = state.supply[:]
    for player in state.players:
        numbers = [*player.rolled, *player.dictated, *[n for dice in player.places for n in dice]]
        if min(numbers) < 0:
            yield f"player {player.seat} has fewer than no dice"
        for colour, number in enumerate(player.dice()):
            total[colour] += number
    if tuple(total) != DICE or min(state.supply) < 0:
        yield f"there are {total} dice, {state.supply} of them in the supply"


def _tiles(table: Table, state: State) -> Iterator[str]:
    found = Counter(state.bag + state.abandoned)
    tile_of = {face: n for n, tile in enumerate(table.tiles) for face in faces_of(table, n)}
    faces: Counter[int] = Counter()
    for player in state.players:
        found.update(player.zone() + player.drawn)
        faces.update(player.tableau)
        found.update(tile_of[face] for face in player.tableau if face in tile_of)
    if found != Counter(range(len(table.tiles))):
        yield "a tile is at two places, or at none"
    if max(faces.values(), default=0) > 1:
        yield "a face is in two tableaus"


def faces_of(table: Table, number: int) -> tuple[int, int]:
    """Return the faces of a game tile."""
    tile = table.tiles[number]
    return tile.development, tile.world


def _player(table: Table, player: Player, step: str) -> Iterator[str]:
    me = f"player {player.seat}"
    if not 0 <= player.credits <= MOST_CREDITS:
        yield f"{me} has {player.credits} credits"
    if player.drawn:
        yield f"{me} has drawn tiles that are not placed"
    for world, colours in player.goods.items():
        if world not in player.tableau or table.kind[world] == GRAY:
            yield f"{me} has a good on {table.titles[world]}"
        if not 0 < len(colours) <= player.powers.goods or colours != sorted(colours):
            yield f"{me} has {len(colours)} goods on {table.titles[world]}"
    if _facts(player.powers) != _facts(table.powers(player.tableau)):
        yield f"{me} has the powers of another tableau"
    if step == steps.MANAGE:
        yield from _managed(player, me)


def _facts(powers: Powers) -> tuple[object, ...]:
    """Return what a tableau's powers are; equal ones need not be one object for ever."""
    workers = (powers.reassigns, powers.times, powers.dictated, powers.extra)
    tiles = (powers.costs, powers.on_top, powers.rearranges, powers.goods, powers.start_credits)
    return powers.mask, *workers, *tiles, powers.prices, powers.actions, powers.scores


def _managed(player: Player, me: str) -> Iterator[str]:
    """Yield what does not hold at the end of a round."""
    if player.credits < 1:
        yield f"{me} has no credit left"
    if any(any(player.places[ASSIGNED + phase]) for phase in range(NUMBER_OF_PHASES)):
        yield f"{me} has workers that are not used"
    if any(player.dictated) or any(player.rolled) or player.strip >= 0:
        yield f"{me} has dice behind the screen"
    places = (player.builders(False), player.builders(True))
    if not any(player.cup) and (player.goods or any(map(any, places))):
        yield f"{me} has an empty cup, and dice to recall"
    if any(player.citizenry) and player.credits > 1:
        yield f"{me} has credits for dice in the Citizenry"
