"""The compiled engine in a browser, loaded before any module that it replaces."""

from __future__ import annotations

from importlib import import_module, invalidate_caches
from pathlib import Path


def load_engine(folder: str) -> bool:
    """Load the compiled modules in a folder of packages, or delete them if that fails.

    Return whether they were loaded. Without them, Python imports the plain modules beside them.
    """
    modules = list(Path(folder).rglob("*.so"))
    try:
        (shared,) = (module for module in modules if module.parent == Path(folder))
        import_module(shared.name.partition(".")[0])
    except Exception as problem:  # a module that is being loaded can raise anything
        print(f"plain engine: {problem!r}")
        for module in modules:
            module.unlink()
        invalidate_caches()
        return False
    return True
