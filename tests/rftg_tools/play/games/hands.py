"""Hands: by what a person takes what the page shows. Each finds an element by its selector."""

from random import Random
from typing import Final, Protocol

from playwright.sync_api import Locator, Page

_SOON: Final = 10_000
"""Milliseconds until an element that can be taken is found not to be there."""


class Hands(Protocol):
    """A way to take things."""

    def take(self, page: Page, selector: str) -> None:
        """Click the element, or do what comes to the same."""


class Mouse:
    """Clicks: an element that is covered, or moves, is not taken."""

    def take(self, page: Page, selector: str) -> None:
        """Click it."""
        page.locator(selector).click(timeout=_SOON)


class Fingers:
    """Taps on a touch screen."""

    def take(self, page: Page, selector: str) -> None:
        """Tap it."""
        page.locator(selector).tap(timeout=_SOON)


class Keys:
    """The keyboard alone: the key that stands on what is to be taken, or Tab, arrows and Enter.

    shortcuts: how often, from 0 to 1, the key that stands there is pressed.
    """

    def __init__(self, seed: str, shortcuts: float = 0.8) -> None:
        self._shortcuts = shortcuts
        self._chance = Random(seed)

    def take(self, page: Page, selector: str) -> None:
        """Press what takes it."""
        target = page.locator(selector)
        target.wait_for(timeout=_SOON)
        key = target.evaluate(_KEY_OF)
        if key and self._chance.random() < self._shortcuts:
            is_option = target.get_attribute("data-option") is not None
            page.keyboard.press(key)
            if is_option:  # a key alone answers nothing
                page.keyboard.press("Enter")
            return
        self.reach(page, target)
        is_marked = target.get_attribute("aria-pressed") is not None
        is_ticked = target.evaluate("one => one.matches('input')")
        if not is_ticked or not target.is_checked():
            page.keyboard.press("Space" if is_marked or is_ticked else "Enter")

    def reach(self, page: Page, target: Locator) -> None:
        """Bring the focus to an element; wherever it is on the way, it can be seen."""
        for _ in range(_MOST_STEPS):
            step = target.evaluate(_STEP)
            if not step:
                return
            page.keyboard.press(step)
            check_focus(page, is_passing=True)
        raise AssertionError(f"the keyboard does not reach {target}")


def check_focus(page: Page, is_passing: bool = False) -> None:
    """Something has the focus, and is seen to have it.

    is_passing: Tab may have led beyond the last element; from there it leads to the first.
    """
    problem = page.evaluate(_UNSEEN_FOCUS, is_passing)
    assert not problem, problem


_MOST_STEPS: Final = 200
_KEY_OF: Final = """(target) => {
  const said = target.querySelector("kbd")?.textContent ?? "";
  const keys = { Esc: "Escape", Enter: "Enter" };
  if (said !== "Enter") return keys[said] ?? said.toLowerCase();
  // Enter takes what has the focus, if that can be taken.
  return document.activeElement.closest("button:not([data-card]), a, summary") ? "" : said;
}"""
_STEP: Final = """(target) => {
  const now = document.activeElement;
  if (now === target) return "";
  const group = now.closest("[data-group]");
  if (group && group === target.closest("[data-group]") && target.matches("[data-item]")) {
    const items = [...group.querySelectorAll("[data-item]")];
    return items.indexOf(target) > items.indexOf(now) ? "ArrowRight" : "ArrowLeft";
  }
  if (now.matches("[type=radio]") && now.name === target.name) {
    const follows = now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    return follows ? "ArrowDown" : "ArrowUp";
  }
  return "Tab";
}"""
_UNSEEN_FOCUS: Final = """(isPassing) => {
  const now = document.activeElement;
  if (now === document.body) return isPassing ? "" : "nothing has the focus";
  const frame = now.matches(".search input") ? now.parentElement : now;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(frame);
  const seen = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
  return seen ? "" : `the focus is not seen on ${now.outerHTML.slice(0, 200)}`;
}"""
