"""Set-up: start worlds, chips, starting hands (base rulebook, Setup)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine.decisions import Decision, Subset
from rftg_engine.driver import Asking
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

CHIPS_A_PLAYER: Final = 12
CARDS_DEALT: Final = 6
CARDS_GIVEN_UP: Final = 2


def setup(race: Race, state: State, _name: str) -> Asking[None]:
    """Deals the game; each player then gives up two of six cards, unless hands are preset."""
    state.pool = CHIPS_A_PLAYER * len(state.players)
    if race.options.preset_hands:
        _deal_preset(race, state)
    else:
        _deal_start_worlds(race, state)
    for seat in state.order:
        player = state.players[seat]
        if race.table.windfall[player.start_world]:
            race.put_good(state, player, player.start_world)
    if not race.options.preset_hands:
        yield from _starting_hands(race, state)
    state.todo += ["choose"]


def _deal_start_worlds(race: Race, state: State) -> None:
    dealt = race.chance.shuffle(race.table.start_worlds, state.shuffles)
    state.shuffles += 1
    seated = dealt[: len(state.players)]
    others = [card for card in range(len(race.table.cards)) if card not in seated]
    _begin(race, state, seated, others)


def _deal_preset(race: Race, state: State) -> None:
    """The numbered hands, lowest first; all other cards form the supply."""
    hands = sorted(race.table.preset_hands, key=lambda hand: hand.number)[: len(state.players)]
    titles = race.table.titles
    seated = [titles.index(hand.start_world) for hand in hands]
    for player, hand in zip(state.players, hands, strict=True):
        player.hand = [titles.index(title) for title in hand.cards]
    taken = {*seated, *(card for player in state.players for card in player.hand)}
    others = [card for card in range(len(titles)) if card not in taken]
    _begin(race, state, seated, others)


def _begin(race: Race, state: State, seated: list[int], others: list[int]) -> None:
    for player, world in zip(state.players, seated, strict=True):
        player.start_world = world
        race.place(player, world)
    state.deck = race.chance.shuffle(others, state.shuffles)
    state.shuffles += 1
    # base rulebook, Timing: clockwise from the lowest numbered start world.
    seats = range(len(seated))
    first = min(seats, key=lambda seat: race.table.start_number(seated[seat]))
    state.order = [(first + seat) % len(seated) for seat in seats]


def _starting_hands(race: Race, state: State) -> Asking[None]:
    for seat in state.order:
        race.draw_to_hand(state, state.players[seat], CARDS_DEALT)
    asked: list[Decision] = []
    for seat in state.order:
        hand = tuple(state.players[seat].hand)
        count = min(CARDS_GIVEN_UP, len(hand))
        asked.append(Subset(seat, "starting hand", -1, hand, count, count))
    answers = yield asked
    for decision, cards in zip(asked, answers, strict=True):
        race.discard_from_hand(state, state.players[decision.player], cards)
