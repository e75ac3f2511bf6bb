"""The games that tools work with: what each brings besides its language, in one place.

It is the twin of rftg_dsl.games. What a game does in a way of its own is named here as MODULE:NAME
and loaded when it is first needed; no other module knows which games there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gamekit.game import Game as Rules
from rftg_dsl.games import GAMES as LANGUAGES
from rftg_dsl.games import Game as Language
from rftg_dsl.games import loaded


@dataclass(frozen=True, slots=True)
class Game:
    """A game. id: of its language. first_set: the set in use where nobody names one.

    engine: its gamekit.game.Game. table: binds sets, cards, and extra parts. options: makes the
    options of a set-up from the number of players and the rules that are switched on. switches:
    the options of commands that name rules of it. is_reviewed: whether its games can be reviewed.

    figures: makes what counts in a game with some options; it has `observers`, and `counts` of
    table and state. fates: makes what follows the cards of a game, from table and record. seats:
    by seat that the rules play themselves, what plays there and at which level. notes: what to say
    of a set-up, from table, options and whether goals were asked for. record_parts: the extra parts
    of the table of a record.
    """

    id: str
    first_set: str
    engine: str
    table: str
    options: str
    figures: str
    fates: str
    switches: tuple[str, ...] = ()
    is_reviewed: bool = False
    seats: str = "rftg_tools.games:nothing"
    notes: str = "rftg_tools.games:nothing"
    record_parts: str = "rftg_tools.games:nothing"

    @property
    def language(self) -> Language:
        """The language of its cards."""
        return LANGUAGES[self.id]

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.language.title

    @property
    def rules(self) -> Rules:
        """Its engine."""
        rules: Rules = loaded(self.engine)
        return rules

    def call(self, hook: str, *args: Any, **named: Any) -> Any:
        """Call what it names as one of its attributes."""
        return loaded(getattr(self, hook))(*args, **named)


def nothing(*_args: object) -> tuple[()]:
    """Return nothing: for games that have none of what is asked for."""
    return ()


GAMES: Final = {
    "race": Game(
        id="race",
        first_set="base",
        engine="rftg_engine.game:RACE",
        table="rftg_engine.cards.table:Table",
        options="rftg_engine.setups.options:Options",
        figures="rftg_tools.simulation.race:Figures",
        fates="rftg_tools.playtests.fates:RaceFates",
        switches=(
            "experienced",
            "preset_hands",
            "goals",
            "takeovers",
            "draft",
            "scenario",
            "modules",
            "robot",
        ),
        is_reviewed=True,
        seats="rftg_tools.simulation.race:robot_seats",
        notes="rftg_tools.simulation.race:set_up_notes",
        record_parts="rftg_tools.simulation.race:robot_of_record",
    ),
    "roll": Game(
        id="roll",
        first_set="roll",
        engine="roll_engine.game:ROLL",
        table="roll_engine.cards.table:Table",
        options="roll_engine.flow:Options",
        figures="rftg_tools.simulation.roll:Figures",
        fates="rftg_tools.playtests.fates:RollFates",
    ),
}


def default_game() -> Game:
    """Return the game that is meant where nothing tells which."""
    return next(iter(GAMES.values()))


def game_of_record(record: object) -> Game:
    """Return the game whose format a record has; the default game for what has no known format."""
    name = record.get("format") if isinstance(record, dict) else None
    return next((game for game in GAMES.values() if game.rules.form.name == name), default_game())
