"""Texts written into YAML are read back as they were, wherever they stand."""

import string

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from rftg_dsl.source.nodes import PLAIN_WORD, escape_in_quotes, quote_scalar

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
