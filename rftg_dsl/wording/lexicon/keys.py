"""The keys of card files as sections of words, taken from the schema of their game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rftg_dsl.games import RACE, Game
from rftg_dsl.source.schema import Schema, card_set_schema, resolve
from rftg_dsl.wording.lexicon.contents import Entry, Section
from rftg_dsl.wording.lexicon.examples import Line
from rftg_dsl.wording.lexicon.forms import Form

_DEPTH: Final = 2
"""How deep keys are listed; deeper ones repeat them for other players."""


def key_sections(game: Game = RACE, word: str = "") -> list[Section]:
    """Return the keys of a set and of what is in it, section by section.

    word: only keys of this name, and those in its value.
    """
    sections = []
    for path, rules in _mappings(card_set_schema(game), ()):
        title = f"Keys in `{' '.join(f'{key}:' for key in path)}`" if path else "Keys of a set"
        keys = rules["properties"].items()
        chosen = ("", *path[-1:])
        entries = tuple(_entry(key, resolve(rule)) for key, rule in keys if word in (*chosen, key))
        sections.append(Section(title, entries))
    return [section for section in sections if section.entries]


def all_keys(game: Game = RACE) -> set[str]:
    """Return the names of all listed keys."""
    return {entry.form.name for section in key_sections(game) for entry in section.entries}


def _mappings(rules: Schema, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Schema]]:
    """Yield the mappings in a value, each with the keys that lead there; outer ones first."""
    yield path, rules
    if len(path) < _DEPTH:
        for key, rule in rules["properties"].items():
            inner = _parts(resolve(rule))
            if "properties" in inner:
                yield from _mappings(inner, (*path, key))


def _parts(rules: Schema) -> Schema:
    """Return the rules of the items of a list, of anything else its own."""
    return resolve(rules["items"]) if "items" in rules else rules


def _entry(key: str, rules: Schema) -> Entry:
    """Return a key with an example, if the schema has one, and what it means."""
    example = _example(key, rules)
    inner = _parts(rules).get("properties", ())
    keys = f" Keys: {', '.join(inner)}." if inner and not example else ""
    line = Line(example, "", "", ()) if example else None
    return Entry(
        Form("key", key, f"{key}:", frozenset(), frozenset()),
        line,
        rules.get("description", "") + keys,
    )


def _example(key: str, rules: Schema) -> str:
    """Return a key with the schema's example of its value; "" if there is none."""
    for name in ("examples", "enum"):
        if name in rules:
            value = rules[name][0]
            if key == "powers":
                return "\n  ".join([f"{key}: |", *value.splitlines()])
            return f"{key}: [{', '.join(value)}]" if isinstance(value, list) else f"{key}: {value}"
    return ""
