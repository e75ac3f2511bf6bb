"""Versions of cards: which cards are the same, what is kept of each, and what changed."""

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from rftg_dsl.compiler import compile_files
from rftg_tools.studio.documents import Documents
from rftg_tools.studio.editing import Replace, apply_change, read_change
from rftg_tools.studio.sheet import CannotEdit
from rftg_tools.studio.versions import store as stores
from rftg_tools.studio.versions.facts import compare_english, compare_facts, facts_of, plays_of
from rftg_tools.studio.versions.history import ScanResult, VersionTracker, entries_of
from rftg_tools.studio.versions.store import BadStore, ChangeKind, Entry, Store, match_cards
from tests.rftg_tools.preview.cards import ALL, GEYSER, HEAD, MOON, SEA, save

TILES = """set: rim
game: roll
title: The Rim
cards:
  - title: Salvage Yards
    development: 4
    other side: Wreck Belt
    powers: |
      develop: cost -1

  - title: Wreck Belt
    world: 4
    kind: rare
    other side: Salvage Yards
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    seconds = iter(range(10_000))
    with closing(Store(tmp_path / "kept" / "versions.sqlite", lambda: float(next(seconds)))) as one:
        yield one


@pytest.fixture
def tracker(tmp_path: Path, store: Store) -> VersionTracker:
    """What keeps the versions of ice.yaml in the test's own folder."""
    path = save(tmp_path, ALL)
    return VersionTracker(Documents(lambda: [path]), store, tmp_path / "kept")


def entries(text: str, folder: Path) -> list[Entry]:
    path = save(folder, text)
    return list(entries_of(compile_files([path]).units[-1]))


def titles(store: Store, names: list[str], place: int) -> list[str]:
    """The titles that a card had, the last one first. names: of the cards of ice.yaml now."""
    number = store.find_card("../ice.yaml", names, place)
    return [] if number is None else [one.facts["title"] for one in store.versions(number)]


# --- which cards are the same


@pytest.mark.parametrize(
    ("before", "now", "expected"),
    [
        ("ABC", "ABC", [0, 1, 2]),
        ("ABC", "AXC", [0, 1, 2]),
        ("ABC", "CAB", [2, 0, 1]),
        ("ABC", "AC", [0, 2]),
        ("ABC", "AXBC", [0, None, 1, 2]),
        ("AB", "XY", [0, 1]),
        ("AB", "XYZ", [0, 1, None]),
        ("AAB", "AXB", [0, 1, 2]),
        ("", "AB", [None, None]),
        ("AB", "", []),
    ],
)
def test_cards_are_paired_by_title_and_then_by_their_neighbours(
    before: str, now: str, expected: list[int | None]
) -> None:
    assert match_cards(list(before), list(now)) == expected


def test_a_card_keeps_its_history_under_another_title_and_at_another_place(
    tracker: VersionTracker, store: Store, tmp_path: Path
) -> None:
    tracker.scan()
    save(tmp_path, ALL.replace("Steam Moon", "Fog Moon"))
    tracker.scan()
    save(tmp_path, HEAD + MOON.replace("Steam", "Fog") + SEA + GEYSER)
    tracker.scan()
    names = ["Fog Moon", "Boiling Sea", "Geyser Prospectors"]
    assert titles(store, names, 0) == ["Fog Moon", "Steam Moon"]
    assert titles(store, names, 2) == ["Geyser Prospectors"]


def test_a_card_that_was_deleted_and_comes_back_has_its_history(
    tracker: VersionTracker, store: Store, tmp_path: Path
) -> None:
    tracker.scan()
    save(tmp_path, HEAD + GEYSER + SEA)
    tracker.scan()
    save(tmp_path, HEAD + GEYSER + SEA + MOON.replace("vp: 1", "vp: 0"))
    tracker.scan()
    assert len(titles(store, ["Geyser Prospectors", "Boiling Sea", "Steam Moon"], 2)) == 2


def test_a_card_that_is_not_saved_has_no_history(tracker: VersionTracker, store: Store) -> None:
    tracker.scan()
    names = ["Geyser Prospectors", "Steam Moon", "New Card", "Boiling Sea"]
    assert titles(store, names, 2) == []
    assert titles(store, names, 3) == ["Boiling Sea"]


# --- what is kept


def test_each_saved_state_that_differs_is_kept_and_no_other(
    tracker: VersionTracker, store: Store, tmp_path: Path
) -> None:
    assert tracker.scan().changed == (str(tmp_path / "ice.yaml"),)
    assert tracker.scan().changed == ()
    save(tmp_path, ALL)
    assert tracker.scan().changed == ()
    save(tmp_path, ALL.replace("world: 2", "world: 3"))
    assert tracker.scan().plays == (str(tmp_path / "ice.yaml"),)
    save(tmp_path, ALL)
    tracker.scan()
    names = ["Geyser Prospectors", "Steam Moon", "Boiling Sea"]
    assert [len(titles(store, names, place)) for place in range(3)] == [1, 3, 1]


def test_a_comment_makes_a_version_that_plays_the_same(
    tracker: VersionTracker, store: Store, tmp_path: Path
) -> None:
    tracker.scan()
    save(tmp_path, ALL.replace("world: 2", "world: 2  # cheap"))
    seen = tracker.scan()
    assert (len(seen.changed), seen.plays) == (1, ())
    number = store.find_card("../ice.yaml", ["Geyser Prospectors", "Steam Moon", "Boiling Sea"], 1)
    assert number is not None
    new, old = store.versions(number)
    assert "# cheap" in new.text
    assert new.plays == old.plays
    assert compare_facts(old.facts, new.facts) == []


@pytest.mark.parametrize("text", ["", "cards: [", "set: ice\n", HEAD + "  - 5\n", "\0"])
def test_a_file_that_cannot_be_read_loses_no_card(
    tracker: VersionTracker, store: Store, tmp_path: Path, text: str
) -> None:
    tracker.scan()
    (tmp_path / "ice.yaml").write_text(text, encoding="utf-8")
    tracker.scan()
    save(tmp_path, ALL.replace("Steam Moon", "Fog Moon"))
    tracker.scan()
    names = ["Geyser Prospectors", "Fog Moon", "Boiling Sea"]
    assert titles(store, names, 1) == ["Fog Moon", "Steam Moon"]


def test_a_broken_card_is_kept_as_it_stands(store: Store, tmp_path: Path) -> None:
    wrong = GEYSER.replace("development: 2", "development: two")
    (entry,) = entries(HEAD + wrong, tmp_path)
    assert (entry.title, entry.facts, entry.plays) == (
        "Geyser Prospectors",
        {"title": "Geyser Prospectors"},
        "",
    )
    assert "development: two" in entry.text
    assert store.record("ice.yaml", [entry]) is ChangeKind.PLAYS


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  - {title: Fog Bank, world: 1, vp: 1}\n", "- {title: Fog Bank, world: 1, vp: 1}\n"),
        (
            "- title: Fog Bank\n  world: 1\n  # low\n  vp: 1\n# of the set\n",
            "- title: Fog Bank\n  world: 1\n  # low\n  vp: 1\n",
        ),
    ],
)
def test_the_text_of_a_card_begins_with_its_dash(tmp_path: Path, written: str, kept: str) -> None:
    (entry,) = entries(HEAD + written, tmp_path)
    assert entry.text == kept


def test_cards_in_brackets_are_kept_too(tmp_path: Path) -> None:
    text = HEAD.replace("cards:\n", "cards: [{title: Fog, world: 1, vp: 1}]\n")
    (entry,) = entries(text, tmp_path)
    assert entry.text == '- {"title": "Fog", "world": 1, "vp": 1}\n'


def test_a_folder_that_is_moved_keeps_its_history(tmp_path: Path) -> None:
    for name in ("before", "after"):
        folder = tmp_path / name
        if name == "before":
            folder.mkdir()
        else:
            (tmp_path / "before").rename(folder)
        path = save(folder, ALL.replace("world: 2", f"world: {len(name)}"))
        with closing(Store(folder / ".rftg-dsl" / "versions.sqlite")) as store:
            tracker = VersionTracker(
                Documents(lambda path=path: [path]), store, folder / ".rftg-dsl"
            )
            tracker.scan()
            number = store.find_card("../ice.yaml", ["Geyser Prospectors", "Steam Moon"], 1)
            assert number is not None
            costs = [one.facts["cost"] for one in store.versions(number)]
    assert costs == [5, 6]


def test_a_studio_that_ends_keeps_what_it_is_about_to_keep(
    tracker: VersionTracker, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    noting, ending = Event(), Event()

    def note(*args: Any) -> Any:
        noting.set()
        ending.wait(0.2)  # the end waits for this one, so it never comes here
        return Store.record(store, *args)

    monkeypatch.setattr(store, "record", note)
    with ThreadPoolExecutor(1) as pool:
        look = pool.submit(tracker.scan)
        assert noting.wait(60)
        tracker.close()
        ending.set()
        assert (look.result().problem, bool(look.result().changed)) == ("", True)
    assert tracker.scan() == ScanResult((), ())


def test_the_oldest_versions_go_where_there_are_too_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "MAX_VERSIONS", 3)
    for number in range(5):
        store.record("ice.yaml", [Entry("A", f"{number}", {"title": "A"}, "")])
    assert [one.text for one in store.versions(1)] == ["4", "3", "2"]
    monkeypatch.setattr(stores, "MAX_TOTAL_VERSIONS", 2)
    other = Entry("B", "b", {"title": "B"}, "")
    store.record("ice.yaml", [Entry("A", "4", {"title": "A"}, ""), other])
    assert [one.text for one in store.versions(1)] == ["4"]
    assert [one.text for one in store.versions(2)] == ["b"]


@pytest.mark.parametrize(
    "make", [lambda path: path.mkdir(), lambda path: path.write_text("x" * 99)]
)
def test_a_file_that_is_no_store_is_refused_with_what_to_do(
    tmp_path: Path, make: Callable[[Path], Any]
) -> None:
    make(tmp_path / "versions.sqlite")
    with pytest.raises(BadStore, match="move it away"):
        Store(tmp_path / "versions.sqlite")


def test_a_store_that_another_program_holds_is_not_to_be_moved_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "TIMEOUT", 0.01)
    path = tmp_path / "versions.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BadStore, match="is locked; close the program that uses it"):
            Store(path)


def test_the_store_of_something_else_is_refused_and_let_go_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "versions.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE card (number INTEGER)")
        other.commit()
    made = []

    class Noticed(sqlite3.Connection):
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            made.append(self)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Noticed))
    with pytest.raises(BadStore, match="contains other data"):
        Store(path)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        made[0].execute("SELECT 1")


def test_the_store_of_a_newer_version_says_so(tmp_path: Path) -> None:
    path = tmp_path / "versions.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    with pytest.raises(BadStore, match="written by a newer version of rftg-dsl"):
        Store(path)


def test_two_studios_may_keep_versions_in_one_file(store: Store, tmp_path: Path) -> None:
    with closing(Store(tmp_path / "kept" / "versions.sqlite")) as other:
        store.record("ice.yaml", [Entry("A", "1", {"title": "A"}, "")])
        assert other.record("ice.yaml", [Entry("A", "1", {"title": "A"}, "")]) is ChangeKind.NOTHING
        other.record("ice.yaml", [Entry("A", "2", {"title": "A"}, "")])
    assert [one.text for one in store.versions(1)] == ["2", "1"]


def test_the_folder_of_the_store_is_kept_out_of_version_control(tmp_path: Path) -> None:
    Store(tmp_path / "new" / "versions.sqlite").close()
    assert (tmp_path / "new" / ".gitignore").read_text(encoding="utf-8") == "*\n"


# --- figures


def measured(title: str, plays: str, verdict: str = "average") -> dict[str, Any]:
    return {"faces": [title], "plays": plays, "verdict": verdict}


def test_figures_stay_with_the_version_that_was_played(store: Store) -> None:
    store.record("ice.yaml", [Entry("A", "1", {"title": "A"}, "p1")])
    store.record("ice.yaml", [Entry("A", "2", {"title": "A"}, "p2")])
    assert store.keep_figures("ice.yaml", [measured("A", "p1"), measured("B", "p9")]) == 1
    assert list(store.figures(1)) == ["p1"]
    store.keep_figures("ice.yaml", [measured("A", "p2"), measured("A", "p1", "stronger")])
    assert {plays: one["verdict"] for plays, one in store.figures(1).items()} == {
        "p2": "average",
        "p1": "stronger",
    }


def test_figures_of_a_card_that_was_renamed_meanwhile_find_it(store: Store) -> None:
    store.record("ice.yaml", [Entry("A", "1", {"title": "A"}, "p1")])
    store.record("ice.yaml", [Entry("X", "2", {"title": "X"}, "p1")])
    assert store.keep_figures("ice.yaml", [measured("A", "p1")]) == 1
    assert list(store.figures(1)) == ["p1"]


# --- what changed


def facts(text: str, folder: Path) -> dict[str, Any]:
    return entries(HEAD + text, folder)[0].facts


def test_changes_are_told_by_what_they_are_about(tmp_path: Path) -> None:
    before = facts(GEYSER, tmp_path)
    now = facts(
        "  - title: Geyser Guild\n    world: 3\n    vp: 1\n    copies: 2\n    produces: rare\n"
        "    powers: |\n      settle: cost -2 for rare worlds\n      produce: good\n",
        tmp_path,
    )
    assert [
        (one["what"], one["kind"], one["before"], one["now"]) for one in compare_facts(before, now)
    ] == [
        ("title", "changed", "Geyser Prospectors", "Geyser Guild"),
        ("type", "changed", "development", "world"),
        ("cost", "changed", 2, 3),
        ("good", "added", None, "produces rare"),
        ("copies", "added", None, 2),
        (
            "power",
            "changed",
            "settle: cost -1 for rare worlds",
            "settle: cost -2 for rare worlds",
        ),
        ("power", "added", None, "produce: good"),
    ]


def test_keywords_come_and_go_one_by_one(tmp_path: Path) -> None:
    def words(*keywords: str) -> dict[str, Any]:
        return {"title": "A", "keywords": list(keywords)}

    told = compare_facts(words("alien", "rebel"), words("rebel", "terraforming"))
    assert [(one["kind"], one["before"], one["now"]) for one in told] == [
        ("added", None, "terraforming"),
        ("removed", "alien", None),
    ]


def test_power_lines_that_are_not_alike_are_taken_away_and_added() -> None:
    told = compare_facts({"powers": ["produce: good"]}, {"powers": ["settle: military +3"]})
    assert [one["kind"] for one in told] == ["removed", "added"]


def test_the_english_of_both_stands_side_by_side(tmp_path: Path) -> None:
    before = facts(GEYSER, tmp_path)
    now = facts(GEYSER.replace("cost -1", "cost -2"), tmp_path)
    told = compare_english(before, now)
    assert told[-1] == {
        "before": "Settle: Rare worlds cost you 1 less.",
        "now": "Settle: Rare worlds cost you 2 less.",
        "same": False,
    }
    assert told[0]["same"]


def test_a_title_or_a_picture_plays_the_same_and_a_cost_does_not(tmp_path: Path) -> None:
    one, other, third = (
        entries(HEAD + text, tmp_path)[0].plays
        for text in (GEYSER, GEYSER.replace("Geyser", "Fog"), GEYSER.replace("vp: 1", "vp: 2"))
    )
    assert one == other != third


def test_a_tile_plays_otherwise_when_its_other_side_does(tmp_path: Path) -> None:
    before = entries(TILES, tmp_path)
    now = entries(TILES.replace("cost -1", "cost -2"), tmp_path)
    assert before[0].plays == before[1].plays
    assert before[1].plays != now[1].plays
    assert before[1].facts == now[1].facts


def test_a_card_that_cannot_be_read_has_no_play() -> None:
    assert facts_of(None, "A") == {"title": "A"}
    assert plays_of([None]) == ""


# --- back again


COMMENTED = f"{HEAD}  # first\n{GEYSER}  # second\n{MOON}    # of the moon\n\n  # third\n{SEA}"


def test_a_version_comes_back_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    old = "- title: Steam Moon # old\n  world: 2\n  vp: 3\n"
    new = apply_change(tmp_path / "ice.yaml", COMMENTED, Replace(1, old))
    moon = "  - title: Steam Moon # old\n    world: 2\n    vp: 3\n"
    assert new == f"{HEAD}  # first\n{GEYSER}  # second\n{moon}\n  # third\n{SEA}"


def test_what_was_kept_of_a_card_is_what_comes_back(tmp_path: Path) -> None:
    kept = entries(COMMENTED, tmp_path)[1].text
    other = COMMENTED.replace("world: 2", "world: 5").replace("    # of the moon\n", "")
    assert apply_change(tmp_path / "ice.yaml", other, Replace(1, kept)) == COMMENTED


def test_a_version_comes_back_with_the_ends_of_lines_of_the_file(tmp_path: Path) -> None:
    text = COMMENTED.replace("\n", "\r\n")
    kept = entries(COMMENTED, tmp_path)[1].text
    assert apply_change(tmp_path / "ice.yaml", text, Replace(1, kept)) == text


def test_a_tile_comes_back_too(tmp_path: Path) -> None:
    kept = entries(TILES, tmp_path)[0].text
    other = TILES.replace("development: 4", "development: 5")
    assert apply_change(tmp_path / "rim.yaml", other, Replace(0, kept)) == TILES


@pytest.mark.parametrize("text", ["", "- 5\n", "- title: A\n- title: B\n", "{", "title: A\n"])
def test_what_is_no_card_does_not_come_back(tmp_path: Path, text: str) -> None:
    with pytest.raises(CannotEdit):
        apply_change(tmp_path / "ice.yaml", ALL, Replace(1, text))


def test_a_page_asks_for_it_with_a_text() -> None:
    assert read_change({"do": "replace", "card": 1, "text": "- a"}) == Replace(1, "- a")
