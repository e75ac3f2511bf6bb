"""Stand-in for Pillow, which browsers don't have: using it raises an error that says so."""

from __future__ import annotations

import errno
from typing import Any, Final, NoReturn

_REASON: Final = (
    "the studio in a browser can't change pictures, because it has no Pillow;"
    " the installed program can"
)


class _Missing:
    """A module or function of Pillow."""

    DecompressionBombError = OSError
    PyCMSError = OSError

    def __getattr__(self, name: str) -> _Missing:
        return _Missing()

    def __call__(self, *_arguments: Any, **_options: Any) -> NoReturn:
        raise OSError(errno.ENOTSUP, _REASON)


ExifTags = Image = ImageCms = ImageOps = _Missing()
