"""The parts of the page in a real browser: what is asked, by mouse and keyboard, seen and heard.

Frames are written by hand and given to `renderTable`; whole games are in `games/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, Route, WebSocketRoute, expect

from rftg_tools.web.trial import chromium, served
from tests.rftg_tools.play.games import NEEDS_CHROMIUM, PROGRAM
from tests.rftg_tools.play.page_frames import (
    Data,
    a_choice,
    a_frame,
    a_payment,
    a_player,
    a_subset,
    an_end,
    of_actions,
)

pytestmark = NEEDS_CHROMIUM
expect.set_options(timeout=20_000)

SHOW = """async (frame) => {
  const { renderTable } = await import("/table.js");
  window.answers ??= [];
  document.body.dataset.view = "table";
  const note = (name) => (...values) => window.answers.push([name, ...values]);
  renderTable(document.getElementById("table"), frame, {
    answer: (ask, answer) => window.answers.push(answer),
    undo: note("undo"), help: note("help"), again: note("again"),
  });
}"""
REFUSE = """async (refusal) => {
  const { showRefusal } = await import("/table.js");
  showRefusal(document.getElementById("table"), refusal);
}"""
SCREENS = {"desk": (1280, 800), "phone": (390, 844)}
SERIOUS = ("serious", "critical")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert PROGRAM is not None, "a Chromium is wanted, and none is installed"
    with chromium(PROGRAM) as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served("play", folder=tmp_path_factory.mktemp("page")) as address:
        yield address


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, in which nothing went wrong."""
    wrong: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(address)
    expect(page.locator("#play")).to_be_visible()
    yield page
    page.close()
    assert not wrong


def show(page: Page, ask: Data | None = None, **other: Any) -> None:
    """Show a frame, with what is asked."""
    page.evaluate(SHOW, a_frame(ask, **other))


def answers(page: Page) -> list[Any]:
    """What has been answered."""
    given: list[Any] = page.evaluate("window.answers")
    return given


def card(page: Page, number: int) -> Locator:
    return page.locator(f'[data-card="{number}"]')


ONE_EACH = a_choice(([], "Place none", []), ([4], "Space Port", [4]), ([5], "Alien Toys", [5]))


def test_a_click_on_a_card_takes_the_one_option_on_it(page: Page) -> None:
    show(page, ONE_EACH)
    expect(page.locator("#ask .prompt")).to_have_text("Choose for Old Earth.")
    expect(page.locator("#ask cite")).to_have_text("base rulebook, Settle")
    expect(page.locator("#hand .can")).to_have_count(2)
    card(page, 5).click()
    assert answers(page) == [[5]]


def test_an_answer_is_sent_once(page: Page) -> None:
    show(page, ONE_EACH)
    card(page, 5).click()
    card(page, 4).click()
    page.keyboard.press("1")
    assert answers(page) == [[5]]
    expect(page.locator("#ask .option").first).to_be_disabled()
    page.evaluate(REFUSE, {"why": "That was asked before.", "rule": None, "turn": 7})
    expect(page.locator("#ask .refusal")).to_contain_text("That was asked before.")
    page.keyboard.press("1")
    assert answers(page) == [[5], []]


def test_a_card_that_cannot_be_taken_says_why_and_by_which_rule(page: Page) -> None:
    show(page, ONE_EACH)
    expect(card(page, 6)).to_have_attribute("aria-disabled", "true")
    card(page, 6).click(force=True)
    refusal = page.locator("#ask .refusal")
    expect(refusal).to_contain_text("Mining World: Military 2, it needs 4.")
    expect(refusal.locator("cite")).to_have_text("base rulebook, Settle")
    card(page, 3).click(force=True)
    expect(refusal).to_contain_text("It has no part in what is asked now.")
    assert answers(page) == []


def test_several_options_on_a_card_open_a_menu_at_it(page: Page) -> None:
    show(page, a_choice(([0], "Conquer it", [4]), ([1], "Pay for it", [4])))
    card(page, 4).click()
    menu = page.locator("#menu")
    expect(menu.get_by_role("button")).to_have_count(2)
    expect(menu.get_by_role("button", name="Conquer it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(card(page, 4)).to_be_focused()
    card(page, 4).click()
    menu.get_by_role("button", name="Pay for it").click()
    assert answers(page) == [[1]]


def test_signs_take_options_and_mark_cards(page: Page) -> None:
    show(page, ONE_EACH)
    page.keyboard.press("3")
    show(page, a_subset(1, 2), turn=8)
    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(card(page, 4)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    assert answers(page) == [[5], [6, 4]]


def test_a_suggested_subset_is_marked_and_one_key_agrees(page: Page) -> None:
    show(page, a_subset(2, 2, suggest=[6, 4]))
    expect(page.locator("#hand .picked")).to_have_count(2)
    expect(page.locator("#confirm")).to_contain_text("Discard 2")
    expect(page.locator("#hand .mark")).to_have_text(["✕ discard", "✕ discard"])
    advice = page.locator("#ask").get_by_text("a bot would discard these")
    expect(advice).to_be_visible()
    card(page, 5).click()
    expect(advice).to_have_count(0)
    page.locator("#suggest").click()
    page.keyboard.press("Enter")
    assert answers(page) == [[6, 4]]


def test_too_few_marks_are_counted_and_not_sent(page: Page) -> None:
    show(page, a_subset(2, 3))
    card(page, 5).click()
    expect(page.locator("#ask .count")).to_have_text("1 of 2 to 3 chosen")
    expect(page.locator("#confirm")).to_contain_text("Choose 1 more card.")
    page.keyboard.press("Enter")
    expect(page.locator("#ask .refusal")).to_contain_text("Choose 1 more card.")
    assert answers(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#hand .picked")).to_have_count(0)


def test_all_or_none_and_groups_are_kept_to(page: Page) -> None:
    show(page, a_subset(0, 2, all_or_none=True))
    card(page, 5).click()
    expect(page.locator("#confirm")).to_contain_text("Choose 2 cards, or none.")
    show(page, a_subset(0, 3, groups=[1, 1, 2]), turn=8)
    for number in (6, 4, 5):
        card(page, number).click()
    expect(card(page, 6)).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    assert answers(page) == [[5, 4]]


def test_a_payment_is_suggested_and_can_be_changed(page: Page) -> None:
    show(page, a_payment(suggest=[0, 4, 5]))
    expect(page.get_by_label("2 cards", exact=True)).to_be_checked()
    expect(page.locator("#confirm")).to_contain_text("Pay 2 cards")
    page.get_by_label("1 card, giving up Public Works").check()
    expect(page.locator("#hand .picked")).to_have_count(1)
    card(page, 5).click()
    page.keyboard.press("Enter")
    assert answers(page) == [[1, 5]]


PAIRS = of_actions(
    ["develop", "second develop"], ["develop", "settle"], ["prestige develop", "settle"]
)


def test_an_action_card_is_chosen_by_a_click(page: Page) -> None:
    show(page, of_actions(["explore +5"], ["consume: trade"], ["prestige explore +5"]))
    page.get_by_role("button", name="Consume: trade").click()
    show(page, of_actions(["explore +5"], ["prestige explore +5"]), turn=8)
    page.keyboard.press("p")
    page.get_by_role("button", name="Prestige explore +5").click()
    assert answers(page) == [[1], [1]]


def test_two_action_cards_are_marked_and_confirmed(page: Page) -> None:
    show(page, PAIRS)
    expect(page.locator("#confirm")).to_be_disabled()
    page.get_by_role("button", name="Settle").click()
    page.get_by_role("button", name="Second develop").click()
    expect(page.locator(".action-card.picked")).to_have_count(2)
    page.keyboard.press("Enter")
    show(page, {**PAIRS, "suggest": [2], "since": 8}, turn=8, round=4)
    page.keyboard.press("p")
    page.get_by_role("button", name="Prestige develop").click()
    page.get_by_role("button", name="Settle", exact=True).click()
    page.locator("#confirm").click()
    assert answers(page) == [[0], [2]]


def test_a_hint_points_at_two_actions_and_leaves_what_is_chosen(page: Page) -> None:
    show(page, {**PAIRS, "suggest": [1]})
    page.keyboard.press("2")
    page.locator("#hint").click()
    hinted = page.locator(".action-card[data-hint]")
    expect(hinted).to_have_count(2)
    expect(hinted.first).to_contain_text("a bot's choice")
    expect(hinted.first).to_be_focused()
    expect(page.locator(".action-card.picked b")).to_have_text(["Develop", "Develop 2nd"])
    page.keyboard.press("Enter")
    assert answers(page) == [[0]]


def test_arrows_go_through_cards_and_rows_and_space_takes(page: Page) -> None:
    show(page, ONE_EACH)
    page.keyboard.press("ArrowRight")
    expect(card(page, 4)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(card(page, 5)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator("#ask [data-option]:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    expect(card(page, 4)).to_be_focused()
    page.keyboard.press("Space")
    assert answers(page) == [[4]]


def test_tab_stops_once_in_each_row_of_cards(page: Page) -> None:
    show(page, ONE_EACH)
    for group in ("own", "tableau 0", "tableau 1"):
        stops = page.locator(f'[data-group="{group}"] [data-item][tabindex="0"]')
        expect(stops).to_have_count(1)


def test_the_focus_is_never_lost_when_a_frame_comes(page: Page) -> None:
    show(page, ONE_EACH)
    card(page, 5).focus()
    show(page, ONE_EACH, turn=8, pool=20)
    expect(card(page, 5)).to_be_focused()
    show(page, a_subset(1, 1, cards=[4]), turn=9, hand=[4])
    expect(card(page, 4)).to_be_focused()
    show(page, turn=10)
    show(page, over=an_end(), turn=11)
    expect(page.locator("#scores")).to_be_focused()


def test_a_card_is_shown_large_with_its_words(page: Page) -> None:
    show(page, ONE_EACH)
    large = page.locator(".large")
    card(page, 4).hover()
    expect(large).to_contain_text("Space Port")
    page.mouse.move(2, 2)
    expect(large).to_be_hidden()
    card(page, 3).focus()
    page.keyboard.press("i")
    expect(large).to_contain_text("World, cost 2, 1 VP.")
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.locator("#ask .named").click()
    expect(large).to_contain_text("Old Earth")
    assert answers(page) == []


def test_marks_stay_while_others_answer(page: Page) -> None:
    show(page, a_subset(1, 3))
    card(page, 5).click()
    show(page, a_subset(1, 3), turn=8, players=[a_player(0, "Ann"), a_player(1, "Bo", done=True)])
    expect(card(page, 5)).to_have_attribute("aria-pressed", "true")


def test_cards_that_lie_nowhere_are_shown_to_choose_from(page: Page) -> None:
    cards = a_frame()["cards"]
    show(page, a_subset(1, 1, cards=[6, 5]), hand=[4], cards=cards)
    tray = page.get_by_role("group", name="To choose from")
    expect(tray.locator("[data-card]")).to_have_count(2)


def test_phases_are_told_apart_in_words_too(page: Page) -> None:
    show(page, ONE_EACH)
    phases = page.get_by_role("list", name="Phases of this round").get_by_role("listitem")
    expect(phases).to_have_text(
        [
            "Explore✓, done",
            "Develop, not chosen",
            "Settle▶, now",
            "Consume, to come",
            "Produce, not chosen",
        ]
    )
    expect(page.locator('[aria-current="step"]')).to_contain_text("Settle")


def test_a_good_has_a_letter_and_a_name(page: Page) -> None:
    show(page)
    good = card(page, 1).get_by_role("img", name="Novelty good")
    expect(good).to_have_text("N")


def test_who_waits_for_whom_is_said(page: Page) -> None:
    show(page, players=[a_player(0, "Ann", waiting=False), a_player(1, "Bo", waiting=True)])
    expect(page.locator("#ask .prompt")).to_have_text("Waiting for Bo.")


def test_undo_log_and_help_have_keys(page: Page) -> None:
    show(page, ONE_EACH)
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("u")
    expect(page.locator("#ask .refusal")).to_contain_text("Nothing can be taken back")
    show(page, ONE_EACH, undo={"to": "before paying"}, turn=8)
    page.keyboard.press("u")
    page.keyboard.press("?")
    assert answers(page) == [["undo"], ["help"]]
    expect(page.locator("#log")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_hidden()


def test_the_log_names_cards_that_can_be_looked_at(page: Page) -> None:
    entry = {"round": 3, "step": "settle", "seat": 1, "text": ["Bo places ", {"card": 3}, "."]}
    show(page, log=[entry])
    line = page.locator("#log li")
    expect(line).to_contain_text("Bo places Public Works.")
    line.get_by_role("button", name="Public Works").hover()
    expect(page.locator(".large")).to_contain_text("Public Works")


def test_the_score_sheet_has_every_line(page: Page) -> None:
    show(page, over=an_end())
    sheet = page.locator("#scores")
    expect(sheet.get_by_role("heading")).to_have_text("Ann wins")
    expect(sheet.get_by_role("row").nth(1)).to_contain_text("Ann ★ winner")
    expect(sheet.locator("details[open] li")).to_have_text(["Old Earth 2 VP2", "chips15"])
    sheet.get_by_role("button", name="Play again").click()
    assert answers(page) == [["again"]]


def test_without_a_handler_the_table_is_for_looking_only(page: Page) -> None:
    looking = SHOW.split("renderTable(document")[0]
    page.evaluate(
        looking + 'renderTable(document.getElementById("table"), frame); }', a_frame(ONE_EACH)
    )
    expect(page.locator("#hand .can")).to_have_count(0)
    expect(page.locator("#undo, #help-button")).to_have_count(0)


def test_motion_can_be_turned_off_and_stays_off(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("import('/help.js').then((help) => help.openHelp())")
    page.get_by_label("Let cards move").uncheck()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-motion", "off")


ASKS = {
    "choice": ONE_EACH,
    "subset": a_subset(1, 2, suggest=[6]),
    "payment": a_payment(suggest=[0, 4, 5]),
    "actions": of_actions(["explore +5"], ["settle"], ["prestige settle"], suggest=[1]),
    "pairs": PAIRS,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", list(SCREENS))
def test_nothing_keeps_anybody_out(page: Page, screen: str, scheme: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    axe = Axe()
    for at, ask in enumerate([*ASKS.values(), None]):
        show(page, ask, turn=20 + at, over=None if ask else an_end())
        if ask is ONE_EACH:
            card(page, 6).click(force=True)
        found = axe.run(page).response["violations"]
        assert [one for one in found if one["impact"] in SERIOUS] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.reload()
    expect(page.locator("#play")).to_be_visible()
    found = axe.run(page).response["violations"]
    assert [one for one in found if one["impact"] in SERIOUS] == []


def test_targets_on_a_phone_are_large_enough_for_a_thumb(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for at, ask in enumerate(ASKS.values()):
        show(page, ask, turn=20 + at)
        for button in page.locator("#ask button:not(.named), .bar button").all():
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44, button.text_content()


def test_a_table_against_the_robot_leaves_room_for_the_own_tableau_on_a_phone(page: Page) -> None:
    mat = {"seat": 1, "level": "medium", "credit": 1, "economy": 0, "stack": 4, "counters_left": 2}
    mat |= {"counters_placed": 0, "face": "explore +5", "dice": [], "placed": [], "notes": ["One."]}
    page.set_viewport_size({"width": 390, "height": 844})
    names = ["explore +5", "explore +1,+1", "develop", "second develop", "settle", "second settle"]
    names += ["consume: trade", "consume: x2", "produce"]
    pairs = [[one, other] for one in names for other in names if one < other]
    show(page, of_actions(*pairs), robot=mat)
    tableau = page.locator(".mine [data-card]").first.bounding_box()
    dock = page.locator(".dock").bounding_box()
    assert tableau is not None
    assert dock is not None
    assert tableau["y"] + tableau["height"] <= dock["y"]
    page.locator("#ask .help summary").click()
    expect(page.locator("#ask cite")).to_be_visible()
    page.locator(".robot summary").click()
    expect(page.locator(".robot")).to_contain_text("credit 1")


def test_removing_a_player_shows_the_names_that_will_play(page: Page) -> None:
    for at, name in enumerate(("Ann", "Bob", "Cy")):
        if at > 1:
            page.get_by_role("button", name="Add a player").click()
        page.locator(f"[name=kind][data-at='{at}']").select_option("human")
        page.locator(f"[name=name][data-at='{at}']").fill(name)
    page.get_by_role("button", name="Remove player 2").click()
    expect(page.locator("[name=name][data-at='1']")).to_have_value("Cy")
    expect(page.locator("#sentence")).to_contain_text("Ann against Cy")


def test_the_page_says_why_a_game_cannot_be_shown(page: Page) -> None:
    def close(line: WebSocketRoute) -> None:
        line.close(code=4404, reason="x.json is of another version")

    page.route_web_socket("**/games/x/socket", close)
    page.goto(page.url + "games/x")
    expect(page.locator("#curtain")).to_contain_text("This game cannot be shown")
    expect(page.locator("#curtain")).to_contain_text("x.json is of another version")


def test_what_fails_on_the_start_page_hides_nothing_else(page: Page) -> None:
    page.route("**/api/setup", lambda route: route.fulfill(status=200, body="no JSON"))
    page.reload()
    expect(page.locator("[role=alert]")).to_contain_text("no new game can begin")
    expect(page.locator("#saved")).to_be_visible()
    page.unroute("**/api/setup")
    page.route("**/api/games", lambda route: route.fulfill(status=200, body="no JSON"))
    page.reload()
    expect(page.locator("[role=alert]")).to_contain_text("cannot list the games")
    expect(page.locator("#play")).to_be_enabled()


def test_a_game_can_be_reviewed_once_it_is_over(page: Page) -> None:
    games = [
        {"id": name, "title": "Base", "players": ["Ann"], "round": 3, "over": name == "old"}
        for name in ("new", "old")
    ]
    page.route("**/api/games", lambda route: route.fulfill(json={"games": games}))
    page.reload()
    expect(page.get_by_role("link", name="Look at old")).to_be_visible()
    expect(page.get_by_role("link", name="Review old")).to_be_visible()
    expect(page.get_by_role("link", name="Review new")).to_have_count(0)


def test_a_search_finds_cards_of_the_sets_that_are_chosen_now(page: Page) -> None:
    held: list[Route] = []
    page.route("**/api/setup/cards?sets=base", lambda route: held.append(route))
    page.locator("[name=words]").press_sequentially("a")
    page.locator("[name=set][value=base]").uncheck()
    page.locator("[name=set][value=brink-of-war]").check()
    expect(page.locator(".found li").first).to_be_visible()
    with page.expect_response("**/api/setup/cards?sets=base"):
        held[0].fulfill(json={"cards": [{"title": "Stale", "own": True, "says": "a"}]})
    page.locator("[name=words]").press_sequentially(" ")
    expect(page.locator(".found li").first).to_be_visible()
    expect(page.locator(".found")).not_to_contain_text("Stale")
