"""Tables: lists of rows, which pandas, polars, Arrow and notebooks can show."""

from __future__ import annotations

import json
from fractions import Fraction
from html import escape
from importlib import import_module
from os import PathLike
from typing import Any, Iterable, Iterator, Mapping, Sequence, overload

from . import _boilingpoint as _b
from . import _latex
from ._arguments import PlaceError, path, wrong

Row = dict[str, Any]

#: The bounds of whole numbers in columns of other packages.
_LARGE = 2**63


class Interval(tuple[Any, ...]):
    """The bounds of a number that is not known: at least the first, and at most the second, which
    may be `None`.
    """


class Table:
    """A table: a sequence of rows, which are dictionaries with the same keys.

    pandas, polars and Arrow take it as a table, such as `polars.DataFrame(table)`.

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

    def __init__(
        self, rows: Iterable[Mapping[str, Any]], missed: Sequence[str] = (), missing: int = 0
    ) -> None:
        try:
            read = [dict(row) for row in rows]
        except (TypeError, ValueError):
            raise wrong("rows", "dictionaries", rows) from None
        #: The rows.
        self.rows: list[Row] = read
        #: The first boards that have no answer, with the reasons.
        self.missed: list[str] = list(missed)
        #: The number of boards that have no answer.
        self.missing: int = missing

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        names = dict.fromkeys(self.rows[0]) if self.rows else {}
        for row in self.rows:
            if row.keys() != names.keys():
                names.update(dict.fromkeys(row))
        return list(names)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, key: int) -> Row: ...
    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    @overload
    def __getitem__(self, key: slice) -> Table: ...
    def __getitem__(self, key: Any) -> Any:
        """A row, a slice of rows, or the column with a name."""
        if isinstance(key, str):
            columns = self.columns
            if self.rows and key not in columns:
                known = ", ".join(map(str, columns))
                raise _b.Error(f"there is no column {key!r}; the columns are {known}")
            return [row.get(key) for row in self.rows]
        if isinstance(key, slice):
            return Table(self.rows[key], self.missed, self.missing)
        try:
            return self.rows[key]
        except TypeError:
            raise wrong("key", "a number, a slice or the name of a column", key) from None
        except IndexError:
            raise PlaceError(f"the table has {len(self)} rows, counted from 0") from None

    # polars takes each `collections.abc.Sequence` as a list of rows, so the table is none.
    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __reversed__(self) -> Iterator[Row]:
        return reversed(self.rows)

    def __contains__(self, row: object) -> bool:
        return row in self.rows

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.rows == other.rows

    def to_dict(self, exact: bool = True) -> dict[str, list[Any]]:
        """The columns by their names. Without `exact`, fractions are floats: the nearest ones; and a
        column with bounds of numbers that are not known becomes three, such as `temperature`,
        `temperature_least` and `temperature_most`.

        >>> Table([{"t": Fraction(1, 2)}]).to_dict(exact=False)
        {'t': [0.5]}
        """
        columns = {name: [row.get(name) for row in self.rows] for name in self.columns}
        return columns if exact else {k: _floats(cells) for k, cells in _split(columns).items()}

    def to_pandas(self, exact: bool = True) -> Any:
        """The table as a `pandas.DataFrame`. Whole numbers are integers. Other numbers are
        `Fraction` objects, or, without `exact`, floats as in `to_dict`.
        """
        pandas: Any = import_module("pandas")
        columns = self.to_dict(exact)
        frame = pandas.DataFrame(columns, columns=list(columns) or None)
        for name, cells in columns.items():
            if any(x is None for x in cells) and _kind(cells) in (bool, int):
                whole = {bool: "boolean", int: "Int64"}[_kind(cells)]
                try:
                    frame[name] = pandas.array(cells, dtype=whole)
                except (OverflowError, TypeError):
                    pass
        return frame

    def to_polars(self, exact: bool = False) -> Any:
        """The table as a `polars.DataFrame`. Whole numbers are integers. Other numbers are floats,
        the nearest ones, or, with `exact`, texts such as `7/2`; polars has no fractions. Boards and
        values are texts, and so are columns of several types. Bounds are columns of their own, as
        in `to_dict`.
        """
        return import_module("polars").DataFrame(self._plain(exact), strict=False)

    def to_arrow(self, exact: bool = False) -> Any:
        """The table as a `pyarrow.Table`, with the types of `to_polars`."""
        return import_module("pyarrow").table(self._plain(exact))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table as a stream of Arrow, which needs `pyarrow`."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_parquet(self, file: "str | PathLike[str]", exact: bool = False) -> None:
        """Writes the table to a Parquet file, by pyarrow or polars, with the types of `to_polars`."""
        name = path("file", file)
        try:
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            self.to_polars(exact).write_parquet(name)
        else:
            parquet.write_table(self.to_arrow(exact), name)

    def to_json(self, file: "str | PathLike[str] | None" = None) -> "str | None":
        """The table as a JSON list of objects; written to a file, if one is given. Fractions are
        texts such as `7/2`, so that nothing is rounded.

        >>> Table([{"n": 1, "t": Fraction(1, 2)}]).to_json()
        '[{"n": 1, "t": "1/2"}]'
        """
        text = json.dumps([{k: _plain(x, True) for k, x in row.items()} for row in self.rows])
        if file is None:
            return text
        with open(path("file", file), "w", encoding="utf-8") as to:
            to.write(text + "\n")
        return None

    def to_csv(self, file: "str | PathLike[str] | None" = None) -> "str | None":
        """The table as CSV; written to a file, if one is given. Fractions are texts such as `7/2`.

        >>> Table([{"n": 1, "t": Fraction(1, 2)}]).to_csv()
        'n,t\\n1,1/2\\n'
        """
        import csv
        import io

        to = io.StringIO()
        writer = csv.writer(to, lineterminator="\n")
        writer.writerow(self.columns)
        for row in self._cells():
            cells = (_plain(x, True) for x in row)
            writer.writerow("" if x is None else x for x in cells)
        if file is None:
            return to.getvalue()
        with open(path("file", file), "w", encoding="utf-8", newline="") as out:
            out.write(to.getvalue())
        return None

    def to_latex(self) -> str:
        """The table as a LaTeX `tabular`. Numbers and forms are in math mode; other texts are
        escaped, and boards are in typewriter type.
        """
        columns = self.columns
        head = " & ".join(map(_latex.words, columns))
        lines = [" & ".join(map(_latex.cell, columns, row)) for row in self._cells()]
        body = "".join(f"{line} \\\\\n" for line in lines)
        sides = "".join("r" if self._is_right(c) else "l" for c in self.columns)
        return f"\\begin{{tabular}}{{{sides}}}\n{head} \\\\ \\hline\n{body}\\end{{tabular}}"

    def _plain(self, exact: bool) -> dict[str, list[Any]]:
        """The columns with numbers, conditions and texts alone, of one type each."""
        columns = _split(self.to_dict(exact=True))
        plain = {
            name: [_latex.board(x) if name == "input" else _plain(x, exact) for x in cells]
            for name, cells in columns.items()
        }
        return {name: _of_one_kind(cells) for name, cells in plain.items()}

    def _cells(self) -> Iterator[list[Any]]:
        """The cells of each row, in the order of the columns."""
        columns = self.columns
        for row in self.rows:
            yield [row.get(name) for name in columns]

    def _is_right(self, column: str) -> bool:
        return all(isinstance(x, (int, float, Fraction, type(None))) for x in self[column])

    def __str__(self) -> str:
        head = list(map(str, self.columns))
        cells = [head, *(list(map(_text, row)) for row in self._cells())]
        widths = [max(map(len, column)) for column in zip(*cells)]
        right = [self._is_right(c) for c in self.columns]
        return "\n".join(
            " ".join(
                x.rjust(w) if r else x.ljust(w) for x, w, r in zip(row, widths, right)
            ).rstrip()
            for row in cells
        )

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(map(str, self.columns))}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(str(column))}</th>" for column in self.columns)
        rows = list(self._cells())
        rows = rows if len(rows) <= 60 else rows[:30] + rows[-30:]
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_text(x))}</td>" for x in row) + "</tr>" for row in rows
        )
        note = (
            "" if len(rows) == len(self) else f"<p>{len(self.rows)} rows, of which 60 are shown</p>"
        )
        if self.missing:
            note += f"<p>{self.missing} boards have no answer</p>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _kind(cells: list[Any]) -> Any:
    """The type of all cells that are not `None`; `None` if they have several."""
    kinds = {type(x) for x in cells if x is not None}
    return kinds.pop() if len(kinds) == 1 else None


def _floats(cells: list[Any]) -> list[Any]:
    return [float(x) if isinstance(x, Fraction) else x for x in cells]


def _split(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """The columns, of which those with bounds are three: the number, the least and the most."""
    split = {}
    for name, cells in columns.items():
        if any(isinstance(x, Interval) for x in cells):
            pairs = [x if isinstance(x, Interval) else (x, x) for x in cells]
            split[name] = [None if isinstance(x, Interval) else x for x in cells]
            split[f"{name}_least"] = [least for least, _ in pairs]
            split[f"{name}_most"] = [most for _, most in pairs]
        else:
            split[name] = cells
    return split


def _of_one_kind(cells: list[Any]) -> list[Any]:
    """The cells; as texts, if other packages have no type for all of them."""
    kinds = {type(x) for x in cells if x is not None}
    if kinds == {list}:
        # The items of all lists are of one kind, too.
        items = _of_one_kind([item for x in cells if x is not None for item in x])
        left = iter(items)
        return [None if x is None else [next(left) for _ in x] for x in cells]
    # A float has 53 bits, and a whole number of other packages 64.
    most = _LARGE if float not in kinds else 2**53
    is_large = any(isinstance(x, int) and not -most <= x < most for x in cells)
    if len(kinds - {int}) > (int not in kinds or float in kinds) or is_large:
        return [None if x is None else str(x) for x in cells]
    return cells


def _plain(x: Any, exact: bool) -> Any:
    """A cell as a number, a condition, a text, or a list of them."""
    if x is None or isinstance(x, (bool, int, float, str)):
        return x
    if isinstance(x, Fraction):
        return str(x) if exact else float(x)
    if isinstance(x, (list, tuple)):
        return [_plain(item, exact) for item in x]
    return _latex.board(x)


def _text(x: Any) -> str:
    if x is None:
        return "-"
    if isinstance(x, (list, tuple)):
        shown = [_text(item) for item in x[:3]]
        return ", ".join(shown) + (", ..." if len(x) > 3 else "")
    return str(x)


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
