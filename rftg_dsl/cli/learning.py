"""The commands `demo` and `words`."""

from __future__ import annotations

import argparse
import json
import shlex
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rftg_dsl.cli import CommandError, main, report_failure
from rftg_dsl.cli.files import write
from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.games import DEFAULT, GAMES, Game
from rftg_dsl.resources import cookbook_files, data_folder, shipped_sets
from rftg_dsl.source.files import write_bytes_atomically
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
from rftg_dsl.wording.phrases import Line, collect_lines
from rftg_dsl.words.verbs import vocabulary

EXAMPLE: Final = "frontier.yaml"
"""Example set of the tour."""


def add_demo_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("rftg-demo"),
        metavar="DIR",
        help="folder for the example set and its sheets (default rftg-demo)",
    )


def run_demo(args: argparse.Namespace) -> int:
    """Run the commands of the tour; return the highest exit code."""
    example = _copy_example(args.folder)
    sheets = example.with_suffix(".pdf")
    play = ["--players", "2", "--games", "100", "--seed", "1", "--bots", "greedy,random"]
    tour = (
        ("Checking the shipped cards", ["check"]),
        ("Checking the example set", ["check", str(example)]),
        ("What a card says", ["show", "Frontier Assembly", "--sets", f"base,{example}"]),
        (f"Sheets to print, in {sheets}", ["print", str(example), "-o", str(sheets)]),
        ("A hundred games", ["simulate", str(example), *play]),
    )
    code = 0
    for title, command in tour:
        write(f"== {title}\n$ {shlex.join(['rftg-dsl', *command])}\n")
        code = max(code, main(command))
    write(_next_steps(example))
    return code


def _copy_example(folder: Path) -> Path:
    """Copy the example set into a folder unless it exists; return its path. Raises OSError."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{str(folder)!r} is a file; name a folder with --folder")
    example = folder / EXAMPLE
    folder.mkdir(parents=True, exist_ok=True)
    if not example.exists():
        write_bytes_atomically(example, (data_folder("examples") / EXAMPLE).read_bytes())
    return example


def _next_steps(example: Path) -> str:
    """Return suggestions for next steps."""
    return f"""== Now your own card
  rftg-dsl new set mine      writes mine.yaml, with a blank card that explains itself
  rftg-dsl check mine.yaml   reports what is wrong with it, and what to write
  rftg-dsl studio mine.yaml  opens a page to edit cards, see them and play with them
  rftg-dsl play {shlex.quote(str(example))}
                             opens a table in the browser, with the example set in the deck
docs/guide.md continues from there: a card in ten minutes.
"""


_EXAMPLE_COLUMN: Final = 44
_SENTENCE_WIDTH: Final = 64
_MIN_PREFIX: Final = 3
"""Fewest letters that identify a word by its beginning."""


def add_words_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "word",
        nargs="*",
        metavar="WORD",
        help="a phase, a word or a key of a card file (default: an overview)",
    )
    parser.add_argument(
        "--game",
        choices=GAMES,
        default=DEFAULT.id,
        help="whose words to list (default %(default)s)",
    )
    parser.add_argument("--all", action="store_true", help="list every word and key")
    parser.add_argument(
        "--json", action="store_true", help="print JSON (every word and key if WORD is omitted)"
    )


def run_words(args: argparse.Namespace) -> int:
    """Print the words; return 0, or 1 if the language has no such word."""
    game = GAMES[args.game]
    if not (args.word or args.all or args.json):
        write("".join(f"{line}\n" for line in overview(game)))
        return 0
    lines = collect_lines(shipped_sets(game), cookbook_files(game))
    word = " ".join(" ".join(args.word).split()).casefold()
    sections = _sections(word, lines, game)
    synonym = synonyms(game.id).get(word, "") if not sections else ""
    if synonym:
        sections = _sections(synonym, lines, game)
    keys = key_sections(game, word)
    if not sections and not keys:
        return _report_unknown(word, lines, game)
    if args.json:
        print(json.dumps([_section_data(section) for section in [*sections, *keys]], indent=2))
    elif synonym:
        texts = [
            f"the word of the language for `{word}` is `{synonym}`\n",
            *map(_format_section, sections),
        ]
        write("\n".join([*map(_format_section, keys), *texts]))
    else:
        write("\n".join(map(_format_section, [*sections, *keys])))
    return 0


def _sections(word: str, lines: Sequence[Line], game: Game) -> list[Section]:
    if not word:
        return contents(lines, game=game.id)
    if word in vocabulary(game.id).uses:
        return [section for section in contents(lines, game=game.id) if section.title == word]
    first_word = word.split()[0]
    if terminals_of(word, game.id):
        return contents(lines, word, game.id)
    if first_word != word and terminals_of(first_word, game.id):
        sections = _sections_with_phrase(word, contents(lines, first_word, game.id))
        return sections or keyword_section(word, lines, game.id)
    return keyword_section(word, lines, game.id)


def _sections_with_phrase(phrase: str, sections: Sequence[Section]) -> list[Section]:
    """Return the entries whose syntax contains a phrase."""
    chosen = [
        section._replace(
            entries=tuple(entry for entry in section.entries if phrase in entry.form.text)
        )
        for section in sections
    ]
    return [section for section in chosen if section.entries]


def _report_unknown(word: str, lines: Sequence[Line], game: Game) -> int:
    keywords = {use.words for line in lines for use in line.uses if use.name == "word"}
    names = {*all_words(game.id), *vocabulary(game.id).uses, *keywords, *all_keys(game)}
    longer = (name for name in names if len(word) >= _MIN_PREFIX and name.startswith(word))
    similar = min(longer, key=lambda name: (len(name), name), default=None) or nearest(word, names)
    command = "rftg-dsl words" if game is DEFAULT else f"rftg-dsl words --game {game.id}"
    advice = f"did you mean `{similar}`?" if similar else f"`{command} --all` lists all words"
    report_failure(f"the language has no word `{word}`\n  help: {advice}")
    return 1


def _format_section(section: Section) -> str:
    return f"{section.title}\n" + "".join(_format_entry(entry) for entry in section.entries)


def _format_entry(entry: Entry) -> str:
    form = f"  {entry.form.text}"
    lines = entry.example.text.split("\n") if entry.example else []
    lines += textwrap.wrap(_explain_entry(entry), _SENTENCE_WIDTH)
    if not lines:
        return f"{form}\n"
    indented = "".join(f"{'':{_EXAMPLE_COLUMN}}{line}\n" for line in lines)
    if len(form) >= _EXAMPLE_COLUMN:
        return f"{form}\n{indented}"
    return form + indented[len(form) :]


def _explain_entry(entry: Entry) -> str:
    return entry.about or (entry.example.sentence if entry.example else "")


def _section_data(section: Section) -> dict[str, Any]:
    return {"section": section.title, "words": [_entry_data(entry) for entry in section.entries]}


def _entry_data(entry: Entry) -> dict[str, Any]:
    example = entry.example
    return {
        "form": entry.form.text,
        "example": example.text if example else "",
        "sentence": _explain_entry(entry),
        "card": example.title if example else "",
    }
