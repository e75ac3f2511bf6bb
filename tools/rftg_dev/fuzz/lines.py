"""Random power lines, goals and searches, generated from the grammar.

So new words of the language are included automatically.

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
"""Keywords of the base set, which the robot needs too."""
TOKENS: Final = ("relic", "science artifact")
"""Token classes that files declare."""
OFFICIAL: Final = ("Contact Specialist",)
_POOL_FACTOR: Final = 2
"""Number of lines generated per line used, so that rare kinds can be chosen."""

_PARTS: Final = ("trigger", "cost", "each", "condition")
"""Fields of a power other than its effects."""
_LENGTH_WEIGHT: Final = 0.7
"""Factor of the weight of an alternative per additional part."""
_WIDENING_RATE: Final = 0.1
"""Probability that a power is given both placement phases, or made usable once per game."""
_TEXTS: Final = 5
"""Texts generated per line, to collect parts."""
_TRIES: Final = 6
"""Parts of a kind that are tried per line."""

T = TypeVar("T")
Rules = dict[str, dict[str, list[tuple[str, ...]]]]


@cache
def _rules(game: str) -> Rules:
    """Return the expansions of each grammar rule, grouped by the names of its alternatives."""
    rules: Rules = defaultdict(lambda: defaultdict(list))
    for rule in load_lark(game).rules:
        parts = tuple(symbol.name for symbol in rule.expansion)
        name = rule.alias or _first_word(parts)
        rules[rule.origin.name][name].append(parts)
    return rules


def _first_word(parts: tuple[str, ...]) -> str:
    """Return a name for an unnamed alternative, or "" for all expansions of several parts."""
    return parts[0] if len(parts) == 1 else ""


def _is_scoring(alternative: str) -> bool:
    """Return whether an alternative of `power`, by its name, is for scoring lines."""
    return "score" in alternative


class Writer:
    """Generates random texts from a grammar; most of the power lines have no meaning."""

    def __init__(self, rng: Random, titles: Sequence[str] = OFFICIAL, game: Game = RACE) -> None:
        self._rng, self._game = rng, game
        self._rules = _rules(game.id)
        self._terminals = terminals_of(game.id)
        self._vocabulary = vocabulary(game.id)
        (self._powers, self._scores) = sorted(self._rules["power"], key=_is_scoring)
        self._parts: dict[str, list[Any]] = defaultdict(list)
        self._effects: dict[str, list[ast.Effect]] = defaultdict(list)
        self._counts: dict[str, list[ast.Per]] = defaultdict(list)
        self._words: dict[str, Callable[[], str]] = {
            "INT": lambda: str(self._number()),
            "SIGNED": lambda: f"{rng.choice('+-')}{self._number()}",
            "EXACT_COST": lambda: f"{rng.randint(0, COST)}-cost",
            "NAME": lambda: rng.choice(KEYWORDS),
            "CLASS": lambda: rng.choice(TOKENS),
            "TITLE": lambda: f'"{rng.choice(titles)}"',
        }

    def line(self) -> str | None:
        """Return a power line in canonical form, or None if it has no meaning.

        Scoring lines are not included: see `score`.
        """
        for _text in range(_TEXTS):
            self._collect_parts(self.text("power", self._powers))
        verb = self._rng.choice(sorted(self._effects) or sorted(self._vocabulary.effects))
        for effect in self._sample(self._effects[verb]):
            phase = self._rng.choice(self._vocabulary.phases_of(verb))
            plain = ast.Power(phase, (effect,), game=self._game.id)
            power = next(filter(_has_meaning, self._with_requirements(plain)), None)
            if power is not None:
                return format_power(self._extend(power))
        return None

    def _with_requirements(self, power: ast.Power) -> Iterator[ast.Power]:
        """Yield a one-effect power alone, with a part, and with other effects of its phase."""
        yield from _either(power)
        yield from self._with_part(power, "cost")
        yield from self._with_part(power, "trigger")
        verbs = self._vocabulary.uses[power.phase]
        for verb in self._rng.sample(verbs, len(verbs)):
            for effect in self._sample(self._effects[verb]):
                yield from _either(replace(power, effects=(effect, *power.effects)))

    def _with_part(self, power: ast.Power, name: str) -> Iterator[ast.Power]:
        """Yield a power with each of a few collected parts, mandatory and optional."""
        for part in self._sample(self._parts[name]):
            changed = replace(power, **{name: part})
            yield from _either(changed)
            if name == "cost":  # an unlimited number of cards means nothing without `each`
                for each in self._sample(self._parts["each"]):
                    yield from _either(replace(changed, each=each))

    def _collect_parts(self, text: str) -> None:
        """Keep the parts of a power, even if it has no meaning."""
        with suppress(PowerSyntaxError, ValueError):
            power = self._read(text)
            for name in _PARTS:
                part = getattr(power, name)
                if part is not None:
                    self._parts[name].append(part)
            for effect in power.effects:
                self._effects[effect.verb].append(effect)
                if effect.per is not None:
                    self._counts[effect.per.count.things].append(effect.per)

    def _extend(self, power: ast.Power) -> ast.Power:
        """Return a power with more parts and effects, as long as it keeps a meaning.

        If all parts were chosen at once, hardly any but the plainest powers would have a meaning.
        """
        rng = self._rng
        power = next(filter(_has_meaning, self._with_other_count(power)), power)
        for name in rng.sample(_PARTS, rng.randint(0, len(_PARTS))):
            power = next(filter(_has_meaning, self._with_part(power, name)), power)
        verbs = rng.sample(sorted(self._effects), rng.choice((0, len(self._effects))))
        effects = (effect for verb in verbs for effect in self._sample(self._effects[verb]))
        longer = (replace(power, effects=(*power.effects, effect)) for effect in effects)
        return self._widen(next(filter(_has_meaning, longer), power))

    def _with_other_count(self, power: ast.Power) -> Iterator[ast.Power]:
        """Yield a power whose last effect counts something else; all kinds are equally likely.

        Many counts have a meaning in only one phase, so few of those first generated have one.
        """
        effect = power.effects[-1]
        if effect.per is not None and self._counts:
            kind = self._rng.choice(sorted(self._counts))
            for per in self._sample(self._counts[kind]):
                change: dict[str, Any] = {"per": per}
                yield replace(power, effects=(*power.effects[:-1], replace(effect, **change)))

    def _widen(self, power: ast.Power) -> ast.Power:
        """Return a power that may have both placement phases or be usable once per game."""
        if self._game is not RACE:
            return power
        if self._rng.random() < _WIDENING_RATE:
            power = next(
                filter(_has_meaning, [replace(power, phase="develop", also="settle")]), power
            )
        if self._rng.random() < _WIDENING_RATE:
            power = next(filter(_has_meaning, [replace(power, once=True)]), power)
        return power

    def _sample(self, collected: list[T]) -> list[T]:
        """Return a few of the collected parts."""
        return self._rng.choices(collected, k=_TRIES) if collected else []

    def score(self) -> str:
        """Return a scoring line in canonical form."""
        while True:
            try:
                power = self._read(self.text("power", self._scores))
            except (PowerSyntaxError, ValueError):
                continue
            if _has_meaning(power):
                return format_power(power)

    def _read(self, line: str) -> ast.Power:
        return parse_power(line, self._game.power)

    def text(self, rule: str, alternative: str | None = None) -> str:
        """Return a random text for a grammar rule. alternative: the alternative to start with."""
        words = " ".join(self._words_of(rule, alternative))
        return words.replace("non- ", "non-").replace(" :", ":").replace(" ,", ",")

    def _words_of(self, symbol: str, alternative: str | None = None) -> Iterator[str]:
        alternatives = self._rules.get(symbol)
        if alternatives is None:
            yield self._word(symbol)
            return
        if alternative is None:
            weights = [len(expansions) ** 0.5 for expansions in alternatives.values()]
            (alternative,) = self._rng.choices(list(alternatives), weights)
        expansions = alternatives[alternative]
        (parts,) = self._rng.choices(
            expansions, [_LENGTH_WEIGHT ** len(parts) for parts in expansions]
        )
        for part in parts:
            yield from self._words_of(part)

    def _word(self, terminal: str) -> str:
        make_word = self._words.get(terminal)
        if make_word is not None:
            return make_word()
        words = self._terminals.literal_words([terminal])
        return self._rng.choice(words or [MARKS[terminal]])

    def _number(self) -> int:
        """Return a number, mostly as on official cards; sometimes 0 or the largest."""
        rng = self._rng
        highest = rng.choice((3, 3, 3, 6, 12, NUMBER))
        return rng.choice((NUMBER, 0)) if rng.random() < 0.04 else rng.randint(1, highest)


def _either(power: ast.Power) -> tuple[ast.Power, ast.Power]:
    """Return a mandatory and an optional version of a power."""
    return power, replace(power, optional=True)


def _has_meaning(power: ast.Power) -> bool:
    try:
        lower_for_game(power)
    except SemanticError:
        return False
    return True


def accepted_lines(
    rng: Random, count: int, titles: Sequence[str] = OFFICIAL, kinds: int = 0, game: Game = RACE
) -> list[str]:
    """Return random power lines that have a meaning, evenly distributed over verbs and phases.

    kinds: number of random combinations of verb and phase to use; 0 for all. Scoring lines are not
    included.
    """
    writer = Writer(rng, titles, game)
    by_kind: dict[tuple[str, str], list[str]] = defaultdict(list)
    count_generated = 0
    while count_generated < _POOL_FACTOR * count:
        line = writer.line()
        if line is not None:
            power = parse_power(line, game.power)
            by_kind[power.phase, power.effects[-1].verb].append(line)
            count_generated += 1
    chosen_kinds = rng.sample(sorted(by_kind), kinds or len(by_kind))
    chosen: list[str] = []
    while len(chosen) < count:
        batch = [by_kind[kind].pop() for kind in chosen_kinds if by_kind[kind]]
        chosen += batch or rng.choices(chosen, k=count)
    rng.shuffle(chosen)
    return chosen[:count]
