"""What the page shows at a moment, read from its elements: what is asked, and what can be taken."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from playwright.sync_api import Page

PATIENCE: Final = 30_000
"""Milliseconds until a page that asks nothing is stuck, on a machine that is busy with others."""
_SOON: Final = 10.0
"""Seconds in which a page must have been told what there is to tell."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to do. view: "ask", "pass" (to another person), "curtain" or "over".

    turn: of the frame. hints, suggests: whether the page can tell what a bot would answer.
    prestige: whether the prestige card can be laid beside an action. options: answers, as their
    buttons and cards have them. actions: of which two are chosen. on: the options by the card
    that they stand on alone. cards: to be marked. marked: those that are. ways: how many ways to
    pay there are. amiss: whether the marks are no answer yet.
    """

    view: str
    kind: str = ""
    form: str = ""
    turn: int = 0
    hints: bool = False
    prestige: bool = False
    options: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    on: tuple[tuple[str, int], ...] = ()
    cards: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    ways: int = 0
    amiss: bool = False
    refusal: str = ""


_READ: Final = """() => {
  const READY = "#ask [data-do]:enabled:not(#hint), #hand .can[data-option]";
  const { view } = document.body.dataset;
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (view === "curtain") return { view };
  if (view !== "table" || !document.querySelector("#connection.live")) return null;
  if (document.querySelector("#scores")) return { view: "over" };
  const ask = document.querySelector("#ask");
  if (ask.querySelector("[data-do=pass]")) return { view: "pass" };
  if (!ask.dataset.kind || !document.querySelector(READY)) return null;
  const cards = (selector) => all(selector).map((one) => Number(one.dataset.card));
  const options = all("#ask [data-option]:enabled, #hand .can[data-option]");
  return {
    view: "ask",
    kind: ask.dataset.kind,
    form: ask.dataset.form,
    turn: Number(ask.dataset.turn),
    hints: Boolean(ask.querySelector("#hint")),
    prestige: Boolean(ask.querySelector("#prestige")),
    options: options.map((one) => one.dataset.option),
    actions: all("#ask [data-do=action]:enabled").map((one) => one.dataset.action),
    on: options
      .filter((one) => one.dataset.look && !one.dataset.card)
      .map((one) => [one.dataset.option, Number(one.dataset.look)]),
    cards: cards(".card.can[aria-pressed]"),
    marked: cards(".card.can[aria-pressed=true]"),
    ways: all("#ask [name=way]").length,
    amiss: Boolean(ask.querySelector("#confirm[aria-disabled], #confirm:disabled")),
    refusal: ask.querySelector(".refusal")?.textContent ?? "",
  };
}"""


def moment(page: Page) -> Moment:
    """What there is to do, once there is something."""
    found = page.wait_for_function(_READ, timeout=PATIENCE).json_value()
    lists = {name: tuple(map(_fixed, one)) for name, one in found.items() if isinstance(one, list)}
    return Moment(**{**found, **lists})


def _fixed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def seen(page: Page, now: Moment) -> tuple[Moment, list[str]]:
    """What is asked and what lies on the table, whatever is marked, and whoever still thinks."""
    bare = replace(now, turn=0, marked=(), amiss=False, refusal="")
    return bare, page.locator(
        "#table .facts, .player .actions, #table .card, #log li"
    ).evaluate_all("all => all.map((one) => one.dataset.card ?? one.textContent)")


def comes_to(look: Callable[[], Any], wanted: Any) -> None:
    """What is looked at becomes what is wanted, and soon."""
    end = time.monotonic() + _SOON
    while (found := look()) != wanted:
        assert time.monotonic() < end, f"{found}\nis not\n{wanted}"


def agree(one: Page, other: Page) -> Moment:
    """The moment that both tabs show, once both have been told of it."""
    end = time.monotonic() + _SOON
    while True:
        here, there = (seen(tab, moment(tab)) for tab in (one, other))
        if here == there:
            return here[0]
        assert time.monotonic() < end, f"{here}\nis not\n{there}"
