"""A card and the head of a set as lines of YAML; what the keys mean is told by the schema."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rftg_dsl.games import RACE, Game
from rftg_dsl.source.quoting import PLAIN_WORD, quote_scalar
from rftg_dsl.source.schema import card_set_schema, resolve_reference

Facts = Mapping[str, Any]
"""A card or a head as its keys and values, in the form of the schema."""

_WIDTH: Final = 88
_FOR_WORLDS: Final = frozenset(("windfall", "produces", "holds", "start"))
_KINDS_OF_CARDS: Final = frozenset(("development", "world", "military world"))


def card_lines(card: Facts, dash: int, game: Game = RACE) -> list[str]:
    """Return the lines of a card as an entry of a list whose `-` stands `dash` spaces in."""
    lines = [
        line
        for key in _rules(game)["properties"]
        if key in card
        for line in key_lines(key, card[key])
    ]
    return _listed(lines, dash)


def explained_card(card: Facts, dash: int, game: Game = RACE) -> list[str]:
    """Return `card_lines`, a comment on each key, and as comments the keys it could have."""
    absent = _FOR_WORLDS if "development" in card else frozenset[str]()
    absent |= _KINDS_OF_CARDS | ({"windfall", "holds"} if "produces" in card else set())
    rules = _rules(game)
    absent |= _refused(card, rules) if game is not RACE else set()
    properties = rules["properties"]
    keys = [key for key in properties if key in card or key not in absent]
    lines = [line for key in keys for line in _explained(key, card, properties)]
    first = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    above = [" " * dash + line for line in lines[:first]]
    return above + _listed(lines[first:], dash)


def _refused(card: Facts, rules: Facts) -> set[str]:
    """Return the keys that cannot stand beside those of a card."""
    pairs = (set(rule["not"]["required"]) for rule in rules["allOf"] if "not" in rule)
    return {key for pair in pairs if pair & card.keys() for key in pair - card.keys()}


def head_lines(head: Facts, game: Game = RACE) -> list[str]:
    """Return the head of a set up to `cards:`, each key with a comment.

    `keywords` is there at least as a comment.
    """
    properties = card_set_schema(game)["properties"]
    lines: list[str] = []
    game_key = () if game is RACE else ("game",)
    for key in ("set", *game_key, "title", "requires", "keywords"):
        lines += [*_explained(key, head, properties), ""]
    return [*lines, "cards:"]


def _rules(game: Game) -> Facts:
    """Return what the schema says of a card of a game."""
    return resolve_reference(card_set_schema(game)["properties"]["cards"]["items"])


def key_lines(key: str, value: Any) -> list[str]:
    """Return a key with its value, powers as a block."""
    if key == "powers":
        return ["powers: |", *(f"  {line}" for line in value.splitlines())]
    return [f"{key}: {_inline(value)}"]


def _inline(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(quote_scalar(item, PLAIN_WORD) for item in value)}]"
    return quote_scalar(value) if isinstance(value, str) else str(value)


def _explained(key: str, given: Facts, properties: Facts) -> Iterator[str]:
    """Yield a comment that explains a key, then the key or an example of it as a comment."""
    rules = resolve_reference(properties[key])
    yield from (f"# {line}" for line in textwrap.wrap(rules["description"], _WIDTH))
    if key in given:
        yield from key_lines(key, given[key])
    else:
        yield from (f"# {line}" for line in key_lines(key, _example(rules)))


def _example(rules: Facts) -> Any:
    """Return the schema's example of a value, or one put together from its parts."""
    if "examples" in rules:
        return rules["examples"][0]
    if "enum" in rules:
        return rules["enum"][0]
    if "properties" in rules:
        return {key: _example(part) for key, part in rules["properties"].items()}
    return max(rules["minimum"], 0)


def _listed(lines: list[str], dash: int) -> list[str]:
    indent = " " * dash
    first, *rest = lines
    return [f"{indent}- {first}", *(f"{indent}  {line}" for line in rest)]
