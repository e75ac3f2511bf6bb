"""Optional dependencies: errors for missing extras, and commands that install them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from rftg_dsl.cli import CommandError

_PACKAGES: Final = {
    **{name: name for name in ("starlette", "uvicorn", "websockets", "pygls")},
    "lsprotocol": "pygls",
    "typst": "Typst",
    "PIL": "Pillow",
}
"""Names of packages in extras, by module."""
_NAME: Final = "rftg-dsl"
_TOOLS: Final = {"pipx install": "pipx_metadata.json", "uv tool install": "uv-receipt.toml"}
"""Installers that use one environment per program, with the file that each leaves there."""
_STUDIO: Final = "studio"
_IN_STUDIO: Final = ("lsp", "play", "preview", "print", "sheets", _STUDIO)
"""Extras that the studio includes."""


@contextmanager
def require_extra(feature: str, extra: str) -> Iterator[None]:
    """Raise CommandError if an import in the block fails because an extra is missing.

    feature: name of the feature that needs the extra, for the message.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name not in _PACKAGES:
            raise
        text = f"{feature} needs {_PACKAGES[missing.name]}"
        raise CommandError(f"{text}\n  help: run `{install_command(extra)}`") from None


def install_command(extra: str) -> str:
    """Return the command that installs an extra from the same source, with pipx, uv or pip.

    pipx and uv replace the installation, so their command includes the studio. Quotes are double
    because the Windows command prompt has no others.
    """
    for command, file in _TOOLS.items():
        if Path(sys.prefix, file).exists():
            extras = _STUDIO if extra in _IN_STUDIO else f"{_STUDIO},{extra}"
            return f'{command} --force "{_requirement(extras)}"'
    editable = "-e " if _origin().get("dir_info", {}).get("editable") else ""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f'{python} -m pip install {editable}"{_requirement(extra)}"'


def _requirement(extras: str) -> str:
    """Return the requirement for extras, from the folder or address of the installation."""
    origin = _origin()
    address = str(origin.get("url", ""))
    if "dir_info" in origin:
        from urllib.request import url2pathname

        return f"{url2pathname(urlsplit(address).path)}[{extras}]"
    kind = origin.get("vcs_info", {}).get("vcs")
    place = f"{kind}+{address}" if kind else address
    return f"{_NAME}[{extras}] @ {place}" if place else f"{_NAME}[{extras}]"


def _origin() -> dict[str, Any]:
    """Return the source of the installation (PEP 610), or {} for a package index."""
    from importlib.metadata import PackageNotFoundError, distribution  # slow, and rarely needed

    try:
        text = distribution(_NAME).read_text("direct_url.json")
        origin = json.loads(text) if text else {}
    except (PackageNotFoundError, ValueError):
        return {}
    return origin if isinstance(origin, dict) else {}
