"""What is asked, and answered by mouse and keyboard."""

from playwright.sync_api import Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.play.page.frames import (
    a_card,
    a_choice,
    a_payment,
    a_subset,
    of_actions,
)
from tests.rftg_tools.play.page.trial import (
    ACTIONS,
    ONE_EACH,
    PAIRS,
    REFUSE,
    answers,
    card,
    show,
)

pytestmark = MARKS


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
    page.keyboard.press("Enter")
    assert answers(page) == [[5]]
    expect(page.locator("#ask .option").first).to_be_disabled()
    page.evaluate(REFUSE, {"why": "That was asked before.", "rule": None, "turn": 7})
    expect(page.locator("#ask .refusal")).to_contain_text("That was asked before.")
    page.keyboard.press("0")
    assert answers(page) == [[5]], "a key alone answers nothing"
    page.keyboard.press("Enter")
    assert answers(page) == [[5], []]


def test_a_card_that_cannot_be_taken_says_why_and_by_which_rule(page: Page) -> None:
    show(page, ONE_EACH)
    expect(card(page, 6)).to_have_attribute("aria-disabled", "true")
    card(page, 6).click(force=True)
    refusal = page.locator("#ask .refusal")
    expect(refusal).to_contain_text("Mining World: Military 2, it needs 4.")
    expect(refusal.locator("cite")).to_have_text("base rulebook, Settle")
    card(page, 3).click(force=True)
    expect(refusal).to_contain_text("This card isn't part of the current question.")
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
    page.keyboard.press("Enter")
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
    page.keyboard.press("Enter")
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
    show(page, a_subset(2, 2, cards=[6, 5, 4, 7, 8], suggest=[6, 4], verb="discard"))
    expect(page.locator("#hand .picked, #hand .hint-here")).to_have_count(0)
    expect(page.locator("#confirm")).to_contain_text("Discard 2 more")
    page.keyboard.press("h")
    expect(page.locator("#hand .hint-here")).to_have_count(2)
    expect(page.locator("#ask")).to_contain_text("A bot would discard the 2 cards with this sign")
    expect(page.locator("#hand .picked")).to_have_count(0)
    page.locator("#suggest").click()
    expect(page.locator("#hand .mark")).to_have_text(["✕ discard", "✕ discard"])
    page.keyboard.press("Enter")
    assert answers(page) == [[6, 4]]


def test_who_always_wants_to_see_what_a_bot_would_do_says_so_once(page: Page) -> None:
    page.evaluate("import('/settings.js').then((help) => help.openHelp())")
    page.get_by_label("Always show hints").check()
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
    expect(page.locator("#confirm")).to_contain_text("Discard 1 more")
    page.keyboard.press("Enter")
    expect(page.locator("#ask .refusal")).to_contain_text("Choose 1 more card.")
    assert answers(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#hand .picked")).to_have_count(0)


def test_the_cards_to_keep_are_marked_where_they_are_fewer(page: Page) -> None:
    show(page, a_subset(2, 2, kind="explore", cards=[6, 5, 4], suggest=[6, 4]))
    expect(page.locator("#ask .help")).to_contain_text("Mark the card you keep.")
    expect(page.locator("#confirm")).to_contain_text("Keep 1 more")
    page.keyboard.press("h")
    expect(page.locator("#hand .hint-here")).to_have_count(1)
    card(page, 4).click()
    card(page, 5).click()
    expect(page.locator("#hand .mark")).to_have_text("✓ keep")
    expect(page.locator("#confirm")).to_contain_text("Keep Alien Toys")
    page.keyboard.press("Enter")
    assert answers(page) == [[6, 4]]


def test_complete_marks_are_sent_at_once_against_bots_alone(page: Page) -> None:
    show(page, a_subset(2, 2, cards=[6, 5, 4, 7, 8]), undo_round=2)
    card(page, 4).click()
    page.keyboard.press("1")
    expect(page.locator("#hand .picked")).to_have_count(2)
    assert answers(page) == [], "a key sends nothing"
    card(page, 4).click()
    card(page, 4).click()
    assert answers(page) == [[4, 7]]


def test_drawn_cards_are_shown_apart_and_keys_follow_what_is_shown(page: Page) -> None:
    show(page, a_subset(1, 1, kind="explore", cards=[6, 4]))
    drawn = page.get_by_role("group", name="Drawn now, 2 cards")
    expect(drawn.locator(".key")).to_have_text(["1", "2"])
    expect(page.get_by_role("group", name="Your hand, 1 card")).to_be_visible()


def test_the_hand_is_put_in_order_and_new_cards_are_marked(page: Page) -> None:
    cards = {str(at): a_card(title) | {"cost": 9 - at} for at, title in enumerate("abcdef", 1)}
    show(page, ONE_EACH, cards=cards)
    expect(page.locator(".new-here")).to_have_count(0)
    page.locator("#hand").get_by_role("button", name="Cost", exact=True).click()
    shown = page.locator("#hand [data-card]")
    assert [one.get_attribute("data-card") for one in shown.all()] == ["6", "5", "4"]
    card(page, 5).click()
    show(page, ONE_EACH, turn=8, hand=[4, 5, 6, 2], cards=cards)
    expect(page.locator(".new-here")).to_have_count(1)
    expect(card(page, 2).last.locator(".new-here")).to_be_visible()
    assert answers(page) == [[5]]


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
    expect(page.locator("#ask .help")).to_contain_text("This takes all your cards.")
    expect(page.locator("#confirm")).to_contain_text("Pay 2 cards")
    card(page, 5).click()
    expect(page.locator("#confirm")).to_contain_text("Unmark 1 card.")
    page.get_by_label("1 card, giving up Public Works").check()
    expect(page.locator("#hand .picked")).to_have_count(0)
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


def test_search_moves_no_sign_of_another_action(page: Page) -> None:
    show(page, ACTIONS)
    signs = page.locator(".action-card kbd")
    expect(signs).to_have_text(["0", "1", "2"])
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    show(page, of_actions(["explore +5"], ["settle"]), turn=8)
    expect(signs).to_have_text(["1", "2"])
    assert answers(page) == [[1]]
