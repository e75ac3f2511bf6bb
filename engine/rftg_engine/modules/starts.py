"""Modules that change the start of a game, and tokens."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Answer, Choice, Decision
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.table import START_COLOURS, Table
from rftg_engine.events import CardDrafted
from rftg_engine.options import Options, check_hands, start_worlds
from rftg_engine.phases.setup import (
    create_supply,
    deal_hand,
    notify_dealt,
    place_start_worlds,
    set_order,
    starting_hands,
)
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.state import State


class Tokens(RuleModule):
    """Tokens of the classes in the sets in use."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a set has tokens."""
        return bool(table.tokens)


class Scenario(RuleModule):
    """Two players start with fixed start worlds and additional cards."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError if the sets or other options do not allow the scenario."""
        RuleModule.check(self, table, options)
        if not options.scenario:
            return
        sides = len(table.scenario)
        if sides != 2:
            raise ValueError(f"a scenario has 2 sides, but the sets in use have {sides} together")
        if options.players != 2:
            raise ValueError("the scenario is for 2 players")
        if options.preset_hands or options.draft:
            raise ValueError("the scenario deals its own start worlds and hands")
        check_hands(table, "the scenario needs", table.scenario)

    def deal(self, rules: Rules, state: State) -> Asking[None]:
        """Deal fixed start worlds, and cards in addition to the four kept.

        arc 1 booklet, Takeover Scenario
        """
        titles = rules.table.titles
        sides = rules.table.scenario
        seated = [titles.index(side.start_world) for side in sides]
        extra = [[titles.index(title) for title in side.cards] for side in sides]
        create_supply(rules, state, [*seated, *[card for cards in extra for card in cards]])
        place_start_worlds(rules, state, seated)
        for seat in state.order:
            deal_hand(rules, state, seat)
        yield from starting_hands(rules, state)
        for player, cards in zip(state.players, extra, strict=True):
            rules.moves.add_to_hand(state, player, cards)


class StartWorldChoice(RuleModule):
    """Each player is dealt two start worlds, a red and a blue one, and keeps one."""

    def is_active(self, table: Table, options: Options) -> bool:
        """Return whether a set in use has this module."""
        return self.name in table.modules

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError unless there are enough start worlds."""
        if self.is_active(table, options) and not options.robot:
            check_pairs(table, options)

    def deal(self, rules: Rules, state: State) -> Asking[None]:
        """Offer a red and a blue start world to each player; the other is discarded.

        arc 1 booklet, Adding Rebel vs Imperium Cards: deal 2, choose 1. If a start world was chosen
        for a seat in advance, it is one of the two.
        """
        offers = offer_start_worlds(rules, state)
        create_supply(rules, state, [world for worlds in offers for world in worlds])
        yield from choose_start_worlds(rules, state, offers)


def check_pairs(table: Table, options: Options) -> None:
    """Raise ValueError unless there are two start worlds for each player."""
    pairs = min([len(table.start_worlds_of[colour]) for colour in START_COLOURS])
    if not options.scenario and not options.preset_hands and pairs < options.players:
        raise ValueError(
            f"there are start worlds of both colours for {pairs} players only:"
            " take players out, or add a set with start worlds"
        )


def offer_start_worlds(rules: Rules, state: State) -> list[tuple[int, ...]]:
    """Return the offered start worlds, a red and a blue one for each seat."""
    pairs = []
    for colour in START_COLOURS:
        shuffled = rules.moves.shuffle(state, rules.table.start_worlds_of[colour])
        pairs.append(start_worlds(rules.openings, shuffled))
    offers: list[tuple[int, ...]] = list(zip(*pairs, strict=True))
    for seat, worlds in enumerate(offers):
        notify_dealt(rules, state, seat, worlds)
    return offers


def choose_start_worlds(rules: Rules, state: State, offers: list[tuple[int, ...]]) -> Asking[None]:
    """Let each player draw six cards, choose a start world, and keep four cards."""
    for seat in range(len(state.players)):
        deal_hand(rules, state, seat)
    decisions: list[Decision] = []
    for seat, worlds in enumerate(offers):
        options: tuple[Answer, ...] = tuple((world,) for world in worlds)
        decisions.append(Choice(seat, asks.START_WORLD, -1, options))
    answers = yield decisions
    chosen = [answer[0] for answer in answers]
    for player, worlds in zip(state.players, offers, strict=True):
        rules.moves.discard(state, player, [world for world in worlds if world not in chosen])
    for seat, world in enumerate(chosen):
        state.players[seat].start_world = world
    set_order(rules, state, chosen)
    yield from starting_hands(rules, state)
    place_start_worlds(rules, state, chosen)


class Draft(RuleModule):
    """Players draft the cards they play with, then choose start worlds."""

    def check(self, table: Table, options: Options) -> None:
        """Raise ValueError if the sets or other options do not allow a draft."""
        RuleModule.check(self, table, options)
        if options.draft:
            check_pairs(table, options)
            if options.preset_hands:
                raise ValueError("drafted games have no preset hands")

    def deal(self, rules: Rules, state: State) -> Asking[None]:
        """Let each player play with drafted cards (arc 1 booklet, Draft Variant)."""
        offers = offer_start_worlds(rules, state)
        dealt = [world for worlds in offers for world in worlds]
        cards = [card for card in range(len(rules.table.cards)) if card not in dealt]
        yield from draft(rules, state, rules.moves.shuffle(state, cards))
        yield from choose_start_worlds(rules, state, offers)


PACK_SIZE: Final = 5
"""Number of cards that each player draws for one round of the draft."""


def draft(rules: Rules, state: State, cards: list[int]) -> Asking[None]:
    """Draft all cards, then give each player a supply of the cards picked.

    Each player draws five cards per round and passes the rest, in alternating directions starting
    to the left. The last cards are divided equally; any remaining cards leave the game.
    """
    seats = len(state.players)
    picked: list[list[int]] = [[] for _seat in range(seats)]
    remaining, direction = cards, 1
    while remaining:
        count = PACK_SIZE if len(remaining) >= PACK_SIZE * seats else len(remaining) // seats
        if not count:
            break
        packs = [remaining[seat * count : (seat + 1) * count] for seat in range(seats)]
        remaining = remaining[seats * count :]
        yield from _pass_round(rules, state, packs, picked, direction)
        direction = -direction
    state.drafted = True
    for player, picks in zip(state.players, picked, strict=True):
        player.deck = rules.moves.shuffle(state, picks)


def _pass_round(
    rules: Rules, state: State, packs: list[list[int]], picked: list[list[int]], direction: int
) -> Asking[None]:
    """Let all players pick one card at the same time and pass the rest, until none are left."""
    seats = len(packs)
    while packs[0]:
        decisions: list[Decision] = [
            Choice(seat, asks.DRAFT, -1, tuple((card,) for card in pack))
            for seat, pack in enumerate(packs)
        ]
        answers = yield decisions
        for seat, (card,) in enumerate(answers):
            picked[seat].append(card)
            rules.moves.notify(state, CardDrafted, seat, 1, (card,))
            packs[seat].remove(card)
        packs = [packs[(seat - direction) % seats] for seat in range(seats)]
