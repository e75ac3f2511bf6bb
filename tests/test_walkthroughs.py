"""What the pages tell a reader to type does what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.diagnostics.selection import settings_for
from tests.walkthrough import Command, Dialogue, Excerpt, File, agrees, arguments, steps

ROOT = Path(__file__).parents[1]
PAGES = ["docs/guide.md", "docs/tiles.md"]


@pytest.mark.parametrize("name", PAGES)
def test_a_reader_who_follows_a_page_sees_what_it_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    settings_for.cache_clear()
    for step in steps(ROOT / name):
        if isinstance(step, File):
            Path(step.name).parent.mkdir(parents=True, exist_ok=True)
            Path(step.name).write_text(step.text, encoding="utf-8")
            settings_for.cache_clear()
        elif isinstance(step, Command) and arguments(step):
            main(arguments(step))
            printed = capsys.readouterr()
            assert agrees(printed.out + printed.err, step.output), (step.line, printed.out)
        elif isinstance(step, Excerpt):
            texts = [path.read_text(encoding="utf-8") for path in tmp_path.glob("*.yaml")]
            assert any(step.text in text for text in texts), step.text
        elif isinstance(step, Dialogue):
            with monkeypatch.context() as terminal:
                answer_all(step.answers, terminal)
                main(["new", "card", "ice.yaml"])
            printed = capsys.readouterr()
            assert (printed.out + printed.err).splitlines() == list(step.lines)


def answer_all(answers: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a terminal be there at which these answers are typed."""
    waiting = iter(answers)

    def ask(question: str) -> str:
        answer = next(waiting)
        print((question + answer).rstrip())
        return answer

    monkeypatch.setattr("builtins.input", ask)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)


def test_lines_left_out_of_a_page_may_be_any() -> None:
    assert agrees("a\nb\nc\nd\n", "a\n...\nd\n")
    assert agrees("a\nd\n", "a\n...\nd\n")
    assert not agrees("a\nb\n", "a\n...\nd\n")


@pytest.mark.parametrize("name", PAGES)
def test_each_page_has_files_and_commands(name: str) -> None:
    assert {type(step) for step in steps(ROOT / name)} >= {File, Command}
