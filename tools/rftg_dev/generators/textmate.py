"""Files of the VS Code extension: the grammar of power lines, and the schema.

The TextMate grammar is made from the terminals of grammar/race.lark. It finds `powers: |` in any
YAML file and colors the lines below. It does not know the keywords of sets, so any unknown word is
colored as a keyword.

The way to find a block depends on the YAML grammar that this one is injected into. In VS Code 1.92
and later, that grammar consumes the indentation of a line before other rules see it, so a rule
starts at `\\G`, the position of the key; earlier versions and other editors leave the indentation
to the rule. So there are two grammars, which share the rules for lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from rftg_dsl.resources import data_folder
from rftg_dsl.syntax.tokens import LINE_STARTS, NAMES, OF_ANSWERS, literal_words

FOLDER: Final = Path(__file__).parents[2] / "vscode"
SCOPE: Final = "rftg.powers.injection"
_OTHERS: Final = ("KIND", "TITLE", "INT", "SIGNED", "EXACT_COST", "NAME", "NON")


def files() -> dict[Path, str]:
    """Return the generated files."""
    schema = (data_folder("grammar") / "card-set.schema.json").read_text(encoding="utf-8")
    syntaxes = FOLDER / "syntaxes"
    return {
        syntaxes / "rftg-powers.tmLanguage.json": json.dumps(colours(), indent=2) + "\n",
        syntaxes / "rftg-powers-classic.tmLanguage.json": json.dumps(classic_colours(), indent=2)
        + "\n",
        FOLDER / "schemas" / "card-set.schema.json": schema,
    }


def colours() -> dict[str, Any]:
    """Return the TextMate grammar for the YAML grammar of VS Code 1.92 and later."""
    # The mapping rule of the YAML grammar has consumed the indentation of the key before `\G`.
    block = _block(r"\G", r"\G(?: +|[ \t]*$)", 0)
    return {
        **_grammar(SCOPE, "L:meta.mapping.yaml", "block"),
        "repository": {"block": block, "line": {"patterns": patterns()}},
    }


def classic_colours() -> dict[str, Any]:
    """Return the TextMate grammar for older YAML grammars, which have no rule for mappings."""
    line = f"{SCOPE}#line"
    plain = _block(r"^( *)", r"^(?:\1 |[ \t]*$)", 1, line)
    # A first key is two columns after the dash, so the lines below have at least three.
    first_key = _block(r"^( *)- ", r"^(?:\1 {3}|[ \t]*$)", 1, line)
    places = "L:source.yaml - meta.stream.yaml, L:source.rftg-cards - meta.stream.yaml"
    return {
        **_grammar("rftg.powers.classic.injection", places, "plain", "first-key"),
        "repository": {"plain": plain, "first-key": first_key},
    }


def _grammar(scope: str, selector: str, *rules: str) -> dict[str, Any]:
    """Return the members of a grammar without its repository. selector: where it is injected."""
    return {
        "$schema": "https://json.schemastore.org/tmlanguage.json",
        "comment": "Made by `python -m rftg_dev.generators textmate` from grammar/race.lark.",
        "scopeName": scope,
        "injectionSelector": selector,
        "patterns": [{"include": f"#{rule}"} for rule in rules],
    }


def _block(begin: str, inside: str, captures_before: int, lines: str = "#line") -> dict[str, Any]:
    """Return the rule for `powers: |` and the following lines that are blank or indented more."""
    names = (
        "entity.name.tag.yaml",
        "punctuation.separator.key-value.mapping.yaml",
        "keyword.control.flow.block-scalar.literal.yaml",
    )
    return {
        "begin": begin + r"(powers) *(:) +(\|)[0-9+-]*[ \t]*(?:#.*)?$",
        "beginCaptures": {
            str(n): {"name": name} for n, name in enumerate(names, captures_before + 1)
        },
        "while": inside,
        "name": "meta.powers.rftg",
        "patterns": [{"include": lines}],
    }


def patterns() -> list[dict[str, str]]:
    """Return the rules for the words of a line, by priority."""
    plain = [name for name in NAMES if name not in (*_OTHERS, *OF_ANSWERS, "$END")]
    return [
        _pattern("comment.line.number-sign.rftg", r"(?:^|(?<=\s))#.*$"),
        _pattern("string.quoted.double.rftg", r'"[^"]*"'),
        _pattern("entity.name.function.rftg", rf"\b{_words(LINE_STARTS)}(?= *:)"),
        _pattern("keyword.operator.rftg", r"->|[:,]"),
        _pattern("constant.numeric.rftg", r"[+-][0-9]+|\b[0-9]+(?:-cost)?\b"),
        _pattern("keyword.operator.word.rftg", r"\bnon-"),
        _pattern("support.type.rftg", rf"\b{_words(('KIND',))}\b(?!-)"),
        _pattern("keyword.other.rftg", rf"\b{_words(plain)}(?![\w-])"),
        _pattern("variable.other.rftg", r"\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*\b"),
    ]


def _pattern(name: str, match: str) -> dict[str, str]:
    return {"name": name, "match": f"(?i:{match})"}


def _words(terminals: Iterable[str]) -> str:
    """Return a regular expression for the words of the terminals, the longest first."""
    words = sorted(set(literal_words(terminals)), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", " +") for word in words) + ")"
