"""The effects of the language, found in words/effects, and what each moment has a use for."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from rftg_dsl.syntax.ast import MOMENTS, PHASES, SCORE, Effect
from rftg_dsl.words.families import Family

_MODULES: Final[tuple[Any, ...]] = tuple(
    import_module(f"rftg_dsl.words.effects.{path.stem}")
    for path in sorted(Path(__file__).with_name("effects").glob("[a-z]*.py"))
)


def _words() -> Iterator[type[Effect]]:
    for module in _MODULES:
        yield from module.WORDS


EFFECTS: Final = {word.verb: word for word in _words()}
"""The classes of effects by their verbs."""
FAMILIES: Final[tuple[Family, ...]] = tuple(
    family for module in _MODULES for family in getattr(module, "FAMILIES", ())
)
"""What effects lower to that are no mere gain and no change of a rule."""


def _verbs_of(moment: str) -> tuple[str, ...]:
    found = (word for word in EFFECTS.values() if moment in word.moments)
    return tuple(word.verb for word in sorted(found, key=lambda word: word.moments[moment]))


_ORDER: Final = ("setup", "round start", *PHASES, "round end", "game end", SCORE)
assert {*_ORDER} == {*PHASES, *MOMENTS, SCORE}
USES: Final = {moment: _verbs_of(moment) for moment in _ORDER}
"""The verbs that each moment has a use for."""


def phases_of(verb: str) -> list[str]:
    """Return the moments that have a use for a verb."""
    return [phase for phase, verbs in USES.items() if verb in verbs]


def listed(words: list[str]) -> str:
    """Return verbs in backquotes, with commas and a last "and"."""
    quoted = [f"`{word}`" if word in EFFECTS else word for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
