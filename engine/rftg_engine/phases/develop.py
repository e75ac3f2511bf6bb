"""II: Develop (base rulebook, Develop)."""

from __future__ import annotations

from gamekit.decisions import Answer, Choice, Decision, Payment
from gamekit.driver import Asking
from rftg_engine import asks
from rftg_engine.events import PlacementAsked
from rftg_engine.rules import Rules
from rftg_engine.state import State
from rftg_engine.turns.paying import pay, powers_used, save_from_payment
from rftg_engine.turns.perform import after_placing, perform_all
from rftg_engine.turns.placing import PlacementContext, can_develop, ways_to_develop
from rftg_engine.turns.reasons import PlacementQuestion
from rftg_engine.turns.turn import PlayerTurn


def develop(rules: Rules, state: State, name: str) -> Asking[None]:
    """Let each player place a development; all are revealed together, then paid in turn order."""
    powers = [player.powers for player in state.players]
    yield from perform_all(rules, state, powers, "develop start")
    bonuses = [rules.bonus(state, seat, name).discount for seat in range(len(powers))]
    turns = [PlayerTurn(rules, state, seat, powers[seat]) for seat in range(len(powers))]
    asked: list[Decision] = []
    for seat in state.order:
        turns[seat].hold()
        asked.append(_ask_place(turns[seat], bonuses[seat]))
    answers = yield asked
    placed = [answer[0] if answer else -1 for answer in answers]
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            rules.moves.place_from_hand(state, state.players[seat], placed[index])
    for index, seat in enumerate(state.order):
        if placed[index] >= 0:
            yield from _pay(turns[seat], placed[index], bonuses[seat])
            turns[seat].put_in_place(placed[index])
            yield from after_placing(turns[seat], "develop", placed[index], True)


def _ask_place(turn: PlayerTurn, less: int) -> Decision:
    table, player = turn.table, turn.player
    purse = len(player.hand) - 1
    context = PlacementContext(table, player, turn.in_force(), turn.state.work, less)
    if turn.moves.observed:
        question = PlacementQuestion(context, False, purse)
        turn.moves.tell(turn.state, PlacementAsked, turn.seat, question)
    options: list[Answer] = [()]
    for card in player.hand:
        if table.is_world[card] or not can_develop(context, card, purse):
            continue
        # base rulebook, Develop: no second copy of a development in a tableau.
        if not any(table.titles[card] == table.titles[built] for built in player.tableau):
            options.append((card,))
    return Choice(turn.seat, asks.PLACE_DEVELOPMENT, -1, tuple(options))


def _pay(turn: PlayerTurn, card: int, less: int) -> Asking[None]:
    player = turn.player
    context = PlacementContext(
        turn.table, player, turn.in_force(), turn.state.work, less, placed=card
    )
    ways = [way for way in ways_to_develop(context, card) if way.price <= len(player.hand)]
    decision = Payment(turn.seat, asks.PAY_FOR_DEVELOPMENT, card, tuple(ways), tuple(player.hand))
    (answer,) = yield [decision]
    yield from pay(turn, decision, answer)
    if turn.in_force().rule("save develop"):
        used = powers_used(turn, decision, answer)
        yield from save_from_payment(turn, "save develop", used, answer[1:])
