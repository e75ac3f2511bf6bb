"""Modules that change the start of a game: scenario, choice of start worlds, draft; and tokens."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.table import START_COLOURS, Table
from rftg_engine.events import CardDrafted
from rftg_engine.options import Options, check_hands, start_worlds
from rftg_engine.phases.setup import (
    deal_hand,
    make_supply,
    note_dealt,
    place_start_worlds,
    set_order,
    starting_hands,
)
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import State


class Tokens(RuleModule):
    """Tokens of the classes that the sets in use declare."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a set declares any."""
        return bool(table.tokens)


class Scenario(RuleModule):
    """Two players begin with fixed start worlds, and with cards besides their hands."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the sets or other options do not allow it."""
        RuleModule.check(self, table, options)
        if not options.scenario:
            return
        sides = len(table.scenario)
        if sides != 2:
            raise ValueError(f"a scenario has 2 sides, and the sets in use have {sides} together")
        if options.players != 2:
            raise ValueError("the scenario is for 2 players")
        if options.preset_hands or options.draft:
            raise ValueError("the scenario deals its own start worlds and hands")
        check_hands(table, "the scenario needs", table.scenario)

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return what deals the sides."""
        return _deal_scenario(rules, state)


def _deal_scenario(rules: Rules, state: State) -> Asking[None]:
    """Deal fixed start worlds, and cards besides the four kept.

    arc 1 booklet, Takeover Scenario
    """
    titles = rules.table.titles
    sides = rules.table.scenario
    seated = [titles.index(side.start_world) for side in sides]
    extra = [[titles.index(title) for title in side.cards] for side in sides]
    make_supply(rules, state, [*seated, *[card for cards in extra for card in cards]])
    place_start_worlds(rules, state, seated)
    for seat in state.order:
        deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)
    for player, cards in zip(state.players, extra, strict=True):
        rules.moves.add_to_hand(state, player, cards)


class StartWorldChoice(RuleModule):
    """Each player is dealt a red and a blue start world, and keeps one."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a set brings it."""
        return self.name in table.modules

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the start worlds do not go round."""
        if self.is_active(table, options) and not options.robot:
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


class Draft(RuleModule):
    """Players draft the cards that they play with, then choose start worlds."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError where the sets or other options do not allow a draft."""
        RuleModule.check(self, table, options)
        if options.draft:
            check_pairs(table, options)
            if options.preset_hands:
                raise ValueError("drafted games have no preset hands")

    def deal(self, rules: Rules, state: State) -> Asking[None] | None:
        """Return the step that drafts, and deals hands out of the cards drafted."""
        return _draft(rules, state)


DRAWN: Final = 5
"""Cards that each player draws for one round of the draft."""


def draft(rules: Rules, state: State, cards: list[int]) -> Asking[None]:
    """Draft all of the cards, then make each player's own supply of those picked.

    Five cards each, the rest passed on, to the left first and then to the other side by turns;
    in the end what is left, as many for each. Cards that do not go round leave the game.
    """
    seats = len(state.players)
    taken: list[list[int]] = [[] for _seat in range(seats)]
    left, direction = cards, 1
    while left:
        each = DRAWN if len(left) >= DRAWN * seats else len(left) // seats
        if not each:
            break
        packs = [left[seat * each : (seat + 1) * each] for seat in range(seats)]
        left = left[seats * each :]
        yield from _pass_round(rules, state, packs, taken, direction)
        direction = -direction
    state.drafted = True
    for player, own in zip(state.players, taken, strict=True):
        player.deck = rules.moves.shuffle(state, own)


def _pass_round(
    rules: Rules, state: State, packs: list[list[int]], taken: list[list[int]], direction: int
) -> Asking[None]:
    """Let all pick one card at the same time and pass the rest, until none are left."""
    seats = len(packs)
    while packs[0]:
        asked: list[Decision] = [
            Choice(seat, asks.DRAFT, -1, tuple((card,) for card in pack))
            for seat, pack in enumerate(packs)
        ]
        answers = yield asked
        for seat, (card,) in enumerate(answers):
            taken[seat].append(card)
            rules.moves.notify(state, CardDrafted, seat, 1, (card,))
            packs[seat].remove(card)
        packs = [packs[(seat - direction) % seats] for seat in range(seats)]


def _draft(rules: Rules, state: State) -> Asking[None]:
    """Let each player play with the cards drafted (arc 1 booklet, Draft Variant)."""
    offered = offer_start_worlds(rules, state)
    dealt = [world for pair in offered for world in pair]
    cards = [card for card in range(len(rules.table.cards)) if card not in dealt]
    yield from draft(rules, state, rules.moves.shuffle(state, cards))
    yield from choose_one(rules, state, offered)
