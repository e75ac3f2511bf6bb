"""The fields of a card's form, made from the schema of its game's cards.

So a key that the schema gets is in the form, of any game. Keys of which a card has exactly one, or
at most one, are one field: a choice of the key, and its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from rftg_dsl.games import Game
from rftg_dsl.source.schema import card_set_schema, resolve
from rftg_tools.studio.sheet import Section

Data = dict[str, Any]
NUMBER: Final = "number"
TEXT: Final = "text"
CHOICE: Final = "choice"
FLAG: Final = "flag"
WORDS: Final = "words"
LINES: Final = "lines"
PARTS: Final = "parts"


@cache
def fields(game: Game, section: Section = Section.CARDS) -> tuple[Data, ...]:
    """Return the fields of a card or goal of a game, in the order of the schema; none without any.

    Each has its `keys`, its `label`, what it `says`, and its `kind`: NUMBER, TEXT, CHOICE, FLAG
    for one that has a single value, WORDS for a list, LINES for powers, or PARTS for a mapping.
    """
    sections = card_set_schema(game)["properties"]
    if section not in sections:
        return ()
    schema = resolve(sections[section]["items"])
    properties = schema["properties"]
    groups = _groups(schema)
    found: list[Data] = []
    for key in properties:
        group = next((one for one in groups if key in one), (key,))
        if key == group[0]:
            rules = {one: resolve(properties[one]) for one in group}
            first = rules[key]
            found.append(
                {
                    "keys": list(group),
                    "required": key in schema["required"] or group in _needed(schema),
                    "says": {one: said["description"] for one, said in rules.items()},
                    "example": next(iter(first.get("examples", ())), None),
                    **_kind(first),
                }
            )
    return tuple(found)


def _groups(schema: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the keys that exclude each other: exactly one of some, at most one of others."""
    alike = [*_needed(schema)]
    properties = schema["properties"]
    apart = {
        frozenset(rule["not"]["required"]) for rule in schema.get("allOf", ()) if "not" in rule
    }
    left = [key for key in properties if not any(key in one for one in alike)]
    while left:
        key = left.pop(0)
        same = [
            one
            for one in left
            if frozenset((key, one)) in apart
            and _kind(resolve(properties[one])) == _kind(resolve(properties[key]))
        ]
        if same:
            alike.append((key, *same))
            left = [one for one in left if one not in same]
    return alike


def _needed(schema: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the keys of which a card has exactly one, together."""
    rules = (rule["oneOf"] for rule in schema.get("allOf", ()) if "oneOf" in rule)
    return [tuple(way["required"][0] for way in rule) for rule in rules]


def _kind(rules: Mapping[str, Any]) -> Data:
    """Return what kind of field a key is, with its bounds or choices."""
    if "enum" in rules:
        choices = rules["enum"]
        return {"kind": FLAG if len(choices) == 1 else CHOICE, "choices": list(choices)}
    if "anyOf" in rules:
        return _one_of(rules["anyOf"])
    match rules["type"]:
        case "integer":
            return {"kind": NUMBER, "least": rules["minimum"], "most": rules["maximum"]}
        case "array":
            each = resolve(rules["items"])
            return {"kind": WORDS, "most": rules.get("maxItems", 0), "each": each.get("enum", [])}
        case "object":
            parts = {key: _kind(resolve(part)) for key, part in rules["properties"].items()}
            return {"kind": PARTS, "parts": parts}
    if "\n" in str(next(iter(rules.get("examples", ())), "")):
        return {"kind": LINES}
    return {"kind": TEXT, "most": rules.get("maxLength", 0)}


def _one_of(ways: list[Mapping[str, Any]]) -> Data:
    """Return the kind of a key that takes several sorts of values: words are offered."""
    found: Data = {"kind": TEXT, "most": 0, "choices": []}
    for way in ways:
        if way.get("type") == "integer":
            found |= {"kind": NUMBER, "least": way["minimum"], "most": way["maximum"]}
        found["choices"] += way.get("enum", [way["const"]] if "const" in way else [])
    return found
