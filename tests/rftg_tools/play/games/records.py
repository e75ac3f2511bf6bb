"""The record of a game that was played in a page."""

from playwright.sync_api import Page, expect

from rftg_dsl.cli import main
from tests.rftg_tools.play.games.serving import Server


def check_record(page: Page, server: Server) -> None:
    """The record of the game that is shown to its end replays; its log names every card."""
    names = page.locator("#log .named").all_text_contents()
    assert len(names) > 10
    assert "a card" not in names
    name = page.url.rsplit("/", 1)[1]
    (record,) = server.games.glob(f"{name}*")
    expect(page.locator("#scores .record")).to_contain_text(record.name)
    assert main(["replay", str(record)]) == 0
