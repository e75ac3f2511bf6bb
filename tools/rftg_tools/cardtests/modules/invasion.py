"""Invasions in card tests: the wave and its cards, damaged worlds, and the outcome of an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.model import Invasion, Wave
from rftg_dsl.syntax.situations import Value, Verb
from rftg_engine import asks
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion.attack import invasion_military, repulse_value
from rftg_engine.modules.invasion.state import NAME, InvasionPart, invasion_in, invasion_of
from rftg_engine.positions.layout import PositionBuilder, PositionError
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now
from rftg_tools.cardtests.answer_lines import OF_POWERS, PAID, add_answers
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Mismatch, ModuleKey


def _set_up(layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    """Lay out damaged worlds and the next cards of the wave, and let attacks begin."""
    assert isinstance(value, tuple)
    invasion = layout.table.invasion
    if invasion is None:
        raise PositionError("no set in use provides an invasion")
    facts, part = dict(value), invasion_of(state)
    state.round = max(state.round, invasion.first_round)
    part.wave = max(part.wave, facts.get("wave", 1) - 1)
    if part.wave >= len(invasion.waves):
        raise PositionError(f"the invasion has {len(invasion.waves)} waves")
    if "cards" in facts:
        wave = invasion.waves[part.wave]
        part.used = _cards_not_dealt(wave, facts["cards"], len(state.players))
    part.defeats = max(part.defeats, facts.get("shaken", 0))
    part.contributed[seat] = facts.get("contributed", 0)
    for title in facts.get("damaged", ()):
        _damage(layout.table, state, seat, title)


def _cards_not_dealt(wave: Wave, cards: Iterable[str], players: int) -> list[int]:
    """Return the indices of the cards of a wave except those to be dealt next."""
    remaining: dict[int, None] = dict.fromkeys(range(len(wave.cards)))
    names = list(cards)
    if len(names) != players:
        raise PositionError(f"{players} players get one invasion card each: name {players} cards")
    for name in names:
        index = next((index for index in remaining if str(wave.cards[index]) == name), -1)
        if index < 0:
            all_cards = ", ".join(str(card) for card in wave.cards)
            raise PositionError(f"{name} is not left among the cards of the wave: {all_cards}")
        del remaining[index]
    return list(remaining)


def _damage(table: Table, state: State, seat: int, title: str) -> None:
    """Move a world from the tableau to the damaged worlds."""
    player = state.players[seat]
    worlds = [card for card in player.tableau if table.is_world[card]]
    world = next((world for world in worlds if table.titles[world] == title), None)
    if world is None:
        raise PositionError(f"`{title}` is not a world in the tableau, so it cannot be damaged")
    player.tableau.remove(world)
    player.powers = table.powers(player.tableau)
    invasion_of(state).damaged[seat].append(world)


def _compare(table: Table, state: State, seat: int, value: Value) -> Mismatch:
    part, invasion = invasion_in(state), table.invasion
    assert isinstance(value, tuple)
    if part is None or invasion is None:
        return "no invasion is played", "add `invasion: {}` to `given:`"
    for key, expected in value:
        if key == "damaged":
            damaged = sorted(table.titles[world] for world in part.damaged[seat])
            if damaged != sorted(expected):
                return f"the damaged worlds are: {', '.join(damaged) or 'none'}", ""
        elif key == "defended":
            has_defended = part.held[seat] if part.held else None
            if _DEFENDED[expected] != has_defended:
                return _DEFENSE_RESULTS[has_defended], ""
        elif (count := _NUMBERS[key](table, state, part, invasion, seat)) != expected:
            return f"the invasion: expected {key} {expected}, but {there_are(count)}", ""
    return None


_DEFENDED: Final = {"yes": True, "no": False}
_DEFENSE_RESULTS: Final = {
    True: "the player defended successfully in the last attack",
    False: "the player failed to defend in the last attack",
    None: "there was no attack",
}


def _military(table: Table, state: State, _part: InvasionPart, _all: Invasion, seat: int) -> int:
    return invasion_military(powers_now(table, state.players, seat))


_NUMBERS: Final[dict[str, Callable[[Table, State, InvasionPart, Invasion, int], int]]] = {
    "points": lambda _table, _state, part, _invasion, seat: part.rewards[seat],
    "military": _military,
    "contributed": lambda _table, _state, part, _invasion, seat: part.contributed[seat],
    "repulse": lambda _table, _state, part, invasion, _seat: repulse_value(invasion, part),
}

MODULE_KEYS[NAME] = ModuleKey(_set_up, _compare)

OF_POWERS.append(asks.DEFENSE)
PAID.append(asks.REPAIR)
add_answers(Verb.USE, asks.DEFENSE)
add_answers(Verb.DISCARD, asks.BUNKER, asks.REPAIR_FOR_CARDS)
add_answers(Verb.DAMAGE, asks.DAMAGE)
add_answers(Verb.REPAIR, asks.REPAIR, asks.REPAIR_BY_POWER, asks.REPAIR_BY_BONUS)
add_answers(Verb.CONTRIBUTE, asks.WAR_EFFORT)
