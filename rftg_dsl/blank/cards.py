"""Drafts of cards and tiles: implied powers, canonical form, free titles and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rftg_dsl.games import RACE, Game
from rftg_dsl.model import Card
from rftg_dsl.sets.titles import NEW_CARD, PRODUCES, SCORES
from rftg_dsl.syntax.ast import SCORE, Power
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power

KINDS_OF_CARDS: Final = ("development", "world", "military world")
"""Keys with a cost or defense; a card has exactly one."""
VARIABLE: Final = "variable"


def add_implied_powers(card: dict[str, Any]) -> dict[str, Any]:
    """Return the card with the powers that its other keys need.

    A world that produces says so in a power, and variable points come from a line of scoring; a
    card that has neither gets the simplest one.
    """
    lines = [line.strip() for line in card.get("powers", "").splitlines() if line.strip()]
    powers = [power for line in lines if (power := _parse_or_none(line))]
    if "produces" in card and not any(_gives_good(power) for power in powers):
        lines.append(PRODUCES)
    if card.get("vp") == VARIABLE and not any(power.phase == SCORE for power in powers):
        lines.append(SCORES)
    if not lines:
        return {key: value for key, value in card.items() if key != "powers"}
    return {**card, "powers": "".join(f"{line}\n" for line in lines)}


def canonicalize_card(card: dict[str, Any], game: Game = RACE) -> dict[str, Any]:
    """Return the card with canonical powers; a broken power is unchanged."""
    if "powers" not in card:
        return card
    lines = card["powers"].splitlines()
    return {**card, "powers": "".join(f"{_canonicalize_line(line, game)}\n" for line in lines)}


def unused_title(taken: Iterable[str], stem: str) -> str:
    """Return the stem with the lowest number from 1 that makes an unused title."""
    known = {title.casefold() for title in taken}
    numbers = range(1, len(known) + 2)
    return next(name for n in numbers if (name := f"{stem} {n}").casefold() not in known)


def next_start_number(cards: Sequence[Card], beside: Iterable[int] = ()) -> int:
    """Return the start number after the highest of the cards and of `beside`."""
    return max([-1, *beside, *(card.start.number for card in cards if card.start)]) + 1


def start_colour(number: int) -> str:
    """Return the colour of a start world's box: blue for an even number, as on printed cards."""
    return "red" if number % 2 else "blue"


def _parse_or_none(line: str, game: Game = RACE) -> Power | None:
    try:
        return parse_power(line, game.power)
    except (PowerSyntaxError, ValueError):
        return None


def _gives_good(power: Power) -> bool:
    return any(effect.verb == "good" for effect in power.all_effects)


def _canonicalize_line(line: str, game: Game) -> str:
    power = _parse_or_none(line, game)
    return format_power(power) if power else line


Face = dict[str, Any]
TYPES: Final = ("development", "world")
"""Keys with a cost; a face has exactly one."""
_USUAL_COST: Final = 3
"""Cost of an unknown face."""


def complete_tile(face: Face, other: str, taken: Iterable[str]) -> list[Face]:
    """Return both faces of a tile: the given face and a blank one.

    other: its title, "" for a free one. taken: titles that faces have.
    """
    if "home" in face:
        return [face]
    name = other or unused_title([*taken, face["title"]], NEW_CARD)
    sort = next(key for key in reversed(TYPES) if key not in face)
    link = "beside" if "faction" in face else "other side"
    return [{**face, link: name}, {"title": name, sort: _USUAL_COST}]
