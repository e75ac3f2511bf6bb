"""Games as declared, and classes made by `struct`."""

import copy
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from importlib import import_module
from pathlib import Path

import pytest

from rftg_dsl.games import GAMES, Game, load_attribute
from rftg_dsl.library import load_shipped
from rftg_dsl.resources import data_folder, shipped_ids
from rftg_dsl.structs import struct
from rftg_dsl.syntax.builder import Builder

BY_ID = [pytest.param(game, id=game.id) for game in GAMES.values()]


@pytest.mark.parametrize("game", BY_ID)
def test_what_a_game_loads_is_there(game: Game) -> None:
    assert issubclass(load_attribute(game.builder), Builder)
    for name in (game.lowering, game.entry, game.card_checker, game.tests):
        assert callable(load_attribute(name))


@pytest.mark.parametrize("game", BY_ID)
def test_the_files_of_a_game_are_there(game: Game) -> None:
    assert (data_folder("grammar") / game.schema).is_file()
    assert (data_folder("grammar") / f"{game.id}.lark").is_file()
    assert shipped_ids(game)


def test_no_two_games_share_what_is_loaded() -> None:
    """A copied declaration would quietly play one game by the rules of the other."""
    for part in ("builder", "lowering", "entry", "card_checker", "tests"):
        names = [getattr(game, part) for game in GAMES.values()]
        assert len(set(names)) == len(names), part


@struct
class Terms:
    """What others begin with."""

    _: KW_ONLY
    gains: tuple[int, ...] = ()


@struct
class Draw(Terms):
    """Draws cards."""

    amount: int
    place: int = field(default=0, compare=False)
    secret: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gains", tuple(sorted(self.gains)))


@dataclass(slots=True)
class Both(Draw):
    """A dataclass of the standard library that derives from one."""

    kind: str = ""


def test_equality_and_hash_are_of_the_class_and_the_compared_fields() -> None:
    assert Draw(2, place=1) == Draw(2, place=9)
    assert hash(Draw(2, place=1)) == hash(Draw(2, place=9))
    assert Draw(2) != Draw(2, gains=(1,))
    assert Terms() != Draw(2)
    assert Both(2, kind="rare") != Both(2, kind="genes")


def test_they_are_shown_replaced_copied_and_matched() -> None:
    draw = Draw(2, secret="x", gains=(3, 1))
    assert repr(draw) == "Draw(gains=(1, 3), amount=2, place=0)"
    assert replace(draw, amount=3) == Draw(3, 0, "x", gains=(1, 3))
    assert copy.deepcopy(draw) == draw
    assert Draw.__match_args__ == ("amount", "place", "secret")
    with pytest.raises(AttributeError):
        draw.other = 1  # type: ignore[attr-defined]


def test_nodes_of_a_shipped_set_equal_their_copies() -> None:
    for line in (line for card in load_shipped().sets[0].cards for line in card.powers):
        assert copy.deepcopy(line) == line
        assert hash(copy.deepcopy(line.power)) == hash(line.power)
        assert [each.name for each in fields(line)] == ["text", "power", "hooks", "line"]


def test_an_attribute_is_loaded_while_another_thread_imports_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "slow_package"
    package.mkdir()
    texts = {
        "__init__": "from slow_package import table",
        "table": "import time; time.sleep(0.3)\nfrom slow_package.game import RACE",
        "game": "import slow_package.table\nRACE = 1",
    }
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with ThreadPoolExecutor() as threads:
        imported = threads.submit(import_module, "slow_package")
        while "slow_package.table" not in sys.modules:
            pass
        assert load_attribute("slow_package.game:RACE") == 1
        imported.result()
