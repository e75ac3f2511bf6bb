"""What compiling the engine needs, and its options for mypyc and the C compiler.

The build of a wheel reads this as well, so it imports nothing of the project.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Final

MYPY_OPTIONS: Final = ("--config-file=", "--ignore-missing-imports")
"""Without configuration, because a user's own might reject the engine."""
FLAGS: Final = "-fvisibility=hidden -ffp-contract=off"
"""With hidden symbols, calls between modules need no lookup. Without contraction, bots compute the
same numbers on every processor."""


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
