"""Bots and takeovers: they declare those that their military will do for, and no others."""

import pytest

from rftg_engine import Side, view_of
from rftg_engine.bots import make_bot
from tests.rules.arc1.arc import Arc
from tests.rules.arc1.openings import duel

BELLI = "Interstellar Casus Belli"


def declared(level: str, military: str) -> bool:
    """Whether a bot attacks a world of defense 1, whose owner has 2 military."""
    mine = Side(f"Old Earth, {BELLI}, {military}", prestige=1)
    game: Arc = duel(mine, Side("New Sparta, Rebel Fuel Cache"))
    (decision,) = game.driver.pending
    bot = make_bot(level, game.table, "1")
    return bool(bot.choose(decision, lambda: view_of(game.driver.state, decision.player)))


@pytest.mark.parametrize("level", ["greedy", "expert", "master"])
def test_a_bot_declares_a_takeover_that_its_military_will_do_for(level: str) -> None:
    assert declared(level, "Space Marines, Expedition Force")


@pytest.mark.parametrize("level", ["greedy", "expert", "master"])
def test_a_bot_spends_nothing_on_a_takeover_without_hope(level: str) -> None:
    assert not declared(level, "Space Marines")
