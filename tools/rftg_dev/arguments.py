"""Arguments of the commands, checked as they are read."""

from __future__ import annotations

import argparse


def positive(text: str) -> int:
    """Return a number of 1 or more. Raises ValueError and ArgumentTypeError."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the argument that says how many processes there are."""
    parser.add_argument("--jobs", type=positive, help="processes (default: all cores)")
