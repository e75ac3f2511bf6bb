"""Readers of what frames the phases: start worlds, actions, search, kinds and numbers named."""

from __future__ import annotations

from typing import Any, Final

from gamekit.decisions import Answer, Choice, Decision, Subset
from rftg_engine import actions
from rftg_tools.importing.events import Event
from rftg_tools.importing.exceptions import CHANGED_ACTION
from rftg_tools.importing.reader import Reader, offered

ACTIONS: Final = {
    "explore+5": actions.EXPLORE_5,
    "explore+1+1": actions.EXPLORE_1_1,
    "develop": actions.DEVELOP,
    "develop2": actions.DEVELOP_2,
    "settle": actions.SETTLE,
    "settle2": actions.SETTLE_2,
    "consume-trade": actions.CONSUME_TRADE,
    "consume-x2": actions.CONSUME_X2,
    "produce": actions.PRODUCE,
    "search": actions.SEARCH,
}
CATEGORIES: Final = (
    "development-with-military-1-or-2",
    "military-windfall-1-or-2",
    "peaceful-windfall-1-or-2",
    "chromosome-world",
    "alien-good-world",
    "consumes-two-or-more",
    "military-5-or-more",
    "six-development",
    "takeover-card",
)
"""The record's search categories, in the order of ours."""
KINDS: Final = ("novelty", "rare", "genes", "alien")


def start_world(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the start world kept; the cards given up answer a later decision."""
    worlds = offered(decision)
    reader.same("options", reader.sorted_titles(worlds), sorted(event["options"]["special"]))
    reader.start_cards[decision.player] = event["answer"]["cards"]
    return reader.cards([event["answer"]["value"]], worlds)


def starting_hand(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the cards given up, some of them maybe with the choice of the start world."""
    assert isinstance(decision, Subset)
    before = reader.start_cards.pop(decision.player, [])
    record = sorted([*before, *event["options"]["cards"]])
    reader.same("options", reader.sorted_titles(decision.cards), record)
    count = len(before) + event["options"]["args"]["count"]
    reader.same("how many", (decision.least, decision.most), (count, count))
    return reader.cards([*before, *event["answer"]["cards"]], decision.cards)


def action(_reader: Reader, _decision: Decision, event: Event) -> Answer:
    """Return the action cards, by number; the one with prestige counts PRESTIGE more."""
    return _numbers(event["answer"])


def _numbers(said: Any) -> Answer:
    chosen = sorted(ACTIONS[name] for name in said["actions"])
    if said["prestige"]:
        place = chosen.index(ACTIONS[said["prestige_action"]])
        chosen[place] += actions.PRESTIGE
    return tuple(chosen)


def first_action(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the action committed by a player who chooses the other one last."""
    assert isinstance(decision, Choice)
    committed = _numbers(event["answer"])
    final = reader.late.get(decision.player)
    if final is not None and committed[0] not in _numbers(final):
        # The record goes back on it: what is chosen in the end has to hold the one committed.
        reader.exceptions[CHANGED_ACTION] += 1
        return min((one,) for one in _numbers(final) if (one,) in decision.options)
    return committed


def category(_reader: Reader, _decision: Decision, event: Event) -> Answer:
    """Return the search category; the record does not list those to choose from."""
    return (CATEGORIES.index(event["answer"]["value"]),)


def keep(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return whether the card found is taken."""
    found = event["options"]["args"]["card"]
    reader.same("card", reader.table.titles[decision.about], found)
    return (1,) if event["answer"]["value"] else (0,)


def kind_of_good(reader: Reader, decision: Decision, event: Event) -> Answer:
    """Return the kind a good counts as."""
    assert isinstance(decision, Choice)
    kind = KINDS.index(event["answer"]["value"]) + 1
    reader.given[decision.about] = kind
    return (kind,)


def number(_reader: Reader, _decision: Decision, event: Event) -> Answer:
    """Return the number named."""
    return (int(event["answer"]["value"]),)
