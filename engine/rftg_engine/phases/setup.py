"""Set-up: start worlds, chips, starting hands (base rulebook, Setup)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.decisions import Answer, Choice, Decision, Subset
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.events import FirstPlayerSet, StartWorldsDealt
from rftg_engine.modules import goals, prestige
from rftg_engine.modules.draft import draft
from rftg_engine.modules.robot import play as robot
from rftg_engine.rules import Rules
from rftg_engine.setups.opening import CARDS_DEALT, dealt_hands, start_worlds
from rftg_engine.state import State

CHIPS_A_PLAYER: Final = 12
HAND_KEPT: Final = 4


def setup(rules: Rules, state: State, _name: str) -> Asking[None]:
    """Deals the game: start worlds, hands, chips, goals."""
    state.pool = chips(rules)
    if rules.options.goals:
        goals.deal(rules, state)
    if rules.options.robot:
        yield from _deal_solitaire(rules, state)
    elif rules.options.draft:
        yield from _draft(rules, state)
    elif rules.options.preset_hands:
        _deal_preset(rules, state)
    elif rules.options.scenario:
        yield from _deal_scenario(rules, state)
    elif "start world choice" in rules.table.modules:
        yield from _choose_start_worlds(rules, state)
    else:
        yield from _deal_start_worlds(rules, state)
    yield from save_cards(rules, state)
    rules.begin_round(state)


def chips(rules: Rules) -> int:
    """The points of chips set out."""
    if rules.options.robot:
        return robot.pool(rules)
    more = prestige.MORE_CHIPS if rules.moves.prestige else 0
    return CHIPS_A_PLAYER * rules.options.players + more


def _deal_start_worlds(rules: Rules, state: State) -> Asking[None]:
    """One start world to each player, then six cards, of which two are given up."""
    dealt = rules.moves.shuffle(state, rules.table.start_worlds)
    seated = start_worlds(rules.openings, dealt)
    _make_supply(rules, state, seated)
    _place_start_worlds(rules, state, seated)
    for seat in state.order:
        _deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)


def _deal_solitaire(rules: Rules, state: State) -> Asking[None]:
    """A start world to the player and one to the robot (arc 1 booklet, Solitaire: Setup)."""
    used = robot.start_worlds(rules.table)
    mine, other = start_worlds(rules.openings, rules.moves.shuffle(state, used))
    unused = [world for world in rules.table.start_worlds if world not in used]
    _make_supply(rules, state, [mine, other, *unused])
    _place_start_worlds(rules, state, [mine])
    robot.begin(rules, state, other)
    _deal_hand(rules, state, robot.PLAYER)
    yield from starting_hands(rules, state)


def _choose_start_worlds(rules: Rules, state: State) -> Asking[None]:
    """Two start worlds to each player, a red and a blue one; the other is discarded.

    arc 1 booklet, Adding Rebel vs Imperium Cards: deal 2, choose 1. A start world that is wanted
    for a seat is one of the two there.
    """
    offered = _offer_start_worlds(rules, state)
    _make_supply(rules, state, [world for pair in offered for world in pair])
    yield from _choose(rules, state, offered)


def _draft(rules: Rules, state: State) -> Asking[None]:
    """arc 1 booklet, Draft Variant: each player plays with the cards drafted."""
    offered = _offer_start_worlds(rules, state)
    dealt = [world for pair in offered for world in pair]
    cards = [card for card in range(len(rules.table.cards)) if card not in dealt]
    yield from draft(rules, state, rules.moves.shuffle(state, cards))
    yield from _choose(rules, state, offered)


def _offer_start_worlds(rules: Rules, state: State) -> list[tuple[int, ...]]:
    table = rules.table
    pairs = []
    for colour in ("red", "blue"):
        worlds = [world for world in table.start_worlds if table.colour(world) == colour]
        pairs.append(start_worlds(rules.openings, rules.moves.shuffle(state, worlds)))
    offered: list[tuple[int, ...]] = list(zip(*pairs, strict=True))
    for seat, pair in enumerate(offered):
        _note_dealt(rules, state, seat, pair)
    return offered


def _choose(rules: Rules, state: State, offered: list[tuple[int, ...]]) -> Asking[None]:
    """Each player draws six cards, chooses a start world, and keeps four cards."""
    for seat in range(len(state.players)):
        _deal_hand(rules, state, seat)
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
    _set_order(rules, state, seated)
    yield from starting_hands(rules, state)
    _place_start_worlds(rules, state, seated)


def _deal_scenario(rules: Rules, state: State) -> Asking[None]:
    """Fixed start worlds, and cards besides the four kept (arc 1 booklet, Takeover Scenario)."""
    titles = rules.table.titles
    sides = rules.table.scenario
    seated = [titles.index(side.start_world) for side in sides]
    extra = [[titles.index(title) for title in side.cards] for side in sides]
    _make_supply(rules, state, [*seated, *[card for cards in extra for card in cards]])
    _place_start_worlds(rules, state, seated)
    for seat in state.order:
        _deal_hand(rules, state, seat)
    yield from starting_hands(rules, state)
    for player, cards in zip(state.players, extra, strict=True):
        rules.moves.into_hand(state, player, cards)


def _deal_preset(rules: Rules, state: State) -> None:
    """The numbered hands, lowest first; all other cards form the supply."""
    hands = dealt_hands(rules.table, len(state.players))
    left = list(range(len(rules.table.cards)))
    seated = [_take(rules, left, hand.start_world) for hand in hands]
    for player, hand in zip(state.players, hands, strict=True):
        rules.moves.into_hand(state, player, [_take(rules, left, title) for title in hand.cards])
    taken = [*seated, *[card for player in state.players for card in player.hand]]
    _make_supply(rules, state, taken)
    _place_start_worlds(rules, state, seated)


def _take(rules: Rules, left: list[int], title: str) -> int:
    """A copy of a card that nobody has yet."""
    card = left[[rules.table.titles[one] for one in left].index(title)]
    left.remove(card)
    return card


def _make_supply(rules: Rules, state: State, taken: list[int]) -> None:
    """All cards but those taken, start worlds that nobody has among them.

    Cards wanted in opening hands come out of the shuffled supply, so the others lie as ever.
    """
    gone = set(taken)
    others = [card for card in range(len(rules.table.cards)) if card not in gone]
    wanted = {card for opening in rules.openings for card in opening.hand}
    state.deck = [card for card in rules.moves.shuffle(state, others) if card not in wanted]


def _deal_hand(rules: Rules, state: State, seat: int) -> None:
    """Six cards, of which those wanted come first."""
    wanted = rules.openings[seat].hand
    rules.moves.into_hand(state, state.players[seat], wanted)
    rules.moves.draw_to_hand(state, state.players[seat], CARDS_DEALT - len(wanted))


def _place_start_worlds(rules: Rules, state: State, seated: list[int]) -> None:
    _set_order(rules, state, seated)
    for seat in state.order:
        state.players[seat].start_world = seated[seat]
        _note_dealt(rules, state, seat, seated[seat : seat + 1])
        rules.moves.place(state, state.players[seat], seated[seat])


def _note_dealt(rules: Rules, state: State, seat: int, worlds: Sequence[int]) -> None:
    rules.moves.tell(state, StartWorldsDealt(seat, len(worlds), tuple(worlds)))


def _set_order(rules: Rules, state: State, seated: list[int]) -> None:
    """base rulebook, Timing: clockwise from the lowest numbered start world."""
    seats = range(len(seated))
    first = min(seats, key=lambda seat: rules.table.start_number(seated[seat]))
    state.order = [(first + seat) % len(seated) for seat in seats]
    rules.moves.tell(state, FirstPlayerSet(first))


def starting_hands(rules: Rules, state: State) -> Asking[None]:
    """Each player keeps four of the six cards, or as many as the start world says."""
    asked: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        kept = HAND_KEPT
        for _card, amount in rules.table.powers((player.start_world,)).rule("starting hand"):
            kept = amount
        hand = tuple(player.hand)
        count = max(0, len(hand) - kept)
        asked.append(Subset(seat, asks.STARTING_HAND, -1, hand, count, count))
    answers = yield asked
    for decision, cards in zip(asked, answers, strict=True):
        rules.moves.discard_from_hand(state, state.players[decision.player], cards)


def save_cards(rules: Rules, state: State) -> Asking[None]:
    """A start world may save cards of the hand under itself."""
    for seat in state.order:
        player = state.players[seat]
        for world, amount in player.powers.rule("save setup"):
            count = min(amount, len(player.hand))
            hand = tuple(player.hand)
            (cards,) = yield [Subset(seat, asks.SAVE, world, hand, count, count)]
            rules.moves.save_from_hand(state, player, world, cards)
