"""Whole games with an invasion, at a desk and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.invasions import ASKED
from tests.rftg_tools.play.games.moments import Moment
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import Listening
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS


@pytest.mark.soak
def test_five_players_meet_an_invasion(screens: Screens, server: Server) -> None:
    page = screens.desk()
    listening = Listening()
    damaged = 0

    def look(page: Page, now: Moment) -> None:
        nonlocal damaged
        listening.look(page, now)
        damaged = max(damaged, page.locator(".card.away").count())
        if now.kind == "bunker":
            expect(page.locator(".invasion summary")).to_contain_text("now: wave")

    others = ["bot random"] * 4
    begin(page, server.address, *others, seed="3", sets=["xeno-invasion"], rules=["invasion"])
    person = Person(page, "3", advice=0.3, look=look)
    person.play()
    assert "damage" in person.kinds
    assert len(person.kinds & ASKED) > 2
    assert damaged > 0
    expect(page.locator("#scores thead")).to_contain_text("Invasion")
    check_record(page, server)


def test_an_invasion_is_met_on_a_phone(screens: Screens, server: Server) -> None:
    page = screens.phone()
    begin(page, server.address, "bot random", seed="2", sets=["xeno-invasion"], rules=["invasion"])
    person = Person(page, "2", advice=0.3)
    person.play()
    assert len(person.kinds & ASKED) > 1
    page.locator(".invasion summary").click()
    expect(page.locator(".invasion tbody tr")).to_have_count(2)
    expect(page.locator("#scores thead")).to_contain_text("Invasion")
