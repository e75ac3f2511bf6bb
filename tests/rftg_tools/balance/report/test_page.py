"""The report: whole, safe, offline, the same for the same games, and readable without its plots."""

import base64
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_tools.balance.deck import Alternative
from rftg_tools.balance.experiment import SEEDS_PER_RUN, CompiledExperiment
from rftg_tools.balance.findings import Findings, findings
from rftg_tools.balance.report.page import render
from rftg_tools.balance.store import Store
from rftg_tools.balance.study import Study
from rftg_tools.balance.verdict import Verdict
from rftg_tools.balance.words import in_words
from tests.browsers import NEEDS_CHROMIUM, started_browser
from tests.rftg_tools.balance.trying import ENGINE, MINE, PLAIN, experiment, first_games

TWICE = MINE.replace("vp: 1", "vp: 1\n  copies: 2")
ODD = """
- title: Rock & <script>alert(1)</script> {{ 7 * 7 }}
  world: 6
  vp: 0
"""
START = """
- title: Far Harbour
  world: 1
  vp: 1
  start: {number: 9, colour: red}
"""
RUNS = 100 // SEEDS_PER_RUN
"""Runs that make a hundred seeds."""
CARDS = ENGINE + PLAIN + ODD
COMMAND = "rftg-dsl balance mine.yaml --seed 1"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> CompiledExperiment:
    return CompiledExperiment(experiment(tmp_path_factory.mktemp("report"), CARDS))


@pytest.fixture(scope="module")
def found(lab: CompiledExperiment, tmp_path_factory: pytest.TempPathFactory) -> Findings:
    """What 100 seeds of random players have to say."""
    study = Study(lab)
    store = Store(tmp_path_factory.mktemp("store") / "games.sqlite")
    for seed in first_games(lab, store, RUNS):
        study.add(seed)
    store.close()
    return findings(study, 0.02)


@pytest.fixture(scope="module")
def page(found: Findings) -> str:
    return render(found, COMMAND)


class Reader(HTMLParser):
    """The elements of a page, and whether each that is opened is closed in its place."""

    VOID = ("meta", "br", "img")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.unfolded: list[str] = []
        self.first_inside: dict[int, str] = {}
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.elements and self.open and self.elements[-1][0] == "svg":
            self.first_inside[len(self.elements) - 1] = tag
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)
            if "details" not in self.open:
                self.unfolded.append(data)

    @property
    def text(self) -> str:
        """All that is to be read, in one line."""
        return " ".join(" ".join(self.texts).split())

    def attributes(self, name: str) -> Iterator[str]:
        """All values of an attribute."""
        return (str(attrs[name]) for _tag, attrs in self.elements if name in attrs)


def test_the_page_is_whole(page: str) -> None:
    assert Reader(page).open == []
    assert page.startswith("<!DOCTYPE html>")


def test_it_refers_to_nothing_outside_of_itself(page: str) -> None:
    reader = Reader(page)
    tags = {tag for tag, _attrs in reader.elements}
    assert not tags & {"script", "link", "iframe", "object", "embed", "base", "image", "use"}
    assert all(one.startswith("data:image/svg+xml;base64,") for one in reader.attributes("src"))
    for name in ("srcset", "data", "action", "xlink:href", "poster"):
        assert list(reader.attributes(name)) == []
    assert all(target.startswith("#") for target in reader.attributes("href"))
    places = re.findall(r"url\(([^)]{0,12})|@import|image-set\(", page)
    assert set(places) == {"data:font/tt"}
    assert "http://" not in page
    assert "https://" not in page


def test_its_own_rules_let_it_load_nothing(page: str) -> None:
    (policy,) = (one for one in Reader(page).attributes("content") if "default-src" in one)
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"


def test_what_titles_say_is_text_and_no_markup(page: str) -> None:
    assert "<script" not in page
    assert "Rock & <script>alert(1)</script> {{ 7 * 7 }}" in Reader(page).text


def test_nothing_turns_the_direction_of_writing(found: Findings) -> None:
    page = render(found, "rftg-dsl balance evil\u202elmay\x1b.yaml")
    assert "evil\ufffdlmay\ufffd.yaml" in page
    assert not {"\x1b", "\u202e"} & set(page)


def test_each_link_leads_to_a_card_and_no_name_is_given_twice(page: str) -> None:
    reader = Reader(page)
    names = list(reader.attributes("id"))
    assert len(set(names)) == len(names)
    targets = {target.removeprefix("#") for target in reader.attributes("href")}
    assert targets == {"all-cards", "card-1", "card-2", "card-3"} <= set(names)


def test_each_plot_says_in_words_what_it_shows(page: str) -> None:
    reader = Reader(page)
    plots = 0
    for place, (tag, attrs) in enumerate(reader.elements):
        if tag == "svg" and "aria-hidden" not in attrs:
            plots += 1
            assert attrs["role"] == "img"
            assert reader.first_inside[place] == "title"
    assert plots > 20


def test_the_card_its_words_and_its_figures_are_there(page: str, found: Findings) -> None:
    text = Reader(page).text
    assert "Explore: draw 3 more cards" in text
    for one in found.cards:
        assert one.tally.subject.card.title in text
        assert one.tally.subject.peers.description in text
    assert COMMAND in text
    for one_set in found.study.lab.deck.sets:
        assert f"{one_set.id} {one_set.digest}" in text
    assert "seeds 1/0 to 1/99".casefold() in text.casefold()


def test_each_card_is_shown_as_it_is_printed(page: str, found: Findings) -> None:
    images = [attrs for tag, attrs in Reader(page).elements if tag == "img"]
    titles = [one.tally.subject.card.title for one in found.cards]
    assert [one["alt"] for one in images] == [f"The card {t} as it is printed" for t in titles]
    face = base64.b64decode(str(images[0]["src"]).partition(",")[2])
    assert face.startswith(b"<svg")


def test_without_the_tools_of_printing_the_words_are_there(
    found: Findings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    page = render(found, COMMAND)
    assert "<img" not in page
    assert "Explore: draw 3 more cards" in page


def test_words_of_statistics_stand_in_folds_alone(page: str) -> None:
    reader = Reader(page)
    seen = " ".join(reader.unfolded).casefold()
    for word in ("percent", "%-points", "pairs", "seeds"):
        assert word not in seen
        assert word in reader.text.casefold()


@pytest.fixture
def flagged(found: Findings) -> str:
    """The page with something found of the first card."""
    first = found.cards[0]
    strong = Verdict("too strong", ("lies from -3.0 to +2.0",))
    usual = Verdict("average", ())
    rest = [replace(one, verdict=usual) for one in found.cards[1:]]
    return render(replace(found, cards=[replace(first, verdict=strong), *rest]), COMMAND)


def test_what_was_found_stands_at_the_head_of_the_page(page: str, flagged: str) -> None:
    assert "No problems" in Reader(page).text
    text = Reader(flagged).text
    assert "No problems" not in text
    assert "Everything Engine : It lies from −3.0 to +2.0. What to change first" in text
    assert "What to change first Everything Engine (too strong)." in text


def test_cards_of_which_the_games_say_little_are_named_at_the_head(found: Findings) -> None:
    first, *rest = found.cards
    seldom = replace(first, verdict=Verdict("seldom played", ()))
    mistaken = [replace(one, verdict=Verdict("bots overrate it", (), True)) for one in rest[:1]]
    page = render(replace(found, cards=[seldom, *mistaken]), COMMAND)
    head = Reader(page).text.partition("All cards")[0]
    assert "Bots rarely play Everything Engine, so the wins do not show its strength." in head
    assert f"Bots misjudge {rest[0].tally.subject.card.title}." in head


def test_verdicts_are_told_by_signs_as_well_as_by_colours(flagged: str) -> None:
    assert re.search(r'aria-hidden="true">▲</span> too strong', flagged)
    assert re.search(r'aria-hidden="true">○</span> about average', flagged)


def test_figures_less_sure_than_asked_for_are_called_so(found: Findings, page: str) -> None:
    assert "(target: ±2.0 points). No problems" in Reader(page).text
    assert found.study.margin > found.precision
    content = Reader(render(replace(found, precision=2 * found.study.margin), COMMAND)).text
    assert "target" not in content.partition("No problems")[0]


def test_too_few_games_are_called_so(lab: CompiledExperiment, tmp_path: Path) -> None:
    study = Study(lab)
    for seed in first_games(lab, Store(tmp_path / "games.sqlite"), 1):
        study.add(seed)
    text = Reader(render(findings(study, 0.02), COMMAND)).text
    assert "There are too few games so far for a result." in text
    assert "Too few games to compare their length" in text
    assert "No difference is" not in text
    words = in_words(findings(study, 0.02))
    assert words.count("oo few games for") == 1, "one sentence for all cards"
    assert "too few for a result" not in words
    assert "inf" not in text.casefold().split()
    assert "nan" not in text.casefold().split()


def test_a_start_world_lies_among_start_worlds(tmp_path: Path) -> None:
    study = Study(CompiledExperiment(experiment(tmp_path, PLAIN + START)))
    for seed in first_games(study.lab, Store(tmp_path / "games.sqlite"), 3):
        study.add(seed)
    found = findings(study, 0.02)
    text = Reader(render(found, COMMAND)).text
    assert found.starts.cards
    for one in (found.among, found.starts):
        ends = [f"{100 * end:+.1f}".replace("-", "−") for end in (one.low, one.high)]
        assert f"{one.description} from {ends[0]} to {ends[1]}" in text


def test_a_card_has_the_copies_of_its_file(tmp_path: Path) -> None:
    study = Study(CompiledExperiment(experiment(tmp_path, TWICE)))
    assert "2 copies" in Reader(render(findings(study, 0.02), COMMAND)).text


def test_the_versions_that_were_played_stand_beside_the_card(tmp_path: Path) -> None:
    tried = experiment(tmp_path, PLAIN)
    dearer = Alternative("Quiet Harbour", 4, 2, "cost 4")
    studies = [
        Study(CompiledExperiment(one)) for one in (tried, replace(tried, alternative=dearer))
    ]
    for study in studies:
        for seed in first_games(study.lab, Store(tmp_path / "games.sqlite"), 1):
            study.add(seed)
    text = Reader(render(findings(studies[0], 0.02, studies[1:]), COMMAND)).text
    pattern = r"Version Plot .*Extra wins per 100 current card .* cost 4 too few games"
    assert re.search(pattern, text)
    assert f"Other versions Quiet Harbour: {SEEDS_PER_RUN} with cost 4" in text


def test_before_any_game_there_is_a_page_too(lab: CompiledExperiment) -> None:
    assert Reader(render(findings(Study(lab), 0.02), COMMAND)).open == []


@pytest.mark.slow
def test_the_same_games_make_the_same_bytes(tmp_path: Path) -> None:
    """In other processes, and from games that were kept."""
    experiment(tmp_path, CARDS)
    pages = []
    for seed in ("1", "2"):
        arguments = [
            "balance",
            "mine.yaml",
            "--games",
            "20",
            "--bots",
            "random",
            "--html",
            "a.html",
        ]
        subprocess.run(
            [sys.executable, "-m", "rftg_dsl", *arguments, "--jobs", seed],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            },
            check=False,
            stdout=subprocess.DEVNULL,
        )
        pages.append((tmp_path / "a.html").read_bytes())
        (tmp_path / ".rftg-dsl" / "games.sqlite").unlink()
    assert pages[0] == pages[1]


def test_the_command_writes_it_with_what_makes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    experiment(tmp_path, PLAIN)
    monkeypatch.chdir(tmp_path)
    quick = ["--games", "20", "--bots", "random", "--jobs", "1"]
    assert main(["balance", "mine.yaml", *quick, "--html", "one.html"]) == 0
    text = Reader(Path("one.html").read_text(encoding="utf-8")).text
    command = next(line for line in re.findall(r"rftg-dsl (balance .*?--html) one\.html", text))
    assert main([*command.split(), "two.html"]) == 0
    again = Path("two.html").read_text(encoding="utf-8").replace("two.html", "one.html")
    assert again == Path("one.html").read_text(encoding="utf-8")
    assert main(["balance", "mine.yaml", *quick, "--html", "no/folder/one.html"]) == 2
    assert "no/folder" in capsys.readouterr().err


@NEEDS_CHROMIUM
@pytest.mark.slow
def test_a_browser_finds_nothing_wrong_with_it_at_any_width(page: str, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(page, encoding="utf-8")
    with started_browser() as browser:
        for width in (360, 700, 1200):
            shown = browser.new_page(viewport={"width": width, "height": 800})
            asked: list[str] = []
            shown.on("console", lambda said, asked=asked: asked.append(said.text))
            shown.on("request", lambda made, asked=asked: asked.append(made.url))
            shown.goto(path.as_uri())
            outside = [one for one in asked if not one.startswith("data:")]
            assert outside == [path.as_uri()]
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            assert shown.evaluate("document.fonts.check('600 17px Report')")
            shown.close()
