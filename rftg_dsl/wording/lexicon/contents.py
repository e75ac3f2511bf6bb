"""The words of the language in their order: by phase, then the parts that any power can have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rftg_dsl.syntax.tokens import MARKS, literal_words
from rftg_dsl.wording.lexicon.examples import Line
from rftg_dsl.wording.lexicon.forms import WRITTEN_OUT, Form, forms
from rftg_dsl.words.verbs import EFFECTS, USES


class Entry(NamedTuple):
    """A phrase and a line that has it; None where no line of the cards given has."""

    form: Form
    example: Line | None


class Section(NamedTuple):
    """Phrases that belong together."""

    title: str
    entries: tuple[Entry, ...]


_VERBS: Final = {word.rule: verb for verb, word in EFFECTS.items()}
"""The verbs of effects by what the grammar calls their phrases."""
_PARTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("MOMENT: a phase, or two", ("moments",)),
    ("TRIGGER: what has just happened", ("trigger",)),
    ("COST: what it takes", ("prices", "cost")),
    ("EFFECTS: a choice between some", ("ways",)),
    ("EACH: as often as something is given up", ("each",)),
    ("per ...: as often as there is something", ("per",)),
    ("CONDITION: only if", ("condition",)),
    ("How often in a game", ("once",)),
    ("AMOUNT: how many there must be", ("bound", "comparison")),
    ("COUNT: what is counted", ("count",)),
    ("GOODS: which goods", ("goods", "some_goods", "kinds", "of_goods", "of_worlds")),
    ("Which cards or goods it is about", ("for_cards", "against", "for_goods")),
    ("PLAYER: whose world", ("rival",)),
    ("CARDS: which cards", ("selector", "but")),
    ("ADJECTIVE: which cards, before the noun", ("adjective", "word")),
    ("SUFFIX: which cards, behind the noun", ("suffix",)),
    ("Goals: `first` is EVERY, `most` is COUNT", ("goal", "every", "having")),
    ("Search categories", ("cards",)),
)
"""What is not an effect of a phase: titles, and the grammar rules whose phrases stand there."""
UNLISTED: Final = WRITTEN_OUT | {"moment", "phase", "effects", "measure"}
"""Rules that are no part of their own: their phrases are titles here, or stand in others."""


def contents(lines: Sequence[Line], word: str = "") -> list[Section]:
    """Return every phrase with the first line that has it, section by section.

    word: only phrases that can have this word of the language, and lines that have it there.
    """
    listed = [form for form in forms() if not word or form.words & terminals_of(word)]
    sections = [Section("A power line", _entries(("power",), listed, lines, word))]
    for phase, verbs in USES.items():
        here = [line for line in lines if line.phase == phase]
        effects = [form for form in listed if _VERBS.get(form.name) in verbs]
        sections.append(Section(phase, _entries(("effect", "points"), effects, here, word)))
    for title, rules in _PARTS:
        sections.append(Section(title, _entries(rules, listed, lines, word)))
    return [section for section in sections if section.entries]


def keyword_section(word: str, lines: Sequence[Line]) -> list[Section]:
    """Return what a keyword of a set is for, if some line has it."""
    (form,) = (form for form in forms() if form.words == {"NAME"} and form.rule == "word")
    found = next((line for line in lines if line.has("word", form.needed, word)), None)
    return [Section("A keyword of a set", (Entry(form, found),))] if found else []


def terminals_of(word: str) -> frozenset[str]:
    """Return the terminals of the grammar that a word is."""
    known = {terminal for form in forms() for terminal in form.words}
    return frozenset(one for one in known if word in (*literal_words([one]), MARKS.get(one)))


def all_words() -> list[str]:
    """Return every plain word of the language."""
    return literal_words({terminal for form in forms() for terminal in form.words})


def _entries(
    rules: tuple[str, ...], listed: Sequence[Form], lines: Sequence[Line], word: str
) -> tuple[Entry, ...]:
    """Return the phrases of some rules in their order, each with the first line that has it."""
    chosen = (form for rule in rules for form in listed if form.rule == rule)
    return tuple(Entry(form, _example(form, lines, word)) for form in chosen)


def _example(form: Form, lines: Sequence[Line], word: str) -> Line | None:
    """Return the first line with the phrase and the word, in that form if there is one."""
    needed = form.words if form.rule == "power" else form.needed
    if not word and len(form.words) == 1 and form.rule == "word":
        word = next(iter(literal_words(form.words)), "")
    terminals = form.words & terminals_of(word)
    wanted = [(needed | {terminal}, form_of) for form_of in (word, "") for terminal in terminals]
    for all_of, as_written in wanted or [(needed, "")]:
        for line in lines:
            if line.has(form.name, all_of, as_written):
                return line
    return None
