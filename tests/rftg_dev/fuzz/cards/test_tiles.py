"""Random files of tiles: nearly all are accepted, say all that can be said, and break nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from rftg_dev.fuzz import sandbox
from rftg_dev.fuzz.cards.__main__ import main
from rftg_dev.fuzz.cards.files import write_file
from rftg_dev.fuzz.cards.lines import Writer
from rftg_dev.soak.roll import games as soak
from rftg_dsl.compiler import Compilation
from rftg_dsl.games import ROLL
from rftg_dsl.hooks import roll as hooks
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power, read_rules, read_tokens
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.words.verbs import vocabulary

pytestmark = pytest.mark.soak

FILES = 20
WRITERS, LINES = 8, 600
"""Each writer goes on from parts that it has written before; some words are rare."""
REFUSED_WORDS = {"THIS_WORLDS"}
REFUSED_RULES = {"for_here", "kinds"}
"""What tiles have of the grammar that is shared, to be told that it means nothing on them."""
USES = vocabulary(ROLL.id).uses


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Compilation]:
    folder = tmp_path_factory.mktemp("fuzz")
    return [write_file(Random(f"t/{n}"), folder / f"{n}.yaml", ROLL) for n in range(FILES)]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    writers = [Writer(Random(f"lines/{n}"), game=ROLL) for n in range(WRITERS)]
    found = [writer.line() for writer in writers for _nth in range(LINES)]
    found += [writer.score() for writer in writers for _nth in range(LINES // 4)]
    return [line for line in found if line is not None]


def test_files_of_tiles_are_accepted(written: list[Compilation]) -> None:
    assert sum(one.has_errors for one in written) <= FILES // 10
    for compilation in written:
        for tiles in compilation.sets:
            assert tiles.game == ROLL.id
            assert sum(card.tile is not None and card.tile.home for card in tiles.cards) >= 2


def test_every_line_reads_as_its_canonical_text(lines: list[str]) -> None:
    for line in lines:
        assert format_power(parse_power(line, ROLL.power)) == line


def test_every_word_of_tiles_is_written(lines: list[str]) -> None:
    tables = load_tables(ROLL.id)
    found = {token.terminal for line in lines for token in read_tokens(line, ROLL.power)[0]}
    assert set(tables.terminals) - found == REFUSED_WORDS


def test_every_rule_of_the_grammar_of_tiles_is_used(lines: list[str]) -> None:
    tables = load_tables(ROLL.id)
    used = {rule for line in lines for rule, _span in read_rules(line, ROLL.power)}
    rules = {rule.method for rule in tables.rules if not rule.method.startswith("_")}
    passed = {rule.method for rule in tables.rules if rule.passes}
    assert rules - used - passed == REFUSED_RULES


def test_every_effect_of_tiles_comes_in_every_phase_that_has_it(lines: list[str]) -> None:
    powers = [parse_power(line, ROLL.power) for line in lines]
    said = {(power.phase, effect.verb) for power in powers for effect in power.effects}
    assert {(phase, verb) for phase, verbs in USES.items() for verb in verbs} - said == set()


def test_every_type_of_hook_of_tiles_is_there(written: list[Compilation]) -> None:
    cards = [card for one in written for tiles in one.sets for card in tiles.cards]
    found = {type(hook) for card in cards for line in card.powers for hook in line.hooks}
    assert found == set(hooks.Hook.__args__)


def test_the_same_seed_writes_the_same_tiles(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_file(Random("same"), tmp_path / name, ROLL)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


COMMAND = ["--game", "roll", "--jobs", "1", "--json", "--stages", "words", "play", "--shrink", "0"]


def test_random_tiles_break_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "PATIENCE", 500)
    assert main([*COMMAND, "--files", "3", "--seed", "5"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["clean"], summary["failures"]) == (3, [])
    assert summary["games"] == 3 * 9
    assert summary["decisions"] > 1_000


def test_a_fault_with_tiles_is_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "PATIENCE", 500)
    monkeypatch.setattr(soak, "broken", lambda *_facts: ["it is broken"])
    assert main([*COMMAND, "--files", "1"]) == 1
    (failure,) = json.loads(capsys.readouterr().out)["failures"]
    assert "it is broken" in failure["detail"]
