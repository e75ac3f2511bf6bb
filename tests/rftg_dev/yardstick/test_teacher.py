"""What can be learned from: all but what is held out, and nothing that a player did not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dev.yardstick.positions import is_held_out, read_games
from rftg_dev.yardstick.teacher import choices, positions


def test_positions_are_of_all_games_but_those_held_out(games: Path) -> None:
    told = list(read_games(games / "positions-greedy-base-2p.jsonl.gz"))
    learned = [game for game in told if not is_held_out(game["id"])]
    assert len(learned) == len(told) - 1
    found = list(positions(games, ["base-2p"]))
    assert len(found) == 2 * sum(game["result"]["rounds"] for game in learned)
    assert found[0].left == learned[0]["result"]["rounds"]
    assert found[-1].left == 1
    assert {one.won for one in found} <= {0.0, 0.5, 1.0}


@pytest.mark.parametrize("kind", ["base-2p", "arc1-3p"])
def test_choices_are_all_decisions_each_seen_by_who_decides(games: Path, kind: str) -> None:
    told = list(read_games(games / f"positions-greedy-{kind}.jsonl.gz"))[:3]
    asked = [one for game in told for rounds in game["rounds"] for one in rounds["decisions"]]
    found = list(choices(games, [kind], sample=3))
    assert [one.decision.kind for one in found] == [one["kind"] for one in asked]
    for one in found:
        assert one.view.me == one.decision.player
        assert one.decision.refusal(one.answer) is None
