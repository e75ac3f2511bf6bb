"""Docs whose examples open in a studio: all of them, unchanged, and no address is invented."""

import re
from pathlib import Path

import pytest

from rftg_dev.generators.linked_docs import main
from rftg_dsl.compiler import compile_files
from rftg_dsl.resources import cookbook_files
from rftg_tools.sharing.link import BadLink, decode_link

STUDIO = "https://cards.example/studio/"
ROOT = Path(__file__).parents[3]


def test_each_example_opens_as_it_stands(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main([str(out), "--studio", STUDIO]) == 0
    count = 0
    for page in sorted(out.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        links = re.findall(rf"^\[Open in the studio\]\(({STUDIO}#set=\S+)\)$", text, re.MULTILINE)
        for link in links:
            linked = decode_link(link)
            (tmp_path / linked.name).write_text(linked.text, encoding="utf-8")
            assert compile_files([tmp_path / linked.name]).units[-1].id
        count += len(links)
        bare = re.sub(rf"\n\[Open in the studio\]\({STUDIO}\S+\)\n", "", text)
        assert bare == (ROOT / page.relative_to(out)).read_text(encoding="utf-8")
    assert len(re.findall(r"#set=", (out / "README.md").read_text(encoding="utf-8"))) == 1
    cookbook = (out / "docs" / "cookbook.md").read_text(encoding="utf-8")
    assert cookbook.count("#set=") == len(cookbook_files())
    assert count > 20


def test_an_address_that_is_none_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadLink):
        main([str(tmp_path / "out"), "--studio", "nowhere"])
    assert not (tmp_path / "out").exists()
