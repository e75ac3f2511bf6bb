"""Set-up: start worlds, chips, starting hands (base rulebook, Setup)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rftg_engine import goals, prestige
from rftg_engine.decisions import Answer, Choice, Decision, Subset
from rftg_engine.draft import draft
from rftg_engine.driver import Asking
from rftg_engine.opening import CARDS_DEALT, start_worlds
from rftg_engine.options import dealt_hands
from rftg_engine.solitaire import play as robot
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

CHIPS_A_PLAYER: Final = 12
HAND_KEPT: Final = 4


def setup(race: Race, state: State, _name: str) -> Asking[None]:
    """Deals the game: start worlds, hands, chips, goals."""
    state.pool = chips(race)
    if race.options.goals:
        goals.deal(race, state)
    if race.options.robot:
        yield from _deal_solitaire(race, state)
    elif race.options.draft:
        yield from _draft(race, state)
    elif race.options.preset_hands:
        _deal_preset(race, state)
    elif race.options.scenario:
        yield from _deal_scenario(race, state)
    elif "start world choice" in race.table.modules:
        yield from _choose_start_worlds(race, state)
    else:
        yield from _deal_start_worlds(race, state)
    yield from save_cards(race, state)
    race.begin_round(state)


def chips(race: Race) -> int:
    """The points of chips set out."""
    if race.options.robot:
        return robot.pool(race)
    more = prestige.MORE_CHIPS if race.prestige else 0
    return CHIPS_A_PLAYER * race.options.players + more


def _deal_start_worlds(race: Race, state: State) -> Asking[None]:
    """One start world to each player, then six cards, of which two are given up."""
    dealt = race.shuffle(state, race.table.start_worlds)
    seated = start_worlds(race.openings, dealt)
    _make_supply(race, state, seated)
    _place_start_worlds(race, state, seated)
    for seat in state.order:
        _deal_hand(race, state, seat)
    yield from starting_hands(race, state)


def _deal_solitaire(race: Race, state: State) -> Asking[None]:
    """A start world to the player and one to the robot (arc 1 booklet, Solitaire: Setup)."""
    used = robot.start_worlds(race.table)
    mine, other = start_worlds(race.openings, race.shuffle(state, used))
    unused = [world for world in race.table.start_worlds if world not in used]
    _make_supply(race, state, [mine, other, *unused])
    _place_start_worlds(race, state, [mine])
    robot.begin(race, state, other)
    _deal_hand(race, state, robot.PLAYER)
    yield from starting_hands(race, state)


def _choose_start_worlds(race: Race, state: State) -> Asking[None]:
    """Two start worlds to each player, a red and a blue one; the other is discarded.

    arc 1 booklet, Adding Rebel vs Imperium Cards: deal 2, choose 1. A start world that is wanted
    for a seat is one of the two there.
    """
    offered = _offer_start_worlds(race, state)
    _make_supply(race, state, [world for pair in offered for world in pair])
    yield from _choose(race, state, offered)


def _draft(race: Race, state: State) -> Asking[None]:
    """arc 1 booklet, Draft Variant: each player plays with the cards drafted."""
    offered = _offer_start_worlds(race, state)
    dealt = [world for pair in offered for world in pair]
    cards = [card for card in range(len(race.table.cards)) if card not in dealt]
    yield from draft(race, state, race.shuffle(state, cards))
    yield from _choose(race, state, offered)


def _offer_start_worlds(race: Race, state: State) -> list[tuple[int, ...]]:
    table = race.table
    pairs = []
    for colour in ("red", "blue"):
        worlds = [world for world in table.start_worlds if table.colour(world) == colour]
        pairs.append(start_worlds(race.openings, race.shuffle(state, worlds)))
    offered: list[tuple[int, ...]] = list(zip(*pairs, strict=True))
    for seat, pair in enumerate(offered):
        _note_dealt(state, seat, pair)
    return offered


def _choose(race: Race, state: State, offered: list[tuple[int, ...]]) -> Asking[None]:
    """Each player draws six cards, chooses a start world, and keeps four cards."""
    for seat in range(len(state.players)):
        _deal_hand(race, state, seat)
    asked: list[Decision] = []
    for seat, pair in enumerate(offered):
        options: tuple[Answer, ...] = tuple((world,) for world in pair)
        asked.append(Choice(seat, "start world", -1, options))
    answers = yield asked
    seated = [answer[0] for answer in answers]
    for player, pair in zip(state.players, offered, strict=True):
        race.discard(state, player, [world for world in pair if world not in seated])
    for seat, world in enumerate(seated):
        state.players[seat].start_world = world
    _set_order(race, state, seated)
    yield from starting_hands(race, state)
    _place_start_worlds(race, state, seated)


def _deal_scenario(race: Race, state: State) -> Asking[None]:
    """Fixed start worlds, and cards besides the four kept (arc 1 booklet, Takeover Scenario)."""
    titles = race.table.titles
    sides = race.table.scenario
    seated = [titles.index(side.start_world) for side in sides]
    extra = [[titles.index(title) for title in side.cards] for side in sides]
    _make_supply(race, state, [*seated, *[card for cards in extra for card in cards]])
    _place_start_worlds(race, state, seated)
    for seat in state.order:
        _deal_hand(race, state, seat)
    yield from starting_hands(race, state)
    for player, cards in zip(state.players, extra, strict=True):
        race.into_hand(state, player, cards)


def _deal_preset(race: Race, state: State) -> None:
    """The numbered hands, lowest first; all other cards form the supply."""
    hands = dealt_hands(race.table, len(state.players))
    left = list(range(len(race.table.cards)))
    seated = [_take(race, left, hand.start_world) for hand in hands]
    for player, hand in zip(state.players, hands, strict=True):
        race.into_hand(state, player, [_take(race, left, title) for title in hand.cards])
    taken = [*seated, *[card for player in state.players for card in player.hand]]
    _make_supply(race, state, taken)
    _place_start_worlds(race, state, seated)


def _take(race: Race, left: list[int], title: str) -> int:
    """A copy of a card that nobody has yet."""
    card = left[[race.table.titles[one] for one in left].index(title)]
    left.remove(card)
    return card


def _make_supply(race: Race, state: State, taken: list[int]) -> None:
    """All cards but those taken, start worlds that nobody has among them.

    Cards wanted in opening hands come out of the shuffled supply, so the others lie as ever.
    """
    gone = set(taken)
    others = [card for card in range(len(race.table.cards)) if card not in gone]
    wanted = {card for opening in race.openings for card in opening.hand}
    state.deck = [card for card in race.shuffle(state, others) if card not in wanted]


def _deal_hand(race: Race, state: State, seat: int) -> None:
    """Six cards, of which those wanted come first."""
    wanted = race.openings[seat].hand
    race.into_hand(state, state.players[seat], wanted)
    race.draw_to_hand(state, state.players[seat], CARDS_DEALT - len(wanted))


def _place_start_worlds(race: Race, state: State, seated: list[int]) -> None:
    _set_order(race, state, seated)
    for seat in state.order:
        state.players[seat].start_world = seated[seat]
        _note_dealt(state, seat, seated[seat : seat + 1])
        race.place(state, state.players[seat], seated[seat])


def _note_dealt(state: State, seat: int, worlds: Sequence[int]) -> None:
    if state.chronicle is not None:
        state.chronicle.deal(seat, worlds)


def _set_order(race: Race, state: State, seated: list[int]) -> None:
    """base rulebook, Timing: clockwise from the lowest numbered start world."""
    seats = range(len(seated))
    first = min(seats, key=lambda seat: race.table.start_number(seated[seat]))
    state.order = [(first + seat) % len(seated) for seat in seats]
    if state.chronicle is not None:
        state.chronicle.tell("first", first)


def starting_hands(race: Race, state: State) -> Asking[None]:
    """Each player keeps four of the six cards, or as many as the start world says."""
    asked: list[Decision] = []
    for seat in state.order:
        player = state.players[seat]
        kept = HAND_KEPT
        for _card, amount in race.table.powers((player.start_world,)).rule("starting hand"):
            kept = amount
        hand = tuple(player.hand)
        count = max(0, len(hand) - kept)
        asked.append(Subset(seat, "starting hand", -1, hand, count, count))
    answers = yield asked
    for decision, cards in zip(asked, answers, strict=True):
        race.discard_from_hand(state, state.players[decision.player], cards)


def save_cards(race: Race, state: State) -> Asking[None]:
    """A start world may save cards of the hand under itself."""
    for seat in state.order:
        player = state.players[seat]
        for world, amount in player.powers.rule("save setup"):
            count = min(amount, len(player.hand))
            hand = tuple(player.hand)
            (cards,) = yield [Subset(seat, "save", world, hand, count, count)]
            for card in cards:
                player.hand.remove(card)
            player.saved.setdefault(world, []).extend(cards)
            if state.chronicle is not None and count:
                state.chronicle.tell("save", seat, world, (count,), own=cards)
