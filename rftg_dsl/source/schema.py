"""The shape of a card file: the schema of its game in grammar/ decides, and this module asks it.

Importing jsonschema takes as long as all else in a check together. So `fits` interprets the few
keywords that our schema uses and answers yes or no; only where it says no does jsonschema find
the departures, which `schema_words` puts into words. A test holds the two to the same answers.
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
"""How the ids of sets and keywords are written; in Python, `$` alone allows a line end."""
CARD_TYPE_KEYS: Final = ("development", "world", "military world")
"""The keys that say what a card is; it has one of them."""
_INTEGER: Final = re.compile(r"-?(0|[1-9][0-9]{0,8})")


def card_set_schema(game: Game = RACE) -> Schema:
    """Return the JSON Schema of the card files of a game, as data; modules are added to it."""
    return _schema_of(game)


@lru_cache(maxsize=4)
def _schema_of(game: Game) -> Schema:
    text = game_file(game, game.schema).read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


def definition(reference: str) -> Schema:
    """Return what a schema refers to; what several games define is the same in all of them."""
    name = reference.removeprefix("#/$defs/")
    for game in GAMES.values():
        found: Schema | None = card_set_schema(game)["$defs"].get(name)
        if found is not None:
            return found
    raise KeyError(reference)


def add_module(name: str) -> None:
    """Let card files bring a module of rules of this name, besides those in the schema."""
    if name not in _modules():
        _modules().append(name)


def remove_module(name: str) -> None:
    """Take away the name that `add_module` has added."""
    _modules().remove(name)


def _modules() -> list[str]:
    """Return the modules that card files can bring."""
    names: list[str] = card_set_schema()["$defs"]["module"]["enum"]
    return names


def add_test_keys(name: str, given: Schema | None, then: Schema | None) -> None:
    """Let card tests say something of a module of rules under its name, in every player's part.

    given, then: what may stand there; None for nothing. Modules that sets can bring have it in the
    schema itself.
    """
    for keys, rule in (("given", given), ("then", then)):
        if rule is not None:
            for known in _test_keys(keys):
                known[name] = rule


def remove_test_keys(name: str) -> None:
    """Take away what `add_test_keys` has added for a module."""
    for keys in ("given", "then"):
        for known in _test_keys(keys):
            known.pop(name, None)


def _test_keys(keys: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """Return the keys of the own part of a test, and of the opponent's."""
    own: dict[str, Schema] = card_set_schema()["$defs"][keys]["properties"]
    return own, resolve_reference(own["opponent"])["properties"]


DataByNode = Facts[int, Any]
"""The data of nodes, by their `id`."""
_NOTHING: Final[DataByNode] = {}


def plain(node: Node, schema: Schema | None = None, known: DataByNode = _NOTHING) -> Any:
    """Return a node as plain data, each scalar read as the type the schema wants in its place.

    A scalar is a number only if it is written as one (no quotes, no leading zero) and no text
    is wanted; everything else stays the text it is. known: the data of nodes in lists, by their
    `id`, that are not read again.
    """
    rules = resolve_reference(schema or {})
    if isinstance(node, Items):
        inner = rules.get("items")
        return [known[id(one)] if id(one) in known else plain(one, inner) for one in node.nodes]
    if isinstance(node, Mapping):
        inner, other = rules.get("properties", {}), rules.get("additionalProperties")
        rest = other if isinstance(other, dict) else None
        items = node.values.items()
        return {key: plain(value, inner.get(key, rest), known) for key, value in items}
    if node.style or rules.get("type") == "string" or not _INTEGER.fullmatch(node.text):
        return node.text
    return int(node.text)


def resolve_reference(schema: Schema) -> Schema:
    """Return the schema with a reference at its top followed; its other keywords are kept."""
    reference = schema.get("$ref")
    if reference is None:
        return schema
    return {**definition(reference), **schema}


def schema_at_path(path: tuple[str | int, ...], game: Game) -> Schema:
    """Return what the schema of a game says of the value at a path of keys and indexes."""
    rules = card_set_schema(game)
    for part in path:
        inner = rules.get("properties", {}).get(part) or rules.get("additionalProperties")
        found = rules.get("items") if isinstance(part, int) else inner
        rules = resolve_reference(found if isinstance(found, dict) else {})
    return rules


def fits(data: Any, schema: Schema) -> bool:
    """Return whether data follows a schema made of the keywords that `_RULES` knows."""
    for keyword, value in schema.items():
        rule = _RULES.get(keyword)
        if rule is not None and not rule(data, value, schema):
            return False
    return True


def fits_but_for(data: Any, schema: Schema, checked: Container[int]) -> bool:
    """Return what `fits` does for a set, of which some entries are known to fit.

    checked: the `id`s of these entries of its lists, whose number and order are looked at all the
    same.
    """
    known = schema.get("properties", {})
    items = data.items() if isinstance(data, dict) else ()
    lists = {key: value for key, value in items if isinstance(value, list) and key in known}
    rest = {key: [one for one in value if id(one) not in checked] for key, value in lists.items()}
    short = {key for key, value in rest.items() if len(value) < len(lists[key])}
    if not short:
        return fits(data, schema)
    of_lists = {key: {**known[key], "items": {}} for key in short}
    if not fits(data, {**schema, "properties": {**known, **of_lists}}):
        return False
    return all(fits(one, known[key]["items"]) for key in short for one in rest[key])


def _is_type(data: Any, name: str, _schema: Schema) -> bool:
    return type(data) is _TYPES[name]


def _required(data: Any, keys: list[str], _schema: Schema) -> bool:
    return not isinstance(data, dict) or all(key in data for key in keys)


def _properties(data: Any, known: dict[str, Schema], _schema: Schema) -> bool:
    if not isinstance(data, dict):
        return True
    return all(fits(value, known[key]) for key, value in data.items() if key in known)


def _additional(data: Any, rule: bool | Schema, schema: Schema) -> bool:
    if not isinstance(data, dict):
        return True
    known = schema.get("properties", {})
    others = [value for key, value in data.items() if key not in known]
    if isinstance(rule, bool):
        return rule or not others
    return all(fits(value, rule) for value in others)


def _keys(data: Any, rule: Schema, _schema: Schema) -> bool:
    return not isinstance(data, dict) or all(fits(key, rule) for key in data)


def _items(data: Any, rule: Schema, _schema: Schema) -> bool:
    return not isinstance(data, list) or all(fits(value, rule) for value in data)


def _unique(data: Any, wanted: bool, _schema: Schema) -> bool:
    if not (wanted and isinstance(data, list)):
        return True
    return len({json.dumps(value, sort_keys=True) for value in data}) == len(data)


def _limit(kind: type, most: bool) -> Callable[[Any, int, Schema], bool]:
    def rule(data: Any, bound: int, _schema: Schema) -> bool:
        found: object = data
        if type(found) is not kind:
            return True
        size: int = data if kind is int else len(data)
        return size <= bound if most else size >= bound

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
    {"$schema", "$id", "$defs", "title", "description", "examples", "errorMessage"}
)
"""Keywords of the schema that say something to people and editors, and refuse nothing."""
