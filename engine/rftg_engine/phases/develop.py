"""II: Develop (base rulebook, Develop)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rftg_engine import actions
from rftg_engine.decisions import Answer, Choice, Decision, Payment
from rftg_engine.driver import Asking
from rftg_engine.paying import pay, powers_used, save_from_payment
from rftg_engine.perform import Doing, after_placing, perform_all
from rftg_engine.placing import Means, can_develop, ways_to_develop
from rftg_engine.powers import Powers
from rftg_engine.reasons import Grounds
from rftg_engine.state import State

if TYPE_CHECKING:
    from rftg_engine.race import Race

BONUS: Final = 1
"""Off the cost, for having chosen the phase."""
PRESTIGE_BONUS: Final = 3
"""The same with prestige."""


def develop(race: Race, state: State, name: str) -> Asking[None]:
    """Each player may place a development; all are revealed together, then paid in turn order."""
    powers = [player.powers for player in state.players]
    yield from perform_all(race, state, powers, "develop start")
    bonuses = [bonus(player.actions, name) for player in state.players]
    asked: list[Decision] = []
    for seat in state.order:
        asked.append(_ask_place(race, state, seat, powers[seat], bonuses[seat]))
    answers = yield asked
    placed = [answer[0] if answer else -1 for answer in answers]
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            state.players[seat].hand.remove(placed[index])
            race.place(state, state.players[seat], placed[index])
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            doing = Doing(race, state, seat, powers[seat])
            yield from _pay(doing, placed[index], bonuses[seat])
            yield from after_placing(doing, "develop", placed[index], True)


def bonus(chosen: list[int], name: str) -> int:
    """base rulebook, 2 Player Game: the second phase rewards only who chose Develop twice."""
    action = actions.DEVELOP if name == "develop" else actions.DEVELOP_2
    if action + actions.PRESTIGE in chosen:
        return PRESTIGE_BONUS
    return BONUS if action in chosen else 0


def _ask_place(race: Race, state: State, seat: int, powers: Powers, less: int) -> Decision:
    table, player = race.table, state.players[seat]
    purse = len(player.hand) - 1
    means = Means(table, player, powers, state.work, less)
    if state.chronicle is not None:
        state.chronicle.ground(seat, Grounds(means, False, purse))
    options: list[Answer] = [()]
    for card in player.hand:
        if table.is_world[card] or not can_develop(means, card, purse):
            continue
        # base rulebook, Develop: no second copy of a development in a tableau.
        if not any(table.titles[card] == table.titles[built] for built in player.tableau):
            options.append((card,))
    return Choice(seat, "place development", -1, tuple(options))


def _pay(doing: Doing, card: int, less: int) -> Asking[None]:
    player = doing.player
    means = Means(doing.race.table, player, doing.powers, doing.state.work, less, placed=card)
    ways = [way for way in ways_to_develop(means, card) if way.price <= len(player.hand)]
    decision = Payment(doing.seat, "pay for development", card, tuple(ways), tuple(player.hand))
    (answer,) = yield [decision]
    yield from pay(doing, decision, answer)
    if doing.powers.rule("save develop"):
        used = powers_used(doing, decision, answer)
        yield from save_from_payment(doing, "save develop", used, answer[1:])
