"""In a real browser: a card is marked on a phone, by keyboard and at the end, and found again."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect

from rftg_dsl.cli import main
from rftg_tools.playtests.marks import Marks
from tests.browsers import MARKS
from tests.forked import served
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.playtests import YARD, put, race_record, roll_record, yard

pytestmark = MARKS
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
MARKUP = "<img src=x onerror=alert(1)> <b>too good</b>"


@dataclass
class Studio:
    """A studio that is served. folder: where it works."""

    address: str
    browser: Browser
    folder: Path

    def page(self, path: str, size: dict[str, int], **other: bool) -> Page:
        """A page in which nothing may go wrong."""
        page = self.browser.new_page(
            viewport={"width": size["width"], "height": size["height"]},
            reduced_motion="reduce",
            has_touch=other.get("touch", False),
        )
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        if not path.startswith("bench"):  # where the editor's own pictures are refused
            page.on("console", lambda said: self._note(said.type, said.text))
        page.goto(self.address + path)
        return page

    def _note(self, kind: str, text: str) -> None:
        if kind == "error":
            self.wrong.append(text)

    def begin(self, page: Page) -> str:
        """Begin a game of Ann, who has the own card in hand, and Bo; its id."""
        seats = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bo"}]
        asked = {"sets": ["yard"], "seats": seats, "opening": [["Salvage Yard"], []], "seed": "1"}
        origin = {"origin": self.address.rstrip("/")}
        answer = page.request.post(f"{self.address}api/games", data=asked, headers=origin)
        assert answer.status == 201, answer.text()
        return str(answer.json()["id"])

    def __post_init__(self) -> None:
        self.wrong: list[str] = []


@pytest.fixture(scope="module")
def studio(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("studio")
    games = folder / "games"
    games.mkdir()
    record = race_record(str(yard(folder, YARD)), people=2)
    put(games, "finished", record)
    put(games, "tiles", roll_record(people=1))
    with served("studio", ".", folder=folder) as address:
        host = address.split("/bench")[0].rstrip("/") + "/"
        found = Studio(host, browser, folder)
        yield found
        assert found.wrong == []


def sit_down(page: Page) -> None:
    """Take Ann's seat on a screen that is hers alone."""
    page.get_by_role("button", name="This screen is for Ann only").click()
    expect(page.locator("#hand")).to_be_visible()


def long_press(card: Locator, shown: Locator) -> None:
    """Press a card until it is shown large: while the page scrolls yet, a press is none."""
    while not shown.is_visible():
        card.dispatch_event("pointerdown", {"pointerType": "touch"})
        with suppress(TimeoutError):
            shown.wait_for(timeout=2_000)


def test_a_card_that_is_marked_on_a_phone_is_found_at_the_bench_and_by_the_command(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = studio.page("bench/", DESK)
    bench.locator("#cards li").filter(has_text="Salvage Yard").click()
    bench.get_by_role("tab", name="Notes").click()
    beside = bench.locator("#notes")
    expect(beside).to_contain_text("1 game (1 finished), 2 seats")
    expect(beside).to_contain_text("Current text")

    phone = studio.page("", PHONE, touch=True)
    game = studio.begin(phone)
    phone.goto(f"{studio.address}games/{game}")
    sit_down(phone)
    card = phone.locator("#hand").get_by_role("button", name="Salvage Yard").first
    card.scroll_into_view_if_needed()
    long_press(card, phone.locator(".large.pinned"))
    phone.locator(".large.pinned").get_by_role("button", name="Give feedback").tap()
    dialog = phone.get_by_role("dialog", name="Feedback on Salvage Yard")
    dialog.get_by_label("too strong").check()
    dialog.get_by_label("Comment").fill(f"{MARKUP}\nreally")
    check_with_axe(phone, "dialog")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    dialog.get_by_role("button", name="Save").tap()
    expect(dialog).to_be_hidden()

    expect(beside).to_contain_text(f"{MARKUP} really")
    expect(beside).to_contain_text("“too strong”1")
    expect(beside.locator("li").locator("img, b")).to_have_count(0)
    expect(beside).to_contain_text(f"Ann, round 0, {game}")
    check_with_axe(bench, "bench")

    monkeypatch.chdir(studio.folder)
    assert main(["playtests", "--card", "Salvage Yard"]) == 0
    text = capsys.readouterr().out
    assert "marked too strong (1)" in text
    assert f"Ann, round 0, {game}: {MARKUP} really" in text
    bench.close()
    phone.close()


def test_a_card_is_marked_by_keys_alone_and_others_are_not_shown_it(studio: Studio) -> None:
    page = studio.page("", DESK)
    game = studio.begin(page)
    page.goto(f"{studio.address}games/{game}")
    sit_down(page)
    card = page.locator("#hand").get_by_role("button", name="Salvage Yard").first
    card.focus()
    page.keyboard.press("!")
    dialog = page.get_by_role("dialog", name="Feedback on Salvage Yard")
    expect(dialog).to_be_visible()
    for key in ("Tab", "Tab", "Space", "Tab"):
        page.keyboard.press(key)
    page.keyboard.type("what is it for! 1 2 3?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    (kept,) = Marks(studio.folder / "games").read_game(game)
    assert (list(kept.kinds), kept.text) == (["unclear"], "what is it for! 1 2 3?")
    expect(page.locator(".card.picked")).to_have_count(0)

    card.focus()  # what was said stands there, to be changed
    page.keyboard.press("!")
    expect(dialog.get_by_label("unclear")).to_be_checked()
    expect(dialog.get_by_label("Comment")).to_have_value("what is it for! 1 2 3?")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    other = studio.page(f"games/{game}", DESK)
    other.get_by_role("button", name="I am Ann: show my cards").wait_for()
    assert "what is it for" not in other.content()
    other.close()
    page.close()


@pytest.mark.parametrize(
    ("game", "size"), [("finished", PHONE), ("finished", DESK), ("tiles", PHONE)]
)
def test_at_the_end_all_can_be_read_and_said_yet(
    studio: Studio, game: str, size: dict[str, int]
) -> None:
    page = studio.page(f"games/{game}", size)
    said = f"{MARKUP} {size['width']}"
    thoughts = page.locator("#thoughts")
    thoughts.get_by_text("Give feedback on a card").click()
    one = thoughts.locator(".cards-to-mark button").first
    title = one.text_content() or ""
    one.click()
    dialog = page.get_by_role("dialog", name=f"Feedback on {title}")
    dialog.get_by_label("never a reason to play").check()
    dialog.get_by_label("Comment").fill(said)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    mine = thoughts.get_by_role("listitem").filter(has_text=said)
    expect(mine).to_contain_text("after the game")
    expect(mine).to_contain_text("never a reason to play")
    expect(thoughts.locator("img")).to_have_count(0)
    check_with_axe(page, "end")
    page.close()


def test_a_tile_that_is_shown_large_is_marked_with_a_finger(studio: Studio) -> None:
    page = studio.page("games/tiles", PHONE, touch=True)
    expect(page.locator("#thoughts")).to_be_visible()
    page.locator(".board [data-look]:visible").first.tap()
    large = page.locator(".large.pinned")
    large.locator("img").first.tap()
    expect(large).to_be_hidden()
    page.locator(".board [data-look]:visible").first.tap()
    large.get_by_role("button", name="Give feedback").tap()
    expect(page.locator("#think")).to_be_visible()
    page.close()


def test_what_cannot_be_kept_is_told_where_it_was_said(studio: Studio) -> None:
    page = studio.page("games/tiles", PHONE)
    page.locator("#thoughts").get_by_text("Give feedback on a card").click()
    page.locator(".cards-to-mark button").nth(1).click()
    dialog = page.locator("#think")
    text = dialog.get_by_label("Comment")
    text.evaluate("one => (one.value = 'x'.repeat(600))")  # more than can be typed there
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.locator("#think-state")).to_have_text("a text can have at most 500 characters")
    text.fill("shorter")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    page.close()
