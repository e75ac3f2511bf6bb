"""A copy of the docs whose examples open in a studio.

    python -m rftg_dev.generators.linked_docs FOLDER --studio ADDRESS

writes README.md and docs/ to a folder that does not exist. Below each example card or set, and
each chapter of the cookbook, is a link that opens it in the studio at the address. The docs of
this project have no such links, since they know of no studio.
"""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rftg_dev.generators.reference import DOCS
from rftg_dsl.resources import cookbook_files
from rftg_tools.sharing.link import MAX_LENGTH, LinkedSet, encode_link, join_address

_HEAD: Final = "set: example\ntitle: Example\nrequires: [base]\ncards:\n"
_EXAMPLE: Final = re.compile(r"^```yaml\n((?:set: |- title: ).*?)^```\n", re.DOTALL | re.MULTILINE)
"""A whole set, or a card of one."""
_CHAPTER: Final = re.compile(r"^## (.+)\n", re.MULTILINE)
_TITLE: Final = re.compile(r'^title: "Cookbook: (.+)"$', re.MULTILINE)
_COOKBOOK: Final = "cookbook.md"


def link_examples(text: str, address: str) -> str:
    """Return a page with a link below each example. Raises BadLink for an invalid address."""

    def add_link(found: re.Match[str]) -> str:
        example = found[1]
        is_set = example.startswith("set: ")
        whole = example if is_set else _HEAD + textwrap.indent(example, "  ")
        return found[0] + _link_to(LinkedSet("example.yaml", whole), address)

    return _EXAMPLE.sub(add_link, text)


def link_chapters(text: str, address: str) -> str:
    """Return the cookbook with a link below the heading of each chapter."""
    texts = [path.read_text(encoding="utf-8") for path in cookbook_files()]
    sets = {found[1]: each for each in texts if (found := _TITLE.search(each))}

    def add_link(found: re.Match[str]) -> str:
        chapter = sets.get(found[1])
        return found[0] + (
            _link_to(LinkedSet("cookbook.yaml", chapter), address) if chapter else ""
        )

    return _CHAPTER.sub(add_link, text)


def _link_to(linked: LinkedSet, address: str) -> str:
    """Return a paragraph with a link, or "" for a set that is too large for one."""
    code = encode_link(linked)
    link = join_address(address, code)
    return f"\n[Open in the studio]({link})\n" if len(code) <= MAX_LENGTH else ""


def write_docs(folder: Path, address: str) -> None:
    """Write the docs to a new folder. Raises BadLink, OSError."""
    join_address(address, "")
    shutil.copytree(DOCS, folder / DOCS.name)
    shutil.copy(DOCS.parent / "README.md", folder)
    for path in [folder / "README.md", *(folder / DOCS.name).glob("*.md")]:
        add_links = link_chapters if path.name == _COOKBOOK else link_examples
        path.write_text(add_links(path.read_text(encoding="utf-8"), address), encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the docs with links."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="new folder")
    parser.add_argument("--studio", required=True, metavar="ADDRESS", help="address of a studio")
    args = parser.parse_args(argv)
    write_docs(args.folder, args.studio)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
