"""The conformance guide names every exception, and maps every kind of decision."""

import re
from pathlib import Path

from rftg_tools.importing import record as exceptions
from rftg_tools.importing.readers import RECORD_KINDS
from rftg_tools.importing.record import DEPARTURES, NAMED
from rftg_tools.importing.runner import WITHOUT_HELP

GUIDE = (Path(__file__).parents[3] / "docs" / "testing.md").read_text(encoding="utf-8")


def section(start: str, end: str) -> str:
    return GUIDE[GUIDE.index(start) : GUIDE.index(end)]


def entries(text: str) -> list[str]:
    """The points of a list whose first words are bold."""
    return re.findall(r"^\* \*\*([a-z ]+)\.\*\*", text, re.M)


def test_the_guide_lists_the_exceptions_after_which_the_comparison_goes_on() -> None:
    goes_on = section("After these the comparison continues", "After these the games differ")
    assert entries(goes_on) == list(NAMED)


def test_the_guide_lists_the_departures_that_end_the_comparison() -> None:
    ends = section("After these the games differ", "## Where the rules leave the order free")
    assert entries(ends) == list(DEPARTURES)


def test_every_constant_of_a_name_is_in_one_of_the_two_lists() -> None:
    names = {value for value in vars(exceptions).values() if isinstance(value, str)}
    listed = [*NAMED, *DEPARTURES]
    assert len(listed) == len(set(listed))
    assert {name for name in names if " " in name and name.islower()} == set(listed)


def test_every_exception_has_its_place_in_a_booklet() -> None:
    text = section("### Named exceptions", "## Where the rules leave the order free")
    for entry in re.split(r"^\* ", text, flags=re.M)[1:]:
        words = " ".join(entry.split())
        assert re.search(r"(base rulebook|arc 1 booklet) \(\"", words), entry


def test_what_is_read_from_events_is_named_in_the_guide() -> None:
    assert f"read from events: {WITHOUT_HELP}" in " ".join(GUIDE.split())


def test_every_kind_of_decision_is_mapped() -> None:
    (table,) = re.findall(r"\| record \| ours \|\n(.*?)\n\n", GUIDE, re.S)
    for ours, records in RECORD_KINDS.items():
        assert ours in table
        for record in records:
            kind, _space, context = record.partition(" ")
            assert f"`{kind}`" in table
            assert not context or f"`{context}`" in table
