"""What the JSON Schema found wrong, in a designer's words and at its place in the YAML."""

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
from rftg_dsl.model import OWN
from rftg_dsl.source.nodes import Items, Mapping, Node, Scalar, first_line
from rftg_dsl.source.quoting import escape_in_quotes
from rftg_dsl.source.schema import ID_PATTERN, Schema, schema_at_path
from rftg_dsl.suggest.keys import (
    TYPE_WORDS,
    as_id,
    is_power,
    key_meant,
    needless_key_help,
    report_strangers,
)
from rftg_dsl.suggest.phrases import NUMBERS
from rftg_dsl.suggest.schema_rules import (
    ENTRIES_HELP,
    TYPE_HELP,
    Validator,
    as_keys,
    between,
    bracketed,
    follow,
    lone_keys,
    military_power,
    rule_help,
    said,
    short,
)
from rftg_dsl.syntax.ast import KINDS
from rftg_dsl.syntax.written import POWERS_HELP, items_as_block

Path = tuple[str | int, ...]
_MOST: Final = 1_000
"""Departures looked at in one file; far more than are shown."""


def report_departures(root: Node, data: Any, schema: Schema, report: Report) -> None:
    """Report the departures from the schema, the first thousand if there are more."""
    strangers = report_strangers(root, report) if isinstance(root, Mapping) else ()
    for error in islice(Validator(schema).iter_errors(data), _MOST):
        path = tuple(error.absolute_path)
        if path[:2] not in strangers:
            _Departure(error, path, root, report.game).report(report)


class _Departure:
    """One error of the validator and the node it is about."""

    def __init__(self, error: ValidationError, path: Path, root: Node, game: Game) -> None:
        self.game = game
        self.rule: str = str(error.validator)
        self.wanted: Any = error.validator_value
        self.data: Any = error.instance
        self.schema: Schema = error.schema if isinstance(error.schema, dict) else {}
        self.path = path
        self.holder = follow(root, path[:-1])
        is_key = "propertyNames" in error.absolute_schema_path
        keys = self.holder.keys if is_key and isinstance(self.holder, Mapping) else {}
        self.node: Node = keys[str(path[-1])] if keys else follow(root, path)

    def report(self, report: Report) -> None:
        own = self.schema.get("errorMessage")
        if self._is_empty():
            self.no_value(report)
        elif own is not None and self.rule in ("pattern", "anyOf", "oneOf", "not"):
            self.in_own_words(own, report)
        else:
            _WORDS.get(self.rule, _Departure.other)(self, report)

    def _is_empty(self) -> bool:
        """Return whether nothing stands behind the colon of a key."""
        node = self.node
        bare = isinstance(node, Scalar) and not node.text and not node.style
        return bare and bool(self.path) and isinstance(self.path[-1], str)

    def no_value(self, report: Report) -> None:
        if self.rule == "pattern" and "minLength" in self.schema:
            return  # that it is too short is said, too
        keys = self.holder.keys if isinstance(self.holder, Mapping) else {}
        if self.name == "`powers`" and any(is_power(key, self.game) for key in keys):
            return  # its lines are not indented, which is said of them
        key = str(self.path[-1])
        text = f"the key `{key}` has no value"
        report.add("E206", self.node.region, text, help=self._whole_title() or self._value())

    def _whole_title(self) -> str:
        """Return how a title with a comma is written as a key, where this can be a part of one."""
        named = schema_at_path(self.path[:-1], self.game).get("propertyNames")
        if named != {"$ref": "#/$defs/title"} or not isinstance(self.holder, Mapping):
            return ""
        keys = list(self.holder.keys)
        parts = keys[keys.index(str(self.path[-1])) :][:2]
        if len(parts) == 1:
            return ""
        title = ", ".join(parts)
        last = self.holder.values[parts[-1]]
        number = last.text if isinstance(last, Scalar) and last.text else "3"
        return f"write `{escape_in_quotes(title, '')}: {number}` where it is one title with a comma"

    def _value(self) -> str:
        """Return what can be written after the colon of a key without a value."""
        rules = schema_at_path(self.path[:-1], self.game)
        key = str(self.path[-1])
        needed = key in rules.get("required", ()) or key in self.game.types
        advice = TYPE_HELP.get(key)
        if advice is None:
            rule = schema_at_path(self.path, self.game)
            like = rule.get("examples", [_LIKE.get(str(rule.get("type")), "...")])[0]
            example = _as_list(like) if isinstance(like, list) else like
            advice = f"write one, like `{key}: {example}`"
            if "enum" in rule:
                advice = f"write {listed([f'`{value}`' for value in rule['enum']])}"
        return advice if needed else f"{advice}; or leave the key out"

    def in_own_words(self, own: str, report: Report) -> None:
        """Report what the schema itself says; of keys at odds, at the first key of the card."""
        if self.rule in ("oneOf", "not"):
            if not self._misspelt(self.game.types, report):
                self._keys_at_odds(own, report)
            return
        if isinstance(self.node, Mapping) and self._misspelt(("first", "most", "least"), report):
            return
        meant_text = self._digits() or self._other_text()
        advice = f"write `{meant_text}`" if meant_text else ""
        if meant_text and "keywords" in self.path and " " in self.data:
            advice += f" for one keyword, or `{', '.join(self.data.split())}` for several"
            meant_text = None
        only_case = self.rule == "pattern" and bool(meant_text) and meant_text == self.data.lower()
        place, new = first_line(self.node), meant_text or None
        report.add("E204", place, own, help=advice, replacement=new, certain=only_case)

    def _keys_at_odds(self, own: str, report: Report) -> None:
        """Report the second of two keys that exclude each other, with a label at the first."""
        groups = [self.wanted] if self.rule == "not" else self.wanted
        wanted = {key for group in groups for key in group.get("required", ())}
        keys = self.node.keys if isinstance(self.node, Mapping) else {}
        if wanted == {"first", "least"} and "most" in keys:
            return  # said already: the goal is for the first and for the most
        found = [key.region for name, key in keys.items() if name in wanted]
        where = found[1] if len(found) > 1 else self._first_key()
        labels = (Label(found[0], "and this key"),) if len(found) > 1 else ()
        advice = rule_help(self.rule, self.game)
        if {"development", "military world"} <= wanted & keys.keys():
            assert isinstance(self.node, Mapping)
            advice = military_power(self.node, "military world", "development") or advice
        report.add("E205", where, own, labels=labels, help=advice)

    def _digits(self) -> str | None:
        """Return the number that a word means."""
        if not isinstance(self.data, str):
            return None
        return NUMBERS.get(self.data.lower().removesuffix("s").removesuffix(" card"))

    def _other_text(self) -> str | None:
        """Return the text that is meant, where it can be known."""
        if not isinstance(self.data, str) or self.data.isdigit():
            return None
        if self.rule == "pattern":
            return as_id(self.data) if self.wanted == ID_PATTERN else self._invasion_card()
        number = _WITH_UNIT.fullmatch(self.data)
        if number:
            return number[1]
        return key_meant(self.data, ["variable", "0"])

    def _invasion_card(self) -> str | None:
        """Return the strength of an invasion card that is meant."""
        meant_card = _INVASION_CARD.fullmatch(self.data) if "waves" in self.path else None
        return f"{OWN if meant_card[1] else ''}{meant_card[2]}" if meant_card else None

    def _misspelt(self, wanted: Iterable[str], report: Report) -> bool:
        """Return whether an unknown key is nearest to a wanted one that is missing."""
        known = list(self.schema.get("properties", {})) or list(wanted)
        keys = self.node.keys if isinstance(self.node, Mapping) else {}
        unknown = [name for name in islice(keys, FINDINGS) if name not in known]
        missing = [key for key in wanted if key not in keys]
        if set(self.game.types) <= set(missing) and TYPE_WORDS & set(unknown):
            return True
        return report.can_suggest and any(
            key_meant(name, known, game=self.game) in missing for name in unknown
        )

    def _first_key(self) -> Region:
        if isinstance(self.node, Mapping) and self.node.keys:
            return next(iter(self.node.keys.values())).region
        return first_line(self.node)

    @property
    def name(self) -> str:
        """What the value is called: its key, or the key of the list it stands in."""
        words = [part for part in self.path if isinstance(part, str)]
        if _NUMBER.fullmatch(words[-1] if words else ""):
            return f"`{words[-1]}` of `{words[-2]}`"
        return f"`{words[-1]}`" if words else "the file"

    def unknown_keys(self, report: Report) -> None:
        known = list(self.schema.get("properties", {}))
        keys = self.node.keys if isinstance(self.node, Mapping) else {}
        names = (name for name in keys if name not in known and not name.startswith("\0"))
        unknown = list(islice(names, FINDINGS + 1))
        powers = [name for name in unknown if is_power(name, self.game) and self._is_line(name)]
        types = [name for name in unknown if name in TYPE_WORDS]
        for name in unknown:
            if name in powers:
                # One block that is not indented makes many such keys, and is one mistake.
                if name == powers[0]:
                    self._power_outside(name, keys[name], report)
            elif name not in types or name == types[0] or "world" not in known:
                self._unknown_key(name, keys[name], known, report)

    def _is_line(self, name: str) -> bool:
        """Return whether a key is a phase, followed by the text of a power and no kind of good."""
        value = self.node.values.get(name) if isinstance(self.node, Mapping) else None
        return isinstance(value, Items) or (isinstance(value, Scalar) and value.text not in KINDS)

    def _power_outside(self, name: str, key: Scalar, report: Report) -> None:
        assert isinstance(self.node, Mapping)
        below = self.node.keys.get("powers")
        help = "indent it further than `powers`" if below else POWERS_HELP
        text = f"the power line `{name}: ...` stands outside of `powers`"
        labels = (Label(below.region, "it belongs below this"),) if below else ()
        report.add("E201", key.region, text, labels=labels, help=help)

    def _unknown_key(self, name: str, key: Scalar, known: list[str], report: Report) -> None:
        assert isinstance(self.node, Mapping)
        choice = needless_key_help(name, known, self.game)
        near = None if choice else key_meant(name, known, report.can_suggest, self.game)
        other = next((one for one in self.game.types if one in self.node.keys), "")
        if near in self.game.types and other and near != other:
            self._second_type(key, near, other, report)
            return
        advice = f"write `{near}`" if near else choice or f"the keys are: {', '.join(known)}"
        value = self.node.values.get(name)
        said = value.text.casefold() if isinstance(value, Scalar) else ""
        of_card = near is None and "windfall" in known
        kinds = (key_meant(word, KINDS, near=False) for word in said.split() if of_card)
        kind = next(filter(None, kinds), None)
        if kind:
            advice = f"write `windfall: {kind}` or `produces: {kind}`"
        elif near is None and name in TYPE_WORDS and "world" in known:
            advice = f"delete it: `{other}` says it" if other else rule_help("oneOf", self.game)
        free = near not in self.node.keys and not self._is_said_by_another(name, near, known)
        report.add(
            "E201",
            key.region,
            f"there is no key `{short(name)}` here",
            help=advice if free or near is None else f"delete it: `{near}` says it",
            replacement=near if near and free and not key.style else None,
            certain=near is not None and distance(name.casefold(), near, 1) <= 1,
        )

    def _is_said_by_another(self, name: str, near: str | None, known: list[str]) -> bool:
        """Return whether another unknown key has the number of the type that this one means."""
        values = self.node.values if isinstance(self.node, Mapping) else {}
        numbers = {key for key, value in values.items() if _NUMBER.fullmatch(_text(value))}
        others = numbers - {name, *known}
        return (
            near in self.game.types
            and name not in numbers
            and any(key_meant(other, known, game=self.game) == near for other in others)
        )

    def _second_type(self, key: Scalar, near: str, other: str, report: Report) -> None:
        """Report a key like `military` that adds to a type which another key already gives."""
        assert isinstance(self.node, Mapping)
        value = self.node.values[other]
        number = short(value.text) if isinstance(value, Scalar) else "N"
        advice = f"write `{near}: {number}` for `{other}: {number}`, and delete this"
        report.add(
            "E201",
            key.region,
            f"there is no key `{short(key.text)}` here",
            labels=(Label(self.node.keys[other].region, "this key says what the card is"),),
            help=military_power(self.node, key.text, other) or advice,
        )

    def missing_key(self, report: Report) -> None:
        missing = [key for key in self.wanted if key not in self.data]
        region = self._first_key()
        for key in missing:
            if self._misspelt([key], report):
                continue
            value = self.game.id if key == "game" else "..."
            advice = f"add `{key}: {value}`"
            if key == "game":
                advice += f": these are tiles of {self.game.title}"
            like = schema_at_path((*self.path, key), self.game).get("examples", [""])[0]
            if isinstance(like, list):
                advice += f", for example `{key}: {_as_list(like)}`"
            report.add("E202", region, f"the key `{key}` is missing", help=advice)

    def lone_key(self, report: Report) -> None:
        assert isinstance(self.node, Mapping)
        for key, other in lone_keys(self.wanted, self.data):
            if not self._misspelt([other], report):
                text = f"`{key}` does nothing without `{other}`"
                advice = f"add `{other}: ...`, or delete it"
                report.add("E205", self.node.keys[key].region, text, help=advice)

    def wrong_type(self, report: Report) -> None:
        if self.wanted == "string" and isinstance(self.data, str):
            return self.other(report)
        if self.wanted == "integer" and self._is_far_out():
            return self.out_of_range(report)
        region = first_line(self.node)
        digits = self._digits() if self.wanted == "integer" else None
        what = f"{self.name} takes {_TYPES[self.wanted]}, not {said(self.node)}"
        help = self._type_help()
        return report.add(
            "E203", region, what, help=help, replacement=digits, edits=self._list_edits()
        )

    def _keys(self) -> str:
        """Return keys with values that say what is written in place of them."""
        wanted = self.wanted == "object" and self.path != ("cards",)
        return as_keys(str(self.path[-1]), self.node, self.holder) if wanted else ""

    def _list_edits(self) -> tuple[Edit, ...]:
        """Return brackets around a text where a list is wanted; a block for a list of powers."""
        node, holder = self.node, self.holder
        keys = self._keys() if node.region.line == node.region.end_line else ""
        if keys:
            return (Edit(node.region, keys),)
        if self.wanted == "string" and between(node) and self.name != "`powers`":
            return (Edit(node.region, f"'{bracketed(node)}'"),)
        if self.wanted == "array" and isinstance(node, Scalar) and node.text != _PLACEHOLDER:
            plain = not node.style and node.text and node.region.line == node.region.end_line
            text = node.text.lower() if self.name == "`keywords`" else node.text
            return (Edit(node.region, f"[{text}]"),) if plain else ()
        if self.name == "`powers`" and isinstance(node, Items) and isinstance(holder, Mapping):
            return items_as_block(holder.keys["powers"], node)
        return ()

    def _is_far_out(self) -> bool:
        """Return whether a number is not read as one because of its length."""
        text = self.data.removeprefix("-") if isinstance(self.data, str) else ""
        return "maximum" in self.schema and _LONG.fullmatch(text) is not None

    def _type_help(self) -> str:
        if self.wanted == "integer" and self._digits():
            return f"write `{self._digits()}`, in digits"
        if self.path[-1] == "world" and _MILITARY_COST.fullmatch(str(self.data)):
            return f"write `military world: {re.findall('[0-9]+', str(self.data))[0]}`"
        if self.wanted == "integer":
            digits = str(self.data).lstrip("0+") if isinstance(self.data, str) else ""
            if digits.isascii() and digits.isdigit():
                return f"write `{int(digits)}`, without quotes, sign or leading zero"
            numbers = re.findall("[0-9]+", str(self.data))
            if len(numbers) == 1:
                return f"write `{numbers[0]}`, a whole number in digits"
            return "write a whole number in digits, like `2`"
        if self.wanted == "array" and isinstance(self.data, str) and self.data:
            return self._list_help(self.data)
        if self.path == ("cards",) and isinstance(self.node, Mapping):
            title = next(iter(self.node.keys), "")
            if isinstance(self.node.values.get(title), Mapping):
                title = short(title)
                return f"write `- title: {title}` for `{title}:`, and so for each card"
        if self.wanted == "string" and between(self.node) and self.name != "`powers`":
            return f"write `{between(self.node)}`, or in quotes `'{bracketed(self.node)}'`"
        example = self.schema.get("examples", [""])[0]
        keys = self._keys()
        if keys:
            return f"write `{self.path[-1]}: {keys}`"
        if self.wanted in ("object", "array") and isinstance(example, str) and example:
            return f"write it like this example: `{self.path[-1]}: {example}`"
        return TYPE_HELP.get(str(self.path[-1]) if self.path else "", "")

    def _list_help(self, written: str) -> str:
        """Return how to write a text as a list; an example for a placeholder."""
        if written == _PLACEHOLDER:
            like = self.schema.get("examples", [[]])[0]
            return (
                f"write it like this example: `{self.path[-1]}: {_as_list(like)}`" if like else ""
            )
        return f"write `[{short(written.lower() if self.name == '`keywords`' else written)}]`"

    def out_of_range(self, report: Report) -> None:
        low, high = self.schema.get("minimum"), self.schema.get("maximum")
        text = f"{self.name} goes from {low} to {high}, and this is {short(str(self.data))}"
        report.add("E204", first_line(self.node), text, help=f"write {low} to {high}")

    def not_listed(self, report: Report) -> None:
        known = [str(value) for value in self.wanted]
        is_text = isinstance(self.data, str)
        near = key_meant(self.data, known, report.can_suggest, self.game) if is_text else None
        report.add(
            "E204",
            first_line(self.node),
            f"{self.name} is {listed([f'`{value}`' for value in known])}, not {said(self.node)}",
            help=f"write `{near}`" if near else f"write one of these{self._or_none()}",
            replacement=near if isinstance(self.node, Scalar) and not self.node.style else None,
        )

    def other_game(self, report: Report) -> None:
        """Report a game that is none: the one that the set seems to be for is proposed."""
        if self.path != ("game",):
            self.other(report)
            return
        known = [f"`{game}`" for game in GAMES]
        report.add(
            "E204",
            first_line(self.node),
            f"{self.name} is {listed(known)}, not {said(self.node)}",
            help=f"write `{self.wanted}`, for {self.game.title}",
            replacement=self.wanted,
        )

    def _or_none(self) -> str:
        """Return what to say of a key that can be left out."""
        needed = str(self.path[-1]) in schema_at_path(self.path[:-1], self.game).get("required", ())
        return "" if needed or isinstance(self.path[-1], int) else ", or leave the key out"

    def too_long(self, report: Report) -> None:
        unit = "entries" if isinstance(self.data, list) else "characters"
        text = f"{self.name} has {len(self.data):,} {unit}, and {self.wanted:,} are the most"
        report.add("E206", first_line(self.node), text, help="shorten it")

    def too_short(self, report: Report) -> None:
        what = "nothing" if not self.data else f"{len(self.data)}"
        text = f"{self.name} holds {what}, and at least {self.wanted} is needed"
        advice = ENTRIES_HELP if self.path == ("cards",) else f"write one{self._or_none()}"
        if self.path[-1:] == ("opponents",):
            advice = "write `opponent:` and no list where one other plays"
        report.add("E206", first_line(self.node), text, help=advice)

    def twice(self, report: Report) -> None:
        assert isinstance(self.node, Items)
        seen: set[str] = set()
        for child in self.node.nodes:
            if isinstance(child, Scalar) and child.text in seen:
                text = f"`{short(child.text)}` stands twice in {self.name}"
                report.add("E204", child.region, text, help="delete one of the two")
            elif isinstance(child, Scalar):
                seen.add(child.text)

    def other(self, report: Report) -> None:
        report.add("E204", first_line(self.node), f"{self.name} cannot be {said(self.node)}")


_WORDS: Final[dict[str, Callable[[_Departure, Report], None]]] = {
    "additionalProperties": _Departure.unknown_keys,
    "required": _Departure.missing_key,
    "dependentRequired": _Departure.lone_key,
    "type": _Departure.wrong_type,
    "minimum": _Departure.out_of_range,
    "maximum": _Departure.out_of_range,
    "enum": _Departure.not_listed,
    "const": _Departure.other_game,
    "maxLength": _Departure.too_long,
    "maxItems": _Departure.too_long,
    "minLength": _Departure.too_short,
    "minItems": _Departure.too_short,
    "uniqueItems": _Departure.twice,
}


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else ""


_MILITARY_COST: Final = re.compile(r"[0-9]+,? *\(?military\)?|military,? *[0-9]+", re.IGNORECASE)
_WITH_UNIT: Final = re.compile("(-?[1-9]?[0-9]) *[A-Za-z,.;]+")
_INVASION_CARD: Final = re.compile("(own)?[ +]*0*([0-9]{1,2})", re.IGNORECASE)
_NUMBER: Final = re.compile("-?[0-9]+")
_LONG: Final = re.compile("[1-9][0-9]{9,}")
_PLACEHOLDER: Final = "..."
"""A value that advice leaves open. Someone may copy it as it is."""
_LIKE: Final = {"integer": "1", "array": "[...]"}
_TYPES: Final = {
    "integer": "a whole number",
    "string": "text",
    "array": "a list",
    "object": "keys with values",
}


def _as_list(values: list[object]) -> str:
    """Return values as a list on one line."""
    return f"[{', '.join(map(str, values))}]"
