"""Changes of the settings of a set: only their lines change, and comments stay."""

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.games import GAMES, RACE, ROLL
from rftg_dsl.resources import shipped_sets
from rftg_dsl.sets.caching import SourceCache
from rftg_tools.studio.editing import SetSetting, apply_change, read_change
from rftg_tools.studio.set_sheet import FIXED_KEYS
from rftg_tools.studio.settings import setting_fields, settings_of
from rftg_tools.studio.sheet import CannotEdit, read

PATH = Path("ice.yaml")
TEXT = """\
set: ice
title: Ice # printed

# Words of its own.
# keywords: [robot]

tokens:
  # gained in Produce
  route: 20 # many
  path: 3
replaces:
  # too strong
  - Outlaw World # why
  - Gem World
cards:
  - title: Geyser
    world: 2
    vp: 1
    keywords: [hot]
    copies: 2
    powers: |
      produce: 1 route token
"""


def after(key: str, value: Any, text: str = TEXT) -> str:
    return apply_change(PATH, text, SetSetting(key, value))


def differing(new: str) -> tuple[list[str], list[str]]:
    old, lines = TEXT.splitlines(), new.splitlines()
    return [line for line in old if line not in lines], [line for line in lines if line not in old]


@pytest.mark.parametrize(
    ("key", "value", "gone", "come"),
    [
        ("title", "Ice: II", "title: Ice # printed", "title: 'Ice: II' # printed"),
        ("keywords", ["hot"], "# keywords: [robot]", "keywords: [hot]"),
        ("tokens", {"route": 9, "path": 3}, "  route: 20 # many", "  route: 9 # many"),
        ("tokens", {"way": 20, "path": 3}, "  route: 20 # many", "  way: 20 # many"),
        ("tokens", {"path": 3}, "  route: 20 # many", ""),
        ("tokens", {"route": 20, "path": 3, "log": 1}, "", "  log: 1"),
        ("replaces", ["Outlaw World"], "  - Gem World", ""),
        ("replaces", ["Outlaw World", "Old Earth"], "  - Gem World", "  - Old Earth"),
        ("players", 5, "", "players: 5"),
        ("requires", ["base"], "", "requires: [base]"),
    ],
)
def test_only_the_lines_of_a_setting_change(key: str, value: Any, gone: str, come: str) -> None:
    new = after(key, value)
    assert differing(new) == ([gone] if gone else [], [come] if come else [])
    assert read(PATH, new).data[key] == value


def test_a_setting_is_removed_with_all_of_its_lines() -> None:
    assert "route: 20" not in after("tokens", None)
    assert read(PATH, after("tokens", None)).data.get("tokens") is None
    crlf = after("title", "Fire", TEXT.replace("\n", "\r\n"))
    assert crlf == after("title", "Fire").replace("\n", "\r\n")


def test_one_number_of_an_invasion_changes_one_line() -> None:
    path = next(path for path in shipped_sets() if path.stem == "xeno-invasion")
    text = path.read_text(encoding="utf-8")
    invasion = dict(read(PATH, text).data["invasion"])
    waves = [dict(wave) for wave in invasion["waves"]]
    waves[0]["cards"] = dict(sorted(waves[0]["cards"].items(), reverse=True))  # not a change
    waves[1]["rounds"] = {"3": 2, "2": 2}
    new = after("invasion", {**invasion, "bunker": 3, "waves": waves}, text)
    changed = [line for line in new.splitlines() if line not in text.splitlines()]
    assert changed == ["  bunker: 3", "    - rounds: {2: 2, 3: 2}"]


@pytest.mark.parametrize("path", [*shipped_sets(RACE), *shipped_sets(ROLL)], ids=lambda p: p.stem)
def test_every_setting_of_the_shipped_sets_can_be_changed_and_restored(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    data = read(PATH, text).data
    for key in data.keys() - {*FIXED_KEYS, "set", "title"}:
        without = after(key, None, text)
        assert read(PATH, after(key, data[key], without)).data == data


@pytest.mark.parametrize(
    "change", [{"key": "cards", "value": []}, {"key": "x", "value": 1}, {"key": 1, "value": 1}]
)
def test_other_keys_and_values_are_refused(change: Any) -> None:
    with pytest.raises(CannotEdit):
        apply_change(PATH, TEXT, read_change({"do": "set", **change}))


@pytest.mark.parametrize("value", [[None], "a\nb", 1.5, True, [[[[[[1]]]]]], {"a\n": 1}])
def test_odd_values_are_refused(value: Any) -> None:
    with pytest.raises(CannotEdit):
        read_change({"do": "set", "key": "title", "value": value})


def test_the_fields_follow_the_schema_of_each_game() -> None:
    by_game = {
        game.id: {field["key"]: field["kind"] for field in setting_fields(game)}
        for game in GAMES.values()
    }
    assert by_game["roll"] == {
        "set": "text",
        "title": "text",
        "requires": "words",
        "replaces": "words",
        "keywords": "words",
    }
    kinds = ("table", "words", "entries", "parts", "number")
    keys = ("tokens", "modules", "goals", "invasion", "players")
    assert tuple(by_game["race"][key] for key in keys) == kinds


def test_uses_counts_and_problems_are_told() -> None:
    text = TEXT.replace("# keywords: [robot]", "requires: [base]\nkeywords: [hot, cold]\ngoals: []")
    cache = SourceCache()
    cache.put(PATH, text)
    settings = settings_of(PATH, text, compile_files([PATH], cache))
    assert settings["uses"]["keywords"]["hot"] == {"bearers": 1, "cards": 1, "named": 0}
    assert settings["uses"]["keywords"]["cold"]["cards"] == 0
    assert settings["uses"]["tokens"]["route"]["cards"] == 1
    assert settings["places"]["keywords"]["cold"] == {"line": 5, "character": 16}
    makes = settings["makes"]
    assert (makes["copies"], makes["tokens"], makes["players"]) == (2, 23, 4)
    assert makes["types"] == {"development": 0, "world": 1, "military world": 0}
    assert settings["values"]["tokens"] == {"route": 20, "path": 3}
