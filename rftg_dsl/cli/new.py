"""`rftg-dsl new set NAME` and `rftg-dsl new card FILE`: a module each, as commands are."""

from __future__ import annotations

import argparse
import importlib
from typing import Any, Final

_KINDS: Final = {
    "set": (
        "rftg_dsl.cli.new_set",
        "a new card file",
        "Write a new card file, with comments that explain it and blank cards to fill in.",
    ),
    "card": (
        "rftg_dsl.cli.new_card",
        "a new card in a file",
        "Add a card to a card file; all else in the file stays as it is. Without options, on a"
        " terminal, it asks for what the card says.",
    ),
}
"""What can be new: module, one line of help, and the same in full."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    kinds = parser.add_subparsers(dest="new", metavar="set|card", required=True)
    for name, (module_name, text, about) in _KINDS.items():
        module: Any = importlib.import_module(module_name)
        form = parser.formatter_class
        kind = kinds.add_parser(name, help=text, description=about, formatter_class=form)
        module.add_arguments(kind)
        kind.set_defaults(write=module.run)


def run(args: argparse.Namespace) -> int:
    """Write the set; return 0 when it is done, 1 for findings, 2 when it cannot be done."""
    code: int = args.write(args)
    return code
