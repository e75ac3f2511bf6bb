"""Set-up of a game: checks of its options, then the cards that players start with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Decision, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.cards.moments import SAVE_SETUP, STARTING_HAND
from rftg_engine.cards.table import Table
from rftg_engine.events import FirstPlayerSet, StartWorldsDealt
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
    """Raise ValueError, with the reason, for a set-up that these sets cannot serve."""
    most = min(table.most_players, len(table.start_worlds))
    if not 2 <= options.players <= most:
        over = options.players - most
        advice = f": take {over} out, or add a set that serves more" if over > 0 else ""
        raise ValueError(f"these sets serve 2 to {most} players, not {options.players}{advice}")
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
    known = [module.name for module in REGISTERED if module.option is not None]
    for name in options.modules:
        if name not in known:
            there_are = ", ".join(sorted(known))
            raise ValueError(f"no module of rules is called {name!r:.60}; there are: {there_are}")
        if name in SWITCHES:
            raise ValueError(f"{name} is switched on by an option of its own, not by `modules`")


def _check_opening(table: Table, options: Options) -> None:
    dealt = {
        "preset hands": options.preset_hands,
        "the draft": options.draft,
        "the scenario": options.scenario,
    }
    if any(options.opening):
        for what, used in dealt.items():
            if used:
                raise ValueError(f"with {what} no cards can be put into opening hands")
    plan_openings(table, options.opening, options.players)


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
    rules.moves.add_to_hand(state, state.players[seat], wanted)
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
    rules.moves.notify(state, StartWorldsDealt, seat, len(worlds), tuple(worlds))


def set_order(rules: Rules, state: State, seated: list[int]) -> None:
    """Set the order of play, clockwise from the lowest numbered start world.

    base rulebook, Timing
    """
    seats = range(len(seated))
    first = min(seats, key=lambda seat: rules.table.start_number(seated[seat]))
    state.order = [(first + seat) % len(seated) for seat in seats]
    rules.moves.notify(state, FirstPlayerSet, first)


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


CHIPS_A_PLAYER: Final = 12


def setup(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Deal the game: chips, start worlds, hands."""
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
    """Return the points of chips set out; of several modules the first one has the last word."""
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
    """Deal one start world to each player, then six cards, of which two are given up."""
    dealt = rules.moves.shuffle(state, rules.table.start_worlds)
    seated = start_worlds(rules.openings, dealt)
    make_supply(rules, state, seated)
    place_start_worlds(rules, state, seated)
    for seat in state.order:
        deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)


def _deal_preset(rules: Rules, state: State) -> None:
    """Deal the numbered hands, lowest first; all other cards form the supply."""
    hands = dealt_hands(rules.table, len(state.players))
    left = list(range(len(rules.table.cards)))
    seated = [_take(rules, left, hand.start_world) for hand in hands]
    for player, hand in zip(state.players, hands, strict=True):
        rules.moves.add_to_hand(state, player, [_take(rules, left, title) for title in hand.cards])
    taken = [*seated, *[card for player in state.players for card in player.hand]]
    make_supply(rules, state, taken)
    place_start_worlds(rules, state, seated)


def _take(rules: Rules, left: list[int], title: str) -> int:
    """Return a copy of a card that nobody has yet."""
    card = left[[rules.table.titles[one] for one in left].index(title)]
    left.remove(card)
    return card
