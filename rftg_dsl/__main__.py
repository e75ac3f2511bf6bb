"""`python -m rftg_dsl` is the command `rftg-dsl`."""

from rftg_dsl.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
