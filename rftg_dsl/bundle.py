"""Bundles of sets as text, to compile them without their files, such as in another process."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.library import load
from rftg_dsl.model import CardSet
from rftg_dsl.resources import data_folder, shipped_ids
from rftg_dsl.sets.loading import SourceCache
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.locate import find_set
from rftg_dsl.structs import struct


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
