"""Goods for a power that takes several kinds: one choice of the record, several of ours."""

from collections import Counter
from typing import Any, ClassVar

import pytest

from rftg_engine import Side
from rftg_tools.importing.reader import Reader
from rftg_tools.importing.readers import early_answer, read_answer
from rftg_tools.importing.record import Divergence
from tests.game import FIRST, Game

RACE, DESCENDANTS = "Adaptable Uplift Race", "Uplift Descendants"
CODES = {RACE: ["consume-any", "consume-gene"], DESCENDANTS: ["consume-novelty", "consume-gene"]}
GAINS = {RACE: ["get-2-card", "get-vp"], DESCENDANTS: ["get-vp"]}
POINTS = {RACE: 2, DESCENDANTS: 3}


class Cards(Game):
    """A game with the cards of Xeno Invasion."""

    sets: ClassVar[tuple[str, ...]] = ("xeno-invasion",)


def event(by: str, options: list[str], chosen: list[str]) -> dict[str, Any]:
    codes = [*CODES[by], "consume-two", *GAINS[by]]
    power = {"phase": "consume", "codes": codes, "value": POINTS[by], "times": 1}
    args = {"count": 2, "min": 2, "max": 2, "using": {"card": by, "power": power}}
    return {
        "t": "choice",
        "kind": "good",
        "options": {"cards": options, "special": [], "args": args},
        "answer": {"cards": chosen, "special": []},
    }


def consuming(by: str, worlds: str) -> tuple[Cards, Reader]:
    game = Cards(Side(f"Old Earth, {by}, {worlds}", goods=worlds))
    game.choose("consume: x2", "develop")
    if game.asked(FIRST) == "consume power":
        game.pick(FIRST, by)
    reader = Reader(game.table, Counter())
    reader.driver = game.driver
    return game, reader


NOVELTY, GENES = ["Gem World", "Spice World"], ["Lost Species Ark World", "Plague World"]


@pytest.mark.parametrize("by", [RACE, DESCENDANTS])
@pytest.mark.parametrize("turned", [False, True], ids=["", "the other way round"])
def test_goods_of_one_choice_answer_our_decisions_in_turn(by: str, turned: bool) -> None:
    worlds = sorted([*NOVELTY, *GENES])
    game, reader = consuming(by, ", ".join(worlds))
    chosen = ["Plague World", "Gem World"] if turned else ["Gem World", "Plague World"]
    decision = game.decision(FIRST)
    game.driver.answer(decision.player, read_answer(reader, decision, event(by, worlds, chosen)))
    second = early_answer(reader, game.decision(FIRST))
    assert second is not None
    game.driver.answer(decision.player, second)
    assert reader.unpaid == {decision.player: []}
    assert sorted(game.goods(FIRST)) == ["Lost Species Ark World", "Spice World"]


def test_goods_that_do_not_pay_both_are_a_divergence() -> None:
    worlds = sorted([*NOVELTY, *GENES])
    game, reader = consuming(DESCENDANTS, ", ".join(worlds))
    assert diverges(reader, game, event(DESCENDANTS, worlds, NOVELTY))
    assert diverges(reader, game, event(DESCENDANTS, worlds[1:], ["Gem World", "Plague World"]))


def diverges(reader: Reader, game: Cards, choice: dict[str, Any]) -> bool:
    try:
        read_answer(reader, game.decision(FIRST), choice)
    except Divergence:
        return True
    return False
