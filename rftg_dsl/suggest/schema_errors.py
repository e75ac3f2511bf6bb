"""Findings for violations of the JSON Schema, in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final

from jsonschema.exceptions import ValidationError

from rftg_dsl.diagnostics.model import Edit, Label, Region, Report
from rftg_dsl.diagnostics.text import distance, listed
from rftg_dsl.games import GAMES, Game
from rftg_dsl.limits import FINDINGS
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar, escape_in_quotes, first_line
from rftg_dsl.source.schema import ID_PATTERN, Schema, schema_at_path
from rftg_dsl.suggest.keys import (
    TYPE_WORDS,
    as_id,
    is_power,
    needless_key_help,
    report_misplaced_entries,
    suggest_key,
)
from rftg_dsl.suggest.schema_rules import (
    ENTRIES_HELP,
    SAMPLES,
    TYPE_HELP,
    TYPE_NAMES,
    Validator,
    as_keys,
    correct_invasion_card,
    describe_node,
    digits_for_word,
    find_lone_keys,
    flow_text,
    follow,
    format_list,
    inner_text,
    integer_help,
    is_long_number,
    military_power,
    rule_help,
    shorten,
)
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.written import POWERS_HELP, items_as_block

KeyPath = tuple[str | int, ...]
_MAX_DEPARTURES: Final = 1_000
"""Maximum number of schema violations reported per file."""


def report_departures(root: Node, data: Any, schema: Schema, report: Report) -> None:
    """Report up to _MAX_DEPARTURES violations of the schema."""
    misplaced_entries = report_misplaced_entries(root, report) if isinstance(root, Mapping) else ()
    for error in islice(Validator(schema).iter_errors(data), _MAX_DEPARTURES):
        path = tuple(error.absolute_path)
        if path[:2] not in misplaced_entries:
            _Departure(error, path, root, report.game).report(report)


class _Departure:
    """A validation error and its node."""

    def __init__(self, error: ValidationError, path: KeyPath, root: Node, game: Game) -> None:
        self.game = game
        self.rule: str = str(error.validator)
        self.expected: Any = error.validator_value
        self.data: Any = error.instance
        self.schema: Schema = error.schema if isinstance(error.schema, dict) else {}
        self.path = path
        self.holder = follow(root, path[:-1])
        is_key = "propertyNames" in error.absolute_schema_path
        keys = self.holder.keys if is_key and isinstance(self.holder, Mapping) else {}
        self.node: Node = keys[str(path[-1])] if keys else follow(root, path)

    def report(self, report: Report) -> None:
        own_message = self.schema.get("errorMessage")
        if self._is_empty():
            self.report_no_value(report)
        elif own_message is not None and self.rule in ("pattern", "anyOf", "oneOf", "not"):
            self.report_own_message(own_message, report)
        else:
            _REPORTERS.get(self.rule, _Departure.report_wrong_value)(self, report)

    def _is_empty(self) -> bool:
        """Return whether a key has no value."""
        node = self.node
        is_bare = isinstance(node, Scalar) and not node.text and not node.style
        return is_bare and bool(self.path) and isinstance(self.path[-1], str)

    def report_no_value(self, report: Report) -> None:
        if self.rule == "pattern" and "minLength" in self.schema:
            return  # the missing length is reported, too
        keys = self.holder.keys if isinstance(self.holder, Mapping) else {}
        if self.name == "`powers`" and any(is_power(key, self.game) for key in keys):
            return  # its unindented lines are reported instead
        key = str(self.path[-1])
        text = f"the key `{key}` has no value"
        report.add(
            "E206", self.node.region, text, help=self._quoted_title() or self._value_advice()
        )

    def _quoted_title(self) -> str:
        """Return advice for a title with a comma that was written as a key without quotes."""
        key_schema = schema_at_path(self.path[:-1], self.game).get("propertyNames")
        if key_schema != {"$ref": "#/$defs/title"} or not isinstance(self.holder, Mapping):
            return ""
        keys = list(self.holder.keys)
        parts = keys[keys.index(str(self.path[-1])) :][:2]
        if len(parts) == 1:
            return ""
        title = ", ".join(parts)
        last = self.holder.values[parts[-1]]
        number = last.text if isinstance(last, Scalar) and last.text else "3"
        return f"write `{escape_in_quotes(title, '')}: {number}` if this is one title with a comma"

    def _value_advice(self) -> str:
        """Return advice for a key without a value."""
        rules = schema_at_path(self.path[:-1], self.game)
        key = str(self.path[-1])
        is_required = key in rules.get("required", ()) or key in self.game.types
        advice = TYPE_HELP.get(key)
        if advice is None:
            rule = schema_at_path(self.path, self.game)
            sample = rule.get("examples", [SAMPLES.get(str(rule.get("type")), "...")])[0]
            example = format_list(sample) if isinstance(sample, list) else sample
            advice = f"write one, like `{key}: {example}`"
            if "enum" in rule:
                advice = f"write {listed([f'`{value}`' for value in rule['enum']])}"
        return advice if is_required else f"{advice}; or leave the key out"

    def report_own_message(self, message: str, report: Report) -> None:
        """Report the message of the schema. Conflicting keys are reported at the first key."""
        if self.rule in ("oneOf", "not"):
            if not self._has_misspelling(self.game.types, report):
                self._report_conflict(message, report)
            return
        if isinstance(self.node, Mapping) and self._has_misspelling(
            ("first", "most", "least"), report
        ):
            return
        replacement = digits_for_word(self.data) or self._corrected_text()
        advice = f"write `{replacement}`" if replacement else ""
        if replacement and "keywords" in self.path and " " in self.data:
            advice += f" for one keyword, or `{', '.join(self.data.split())}` for several"
            replacement = None
        is_case_error = (
            self.rule == "pattern" and bool(replacement) and replacement == self.data.lower()
        )
        place, fix = first_line(self.node), replacement or None
        report.add("E204", place, message, help=advice, replacement=fix, certain=is_case_error)

    def _report_conflict(self, message: str, report: Report) -> None:
        """Report the second of two conflicting keys, with a label at the first."""
        groups = [self.expected] if self.rule == "not" else self.expected
        expected = {key for group in groups for key in group.get("required", ())}
        keys = self.node.keys if isinstance(self.node, Mapping) else {}
        if expected == {"first", "least"} and "most" in keys:
            return  # the conflict between `first` and `most` is reported instead
        regions = [key.region for name, key in keys.items() if name in expected]
        region = regions[1] if len(regions) > 1 else self._first_key()
        labels = (Label(regions[0], "and this key"),) if len(regions) > 1 else ()
        advice = rule_help(self.rule, self.game)
        if {"development", "military world"} <= expected & keys.keys():
            assert isinstance(self.node, Mapping)
            advice = military_power(self.node, "military world", "development") or advice
        report.add("E205", region, message, labels=labels, help=advice)

    def _corrected_text(self) -> str | None:
        """Return the correction of a text value, or None."""
        if not isinstance(self.data, str) or self.data.isdigit():
            return None
        if self.rule == "pattern":
            if self.expected == ID_PATTERN:
                return as_id(self.data)
            return correct_invasion_card(self.data) if "waves" in self.path else None
        number = _WITH_UNIT.fullmatch(self.data)
        if number:
            return number[1]
        return suggest_key(self.data, ["variable", "0"])

    def _has_misspelling(self, expected: Iterable[str], report: Report) -> bool:
        """Return whether an unknown key is a misspelling of a missing key."""
        valid_keys = list(self.schema.get("properties", {})) or list(expected)
        keys = self.node.keys if isinstance(self.node, Mapping) else {}
        unknown = [name for name in islice(keys, FINDINGS) if name not in valid_keys]
        missing = [key for key in expected if key not in keys]
        if set(self.game.types) <= set(missing) and TYPE_WORDS & set(unknown):
            return True
        return report.can_suggest and any(
            suggest_key(name, valid_keys, game=self.game) in missing for name in unknown
        )

    def _first_key(self) -> Region:
        if isinstance(self.node, Mapping) and self.node.keys:
            return next(iter(self.node.keys.values())).region
        return first_line(self.node)

    @property
    def name(self) -> str:
        """The name of the value: its key, or the key of its list."""
        words = [part for part in self.path if isinstance(part, str)]
        if _NUMBER.fullmatch(words[-1] if words else ""):
            return f"`{words[-1]}` of `{words[-2]}`"
        return f"`{words[-1]}`" if words else "the file"

    def report_unknown_keys(self, report: Report) -> None:
        valid_keys = list(self.schema.get("properties", {}))
        keys = self.node.keys if isinstance(self.node, Mapping) else {}
        names = (name for name in keys if name not in valid_keys and not name.startswith("\0"))
        unknown = list(islice(names, FINDINGS + 1))
        powers = [name for name in unknown if is_power(name, self.game) and self._is_line(name)]
        types = [name for name in unknown if name in TYPE_WORDS]
        for name in unknown:
            if name in powers:
                # A block without indentation makes many such keys, but it is a single mistake.
                if name == powers[0]:
                    self._power_outside(name, keys[name], report)
            elif name not in types or name == types[0] or "world" not in valid_keys:
                self._unknown_key(name, keys[name], valid_keys, report)

    def _is_line(self, name: str) -> bool:
        """Return whether a key and its value are a power line, not a kind of good."""
        value = self.node.values.get(name) if isinstance(self.node, Mapping) else None
        return isinstance(value, Items) or (isinstance(value, Scalar) and value.text not in KINDS)

    def _power_outside(self, name: str, key: Scalar, report: Report) -> None:
        assert isinstance(self.node, Mapping)
        powers_key = self.node.keys.get("powers")
        help = "indent it below `powers`" if powers_key else POWERS_HELP
        message = f"the power line `{name}: ...` is outside `powers`"
        labels = (Label(powers_key.region, "it belongs below this key"),) if powers_key else ()
        report.add("E201", key.region, message, labels=labels, help=help)

    def _unknown_key(self, name: str, key: Scalar, valid_keys: list[str], report: Report) -> None:
        assert isinstance(self.node, Mapping)
        choice = needless_key_help(name, valid_keys, self.game)
        suggestion = (
            None if choice else suggest_key(name, valid_keys, report.can_suggest, self.game)
        )
        type_key = next(filter(self.node.keys.__contains__, self.game.types), "")
        if suggestion in self.game.types and type_key and suggestion != type_key:
            self._second_type(key, suggestion, type_key, report)
            return
        advice = (
            f"write `{suggestion}`"
            if suggestion
            else choice or f"the keys are: {', '.join(valid_keys)}"
        )
        value = self.node.values.get(name)
        value_text = value.text.casefold() if isinstance(value, Scalar) else ""
        is_card = suggestion is None and "windfall" in valid_keys
        kinds = (
            suggest_key(word, KINDS, use_spelling=False) for word in value_text.split() if is_card
        )
        kind = next(filter(None, kinds), None)
        if kind:
            advice = f"write `windfall: {kind}` or `produces: {kind}`"
        elif suggestion is None and name in TYPE_WORDS and "world" in valid_keys:
            advice = (
                f"delete it: `{type_key}` already determines it"
                if type_key
                else rule_help("oneOf", self.game)
            )
        is_free = suggestion not in self.node.keys and not self._has_better_match(
            name, suggestion, valid_keys
        )
        report.add(
            "E201",
            key.region,
            f"unknown key `{shorten(name)}`",
            help=advice
            if is_free or suggestion is None
            else f"delete it: `{suggestion}` already determines it",
            replacement=suggestion if suggestion and is_free and not key.style else None,
            certain=suggestion is not None and distance(name.casefold(), suggestion, 1) <= 1,
        )

    def _has_better_match(self, name: str, suggestion: str | None, valid_keys: list[str]) -> bool:
        """Return whether another unknown key with a number is also meant as this type."""
        values = self.node.values if isinstance(self.node, Mapping) else {}
        numbers = {
            key
            for key, value in values.items()
            if isinstance(value, Scalar) and _NUMBER.fullmatch(value.text)
        }
        other_keys = numbers - {name, *valid_keys}
        return (
            suggestion in self.game.types
            and name not in numbers
            and any(
                suggest_key(other, valid_keys, game=self.game) == suggestion for other in other_keys
            )
        )

    def _second_type(self, key: Scalar, suggestion: str, type_key: str, report: Report) -> None:
        """Report a key like `military` if another key already determines the type."""
        assert isinstance(self.node, Mapping)
        value = self.node.values[type_key]
        number = shorten(value.text) if isinstance(value, Scalar) else "N"
        advice = (
            f"replace `{type_key}: {number}` with `{suggestion}: {number}`, and delete this key"
        )
        report.add(
            "E201",
            key.region,
            f"unknown key `{shorten(key.text)}`",
            labels=(
                Label(self.node.keys[type_key].region, "this key determines the type of the card"),
            ),
            help=military_power(self.node, key.text, type_key) or advice,
        )

    def report_missing_key(self, report: Report) -> None:
        missing = [key for key in self.expected if key not in self.data]
        region = self._first_key()
        for key in missing:
            if self._has_misspelling([key], report):
                continue
            value = self.game.id if key == "game" else "..."
            advice = f"add `{key}: {value}`"
            if key == "game":
                advice += f": these are tiles of {self.game.title}"
            sample = schema_at_path((*self.path, key), self.game).get("examples", [""])[0]
            if isinstance(sample, list):
                advice += f", for example `{key}: {format_list(sample)}`"
            report.add("E202", region, f"the key `{key}` is missing", help=advice)

    def report_lone_key(self, report: Report) -> None:
        assert isinstance(self.node, Mapping)
        for key, required_key in find_lone_keys(self.expected, self.data):
            if not self._has_misspelling([required_key], report):
                message = f"`{key}` has no effect without `{required_key}`"
                advice = f"add `{required_key}: ...`, or delete it"
                report.add("E205", self.node.keys[key].region, message, help=advice)

    def report_wrong_type(self, report: Report) -> None:
        if self.expected == "string" and isinstance(self.data, str):
            return self.report_wrong_value(report)
        if self.expected == "integer" and is_long_number(self.data, self.schema):
            return self.report_out_of_range(report)
        region = first_line(self.node)
        digits = digits_for_word(self.data) if self.expected == "integer" else None
        message = f"{self.name} takes {TYPE_NAMES[self.expected]}, not {describe_node(self.node)}"
        help = self._type_help()
        return report.add(
            "E203", region, message, help=help, replacement=digits, edits=self._list_edits()
        )

    def _keys(self) -> str:
        """Return keys and values to write instead of this value, or ""."""
        expected = self.expected == "object" and self.path != ("cards",)
        return as_keys(str(self.path[-1]), self.node, self.holder) if expected else ""

    def _list_edits(self) -> tuple[Edit, ...]:
        """Return edits that turn a text into a list, or a list of powers into a block."""
        node, holder = self.node, self.holder
        keys = self._keys() if node.region.line == node.region.end_line else ""
        if keys:
            return (Edit(node.region, keys),)
        if self.expected == "string" and inner_text(node) and self.name != "`powers`":
            return (Edit(node.region, f"'{flow_text(node)}'"),)
        if self.expected == "array" and isinstance(node, Scalar) and node.text != _PLACEHOLDER:
            is_plain = not node.style and node.text and node.region.line == node.region.end_line
            text = node.text.lower() if self.name == "`keywords`" else node.text
            return (Edit(node.region, f"[{text}]"),) if is_plain else ()
        if self.name == "`powers`" and isinstance(node, Items) and isinstance(holder, Mapping):
            return items_as_block(holder.keys["powers"], node)
        return ()

    def _type_help(self) -> str:
        if self.expected == "integer" and digits_for_word(self.data):
            return f"write `{digits_for_word(self.data)}`, in digits"
        if self.path[-1] == "world" and _MILITARY_COST.fullmatch(str(self.data)):
            return f"write `military world: {re.findall('[0-9]+', str(self.data))[0]}`"
        if self.expected == "integer":
            return integer_help(self.data)
        if self.expected == "array" and isinstance(self.data, str) and self.data:
            return self._list_help(self.data)
        if self.path == ("cards",) and isinstance(self.node, Mapping):
            title = next(iter(self.node.keys), "")
            if isinstance(self.node.values.get(title), Mapping):
                title = shorten(title)
                return f"write `- title: {title}` instead of `{title}:`, and the same for each card"
        if self.expected == "string" and inner_text(self.node) and self.name != "`powers`":
            return f"write `{inner_text(self.node)}`, or with quotes `'{flow_text(self.node)}'`"
        example = self.schema.get("examples", [""])[0]
        keys = self._keys()
        if keys:
            return f"write `{self.path[-1]}: {keys}`"
        if self.expected in ("object", "array") and isinstance(example, str) and example:
            return f"write, for example, `{self.path[-1]}: {example}`"
        return TYPE_HELP.get(str(self.path[-1]) if self.path else "", "")

    def _list_help(self, text: str) -> str:
        """Return advice to write a text as a list, or an example for a placeholder."""
        if text == _PLACEHOLDER:
            sample = self.schema.get("examples", [[]])[0]
            return f"write, for example, `{self.path[-1]}: {format_list(sample)}`" if sample else ""
        return f"write `[{shorten(text.lower() if self.name == '`keywords`' else text)}]`"

    def report_out_of_range(self, report: Report) -> None:
        low, high = self.schema.get("minimum"), self.schema.get("maximum")
        text = f"{self.name} must be between {low} and {high}, not {shorten(str(self.data))}"
        report.add("E204", first_line(self.node), text, help=f"write {low} to {high}")

    def report_unlisted_value(self, report: Report) -> None:
        allowed = [str(value) for value in self.expected]
        is_text = isinstance(self.data, str)
        suggestion = (
            suggest_key(self.data, allowed, report.can_suggest, self.game) if is_text else None
        )
        report.add(
            "E204",
            first_line(self.node),
            f"{self.name} must be {listed([f'`{value}`' for value in allowed])},"
            f" not {describe_node(self.node)}",
            help=f"write `{suggestion}`" if suggestion else f"write one of these{self._or_none()}",
            replacement=suggestion
            if isinstance(self.node, Scalar) and not self.node.style
            else None,
        )

    def report_wrong_game(self, report: Report) -> None:
        """Report an unknown game, and suggest the game that the set seems to be for."""
        if self.path != ("game",):
            self.report_wrong_value(report)
            return
        names = [f"`{game}`" for game in GAMES]
        report.add(
            "E204",
            first_line(self.node),
            f"{self.name} must be {listed(names)}, not {describe_node(self.node)}",
            help=f"write `{self.expected}`, for {self.game.title}",
            replacement=self.expected,
        )

    def _or_none(self) -> str:
        """Return advice to leave out the key if it is optional."""
        is_required = str(self.path[-1]) in schema_at_path(self.path[:-1], self.game).get(
            "required", ()
        )
        return "" if is_required or isinstance(self.path[-1], int) else ", or leave the key out"

    def report_too_long(self, report: Report) -> None:
        unit = "entries" if isinstance(self.data, list) else "characters"
        text = f"{self.name} has {len(self.data):,} {unit}, but the maximum is {self.expected:,}"
        report.add("E206", first_line(self.node), text, help="shorten it")

    def report_too_short(self, report: Report) -> None:
        count = "no entries" if not self.data else f"{len(self.data)}"
        text = f"{self.name} has {count}, but at least {self.expected} is required"
        advice = ENTRIES_HELP if self.path == ("cards",) else f"write one{self._or_none()}"
        if self.path[-1:] == ("opponents",):
            advice = "write `opponent:` without a list for a single opponent"
        report.add("E206", first_line(self.node), text, help=advice)

    def report_duplicates(self, report: Report) -> None:
        assert isinstance(self.node, Items)
        texts: set[str] = set()
        for child in self.node.nodes:
            if isinstance(child, Scalar) and child.text in texts:
                text = f"duplicate `{shorten(child.text)}` in {self.name}"
                report.add("E204", child.region, text, help="delete one of the two")
            elif isinstance(child, Scalar):
                texts.add(child.text)

    def report_wrong_value(self, report: Report) -> None:
        """Report a value that is wrong for any other reason."""
        report.add(
            "E204", first_line(self.node), f"{self.name} cannot be {describe_node(self.node)}"
        )


_REPORTERS: Final[dict[str, Callable[[_Departure, Report], None]]] = {
    "additionalProperties": _Departure.report_unknown_keys,
    "required": _Departure.report_missing_key,
    "dependentRequired": _Departure.report_lone_key,
    "type": _Departure.report_wrong_type,
    "minimum": _Departure.report_out_of_range,
    "maximum": _Departure.report_out_of_range,
    "enum": _Departure.report_unlisted_value,
    "const": _Departure.report_wrong_game,
    "maxLength": _Departure.report_too_long,
    "maxItems": _Departure.report_too_long,
    "minLength": _Departure.report_too_short,
    "minItems": _Departure.report_too_short,
    "uniqueItems": _Departure.report_duplicates,
}


_MILITARY_COST: Final = re.compile(r"[0-9]+,? *\(?military\)?|military,? *[0-9]+", re.IGNORECASE)
_WITH_UNIT: Final = re.compile("(-?[1-9]?[0-9]) *[A-Za-z,.;]+")
_NUMBER: Final = re.compile("-?[0-9]+")
_PLACEHOLDER: Final = "..."
"""Placeholder in advice, which people sometimes copy unchanged."""
