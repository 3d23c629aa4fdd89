"""Scans, families and the atlas: whole classes of boards."""

from __future__ import annotations

import tempfile
import warnings
from itertools import chain, islice
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, Sequence, overload

from . import _arguments as arguments
from . import _boilingpoint as _b
from ._arguments import orders, path, text, texts, whole, wrong
from ._progress import Line
from ._tables import Row, Table, framed

#: The greatest parameter of a family.
_MOST_PARAMETER = 10**9


class _Marks:
    def __init__(self, tinted: bool, loops: bool, arcs: bool, weights: int) -> None:
        self.tinted: bool = bool(tinted)
        self.loops: bool = bool(loops)
        self.arcs: bool = bool(arcs)
        self.weights: int = whole("weights", weights, 1)


def scanned(
    ruleset: Any,
    boards: Any,
    objective: Any = "temperature - degree",
    class_: "str | None" = None,
    order: Any = None,
    require: "str | None" = None,
    columns: Any = None,
    top: int = 1,
    missing: str = "none",
    marks: "_Marks | None" = None,
    threads: int = 0,
    progress: Any = False,
) -> Table:
    """The table of a scan, without a warning."""
    goals = "; ".join(texts("objective", objective))
    line = Line(progress, unit="boards")
    try:
        rows, number, missed = _b._scan(
            ruleset,
            boards,
            None if class_ is None else (text("class_", class_), orders(order)),
            marks or _Marks(False, False, False, 1),
            goals,
            None if require is None else text("require", require),
            arguments.columns(columns),
            whole("top", top, 1),
            text("missing", missing),
            whole("threads", threads, 0, 4096),
            line.count if line.is_seen else None,
        )
    finally:
        line.end()
    return Table(rows, missed, number)


@overload
def scan(
    ruleset: "str | PathLike[str] | _b.Game | None" = ...,
    boards: "Iterable[Any] | PathLike[str] | str | None" = ...,
    objective: "str | Sequence[str]" = ...,
    *,
    class_: "str | None" = ...,
    order: "int | tuple[int, int] | range | None" = ...,
    require: "str | None" = ...,
    columns: "str | Sequence[str] | None" = ...,
    top: int = ...,
    missing: 'Literal["none", "raise", "drop"]' = ...,
    tinted: bool = ...,
    loops: bool = ...,
    arcs: bool = ...,
    weights: int = ...,
    threads: int = ...,
    frame: Literal[False] = ...,
    progress: Any = ...,
) -> Table: ...
@overload
def scan(
    ruleset: "str | PathLike[str] | _b.Game | None" = ...,
    boards: "Iterable[Any] | PathLike[str] | str | None" = ...,
    objective: "str | Sequence[str]" = ...,
    *,
    class_: "str | None" = ...,
    order: "int | tuple[int, int] | range | None" = ...,
    require: "str | None" = ...,
    columns: "str | Sequence[str] | None" = ...,
    top: int = ...,
    missing: 'Literal["none", "raise", "drop"]' = ...,
    tinted: bool = ...,
    loops: bool = ...,
    arcs: bool = ...,
    weights: int = ...,
    threads: int = ...,
    frame: "Literal[True] | None",
    progress: Any = ...,
) -> Any: ...
def scan(
    ruleset: "str | PathLike[str] | _b.Game | None" = None,
    boards: "Iterable[Any] | PathLike[str] | str | None" = None,
    objective: "str | Sequence[str]" = "temperature - degree",
    *,
    class_: "str | None" = None,
    order: "int | tuple[int, int] | range | None" = None,
    require: "str | None" = None,
    columns: "str | Sequence[str] | None" = None,
    top: int = 1,
    missing: 'Literal["none", "raise", "drop"]' = "none",
    tinted: bool = False,
    loops: bool = False,
    arcs: bool = False,
    weights: int = 1,
    threads: int = 0,
    frame: "bool | None" = False,
    progress: Any = None,
) -> Any:
    """Scores every board of an iterable, or of a class, on all threads.

    Boards are texts such as graph6, positions, graphs of networkx or Sage, or lists of edges; or a
    file with boards in any format, by its name. Without a `ruleset`, the game is that of the
    positions, or else Snort. With `class_` and `order`, all boards of a class
    are listed; `classes()` has them.

    The result is a `Table` with a row for each order: the maximum of the objective, the number of
    boards that attain it, and the first `top` of them. With `columns`, it has a row for each board
    that meets the condition `require`, in the order of the boards; the column `input` has the board
    as it was given. A board without an answer has a row of `None` and is told by a warning; with
    `missing="raise"` it is an exception, and with `missing="drop"` it has no row. `frame=True`
    gives a pandas DataFrame, `frame=None` gives one if pandas is there.

    >>> t = scan("snort", ["path(4)", "star(3)", [(0, 1), (1, 2)]], "temperature - degree")
    >>> t["order"], t["max"], t["attaining"]
    ([3, 4], [Fraction(0, 1), Fraction(0, 1)], [1, 1])
    >>> scan("snort", ["path(4)"], columns="board,order,temperature").rows
    [{'input': 'path(4)', 'board': 'Cp', 'order': 4, 'temperature': Fraction(3, 2)}]
    >>> scan("snort", class_="tree", order=(2, 9))["max"][-1]
    Fraction(1, 2)
    """
    if (boards is None) == (class_ is None):
        raise _b.Error("expected either boards or class_ with order")
    if class_ is not None and order is None:
        raise _b.Error("class_ needs order, such as order=(2, 8)")
    if isinstance(boards, bytes) or isinstance(boards, str) and not _is_file(boards):
        raise _b.ArgumentError("expected an iterable of boards or the name of a file, not one text")
    if boards is not None and not isinstance(boards, (str, PathLike)) and not _is_list(boards):
        told = "an iterable of boards, such as a column of a table, or the name of a file"
        raise wrong("boards", told, boards)
    marks = _Marks(tinted, loops, arcs, weights)
    game: Any = ruleset
    if ruleset is None:
        game = "snort"
        if boards is not None and not isinstance(boards, (str, PathLike)):
            game, boards = _with_game(boards)
    table = scanned(
        game, boards, objective, class_, order, require, columns, top, missing, marks, threads,
        progress,
    )  # fmt: skip
    if table.missing and missing != "drop":
        told = f"{table.missing} boards have no answer; the first: {table.missed[0]}"
        warnings.warn(told, stacklevel=2)
    return framed(table, frame)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _is_list(boards: Any) -> bool:
    """Whether an object is a list of boards, and not a graph or a table, which can be iterated as
    well.
    """
    is_other = hasattr(boards, "edges") or hasattr(boards, "columns")
    return hasattr(boards, "__iter__") and not isinstance(boards, Mapping) and not is_other


def _with_game(boards: Iterable[Any]) -> "tuple[str, Iterator[Any]]":
    """The game of the positions among some boards, and the boards."""
    left = iter(boards)
    first = list(islice(left, 1))

    def game_of(board: Any) -> str:
        return board.ruleset if isinstance(board, _b.Position) else "snort"

    game = game_of(first[0]) if first else "snort"

    def checked() -> Iterator[Any]:
        for board in chain(first, left):
            if game_of(board) != game:
                told = f"{board!r} is no position of {game}, as the first board is"
                raise _b.GameError(f"{told}; give the ruleset, which is then that of all boards")
            yield board

    return game, checked()


def boards(
    class_: "str | PathLike[str]",
    order: "int | tuple[int, int] | range | None" = None,
    ruleset: "str | PathLike[str] | _b.Game" = "snort",
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
        return iter(_b._FileBoards(path("class_", class_), ruleset))
    listed = _b._boards(text("class_", class_), orders(order))
    return (_b.Position(board, ruleset) for board in listed)


class Family(Table):
    """The members of a family with their values, in the order of the parameters."""

    def __init__(self, rows: Iterable[Row], text: str, fit: Callable[[], Iterable[Row]]) -> None:
        super().__init__(rows)
        self._fit: "Callable[[], Iterable[Row]] | None" = fit
        self._formulas: "Table | None" = None
        #: The family as text.
        self.text: str = text

    def formulas(self) -> Table:
        """Formulas in the parameters for the columns, each tested on rows that were held out.

        A column without a formula has `None`, and `note` says why.
        """
        if self._formulas is None:
            self._formulas = Table([] if self._fit is None else self._fit())
        return self._formulas

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_formulas": self.formulas(), "_fit": None}

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
    ruleset: "str | PathLike[str] | _b.Game" = "snort",
    objective: "str | Sequence[str] | None" = None,
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
    ranges: "list[tuple[str, int, int]]" = []
    for name, values in parameters.items():
        if len(name) != 1:
            told = f"family() got an unexpected argument '{name}'; parameters are letters"
            raise _b.ArgumentError(told)
        if not isinstance(values, range):
            number = whole(name, values, -_MOST_PARAMETER, _MOST_PARAMETER)
            values = range(number, number + 1)
        if values.step != 1 or not values:
            raise _b.Error(f"{name}: expected a number or a range with step 1, such as range(1, 9)")
        ends = [whole(name, n, -_MOST_PARAMETER, _MOST_PARAMETER) for n in (values[0], values[-1])]
        ranges.append((name, ends[0], ends[1]))
    swept = _b._family(
        ruleset,
        arguments.text("text", text),
        ranges,
        texts("define", define),
        None if objective is None else "; ".join(texts("objective", objective)),
        arguments.columns(columns),
        whole("steps", steps),
        whole("threads", threads, 0, 4096),
    )
    return Family(swept.rows(), text, swept.fit)


def atlas(
    ruleset: "str | PathLike[str] | _b.Game",
    class_: str,
    order: int,
    *,
    objectives: "Sequence[str] | None" = None,
    folder: "str | PathLike[str] | None" = None,
    threads: int = 0,
    progress: Any = None,
) -> Atlas:
    """The proved optima among all boards of a class (`tree` or `connected`) and an order.

    Every board is valued, and the independent checker values the optimal boards again. With a
    `folder`, tables are kept there, and an interrupted count resumes after its last chunk.

    >>> t = atlas("snort", "tree", 8)
    >>> t["objective"][0], t["max"][0], t["attaining"][0], t.boards
    ('temperature - degree', Fraction(1, 2), 1, 23)
    """
    line = Line(progress, unit="boards")
    with tempfile.TemporaryDirectory() as own:
        try:
            found = _b._atlas(
                ruleset,
                text("class_", class_),
                whole("order", order),
                None if objectives is None else texts("objectives", objectives),
                own if folder is None else path("folder", folder),
                whole("threads", threads, 0, 4096),
                line.count if line.is_seen else None,
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
