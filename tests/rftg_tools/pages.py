"""Load times of pages, and what axe finds in them: `python -m tests.rftg_tools.pages`.

A page is loaded once its first card is drawn. Bytes are those that came over the line, with an
empty cache. Of several loads the median is printed.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page

from rftg_dsl.cli import main as run_command
from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment
from rftg_tools.balance.findings import findings
from rftg_tools.balance.report.page import render
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import Study
from tests.browsers import PATIENCE, started_browser
from tests.forked import served
from tests.rftg_tools.axe import find_violations
from tests.rftg_tools.balance.trying import ENGINE, experiment, first_games
from tests.rftg_tools.play import ANN, BOB, form
from tests.rftg_tools.play.games.wishes import begin
from tests.rftg_tools.play.share.serving import shared
from tests.rftg_tools.review.games import record

SET: Final = Path("examples/frontier.yaml")
FIRST_CARD: Final = """(selector) =>
  [...document.querySelectorAll(selector)].some((one) => one.naturalWidth > 0)"""
COMMANDS: Final = ("settings", "tests", "balance", "print")
"""Commands of the studio that show another page or dialog."""
TABS: Final = ("tests", "balance", "versions", "notes")
"""Tabs of the studio's panel; playtests are beside the notes."""
WIDTHS: Final = {1440: 900, 390: 844}


def load(browser: Browser, address: str, card: str) -> tuple[float, int]:
    """Load a page; return the seconds until a card is drawn, and the bytes that came."""
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        sizes: list[int] = []
        line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        start = time.monotonic()
        page.goto(address)
        page.wait_for_function(FIRST_CARD, arg=card)
        return time.monotonic() - start, round(sum(sizes))


def measure(browser: Browser, name: str, address: str, card: str, times: int) -> None:
    """Print the medians of some loads."""
    loads = [load(browser, address, card) for _ in range(times)]
    seconds, sizes = (statistics.median(one) for one in zip(*loads, strict=True))
    print(f"{name}: {1000 * seconds:.0f} ms, {sizes / 1000:.0f} kB", flush=True)


def check(page: Page, name: str) -> None:
    """Print what axe finds in a page."""
    found = find_violations(page)
    told = [f"{one['impact']}: {one['help']}: {one['nodes'][0]['html'][:160]}" for one in found]
    print(f"axe, {name}: {len(told)} found", *told, sep="\n  ", flush=True)


def each_look(browser: Browser, address: str, look: Callable[[Page, str], None]) -> None:
    """Open a page at both widths, light and dark."""
    for width, height in WIDTHS.items():
        for scheme in ("light", "dark"):
            with browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                has_touch=width < height,
                reduced_motion="reduce",
            ) as context:
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(address)
                look(page, f"{width}, {scheme}")


def look_at_studio(page: Page, name: str) -> None:
    """Check the studio's pages and views."""
    page.locator("#cards li").first.click()
    for view in ("text", "form"):
        page.locator(f"#view [value={view}]").click()
        check(page, f"studio, {view}, {name}")
    for tab in TABS:
        page.evaluate("async (tab) => (await import('./layout.js')).showTab(tab)", tab)
        if page.locator("#phone").is_visible():
            page.evaluate("async () => (await import('./layout.js')).showPane('problems')")
        check(page, f"studio, {tab}, {name}")
    for command in COMMANDS:
        page.evaluate(f"async () => (await import('./commands.js')).runCommand('{command}')")
        page.locator("#print[open], #page:not([hidden]) .head").first.wait_for(state="attached")
        check(page, f"studio, {command}, {name}")
        if command == "tests" and page.locator("#phone").is_visible():
            page.locator("#test-list .item").first.click()
            check(page, f"studio, a test, {name}")


def look_at_table(page: Page, name: str) -> None:
    """Check the table as it is."""
    page.wait_for_function(FIRST_CARD, arg=".card img")
    check(page, f"table, {name}")


def look_at_review(page: Page, name: str) -> None:
    """Check the first decision of a review, and the end of the game."""
    page.locator("#decisions h2").wait_for()
    check(page, f"review, {name}")
    page.keyboard.press("End")
    check(page, f"review, the end, {name}")


def look_at_people(page: Page, name: str) -> None:
    """Check the dialog with the links of a shared game."""
    page.locator("#curtain button.primary").click()
    page.locator("#people-button:visible, [data-do=people]:visible").first.click()
    page.get_by_role("button", name="Create link").first.click()
    page.locator("#people input[readonly]").first.wait_for()
    check(page, f"people and links, {name}")


def write_report(folder: Path) -> Path:
    """Write the balance report of a few games of random players."""
    lab = CompiledExperiment(experiment(folder, ENGINE))
    study = Study(lab)
    store = Store(folder / "games.sqlite")
    for seed in first_games(lab, store, 40 // SEEDS_PER_RUN):
        study.add(seed)
    store.close()
    path = folder / "report.html"
    path.write_text(render(findings(study, 0.02), "rftg-dsl balance"), encoding="utf-8")
    return path


def look_at_page(page: Page, name: str) -> None:
    """Check a page as it is."""
    page.wait_for_load_state("networkidle")
    check(page, f"{page.title()}, {name}")


def main() -> None:
    """Print load times, and what axe finds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / SET.name).write_bytes(SET.read_bytes())
        games = folder / "games"
        games.mkdir()
        finished = json.dumps(record(sets=str(SET)))
        (games / "finished.json").write_text(finished, encoding="utf-8")
        gallery = folder / "gallery.html"
        run_command(["export", "gathering-storm", "--html", str(gallery)])
        studio = stack.enter_context(served("studio", folder=folder))
        play = stack.enter_context(served("play", "--games", "table", folder=folder))
        preview = stack.enter_context(served("preview", folder=folder))
        browser = stack.enter_context(started_browser())
        setup = browser.new_page()
        begin(setup, play, "bot expert", seed="1")
        table = setup.url
        measure(browser, "studio", studio, "#cards img, #face", times)
        measure(browser, "table", table, ".card img", times)
        each_look(browser, studio, look_at_studio)
        each_look(browser, table, look_at_table)
        each_look(browser, f"{studio.partition('/bench')[0]}/review/finished", look_at_review)
        written = tuple(path.as_uri() for path in (gallery, write_report(folder)))
        for address in (play, preview, *written):
            each_look(browser, address, look_at_page)
        (folder / "shared").mkdir()
        server = stack.enter_context(shared(folder / "shared"))
        game = server.begin(form(ANN, BOB))
        each_look(browser, f"{server.here}/games/{game}", look_at_people)


if __name__ == "__main__":
    main()
