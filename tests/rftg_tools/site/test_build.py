"""The folder of the site: the same from the same parts, and what is said about bad parts."""

import base64
import gzip
import hashlib
import io
import json
import re
import struct
import tarfile
from pathlib import Path

import pytest

from rftg_dsl.resources import cookbook_files
from rftg_tools.sharing.link import decode_link
from rftg_tools.site import parts as parts_module
from rftg_tools.site.archives import read_studio, tar_files, zip_files
from rftg_tools.site.build import SUMS, BadFolder, write_site
from rftg_tools.site.engine_wheel import read_engine
from rftg_tools.site.pages import FirstLook, link_examples, render_pages
from rftg_tools.site.parts import (
    BROWSER,
    BadParts,
    Part,
    load_parts,
    missing_parts,
    part,
    read_part,
)
from rftg_tools.site.stand_ins.rpds import HashTrieMap, HashTrieSet, List
from rftg_tools.site.typesetter import blank_fonts, find_fonts
from tests.rftg_tools.site.small_site import build_small_site

SITE = build_small_site("one")


def test_the_same_files_give_the_same_folder_and_others_another_version() -> None:
    assert build_small_site("one") == SITE
    other = build_small_site("two")
    assert other.version != SITE.version
    assert re.fullmatch("[0-9a-f]{12}", SITE.version)
    kept = {path.partition("/")[2]: data for path, data in SITE.files.items() if "/" in path}
    changed = {path.partition("/")[2]: data for path, data in other.files.items() if "/" in path}
    assert [path for path in kept if kept[path] != changed[path]] == ["studio.tar.pack"]


def test_all_files_are_listed_with_their_hashes() -> None:
    sums = dict(line.split("  ")[::-1] for line in SITE.files[SUMS].decode().splitlines())
    others = {path: data for path, data in SITE.files.items() if path != SUMS}
    assert sums == {path: hashlib.sha256(data).hexdigest() for path, data in others.items()}
    served = json.loads(
        "{" + SITE.files["sw.js"].decode().split("files: {")[1].split("} });")[0] + "}"
    )
    listed = {f"{name}.pack" if entry[3] else name for name, entry in served.items()}
    assert listed == set(sums) - {"sw.js"}
    for name, (digest, size, _part, is_packed) in served.items():
        data = SITE.files[f"{name}.pack" if is_packed else name]
        assert (digest, size) == (hashlib.sha256(data).hexdigest(), len(data))


def test_large_files_are_packed() -> None:
    packed = SITE.files[f"{SITE.version}/studio.tar.pack"]
    assert gzip.decompress(packed) == b"studio one"


def test_a_site_replaces_an_older_one_and_nothing_else(tmp_path: Path) -> None:
    write_site(build_small_site("older"), tmp_path)
    older = {path.name for path in tmp_path.iterdir()}
    write_site(SITE, tmp_path)
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == set(SITE.files)
    assert SITE.version not in older
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == [SITE.version]
    (tmp_path / SUMS).write_text("0  ../outside\n0  /etc/passwd\n0  sub\\..\\x\n")
    (tmp_path.parent / "outside").write_text("mine")
    write_site(SITE, tmp_path)
    assert (tmp_path.parent / "outside").read_text() == "mine"


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(BadFolder, match="choose a new or empty folder"):
        write_site(SITE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_missing_and_changed_parts_are_told_with_what_to_do(tmp_path: Path) -> None:
    anyio = part("anyio")
    with pytest.raises(BadParts, match=r"is missing in .*\n.*--fetch"):
        read_part(anyio, tmp_path)
    (tmp_path / anyio.file).write_bytes(b"something else")
    with pytest.raises(BadParts, match="has been changed"):
        read_part(anyio, tmp_path)
    assert missing_parts(tmp_path) == list(load_parts())


def test_parts_are_pinned_and_their_sources_named() -> None:
    for pinned in load_parts():
        assert re.fullmatch("[0-9a-f]{64}", pinned.sha256)
        assert pinned.version in pinned.file
        assert pinned.license
        assert pinned.source.startswith("https://")
        assert pinned.is_wheel or pinned.file.endswith(".tgz")


def test_parts_are_read_without_their_root_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = io.BytesIO()
    with tarfile.open(fileobj=package, mode="w:gz") as archive:
        member = tarfile.TarInfo("package/index.js")
        member.size = 2
        archive.addfile(member, io.BytesIO(b"js"))
    wheel = zip_files({"x/__init__.py": b"1"})
    for name, data, files in (
        ("x.tgz", package.getvalue(), {"index.js": b"js"}),
        ("x.whl", wheel, {"x/__init__.py": b"1"}),
    ):
        (tmp_path / name).write_bytes(data)
        pinned = Part("x", "1", name, hashlib.sha256(data).hexdigest(), "MIT", "https://x")
        monkeypatch.setattr(parts_module, "load_parts", lambda pinned=pinned: (pinned,))
        assert read_part(pinned, tmp_path) == files


def test_the_archive_of_the_studio_has_all_packages_and_their_data() -> None:
    files = read_studio("1.2.3")
    for name in (
        "rftg_dsl/compiler.py",
        "rftg_dsl/cards/base.yaml",
        "rftg_dsl/grammar/race.tables.json",
        "rftg_dsl/examples/frontier.yaml",
        "rftg_engine/bots/policy.json",
        "rftg_tools/studio/page/index.html",
        "rftg_tools/faces/themes/space/fonts/Exo2-SemiBold.ttf",
        "rftg_dsl-1.2.3.dist-info/METADATA",
    ):
        assert name in files
    assert not [name for name in files if name.endswith((".so", ".pyc")) or "/site/page" in name]
    with tarfile.open(fileobj=io.BytesIO(tar_files(files))) as archive:
        assert archive.getnames() == sorted(files)


STUDIO = {"gamekit/driver.py": b"plain", "rftg_tools/recorded.py": b"1", "rftg_dsl/base.yaml": b"1"}
ENGINE = {"0a__mypyc.so": b"all", "gamekit/driver.so": b"one"}


def put_wheel(folder: Path, version: str, files: dict[str, bytes]) -> Path:
    wheel = folder / f"rftg_dsl-{version}-cp314-cp314-{BROWSER}.whl"
    wheel.write_bytes(zip_files(files))
    return wheel


def test_the_compiled_engine_is_taken_from_a_wheel_of_the_same_sources(tmp_path: Path) -> None:
    assert read_engine(tmp_path, "1.2", STUDIO) == {}
    put_wheel(tmp_path, "1.2", {**STUDIO, **ENGINE, "rftg_tools/recorded.py": b"2"})
    files = read_engine(tmp_path, "1.2", STUDIO)
    assert files == {
        "engine.tar": tar_files({**ENGINE, "0a__mypyc.so": b""}),
        "engine.wasm": ENGINE["0a__mypyc.so"],
    }


@pytest.mark.parametrize(
    ("version", "files", "problem"),
    [
        ("1.1", {}, "made from other files"),
        ("1.2", {"gamekit/driver.py": b"changed"}, "made from other files"),
        ("1.2", {"gamekit/new.py": b"1"}, "made from other files"),
        ("1.2", {"rftg_dsl/terms.py": b"1"}, "made from other files"),
    ],
)
def test_an_engine_of_other_sources_is_refused(
    tmp_path: Path, version: str, files: dict[str, bytes], problem: str
) -> None:
    put_wheel(tmp_path, version, {**STUDIO, **ENGINE, **files})
    with pytest.raises(BadParts, match=rf"{problem}.*\n  help: delete it, or build it again"):
        read_engine(tmp_path, "1.2", STUDIO)


def test_wheels_that_are_no_engine_are_refused(tmp_path: Path) -> None:
    wheel = put_wheel(tmp_path, "1.2", STUDIO)
    with pytest.raises(BadParts, match="has no compiled modules"):
        read_engine(tmp_path, "1.2", STUDIO)
    for names in ([], ["0a__mypyc.so", "0b__mypyc.so"]):
        programs = {"gamekit/driver.so": b"one", **dict.fromkeys(names, b"all")}
        put_wheel(tmp_path, "1.2", {**STUDIO, **programs})
        with pytest.raises(BadParts, match=rf"has {len(names)} compiled programs.*\n  help: "):
            read_engine(tmp_path, "1.2", STUDIO)
    other = wheel.rename(tmp_path / "rftg_dsl-1.2-cp313-cp313-pyodide_2025_0_wasm32.whl")
    other.write_bytes(zip_files({**STUDIO, **ENGINE}))
    with pytest.raises(BadParts, match="is for another version of Pyodide"):
        read_engine(tmp_path, "1.2", STUDIO)
    other.rename(wheel).write_bytes(b"no wheel")
    with pytest.raises(BadParts, match="it is not a wheel"):
        read_engine(tmp_path, "1.2", STUDIO)
    put_wheel(tmp_path, "1.3", STUDIO)
    with pytest.raises(BadParts, match="more than one compiled engine"):
        read_engine(tmp_path, "1.2", STUDIO)


def test_the_first_look_says_which_engine_plays() -> None:
    plain, compiled = (
        render_pages(FirstLook(), "v", {"studio": 1, "engine": size})["index.html"].decode()
        for size in (0, 1_600_000)
    )
    assert "plain Python" in plain
    assert "part-engine" not in plain
    assert "the compiled engine" in compiled
    assert 'id="part-engine"' in compiled


def font(tag: bytes, tables: int, length: int) -> bytes:
    """Return bytes that begin like a font."""
    search_range = 1 << (tables.bit_length() + 3)
    records = b"".join(
        struct.pack(">4sIII", b"tab%c" % (65 + index), 0, 12 + 16 * tables, length)
        for index in range(tables)
    )
    return tag + struct.pack(">HHHH", tables, search_range, 0, 0) + records + b"\7" * length


def test_fonts_in_a_module_are_found_and_blanked(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts = [font(b"OTTO", 5, 300), font(b"\0\1\0\0", 17, 99)]
    module = b"code OTTO\0\1\0\0" + fonts[0] + b"data" + fonts[1] + b"end"
    assert len(list(find_fonts(module))) == 2
    monkeypatch.setattr("rftg_tools.site.typesetter.FONTS", 2)
    blank = blank_fonts(module)
    assert blank.replace(b"\0", b"") == b"code OTTO\1dataend"
    assert len(blank) == len(module)
    with pytest.raises(BadParts, match="embeds 1 fonts instead of 2"):
        blank_fonts(fonts[0])


def test_the_stand_in_for_rpds_does_what_jsonschema_needs() -> None:
    types = HashTrieMap({"a": 1}).insert("b", 2).update({"c": 3})
    assert dict(types.remove("a").discard("z")) == {"b": 2, "c": 3}
    assert HashTrieMap.convert(types) is types
    assert hash(types) == hash(HashTrieMap(types))
    with pytest.raises(KeyError):
        types.remove("z")
    names = HashTrieSet().insert("a").update(["b", "c"]).discard("a")
    assert names == {"b", "c"}
    with pytest.raises(KeyError):
        names.remove("z")
    stack = List(["b"]).push_front("a")
    assert (list(stack), stack.first, list(stack.rest), len(stack)) == (["a", "b"], "a", ["b"], 2)
    assert stack.drop_first() == List(["b"])
    with pytest.raises(IndexError):
        List().drop_first()


def test_the_pages_allow_only_their_own_scripts() -> None:
    for name in ("index.html", "installed.html", "licenses.html", "404.html"):
        page = SITE.files[name].decode()
        policy = re.search('Content-Security-Policy" content="([^"]*)"', page)
        assert policy
        assert "unsafe-inline" not in policy[1]
        assert not re.search(r"<style|style=|\son[a-z]+=", page)
        inline = re.findall(r"<script(?![^>]*src)[^>]*>(.*?)</script>", page, re.DOTALL)
        digests = [hashlib.sha256(script.encode()).digest() for script in inline]
        for digest in digests:
            assert f"sha256-{base64.b64encode(digest).decode()}" in policy[1]
        assert not inline or name == "404.html"
        assert "http:" not in page


def test_the_examples_of_the_first_look_open_as_links() -> None:
    first, *chapters = link_examples()
    assert (first.title, decode_link(first.link).name) == ("The Frontier", "frontier.yaml")
    assert len(chapters) == len(cookbook_files())
    for chapter in chapters:
        assert f'title: "Cookbook: {chapter.title}"' in decode_link(chapter.link).text


def test_the_manifest_names_icons_and_stays_in_its_folder() -> None:
    manifest = json.loads(SITE.files["app.webmanifest"])
    assert {manifest["start_url"], manifest["scope"], manifest["id"]} == {"./"}
    assert [icon["sizes"] for icon in manifest["icons"]] == ["192x192", "512x512", "512x512"]
