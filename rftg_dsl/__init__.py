"""Public API of rftg-dsl, a language for cards of Race for the Galaxy.

    from rftg_dsl import load
    for card in load(["base"]).sets[0].cards: ...

Names are imported on first use, so that commands start quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rftg_dsl.compiler import Compilation, compile_files
    from rftg_dsl.diagnostics.model import Diagnostic, Region
    from rftg_dsl.library import cards_in_use, find_set, load
    from rftg_dsl.model import (
        Card,
        CardSet,
        Goal,
        PowerLine,
        PresetHand,
        SearchCategory,
        Side,
        Start,
    )
    from rftg_dsl.syntax.formatter import format_power
    from rftg_dsl.syntax.parser import PowerSyntaxError, expected_after, parse_power

__all__ = [
    "Card",
    "CardSet",
    "Compilation",
    "Diagnostic",
    "Goal",
    "PowerLine",
    "PowerSyntaxError",
    "PresetHand",
    "Region",
    "SearchCategory",
    "Side",
    "Start",
    "cards_in_use",
    "compile_files",
    "expected_after",
    "find_set",
    "format_power",
    "load",
    "parse_power",
]

_HOMES = {
    "compiler": ("Compilation", "compile_files"),
    "diagnostics.model": ("Diagnostic", "Region"),
    "syntax.formatter": ("format_power",),
    "library": ("cards_in_use", "find_set", "load"),
    "model": (
        "Card",
        "CardSet",
        "Goal",
        "PowerLine",
        "PresetHand",
        "SearchCategory",
        "Side",
        "Start",
    ),
    "syntax.parser": ("PowerSyntaxError", "expected_after", "parse_power"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
    return value
