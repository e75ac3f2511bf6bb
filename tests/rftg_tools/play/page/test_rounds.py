"""The end of a round and of a game: what happened, goals, whole tableaus, the robot's words."""

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browsers import MARKS
from tests.rftg_tools.axe import check_with_axe
from tests.rftg_tools.play.page.frames import (
    Data,
    a_frame,
    a_player,
    a_subset,
    an_end,
)
from tests.rftg_tools.play.page.trial import (
    ACTIONS,
    ONE_EACH,
    SCREENS,
    answers,
    card,
    show,
)

pytestmark = MARKS


def in_round(number: int, **other: Any) -> Data:
    """Ann's question for an action at the start of a round."""
    gone = {"actions": ["settle"], "placed": [2], "lost": [], "took": [], "vp": 2, "prestige": 0}
    gone |= {"cards": 3, "goods": 1, "goals": ["Innovation Leader"], "notes": ["held out"]}
    players = [{"seat": seat, **gone} for seat in (0, 1)]
    return {"round": number, "last_round": {"round": number - 1, "players": players}, **other}


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
    for part in ("+2 VP", "drew 3", "produced 1", "Innovation Leader", "held out"):
        expect(said).to_contain_text(part)
    check_with_axe(page, "pause")
    page.keyboard.press("Enter")
    expect(pause).to_have_count(0)
    assert answers(page) == []
    show(page, ACTIONS, turn=9, **in_round(4))
    expect(pause).to_have_count(0)


def test_the_pause_keeps_nobody_waiting_who_knows_the_key(page: Page) -> None:
    pause = begin_round(page)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert answers(page) == [[2]]
    expect(pause).to_have_count(0)


def test_the_pause_is_switched_off_where_it_stands(page: Page) -> None:
    pause = begin_round(page)
    pause.get_by_label("Show this after each round").uncheck()
    pause.get_by_role("button", name="Continue").click()
    show(page, ACTIONS, turn=9, **in_round(5))
    expect(page.locator("#ask[data-turn='9']")).to_be_visible()
    expect(pause).to_have_count(0)


def test_there_is_no_pause_where_a_game_is_opened_or_watched(page: Page) -> None:
    show(page, ACTIONS, **in_round(4))
    expect(page.locator(".pause")).to_have_count(0)
    show(page, turn=8, seat=None, **in_round(4))
    show(page, turn=9, seat=None, **in_round(5))
    expect(page.locator(".pause")).to_have_count(0)


TILES = [
    {"name": "Leader", "says": "Have most.", "most": True, "points": 5, "held_by": [1]}
    | {"amounts": [2, 4]},
    {"name": "Pioneer", "says": "Be first.", "most": False, "points": 3, "held_by": []}
    | {"amounts": None},
]
GOALS = {"goals": {"tiles": TILES, "held": [[], ["Leader"]]}}


def test_goals_say_what_they_are_worth_and_how_far_everybody_is(page: Page) -> None:
    show(page, parts=GOALS)
    leader, pioneer = page.locator(".goal").all()
    expect(leader).to_contain_text("5 VP, most")
    expect(leader.locator(".standings > span")).to_have_text(["★ Bo 4", "you 2"])
    expect(page.locator(".goals .title")).to_contain_text("1 of 2 left")
    expect(pioneer).to_contain_text("3 VP, first")
    expect(pioneer.locator(".standings")).to_have_text("not yet claimed")
    expect(page.get_by_title("Leader", exact=True)).to_have_text("1 goal: Leader")


def test_tokens_stand_behind_the_figures_of_who_has_some(page: Page) -> None:
    tokens = [{"name": "relic", "left": 3, "held": [0, 2]}, {"name": "idol", "left": 4}]
    tokens[1]["held"] = [0, 0]
    show(page, parts={"tokens": tokens})
    expect(page.get_by_title("2 relic tokens; 3 left")).to_have_text("2 relic")
    expect(page.locator('[title*="tokens; "]')).to_have_count(1)


def test_a_part_that_no_script_draws_is_not_shown(page: Page) -> None:
    show(page, parts=GOALS | {"toll": [1, 2]})
    expect(page.locator(".goal")).to_have_count(2)


def test_the_table_goes_on_without_a_part_whose_script_fails(page: Page) -> None:
    mat = {"seat": 1, "level": "medium", "credit": 1, "economy": 0, "stack": 4, "counters_left": 2}
    mat |= {"counters_placed": 0, "face": "settle", "dice": [], "placed": [], "notes": []}
    show(page, ONE_EACH, parts={"goals": {}, "robot": mat})
    expect(page.locator(".goal")).to_have_count(0)
    expect(page.locator(".robot")).to_contain_text("Robot, medium")
    expect(page.locator("#ask")).to_be_visible()


def test_goals_have_a_column_at_the_end_also_where_nobody_has_one(page: Page) -> None:
    end = an_end()
    end["columns"].append({"name": "goals", "title": "Goals"})
    show(page, over=end, parts=GOALS)
    heads = page.locator("#scores .sheet thead th")
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
    }).map((card) => card.dataset.card)""")
    assert cut == []


@pytest.mark.parametrize("others", [1, 3, 4])
def test_no_card_of_another_player_is_cut_at_a_desk(page: Page, others: int) -> None:
    cards = {str(at): a_frame()["cards"]["1"] | {"title": f"World {at}"} for at in range(1, 99)}
    for count in (3, 9, 15):
        players = [
            a_player(seat, f"P{seat}", *range(seat * count + 1, seat * count + count + 1))
            for seat in range(others + 1)
        ]
        show(page, a_subset(1, 1), cards=cards, players=players, turn=count)
        cut = page.evaluate("""() => [...document.querySelectorAll(".player")].filter((player) => {
          const room = player.getBoundingClientRect();
          return [...player.querySelectorAll(".card")].some((card) => {
            const { bottom, right, width } = card.getBoundingClientRect();
            return bottom > room.bottom + 1 || right > room.right + 1 || width < 40;
          });
        }).length""")
        assert cut == 0, f"{count} cards"


def test_the_last_round_is_announced_with_its_reason(page: Page) -> None:
    show(page, ACTIONS, ending=["Bo has 12 cards in the tableau"])
    banner = page.get_by_role("alert")
    expect(banner).to_contain_text("Last round. Bo has 12 cards in the tableau.")
    show(page, ACTIONS, turn=8, ending=[])
    expect(banner).to_have_count(0)


def test_an_own_secret_choice_is_shown_and_can_be_taken_back(page: Page) -> None:
    option = {"answer": [2], "label": ["Settle"], "cards": [], "detail": None, "action": ["settle"]}
    chosen = {"kind": "action", "option": option, "verb": None, "cards": []}
    players = [a_player(0, "Ann", waiting=False, done=True), a_player(1, "Bo", waiting=True)]
    show(page, chosen=chosen, undo={"to": "before choosing"}, players=players)
    expect(page.locator(".secret")).to_contain_text("You chose Settle")
    expect(page.locator(".secret")).to_contain_text("Only you can see it")
    check_with_axe(page, "waiting")
    page.set_viewport_size({"width": 800, "height": 700})
    width = page.locator("#ask .words").evaluate("(words) => words.clientWidth")
    assert width > 120  # "Waiting for Bo." stays readable
    page.get_by_role("button", name="Take back").click()
    discards = {"kind": "discard", "option": None, "verb": "discard", "cards": [4, 5]}
    show(page, chosen=discards, undo={"to": "before"}, players=players, turn=8)
    expect(page.locator(".secret")).to_contain_text("You discard Space Port and Alien Toys")
    assert answers(page) == [["undo"]]


_NOTIFIED: Final = """async (frames) => {
  const { notifyOfTurn, setSwitch } = await import("/settings.js");
  const shown = [];
  window.Notification = class { constructor(title, { body }) { shown.push([title, body]); } };
  window.Notification.permission = "granted";
  Object.defineProperty(document, "hidden", { value: true });
  notifyOfTurn(frames[0]);
  setSwitch("notify", true);
  frames.forEach(notifyOfTurn);
  return shown;
}"""


def test_who_looks_elsewhere_is_notified_once_of_each_question_if_that_is_wanted(
    page: Page,
) -> None:
    first = a_frame(ONE_EACH)
    again = a_frame(ONE_EACH)
    nothing = a_frame(None)
    later = a_frame(ACTIONS) | {"turn": 9}
    shown = page.evaluate(_NOTIFIED, [first, again, nothing, later])
    assert [title for title, _body in shown] == ["It's your turn"] * 2


def test_a_round_is_undone_where_the_server_allows_it(page: Page) -> None:
    show(page, ACTIONS)
    expect(page.locator("#undo-round")).to_have_count(0)
    show(page, ACTIONS, turn=8, undo_round=3)
    page.get_by_role("button", name="Return to the start of round 3").click()
    page.keyboard.press("Shift+U")
    assert answers(page) == [["undoRound"], ["undoRound"]]


def test_words_of_the_robot_are_explained_to_who_points_or_taps(page: Page) -> None:
    mat = {"seat": 1, "level": "medium", "credit": 1, "economy": 0, "stack": 4, "counters_left": 2}
    mat |= {"counters_placed": 0, "face": "settle", "dice": ["consume-trade", "robot"]}
    show(page, ONE_EACH, parts={"robot": mat | {"placed": ["settle"], "notes": []}})
    robot, large = page.locator(".robot"), page.locator(".large")
    expect(robot).to_contain_text("Consume: trade")
    said = {"credit": "gains credit from Explore", "economy": "Replaces goods"}
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
