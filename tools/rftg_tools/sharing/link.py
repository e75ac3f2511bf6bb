"""A set as a link: the text of a card file, compressed into the fragment of an address.

A browser never sends a fragment to a server, so only people who have the link can read the set.
The fragment is `#set=`, then base64url without padding, of a zlib stream, of JSON in UTF-8:

    {"version": 1, "name": "ice.yaml", "text": "set: ice…", "needs": {"own.yaml": "set: own…"}}

`needs` has the files of sets that it requires and that are not shipped; it can be missing. Pictures
are not in a link. A link comes from a stranger: reading one is bounded in time and memory, and the
texts are only text until the compiler reads them within its own limits.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from rftg_dsl.compiler import Compilation, compile_files
from rftg_dsl.limits import FILE_BYTES, FILES
from rftg_dsl.resources import data_folder
from rftg_dsl.sets.caching import SourceCache
from rftg_dsl.source.text import open_regular_file
from rftg_tools.untrusted import BadJson, read_json

PREFIX: Final = "#set="
"""Beginning of the fragment of an address."""
MAX_LENGTH: Final = 8_000
"""Maximum number of characters of a link from the `#`: chats and mail programs cut longer ones."""
ADDRESS_VARIABLE: Final = "RFTG_DSL_STUDIO"
"""Environment variable with the address of the studio that links open in."""
DEFAULT_NAME: Final = "set.yaml"
"""Name for a set whose file has a name that other systems cannot have."""
_VERSION: Final = 1
_LEVEL: Final = 9
_WINDOW: Final = 15
"""Window bits of the zlib format, with its header and checksum."""
_ALPHABET: Final = re.compile(r"[A-Za-z0-9_-]*")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}\.yaml")
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)\..*", re.IGNORECASE)
"""File names that are devices on Windows."""
_COPY_AGAIN: Final = "Copy the whole link again, or ask for the file."
_DAMAGED: Final = f"This link is damaged. {_COPY_AGAIN}"
_CUT: Final = f"This link has been cut off. {_COPY_AGAIN}"


class BadLink(ValueError):
    """Raised for a link that cannot be read, with what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class LinkedSet:
    """A card file in a link. needs: texts of the files of required sets, by file name."""

    name: str
    text: str
    needs: Mapping[str, str] = field(default_factory=dict)


def collect_set(path: Path, text: str) -> tuple[LinkedSet, Compilation]:
    """Return a card file with the files that it needs, and its compilation.

    text: of the file, which may be unsaved. Raises OSError and ValueError if a file can't be read.
    """
    cache = SourceCache()
    cache.put(path, text)
    compilation = compile_files([path], cache, design=True)
    shipped = data_folder("cards").resolve()
    paths = [unit.path.resolve() for unit in compilation.units]
    needs = {
        needed.name: _read_text(needed)
        for needed in paths
        if needed != path.resolve() and not needed.is_relative_to(shipped)
    }
    name = path.name if _is_plain(path.name) else DEFAULT_NAME
    return LinkedSet(name, text, needs), compilation


def _read_text(path: Path) -> str:
    """Return the text of a file as it is. Raises OSError, UnicodeDecodeError."""
    with open_regular_file(path) as file:
        return file.read(FILE_BYTES + 1).decode("utf-8")


def encode_link(linked: LinkedSet) -> str:
    """Return the link of a set from the `#`, which can be longer than MAX_LENGTH.

    Raises BadLink for a text that no link can have.
    """
    members: dict[str, Any] = {"version": _VERSION, "name": linked.name, "text": linked.text}
    if linked.needs:
        members["needs"] = dict(sorted(linked.needs.items()))
    try:
        data = json.dumps(members, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:
        raise BadLink("The text has half of a character, which no file can have.") from None
    if len(data) > FILE_BYTES:
        raise BadLink(f"The set has more than {FILE_BYTES:,} bytes. Send the file instead.")
    _check_members(members)
    packing = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW, zlib.DEF_MEM_LEVEL)
    packed = packing.compress(data) + packing.flush()
    return PREFIX + _encode_base64(packed)


def join_address(address: str, link: str) -> str:
    """Return a link from the `#` at the address of a studio. Raises BadLink for another address."""
    if not re.fullmatch(r"https?://[^\s#]+", address):
        raise BadLink(
            f"{address!a:.200} is not the address of a studio: it begins with https:// or http://"
            " and has no #."
        )
    return f"{address}{link}"


def decode_link(link: str) -> LinkedSet:
    """Return the set of a link: an address with a fragment, or the fragment. Raises BadLink."""
    _before, prefix, code = link.strip().partition(PREFIX)
    if not prefix:
        raise BadLink(f"This is not a link to a set: it has no {PREFIX}.")
    if len(code) + len(prefix) > MAX_LENGTH:
        raise BadLink(f"This link is longer than {MAX_LENGTH:,} characters. Ask for the file.")
    data = _decode_base64(code)
    members = _read_members(_inflate(data))
    if _encode_base64(data) != code:
        raise BadLink(_DAMAGED)  # unused bits of the last character are set
    return LinkedSet(members["name"], members["text"], members.get("needs", {}))


def _encode_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _decode_base64(code: str) -> bytes:
    if not code:
        raise BadLink(f"This link has no set. {_COPY_AGAIN}")
    length = len(_ALPHABET.match(code)[0])  # type: ignore[index]  # it matches any text
    if length < len(code):
        raise BadLink(
            f"This link has a character that no link has: {code[length]!a}. {_COPY_AGAIN}"
        )
    try:
        return base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    except ValueError:  # a single character is left over
        raise BadLink(_CUT) from None


def _inflate(data: bytes) -> bytes:
    """Return the uncompressed data, of which at most the maximum is ever made."""
    unpacking = zlib.decompressobj(_WINDOW)
    try:
        unpacked = unpacking.decompress(data, FILE_BYTES + 1)
        if len(unpacked) <= FILE_BYTES and not unpacking.eof:
            unpacked += unpacking.decompress(unpacking.unconsumed_tail, 1)  # reads the checksum
    except zlib.error:
        raise BadLink(_DAMAGED) from None
    if len(unpacked) > FILE_BYTES:
        raise BadLink(f"The set in this link has more than {FILE_BYTES:,} bytes. Ask for the file.")
    if not unpacking.eof:
        raise BadLink(_CUT)
    if unpacking.unused_data:
        raise BadLink(f"This link has something after its end. {_COPY_AGAIN}")
    return unpacked


def _read_members(data: bytes) -> dict[str, Any]:
    try:
        members = read_json(data)
    except BadJson as problem:
        raise BadLink(f"The set in this link can't be read: {problem}.") from None
    if not isinstance(members, dict):
        raise BadLink("The set in this link can't be read: it is not an object.")
    version = members.get("version")
    if type(version) is int and version > _VERSION:
        raise BadLink(
            "This link was made by a newer version of rftg-dsl. Update rftg-dsl to open it."
        )
    if type(version) is not int or version != _VERSION:
        raise BadLink("This link has no version that rftg-dsl knows.")
    _check_members(members)
    return members


def _check_members(members: Mapping[str, Any]) -> None:
    """Raise BadLink unless these are the members of a set."""
    unknown = members.keys() - {"version", "name", "text", "needs"}
    if unknown:
        raise BadLink(f"The set in this link has an unknown part: {min(unknown)!a:.60}.")
    name, text, needs = members.get("name"), members.get("text"), members.get("needs", {})
    if not isinstance(text, str) or not text.strip():
        raise BadLink("The set in this link has no text.")
    if not isinstance(needs, dict) or not all(isinstance(each, str) for each in needs.values()):
        raise BadLink("The sets that this link's set needs can't be read.")
    if len(needs) >= FILES:
        raise BadLink(f"The set in this link needs more than {FILES - 1} other files.")
    names = [name, *needs]
    for each in names:
        if not isinstance(each, str) or not _is_plain(each):
            raise BadLink(f"A file in this link has a name that a set can't have: {each!a:.60}.")
    if len({each.lower() for each in names}) < len(names):
        raise BadLink("Two files in this link have the same name.")


def _is_plain(name: str) -> bool:
    """Return whether a name can be that of a card file on all systems."""
    return bool(_NAME.fullmatch(name)) and not _DEVICES.fullmatch(name)
