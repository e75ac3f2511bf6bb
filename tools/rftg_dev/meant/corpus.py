"""Lines as designers write them, and what they mean: corpus.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple


class Wish(NamedTuple):
    """A line as it was said, and the power lines that were meant; "" where no card can say it.

    A line that means what the language cannot say yet ends in a plain no; once it can be said,
    it must be led there. asks: the texts that a help must name, where either can be meant.
    """

    group: str
    said: str
    meant: str
    asks: tuple[str, ...] = ()


CORPUS: Final = Path(__file__).with_name("corpus.toml")


def wishes(path: Path = CORPUS) -> list[Wish]:
    """Return the wishes of a corpus in their order.

    Raises OSError where it cannot be opened, ValueError where it is no TOML.
    """
    groups: dict[str, list[list[str]]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return [_wish(group, parts) for group, entries in groups.items() for parts in entries]


def _wish(group: str, parts: list[str]) -> Wish:
    said, *meant = parts
    if group == "either":
        return Wish(group, said, said, tuple(meant))
    return Wish(group, said, "\n".join(meant))
