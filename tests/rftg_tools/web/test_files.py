"""The files of a page, and the script that loads those of the modules of rules."""

from __future__ import annotations

from pathlib import Path

from rftg_tools.web.files import page_files


def test_the_scripts_of_modules_are_loaded_by_one(tmp_path: Path) -> None:
    page, modules = tmp_path / "page", tmp_path / "page" / "modules"
    modules.mkdir(parents=True)
    (page / "index.html").write_text("<p>")
    for name in ("toll.js", "raids.js"):
        (modules / name).write_text("export {};")
    assert set(page_files([page])) == {"/"}
    files = page_files([page, modules])
    assert set(files) == {"/", "/toll.js", "/raids.js", "/modules.js"}
    loaded = bytes(files["/modules.js"].body).decode().splitlines()
    assert loaded == ['import { } from "./raids.js";', 'import { } from "./toll.js";']
