"""Import of modules from archives of bytecode, which are a quarter of the size of their files.

Modules are found as if they were files in a folder, where the files of data of their packages are.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec, SourcelessFileLoader
from importlib.util import spec_from_file_location
from os.path import isfile
from types import ModuleType
from zipfile import ZipFile


class _Loader(SourcelessFileLoader):
    """Loader of a module in an archive. path: the file that the module seems to be in."""

    def __init__(self, name: str, path: str, archive: ZipFile, member: str) -> None:
        super().__init__(name, path)
        self._archive, self._member = archive, member

    def get_data(self, path: str) -> bytes:
        """Return the bytecode, or the contents of another file."""
        return self._archive.read(self._member) if path == self.path else super().get_data(path)


class CodeFinder:
    """Finder of the modules in archives. folder: where they seem to be."""

    def __init__(self, archives: Sequence[str], folder: str) -> None:
        self._folder = folder
        opened = [ZipFile(archive) for archive in archives]
        self._archives = {name: archive for archive in opened for name in archive.namelist()}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module in an archive; None if there is none, or a compiled one."""
        base = name.replace(".", "/")
        if any(isfile(f"{self._folder}/{base}{suffix}") for suffix in EXTENSION_SUFFIXES):
            return None
        for member in (f"{base}/__init__.pyc", f"{base}.pyc"):
            if archive := self._archives.get(member):
                file = f"{self._folder}/{member}"
                loader = _Loader(name, file, archive, member)
                return spec_from_file_location(name, file, loader=loader)
        return None


def install(archives: Sequence[str], folder: str) -> None:
    """Import modules from archives from now on. folder: of other files of their packages."""
    sys.meta_path.insert(0, CodeFinder(archives, folder))
