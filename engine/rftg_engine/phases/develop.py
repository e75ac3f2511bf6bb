"""II: Develop (base rulebook, Develop)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine import actions
from rftg_engine.decisions import Choice, Decision, Payment
from rftg_engine.driver import Asking
from rftg_engine.perform import Doing, after_placing, perform_all
from rftg_engine.placing import ways_to_develop
from rftg_engine.powers import Powers
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

BONUS: Final = 1
"""Off the cost, for having chosen the phase."""


def develop(race: Race, state: State, name: str) -> Asking[None]:
    """Each player may place a development; all are revealed together, then paid in turn order."""
    powers = [player.powers for player in state.players]
    yield from perform_all(race, state, powers, "develop start")
    bonuses = [_bonus(player.actions, name) for player in state.players]
    asked: list[Decision] = []
    for seat in state.order:
        asked.append(_ask_place(race, state, seat, powers[seat], bonuses[seat]))
    answers = yield asked
    placed = [answer[0] if answer else -1 for answer in answers]
    for decision, card in zip(asked, placed, strict=True):
        if card >= 0:
            state.players[decision.player].hand.remove(card)
            race.place(state.players[decision.player], card)
    for decision, card in zip(asked, placed, strict=True):
        if card >= 0:
            doing = Doing(race, state, decision.player, powers[decision.player])
            yield from _pay(doing, card, bonuses[decision.player])
            yield from after_placing(doing, "develop", card)


def _bonus(chosen: list[int], name: str) -> int:
    """base rulebook, 2 Player Game: the second phase rewards only who chose Develop twice."""
    action = actions.DEVELOP if name == "develop" else actions.DEVELOP_2
    return BONUS if action in chosen else 0


def _ask_place(race: Race, state: State, seat: int, powers: Powers, bonus: int) -> Decision:
    table, player = race.table, state.players[seat]
    # base rulebook, Develop: no second copy of a development in a tableau.
    built = {table.titles[card] for card in player.tableau}
    purse = len(player.hand) - 1
    options = [
        (card,)
        for card in player.hand
        if not table.is_world[card]
        and table.titles[card] not in built
        and any(way.price <= purse for way in ways_to_develop(table, powers, card, bonus))
    ]
    return Choice(seat, "place development", -1, ((), *options))


def _pay(doing: Doing, card: int, bonus: int) -> Asking[None]:
    ways = ways_to_develop(doing.race.table, doing.powers, card, bonus)
    hand = tuple(doing.player.hand)
    payable = tuple(way for way in ways if way.price <= len(hand))
    decision = Payment(doing.seat, "pay for development", card, payable, hand)
    (answer,) = yield [decision]
    pay(doing, decision, answer)


def pay(doing: Doing, decision: Payment, answer: tuple[int, ...]) -> None:
    """Takes what an answered payment costs: cards with powers first, then hand cards."""
    race, state, player = doing.race, doing.state, doing.player
    for number in decision.ways[answer[0]].powers:
        power = race.table.power_list[number]
        if power.price is not None and power.price.what == "this":
            race.discard_from_tableau(state, player, power.card)
    race.discard_from_hand(state, player, answer[1:])
