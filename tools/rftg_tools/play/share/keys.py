"""Keys of seats: unguessable, kept only as hashes, compared in constant time.

A key is a label, by which its hash is found, and a secret of 192 bits. A secret of so many random
bits needs no slow hash: whoever reads the hash cannot search for what it was made of.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Final, NamedTuple

_LABEL_BYTES: Final = 6
_SECRET_BYTES: Final = 24
_LABEL: Final = _LABEL_BYTES * 4 // 3
"""Letters of a label: three bytes are four letters."""
LENGTH: Final = _LABEL + _SECRET_BYTES * 4 // 3
"""Letters of a key."""
_KEY: Final = re.compile(rf"[A-Za-z0-9_-]{{{LENGTH}}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Lock(NamedTuple):
    """What is kept of a key. label: by which it is found. digest: of its secret, in hex."""

    label: str
    digest: str

    def opens_for(self, key: str) -> bool:
        """Return whether this is the lock of a key."""
        _label, secret = _parts(key)
        return hmac.compare_digest(self.digest, _digest(secret))


def new_key() -> tuple[str, Lock]:
    """Return a new key, which is kept nowhere, and its lock."""
    label, secret = secrets.token_urlsafe(_LABEL_BYTES), secrets.token_urlsafe(_SECRET_BYTES)
    return label + secret, Lock(label, _digest(secret))


def is_key(text: object) -> bool:
    """Return whether a text has the form of a key."""
    return isinstance(text, str) and _KEY.fullmatch(text) is not None


def is_lock(label: object, digest: object) -> bool:
    """Return whether two texts have the forms of a label and a digest."""
    forms = isinstance(label, str) and isinstance(digest, str)
    return forms and len(str(label)) == _LABEL and _DIGEST.fullmatch(str(digest)) is not None


def label_of(key: str) -> str:
    """Return the label of a key."""
    return _parts(key)[0]


def _parts(key: str) -> tuple[str, str]:
    return key[:_LABEL], key[_LABEL:]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
