"""Validator of card files by their JSON Schema, and the help for what departs from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from rftg_dsl.diagnostics.text import listed
from rftg_dsl.games import Game
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar
from rftg_dsl.source.schema import fits as schema_fits
from rftg_dsl.source.schema import resolve_reference
from rftg_dsl.syntax.written import POWERS_HELP


def _unique(_validator: Any, wanted: bool, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `uniqueItems` in linear time; jsonschema's own compares each entry with each."""
    if not schema_fits(data, {"uniqueItems": wanted}):
        yield ValidationError("an entry stands twice")


def _items(validator: Any, rule: Any, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `items` as jsonschema does, without entries that are sound, which most are.

    An entry that should be a mapping and is none has only that reported.
    """
    wanted = resolve_reference(rule).get("type")
    for number, entry in enumerate(data if isinstance(data, list) else ()):
        if wanted == "object" and not isinstance(entry, dict):
            yield from validator.descend(entry, {"type": wanted}, path=number)
        elif not schema_fits(entry, rule):
            yield from validator.descend(entry, rule, path=number)


def _keys(validator: Any, rule: Any, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `propertyNames` as jsonschema does, each key at its own place."""
    for key in data if isinstance(data, dict) else ():
        if not schema_fits(key, rule):
            yield from validator.descend(key, rule, path=key)


def _together(_validator: Any, rule: Any, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `dependentRequired` as one error, however many keys lack another."""
    if isinstance(data, dict) and any(lone_keys(rule, data)):
        yield ValidationError("a key lacks another")


def lone_keys(rule: dict[str, list[str]], data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key that lacks one it needs, and that one."""
    for key, needed in rule.items():
        if key in data:
            yield from ((key, other) for other in needed if other not in data)


_extend: Final[Any] = validators.extend
_RULES: Final = {
    "uniqueItems": _unique,
    "items": _items,
    "propertyNames": _keys,
    "dependentRequired": _together,
}
Validator: Final[Any] = _extend(Draft202012Validator, _RULES)


def rule_help(rule: str, game: Game) -> str:
    """Return the help for a rule of the schema of a game, on keys together, that is not kept."""
    if rule == "not":
        return "delete one of the two keys"
    return f"write one of {listed([f'`{key}: N`' for key in game.types])}"


ENTRIES_HELP: Final = "begin each entry with `- `, like `- title: ...`"
"""Help where the entries of a list are missing."""
TYPE_HELP: Final[dict[str, str]] = {
    "powers": POWERS_HELP,
    "start": "write `{number: N, colour: blue}`",
    "tokens": "write each class with how many there are, for example `{science artifact: 12}`",
    "cards": ENTRIES_HELP,
    "goals": ENTRIES_HELP,
    "search": ENTRIES_HELP,
    "scenario": ENTRIES_HELP,
    "strength": "write it like `strength: {TITLE: 3}`; your total Military is `military: 3`",
    "cost": "write it like `cost: {TITLE: 3}`; what you have paid is `paid: 3`",
    "points": "write it like `points: {TITLE: 3}`; all your points are `score: 3`, chips `vp: 3`",
    **{key: f"write it like `{key}: {{TITLE: 3}}`" for key in ("price", "attack", "defense")},
    "opponent": "write `opponents:` before a list of several",
    "opponents": "write a list, like `opponents: [{hand: 2}, {vp: 3}]`",
}
"""Help by the key of the value."""


_TOKENS: Final = 12
"""How many tokens of a class are proposed where no number is written."""


def as_keys(key: str, node: Node, holder: Node) -> str:
    """Return keys with values that say what a list or a number says; "" where none is known.

    holder: the mapping that has the key.
    """
    entries = node.nodes if isinstance(node, Items) else [node]
    words = [entry.text for entry in entries if isinstance(entry, Scalar) and entry.text]
    if len(words) < len(entries) or not isinstance(holder, Mapping):
        return ""
    if key == "tokens" and not any(word.isdigit() for word in words):
        return _as_mapping({word: str(_TOKENS) for word in words})
    if key == "cards" and isinstance(node, Items):
        return _as_mapping({word: str(words.count(word)) for word in words})
    if key == "repulse" and words[0].isdigit() and len(words) == 1:
        rewards = holder.values.get("rewards")
        players = list(rewards.keys) if isinstance(rewards, Mapping) else ["2", "3", "4"]
        return _as_mapping(dict.fromkeys(players, words[0]))
    return ""


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


def said(node: Node) -> str:
    """Return a value as a message says it."""
    if isinstance(node, Items):
        return "a list"
    if isinstance(node, Mapping):
        return "keys with values"
    return f"`{short(node.text)}`" if node.text else "nothing"


def between(node: Node) -> str:
    """Return the text in brackets or braces on one line, which YAML reads; "" elsewhere."""
    if isinstance(node, Scalar) or node.region.line != node.region.end_line:
        return ""
    parts = node.nodes if isinstance(node, Items) else [*node.keys.values(), *node.values.values()]
    return ", ".join(part.text for part in parts if isinstance(part, Scalar) and part.text)


def bracketed(node: Node) -> str:
    """Return the same text with its brackets or braces, as it stands in single quotes."""
    text = between(node).replace("'", "''")
    return f"[{text}]" if isinstance(node, Items) else f"{{{text}}}"


def short(text: str) -> str:
    """Return a text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else f"{line[:37]}..."


def military_power(card: Mapping, key: str, other: str) -> str:
    """Return the help for a key that gives a card Military; "" where it says what the card is.

    other: the key that does. A world can be meant to be a military one, a development cannot.
    """
    value = card.values.get(key)
    number = _MILITARY.fullmatch(value.text) if isinstance(value, Scalar) else None
    if number is None or key not in ("military", "military world"):
        return ""
    if other != "development" and not number[1]:
        return ""
    power = f"settle: military {number[1] or '+'}{number[2]}"
    return f"Military is a power: write `{power}` below `powers: |`, and delete this"


_MILITARY: Final = re.compile("([+-]?)([0-9]+)")
