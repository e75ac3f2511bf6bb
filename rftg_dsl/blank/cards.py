"""A new card as its keys and values, with what a card of its sort cannot be without."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rftg_dsl.games import RACE, Game
from rftg_dsl.model import Card
from rftg_dsl.sets.unfilled import PRODUCES, SCORES
from rftg_dsl.syntax.ast import SCORE, Power
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power

KINDS_OF_CARDS: Final = ("development", "world", "military world")
"""The keys of which a card has exactly one, with its cost or defense."""
VARIABLE: Final = "variable"


def completed(card: dict[str, Any]) -> dict[str, Any]:
    """Return the card with the powers that its other keys ask for.

    A world that produces says so in a power, and variable points come from a line of scoring; a
    card that has neither gets the simplest one.
    """
    lines = [line.strip() for line in card.get("powers", "").splitlines() if line.strip()]
    powers = [power for line in lines if (power := _parsed(line))]
    if "produces" in card and not any(_brings_a_good(power) for power in powers):
        lines.append(PRODUCES)
    if card.get("vp") == VARIABLE and not any(power.phase == SCORE for power in powers):
        lines.append(SCORES)
    if not lines:
        return {key: value for key, value in card.items() if key != "powers"}
    return {**card, "powers": "".join(f"{line}\n" for line in lines)}


def canonical(card: dict[str, Any], game: Game = RACE) -> dict[str, Any]:
    """Return the card with its powers in canonical form; one that cannot be read is unchanged."""
    if "powers" not in card:
        return card
    lines = card["powers"].splitlines()
    return {**card, "powers": "".join(f"{_canonical(line, game)}\n" for line in lines)}


def free_title(taken: Iterable[str], stem: str) -> str:
    """Return the stem with the lowest number from 1 that makes an unused title."""
    known = {title.casefold() for title in taken}
    numbers = range(1, len(known) + 2)
    return next(name for n in numbers if (name := f"{stem} {n}").casefold() not in known)


def free_start(cards: Sequence[Card], beside: Iterable[int] = ()) -> int:
    """Return the start number after the highest one of the cards and of those `beside`."""
    return max([-1, *beside, *(card.start.number for card in cards if card.start)]) + 1


def start_colour(number: int) -> str:
    """Return the colour of a start world's box: blue for an even number, as on printed cards."""
    return "red" if number % 2 else "blue"


def _parsed(line: str, game: Game = RACE) -> Power | None:
    try:
        return parse_power(line, game.power)
    except (PowerSyntaxError, ValueError):
        return None


def _brings_a_good(power: Power) -> bool:
    return any(effect.verb == "good" for effect in power.all_effects)


def _canonical(line: str, game: Game) -> str:
    power = _parsed(line, game)
    return format_power(power) if power else line
