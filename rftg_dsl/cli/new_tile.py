"""`rftg-dsl new card` for a set of tiles: a face as the options say it, the other one blank."""

from __future__ import annotations

import argparse
from typing import Any, Final

from rftg_dsl.blank.adding import CardFile
from rftg_dsl.blank.cards import free_title
from rftg_dsl.blank.tiles import TYPES, whole_tile
from rftg_dsl.games import RACE, ROLL
from rftg_dsl.sets.unfilled import NEW_CARD

_OF_RACE: Final = (
    *("military_world", "vp", "windfall", "produces", "holds"),
    *("copies", "prestige", "start", "colour"),
)
_OF_TILES: Final = ("kind", "faction", "home", "other_face")
"""Options that only the cards of one game have a use for."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments that only tiles have a use for."""
    tiles = parser.add_argument_group(f"tiles of {ROLL.title}")
    tiles.add_argument("--kind", metavar="KIND", help="the kind of the world (default: gray)")
    tiles.add_argument("--faction", metavar="NUMBER", type=int, help="make it a faction tile")
    tiles.add_argument("--home", action="store_const", const="yes", help="make it a home world")
    tiles.add_argument(
        "--other-face",
        metavar="TITLE",
        help=f"the name of its other face ({NEW_CARD} and a number)",
    )


def stranger(args: argparse.Namespace, file: CardFile) -> str:
    """Return the option that the cards of the file's game have no use for; "" where none is."""
    others = _OF_RACE if file.game is ROLL else _OF_TILES
    given = next((name for name in others if getattr(args, name) is not None), "")
    return given and f"--{given.replace('_', '-')}"


def tile_of(args: argparse.Namespace, file: CardFile) -> list[dict[str, Any]]:
    """Return the faces of the tile that the options say; [] where they do not say enough."""
    if not any(getattr(args, key) is not None for key in TYPES):
        return []
    taken = [draft.title for unit in file.compilation.units for draft in unit.drafts]
    face: dict[str, Any] = {"title": args.title or free_title(taken, NEW_CARD)}
    for key in (*TYPES, "kind", "faction", "home", "art"):
        if getattr(args, key) is not None:
            face[key] = getattr(args, key)
    if args.keyword is not None:
        face["keywords"] = args.keyword
    if args.power is not None:
        face["powers"] = "".join(f"{line}\n" for line in args.power)
    return whole_tile(face, args.other_face or "", taken)


def belongs(option: str, file: CardFile) -> str:
    """Return why an option cannot be given for a file."""
    its_game = RACE if file.game is ROLL else ROLL
    noun = its_game.nouns[-1]
    return f"{option} is for {noun}s of {its_game.title}, and this set is for {file.game.title}"
