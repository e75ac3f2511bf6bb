"""The page of a studio in a browser, and what a designer does there all the time."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsers import PATIENCE

EXPECTED = re.compile("Failed to load resource|WebSocket")
"""What the browser itself says of answers such as 409, and of a server that is not there."""
TEXT = """\
set: ice
title: Ice
requires: [base]
keywords: [frozen]
modules: [goals]

cards:
  # the first
  - title: Geyser # hot
    world: 2
    vp: 1
    powers: |
      explore: draw 1

  - title: Moon
    military world: 3
    vp: 2
    windfall: rare

goals:
  - title: Settler
    first: 4 worlds
    after: [settle]
"""


@contextmanager
def shown(
    browser: Browser, address: str, width: int = 1440, height: int = 900, more: str = "Failed"
) -> Iterator[Page]:
    """A page of a studio, in which nothing goes wrong that nobody asked for.

    more: how messages begin that are no fault of the page either.
    """
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script("localStorage.setItem('studio.view', 'both')")
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(address)
    expect(page.locator("#connection")).to_be_hidden()
    expect(page.locator("#saved")).to_have_text("Saved")  # a card is open
    yield page
    context.close()
    unexpected = [one for one in wrong if not (EXPECTED.match(one) or one.startswith(more))]
    assert unexpected == [], unexpected


def face(page: Page, title: str) -> Locator:
    return page.locator("#cards").get_by_role("option", name=title)


def opened(page: Page, title: str) -> Locator:
    """Open a card; return the text of its file."""
    face(page, title).click()
    text = page.locator("#text .cm-content:visible")
    expect(page.locator("#open-title")).to_have_text(title)
    expect(page.locator("#form")).not_to_have_attribute("inert", "")
    return text


def do(page: Page, what: str) -> None:
    page.locator(f'[data-command="{what}"]').first.click()


def to_line(page: Page, text: str) -> None:
    """Put the cursor at the end of the line with a text."""
    page.locator("#text .cm-line:visible").filter(has_text=text).first.click()
    page.keyboard.press("End")


def saved(page: Page) -> None:
    page.keyboard.press("Control+s")
    expect(page.locator("#saved")).to_have_text("Saved")
