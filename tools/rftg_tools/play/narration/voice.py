"""Verbs as players do them."""

from __future__ import annotations


def conjugated(deed: str) -> str:
    """Return "draws 2 cards" for "draw 2 cards": what another player does; its verb is first."""
    verb, space, rest = deed.partition(" ")
    if verb in _ODD:
        return f"{_ODD[verb]}{space}{rest}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
    return f"{verb}{ending}{space}{rest}"


_ODD = {"have": "has"}
