"""Answers as page data.

An option that moves something connects two page elements: `pick` is the item and `drop` its
destination. The page can therefore offer dragging, clicks and keys without any rules of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from gamekit.decisions import Answer, Choice, Decision
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.cards import power_words
from rftg_tools.play.narration.texts import Text
from roll_engine import asks
from roll_engine.cards.bound import BoundReassign
from roll_engine.cards.table import Table
from roll_engine.phases.tasks import OF_WORLDS
from roll_engine.phases.work import consume_points
from roll_engine.rules import (
    ASSIGNED,
    COLOURS,
    EXPLORE,
    GOODS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PHASES,
    PRICES,
    PRODUCE,
    SHIP,
    WILD,
)
from roll_engine.view import View

COLOUR_NAMES: Final = tuple(colour.capitalize() for colour in COLOURS)
PHASE_NAMES: Final = tuple(phase.capitalize() for phase in PHASES)
STACK_NAMES: Final = ("developments", "worlds")
_MATS: Final = ("in your cup", "in your Citizenry")


def die_name(side: int, colour: int) -> str:
    """Return "Genes worker (Settle)"."""
    side_name = "wild" if side == WILD else PHASE_NAMES[side]
    return f"{COLOUR_NAMES[colour]} worker ({side_name})"


def worker_name(worker: int) -> str:
    """Return "Genes" or "extra Genes". worker: number as for Meaning.WORKER."""
    extra = "extra " if worker >= NUMBER_OF_COLOURS else ""
    return f"{extra}{COLOUR_NAMES[worker % NUMBER_OF_COLOURS]}"


def place_name(table: Table, place: int) -> str:
    """Return the place of a die: "in your cup", "on your developments", "on Spice World"."""
    if place >= GOODS:
        return f"on {table.titles[place - GOODS]}"
    if place < len(_MATS):
        return _MATS[place]
    if place < ASSIGNED + NUMBER_OF_PHASES:
        return f"assigned to {PHASE_NAMES[place - ASSIGNED]}"
    return f"on your {STACK_NAMES[place - ON_DEVELOPMENTS]}"


Key = str
"""Key of a page element: its kind and numbers.

    rolled SIDE COLOUR     unassigned workers that show a side
    die PLACE COLOUR       dice of a colour at a place (numbers as in roll_engine/rules.py)
    phase PHASE            workers assigned to a phase
    strip PHASE            a phase on the phase strip
    task NAME              a task of explorers: scout, abandon (tiles, and scout) or stock
    tile TILE              a tile in the construction zone, or a drawn tile
    stack STACK top|under  the top or bottom of a stack in the construction zone
    place STACK INDEX      a position in a stack
    face FACE              a tile face in the tableau
    dictate                workers returned to dictate
"""


def key(kind: str, *parts: int | str) -> Key:
    """Return the key of a page element."""
    return " ".join([kind, *map(str, parts)])


Data = dict[str, Any]


class AskContext(NamedTuple):
    """A decision with its table and its player's view."""

    table: Table
    view: View
    decision: Decision

    @property
    def about(self) -> int:
        """The subject of the decision, or -1."""
        return self.decision.about

    def face_of(self, tile: int, worlds: bool) -> int:
        """Return the visible face of a tile in a stack."""
        sides = self.table.tiles[tile]
        return sides.world if worlds else sides.development

    def tile_name(self, tile: int) -> str:
        """Return the title of a tile in the construction zone, or both titles of a drawn tile."""
        if tile in self.view.developments or tile in self.view.worlds:
            return self.table.titles[self.face_of(tile, tile in self.view.worlds)]
        sides = self.table.tiles[tile]
        return f"{self.table.titles[sides.development]} / {self.table.titles[sides.world]}"


class PageElement(NamedTuple):
    """An element of the page that an option connects, and its label."""

    key: Key
    label: str


class Option(NamedTuple):
    """An answer. pick: the item to move. drop: its destination.

    next, then: kind of the next question and its answer, for a move that takes two answers.
    worth: credits or points for a good.
    """

    answer: Answer
    label: str
    pick: PageElement | None = None
    drop: PageElement | None = None
    next: str = ""
    then: Answer = ()
    worth: int = 0

    def data(self) -> Data:
        """Return the option as JSON data."""
        return {
            "answer": list(self.answer),
            "label": self.label,
            "pick": self.pick._asdict() if self.pick else None,
            "drop": self.drop._asdict() if self.drop else None,
            "next": self.next,
            "then": list(self.then),
            "worth": self.worth,
        }


def face_about(context: AskContext) -> int | None:
    """Return the tile face that a decision is about, if any."""
    meaning = asks.ask_of(context.decision.kind).about
    if context.about < 0:
        return None
    if meaning is asks.Meaning.POWER:
        return context.table.power_list[context.about].face
    if meaning is asks.Meaning.TILE:
        return context.face_of(context.about, context.about in context.view.worlds)
    return None


Prompt = Callable[[AskContext], Text]
ToOption = Callable[[AskContext, Answer], Option]
ToElement = Callable[[AskContext, int], PageElement]


def choose_start_tiles(context: AskContext, answer: Answer) -> Option:
    development, world = answer
    table = context.table
    label = (
        f"{table.titles[table.tiles[development].development]} as development, "
        f"{table.titles[table.tiles[world].world]} as world"
    )
    return Option(answer, label)


def select_phase(context: AskContext, answer: Answer) -> Option:
    phase, side, colour = answer
    pick = PageElement(key("rolled", side, colour), die_name(side, colour))
    drop = PageElement(key("strip", phase), PHASE_NAMES[phase])
    return Option(answer, f"Select {PHASE_NAMES[phase]} with a {pick.label}", pick, drop)


def assign_wild(context: AskContext, answer: Answer) -> Option:
    pick = PageElement(key("rolled", WILD, context.about), die_name(WILD, context.about))
    drop = PageElement(key("phase", answer[0]), PHASE_NAMES[answer[0]])
    return Option(answer, drop.label, pick, drop)


def reassign(context: AskContext, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done")
    if answer[0] < 0:
        return Option(answer, "Dictate: return a worker")
    power = context.table.power_list[answer[0]]
    sentence = power_words(context.table.cards[power.face].powers[power.line])
    _phase, _colon, effect = sentence.rstrip(".").partition(": ")
    return Option(answer, f"{context.table.titles[power.face]}: {effect or sentence}")


def two_step_moves(context: AskContext) -> list[Option]:
    """Return the moves of dice that take two answers.

    A power and a worker, or scouting without abandoning tiles.
    """
    decision = context.decision
    if not isinstance(decision, Choice):
        return []
    if decision.kind == asks.EXPLORER:
        scouts = [answer for answer in decision.options if answer[:1] == (asks.SCOUT,)]
        return [_scout_at_once(context, answer) for answer in scouts if _zone(context)]
    if decision.kind != asks.REASSIGN:
        return []
    power_ids = [answer[0] for answer in decision.options if answer]
    return [move for power_id in power_ids for move in _moves_of(context, power_id)]


def _moves_of(context: AskContext, power_id: int) -> list[Option]:
    """Return the first moves of a power, or the dice to return for Dictate (-1)."""
    workers = [
        (colour, phase)
        for phase in range(NUMBER_OF_PHASES)
        for colour, count in enumerate(context.view.assigned[phase])
        if count
    ]
    if power_id < 0:
        moves = [dictate(context, worker) for worker in workers]
        return [_after(power_id, move) for move in moves]
    power = context.table.power_list[power_id]
    assert isinstance(power, BoundReassign)
    moves = [
        reassign_worker(context, (colour, source, target))
        for colour, source in workers
        if (not power.sources or source in power.sources)
        and power.workers.matches(colour)
        and _has_enough(context, power, source)
        for target in power.to or (context.view.selected,)
        if target != source
    ]
    title = context.table.titles[power.face]
    return [_after(power_id, _with_title(title, move)) for move in moves]


def _after(power_id: int, move: Option) -> Option:
    """Return a move that first answers with a power."""
    kind = asks.DICTATE if power_id < 0 else asks.REASSIGN_WORKER
    return move._replace(answer=(power_id,), next=kind, then=move.answer)


def _has_enough(context: AskContext, power: BoundReassign, source: int) -> bool:
    """Return whether a phase has enough workers for a power that moves several together."""
    counts = enumerate(context.view.assigned[source])
    available = sum(count for colour, count in counts if power.workers.matches(colour))
    return not power.together or available >= power.least


def _with_title(title: str, move: Option) -> Option:
    """Return the move with the title of its tile in the label."""
    if move.drop is None:
        return move
    return move._replace(drop=move.drop._replace(label=f"{move.drop.label} ({title})"))


def reassign_worker(context: AskContext, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "No more")
    colour, source, target = answer
    pick = PageElement(key("die", ASSIGNED + source, colour), die_name(source, colour))
    drop = PageElement(key("phase", target), PHASE_NAMES[target])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def dictate(context: AskContext, answer: Answer) -> Option:
    colour, source = answer
    pick = PageElement(key("die", ASSIGNED + source, colour), die_name(source, colour))
    return Option(answer, pick.label, pick, PageElement(key("dictate"), "Dictate"))


_TASKS: Final = {
    asks.SCOUT: "Scout: draw a tile",
    asks.STOCK: "Stock: gain 2 credits",
    asks.REARRANGE: "Rearrange tiles",
}
_SCOUT_ANEW: Final = "Scout, but first abandon tiles"


def _zone(context: AskContext) -> tuple[int, ...]:
    """Return the tiles that a scout can abandon."""
    return context.view.developments + context.view.worlds


def _scout_at_once(context: AskContext, answer: Answer) -> Option:
    """Return the move that scouts without abandoning tiles."""
    option = _explorer(answer, asks.TASKS[asks.SCOUT], _TASKS[asks.SCOUT])
    return option._replace(next=asks.ABANDON)


def use_explorer(context: AskContext, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done")
    if answer[0] == asks.REARRANGE:
        return Option(answer, _TASKS[asks.REARRANGE])
    task = answer[0]
    if task == asks.SCOUT and _zone(context):
        return _explorer(answer, "abandon", _SCOUT_ANEW)
    return _explorer(answer, asks.TASKS[task], _TASKS[task])


def _explorer(answer: Answer, target: str, effect: str) -> Option:
    colour = answer[1]
    pick = PageElement(key("die", ASSIGNED + EXPLORE, colour), f"{COLOUR_NAMES[colour]} explorer")
    drop = PageElement(key("task", target), effect)
    return Option(answer, f"{effect} with the {pick.label}", pick, drop)


def place_tile(context: AskContext, answer: Answer) -> Option:
    tile, stack, on_top = answer
    title = context.table.titles[context.face_of(tile, stack == OF_WORLDS)]
    pick = PageElement(key("tile", tile), context.tile_name(tile))
    tiles = context.view.worlds if stack == OF_WORLDS else context.view.developments
    position = ("on top of" if on_top else "under") if tiles else "as the first of"
    label = f"{title}, {position} your {STACK_NAMES[stack]}"
    drop = PageElement(key("stack", stack, "top" if on_top else "under"), label)
    return Option(answer, label, pick, drop)


def move_tile(context: AskContext, answer: Answer) -> Option:
    tile, stack, place = answer
    pick = PageElement(key("tile", tile), context.tile_name(tile))
    title = context.table.titles[context.face_of(tile, stack == OF_WORLDS)]
    label = f"as {title}, position {place + 1} of your {STACK_NAMES[stack]}"
    drop = PageElement(key("place", stack, place), label)
    return Option(answer, f"{pick.label} {drop.label}", pick, drop)


def give_up_tile(context: AskContext, answer: Answer) -> Option:
    pick = PageElement(key("tile", answer[0]), context.tile_name(answer[0]))
    return Option(answer, pick.label, pick)


def use_producer(context: AskContext, answer: Answer) -> Option:
    colour, face = answer
    pick = PageElement(key("die", ASSIGNED + PRODUCE, colour), f"{COLOUR_NAMES[colour]} producer")
    drop = PageElement(key("face", face), context.table.titles[face])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def use_shipper(context: AskContext, answer: Answer) -> Option:
    task, worker, face, good = answer
    worker_colour = worker % NUMBER_OF_COLOURS
    pick = PageElement(key("die", ASSIGNED + SHIP, worker_colour), f"{worker_name(worker)} shipper")
    name = f"the {COLOUR_NAMES[good]} good of {context.table.titles[face]}"
    if task == asks.TRADE:
        worth = _price(context, face)
        effect = f"Trade {name} for {counted(worth, 'credit')}"
    else:
        worth = consume_points(context.table.kind[face], good, worker_colour)
        effect = f"Consume {name} for {worth} VP"
    drop = PageElement(key("die", GOODS + face, good), effect)
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop, worth=worth)


def _price(context: AskContext, face: int) -> int:
    """Return the credits for a good of a world, ignoring conditional powers."""
    table, view = context.table, context.view
    kind = table.kind[face]
    prices = table.powers(view.seats[view.me].tableau).prices
    changes = [
        price.amount
        for price in prices
        if price.condition is None and price.goods.matches(face, kind)
    ]
    return max(0, PRICES[kind] + sum(changes))


def use_power(_context: AskContext, answer: Answer) -> Option:
    return Option(answer, "Yes" if answer[0] else "No")


def remove_die(context: AskContext, answer: Answer) -> Option:
    element = die_anywhere(context, answer[0])
    return Option(answer, element.label, element)


def dice_at(place: int) -> ToElement:
    return lambda _context, colour: PageElement(key("die", place, colour), COLOUR_NAMES[colour])


def builders_of(on_stack: bool) -> ToElement:
    """Return a function for the builders on the stack, or for the builders of the phase."""

    def to_element(context: AskContext, colour: int) -> PageElement:
        is_world = context.about in context.view.worlds
        stack = ON_WORLDS if is_world else ON_DEVELOPMENTS
        phase = ASSIGNED + (2 if is_world else 1)
        return PageElement(key("die", stack if on_stack else phase, colour), COLOUR_NAMES[colour])

    return to_element


def die_anywhere(context: AskContext, die: int) -> PageElement:
    place, colour = divmod(die, NUMBER_OF_COLOURS)
    name = f"{COLOUR_NAMES[colour]} {place_name(context.table, place)}"
    return PageElement(key("die", place, colour), name)
