"""The opening hand, and answers that are taken back."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import Moment, agree, comes_to, moment, seen
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.play.games.records import check_record
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.wishes import begin

pytestmark = MARKS
ICE = """\
set: ice
title: Ice and Steam
requires: [base]
cards:
  - title: Geyser Prospectors
    development: 2
    vp: 1
    powers: |
      trade: price +1 for rare goods
"""


def test_a_card_of_an_own_file_is_in_the_opening_hand_that_it_was_put_into(
    screens: Screens, tmp_path: Path
) -> None:
    (tmp_path / "ice.yaml").write_text(ICE, encoding="utf-8")
    screens.may_lose_server = True  # it ends before the page is closed
    page = screens.desk()
    with Server(tmp_path, "ice.yaml") as server:
        page.goto(server.address)
        expect(page.locator("#sentence")).to_contain_text("Ice and Steam")
        needed = page.get_by_role("checkbox", name="needed by Ice and Steam")
        expect(needed).to_be_checked()
        expect(needed).to_be_disabled()
        page.get_by_role("searchbox").fill("geyser")
        page.get_by_role("button", name="Geyser Prospectors").click()
        page.locator("#play").click()
        page.wait_for_url("**/games/*")
        assert moment(page).kind == "starting hand"
        mine = page.locator("#hand .card", has=page.get_by_alt_text("Geyser Prospectors"))
        expect(mine).to_have_count(1)
        kept = mine.get_attribute("data-card")
        for card in page.locator(
            "#hand .card", has_not=page.get_by_alt_text("Geyser Prospectors")
        ).all()[:2]:
            card.click()  # against bots a complete choice is sent at once
        assert moment(page).kind == "action"
        expect(page.locator(f"#hand [data-card='{kept}']")).to_be_visible()
        expect(page.locator("#log")).to_contain_text("take Geyser Prospectors")
        expect(page.locator("#log")).not_to_contain_text("a card")


def test_goals_of_an_own_file_are_on_until_they_are_switched_off(
    screens: Screens, tmp_path: Path
) -> None:
    goals = "modules: [goals]\ngoals: [{title: Road, first: 3 worlds, after: [settle]}]\ncards:"
    (tmp_path / "ice.yaml").write_text(ICE.replace("cards:", goals), encoding="utf-8")
    screens.may_lose_server = True  # it ends before the page is closed
    page = screens.desk()
    with Server(tmp_path, "ice.yaml") as server:
        page.goto(server.address)
        box = page.locator("[name=option][value=goals]")
        expect(box).to_be_checked()
        box.uncheck()
        expect(box).not_to_be_checked()
        box.check()
        page.locator("#play").click()
        page.wait_for_url("**/games/*")
        expect(page.locator("body")).to_contain_text("Road")


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
