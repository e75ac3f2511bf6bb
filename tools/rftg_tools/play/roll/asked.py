"""What a player of Roll is asked: a prompt, the rule, and every answer in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gamekit.amounts import Amounts
from gamekit.decisions import Choice, Decision, Subset
from rftg_tools.play.roll import keys
from rftg_tools.play.roll.acting import (
    anywhere,
    builders_of,
    dice_at,
    explorer,
    give_up_tile,
    move_tile,
    place_tile,
    producer,
    remove_die,
    shipper,
    use_power,
)
from rftg_tools.play.roll.asking import Asked, Data, End, Prompt, Thing, ToOption, face_about
from rftg_tools.play.roll.assigning import (
    assign_wild,
    dictate,
    moves_at_once,
    reassign,
    reassign_worker,
    selects,
    start_tiles,
)
from rftg_tools.play.roll.prompts import naming, numbered, recall, recruit, says, wild
from roll_engine import asks
from roll_engine.cards.table import Table
from roll_engine.rules import (
    IN_CITIZENRY,
)
from roll_engine.view import View


def ask_of(table: Table, view: View, decision: Decision) -> Data:
    """Return a decision in words. view: of the player who is asked."""
    asked = Asked(table, view, decision)
    wording = _WORDINGS[decision.kind]
    ask: Data = {
        "seat": decision.player,
        "kind": decision.kind,
        "about": face_about(asked),
        "prompt": wording.prompt(asked),
        "rule": f"Roll rulebook, {wording.rule}",
        "suggest": None,
    }
    if isinstance(decision, Choice):
        options = [wording.option(asked, answer).data() for answer in decision.options]
        moves = [move.data() for move in moves_at_once(asked)]
        return ask | {"form": "choice", "options": options, "moves": moves}
    if isinstance(decision, Amounts):
        return ask | _amounts(asked, decision, wording.thing)
    if isinstance(decision, Subset):
        ends = [End(keys.tile(tile), asked.tile_name(tile)) for tile in decision.cards]
        things = [
            {"value": tile, "limit": 1, **end.data()}
            for tile, end in zip(decision.cards, ends, strict=True)
        ]
        bounds = {"least": decision.least, "most": decision.most}
        return ask | {"form": "subset", "things": things, **bounds}
    raise TypeError(f"a decision of an unknown form: {decision!r}")


def _amounts(asked: Asked, decision: Amounts, thing: Thing) -> Data:
    ends = [thing(asked, value) for value in decision.things]
    things = [
        {"value": value, "limit": limit, **end.data()}
        for value, limit, end in zip(decision.things, decision.limits, ends, strict=True)
    ]
    return {
        "form": "amounts",
        "things": things,
        "least": decision.least,
        "most": decision.most,
    }


class Wording(NamedTuple):
    """How a kind of decision is put. option, thing: an answer of a choice, a thing counted."""

    prompt: Prompt
    rule: str
    option: ToOption = use_power
    thing: Thing = anywhere


_WORDINGS: Final[dict[str, Wording]] = {
    asks.START_TILES: Wording(
        says("Which tile do you keep as a development, and which as a world?"),
        "Setup",
        start_tiles,
    ),
    asks.SELECT: Wording(
        says("Select a phase: put any one of your workers on the phase strip."), "Assign", selects
    ),
    asks.ASSIGN_WILD: Wording(wild, "Assign", assign_wild),
    asks.REASSIGN: Wording(
        says("Reassign workers, or show those you have assigned."), "Assign", reassign
    ),
    asks.REASSIGN_WORKER: Wording(
        naming("", ": which worker do you reassign, and to which phase?"),
        "Assign",
        reassign_worker,
    ),
    asks.DICTATE: Wording(says("Dictate: which worker do you give up?"), "Assign", dictate),
    asks.EXPLORER: Wording(says("What does your next explorer do?"), "Explore", explorer),
    asks.ABANDON: Wording(
        says(
            "Scout: which tiles do you abandon first? You draw 1 tile, and 1 more for each of them."
        ),
        "Explore",
    ),
    asks.PLACE_TILE: Wording(
        says("Which tile do you place next, and as what?"), "Explore", place_tile
    ),
    asks.MOVE_TILE: Wording(says("Which tile do you move, and where to?"), "Explore", move_tile),
    asks.GIVE_UP_TILE: Wording(
        says("The bag is empty: which tile do you give up?"),
        "Fine Points, Explore",
        give_up_tile,
    ),
    asks.BUILDERS: Wording(
        numbered("Which ", " do you use to complete "), "Develop, Settle", thing=builders_of(False)
    ),
    asks.BUILDERS_RETURNED: Wording(
        numbered("Which ", " have built, and go to your Citizenry, for "),
        "Develop, Settle",
        thing=builders_of(True),
    ),
    asks.PRODUCER: Wording(
        says("Which producer becomes a good, and on which world?"), "Produce", producer
    ),
    asks.SHIPPER: Wording(
        says("Which good does your next shipper trade or consume?"), "Ship", shipper
    ),
    asks.USE_POWER: Wording(naming("Do you use ", "?"), "Powers", use_power),
    asks.REMOVE_DIE: Wording(
        naming("", ": which of your dice do you give up?"), "Immediate Effects", remove_die
    ),
    asks.WORKERS_TO_CUP: Wording(
        numbered("Return ", " to your cup by ", "."), "Develop", thing=dice_at(IN_CITIZENRY)
    ),
    asks.RECRUIT: Wording(recruit, "Manage Empire", thing=dice_at(IN_CITIZENRY)),
    asks.RECALL: Wording(recall, "Manage Empire", thing=anywhere),
}
"""How each kind of decision is put into words."""


def faces_of_ask(ask: Data) -> Sequence[int]:
    """Return the faces that an ask names."""
    named = [part["card"] for part in ask["prompt"] if isinstance(part, dict)]
    return named + ([ask["about"]] if ask["about"] is not None else [])
