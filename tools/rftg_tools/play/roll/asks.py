"""Questions of Roll: a prompt, the rule, and every answer in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gamekit.decisions import Amounts, Choice, Decision, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text, card, text
from rftg_tools.play.roll.names import COLOUR_NAMES, tile_key
from rftg_tools.play.roll.options import (
    AskContext,
    Data,
    End,
    Prompt,
    ToEnd,
    ToOption,
    assign_wild,
    builders_of,
    choose_start_tiles,
    dice_at,
    dictate,
    die_anywhere,
    face_about,
    give_up_tile,
    move_tile,
    moves_at_once,
    place_tile,
    reassign,
    reassign_worker,
    remove_die,
    select_phase,
    use_explorer,
    use_power,
    use_producer,
    use_shipper,
)
from roll_engine import asks
from roll_engine.cards.table import Table
from roll_engine.rules import (
    IN_CITIZENRY,
)
from roll_engine.view import View


def fixed_prompt(words: str) -> Prompt:
    return lambda _asked: text(words)


def prompt_with_face(before: str, after: str) -> Prompt:
    """Return a prompt with the face that the decision is about."""

    def prompt(context: AskContext) -> Text:
        face = face_about(context)
        return text(before, card(face) if face is not None else "Dictate", after)

    return prompt


def prompt_with_count(before: str, after: str, end: str = "?") -> Prompt:
    """Return a prompt with the number of dice that are wanted, and the face it is about."""

    def prompt(context: AskContext) -> Text:
        decision = context.decision
        assert isinstance(decision, Amounts)
        face = face_about(context)
        workers = counted(decision.maximum, "worker", "workers")
        up_to = "" if decision.minimum == decision.maximum else "up to "
        return text(f"{before}{up_to}{workers}{after}", card(face) if face is not None else "", end)

    return prompt


def ask_wild(context: AskContext) -> Text:
    return text(f"Assign your wild {COLOUR_NAMES[context.about]} worker to a phase.")


def ask_recruit(context: AskContext) -> Text:
    decision = context.decision
    assert isinstance(decision, Amounts)
    dice = counted(decision.maximum, "die", "dice")
    return text(f"Recruit {dice} from your Citizenry, for 1 credit each.")


def ask_recall(context: AskContext) -> Text:
    decision = context.decision
    assert isinstance(decision, Amounts)
    least = "at least 1 die" if decision.minimum else "any dice"
    return text(
        f"Recall {least} from your construction zone and your worlds, or none."
        if not decision.minimum
        else f"Your cup is empty: recall {least}."
    )


def ask_of(table: Table, view: View, decision: Decision) -> Data:
    """Return a decision in words. view: of the player who is asked."""
    context = AskContext(table, view, decision)
    wording = _WORDINGS[decision.kind]
    ask: Data = {
        "seat": decision.player,
        "kind": decision.kind,
        "about": face_about(context),
        "prompt": wording.prompt(context),
        "rule": f"Roll rulebook, {wording.rule}",
        "suggest": None,
    }
    if isinstance(decision, Choice):
        options = [wording.option(context, answer).data() for answer in decision.options]
        moves = [move.data() for move in moves_at_once(context)]
        return ask | {"form": "choice", "options": options, "moves": moves}
    if isinstance(decision, Amounts):
        return ask | _amounts(context, decision, wording.to_end)
    if isinstance(decision, Subset):
        ends = [End(tile_key(tile), context.tile_name(tile)) for tile in decision.cards]
        items = [
            {"value": tile, "limit": 1, **end.data()}
            for tile, end in zip(decision.cards, ends, strict=True)
        ]
        bounds = {"least": decision.minimum, "most": decision.maximum}
        return ask | {"form": "subset", "things": items, **bounds}
    raise TypeError(f"a decision of an unknown form: {decision!r}")


def _amounts(context: AskContext, decision: Amounts, to_end: ToEnd) -> Data:
    ends = [to_end(context, value) for value in decision.items]
    items = [
        {"value": value, "limit": limit, **end.data()}
        for value, limit, end in zip(decision.items, decision.limits, ends, strict=True)
    ]
    return {
        "form": "amounts",
        "things": items,
        "least": decision.minimum,
        "most": decision.maximum,
    }


class Wording(NamedTuple):
    """Words for a kind of decision. option: of an answer. to_end: of an item that is counted."""

    prompt: Prompt
    rule: str
    option: ToOption = use_power
    to_end: ToEnd = die_anywhere


_WORDINGS: Final[dict[str, Wording]] = {
    asks.START_TILES: Wording(
        fixed_prompt("Which tile do you keep as a development, and which as a world?"),
        "Setup",
        choose_start_tiles,
    ),
    asks.SELECT: Wording(
        fixed_prompt("Select a phase: put any one of your workers on the phase strip."),
        "Assign",
        select_phase,
    ),
    asks.ASSIGN_WILD: Wording(ask_wild, "Assign", assign_wild),
    asks.REASSIGN: Wording(
        fixed_prompt("Reassign workers, or show those you have assigned."), "Assign", reassign
    ),
    asks.REASSIGN_WORKER: Wording(
        prompt_with_face("", ": which worker do you reassign, and to which phase?"),
        "Assign",
        reassign_worker,
    ),
    asks.DICTATE: Wording(fixed_prompt("Dictate: which worker do you give up?"), "Assign", dictate),
    asks.EXPLORER: Wording(
        fixed_prompt("What does your next explorer do?"), "Explore", use_explorer
    ),
    asks.ABANDON: Wording(
        fixed_prompt(
            "Scout: which tiles do you abandon first? You draw 1 tile, and 1 more for each of them."
        ),
        "Explore",
    ),
    asks.PLACE_TILE: Wording(
        fixed_prompt("Which tile do you place next, and as what?"), "Explore", place_tile
    ),
    asks.MOVE_TILE: Wording(
        fixed_prompt("Which tile do you move, and where to?"), "Explore", move_tile
    ),
    asks.GIVE_UP_TILE: Wording(
        fixed_prompt("The bag is empty: which tile do you give up?"),
        "Fine Points, Explore",
        give_up_tile,
    ),
    asks.BUILDERS: Wording(
        prompt_with_count("Which ", " do you use to complete "),
        "Develop, Settle",
        to_end=builders_of(False),
    ),
    asks.BUILDERS_RETURNED: Wording(
        prompt_with_count("Which ", " have built, and go to your Citizenry, for "),
        "Develop, Settle",
        to_end=builders_of(True),
    ),
    asks.PRODUCER: Wording(
        fixed_prompt("Which producer becomes a good, and on which world?"), "Produce", use_producer
    ),
    asks.SHIPPER: Wording(
        fixed_prompt("Which good does your next shipper trade or consume?"), "Ship", use_shipper
    ),
    asks.USE_POWER: Wording(prompt_with_face("Do you use ", "?"), "Powers", use_power),
    asks.REMOVE_DIE: Wording(
        prompt_with_face("", ": which of your dice do you give up?"),
        "Immediate Effects",
        remove_die,
    ),
    asks.WORKERS_TO_CUP: Wording(
        prompt_with_count("Return ", " to your cup by ", "."),
        "Develop",
        to_end=dice_at(IN_CITIZENRY),
    ),
    asks.RECRUIT: Wording(ask_recruit, "Manage Empire", to_end=dice_at(IN_CITIZENRY)),
    asks.RECALL: Wording(ask_recall, "Manage Empire", to_end=die_anywhere),
}
"""How each kind of decision is put into words."""


def faces_of_ask(ask: Data) -> Sequence[int]:
    """Return the faces that an ask names."""
    named = [part["card"] for part in ask["prompt"] if isinstance(part, dict)]
    return named + ([ask["about"]] if ask["about"] is not None else [])
