"""The options of a set-up, alike in all commands that play games: players and rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.library import own_with_goals
from rftg_dsl.model import CardSet

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
            f"--{name.replace('_', '-')}",
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


def rules_asked_for(args: argparse.Namespace, sets: Sequence[CardSet] = ()) -> dict[str, Any]:
    """Return the rules that are switched on, as the engine's options have them.

    sets: all in use; goals of your own are on unless --no-goals switches them off, or the game is
    against the robot, which knows none.
    """
    on = set(args.modules)
    open_to_goals = getattr(args, "goals", None) is None and not getattr(args, "robot", "")
    if open_to_goals and own_with_goals(sets):
        on.add("goals")
    named = (name for name in RULES if getattr(args, name, False) or name in on)
    rules: dict[str, Any] = dict.fromkeys(named, True)
    modules = tuple(sorted(on.difference(RULES)))
    return rules | ({"modules": modules} if modules else {})
