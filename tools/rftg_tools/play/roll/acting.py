"""What can be answered in the phases, and which dice are counted."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.roll import keys
from rftg_tools.play.roll.asking import Asked, End, Option, Thing
from rftg_tools.play.roll.names import (
    COLOUR_NAMES,
    STACK_NAMES,
    place_name,
    worker_name,
)
from roll_engine import asks
from roll_engine.phases.tasks import OF_WORLDS
from roll_engine.phases.work import points_for
from roll_engine.rules import (
    ASSIGNED,
    EXPLORE,
    GOODS,
    NUMBER_OF_COLOURS,
    ON_DEVELOPMENTS,
    ON_WORLDS,
    PRICES,
    PRODUCE,
    SHIP,
)

_TASKS: Final = {
    asks.SCOUT: "Scout: look for tiles",
    asks.STOCK: "Stock: gain 2 credits",
    asks.REARRANGE: "Rearrange tiles",
}


def explorer(asked: Asked, answer: Answer) -> Option:
    if not answer:
        return Option(answer, "Done")
    if answer[0] == asks.REARRANGE:
        return Option(answer, _TASKS[asks.REARRANGE])
    task, colour = answer
    pick = End(keys.die(ASSIGNED + EXPLORE, colour), f"{COLOUR_NAMES[colour]} explorer")
    drop = End(keys.task(asks.TASKS[task]), _TASKS[task])
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop)


def place_tile(asked: Asked, answer: Answer) -> Option:
    tile, stack, on_top = answer
    title = asked.table.titles[asked.face_of(tile, stack == OF_WORLDS)]
    pick = End(keys.tile(tile), asked.tile_name(tile))
    tiles = asked.view.worlds if stack == OF_WORLDS else asked.view.developments
    where = ("on top of" if on_top else "under") if tiles else "as the first of"
    drop = End(keys.stack(stack, bool(on_top)), f"{title}, {where} your {STACK_NAMES[stack]}")
    return Option(answer, drop.label, pick, drop)


def move_tile(asked: Asked, answer: Answer) -> Option:
    tile, stack, place = answer
    pick = End(keys.tile(tile), asked.tile_name(tile))
    title = asked.table.titles[asked.face_of(tile, stack == OF_WORLDS)]
    drop = End(
        keys.place(stack, place), f"as {title}, place {place + 1} of your {STACK_NAMES[stack]}"
    )
    return Option(answer, f"{pick.label} {drop.label}", pick, drop)


def give_up_tile(asked: Asked, answer: Answer) -> Option:
    pick = End(keys.tile(answer[0]), asked.tile_name(answer[0]))
    return Option(answer, pick.label, pick)


def producer(asked: Asked, answer: Answer) -> Option:
    colour, face = answer
    pick = End(keys.die(ASSIGNED + PRODUCE, colour), f"{COLOUR_NAMES[colour]} producer")
    drop = End(keys.face(face), asked.table.titles[face])
    return Option(answer, f"{pick.label} to {drop.label}", pick, drop)


def shipper(asked: Asked, answer: Answer) -> Option:
    task, worker, face, good = answer
    pick = End(
        keys.die(ASSIGNED + SHIP, worker % NUMBER_OF_COLOURS), f"{worker_name(worker)} shipper"
    )
    named = f"the {COLOUR_NAMES[good]} good of {asked.table.titles[face]}"
    if task == asks.TRADE:
        does = f"Trade {named} for {counted(_price(asked, face), 'credit')}"
    else:
        points = points_for(asked.table.kind[face], good, worker % NUMBER_OF_COLOURS)
        does = f"Consume {named} for {points} VP"
    drop = End(keys.die(GOODS + face, good), does)
    return Option(answer, f"{drop.label} with the {pick.label}", pick, drop)


def _price(asked: Asked, face: int) -> int:
    """Return the credits for a good of a world, but for powers that hang on a condition."""
    table, view = asked.table, asked.view
    kind = table.kind[face]
    prices = table.powers(view.seats[view.me].tableau).prices
    added = [one.amount for one in prices if one.condition is None and one.goods.fit(face, kind)]
    return max(0, PRICES[kind] + sum(added))


def use_power(_asked: Asked, answer: Answer) -> Option:
    return Option(answer, "Yes" if answer[0] else "No")


def remove_die(asked: Asked, answer: Answer) -> Option:
    place, colour = divmod(answer[0], NUMBER_OF_COLOURS)
    named = f"{COLOUR_NAMES[colour]} {place_name(asked.table, place)}"
    return Option(answer, named, End(keys.die(place, colour), named))


def dice_at(place: int) -> Thing:
    return lambda _asked, colour: End(keys.die(place, colour), COLOUR_NAMES[colour])


def builders_of(moved: bool) -> Thing:
    """Return what names builders: those of the phase, or those on the stack."""

    def thing(asked: Asked, colour: int) -> End:
        worlds = asked.about in asked.view.worlds
        on_stack = ON_WORLDS if worlds else ON_DEVELOPMENTS
        phase = ASSIGNED + (2 if worlds else 1)
        return End(keys.die(on_stack if moved else phase, colour), COLOUR_NAMES[colour])

    return thing


def anywhere(asked: Asked, die: int) -> End:
    place, colour = divmod(die, NUMBER_OF_COLOURS)
    named = f"{COLOUR_NAMES[colour]} {place_name(asked.table, place)}"
    return End(keys.die(place, colour), named)
