"""Scans, families and the atlas: whole classes of boards."""

from __future__ import annotations

import tempfile
import warnings
from os import PathLike
from pathlib import Path
from typing import Any, Iterable, Iterator, Sequence

from . import _boilingpoint as _b
from ._progress import counter
from ._tables import Table, framed


class _Marks:
    def __init__(self, tinted: bool, loops: bool, arcs: bool, weights: int) -> None:
        self.tinted, self.loops, self.arcs, self.weights = tinted, loops, arcs, weights


def _orders(order: Any) -> tuple[int, int]:
    """The least and the greatest order of a number, a pair or a range."""
    if isinstance(order, int):
        return order, order
    if isinstance(order, range):
        return order[0], order[-1]
    low, high = order
    return low, high


def scan(
    ruleset: str = "snort",
    boards: "Iterable[Any] | PathLike[str] | str | None" = None,
    objective: str = "temperature - degree",
    *,
    class_: "str | None" = None,
    order: Any = None,
    require: "str | None" = None,
    columns: "str | Sequence[str] | None" = None,
    top: int = 1,
    tinted: bool = False,
    loops: bool = False,
    arcs: bool = False,
    weights: int = 1,
    threads: int = 0,
    frame: "bool | None" = False,
    progress: "bool | None" = None,
) -> Any:
    """Scores every board of an iterable, or of a class, on all threads.

    Boards are texts such as graph6, positions, graphs of networkx or Sage, or lists of edges; or a
    file with boards in any format, by its name. With
    `class_` and `order`, all boards of a class are listed: `connected`, `tree`, `caterpillar`,
    `bipartite` or `squares`.

    The result is a `Table` with a row for each order: the maximum of the objective, the number of
    boards that attain it, and the first `top` of them. With `columns`, it has a row for each board.
    `frame=True` gives a pandas DataFrame, `frame=None` gives one if pandas is there.

    >>> t = scan("snort", ["path(4)", "star(3)", [(0, 1), (1, 2)]], "temperature - degree")
    >>> t["order"], t["max"], t["attaining"]
    ([3, 4], [Fraction(0, 1), Fraction(0, 1)], [1, 1])
    >>> scan("snort", ["path(4)"], columns="board,temperature").rows
    [{'board': 'Cp', 'temperature': Fraction(3, 2)}]
    >>> scan("snort", class_="tree", order=(2, 9))["max"][-1]
    Fraction(1, 2)
    """
    if (boards is None) == (class_ is None):
        raise _b.Error("expected either boards or class_ with order")
    if class_ is not None and order is None:
        raise _b.Error("class_ needs order, such as order=(2, 8)")
    if isinstance(boards, bytes) or isinstance(boards, str) and not Path(boards).is_file():
        raise TypeError("expected an iterable of boards or the name of a file, not one text")
    if columns is not None and not isinstance(columns, str):
        columns = ",".join(columns)
    line, count = counter(progress, "boards")
    try:
        rows, missing, missed = _b._scan(
            ruleset,
            boards,
            None if class_ is None else (class_, _orders(order)),
            _Marks(tinted, loops, arcs, weights),
            objective,
            require,
            columns,
            top,
            threads,
            count if line.shown else None,
        )
    finally:
        line.end()
    if missing:
        warnings.warn(f"{missing} boards have no answer; the first: {missed[0]}", stacklevel=2)
    return framed(Table(rows, missed, missing), frame)


def boards(
    class_: "str | PathLike[str]", order: Any = None, ruleset: str = "snort"
) -> Iterator[_b.Position]:
    """Every board of a class as a position, one of each isomorphism class; without an order, the
    boards of a file in any format.

    A board of a file that has names for its vertices has them as `labels`.

    >>> sum(1 for _ in boards("tree", (2, 8)))
    47
    >>> next(boards("squares", 2, ruleset="domineering"))
    Position('.|.', ruleset='domineering')
    """
    if order is None:
        return iter(_b._FileBoards(class_, ruleset))
    texts = _b._boards(str(class_), _orders(order))
    return (_b.Position(text, ruleset) for text in texts)


class Family(Table):
    """The members of a family with their values, in the order of the parameters."""

    def __init__(self, swept: _b.SweptFamily, text: str) -> None:
        super().__init__(swept.rows())
        self._swept: _b.SweptFamily = swept
        #: The family as text.
        self.text: str = text

    def formulas(self) -> Table:
        """Formulas in the parameters for the columns, each tested on rows that were held out.

        A column without a formula has `None`, and `note` says why.
        """
        return Table(self._swept.fit())

    def fit(self) -> "dict[str, str | None]":
        """The formula of each column as text; `None` if none was found.

        A formula is not a proof: it agrees with every row, of which some were held out.
        """
        return {row["column"]: row["formula"] for row in self.formulas()}

    def __repr__(self) -> str:
        return f"<Family {self.text}: {len(self)} members>"


def family(
    text: str,
    *,
    ruleset: str = "snort",
    objective: "str | None" = None,
    columns: "str | Sequence[str] | None" = None,
    define: "str | Sequence[str]" = (),
    steps: int = 20_000,
    threads: int = 0,
    **parameters: "int | range",
) -> Family:
    """Values the members of a family over ranges of its parameters.

    The parameters are letters; their values are numbers or ranges. `define` has families of your
    own, such as `"nested(a,b) = tree(a*tree(b*leaf))"`. A member that is out of reach gets bounds
    by `steps` steps.

    >>> f = family("caterpillar(n+1,n,n+1)", n=range(1, 9))
    >>> f["n"][:3], f["temperature"][:3]
    ([1, 2, 3], [Fraction(3, 1), Fraction(5, 1), Fraction(7, 1)])
    >>> f.fit()["degree"], f.fit()["temperature - degree"]
    ('n + 2', 'n - 1')
    """
    ranges = []
    for name, values in parameters.items():
        if len(name) != 1:
            raise TypeError(f"family() got an unexpected argument '{name}'; parameters are letters")
        if isinstance(values, int):
            values = range(values, values + 1)
        if not isinstance(values, range) or values.step != 1 or not values:
            raise _b.Error(f"{name}: expected a number or a range with step 1, such as range(1, 9)")
        ranges.append((name, values[0], values[-1]))
    if columns is not None and not isinstance(columns, str):
        columns = ",".join(columns)
    defined = [define] if isinstance(define, str) else list(define)
    swept = _b._family(ruleset, text, ranges, defined, objective, columns, steps, threads)
    return Family(swept, text)


def atlas(
    ruleset: str,
    class_: str,
    order: int,
    *,
    objectives: "Sequence[str] | None" = None,
    folder: "str | PathLike[str] | None" = None,
    threads: int = 0,
    progress: "bool | None" = None,
) -> Table:
    """The proved optima among all boards of a class (`tree` or `connected`) and an order.

    Every board is valued, and the independent checker values the optimal boards again. With a
    `folder`, tables are kept there, and an interrupted count resumes after its last chunk.

    >>> t = atlas("snort", "tree", 8)
    >>> t["objective"][0], t["max"][0], t["attaining"][0], t.boards
    ('temperature - degree', Fraction(1, 2), 1, 23)
    """
    line, count = counter(progress, "boards")
    with tempfile.TemporaryDirectory() as own:
        try:
            found = _b._atlas(
                ruleset,
                class_,
                order,
                None if objectives is None else list(objectives),
                own if folder is None else folder,
                threads,
                count if line.shown else None,
            )
        finally:
            line.end()
    table = Atlas(found["optima"])
    table.boards, table.outcomes, table.checked = (
        found["boards"],
        found["outcomes"],
        found["checked"],
    )
    return table


class Atlas(Table):
    """A table of proved optima."""

    #: The number of boards of the class.
    boards: int = 0
    #: The number of boards with each outcome.
    outcomes: "dict[str, int]" = {}
    #: Whether the independent checker agrees on every board that the table names.
    checked: bool = False
