"""The draft: players pick the cards of their own supplies (arc 1 booklet, Draft Variant)."""

from __future__ import annotations

from typing import Final

from gamekit.decisions import Choice, Decision
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.events import CardDrafted
from rftg_engine.modules.start_world_choice import check_pairs, choose_one, offer_start_worlds
from rftg_engine.rules import RuleModule, Rules
from rftg_engine.setups.options import Options
from rftg_engine.state import State


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
            rules.moves.tell(state, CardDrafted, seat, 1, (card,))
            packs[seat].remove(card)
        packs = [packs[(seat - direction) % seats] for seat in range(seats)]


def _draft(rules: Rules, state: State) -> Asking[None]:
    """Let each player play with the cards drafted (arc 1 booklet, Draft Variant)."""
    offered = offer_start_worlds(rules, state)
    dealt = [world for pair in offered for world in pair]
    cards = [card for card in range(len(rules.table.cards)) if card not in dealt]
    yield from draft(rules, state, rules.moves.shuffle(state, cards))
    yield from choose_one(rules, state, offered)
