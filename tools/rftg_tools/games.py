"""The games that tools support, and everything about them except their language.

This complements rftg_dsl.games. Code that is specific to a game is named as MODULE:NAME and loaded
on first use; no other module lists the games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gamekit.game import Game as Rules
from rftg_dsl.games import GAMES as LANGUAGES
from rftg_dsl.games import Game as Language
from rftg_dsl.games import load_attribute


@dataclass(frozen=True, slots=True)
class Game:
    """A game.

    id: of its language. first_set: default set. switches: options of commands that are specific to
    it. form_options: on/off options of the new-game form, unless `form` is specific to the game.
    most_players: for a set that does not specify a number.

    The other attributes name code to load:
    engine: its gamekit.game.Game.
    table: binds sets and cards, with extra parts such as a robot.
    options: makes the options from the number of players and the rules that are on.
    notes: yields notes on a set-up, from table, options, and whether goals were requested.
    seats: returns what plays in the seats that the rules play, and at which level.
    figures: makes the counter of a game, with `observers`, and `counts` of table and state.
    fates: makes the observer of what happens to the cards of a game, from table and record.
    test_failures: runs a card test, from table, test and file.
    test_trace: tells what happens in one, from the same; nothing if that is unknown.
    trial: makes a trial of cards, from sets, IDs of the tested sets, options, bot level and seed.
    form: validates a form for a new game, from the game, the form and the catalog of sets.
    session: the game at a table; faces, frames: its cards and the data for browser tabs.
    moment_tests: makes tests from the moments of a game, from table and record; "" if it can't.
    reviewer: its part of reviews; "" if its games cannot be reviewed.
    table_options: the options on the page for a new game.
    record_parts, test_parts: the extra parts of the table for a record, and for some tests.
    """

    id: str
    first_set: str
    engine: str
    table: str
    options: str
    figures: str
    fates: str
    test_failures: str
    trial: str
    frames: str
    faces: str
    session: str
    reviewer: str = ""
    moment_tests: str = ""
    form: str = "rftg_tools.play.forms:set_up"
    form_options: tuple[str, ...] = ()
    most_players: int = 0
    table_options: str = "rftg_tools.games:nothing"
    switches: tuple[str, ...] = ()
    seats: str = "rftg_tools.games:nothing"
    notes: str = "rftg_tools.games:nothing"
    record_parts: str = "rftg_tools.games:nothing"
    test_parts: str = "rftg_tools.games:nothing"
    test_trace: str = "rftg_tools.games:nothing"

    @property
    def language(self) -> Language:
        """The language of its cards."""
        return LANGUAGES[self.id]

    @property
    def title(self) -> str:
        """Its name."""
        return self.language.title

    @property
    def rules(self) -> Rules:
        """Its engine."""
        rules: Rules = load_attribute(self.engine)
        return rules

    def call(self, hook: str, *args: Any, **kwargs: Any) -> Any:
        """Call the code that an attribute names."""
        return load_attribute(getattr(self, hook))(*args, **kwargs)


def nothing(*_args: object) -> tuple[()]:
    """Return an empty tuple, for games without the requested parts."""
    return ()


GAMES: Final = {
    "race": Game(
        id="race",
        first_set="base",
        engine="rftg_engine.game:RACE",
        table="rftg_engine.cards.table:Table",
        options="rftg_engine.options:Options",
        figures="rftg_tools.simulation.race:Figures",
        fates="rftg_tools.playtests.games:RaceFates",
        test_failures="rftg_tools.cardtests.playing:play_test",
        test_trace="rftg_tools.cardtests.tracing:trace_test",
        trial="rftg_tools.balance.race:trial_of_cards",
        frames="rftg_tools.play.frames:RaceFrames",
        faces="rftg_tools.play.cards:Faces",
        session="rftg_tools.play.sessions:RaceSession",
        reviewer="rftg_tools.review.race:RaceReviewer",
        moment_tests="rftg_tools.cardtests.moments:MomentTests",
        form="rftg_tools.play.setup:set_up",
        table_options="rftg_tools.play.setup:list_options",
        switches=(
            "experienced",
            "preset_hands",
            "goals",
            "takeovers",
            "draft",
            "scenario",
            "modules",
            "robot",
            "alternatives",
            "html",
        ),
        seats="rftg_tools.simulation.race:robot_seats",
        notes="rftg_tools.simulation.race:set_up_notes",
        record_parts="rftg_tools.simulation.race:robot_of_record",
        test_parts="rftg_tools.cardtests.module_keys:robot_of_tests",
    ),
    "roll": Game(
        id="roll",
        first_set="roll",
        engine="roll_engine.game:ROLL",
        table="roll_engine.cards.table:Table",
        options="roll_engine.flow:Options",
        figures="rftg_tools.simulation.roll:Figures",
        fates="rftg_tools.playtests.games:RollFates",
        test_failures="rftg_tools.cardtests.tiles:play_test",
        trial="rftg_tools.balance.tiles.trial:trial_of_tiles",
        frames="rftg_tools.play.roll.frames:RollFrames",
        faces="rftg_tools.play.cards:TileFaces",
        session="rftg_tools.play.sessions:RollSession",
        reviewer="rftg_tools.review.roll:RollReviewer",
        form_options=("strict",),
        switches=("alternatives", "html"),
        most_players=5,
    ),
}


def default_game() -> Game:
    """Return the game to use if none is specified."""
    return next(iter(GAMES.values()))


def game_of_record(record: object) -> Game:
    """Return the game whose format a record has; the default game for an unknown format."""
    name = record.get("format") if isinstance(record, dict) else None
    return next((game for game in GAMES.values() if game.rules.form.name == name), default_game())
