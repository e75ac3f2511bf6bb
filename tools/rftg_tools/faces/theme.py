"""Themes: folders that say how cards look; what one leaves out it takes from its parent.

A theme is a folder with a `theme.toml`; docs/themes.md says what else can be in it.
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
"""The folders of the themes that come with the package."""
DEFAULT: Final = "space"
"""The theme of cards where none is asked for."""
_FILE: Final = "theme.toml"
_TABLES: Final = ("fonts", "sizes", "colours")
KEYS: Final = ("title", "parent", "art", "pictures", "words", *_TABLES)
"""The keys of a theme.toml."""
ARTS: Final = ("painted", "line")
"""The manners in which art is drawn."""
PICTURES: Final = ("full", "light")
"""How pictures that cards name are printed: as they are, or in light grays, with little ink."""
WORDS: Final = ("needed", "all")
"""Which powers have their English on the card: those that icons do not say whole, or all."""
_BYTES: Final = 64_000
"""Length of a theme.toml at most."""
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class BadTheme(ValueError):
    """A theme that cannot be used; the message has its file and the reason."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A look, with all that its parents give.

    folders: its own first, then its parent's. art: a word of ARTS. pictures:
    of PICTURES. words: of WORDS. fonts:
    names of families by use; `others`, a list, are for characters that these do not have. sizes:
    of type in points, of all else in mm. colours: "#rrggbb" by name.
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
        """Whether it comes with the package."""
        return self.folders[0].parent == THEMES

    def file(self, name: str) -> Path:
        """Return a file of the theme, its own or else its parent's. Raises BadTheme for none."""
        found = self.find(name)
        if found is None:
            raise BadTheme(f"{self.folders[0]}: neither this theme nor its parent has `{name}`")
        return found

    def find(self, name: str) -> Path | None:
        """Return a file of the theme, its own or else its parent's; None where neither has it."""
        return next((path for path in self._places(name) if path.is_file()), None)

    @property
    def font_folders(self) -> list[Path]:
        """The folders of fonts that there are."""
        return [path for path in self._places("fonts") if path.is_dir()]

    def _places(self, name: str) -> list[Path]:
        return [folder / name for folder in self.folders]


def load_theme(spec: str = DEFAULT) -> Theme:
    """Return a shipped theme by its name, or one in a folder of the user's. Raises BadTheme."""
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
    """Return the names of the themes that come with the package."""
    return sorted(path.parent.name for path in THEMES.glob(f"*/{_FILE}"))


def _folder(spec: str) -> Path:
    if spec in shipped_themes():
        return THEMES / spec
    folder = Path(spec)
    if (folder / _FILE).is_file():
        return folder
    if folder.is_dir():
        raise BadTheme(f"{folder}: a theme has a file `{_FILE}`, and this folder has none")
    near = nearest(spec, shipped_themes())
    advice = f"the nearest is {near!r}" if near else f"shipped: {', '.join(shipped_themes())}"
    raise BadTheme(f"there is no theme or folder {spec!r}; {advice}")


def _check_files(folder: Path) -> None:
    """Raise BadTheme for a pipe or device, which would keep for ever whoever reads it, and a link.

    A theme that is passed on holds what it shows; a link shows what whoever uses it has.
    """
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
            raise BadTheme(f"{path}: it is a link that leads out of the theme")
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise BadTheme(f"{path}: it is not a file")


def _read(folder: Path) -> dict[str, Any]:
    path = folder / _FILE
    try:
        if path.stat().st_size > _BYTES:
            raise BadTheme(f"{path}: the file has more than {_BYTES:,} bytes")
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except BadTheme:
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise BadTheme(f"{path}: {error}") from None
    for key in data:
        if key not in KEYS:
            raise BadTheme(f"{_at(folder, key)}: {_unknown(key, KEYS)}")
    return data


def _parent(data: dict[str, Any], folder: Path) -> Theme | None:
    """Return the theme that gives what this one leaves out; every theme but the default has one."""
    name = data.get("parent", DEFAULT)
    if folder == THEMES / DEFAULT:
        return None
    if name not in shipped_themes():
        raise BadTheme(
            f"{_at(folder, 'parent')}: the parent of a theme is a shipped one, not {name!r}"
        )
    return load_theme(name)


def _choice(
    data: dict[str, Any], key: str, known: tuple[str, ...], inherited: Theme | None, folder: Path
) -> str:
    """Return one of some words, of the file or else the parent's.

    The first one where there is none.
    """
    value: str = data.get(key, getattr(inherited, key, known[0]))
    if value not in known:
        raise BadTheme(f"{_at(folder, key)}: `{key}` is `{'` or `'.join(known)}`, not {value!r}")
    return value


def _table(
    data: dict[str, Any], name: str, inherited: Theme | None, folder: Path
) -> dict[str, Any]:
    """Return a table of the file, with the default theme's keys alone and valid values."""
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise BadTheme(f"{_at(folder, name)}: `{name}` is a table, written `[{name}]`")
    known = getattr(inherited, name) if inherited else table
    for key, value in table.items():
        if key not in known:
            raise BadTheme(f"{_at(folder, key)}: in `{name}`, {_unknown(key, tuple(known))}")
        sound, wanted = _VALUES[name]
        if not sound(value):
            raise BadTheme(f"{_at(folder, key)}: `{key}` is {wanted}, not {value!r}")
        if isinstance(value, list) is not isinstance(known[key], list):
            kind = "a list of names" if isinstance(known[key], list) else "one name"
            raise BadTheme(f"{_at(folder, key)}: `{key}` is {kind}, not {value!r}")
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
"""Which values each table takes, and how that is said."""


def _at(folder: Path, key: str) -> str:
    """Return the file of a theme, with the line of a key where it can be found."""
    path = folder / _FILE
    text = path.read_text(encoding="utf-8", errors="replace")
    word = re.escape(key)
    match = re.search(rf"""^[ \t]*(?:[\w.]+\.)?["']?{word}["']?[ \t]*=|^\[{word}\]""", text, re.M)
    return f"{path}:{text.count(chr(10), 0, match.end()) + 1}" if match else str(path)


def _unknown(key: str, known: tuple[str, ...]) -> str:
    near = nearest(key, known)
    return f"there is no `{key}`; " + (f"write `{near}`" if near else f"known: {', '.join(known)}")
