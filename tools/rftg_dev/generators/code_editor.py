"""Bundles the editor of card files for the pages of the studio, from packages of npm.

    python -m rftg_dev.generators.code_editor

What is taken stands in editor/entry.js, of which versions in editor/package.json and
package-lock.json. It needs node and npm, which nobody needs who only uses the studio: the bundle
is kept with the project, with the licences of all that is in it, and a test says when it is not
of the versions that are named here. `--update` lets npm choose what the packages depend on anew.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rftg_dsl.source.rewriting import write_atomically

SOURCE: Final = Path(__file__).parent / "editor"
ENTRY: Final = SOURCE / "entry.js"
LOCK: Final = SOURCE / "package-lock.json"
TARGET: Final = Path(__file__).parents[2] / "rftg_tools" / "studio" / "page" / "vendor"
BUNDLE: Final = "codemirror.js"
TYPES: Final = "codemirror.d.ts"
LICENSES: Final = "codemirror.licenses.txt"
_COMMAND: Final = "python -m rftg_dev.generators.code_editor"
_MODULES: Final = "node_modules/"
_EXPORTS: Final = re.compile(r"^export \{(.*?)\} from", re.DOTALL | re.MULTILINE)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the bundle, its types and its licences."""
    parser = argparse.ArgumentParser(prog=_COMMAND, description=__doc__)
    parser.add_argument("--update", action="store_true", help="write package-lock.json anew")
    update: bool = parser.parse_args(argv).update
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path in SOURCE.iterdir():
            if not (update and path == LOCK):
                shutil.copy(path, folder)
        install = "install" if update else "ci"
        subprocess.run(["npm", install, "--no-audit", "--no-fund"], cwd=folder, check=True)
        for file, text in made(folder).items():
            write_atomically(TARGET / file, text)
        if update:
            write_atomically(LOCK, (folder / LOCK.name).read_text(encoding="utf-8"))
    return 0


def made(folder: Path) -> dict[str, str]:
    """Return the generated files by their names. folder: has the packages and the entry."""
    command = ["npx", "--no-install", "esbuild", ENTRY.name, "--bundle", "--format=esm"]
    command += ["--minify", "--target=es2022", "--legal-comments=none", "--outfile=out.js"]
    subprocess.run([*command, "--metafile=meta.json"], cwd=folder, check=True)
    inputs = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["inputs"]
    used = sorted({package_of(one) for one in inputs if one.startswith(_MODULES)})
    text = (folder / "out.js").read_text(encoding="utf-8")
    return {
        BUNDLE: f"{banner(used, versions(folder / LOCK.name))}\n{text}",
        TYPES: types(ENTRY.read_text(encoding="utf-8")),
        LICENSES: _licenses(folder / _MODULES, used),
    }


def package_of(path: str) -> str:
    """Return the package of a file below node_modules."""
    parts = path.removeprefix(_MODULES).split("/")
    return "/".join(parts[: 2 if parts[0].startswith("@") else 1])


def versions(lock: Path) -> dict[str, str]:
    """Return the versions of the packages that a lock file of npm names."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {package_of(path): one["version"] for path, one in packages.items() if path}


def banner(used: Sequence[str], of: dict[str, str]) -> str:
    """Return the comment that a bundle begins with: what is in it, and of which versions."""
    named = ", ".join(f"{package} {of[package]}" for package in used)
    return f"/* Made by `{_COMMAND}`; licences in {LICENSES}: {named} */"


def types(entry: str) -> str:
    """Return a declaration of what an entry exports, for the check of the pages' scripts."""
    exports = ",".join(_EXPORTS.findall(entry)).split(",")
    names = sorted({one.split(" as ")[-1].strip() for one in exports} - {""})
    head = f"// Made by `{_COMMAND}`: what the bundle exports.\n"
    return head + "".join(f"export const {name}: any;\n" for name in names)


def _licenses(modules: Path, used: Sequence[str]) -> str:
    """Return the licences of some packages, one after another."""
    parts = []
    for package in used:
        texts = [path.read_text(encoding="utf-8") for path in _license_files(modules / package)]
        if not texts:
            raise FileNotFoundError(f"{package} has no file with its licence")
        about = json.loads((modules / package / "package.json").read_text(encoding="utf-8"))
        title = f"{package} {about['version']} ({about['license']})"
        parts.append("\n\n".join([f"{title}\n{'=' * len(title)}", *map(str.strip, texts)]))
    return "\n\n\n".join(parts) + "\n"


def _license_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name.upper().startswith("LICEN"))


if __name__ == "__main__":
    raise SystemExit(main())
