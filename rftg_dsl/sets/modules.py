"""Checks of rule modules and their entries."""

from __future__ import annotations

from typing import Final

from rftg_dsl.semantics.selectors import Scope
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.nodes import Items, Mapping
from rftg_dsl.source.schema import card_set_schema

_INVASION: Final = "invasion"
_ENTRIES: Final = {"goals": "its entries", "scenario": "its entries", _INVASION: "its waves"}
"""Modules that use the key of the same name, with a noun for its value."""


def check_modules(unit: Unit, required: list[Unit], scope: Scope) -> None:
    """Report modules without entries, entries without a module, and an invalid invasion."""
    if unit.mapping(_INVASION):
        from rftg_dsl.sets.invasion import check_invasion

        check_invasion(unit, required, scope)
    node = unit.root.values.get("modules") if unit.root else None
    words = {word for word, _ in unit.words("modules")}
    valid_names = card_set_schema()["$defs"]["module"]["enum"]
    if (node is not None and not isinstance(node, Items)) or words - set(valid_names):
        return  # the list of modules is unreadable
    for key in _ENTRIES:
        _check_module(key, unit, required)


def _check_module(key: str, unit: Unit, required: list[Unit]) -> None:
    units = [unit, *required]
    is_provided = any(word == key for checked in units for word, _ in checked.words("modules"))
    module = next((region for word, region in unit.words("modules") if word == key), None)
    if _has_items(unit, key) and not is_provided and unit.root:
        unit.report.add(
            "E415",
            unit.root.keys[key].region,
            f"this has no effect, because no set in use has the module `{key}`",
            help=f"add `{_with_module(unit, key)}` to the set",
        )
    elif module and not any(_has(checked, key) or _misspells(checked, key) for checked in units):
        unit.report.add(
            "E415",
            module,
            f"the module `{key}` has no effect, because no set in use has `{key}:`",
            help=f"add `{key}:` with {_ENTRIES[key]}, or leave the module out",
        )


def _with_module(unit: Unit, key: str) -> str:
    words = [word for word, _ in unit.words("modules")]
    return f"modules: [{', '.join([*words, key])}]"


def _has(unit: Unit, key: str) -> bool:
    return unit.root is None or key in unit.root.values


def _misspells(unit: Unit, key: str) -> bool:
    """Return whether a misspelt form of this key was reported."""
    fixes = [finding.fix for finding in unit.report.findings if finding.code == "E201"]
    return any(fix.edits[0].text == key for fix in fixes if fix is not None)


def _has_items(unit: Unit, key: str) -> bool:
    node = unit.root.values.get(key) if unit.root else None
    if key == _INVASION:
        return isinstance(node, Mapping)
    return isinstance(node, Items) and bool(node.nodes)
