"""Settings of a folder of cards: `rftg.toml`, or `[tool.rftg-dsl]` in `pyproject.toml`.

The nearest such file counts, from the card file's own folder upwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rftg_dsl.diagnostics.nearest import nearest
from rftg_dsl.diagnostics.selection import Selection, refusal
from rftg_dsl.limits import LINE_LENGTH, SETTINGS_BYTES

OWN_FILE: Final = "rftg.toml"
_PROJECT: Final = "pyproject.toml"
_TABLE: Final = "rftg-dsl"
_KEYS: Final = ("select", "ignore", "per-file-ignores")


class BadSettings(ValueError):
    """A settings file that cannot be used; the message has its path and the reason."""


@lru_cache(maxsize=64)
def settings_for(folder: Path) -> Selection:
    """Return the settings that hold in a folder, empty where there is no file.

    Raises BadSettings.
    """
    for path in settings_files(folder):
        table = _table(path)
        if table is not None:
            return _selection(table, path)
    return Selection()


def settings_files(folder: Path) -> Iterator[Path]:
    """Yield the places where the settings of a folder can be, the nearest first."""
    for place in (folder, *folder.parents):
        yield from (place / OWN_FILE, place / _PROJECT)


def _table(path: Path) -> dict[str, Any] | None:
    """Return the settings in a file, None where it is missing or has none for this program."""
    data = _bytes(path)
    if data is None or (path.name == _PROJECT and _TABLE.encode() not in data):
        return None
    if len(data) > SETTINGS_BYTES or max(map(len, data.split(b"\n"))) > LINE_LENGTH:
        most = f"{SETTINGS_BYTES:,} bytes, and {LINE_LENGTH:,} in a line"
        raise BadSettings(f"{path}: a file with settings has at most {most}")
    import tomllib

    try:
        table = tomllib.loads(data.decode("utf-8"))
    except RecursionError:
        raise BadSettings(f"{path}: it is nested too deeply") from None
    except ValueError as error:
        raise BadSettings(_not_toml(path, error)) from None
    if path.name == OWN_FILE:
        return table
    tool = table.get("tool", {})
    own = tool.get(_TABLE) if isinstance(tool, dict) else None
    if own is not None and not isinstance(own, dict):
        raise BadSettings(f"{path}: `tool.{_TABLE}` is no table")
    return own


def _bytes(path: Path) -> bytes | None:
    """Return a file's bytes, at most one more than the limit; None where there is no such file."""
    if not path.is_file():
        if path.name == OWN_FILE and path.exists():
            raise BadSettings(f"{path}: this is not a file")
        return None
    try:
        with path.open("rb") as file:
            return file.read(SETTINGS_BYTES + 1)
    except OSError:
        return None


def _not_toml(path: Path, error: ValueError) -> str:
    """Return where a file is not TOML, and how settings are written."""
    reason, _, rest = str(error).partition(" (at line ")
    numbers = re.fullmatch(r"([0-9]+), column ([0-9]+)\)", rest)
    place = f"{path}:{numbers[1]}:{numbers[2]}" if numbers else str(path)
    what = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else reason.lower()
    return f'{place}: this is not TOML ({what}); a setting is written like `ignore = ["W501"]`'


def _selection(table: dict[str, Any], path: Path) -> Selection:
    for key in table:
        if key not in _KEYS:
            near = nearest(key, _KEYS)
            advice = f"write `{near}`" if near else f"the keys are {', '.join(_KEYS)}"
            raise BadSettings(f"{path}: there is no setting `{key}`; {advice}")
    patterns = table.get("per-file-ignores", {})
    if not isinstance(patterns, dict):
        raise BadSettings(f"{path}: `per-file-ignores` takes a table of patterns and codes")
    return Selection(
        _codes(table, "select", path),
        _codes(table, "ignore", path),
        tuple((glob, _codes(patterns, glob, path)) for glob in patterns),
        path.parent,
    )


def _codes(table: dict[str, Any], key: str, path: Path) -> tuple[str, ...]:
    codes = table.get(key, [])
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise BadSettings(f'{path}: `{key}` takes a list of codes, like ["W501"]')
    for code in codes:
        reason = refusal(code, ignoring=key != "select")
        if reason:
            raise BadSettings(f"{path}: `{key}`: {reason}")
    return tuple(codes)
