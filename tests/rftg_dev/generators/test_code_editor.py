"""The bundled editor: of the versions that are named, with licences, and of all that is used."""

import json
import re

from rftg_dev.generators.code_editor import (
    BUNDLE,
    ENTRY,
    LICENSES,
    LOCK,
    SOURCE,
    TARGET,
    TYPES,
    banner,
    package_of,
    types,
    versions,
)

RUN = "run: python -m rftg_dev.generators.code_editor"


def head() -> str:
    return (TARGET / BUNDLE).read_text(encoding="utf-8").partition("\n")[0]


def in_the_bundle() -> dict[str, str]:
    return dict(re.findall(r"([@\w/-]+) (\d+\.\d+\.\d+)", head()))


def test_the_bundle_is_of_the_versions_that_the_generator_pins() -> None:
    found = in_the_bundle()
    assert banner(sorted(found), versions(LOCK)) == head(), RUN


def test_every_package_that_the_entry_names_is_pinned_and_in_the_bundle() -> None:
    asked = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    named = re.findall(r'from "([^"]+)"', ENTRY.read_text(encoding="utf-8"))
    assert sorted(named) == sorted(asked)
    assert asked.items() <= in_the_bundle().items()


def test_the_types_name_what_the_entry_exports() -> None:
    assert types(ENTRY.read_text(encoding="utf-8")) == (TARGET / TYPES).read_text("utf-8"), RUN


def test_the_bundle_exports_what_the_types_name() -> None:
    bundle = (TARGET / BUNDLE).read_text(encoding="utf-8")
    (exports,) = re.findall(r"export\{([^}]*)\};?\s*$", bundle)
    names = {one.split(" as ")[-1] for one in exports.split(",")}
    assert names == set(re.findall(r"const (\w+)", (TARGET / TYPES).read_text(encoding="utf-8")))


def test_the_licence_of_each_package_is_beside_the_bundle() -> None:
    text = (TARGET / LICENSES).read_text(encoding="utf-8")
    for package, version in in_the_bundle().items():
        assert f"{package} {version} (" in text
    assert text.count("MIT") >= len(in_the_bundle()) - 1
    assert "Apache License" in text


def test_a_file_belongs_to_a_package_with_or_without_a_scope() -> None:
    assert package_of("node_modules/@lezer/lr/dist/index.js") == "@lezer/lr"
    assert package_of("node_modules/crelt/index.js") == "crelt"
