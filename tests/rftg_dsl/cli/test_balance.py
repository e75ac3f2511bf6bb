"""`rftg-dsl balance`: what it prints, refuses, and keeps when it is stopped."""

import io
import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from gamekit.work import Work
from rftg_dsl.cli import main
from tests.crowded import crowded_set
from tests.rftg_tools.balance.trying import BLANK, ENGINE, MINE, PLAIN, experiment

Output = pytest.CaptureFixture[str]
QUICK = ["--games", "60", "--bots", "random", "--jobs", "1"]


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with a card, in the working folder."""
    experiment(tmp_path, PLAIN)
    monkeypatch.chdir(tmp_path)
    return "mine.yaml"


@pytest.fixture(scope="module")
def games_of_plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the games of that card and of its alternatives."""
    folder = tmp_path_factory.mktemp("played")
    experiment(folder, PLAIN)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["balance", "mine.yaml", *QUICK, "--alternatives"]) == 0
    return folder / ".rftg-dsl"


@pytest.fixture
def played(cards: str, games_of_plain: Path) -> str:
    """A file with a card whose games have been played before."""
    shutil.copytree(games_of_plain, ".rftg-dsl")
    return cards


def test_a_line_a_card_and_what_is_said_of_it(played: str, capsys: Output) -> None:
    assert main(["balance", played, *QUICK]) == 0
    out = capsys.readouterr().out
    assert out.startswith("60 games of 2 players (random), sets base, mine.yaml, seed 1\n")
    assert "\nQuiet Harbour     3  " in out
    assert "\nQuiet Harbour: It is not clear yet whether players who drew it win more" in out
    assert "games than with an average 3-cost development: between " in out


def test_the_same_figures_as_data_whatever_the_number_of_processes(
    cards: str, capsys: Output
) -> None:
    few = ["balance", cards, "--games", "40", "--bots", "random", "--json"]
    assert main([*few, "--jobs", "2"]) == 0
    first = capsys.readouterr().out
    assert main([*few, "--jobs", "1", "--store", "other.sqlite"]) == 0
    assert capsys.readouterr().out == first
    data = json.loads(first)
    assert data["seeds"] == 40
    assert [card["title"] for card in data["cards"]] == ["Quiet Harbour"]


def test_a_quick_answer_asks_for_less_unless_more_is_named(played: str, capsys: Output) -> None:
    assert main(["balance", played, "--quick", *QUICK, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["precision"], data["seeds"]) == (4, 60)


def test_alternatives_are_played_in_the_place_of_a_card(played: str, capsys: Output) -> None:
    assert main(["balance", played, *QUICK, "--alternatives", "--html", "page.html"]) == 0
    said = capsys.readouterr().out.splitlines()
    tried = [line.partition(":")[0] for line in said if line.startswith("      ")]
    assert tried == [f"      {change}" for change in ("cost 2", "cost 4", "1 VP", "3 VP")]
    page = Path("page.html").read_text(encoding="utf-8")
    assert "--alternatives --html page.html" in page
    assert main(["balance", played, *QUICK, "--alternatives", "Quiet Harbour", "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    assert [one["cost"] for one in card["alternatives"]] == [2, 4, 3, 3]
    assert [one["vp"] for one in card["alternatives"]] == [2, 2, 1, 3]
    assert card["alternatives"][1]["compared_with"] == "an average 4-cost development"
    assert card["vp_worth"] >= 0
    assert card["advice"]


def test_alternatives_of_cards_that_are_not_told_of_are_not_listed(
    cards: str, capsys: Output
) -> None:
    """Nothing would say of which card they are."""
    path = Path(cards)
    text = path.read_text("utf-8")
    start = text.index("  - title: Quiet Harbour")
    twin = text[start:].replace("Quiet Harbour", "Loud Harbour").rstrip()
    path.write_text(f"{text.rstrip()}\n\n{twin}\n", "utf-8")
    few = ["--games", "5", "--bots", "random", "--jobs", "1"]
    assert main(["balance", cards, *few, "--alternatives"]) == 0
    said = capsys.readouterr().out
    assert "Too few games for 2 cards" in said
    assert not [line for line in said.splitlines() if line.startswith("      ")]


def test_an_alternative_that_is_found_too_strong_is_no_finding(
    played: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code speaks of the cards as they are."""
    from rftg_tools.balance.verdict import Verdict

    verdicts = iter([Verdict("too strong", ("lies beyond",))] * 4)
    usual = Verdict("average", ())
    monkeypatch.setattr(
        "rftg_tools.balance.findings.verdict",
        lambda tally, *_: usual if tally.subject.card.cost == 3 else next(verdicts),
    )
    assert main(["balance", played, *QUICK, "--alternatives"]) == 0
    assert "!" not in capsys.readouterr().out


def test_what_a_change_has_done_is_told(played: str, capsys: Output) -> None:
    assert main(["balance", played, *QUICK]) == 0
    assert "Compared with the last version" not in capsys.readouterr().out
    path = Path(played)
    path.write_text(path.read_text("utf-8").replace("development: 3", "development: 2"), "utf-8")
    assert main(["balance", played, *QUICK, "--html", "page.html"]) == 0
    said = (
        r"Compared with the last version \(cost 2 instead of 3\):"
        r" from \S+ to \S+ wins per 100 games; "
    )
    assert re.search(said, capsys.readouterr().out)
    line = "Compared with the last version (cost 2 instead of 3)"
    assert line in Path("page.html").read_text("utf-8")
    assert main(["balance", played, *QUICK, "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    assert card["since_last_version"]["changes"] == ["cost 2 instead of 3"]


@pytest.mark.slow
def test_a_card_too_strong_is_found_and_one_that_nobody_plays_is_named(
    tmp_path: Path, cards: str, capsys: Output
) -> None:
    experiment(tmp_path, ENGINE + BLANK + MINE)
    games = ["--bots", "greedy", "--precision", "8", "--games", "200", "--jobs", "1"]
    assert main(["balance", cards, *games]) == 1
    said = capsys.readouterr().out.splitlines()
    (found,) = [line for line in said if "    ! " in line]
    assert "Everything Engine is stronger than any of the official cards" in found
    (row,) = [line for line in said if line.startswith("Empty Rock  ")]
    assert row.endswith(", if played")


def test_less_sure_than_asked_for_is_said(played: str, capsys: Output) -> None:
    assert main(["balance", played, *QUICK]) == 0
    said = capsys.readouterr().out.splitlines()[2]
    assert re.fullmatch(
        r"Margin of error so far: ±\d+\.\d points for the least certain card"
        r" \(target: ±2\.0 points\)\.",
        said,
    )
    assert main(["balance", played, *QUICK, "--games", "20"]) == 0
    few = "Too few games so far with some card (target: ±2.0 points).\n"
    assert few in capsys.readouterr().out
    assert main(["balance", played, *QUICK, "--precision", "90"]) == 0
    assert "target:" not in capsys.readouterr().out


def test_games_are_kept_in_the_working_folder_and_ignored_by_git(cards: str) -> None:
    assert main(["balance", cards, *QUICK, "--games", "20"]) == 0
    folder = Path(".rftg-dsl")
    assert (folder / ".gitignore").read_text(encoding="utf-8") == "*\n"
    with sqlite3.connect(folder / "games.sqlite") as store:
        (seeds,) = store.execute("SELECT count(DISTINCT seed) FROM game").fetchone()
    assert seeds == 20


def test_what_was_stopped_goes_on_and_ends_as_if_it_had_not_been(
    cards: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = ["balance", cards, *QUICK, "--games", "40"]
    assert main([*few, "--store", "whole.sqlite"]) == 0
    whole = capsys.readouterr().out

    def stop(items: object, *_rest: object) -> object:
        for number, item in enumerate(items):  # type: ignore[arg-type,var-annotated]
            if number == 27:
                raise KeyboardInterrupt
            yield item

    with monkeypatch.context() as patch:
        patch.setattr("rftg_tools.progress.with_progress", stop)
        assert main(few) == 130
    captured = capsys.readouterr()
    assert captured.out.startswith("28 games of 2 players")
    assert captured.err == "stopped; run the same command to continue\n"
    assert main(few) == 0
    assert capsys.readouterr().out == whole


def test_who_stops_it_before_the_first_game_is_told_no_figures(
    cards: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_anything: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("rftg_tools.progress.with_progress", stop)
    assert main(["balance", cards, *QUICK, "--html", "report.html"]) == 130
    assert capsys.readouterr() == ("", "stopped before the first game ended\n")
    assert not Path("report.html").exists()


def test_the_bar_tells_how_sure_the_figures_are_and_how_much_is_left(
    played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, shares = [], []

    def watch(
        items: Iterable[object],
        total: object,
        _unit: str,
        note: Callable[[], str],
        left: Callable[[int], float],
    ) -> Iterator[object]:
        assert total is None
        for number, item in enumerate(items, 1):
            yield item
            notes.append(note())
            shares.append(left(number))

    monkeypatch.setattr("rftg_tools.progress.with_progress", watch)
    assert main(["balance", played, *QUICK]) == 0
    assert notes[0] == "margin unknown, target ±2.0 points"
    assert re.fullmatch(r"±\d+\.\d, target ±2\.0 points", notes[-1])
    assert 1 > shares[0] > shares[-1] == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--jobs", "0"], "--jobs must be at least 1, not 0"),
        (["--jobs", "65"], "--jobs must be at most 64, not 65"),
        (["--games", "0"], "--games must be at least 1, not 0"),
        (["--players", "1"], "--players must be at least 2, not 1"),
        (["--players", "9"], "these sets serve 2 to 4 players, not 9"),
        (["--alternatives", "Quiet"], "no tested card is called 'Quiet'"),
        (
            ["--alternatives", "Quiet Harbor"],
            "no tested card is called 'Quiet Harbor'; the nearest is 'Quiet Harbour'",
        ),
        (["--precision", "0"], "--precision must be more than 0, not 0.0"),
        (["--bots", "clever"], "there is no bot 'clever'"),
        (["--goals"], "no set in use has goals"),
        (["--sets", "nowhere"], "there is no set or card file 'nowhere'"),
        (["--store", "no/where.sqlite"], "'no/where.sqlite' cannot hold games"),
        (["--store", "."], "'.' is a folder; name a file with --store"),
        (["--html", "mine.yaml"], "a report is HTML, but 'mine.yaml' does not end in `.html`"),
        (["--html", "no/where.html"], "there is no folder 'no' for 'no/where.html'"),
        (["gathering-storm"], "gathering-storm is shipped; balance tests only your own cards"),
        ([""], "there is no file ''"),
        (["nothing.yaml"], "there is no file 'nothing.yaml'"),
    ],
)
def test_what_cannot_be_played_exits_with_2_and_says_why(
    cards: str, arguments: list[str], reason: str, capsys: Output
) -> None:
    assert main(["balance", cards, *arguments]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("rftg-dsl: error: ")
    assert reason in last


def test_cards_with_errors_are_told_as_check_tells_them(
    tmp_path: Path, cards: str, capsys: Output
) -> None:
    experiment(tmp_path, PLAIN)
    path = tmp_path / cards
    path.write_text(path.read_text("utf-8").replace("trade:", "traed:"), encoding="utf-8")
    assert main(["balance", cards]) == 2
    captured = capsys.readouterr()
    assert "help: write `trade`" in captured.out
    assert captured.err.endswith("these cards have errors, so they can't be played\n")


def test_a_store_that_takes_no_more_games_is_named(
    cards: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_anything: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("rftg_tools.balance.store.Store.add", full)
    assert main(["balance", cards, *QUICK]) == 2
    message = (
        "games.sqlite' cannot hold games: database or disk is full; name another with --store\n"
    )
    assert capsys.readouterr().err.endswith(message)


GOALS = """\
set: mine
title: Mine
requires: [base]
modules: [goals]
keywords: [ice]
goals:
  - title: Ice Baron
    after: [settle]
    first: 2 ice worlds
  - title: Landlord
    after: [settle]
    first: '"Ice Rock"'
cards:
  - title: Ice Rock
    world: 1
    vp: 1
    keywords: [ice]
    copies: 4
"""


def test_goals_of_the_own_set_are_played_for_also_in_games_without_its_cards(
    cards: str, capsys: Output
) -> None:
    Path(cards).write_text(GOALS, encoding="utf-8")
    main(["balance", cards, *QUICK, "--games", "20"])
    shown = capsys.readouterr()
    assert "with only official cards" in shown.out
    assert "note: `mine` has goals, so they are used; --no-goals leaves them out" in shown.err
    main(["balance", cards, *QUICK, "--games", "20", "--no-goals"])
    assert "goals" not in capsys.readouterr().err


def test_shipped_sets_are_not_tried(capsys: Output) -> None:
    from rftg_dsl.resources import shipped_sets

    base = next(path for path in shipped_sets() if path.stem == "base")
    assert main(["balance", str(base)]) == 2
    assert "balance tests only your own cards" in capsys.readouterr().err


def test_cards_that_nothing_can_be_compared_with_are_refused(cards: str, capsys: Output) -> None:
    path = Path(cards)
    path.write_text(path.read_text("utf-8").replace("requires: [base]\n", ""), encoding="utf-8")
    assert main(["balance", cards, "--sets", cards]) == 2
    message = "no official card in use has the same type as any of these cards"
    assert message in capsys.readouterr().err


def test_a_file_that_is_named_as_a_set_too_is_taken_once(played: str, capsys: Output) -> None:
    assert main(["balance", played, *QUICK, "--sets", f"base,{played}"]) == 0
    assert "(random), sets base, mine.yaml, seed 1\n" in capsys.readouterr().out


def test_a_terminal_that_lacks_a_letter_gets_a_question_mark(
    tmp_path: Path, cards: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment(tmp_path, PLAIN.replace("Quiet Harbour", "Quiet Århus"))
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", ascii_only)
    assert main(["balance", cards, *QUICK, "--games", "20"]) == 0
    ascii_only.seek(0)
    assert "\nQuiet ?rhus " in ascii_only.read()


def test_a_damaged_store_may_be_deleted(cards: str, capsys: Output) -> None:
    assert main(["balance", cards, *QUICK, "--games", "20"]) == 0
    path = Path(".rftg-dsl") / "games.sqlite"
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(len(data) - 4096))
    capsys.readouterr()
    assert main(["balance", cards, *QUICK]) == 2
    assert "; delete it or name another with --store\n" in capsys.readouterr().err


def test_a_folder_for_games_that_cannot_be_made_is_an_error(cards: str, capsys: Output) -> None:
    Path(".rftg-dsl").touch()
    assert main(["balance", cards, *QUICK]) == 2
    said = "can't create '.rftg-dsl': File exists; choose a file with --store\n"
    assert capsys.readouterr().err.endswith(said)


def test_what_check_warns_about_is_told_once_in_a_line(
    tmp_path: Path, cards: str, capsys: Output
) -> None:
    experiment(tmp_path, BLANK + BLANK.replace("Empty Rock", "Bare Rock"))
    assert main(["check", cards]) == 0
    assert "2 warnings" in capsys.readouterr().out
    main(["balance", cards, *QUICK, "--games", "20"])
    assert capsys.readouterr().err == "note: 2 warnings: rftg-dsl check mine.yaml\n"


def test_a_game_that_takes_too_much_work_is_told_with_the_cards_that_did_it(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rftg_engine.state.Work", lambda: Work(4_000))
    games = ["--games", "50", "--bots", "greedy", "--jobs", "2"]
    assert main(["balance", str(crowded_set(tmp_path)), *games]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("rftg-dsl: error: game ")
    assert "was stopped: more than 4,000 steps of work" in said
    assert "`Arsenal " in said
