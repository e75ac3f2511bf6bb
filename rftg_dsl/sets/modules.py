"""Modules of rules, and the entries that they need."""

from __future__ import annotations

from typing import Final

from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping
from rftg_dsl.source.schema import card_set_schema

_INVASION: Final = "invasion"
_ENTRIES: Final = {"goals": "its entries", "scenario": "its entries", _INVASION: "its waves"}
"""Modules that play with what stands behind the key of the same name, and what that is."""


def check_modules(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report modules without their entries, entries without their module, and a wrong invasion."""
    if unit.mapping(_INVASION):
        from rftg_dsl.sets.invasion import check_invasion

        check_invasion(unit, required, scope)
    node = unit.root.values.get("modules") if unit.root else None
    words = {word for word, _ in unit.words("modules")}
    if (node is not None and not isinstance(node, Items)) or words - _known():
        return  # which modules there are cannot be told
    for key in _ENTRIES:
        _check_module(key, unit, required)


def _known() -> set[str]:
    return set(card_set_schema()["$defs"]["module"]["enum"])


def _check_module(key: str, unit: Unit, required: list[Unit]) -> None:
    used = [unit, *required]
    brought = any(word == key for one in used for word, _ in one.words("modules"))
    own = next((region for word, region in unit.words("modules") if word == key), None)
    if _has_items(unit, key) and not brought and unit.root:
        these = "it is" if key == _INVASION else "these are"
        unit.report.add(
            "E415",
            unit.root.keys[key].region,
            f"no set in use brings the module `{key}`, so {these} never played with",
            help=f"write `{_with_module(unit, key)}` in the head of the set",
        )
    elif own and not any(_has(one, key) or _misspells(one, key) for one in used):
        unit.report.add(
            "E415",
            own,
            f"the set brings the module `{key}`, and no set in use has `{key}:`",
            help=f"add `{key}:` with {_ENTRIES[key]}, or leave the module out",
        )


def _with_module(unit: Unit, key: str) -> str:
    words = [word for word, _ in unit.words("modules")]
    return f"modules: [{', '.join([*words, key])}]"


def _has(unit: Unit, key: str) -> bool:
    return unit.root is None or key in unit.root.values


def _misspells(unit: Unit, key: str) -> bool:
    """Return whether a misspelling of this key was reported."""
    fixes = [found.fix for found in unit.report.found if found.code == "E201"]
    return any(fix.edits[0].text == key for fix in fixes if fix is not None)


def _has_items(unit: Unit, key: str) -> bool:
    node = unit.root.values.get(key) if unit.root else None
    if key == _INVASION:
        return isinstance(node, Mapping)
    return isinstance(node, Items) and bool(node.nodes)
