"""One line on a card that suits it, through the whole compiler."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.diagnostics.model import ERROR, Diagnostic
from rftg_dsl.semantics.select import goods_in
from rftg_dsl.sets.cache import SourceCache
from rftg_dsl.syntax.ast import SCORE, Power
from rftg_dsl.syntax.formatter import format_power
from tests.combinations import ground
from tests.combinations.parts import random_power

TITLE: Final = "Tried Card"
"""The card that bears a line."""
_WORLDS: Final = (
    "world: 2\n    produces: rare",
    "world: 1\n    windfall: genes",
    "military world: 1\n    windfall: novelty",
    "world: 3\n    windfall: alien",
)
_OTHERS: Final = (
    "development: 2",
    "development: 4",
    "world: 2",
    "military world: 1",
    *_WORLDS,
)
_HOME: Final = "world: 1\n    windfall: novelty\n    start: {number: 9, colour: blue}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line as made. sort: of its card, as keys of a card file. number: its place in a run."""

    number: int
    text: str
    sort: str
    phase: str
    verb: str
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the compiler said. code: of the error, "" for a sound line. flaw: what is wrong with
    that answer, "" for nothing. message, help: of the error. warnings: their codes.
    """

    line: Line
    code: str = ""
    message: str = ""
    help: str = ""
    flaw: str = ""
    warnings: tuple[str, ...] = field(default=())

    @property
    def is_sound(self) -> bool:
        """Whether the line means something."""
        return not self.code and not self.flaw


def line_of(seed: int, number: int) -> Line:
    """Return a line of a run; the same for the same seed and number."""
    rng = Random(f"{seed}/{number}")
    power = random_power(rng)
    sort = _sort_for(power, rng)
    keywords = ("rebel",) if rng.random() < 0.3 else ()
    return Line(number, format_power(power), sort, power.phase, power.effects[0].verb, keywords)


def _sort_for(power: Power, rng: Random) -> str:
    """Return a sort of card that suits a power: with a good where it asks for one here."""
    if power.phase == "setup":
        return _HOME
    trigger = power.trigger
    if trigger is not None and trigger.event == "placing" and trigger.selector is None:
        worlds = [*_WORLDS, "world: 2"]
        return rng.choice(worlds) if power.phase == "settle" else "development: 2"
    if any(effect.verb == "good" for effect in power.all_effects):
        return _WORLDS[0] if rng.random() < 0.9 else rng.choice(_OTHERS)
    if any(goods.here for goods in goods_in(power)):
        return rng.choice(_WORLDS)
    return rng.choice(_OTHERS)


def card_file(line: Line) -> str:
    """Return a set with the card that bears the line."""
    powers = [line.text]
    if "produces:" in line.sort and not line.text.startswith("produce: good"):
        powers.insert(0, "produce: good")
    points = "variable" if line.text.startswith(SCORE) else "1"
    keywords = f"    keywords: [{', '.join(line.keywords)}]\n" if line.keywords else ""
    if "draw saved" in line.text:
        powers.insert(0, f"{'settle' if 'world' in line.sort else 'develop'}: save 1 card")
    text = "".join(f"      {power}\n" for power in powers)
    return (
        "set: tried\ntitle: Tried\nrequires: [ground]\ncards:\n"
        f"  - title: {TITLE}\n    {line.sort}\n    vp: {points}\n{keywords}    powers: |\n{text}"
    )


@cache
def _cache() -> SourceCache:
    return SourceCache()


def compiled(line: Line) -> Compilation:
    """Return the set with the line, compiled with the cards lying about."""
    path = ground.folder() / "tried.yaml"
    _cache().put(path, card_file(line))
    return compile_files([path], _cache())


def outcome_of(line: Line) -> Outcome:
    """Return what the compiler says to a line; a crash is a flaw."""
    try:
        found = compiled(line).diagnostics
    except Exception as error:
        return Outcome(line, flaw=f"crash: {type(error).__name__}: {error}")
    errors = [one for one in found if one.severity == ERROR]
    warnings = tuple(sorted(one.code for one in found if one.severity != ERROR))
    if not errors:
        return Outcome(line, warnings=warnings)
    first = errors[0]
    flaw = _flaw_in(errors)
    return Outcome(line, first.code, first.message, first.help, flaw, warnings)


def _flaw_in(errors: list[Diagnostic]) -> str:
    """Return what is wrong with a refusal: two findings, no advice, or words that are unknown."""
    if len(errors) > 1:
        return f"several findings: {', '.join(one.code for one in errors)}"
    (only,) = errors
    if not only.message or not only.help:
        return f"{only.code} without help"
    if only.code.startswith("E2"):
        return f"{only.code}: no line of the grammar"
    return ""


def outcomes(seed: int, count: int) -> list[Outcome]:
    """Return what the compiler says to so many different lines."""
    seen: set[str] = set()
    found = []
    for number in itertools.count():
        line = line_of(seed, number)
        if line.text not in seen:
            seen.add(line.text)
            found.append(outcome_of(line))
        if len(found) == count:
            return found
    raise AssertionError("numbers do not end")
