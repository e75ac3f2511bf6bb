"""The build hook: mypyc compiles the engine, unless it would change what the engine does."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatch_mypyc import plugin  # type: ignore[import-not-found,unused-ignore]


class CompiledEngine(plugin.MypycBuildHook):  # type: ignore[misc,unused-ignore]
    """Compile the engine as hatch-mypyc does, but only where no generator would become a list."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or raise RuntimeError with the places of generators that would become lists.

        Exit at once if there is no C compiler, because mypyc takes a minute before it needs one.
        The environment variable RFTG_DSL_OPT_LEVEL sets how far the C compiler optimizes, from 0
        to 3 (the default); 3 takes minutes.
        """
        if missing := missing_to_compile():
            self.app.abort(
                f"The engine cannot be compiled: there is no {missing}. Install a C compiler and"
                " Python's headers (Debian: gcc python3-dev), or build a plain wheel with `python"
                " -m build`."
            )
        sys.path.insert(0, str(Path(self.root, "tools")))
        from rftg_dev.eager import eager_generators

        found = eager_generators(Path(self.root), self.normalized_included_files)
        if found:
            raise RuntimeError("\n".join(["mypyc would not do what Python does:", *found]))
        if level := os.environ.get("RFTG_DSL_OPT_LEVEL"):
            self.config.setdefault("options", {})["opt_level"] = level
        if os.name == "posix":
            # With hidden symbols, calls between modules need no lookup. Without contraction, bots
            # compute the same numbers on every processor.
            flags = "-fvisibility=hidden -ffp-contract=off"
            os.environ["CPPFLAGS"] = f"{os.environ.get('CPPFLAGS', '')} {flags}"
        super().initialize(version, build_data)


def missing_to_compile() -> str:
    """Return what is missing to compile for this Python: a compiler or a header, or ""."""
    if os.name != "posix":
        return ""  # there, setuptools looks for compilers that are not on the path
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    program = str(compiler).split()[0]
    if shutil.which(program) is None:
        return f"C compiler `{program}`"
    header = Path(sysconfig.get_path("include"), "Python.h")
    return "" if header.exists() else str(header)
