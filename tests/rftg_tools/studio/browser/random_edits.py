"""Random edits in the form of a card: `python -m tests.rftg_tools.studio.browser.random_edits`.

Somebody types, clears, waits, undoes and leaves a field in any way. A moment later the form shows
what the text has, the text has what was typed or the page says why not, and a saved file is the
text. Each edit of which that is not so is printed with its seed.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, ElementHandle, Error, Page, expect

from rftg_dsl.games import RACE
from rftg_dsl.syntax.written import without_comment
from rftg_tools.studio.editing import LINES, PARTS, WORDS, fields, sheet_of
from rftg_tools.studio.sheet import Section
from tests.browsers import started_browser
from tests.forked import served
from tests.rftg_tools.studio.browser.bench import opened, shown

CARDS: Final = """\
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
    windfall: purple
    powers: |
      # in the block
      explore: draw 1 # why

  - title: Moon
    military world: 3
    vp: variable
    copies: 2 # twice
    start:
      number: 7
      colour: red
    keywords: [frozen, rebel]

  - {title: Ice Hall, development: two, vp: 1, art: sea.png}

goals:
  - title: Settler
    first: 4 worlds
    after: [settle]
tests:
  - test: one
    given: {tableau: [Geyser], goals: [Settler]}
"""
SNIPPETS: Final = (
    *("2", "7", "-3", "+1", "007", "1e3", "variable", "99999999999999999999", "x", "1:30", "0x1f"),
    *("frozen", "rebel", "alien, ", ", ,", "a b", "4 worlds", "settle, produce", "Moon", "Cold"),
    *("explore: draw 1", "trade: price +1", "produce: good # hm", "# note", "drw", "trade: "),
    *("'", '"', "- ", "[", "{a}", "%", "@", "\\\\", "é🎉", "null", "~", "yes", "  ", "|", ">", "?"),
    *("!x", "&a", "*a", "`", ": ", " #", "sea.png", "pi"),
)
PAUSES: Final = (0, 0, 0, 60, 200, 450)
"""Milliseconds between two things that somebody does in a field."""
FRESH: Final = 40
"""Edits after which the file is as in the beginning, so that it does not grow for ever."""
WAIT: Final = 60.0
"""Seconds until form and text must agree."""
CALM: Final = 0.35
"""Seconds for which they must, longer than the form waits for quiet before it is filled."""
STATE: Final = """async () => {
  const { opened } = await import("./opened.js");
  const { textOf } = await import("./files.js");
  const { file, section, index } = opened();
  const valueOf = (control) => {
    const chips = [...control.querySelectorAll(".chip button")].map((button) => button.value);
    const input = control.matches("input") ? control : control.querySelector("input");
    if (control.matches(".chips")) return [...chips, input.value].filter(Boolean).join(", ");
    const chosen = control.querySelector('[aria-checked="true"], [aria-pressed="true"]');
    if (chosen || control.matches(".seg")) return chosen?.value ?? "";
    return input.value;
  };
  const powersIn = (entry) => [...entry.querySelectorAll(".power-row")].flatMap((row) => {
    const { value } = row.querySelector("textarea");
    const isBegun = !value.trim() && row.contains(document.activeElement);
    const line = (row.querySelector(".phase-pick").dataset.prefix + value).trim();
    return [[isBegun ? "begun" : "", line]];
  });
  const fields = [...document.querySelectorAll("#form .entry")].map((entry) => {
    const controls = [...entry.querySelectorAll(":scope > .field > :last-child")];
    const isPair = controls.length > 1 && !controls[0].dataset.part;
    const shown = controls.map((control, number) => [
      isPair && number === 0 ? "choice" : control.dataset.part ?? "", valueOf(control),
    ]);
    return [entry.dataset.key, entry.dataset.key === "powers" ? powersIn(entry) : shown];
  });
  return { text: textOf(file), section, index, said, fields: Object.fromEntries(fields) };
}"""
CONTROLS: Final = """() => {
  for (const fold of document.querySelectorAll("#form details")) fold.open = true;
  const all = "#form :is(input, textarea, button):not([tabindex='-1'], [aria-checked='true'])";
  const isShown = (element) => element.checkVisibility();
  return [...document.querySelectorAll(all)].filter(isShown).map((element) => {
    const part = element.closest(".entry, .line");
    const { key } = (part.matches(".entry") ? part : part.querySelector(".entry")).dataset;
    element.dataset.key = key;
    return element;
  });
}"""
OPEN: Final = """async ([file, section, index]) => {
  await (await import("./opened.js")).openFile(file, section, index);
}"""
LISTEN: Final = """() => {
  globalThis.said = "";
  const problem = document.getElementById("problem");
  new MutationObserver(() => {
    if (!problem.hidden) said += problem.textContent;
  }).observe(problem, { attributes: true, childList: true, subtree: true });
}"""
"""Keeps what the page says of an edit: the next one takes it away."""


@dataclass
class Figures:
    """What came of a run. wrong: the edits after which something did not agree."""

    edits: int = 0
    wrong: list[str] = field(default_factory=list)


def shown_values(keys: dict[str, Any], section: str) -> dict[str, list[list[Any]]]:
    """Return what the form has to show for a card, as the page tells of its fields."""
    found = {}
    for one in fields(RACE, Section(section)):
        used = next((key for key in one["keys"] if key in keys), "")
        value = keys.get(used, one["default"])
        kind = one["kind"]
        if kind == LINES:
            parts = [["", line] for line in value or []]
        elif one["keys"] == ["drawing"]:
            parts = []  # its pictures are no fields
        elif kind == PARTS:
            parts = [[name, _text((value or {}).get(name))] for name in one["parts"]]
        else:
            parts = [["", _text(value)]]
            if len(one["keys"]) > 1:
                parts = [["choice", used], *parts]
        found[one["keys"][0]] = parts
    return found


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def expected(field_key: str, section: str, values: list[list[Any]]) -> list[list[Any]]:
    """Return what a field must show after it is left with some values in it.

    A field that is left empty shows its default.
    """
    field_ = next(one for one in fields(RACE, Section(section)) if one["keys"][0] == field_key)
    kind, default = field_["kind"], _text(field_["default"])
    if kind == LINES:
        lines = [without_comment(value.strip()).strip() for name, value in values if not name]
        return [["", line] for line in lines if line]
    return [[name, _normal(kind, value) or ("" if name else default)] for name, value in values]


def _normal(kind: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if kind == WORDS:
        words = dict.fromkeys(word.strip() for word in value.split(","))
        return ", ".join(word for word in words if word)
    text = value.strip()
    is_number = kind in ("number", PARTS) and text.removeprefix("-").isdecimal() and len(text) < 16
    return str(int(text)) if is_number else text


class Editor:
    """Somebody who edits cards at random."""

    def __init__(self, page: Page, path: Path, seed: int) -> None:
        self.page, self.path = page, path
        self.random = random.Random(seed)
        self.done: list[str] = []

    def edit(self) -> str:
        """Edit one field; return what does not agree then, "" where all does."""
        self.done = []
        if self.random.random() < 0.15:
            self._open_another()
        self.page.evaluate("() => void (said = '')")
        places = self.page.evaluate_handle(CONTROLS)
        number = self.random.randrange(places.evaluate("places => places.length"))
        place = places.get_property(str(number)).as_element()
        assert place is not None
        key = str(place.evaluate("element => element.dataset.key"))
        self._do(f"{key}: {place.evaluate('element => element.outerHTML.slice(0, 90)')}")
        may_differ = self._write(place, key)
        state = self._state()
        section, index = state["section"], state["index"]
        is_saved = self._leave(section, index)
        values = state["fields"].get(key, [])  # undo may have opened a goal, which has other fields
        is_begun = key == "powers" and any(name for name, _ in values)
        may_differ |= is_begun or (is_saved and key == "powers")  # in canonical form
        is_completed = key == "powers" and self.done[-1] == "leave by Enter"
        may_differ |= is_completed or not values
        typed = None if may_differ else expected(key, section, values)
        problem = self._disagreement(key, typed)
        return problem or (self._difference_of_file() if is_saved else "")

    def _do(self, what: str) -> None:
        self.done.append(what)

    def _open_another(self) -> None:
        self._open(self.random.randrange(self.page.locator("#cards li").count()))

    def _open(self, number: int) -> None:
        self._do(f"open card {number}")
        self.page.locator("#cards li").nth(number).click()
        expect(self.page.locator("#form")).not_to_have_attribute("inert", "")
        expect(self.page.locator("#field-title")).to_be_visible()
        assert not self._disagreement("", None)

    def _write(self, place: ElementHandle, key: str) -> bool:
        """Do something in a field; return whether its value may be another one by itself.

        That is so after undo, and for all that a button does.
        """
        if place.evaluate("element => element.matches('.grip')"):
            return self._move_power(place)
        try:
            place.click()
        except Error:  # it has gone in the meantime, such as a problem with its button
            return True
        if place.evaluate("element => element.localName !== 'button'"):
            return [self._act() for _ in range(self.random.randint(1, 4))].count("undo") > 0
        if place.evaluate("element => element.ariaExpanded === 'true'"):  # a menu
            for _ in range(self.random.randrange(4)):
                self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press(self.random.choice(("Enter", "Enter", "Escape")))
            if self.page.evaluate("() => document.activeElement.localName") == "textarea":
                self._act()
        return True

    def _move_power(self, grip: ElementHandle) -> bool:
        """Move a power by its handle, or put it back."""
        grip.focus()
        self.page.keyboard.press("Space")
        for _ in range(self.random.randint(1, 3)):
            self.page.keyboard.press(self.random.choice(("ArrowUp", "ArrowDown")))
        self.page.keyboard.press(self.random.choice(("Space", "Space", "Escape")))
        self._do("move the power")
        return True

    def _act(self) -> str:
        keys = self.page.keyboard
        what = self.random.choice(("type", "type", "type", "clear", "back", "choose", "undo"))
        match what:
            case "type":
                text = self.random.choice(SNIPPETS)
                self._do(f"type {text!r}")
                keys.insert_text(text)
            case "clear":
                keys.press("Control+a")
                keys.press("Delete")
            case "back":
                for _ in range(self.random.randint(1, 4)):
                    keys.press("Backspace")
            case "choose":
                keys.press("ArrowDown")
                keys.press("Enter")
            case "undo":
                if self.random.random() < 0.5:
                    return ""
                keys.press("Control+z")
        pause = self.random.choice(PAUSES)
        self._do(f"{what}, {pause} ms")
        self.page.wait_for_timeout(pause)
        return what

    def _leave(self, section: str, index: int) -> bool:
        """Leave the field of a card of a section; return whether the file was saved."""
        page = self.page
        way = self.random.choice(("Tab", "Tab", "Shift+Tab", "Enter", "away", "save", "other"))
        self._do(f"leave by {way}")
        match way:
            case "away":
                page.locator("#open-title").click()
            case "save":
                page.keyboard.press("Control+s")
                page.locator("#open-title").click()
            case "other":
                page.locator("#cards li").first.click()
                page.evaluate(OPEN, [self.path.name, section, index])
            case "Enter":
                page.keyboard.press("Enter")
                page.keyboard.press("Tab")
            case _:
                page.keyboard.press(way)
        return way == "save"

    def _state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found

    def _disagreement(self, key: str, typed: list[list[Any]] | None) -> str:
        """Return what does not agree in the end. typed: what must be in a field of a key."""
        until, since = time.monotonic() + WAIT, None
        while True:
            problem, now = self._difference(key, typed), time.monotonic()
            since = None if problem else since or now
            if (since and now > since + CALM) or now > until:
                return problem
            self.page.wait_for_timeout(80)

    def _difference(self, key: str, typed: list[list[Any]] | None) -> str:
        state = self._state()
        sheet = sheet_of(self.path, state["text"])
        keys = sheet[state["section"]][state["index"]]["keys"]
        wanted = shown_values(keys, state["section"])
        for field_key, values in state["fields"].items():
            is_choice = field_key in wanted and values and values[0][0] == "choice"
            if is_choice and not wanted[field_key][0][1]:
                wanted[field_key] = values  # the key that a number is for, or none
        powers = state["fields"].get("powers", [])
        is_begun = len(powers) > len(wanted.get("powers", []))  # a power without words yet
        if powers:
            state["fields"]["powers"] = [
                ["", line] for name, line in powers if not (name and is_begun)
            ]
        if state["fields"] != wanted:
            return f"the form shows {_differing(state['fields'], wanted)}, the text has the second"
        now = state["fields"].get(key, typed)  # Tab may lead into the text, to another card
        if typed is not None and not state["said"] and now != typed:
            return f"{typed} was typed in {key}, and became {now}"
        return ""

    def _difference_of_file(self) -> str:
        try:
            expect(self.page.locator("#saved")).to_have_text("Saved", timeout=1_000 * WAIT)
        except AssertionError:
            return "the file is not saved"
        text = self._state()["text"]
        return "" if self.path.read_text(encoding="utf-8") == text else "the file is another text"


def _differing(one: dict[str, Any], other: dict[str, Any]) -> str:
    return str({key: (one.get(key), other[key]) for key in other if one.get(key) != other[key]})


def run(browser: Browser, folder: Path, edits: int, seed: int = 1) -> Iterator[Figures]:
    """Make random edits in a studio of one file in a folder; yield what came of them so far."""
    figures = Figures()
    path = folder / "ice.yaml"
    for start in range(0, edits, FRESH):
        path.write_text(CARDS, encoding="utf-8")
        with served("studio", folder=folder) as address, shown(browser, address) as page:
            page.on("dialog", lambda dialog: dialog.accept())
            page.evaluate(LISTEN)
            opened(page, "Geyser")
            expect(page.locator("#field-title")).to_be_visible(timeout=1_000 * WAIT)
            editor = Editor(page, path, seed * 1_000_000 + start)
            for _ in range(min(FRESH, edits - start)):
                figures.edits += 1
                if problem := editor.edit():
                    figures.wrong.append(f"seed {seed}, from {start}: {editor.done}: {problem}")
                    break  # what follows would start from something wrong
        yield figures


def main() -> None:
    """Make as many edits as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun, told = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder, started_browser() as browser:
        for figures in run(browser, Path(folder), arguments.edits, arguments.seed):
            seconds, wrong = time.monotonic() - begun, len(figures.wrong)
            print(f"{figures.edits} edits in {seconds:.0f} s, {wrong} disagreements")
            print(*figures.wrong[told:], sep="\n", flush=True)
            told = wrong


if __name__ == "__main__":
    main()
