"""Command line: the table of commands, and `main`, which runs one.

A command `check` is the functions `add_check_arguments(parser)` and `run_check(args) -> int` of a
module that is imported only when the command is used. It returns 0 for success and 1 for problems.
If it can't run, it raises CommandError or OSError, or returns `report_failure(message)`, which is
2. If the program reading the output (such as `head`) exits early, the command ends silently.
"""

from __future__ import annotations

import argparse
import codecs
import errno
import gc
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn, TextIO

from rftg_dsl.diagnostics.text import capitalized, safe_output

EXIT_INTERRUPTED: Final = 130
"""Exit code after Ctrl-C, by convention."""


class CommandError(Exception):
    """A command can't run because its arguments, files or settings are invalid."""


COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("learning", "try the commands with an example set"),
    "check": ("check", "report every problem in card files"),
    "fmt": ("check", "rewrite powers, goals and searches in canonical form"),
    "new": ("new", "write a new card file, or add a card to one"),
    "words": ("learning", "list the words of the language, with examples"),
    "explain": ("check", "explain the code of a problem, with examples"),
    "lsp": ("pages", "serve an editor: problems, completion, hover and more"),
    "show": ("show", "show what a card says"),
    "studio": ("pages", "make cards and play with them in one page"),
    "play": ("pages", "play in a browser, with people and bots"),
    "site": ("site", "write the studio as a folder of static files, for any web host"),
    "preview": ("pages", "show cards in a browser while you write them"),
    "test": ("check", "play the tests in card files"),
    "print": ("printing", "print cards on sheets of paper, or export them as pictures"),
    "export": ("exchange", "write a set as a page, a list or a table to share"),
    "share": ("exchange", "print a link that holds a set"),
    "import": ("exchange", "write a new card file from a spreadsheet"),
    "simulate": ("simulate", "play games between bots and show statistics"),
    "balance": ("balance", "find cards that win too often or are never played"),
    "playtests": ("balance", "report how cards did in games between people"),
    "replay": ("simulate", "replay recorded games and verify every step"),
    "review": ("review", "show better moves in a recorded game"),
}
"""Module in this package and one line of help, by command."""

_COMMANDS_WITHOUT_GC: Final = ("check", "fmt", "explain", "words")
"""Commands that run without garbage collection, because the size of their input is limited."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. argv: arguments without the program name."""
    gc.disable()  # imports create no garbage, and collection takes a tenth of a check
    _accept_any_text()
    try:
        with safe_output():
            code = _run(sys.argv[1:] if argv is None else argv, argv is None)
    except OSError:  # standard error can't be written, so the error can't be reported
        code = 2
    return _flush_output(code)


def _run(arguments: Sequence[str], is_program: bool) -> int:
    """Run a command. is_program: whether it may be run again in another process."""
    try:
        args = _parser(arguments).parse_args(arguments)
        if is_program and "compile" in args:
            _use_compiled_engine(args.compile)
        if args.command not in _COMMANDS_WITHOUT_GC:
            gc.enable()
        code: int = args.run(args)
        if args.command in _COMMANDS_WITHOUT_GC:
            gc.freeze()  # prevents a collection when the interpreter exits
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except CommandError as problem:
        return report_failure(str(problem))
    except BrokenPipeError:
        return 2
    except OSError as problem:
        return report_failure(
            f"{problem.filename!r}: {problem.strerror}" if problem.filename else str(problem)
        )
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return code


def _use_compiled_engine(compile_it: bool) -> None:
    """Run this program again with a compiled engine, if possible. Raises CommandError."""
    from rftg_tools.compiling import CannotCompile, use_compiled_engine

    try:
        use_compiled_engine(compile_it)
    except CannotCompile as problem:
        raise CommandError(str(problem)) from None


def report_failure(message: str) -> int:
    """Print why a command could not run, and return its exit code."""
    print("rftg-dsl: error:", message, file=sys.stderr)
    return 2


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser with the options of only the given command.

    If the command is the first argument, the parser omits other commands, since no help lists them.
    """
    parser = _Parser(
        prog="rftg-dsl",
        description="Design cards for Race for the Galaxy as text.",
        allow_abbrev=False,
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and stop")
    commands = parser.add_subparsers(
        dest="command", prog="rftg-dsl", metavar="COMMAND", required=True
    )
    command_name = next((word for word in arguments if not word.startswith("-")), None)
    only = arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS
    for name in only:
        module_name, summary = COMMANDS[name]
        description = f"{capitalized(summary)}."
        command = commands.add_parser(
            name, help=summary, description=description, formatter_class=_Formatter
        )
        if name == command_name:
            module: Any = importlib.import_module(f"{__name__}.{module_name}")
            getattr(module, f"add_{name}_arguments")(command)
            command.set_defaults(run=getattr(module, f"run_{name}"))
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors like the commands."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit."""
        self.print_usage(sys.stderr)
        self.exit(report_failure(message))


class _Formatter(argparse.HelpFormatter):
    """Help formatter with a fixed width, because querying the terminal is slow."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=96)


class _Version(argparse.Action):
    """Action that prints the version and the type of engine."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        from rftg_dsl.installed import installed_version
        from rftg_engine import COMPILED

        engine = "compiled" if COMPILED else "not compiled"
        print(f"rftg-dsl {installed_version()} (engine {engine})")
        parser.exit()


_ERROR_HANDLER: Final = "rftg-dsl"
"""Name of the error handler that replaces characters."""
_CLOSED_PIPE: Final = (errno.EPIPE, errno.EINVAL)
"""Errors of writing to a pipe that is no longer read; EINVAL on Windows."""
_FAILED: Final = 2
"""Exit code of a command that could not run."""


def _accept_any_text() -> None:
    """Let both streams accept any text, and discard what is written to a closed one.

    A character that the encoding lacks is shown as `?`. Files are opened with explicit encodings.
    """
    codecs.register_error(_ERROR_HANDLER, _question_marks)
    for name in ("stdout", "stderr"):  # in this order: the first file opened gets descriptor 1
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # for good
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERROR_HANDLER)


def _question_marks(error: UnicodeError) -> tuple[str, int]:
    """Return a question mark for each column, so that marks below a line stay aligned."""
    from rftg_dsl.diagnostics.formats import width

    assert isinstance(error, UnicodeEncodeError)
    return "?" * width(error.object[error.start : error.end]), error.end


def _flush_output(code: int) -> int:
    """Flush both streams; return the exit code, or 2 if they cannot be written.

    The reason is printed, unless the output is no longer read or `code` is 2.
    """
    problem = _flush(sys.stdout)
    if problem is not None and problem.errno not in _CLOSED_PIPE and code != _FAILED:
        report_failure(f"the output cannot be written: {problem.strerror}")
    return code if problem is None and _flush(sys.stderr) is None else _FAILED


def _flush(stream: TextIO) -> OSError | None:
    """Flush a stream. Return the error, or None if there is none."""
    try:
        stream.flush()
    except OSError as problem:
        _discard_output(stream)
        return problem
    return None


def _discard_output(stream: TextIO) -> None:
    """Discard unwritten output, which Python would otherwise try to write again at exit."""
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, stream.fileno())
    os.close(null_device)
