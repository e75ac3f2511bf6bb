"""The faces of old versions: each is drawn as if it stood in its file now, in place of the card."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from rftg_tools.preview.table import State, Table, choose_scenes
from rftg_tools.studio.editing import Replace, changed
from rftg_tools.web.images import Images


class OldFaces:
    """Draws old versions with the head and the other cards of their files as they are now."""

    def __init__(self, images: Images) -> None:
        self._images = images
        self._lock = Lock()
        self._tables: dict[Path, Table] = {}

    def name(self, path: Path, text: str, place: int, entry: str) -> str:
        """Return the name of the image of an old version, "" where nothing of it can be read.

        text: of the file; place: of the card in it, from 0. entry: the lines of the old version.
        Raises CannotEdit.
        """
        whole = changed(path, text, Replace(place, entry))
        with self._lock:
            table = self._tables.setdefault(path, Table(lambda: [path]))
            table.put(path, whole)
            state = choose_scenes(table.compile_table(State()), self._images.theme)
        cards = (one for one in state.cards if not one.is_goal and one.number == place + 1)
        face = next((one.face for one in cards), None)
        if face is None:
            return ""
        self._images.add_face(face)
        return self._images.name(face)
