"""What somebody uses a page with: a mouse, or the keyboard alone."""

from typing import Final, Protocol

from playwright.sync_api import Locator, Page, expect

_MOST_KEYS: Final = 150
_FAR: Final = 25
"""Keys after which the way to an element is noted as long."""
_STEP: Final = """(target) => {
  const now = document.activeElement;
  if (now === target) return "";
  const group = now.closest("[role=menu], [role=radiogroup], [role=tablist], [role=listbox]");
  const order = now.compareDocumentPosition(target);
  const isAhead = Boolean(order & Node.DOCUMENT_POSITION_FOLLOWING);
  if (group?.contains(target)) {
    return group.matches("[role=menu], [role=listbox]")
      ? (isAhead ? "ArrowDown" : "ArrowUp")
      : (isAhead ? "ArrowRight" : "ArrowLeft");
  }
  return isAhead ? "Tab" : "Shift+Tab";
}"""
_UNSEEN: Final = """() => {
  const now = document.activeElement;
  if (now === document.body || now.shadowRoot) return "";
  const ring = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
  };
  for (let one = now; one && one !== document.body; one = one.parentElement) {
    if (ring(one) && (one === now || one.matches(":focus-within"))) return "";
  }
  return now.outerHTML.slice(0, 160);
}"""


class Hands(Protocol):
    """A way to use a page. notes: what was troublesome."""

    notes: list[str]

    def press(self, target: Locator) -> None:
        """Press a button, or choose an item of a list, menu or group."""

    def write(self, target: Locator, text: str) -> None:
        """Write in a field, in the place of what is in it."""

    def count(self, target: Locator, more: int) -> None:
        """Make the number in a field larger."""


class Mouse:
    """A mouse, and a keyboard to write with."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def press(self, target: Locator) -> None:
        """Click it."""
        target.click()

    def write(self, target: Locator, text: str) -> None:
        """Click it and write."""
        target.click()
        target.page.keyboard.press("ControlOrMeta+a")
        target.page.keyboard.type(text)

    def count(self, target: Locator, more: int) -> None:
        """Click its plus."""
        plus = target.locator("xpath=following-sibling::button")
        for _ in range(more):
            plus.click()


class Keys:
    """The keyboard alone: Tab, arrows, Enter and Space lead everywhere."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def press(self, target: Locator) -> None:
        """Go to it, and press Enter; an item that arrows choose is chosen by then."""
        self._go_to(target)
        if (
            target.get_attribute("aria-checked") == "true"
            and target.get_attribute("role") == "radio"
        ):
            return
        target.page.keyboard.press("Enter")

    def write(self, target: Locator, text: str) -> None:
        """Go to it and write."""
        self._go_to(target)
        target.page.keyboard.press("ControlOrMeta+a")
        target.page.keyboard.type(text)

    def count(self, target: Locator, more: int) -> None:
        """Press the arrow up."""
        self._go_to(target)
        for _ in range(more):
            target.page.keyboard.press("ArrowUp")

    def _go_to(self, target: Locator) -> None:
        expect(target).to_be_visible()
        page: Page = target.page
        for count in range(_MOST_KEYS):
            step = target.evaluate(_STEP)
            if not step:
                if count > _FAR:
                    self.notes.append(f"{count} keys to {_name(target)}")
                return
            page.keyboard.press(step)
            if hidden := page.evaluate(_UNSEEN):
                self.notes.append(f"the focus is not seen on {hidden}")
        raise AssertionError(f"the keyboard does not reach {_name(target)}")


def _name(target: Locator) -> str:
    name: str = target.evaluate("one => one.outerHTML")
    return name[:120]
