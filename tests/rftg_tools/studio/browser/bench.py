"""The page of a studio in a browser, and what a designer does there all the time."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browsers import PATIENCE

EXPECTED: Final = re.compile("Failed to load resource|WebSocket")
"""What the browser itself says of answers such as 409, and of a server that is not there."""
TEXT: Final = """\
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
COMMIT: Final = "async () => (await import('./changes.js')).commitForm()"

_ANSWERED_LATE: Final = """(late) => {
  const { fetch } = window;
  window.fetch = async (address, ...others) => {
    const delay = Object.entries(late).find(([end]) => String(address).endsWith(end))?.[1] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return fetch(address, ...others);
  };
}"""


def answer_late(page: Page, delays: dict[str, int]) -> None:
    """Let the server answer late. delays: milliseconds by the ends of addresses."""
    page.evaluate(_ANSWERED_LATE, delays)


@contextmanager
def shown(
    browser: Browser,
    address: str,
    width: int = 1440,
    height: int = 900,
    more: str = "Failed",
    scheme: str = "light",
) -> Iterator[Page]:
    """A page of a studio, in which nothing goes wrong that nobody asked for.

    At first it shows form and text side by side. more: how messages begin that are no fault of
    the page either.
    """
    wrong: list[str] = []
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    context.add_init_script("localStorage['studio.view'] ??= 'both'")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: wrong.append(error.stack or str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(address)
    expect(page.locator("#cards > *").first).to_be_attached()
    yield page
    context.close()
    wrong = [text for text in wrong if not (EXPECTED.match(text) or text.startswith(more))]
    assert not wrong, wrong


def item(page: Page, title: str) -> Locator:
    """A card or goal in the list."""
    return page.locator("#cards").get_by_role("option", name=title)


def titles(page: Page) -> Locator:
    """The titles in the list."""
    return page.locator("#cards li b")


def opened(page: Page, title: str) -> Locator:
    """Open a card; return the text of its file."""
    item(page, title).click()
    is_open(page, title)
    return page.locator("#text .cm-editor:not([hidden]) .cm-content")


def is_open(page: Page, title: str) -> None:
    """Wait until a card is open, and the form is filled with it."""
    expect(page.locator("#open-title")).to_have_text(title)
    expect(page.locator("#field-title")).to_have_value(title)
    expect(page.locator("#form")).not_to_have_attribute("inert", "")


def do(page: Page, command: str) -> None:
    """Press the button of a command."""
    page.locator(f'[data-command="{command}"]:visible').first.click()


def will_undo(page: Page, step: str) -> None:
    """Wait until the button says what it will undo, "" for nothing."""
    button = page.locator("header [data-command=undo]")
    expect(button).to_have_attribute("title", f"Undo: {step} (Ctrl Z)" if step else "Undo (Ctrl Z)")
    expect(button).to_have_attribute("aria-disabled", "false" if step else "true")


def to_line(page: Page, text: str) -> None:
    """Put the cursor at the end of the line with a text."""
    page.locator("#text .cm-line:visible").filter(has_text=text).first.click()
    page.keyboard.press("End")


def all_saved(page: Page) -> None:
    """Wait until everything is saved."""
    page.evaluate(COMMIT)
    expect(page.locator("#saved")).to_have_text("Saved")


def saved(page: Page, path: Path) -> str:
    """Return what is in a file once everything is saved."""
    all_saved(page)
    return path.read_text(encoding="utf-8")
