"""Answers as data: what is taken, and where it goes.

An option that moves something has two ends: `pick` is what is taken, `drop` where it goes, each
with the key of its element on the page. So dice and tiles can be dragged, clicked or chosen with
keys, and the page knows no rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from gamekit.decisions import Answer, Choice, Decision
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text
from rftg_tools.play.roll.faces import power_words
from rftg_tools.play.roll.names import (
    COLOUR_NAMES,
    DICTATE_KEY,
    PHASE_NAMES,
    STACK_NAMES,
    Key,
    die_key,
    die_name,
    face_key,
    phase_key,
    place_key,
    place_name,
    rolled_key,
    stack_key,
    strip_key,
    task_key,
    tile_key,
    worker_name,
)
from roll_engine import asks
from roll_engine.cards.bound import BoundReassign
from roll_engine.cards.table import Table
from roll_engine.phases.tasks import OF_WORLDS
from roll_engine.phases.work import consume_points
from roll_engine.rules import (
    ASSIGNED,
    EXPLORE,
    GOODS,
    NUMBER_OF_COLOURS,
    NUMBER_OF_PHASES,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PRICES,
    PRODUCE,
    SHIP,
    WILD,
)
from roll_engine.view import View

Data = dict[str, Any]


class AskContext(NamedTuple):
    """Something a player is asked, and who puts it into words."""

    table: Table
    view: View
    decision: Decision

    @property
    def about(self) -> int:
        """Return what it is about, -1 for nothing."""
        return self.decision.about

    def face_of(self, tile: int, worlds: bool) -> int:
        """Return the face of a tile that is up in a stack."""
        sides = self.table.tiles[tile]
        return sides.world if worlds else sides.development

    def tile_name(self, tile: int) -> str:
        """Return the face that is up for a tile of the own zone; both for one that is drawn."""
        if tile in self.view.developments or tile in self.view.worlds:
            return self.table.titles[self.face_of(tile, tile in self.view.worlds)]
        sides = self.table.tiles[tile]
        return f"{self.table.titles[sides.development]} / {self.table.titles[sides.world]}"


class End(NamedTuple):
    """One end of an option: the element that stands for it, and its name."""

    key: Key
    label: str

    def data(self) -> Data:
        """Return it as JSON data."""
        return {"key": self.key, "label": self.label}


class Option(NamedTuple):
    """One answer. pick, drop: what is taken and where it goes; label: for one without ends.

    then: the answer to the question that follows, where a move takes two.
    """

    answer: Answer
    label: str
    pick: End | None = None
    drop: End | None = None
    then: Answer = ()

    def data(self) -> Data:
        """Return it as JSON data."""
        return {
            "answer": list(self.answer),
            "label": self.label,
            "pick": self.pick.data() if self.pick else None,
            "drop": self.drop.data() if self.drop else None,
            "then": list(self.then),
        }


def face_about(context: AskContext) -> int | None:
    """Return the face that a decision is about, if any."""
    means = asks.ask_of(context.decision.kind).about
    if context.about < 0:
        return None
    if means is asks.Means.POWER:
        return context.table.power_list[context.about].face
    if means is asks.Means.TILE:
        return context.face_of(context.about, context.about in context.view.worlds)
    return None


Prompt = Callable[[AskContext], Text]
ToOption = Callable[[AskContext, Answer], Option]
ToEnd = Callable[[AskContext, int], End]


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
    pick = End(rolled_key(side, colour), die_name(side, colour))
    drop = End(strip_key(phase), PHASE_NAMES[phase])
    return Option(answer, f"Select {PHASE_NAMES[phase]} with a {pick.label}", pick, drop)


def assign_wild(context: AskContext, answer: Answer) -> Option:
    pick = End(rolled_key(WILD, context.about), die_name(WILD, context.about))
    drop = End(phase_key(answer[0]), PHASE_NAMES[answer[0]])
    return Option(answer, drop.label, pick, drop)


def reassign(context: AskContext, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done: show my workers")
    if answer[0] < 0:
        return Option(answer, "Dictate: give up a worker to move another")
    power = context.table.power_list[answer[0]]
    sentence = power_words(context.table.cards[power.face].powers[power.line])
    _phase, _colon, effect = sentence.rstrip(".").partition(": ")
    return Option(answer, f"{context.table.titles[power.face]}: {effect or sentence}")


def moves_at_once(context: AskContext) -> list[Option]:
    """Return what dice can be moved with the powers offered: each takes two answers."""
    decision = context.decision
    if decision.kind != asks.REASSIGN or not isinstance(decision, Choice):
        return []
    numbers = [answer[0] for answer in decision.options if answer]
    return [move for number in numbers for move in _moves_of(context, number)]


def _moves_of(context: AskContext, number: int) -> list[Option]:
    """Return the first moves of a power, or of Dictate the dice to give up."""
    workers = [
        (colour, phase)
        for phase in range(NUMBER_OF_PHASES)
        for colour, count in enumerate(context.view.assigned[phase])
        if count
    ]
    if number < 0:
        options = [dictate(context, worker) for worker in workers]
        return [move._replace(answer=(number,), then=move.answer) for move in options]
    power = context.table.power_list[number]
    assert isinstance(power, BoundReassign)
    moves = [
        reassign_worker(context, (colour, source, to))
        for colour, source in workers
        if power.source in (-1, source)
        and power.workers.matches(colour)
        and _has_enough(context, power, source)
        for to in power.to or (context.view.selected,)
        if to != source
    ]
    title = context.table.titles[power.face]
    return [_by(title, move)._replace(answer=(number,), then=move.answer) for move in moves]


def _has_enough(context: AskContext, power: BoundReassign, source: int) -> bool:
    """Return whether a phase has the workers that a power moves together."""
    counts = enumerate(context.view.assigned[source])
    fitting = sum(count for colour, count in counts if power.workers.matches(colour))
    return not power.together or fitting >= power.least


def _by(title: str, move: Option) -> Option:
    """Return a move that says which tile it is made by."""
    if move.drop is None:
        return move
    return move._replace(drop=move.drop._replace(label=f"{move.drop.label} ({title})"))


def reassign_worker(context: AskContext, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "No more")
    colour, source, to = answer
    pick = End(die_key(ASSIGNED + source, colour), die_name(source, colour))
    drop = End(phase_key(to), PHASE_NAMES[to])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def dictate(context: AskContext, answer: Answer) -> Option:
    colour, source = answer
    pick = End(die_key(ASSIGNED + source, colour), die_name(source, colour))
    return Option(answer, pick.label, pick, End(DICTATE_KEY, "Dictate"))


_TASKS: Final = {
    asks.SCOUT: "Scout: look for tiles",
    asks.STOCK: "Stock: gain 2 credits",
    asks.REARRANGE: "Rearrange tiles",
}


def use_explorer(context: AskContext, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done")
    if answer[0] == asks.REARRANGE:
        return Option(answer, _TASKS[asks.REARRANGE])
    task, colour = answer
    pick = End(die_key(ASSIGNED + EXPLORE, colour), f"{COLOUR_NAMES[colour]} explorer")
    drop = End(task_key(asks.TASKS[task]), _TASKS[task])
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop)


def place_tile(context: AskContext, answer: Answer) -> Option:
    tile, stack, on_top = answer
    title = context.table.titles[context.face_of(tile, stack == OF_WORLDS)]
    pick = End(tile_key(tile), context.tile_name(tile))
    tiles = context.view.worlds if stack == OF_WORLDS else context.view.developments
    where = ("on top of" if on_top else "under") if tiles else "as the first of"
    drop = End(stack_key(stack, bool(on_top)), f"{title}, {where} your {STACK_NAMES[stack]}")
    return Option(answer, drop.label, pick, drop)


def move_tile(context: AskContext, answer: Answer) -> Option:
    tile, stack, place = answer
    pick = End(tile_key(tile), context.tile_name(tile))
    title = context.table.titles[context.face_of(tile, stack == OF_WORLDS)]
    drop = End(
        place_key(stack, place), f"as {title}, place {place + 1} of your {STACK_NAMES[stack]}"
    )
    return Option(answer, f"{pick.label} {drop.label}", pick, drop)


def give_up_tile(context: AskContext, answer: Answer) -> Option:
    pick = End(tile_key(answer[0]), context.tile_name(answer[0]))
    return Option(answer, pick.label, pick)


def use_producer(context: AskContext, answer: Answer) -> Option:
    colour, face = answer
    pick = End(die_key(ASSIGNED + PRODUCE, colour), f"{COLOUR_NAMES[colour]} producer")
    drop = End(face_key(face), context.table.titles[face])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def use_shipper(context: AskContext, answer: Answer) -> Option:
    task, worker, face, good = answer
    pick = End(
        die_key(ASSIGNED + SHIP, worker % NUMBER_OF_COLOURS), f"{worker_name(worker)} shipper"
    )
    name = f"the {COLOUR_NAMES[good]} good of {context.table.titles[face]}"
    if task == asks.TRADE:
        effect = f"Trade {name} for {counted(_price(context, face), 'credit')}"
    else:
        points = consume_points(context.table.kind[face], good, worker % NUMBER_OF_COLOURS)
        effect = f"Consume {name} for {points} VP"
    drop = End(die_key(GOODS + face, good), effect)
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop)


def _price(context: AskContext, face: int) -> int:
    """Return the credits for a good of a world, but for powers that hang on a condition."""
    table, view = context.table, context.view
    kind = table.kind[face]
    prices = table.powers(view.seats[view.me].tableau).prices
    added = [
        price.amount
        for price in prices
        if price.condition is None and price.goods.matches(face, kind)
    ]
    return max(0, PRICES[kind] + sum(added))


def use_power(_asked: AskContext, answer: Answer) -> Option:
    return Option(answer, "Yes" if answer[0] else "No")


def remove_die(context: AskContext, answer: Answer) -> Option:
    place, colour = divmod(answer[0], NUMBER_OF_COLOURS)
    name = f"{COLOUR_NAMES[colour]} {place_name(context.table, place)}"
    return Option(answer, name, End(die_key(place, colour), name))


def dice_at(place: int) -> ToEnd:
    return lambda _asked, colour: End(die_key(place, colour), COLOUR_NAMES[colour])


def builders_of(moved: bool) -> ToEnd:
    """Return what names builders: those of the phase, or those on the stack."""

    def to_end(context: AskContext, colour: int) -> End:
        worlds = context.about in context.view.worlds
        on_stack = ON_WORLDS if worlds else ON_DEVELOPMENTS
        phase = ASSIGNED + (2 if worlds else 1)
        return End(die_key(on_stack if moved else phase, colour), COLOUR_NAMES[colour])

    return to_end


def die_anywhere(context: AskContext, die: int) -> End:
    place, colour = divmod(die, NUMBER_OF_COLOURS)
    name = f"{COLOUR_NAMES[colour]} {place_name(context.table, place)}"
    return End(die_key(place, colour), name)
