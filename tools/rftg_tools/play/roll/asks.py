"""Questions of Roll as page data: the prompt, the source of the rule, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gamekit.decisions import Amounts, Answer, Choice, Decision, Subset
from rftg_dsl.diagnostics.text import counted
from rftg_tools.play.narration.texts import Text, card, list_cards, text
from rftg_tools.play.roll.options import (
    COLOUR_NAMES,
    AskContext,
    Data,
    PageElement,
    Prompt,
    ToElement,
    ToOption,
    assign_wild,
    builders_of,
    choose_start_tiles,
    dice_at,
    dictate,
    die_anywhere,
    face_about,
    give_up_tile,
    key,
    move_tile,
    place_tile,
    reassign,
    reassign_worker,
    remove_die,
    select_phase,
    two_step_moves,
    use_explorer,
    use_power,
    use_producer,
    use_shipper,
)
from roll_engine import asks
from roll_engine.cards.table import Table
from roll_engine.rules import IN_CITIZENRY, NUMBER_OF_COLOURS, WILD
from roll_engine.view import View


def fixed_prompt(words: str) -> Prompt:
    return lambda _context: text(words)


def prompt_with_face(before: str, after: str) -> Prompt:
    """Return a prompt with the tile face of the decision."""

    def prompt(context: AskContext) -> Text:
        face = face_about(context)
        return text(before, card(face) if face is not None else "Dictate", after)

    return prompt


_WORKERS: Final = ("worker", "workers")


def prompt_with_count(
    before: str, after: str, end: str = "?", nouns: tuple[str, str] = _WORKERS
) -> Prompt:
    """Return a prompt with the number of dice and the tile face of the decision."""

    def prompt(context: AskContext) -> Text:
        decision = context.decision
        assert isinstance(decision, Amounts)
        face = face_about(context)
        dice = counted(decision.maximum, *nouns)
        up_to = "" if decision.minimum == decision.maximum else "up to "
        return text(f"{before}{up_to}{dice}{after}", card(face) if face is not None else "", end)

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
    if decision.minimum:
        return text("Your cup is empty: recall at least 1 die.")
    return text("Recall any number of dice from your construction zone and your worlds.")


def ask_of(table: Table, view: View, decision: Decision) -> Data:
    """Return a decision in words. view: the deciding player's view."""
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
        options = [
            wording.option(context, answer).data() | {"ends": _ends_assignment(context, answer)}
            for answer in decision.options
        ]
        moves = [move.data() for move in two_step_moves(context)]
        return ask | {"form": "choice", "options": options, "moves": moves}
    if isinstance(decision, Amounts):
        form, values, limits = "amounts", decision.items, decision.limits
        elements = [wording.to_element(context, value) for value in values]
    elif isinstance(decision, Subset):
        form, values, limits = "subset", decision.cards, (1,) * len(decision.cards)
        elements = [PageElement(key("tile", tile), context.tile_name(tile)) for tile in values]
    else:
        raise TypeError(f"unknown form of decision: {decision!r}")
    items = [
        {"value": value, "limit": limit, **element._asdict()}
        for value, limit, element in zip(values, limits, elements, strict=True)
    ]
    return ask | {
        "form": form,
        "things": items,
        "least": decision.minimum,
        "most": decision.maximum,
    }


def _ends_assignment(context: AskContext, answer: Answer) -> bool:
    """Return whether an answer may leave nothing to ask before workers are revealed.

    That is so if no wild worker and too few workers to dictate are left.
    """
    view, kind = context.view, context.decision.kind
    if kind not in (asks.SELECT, asks.ASSIGN_WILD):
        return False
    wild = sum(view.rolled[WILD * NUMBER_OF_COLOURS :])
    workers = sum(view.rolled) + sum(map(sum, view.assigned))
    if kind == asks.ASSIGN_WILD:
        return wild == 1 and workers < _FEWEST_TO_DICTATE
    return wild == (answer[1] == WILD) and workers - 1 < _FEWEST_TO_DICTATE


_FEWEST_TO_DICTATE: Final = 2


class Wording(NamedTuple):
    """Wording of a kind of decision. option: words an answer. to_element: words a counted item."""

    prompt: Prompt
    rule: str
    option: ToOption = use_power
    to_element: ToElement = die_anywhere


_WORDINGS: Final[dict[str, Wording]] = {
    asks.START_TILES: Wording(
        fixed_prompt("Choose which tile to keep as a development and which as a world."),
        "Setup",
        choose_start_tiles,
    ),
    asks.SELECT: Wording(
        fixed_prompt("Select a phase."),
        "Assign",
        select_phase,
    ),
    asks.ASSIGN_WILD: Wording(ask_wild, "Assign", assign_wild),
    asks.REASSIGN: Wording(fixed_prompt("Assign your workers."), "Assign", reassign),
    asks.REASSIGN_WORKER: Wording(
        prompt_with_face("", ": which worker do you reassign, and to which phase?"),
        "Assign",
        reassign_worker,
    ),
    asks.DICTATE: Wording(fixed_prompt("Dictate: which worker do you return?"), "Assign", dictate),
    asks.EXPLORER: Wording(
        fixed_prompt("What does your next explorer do?"), "Explore", use_explorer
    ),
    asks.ABANDON: Wording(
        fixed_prompt(
            "Scout: which tiles do you abandon first? You draw 1 tile, plus 1 per abandoned tile."
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
        to_element=builders_of(False),
    ),
    asks.BUILDERS_RETURNED: Wording(
        prompt_with_count("Which ", " go to your Citizenry after completing "),
        "Develop, Settle",
        to_element=builders_of(True),
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
        prompt_with_count("Take ", " from your Citizenry into your cup by ", ".", ("die", "dice")),
        "Develop",
        to_element=dice_at(IN_CITIZENRY),
    ),
    asks.RECRUIT: Wording(ask_recruit, "Manage Empire", to_element=dice_at(IN_CITIZENRY)),
    asks.RECALL: Wording(ask_recall, "Manage Empire", to_element=die_anywhere),
}
"""Wording by kind of decision."""


def faces_of_ask(ask: Data) -> Sequence[int]:
    """Return the tile faces in an ask."""
    return list_cards(ask["prompt"]) + ([ask["about"]] if ask["about"] is not None else [])
