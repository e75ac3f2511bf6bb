"""The command line: which commands there are, and the way into each.

A command is a module with `add_arguments(parser)` and `run(args) -> int`, imported only when it
is used. Exit codes: 0 all well, 1 something was found, 2 the command could not run; it raises
CannotRun or OSError for that, or says it by `fail`. After Ctrl-C it is STOPPED. A reader of the
output that leaves early, as `head` does, ends a command without a word.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import sys
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from rftg_dsl.cli.streams import use_any_streams, written
from rftg_dsl.diagnostics.text import shown_safely

STOPPED: Final = 130
"""The exit code after Ctrl-C, as of other programs."""


class CannotRun(Exception):
    """Why a command cannot do what it is asked to: wrong arguments, files or settings."""


COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("rftg_dsl.cli.demo", "show what the commands do, with an example set"),
    "check": ("rftg_dsl.cli.check", "report every problem in card files"),
    "fmt": ("rftg_dsl.cli.fmt", "write powers, goals and searches in their canonical form"),
    "new": ("rftg_dsl.cli.new", "write a new card file, or a new card into one"),
    "words": ("rftg_dsl.cli.words", "list the words of the language, with examples"),
    "explain": ("rftg_dsl.cli.explain", "explain the code of a finding, with examples"),
    "lsp": ("rftg_dsl.cli.lsp", "serve an editor: findings, completion, hover and more"),
    "show": ("rftg_dsl.cli.show", "show what a card says"),
    "studio": ("rftg_dsl.cli.studio", "make cards and play with them in one page"),
    "play": ("rftg_dsl.cli.play", "play in a browser, with people and bots"),
    "preview": ("rftg_dsl.cli.preview", "show cards in a browser while they are written"),
    "test": ("rftg_dsl.cli.test", "play the tests in card files"),
    "print": ("rftg_dsl.cli.printing", "set cards on sheets of paper, or write them as pictures"),
    "export": ("rftg_dsl.cli.exporting", "write a set as a page, a list or a table to share"),
    "import": ("rftg_dsl.cli.importing", "write a new card file from a spreadsheet"),
    "simulate": ("rftg_dsl.cli.simulate", "play games between bots and count"),
    "balance": ("rftg_dsl.cli.balance", "tell whether cards win too much or are never played"),
    "playtests": ("rftg_dsl.cli.playtests", "tell what became of cards in games of people"),
    "replay": ("rftg_dsl.cli.replay", "play recorded games again and compare"),
    "review": ("rftg_dsl.cli.review", "tell what else could have been done in a recorded game"),
}
"""Name, module and one line of help for each command."""


_SHORT: Final = ("check", "fmt", "explain", "words")
"""Commands that end before any garbage could matter: their input is limited in size."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code. argv: without the program's name."""
    gc.disable()  # imports make no garbage, and looking for it takes a tenth of a check
    use_any_streams()
    try:
        with shown_safely():
            code = _run(list(sys.argv[1:] if argv is None else argv))
    except OSError:  # standard error cannot be written, and nothing can be said
        code = 2
    return written(code, fail)


def _run(arguments: list[str]) -> int:
    try:
        args = _parser(arguments).parse_args(arguments)
        if args.command not in _SHORT:
            gc.enable()
        code: int = args.run(args)
        if args.command in _SHORT:
            gc.freeze()  # nor at the interpreter's end
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except CannotRun as problem:
        return fail(str(problem))
    except BrokenPipeError:
        return 2
    except OSError as problem:
        return fail(
            f"{problem.filename!r}: {problem.strerror}" if problem.filename else str(problem)
        )
    except KeyboardInterrupt:
        return STOPPED
    return code


def fail(message: str) -> int:
    """Say why a command could not run; its exit code. Every error begins in this way."""
    print("rftg-dsl: error:", message, file=sys.stderr)
    return 2


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser, with the options only of the command that is named.

    Where a command comes first, no other can be meant or listed, so the others are left out.
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
    named = next((word for word in arguments if not word.startswith("-")), None)
    only = arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS
    for name in only:
        module_name, text = COMMANDS[name]
        about = f"{text[0].upper()}{text[1:]}."
        command = commands.add_parser(
            name, help=text, description=about, formatter_class=_Formatter
        )
        if name == named:
            module: Any = importlib.import_module(module_name)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser whose errors begin as all others do."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong with the arguments, and stop."""
        self.print_usage(sys.stderr)
        self.exit(fail(message))


class _Formatter(argparse.HelpFormatter):
    """Help in a fixed width: asking the terminal for its own takes longer than all the rest."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=96)


class _Version(argparse.Action):
    """Prints the installed version and the kind of its engine; looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        from importlib.metadata import version

        from rftg_engine import COMPILED

        engine = "compiled" if COMPILED else "not compiled"
        print(f"rftg-dsl {version('rftg-dsl')} (engine {engine})")
        parser.exit()
