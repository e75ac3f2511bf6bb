"""Explanations of failed answers: obstacles to placements and takeovers, unasked answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from gamekit.decisions import Decision
from gamekit.events import Event
from rftg_dsl.diagnostics.text import counted, listed, there_are
from rftg_dsl.model import PowerLine
from rftg_dsl.syntax.situations import PRESTIGE_CARD, TRADE, AnswerLine, CardTest, Verb
from rftg_engine import asks, steps
from rftg_engine.cards.bound import BoundInstead, BoundTakeOver
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.events import TakeoverDefeated, TakeoverResolved
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import total_military
from rftg_engine.turns.observers import PlacementQuestion, Reason, why_not
from rftg_engine.turns.placing import military_against, settle_payment_options


def explain_obstacle(
    table: Table,
    state: State,
    decision: Decision,
    line: AnswerLine,
    question: PlacementQuestion | None,
) -> str:
    """Return why a card cannot be placed or taken over, or "" for other decisions.

    question: the last choice of a card to place.
    """
    title, player = line.objects[0], state.players[decision.player]
    if decision.kind == asks.TAKEOVER:
        return _explain_takeover(table, state, decision.player, line)
    if question is None or decision.kind not in (asks.PLACE_DEVELOPMENT, asks.PLACE_WORLD):
        return ""
    card = next((card for card in player.hand if table.titles[card] == title), None)
    if card is None:
        return f"`{title}` is not in hand"
    alternative = next(_alternative_placements(table, player, card, line), None)
    if alternative is not None:
        return _explain_alternative(question, card, alternative)
    reason = why_not(question, card)
    return _explain_reason(title, table.cost[card], reason) if reason else ""


def _explain_reason(title: str, printed: int, reason: Reason) -> str:
    """Return the words for an obstacle. printed: cost or defense on the card."""
    if reason.what == "cost":
        changed = "" if reason.needed == printed else f" here (printed: {printed})"
        return f"its cost is {reason.needed}{changed}, but {_in_hand(reason.has)}"
    if reason.what == "military":
        return f"its defense is {reason.needed}, and Military against it {reason.has}"
    return _REASONS[reason.what].format(title)


_REASONS: Final = {
    "no development": "`{}` is a world",
    "no world": "`{}` is a development",
    "have it": "`{}` is in the tableau already",
    "requirement": "the condition for placing it is not met",
    "not by this": "the power that places a card does not apply to `{}`",
    "only conquest": "a world must be conquered, and `{}` is not a military world",
    "price": "the additional cost of placing `{}` can't be paid",
}
"""Obstacles by the engine's name of the reason."""


def _explain_alternative(question: PlacementQuestion, card: int, alternative: BoundInstead) -> str:
    """Return why a power that conquers or pays for other worlds does not help."""
    context = question.context
    if alternative.how == "conquer":
        defense = max(context.table.cost[card] + alternative.amount, 0)
        military = military_against(context, card, wide=True)
        return f"conquered, its defense is {defense}, and Military against it {military}"
    options = settle_payment_options(context, card)
    cards = [option.min_cards for option in options if alternative.number in option.powers]
    if not cards:
        return "it must be conquered" if context.conquest else "its additional cost can't be paid"
    return f"paid for, its cost is {min(cards)}, but {_in_hand(question.purse)}"


def _in_hand(count: int) -> str:
    return f"{there_are(max(count, 0), 'other card')} in hand"


def _alternative_placements(
    table: Table, player: Player, card: int, line: AnswerLine
) -> Iterator[BoundInstead]:
    """Yield the alternative ways to place a card from the powers named in an answer."""
    for helper in player.tableau:
        for power in table.by_card[helper] if table.titles[helper] in line.using else ():
            if isinstance(power, BoundInstead) and power.applies_to(card):
                yield power


# --- takeovers


def _explain_takeover(table: Table, state: State, seat: int, line: AnswerLine) -> str:
    """Return why a takeover is not possible (arc 1 booklet, Takeovers)."""
    title, player = line.objects[0], state.players[seat]
    target = _find_target(table, state, seat, title)
    if target is None:
        return f"`{title}` is in no other player's tableau"
    if not state.takeovers:
        return "takeovers are not played: no set in use provides them"
    powers = [power for power in player.powers.takeovers if _is_named(table, power, line.using)]
    if not powers:
        cards = " or ".join(f"`{title}`" for title in line.using) or "no card in the tableau"
        return f"{cards} takes over {'no world' if line.using else 'worlds'}"
    owner, world = target
    reasons = [_reason(table, state, player, power, owner, world) for power in powers]
    return "; ".join(dict.fromkeys(reasons))


def _find_target(table: Table, state: State, seat: int, title: str) -> tuple[Player, int] | None:
    for player in state.players:
        for card in player.tableau if player.seat != seat else ():
            if table.titles[card] == title:
                return player, card
    return None


def _is_named(table: Table, power: BoundTakeOver, using: Iterable[str]) -> bool:
    return not using or table.titles[power.card] in using


def _reason(
    table: Table, state: State, player: Player, power: BoundTakeOver, owner: Player, world: int
) -> str:
    """Return why a power cannot take over a world."""
    card, title = table.titles[power.card], table.titles[world]
    line = table.cards[power.card].powers[power.line].text
    is_nonmilitary = not table.military[world]
    if not (power.wide if is_nonmilitary else power.mask) >> world & 1:
        return f"`{title}` is none of the worlds of `{line}` (`{card}`)"
    rival = power.rival
    if rival is not None and rival.military is not None:
        military = total_military(table, state.players, owner.seat, owner.powers)
        if military < rival.military:
            return f"the total Military of its owner is {military}, and `{line}` (`{card}`)"
    elif rival is not None and not owner.powers.mask & rival.mask:
        return f"its owner has none of the cards that `{line}` (`{card}`) requires"
    if is_nonmilitary:
        return f"`{title}` is non-military, so you also need a power that conquers such worlds"
    shortage = _explain_shortage(player, power.price)
    return f"`{line}` (`{card}`) {shortage or 'is used already, or newly placed'}"


def _explain_shortage(player: Player, price: BoundPrice | None) -> str:
    """Return the part of a price that a player cannot pay, or "" if there is none."""
    stock = {
        "cards": len(player.hand),
        "prestige": player.prestige,
        "chips": player.vp,
        "goods": len(player.goods),
    }
    for part in () if price is None else (price, *price.more):
        available = stock.get(part.what)
        required = 1 if part.up_to or part.count < 0 else part.count
        if available is not None and available < required:
            return f"costs {counted(required, *_NOUNS[part.what])}, but {there_are(available)}"
    return ""


_NOUNS: Final = {
    "cards": ("hand card", "hand cards"),
    "prestige": ("prestige", "prestige"),
    "chips": ("VP", "VP"),
    "goods": ("good", "goods"),
}


def describe_failed_takeovers(table: Table, events: Sequence[Event]) -> list[str]:
    """Return a sentence for each takeover that did not succeed."""
    sentences = []
    for event in events:
        if isinstance(event, TakeoverDefeated):
            sentences.append(f"the takeover of `{table.titles[event.world]}` was defeated")
        elif isinstance(event, TakeoverResolved) and not event.won:
            sentences.append(
                f"the takeover of `{table.titles[event.world]}` failed: attack {event.attack},"
                f" defense {event.defense}"
            )
    return sentences


# --- answers that no decision matched

_PHASES: Final = {steps.DEVELOP_2: steps.DEVELOP, steps.SETTLE_2: steps.SETTLE}
_PLACED_IN: Final = {"world": steps.SETTLE, "development": steps.DEVELOP}
_HELPERS: Final = frozenset(("cost", "military", "pay for", "conquer"))
"""Effects of cards that an answer names when it places another card."""


def explain_unasked(
    table: Table, test: CardTest, state: State, seat: int, line: AnswerLine, played: Collection[str]
) -> str:
    """Return why no decision matched an answer. state: final state. played: steps played."""
    phases = list(dict.fromkeys(_PHASES.get(step, step) for step in played if step != steps.CHOOSE))
    title, player = line.objects[0] if line.objects else "", state.players[seat]
    if line.cannot:
        return f"payments are checked when the card is paid for: add `{line.verb} {title}`"
    if line.verb is Verb.TAKE_OVER and title:
        if steps.SETTLE not in phases:
            return f"takeovers are declared in settle; {_list_phases(phases)}"
        return _explain_takeover(table, state, seat, line)
    if line.verb is Verb.PLACE and title:
        return _explain_not_placed(table, player, title, phases)
    if line.verb in (Verb.USE, Verb.SPEND, Verb.SELL, Verb.PRODUCE_ON) and title:
        return _explain_not_used(table, test, player, line, phases)
    return _list_phases(phases)


def _list_phases(phases: Collection[str]) -> str:
    return f"phases played: {listed(list(phases), 'and') or 'none'}"


def _explain_not_placed(table: Table, player: Player, title: str, phases: Collection[str]) -> str:
    type = next(card.type for card in table.cards if card.title == title)
    phase = _PLACED_IN[type]
    if phase not in phases:
        return f"`{title}` is a {type}, which is placed in {phase}; {_list_phases(phases)}"
    if title in [table.titles[card] for card in player.tableau]:
        return f"`{title}` is in the tableau already"
    return f"no other {type} could be placed in {phase}"


def _explain_not_used(
    table: Table, test: CardTest, player: Player, line: AnswerLine, phases: Collection[str]
) -> str:
    title = line.objects[0]
    if title == PRESTIGE_CARD:
        return "discarding cards for points needs the action `prestige trade`"
    copies = [card for card in player.tableau if table.titles[card] == title]
    if not copies:
        left = title in test.parts[player.seat].tableau.titles
        return f"`{title}` is {'no longer' if left else 'not'} in the tableau"
    if line.verb is Verb.SELL and not any(TRADE in part.actions for part in test.parts):
        return "nobody chose `trade`, and no power sold a good"
    if line.verb in (Verb.SPEND, Verb.SELL):
        has_good = not player.goods.keys().isdisjoint(copies)
        return f"there is {'a' if has_good else 'no'} good on `{title}`; {_list_phases(phases)}"
    if line.verb is Verb.PRODUCE_ON:
        return f"no power let the player choose a windfall world; {_list_phases(phases)}"
    return _explain_unused_powers(table.cards[copies[0]].powers, title, player, phases)


def _explain_unused_powers(
    lines: Collection[PowerLine], title: str, player: Player, phases: Collection[str]
) -> str:
    """Return why no power of a card could be used in the phases played."""
    lines_in_phases = [line for line in lines if not _phases_of(line).isdisjoint(phases)]
    if not lines_in_phases:
        power_phases = sorted(set[str]().union(*map(_phases_of, lines)))
        names = listed(power_phases, "and") or "no phase"
        return f"`{title}` has powers for {names}; {_list_phases(phases)}"
    texts = "; ".join(f"`{line.text}`" for line in lines_in_phases)
    effects = {effect.verb for line in lines_in_phases for effect in line.power.all_effects}
    if effects <= _HELPERS:
        return f"{texts} helps to place a card: write `place TITLE using {title}`"
    if "take over" in effects:
        return f"{texts} is used by `take over TITLE using {title}`"
    stock = (
        f"{counted(len(player.hand), 'card')} in hand, {counted(len(player.goods), 'good')} and"
        f" {player.prestige} prestige"
    )
    return f"{texts} could not be used, or needs no answer; at the end there are {stock}"


def _phases_of(line: PowerLine) -> set[str]:
    """Return the phases of a power line; selling is a part of Consume."""
    return {steps.CONSUME if phase == TRADE else phase for phase in line.power.phases}
