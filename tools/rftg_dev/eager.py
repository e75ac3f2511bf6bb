"""Generator expressions that mypyc would compile to lists, so that `islice` no longer limits them.

mypyc only warns about them, and hatch-mypyc hides its output. Therefore the build searches for them
before it compiles the engine, and fails if there are any. Replace a generator that must be lazy by
a generator function or a loop, and any other generator by a list.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rftg_tools.build_flags import MYPY_OPTIONS

_EAGER: Final = "Treating generator comprehension as list"
"""The warning of mypyc."""
_ERROR: Final = re.compile(rf"^(.*): (?:warning|note): ({_EAGER})$", re.MULTILINE)
_COMPILE: Final = """\
import sys
from mypyc.build import mypycify
mypycify(sys.argv[2:], target_dir=sys.argv[1])
"""


def eager_generators(root: Path, files: Sequence[str]) -> list[str]:
    """Return the places of such generators in files of a folder, as error messages.

    Generates C but does not compile it. Raises CalledProcessError if mypyc cannot read the files.
    """
    with tempfile.TemporaryDirectory() as target:
        command = [sys.executable, "-c", _COMPILE, target, *MYPY_OPTIONS, *files]
        done = subprocess.run(
            command, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    done.check_returncode()
    return [f"{place}: error: {warning}" for place, warning in _ERROR.findall(done.stdout)]
