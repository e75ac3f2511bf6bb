"""Themes: folders that define the look of cards. A theme inherits missing parts from its parent.

A theme is a folder with a `theme.toml`; docs/themes.md describes its other files.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.text import nearest

THEMES: Final = Path(__file__).with_name("themes")
"""Folder of the shipped themes."""
DEFAULT: Final = "space"
"""The default theme."""
_FILE: Final = "theme.toml"
_TABLES: Final = ("fonts", "sizes", "colours")
KEYS: Final = ("title", "parent", "art", "pictures", "words", *_TABLES)
"""Keys of a theme.toml."""
ARTS: Final = ("painted", "line")
"""Styles of drawn art."""
PICTURES: Final = ("full", "light")
"""Styles of pictures: unchanged, or in light grays that need little ink."""
WORDS: Final = ("needed", "all")
"""Powers to print as text: only those that icons do not fully describe, or all."""
_MAX_BYTES: Final = 64_000
"""Maximum size of theme.toml in bytes."""
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class BadTheme(ValueError):
    """Invalid theme. The message contains the file and the reason."""


@dataclass(frozen=True, slots=True, eq=False)  # so it can be a key of a cache
class Theme:
    """A theme with everything that it inherits.

    folders: its folder first, then that of its parent. art: a value in ARTS. pictures: a value in
    PICTURES. words: a value in WORDS. fonts: families by use; the families in `others` provide
    missing characters. sizes: font sizes in points, other sizes in mm. colours: "#rrggbb" by name.
    """

    title: str
    folders: tuple[Path, ...]
    art: str
    pictures: str
    words: str
    fonts: Mapping[str, str | list[str]]
    sizes: Mapping[str, float]
    colours: Mapping[str, str]

    @property
    def is_shipped(self) -> bool:
        """Whether the theme is part of the package."""
        return self.folders[0].parent == THEMES

    def file(self, name: str) -> Path:
        """Return a file of the theme or its parent. Raises BadTheme if it is missing."""
        path = self.find(name)
        if path is None:
            raise BadTheme(f"{self.folders[0]}: neither this theme nor its parent has `{name}`")
        return path

    def find(self, name: str) -> Path | None:
        """Return a file of the theme or its parent, or None if neither has it."""
        return next((path for path in self._places(name) if path.is_file()), None)

    @property
    def font_folders(self) -> list[Path]:
        """Existing folders of fonts."""
        return [path for path in self._places("fonts") if path.is_dir()]

    def _places(self, name: str) -> list[Path]:
        return [folder / name for folder in self.folders]


def load_theme(spec: str = DEFAULT) -> Theme:
    """Return a shipped theme by name, or the theme in a folder. Raises BadTheme."""
    folder = _folder(spec)
    _check_files(folder)
    data = _read(folder)
    inherited = _parent(data, folder)
    tables = {
        name: {**getattr(inherited, name, {}), **_table(data, name, inherited, folder)}
        for name in _TABLES
    }
    art = _choice(data, "art", ARTS, inherited, folder)
    pictures = _choice(data, "pictures", PICTURES, inherited, folder)
    words = _choice(data, "words", WORDS, inherited, folder)
    folders = (folder, *(inherited.folders if inherited else ()))
    return Theme(str(data.get("title", folder.name)), folders, art, pictures, words, **tables)


def shipped_themes() -> list[str]:
    """Return the names of the shipped themes."""
    return sorted(path.parent.name for path in THEMES.glob(f"*/{_FILE}"))


def _folder(spec: str) -> Path:
    if spec in shipped_themes():
        return THEMES / spec
    folder = Path(spec)
    if (folder / _FILE).is_file():
        return folder
    if folder.is_dir():
        raise BadTheme(f"{folder}: this folder has no file `{_FILE}`")
    suggestion = nearest(spec, shipped_themes())
    advice = (
        f"did you mean {suggestion!r}?" if suggestion else f"shipped: {', '.join(shipped_themes())}"
    )
    raise BadTheme(f"unknown theme {spec!r}; {advice}")


def _check_files(folder: Path) -> None:
    """Raise BadTheme for a pipe or device, which could block forever, and for links that lead out.

    A shared theme must contain its files; a link could expose files of the person who uses it.
    """
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            raise BadTheme(f"{path}: this link leads out of the theme")
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise BadTheme(f"{path}: this is not a regular file")


def _read(folder: Path) -> dict[str, Any]:
    path = folder / _FILE
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise BadTheme(f"{path}: the file has more than {_MAX_BYTES:,} bytes")
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except BadTheme:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise BadTheme(f"{path}: {error}") from None
    for key in data:
        if key not in KEYS:
            raise BadTheme(f"{_position(folder, key)}: {_unknown(key, KEYS)}")
    return data


def _parent(data: dict[str, Any], folder: Path) -> Theme | None:
    """Return the parent of a theme; only the default theme has none."""
    name = data.get("parent", DEFAULT)
    if folder == THEMES / DEFAULT:
        return None
    if name not in shipped_themes():
        raise BadTheme(
            f"{_position(folder, 'parent')}: the parent must be a shipped theme, not {name!r}"
        )
    return load_theme(name)


def _choice(
    data: dict[str, Any], key: str, values: tuple[str, ...], inherited: Theme | None, folder: Path
) -> str:
    """Return a value from the file, or else from the parent, or else the first allowed value."""
    value: str = data.get(key, getattr(inherited, key, values[0]))
    if value not in values:
        raise BadTheme(
            f"{_position(folder, key)}: `{key}` must be `{'` or `'.join(values)}`, not {value!r}"
        )
    return value


def _table(
    data: dict[str, Any], name: str, inherited: Theme | None, folder: Path
) -> dict[str, Any]:
    """Return a table of the file. Raises BadTheme for unknown keys and invalid values."""
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise BadTheme(f"{_position(folder, name)}: `{name}` must be a table, written `[{name}]`")
    inherited_table = getattr(inherited, name) if inherited else table
    for key, value in table.items():
        if key not in inherited_table:
            raise BadTheme(
                f"{_position(folder, key)}: in `{name}`, {_unknown(key, tuple(inherited_table))}"
            )
        is_valid, expected = _VALUES[name]
        if not is_valid(value):
            raise BadTheme(f"{_position(folder, key)}: `{key}` must be {expected}, not {value!r}")
        if isinstance(value, list) is not isinstance(inherited_table[key], list):
            kind = "a list of names" if isinstance(inherited_table[key], list) else "one name"
            raise BadTheme(f"{_position(folder, key)}: `{key}` must be {kind}, not {value!r}")
    return table


def _is_size(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 100


def _is_font(value: object) -> bool:
    names = value if isinstance(value, list) else [value]
    return all(isinstance(name, str) for name in names)


_VALUES: Final[dict[str, tuple[Callable[[object], bool], str]]] = {
    "colours": (
        lambda value: isinstance(value, str) and _COLOUR.fullmatch(value) is not None,
        'a colour like "#3d8bfd"',
    ),
    "sizes": (_is_size, "a size above 0 and up to 100"),
    "fonts": (_is_font, "the name of a font family"),
}
"""Check and description of the values in each table."""


def _position(folder: Path, key: str) -> str:
    """Return the path of theme.toml, with the line of a key if the key is in the file."""
    path = folder / _FILE
    text = path.read_text(encoding="utf-8", errors="replace")
    word = re.escape(key)
    match = re.search(rf"""^[ \t]*(?:[\w.]+\.)?["']?{word}["']?[ \t]*=|^\[{word}\]""", text, re.M)
    return f"{path}:{text.count(chr(10), 0, match.end()) + 1}" if match else str(path)


def _unknown(key: str, values: tuple[str, ...]) -> str:
    suggestion = nearest(key, values)
    advice = f"write `{suggestion}`" if suggestion else f"keys: {', '.join(values)}"
    return f"unknown key `{key}`; {advice}"
