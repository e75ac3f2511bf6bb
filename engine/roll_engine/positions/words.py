"""Decisions and answers in words: titles, colours, phases, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer, Subset
from roll_engine.asks import TASKS, Means, ask_of
from roll_engine.cards.table import Table
from roll_engine.rules import (
    ASSIGNED,
    COLOURS,
    GOODS,
    NUMBER_OF_COLOURS,
    PHASES,
    WILD,
)

DICTATE: Final = "dictate"
"""What stands for Dictate where powers are named."""
PLACES: Final = ("cup", "citizenry", *PHASES, "developers", "settlers")
"""The places of dice before GOODS; those under a phase have its name."""
_STACKS: Final = ("developments", "worlds")
_BOTH_TILES: Final = (Means.TILE, Means.TILE)
_TILE_TO_STACK: Final = (Means.TILE, Means.STACK)
_NO_DIE: Final = "extra "
"""What comes before the colour of a worker that is no die."""


def words_for(table: Table, means: Means, number: int) -> tuple[str, ...]:
    """Return the words that a number can be named by, the usual one first."""
    match means:
        case Means.TILE:
            tile = table.tiles[number]
            return table.titles[tile.development], table.titles[tile.world]
        case Means.FACE:
            return (table.titles[number],)
        case Means.POWER:
            named = number >= 0
            return (table.titles[table.power_list[number].face] if named else DICTATE,)
        case Means.PHASE | Means.SIDE:
            return ("wild" if number == WILD else PHASES[number],)
        case Means.COLOUR | Means.WORKER:
            extra = number >= NUMBER_OF_COLOURS
            return ((_NO_DIE if extra else "") + COLOURS[number % NUMBER_OF_COLOURS],)
        case Means.DIE:
            return (_die(table, number),)
        case Means.STACK:
            return (_STACKS[number],)
        case Means.TASK:
            return (TASKS[number],)
        case Means.YES:
            return ("yes" if number else "no",)
        case Means.PLACE | Means.NUMBER | Means.NOTHING:
            return (str(number),)
        case _ as never:
            assert_never(never)


def _die(table: Table, number: int) -> str:
    """Return a colour and a place."""
    place, colour = divmod(number, NUMBER_OF_COLOURS)
    where = PLACES[place] if place < GOODS else table.titles[place - GOODS]
    return f"{COLOURS[colour]} {where}"


def answer_in_words(table: Table, decision: Decision, answer: Answer) -> str:
    """Return an answer as a player would say it."""
    ask = ask_of(decision.kind)
    if isinstance(decision, Amounts):
        things = [words_for(table, ask.things, thing)[0] for thing in decision.items]
        taken = [f"{n} {thing}" for n, thing in zip(answer, things, strict=True) if n]
        return ", ".join(taken) or "none"
    named = [words_for(table, means, n)[0] for means, n in _with_means(ask.answer, answer)]
    return ", ".join(named) or "none"


def _with_means(means: Sequence[Means], answer: Answer) -> list[tuple[Means, int]]:
    return [(means[min(index, len(means) - 1)], number) for index, number in enumerate(answer)]


def find_answer(table: Table, decision: Decision, words: Sequence[str]) -> Answer:
    """Return the answer that words name; the first ones will do where they leave no doubt.

    The face by which a tile is named goes up, where the words do not say otherwise. Raise
    IllegalAnswer where they name none.
    """
    if isinstance(decision, Amounts):
        return _amounts(table, decision, words)
    means = ask_of(decision.kind).answer
    if isinstance(decision, Subset):
        return tuple([_tile(table, decision, means[0], word) for word in words])
    assert isinstance(decision, Choice)
    if not words and () in decision.options:
        return ()
    found: tuple[tuple[int, bool], Answer] | None = None
    for option in decision.options if words else ():
        faces_up = _faces_up(table, means, option)
        begins = _begins(table, means, option, words)
        shown = sum([word in faces_up for word in words])
        # Of two start tiles either can be named first.
        if begins or (means == _BOTH_TILES and shown == len(words)):
            rank = (shown, begins)
            found = (rank, option) if found is None or rank > found[0] else found
    if found is not None:
        return found[1]
    offered = "; ".join(answer_in_words(table, decision, option) for option in decision.options)
    raise IllegalAnswer(f"{decision.kind}: {', '.join(words)} is none of: {offered}")


def _faces_up(table: Table, means: Sequence[Means], option: Answer) -> list[str]:
    """Return the titles of the faces that an answer puts face up."""
    if means == _BOTH_TILES and len(option) == len(means):
        placed = [(option[0], False), (option[1], True)]
    elif means[:2] == _TILE_TO_STACK and len(option) >= len(_TILE_TO_STACK):
        placed = [(option[0], _STACKS[option[1]] == "worlds")]
    else:
        placed = []
    faces = [
        table.tiles[tile].world if up else table.tiles[tile].development for tile, up in placed
    ]
    return [table.titles[face] for face in faces]


def _begins(table: Table, means: Sequence[Means], option: Answer, words: Sequence[str]) -> bool:
    named = _with_means(means, option)
    return len(words) <= len(named) and all(
        word in words_for(table, *part) for word, part in zip(words, named, strict=False)
    )


def _tile(table: Table, decision: Subset, means: Means, word: str) -> int:
    for tile in decision.cards:
        if word in words_for(table, means, tile):
            return tile
    raise IllegalAnswer(f"{decision.kind}: {word!r} is not among those to choose from")


def _amounts(table: Table, decision: Amounts, words: Sequence[str]) -> Answer:
    """Return how many of each thing words name: "2 home", or the thing alone for one of it."""
    things = [words_for(table, ask_of(decision.kind).things, thing)[0] for thing in decision.items]
    answer = [0] * len(things)
    for word in words:
        number, thing = split_number(word)
        if thing not in things:
            raise IllegalAnswer(f"{decision.kind}: {thing!r} is none of {', '.join(things)}")
        answer[things.index(thing)] += number
    return tuple(answer)


def split_number(text: str) -> tuple[int, str]:
    """Return a number and what follows it; 1 where there is none."""
    first, _, rest = text.strip().partition(" ")
    return (int(first), rest) if first.isdigit() else (1, text.strip())


def parse_dice(text: str) -> list[int]:
    """Return by colour the dice of a text such as "2 home, alien". Raise ValueError."""
    dice = [0] * NUMBER_OF_COLOURS
    for part in filter(None, text.split(",")):
        number, colour = split_number(part)
        dice[_colour(colour)] += number
    return dice


def rolled_in(text: str) -> list[int]:
    """Return by face and colour the dice of a text such as "2 home explore, genes wild"."""
    rolled = [0] * (NUMBER_OF_COLOURS * (WILD + 1))
    for part in filter(None, text.split(",")):
        number, worker = split_number(part)
        colour, _, face = worker.partition(" ")
        side = WILD if face == "wild" else PHASES.index(face)
        rolled[side * NUMBER_OF_COLOURS + _colour(colour)] += number
    return rolled


def dice_to_text(dice: Sequence[int]) -> str:
    """Return dice by colour as `parse_dice` reads them."""
    return ", ".join(f"{number} {COLOURS[colour]}" for colour, number in enumerate(dice) if number)


def _colour(name: str) -> int:
    if name not in COLOURS:
        raise ValueError(f"{name!r} is no colour of dice: {', '.join(COLOURS)}")
    return COLOURS.index(name)


def place_named(name: str) -> int:
    """Return the number of a place of PLACES, "explore" for the workers assigned to it."""
    assert PLACES.index(PHASES[0]) == ASSIGNED
    return PLACES.index(name)
