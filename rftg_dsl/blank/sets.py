"""A new card file: a head that explains itself, and blank cards to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rftg_dsl.blank.cards import free_start
from rftg_dsl.blank.sorts import blank_cards
from rftg_dsl.blank.tiles import blank_tiles
from rftg_dsl.blank.yaml_text import card_lines, explained_card, head_lines
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import GAMES, RACE, ROLL
from rftg_dsl.model import Card
from rftg_dsl.sets.cache import SourceCache

_DASH: Final = 2


def draft_set(
    path: Path, head: Mapping[str, Any], number: int, printed: Sequence[Card]
) -> tuple[str, Compilation]:
    """Return the text of a new set with so many blank cards or tiles, and what `check` says of it.

    head: its `set`, `title` and `requires`, and `game` for a set of tiles. printed: the cards
    whose proportions the blank ones have. Nothing is written.
    """
    cache = SourceCache()
    if head.get("game") == ROLL.id:
        return _compiled(cache, path, head, blank_tiles(number, printed))
    text, compilation = _compiled(cache, path, head, blank_cards(1, printed))
    if compilation.has_errors or number == 1:
        return text, compilation
    required = [card for card_set in compilation.sets[:-1] for card in card_set.cards]
    return _compiled(cache, path, head, blank_cards(number, printed, free_start(required)))


def _compiled(
    cache: SourceCache,
    path: Path,
    head: Mapping[str, Any],
    cards: Sequence[tuple[str, dict[str, Any]]],
) -> tuple[str, Compilation]:
    text = set_text(head, path.name, cards)
    cache.put(path, text)
    return text, compile_files([path], cache)


def set_text(
    head: Mapping[str, Any], name: str, cards: Sequence[tuple[str, dict[str, Any]]]
) -> str:
    """Return a card file with these cards, each under a comment that says what it is, if any.

    The first card explains its keys. name: of the file, for the commands in its first lines.
    """
    game = GAMES[head.get("game", RACE.id)]
    noun = game.nouns[-1]
    lines = [
        f"# {head['title']}: {noun}s for {game.title}.",
        f"# Check them:     rftg-dsl check {name}",
        f"# Add a {noun}:     rftg-dsl new card {name}",
        "# Look up words:  rftg-dsl words",
        "",
        *head_lines(head, game),
    ]
    for number, (words, card) in enumerate(cards):
        write = card_lines if number else explained_card
        above = [f"{' ' * _DASH}# Blank: {words}."] if words else []
        lines += [*([""] if number else []), *above, *write(card, _DASH, game)]
    return "\n".join(lines) + "\n"


def title_of(set_id: str) -> str:
    """Return the title that a set's id suggests: "Ice And Steam" for ice-and-steam."""
    return " ".join(word.capitalize() for word in set_id.split("-"))
