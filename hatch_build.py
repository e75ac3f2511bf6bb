"""The build hook: mypyc compiles the engine, unless it would change what the engine does."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatch_mypyc import plugin  # type: ignore[import-not-found,unused-ignore]


class CompiledEngine(plugin.MypycBuildHook):  # type: ignore[misc,unused-ignore]
    """Compile the engine as hatch-mypyc does, but only where no generator would become a list."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, or raise RuntimeError with the places of generators that would become lists."""
        sys.path.insert(0, str(Path(self.root, "tools")))
        from rftg_dev.eager import eager_generators

        found = eager_generators(Path(self.root), self.normalized_included_files)
        if found:
            raise RuntimeError("\n".join(["mypyc would not do what Python does:", *found]))
        super().initialize(version, build_data)
