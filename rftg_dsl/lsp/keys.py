"""The keys and values that YAML can go on with at a place, as the schema says."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from typing import Any, Final

from rftg_dsl.games import GAMES
from rftg_dsl.lsp import completion_items
from rftg_dsl.lsp.completion_items import Offer
from rftg_dsl.lsp.context import Spot, entry, schema_at
from rftg_dsl.lsp.names import KEYWORD, SET, TITLE, TOKEN, sort_at, sort_of_keys
from rftg_dsl.lsp.situations import actions
from rftg_dsl.lsp.words import Names
from rftg_dsl.sets.faces import LINKS
from rftg_dsl.source.schema import Schema, resolve_reference


def keys_at(spot: Spot, names: Names) -> Iterator[Offer]:
    """Yield the keys that a mapping can still take, required ones first."""
    rules = entry(schema_at(spot.path, spot.game))
    sort = "" if spot.path == ("tokens",) else sort_of_keys(spot.path, rules)
    for offer in _named(*_KEYS_OF[sort](names), names.own) if sort in _KEYS_OF else ():
        yield replace(offer, text=f"{offer.text}: ", label=offer.text)
    needed = rules.get("required", ())
    dash = "- " if _lacks_dash(spot) else ""
    for number, (key, rule) in enumerate(rules.get("properties", {}).items()):
        if key not in spot.beside and not _excluded(key, spot.beside, rules):
            yield Offer(
                f"{dash}{key}: ",
                completion_items.KEY,
                snippet=f"{dash}{key}:{_value_snippet(resolve_reference(rule), key, spot)}",
                detail="needed" if key in needed else "",
                about=rule.get("description", ""),
                label=key,
                rank=(number - _MANY * (key in needed), key),
            )


_MANY: Final = 1000
_KEYS_OF: Final[dict[str, Callable[[Names], tuple[dict[str, str], str]]]] = {
    TITLE: lambda names: (names.titles, completion_items.TITLE),
    KEYWORD: lambda names: (names.keywords, completion_items.KEYWORD),
    TOKEN: lambda names: (names.tokens, completion_items.KEYWORD),
}
"""What the keys of a mapping can name, by the sort of name."""


def _lacks_dash(spot: Spot) -> bool:
    """Return whether a list entry begins here whose dash is not written yet."""
    is_list = "items" in resolve_reference(schema_at(spot.path, spot.game))
    return is_list and not (spot.item or spot.beside or spot.flow)


def _excluded(key: str, beside: frozenset[str], rules: Schema) -> bool:
    """Return whether a key cannot stand beside those that are there."""
    keys = {*beside, key}
    for rule in rules.get("allOf", ()):
        if set(rule.get("not", {}).get("required", ("",))) <= keys:
            return True
        options = [set(option["required"]) for option in rule.get("oneOf", ())]
        if sum(option <= keys for option in options) > 1:
            return True
    return False


def _value_snippet(rule: Schema, key: str, spot: Spot) -> str:
    """Return how the value of a key begins, with places to fill in."""
    if rule.get("type") == "array":
        simple = resolve_reference(rule["items"]).get("type") != "object"
        return " [$1]" if simple or spot.flow else f"\n  {_indent(spot)}- $0"
    if rule.get("type") == "object" and rule.get("required"):
        fields = ", ".join(f"{name}: ${n}" for n, name in enumerate(rule["required"], 1))
        return f" {{{fields}}}"
    if spot.path == ("cards",) and key == "powers" and not spot.flow:
        return f" |\n  {_indent(spot)}$0"
    return " "


def _indent(spot: Spot) -> str:
    """Return what a line below begins with besides the indentation of this one."""
    return "  " if spot.item else ""


def values_at(spot: Spot, names: Names, sets: dict[str, str]) -> Iterator[Offer]:
    """Yield the values that can stand at a place. sets: ids of sets, each with its title."""
    rules = schema_at(spot.path, spot.game)
    inner = resolve_reference(rules).get("items", rules)
    if spot.path[:1] == ("tests",) and spot.path[-1] == "when":
        yield from actions()
    if spot.path == ("game",):
        yield from _named({game.id: game.title for game in GAMES.values()}, completion_items.VALUE)
        return
    sort = sort_at(spot.path, inner, spot.game)
    if spot.path[:-1] == ("cards",) and spot.path[-1] in LINKS:
        yield from _named(_other_faces(spot, names), completion_items.TITLE)
    elif sort == TITLE and spot.path[-1] != "title":
        yield from _named(names.titles, completion_items.TITLE)
    elif sort == KEYWORD and len(spot.path) > 1:
        yield from _named(names.keywords, completion_items.KEYWORD, names.own)
    elif sort == SET and spot.path != ("set",):
        yield from _named(sets, completion_items.SET)
    for number, value in enumerate(_values(resolve_reference(inner))):
        yield Offer(str(value), completion_items.VALUE, rank=(number, ""))


def _other_faces(spot: Spot, names: Names) -> dict[str, str]:
    """Return the faces that the one a spot is in can have on its other side, or beside it."""
    own = next((key for key in spot.game.types if key in spot.beside), "")
    both_sorts = spot.path[-1] != "other side"
    return {
        title: about
        for sort, faces in names.alone.items()
        if both_sorts or sort != own
        for title, about in faces.items()
    }


def _named(names: dict[str, str], sort: str, first: Container[str] = ()) -> Iterator[Offer]:
    """Yield an offer for each name. first: those that come before others."""
    for name, about in names.items():
        yield Offer(name, sort, detail=about, rank=(-1 if name in first else 0, name))


def _values(rule: Schema) -> Iterator[Any]:
    """Yield the values that a rule names one by one."""
    yield from rule.get("enum", ())
    if "const" in rule:
        yield rule["const"]
    for option in rule.get("anyOf", ()):
        yield from _values(option)
