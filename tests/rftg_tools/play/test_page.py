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
    page.keyboard.press("0")
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
    page.keyboard.press("2")
    show(page, a_subset(1, 2), turn=8)
    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(card(page, 4)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    assert answers(page) == [[5], [6, 4]]


IN_HAND = a_choice(
    ([], "Place none", []),
    ([6], {"card": 6}, [6]),
    ([4], {"card": 4}, [4]),
    ([5], {"card": 5}, [5]),
    ([1], "Old Earth: draw 1 card", [1]),
)


def test_signs_run_in_the_order_of_the_hand_whatever_the_order_of_the_options(page: Page) -> None:
    show(page, IN_HAND)
    expect(page.locator("#hand .key")).to_have_text(["1", "2", "3"])
    expect(card(page, 1).locator(".key")).to_have_text("4")
    page.keyboard.press("3")
    assert answers(page) == [[6]]


def test_cards_of_the_hand_are_not_listed_besides(page: Page) -> None:
    show(page, IN_HAND)
    listed = page.locator("#ask .option .label")
    expect(listed).to_have_text(["Place none", "Old Earth: draw 1 card"])


def test_what_a_card_takes_stands_on_the_card(page: Page) -> None:
    ask = a_choice(([4], {"card": 4}, [4]))
    ask["options"][0]["detail"] = ["Takes 2 cards."]
    show(page, ask)
    expect(card(page, 4).locator(".takes")).to_have_text("Takes 2 cards.")


def test_what_a_bot_would_mark_is_shown_when_asked_for_and_never_marked(page: Page) -> None:
    show(page, a_subset(2, 2, suggest=[6, 4]))
    expect(page.locator("#hand .picked, #hand .hint-here")).to_have_count(0)
    expect(page.locator("#confirm")).to_contain_text("Choose 2 more cards.")
    page.keyboard.press("h")
    expect(page.locator("#hand .hint-here")).to_have_count(2)
    expect(page.locator("#ask")).to_contain_text("A bot would discard the 2 cards with this sign")
    expect(page.locator("#hand .picked")).to_have_count(0)
    page.locator("#suggest").click()
    expect(page.locator("#hand .mark")).to_have_text(["✕ discard", "✕ discard"])
    page.keyboard.press("Enter")
    assert answers(page) == [[6, 4]]


def test_who_always_wants_to_see_what_a_bot_would_do_says_so_once(page: Page) -> None:
    page.evaluate("import('/help.js').then((help) => help.openHelp())")
    page.get_by_label("Always show what a bot would do").check()
    page.keyboard.press("Escape")
    for turn, ask in enumerate((a_subset(1, 1, suggest=[5]), a_payment(suggest=[1, 4])), 8):
        show(page, ask, turn=turn)
        expect(page.locator("#hand .hint-here")).to_have_count(1)
        expect(page.locator("#hand .picked")).to_have_count(0)
    expect(page.locator("#ask .ways .hint")).to_have_text("a bot's choice")
    page.reload()
    show(page, a_subset(1, 1, suggest=[5]))
    expect(page.locator("#hand .hint-here")).to_have_count(1)


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


def test_a_payment_is_marked_and_can_be_changed(page: Page) -> None:
    show(page, a_payment(suggest=[0, 4, 5]))
    expect(page.get_by_label("2 cards", exact=True)).to_be_checked()
    card(page, 4).click()
    card(page, 5).click()
    expect(page.locator("#confirm")).to_contain_text("Pay 2 cards")
    page.get_by_label("1 card, giving up Public Works").check()
    expect(page.locator("#hand .picked")).to_have_count(1)
    card(page, 5).click()
    page.keyboard.press("Enter")
    assert answers(page) == [[1, 5]]


def test_escape_on_a_large_card_leaves_what_is_marked(page: Page) -> None:
    show(page, a_payment())
    card(page, 4).click()
    card(page, 5).focus()
    page.keyboard.press("i")
    expect(page.locator(".large")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".large")).to_be_hidden()
    expect(page.locator("#hand .picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#hand .picked")).to_have_count(0)


NEWS = {"round": 3, "step": "settle", "seat": 1, "text": ["Bo places ", {"card": 3}, "."]}


def test_enter_after_a_name_in_the_log_was_clicked_confirms_what_is_marked(page: Page) -> None:
    show(page, a_subset(1, 1), log=[NEWS])
    card(page, 4).click()
    page.locator("#log").get_by_role("button", name="Public Works").click()
    large = page.locator(".large")
    expect(large).to_contain_text("Public Works")
    page.keyboard.press("Enter")
    expect(large).to_be_hidden()
    page.keyboard.press("Enter")
    expect(large).to_be_hidden()
    assert answers(page) == [[4]]


def test_enter_on_a_name_in_the_log_shows_its_card_and_puts_it_away(page: Page) -> None:
    show(page, a_subset(1, 1), log=[NEWS])
    page.locator("#log").get_by_role("button", name="Public Works").focus()
    for shown in (True, False, True):
        page.keyboard.press("Enter")
        expect(page.locator(".large")).to_be_visible(visible=shown)
    assert answers(page) == []


def test_a_greyed_card_says_why_to_who_points_at_it_goes_to_it_or_listens(page: Page) -> None:
    show(page, ONE_EACH)
    why = "Military 2, it needs 4."
    expect(card(page, 6)).to_have_attribute("aria-description", f"Not now: {why}")
    card(page, 6).hover()
    expect(page.locator(".large .why-not")).to_have_text(why)
    page.mouse.move(2, 2)
    page.keyboard.press("ArrowRight")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(card(page, 6)).to_be_focused()
    said = "(one) => getComputedStyle(one, '::after').content"
    assert why in card(page, 6).evaluate(said)


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


def in_round(number: int, **other: Any) -> Data:
    """Ann's question for an action at the start of a round."""
    gone = {"actions": ["settle"], "placed": [2], "lost": [], "took": [], "vp": 2, "prestige": 0}
    gone |= {"cards": 3, "goods": 1, "goals": ["Innovation Leader"]}
    players = [{"seat": seat, **gone} for seat in (0, 1)]
    return {"round": number, "last_round": {"round": number - 1, "players": players}, **other}


ACTIONS = of_actions(["explore +5"], ["search"], ["settle"])


def begin_round(page: Page) -> Locator:
    """Round 3 has ended, and an action is asked for; what stands there of round 3."""
    show(page, ONE_EACH)
    show(page, ACTIONS, turn=8, **in_round(4))
    return page.locator(".pause")


def test_after_a_round_it_is_said_what_happened_in_it(page: Page) -> None:
    pause = begin_round(page)
    expect(pause.get_by_role("heading")).to_have_text("Round 3 is over")
    said = pause.locator(".what").first
    expect(said).to_contain_text("placed Gem World")
    for part in ("+2 VP", "drew 3", "produced 1", "Innovation Leader"):
        expect(said).to_contain_text(part)
    page.keyboard.press("Enter")
    expect(pause).to_have_count(0)
    assert answers(page) == []
    show(page, ACTIONS, turn=9, **in_round(4))
    expect(pause).to_have_count(0)


def test_the_pause_keeps_nobody_waiting_who_knows_the_key(page: Page) -> None:
    pause = begin_round(page)
    page.keyboard.press("2")
    assert answers(page) == [[2]]
    expect(pause).to_have_count(0)


def test_the_pause_is_switched_off_where_it_stands(page: Page) -> None:
    pause = begin_round(page)
    pause.get_by_label("Say this after each round").uncheck()
    pause.get_by_role("button", name="Go on").click()
    show(page, ACTIONS, turn=9, **in_round(5))
    expect(page.locator("#ask[data-turn='9']")).to_be_visible()
    expect(pause).to_have_count(0)


def test_there_is_no_pause_where_a_game_is_opened_or_watched(page: Page) -> None:
    show(page, ACTIONS, **in_round(4))
    expect(page.locator(".pause")).to_have_count(0)
    show(page, turn=8, seat=None, **in_round(4))
    show(page, turn=9, seat=None, **in_round(5))
    expect(page.locator(".pause")).to_have_count(0)


def test_search_moves_no_sign_of_another_action(page: Page) -> None:
    show(page, ACTIONS)
    signs = page.locator(".action-card kbd")
    expect(signs).to_have_text(["0", "1", "2"])
    page.keyboard.press("0")
    show(page, of_actions(["explore +5"], ["settle"]), turn=8)
    expect(signs).to_have_text(["1", "2"])
    assert answers(page) == [[1]]


GOALS = [
    {"name": "Leader", "says": "Have most.", "most": True, "points": 5, "held_by": [1]}
    | {"amounts": [2, 4]},
    {"name": "Pioneer", "says": "Be first.", "most": False, "points": 3, "held_by": []}
    | {"amounts": None},
]


def test_goals_say_what_they_are_worth_and_how_far_everybody_is(page: Page) -> None:
    show(page, goals=GOALS)
    leader, pioneer = page.locator(".goal").all()
    expect(leader).to_contain_text("5 VP, most")
    expect(leader.locator(".standings > span")).to_have_text(["★ Bo 4", "you 2"])
    expect(pioneer).to_contain_text("3 VP, first")
    expect(pioneer.locator(".standings")).to_have_text("not yet claimed")


def test_goals_have_a_column_at_the_end_also_where_nobody_has_one(page: Page) -> None:
    show(page, over=an_end(), goals=GOALS)
    heads = page.locator("#scores thead th")
    expect(heads).to_have_text(["Player", "Cards", "Chips", "Goals", "Total", "Tie-break"])


@pytest.mark.parametrize("screen", list(SCREENS))
def test_all_tableaus_are_whole_at_the_end(page: Page, screen: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    cards = {str(at): a_frame()["cards"]["1"] | {"title": f"World {at}"} for at in range(1, 50)}
    players = [
        a_player(seat, f"P{seat}", *range(seat * 12 + 1, seat * 12 + 13)) for seat in range(4)
    ]
    show(page, over=an_end(), cards=cards, players=players)
    cut = page.evaluate("""() => [...document.querySelectorAll(".tableau .card")].filter((card) => {
      const box = card.getBoundingClientRect();
      card.scrollIntoView({ block: "center" });
      const { x, y, width, height } = card.getBoundingClientRect();
      const corners = [[x + 4, y + 4], [x + width - 4, y + height - 4]];
      return !corners.every(([left, top]) => card.contains(document.elementFromPoint(left, top)));
    }).length""")
    assert cut == 0


@pytest.mark.parametrize("others", [1, 2, 3, 4])
def test_no_card_of_another_player_is_cut_at_a_desk(page: Page, others: int) -> None:
    cards = {str(at): a_frame()["cards"]["1"] | {"title": f"World {at}"} for at in range(1, 99)}
    for count in (3, 6, 9, 12, 15):
        players = [
            a_player(seat, f"P{seat}", *range(seat * count + 1, seat * count + count + 1))
            for seat in range(others + 1)
        ]
        show(page, a_subset(1, 1), cards=cards, players=players, turn=count)
        cut = page.evaluate("""() => [...document.querySelectorAll(".player")].filter((player) => {
          const room = player.getBoundingClientRect();
          const board = document.querySelector(".board").getBoundingClientRect();
          return [...player.querySelectorAll(".card")].some((card) => {
            const { bottom, right, width } = card.getBoundingClientRect();
            const isOutside = bottom > room.bottom + 1 || right > room.right + 1;
            return isOutside || bottom > board.bottom || width < 30;
          });
        }).length""")
        assert cut == 0, f"{count} cards"


def test_words_of_the_robot_are_explained_to_who_points_or_taps(page: Page) -> None:
    mat = {"seat": 1, "level": "medium", "credit": 1, "economy": 0, "stack": 4, "counters_left": 2}
    mat |= {"counters_placed": 0, "face": "settle", "dice": ["consume-trade", "robot"]}
    show(page, ONE_EACH, robot=mat | {"placed": ["settle"], "notes": []})
    robot, large = page.locator(".robot"), page.locator(".large")
    expect(robot).to_contain_text("Consume: trade")
    said = {"credit": "in place of cards to pay with", "economy": "in place of goods"}
    for word, meaning in said.items():
        robot.get_by_role("button", name=word).hover()
        expect(large).to_contain_text(meaning)
    robot.get_by_role("button", name="settle").last.click()
    expect(large).to_contain_text("world that it can place")


def test_lines_of_a_card_stand_one_below_the_other(page: Page) -> None:
    cards = a_frame()["cards"]
    cards["4"]["alt"] = "World.\nScoring:\n  2 VP per Rare world\n  1 VP per Genes world"
    show(page, ONE_EACH, cards=cards)
    card(page, 4).hover()
    says = page.locator(".large .says p")
    expect(says).to_be_visible()
    lines = cards["4"]["alt"].split("\n")
    assert says.inner_text().split("\n") == [line.strip() for line in lines]
