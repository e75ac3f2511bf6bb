"""Drawings and card texts of a theme, from its templates."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Final, TypeVar

from jinja2 import TemplateNotFound, TemplateSyntaxError

from rftg_dsl.diagnostics.text import nearest
from rftg_dsl.wording import english
from rftg_dsl.wording.blocks import Blocks
from rftg_dsl.wording.bounded import Bounded, TemplateLimitExceeded, bounds
from rftg_tools.faces.theme import BadTheme, Theme

MAX_LENGTH: Final = 256_000
"""Maximum number of characters in a drawing."""


class Templates:
    """Templates in folders; earlier folders take precedence."""

    def __init__(self, folders: list[Path]) -> None:
        self._environment = Bounded(folders, autoescape=True)

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """Return the text of a template with these values. Raises one of TEMPLATE_ERRORS."""
        parts, size = [], 0
        with bounds():
            for part in self._environment.get_template(name).generate(values):
                size += len(part)
                if size > MAX_LENGTH:
                    raise TemplateLimitExceeded(
                        f"the drawing has more than {MAX_LENGTH:,} characters"
                    )
                parts.append(part)
        return "".join(parts)


TEMPLATE_ERRORS: Final = Exception
"""Errors of templates: expressions in them can raise any error."""


def error_place(error: BaseException, file: Path, folders: Collection[Path]) -> str:
    """Return the file and line of a template error.

    file: result if the line is unknown. folders: folders of the templates.
    """
    if isinstance(error, TemplateSyntaxError):
        return f"{error.filename or file}:{error.lineno}"
    place = str(file)
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent in folders:
            place = f"{frame.filename}:{frame.lineno}"
    return place


def describe_template_error(error: BaseException) -> str:
    """Return the message for a template error."""
    if isinstance(error, RecursionError):
        return "the template calls itself endlessly"
    if isinstance(error, LookupError) and error.args:
        return str(error.args[0])
    return str(error) or type(error).__name__


_VIEW_BOX: Final = re.compile(r"""viewBox\s*=\s*["']([^"']*)["']""")
_SHARED: Final = "_"
"""Prefix of files that contain shared parts of drawings."""
_KEYWORD: Final = "keyword"
"""Drawing for keywords without a drawing `keyword_` plus the word."""


def aspect_ratio(svg: str) -> float:
    """Return the aspect ratio of a drawing from its `viewBox`, or 1.

    Raises ValueError for a `viewBox` that is not four numbers or has no size.
    """
    match = _VIEW_BOX.search(svg)
    if match is None:
        return 1.0
    _left, _top, width, height = map(float, match[1].replace(",", " ").split())
    if not (0 < width < inf and 0 < height < inf):
        raise ValueError(f"its width and height are {width:g} and {height:g}")
    return width / height


class Drawings:
    """The cached drawings of a theme.

    Raises BadTheme for a drawing of the theme that is never used.
    """

    def __init__(self, theme: Theme) -> None:
        self._colours = theme.colours
        self._folders = [folder / "icons" for folder in theme.folders]
        self._templates = Templates(self._folders)
        self._check_names()
        self.draw = lru_cache(maxsize=None)(self._draw)

    def _draw(self, name: str, kind: str = "") -> str:
        """Return a drawing, for a kind of goods or worlds. Raises BadTheme."""
        values: Mapping[str, object] = {"kind": kind, "colours": self._colours}
        try:
            svg = self._templates.render(f"{self._file_stem(name)}.svg", values)
        except TEMPLATE_ERRORS as error:
            place = error_place(error, self.file(name), self._folders)
            raise BadTheme(f"{place}: {_describe(error)}") from None
        try:
            aspect_ratio(svg)
        except ValueError as error:
            line = svg.count("\n", 0, svg.index("viewBox")) + 1
            place = f"{self.file(name)}:{line}"
            raise BadTheme(
                f"{place}: `viewBox` must be four numbers with a size: {error}"
            ) from None
        return svg

    def _check_names(self) -> None:
        """Raise BadTheme if a file in `icons` has an unknown name."""
        names = {path.stem for path in self._folders[-1].glob("*.svg")}
        for folder in self._folders[:-1]:
            for path in sorted(folder.glob("*.svg")):
                name = path.stem
                if name not in names and not name.startswith((_SHARED, f"{_KEYWORD}_")):
                    suggestion = nearest(name, sorted(names))
                    advice = f"write `{suggestion}.svg`" if suggestion else "see docs/icons.md"
                    raise BadTheme(f"{path}: unknown drawing `{name}`; {advice}")

    def _file_stem(self, name: str) -> str:
        """Return the name of a drawing; keywords without a drawing share one."""
        exists = any((folder / f"{name}.svg").is_file() for folder in self._folders)
        return _KEYWORD if not exists and name.startswith(f"{_KEYWORD}_") else name

    def file(self, name: str) -> Path:
        """Return the path of a drawing, even if it is missing."""
        files = [folder / f"{self._file_stem(name)}.svg" for folder in self._folders]
        return next((path for path in files if path.is_file()), files[0])


def _describe(error: BaseException) -> str:
    return (
        f"unknown drawing {error.name!r}"
        if isinstance(error, TemplateNotFound)
        else describe_template_error(error)
    )


FILE: Final = "wording.jinja"
_T = TypeVar("_T")
_R = TypeVar("_R")


class CardTexts:
    """The printed texts of a theme. Methods raise BadTheme for an invalid block."""

    def __init__(self, blocks: Blocks, file: Path | None = None) -> None:
        self._blocks = blocks
        self._file = file

    def render(self, word: Callable[[_T, Blocks], _R], subject: _T) -> _R:
        """Return the English for a subject. word: a function of `rftg_dsl.wording.english`."""
        with _report_theme_errors(self._file):
            return word(subject, self._blocks)


@contextmanager
def _report_theme_errors(file: Path | None) -> Iterator[None]:
    """Turn template errors into BadTheme, unless the template is shipped: then it is a bug."""
    try:
        yield
    except TEMPLATE_ERRORS as error:
        if file is None:
            raise
        raise BadTheme(
            f"{error_place(error, file, {file.parent})}: {describe_template_error(error)}"
        ) from None


def card_texts(theme: Theme) -> CardTexts:
    """Return the printed texts of a theme. Raises BadTheme for an invalid template."""
    file = theme.find(FILE)
    return _load_texts(file, file.stat().st_mtime_ns) if file else CardTexts(english.BLOCKS)


@lru_cache(maxsize=8)
def _load_texts(file: Path, _stamp: int) -> CardTexts:
    with _report_theme_errors(file):
        return CardTexts(english.BLOCKS.with_overrides(file), file)
