"""Progress of long work, in a terminal or in a notebook."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import Any, Callable


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class Line:
    """A line that is written again and again. Nothing is shown where nobody looks."""

    def __init__(self, shown: "bool | None") -> None:
        self.notebook = _in_notebook()
        self.shown = (self.notebook or sys.stderr.isatty()) if shown is None else shown
        self.handle: Any = None
        self.last = 0.0
        self.began = time.monotonic()
        self.wrote = False

    def show(self, text: str) -> None:
        """Shows a text, at most five times a second."""
        now = time.monotonic()
        if not self.shown or now - self.last < 0.2 or now - self.began < 0.5:
            return
        self.last = now
        self.wrote = True
        if self.notebook:
            display: Any = import_module("IPython.display").display
            data = {"text/plain": text}
            if self.handle is None:
                self.handle = display(data, raw=True, display_id=True)
            else:
                self.handle.update(data, raw=True)
        else:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()

    def end(self) -> None:
        """Removes the line."""
        if self.wrote and not self.notebook:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def counter(shown: "bool | None", noun: str) -> tuple[Line, Callable[[int], None]]:
    """A line that counts, and the function that gives it the count."""
    line = Line(shown)

    def count(done: int) -> None:
        seconds = max(time.monotonic() - line.began, 1e-9)
        line.show(f"{done:,} {noun}, {done / seconds:,.0f} a second")

    return line, count
