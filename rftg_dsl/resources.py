"""Where the shipped data lies: in the package when installed, beside it in the source tree."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def data_folder(name: str) -> Path:
    """Return the folder `name` ("grammar", "cards") of the shipped data."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


@cache
def read_grammar() -> str:
    """Return the text of the power grammar."""
    return (data_folder("grammar") / "powers.lark").read_text(encoding="utf-8")


def shipped_sets() -> list[Path]:
    """Return the card files that come with the package, by name."""
    return sorted(data_folder("cards").glob("*.yaml"))


def shipped_ids() -> list[str]:
    """Return the ids of the shipped sets, sorted."""
    return [path.stem for path in shipped_sets()]


def cookbook_files() -> list[Path]:
    """Return the card files of the cookbook, an example and a test for each word, by name."""
    return sorted((data_folder("cards") / "cookbook").glob("*.yaml"))
