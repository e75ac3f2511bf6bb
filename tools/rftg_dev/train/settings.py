"""The kinds of games that are learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rftg_engine.options import Options

MOST_ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of game to learn from."""

    sets: tuple[str, ...]
    options: Options


_BASE: Final = Setting(("base",), Options(2))
_ARC: Final = Setting(("brink-of-war",), Options(2, goals=True, takeovers=True))
SETTINGS: Final = (
    _BASE,
    _ARC,
    Setting(("base",), Options(4)),
    _ARC,
    Setting(("base",), Options(2, experienced=True)),
    Setting(("rebel-vs-imperium",), Options(2, goals=True)),
    Setting(("brink-of-war",), Options(4, goals=True, takeovers=True)),
    _BASE,
    Setting(("base",), Options(3)),
    Setting(("brink-of-war",), Options(2, goals=True, takeovers=True, experienced=True)),
    Setting(("brink-of-war",), Options(3, goals=True, takeovers=True)),
    Setting(("xeno-invasion",), Options(3, modules=("invasion",))),
    Setting(("xeno-invasion",), Options(2)),
)
"""The kinds of games, in turn."""
