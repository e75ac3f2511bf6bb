"""`rftg-dsl words [WORD]`: the words and keys of the language, with examples and their English."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Sequence
from typing import Any, Final

from rftg_dsl.cli import fail
from rftg_dsl.cli.output import write
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.games import DEFAULT, GAMES, Game
from rftg_dsl.resources import cookbook_files, shipped_sets
from rftg_dsl.suggest.phrases import synonyms
from rftg_dsl.wording.lexicon import (
    Entry,
    Section,
    all_keys,
    all_words,
    contents,
    key_sections,
    keyword_section,
    overview,
    terminals_of,
)
from rftg_dsl.wording.phrases import Line, lines_of
from rftg_dsl.words.verbs import vocabulary

_COLUMN: Final = 44
_SENTENCE: Final = 64
_BEGUN: Final = 3
"""So many letters tell which word was begun."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "word",
        nargs="*",
        metavar="WORD",
        help="a phase, a word or a key of a card file; an overview if left out",
    )
    parser.add_argument(
        "--game", choices=GAMES, default=DEFAULT.id, help="whose words (default %(default)s)"
    )
    parser.add_argument("--all", action="store_true", help="list every word and key")
    parser.add_argument(
        "--json", action="store_true", help="print JSON; every word and key if no WORD is given"
    )


def run(args: argparse.Namespace) -> int:
    """Print the words; 0, or 1 where the language has no such word."""
    game = GAMES[args.game]
    if not (args.word or args.all or args.json):
        write("".join(f"{line}\n" for line in overview(game)))
        return 0
    lines = lines_of(shipped_sets(game), cookbook_files() if game is DEFAULT else ())
    word = " ".join(args.word).casefold()
    sections = _sections(word, lines, game)
    meant = synonyms(game.id).get(word, "") if not sections else ""
    if meant:
        sections = _sections(meant, lines, game)
    keys = key_sections(game, word)
    if not sections and not keys:
        return _unknown(word, lines, game)
    if args.json:
        print(json.dumps([_data(section) for section in [*sections, *keys]], indent=2))
    elif meant:
        shown = [f"the word of the language for `{word}` is `{meant}`\n", *map(_shown, sections)]
        write("\n".join([*map(_shown, keys), *shown]))
    else:
        write("\n".join(map(_shown, [*sections, *keys])))
    return 0


def _sections(word: str, lines: Sequence[Line], game: Game) -> list[Section]:
    if not word:
        return contents(lines, game=game.id)
    if word in vocabulary(game.id).uses:
        return [section for section in contents(lines, game=game.id) if section.title == word]
    if terminals_of(word, game.id):
        return contents(lines, word, game.id)
    return keyword_section(word, lines, game.id)


def _unknown(word: str, lines: Sequence[Line], game: Game) -> int:
    keywords = {use.words for line in lines for use in line.uses if use.name == "word"}
    known = {*all_words(game.id), *vocabulary(game.id).uses, *keywords, *all_keys(game)}
    begun = (one for one in known if len(word) >= _BEGUN and one.startswith(word))
    near = min(begun, key=lambda one: (len(one), one), default=None) or nearest(word, known)
    advice = f"the nearest is `{near}`" if near else f"`{_command(game)} --all` lists all of them"
    fail(f"the language has no word `{word}`\n  help: {advice}")
    return 1


def _command(game: Game) -> str:
    return "rftg-dsl words" if game is DEFAULT else f"rftg-dsl words --game {game.id}"


def _shown(section: Section) -> str:
    return f"{section.title}\n" + "".join(_shown_entry(entry) for entry in section.entries)


def _shown_entry(entry: Entry) -> str:
    form = f"  {entry.form.text}"
    lines = entry.example.text.split("\n") if entry.example else []
    lines += textwrap.wrap(_meaning(entry), _SENTENCE)
    if not lines:
        return f"{form}\n"
    first = (
        f"{form:{_COLUMN}}{lines[0]}"
        if len(form) < _COLUMN
        else f"{form}\n{'':{_COLUMN}}{lines[0]}"
    )
    return "".join(
        f"{line}\n" for line in [first, *(f"{'':{_COLUMN}}{text}" for text in lines[1:])]
    )


def _meaning(entry: Entry) -> str:
    return entry.about or (entry.example.sentence if entry.example else "")


def _data(section: Section) -> dict[str, Any]:
    return {"section": section.title, "words": [_entry_data(entry) for entry in section.entries]}


def _entry_data(entry: Entry) -> dict[str, Any]:
    example = entry.example
    return {
        "form": entry.form.text,
        "example": example.text if example else "",
        "sentence": _meaning(entry),
        "card": example.title if example else "",
    }
