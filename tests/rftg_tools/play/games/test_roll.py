"""Whole games of Roll against a bot in a browser: by keys at a desk, by dragging on a phone."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.rftg_tools.play.games import MARKS
from tests.rftg_tools.play.games.screens import Screens
from tests.rftg_tools.play.games.serving import Server
from tests.rftg_tools.play.games.sound import check_size, check_with_axe

pytestmark = MARKS
_READY = """() => document.querySelector("#scores")
  || document.querySelector("#ask.open [data-item]:enabled, #ask.open #confirm:enabled")"""
_BOXES = """() => {
  const found = ["#ask", "#ask .controls"].map((one) => document.querySelector(one));
  return found.every(Boolean) ? found.map((one) => one.getBoundingClientRect())
    .map((box) => [box.top, box.bottom]) : null;
}"""
_MOST_MARKS = 14
_MOST_STEPS = 3000


def begin(page: Page, server: Server, seed: str) -> None:
    page.goto(server.address)
    page.locator("#play").wait_for()
    page.locator("[name=game][value=roll]").check()
    page.locator("[name=seed]").fill(seed)
    page.locator("#play").click()
    page.wait_for_url("**/games/*")


class Player:
    """Somebody who answers by chance. drags: dice and tiles are dragged where that can be."""

    def __init__(self, page: Page, seed: str, drags: bool) -> None:
        self.page, self.drags = page, drags
        self.chance = Random(seed)
        self.kinds: set[str] = set()
        self.dragged = 0

    def play(self) -> None:
        """Answer whatever is asked, to the end of the game."""
        for _step in range(_MOST_STEPS):
            if not self.act():
                return
        raise AssertionError(f"the game is not over after {_MOST_STEPS} steps")

    def act(self) -> bool:
        """Take the next step; False if the game is over.

        What is drawn anew between two looks at the page is left for the next step.
        """
        self.page.wait_for_function(_READY)
        if self.page.locator("#scores").count():
            return False
        ask = self.page.locator("#ask")
        kind, form = ask.get_attribute("data-kind"), ask.get_attribute("data-form")
        if kind is None:
            return True
        if kind not in self.kinds:
            self.kinds.add(kind)
            check_with_axe(self.page, kind)
            check_size(self.page)
        check_reach(self.page)
        if form == "choice":
            self._choose(kind)
        else:
            self._count()
        return True

    def _choose(self, kind: str) -> None:
        items = self.page.locator("#ask .option:enabled")
        can = self.page.locator(".own .can[data-pick]")
        if self.drags and can.count() and self.chance.random() < 0.6:
            self._drag(can.nth(self.chance.randrange(can.count())))
            return
        # Most rounds workers are shown as they are: one who dictates for ever never ends.
        count = 1 if kind == "reassign" and self.chance.random() < 0.8 else items.count()
        if count:
            self._take(items.nth(at := self.chance.randrange(count)), at)

    def _take(self, item: Locator, at: int) -> None:
        if self.drags or at >= 9:
            item.click()
        else:
            self.page.keyboard.press(str(at + 1))
        self.page.wait_for_timeout(10)

    def _drag(self, item: Locator) -> None:
        mouse = self.page.mouse
        item.scroll_into_view_if_needed()
        box = item.bounding_box()
        if box is None:
            return
        mouse.move(x := box["x"] + box["width"] / 2, y := box["y"] + 12)
        mouse.down()
        mouse.move(x + 9, y + 9)
        drops = self.page.locator(".drop[data-drop]").all()
        if drops:
            place = self.chance.choice(drops).bounding_box()
            if place is not None:
                mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
                self.dragged += 1
        mouse.up()
        self.page.wait_for_timeout(10)

    def _count(self) -> None:
        more = self.page.locator("#ask [data-do=more]:enabled")
        ready = self.page.locator("#confirm:not([aria-disabled])")
        for _ in range(_MOST_MARKS):
            if ready.count() and self.chance.random() < 0.5:
                break
            if not (count := more.count()):
                break
            at = self.chance.randrange(count)
            self._take(more.nth(at), at)
        if ready.count():
            if self.drags:
                ready.click()
            else:
                self.page.keyboard.press("Enter")
        self.page.wait_for_timeout(10)


def check_reach(page: Page) -> None:
    """The answers keep to their place: where there are many, all of them can be scrolled to."""
    boxes = page.evaluate(_BOXES)
    if boxes is not None:
        (top, bottom), (first, last) = boxes
        assert top <= first + 1
        assert last <= bottom + 1


def check_end(page: Page) -> None:
    """The end is told: who won, a row for each player, and another game can be begun."""
    expect(page.locator("#scores tbody tr")).to_have_count(2)
    expect(page.locator("#scores-title")).to_contain_text("win")
    check_with_axe(page, "the end")


@pytest.mark.parametrize("drags", [False, True], ids=["keys at a desk", "drags on a phone"])
def test_a_whole_game_against_a_bot(screens: Screens, server: Server, drags: bool) -> None:
    page = screens.phone() if drags else screens.desk()
    begin(page, server, "7")
    player = Player(page, "7", drags)
    player.play()
    check_end(page)
    assert {"start tiles", "select", "recruit"} <= player.kinds
    assert not drags or player.dragged


def test_a_game_is_as_it_was_when_its_page_is_loaded_anew_and_after_an_undo(
    screens: Screens, server: Server
) -> None:
    page = screens.desk()
    begin(page, server, "8")
    page.locator("#ask[data-kind='start tiles'] .option").first.click()
    page.locator("#ask[data-kind=select]").wait_for()
    page.reload()
    page.locator("#ask[data-kind=select] .option").first.click()
    page.locator("#ask .option").first.click()
    expect(page.locator("#undo")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator("#ask[data-kind=select]")).to_be_visible()
