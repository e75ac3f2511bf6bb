"""The options of a set-up, alike in all commands that play games: players and rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rftg_dsl.cli import CannotRun
from rftg_dsl.library import own_with_goals
from rftg_dsl.model import CardSet

if TYPE_CHECKING:
    from rftg_tools.games import Game

RULES: Final = {
    "experienced": "2 players choose two actions a round",
    "preset_hands": "deal the hands of a first game",
    "goals": "play with goal tiles (default: if a set of your own has some)",
    "takeovers": "allow takeovers",
    "draft": "each player drafts a deck",
    "scenario": "2 players with fixed sides",
}
"""The engine's options that are on or off, and what each means."""


def add_set_up(parser: argparse.ArgumentParser, rules: Sequence[str] = tuple(RULES)) -> None:
    """Add --players, an option for each of these rules, and one for further modules of rules."""
    parser.add_argument(
        "--players", type=int, default=2, help="number of players, 2 to 6 (default 2)"
    )
    for name in rules:
        parser.add_argument(
            _flag(name),
            action=argparse.BooleanOptionalAction if name == "goals" else "store_true",
            help=RULES[name],
        )
    parser.add_argument(
        "--with",
        dest="modules",
        action="append",
        default=[],
        metavar="MODULE",
        help="switch a module of rules on, by its name; can be given several times",
    )


def options_asked_for(args: argparse.Namespace, game: Game, sets: Sequence[CardSet] = ()) -> Any:
    """Return the options of a set-up. Raise CannotRun for rules that the game does not have.

    sets: as for `rules_asked_for`.
    """
    check_switches(args, game)
    return game.call("options", args.players, **rules_asked_for(args, sets))


def rules_asked_for(args: argparse.Namespace, sets: Sequence[CardSet] = ()) -> dict[str, Any]:
    """Return the rules that are switched on, as the options of a game name them.

    sets: all in use; goals of your own are on unless --no-goals switches them off, or the game is
    against the robot, which knows none.
    """
    on = set(args.modules)
    robot = getattr(args, "robot", None)
    if getattr(args, "goals", None) is None and not robot and own_with_goals(sets):
        on.add("goals")
    rules: dict[str, Any] = {
        name: True for name in RULES if getattr(args, name, False) or name in on
    }
    if modules := tuple(sorted(on.difference(RULES))):
        rules["modules"] = modules
    if robot:
        # The solitaire game is the experienced one (arc 1 booklet, Solitaire: Overview).
        rules |= {"experienced": True, "robot": robot}
    return rules


def check_switches(args: argparse.Namespace, game: Game) -> None:
    """Refuse options that no game of these sets has. Raise CannotRun."""
    from rftg_tools.games import GAMES

    flags = {name: [_flag(name)] for name in (*RULES, "robot") if getattr(args, name, False)}
    for name in ("alternatives", "html"):
        if getattr(args, name, None) is not None:
            flags[name] = [_flag(name)]
    flags["modules"] = [f"--with {name}" for name in args.modules]
    if getattr(args, "robot_file", None):
        flags.setdefault("robot", [_flag("robot_file")])
    for name, named in flags.items():
        if named and name not in game.switches:
            its = next(other.title for other in GAMES.values() if name in other.switches)
            raise CannotRun(
                f"{named[0]} is for {its}, and these sets are for {game.title}: leave it out"
            )


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"
