"""Generator expressions that mypyc makes lists of: `islice` of one is then no limit any more.

mypyc only warns of them, and hatch-mypyc shows nothing of what it prints. So they are looked for
before the engine is compiled, and the build fails where there is one. What is lazy for a reason
becomes a generator function or a loop; all else becomes a list, as it stands.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

EAGER: Final = "Treating generator comprehension as list"
"""What mypyc says of a generator expression."""
_ERROR: Final = re.compile(rf"^(.*): (?:warning|note): ({EAGER})$", re.MULTILINE)
_COMPILE: Final = """\
import sys
from mypyc.build import mypycify
mypycify(["--ignore-missing-imports", *sys.argv[2:]], target_dir=sys.argv[1])
"""


def eager_generators(root: Path, files: Sequence[str]) -> list[str]:
    """Return the places of such generators in files below a folder, as errors.

    Makes C, compiles none.

    Raises CalledProcessError, with what was printed, where mypyc cannot read the files.
    """
    with tempfile.TemporaryDirectory() as target:
        command = [sys.executable, "-c", _COMPILE, target, *files]
        done = subprocess.run(
            command, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    done.check_returncode()
    return [f"{place}: error: {said}" for place, said in _ERROR.findall(done.stdout)]
