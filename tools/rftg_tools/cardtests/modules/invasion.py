"""Invasions in card tests: the wave and the cards to come, damaged worlds, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rftg_dsl.diagnostics.text import there_are
from rftg_dsl.model import Invasion, Wave
from rftg_dsl.syntax.situations import Value, Verb
from rftg_engine.cards.table import Table
from rftg_engine.modules.invasion import questions
from rftg_engine.modules.invasion.attack import military_against, repulse_value
from rftg_engine.modules.invasion.state import NAME, InvasionPart, invasion_in, invasion_of
from rftg_engine.positions.layout import PositionBuilder, PositionError
from rftg_engine.state import State
from rftg_engine.turns.counting import powers_now
from rftg_tools.cardtests.module_keys import MODULE_KEYS, Compared, ModuleKey
from rftg_tools.cardtests.verbs import OF_POWERS, PAID, add_answers


def _give(layout: PositionBuilder, state: State, seat: int, value: Value) -> None:
    """Lay out what is damaged and what is to come; the invaders attack from now on."""
    assert isinstance(value, tuple)
    invasion = layout.table.invasion
    if invasion is None:
        raise PositionError("no set in use brings an invasion")
    facts, part = dict(value), invasion_of(state)
    state.round = max(state.round, invasion.first_round)
    part.wave = max(part.wave, facts.get("wave", 1) - 1)
    if part.wave >= len(invasion.waves):
        raise PositionError(f"the invasion has {len(invasion.waves)} waves")
    if "cards" in facts:
        wave = invasion.waves[part.wave]
        part.used = _used_but(wave, facts["cards"], len(state.players))
    part.defeats = max(part.defeats, facts.get("shaken", 0))
    part.contributed[seat] = facts.get("contributed", 0)
    for title in facts.get("damaged", ()):
        _damage(layout.table, state, seat, title)


def _used_but(wave: Wave, cards: Iterable[str], players: int) -> list[int]:
    """Return the places of all cards of a wave but those that are dealt next."""
    left: dict[int, None] = dict.fromkeys(range(len(wave.cards)))
    wanted = list(cards)
    if len(wanted) != players:
        raise PositionError(f"each of the {players} players gets an invasion card: name as many")
    for said in wanted:
        place = next((one for one in left if str(wave.cards[one]) == said), -1)
        if place < 0:
            there = ", ".join(str(card) for card in wave.cards)
            raise PositionError(f"the cards of the wave are {there}: {said} is not left of them")
        del left[place]
    return list(left)


def _damage(table: Table, state: State, seat: int, title: str) -> None:
    """Take a world out of the tableau."""
    player = state.players[seat]
    worlds = [one for one in player.tableau if table.is_world[one] and table.titles[one] == title]
    if not worlds:
        raise PositionError(f"`{title}` is no world of the tableau, so it cannot be damaged")
    player.tableau.remove(worlds[0])
    player.powers = table.powers(player.tableau)
    invasion_of(state).damaged[seat].append(worlds[0])


def _compare(table: Table, state: State, seat: int, value: Value) -> Compared:
    part, invasion = invasion_in(state), table.invasion
    assert isinstance(value, tuple)
    if part is None or invasion is None:
        return "no invasion is played", "add `invasion: {}` to `given:`"
    for key, wanted in value:
        if key == "damaged":
            there = sorted(table.titles[world] for world in part.damaged[seat])
            if there != sorted(wanted):
                return f"what is damaged is {', '.join(there) or 'nothing'}", ""
        elif key == "defended":
            if _DEFENDED[wanted] != (part.held[seat] if part.held else None):
                return _HELD[part.held[seat] if part.held else None], ""
        elif (got := _NUMBERS[key](table, state, part, invasion, seat)) != wanted:
            return f"the invasion: expected {key} {wanted}, and {there_are(got)}", ""
    return None


_DEFENDED: Final = {"yes": True, "no": False}
_HELD: Final = {
    True: "the player held out in the last attack",
    False: "the player did not hold out in the last attack",
    None: "there was no attack",
}


def _military(table: Table, state: State, _part: InvasionPart, _all: Invasion, seat: int) -> int:
    return military_against(powers_now(table, state.players, seat))


Number = Callable[[Table, State, InvasionPart, Invasion, int], int]

_NUMBERS: Final[dict[str, Number]] = {
    "points": lambda _table, _state, part, _invasion, seat: part.rewards[seat],
    "military": _military,
    "contributed": lambda _table, _state, part, _invasion, seat: part.contributed[seat],
    "repulse": lambda _table, _state, part, invasion, _seat: repulse_value(invasion, part),
}

MODULE_KEYS[NAME] = ModuleKey(_give, _compare)

OF_POWERS.append(questions.DEFENSE)
PAID.append(questions.REPAIR)
add_answers(Verb.USE, questions.DEFENSE)
add_answers(Verb.DISCARD, questions.BUNKER, questions.REPAIR_FOR_CARDS)
add_answers(Verb.DAMAGE, questions.DAMAGE)
add_answers(Verb.REPAIR, questions.REPAIR, questions.REPAIR_BY_POWER, questions.REPAIR_BY_BONUS)
add_answers(Verb.CONTRIBUTE, questions.WAR_EFFORT)
