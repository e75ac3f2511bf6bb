"""Lexicon of a game: its phrases and keys by section, and a one-screen overview."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rftg_dsl.games import RACE, ROLL, Game
from rftg_dsl.source.schema import Schema, card_set_schema, resolve_reference
from rftg_dsl.syntax import tokens
from rftg_dsl.syntax.tokens import MARKS
from rftg_dsl.wording.phrases import GrammarPhrase, Line, grammar_phrases
from rftg_dsl.words.verbs import vocabulary


class Entry(NamedTuple):
    """A phrase or key with an example.

    about: explanation of a key; "" for phrases, whose examples have English sentences.
    """

    form: GrammarPhrase
    example: Line | None
    about: str = ""


class Section(NamedTuple):
    """Phrases that belong together."""

    title: str
    entries: tuple[Entry, ...]


_Parts = tuple[tuple[str, tuple[str, ...]], ...]
_RACE_PARTS: Final[_Parts] = (
    ("MOMENT: a phase, or two", ("moments",)),
    ("TRIGGER: an event", ("trigger",)),
    ("COST: the price of the effects", ("prices", "cost")),
    ("EFFECTS: a choice of effects", ("ways",)),
    ("EACH: once for each item given up", ("each",)),
    ("per ...: once for each counted item", ("per",)),
    ("CONDITION: only if", ("condition",)),
    ("DEED: what a player has or did", ("deed", "comparing")),
    ("Once per game", ("once",)),
    ("AMOUNT: a required number", ("bound", "comparison")),
    ("COUNT: a countable item", ("count", "own")),
    ("GOODS: goods", ("goods", "some_goods", "kinds", "of_goods", "of_worlds")),
    ("Affected cards or goods", ("for_cards", "against", "for_goods")),
    ("PLAYER: the owner of a world", ("rival",)),
    ("CARDS: cards", ("selector", "but")),
    ("ADJECTIVE: before the noun of cards", ("adjective", "word")),
    ("SUFFIX: after the noun of cards", ("suffix",)),
    ("Goals: `first` is EVERY, `most` is COUNT", ("goal", "every", "having")),
    ("Search categories", ("cards",)),
)
_ROLL_PARTS: Final[_Parts] = (
    ("TRIGGER: an event", ("trigger",)),
    ("COST: the price of the effects", ("cost",)),
    ("per ...: once for each counted item; divisions are rounded up", ("per",)),
    ("CONDITION: only if", ("condition",)),
    ("DEED: what a player has or did", ("deed", "comparing")),
    ("AMOUNT: a required number", ("bound", "comparison")),
    ("COUNT: a countable item", ("count", "own")),
    ("DICE: dice", ("dice",)),
    ("PLACE: a place or destination of dice", ("place",)),
    ("WORKERS: dice that work in a phase", ("workers",)),
    ("FROM, PHASES: source and target of a reassignment", ("source", "target")),
    ("GOODS: goods", ("goods", "some_goods", "kinds", "of_worlds")),
    ("Affected tiles or goods", ("for_cards", "for_goods")),
    ("CARDS: tiles", ("selector", "but")),
    ("ADJECTIVE: before the noun of tiles or dice", ("adjective", "word")),
    ("SUFFIX: after the noun of tiles", ("suffix",)),
)
PARTS: Final = {RACE.id: _RACE_PARTS, ROLL.id: _ROLL_PARTS}
"""Sections other than effects, for games that have any: titles and the grammar rules they list."""


def contents(lines: Sequence[Line] = (), word: str = "", game: str = RACE.id) -> list[Section]:
    """Return the sections of a lexicon: all phrases of a game, with examples from these lines.

    word: include only phrases that can contain this word, with examples that contain it.
    """
    word_terminals = terminals_of(word, game) if word else frozenset[str]()
    forms = [form for form in grammar_phrases(game) if not word or form.words & word_terminals]
    words = vocabulary(game)
    verbs = {rule: word.verb for rule, word in words.by_rule.items()}
    sections = [Section("A power line", _entries(("power",), forms, lines, (word, game)))]
    for phase, uses in words.uses.items():
        phase_lines = [line for line in lines if line.phase == phase]
        effects = [form for form in forms if verbs.get(form.name) in uses]
        sections.append(
            Section(phase, _entries(("effect", "points"), effects, phase_lines, (word, game)))
        )
    for title, rules in PARTS.get(game, ()):
        sections.append(Section(title, _entries(rules, forms, lines, (word, game))))
    return [section for section in sections if section.entries]


def keyword_section(word: str, lines: Sequence[Line], game: str = RACE.id) -> list[Section]:
    """Return a section for a keyword of a set, if a line uses it."""
    (form,) = (
        form for form in grammar_phrases(game) if form.words == {"NAME"} and form.rule == "word"
    )
    example = next((line for line in lines if line.has("word", form.needed, word)), None)
    return [Section("A keyword of a set", (Entry(form, example),))] if example else []


def terminals_of(word: str, game: str = RACE.id) -> frozenset[str]:
    """Return the terminals of a game's grammar that match a word."""
    names = {terminal for form in grammar_phrases(game) for terminal in form.words}
    words = tokens.terminals_of(game).literal_words
    return frozenset(name for name in names if word in (*words([name]), MARKS.get(name)))


def all_words(game: str = RACE.id) -> list[str]:
    """Return all plain words of the language of a game."""
    used = {terminal for form in grammar_phrases(game) for terminal in form.words}
    return tokens.terminals_of(game).literal_words(used)


_Query = tuple[str, str]
"""A word, or "" for any word, and the id of its game."""


def _entries(
    rules: tuple[str, ...], forms: Sequence[GrammarPhrase], lines: Sequence[Line], query: _Query
) -> tuple[Entry, ...]:
    """Return the phrases of the given rules, each with the first line that uses it.

    Of phrases that differ only in brackets, only the first is included.
    """
    matches = [form for rule in rules for form in forms if form.rule == rule]
    distinct: dict[tuple[str, str], GrammarPhrase] = {}
    for form in matches:
        distinct.setdefault((form.name, form.text.replace("[", "").replace("]", "")), form)
    return tuple(Entry(form, _example(form, lines, *query)) for form in distinct.values())


def _example(form: GrammarPhrase, lines: Sequence[Line], word: str, game: str) -> Line | None:
    """Return the first line with the phrase and the word, preferably in this form of the word."""
    needed = form.words if form.rule == "power" else form.needed
    if not word and len(form.words) == 1 and form.rule == "word":
        word = next(iter(tokens.terminals_of(game).literal_words(form.words)), "")
    terminals = form.words & terminals_of(word, game)
    searches = [
        (needed | {terminal}, spelling) for spelling in (word, "") for terminal in terminals
    ]
    for required, exact_word in searches or [(needed, "")]:
        for line in lines:
            if line.has(form.name, required, exact_word):
                return line
    return None


_MAX_DEPTH: Final = 2
"""Nesting depth of listed keys; deeper keys repeat them for other players."""


def key_sections(game: Game = RACE, word: str = "") -> list[Section]:
    """Return the sections for the keys of a card file.

    word: include only keys with this name, and keys in their values.
    """
    sections = []
    for path, rules in _mappings(card_set_schema(game), ()):
        title = f"Keys in `{' '.join(f'{key}:' for key in path)}`" if path else "Keys of a set"
        keys = rules["properties"].items()
        accepted = ("", *path[-1:])
        entries = tuple(
            _entry(key, resolve_reference(rule)) for key, rule in keys if word in (*accepted, key)
        )
        sections.append(Section(title, entries))
    return [section for section in sections if section.entries]


def all_keys(game: Game = RACE) -> set[str]:
    """Return the names of all listed keys."""
    return {entry.form.name for section in key_sections(game) for entry in section.entries}


def _mappings(rules: Schema, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Schema]]:
    """Yield the mappings in a value with their key paths, outer mappings first."""
    yield path, rules
    if len(path) < _MAX_DEPTH:
        for key, rule in rules["properties"].items():
            inner = _parts(resolve_reference(rule))
            if "properties" in inner:
                yield from _mappings(inner, (*path, key))


def _parts(rules: Schema) -> Schema:
    """Return the schema of the items of a list, or the schema itself."""
    return resolve_reference(rules["items"]) if "items" in rules else rules


def _entry(key: str, rules: Schema) -> Entry:
    """Return the entry of a key, with the example and description of its schema."""
    example = _example_of_key(key, rules)
    inner = _parts(rules).get("properties", ())
    keys = f" Keys: {', '.join(inner)}." if inner and not example else ""
    line = Line(example, "", "", ()) if example else None
    return Entry(
        GrammarPhrase("key", key, f"{key}:", frozenset(), frozenset()),
        line,
        rules.get("description", "") + keys,
    )


def _example_of_key(key: str, rules: Schema) -> str:
    """Return a key with the example value of its schema, or "" without an example."""
    for name in ("examples", "enum"):
        if name in rules:
            value = rules[name][0]
            if key == "powers":
                return "\n  ".join([f"{key}: |", *value.splitlines()])
            return f"{key}: [{', '.join(value)}]" if isinstance(value, list) else f"{key}: {value}"
    return ""


_WIDTH: Final = 79
_FIXED_SPACE: Final = "\0"
"""Placeholder for a space that can't be a line break."""
_COMMON_SHARE: Final = 0.35
"""Effects in more than this share of the phases are listed once for all phases."""
_MIN_SHARED: Final = 4
"""A later phase refers to a phase with at least this many effects instead of repeating them."""


def overview(game: Game = RACE) -> list[str]:
    """Return effects by phase, keys and further commands, in at most 23 lines of 80 columns."""
    uses = {phase: verbs for phase, verbs in vocabulary(game.id).uses.items() if phase != "score"}
    times = Counter(verb for verbs in uses.values() for verb in verbs)
    minimum = max(1, len(uses) * _COMMON_SHARE)
    common = [verb for verb, uses_count in times.items() if uses_count > minimum]
    keys = {section.title: section.entries for section in key_sections(game)}
    form = contents(game=game.id)[0].entries[0].form.text
    lines = _row("a power line", [form])
    earlier: dict[str, list[str]] = {}
    for phase, verbs in uses.items():
        own = [verb for verb in verbs if verb not in common]
        model = next((name for name, words in earlier.items() if set(words) <= set(own)), "")
        words = [verb for verb in own if verb not in earlier.get(model, ())]
        lines += _row(f"  {phase}", [*([f"as in {model}"] if model else []), *words] or ["..."])
        if len(own) >= _MIN_SHARED:
            earlier[phase] = own
    if common:
        lines += _row("  many phases", common)
    for label, title in (("a card", "Keys in `cards:`"), ("a set", "Keys of a set")):
        lines += _row(label, [entry.form.text for entry in keys[title]])
    command = "rftg-dsl words" if game is RACE else f"rftg-dsl words --game {game.id}"
    return [*lines, f"`{command} WORD` explains a word or a key, `--all` lists them"]


def _row(label: str, words: list[str]) -> list[str]:
    """Return a label and words, wrapped to the width of the overview."""
    indent = " " * 15
    text = ", ".join(word.replace(" ", _FIXED_SPACE) if len(words) > 1 else word for word in words)
    lines = textwrap.wrap(text, _WIDTH, initial_indent=f"{label:15}", subsequent_indent=indent)
    return [line.replace(_FIXED_SPACE, " ") for line in lines]
