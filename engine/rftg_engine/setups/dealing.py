"""Dealing a game: the supply, hands, start worlds, and what is kept (base rulebook, Setup)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Decision, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.moments import SAVE_SETUP, STARTING_HAND
from rftg_engine.events import FirstPlayerSet, StartWorldsDealt
from rftg_engine.rules import Rules
from rftg_engine.setups.opening import CARDS_DEALT
from rftg_engine.state import State

HAND_KEPT: Final = 4


def make_supply(rules: Rules, state: State, taken: list[int]) -> None:
    """Make the supply of all cards except those taken, including start worlds that nobody has.

    Cards wanted in opening hands come out of the shuffled supply, so the others lie as ever.
    """
    others = list(range(len(rules.table.cards)))
    for card in set(taken):
        others.remove(card)
    wanted = {card for opening in rules.openings for card in opening.hand}
    deck = rules.moves.shuffle(state, others)
    state.deck = [card for card in deck if card not in wanted] if wanted else deck


def deal_hand(rules: Rules, state: State, seat: int) -> None:
    """Deal six cards, of which those wanted come first."""
    wanted = rules.openings[seat].hand
    rules.moves.into_hand(state, state.players[seat], wanted)
    rules.moves.draw_to_hand(state, state.players[seat], CARDS_DEALT - len(wanted))


def place_start_worlds(rules: Rules, state: State, seated: list[int]) -> None:
    """Place the start world of each seat, in turn order, which their numbers decide."""
    set_order(rules, state, seated)
    for seat in state.order:
        state.players[seat].start_world = seated[seat]
        note_dealt(rules, state, seat, seated[seat : seat + 1])
        rules.moves.place(state, state.players[seat], seated[seat])


def note_dealt(rules: Rules, state: State, seat: int, worlds: Sequence[int]) -> None:
    """Tell observers which start worlds a seat has, or may choose from."""
    rules.moves.tell(state, StartWorldsDealt, seat, len(worlds), tuple(worlds))


def set_order(rules: Rules, state: State, seated: list[int]) -> None:
    """Set the order of play, clockwise from the lowest numbered start world.

    base rulebook, Timing
    """
    seats = range(len(seated))
    first = min(seats, key=lambda seat: rules.table.start_number(seated[seat]))
    state.order = [(first + seat) % len(seated) for seat in seats]
    rules.moves.tell(state, FirstPlayerSet, first)


def starting_hands(rules: Rules, state: State) -> Asking[None]:
    """Let each player keep four of the six cards, or as many as the start world says."""
    asked: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        kept = HAND_KEPT
        for power in rules.table.powers((player.start_world,)).rule(STARTING_HAND):
            kept = power.amount
        hand = tuple(player.hand)
        count = max(0, len(hand) - kept)
        asked.append(Subset(seat, asks.STARTING_HAND, -1, hand, count, count))
    answers = yield asked
    for decision, cards in zip(asked, answers, strict=True):
        rules.moves.discard_from_hand(state, state.players[decision.player], cards)


def save_cards(rules: Rules, state: State) -> Asking[None]:
    """Save cards of the hand under a start world that may do so."""
    for seat in state.order:
        player = state.players[seat]
        for power in player.powers.rule(SAVE_SETUP):
            hand = tuple([card for card in player.hand if power.applies(card)])
            count = min(power.amount, len(hand))
            (cards,) = yield [Subset(seat, asks.SAVE, power.card, hand, count, count)]
            rules.moves.save_from_hand(state, player, power.card, cards)
