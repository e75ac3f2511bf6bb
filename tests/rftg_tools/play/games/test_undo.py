"""Undo by its button, in a whole game: back to the same question, and never beyond a reveal."""

from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import Moment, agree, comes_to, moment, seen
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS
REVEALING = {"action", "starting hand"}
"""Answers after which the others' choices are seen, or cards are drawn."""


def test_what_can_be_undone_is_asked_again_as_it_was(screens: Screens, server: Server) -> None:
    page = screens.desk(has_art=False)
    begin(page, server.address, "bot greedy", seed="1")
    undone: set[str] = set()
    person = Person(page, "1")
    while True:
        before = moment(page)
        if before.view == "over":
            break
        shown = seen(page, before)
        person.act()
        after = moment(page)
        if before.kind in REVEALING:
            expect(page.locator("#undo:enabled")).to_have_count(0)
        elif before.kind not in undone and can_undo(page, after):
            page.locator("#undo").click()
            comes_to(lambda: seen(page, moment(page)), shown)
            undone.add(before.kind)
    assert {"pay for development", "pay for world"} <= undone
    expect(page.locator("#undo:enabled")).to_have_count(0)
    check_record(page, server)


def can_undo(page: Page, now: Moment) -> bool:
    """Whether the page offers to undo at this moment of the game."""
    return now.view == "ask" and page.locator("#undo").is_enabled()


def test_an_undo_that_comes_too_late_is_refused_and_told(screens: Screens, server: Server) -> None:
    """One tab is behind: it offers to undo an answer that something was revealed after."""
    page = screens.desk(has_art=False)
    begin(page, server.address, "bot greedy", seed="1")
    other, line = screens.beside(page)
    person = Person(page, "1")
    while not can_undo(other, moment(other)):
        person.act()
        agree(page, other)
    line.hold()
    while page.locator("#undo").is_enabled():
        person.act()
        moment(page)
    other.locator("#undo").click()
    line.release()
    expect(other.locator("#ask .refusal")).to_be_visible()
    agree(page, other)


def test_who_waits_for_the_next_person_can_take_back_before_passing_on(
    screens: Screens, server: Server
) -> None:
    page = screens.desk()
    begin(page, server.address, "human", seed="1")
    person = Person(page, "1")
    while (before := moment(page)).kind != "action":
        person.act()
    shown = seen(page, before)
    person.act()
    assert moment(page).view == "pass"
    page.locator("#undo").click()
    comes_to(lambda: seen(page, moment(page)), shown)
    person.act()
    on = page.locator("#ask [data-do=pass]")
    told = on.inner_text()
    on.click()
    expect(page.locator("#curtain h1")).to_have_text(told)
    expect(page.locator("[data-card]")).to_have_count(0)
