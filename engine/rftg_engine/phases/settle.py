"""III: Settle (base rulebook, Settle)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rftg_engine import actions
from rftg_engine.decisions import Choice, Decision, Payment
from rftg_engine.driver import Asking
from rftg_engine.perform import Doing, after_placing, perform_all
from rftg_engine.phases.develop import pay
from rftg_engine.placing import ways_to_settle
from rftg_engine.powers import Powers
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race


def settle(race: Race, state: State, name: str) -> Asking[None]:
    """Each player may place a world; all are revealed together, then paid or conquered in turn."""
    powers = [player.powers for player in state.players]
    yield from perform_all(race, state, powers, "settle start")
    asked = [_ask_place(race, state, seat, powers[seat]) for seat in state.order]
    answers = yield asked
    placed = [answer[0] if answer else -1 for answer in answers]
    for decision, world in zip(asked, placed, strict=True):
        if world >= 0:
            _put_down(race, state, decision.player, world)
    action = actions.SETTLE if name == "settle" else actions.SETTLE_2
    for decision, world in zip(asked, placed, strict=True):
        if world >= 0:
            doing = Doing(race, state, decision.player, powers[decision.player])
            yield from _pay(doing, world)
            # The bonus comes after the world has been paid for or conquered.
            if action in doing.player.actions:
                race.draw_to_hand(state, doing.player, 1)
            yield from after_placing(doing, "settle", world)


def _ask_place(race: Race, state: State, seat: int, powers: Powers) -> Decision:
    table, player = race.table, state.players[seat]
    purse = len(player.hand) - 1
    options = [
        (card,)
        for card in player.hand
        if table.is_world[card]
        and any(way.price <= purse for way in ways_to_settle(table, powers, card))
    ]
    return Choice(seat, "place world", -1, ((), *options))


def _put_down(race: Race, state: State, seat: int, world: int) -> None:
    player = state.players[seat]
    player.hand.remove(world)
    race.place(player, world)
    if race.table.windfall[world]:
        race.put_good(state, player, world)


def _pay(doing: Doing, world: int) -> Asking[None]:
    ways = ways_to_settle(doing.race.table, doing.powers, world)
    hand = tuple(doing.player.hand)
    payable = tuple(way for way in ways if way.price <= len(hand))
    decision = Payment(doing.seat, "pay for world", world, payable, hand)
    (answer,) = yield [decision]
    pay(doing, decision, answer)
