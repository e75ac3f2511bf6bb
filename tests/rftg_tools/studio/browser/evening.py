"""A designer's first evening: `python -m tests.rftg_tools.studio.browser.evening --out FOLDER`.

From an empty folder to printed sheets in the browser alone: a new set, three cards by the form, a
mistake that is fixed, a test, a balance, a game, and sheets. Each step leaves a picture. Notes of
a way by keyboard that is long, or of a focus that is not seen, are printed.
"""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from rftg_dev.serving import ending
from tests.browsers import PATIENCE, started_browser
from tests.forked import Server
from tests.rftg_tools.play.games.hands import Keys as TableKeys
from tests.rftg_tools.play.games.hands import Mouse as TableMouse
from tests.rftg_tools.play.games.moments import moment
from tests.rftg_tools.play.games.person import Person
from tests.rftg_tools.studio.browser.bench import EXPECTED
from tests.rftg_tools.studio.browser.fingers import Hands, Keys, Mouse
from tests.rftg_tools.studio.quick_studio import quickly

HEIGHTS: Final = {1440: 900, 1280: 800, 390: 844}
"""Heights of the windows, by their widths."""
ROUNDS: Final = 3
PHONE: Final = 900
"""Width below which the studio is that of a phone."""


class Evening:
    """A designer in the studio, who leaves pictures in a folder. wrong: errors of the pages."""

    def __init__(self, page: Page, hands: Hands, out: Path) -> None:
        self.page, self.hands, self.out = page, hands, out
        self.pictures = 0
        self.wrong: list[str] = []
        self.is_phone = page.viewport_size is not None and page.viewport_size["width"] < PHONE
        self.watch(page)

    def spend(self) -> None:
        """Do all that there is to do."""
        self.make_set()
        self.make_cards()
        self.make_test()
        self.measure()
        self.play()
        self.print()

    def watch(self, page: Page) -> None:
        """Note what goes wrong in a page."""
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on(
            "console",
            lambda said: (
                self.wrong.append(said.text)
                if said.type == "error" and not EXPECTED.match(said.text)
                else None
            ),
        )

    def picture(self, name: str, page: Page | None = None) -> None:
        """Keep a picture of the page."""
        self.pictures += 1
        page = page or self.page
        page.wait_for_timeout(400)  # so that what moves has arrived
        page.screenshot(path=self.out / f"{self.pictures:02}-{name}.png")

    # --- finding what is in the page

    def button(self, name: str) -> Locator:
        """The first button of a name that is seen."""
        return self.page.get_by_role("button", name=name, exact=True).filter(visible=True).first

    def field(self, label: str) -> Locator:
        """The field with a label that is seen."""
        return self.page.get_by_role("textbox", name=label, exact=True).filter(visible=True)

    def press(self, name: str) -> None:
        """Press a button."""
        self.hands.press(self.button(name))

    def menu(self, name: str, entry: str) -> None:
        """Choose an entry of a menu."""
        self.press(name)
        self.hands.press(self.page.get_by_role("menuitem", name=entry).first)

    def choose(self, label: str, choice: str) -> None:
        """Choose one of several values."""
        group = self.page.get_by_role("radiogroup", name=label, exact=True).filter(visible=True)
        self.hands.press(group.get_by_role("radio", name=choice).first)

    # --- steps

    def make_set(self) -> None:
        """Make a set from a template."""
        expect(self.page.get_by_role("heading", name="No sets yet")).to_be_visible()
        self.picture("empty")
        self.press("New set")
        dialog = self.page.get_by_role("dialog", name="New set")
        expect(dialog.get_by_label("Title")).to_be_focused()
        self.page.keyboard.type("Nomad Fleets")
        self.picture("new-set")
        self.press("Make the set")
        expect(dialog).to_be_hidden()
        expect(self.page.locator("#cards li")).to_have_count(5)
        self.picture("made")

    def new_card(self, title: str, kind: str, more: int) -> None:
        """Make a card. more: how much its cost or defense is raised."""
        if self.is_phone and self.page.locator("body").get_attribute("data-pane") != "list":
            self.press("All cards")
        self.press("New card")
        field = self.page.locator("#field-title")
        expect(field).to_be_focused()
        self.page.keyboard.type(title)
        self.choose("Type", kind)
        self.hands.count(self.field("Defense" if "Military" in kind else "Cost"), more)

    def power(self, phase: str, text: str) -> None:
        """Write a power."""
        self.menu("Add power", phase)
        self.page.keyboard.type(text, delay=15)

    def make_cards(self) -> None:
        """Make three cards by the form; one has a mistake, which is fixed."""
        page = self.page
        self.new_card("Caravan World", "World", 1)
        self.hands.write(page.locator("#field-vp"), "1")
        self.choose("Goods", "Windfall")
        self.picture("form")
        self.choose("Kind of good", "Novelty")
        self.power("Settle", "cos")
        expect(page.locator("#suggestions [aria-selected=true]")).to_have_text("cost")
        self.picture("completion")
        page.keyboard.press("Enter")
        page.keyboard.type(" -1")
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        expect(page.locator("#english")).to_contain_text("Settle")
        self.picture("world")

        self.new_card("Fleet Market", "Development", 2)
        self.hands.write(page.locator("#field-vp"), "2")
        self.power("Consume", "1 good -> 2 pv")
        page.keyboard.press("Escape")
        self.hands.press(page.locator("#field-title"))
        fix = page.locator(".power-row .problem").get_by_role("button", name="Apply fix")
        expect(fix).to_be_visible()
        self.picture("mistake")
        self.hands.press(fix)
        expect(page.locator(".power-row .problem")).to_have_count(0)
        self.picture("fixed")

        self.new_card("Raider Haven", "Military world", 2)
        self.hands.write(page.locator("#field-vp"), "2")
        self.power("Explore", "draw 1")
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        expect(page.locator("#saved")).to_have_text("Saved")
        self.picture("military")

    def make_test(self) -> None:
        """Write a test by its form."""
        page = self.page
        self.menu("More", "New test")
        form = page.get_by_role("form", name="Test")
        expect(form).to_be_visible()
        expect(page.locator("#test-name")).to_be_focused()
        self.picture("new-test")
        page.keyboard.type("Caravan World makes the next world cheaper")
        self.hands.press(form.get_by_role("radio", name="Settle"))
        self.picture("test")

    def measure(self) -> None:
        """Begin a balance, and pause it once it is known how long it takes."""
        page = self.page
        self.menu("More", "Balance")
        self.picture("balance-before")
        self.press("Measure")
        expect(page.locator("#page .run")).to_contain_text(re.compile("left|Measured"))
        self.picture("balance-running")
        self.press("Pause")
        self.picture("balance-paused")
        self.hands.press(page.locator("#page > .head [value=close]"))

    def play(self) -> None:
        """Play some rounds as the hints say, in another tab."""
        with self.page.context.expect_page() as opening:
            self.press("Play")
        table = opening.value
        table.wait_for_load_state()
        self.watch(table)
        seen: set[str] = set()

        def look(page: Page, now: object) -> None:
            kind = getattr(now, "kind", "") or getattr(now, "view", "")
            if kind and kind not in seen:
                seen.add(kind)
                self.picture(f"table-{kind}".replace(" ", "-"), table)

        hands = TableKeys("1") if isinstance(self.hands, Keys) else TableMouse()
        person = Person(table, "1", hands, advice=1.0, look=look)
        while self.round(table) <= ROUNDS and person.act():
            pass
        self.picture("table-end", table)
        table.close()

    @staticmethod
    def round(table: Page) -> int:
        """The round of a game, once there is something to do."""
        moment(table)
        found = re.search(r"Round (\d+)", table.locator("body").inner_text())
        return int(found[1]) if found else 1

    def print(self) -> None:
        """Save sheets, and draw them."""
        page = self.page
        if self.is_phone:
            self.menu("More", "Print and export")
        else:
            self.press("Print")
        dialog = page.get_by_role("dialog", name="Print and export")
        image = dialog.get_by_role("img", name="Preview: Sheet 1")
        expect(image).to_be_visible()
        expect(image).not_to_have_class("drawing")
        self.picture("print")
        with page.expect_download() as download:
            self.press("Save PDF")
        expect(dialog.get_by_role("status")).to_contain_text("is ready")
        self.picture("printed")
        path = self.out / "sheets.pdf"
        download.value.save_as(path)
        subprocess.run(["pdftoppm", "-r", "60", "-png", path, self.out / "sheet"], check=True)


def spend(browser: Browser, out: Path, width: int, scheme: str, by_keys: bool) -> Evening:
    """Spend an evening with a studio in an empty folder."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = Server("studio", "--port", "0", "--no-browser", folder=Path(folder), run=quickly)
        with ending(server) as address:
            context = browser.new_context(
                viewport={"width": width, "height": HEIGHTS[width]},
                color_scheme="dark" if scheme == "dark" else "light",
                has_touch=width < 900,
                is_mobile=width < 900,
            )
            page = context.new_page()
            page.goto(address)
            evening = Evening(page, Keys() if by_keys else Mouse(), out)
            try:
                evening.spend()
            finally:
                evening.picture("last")
                context.close()
    return evening


def main() -> None:
    """Spend the evening that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--width", type=int, choices=HEIGHTS, default=1440)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--keys", action="store_true")
    options = parser.parse_args()
    scheme = "dark" if options.dark else "light"
    expect.set_options(timeout=PATIENCE)
    with started_browser() as browser:
        evening = spend(browser, options.out, options.width, scheme, options.keys)
    print(*evening.hands.notes, sep="\n")
    if evening.wrong:
        raise SystemExit("\n".join(evening.wrong))


if __name__ == "__main__":
    main()
