"""The shipped sets, read once for all that tests compile with them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.sets.reading import read_unit
from rftg_dsl.sets.units import Unit
from rftg_dsl.source.files import find_set


def is_shipped(path: Path) -> bool:
    return path.parent == data_folder("cards")


class ShippedOnce(SourceCache):
    """Reads the shipped sets that files require once, and all other files whenever it is asked."""

    def read(self, path: Path, name: str) -> Unit:
        return super().read(path, name) if is_shipped(path) else read_unit(path, name)


_CACHE = ShippedOnce()


class SharesShipped(SourceCache):
    """A cache of its own, but for the shipped sets, which are read once for all of them."""

    def read(self, path: Path, name: str) -> Unit:
        return _CACHE.read(path, name) if is_shipped(path) else super().read(path, name)

    def check_once(
        self, unit: Unit, required: list[Unit], check: Callable[[Unit, list[Unit]], object]
    ) -> None:
        _CACHE.check_once(unit, required, check)


def compiled(path: Path, *, design: bool = False, untested: bool = False) -> Compilation:
    """Compile a card file; what it requires of the shipped sets is read once for all."""
    return compile_files([path], _CACHE, design=design, untested=untested)


def load(specs: Sequence[str]) -> Compilation:
    """Compile sets by ids and paths, as rftg_dsl.library.load does."""
    return compile_files([find_set(spec) for spec in specs], _CACHE)
