"""`python -m boilingpoint` is the program `boil`."""

from boilingpoint._program import _main

if __name__ == "__main__":
    raise SystemExit(_main())
