"""Whole games at a desk: the base game, the first arc, the robot, two people at one screen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import Moment
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import Listening
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS


@pytest.mark.soak
def test_the_base_game_against_a_bot(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin(page, server.address, "bot greedy", seed="4")
    person = Person(page, "4", look=Listening().look)
    person.play()
    assert {"starting hand", "action", "place world", "pay for world"} <= person.kinds
    check_record(page, server)


@pytest.mark.soak
def test_all_of_the_first_arc_with_goals_and_takeovers(screens: Screens, server: Server) -> None:
    page = screens.desk("dark")
    rules = ("goals", "takeovers")
    others = ("bot greedy", "bot greedy")
    begin(page, server.address, *others, seed="4", sets=["brink-of-war"], rules=rules)
    person = Person(page, "4", look=Listening().look)
    person.play()
    expect(page.locator(".goal")).to_have_count(6)
    assert {"start world", "action"} <= person.kinds
    check_record(page, server)


@pytest.mark.soak
def test_the_robot(screens: Screens, server: Server) -> None:
    page = screens.desk()
    begin(page, server.address, "robot medium", seed="5", sets=["brink-of-war"])
    person = Person(page, "5", look=Listening().look)
    person.play()
    expect(page.locator(".robot")).to_contain_text("medium")
    check_record(page, server)


@pytest.mark.parametrize(
    "most", [pytest.param(25, id="25 turns"), pytest.param(None, id="all", marks=pytest.mark.soak)]
)
def test_two_people_at_one_screen_see_neither_hand_nor_choice_of_the_other(
    screens: Screens, server: Server, most: int | None
) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "human", seed="4")
    listening = Listening()
    curtains = 0

    def look(page: Page, now: Moment) -> None:
        nonlocal curtains
        listening.look(page, now)
        if now.view == "curtain":
            curtains += 1
            expect(page.locator("[data-card]:visible")).to_have_count(0)
            expect(page.locator("#table")).to_be_hidden()
        if now.kind == "action":
            expect(page.locator(".player .actions .action")).to_have_count(0)

    person = Person(page, "4", look=look)
    while curtains != most and person.act():
        pass
    assert curtains > 20
    if most is None:
        check_record(page, server)
