"""The build hook: mypyc compiles the engine, unless it would change what the engine does."""

from __future__ import annotations

import os
import sys
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
        sys.path.insert(0, str(Path(self.root, "tools")))
        from rftg_tools.build_flags import FLAGS, missing_to_compile

        if missing := missing_to_compile():
            self.app.abort(
                f"The engine cannot be compiled: there is no {missing}. Install a C compiler and"
                " Python's headers (Debian: gcc python3-dev), or build a plain wheel with `python"
                " -m build`."
            )
        from rftg_dev.eager import eager_generators

        found = eager_generators(Path(self.root), self.normalized_included_files)
        if found:
            raise RuntimeError("\n".join(["mypyc would not do what Python does:", *found]))
        if level := os.environ.get("RFTG_DSL_OPT_LEVEL"):
            self.config.setdefault("options", {})["opt_level"] = level
        if os.name == "posix":
            os.environ["CPPFLAGS"] = f"{os.environ.get('CPPFLAGS', '')} {FLAGS}"
        super().initialize(version, build_data)
