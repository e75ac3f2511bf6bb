"""The fuzzers: a small run finds nothing, and faults that are planted are found."""

import json
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit.work import TooMuchWork
from rftg_dev.fuzz import faces, sandbox, trial
from rftg_dev.fuzz.__main__ import main
from rftg_dev.fuzz.damage import DAMAGES
from rftg_dev.fuzz.files import MODULES, write_file
from rftg_dev.fuzz.lines import Writer, accepted_lines
from rftg_dev.fuzz.sandbox import Budget, Failure, StartStep, within
from rftg_dev.fuzz.shrinking import smallest
from rftg_dev.soak import invariants
from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.games import ROLL
from rftg_dsl.syntax.formatter import format_power
from rftg_dsl.syntax.parser import parse_power, read_rules, read_tokens
from rftg_dsl.syntax.tables import load_tables
from rftg_dsl.syntax.tokens import OF_ANSWERS, RESERVED
from rftg_dsl.words.verbs import USES
from rftg_engine.bots.players import GreedyBot, MasterBot
from tests.rftg_dsl.syntax.test_parser import ANSWERS

Output = pytest.CaptureFixture[str]
Data = dict[str, Any]


def run(capsys: Output, what: str, *arguments: str) -> tuple[int, Data]:
    """Return the exit code and the tally of a run in one process."""
    code = main([what, "--jobs", "1", "--json", "--shrink", "0", *arguments])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.slow
def test_damaged_files_are_read_or_refused(capsys: Output) -> None:
    code, tally = run(capsys, "damage", "--count", "1")
    assert (code, tally["failures"]) == (0, [])
    assert tally["counts"]["refused"] > 0


def test_every_kind_of_damage_changes_a_file() -> None:
    text = b"set: a\ntitle: Frost\ncards:\n  - title: Ice\n    windfall: rare\n    world: 2\n"
    assert all(damage(text, Random(seed)) != text for damage in DAMAGES[:3] for seed in range(3))


@pytest.mark.soak
def test_random_templates_are_drawn_or_refused(capsys: Output) -> None:
    assert run(capsys, "themes", "--count", "20")[0] == 0


def test_a_template_that_breaks_a_drawing_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(faces, "BYTES", 10)
    found = list(faces.template_violations("{{ 1 }}", tmp_path))
    assert len(found) == 2
    assert "MB" in found[0]


def test_a_title_that_is_not_on_its_page_is_found() -> None:
    assert faces.missing_titles(["Ice"], ["a page of Ice"]) == []
    assert faces.missing_titles(["Ice"], ["Fire"]) == ["the title 'Ice' is not in 'Fire'"]
    assert faces.missing_titles(["Ice", "Fire"], ["Ice"]) == ["2 cards from 'Ice' on have 1 pages"]
    assert faces.has_title("the end of a su- per title", "Super-su") is False
    assert faces.has_title("ן ב א", "אבן")


@pytest.mark.soak
def test_odd_cards_have_faces(capsys: Output) -> None:
    assert run(capsys, "faces", "--count", "1")[0] == 0


# --- random card files


@pytest.mark.soak
@pytest.mark.parametrize("what", ["cards", "tiles"])
def test_random_files_break_nothing(what: str, capsys: Output) -> None:
    stages = ("--stages", "words", "play", "balance")
    code, tally = run(capsys, what, "--count", "2", *stages)
    assert (code, tally["failures"]) == (0, [])
    assert tally["counts"]["games"] >= 8
    assert (code, tally) == run(capsys, what, "--count", "2", "--jobs", "2", *stages)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Compilation]:
    folder = tmp_path_factory.mktemp("fuzz")
    return [write_file(Random(f"files/{n}"), folder / f"{n}.yaml") for n in range(80)]


@pytest.mark.soak
def test_random_files_have_every_word_rule_effect_and_module(written: list[Compilation]) -> None:
    sets = [card_set for compilation in written for card_set in compilation.sets]
    assert len(sets) > 75
    assert {module for card_set in sets for module in card_set.modules} >= set(MODULES)
    powers = [line for card_set in sets for card in card_set.cards for line in card.powers]
    effects = {(line.power.phase, effect.verb) for line in powers for effect in line.power.effects}
    assert {(phase, verb) for phase, verbs in USES.items() for verb in verbs} == effects
    writers = [Writer(Random(f"lines/{n}")) for n in range(8)]
    lines = [writer.line() for writer in writers for _line in range(200)]
    texts = [("power", line) for line in lines if line] + [("power", line.text) for line in powers]
    starts = {"first": "goal", "most": "measure", "cards": "cards"}
    for compilation in written:
        for line in next(iter(compilation.sources.values())):
            key, _, text = line.strip().partition(": ")
            if key in starts and text.startswith("'"):
                texts.append((starts[key], text.strip("'")))
    terminals = {token.terminal for start, text in texts for token in read_tokens(text, start)[0]}
    assert set(load_tables().terminals) - terminals == OF_ANSWERS
    everything = " ".join(text.lower() for _start, text in texts)
    assert not [word for word in RESERVED if word not in everything and not word.endswith("s")]
    used = {rule for start, text in texts for rule, _span in read_rules(text, start)}
    used |= {rule for text in ANSWERS for rule, _span in read_rules(text, "answer")}
    rules = {rule.method for rule in load_tables().rules if not rule.method.startswith("_")}
    assert rules - used - {rule.method for rule in load_tables().rules if rule.passes} == set()


def test_random_lines_of_tiles_are_canonical() -> None:
    for line in accepted_lines(Random(2), 40, game=ROLL):
        assert format_power(parse_power(line, ROLL.power)) == line


# --- faults that are planted


def hang(*_arguments: object) -> None:
    while True:
        pass


def eat_memory(*_arguments: object) -> object:
    return [bytearray(10_000_000) for _part in range(10_000)]


def give_up(*_arguments: object) -> int:
    raise TooMuchWork("since so many decisions are made")


def lose_card(table: Any, state: Any, misplaced: Any = invariants.misplaced) -> Any:
    state.deck = state.deck[1:]
    return misplaced(table, state)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("where", "name", "fault", "stage", "says"),
    [
        (MasterBot, "choose", hang, "play", "master bots, .*: over time"),
        (GreedyBot, "choose", lambda *_: time.sleep(60), "play", "bots, .*: no end"),
        (GreedyBot, "choose", eat_memory, "play", "MemoryError"),
        (invariants, "misplaced", lose_card, "play", "is in 0 places"),
        (trial, "findings", lambda *_: 1 / 0, "balance", "ZeroDivisionError"),
        (trial, "play_out", give_up, "play", "many games took too much work"),
        (trial, "broken_faces", lambda *_: ["3 pages"], "print", "3 pages"),
    ],
)
def test_a_fault_is_found(
    where: Any,
    name: str,
    fault: Any,
    stage: str,
    says: str,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(where, name, fault)
    monkeypatch.setattr(sandbox, "WALL_CLOCK_FACTOR", 3 if "no end" in says else 500)
    limits = ("--seconds", "2" if fault is hang else "10", "--megabytes", "500")
    code, tally = run(capsys, "cards", "--count", "1", "--stages", stage, *limits)
    assert code == 1
    assert any(re.search(says, text, re.DOTALL) for text in tally["failures"])


def test_files_that_are_refused_are_a_fault(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_rng: object, path: Path, _game: object) -> Compilation:
        path.write_text("set: fuzz\n")
        return compile_files([path])

    monkeypatch.setattr(trial, "write_file", refused)
    code, tally = run(capsys, "cards", "--count", "1")
    assert code == 1
    assert "too few files without errors" in tally["failures"][0]


@pytest.mark.slow
def test_a_failure_is_shown_with_a_small_file(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    describe_card = trial.describe_card

    def no_rebels(card: Any) -> str:
        if "rebel" in card.keywords:
            raise LookupError("a rebel")
        return describe_card(card)

    monkeypatch.setattr(trial, "describe_card", no_rebels)
    assert main(["cards", "--count", "1", "--jobs", "1", "--stages", "words"]) == 1
    shown = capsys.readouterr().out
    assert "file 0, words: cards: LookupError in no_rebels: a rebel" in shown
    small = shown.partition("minimal file:\n")[2].splitlines()
    assert 0 < len(small) < 20


def test_what_is_left_out_of_a_file_goes_with_all_below_it() -> None:
    text = "a:\n  - b: 1\n    c: 2\n  - d: 3\ne:\n  f\n"
    assert smallest(text, lambda left: "d: 3" in left) == "a:\n  - d: 3\n"
    assert smallest(text, lambda left: "c" in left) == "a:\n  - b: 1\n    c: 2\n"


def test_work_that_ends_its_process_is_a_failure_with_its_step() -> None:
    def leave(start_step: StartStep) -> None:
        start_step("leaving")
        raise SystemExit(3)

    def fail(start_step: StartStep) -> None:
        start_step("failing")
        raise ValueError("of 12 cards")

    budget = Budget(20, 500)
    left, failed = within(budget, leave), within(budget, fail)
    assert isinstance(left, Failure)
    assert (left.kind, left.step) == ("exit code 3", "leaving")
    assert (failed.kind, failed.step) == ("ValueError in fail: of N cards", "failing")
    assert within(budget, lambda _start_step: 7) == 7
