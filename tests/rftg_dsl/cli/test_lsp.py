"""`rftg-dsl lsp`: it says what is missing, and costs the other commands nothing."""

import subprocess
import sys

import pytest

from rftg_dsl.cli import main
from rftg_dsl.cli.extras import install_command


def test_without_pygls_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("rftg_dsl.lsp")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert main(["lsp"]) == 2
    assert install_command("lsp") in capsys.readouterr().err


def test_check_loads_nothing_of_the_server() -> None:
    code = "import sys; from rftg_dsl.cli import main; main(['check']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'rftg_dsl.compiler'" in done.stdout
    assert "pygls" not in done.stdout
    assert "rftg_dsl.lsp" not in done.stdout
