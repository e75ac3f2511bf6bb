"""The shape of card files, read as jsonschema reads it, and texts written into YAML."""

import copy
import json
import random
import string
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rftg_dsl.diagnostics.model import Report
from rftg_dsl.library import find_set
from rftg_dsl.resources import data_folder
from rftg_dsl.source.quoting import PLAIN_WORD, escape_in_quotes, quote_scalar
from rftg_dsl.source.schema import _RULES, ANNOTATIONS, card_set_schema, fits, to_plain_data
from rftg_dsl.source.text import decode
from rftg_dsl.suggest.yaml_reading import read_nodes

VALUES: tuple[Any, ...] = (
    0, 1, -1, 7, 20, 21, 99, 100, -99, -100, "", "x", "alien", "rare", "variable", "Ice World",
    " x", 'a"b', "x" * 61, "rebel", "A-b", [], ["rebel"], ["rebel", "rebel"], [1], {}, {"a": 1},
    {"number": 1, "colour": "red"}, {"number": 1}, {"number": 1, "colour": "green"}, [[]], [{}],
)  # fmt: skip
KEYS = (
    "set", "title", "requires", "replaces", "copies", "keywords", "preset hands", "cards", "vp",
    "development", "world", "military world", "windfall", "produces", "start", "powers", "number",
    "colour", "start world", "wrld",
)  # fmt: skip


def base() -> dict[str, Any]:
    """The base set as data, with fewer cards."""
    data: dict[str, Any] = yaml.safe_load(find_set("base").read_text(encoding="utf-8"))
    return {**data, "cards": data["cards"][:8], "requires": ["other"], "copies": {"Ice": 1}}


def holders(data: Any) -> Iterator[Any]:
    """Every list and mapping inside."""
    if isinstance(data, dict | list):
        yield data
        for inner in data.values() if isinstance(data, dict) else data:
            yield from holders(inner)


def mutate(data: Any, chance: random.Random) -> None:
    """Change one place."""
    holder = chance.choice(list(holders(data)))
    value = copy.deepcopy(chance.choice(VALUES))
    if isinstance(holder, dict):
        key = chance.choice((*KEYS, *holder))
        if chance.random() < 0.3:
            holder.pop(key, None)
        else:
            holder[key] = value
    elif holder and chance.random() < 0.5:
        holder[chance.randrange(len(holder))] = value
    else:
        holder.append(value)


def test_the_schema_is_a_json_schema_of_2020_12() -> None:
    Draft202012Validator.check_schema(card_set_schema())
    diagnostics = json.loads((data_folder("grammar") / "diagnostics.schema.json").read_text())
    Draft202012Validator.check_schema(diagnostics)


def test_the_quick_reading_and_jsonschema_agree_on_mutated_documents() -> None:
    chance = random.Random(11)
    validator = Draft202012Validator(card_set_schema())
    whole = base()
    accepted = 0
    for _ in range(400):
        data = copy.deepcopy(whole)
        for _ in range(chance.randint(1, 3)):
            mutate(data, chance)
        answer = fits(data, card_set_schema())
        accepted += answer
        assert answer == validator.is_valid(data), data
    assert 15 < accepted < 385


def keywords_of(schema: Any) -> Iterator[str]:
    """Every keyword used in a schema."""
    for key, value in schema.items():
        yield key
        if key in ("properties", "$defs"):
            for inner in value.values():
                yield from keywords_of(inner)
        elif key in ("allOf", "anyOf", "oneOf"):
            for inner in value:
                yield from keywords_of(inner)
        elif isinstance(value, dict):
            yield from keywords_of(value)


def test_every_keyword_of_the_schema_is_one_that_the_quick_reading_knows() -> None:
    assert set(keywords_of(card_set_schema())) <= set(_RULES) | ANNOTATIONS


def test_every_key_of_a_card_file_is_described_for_editors() -> None:
    schema = card_set_schema()
    properties = {**schema["properties"], **schema["$defs"]["card"]["properties"]}
    for name, rule in properties.items():
        told = {**schema["$defs"].get(str(rule.get("$ref", ""))[8:], {}), **rule}
        assert told.get("description"), name


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{title: 7, set: 010}", {"title": "7", "set": "010"}),
        ("{cards: [{vp: 07, world: 7}]}", {"cards": [{"vp": "07", "world": 7}]}),
        ("{cards: [{vp: '7', copies: -0}]}", {"cards": [{"vp": "7", "copies": 0}]}),
        ("{copies: {1: 2, x: yes}}", {"copies": {"1": 2, "x": "yes"}}),
        ("{cards: [{vp: 99999999999999999999}]}", {"cards": [{"vp": "99999999999999999999"}]}),
    ],
)
def test_scalars_are_read_as_what_their_place_wants(text: str, data: Any) -> None:
    report = Report("x")
    source = decode(text.encode(), report)
    assert source is not None
    root = read_nodes(source, report)
    assert root is not None
    assert to_plain_data(root, card_set_schema()) == data


TEXTS = st.text(string.ascii_letters + string.digits + string.punctuation + "  é", min_size=1)


def read(text: str) -> object:
    return yaml.load(text, yaml.BaseLoader)


@given(TEXTS)
def test_a_scalar_is_read_back_after_a_key(text: str) -> None:
    assert read(f"title: {quote_scalar(text)}") == {"title": text}


@given(TEXTS)
def test_a_word_is_read_back_between_brackets(text: str) -> None:
    assert read(f"[a, {quote_scalar(text, PLAIN_WORD)}]") == ["a", text]


@pytest.mark.parametrize("quote", ["", "'", '"'])
@given(text=TEXTS)
def test_a_text_in_place_of_another_is_read_back_anywhere(quote: str, text: str) -> None:
    written = f"{quote}{escape_in_quotes(text, quote)}{quote}"
    assert read(f"title: {written} # so") == {"title": text}
    assert read(f"{{titles: [{written}, b]}}") == {"titles": [text, "b"]}


def test_what_needs_no_quotes_gets_none() -> None:
    assert escape_in_quotes("2 genes worlds", "") == "2 genes worlds"
    assert escape_in_quotes("settle: military +1", "") == "'settle: military +1'"
    assert escape_in_quotes("the others' cards", "'") == "the others'' cards"
    assert escape_in_quotes("as it is: here", "|") == "as it is: here"
