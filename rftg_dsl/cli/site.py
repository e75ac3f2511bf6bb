"""Command that writes the studio as a folder of static files."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rftg_dsl.cli import CommandError
from rftg_dsl.cli.extras import require_extra
from rftg_dsl.cli.files import write
from rftg_dsl.diagnostics.text import printable


def add_site_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "folder",
        metavar="OUT",
        type=Path,
        help="folder to write: new, empty, or with an older site, which is replaced",
    )
    parser.add_argument(
        "--parts",
        metavar="FOLDER",
        type=Path,
        default=Path("build", "site-parts"),
        help="folder of the fetched parts, such as Pyodide (default build/site-parts)",
    )
    parser.add_argument(
        "--fetch", action="store_true", help="first fetch missing parts with npm and pip"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the version and the sizes as JSON"
    )


def run_site(args: argparse.Namespace) -> int:
    """Write the site; return 0. Raises CommandError, OSError."""
    with require_extra("the site", "studio"):
        from rftg_tools.site.build import BadFolder, build_site, write_site
        from rftg_tools.site.parts import BadParts, fetch_parts
    try:
        if args.fetch:
            fetch_parts(args.parts)
        print("Building the site takes about a minute.", file=sys.stderr)
        site = build_site(args.parts)
        write_site(site, args.folder)
    except (BadFolder, BadParts) as problem:
        raise CommandError(str(problem)) from None
    if args.json:
        print(json.dumps({"version": site.version, "bytes": site.sizes}, indent=1))
        return 0
    sizes = ", ".join(f"{part} {size / 1e6:.1f} MB" for part, size in site.sizes.items() if size)
    write(f"{printable(str(args.folder))}: version {site.version}; {sizes}\n")
    write(f"try it: python -m http.server --directory {printable(str(args.folder))}\n")
    return 0
