"""Nothing moves from question to question: tableaus, question and hand keep their places."""

from typing import Final

from playwright.sync_api import Page

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import Moment
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS
_MOST: Final = 1
"""Pixels that a place may differ, by rounding."""
_PLACES: Final = """() => ["bar", "others", "mine", "dock", "hand"].map((name) => {
  const box = document.querySelector(`.${name}`).getBoundingClientRect();
  return [name, box.left, box.top, box.width, box.height].map((one) => one?.toFixed?.(0) ?? one);
})"""


def test_the_table_stays_where_it_is_throughout_a_game(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    rules = ("goals", "takeovers")
    others = ("bot greedy",) * 3
    begin(page, server.address, *others, seed="4", sets=["brink-of-war"], rules=rules)
    first: list[list[str]] = []
    moved: list[str] = []

    def look(page: Page, now: Moment) -> None:
        if now.view != "ask":
            return
        places = page.evaluate(_PLACES)
        first[:] = first or places
        for (name, *before), (_name, *after) in zip(first, places, strict=True):
            if any(
                abs(int(one) - int(two)) > _MOST for one, two in zip(before, after, strict=True)
            ):
                moved.append(f"{now.kind}: {name} {before} {after}")

    person = Person(page, "4", look=look)
    person.play()
    assert person.answers > 30
    assert not moved, "\n".join(moved[:10])
