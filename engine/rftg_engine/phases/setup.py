"""Set-up of a game: check of its options, and deal of the starting cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Decision, Subset
from gamekit.driver import Asking
from gamekit.events import FirstPlayerSet
from rftg_engine import asks
from rftg_engine.cards.moments import SAVE_SETUP, STARTING_HAND
from rftg_engine.cards.table import Table
from rftg_engine.events import StartWorldsDealt
from rftg_engine.options import (
    CARDS_DEALT,
    SWITCHES,
    Options,
    check_hands,
    dealt_hands,
    plan_openings,
    start_worlds,
)
from rftg_engine.rules import REGISTERED, Rules
from rftg_engine.state import State


def check_options(table: Table, options: Options) -> None:
    """Raise ValueError with the reason if these sets do not allow the options."""
    maximum = min(table.most_players, len(table.start_worlds))
    if not 2 <= options.players <= maximum:
        excess = options.players - maximum
        advice = f": take {excess} out, or add a set that serves more" if excess > 0 else ""
        raise ValueError(f"these sets serve 2 to {maximum} players, not {options.players}{advice}")
    if options.experienced and options.players != 2:
        raise ValueError("the experienced game with two actions is for 2 players")
    if options.preset_hands and len(table.preset_hands) < options.players:
        raise ValueError(
            f"there are {len(table.preset_hands)} preset hands for {options.players} players"
        )
    if options.preset_hands:
        check_hands(table, "preset hands need", dealt_hands(table, options.players))
    for module in REGISTERED:
        module.check(table, options)
    _check_modules(options)
    _check_opening(table, options)


def _check_modules(options: Options) -> None:
    names = [module.name for module in REGISTERED if module.option is not None]
    for name in options.modules:
        if name not in names:
            there_are = ", ".join(sorted(names))
            raise ValueError(f"there is no rule module {name!r:.60}; there are: {there_are}")
        if name in SWITCHES:
            raise ValueError(f"{name} has its own option and cannot be in `modules`")


def _check_opening(table: Table, options: Options) -> None:
    dealt = {
        "preset hands": options.preset_hands,
        "the draft": options.draft,
        "the scenario": options.scenario,
    }
    if any(options.opening):
        for source, is_used in dealt.items():
            if is_used:
                raise ValueError(f"with {source} no cards can be put into opening hands")
    plan_openings(table, options.opening, options.players)


HAND_KEPT: Final = 4


def create_supply(rules: Rules, state: State, dealt: list[int]) -> None:
    """Create the supply from all cards except those dealt, including unused start worlds.

    Cards of opening hands are removed only after the shuffle, so that the order of the others is
    the same as without them.
    """
    cards = list(range(len(rules.table.cards)))
    for card in set(dealt):
        cards.remove(card)
    opening_cards = {card for opening in rules.openings for card in opening.hand}
    deck = rules.moves.shuffle(state, cards)
    state.deck = [card for card in deck if card not in opening_cards] if opening_cards else deck


def deal_hand(rules: Rules, state: State, seat: int) -> None:
    """Deal six cards; the cards of the opening hand come first."""
    opening = rules.openings[seat].hand
    rules.moves.add_to_hand(state, state.players[seat], opening)
    rules.moves.draw_to_hand(state, state.players[seat], CARDS_DEALT - len(opening))


def place_start_worlds(rules: Rules, state: State, seated: list[int]) -> None:
    """Place the start world of each seat in turn order, which their numbers determine."""
    set_order(rules, state, seated)
    for seat in state.order:
        state.players[seat].start_world = seated[seat]
        notify_dealt(rules, state, seat, seated[seat : seat + 1])
        rules.moves.place(state, state.players[seat], seated[seat])


def notify_dealt(rules: Rules, state: State, seat: int, worlds: Sequence[int]) -> None:
    """Notify observers of the start worlds that a seat has or can choose from."""
    rules.moves.notify(state, StartWorldsDealt, seat, len(worlds), tuple(worlds))


def set_order(rules: Rules, state: State, seated: list[int]) -> None:
    """Set the turn order, clockwise from the lowest numbered start world.

    base rulebook, Timing
    """
    seats = range(len(seated))
    first = min(seats, key=lambda seat: rules.table.start_number(seated[seat]))
    state.order = [(first + seat) % len(seated) for seat in seats]
    rules.moves.notify(state, FirstPlayerSet, first)


def starting_hands(rules: Rules, state: State) -> Asking[None]:
    """Let each player keep four of six cards, or the number on the start world."""
    decisions: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        keep_count = HAND_KEPT
        for power in rules.table.powers((player.start_world,)).rule(STARTING_HAND):
            keep_count = power.amount
        hand = tuple(player.hand)
        count = max(0, len(hand) - keep_count)
        decisions.append(Subset(seat, asks.STARTING_HAND, -1, hand, count, count))
    answers = yield decisions
    for decision, cards in zip(decisions, answers, strict=True):
        rules.moves.discard_from_hand(state, state.players[decision.player], cards)


def save_cards(rules: Rules, state: State) -> Asking[None]:
    """Save hand cards under start worlds with a power for it."""
    for seat in state.order:
        player = state.players[seat]
        for power in player.powers.rule(SAVE_SETUP):
            hand = tuple([card for card in player.hand if power.applies_to(card)])
            count = min(power.amount, len(hand))
            (cards,) = yield [Subset(seat, asks.SAVE, power.card, hand, count, count)]
            rules.moves.save_from_hand(state, player, power.card, cards)


CHIPS_A_PLAYER: Final = 12


def setup(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Set out chips, and deal start worlds and hands."""
    state.pool = chips(rules)
    for module in rules.modules:
        module.prepare(rules, state)
    if rules.options.preset_hands:
        _deal_preset(rules, state)
    else:
        yield from _dealing(rules, state)
    yield from save_cards(rules, state)
    rules.begin_round(state)


def chips(rules: Rules) -> int:
    """Return the points of chips set out; the first module decides last."""
    points = CHIPS_A_PLAYER * rules.options.players
    for module in reversed(rules.modules):
        points = module.chips(rules, points)
    return points


def _dealing(rules: Rules, state: State) -> Asking[None]:
    for module in rules.modules:
        dealing = module.deal(rules, state)
        if dealing is not None:
            return dealing
    return _deal_start_worlds(rules, state)


def _deal_start_worlds(rules: Rules, state: State) -> Asking[None]:
    """Deal one start world and six cards to each player, who discards two of them."""
    dealt = rules.moves.shuffle(state, rules.table.start_worlds)
    seated = start_worlds(rules.openings, dealt)
    create_supply(rules, state, seated)
    place_start_worlds(rules, state, seated)
    for seat in state.order:
        deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)


def _deal_preset(rules: Rules, state: State) -> None:
    """Deal the preset hands, lowest number first; all other cards form the supply."""
    hands = dealt_hands(rules.table, len(state.players))
    remaining = list(range(len(rules.table.cards)))
    seated = [_take_copy(rules, remaining, hand.start_world) for hand in hands]
    for player, hand in zip(state.players, hands, strict=True):
        rules.moves.add_to_hand(
            state, player, [_take_copy(rules, remaining, title) for title in hand.cards]
        )
    dealt = [*seated, *[card for player in state.players for card in player.hand]]
    create_supply(rules, state, dealt)
    place_start_worlds(rules, state, seated)


def _take_copy(rules: Rules, remaining: list[int], title: str) -> int:
    """Take a copy of a card that has not been dealt yet."""
    card = remaining[[rules.table.titles[candidate] for candidate in remaining].index(title)]
    remaining.remove(card)
    return card
