"""Two tabs of one game: both show the same, either answers, and one that is behind is told so."""

import pytest
from playwright.sync_api import expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import agree
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import Listening
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS


@pytest.mark.parametrize(
    "most", [pytest.param(12, id="12 each"), pytest.param(None, id="all", marks=pytest.mark.soak)]
)
def test_two_tabs_answer_in_turn_and_agree_after_every_answer(
    screens: Screens, server: Server, most: int | None
) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "bot greedy", seed="4")
    other, _line = screens.beside(page)
    people = [Person(page, "4", look=Listening().look), Person(other, "2")]
    while agree(page, other).view != "over" and people[0].answers != most:
        people[0].act()
        people.reverse()
    assert all(person.answers > 10 for person in people)
    if most is None:
        check_record(page, server)


def test_an_answer_that_comes_late_is_refused_and_told(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "bot greedy", seed="2")
    other, line = screens.beside(page)
    first, late = Person(page, "2"), Person(other, "3")
    for _ in range(3):
        before = agree(page, other)
        line.hold()
        first.act()
        late.act()
        line.release()
        expect(other.locator("#ask .refusal")).to_contain_text("moved on")
        assert agree(page, other) != before
