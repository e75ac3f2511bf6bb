"""`rftg-dsl new card`: from options, and from answers on a terminal."""

import os
import shlex
import sys
from itertools import product
from pathlib import Path
from select import select

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rftg_dsl.cli import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.diagnostics.codes import load_explanations

Output = pytest.CaptureFixture[str]
TEXT = """\
set: mine
title: My Cards
requires: [base]
cards:
  - title: Ice Harvesters
    world: 2
    vp: 1
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def accepted(path: Path) -> bool:
    """Whether check finds nothing in the file but what is a matter of design."""
    return all(found.code.startswith("W6") for found in compile_files([path]).diagnostics)


KINDS = [["--development", "6"], ["--world", "2"], ["--military-world", "0"]]
GOODS = [[], ["--windfall", "rare"], ["--produces", "any"]]
REST = [
    [],
    ["--title", "The 'Ice': #1"],
    ["--vp", "variable"],
    ["--keyword", "rebel", "--keyword", "alien"],
    ["--prestige", "1"],
    ["--power", "settle:Military +1", "--power", "produce: draw 1"],
]
FITTING = [
    [*kind, *goods, *start]
    for kind, goods, start in product(KINDS, GOODS, [["--copies", "3"], ["--start", "9"]])
    if kind != KINDS[0] or not (goods or "--start" in start)
]


@pytest.mark.parametrize("options", FITTING, ids=" ".join)
def test_every_combination_of_options_that_fit_together_is_accepted(
    options: list[str], path: Path
) -> None:
    everything = [word for words in REST for word in words]
    for rest in [*REST, everything] if options is FITTING[0] else [[], everything]:
        path.write_text(TEXT, encoding="utf-8")
        assert main(["new", "card", str(path), *options, *rest]) == 0
        assert accepted(path)


words = st.sampled_from(
    ["rare", "alien", "any", "rebel", "x", "-1", "0", "7", "99", "variable", "blue", "", "a: b"]
)
powers = st.sampled_from(
    ["settle: military +1", "produce: good", "score: 1 per world", "settle", "a: b #", "\n", " "]
)
option = st.one_of(
    st.tuples(
        st.sampled_from(
            "--title --vp --windfall --produces --keyword --copies --prestige --start --colour"
            " --development --world --military-world".split()
        ),
        words,
    ),
    st.tuples(st.just("--title"), st.text(max_size=20)),
    st.tuples(st.just("--power"), st.one_of(powers, st.text(max_size=30))),
)


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(option, max_size=6))
def test_whatever_options_are_given_the_file_is_sound_or_unchanged(
    path: Path, options: list[tuple[str, str]]
) -> None:
    path.write_text(TEXT, encoding="utf-8")
    code = main(["new", "card", str(path), *(f"{name}={value}" for name, value in options)])
    text = path.read_text(encoding="utf-8")
    assert text.startswith(TEXT)
    assert (code == 0) == (text != TEXT)
    assert not compile_files([path]).has_errors


def test_a_card_is_added_and_its_place_told(path: Path, capsys: Output) -> None:
    assert main(["new", "card", str(path), "--world", "3", "--produces", "genes"]) == 0
    assert capsys.readouterr().out == f"`New Card 1` added at {path}:9\n"
    assert path.read_text(encoding="utf-8") == TEXT + (
        "\n  - title: New Card 1\n    world: 3\n    vp: 1\n    produces: genes\n"
        "    powers: |\n      produce: good\n"
    )
    assert main(["new", "card", str(path), "--development", "1"]) == 0
    assert "`New Card 2` added" in capsys.readouterr().out


def test_a_link_that_leads_to_itself_takes_no_card(tmp_path: Path, capsys: Output) -> None:
    link = tmp_path / "loop.yaml"
    link.symlink_to(link.name)
    assert main(["new", "card", str(link), "--world", "3"]) == 2
    assert "symbolic links" in capsys.readouterr().err


def test_a_wrong_power_is_shown_and_nothing_written(path: Path, capsys: Output) -> None:
    power = "settle: cost -1 for rae worlds"
    assert main(["new", "card", str(path), "--world", "3", "--power", power]) == 1
    out = capsys.readouterr().out
    assert "error[E401]: no set in use declares the keyword `rae`" in out
    assert "--> the new card:5:27\n" in out
    assert "5 |       settle: cost -1 for rae worlds\n" in out
    assert "= help: write `rare`" in out
    assert out.endswith("nothing was written\n")
    assert path.read_text(encoding="utf-8") == TEXT


def test_what_a_new_card_clashes_with_is_shown_in_the_file(path: Path, capsys: Output) -> None:
    assert main(["new", "card", str(path), "--world", "3", "--title", "ice harvesters"]) == 1
    out = capsys.readouterr().out
    assert "--> the new card:1:" in out
    assert f"{path}:5:" in out


def test_a_broken_file_is_reported_and_left_alone(path: Path, capsys: Output) -> None:
    text = TEXT.replace("vp", "vpp")
    path.write_text(text, encoding="utf-8")
    assert main(["new", "card", str(path), "--world", "3"]) == 1
    assert "error[E201]" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{path}"], "give one of --development, --world and --military-world, with a number"),
        (["{path}", "--title", "x"], "give one of --development"),
        (["{path}", "--world", "1", "--colour", "red"], "also give --start NUMBER"),
        (["{path}", "--world", "1", "--development", "1"], "not allowed with"),
        (["{path}x", "--world", "1"], "No such file"),
    ],
)
def test_what_is_missing_is_said(
    arguments: list[str], said: str, path: Path, capsys: Output
) -> None:
    filled = [word.format(path=path) for word in arguments]
    assert main(["new", "card", *filled]) == 2
    assert said in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == TEXT


pty = pytest.importorskip("pty")


def on_a_terminal(path: Path, *answers: str) -> tuple[int, str]:
    """The exit code and the screen, where each answer is typed when it is asked for."""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, [sys.executable, "-m", "rftg_dsl", "new", "card", str(path)])
    waiting, screen = list(answers), b""
    while select([terminal], [], [], 30)[0]:
        try:
            read = os.read(terminal, 4096)
        except OSError:
            break
        if not read:
            break
        screen += read
        if screen.endswith(b": ") and waiting:
            os.write(terminal, waiting.pop(0).encode())
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return code, screen.decode().replace("\r\n", "\n")


def test_on_a_terminal_it_asks(path: Path) -> None:
    answers = ["Snow", "d", "3", "2", "", "2", "settle: militry +1", "settle: military +1", "", ""]
    code, screen = on_a_terminal(path, *(f"{line}\n" for line in answers))
    assert code == 0
    assert "Cost [2]: " in screen
    assert "error[E210]" in screen
    assert "  Settle: +1 Military.\n" in screen
    assert "`Snow` added at" in screen
    assert path.read_text(encoding="utf-8") == TEXT + (
        "\n  - title: Snow\n    development: 3\n    vp: 2\n    copies: 2\n"
        "    powers: |\n      settle: military +1\n"
    )


@pytest.mark.parametrize("answers", [["\x04"], ["Snow\n", *["\n"] * 6, "no\n"]])
def test_what_is_stopped_on_a_terminal_writes_nothing(answers: list[str], path: Path) -> None:
    code, screen = on_a_terminal(path, *answers)
    assert code == 2
    assert "stopped; nothing was written" in screen
    assert path.read_text(encoding="utf-8") == TEXT


def test_after_no_a_command_gives_back_what_was_typed(path: Path, capsys: Output) -> None:
    power = "settle: military +1"
    typed = ["Tom's Snow", "w", "3", "2", "w", "blue", "yes", "alien", "2", power, ""]
    asked = [f"{line}\n" for line in (*typed, "maybe", "no")]
    code, screen = on_a_terminal(path, *asked)
    assert code == 2
    assert "type `yes` or `no`" in screen
    command = next(line for line in screen.split("\n") if line.startswith("rftg-dsl new card"))
    assert main(shlex.split(command)[1:]) == 0
    assert f"`Tom's Snow` added at {path}" in capsys.readouterr().out
    added = path.read_text(encoding="utf-8")
    keys = ("windfall: novelty", "start: {number: 5, colour: red}", "copies: 2", power)
    assert all(key in added for key in keys)


def test_a_picture_is_named_from_the_folder_of_the_file(path: Path, capsys: Output) -> None:
    picture = load_explanations()["E416"].extra_files["ice.png"]
    (path.parent / "moon.png").write_bytes(picture.encode("utf-8", "surrogateescape"))
    card = ["new", "card", str(path), "--world", "1", "--art"]
    assert main([*card, "mon.png"]) == 1
    assert "write `moon.png`" in capsys.readouterr().out
    assert main([*card, "moon.png"]) == 0
    assert "    art: moon.png\n" in path.read_text(encoding="utf-8")
