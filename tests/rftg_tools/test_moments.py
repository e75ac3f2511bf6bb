"""Card tests made from moments of played games, which pass wherever they are put."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.compiler import compile_files
from rftg_dsl.library import pack
from rftg_dsl.model import CardSet
from rftg_engine import Options
from rftg_tools.cardtests.moments import MomentTests, NotTestable
from rftg_tools.cardtests.runner import run_tests
from rftg_tools.recorded import table_of_record
from rftg_tools.simulation.games import Plan, play_one
from rftg_tools.studio.set_sheet import format_entry

FRONTIER = str(Path(__file__).parents[2] / "examples" / "frontier.yaml")
HEAD = (
    "set: checks\ntitle: Checks\nrequires: [%s]\ncards:\n  - title: Nothing\n    development: 1\n"
)


@cache
def _played(sets: str, options: Options) -> MomentTests:
    bots = ("greedy", "random", "greedy")[: options.players]
    record = play_one(Plan("race", pack((sets,)), options, bots, 5, True), 0).record
    assert record is not None
    return MomentTests(table_of_record(record), record)


def _moments(tests: MomentTests) -> list[dict[str, Any]]:
    return [moment for seat in range(2) for moment in tests.moments(seat)]


def _written(tests: MomentTests) -> list[tuple[CardSet, dict[str, Any]]]:
    """Return the tests of all moments but those, at most one in twenty, that cannot be written."""
    written, reasons = [], []
    for moment in _moments(tests):
        try:
            written.append(tests.write(moment["number"], ["frontier"], is_open=False))
        except NotTestable as reason:
            reasons.append(str(reason))
    assert len(written) > 20 * len(reasons)
    return written


@pytest.mark.parametrize(
    ("sets", "options", "required"),
    [
        ("base", Options(2), "base"),
        ("base", Options(2, experienced=True), "base"),
        (FRONTIER, Options(2), "base, frontier"),
        ("rebel-vs-imperium", Options(3, goals=True, takeovers=True), "rebel-vs-imperium"),
        ("brink-of-war", Options(2, goals=True), "brink-of-war"),
        ("xeno-invasion", Options(2), "xeno-invasion"),
    ],
)
def test_tests_of_moments_pass(tmp_path: Path, sets: str, options: Options, required: str) -> None:
    entries: list[dict[str, Any]] = []
    for card_set, entry in _written(_played(sets, options)):
        assert card_set.id in required
        entries.append(entry | {"test": f"{len(entries)} {entry['test']}"[:100]})
    path = tmp_path / "checks.yaml"
    lines = [line for entry in entries for line in format_entry(entry)]
    path.write_text(HEAD % required + "    vp: 1\ntests:\n" + "".join(lines))
    if "frontier" in required:
        (tmp_path / "frontier.yaml").write_text(Path(FRONTIER).read_text())
    compilation = compile_files([path])
    assert [found for found in compilation.diagnostics if found.code.startswith("E")] == []
    results = list(run_tests(compilation, ["checks"]))
    failed = [
        (result.test.name, result.failures[0].message) for result in results if result.failures
    ]
    assert failed == []
    assert len(results) == len(entries)


def test_moments_are_of_every_kind() -> None:
    lines = {
        line.split()[0]
        for sets in ("base", "rebel-vs-imperium", "brink-of-war")
        for moment in _moments(_played(sets, _options(sets)))
        for line in moment["lines"]
    }
    assert {"keep", "place", "use", "spend", "sell", "produce", "discard"} <= lines


def _options(sets: str) -> Options:
    if sets == "base":
        return Options(2)
    return Options(3, goals=True, takeovers=True) if "rebel" in sets else Options(2, goals=True)


def test_a_test_says_only_what_matters() -> None:
    entries = [entry for _card_set, entry in _written(_played(FRONTIER, Options(2)))]
    develops = [entry for entry in entries if entry["when"] == "develop"]
    assert all(len(entry.get("given", {}).get("tableau", ())) <= 6 for entry in develops)
    explored = next(entry for entry in entries if str(entry["when"]).startswith("explore"))
    assert explored["answers"][0].startswith("keep ")
    assert explored["then"]["looked"] == len(explored["given"]["supply"])


def test_what_no_test_can_say_is_refused() -> None:
    tests = _played("base", Options(2))
    for number, reason in ((0, "before the cards"), (10**6, "no such moment")):
        with pytest.raises(NotTestable, match=reason):
            tests.write(number, [], True)
    choice = next(step for step in tests.played if step.name == "choose")
    with pytest.raises(NotTestable, match="choice of actions"):
        tests.write(choice.first, [], True)
