"""Why nothing was asked that an answer of a card test fits."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rftg_dsl.diagnostics.text import counted, listed
from rftg_dsl.model import PowerLine
from rftg_dsl.syntax.situations import PRESTIGE_CARD, TRADE, AnswerLine, CardTest, Verb
from rftg_engine import steps
from rftg_engine.cards.table import Table
from rftg_engine.state import Player, State
from rftg_tools.cardtests.takeovers import takeover_obstacle

_PHASES: Final = {steps.DEVELOP_2: steps.DEVELOP, steps.SETTLE_2: steps.SETTLE}
_PLACED_IN: Final = {"world": steps.SETTLE, "development": steps.DEVELOP}
_HELPERS: Final = frozenset(("cost", "military", "pay for", "conquer"))
"""Effects of cards that are named where another one is placed."""


def why_unasked(
    table: Table, test: CardTest, state: State, seat: int, line: AnswerLine, played: Collection[str]
) -> str:
    """Return what stands in the way of an answer, as the test ended.

    played: the steps that took place.
    """
    phases = list(dict.fromkeys(_PHASES.get(one, one) for one in played if one != steps.CHOOSE))
    title, player = line.objects[0] if line.objects else "", state.players[seat]
    if line.cannot:
        return f"ways to pay are looked at when it comes to paying: add `{line.verb} {title}`"
    if line.verb is Verb.TAKE_OVER and title:
        if steps.SETTLE not in phases:
            return f"takeovers are declared in settle; {_only(phases)}"
        return takeover_obstacle(table, state, seat, line)
    if line.verb is Verb.PLACE and title:
        return _not_placed(table, player, title, phases)
    if line.verb in (Verb.USE, Verb.SPEND, Verb.SELL, Verb.PRODUCE_ON) and title:
        return _not_used(table, test, player, line, phases)
    return _only(phases)


def _only(phases: Collection[str]) -> str:
    return f"what was played is {listed(list(phases), 'and') or 'nothing'}"


def _not_placed(table: Table, player: Player, title: str, phases: Collection[str]) -> str:
    type = next(one.type for one in table.cards if one.title == title)
    phase = _PLACED_IN[type]
    if phase not in phases:
        return f"`{title}` is a {type}, placed in {phase}; {_only(phases)}"
    if title in [table.titles[card] for card in player.tableau]:
        return f"`{title}` is in the tableau already"
    return f"no further {type} could be placed in {phase}"


def _not_used(
    table: Table, test: CardTest, player: Player, line: AnswerLine, phases: Collection[str]
) -> str:
    title = line.objects[0]
    if title == PRESTIGE_CARD:
        return "the discards for points belong to the action `prestige trade`"
    mine = [card for card in player.tableau if table.titles[card] == title]
    given = test.parts[player.seat].tableau.titles
    if not mine:
        gone = " any more" if title in given else ""
        return f"`{title}` is not in the tableau{gone}"
    if line.verb is Verb.SELL and not any(TRADE in part.actions for part in test.parts):
        return "nobody chose `trade`, and no power sold a good"
    if line.verb in (Verb.SPEND, Verb.SELL):
        there = not player.goods.keys().isdisjoint(mine)
        return f"there is {'a' if there else 'no'} good on `{title}`; {_only(phases)}"
    if line.verb is Verb.PRODUCE_ON:
        return f"no power gave a windfall world the choice; {_only(phases)}"
    return _unused(table.cards[mine[0]].powers, title, player, phases)


def _unused(
    lines: Collection[PowerLine], title: str, player: Player, phases: Collection[str]
) -> str:
    """Return why no power of a card could be used in the phases that were played."""
    inside = [one for one in lines if not phases_of(one).isdisjoint(phases)]
    if not inside:
        known = sorted(set[str]().union(*map(phases_of, lines)))
        of = listed(known, "and") or "no phase"
        return f"`{title}` has powers of {of}; {_only(phases)}"
    said = "; ".join(f"`{one.text}`" for one in inside)
    effects = {effect.verb for one in inside for effect in one.power.all_effects}
    if effects <= _HELPERS:
        return f"{said} helps to place a card: write `place TITLE using {title}`"
    if any(effect == "take over" for effect in effects):
        return f"{said} is used by `take over TITLE using {title}`"
    has = (
        f"{counted(len(player.hand), 'card')} in hand, {counted(len(player.goods), 'good')} and"
        f" {player.prestige} prestige"
    )
    return f"{said} could not be used, or needs no answer; at the end there are {has}"


def phases_of(line: PowerLine) -> set[str]:
    """Return the phases of a power line; selling is a part of Consume."""
    return {steps.CONSUME if one == TRADE else one for one in line.power.phases}
