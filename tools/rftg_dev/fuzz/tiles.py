"""Random tile files that require no other set: factions, home worlds, two-sided game tiles."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from rftg_dev.fuzz.lines import KEYWORDS, Writer, accepted_lines
from rftg_dsl.games import ROLL
from rftg_dsl.syntax.ast import COLOURS, KINDS
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.roll.workers import NewDice

_MAX_PLAYERS: Final = 5
_COSTS: Final = ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), (0, 1), (0, 1, 6, 12))
"""Costs like those of official tiles (twice), cheap tiles, and extreme tiles."""


def tiles_text(rng: Random) -> str:
    """Return a random tile file, in which `check` may refuse some lines."""
    return "\n".join(_TilesWriter(rng).lines()) + "\n"


class _TilesWriter:
    """Writes a file. Some have few tiles, or few kinds of powers."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        players = rng.randint(2, _MAX_PLAYERS)
        self._factions = range(1, players + rng.choice((1, 3)))
        self._homes = range(players + rng.choice((0, 2)))
        self._tiles = range(2 * players + rng.choice((0, 2, 12, 40)))
        self._costs = rng.choice(_COSTS)
        self._titles = [f"{side} {n}" for n in self._tiles for side in ("Side", "World")]
        self._writer = Writer(rng, self._titles, ROLL)
        faces = 2 * (len(self._factions) + len(self._tiles)) + len(self._homes)
        self._lines = accepted_lines(rng, 2 * faces, self._titles, rng.choice((0, 0, 4, 10)), ROLL)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file."""
        yield from ("set: fuzz", "game: roll", "title: Fuzz")
        yield f"keywords: [{', '.join(KEYWORDS)}]"
        yield "cards:"
        for number in self._factions:
            yield from self._faction(number)
        for number in self._homes:
            yield from self._world(f"Home {number}", "home: yes")
        for number in self._tiles:
            yield from self._development(f"Side {number}", f"other side: World {number}")
            yield from self._world(f"World {number}")

    def _faction(self, number: int) -> Iterator[str]:
        """Yield a faction tile, usually with a development on one side."""
        links = (f"faction: {number}", f"beside: Seat {number}")
        if self._rng.random() < 0.2:
            yield from self._world(f"Faction {number}", *links)
        else:
            yield from self._development(f"Faction {number}", *links)
        yield from self._world(f"Seat {number}")

    def _development(self, title: str, *links: str) -> Iterator[str]:
        yield from self._face(title, "development", *links)
        powers = self._powers(has_goods=False)
        if self._rng.random() < 0.2:
            powers += [self._writer.score() for _line in range(self._rng.choice((1, 2, 4)))]
        yield from _powers_of(powers)

    def _world(self, title: str, *links: str) -> Iterator[str]:
        rng = self._rng
        yield from self._face(title, "world", *links)
        kind = rng.choice((*KINDS, ""))
        if kind:
            yield f"    kind: {kind}"
        places = ("in cup", "in citizenry", "as a good") if kind else ("in cup", "in citizenry")
        dice = f"{rng.choice(COLOURS)} die {rng.choice(places)}"
        powers = [f"immediate: 1 {dice}"] if rng.random() < 0.9 else []
        yield from _powers_of(powers + self._powers(has_goods=bool(kind)))

    def _face(self, title: str, card_type: str, *links: str) -> Iterator[str]:
        yield f"  - title: {title}"
        yield f"    {card_type}: {self._rng.choice(self._costs)}"
        yield from (f"    {link}" for link in links)
        keywords = self._rng.sample(KEYWORDS, self._rng.choice((0, 0, 1, 3)))
        yield f"    keywords: [{', '.join(keywords)}]"

    def _powers(self, has_goods: bool) -> list[str]:
        """Return some power lines for a face. has_goods: whether it can have goods."""
        chosen: list[str] = []
        for _line in range(self._rng.choice((0, 1, 1, 2, 4))):
            lines = (line for line in self._lines if has_goods or not _adds_good(line))
            line = next(lines, None)
            if line is not None:
                self._lines.remove(line)
                chosen.append(line)
        return chosen


def _powers_of(lines: list[str]) -> Iterator[str]:
    if lines:
        yield "    powers: |"
        yield from (f"      {line}" for line in lines)


def _adds_good(line: str) -> bool:
    """Return whether a power adds a die as a good on its own face."""
    effects = parse_power(line, ROLL.power).effects
    return any(isinstance(effect, NewDice) and effect.dice.place == "goods" for effect in effects)
