"""Goals on the page of the preview: beside the cards, with their findings."""

from pathlib import Path

from rftg_tools.preview.table import ShownCard, State, Table
from tests.rftg_tools.preview.cards import ALL, save

HEAD, _, CARDS = ALL.partition("cards:\n")
WORLDS = "  - title: Cosmopolitans\n    first: 4 kinds of worlds\n    after: [settle]\n"
RICH = "  - title: Hoarders\n    most: goods\n    least: 2\n    after: [produce]\n"
GOALS = f"modules: [goals]\ngoals:\n{WORLDS}{RICH}"


class Page:
    """A table of one file that is saved again and again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._table = Table(lambda: [folder / "ice.yaml"])
        self.state = State()

    def saved(self, goals: str) -> list[ShownCard]:
        """The goals after a save."""
        return self.written(f"{HEAD}{goals}cards:\n{CARDS}")

    def written(self, text: str) -> list[ShownCard]:
        """The goals after a save of the whole file."""
        save(self._folder, text)
        self.state = self._table.compile_table(self.state)
        return [entry for entry in self.state.cards if entry.is_goal]


def test_goals_stand_behind_the_cards_of_their_file(tmp_path: Path) -> None:
    page = Page(tmp_path)
    first, second = page.saved(GOALS)
    assert [entry.title for entry in page.state.cards][-2:] == ["Cosmopolitans", "Hoarders"]
    assert (first.good, second.good) == (True, True)
    assert first.face is not None
    assert first.face.printed == first.goal


def test_a_goal_has_its_findings_and_its_last_good_tile(tmp_path: Path) -> None:
    page = Page(tmp_path)
    good, other = page.saved(GOALS)
    broken, same = page.saved(GOALS.replace("4 kinds", "4 kinsd"))
    assert (broken.is_broken, broken.id, broken.goal) == (True, good.id, good.goal)
    assert [found.severity for found in broken.findings] == ["error"]
    assert same == other
    assert all(found not in file.findings for file in page.state.files for found in broken.findings)
    assert page.saved(GOALS) == [good, other]


def test_a_finding_behind_the_goals_is_not_that_of_the_last_one(tmp_path: Path) -> None:
    _, last = Page(tmp_path).saved(f"{GOALS}players: many\n")
    assert last.findings == ()


def test_a_goal_keeps_its_number_on_the_page_under_another_title(tmp_path: Path) -> None:
    page = Page(tmp_path)
    before = [entry.id for entry in page.saved(GOALS)]
    assert [entry.id for entry in page.saved(GOALS.replace("Hoarders", "Misers"))] == before
    page.saved(GOALS)
    assert [entry.id for entry in page.saved(f"modules: [goals]\ngoals:\n{RICH}")] == before[1:]


def test_a_file_that_is_empty_for_now_keeps_its_goals(tmp_path: Path) -> None:
    page = Page(tmp_path)
    before = page.saved(GOALS)
    assert [(entry.id, entry.goal, entry.is_broken) for entry in page.written("")] == [
        (entry.id, entry.goal, True) for entry in before
    ]
