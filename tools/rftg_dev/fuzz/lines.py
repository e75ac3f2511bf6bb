"""Random power lines, goals and searches, made by the rules of the grammar itself.

So a word that the language gains is written here from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, TypeVar

from rftg_dsl.games import RACE, Game
from rftg_dsl.limits import COST, NUMBER
from rftg_dsl.semantics.lower import lower_for_game
from rftg_dsl.syntax import ast
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.lalr import load_lark
from rftg_dsl.syntax.parser import PowerSyntaxError, parse_power
from rftg_dsl.syntax.tokens import MARKS, terminals_of
from rftg_dsl.words.checks import SemanticError
from rftg_dsl.words.verbs import vocabulary

KEYWORDS: Final = ("alien", "chromosome", "imperium", "rebel", "terraforming", "uplift")
"""Those of the base set, with which the robot can play, too."""
TOKENS: Final = ("relic", "science artifact")
"""Classes of tokens that files declare."""
OFFICIAL: Final = ("Contact Specialist",)
_ENOUGH: Final = 2
"""Lines found for each that is wanted, so that rare ones can be chosen."""

_PARTS: Final = ("trigger", "cost", "each", "condition")
"""Fields of a power besides its effects."""
_LONGER: Final = 0.7
"""How much rarer a way to write something is for each part that it has more than another."""
_WIDER: Final = 0.1
"""How often a power is tried in both phases of placing, and how often as one used once a game."""
_TEXTS: Final = 5
"""Texts made for each line, for the parts that they have."""
_TRIES: Final = 6
"""Parts of a sort that are tried for a line."""

T = TypeVar("T")
Rules = dict[str, dict[str, list[tuple[str, ...]]]]


@cache
def _rules(game: str) -> Rules:
    """Return what each rule of a grammar can become, by the names of its alternatives."""
    found: Rules = defaultdict(lambda: defaultdict(list))
    for rule in load_lark(game).rules:
        parts = tuple(symbol.name for symbol in rule.expansion)
        name = rule.alias or _first_word(parts)
        found[rule.origin.name][name].append(parts)
    return found


def _first_word(parts: tuple[str, ...]) -> str:
    """Return a name for an alternative that has none.

    All ways to leave parts out are one alternative.
    """
    return parts[0] if len(parts) == 1 else ""


def _is_of_scores(alternative: str) -> bool:
    """Return whether a way to write a power, by its name, is that of the lines of scoring."""
    return "score" in alternative


class Writer:
    """Writes random texts by the rules of a grammar; most of the power lines mean nothing."""

    def __init__(self, rng: Random, titles: Sequence[str] = OFFICIAL, game: Game = RACE) -> None:
        self._rng, self._game = rng, game
        self._rules = _rules(game.id)
        self._terminals = terminals_of(game.id)
        self._vocabulary = vocabulary(game.id)
        (self._powers, self._scores) = sorted(self._rules["power"], key=_is_of_scores)
        self._parts: dict[str, list[Any]] = defaultdict(list)
        self._effects: dict[str, list[ast.Effect]] = defaultdict(list)
        self._words: dict[str, Callable[[], str]] = {
            "INT": lambda: str(self._number()),
            "SIGNED": lambda: f"{rng.choice('+-')}{self._number()}",
            "EXACT_COST": lambda: f"{rng.randint(0, COST)}-cost",
            "NAME": lambda: rng.choice(KEYWORDS),
            "CLASS": lambda: rng.choice(TOKENS),
            "TITLE": lambda: f'"{rng.choice(titles)}"',
        }

    def line(self) -> str | None:
        """Return a power line in its canonical text, or None where it means nothing.

        No line of scoring: see `score`.
        """
        for _text in range(_TEXTS):
            self._remember(self.text("power", self._powers))
        verb = self._rng.choice(sorted(self._effects) or sorted(self._vocabulary.effects))
        for effect in self._some(self._effects[verb]):
            phase = self._rng.choice(self._vocabulary.phases_of(verb))
            plain = ast.Power(phase, (effect,), game=self._game.id)
            found = next(filter(_means, self._with_what_it_needs(plain)), None)
            if found is not None:
                return format_power(self._enriched(found))
        return None

    def _with_what_it_needs(self, power: ast.Power) -> Iterator[ast.Power]:
        """Yield a power of one effect alone, with a part, and beside other effects of its phase."""
        yield from _either(power)
        yield from self._with_part(power, "cost")
        yield from self._with_part(power, "trigger")
        verbs = self._vocabulary.uses[power.phase]
        for verb in self._rng.sample(verbs, len(verbs)):
            for other in self._some(self._effects[verb]):
                yield from _either(replace(power, effects=(other, *power.effects)))

    def _with_part(self, power: ast.Power, name: str) -> Iterator[ast.Power]:
        """Yield a power with one of a few parts that were kept, at its owner's choice and not."""
        for part in self._some(self._parts[name]):
            changed = replace(power, **{name: part})
            yield from _either(changed)
            if name == "cost":  # one of an open number means nothing without `each`
                for each in self._some(self._parts["each"]):
                    yield from _either(replace(changed, each=each))

    def _remember(self, text: str) -> None:
        """Keep the parts of a power, whether it means anything or not, for others."""
        with suppress(PowerSyntaxError, ValueError):
            power = self._read(text)
            for name in _PARTS:
                part = getattr(power, name)
                if part is not None:
                    self._parts[name].append(part)
            for effect in power.effects:
                self._effects[effect.verb].append(effect)

    def _enriched(self, power: ast.Power) -> ast.Power:
        """Return a power with further parts and effects, where it goes on to mean something.

        Of what is made at random in one go, hardly anything but the plainest means something.
        """
        rng = self._rng
        for name in rng.sample(_PARTS, rng.randint(0, len(_PARTS))):
            power = next(filter(_means, self._with_part(power, name)), power)
        verbs = rng.sample(sorted(self._effects), rng.choice((0, len(self._effects))))
        more = (one for verb in verbs for one in self._some(self._effects[verb]))
        longer = (replace(power, effects=(*power.effects, one)) for one in more)
        return self._widened(next(filter(_means, longer), power))

    def _widened(self, power: ast.Power) -> ast.Power:
        """Return a power that is, in some cases, of both phases of placing, or used once."""
        if self._game is not RACE:
            return power
        if self._rng.random() < _WIDER:
            power = next(filter(_means, [replace(power, phase="develop", also="settle")]), power)
        if self._rng.random() < _WIDER:
            power = next(filter(_means, [replace(power, once=True)]), power)
        return power

    def _some(self, kept: list[T]) -> list[T]:
        """Return a few of the parts that were kept."""
        return self._rng.choices(kept, k=_TRIES) if kept else []

    def score(self) -> str:
        """Return a line of scoring in its one way of writing."""
        while True:
            try:
                power = self._read(self.text("power", self._scores))
            except (PowerSyntaxError, ValueError):
                continue
            if _means(power):
                return format_power(power)

    def _read(self, line: str) -> ast.Power:
        return parse_power(line, self._game.power)

    def text(self, start: str, way: str | None = None) -> str:
        """Return any text that the grammar has for a rule.

        way: the alternative that it begins with.
        """
        words = " ".join(self._words_of(start, way))
        return words.replace("non- ", "non-").replace(" :", ":").replace(" ,", ",")

    def _words_of(self, symbol: str, way: str | None = None) -> Iterator[str]:
        ways = self._rules.get(symbol)
        if ways is None:
            yield self._word(symbol)
            return
        if way is None:
            (way,) = self._rng.choices(list(ways), [len(one) ** 0.5 for one in ways.values()])
        alternatives = ways[way]
        shorter = [_LONGER ** len(parts) for parts in alternatives]
        (parts,) = self._rng.choices(alternatives, shorter)
        for part in parts:
            yield from self._words_of(part)

    def _word(self, terminal: str) -> str:
        made = self._words.get(terminal)
        if made is not None:
            return made()
        words = self._terminals.literal_words([terminal])
        return self._rng.choice(words or [MARKS[terminal]])

    def _number(self) -> int:
        """Return a number, mostly as on official cards, sometimes the largest, or nothing."""
        rng = self._rng
        most = rng.choice((3, 3, 3, 6, 12, NUMBER))
        return rng.choice((NUMBER, 0)) if rng.random() < 0.04 else rng.randint(1, most)


def _either(power: ast.Power) -> tuple[ast.Power, ast.Power]:
    """Return a power that is not its owner's choice, and one that is."""
    return power, replace(power, optional=True)


def _means(power: ast.Power) -> bool:
    try:
        lower_for_game(power)
    except SemanticError:
        return False
    return True


def accepted_lines(
    rng: Random, count: int, titles: Sequence[str] = OFFICIAL, kinds: int = 0, game: Game = RACE
) -> list[str]:
    """Return random powers that mean something, of all verbs and moments about as many.

    None scores.

    kinds: verbs at their moments that are left, chosen at random; 0 for all.
    """
    writer = Writer(rng, titles, game)
    by_kind: dict[tuple[str, str], list[str]] = defaultdict(list)
    found = 0
    while found < _ENOUGH * count:
        line = writer.line()
        if line is not None:
            power = parse_power(line, game.power)
            by_kind[power.phase, power.effects[-1].verb].append(line)
            found += 1
    wanted = rng.sample(sorted(by_kind), kinds or len(by_kind))
    chosen: list[str] = []
    while len(chosen) < count:
        some = [by_kind[kind].pop() for kind in wanted if by_kind[kind]]
        chosen += some or rng.choices(chosen, k=count)
    rng.shuffle(chosen)
    return chosen[:count]
