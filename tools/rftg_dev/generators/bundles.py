"""Bundler for the npm packages that the pages use: the code editor and the icons.

    python -m rftg_dev.generators.bundles

The scripts in bundled/ list the imports; package.json and package-lock.json list the versions. The
bundler needs node and npm. Users of the pages do not, because the bundles and the licenses of their
packages are checked in. A test fails if the versions differ. `--update` updates all packages within
the ranges in package.json.
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

from rftg_dsl.source.files import write_atomically

SOURCE: Final = Path(__file__).parent / "bundled"
LOCK: Final = SOURCE / "package-lock.json"
EDITOR: Final = SOURCE / "codemirror.js"
"""Script with the imports of the code editor."""
ICONS: Final = SOURCE / "lucide.js"
"""Script with the imports of the icons."""
_PAGES: Final = Path(__file__).parents[2] / "rftg_tools"
EDITOR_TARGET: Final = _PAGES / "studio" / "page" / "vendor"
ICONS_TARGET: Final = _PAGES / "web" / "page" / "vendor"
_COMMAND: Final = "python -m rftg_dev.generators.bundles"
_MODULES: Final = "node_modules/"
_EXPORTS: Final = re.compile(r"^export \{(.*?)\} from", re.DOTALL | re.MULTILINE)


def main(argv: Sequence[str] | None = None) -> int:
    """Write the bundles, their types and their licenses."""
    parser = argparse.ArgumentParser(prog=_COMMAND, description=__doc__)
    parser.add_argument("--update", action="store_true", help="write a new package-lock.json")
    update: bool = parser.parse_args(argv).update
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for path in SOURCE.iterdir():
            if not (update and path == LOCK):
                shutil.copy(path, folder)
        install = "install" if update else "ci"
        subprocess.run(["npm", install, "--no-audit", "--no-fund"], cwd=folder, check=True)
        for target, texts in ((EDITOR_TARGET, bundle(folder)), (ICONS_TARGET, icons(folder))):
            for file, text in texts.items():
                write_atomically(target / file, text)
        if update:
            write_atomically(LOCK, (folder / LOCK.name).read_text(encoding="utf-8"))
    return 0


def bundle(folder: Path) -> dict[str, str]:
    """Return the files of the code editor by name. folder: contains the packages and the entry."""
    command = ["npx", "--no-install", "esbuild", EDITOR.name, "--bundle", "--format=esm"]
    command += ["--minify", "--target=es2022", "--legal-comments=none", "--outfile=out.js"]
    subprocess.run([*command, "--metafile=meta.json"], cwd=folder, check=True)
    inputs = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["inputs"]
    used = sorted({package_of(path) for path in inputs if path.startswith(_MODULES)})
    text = (folder / "out.js").read_text(encoding="utf-8")
    return {
        f"{EDITOR.stem}.js": f"{banner(EDITOR.stem, used, versions(folder / LOCK.name))}\n{text}",
        f"{EDITOR.stem}.d.ts": types(EDITOR.read_text(encoding="utf-8")),
        f"{EDITOR.stem}.licenses.txt": _licenses(folder / _MODULES, used),
    }


def icons(folder: Path) -> dict[str, str]:
    """Return the files of the icons by name. folder: contains the package and the entry."""
    printed = subprocess.run(
        ["node", "--input-type=module"],
        input=ICONS.read_text(encoding="utf-8"),
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    head = banner(ICONS.stem, [ICONS.stem], versions(folder / LOCK.name))
    return {
        f"{ICONS.stem}.js": f"{head}\n{printed.stdout}",
        f"{ICONS.stem}.licenses.txt": _licenses(folder / _MODULES, [ICONS.stem]),
    }


def package_of(path: str) -> str:
    """Return the name of the package that a file under node_modules belongs to."""
    parts = path.removeprefix(_MODULES).split("/")
    return "/".join(parts[: 2 if parts[0].startswith("@") else 1])


def versions(lock: Path) -> dict[str, str]:
    """Return the versions of the packages in an npm lock file."""
    packages = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    return {package_of(path): package["version"] for path, package in packages.items() if path}


def banner(name: str, used: Sequence[str], versions: dict[str, str]) -> str:
    """Return the comment at the start of a bundle, with its packages and their versions."""
    packages = ", ".join(f"{package} {versions[package]}" for package in used)
    return f"/* Made by `{_COMMAND}`; licences in {name}.licenses.txt: {packages} */"


def types(entry: str) -> str:
    """Return a TypeScript declaration of an entry's exports."""
    exports = ",".join(_EXPORTS.findall(entry)).split(",")
    names = sorted({name.split(" as ")[-1].strip() for name in exports} - {""})
    head = f"// Made by `{_COMMAND}`: exports of the bundle.\n"
    return head + "".join(f"export const {name}: any;\n" for name in names)


def _licenses(modules: Path, used: Sequence[str]) -> str:
    """Return the licenses of the given packages, one after another."""
    parts = []
    for package in used:
        texts = [path.read_text(encoding="utf-8") for path in _license_files(modules / package)]
        if not texts:
            raise FileNotFoundError(f"{package} has no license file")
        manifest = json.loads((modules / package / "package.json").read_text(encoding="utf-8"))
        title = f"{package} {manifest['version']} ({manifest['license']})"
        parts.append("\n\n".join([f"{title}\n{'=' * len(title)}", *map(str.strip, texts)]))
    return "\n\n\n".join(parts) + "\n"


def _license_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name.upper().startswith("LICEN"))


if __name__ == "__main__":
    raise SystemExit(main())
