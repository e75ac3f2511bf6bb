"""What is played for a seed, and that the games of one seed are one until the card is drawn."""

import re
from pathlib import Path

import pytest

import rftg_tools.balance.experiment as experiment_module
from rftg_tools.balance.experiment import (
    DECIDING,
    PEER_PLACED,
    SEEDS_PER_RUN,
    CompiledExperiment,
    Row,
    SeedRun,
    play_run,
    variant_of,
)
from rftg_tools.balance.games import Game
from tests.rftg_tools.balance.trying import ENGINE, MINE, PLAIN, experiment, lab

WHOLE = SeedRun(0, True, True, ("Quiet Harbour", "Everything Engine", "New Home"))


def seeds(rows: list[Row], key: str) -> list[int]:
    return [row.seed for row in rows if row.key == key and not row.variant]


def test_a_run_has_each_seed_with_and_without_the_cards(tmp_path: Path) -> None:
    made = experiment(tmp_path, PLAIN)
    rows = play_run(made, WHOLE)
    compiled = CompiledExperiment(made)
    assert (
        seeds(rows, compiled.key)
        == seeds(rows, compiled.official_key)
        == list(range(SEEDS_PER_RUN))
    )
    assert play_run(made, WHOLE) == rows


def test_only_cards_that_somebody_drew_are_replaced(tmp_path: Path) -> None:
    compiled = lab(tmp_path, PLAIN + ENGINE)
    rows = list(compiled.play_run(WHOLE))
    games = {row.seed: row.game for row in rows if row.key == compiled.key and not row.variant}
    replaced = {(row.seed, row.variant) for row in rows if row.variant}
    for subject in compiled.subjects:
        for seed, game in games.items():
            drawn = any(card in subject.numbers for card, _, _ in game.drawn)
            assert ((seed, subject.card.title) in replaced) == drawn


def before(game: Game, number: int) -> list[tuple[int, int, int]]:
    """The draws before a card was drawn, and that."""
    cards = [card for card, _, _ in game.drawn]
    return list(game.drawn[: cards.index(number) + 1])


def test_two_games_of_a_seed_are_one_until_the_card_is_drawn(tmp_path: Path) -> None:
    compiled = lab(tmp_path, PLAIN, "random")
    rows = list(compiled.play_run(WHOLE))
    (subject,) = compiled.subjects
    (number,) = subject.numbers
    games = {row.seed: row.game for row in rows if row.key == compiled.key and not row.variant}
    controls = [row for row in rows if row.variant]
    assert controls
    for row in controls:
        assert before(row.game, number) == before(games[row.seed], number)


def test_every_peer_takes_the_place_equally_often(tmp_path: Path) -> None:
    compiled = lab(tmp_path, ENGINE)
    (subject,) = compiled.subjects
    count = len(subject.peers.cards)
    taken = [
        compiled.control(subject, seed).title
        for seed in range(0, 5 * count * SEEDS_PER_RUN, SEEDS_PER_RUN)
    ]
    assert {title: taken.count(title) for title in taken} == {
        peer.title: 5 for peer in subject.peers.cards
    }
    assert taken[:count] != taken[count : 2 * count]


def test_the_key_follows_what_decides_a_game_and_nothing_else(tmp_path: Path) -> None:
    first = lab(tmp_path, PLAIN)
    comment = lab(tmp_path, "# a remark\n" + PLAIN.replace("price +1", "price +1 "))
    other = lab(tmp_path, PLAIN.replace("+1", "+2"))
    assert first.key == comment.key != other.key
    assert first.official_key == comment.official_key == other.official_key
    assert first.key != lab(tmp_path, PLAIN, "greedy").key


def test_the_key_follows_the_modules_that_decide_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = lab(tmp_path, PLAIN).key
    monkeypatch.setattr("rftg_tools.balance.experiment.fingerprint", lambda: "of another report")
    assert lab(tmp_path, PLAIN).key == first
    monkeypatch.setattr(
        "rftg_tools.balance.experiment.rules_digest", lambda _engine: "of other bots"
    )
    assert lab(tmp_path, PLAIN).key != first


def test_the_modules_that_decide_a_game_need_no_others_of_the_report() -> None:
    folder = Path(experiment_module.__file__).parent
    for name in DECIDING:
        text = (folder / name).read_text(encoding="utf-8")
        needed = re.findall(r"^from rftg_tools\.balance\.(\w+) import", text, re.MULTILINE)
        assert {f"{one}.py" for one in needed} <= set(DECIDING)


def test_a_start_world_stands_where_it_stood(tmp_path: Path) -> None:
    start = """
- title: New Home
  world: 2
  vp: 1
  start: {number: 60, colour: blue}
"""
    compiled = lab(tmp_path, start)
    (subject,) = compiled.subjects
    for seed in range(0, 6 * SEEDS_PER_RUN, SEEDS_PER_RUN):
        other = compiled.deck.with_instead(subject.numbers, compiled.control(subject, seed))
        assert other.table().start_worlds == compiled.deck.table().start_worlds
    rows = list(compiled.play_run(WHOLE))
    dealt = {
        row.seed: row.game.dealt for row in rows if row.key == compiled.key and not row.variant
    }
    controls = [row for row in rows if row.variant]
    assert controls
    for row in controls:
        assert row.game.dealt == dealt[row.seed]
        assert subject.numbers[0] in [world for _seat, world in row.game.dealt]


def test_a_replacement_is_placed_whenever_possible_to_compare_with_the_card(
    tmp_path: Path,
) -> None:
    compiled = lab(tmp_path, MINE, "greedy")
    (subject,) = compiled.subjects
    names = ("Deep Mine", variant_of("Deep Mine", PEER_PLACED))
    rows = list(compiled.play_run(SeedRun(0, True, False, names)))
    seats = {row.seed: subject.drawer(row.game) for row in rows if not row.variant}
    placed = {
        name: sum(
            card in subject.numbers and seat == seats[row.seed]
            for row in rows
            if row.variant == name
            for card, seat, *_ in row.game.placed
        )
        for name in names
    }
    assert placed[names[1]] > placed[names[0]]
    controls = {row.variant: {row.control for row in rows if row.variant} for row in rows}
    assert controls[names[0]] == controls[names[1]]
