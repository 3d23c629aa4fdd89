"""The program `boil`."""

from __future__ import annotations

import signal
import sys

from ._boilingpoint import _run_command_line


def _main() -> int:
    """Runs `boil` with the arguments of the process, and returns its exit code."""
    # Ctrl-C ends the program, as it does without Python; a search handles the signal itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _run_command_line(["boil", *sys.argv[1:]])
