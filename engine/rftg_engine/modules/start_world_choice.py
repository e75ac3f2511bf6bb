"""Choosing one of two start worlds (arc 1 booklet, Adding Rebel vs Imperium Cards)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.table import START_COLOURS, Table
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.setups.dealing import (
    deal_hand,
    make_supply,
    note_dealt,
    place_start_worlds,
    set_order,
    starting_hands,
)
from rftg_engine.setups.opening import start_worlds
from rftg_engine.setups.options import Options
from rftg_engine.state import State


class StartWorldChoice(RuleModule):
    """Each player is dealt a red and a blue start world, and keeps one."""

    def is_played(self, table: Table, options: Options) -> bool:
        """Return whether a set brings it."""
        return self.name in table.modules

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the start worlds do not go round."""
        if self.is_played(table, options) and not options.robot:
            check_pairs(table, options)

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return the step that deals and asks."""
        return _choose_start_worlds(rules, state)


def check_pairs(table: Table, options: Options) -> None:
    """Raise ValueError where there are not two start worlds for each player."""
    pairs = min([len(table.start_worlds_of[colour]) for colour in START_COLOURS])
    if not options.scenario and not options.preset_hands and pairs < options.players:
        raise ValueError(
            f"there are start worlds of both colours for {pairs} players only:"
            " take players out, or add a set with start worlds"
        )


def _choose_start_worlds(rules: Rules, state: State) -> Asking[None]:
    """Offer two start worlds to each player, a red and a blue one; the other is discarded.

    arc 1 booklet, Adding Rebel vs Imperium Cards: deal 2, choose 1. A start world that is wanted
    for a seat is one of the two there.
    """
    offered = offer_start_worlds(rules, state)
    make_supply(rules, state, [world for pair in offered for world in pair])
    yield from choose_one(rules, state, offered)


def offer_start_worlds(rules: Rules, state: State) -> list[tuple[int, ...]]:
    """Return the start worlds that are offered, a red and a blue one to each seat."""
    pairs = []
    for colour in START_COLOURS:
        worlds = rules.table.start_worlds_of[colour]
        pairs.append(start_worlds(rules.openings, rules.moves.shuffle(state, worlds)))
    offered: list[tuple[int, ...]] = list(zip(*pairs, strict=True))
    for seat, pair in enumerate(offered):
        note_dealt(rules, state, seat, pair)
    return offered


def choose_one(rules: Rules, state: State, offered: list[tuple[int, ...]]) -> Asking[None]:
    """Let each player draw six cards, choose a start world, and keep four cards."""
    for seat in range(len(state.players)):
        deal_hand(rules, state, seat)
    asked: list[Decision] = []
    for seat, pair in enumerate(offered):
        options: tuple[Answer, ...] = tuple((world,) for world in pair)
        asked.append(Choice(seat, asks.START_WORLD, -1, options))
    answers = yield asked
    seated = [answer[0] for answer in answers]
    for player, pair in zip(state.players, offered, strict=True):
        rules.moves.discard(state, player, [world for world in pair if world not in seated])
    for seat, world in enumerate(seated):
        state.players[seat].start_world = world
    set_order(rules, state, seated)
    yield from starting_hands(rules, state)
    place_start_worlds(rules, state, seated)
