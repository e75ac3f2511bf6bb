"""Meanings of the words of the language: the phrase of each, and a line that has it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rftg_dsl.games import game_of
from rftg_dsl.syntax.parser import parse_power
from rftg_dsl.syntax.tokens import terminals_of
from rftg_dsl.wording.english import word_power
from rftg_dsl.wording.lexicon import contents
from rftg_dsl.words.verbs import vocabulary


class Meaning(NamedTuple):
    """A few words to show beside a word, and a description."""

    detail: str
    about: str


@lru_cache(maxsize=2_000)
def meaning(start: str, phase: str, word: str, example: str) -> Meaning:
    """Return what a word means in a power line of a phase.

    start: the rule for power lines of its game. example: a line with the word; "" for none.
    """
    game = game_of(start).id
    known = _phrases(game)
    section, phrase = known.get((phase, word)) or known.get(("", word)) or ("", "")
    effect = vocabulary(game).effects.get(word)
    line = example or (effect.example if effect else "")
    sentence = word_power(parse_power(line, start)) if line else ""
    part = "" if section == phase else section
    return Meaning(phrase, "\n".join(filter(None, (part, line, sentence))))


@lru_cache(maxsize=4)
def _phrases(game: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the section and the phrase of each word: in a phase, and in any ("").

    Phrases that always have the word come before those in which it is optional.
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    words = terminals_of(game).literal_words
    entries = [(one.title, entry.form) for one in contents(game=game) for entry in one.entries]
    for is_needed in (True, False):
        for title, form in entries:
            for word in words(form.needed if is_needed else form.words):
                for place in (title, ""):
                    found.setdefault((place, word), (title, form.text))
    return found
