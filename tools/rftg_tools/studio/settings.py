"""The settings of a set for their form: fields, values, uses of names, and what the set makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.compiler import Compilation
from rftg_dsl.diagnostics.model import BOM, Diagnostic, apply_fixes
from rftg_dsl.games import Game
from rftg_dsl.lsp.names import region_without_quotes
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar, split_lines
from rftg_dsl.source.schema import card_set_schema, resolve_reference
from rftg_tools.studio.editing import ENTRIES, field_kind
from rftg_tools.studio.set_sheet import setting_keys
from rftg_tools.studio.sheet import Data, Section, Sheet, comparable, read

_NAMES: Final = ("keywords", "tokens")
"""Settings that give names, which cards and goals use."""
_MAX_FIXES: Final = 8


@cache
def setting_fields(game: Game) -> tuple[Data, ...]:
    """Return the fields of a set of a game, in the order of the schema.

    Each has `key`, `says`, `required`, `example`, and the `kind` with its bounds, as in `fields`.
    """
    schema = card_set_schema(game)
    result: list[Data] = []
    for key in setting_keys(game):
        rules = resolve_reference(schema["properties"][key])
        kind = field_kind(rules)
        if kind["kind"] == ENTRIES and key not in set(Section):
            continue  # no part of the studio changes such a list yet, except its text
        result.append(
            {
                "key": key,
                "says": rules.get("description", ""),
                "required": key in schema["required"],
                "example": next(iter(rules.get("examples", ())), None),
                **kind,
            }
        )
    return tuple(result)


def settings_of(path: Path, text: str, compilation: Compilation) -> Data:
    """Return everything that the settings page shows about a text.

    compilation: of the same text. Raises CannotEdit.
    """
    plain = text.removeprefix(BOM).replace("\r\n", "\n")
    unit = read(path, plain)
    game = unit.report.game
    data = comparable(unit.data)
    return {
        "game": game.id,
        "fields": list(setting_fields(game)),
        "values": {key: data[key] for key in setting_keys(game) if key in data},
        "uses": {key: _uses(unit, key) for key in _NAMES if key in data},
        "places": {key: _places(unit, key, plain) for key in _NAMES if key in data},
        "entries": _entries(path, plain, game),
        "makes": _makes(unit, compilation),
        "problems": _problems(unit, text, compilation),
    }


def _entries(path: Path, text: str, game: Game) -> dict[str, list[Data]]:
    """Return the entries of each list, without the cards."""
    properties = card_set_schema(game)["properties"]
    sections = [section for section in Section if section in properties]
    sections.remove(Section.CARDS)
    return {section.value: Sheet(path, text, section).data_for_page() for section in sections}


# --- uses of names


def _uses(unit: Unit, key: str) -> dict[str, Data]:
    """Return for each name how many cards have it, and how many cards and goals name it."""
    names = unit.data[key]
    cards = [card for card in unit.data.get("cards") or () if isinstance(card, dict)]
    others = [entry for entry in unit.data.get("goals") or () if isinstance(entry, dict)]
    texts = [_text(card.get("powers")) for card in cards]
    texts += [" ".join(map(_text, entry.values())) for entry in others]
    uses = {}
    for name in names if isinstance(names, list | dict) else ():
        pattern = re.compile(rf"\b{re.escape(str(name))}\b", re.IGNORECASE)
        bearers = [key == "keywords" and name in (card.get(key) or ()) for card in cards]
        named = [bool(pattern.search(text)) for text in texts]
        on_cards = sum(map(any, zip(bearers, named, strict=False)))
        uses[str(name)] = {"bearers": sum(bearers), "cards": on_cards, "named": sum(named)}
    return uses


def _text(value: Any) -> str:
    return "\n".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _places(unit: Unit, key: str, text: str) -> dict[str, Data]:
    """Return the LSP position of each name where it is declared."""
    assert unit.root is not None
    node = unit.root.values.get(key)
    lines = split_lines(text)
    places = {}
    for scalar in _declarations(node):
        region = region_without_quotes(scalar)
        prefix = lines[region.line - 1][: region.column - 1]
        places[scalar.text] = {
            "line": region.line - 1,
            "character": len(prefix.encode("utf-16-le")) // 2,
        }
    return places


def _declarations(node: Node | None) -> Iterable[Scalar]:
    if isinstance(node, Mapping):
        return node.keys.values()
    if isinstance(node, Items):
        return [entry for entry in node.nodes if isinstance(entry, Scalar)]
    return ()


# --- what it makes


def _makes(unit: Unit, compilation: Compilation) -> Data:
    """Return counts of what the set makes.

    copies: printed cards, with copies of cards of other sets. types: number of different cards of
    each type. players: the most with the sets that it needs, 0 if none says.
    """
    cards = [card for card in unit.data.get("cards") or () if isinstance(card, dict)]
    types = unit.report.game.types
    added = unit.data.get("copies")
    numbers = [card.get("copies", 1) for card in cards]
    numbers += added.values() if isinstance(added, dict) else []
    tokens = unit.data.get("tokens")
    players = [_number(other.data.get("players")) for other in compilation.units]
    return {
        "face": unit.report.game.face,
        "cards": len(cards),
        "copies": sum(map(_number, numbers)),
        "types": {kind: sum(kind in card for card in cards) for kind in types},
        "starts": sum("start" in card for card in cards),
        "goals": len(unit.data.get("goals") or ()),
        "tokens": sum(map(_number, tokens.values())) if isinstance(tokens, dict) else 0,
        "tests": len(unit.data.get("tests") or ()),
        "players": max(players, default=0),
        "with": [str(other.data.get("title", other.id)) for other in compilation.units[:-1]],
    }


def _number(value: object) -> int:
    return value if type(value) is int else 0


# --- problems


def _problems(unit: Unit, text: str, compilation: Compilation) -> list[Data]:
    """Return the problems outside the cards, each with the text after its fix, or ""."""
    own = next((one for one in compilation.units if one.path == unit.path), None)
    findings = [finding for finding in compilation.diagnostics if own and _is_own(finding, own)]
    fixable = [finding for finding in findings if finding.fix][:_MAX_FIXES]
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "message": finding.message,
            "help": finding.help,
            "line": finding.region.line,
            "key": _key_at(own, finding.region.line) if own else "",
            "fixed": apply_fixes(text, [finding.fix])[0]
            if finding.fix and finding in fixable
            else "",
        }
        for finding in findings
    ]


def _is_own(finding: Diagnostic, unit: Unit) -> bool:
    """Return whether a finding is about the set and not about its cards or tests."""
    is_here = finding.file == unit.report.file
    return is_here and _key_at(unit, finding.region.line) not in ("cards", "tests")


def _key_at(unit: Unit, line: int) -> str:
    """Return the top-level key whose value is at a line, or ""."""
    keys = unit.root.keys.items() if unit.root else ()
    above = [(key.region.line, name) for name, key in keys if key.region.line <= line]
    return max(above)[1] if above else ""


def used_names(data: Data, cards: Sequence[Data], key: str) -> list[str]:
    """Return the declared names of a set, in a list or mapping, that these cards use."""
    names = data.get(key) or ()
    texts = [" ".join(map(_text, card.values())) for card in cards]
    return [
        str(name)
        for name in names
        if any(re.search(rf"\b{re.escape(str(name))}\b", text, re.IGNORECASE) for text in texts)
    ]
