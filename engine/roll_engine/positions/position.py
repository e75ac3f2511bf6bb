"""Positions: games set up from titles at any point of a round, with answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gamekit.chance import Chance, Rolls
from gamekit.decisions import Answer
from gamekit.driver import Driver
from gamekit.events import Event, EventLog, Observer
from gamekit.positions import LaidOutGame, PositionError, split_titles
from roll_engine import steps
from roll_engine.cards.table import Table
from roll_engine.flow import Options, check_options
from roll_engine.game import STEPS, Roll
from roll_engine.positions.words import (
    PLACES,
    describe_answer,
    dice_to_text,
    find_answer,
    parse_dice,
    parse_place,
    parse_rolled,
)
from roll_engine.rules import CHIPS_A_PLAYER, COLOURS, NUMBER_OF_PHASES, PHASES
from roll_engine.scoring import result, score
from roll_engine.state import Player, State

_DEFAULT_CHANCE: Final = Chance("1")


@dataclass(frozen=True, slots=True)
class Side:
    """A player's possessions: titles and dice as texts, separated by commas.

    tableau, developments, worlds: titles; the top tiles of stacks come first.
    cup, citizenry, developers, settlers: dice, such as "2 home, alien".
    explore, develop, settle, produce, ship: workers assigned to the phases, as dice.
    goods: dice by world, "<title>: 2 novelty; ...".
    rolled: unassigned dice with their faces, "2 home explore, genes wild".
    selects: a phase.
    """

    tableau: str = ""
    developments: str = ""
    worlds: str = ""
    cup: str = ""
    citizenry: str = ""
    developers: str = ""
    settlers: str = ""
    explore: str = ""
    develop: str = ""
    settle: str = ""
    produce: str = ""
    ship: str = ""
    goods: str = ""
    rolled: str = ""
    selects: str = ""
    credits: int = 1
    chips: int = 0


EMPTY_SIDE: Final = Side()


class Position(LaidOutGame[State, Player]):
    """A game that starts from given possessions at any point of a round.

    Players are numbered from 0 in the order of strict timing, whatever their seats.
    """

    def __init__(
        self,
        table: Table,
        *sides: Side,
        step: str = "",
        until: str = "",
        bag: str | None = None,
        pool: int | None = None,
        strict: bool = False,
        first: int = 0,
        chance: Rolls = _DEFAULT_CHANCE,
        observers: Sequence[Observer[State]] = (),
    ) -> None:
        """Set up a position. Raise PositionError if that is not possible.

        sides: the players in order.
        step: the next step; by default the first phase that has workers or is selected. All such
            phases are played.
        until: the step after which the game stops.
        bag: titles of the tiles in the bag, next tile first; by default all tiles that nobody has.
        pool: remaining points in chips; by default the points at set-up minus those of players.
        strict: see Options.
        first: seat of the first player.
        observers: observers in addition to the log.
        """
        options = Options(len(sides), strict)
        check_options(table, options)
        self.table = table
        roll = Roll(table, options, chance)
        state = roll.new_state()
        seats = range(len(sides))
        state.order = [(first + index) % len(sides) for index in seats]
        state.round = 1
        chips = sum(side.chips for side in sides)
        state.pool = CHIPS_A_PLAYER * len(sides) - chips if pool is None else pool
        for index in seats:
            _lay_out(table, state, state.players[state.order[index]], sides[index])
        state.bag = _bag(table, state, bag)
        _check(table, state)
        state.pending_steps = _remaining_steps(state, sides, step)
        state.revealed = state.pending_steps[0] not in (steps.ROLL, steps.ASSIGN, steps.REVEAL)
        if until and until not in STEPS:
            raise PositionError(f"there is no step {until!r}")
        self._seats = state.order
        self.log: EventLog[State] = EventLog()
        self.driver = Driver(roll.with_observers([self.log, *observers]), state, until=until)

    # --- answering

    def pick(self, player: int, *words: str) -> None:
        """Answer a player's decision in words, in the order given in asks.py.

        Later words can be left out if the answer is clear without them. Use "none" for an empty
        answer.
        """
        self.answer(player, find_answer(self.table, self.decision(player), words))

    # --- decisions

    def legal_answers(self, player: int) -> list[str]:
        """Return the options of a choice, in words."""
        decision = self.decision(player)
        options: tuple[Answer, ...] = getattr(decision, "options", ())
        return [describe_answer(self.table, decision, option) for option in options]

    # --- the state

    def developments(self, player: int) -> list[str]:
        """Return the titles of a player's stack of developments, the top one first."""
        tiles = self.player(player).developments
        return [self.table.titles[self.table.tiles[tile].development] for tile in tiles]

    def worlds(self, player: int) -> list[str]:
        """Return the titles of a player's stack of worlds, the top one first."""
        tiles = self.player(player).worlds
        return [self.table.titles[self.table.tiles[tile].world] for tile in tiles]

    def dice(self, player: int, place: str) -> str:
        """Return the dice at a place of words.PLACES, such as "2 home, 1 alien"."""
        return dice_to_text(self.player(player).places[parse_place(place)])

    def goods(self, player: int) -> dict[str, str]:
        """Return the dice on each world that has any."""
        goods_by_title = {}
        for world, colours in sorted(self.player(player).goods.items()):
            dice = [colours.count(colour) for colour in range(len(COLOURS))]
            goods_by_title[self.table.titles[world]] = dice_to_text(dice)
        return goods_by_title

    def credits(self, player: int) -> int:
        """Return a player's credits."""
        return self.player(player).credits

    def chips(self, player: int) -> int:
        """Return a player's points in chips."""
        return self.player(player).chips

    def score(self, player: int) -> int:
        """Return a player's points if the game ended now."""
        return score(self.table, self.state, self._seat(player))

    def winners(self) -> list[int]:
        """Return the winners if the game ended now."""
        won = result(self.table, self.state).winners
        return sorted(self._seats.index(seat) for seat in won)

    def events(self, kind: type[Event]) -> list[Event]:
        """Return all events of a class."""
        return [event for event in self.log.events if isinstance(event, kind)]


def _lay_out(table: Table, state: State, player: Player, side: Side) -> None:
    for title in titles_in(table, side.tableau):
        player.tableau.append(_face(table, title))
    player.powers = table.powers(player.tableau)
    player.developments = [_tile(table, title) for title in titles_in(table, side.developments)]
    player.worlds = [_tile(table, title) for title in titles_in(table, side.worlds)]
    for place, name in enumerate(PLACES):
        player.places[place] = parse_dice(getattr(side, name))
    for part in filter(None, side.goods.split(";")):
        world, _, dice = part.rpartition(":")
        on_it = [colour for colour, count in enumerate(parse_dice(dice)) for _die in range(count)]
        player.goods[_face(table, world.strip())] = on_it
    player.rolled = parse_rolled(side.rolled)
    player.selected = PHASES.index(side.selects) if side.selects else -1
    player.credits, player.chips = side.credits, side.chips
    for colour, count in enumerate(player.dice()):
        state.supply[colour] -= count


def titles_in(table: Table, text: str) -> list[str]:
    """Return the titles in a text, separated by commas.

    Raise PositionError for text that is not a title.
    """
    titles = split_titles(text, set(table.titles))
    for title in titles:
        _face(table, title)
    return titles


def _face(table: Table, title: str) -> int:
    if title not in table.titles:
        raise PositionError(f"no tile in use is called {title!r}")
    return table.titles.index(title)


def _tile(table: Table, title: str) -> int:
    """Return the game tile with a face."""
    face = _face(table, title)
    for tile_index, tile in enumerate(table.tiles):
        if face in (tile.development, tile.world):
            return tile_index
    raise PositionError(f"{title!r} is not a face of a game tile")


def _bag(table: Table, state: State, titles: str | None) -> list[int]:
    """Return the tiles of the bag, ending with the next one."""
    if titles is not None:
        return [_tile(table, title) for title in reversed(titles_in(table, titles))]
    held = {face for player in state.players for face in player.tableau}
    zones = {tile for player in state.players for tile in player.zone()}
    return [
        tile_index
        for tile_index, tile in enumerate(table.tiles)
        if tile_index not in zones and not {tile.development, tile.world} & held
    ]


def _check(table: Table, state: State) -> None:
    """Raise PositionError if there are more dice or tiles than in the box."""
    if min(state.supply) < 0:
        colour = COLOURS[state.supply.index(min(state.supply))]
        raise PositionError(f"there are not enough {colour} dice")
    faces = [face for player in state.players for face in player.tableau]
    tiles = state.bag + [tile for player in state.players for tile in player.zone()]
    for tile_index, tile in enumerate(table.tiles):
        tiles += [tile_index for face in (tile.development, tile.world) if face in faces]
    for items in (tiles, faces):
        if len(items) != len(set(items)):
            raise PositionError("a tile can be at one place only")


def _remaining_steps(state: State, sides: Sequence[Side], step: str) -> list[str]:
    """Return the remaining steps, and store the phases that occur."""
    if step in (steps.ROLL, steps.ASSIGN, steps.REVEAL):
        names = [steps.ROLL, steps.ASSIGN, steps.REVEAL]
        return names[names.index(step) :]
    for phase in range(NUMBER_OF_PHASES):
        name = PHASES[phase]
        if name == step or any(side.selects == name or getattr(side, name) for side in sides):
            state.occurring.append(phase)
    names = [*[steps.PHASE[phase] for phase in state.occurring], steps.MANAGE]
    if step and step not in names:
        raise PositionError(f"there is no step {step!r}")
    return names[names.index(step) :] if step else names
