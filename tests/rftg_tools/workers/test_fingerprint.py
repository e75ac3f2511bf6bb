"""Two installations have the same fingerprint just when they play the same games."""

import sys
from pathlib import Path

from rftg_tools.workers.fingerprint import digest_files, fingerprint, installed_version


def test_it_is_the_version_a_digest_and_the_python_that_runs() -> None:
    first, python = fingerprint().split(", ")
    version, digest = first.split(" ")
    assert version == installed_version()
    assert len(digest) == 16
    assert python == f"Python {sys.version_info.major}.{sys.version_info.minor}"


def test_a_single_file_has_a_digest_and_names_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("limit = 10\n", encoding="utf-8")
    (tmp_path / "cli").mkdir()
    (tmp_path / "cli" / "words.py").write_text("hello = 1\n", encoding="utf-8")
    whole, part = digest_files({"a": tmp_path}), digest_files({"a": tmp_path}, ("cli",))
    file = digest_files({"a": tmp_path / "rule.py"})
    (tmp_path / "cli" / "words.py").write_text("hello = 2\n", encoding="utf-8")
    assert digest_files({"a": tmp_path}) != whole
    assert digest_files({"a": tmp_path}, ("cli",)) == part
    (tmp_path / "rule.py").write_text("limit = 11\n", encoding="utf-8")
    assert digest_files({"a": tmp_path / "rule.py"}) != file


def test_a_changed_line_a_new_file_and_another_name_change_it(tmp_path: Path) -> None:
    rule = tmp_path / "inner" / "rule.py"
    rule.parent.mkdir()
    rule.write_text("limit = 10\n", encoding="utf-8")
    seen = {digest_files({"a": tmp_path})}
    seen.add(digest_files({"b": tmp_path}))
    rule.write_text("limit = 11\n", encoding="utf-8")
    seen.add(digest_files({"a": tmp_path}))
    (tmp_path / "weights.json").write_text("{}", encoding="utf-8")
    seen.add(digest_files({"a": tmp_path}))
    rule.rename(tmp_path / "rule.py")
    seen.add(digest_files({"a": tmp_path}))
    assert len(seen) == 5


def test_line_ends_compiled_files_and_data_in_the_package_count_for_nothing(tmp_path: Path) -> None:
    rule = tmp_path / "rule.py"
    rule.write_bytes(b"limit = 10\n")
    before = digest_files({"a": tmp_path})
    rule.write_bytes(b"limit = 10\r\n")
    (tmp_path / "rule.so").write_bytes(b"compiled")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "base.yaml").write_bytes(b"set: base\n")
    assert digest_files({"a": tmp_path}) == before
