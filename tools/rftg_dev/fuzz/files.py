"""Random card and tile files that require no other set.

Card files have start worlds, goals and search categories; tile files have factions, home worlds
and two-sided game tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from rftg_dev.fuzz.lines import KEYWORDS, TOKENS, Writer, accepted_lines
from rftg_dev.fuzz.shrinking import without
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import RACE, ROLL, Game
from rftg_dsl.limits import COST, NUMBER
from rftg_dsl.model import OWN
from rftg_dsl.source.schema import card_set_schema
from rftg_dsl.syntax.ast import ANY_KIND, COLOURS, KINDS, Power
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.words.roll.workers import NewDice

_SCHEMA: Final = card_set_schema()
MODULES: Final[tuple[str, ...]] = tuple(_SCHEMA["$defs"]["module"]["enum"])
_STEPS: Final[tuple[str, ...]] = tuple(_SCHEMA["$defs"]["phase"]["enum"])
FIRST_START: Final = -NUMBER
"""Number of the first start world, so that they do not collide with those of shipped sets."""
_ROUNDS: Final = 8
"""Maximum number of attempts to remove the lines that `check` refuses from a file."""


def write_file(rng: Random, path: Path, game: Game = RACE) -> Compilation:
    """Write a random file of a game, without the lines that `check` refuses, and compile it.

    In rare cases errors remain.
    """
    write_accepted(file_text(rng) if game is RACE else tiles_text(rng), path)
    return compile_files([path], design=True)


def write_accepted(text: str, path: Path) -> None:
    """Write a card file without the lines that `check` refuses; in rare cases errors remain."""
    for _round in range(_ROUNDS):
        path.write_text(text, encoding="utf-8")
        diagnostics = compile_files([path]).diagnostics
        refused = {error.region.line - 1 for error in diagnostics if error.severity == "error"}
        if not refused:
            break
        text = without(text, refused)


def file_text(rng: Random) -> str:
    """Return a random card file, in which `check` may refuse some lines."""
    return "\n".join(_FileWriter(rng).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Mix:
    """Values that the cards of a file are chosen from. scoring: share of cards that score."""

    card_types: tuple[str, ...] = ("development", "world", "military world")
    costs: tuple[int, ...] = tuple(range(7))
    points: tuple[int, ...] = tuple(range(5))
    good_keys: tuple[str, ...] = ("", "windfall", "produces", "holds")
    goods: tuple[str, ...] = (*KINDS, ANY_KIND)
    scoring: float = 0.15


MIXES: Final = (
    _Mix(),
    _Mix(),
    _Mix(costs=(0, 1), goods=("rare", ANY_KIND)),
    _Mix(costs=(0, 1, 9, COST), points=(-NUMBER, -1, 0, NUMBER)),
    _Mix(
        ("world",),
        (0, 1),
        good_keys=("windfall", "produces", "holds"),
        goods=(ANY_KIND,),
        scoring=0.5,
    ),
)
"""Cards like official ones, listed twice to be drawn twice as often; cheap cards; extreme cards;
and only worlds of any kind.

Some rules are slow only if many cards are similar.
"""


class _Card:
    """Facts about a card to write. card_type: the key of its cost."""

    def __init__(self, rng: Random, mix: _Mix, title: str, start: int | None) -> None:
        self.title, self.start = title, start
        self.card_type = "world" if start is not None else rng.choice(mix.card_types)
        self.good_key = "" if self.card_type == "development" else rng.choice(mix.good_keys)
        self.scores = rng.random() < mix.scoring

    def accepts(self, power: Power) -> bool:
        """Return whether a power makes sense on this card."""
        verbs = {effect.verb for effect in power.effects}
        if "good" in verbs and self.good_key != "produces":
            return False
        if power.phase == "setup" and self.start is None:
            return False
        return bool(self.good_key) or not _uses_own_good(power)


def _uses_own_good(power: Power) -> bool:
    cost, trigger = power.cost, power.trigger
    goods = [effect.goods for effect in power.all_effects]
    goods += [part.goods for part in cost.parts] if cost else []
    return (
        any(selector is not None and selector.here for selector in goods)
        or "cannot sell" in {effect.verb for effect in power.effects}
        or (trigger is not None and trigger.event == "producing")
    )


class _FileWriter:
    """Writes a file. Some have few cards, or few kinds of powers."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        players = rng.randint(2, 5)
        starts = 2 * rng.randint(players, players + 2)
        other_cards = rng.choice((4, 12, 24, 36))
        self._players = players
        self._copies = rng.choice((1, 2, 4))
        self._mix = rng.choice(MIXES)
        self._cards = [
            _Card(
                rng, self._mix, f"Fuzz {number}", FIRST_START + number if number < starts else None
            )
            for number in range(starts + other_cards)
        ]
        self._titles = [card.title for card in self._cards]
        self._modules = [module for module in MODULES if rng.random() < 0.5]
        self._writer = Writer(rng, self._titles)
        self._lines = self._sample_lines(3 * len(self._cards))

    def _sample_lines(self, count: int) -> list[str]:
        """Return power lines of many kinds or, in some files, many lines of few kinds."""
        kinds = self._rng.choice((0, 0, 4, 12))
        return accepted_lines(self._rng, count, self._titles, kinds)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file."""
        yield "set: fuzz"
        yield "title: Fuzz"
        yield f"players: {self._players}"
        yield f"keywords: [{', '.join(KEYWORDS)}]"
        supplies = ", ".join(f"{name}: {self._rng.choice((1, 5, 99))}" for name in TOKENS)
        yield f"tokens: {{{supplies}}}"
        yield f"modules: [{', '.join(self._modules)}]"
        if "goals" in self._modules:
            yield from self._goals()
        if "invasion" in self._modules:
            yield from _invasion_lines(self._rng, self._players, self._rng.choice(KEYWORDS))
        yield from self._searches()
        if "scenario" in self._modules:
            yield from self._scenario()
        if self._rng.random() < 0.5:
            yield from self._preset_hands()
        yield "cards:"
        for card in self._cards:
            yield from self._card(card)

    def _goals(self) -> Iterator[str]:
        rng = self._rng
        yield "goals:"
        for number in range(rng.choice((4, 12, 24))):
            yield f"  - title: Goal {number}"
            if rng.random() < 0.5:
                yield f"    first: '{self._writer.text('goal')}'"
            else:
                yield f"    most: '{self._writer.text('measure')}'"
                yield f"    least: {rng.choice((1, 3, 6, NUMBER))}"
            yield f"    after: [{', '.join(rng.sample(_STEPS, rng.randint(1, 3)))}]"

    def _searches(self) -> Iterator[str]:
        yield "search:"
        for number in range(self._rng.randint(1, 4)):
            yield f"  - title: Search {number}"
            yield f"    cards: '{self._writer.text('cards')}'"
            if self._rng.random() < 0.2:
                yield "    needs: takeovers"

    def _scenario(self) -> Iterator[str]:
        yield "scenario:"
        for number, (start, cards) in enumerate(self._hands(2)):
            yield f"  - title: Side {number}"
            yield f"    start world: {start}"
            yield f"    cards: [{', '.join(cards)}]"

    def _preset_hands(self) -> Iterator[str]:
        yield "preset hands:"
        for number, (start, cards) in enumerate(self._hands(self._players), 1):
            yield f"  - number: {number}"
            yield f"    start world: {start}"
            yield f"    cards: [{', '.join(cards)}]"

    def _hands(self, count: int) -> Iterator[tuple[str, list[str]]]:
        """Yield start worlds, each with a hand of other cards; each title once."""
        rng = self._rng
        starts = rng.sample([card.title for card in self._cards if card.start is not None], count)
        other_titles = [card.title for card in self._cards if card.start is None]
        rng.shuffle(other_titles)
        share = len(other_titles) // count
        for seat, start in enumerate(starts):
            size = max(1, min(share, rng.choice((1, 4, 12))))
            yield start, other_titles[seat * share : seat * share + size]

    def _card(self, card: _Card) -> Iterator[str]:
        rng = self._rng
        yield f"  - title: {card.title}"
        yield f"    {card.card_type}: {rng.choice(self._mix.costs)}"
        yield f"    vp: {'variable' if card.scores else rng.choice(self._mix.points)}"
        if card.good_key:
            yield f"    {card.good_key}: {rng.choice(self._mix.goods)}"
        if card.start is not None:
            yield f"    start: {{number: {card.start}, colour: {('red', 'blue')[card.start % 2]}}}"
        elif self._copies > 1:
            yield f"    copies: {rng.randint(1, self._copies)}"
        if rng.random() < 0.1:
            yield f"    prestige: {rng.choice((1, 1, 9))}"
        yield f"    keywords: [{', '.join(rng.sample(KEYWORDS, rng.choice((0, 1, 1, 4))))}]"
        powers = self._powers(card)
        if powers:
            yield "    powers: |"
            yield from (f"      {line}" for line in powers)

    def _powers(self, card: _Card) -> list[str]:
        rng = self._rng
        chosen: list[str] = []
        for _line in range(rng.choice((0, 1, 2, 3, 6))):
            lines = (line for line in self._lines if card.accepts(parse_power(line)))
            line = next(lines, None)
            if line is not None:
                self._lines.remove(line)
                chosen.append(line)
        if any("draw saved" in line for line in chosen):
            chosen.append(f"{rng.choice(('develop', 'settle'))}: save 1 card")
        if card.good_key == "produces" and not any(
            line.startswith("produce: good") for line in chosen
        ):
            chosen.append("produce: good")
        if card.scores:
            chosen += [self._writer.score() for _line in range(rng.choice((1, 2, 4, 8)))]
        return chosen


def _invasion_lines(rng: Random, max_players: int, keyword: str) -> Iterator[str]:
    """Yield the lines of an invasion. keyword: of the invaders."""
    players = range(2, max_players + 1)
    yield "invasion:"
    yield f"  by: {keyword}"
    yield f"  first round: {rng.choice((1, 2, 3, 9))}"
    highest = rng.choice((1, 12, 40, 99))
    yield f"  repulse: {_table({number: rng.randint(1, highest) for number in players})}"
    rewards = {
        number: [rng.choice((0, 1, 2, 9)) for _reward in range(number)] for number in players
    }
    yield f"  rewards: {_table(rewards)}"
    yield f"  bunker: {rng.choice((1, 2, 9))}"
    yield f"  award: {rng.choice((0, 5, 9))}"
    yield "  waves:"
    for _wave in range(rng.choice((0, 1, 2))):
        rounds = {number: rng.choice((1, 2)) for number in players}
        needed = max(number * rounds[number] for number in players)
        yield f"    - rounds: {_table(rounds)}"
        yield f"      cards: {_table(_cards(rng, needed))}"
    yield f"    - cards: {_table(_cards(rng, max_players))}"


def _cards(rng: Random, needed: int) -> dict[str, int]:
    """Return at least `needed` invasion cards: the copies of each strength."""
    cards: dict[str, int] = {}
    while sum(cards.values()) < needed + rng.choice((0, 0, 1, 5)):
        prefix = OWN if rng.random() < 0.2 else ""
        strength = rng.randint(1, 9) if prefix else rng.randint(-3, rng.choice((0, 4, 9, 99)))
        cards[f"{prefix}{strength}"] = rng.randint(1, 4)
    return cards


def _table(facts: Mapping[Any, object]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in facts.items())}}}"


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
