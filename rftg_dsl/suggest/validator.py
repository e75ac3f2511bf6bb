"""Validator of card files by their JSON Schema, which reports errors as people make them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import ValidationError

from rftg_dsl.source.schema import fits as schema_fits
from rftg_dsl.source.schema import resolve


def _unique(_validator: Any, wanted: bool, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `uniqueItems` in linear time; jsonschema's own compares each entry with each."""
    if not schema_fits(data, {"uniqueItems": wanted}):
        yield ValidationError("an entry stands twice")


def _items(validator: Any, rule: Any, data: Any, _schema: Any) -> Iterator[ValidationError]:
    """Check `items` as jsonschema does, without entries that are sound, which most are.

    An entry that should be a mapping and is none has only that reported.
    """
    wanted = resolve(rule).get("type")
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
