"""Progress of long work, in a terminal, in a notebook, or by a class like `tqdm`."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import Any


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


class Line:
    """A line that is written again and again. Nothing is shown where nobody looks.

    `shown` is whether to show it; `None` shows it in terminals and notebooks. A class like `tqdm`
    shows it by itself.
    """

    def __init__(self, shown: Any, unit: str = "", total: "int | None" = None) -> None:
        self.notebook: bool = _in_notebook()
        self.bar: Any = shown(unit=f" {unit}", total=total) if callable(shown) else None
        usual = self.notebook or sys.stderr.isatty()
        self.shown: bool = usual if shown is None else bool(shown)
        self.unit: str = unit
        self.total: "int | None" = total
        self.handle: Any = None
        self.last = 0.0
        self.began: float = time.monotonic()
        self.written: "str | None" = None
        self.latest: "str | None" = None

    @property
    def is_seen(self) -> bool:
        """Whether anybody sees what is shown."""
        return self.shown or self.bar is not None

    def count(self, done: int, more: str = "") -> None:
        """Shows how much is done."""
        if self.bar is not None:
            self.bar.update(done - self.bar.n)
            if more and hasattr(self.bar, "set_postfix_str"):
                self.bar.set_postfix_str(more, refresh=False)
        elif self.shown:
            seconds = max(time.monotonic() - self.began, 1e-9)
            of = "" if self.total is None else f" of {self.total:,}"
            rate = f"{done / seconds:,.0f} a second"
            self.show(f"{done:,}{of} {self.unit}, " + (more or rate))

    def show(self, text: str) -> None:
        """Shows a text, at most five times a second."""
        self.latest = text
        now = time.monotonic()
        if not self.shown or now - self.last < 0.2 or now - self.began < 0.5:
            return
        self.last = now
        self._write(text)

    def _write(self, text: str) -> None:
        self.written = text
        if not self.notebook:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
            return
        display: Any = import_module("IPython.display").display
        data = {"text/plain": text}
        if self.handle is None:
            self.handle = display(data, raw=True, display_id=True)
        else:
            self.handle.update(data, raw=True)

    def end(self) -> None:
        """Removes the line of a terminal. That of a notebook stays, with the last text."""
        if self.bar is not None:
            self.bar.close()
        elif self.written is not None and self.notebook:
            if self.latest is not None and self.latest != self.written:
                self._write(self.latest)
        elif self.written is not None:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
