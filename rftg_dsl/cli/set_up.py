"""The options of a set-up, alike in all commands that play games: players and rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

RULES: Final = {
    "experienced": "2 players choose two actions a round",
    "preset_hands": "deal the hands of a first game",
    "goals": "play with goal tiles",
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
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=RULES[name])
    parser.add_argument(
        "--with",
        dest="modules",
        action="append",
        default=[],
        metavar="MODULE",
        help="switch a module of rules on, by its name; can be given several times",
    )


def rules_asked_for(args: argparse.Namespace) -> dict[str, Any]:
    """Return the rules that are switched on, as the engine's options have them."""
    on = set(args.modules)
    named = (name for name in RULES if getattr(args, name, False) or name in on)
    rules: dict[str, Any] = dict.fromkeys(named, True)
    modules = tuple(sorted(on.difference(RULES)))
    return rules | ({"modules": modules} if modules else {})
