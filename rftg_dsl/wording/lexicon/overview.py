"""An overview of the language that fits on one screen."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import Final

from rftg_dsl.games import RACE, Game
from rftg_dsl.wording.lexicon.contents import contents
from rftg_dsl.wording.lexicon.keys import key_sections
from rftg_dsl.words.verbs import vocabulary

_WIDTH: Final = 79
_HELD: Final = "\0"
"""Stands for a space at which no line is broken."""
_COMMON: Final = 0.5
"""Share of the phases above which an effect is listed once for all of them."""


def overview(game: Game = RACE) -> list[str]:
    """Return effects by phase, keys, and where to read on: 24 lines of 80 columns at most."""
    uses = {phase: verbs for phase, verbs in vocabulary(game.id).uses.items() if phase != "score"}
    times = Counter(verb for verbs in uses.values() for verb in verbs)
    common = [verb for verb, number in times.items() if number > len(uses) * _COMMON]
    keys = {section.title: section.entries for section in key_sections(game)}
    form = contents(game=game.id)[0].entries[0].form.text
    lines = _row("a power line", [form])
    for phase, verbs in uses.items():
        lines += _row(f"  {phase}", [verb for verb in verbs if verb not in common] or ["..."])
    lines += _row("  most phases", common)
    for label, title in (("a card", "Keys in `cards:`"), ("a set", "Keys of a set")):
        lines += _row(label, [entry.form.text for entry in keys[title]])
    command = "rftg-dsl words" if game is RACE else f"rftg-dsl words --game {game.id}"
    return [
        *lines,
        f"`{command} WORD` explains a phase, a word or a key;",
        f"`{command} --all` lists all of them with examples",
    ]


def _row(label: str, words: list[str]) -> list[str]:
    """Return words after a label, in as many lines as they need."""
    indent = " " * 15
    text = ", ".join(word.replace(" ", _HELD) if len(words) > 1 else word for word in words)
    lines = textwrap.wrap(text, _WIDTH, initial_indent=f"{label:15}", subsequent_indent=indent)
    return [line.replace(_HELD, " ") for line in lines]
