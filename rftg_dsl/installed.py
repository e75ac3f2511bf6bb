"""The installed version."""


def installed_version() -> str:
    """Return the installed version, or "unknown" if the package is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # slow, and rarely needed

    try:
        return version("rftg-dsl")
    except PackageNotFoundError:
        return "unknown"
