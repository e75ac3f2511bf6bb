"""Validation of card files against the JSON Schema of their game in grammar/.

Importing jsonschema would double the time of a check. So `fits` interprets the few keywords that
our schemas use; only if it fails does suggest/schema_errors.py use jsonschema to find the problems.
A test verifies that both agree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container
from collections.abc import Mapping as Facts
from functools import lru_cache
from typing import Any, Final

from rftg_dsl.games import GAMES, RACE, Game
from rftg_dsl.resources import game_file
from rftg_dsl.source.nodes import Items, Mapping, Node

Schema = dict[str, Any]
ID_PATTERN: Final = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$(?!\n)"
"""Ids of sets and keywords. The lookahead is needed because `$` in Python allows a line end."""
CARD_TYPE_KEYS: Final = RACE.types
"""Keys for the type of a card; every card has one of them."""
_INTEGER: Final = re.compile(r"-?(0|[1-9][0-9]{0,9})")


def card_set_schema(game: Game = RACE) -> Schema:
    """Return the JSON Schema of a game's card files, including added modules."""
    return _schema_of(game)


@lru_cache(maxsize=4)
def _schema_of(game: Game) -> Schema:
    text = game_file(game, game.schema).read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


def definition(reference: str) -> Schema:
    """Return a referenced definition. Definitions in several games are the same in all of them."""
    name = reference.removeprefix("#/$defs/")
    for game in GAMES.values():
        schema: Schema | None = card_set_schema(game)["$defs"].get(name)
        if schema is not None:
            return schema
    raise KeyError(reference)


def add_module(name: str) -> None:
    """Allow card files to name an additional rule module."""
    if name not in _modules():
        _modules().append(name)


def remove_module(name: str) -> None:
    """Remove a name added by `add_module`."""
    _modules().remove(name)


def _modules() -> list[str]:
    """Return the rule modules that card files can name."""
    names: list[str] = card_set_schema()["$defs"]["module"]["enum"]
    return names


def add_test_keys(name: str, given_schema: Schema | None, then_schema: Schema | None) -> None:
    """Allow the name of a rule module as a key of card tests, in every player's part.

    given_schema, then_schema: schemas of its values in the starting position and in `then`, or None
    if not allowed there. Modules that sets can name have them in the schema itself.
    """
    for part, rule in (("given", given_schema), ("then", then_schema)):
        if rule is not None:
            for properties in _test_keys(part):
                properties[name] = rule


def remove_test_keys(name: str) -> None:
    """Remove the keys that `add_test_keys` added for a module."""
    for part in ("given", "then"):
        for properties in _test_keys(part):
            properties.pop(name, None)


def _test_keys(part: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the keys of your own part of a test, and of the opponent's part."""
    own_keys: dict[str, Schema] = card_set_schema()["$defs"][part]["properties"]
    return own_keys, resolve_reference(own_keys["opponent"])["properties"]


DataByNode = Facts[int, Any]
"""Data of nodes, by `id`."""
_NOTHING: Final[DataByNode] = {}


def to_plain_data(
    node: Node, schema: Schema | None = None, known_data: DataByNode = _NOTHING
) -> Any:
    """Convert a node to plain data, using the scalar types that the schema expects.

    A scalar is a number only if it is written as one (no quotes, no leading zero) and the schema
    does not expect a string. known_data: data of list entries that are not converted again.
    """
    rules = resolve_reference(schema or {})
    if isinstance(node, Items):
        item_rules = rules.get("items")
        return [
            known_data[id(entry)] if id(entry) in known_data else to_plain_data(entry, item_rules)
            for entry in node.nodes
        ]
    if isinstance(node, Mapping):
        item_rules, additional = rules.get("properties", {}), rules.get("additionalProperties")
        default = additional if isinstance(additional, dict) else None
        items = node.values.items()
        return {
            key: to_plain_data(value, item_rules.get(key, default), known_data)
            for key, value in items
        }
    if node.style or rules.get("type") == "string" or not _INTEGER.fullmatch(node.text):
        return node.text
    return int(node.text)


def resolve_reference(schema: Schema) -> Schema:
    """Resolve a top-level `$ref`, keeping the other keywords of the schema."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    return {**definition(reference), **schema}


def schema_at_path(path: tuple[str | int, ...], game: Game) -> Schema:
    """Return a game's schema for the value at a path of keys and indexes."""
    rules = card_set_schema(game)
    for part in path:
        inner = rules.get("properties", {}).get(part) or rules.get("additionalProperties")
        rules_of_part = rules.get("items") if isinstance(part, int) else inner
        rules = resolve_reference(rules_of_part if isinstance(rules_of_part, dict) else {})
    return rules


def fits(data: Any, schema: Schema) -> bool:
    """Return whether data is valid for a schema. Supports the keywords in `_RULES`."""
    for keyword, value in schema.items():
        rule = _RULES.get(keyword)
        if rule is not None and not rule(data, value, schema):
            return False
    return True


def fits_except(data: Any, schema: Schema, checked: Container[int]) -> bool:
    """Return whether a set is valid, without validating the entries in `checked` again.

    checked: `id`s of valid list entries. The lengths of the lists are still checked.
    """
    properties = schema.get("properties", {})
    items = data.items() if isinstance(data, dict) else ()
    lists = {key: value for key, value in items if isinstance(value, list) and key in properties}
    unchecked = {
        key: [entry for entry in value if id(entry) not in checked] for key, value in lists.items()
    }
    short = {key for key, value in unchecked.items() if len(value) < len(lists[key])}
    if not short:
        return fits(data, schema)
    without_items = {key: {**properties[key], "items": {}} for key in short}
    if not fits(data, {**schema, "properties": {**properties, **without_items}}):
        return False
    return all(fits(entry, properties[key]["items"]) for key in short for entry in unchecked[key])


def _is_type(data: Any, name: str, _schema: Schema) -> bool:
    return type(data) is _TYPES[name]


def _required(data: Any, keys: list[str], _schema: Schema) -> bool:
    return not isinstance(data, dict) or all(key in data for key in keys)


def _properties(data: Any, properties: dict[str, Schema], _schema: Schema) -> bool:
    if not isinstance(data, dict):
        return True
    return all(fits(value, properties[key]) for key, value in data.items() if key in properties)


def _additional(data: Any, rule: bool | Schema, schema: Schema) -> bool:
    if not isinstance(data, dict):
        return True
    properties = schema.get("properties", {})
    values = [value for key, value in data.items() if key not in properties]
    if isinstance(rule, bool):
        return rule or not values
    return all(fits(value, rule) for value in values)


def _keys(data: Any, rule: Schema, _schema: Schema) -> bool:
    return not isinstance(data, dict) or all(fits(key, rule) for key in data)


def _items(data: Any, rule: Schema, _schema: Schema) -> bool:
    return not isinstance(data, list) or all(fits(value, rule) for value in data)


def _unique(data: Any, is_required: bool, _schema: Schema) -> bool:
    if not (is_required and isinstance(data, list)):
        return True
    return len({json.dumps(value, sort_keys=True) for value in data}) == len(data)


def _limit(kind: type, is_maximum: bool) -> Callable[[Any, int, Schema], bool]:
    def rule(data: Any, bound: int, _schema: Schema) -> bool:
        untyped: object = data
        if type(untyped) is not kind:
            return True
        size: int = data if kind is int else len(data)
        return size <= bound if is_maximum else size >= bound

    return rule


def _pattern(data: Any, pattern: str, _schema: Schema) -> bool:
    return not isinstance(data, str) or re.search(pattern, data) is not None


def _reference(data: Any, name: str, _schema: Schema) -> bool:
    return fits(data, definition(name))


_TYPES: Final = {"object": dict, "array": list, "string": str, "integer": int}
_RULES: Final[dict[str, Callable[[Any, Any, Schema], bool]]] = {
    "$ref": _reference,
    "type": _is_type,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _keys,
    "items": _items,
    "uniqueItems": _unique,
    "minItems": _limit(list, False),
    "maxItems": _limit(list, True),
    "minLength": _limit(str, False),
    "maxLength": _limit(str, True),
    "minimum": _limit(int, False),
    "maximum": _limit(int, True),
    "pattern": _pattern,
    "enum": lambda data, values, _schema: data in values,
    "const": lambda data, value, _schema: data == value,
    "anyOf": lambda data, options, _schema: any(fits(data, option) for option in options),
    "allOf": lambda data, options, _schema: all(fits(data, option) for option in options),
    "oneOf": lambda data, options, _schema: sum(fits(data, option) for option in options) == 1,
    "not": lambda data, option, _schema: not fits(data, option),
}
ANNOTATIONS: Final = frozenset(
    {"$schema", "$id", "$defs", "title", "description", "default", "examples", "errorMessage"}
)
"""Keywords of the schema for people and editors, without an effect on validation."""
