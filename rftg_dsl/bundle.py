"""Sets as text: all it takes to compile them where the files are not, as on another machine."""

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
    """Sets that are to be compiled together, without an error when they were packed.

    names: as they were asked for, ids and files. ids: the same sets by id, in that order.
    texts: id and text of each set that is not shipped, required ones too. Equal bundles are of
    equal cards, whatever becomes of the files.
    """

    names: tuple[str, ...]
    ids: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]


def pack(names: Sequence[str]) -> SetBundle:
    """Return the sets of some ids or files, with all they require.

    Raise LookupError and OSError as `load` does, ValueError for too many and for sets with errors.
    """
    return pack_compiled(names, load(names))


def pack_compiled(names: Sequence[str], compiled: Compilation) -> SetBundle:
    """Return the sets of some ids or files that are compiled already, as `load` does it.

    Raise ValueError for sets with errors.
    """
    if compiled.has_errors:
        text = ", ".join(names)
        files = shlex.join(str(unit.path) for unit in compiled.units if not _is_shipped(unit))
        raise ValueError(f"{text} cannot be played: `rftg-dsl check {files}` tells what is wrong")
    units = {unit.path.resolve(): unit for unit in compiled.units}
    ids = tuple(units[find_set(name).resolve()].id for name in names)
    return SetBundle(tuple(names), ids, _texts(compiled))


def _texts(compiled: Compilation) -> tuple[tuple[str, str], ...]:
    own = [unit for unit in compiled.units if not _is_shipped(unit)]
    texts = {unit.id: "\n".join(unit.source.lines) for unit in own if unit.source is not None}
    # A goal may name a set that is not in use; that there is one is all the compiler asks.
    named = {name for unit in own for name, _ in unit.needed()} - {*shipped_ids(), *texts}
    return (*texts.items(), *((name, "") for name in sorted(named)))


def _is_shipped(unit: Unit) -> bool:
    return unit.id in shipped_ids() and find_set(unit.id).resolve() == unit.path.resolve()


@lru_cache(maxsize=16)
def unpack(bundle: SetBundle) -> tuple[CardSet, ...]:
    """Return the sets, required ones first as `load` gives them, reading only shipped files."""
    cache = SourceCache()
    for name, text in bundle.texts:
        cache.put(_place(name), text)
    own = {name for name, _ in bundle.texts}
    files = [_place(name) if name in own else find_set(name) for name in bundle.ids]
    return compile_files(files, cache, pictures=False).sets


def _place(set_id: str) -> Path:
    """Return where a text stands for a file: beside the others, so that they find each other.

    There is no such folder, so that a text never finds a file of this machine beside it.
    """
    return data_folder("cards") / "carried" / f"{set_id}.yaml"
