"""Random use of the studio: `python -m tests.rftg_tools.studio.browser.random_use`.

Somebody writes in form and text, uses list, palette, undo, views, reloads and a second tab, and
another program changes the file. After each action the file on the disk is the text in the
studio, list and head show its cards, and what was done is in it. Each action of which that is not
so is printed with its seed.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.browsers import started_browser
from tests.forked import served
from tests.rftg_tools.studio.browser.bench import EXPECTED

ICE: Final = """\
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
      explore: draw 1 # why

  - title: Moon
    military world: 3
    vp: 2
    windfall: rare
    keywords: [frozen]

  - title: Haze
    world: 1
    vp: 1

  - {title: Ice Hall, development: 2, vp: 1}

goals:
  - title: Settler
    first: 4 worlds
    after: [settle]
tests:
  - test: one
    given: {tableau: [Geyser], goals: [Settler]}
    when: explore
    then: {hand: 1}
"""
FOG: Final = """\
set: fog
title: Fog
requires: [ice]
cards:
  - title: Mist
    world: 1
    vp: 1
    powers: |
      explore: draw 1 per "Geyser"

  - title: Bank
    development: 3
    vp: 2
"""
FRESH: Final = 80
"""Actions after which the files are as in the beginning, so that they do not grow for ever."""
WAIT: Final = 60.0
"""Seconds in which the page must show what the text has."""
SNIPPETS: Final = ("2", "7", "x", "frozen", "4 worlds", "Cold", "trade: price +1", "'", "é🎉", "")
STATE: Final = """async () => {
  const { commitForm } = await import("./changes.js");
  const { opened, shownCard } = await import("./opened.js");
  const { isEdited, loadedFiles, saveFile, textOf } = await import("./files.js");
  const { post } = await import("./server.js");
  await commitForm();
  const files = loadedFiles();
  for (const file of files) if (isEdited(file) && !file.conflict) await saveFile(file);
  const { file, section, index } = opened();
  const { status, data } = await post("api/sheet", { name: file.name, text: textOf(file) });
  const sheet = status === 200 ? data : null;
  const entries = sheet && [...sheet.cards, ...sheet.goals];
  const titlesOf = (all) => all.map(({ keys }) => String(keys.title ?? ""));
  return {
    texts: Object.fromEntries(files.map((one) => [one.name, textOf(one)])),
    unsaved: files.some((one) => isEdited(one) || one.conflict),
    titles: entries && titlesOf(entries),
    open: sheet && index >= 0 ? titlesOf(sheet[section])[index] : null,
    shown: shownCard()?.title ?? null,
    head: document.getElementById("open-title").textContent,
    listed: [...document.querySelectorAll("#cards li b")].map((title) => title.textContent),
    isFiltered: Boolean(document.getElementById("filter").value)
      || document.querySelector("#kinds [aria-pressed=true]")?.value !== "all",
  };
}"""
BUTTONS: Final = "#form:not([inert]) :is([role=radio], .stepper button, .switch):visible"
INPUTS: Final = "#form:not([inert]) input[type=text]:visible:not([readonly])"


class Wrong(Exception):
    """Raised for what is not as it must be."""


class User:
    """Somebody who uses a studio at random."""

    def __init__(self, page: Page, folder: Path, seed: int) -> None:
        self.page, self.folder = page, folder
        self.random = random.Random(seed)
        self.done: list[str] = []
        self.said: list[str] = []
        self.count = 0
        page.on("pageerror", lambda error: self.said.append(error.stack or str(error)))
        page.on("console", lambda said: self._hear(said.text) if said.type == "error" else None)
        page.on("dialog", lambda dialog: dialog.accept())
        self.actions: list[tuple[Callable[[], None], int]] = [
            (self.write_text, 5),
            (self.write_form, 6),
            (self.press_in_form, 4),
            (self.open_card, 5),
            (self.rename, 2),
            (self.add, 2),
            (self.duplicate, 2),
            (self.delete, 3),
            (self.delete_several, 1),
            (self.move, 3),
            (self.drag, 1),
            (self.undo_and_redo, 3),
            (self.undo, 3),
            (self.find, 2),
            (self.filter, 1),
            (self.change_view, 3),
            (self.reload, 1),
            (self.write_in_second_tab, 1),
            (self.change_outside, 2),
            (self.merge, 1),
        ]

    def act(self) -> None:
        """Do something, and compare text, file and page. Raises Wrong, AssertionError, Error."""
        actions, weights = zip(*self.actions, strict=True)
        [action] = self.random.choices(actions, weights)
        self.count += 1
        self._do(f"{self.count}: {action.__name__}")
        action()
        self.settled()
        if self.said:
            raise Wrong(f"the console says {self.said}")

    def _hear(self, text: str) -> None:
        if not EXPECTED.match(text):
            self.said.append(text)

    def _do(self, what: str) -> None:
        self.done = [*self.done[-25:], what]

    # --- comparing

    def settled(self) -> dict[str, Any]:
        """Return the state of the page once nothing changes any more. Raises Wrong."""
        until = time.monotonic() + WAIT
        while True:
            state: dict[str, Any] = self.page.evaluate(STATE)
            if not (problem := self._difference(state)):
                return state
            if time.monotonic() > until:
                raise Wrong(problem)
            self.page.wait_for_timeout(60)

    def _difference(self, state: dict[str, Any]) -> str:
        for name, text in state["texts"].items():
            if (self.folder / name).read_text(encoding="utf-8") != text:
                return f"{name} is another text than in the studio"
        if state["unsaved"]:
            return "something is not saved"
        if state["titles"] is None or "" in state["titles"]:
            return ""  # the text cannot be read as cards, so the list shows older ones
        if not state["isFiltered"] and state["listed"] != state["titles"]:
            return f"the list shows {state['listed']}, the text has {state['titles']}"
        if state["open"] is not None and not state["head"] == state["shown"] == state["open"]:
            return f"{state['open']} is open, {state['head']} and {state['shown']} shown"
        return ""

    def _texts(self) -> dict[str, str]:
        texts: dict[str, str] = self.settled()["texts"]
        return texts

    def _expect_titles(self, wanted: list[str]) -> None:
        if (found := self.settled()["titles"]) != wanted:
            raise Wrong(f"the text has {found} instead of {wanted}")

    # --- writing

    def _word(self) -> str:
        return f"w{self.count}{self.random.choice('abc')}"

    def write_text(self) -> None:
        """Write a comment at the end of a line, or break something and mend it."""
        self.page.keyboard.press(self.random.choice(("Alt+2", "Alt+3")))
        lines = self.page.locator("#text .cm-editor:not([hidden]) .cm-line").all()
        self.random.choice(lines).click()
        self.page.keyboard.press("End")
        if self.random.random() < 0.3:
            self.page.keyboard.insert_text("  [")
            self.page.wait_for_timeout(self.random.choice((0, 300)))
            for _ in "  [":
                self.page.keyboard.press("Backspace")
            return
        word = self._word()
        self.page.keyboard.insert_text(f" # {word}")
        if not any(f"# {word}" in text for text in self._texts().values()):
            raise Wrong(f"{word} was written, and is not in the text")

    def write_form(self) -> None:
        """Write in a field of the form."""
        self.page.keyboard.press(self.random.choice(("Alt+1", "Alt+3")))
        place = self._any(INPUTS)
        if place is None:
            return
        text = self.random.choice(SNIPPETS)
        self._do(f"{place.evaluate('element => element.id')} {text!r}")
        place.click()
        if self.random.random() < 0.5:
            self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text) if text else self.page.keyboard.press("Delete")
        self.page.wait_for_timeout(self.random.choice((0, 0, 200)))
        self.page.keyboard.press(self.random.choice(("Tab", "Shift+Tab", "Control+s")))

    def press_in_form(self) -> None:
        """Press a button of a control."""
        self.page.keyboard.press("Alt+1")
        if button := self._any(BUTTONS):
            self._do(button.evaluate("element => element.outerHTML.slice(0, 90)"))
            button.click()

    def _any(self, selector: str) -> Locator | None:
        found = self.page.locator(selector).all()
        return self.random.choice(found) if found else None

    def rename(self) -> None:
        """Change the title of the open card, and find it wherever it was used."""
        self.page.keyboard.press("Alt+1")
        title = self.page.locator("#form:not([inert]) #field-title")
        if not title.is_visible() or not (old := title.input_value()):
            return
        before, new = self._texts(), f"Named {self._word()}"
        title.fill(new)
        title.press("Tab")
        after = self._texts()
        if self.page.locator("#problem").is_visible():
            return  # the page says why not
        name = self.page.locator("#sets").get_attribute("title") or ""
        if new not in after[name]:
            raise Wrong(f"{old} is not renamed to {new}")
        tests = [text.partition("\ntests:")[2] for text in (before[name], after[name])]
        if tests[0].count(f"[{old}]") != tests[1].count(f"[{new}]"):
            raise Wrong(f"{old} is not renamed to {new} in the tests")

    # --- the list

    def _items(self) -> list[Locator]:
        return self.page.locator("#cards li").all()

    def open_card(self) -> None:
        """Open a card by a click, keys or the next card."""
        items = self._items()
        if not items:
            return
        way = self.random.choice(("click", "Enter", "Alt+PageDown", "Alt+PageUp"))
        match way:
            case "click":
                self.random.choice(items).click()
            case "Enter":
                self.random.choice(items).press("Enter")
            case _:
                self.page.keyboard.press(way)

    def add(self) -> None:
        """Add a card."""
        titles = self.settled()["titles"]
        self.page.keyboard.press("Alt+n")
        state = self.settled()
        if titles is not None and not self._refused() and len(state["titles"]) != len(titles) + 1:
            raise Wrong("no card was added")

    def _refused(self) -> bool:
        return self.page.locator("#problem").is_visible()

    def duplicate(self) -> None:
        """Duplicate the open card."""
        titles = self.settled()["titles"]
        self.page.keyboard.press("Control+d")
        state = self.settled()
        if titles is not None and len(state["titles"]) - len(titles) not in (0, 1):
            raise Wrong("more than one card was added")

    def delete(self) -> None:
        """Delete a card by its key, and sometimes take that back at once."""
        state = self.settled()
        items = self._items()
        if not items or state["titles"] is None:
            return
        item = self.random.choice(items)
        title = item.locator("b").inner_text()
        item.press("Delete")
        after = self.settled()
        if after["titles"] == state["titles"]:
            if not self._refused():
                raise Wrong(f"{title} was not deleted")
        elif sorted([*after["titles"], title]) != sorted(state["titles"]):
            raise Wrong(f"{state['titles']} without {title} became {after['titles']}")
        elif self.random.random() < 0.5:
            self.page.locator(".toast button").last.click()
            if self._texts() != state["texts"]:
                raise Wrong(f"{title} is not back as it was")

    def delete_several(self) -> None:
        """Select cards, delete them, and undo that."""
        items = self._items()
        if len(items) < 4:
            return
        before = self._texts()
        first, second = self.random.sample(items[:4], 2)
        first.click()
        second.click(modifiers=["ControlOrMeta"])
        tools = self.page.locator("#selection")
        tools.get_by_role("button", name=self.random.choice(("Delete", "Duplicate"))).click()
        if self._texts() == before:
            self.page.keyboard.press("Escape")
            return
        self._press("undo")
        if self._texts() != before:
            raise Wrong("several cards are not back as they were")

    def move(self) -> None:
        """Move a card by keys, as quickly as keys repeat."""
        items = self._items()
        if not items:
            return
        before = self.settled()
        item = self.random.choice(items)
        key = self.random.choice(("Alt+ArrowUp", "Alt+ArrowDown"))
        item.focus()
        for _ in range(self.random.randint(1, 3)):
            self.page.keyboard.press(key)
        self._same_titles(before)

    def drag(self) -> None:
        """Drag a card to another one."""
        items = self._items()
        if len(items) < 2:
            return
        before = self.settled()
        one, other = self.random.sample(items, 2)
        self.page.evaluate("""() => {
          for (const kind of ["dragstart", "dragend"])
            addEventListener(kind, () => { document.body.dataset.drag = kind; }, { capture: true });
        }""")
        one.drag_to(other)
        begun = self.page.locator("body[data-drag=dragstart]")
        try:
            expect(begun).to_have_count(0)
        except AssertionError:  # the simulated mouse lost the end of its drag
            self.page.reload()
            expect(self.page.locator("#open-title")).not_to_be_empty()
        self._same_titles(before)

    def _same_titles(self, before: dict[str, Any]) -> None:
        after = self.settled()
        if before["titles"] and sorted(after["titles"] or []) != sorted(before["titles"]):
            raise Wrong(f"{before['titles']} became {after['titles']}")

    # --- undo

    def _can(self, command: str) -> bool:
        button = self.page.locator(f"header [data-command={command}]")
        return button.get_attribute("aria-disabled") != "true"

    def _press(self, command: str) -> bool:
        if not self._can(command):
            return False
        self.page.locator(f"header [data-command={command}]").click()
        self.settled()
        return True

    def undo(self) -> None:
        """Undo a step or two."""
        for _ in range(self.random.randint(1, 2)):
            before = self._texts()
            if self._press("undo") and self._texts() == before and self._can("undo"):
                raise Wrong("undo changed nothing")  # but what was typed and deleted at first

    def undo_and_redo(self) -> None:
        """Undo some steps, and redo them."""
        before = self._texts()
        steps = [self._press("undo") for _ in range(self.random.randint(1, 4))].count(True)
        for _ in range(steps):
            self._press("redo")
        if self._texts() != before:
            raise Wrong(f"{steps} steps undone and redone are another text")

    # --- the rest of the page

    def find(self) -> None:
        """Go to a card by the palette."""
        titles = [title for title in self.page.locator("#cards li b").all_inner_texts() if title]
        if not titles:
            return
        self.page.keyboard.press("Control+k")
        title = self.random.choice(titles)
        self.page.keyboard.insert_text(title)
        expect(self.page.locator("#palette [role=option]").first).to_contain_text(title)
        self.page.keyboard.press("Enter")

    def filter(self) -> None:
        """Filter the list, move something, and clear the filter."""
        field = self.page.locator("#filter")
        field.focus()  # a narrow list shows it then
        field.fill(self.random.choice(("world", "o", "no such card")))
        self.move()
        field.fill("")

    def change_view(self) -> None:
        """Show something else, or another size of window."""
        keys = self.random.choice(("Alt+1", "Alt+2", "Alt+3", "Control+j", "tab", "size"))
        match keys:
            case "tab":
                if tab := self._any("#panel [role=tab]:visible"):
                    tab.click()
            case "size":
                width = self.random.choice((1440, 1280, 1000))
                self.page.set_viewport_size({"width": width, "height": 900})
            case _:
                self.page.keyboard.press(keys)

    def reload(self) -> None:
        """Load the page again: the same card is open."""
        before = self.settled()
        self.page.reload()
        expect(self.page.locator("#cards > *").first).to_be_attached()
        expect(self.page.locator("#open-title")).to_have_text(before["head"])
        self.page.wait_for_function("async () => (await import('./opened.js')).opened()?.sheet")

    def write_in_second_tab(self) -> None:
        """Write in another tab of the same file."""
        word = self._word()
        other = self.page.context.new_page()
        other.goto(self.page.url)
        other.keyboard.press("Alt+2")
        line = other.locator("#text .cm-editor:not([hidden]) .cm-line").first
        line.click()
        other.keyboard.press("End")
        other.keyboard.insert_text(f" # {word}")
        expect(other.locator("#saved")).to_have_text("Saved")
        other.wait_for_timeout(100)
        expect(other.locator("#saved")).to_have_text("Saved")
        other.close()
        expect(self.page.locator("#saved")).to_have_text("Saved")
        self._find_in_text(word)

    def change_outside(self) -> None:
        """Change the open file as another program does."""
        word = self._word()
        self._path().write_text(f"{self._disk()}# {word}\n", encoding="utf-8")
        self._find_in_text(word)

    def _find_in_text(self, word: str) -> None:
        until = time.monotonic() + WAIT
        while not any(word in text for text in self._texts().values()):
            if time.monotonic() > until:
                place = "on the disk" if word in self._disk() else "not even on the disk"
                raise Wrong(f"{word} is {place}, and not in the text")
            self.page.wait_for_timeout(60)

    def _path(self) -> Path:
        self.settled()
        return self.folder / (self.page.locator("#sets").get_attribute("title") or "")

    def _disk(self) -> str:
        return self._path().read_text(encoding="utf-8")

    def merge(self) -> None:
        """Change the file here and elsewhere at once, and keep both."""
        path, theirs, mine = self._path(), self._word() + "t", self._word() + "m"
        self.page.keyboard.press("Alt+2")
        self.page.locator("#text .cm-editor:not([hidden]) .cm-line").first.click()
        self.page.keyboard.press("End")
        self.page.route("**/api/save", lambda route: route.abort())
        self.page.keyboard.insert_text(f" # {mine}")
        path.write_text(f"{path.read_text(encoding='utf-8')}# {theirs}\n", encoding="utf-8")
        expect(self.page.locator("#conflict")).to_be_visible()
        self.page.unroute("**/api/save")
        self.page.get_by_role("button", name="Compare and merge").click()
        is_mine = self.random.random() < 0.5
        self.page.locator("#merge [data-do=" + ("keep" if is_mine else "take") + "]").click()
        expect(self.page.locator("#merge")).to_be_hidden()
        self._find_in_text(mine if is_mine else theirs)


@dataclass
class Figures:
    """What came of a run. wrong: what was not as it must be, with the actions before it."""

    actions: int = 0
    wrong: list[str] = field(default_factory=list)


def run(browser: Browser, folder: Path, actions: int, seed: int = 1) -> Iterator[Figures]:
    """Use a studio of a folder at random; yield what came of it so far, after each fresh start."""
    figures = Figures()
    while figures.actions < actions:
        start = figures.actions
        (folder / "fog.yaml").write_text(FOG, encoding="utf-8")
        (folder / "ice.yaml").write_text(ICE, encoding="utf-8")
        with (
            served("studio", folder=folder) as address,
            browser.new_context(viewport={"width": 1440, "height": 900}) as context,
        ):
            page = context.new_page()
            user = User(page, folder, seed * 1_000_000 + start)
            page.goto(address)
            expect(page.locator("#open-title")).not_to_be_empty()
            try:
                for _ in range(min(FRESH, actions - start)):
                    figures.actions += 1
                    user.act()
            except (Wrong, AssertionError, Error) as problem:
                state = page.evaluate("JSON.stringify(document.body.dataset)")
                told = f"seed {seed}, from {start}: {user.done}, {state}: {problem}"
                figures.wrong.append(told)
        yield figures


def main() -> None:
    """Do as many actions as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun, told = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        for figures in run(browser, Path(folder), arguments.actions, arguments.seed):
            seconds, wrong = time.monotonic() - begun, len(figures.wrong)
            print(f"{figures.actions} actions in {seconds:.0f} s, {wrong} wrong")
            print(*figures.wrong[told:], sep="\n", flush=True)
            told = wrong


if __name__ == "__main__":
    main()
