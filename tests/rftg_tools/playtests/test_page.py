"""The page about playtests shows what the command prints."""

from __future__ import annotations

import re
from pathlib import Path

from rftg_tools.playtests.marks import Kind
from rftg_tools.playtests.played import CardPlayed, InSeat, Person, PlayedGame
from rftg_tools.playtests.report import Folder, Wanted, report
from rftg_tools.playtests.words import in_words
from tests.rftg_tools.playtests import a_mark

PAGE = Path(__file__).parents[3] / "docs" / "balance.md"
NOW = ("development", "cost 3", "1 VP", "`settle: cost -1`")
BEFORE = ("development", "cost 2", "1 VP", "`settle: cost -1`")


def a_game(version: str, says: tuple[str, ...], over: bool, *seats: InSeat) -> PlayedGame:
    ends = ((31, 1.0), (24, 0.0)) if over else ((None, None), (None, None))
    people = tuple(Person(seat, name, *ends[seat]) for seat, name in enumerate(("Ann", "Bo")))
    card = CardPlayed("yard", "Salvage Yard", version, says, seats)
    return PlayedGame("race", "", "", over, 10, 3, people, (card,))


def test_the_page_shows_what_the_command_prints() -> None:
    ann, bo = InSeat(0, 1, True, 3, 2.0), InSeat(1, 4, False, None, None)
    games = {
        "20260103-190211-0c1d2e.json": a_game("9c41e0", BEFORE, True, ann, bo),
        "20260110-200145-77aa01.json": a_game("9c41e0", BEFORE, True, InSeat(0, 0, True, 2, 4.0)),
        "20260117-193020-5b9f13.json": a_game("58346a", NOW, True, InSeat(1, 2, True, 5, 1.0)),
        "20260117-211502-e0a4c8.json": a_game("58346a", NOW, False, bo),
        "notes.json": PlayedGame(
            problem="it is not JSON: Expecting value: line 1 column 1 (char 0)"
        ),
    }
    marks = (
        a_mark(
            game="20260103-190211-0c1d2e",
            version="9c41e0",
            text="I placed half my hand for nothing",
        ),
        a_mark(
            game="20260117-193020-5b9f13",
            version="58346a",
            seat=1,
            name="Bo",
            over=True,
            kinds=(Kind.UNCLEAR,),
            text="does it count for military worlds?",
        ),
    )
    told = report(Folder(games, marks), Path("no such file"), Wanted())
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(
        r"^```console\n\$ rftg-dsl playtests\n(.*?)^```$", text, re.DOTALL | re.MULTILINE
    )
    assert found is not None
    assert in_words(told, Path("games")) == found.group(1)
