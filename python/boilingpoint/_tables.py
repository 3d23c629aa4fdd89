"""Tables: lists of rows, which pandas and notebooks can show."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any, Iterator, Sequence

Row = dict[str, Any]


class Table(Sequence[Row]):
    """A table: a sequence of rows, which are dictionaries with the same keys.

    >>> t = Table([{"n": 1, "t": Fraction(1, 2)}, {"n": 2, "t": Fraction(3, 1)}])
    >>> t.columns, t["t"], t[0]
    (['n', 't'], [Fraction(1, 2), Fraction(3, 1)], {'n': 1, 't': Fraction(1, 2)})
    >>> print(t)
    n   t
    1 1/2
    2   3
    >>> print(t.to_latex())
    \\begin{tabular}{rr}
    n & t \\\\ \\hline
    1 & $1/2$ \\\\
    2 & $3$ \\\\
    \\end{tabular}
    """

    def __init__(self, rows: Sequence[Row], missed: Sequence[str] = (), missing: int = 0) -> None:
        #: The rows.
        self.rows: list[Row] = list(rows)
        #: The first boards that have no answer, with the reasons.
        self.missed: list[str] = list(missed)
        #: The number of boards that have no answer.
        self.missing: int = missing

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.rows[0]) if self.rows else []

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, key: Any) -> Any:
        """A row, a slice of rows, or the column with a name."""
        if isinstance(key, str):
            return [row[key] for row in self.rows]
        if isinstance(key, slice):
            return Table(self.rows[key], self.missed, self.missing)
        return self.rows[key]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.rows == other.rows

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`. Exact numbers stay `Fraction` objects."""
        return import_module("pandas").DataFrame(self.rows, columns=self.columns or None)

    def to_latex(self) -> str:
        """The table as a LaTeX `tabular`."""
        head = " & ".join(self.columns).replace("_", r"\_")
        lines = [" & ".join(_latex(x) for x in row.values()) for row in self.rows]
        body = "".join(f"{line} \\\\\n" for line in lines)
        sides = "".join("r" if self._is_right(c) else "l" for c in self.columns)
        return f"\\begin{{tabular}}{{{sides}}}\n{head} \\\\ \\hline\n{body}\\end{{tabular}}"

    def _is_right(self, column: str) -> bool:
        return all(isinstance(x, (int, Fraction, type(None))) for x in self[column])

    def __str__(self) -> str:
        cells = [self.columns, *([_text(x) for x in row.values()] for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*cells)]
        right = [self._is_right(c) for c in self.columns]
        return "\n".join(
            " ".join(
                x.rjust(w) if r else x.ljust(w) for x, w, r in zip(row, widths, right)
            ).rstrip()
            for row in cells
        )

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = self.rows if len(self.rows) <= 60 else self.rows[:30] + self.rows[-30:]
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_text(x))}</td>" for x in row.values()) + "</tr>"
            for row in rows
        )
        note = "" if rows is self.rows else f"<p>{len(self.rows)} rows, of which 60 are shown</p>"
        if self.missing:
            note += f"<p>{self.missing} boards have no answer</p>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _text(x: Any) -> str:
    if x is None:
        return "-"
    if isinstance(x, (list, tuple)):
        shown = [_text(item) for item in x[:3]]
        return ", ".join(shown) + (", ..." if len(x) > 3 else "")
    return str(x)


def _latex(x: Any) -> str:
    if isinstance(x, Fraction):
        return f"${x}$"
    if hasattr(x, "latex"):
        return f"${x.latex}$"
    text = _text(x)
    for symbol in "\\&%$#_{}~^":
        text = text.replace(symbol, "\\textbackslash{}" if symbol == "\\" else "\\" + symbol)
    return text


def framed(table: Table, frame: "bool | None") -> Any:
    """The table as a DataFrame: if `frame`, or, by default, if pandas is there."""
    if frame is False:
        return table
    try:
        return table.to_pandas()
    except ImportError:
        if frame:
            raise
        return table
