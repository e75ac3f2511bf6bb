"""What the page shows at a moment, read from its elements: what is asked, and what can be taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

PATIENCE: Final = 30_000
"""Milliseconds until a page that asks nothing is stuck, on a machine that is busy with others."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something to do. view: "ask", "pass" (to another person), "curtain" or "over".

    turn: of the frame. options: answers, as their buttons have them. actions: of which two are
    chosen. on: the options by the card that they stand on alone. cards: to be marked. marked: those
    that are. ways: how many ways to pay there are. amiss: whether the marks are no answer yet.
    """

    view: str
    kind: str = ""
    form: str = ""
    turn: int = 0
    hinted: bool = False
    options: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    on: tuple[tuple[str, int], ...] = ()
    cards: tuple[int, ...] = ()
    marked: tuple[int, ...] = ()
    ways: int = 0
    amiss: bool = False
    suggests: bool = False
    refusal: str = ""


_READ: Final = """() => {
  const { view } = document.body.dataset;
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (view === "curtain") return { view };
  if (view !== "table" || !document.querySelector("#connection.live")) return null;
  if (document.querySelector("#scores")) return { view: "over" };
  const ask = document.querySelector("#ask");
  if (ask.querySelector("[data-do=pass]")) return { view: "pass" };
  if (!ask.dataset.kind || !ask.querySelector("[data-do]:enabled:not(#hint)")) return null;
  const cards = (selector) => all(selector).map((one) => Number(one.dataset.card));
  const options = all("#ask [data-option]");
  return {
    view: "ask",
    kind: ask.dataset.kind,
    form: ask.dataset.form,
    turn: Number(ask.dataset.turn),
    hinted: Boolean(ask.querySelector("#hint")),
    options: options.map((one) => one.dataset.option),
    actions: all("#ask [data-do=action]").map((one) => one.dataset.action),
    on: options
      .filter((one) => one.dataset.look)
      .map((one) => [one.dataset.option, Number(one.dataset.look)]),
    cards: cards(".card.can[aria-pressed]"),
    marked: cards(".card.can[aria-pressed=true]"),
    ways: all("#ask [name=way]").length,
    amiss: Boolean(ask.querySelector("#confirm[aria-disabled], #confirm:disabled")),
    suggests: Boolean(ask.querySelector("#suggest")),
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
