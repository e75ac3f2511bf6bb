"""What everybody sees of the modules of rules in a game: the `parts` of a frame, by their names.

For modules of the project a file of the module's name in `modules/` makes its part, and one in
`page/modules/` draws it; a module from elsewhere says here what it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from gamekit.driver import Driver
from rftg_engine.cards.table import Table
from rftg_engine.options import Options
from rftg_engine.state import State
from rftg_engine.view import View
from rftg_tools.module_parts import load_parts
from rftg_tools.play.seats import SeatConfig


class Shown(Protocol):
    """A game whose open facts are shown: one that is played, or one that is looked at again."""

    @property
    def table(self) -> Table:
        """The cards in use."""

    @property
    def options(self) -> Options:
        """The choices of its set-up."""

    @property
    def game(self) -> Driver[State]:
        """The game in its present position."""

    @property
    def seats(self) -> Sequence[SeatConfig]:
        """Who plays, by seat."""

    @property
    def seed(self) -> str:
        """Of the game's chance."""

    @property
    def turn(self) -> int:
        """The number of this position."""


Show = Callable[[Shown, View], Any]
"""Makes a part, as data of JSON; None where the module has no part in the game."""
FRAME_PARTS: Final[dict[str, Show]] = {}
"""By the names of the modules."""

Away = Callable[[View, int], Mapping[int, str]]
"""Tells of a seat which cards lie away from the tableau, each with how: "damaged"."""
AWAY: Final[dict[str, Away]] = {}
"""By the names of the modules that keep cards which count for the size of a tableau."""


def away_of(view: View, seat: int) -> dict[int, str]:
    """Return the cards of a player that modules keep, which are shown with the tableau."""
    load_parts("rftg_tools.play.modules")
    return {card: how for find in AWAY.values() for card, how in find(view, seat).items()}


def parts_of(shown: Shown, view: View) -> dict[str, Any]:
    """Return the parts of a game in its present position. view: what everybody sees."""
    load_parts("rftg_tools.play.modules")
    made = {name: show(shown, view) for name, show in FRAME_PARTS.items()}
    return {name: part for name, part in made.items() if part is not None}
