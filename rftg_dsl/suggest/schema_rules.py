"""JSON Schema validator for card files, and help for its errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from rftg_dsl.diagnostics.text import listed
from rftg_dsl.games import Game
from rftg_dsl.model import OWN
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import fits as schema_fits
from rftg_dsl.source.schema import resolve_reference
from rftg_dsl.suggest.phrases import NUMBERS
from rftg_dsl.syntax.written import POWERS_HELP


def _check_unique(
    _validator: Any, expected: bool, data: Any, _schema: Any
) -> Iterator[ValidationError]:
    """Check `uniqueItems` in linear time. The check of jsonschema is quadratic."""
    if not schema_fits(data, {"uniqueItems": expected}):
        yield ValidationError("duplicate entry")


def _check_items(validator: Any, rule: Any, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `items` like jsonschema, but skip valid entries early.

    Only the type is reported for an entry that should be a mapping.
    """
    entry_type = resolve_reference(rule).get("type")
    for index, entry in enumerate(data if isinstance(data, list) else ()):
        if entry_type == "object" and not isinstance(entry, dict):
            yield from validator.descend(entry, {"type": entry_type}, path=index)
        elif not schema_fits(entry, rule):
            yield from validator.descend(entry, rule, path=index)


def _check_keys(validator: Any, rule: Any, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `propertyNames` like jsonschema, with the path of each key."""
    for key in data if isinstance(data, dict) else ():
        if not schema_fits(key, rule):
            yield from validator.descend(key, rule, path=key)


def _check_dependent_keys(
    _validator: Any, rule: Any, data: Any, _schema: Any
) -> Iterator[ValidationError]:
    """Check `dependentRequired`, with a single error for all keys."""
    if isinstance(data, dict) and any(find_lone_keys(rule, data)):
        yield ValidationError("missing dependency")


def find_lone_keys(rule: dict[str, list[str]], data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key with a missing dependency, and the missing key."""
    for key, dependencies in rule.items():
        if key in data:
            yield from ((key, dependency) for dependency in dependencies if dependency not in data)


_extend: Final[Any] = validators.extend
_RULES: Final = {
    "uniqueItems": _check_unique,
    "items": _check_items,
    "propertyNames": _check_keys,
    "dependentRequired": _check_dependent_keys,
}
Validator: Final[Any] = _extend(Draft202012Validator, _RULES)


def rule_help(rule: str, game: Game) -> str:
    """Return the help for a conflict between keys."""
    if rule == "not":
        return "delete one of the two keys"
    return f"write one of {listed([f'`{key}: N`' for key in game.types])}"


ENTRIES_HELP: Final = "begin each entry with `- `, like `- title: ...`"
"""Help for a list without entries."""
TYPE_HELP: Final[dict[str, str]] = {
    "powers": POWERS_HELP,
    "start": "write `{number: N, colour: blue}`",
    "drawing": "write `{scene: ice}`, or `{scene: ice, seed: 7}` for another drawing of it",
    "tokens": "write each type with its number, for example `{science artifact: 12}`",
    "cards": ENTRIES_HELP,
    "goals": ENTRIES_HELP,
    "search": ENTRIES_HELP,
    "scenario": ENTRIES_HELP,
    "strength": "write `strength: {TITLE: 3}`; total Military is `military: 3`",
    "cost": "write `cost: {TITLE: 3}`; the amount paid is `paid: 3`",
    "points": "write `points: {TITLE: 3}`; total points are `score: 3`, chips are `vp: 3`",
    **{key: f"write `{key}: {{TITLE: 3}}`" for key in ("price", "attack", "defense")},
    "opponent": "write `opponents:` for a list",
    "opponents": "write a list, like `opponents: [{hand: 2}, {vp: 3}]`",
}
"""Help for values of the wrong type, by key."""


_DEFAULT_TOKENS: Final = 12
"""Suggested number of tokens if the file has none."""


def as_keys(key: str, node: Node, holder: Node) -> str:
    """Return keys and values that are equivalent to a list or number, or "".

    holder: the mapping with the key.
    """
    entries = node.nodes if isinstance(node, Items) else [node]
    words = [entry.text for entry in entries if isinstance(entry, Scalar) and entry.text]
    if len(words) < len(entries) or not isinstance(holder, Mapping):
        return ""
    if key == "drawing" and (match := _SCENE.fullmatch(" ".join(words).casefold())):
        return _as_mapping({"scene": match[1], **({"seed": match[2]} if match[2] else {})})
    if key == "tokens" and not any(word.isdigit() for word in words):
        return _as_mapping({word: str(_DEFAULT_TOKENS) for word in words})
    if key == "cards" and isinstance(node, Items):
        return _as_mapping({word: str(words.count(word)) for word in words})
    if key == "repulse" and words[0].isdigit() and len(words) == 1:
        rewards = holder.values.get("rewards")
        players = list(rewards.keys) if isinstance(rewards, Mapping) else ["2", "3", "4"]
        return _as_mapping(dict.fromkeys(players, words[0]))
    return ""


_SCENE: Final = re.compile("([a-z ]+?) *([0-9]*)")
"""A scene, and the seed of its drawing."""


def _as_mapping(values: dict[str, str]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in values.items())}}}"


def follow(root: Node, path: Iterable[str | int]) -> Node:
    """Return the node at a path."""
    node = root
    for part in path:
        if isinstance(node, Items) and isinstance(part, int):
            node = node.nodes[part]
        elif isinstance(node, Mapping) and isinstance(part, str):
            node = node.values[part]
    return node


def describe_node(node: Node) -> str:
    """Describe a value for messages."""
    if isinstance(node, Items):
        return "a list"
    if isinstance(node, Mapping):
        return "keys with values"
    return f"`{shorten(node.text)}`" if node.text else "nothing"


def inner_text(node: Node) -> str:
    """Return the text inside the brackets or braces of a one-line value, or ""."""
    if isinstance(node, Scalar) or node.region.line != node.region.end_line:
        return ""
    parts = node.nodes if isinstance(node, Items) else [*node.keys.values(), *node.values.values()]
    return ", ".join(part.text for part in parts if isinstance(part, Scalar) and part.text)


def flow_text(node: Node) -> str:
    """Return the text of a list or mapping with its brackets, for use in single quotes."""
    text = inner_text(node).replace("'", "''")
    return f"[{text}]" if isinstance(node, Items) else f"{{{text}}}"


def shorten(text: str) -> str:
    """Return a text on one line, cut to 40 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:37]}..."


def military_power(card: Mapping, key: str, type_key: str) -> str:
    """Return the help for a key that is meant as Military of a card, or "".

    type_key: the key that determines the type. Worlds can be military worlds, developments can't.
    """
    value = card.values.get(key)
    match = _MILITARY.fullmatch(value.text) if isinstance(value, Scalar) else None
    if match is None or key not in ("military", "military world"):
        return ""
    if type_key != "development" and not match[1]:
        return ""
    power = f"settle: military {match[1] or '+'}{match[2]}"
    return f"Military is a power: write `{power}` below `powers: |`, and delete this key"


_MILITARY: Final = re.compile("([+-]?)([0-9]+)")


# --- values

TYPE_NAMES: Final = {
    "integer": "a whole number",
    "string": "text",
    "array": "a list",
    "object": "keys with values",
}
SAMPLES: Final = {"integer": "1", "array": "[...]"}
_INVASION_CARD: Final = re.compile("(own)?[ +]*0*([0-9]{1,2})", re.IGNORECASE)


def digits_for_word(value: object) -> str | None:
    """Return the digits for a number word, or None."""
    if not isinstance(value, str):
        return None
    return NUMBERS.get(value.lower().removesuffix("s").removesuffix(" card"))


def integer_help(value: object) -> str:
    """Return the help for a value that should be a whole number."""
    digits = value.lstrip("0+") if isinstance(value, str) else ""
    if digits.isascii() and digits.isdigit():
        return f"write `{int(digits)}`, without quotes, sign or leading zeros"
    numbers = re.findall("[0-9]+", str(value))
    if len(numbers) == 1:
        return f"write `{numbers[0]}`, a whole number in digits"
    return "write a whole number, like `2`"


_LONG_NUMBER: Final = re.compile("-?[1-9][0-9]{9,}")


def is_long_number(value: object, schema: dict[str, Any]) -> bool:
    """Return whether a value with a maximum is text because the number is too long."""
    return "maximum" in schema and isinstance(value, str) and bool(_LONG_NUMBER.fullmatch(value))


def correct_invasion_card(text: str) -> str | None:
    """Return the correction of an invasion card, or None."""
    match = _INVASION_CARD.fullmatch(text)
    return f"{OWN if match[1] else ''}{match[2]}" if match else None


def format_list(values: list[object]) -> str:
    """Format values as a list on one line."""
    return f"[{', '.join(map(str, values))}]"
