"""A theme of one's own: what is wrong in it is said with its place, and nothing in it runs away."""

import os
import re
import socket
import time
from contextlib import closing
from pathlib import Path

import pytest

from rftg_dsl.cli import main
from rftg_dsl.wording.bounded import MAX_TEMPLATE
from rftg_tools.faces.sandbox import TypstProcess
from rftg_tools.faces.templates import Drawings, aspect_ratio
from rftg_tools.faces.theme import KEYS, THEMES, BadTheme, load_theme, shipped_themes
from rftg_tools.faces.typesetting import Typesetter

Output = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A theme that changes nothing, and a card beside it."""
    inside = tmp_path / "mine"
    (inside / "icons").mkdir(parents=True)
    (inside / "theme.toml").write_text('title = "Mine"\n', encoding="utf-8")
    card = "set: mine\ntitle: Mine\ncards:\n  - {title: Moon, world: 1, vp: 1}\n"
    (tmp_path / "mine.yaml").write_text(card, encoding="utf-8")
    return inside


def drawn(folder: Path, text: str) -> str:
    """What a template of the theme draws."""
    (folder / "icons" / "vp.svg").write_text(text, encoding="utf-8")
    return Drawings(load_theme(str(folder))).draw("vp")


LISTS = "{% set l = [1, 2, 3, 4, 5, 6, 7, 8, 9] %}" + "".join(
    f"{{% for x{n} in l %}}" for n in range(9)
)
LISTS += "{% endfor %}" * 9
TWICE = "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}"
DOUBLED = "{% set a = 'xxxxxxxxxx' %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40
NESTED = "{% set a = [1] %}" + "{% set a = [a, a] %}" * 40 + "{{ a }}"
JOINED = "{% set a = 'xxxxxxxxxx' %}" + "{% set a = a ~ a ~ a %}" * 40


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<svg>\n{{ colour }}", "vp.svg:2: 'colour' is undefined"),
        ("<svg>\n\n{% if %}", "vp.svg:3: "),
        ("{{ colours.nothing }}", "vp.svg:1: "),
        ("{% extends 'missing.svg' %}", "unknown drawing 'missing.svg'"),
        ("{{ ''.__class__.__mro__ }}", "vp.svg:1: access to attribute"),
        ("{{ 1 / 0 }}", "vp.svg:1: division by zero"),
        ("{{ 'a' + 1 }}", "`+` is for numbers"),
        ("{% for n in range(10 ** 10) %}{% endfor %}", "`**` is for numbers"),
        ("{% for n in range(900000) %}{% endfor %}", "more than 20,000 steps"),
        ("{% for n in range(999) %}{% for m in range(999) %}{% endfor %}{% endfor %}", "20,000"),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "calls itself endlessly"),
        ("{{ 'x' * 999999 }}", "`*` is for numbers"),
        ("{{ 'x'.ljust(999999999) }}", "vp.svg:1: access to attribute 'ljust'"),
        ("{{ '%999999999d' % 1 }}", "`%` is for numbers"),
        ("{{ 'x' | center(999999999) }}", "vp.svg:1: No filter named 'center'"),
        ("{{ ['x'] | join('y') }}", "vp.svg:1: No filter named 'join'"),
        ("{{ 'x' | replace('', 'y' * 9) }}", "vp.svg:1: No filter named 'replace'"),
        ("{{ 'x'.replace('', 'y') }}", "vp.svg:1: access to attribute 'replace'"),
        ("{{ (5).to_bytes(999999999) }}", "vp.svg:1: access to attribute 'to_bytes'"),
        ("{{ '%999999999d' | format(1) }}", "fields of at most 99"),
        (LISTS, "more than 20,000 steps"),
        ("{% macro f(n) %}{{ f(n - 1) }}{{ f(n - 1) }}{% endmacro %}{{ f(9) }}", "endlessly"),
        (TWICE, "more than 20,000 steps"),
        (DOUBLED, "more than 1,000,000 characters"),
        (NESTED, "more than 1,000,000 characters"),
        (JOINED, "more than 1,000,000 characters"),
        ("{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", "`recursive` loops"),
        ("{% for x in [1] %}" * 30 + "{% endfor %}" * 30, "vp.svg: "),
        ("{{ range(1000000000) | length }}", "more than 20,000 steps"),
        ("{{ 1.5 | round(999999999) }}" + "{{ x }}", "'x' is undefined"),
        ("{{ lipsum(99999) }}", "'lipsum' is undefined"),
        ("x" * (MAX_TEMPLATE + 1), "more than 64,000 characters"),
        ("{% for n in range(9999) %}" + "x" * 99 + "{% endfor %}", "more than 256,000 characters"),
    ],
)
def test_a_template_is_kept_within_bounds(folder: Path, text: str, said: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadTheme) as error:
        drawn(folder, text)
    assert said in str(error.value)
    assert time.process_time() - begun < 2


def test_a_template_of_ones_own_stands_in_place_of_the_parents(folder: Path) -> None:
    assert drawn(folder, '<svg viewBox="0 0 1 1">{{ 2 * 3 }}</svg>').endswith("6</svg>")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("#let face(look, facts) = {\n  foo\n}\n", "face.typ:4:"),
        ('\n#import "@preview/cetz:0.3.0"\n', "face.typ:2: themes cannot import packages"),
        ('#import ("@pre" + "view/cetz:0.3.0")\n', "themes cannot import packages"),
        ('#let face(..) = read("/etc/passwd")\n', "file not found"),
        ('#let face(..) = read("../../../etc/passwd")\n', "escape the project root"),
        ("#let face(..) = while true { none }\n", "condition is always true"),
        ("#let f(n) = f(n + 1)\n#let face(..) = f(1)\n", "maximum function call depth"),
        ("#let face(", "face.typ:1:"),
    ],
)
def test_wrong_code_is_said_with_the_file_of_the_theme(
    folder: Path, code: str, said: str, capsys: Output
) -> None:
    named = "#let bleed = 3mm\n#let card-size = (width: 63mm, height: 88mm)\n"
    text = code if "face.typ:1" in said or "packages" in said else named + code
    (folder / "face.typ").write_text(text, encoding="utf-8")
    out, card = folder.parent / "out", folder.parent / "mine.yaml"
    assert main(["print", str(card), "--png", str(out), "--theme", str(folder)]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    assert "Traceback" not in shown
    assert "rftg-dsl-" not in shown


LOOPS = "for a in range(999999) { for b in range(999999) { } }"
GROWN = """
  let x = "aaaaaaaaaa" * 10000
  x.replace("a", x)
"""
PARTS = "<g id='a0'><path d='M0 0h9'/></g>" + "".join(
    f"<g id='a{n}'>" + f"<use href='#a{n - 1}'/>" * 20 + "</g>" for n in range(1, 9)
)


@pytest.mark.parametrize(("code", "said"), [(LOOPS, "more than 3 seconds"), (GROWN, "bytes")])
@pytest.mark.slow
def test_code_that_takes_too_much_ends_alone(
    folder: Path, code: str, said: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.faces.sandbox.SECONDS", 3 if code == LOOPS else 60)
    sizes = "#let bleed = 3mm\n#let card-size = (width: 63mm, height: 88mm)\n"
    (folder / "face.typ").write_text(f"{sizes}#let face(..) = {{ {code} }}\n", encoding="utf-8")
    out, card = folder.parent / "out", folder.parent / "mine.yaml"
    assert main(["print", str(card), "--png", str(out), "--theme", str(folder)]) == 2
    shown = capsys.readouterr().err
    assert "the theme takes more than" in shown
    assert said in shown
    assert "Traceback" not in shown


def test_an_error_while_writing_a_page_is_reported(folder: Path) -> None:
    document = folder.parent / "page.typ"
    document.write_text("Moon", encoding="utf-8")
    with closing(Typesetter(load_theme(str(folder)))) as typesetter:
        (typesetter.root / "page-0").mkdir()
        with pytest.raises(BadTheme, match="Is a directory"):
            typesetter.pages(document, {}, "svg")
        (typesetter.root / "page-0").rmdir()
        assert len(typesetter.pages(document, {}, "svg")) == 1


def test_an_error_without_a_place_is_reported(folder: Path) -> None:
    root = folder.parent / "root"
    root.mkdir()
    with closing(TypstProcess(root, ())) as process:
        with pytest.raises(RuntimeError, match="No such file"):
            process.compile(str(root / "missing.typ"), False)
        (root / "page.typ").write_text("#metadata(1)", encoding="utf-8")
        assert len(process.compile(str(root / "page.typ"), False)) == 1


def test_only_shipped_themes_are_measured(folder: Path) -> None:
    document = folder.parent / "page.typ"
    document.write_text("#metadata(1) <measured>", encoding="utf-8")
    with closing(Typesetter(load_theme())) as typesetter:
        assert typesetter.query(document, {}) == 1
    message = "mine is not a shipped theme"
    with (
        closing(Typesetter(load_theme(str(folder)))) as typesetter,
        pytest.raises(ValueError, match=message),
    ):
        typesetter.query(document, {})


def test_a_drawing_whose_parts_multiply_ends_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rftg_tools.faces.sandbox.SECONDS", 3)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{PARTS}<use href="#a8"/></svg>'
    )
    (folder / "icons" / "vp.svg").write_text(svg, encoding="utf-8")
    out, card = folder.parent / "out", folder.parent / "mine.yaml"
    assert main(["print", str(card), "--png", str(out), "--theme", str(folder)]) == 2


def test_a_theme_of_ones_own_prints_what_its_parent_prints(folder: Path, tmp_path: Path) -> None:
    card = str(folder.parent / "mine.yaml")
    for name, theme in (("ours", "space"), ("theirs", str(folder))):
        assert main(["print", card, "--png", str(tmp_path / name), "--theme", theme]) == 0
    ours, theirs = (
        [path.read_bytes() for path in sorted((tmp_path / name).iterdir())]
        for name in ("ours", "theirs")
    )
    assert ours == theirs


SLY = [
    '#let p = "\\u{40}preview/cetz:0.3.4"\n#import p: canvas\n',
    '#eval("import \\"\\u{40}preview/cetz:0.3.4\\"")\n',
    '#let p = "preview/cetz:0.3.4"\n#import str.from-unicode(64) + p: canvas\n',
]


@pytest.mark.parametrize("code", SLY)
def test_code_that_asks_for_a_package_by_a_trick_reaches_no_network(
    folder: Path, code: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "face.typ").write_text(code, encoding="utf-8")
    out, card = folder.parent / "out", folder.parent / "mine.yaml"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        for name in ("HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{server.getsockname()[1]}")
        before = dict(os.environ)
        assert main(["print", str(card), "--png", str(out), "--theme", str(folder)]) == 2
        assert dict(os.environ) == before
        with pytest.raises(TimeoutError):
            server.accept()
    assert "themes cannot import packages" in capsys.readouterr().err


def test_a_theme_adds_files_of_code_and_is_told_of_those_that_are_too_long(folder: Path) -> None:
    (folder / "frame.typ").write_text("#let frame = 1\n", encoding="utf-8")
    with closing(Typesetter(load_theme(str(folder)))) as typesetter:
        assert (typesetter.root / "frame.typ").is_file()
        assert (typesetter.root / "face.typ").is_file()
    (folder / "frame.typ").write_text("// " + "x" * 1_000_000, encoding="utf-8")
    with pytest.raises(BadTheme, match=r"frame\.typ: the file has more than 1,000,000 bytes"):
        Typesetter(load_theme(str(folder)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n[sizes]\ntitle = 3\ntitel = 4\n", "theme.toml:4: in `sizes`, unknown key `titel`"),
        ('[colours]\n\nrare = "brown"\n', "theme.toml:3: `rare` must be a colour"),
        ('colours.rare = "brown"\n', "theme.toml:1: `rare` must be a colour"),
        ("[sizes]\ntitle = true\n", "theme.toml:2: `title` must be a size"),
        ('[fonts]\nothers = "Exo 2"\n', "theme.toml:2: `others` must be a list of names"),
        ('[fonts]\ntitle = ["Exo 2"]\n', "theme.toml:2: `title` must be one name"),
        ("[fonts]\nothers = [3]\n", "theme.toml:2: `others` must be the name of a font"),
        ("title = 'x'\nart = 'oil'\n", "theme.toml:2: `art` must be `painted` or `line`"),
        ('parnet = "space"', "theme.toml:1: unknown key `parnet`; write `parent`"),
        ('parent = "nowhere"', "theme.toml:1: the parent must be a shipped theme"),
        ('words = "few"', "theme.toml:1: `words` must be `needed` or `all`"),
        ("[sizes]\ntext = 0", "theme.toml:2: `text` must be a size above 0"),
        ("sizes = 3", "theme.toml:1: `sizes` must be a table"),
        ("title = ", "Invalid value"),
        ("# " + "x" * 64_000, "more than 64,000 bytes"),
        ("x = " + "[" * 50_000, "theme.toml: "),
    ],
)
def test_a_wrong_line_of_the_settings_is_said_with_its_number(
    folder: Path, text: str, said: str
) -> None:
    (folder / "theme.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadTheme) as error:
        load_theme(str(folder))
    assert said in str(error.value)


@pytest.mark.parametrize("name", ["wording.jinja", "icons/vp.svg", "face.typ", "fonts"])
def test_a_link_that_leads_out_of_a_theme_is_refused(folder: Path, name: str) -> None:
    (folder / name).symlink_to(Path(__file__).parent if name == "fonts" else __file__)
    with pytest.raises(BadTheme, match=f"{name}: this link leads out of the theme"):
        load_theme(str(folder))


def test_a_link_within_a_theme_is_followed(folder: Path) -> None:
    (folder / "icons" / "_own.svg").write_text("<svg>mine</svg>", encoding="utf-8")
    (folder / "icons" / "vp.svg").symlink_to(folder / "icons" / "_own.svg")
    assert Drawings(load_theme(str(folder))).draw("vp") == "<svg>mine</svg>"


PAGE = (Path(__file__).parents[3] / "docs" / "themes.md").read_text(encoding="utf-8")


def test_the_page_names_every_key_and_its_examples_are_sound(folder: Path) -> None:
    for key in KEYS:
        assert f"| `{key}` |" in PAGE or f"| `[{key}]` |" in PAGE, key
    whole, fonts, _art = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (folder / "theme.toml").write_text(whole, encoding="utf-8")
    assert load_theme(str(folder)).title == "Brass"
    (folder / "theme.toml").write_text(fonts, encoding="utf-8")
    with pytest.raises(BadTheme, match="'Noto Sans JP', which is in no folder"):
        Typesetter(load_theme(str(folder)))
    (drawing,) = re.findall(r"^```xml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (folder / "theme.toml").write_text("", encoding="utf-8")
    assert load_theme().colours["gray"] in drawn(folder, drawing)


@pytest.mark.parametrize(
    ("name", "svg", "said"),
    [
        (
            "vp",
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<g>\n</svg>',
            "vp.svg:3",
        ),
        (
            "vp",
            '\n<svg viewBox="0 0 0 0"></svg>',
            "vp.svg:2: `viewBox` must be four numbers with a size",
        ),
        ("vp", "<svg viewBox='0,0,1,nan'/>", "vp.svg:1: `viewBox`"),
        ("vp", '<svg viewBox="0 0 1.2.3 4"/>', "vp.svg:1: `viewBox`"),
        ("draww", "<svg/>", "draww.svg: unknown drawing `draww`; write `draw.svg`"),
        ("zork", "<svg/>", "zork.svg: unknown drawing `zork`; see docs/icons.md"),
    ],
)
def test_a_drawing_that_cannot_be_shown_is_said_with_its_own_file(
    folder: Path, name: str, svg: str, said: str, capsys: Output
) -> None:
    (folder / "icons" / f"{name}.svg").write_text(svg, encoding="utf-8")
    out, card = folder.parent / "out.pdf", folder.parent / "mine.yaml"
    assert main(["print", str(card), "-o", str(out), "--theme", str(folder)]) == 2
    shown = capsys.readouterr().err
    assert f"{folder / 'icons'}/{said}" in shown
    assert "error: error:" not in shown
    assert "rftg-dsl-" not in shown


def test_parts_of_drawings_and_drawings_of_keywords_have_names_of_their_own(folder: Path) -> None:
    (folder / "icons" / "_ring.svg").write_text("<g/>", encoding="utf-8")
    (folder / "icons" / "keyword_pirate.svg").write_text("<svg/>", encoding="utf-8")
    text = '<svg viewBox="0,0 2 1">{% include "_ring.svg" %}</svg>'
    assert aspect_ratio(drawn(folder, text)) == 2


def test_motifs_that_are_no_names_are_refused(folder: Path, capsys: Output) -> None:
    shipped = load_theme().file("art.toml").read_text(encoding="utf-8")
    (folder / "art.toml").write_text(f'{shipped}\nzzz = [["mine"]]\n', encoding="utf-8")
    out, card = folder.parent / "out.pdf", folder.parent / "mine.yaml"
    assert main(["print", str(card), "-o", str(out), "--theme", str(folder)]) == 2
    assert "art.toml: `words.zzz` must be a list of scenes" in capsys.readouterr().err


def test_a_layout_of_ones_own_gives_a_face_and_nothing_else(folder: Path) -> None:
    code = "#let face(look, facts) = rect(width: 69mm, height: 94mm)[#facts.title]\n"
    (folder / "face.typ").write_text(code, encoding="utf-8")
    out, card = folder.parent / "out", str(folder.parent / "mine.yaml")
    files = ["-o", f"{out}.pdf", "--aids", f"{out}-aids.pdf", "--png", str(out), "--tts", str(out)]
    assert main(["print", card, *files, "--backs", "long", "--theme", str(folder)]) == 0


@pytest.mark.parametrize("name", shipped_themes())
def test_every_shipped_theme_is_sound(name: str) -> None:
    assert load_theme(name).folders[0] == THEMES / name


def test_a_theme_takes_what_it_leaves_out_from_its_parent(folder: Path) -> None:
    (folder / "theme.toml").write_text('[colours]\nrare = "#112233"\n', encoding="utf-8")
    theme = load_theme(str(folder))
    assert theme.colours["rare"] == "#112233"
    assert theme.colours["genes"] == load_theme().colours["genes"]
    assert theme.file("face.typ") == load_theme().file("face.typ")


def test_a_pipe_in_a_theme_is_refused_and_never_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "icons" / "genes.svg")
    with pytest.raises(BadTheme, match=r"genes\.svg: this is not a regular file"):
        load_theme(str(folder))


def test_a_folder_without_a_theme_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadTheme, match="this folder has no file"):
        load_theme(str(tmp_path))
    with pytest.raises(BadTheme, match=r"did you mean .space.\?"):
        load_theme("spcae")
