"""Checks of untrusted input: strict JSON, and names and notes of people."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from rftg_dsl.sets.titles import scripts_in
from rftg_dsl.source.text import refused_characters

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""Half of a character in JSON; two consecutive halves are a character."""


class BadJson(Exception):
    """Text that is invalid or ambiguous JSON; the message says why."""


def read_json(data: bytes | str) -> Any:
    """Return the value of untrusted JSON.

    Raises BadJson, also for NaN, lone surrogates and duplicate members.
    """
    try:
        text = data if isinstance(data, str) else data.decode()
        text.encode()
        read = json.loads(text, parse_constant=_refuse, object_pairs_hook=_reject_duplicate_keys)
        if _SURROGATE.search(text):  # nothing else can make it invalid text
            json.dumps(read, ensure_ascii=False).encode()
        return read
    except UnicodeDecodeError:
        raise BadJson("it is not JSON: it is not text in UTF-8") from None
    except UnicodeEncodeError:
        raise BadJson("it is not JSON: it has half of a character") from None
    except RecursionError:
        raise BadJson("its lists are nested too deeply") from None
    except ValueError as error:
        raise BadJson(f"it is not JSON: {error}") from None


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = Counter(name for name, _value in pairs).most_common(1)[0][0]
        raise ValueError(f"the member {twice!r:.60} appears twice")
    return members


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


_INVISIBLE: Final = re.compile(f"{refused_characters(with_tabs=True).pattern}|\u2800")
"""Invisible characters, including those that Python considers printable."""
_VISIBLE: Final = frozenset("LNPS")
"""First letters of the Unicode categories of visible characters."""
_CONFUSABLE_SCRIPTS: Final = frozenset(
    ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU")
)
"""Scripts with letters that look like those of another of these scripts."""
_LOOKALIKES: Final = str.maketrans(
    "АВЕКМНОРСТУХІЈЅаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυγκτϲϳIı1|0",
    "ABEKMHOPCTYXlJSaeopcyxijshdqwABEZHlKMNOPTYXaivopuyktcjlillO",
)
"""Latin letters that look like letters of other scripts, or like each other."""


class NotVisible(ValueError):
    """A text with invisible characters, or a name that looks like another; the message says why."""


def check_visible(text: str) -> None:
    """Raise NotVisible for a text that is invisible or has several lines."""
    if not text.isprintable():
        raise NotVisible("it has a character that cannot be shown")
    if not any(unicodedata.category(letter)[0] in _VISIBLE for letter in _INVISIBLE.sub("", text)):
        raise NotVisible("it has no character that can be seen")


def check_name(name: str, others: Iterable[str]) -> None:
    """Raise NotVisible for a name that is invisible or resembles another name.

    others: names of the other players.
    """
    check_visible(name)
    if _INVISIBLE.search(name):
        raise NotVisible("it has a character that cannot be seen")
    scripts = sorted(scripts_in(unicodedata.normalize("NFKC", name)) & _CONFUSABLE_SCRIPTS)
    if len(scripts) > 1:
        mixed = " and ".join(script.title() for script in scripts)
        raise NotVisible(
            f"it mixes letters of {mixed}, which look alike; use letters of one script"
        )
    for other in others:
        if _folded(name) == _folded(other):
            raise NotVisible(f"somebody at the table is called {other!r} already")
        if _skeleton(name) == _skeleton(other):
            raise NotVisible(f"it looks like {other!r}, as somebody at the table is called already")


def _folded(name: str) -> str:
    """Normalize a name: spelling variants of the same letters become equal."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _skeleton(name: str) -> str:
    """Return a form that is equal for names that look alike."""
    return _folded(unicodedata.normalize("NFKC", name).translate(_LOOKALIKES))
