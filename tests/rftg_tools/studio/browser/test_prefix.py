"""Studio, table and review in a folder of a host, such as https://example.org/x/y/app/."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, expect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from rftg_dev.serving import ending
from rftg_dsl.cli import main
from rftg_tools.web import serving as server
from tests.browsers import MARKS
from tests.forked import Server
from tests.rftg_tools.review.games import record
from tests.rftg_tools.studio.browser.bench import item, shown

pytestmark = MARKS
EXAMPLE: Final = Path("examples/frontier.yaml")
PREFIX: Final = "/x/y/app"


def run_below_prefix(arguments: Sequence[str]) -> int:
    """Run a command whose server has all its pages below the prefix, and nothing else."""
    serve_app = server.serve_app

    async def serve_below(app: ASGIApp, *rest: Any, **settings: Any) -> None:
        async def below(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"].startswith(f"{PREFIX}/"):
                scope = {**scope, "path": scope["path"].removeprefix(PREFIX)}
                await app(scope, receive, send)
            else:
                await PlainTextResponse("outside", 404)(scope, receive, send)

        await serve_app(below, *rest, **settings)

    server.serve_app = serve_below
    return main(arguments)


def expect_image(page: Page, selector: str) -> None:
    """Expect that an image is drawn."""
    expect(page.locator(selector).first).to_be_attached()
    page.wait_for_function(
        "(all) => [...document.querySelectorAll(all)].some((image) => image.naturalWidth > 0)",
        arg=selector,
    )


def test_everything_works_below_a_prefix(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / EXAMPLE.name).write_bytes(EXAMPLE.read_bytes())
    games = tmp_path / "games"
    games.mkdir()
    (games / "finished.json").write_text(json.dumps(record(sets=str(EXAMPLE))), encoding="utf-8")
    started = Server("studio", "--port", "0", "--no-browser", folder=tmp_path, run=run_below_prefix)
    with ending(started) as address:
        home = address.replace("/bench/", f"{PREFIX}/")
        outside: list[str] = []
        with shown(browser, f"{home}bench/") as page:
            page.context.on(
                "request",
                lambda request: (
                    None
                    if request.url.startswith((home, "blob:", "data:"))
                    else outside.append(request.url)
                ),
            )
            item(page, "Deep Range Tender").click()
            expect_image(page, "#cards img.thumb")
            with page.context.expect_page() as opened:
                page.keyboard.press("Alt+P")
            table = opened.value
            expect(table).to_have_url(re.compile(f"^{re.escape(home)}games/"))
            table.locator("#ask").wait_for()
            expect_image(table, "#hand img, #ask img, .card img")
            table.locator("a.home").click()
            expect(table).to_have_url(home)
            review = table.locator("[data-game=finished]").get_by_role("link", name="review")
            review.click()
            expect(table).to_have_url(f"{home}review/finished")
            expect_image(table, "#table img")
            expect(table.locator("#progress")).not_to_be_empty()
        assert not outside
