"""Why a world cannot be taken over, and how takeovers ended, as card tests explain failures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamekit.events import Event
from rftg_dsl.diagnostics.text import counted, there_are
from rftg_dsl.syntax.situations import AnswerLine
from rftg_engine.cards.bound import BoundTakeOver
from rftg_engine.cards.table import Table
from rftg_engine.cards.terms import BoundPrice
from rftg_engine.events import TakeoverDefeated, TakeoverResolved
from rftg_engine.state import Player, State
from rftg_engine.turns.counting import total_military


def takeover_obstacle(table: Table, state: State, seat: int, line: AnswerLine) -> str:
    """Return what stands in the way of a takeover (arc 1 booklet, Takeovers)."""
    title, player = line.objects[0], state.players[seat]
    found = _target(table, state, seat, title)
    if found is None:
        return f"`{title}` is in no other player's tableau"
    if not state.takeovers:
        return "takeovers are not played: no set in use brings them"
    powers = [one for one in player.powers.takeovers if _is_meant(table, one, line.using)]
    if not powers:
        who = " or ".join(f"`{one}`" for one in line.using) or "no card of the tableau"
        return f"{who} takes over {'no world' if line.using else 'worlds'}"
    owner, world = found
    reasons = [_reason(table, state, player, power, owner, world) for power in powers]
    return "; ".join(dict.fromkeys(reasons))


def _target(table: Table, state: State, seat: int, title: str) -> tuple[Player, int] | None:
    for player in state.players:
        for card in player.tableau if player.seat != seat else ():
            if table.titles[card] == title:
                return player, card
    return None


def _is_meant(table: Table, power: BoundTakeOver, using: Iterable[str]) -> bool:
    return not using or table.titles[power.card] in using


def _reason(
    table: Table, state: State, player: Player, power: BoundTakeOver, owner: Player, world: int
) -> str:
    """Return why a power does not take over a world of a player."""
    card, title = table.titles[power.card], table.titles[world]
    line = table.cards[power.card].powers[power.line].text
    wide = not table.military[world]
    if not (power.wide if wide else power.mask) >> world & 1:
        return f"`{title}` is none of the worlds of `{line}` (`{card}`)"
    rival = power.rival
    if rival is not None and rival.military is not None:
        has = total_military(table, state.players, owner.seat, owner.powers)
        if has < rival.military:
            return f"the total Military of its owner is {has}, and `{line}` (`{card}`)"
    elif rival is not None and not owner.powers.mask & rival.mask:
        return f"its owner has none of the cards that `{line}` (`{card}`) asks for"
    if wide:
        return f"`{title}` is non-military, so it takes a power that conquers such worlds besides"
    short = _too_dear(player, power.price)
    return f"`{line}` (`{card}`) {short or 'is used already, or newly placed'}"


def _too_dear(player: Player, price: BoundPrice | None) -> str:
    """Return what is missing of a price; "" where it is there."""
    for one in () if price is None else (price, *price.more):
        there = _stock(player, one.what)
        least = 1 if one.up_to or one.count < 0 else one.count
        if there is not None and there < least:
            return f"takes {counted(least, *_NOUNS[one.what])}, and {there_are(there)}"
    return ""


def _stock(player: Player, what: str) -> int | None:
    counts = {"cards": len(player.hand), "prestige": player.prestige, "goods": len(player.goods)}
    return counts.get(what)


_NOUNS = {
    "cards": ("hand card", "hand cards"),
    "prestige": ("prestige", "prestige"),
    "goods": ("good", "goods"),
}


def takeovers_ended(table: Table, events: Sequence[Event]) -> list[str]:
    """Return what became of the takeovers that did not succeed."""
    found = []
    for event in events:
        if isinstance(event, TakeoverDefeated):
            found.append(f"the takeover of `{table.titles[event.world]}` was defeated")
        elif isinstance(event, TakeoverResolved) and not event.won:
            title, odds = table.titles[event.world], (event.attack, event.defense)
            failed = "the takeover of `{}` failed: attack {}, defense {}"
            found.append(failed.format(title, *odds))
    return found
