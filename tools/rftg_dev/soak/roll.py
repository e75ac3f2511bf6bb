"""Random games of Roll with 2 to 5 players, checked after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

from gamekit.decisions import Decision
from gamekit.driver import Driver
from rftg_dev.harness import Tally
from rftg_dev.soak.games import GameCheck, illegal_answers
from rftg_dsl.library import cards_in_use, load
from roll_engine import Options, State, Table, new_game, result, steps, view_of
from roll_engine.cards.table import Powers
from roll_engine.rules import (
    ASSIGNED,
    CHIPS_A_PLAYER,
    DICE,
    GRAY,
    MAX_CREDITS,
    MAX_PLAYERS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    SIDES,
)
from roll_engine.state import Player
from roll_engine.view import dice_behind_screen

MAX_ROUNDS: Final = 500
"""Rounds after which a game counts as endless."""
CHECKED_EVERY: Final = 20
"""Average number of decisions between two checks of views and illegal answers."""


@cache
def official_table() -> Table:
    """Bind the official tiles."""
    compiled = load(("roll",))
    if compiled.has_errors:
        raise ValueError("roll has errors")
    return Table(compiled.sets, cards_in_use(compiled.sets))


def check_game(seed: int | str, index: int) -> Tally:
    """Play a game of official tiles. index: determines the players and options."""
    return RollCheck(official_table(), f"{seed}/{index}", index, MAX_ROUNDS).check()


class RollCheck(GameCheck):
    """A random game of Roll. index: determines the players and options."""

    def __init__(self, tiles: Table, seed: str, index: int, max_rounds: int) -> None:
        served = min(MAX_PLAYERS, len(tiles.factions), len(tiles.homes), len(tiles.tiles) // 2)
        self.tiles = tiles
        self.options = Options(2 + index % (served - 1), strict=index % 3 == 0)
        super().__init__(seed, self.options.players, max_rounds)

    def setup(self) -> str:
        return f"{self.players} players{', strict' if self.options.strict else ''}"

    def new_game(self) -> Driver[State]:
        return new_game(self.tiles, self.options, self.seed, self.check_step, forkable=False)

    def view(self, state: State, seat: int) -> Any:
        return view_of(state, seat)

    def permute_hidden(self, state: State, seat: int) -> State:
        return permute_hidden(state, seat, self.rng)

    def violations(self, state: State, step: str) -> Iterator[str]:
        yield from find_violations(self.tiles, state, step)
        if self.rng.random() * CHECKED_EVERY < 1 and state.copy().digest() != state.digest():
            yield "a copy of the state differs"

    def check_decision(self, game: Driver[State], decision: Decision) -> None:
        if self.rng.random() * CHECKED_EVERY < 1:
            self.compare_views(game.state)
            for attempt in illegal_answers(decision, self.players, len(self.tiles.cards), self.rng):
                self.try_illegal(game, decision, attempt)

    def final_violations(self, state: State) -> list[str]:
        return [] if result(self.tiles, state).winners else ["the game has no winner"]


def find_violations(table: Table, state: State, step: str) -> Iterator[str]:
    """Yield the invariants that are violated after a step."""
    yield from _dice_violations(state)
    yield from _tile_violations(table, state)
    chips = sum(player.chips for player in state.players)
    total = CHIPS_A_PLAYER * len(state.players)
    has_lost_some = (
        state.pool <= 0 and chips + state.pool < total
    )  # spent chips leave the game then
    if chips + state.pool != total and not has_lost_some:
        yield f"{chips} points in chips and {state.pool} in the pool are not the total"
    if state.abandoned:
        yield "abandoned tiles are left after a step"
    for player in state.players:
        yield from _player_violations(table, player, step)


def _dice_violations(state: State) -> Iterator[str]:
    total = state.supply[:]
    for player in state.players:
        numbers = [*player.rolled, *player.dictated, *[n for dice in player.places for n in dice]]
        if min(numbers) < 0:
            yield f"player {player.seat} has a negative number of dice"
        for colour, count in enumerate(player.dice()):
            total[colour] += count
    if tuple(total) != DICE or min(state.supply) < 0:
        yield f"there are {total} dice, {state.supply} of them in the supply"


def _tile_violations(table: Table, state: State) -> Iterator[str]:
    tiles = Counter(state.bag + state.abandoned)
    tile_of = {face: n for n, tile in enumerate(table.tiles) for face in faces_of(table, n)}
    faces: Counter[int] = Counter()
    for player in state.players:
        tiles.update(player.zone() + player.drawn)
        faces.update(player.tableau)
        tiles.update(tile_of[face] for face in player.tableau if face in tile_of)
    if tiles != Counter(range(len(table.tiles))):
        yield "a tile is in two places, or in none"
    if max(faces.values(), default=0) > 1:
        yield "a face is in two tableaus"


def faces_of(table: Table, tile_id: int) -> tuple[int, int]:
    """Return the faces of a game tile."""
    tile = table.tiles[tile_id]
    return tile.development, tile.world


def _player_violations(table: Table, player: Player, step: str) -> Iterator[str]:
    me = f"player {player.seat}"
    if not 0 <= player.credits <= MAX_CREDITS:
        yield f"{me} has {player.credits} credits"
    if player.drawn:
        yield f"{me} has drawn tiles that were not placed"
    for world, colours in player.goods.items():
        if world not in player.tableau or table.kind[world] == GRAY:
            yield f"{me} has a good on {table.titles[world]}"
        if not 0 < len(colours) <= player.powers.goods_limit(world) or colours != sorted(colours):
            yield f"{me} has {len(colours)} goods on {table.titles[world]}"
    if _comparable_facts(player.powers) != _comparable_facts(table.powers(player.tableau)):
        yield f"{me} has powers that are not those of the tableau"
    if step == steps.MANAGE:
        yield from _round_end_violations(player, me)


def _comparable_facts(powers: Powers) -> tuple[object, ...]:
    """Return facts about a tableau's powers, for comparison: equal powers may be two objects."""
    workers = (powers.reassigns, powers.dictate_uses, powers.dictated_workers, powers.extra)
    tiles = (powers.costs, powers.on_top, powers.rearranges, powers.goods, powers.start_credits)
    rest = (powers.goods_on, powers.in_order, powers.prices, powers.actions, powers.scores)
    return powers.mask, *workers, *tiles, *rest


def _round_end_violations(player: Player, me: str) -> Iterator[str]:
    """Yield the violations at the end of a round."""
    if player.credits < 1:
        yield f"{me} has no credit"
    if any(any(player.places[ASSIGNED + phase]) for phase in range(NUMBER_OF_PHASES)):
        yield f"{me} has unused workers"
    if any(player.dictated) or any(player.rolled) or player.strip >= 0:
        yield f"{me} has dice behind the screen"
    places = (player.builders(False), player.builders(True))
    if not any(player.cup) and (player.goods or any(map(any, places))):
        yield f"{me} has an empty cup and dice to recall"
    if any(player.citizenry) and player.credits > 1:
        yield f"{me} has dice in the Citizenry and credits to recruit them"


def permute_hidden(state: State, me: int, rng: Random) -> State:
    """Return a copy with all hidden tiles dealt again and all dice behind screens rolled again."""
    copy = state.copy()
    opponents = [player for seat, player in enumerate(copy.players) if seat != me]
    stacks = [stack for player in opponents for stack in (player.developments, player.worlds)]
    piles = [copy.bag, copy.abandoned, *[player.drawn for player in opponents]]
    # The top tiles of the stacks are open.
    tiles = [tile for pile in piles for tile in pile]
    tiles += [tile for stack in stacks for tile in stack[1:]]
    rng.shuffle(tiles)
    for pile in piles:
        pile[:] = [tiles.pop() for _tile in pile]
    for stack in stacks:
        stack[1:] = [tiles.pop() for _tile in stack[1:]]
    if not state.revealed:
        for player in opponents:
            _roll_again(player, rng)
    return copy


def _roll_again(player: Player, rng: Random) -> None:
    """Put all workers behind a screen in random places there."""
    dice = dice_behind_screen(player)
    player.rolled = [0] * (SIDES * NUMBER_OF_COLOURS)
    player.dictated = [0] * NUMBER_OF_COLOURS
    player.selected = player.strip = -1
    for phase in range(NUMBER_OF_PHASES):
        player.workers(phase)[:] = [0] * NUMBER_OF_COLOURS
    for colour, count in enumerate(dice):
        for _die in range(count):
            place = rng.randrange(NUMBER_OF_PHASES + 3)
            if place < NUMBER_OF_PHASES:
                player.workers(place)[colour] += 1
            elif place == NUMBER_OF_PHASES:
                player.dictated[colour] += 1
            elif place == NUMBER_OF_PHASES + 1 and player.strip < 0:
                player.strip, player.selected = colour, rng.randrange(NUMBER_OF_PHASES)
            else:
                player.rolled[rng.randrange(SIDES) * NUMBER_OF_COLOURS + colour] += 1
