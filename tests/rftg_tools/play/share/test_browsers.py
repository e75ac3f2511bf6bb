"""Four browsers by four links in one game, one a telephone, through all that can be lost."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from rftg_tools.play.share.limits import MAX_CONNECTIONS_PER_LINK
from tests.browsers import MARKS
from tests.forked import started
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play import ANN, BOB, Data, form
from tests.rftg_tools.play.share.serving import Server, come, frame

pytestmark = MARKS
NAMES = ("Ann", "Bob", "Cleo", "Dan")
SIZES = ((1440, 900), (390, 844), (1280, 800), (1000, 800))
KEEPS_SOCKETS = """
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...all) { super(...all); window.sockets.push(this); }
    };
"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def serving(folder: Path, port: int) -> Iterator[Server]:
    """A server at this port for others, which is killed in the end."""
    arguments = ("--games", "games", "--pace", "0", "--share", f"127.0.0.1:{port}")
    process = started("play", *arguments, folder=folder)
    try:
        yield Server(process)
    finally:
        process.kill()
        process.wait()


class Guest:
    """Somebody at a browser of the own, and all that it was sent. seat: None for who watches."""

    def __init__(
        self, browser: Browser, link: str, seat: int | None, size: tuple[int, int]
    ) -> None:
        self.seat = seat
        phone = size[0] < 500
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone
        )
        self.context.add_init_script(KEEPS_SOCKETS)
        self.page: Page = self.context.new_page()
        self.frames: list[Data] = []
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("websocket", lambda one: one.on("framereceived", self._take))
        self.page.goto(link)
        self.is_live()

    def _take(self, text: str | bytes) -> None:
        got: Data = json.loads(text)
        if got["is"] == "table":
            self.frames.append(got)

    def is_live(self) -> None:
        expect(self.page.locator("#connection")).to_have_text("Live")

    def discard(self, many: int) -> None:
        """Answer the first question."""
        cards = self.page.locator("#hand .can")
        for number in range(many):
            cards.nth(number).click()
        self.page.locator("#confirm").click()
        expect(self.page.locator("#confirm")).to_have_count(0)

    def hand(self) -> set[int]:
        return {card for frame in self.frames for card in frame["hand"]}

    def named(self) -> set[int]:
        """All cards that this browser was ever told."""
        return {int(card) for frame in self.frames for card in frame["cards"]}


def test_four_people_by_four_links_play_through_a_reload_a_loss_and_a_killed_server(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    seats = [{"kind": "human", "name": name} for name in NAMES]
    with serving(tmp_path, port) as server:
        game = server.begin(form(*seats))
        links = [server.link(game, seat) for seat in range(4)]
        watch = server.link(game, None)
        guests = [
            Guest(browser, link, seat, size)
            for seat, (link, size) in enumerate(zip(links, SIZES, strict=True))
        ]
        watcher = Guest(browser, watch, None, (1280, 800))
        for guest in guests[:2]:
            guest.discard(2)
        guests[0].page.reload()
        guests[0].is_live()
        lost = guests[1]
        lost.context.set_offline(True)
        lost.page.evaluate("window.sockets.at(-1).close()")
        expect(lost.page.locator("#connection")).to_have_text("Not connected")
        guests[2].discard(2)
        lost.context.set_offline(False)
        lost.is_live()
    expect(guests[0].page.locator("#connection")).to_have_text("Not connected")
    with serving(tmp_path, port):
        for guest in [*guests, watcher]:
            guest.is_live()
        guests[3].discard(2)
        for guest in guests:
            expect(guest.page.locator("#ask[data-kind]")).to_have_count(1)
            expect(guest.page.locator("#table h1")).to_have_text("Round 1")
        _see_only_their_own([*guests, watcher])
    for guest in [*guests, watcher]:
        assert guest.wrong == []
        guest.context.close()


def _see_only_their_own(guests: list[Guest]) -> None:
    """Assert that nobody was ever told of a card in another one's hand."""
    for guest in guests:
        assert {frame["seat"] for frame in guest.frames} == {guest.seat}
        for other in guests:
            if other is not guest:
                assert not guest.named() & other.hand()
    assert all(len(guest.hand()) >= 6 for guest in guests if guest.seat is not None)


def answer_where_others_do_not_look(page: Page, phone: Page) -> None:
    """A note at the table is a toast on a phone, whose button opens the chat to answer it."""
    phone.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#say").fill("your turn")
    page.locator("#say").press("Enter")
    expect(page.locator("#chat .notes")).to_contain_text("Ann: your turn")
    toast = phone.locator(".toast", has_text="Ann: your turn")
    expect(toast).to_be_visible()
    expect(phone.locator(".tabbar .count-here")).to_have_text("1")
    toast.get_by_role("button", name="Reply").tap()
    expect(phone.locator("#people .notes")).to_contain_text("Ann: your turn")
    expect(toast).to_have_count(0)
    page.get_by_role("button", name="People: 2 of 2 here").press("Enter")


def test_what_was_thought_of_a_card_can_be_sent_again_after_a_loss(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, free_port()) as server:
        game = server.begin(form(ANN, BOB))
        guest = Guest(browser, server.link(game, 1), 1, (1280, 800))
        page = guest.page
        page.locator("#hand [data-look]").first.focus()
        page.keyboard.press("!")
        page.get_by_label("unclear").check()
        page.evaluate("window.sockets.at(-1).send = () => {}")
        page.get_by_role("button", name="Save").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Saving…")
        page.evaluate("window.sockets.at(-1).close()")
        expect(dialog).to_contain_text("Not connected. Try again")
        guest.is_live()
        page.get_by_role("button", name="Save").click()
        expect(dialog).to_have_count(0)
        assert guest.wrong == []


def test_a_page_for_which_there_is_no_place_says_so_and_returns(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, free_port()) as server:
        link = server.link(server.begin(form(ANN, BOB)), 1)
        guest = Guest(browser, link, 1, (390, 844))
        page = guest.page
        guest.context.set_offline(True)
        page.evaluate("window.sockets.at(-1).close()")
        expect(page.locator("#connection")).to_have_text("Not connected")
        with ExitStack() as others:
            for _ in range(MAX_CONNECTIONS_PER_LINK):
                frame(others.enter_context(come(link)))
            guest.context.set_offline(False)
            expect(page.locator("#connection")).to_contain_text("Close one of them")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
            fresh = guest.context.new_page()
            fresh.goto(link)
            expect(fresh.get_by_text("Close one of them").first).to_be_visible()
        guest.is_live()
        expect(fresh.locator("#connection")).to_have_text("Live", timeout=20_000)
        assert guest.wrong == []
        guest.context.close()


def test_a_host_invites_by_keyboard_and_people_speak_on_a_telephone(
    browser: Browser, tmp_path: Path
) -> None:
    with serving(tmp_path, free_port()) as server:
        game = server.begin(form(ANN, BOB))
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.goto(f"{server.here}/games/{game}")
        page.get_by_role("button", name="I am Ann: show my cards").press("Enter")
        page.get_by_role("button", name="People: 2 of 2 here").press("Enter")
        page.get_by_role("button", name="Create link: Bob").press("Enter")
        field = page.get_by_label("Link for Bob")
        expect(field).to_be_visible()
        link = field.input_value()
        assert link.startswith(f"{server.there}/#")
        bob = Guest(browser, link, 1, (390, 844))
        phone = bob.page
        phone.locator("#people-button").tap()
        phone.get_by_label("Your name").fill("Robert")
        phone.get_by_role("button", name="Rename").tap()
        phone.locator("#people").get_by_label("A note to the table").fill("<i>hello</i>")
        phone.get_by_role("button", name="Send").tap()
        expect(page.locator(".toast")).to_have_count(0)  # the note is read in the dialog
        for one in (page, phone):
            expect(one.locator("#people .notes")).to_contain_text("Robert: <i>hello</i>")
            expect(one.locator(".who-is-here")).to_contain_text("Robert")
            check_with_axe(one, "people")
        wide = phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        bob.context.set_offline(True)
        phone.evaluate("window.sockets.at(-1).close()")
        expect(phone.locator("#connection")).to_have_text("Not connected")
        phone.locator("#people").get_by_label("A note to the table").fill("are you there?")
        phone.get_by_role("button", name="Send").tap()
        expect(phone.locator("#people-state")).to_contain_text("nothing was sent")
        expect(phone.locator("#people").get_by_label("A note to the table")).to_have_value(
            "are you there?"
        )
        expect(phone.locator(".banner.lost")).to_contain_text("Connection lost.")
        bob.context.set_offline(False)
        bob.is_live()
        expect(phone.locator(".banner.lost")).to_have_count(0)
        phone.get_by_role("button", name="Send").tap()
        expect(page.locator("#people .notes")).to_contain_text("Robert: are you there?")
        expect(phone.locator("#people-state")).to_have_text("")
        answer_where_others_do_not_look(page, phone)
        page.get_by_role("button", name="Copy: Robert").press("Enter")
        expect(page.locator("#people-state")).to_contain_text("The link is selected")
        page.get_by_role("button", name="Revoke: Robert").press("Enter")
        expect(phone.locator("#curtain")).to_contain_text("The host has revoked")
        assert bob.wrong == []
