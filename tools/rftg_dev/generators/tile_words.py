"""Writes docs/tiles.md: all words of power lines for tiles of Roll, as `rftg-dsl words` lists them.

`python -m rftg_dev.generators.tile_words docs/tiles.md` writes it; a test fails when that would
change it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from rftg_dsl.games import ROLL
from rftg_dsl.resources import shipped_sets
from rftg_dsl.wording.lexicon.contents import Entry, Section, contents
from rftg_dsl.wording.lexicon.examples import lines_of

_HEAD: Final = """# The words of tiles

Every word that a power line of a tile for Roll for the Galaxy can have, with a line of an
official tile and what it says in
English. `rftg-dsl words --game roll --all` lists the same, and
`rftg-dsl words --game roll reassign` one word. The cards of Race have
[a language of their own](language.md); [Two games, one language](games.md) says what both share.

![Four printed tiles, each with its other side below it](pictures/tiles.webp)

A tile has two faces, each an entry below `cards:`:

| key | says |
|---|---|
| `title` | the name of the face; no other face has it |
| `development`, `world` | its type and its cost in workers, which is also what it is worth |
| `kind` | of a world: `novelty`, `rare`, `genes` or `alien`; a world without one is gray |
| `other side` | the face on the other side, a world for a development |
| `faction`, `beside` | the number of a faction tile, and the face beside this one |
| `home` | `yes` for a home world |
| `powers` | power lines |
| `keywords`, `art`, `art keeps` | as of [cards](language.md) |

`N` is a number; what stands in capitals is one of several words, which the last sections list; a
part in `[ ]` can be left out.
"""


def page() -> str:
    """Return the whole page."""
    sections = contents(lines_of(shipped_sets(ROLL), ()), game=ROLL.id)
    return "\n".join([_HEAD, *(line for one in sections for line in _shown(one))])


def _shown(section: Section) -> Iterator[str]:
    yield f"## {section.title[:1].upper()}{section.title[1:]}\n"
    yield "| word | example | in English |\n|---|---|---|"
    yield from map(_row, section.entries)
    yield ""


def _row(entry: Entry) -> str:
    form = f"`{entry.form.text}`".replace("|", "\\|")
    if entry.example is None:
        return f"| {form} | | |"
    text = entry.example.text.replace("|", "\\|")
    return f"| {form} | `{text}` | {entry.example.sentence} |"


def main(argv: Sequence[str] | None = None) -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the page to write")
    args = parser.parse_args(argv)
    args.file.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
