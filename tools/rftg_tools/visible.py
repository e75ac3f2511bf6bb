"""Texts of people: names and notes that can be seen, and names that cannot be taken for others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from rftg_dsl.sets.titles import scripts_in
from rftg_dsl.source.text import refused_characters

_UNSEEN: Final = re.compile(f"{refused_characters(with_tabs=True).pattern}|\u2800")
"""Characters that show nothing of their own, those that Python calls printable among them."""
_SEEN: Final = frozenset("LNPS")
"""First letters of the Unicode categories of characters that show something by themselves."""
_ALIKE: Final = frozenset(("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"))
"""Scripts with letters that look like those of another one of them."""
_LOOKALIKES: Final = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυγκτϲϳIı1|0",
    "ABEKMHOPCTYXlJSaeopcyxijshdqwABEZHlKMNOPTYXaivopuyktcjlillO",
)
"""For letters of other scripts, and a few of our own, Latin letters that look the same."""


class Unseen(ValueError):
    """A text with characters that cannot be seen, or a name that looks like another; says why."""


def check_visible(text: str) -> None:
    """Raise Unseen for a text of which nothing can be seen, or that is not one line."""
    if not text.isprintable():
        raise Unseen("it has a character that cannot be shown")
    if not any(unicodedata.category(one)[0] in _SEEN for one in _UNSEEN.sub("", text)):
        raise Unseen("it has no character that can be seen")


def check_name(name: str, others: Iterable[str]) -> None:
    """Raise Unseen for a name that cannot be seen, or can be taken for another at the table.

    others: the names of the other players.
    """
    check_visible(name)
    if _UNSEEN.search(name):
        raise Unseen("it has a character that cannot be seen")
    scripts = sorted(scripts_in(unicodedata.normalize("NFKC", name)) & _ALIKE)
    if len(scripts) > 1:
        mixed = " and ".join(script.title() for script in scripts)
        raise Unseen(f"it mixes letters of {mixed}, which look alike; use letters of one script")
    for other in others:
        if _folded(name) == _folded(other):
            raise Unseen(f"somebody at the table is called {other!r} already")
        if _skeleton(name) == _skeleton(other):
            raise Unseen(f"it looks like {other!r}, as somebody at the table is called already")


def _folded(name: str) -> str:
    """Return a name without what differs between letters that are the same."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _skeleton(name: str) -> str:
    """Return what names that look alike have in common."""
    return _folded(unicodedata.normalize("NFKC", name).translate(_LOOKALIKES))
