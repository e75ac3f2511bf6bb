"""Positions: games set up from titles at any point of a round, with answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from gamekit.chance import Chance, Rolls
from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer, Subset
from gamekit.driver import Driver
from gamekit.events import Event, EventLog, Observer
from gamekit.positions import LaidOutGame, PositionError, split_titles
from roll_engine import steps
from roll_engine.asks import TASKS, Meaning, ask_of
from roll_engine.cards.table import Table
from roll_engine.flow import Options, check_options
from roll_engine.game import STEPS, Roll
from roll_engine.rules import (
    ASSIGNED,
    CHIPS_A_PLAYER,
    COLOURS,
    GOODS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    PHASES,
    WILD,
)
from roll_engine.scoring import result, score
from roll_engine.state import Player, State

DICTATE: Final = "dictate"
"""Word for Dictate in place of a power."""
PLACES: Final = ("cup", "citizenry", *PHASES, "developers", "settlers")
"""Places of dice before GOODS. The place of the workers of a phase has the name of the phase."""
_STACKS: Final = ("developments", "worlds")
_BOTH_TILES: Final = (Meaning.TILE, Meaning.TILE)
_TILE_TO_STACK: Final = (Meaning.TILE, Meaning.STACK)
_NO_DIE: Final = "extra "
"""Prefix of the colour of a worker without a die."""


def words_for(table: Table, meaning: Meaning, number: int) -> tuple[str, ...]:
    """Return the words that can stand for a number, the default word first."""
    match meaning:
        case Meaning.TILE:
            tile = table.tiles[number]
            return table.titles[tile.development], table.titles[tile.world]
        case Meaning.FACE:
            return (table.titles[number],)
        case Meaning.POWER:
            is_power = number >= 0
            return (table.titles[table.power_list[number].face] if is_power else DICTATE,)
        case Meaning.PHASE | Meaning.SIDE:
            return ("wild" if number == WILD else PHASES[number],)
        case Meaning.COLOUR | Meaning.WORKER:
            extra = number >= NUMBER_OF_COLOURS
            return ((_NO_DIE if extra else "") + COLOURS[number % NUMBER_OF_COLOURS],)
        case Meaning.DIE:
            return (_die(table, number),)
        case Meaning.STACK:
            return (_STACKS[number],)
        case Meaning.TASK:
            return (TASKS[number],)
        case Meaning.YES:
            return ("yes" if number else "no",)
        case Meaning.POSITION | Meaning.NUMBER | Meaning.NOTHING:
            return (str(number),)
        case _ as never:
            assert_never(never)


def _die(table: Table, die: int) -> str:
    """Return the colour and the place of a die."""
    place, colour = divmod(die, NUMBER_OF_COLOURS)
    place_name = PLACES[place] if place < GOODS else table.titles[place - GOODS]
    return f"{COLOURS[colour]} {place_name}"


def describe_answer(table: Table, decision: Decision, answer: Answer) -> str:
    """Return an answer in the words that a player would use."""
    ask = ask_of(decision.kind)
    if isinstance(decision, Amounts):
        item_words = [words_for(table, ask.items, item)[0] for item in decision.items]
        parts = [f"{n} {item}" for n, item in zip(answer, item_words, strict=True) if n]
        return ", ".join(parts) or "none"
    words = [words_for(table, meaning, n)[0] for meaning, n in _with_meanings(ask.answer, answer)]
    return ", ".join(words) or "none"


def _with_meanings(meanings: Sequence[Meaning], answer: Answer) -> list[tuple[Meaning, int]]:
    return [
        (meanings[min(index, len(meanings) - 1)], number) for index, number in enumerate(answer)
    ]


def find_answer(table: Table, decision: Decision, words: Sequence[str]) -> Answer:
    """Return the answer that matches the words.

    Later words can be left out if the answer is clear without them. A tile is placed with the named
    face up, unless other words say otherwise. Raise IllegalAnswer if no answer matches.
    """
    if isinstance(decision, Amounts):
        return _amounts(table, decision, words)
    meanings = ask_of(decision.kind).answer
    if isinstance(decision, Subset):
        return tuple([_find_tile(table, decision, meanings[0], word) for word in words])
    assert isinstance(decision, Choice)
    if not words and () in decision.options:
        return ()
    best_match: tuple[tuple[int, bool], Answer] | None = None
    for option in decision.options if words else ():
        faces_up = _faces_up(table, meanings, option)
        is_prefix = _is_prefix(table, meanings, option, words)
        faces_matched = sum([word in faces_up for word in words])
        # Either of the two start tiles can be named first.
        if is_prefix or (meanings == _BOTH_TILES and faces_matched == len(words)):
            rank = (faces_matched, is_prefix)
            best_match = (
                (rank, option) if best_match is None or rank > best_match[0] else best_match
            )
    if best_match is not None:
        return best_match[1]
    offered = "; ".join(describe_answer(table, decision, option) for option in decision.options)
    raise IllegalAnswer(f"{decision.kind}: {', '.join(words)} is none of: {offered}")


def _faces_up(table: Table, meanings: Sequence[Meaning], option: Answer) -> list[str]:
    """Return the titles of the faces that an answer puts face up."""
    if meanings == _BOTH_TILES and len(option) == len(meanings):
        placements = [(option[0], False), (option[1], True)]
    elif meanings[:2] == _TILE_TO_STACK and len(option) >= len(_TILE_TO_STACK):
        placements = [(option[0], _STACKS[option[1]] == "worlds")]
    else:
        placements = []
    faces = [
        table.tiles[tile].world if is_world else table.tiles[tile].development
        for tile, is_world in placements
    ]
    return [table.titles[face] for face in faces]


def _is_prefix(
    table: Table, meanings: Sequence[Meaning], option: Answer, words: Sequence[str]
) -> bool:
    pairs = _with_meanings(meanings, option)
    return len(words) <= len(pairs) and all(
        word in words_for(table, *part) for word, part in zip(words, pairs, strict=False)
    )


def _find_tile(table: Table, decision: Subset, meaning: Meaning, word: str) -> int:
    for tile in decision.cards:
        if word in words_for(table, meaning, tile):
            return tile
    raise IllegalAnswer(f"{decision.kind}: {word!r} is not among those to choose from")


def _amounts(table: Table, decision: Amounts, words: Sequence[str]) -> Answer:
    """Return the number of each item. "2 home" is two of them, "home" is one."""
    item_words = [words_for(table, ask_of(decision.kind).items, item)[0] for item in decision.items]
    answer = [0] * len(item_words)
    for word in words:
        count, item = split_number(word)
        if item not in item_words:
            raise IllegalAnswer(f"{decision.kind}: {item!r} is none of {', '.join(item_words)}")
        answer[item_words.index(item)] += count
    return tuple(answer)


def split_number(text: str) -> tuple[int, str]:
    """Return the number at the start of a text, 1 by default, and the rest of the text."""
    digits, _, rest = text.strip().partition(" ")
    return (int(digits), rest) if digits.isdigit() else (1, text.strip())


def parse_dice(text: str) -> list[int]:
    """Return the dice in a text such as "2 home, alien", by colour. Raise ValueError."""
    dice = [0] * NUMBER_OF_COLOURS
    for part in filter(None, text.split(",")):
        count, colour = split_number(part)
        dice[_colour(colour)] += count
    return dice


def parse_rolled(text: str) -> list[int]:
    """Return the dice in a text such as "2 home explore, genes wild", by face and colour."""
    rolled = [0] * (NUMBER_OF_COLOURS * (WILD + 1))
    for part in filter(None, text.split(",")):
        count, worker = split_number(part)
        colour, _, face = worker.partition(" ")
        side = WILD if face == "wild" else PHASES.index(face)
        rolled[side * NUMBER_OF_COLOURS + _colour(colour)] += count
    return rolled


def dice_to_text(dice: Sequence[int]) -> str:
    """Return dice by colour in the format of `parse_dice`."""
    return ", ".join(f"{count} {COLOURS[colour]}" for colour, count in enumerate(dice) if count)


def _colour(name: str) -> int:
    if name not in COLOURS:
        raise ValueError(f"{name!r} is not a colour of dice: {', '.join(COLOURS)}")
    return COLOURS.index(name)


def parse_place(name: str) -> int:
    """Return the number of a place of PLACES. A phase is the place of its workers."""
    assert PLACES.index(PHASES[0]) == ASSIGNED
    return PLACES.index(name)


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
        for player in state.players if state.revealed else ():
            player.note_revealed()
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
