"""Drafts of cards and tiles: implied powers, canonical form, free titles and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rftg_dsl.games import RACE, ROLL, Game
from rftg_dsl.model import Card
from rftg_dsl.sets.titles import NEW_CARD, PRODUCES, SCORES
from rftg_dsl.syntax.ast import SCORE, Power
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power

KINDS_OF_CARDS: Final = RACE.types
"""Keys with a cost or defense. A card has exactly one of them."""
VARIABLE: Final = "variable"


def add_implied_powers(card: dict[str, Any]) -> dict[str, Any]:
    """Return the card with the powers that its other keys require.

    A production world needs a power that produces, and variable points need a scoring line. If they
    are missing, the simplest ones are added.
    """
    lines = [line.strip() for line in card.get("powers", "").splitlines() if line.strip()]
    powers = [power for line in lines if (power := _parse_or_none(line))]
    if "produces" in card and not any(
        effect.verb == "good" for power in powers for effect in power.all_effects
    ):
        lines.append(PRODUCES)
    if card.get("vp") == VARIABLE and not any(power.phase == SCORE for power in powers):
        lines.append(SCORES)
    if not lines:
        return {key: value for key, value in card.items() if key != "powers"}
    return {**card, "powers": "".join(f"{line}\n" for line in lines)}


def canonicalize_card(card: dict[str, Any], game: Game = RACE) -> dict[str, Any]:
    """Return the card with canonical powers. Invalid powers are not changed."""
    if "powers" not in card:
        return card
    lines = card["powers"].splitlines()
    return {**card, "powers": "".join(f"{_canonicalize_line(line, game)}\n" for line in lines)}


def unused_title(used_titles: Iterable[str], stem: str) -> str:
    """Return the stem with the lowest number from 1 that gives an unused title."""
    folded = {title.casefold() for title in used_titles}
    numbers = range(1, len(folded) + 2)
    return next(name for n in numbers if (name := f"{stem} {n}").casefold() not in folded)


def next_start_number(cards: Sequence[Card], used_numbers: Iterable[int] = ()) -> int:
    """Return the number after the highest start number of the cards and in `used_numbers`."""
    return max([-1, *used_numbers, *(card.start.number for card in cards if card.start)]) + 1


def start_colour(number: int) -> str:
    """Return the colour of a start world's box: blue for even numbers, red for odd ones."""
    return "red" if number % 2 else "blue"


def _parse_or_none(line: str, game: Game = RACE) -> Power | None:
    try:
        return parse_power(line, game.power)
    except (PowerSyntaxError, ValueError):
        return None


def _canonicalize_line(line: str, game: Game) -> str:
    power = _parse_or_none(line, game)
    return format_power(power) if power else line


Face = dict[str, Any]
TYPES: Final = ROLL.types
"""Keys with a cost. A face has exactly one of them."""
_DEFAULT_COST: Final = 3
"""Cost of a blank face."""


def complete_tile(face: Face, other_title: str, used_titles: Iterable[str]) -> list[Face]:
    """Return both faces of a tile: the given face and a blank face.

    other_title: title of the blank face, or "" for an unused one.
    """
    if "home" in face:
        return [face]
    name = other_title or unused_title([*used_titles, face["title"]], NEW_CARD)
    missing_type = next(key for key in reversed(TYPES) if key not in face)
    link = "beside" if "faction" in face else "other side"
    return [{**face, link: name}, {"title": name, missing_type: _DEFAULT_COST}]
