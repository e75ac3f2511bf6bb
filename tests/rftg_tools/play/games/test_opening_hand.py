"""The end of a designer's day: a new card is put into the opening hand, and is there."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browsers import MARKS
from tests.rftg_tools.play.games.moments import moment
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server

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
        mine = page.locator("#hand .card.own")
        expect(mine).to_have_count(1)
        expect(mine.locator("img")).to_have_attribute("alt", re.compile("^Geyser Prospectors"))
        kept = mine.get_attribute("data-card")
        for card in page.locator("#hand .card:not(.own)").all()[:2]:
            card.click()
        page.locator("#confirm").click()
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
