"""A position: a table laid out by titles anywhere in a round, asked and answered by words."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final, Self

from gamekit.chance import Chance, Rolls
from gamekit.decisions import Answer, Decision, IllegalAnswer
from gamekit.driver import Driver
from gamekit.events import Event, EventLog, Observer
from roll_engine import steps
from roll_engine.cards.table import Table
from roll_engine.flow import Options, check_options
from roll_engine.game import STEPS, Roll
from roll_engine.positions.words import (
    PLACES,
    answer_in_words,
    dice_to_text,
    find_answer,
    parse_dice,
    place_named,
    rolled_in,
)
from roll_engine.rules import CHIPS_A_PLAYER, COLOURS, NUMBER_OF_PHASES, PHASES
from roll_engine.scoring import result, score
from roll_engine.state import Player, State

_DEFAULT_CHANCE: Final = Chance("1")


class PositionError(ValueError):
    """A position that cannot be laid out; the message says why."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one player has: titles and dice as texts, separated by commas.

    tableau, developments, worlds: titles; of both stacks the top ones first. cup, citizenry,
    developers, settlers: dice, such as "2 home, alien"; so are the workers assigned to the phases.
    goods: "<title>: 2 novelty; ..." by world. rolled: dice that are not assigned yet, with what
    they show, "2 home explore, genes wild". selects: a phase.
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


IDLE: Final = Side()


class Position:
    """A game that is laid out and not dealt, from where it stands in a round.

    Players are numbered by their place in the order of strict timing, from 0; at which seat the
    first one sits is another thing. Decisions with one legal answer are not asked, as in every
    game. table, driver, log: the tiles in use, the game being played, all that happens in it.
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
        """Lay out a position. Raise PositionError where it cannot be.

        sides: the players in order. step: the next one; without it the first phase that has
        workers or is selected. All such phases are done. until: the step after which the game
        stops. bag: titles of the only tiles in it, the next one first; without it all that nobody
        has. pool: points of chips left, as many as are set out without it. strict: as in Options.
        first: the seat of the first player. observers: further observers, besides the log.
        """
        options = Options(len(sides), strict)
        check_options(table, options)
        self.table = table
        roll = Roll(table, options, chance)
        state = roll.new_state()
        seats = range(len(sides))
        state.order = [(first + place) % len(sides) for place in seats]
        state.round = 1
        chips = sum(side.chips for side in sides)
        state.pool = CHIPS_A_PLAYER * len(sides) - chips if pool is None else pool
        for place in seats:
            _lay_out(table, state, state.players[state.order[place]], sides[place])
        state.bag = _bag(table, state, bag)
        _check(table, state)
        state.todo = _todo(state, sides, step)
        state.revealed = state.todo[0] not in (steps.ROLL, steps.ASSIGN, steps.REVEAL)
        if until and until not in STEPS:
            raise PositionError(f"there is no step {until!r}")
        self.log: EventLog[State] = EventLog()
        self.driver = Driver(roll.with_observers([self.log, *observers]), state, until=until)

    def fork(self, observers: Sequence[Observer[State]] = ()) -> Self:
        """Return an independent position like this one. Its log begins with the present step."""
        twin = copy(self)
        twin.log = EventLog()
        twin.driver = self.driver.fork([twin.log, *observers])
        return twin

    # --- answering

    def answer(self, player: int, answer: Answer) -> None:
        """Answer what a player is asked, by numbers. Raise IllegalAnswer, as all that answers."""
        self.driver.answer(self._seat(player), answer)

    def pick(self, player: int, *words: str) -> None:
        """Answer in words, in the order in which asks.py lists what an answer is made of.

        The first ones will do where they leave no doubt. Nothing is "none".
        """
        self.answer(player, find_answer(self.table, self.decision(player), words))

    def finish_step(self) -> None:
        """Answer all that is left of the step with "none", or else with what is listed first."""
        step = self.step
        while self.step == step and self.driver.pending:
            for decision in self.driver.pending:
                none_will_do = decision.refusal(()) is None
                self.driver.answer(decision.player, () if none_will_do else decision.first())

    # --- what is asked

    @property
    def over(self) -> bool:
        """Whether the game is over, or the last step wanted is done."""
        return self.driver.over

    @property
    def step(self) -> str:
        """The step in progress, "" when there is none."""
        return self.driver.step

    def players_to_answer(self) -> list[int]:
        """Return the players who are asked something."""
        return [self.state.order.index(decision.player) for decision in self.driver.pending]

    def asked(self, player: int) -> str:
        """Return the kind of what a player is asked, "" for nothing."""
        return self.decision(player).kind if player in self.players_to_answer() else ""

    def decision(self, player: int) -> Decision:
        """Return what a player is asked. Raise IllegalAnswer where that is nothing."""
        for decision in self.driver.pending:
            if decision.player == self._seat(player):
                return decision
        raise IllegalAnswer(f"player {player} is asked nothing; step: {self.step or 'none'}")

    def legal_answers(self, player: int) -> list[str]:
        """Return the answers to a choice, in words."""
        decision = self.decision(player)
        options: tuple[Answer, ...] = getattr(decision, "options", ())
        return [answer_in_words(self.table, decision, option) for option in options]

    # --- what there is

    @property
    def state(self) -> State:
        """The state of the game, which is its own."""
        return self.driver.state

    def player(self, player: int) -> Player:
        """Return what a player has."""
        return self.state.players[self._seat(player)]

    def tableau(self, player: int) -> list[str]:
        """Return the titles of a player's tableau, oldest first."""
        return [self.table.titles[face] for face in self.player(player).tableau]

    def developments(self, player: int) -> list[str]:
        """Return the titles of a player's stack of developments, the top one first."""
        tiles = self.player(player).developments
        return [self.table.titles[self.table.tiles[tile].development] for tile in tiles]

    def worlds(self, player: int) -> list[str]:
        """Return the titles of a player's stack of worlds, the top one first."""
        return [self.table.titles[self.table.tiles[tile].world] for tile in self._worlds(player)]

    def dice(self, player: int, place: str) -> str:
        """Return the dice at a place of words.PLACES, such as "2 home, 1 alien"."""
        return dice_to_text(self.player(player).places[place_named(place)])

    def goods(self, player: int) -> dict[str, str]:
        """Return the dice on each world with any."""
        found = {}
        for world, colours in sorted(self.player(player).goods.items()):
            dice = [colours.count(colour) for colour in range(len(COLOURS))]
            found[self.table.titles[world]] = dice_to_text(dice)
        return found

    def credits(self, player: int) -> int:
        """Return a player's credits."""
        return self.player(player).credits

    def chips(self, player: int) -> int:
        """Return a player's points in chips."""
        return self.player(player).chips

    def score(self, player: int) -> int:
        """Return the points a player would have if the game ended now."""
        return score(self.table, self.state, self._seat(player))

    def winners(self) -> list[int]:
        """Return who would have won if the game ended now."""
        won = result(self.table, self.state).winners
        return sorted(self.state.order.index(seat) for seat in won)

    def events(self, kind: type[Event]) -> list[Event]:
        """Return what has happened of a kind."""
        return [event for event in self.log.events if isinstance(event, kind)]

    def _worlds(self, player: int) -> list[int]:
        return self.player(player).worlds

    def _seat(self, player: int) -> int:
        return self.state.order[player]


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
        on_it = [colour for colour, number in enumerate(parse_dice(dice)) for _die in range(number)]
        player.goods[_face(table, world.strip())] = on_it
    player.rolled = rolled_in(side.rolled)
    player.selected = PHASES.index(side.selects) if side.selects else -1
    player.credits, player.chips = side.credits, side.chips
    for colour, number in enumerate(player.dice()):
        state.supply[colour] -= number


def titles_in(table: Table, text: str) -> list[str]:
    """Return the titles of a text, separated by commas, which titles can have too.

    Raise PositionError for what is no title.
    """
    known = set(table.titles)
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    found = []
    while parts:
        for size in range(len(parts), 0, -1):
            title = ", ".join(parts[:size])
            if title in known:
                break
        else:
            raise PositionError(f"no tile in use is called {parts[0]!r}")
        found.append(title)
        parts = parts[size:]
    return found


def _face(table: Table, title: str) -> int:
    if title not in table.titles:
        raise PositionError(f"no tile in use is called {title!r}")
    return table.titles.index(title)


def _tile(table: Table, title: str) -> int:
    """Return the game tile with a face."""
    face = _face(table, title)
    for number, tile in enumerate(table.tiles):
        if face in (tile.development, tile.world):
            return number
    raise PositionError(f"{title!r} is no face of a game tile")


def _bag(table: Table, state: State, titles: str | None) -> list[int]:
    """Return the tiles of the bag, the next one at the end."""
    if titles is not None:
        return [_tile(table, title) for title in reversed(titles_in(table, titles))]
    held = {face for player in state.players for face in player.tableau}
    zones = {tile for player in state.players for tile in player.zone()}
    return [
        number
        for number, tile in enumerate(table.tiles)
        if number not in zones and not {tile.development, tile.world} & held
    ]


def _check(table: Table, state: State) -> None:
    """Raise PositionError where there are more dice or tiles than in the box."""
    if min(state.supply) < 0:
        colour = COLOURS[state.supply.index(min(state.supply))]
        raise PositionError(f"there are not so many {colour} dice")
    faces = [face for player in state.players for face in player.tableau]
    tiles = state.bag + [tile for player in state.players for tile in player.zone()]
    for number, tile in enumerate(table.tiles):
        tiles += [number for face in (tile.development, tile.world) if face in faces]
    for things in (tiles, faces):
        if len(things) != len(set(things)):
            raise PositionError("a tile can be at one place only")


def _todo(state: State, sides: Sequence[Side], step: str) -> list[str]:
    """Return the steps to come, and note which phases occur."""
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
