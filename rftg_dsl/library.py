"""Loading of sets by name, and bundles of sets as text, to compile without their files."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import RACE, Game
from rftg_dsl.model import Card, CardSet
from rftg_dsl.resources import data_folder, shipped_ids, shipped_sets
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.files import find_set
from rftg_dsl.structs import struct

__all__ = [
    "SetBundle",
    "cards_in_use",
    "find_set",
    "load",
    "load_shipped",
    "pack",
    "pack_compiled",
    "unpack",
    "unshipped_with_goals",
    "without_editions",
]


def load(specs: Sequence[str]) -> Compilation:
    """Compile sets named by id or path and their requirements, required sets first.

    Raises LookupError for an unknown set, OSError for a file that can't be opened, and ValueError
    for too many files. Errors inside files are in the diagnostics.
    """
    return compile_files([find_set(spec) for spec in specs])


def load_shipped(game: Game = RACE) -> Compilation:
    """Compile all shipped sets of a game, except editions that reprint cards of other sets."""
    return without_editions(compile_files(shipped_sets(game)))


def without_editions(compilation: Compilation) -> Compilation:
    """Return a compilation without editions, which reprint cards of other sets."""
    pairs = zip(compilation.units, compilation.required, strict=True)
    originals = [(unit, needed) for unit, needed in pairs if not unit.is_edition]
    return Compilation([unit for unit, _ in originals], [needed for _, needed in originals])


def cards_in_use(sets: Sequence[CardSet]) -> tuple[Card, ...]:
    """Return the cards of a game with these sets, without replaced cards and with added copies.

    sets: required sets first, as `load` returns them.
    """
    cards: list[Card] = []
    for card_set in sets:
        cards = [card for card in cards if card.title not in card_set.replaces]
        added = dict(card_set.adds_copies)
        cards = [_with_copies(card, added.get(card.title, 0)) for card in cards]
        cards += card_set.cards
    return tuple(cards)


def unshipped_with_goals(sets: Sequence[CardSet]) -> list[str]:
    """Return the ids of sets that are not shipped and have goals.

    They turn goals on by default.
    """
    return [card_set.id for card_set in sets if card_set.goals and card_set.id not in shipped_ids()]


def _with_copies(card: Card, added: int) -> Card:
    return replace(card, copies=card.copies + added) if added else card


@struct
class SetBundle:
    """Sets to compile together. They had no errors when they were packed.

    names: requested ids and files.
    ids: ids of the same sets, in the same order.
    texts: id and text of each set that is not shipped, including required sets.

    Equal bundles have equal cards, even if the files change.
    """

    names: tuple[str, ...]
    ids: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]


def pack(names: Sequence[str]) -> SetBundle:
    """Bundle sets, named by id or file, with the sets they require.

    Raises whatever `load` raises, and ValueError for sets with errors.
    """
    return pack_compiled(names, load(names))


def pack_compiled(names: Sequence[str], compiled: Compilation) -> SetBundle:
    """Bundle sets that `load` has compiled. Raises ValueError for sets with errors."""
    if compiled.has_errors:
        titles = ", ".join(names)
        files = shlex.join(str(unit.path) for unit in compiled.units if not _is_shipped(unit))
        raise ValueError(
            f"{titles} can't be played: run `rftg-dsl check {files}` to see the errors"
        )
    units = {unit.path.resolve(): unit for unit in compiled.units}
    ids = tuple(units[find_set(name).resolve()].id for name in names)
    return SetBundle(tuple(names), ids, _texts(compiled))


def _texts(compiled: Compilation) -> tuple[tuple[str, str], ...]:
    unshipped = [unit for unit in compiled.units if not _is_shipped(unit)]
    texts = {unit.id: "\n".join(unit.source.lines) for unit in unshipped if unit.source is not None}
    # A goal can name a set that is not in use; the compiler only checks that it exists.
    goal_sets = {name for unit in unshipped for name, _ in unit.goal_requirements()} - {
        *shipped_ids(),
        *texts,
    }
    return (*texts.items(), *((name, "") for name in sorted(goal_sets)))


def _is_shipped(unit: Unit) -> bool:
    return unit.id in shipped_ids() and find_set(unit.id).resolve() == unit.path.resolve()


@lru_cache(maxsize=16)
def unpack(bundle: SetBundle) -> tuple[CardSet, ...]:
    """Compile the sets of a bundle, required sets first, reading only shipped files."""
    cache = SourceCache()
    for name, text in bundle.texts:
        cache.put(_place(name), text)
    bundled = {name for name, _ in bundle.texts}
    files = [_place(name) if name in bundled else find_set(name) for name in bundle.ids]
    return compile_files(files, cache, pictures=False).sets


def _place(set_id: str) -> Path:
    """Return a path for a bundled text. All are in the same folder, so they find each other.

    The folder does not exist, so bundled texts never find files of this machine.
    """
    return data_folder("cards") / "carried" / f"{set_id}.yaml"
