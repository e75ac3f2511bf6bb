"""The page of a set: self-contained, bounded, safe with any title, usable by everybody."""

import base64
import hashlib
import random
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from rftg_dsl.cli import main
from rftg_tools.sharing.gallery import MAX_BYTES, _compress
from rftg_tools.sharing.link import LinkedSet, decode_link

EVIL = "<img src=x onerror=alert(1)> & 'x' </script>"
MINE = """\
set: mine
title: 'Mine </title><script>alert(1)</script>'
requires: [base]
modules: [goals]
keywords: [odd]
cards:
  - title: '<img src=x onerror=alert(1)> & ''x'' </script>'
    world: 2
    vp: 1
    windfall: rare
    keywords: [odd]
  - title: Éclair
    development: 6
    vp: 2
    powers: |
      settle: military +1
goals:
  - title: Rich
    first: 4 goods
    after: [settle, produce]
"""


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a set with goals and titles that are markup."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "mine.yaml").write_text(MINE, encoding="utf-8")
    assert main(["export", str(folder / "mine.yaml"), "--html", str(folder / "mine.html")]) == 0
    return folder / "mine.html"


def test_the_page_holds_all_it_needs_and_names_nothing_else(page: Path) -> None:
    tags = Tags(page.read_text(encoding="utf-8")).tags
    addresses = [
        value
        for _tag, attributes in tags
        for name, value in attributes.items()
        if name in ("src", "href", "srcset", "action", "data", "poster") and value
    ]
    assert len(addresses) == 4
    assert {address.partition(",")[0] for address in addresses} == {
        "#cards", "data:image/webp;base64",
    }  # fmt: skip
    assert not any(name.startswith("on") or name == "style" for _t, a in tags for name in a)


def test_titles_are_text_and_never_markup(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "alert(1)</script>" not in text
    assert "<img src=x" not in text
    tags = Tags(text).tags
    assert [tag for tag, _a in tags].count("script") == 1
    assert any(attributes.get("alt") == f"Face of {EVIL}" for _t, attributes in tags)


def test_the_policy_lets_its_own_script_and_style_run_and_nothing_else(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    (policy,) = [a["content"] for t, a in Tags(text).tags if a.get("http-equiv")]
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for tag, rule in (("style", "style-src"), ('script type="module"', "script-src")):
        (own,) = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"


def test_pictures_grow_smaller_where_there_is_little_room() -> None:
    noise = Image.frombytes("RGB", (480, 670), random.Random(1).randbytes(480 * 670 * 3))
    data = BytesIO()
    noise.save(data, "PNG")
    sizes = []
    for room in (MAX_BYTES, 40_000, 10_000, 1):
        made = _compress(data.getvalue(), room)
        sizes.append((made.width, len(made.address)))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0][0] == 480
    assert sizes[-1][0] == 160
    assert sizes[-1][1] < 30_000


@pytest.mark.slow
def test_the_page_of_the_largest_shipped_set_is_small(tmp_path: Path) -> None:
    assert main(["export", "roll", "--html", str(tmp_path / "roll.html")]) == 0
    assert (tmp_path / "roll.html").stat().st_size < 6_000_000


def test_sets_link_to_a_studio_if_its_address_is_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.yaml").write_text(MINE, encoding="utf-8")
    page, noise = tmp_path / "mine.html", "".join(chr(33 + n * n % 90) for n in range(60))
    command = ["export", str(tmp_path / "mine.yaml"), "--html", str(page)]
    assert main([*command, "--studio", "https://cards.example/studio/"]) == 0
    tags = Tags(page.read_text(encoding="utf-8")).tags
    (link,) = [a["href"] for tag, a in tags if tag == "a" and a.get("rel")]
    assert link is not None
    assert link.startswith("https://cards.example/studio/#set=")
    assert decode_link(link) == LinkedSet("mine.yaml", MINE)
    assert main([*command, "--studio", "javascript:alert(1)"]) == 2
    chance = random.Random(1)
    lines = ("".join(chance.sample(noise, 60)) for _ in range(300))
    large = MINE + "".join(f"# {line}\n" for line in lines)
    (tmp_path / "mine.yaml").write_text(large, encoding="utf-8")
    capsys.readouterr()
    assert main([*command, "--studio", "https://cards.example/studio/"]) == 0
    assert "too large for a link" in capsys.readouterr().err
    assert "#set=" not in page.read_text(encoding="utf-8")
    assert main([*command[:2], "--text", str(tmp_path / "a.txt"), "--studio", "https://x/"]) == 2
