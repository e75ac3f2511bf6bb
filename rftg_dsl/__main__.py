"""Entry point of `python -m rftg_dsl`, the same command as `rftg-dsl`."""

from rftg_dsl.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
