"""Decisions and answers in words: titles, colours, phases, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from gamekit.decisions import Amounts, Answer, Choice, Decision, IllegalAnswer, Subset
from roll_engine.asks import TASKS, Meaning, ask_of
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
        return tuple([_tile(table, decision, meanings[0], word) for word in words])
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


def _tile(table: Table, decision: Subset, meaning: Meaning, word: str) -> int:
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
