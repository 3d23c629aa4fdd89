from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, TypeAlias, final

from typing_extensions import Self, disjoint_base

__all__ = ["Bounds", "Certificate", "ConfigurationError", "Error", "GameError", "InternalError", "LimitError", "Move", "NoValueError", "NotationError", "Position", "RefutedError", "RunFiles", "RunFolderError", "SweptFamily", "Thermograph", "Value", "_FileBoards", "_Optimizer", "__version__", "_assemble", "_atlas", "_boards", "_chart", "_family", "_plan", "_read_run", "_resume", "_run_command_line", "_scan", "_score", "_search", "_store", "game", "limits", "parse", "rulesets", "star", "switch", "up"]
__version__: str

class Error(ValueError):
    """A mistake in the input, or a limit. Every exception of the package is one."""
class NotationError(Error):
    """A text is not a board, a value, a family or an expression. The message names the place."""
class GameError(Error):
    """There is no such game, a board does not fit the game, or a move is not allowed."""
class NoValueError(Error):
    """A position or a value does not have the number that was asked for."""
class LimitError(Error):
    """A computation needs more work, memory or bits than it may use."""
class ConfigurationError(Error):
    """A config has a mistake. The message names file, line and key."""
class RunFolderError(Error):
    """A run folder cannot be read, written or resumed."""
class RefutedError(Error):
    """The independent checker does not agree with a claim."""
class InternalError(Error):
    """A bug of the program. Please report the message."""

_Number: TypeAlias = int | float | Fraction

@final
class Value:
    """The value of a game: a canonical form.

    Values are exact and never change. They can be added, subtracted, negated, multiplied by
    integers and compared with values and with numbers. The order is partial: two values may be
    neither less, nor equal, nor greater; then they are confused.

    >>> import boilingpoint as bp
    >>> v = bp.Value("{2|-1}")
    >>> v + bp.star(2), v.temperature, v.mean
    (Value('{2*2|-1*2}'), Fraction(3, 2), Fraction(1, 2))
    >>> v < 3, v > 0, v.confused(0)
    (True, False, True)
    """
    def __new__(cls, x: Any) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Value | _Number, /) -> bool: ...
    def __le__(self, value: Value | _Number, /) -> bool: ...
    def __gt__(self, value: Value | _Number, /) -> bool: ...
    def __ge__(self, value: Value | _Number, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __add__(self, value: Value | _Number, /) -> Value: ...
    def __radd__(self, value: Value | _Number, /) -> Value: ...
    def __sub__(self, value: Value | _Number, /) -> Value: ...
    def __rsub__(self, value: Value | _Number, /) -> Value: ...
    def __mul__(self, value: int, /) -> Value: ...
    def __rmul__(self, value: int, /) -> Value: ...
    def __neg__(self) -> Value: ...
    def __pos__(self) -> Value: ...
    def __copy__(self) -> Value: ...
    def __deepcopy__(self, _memo: Any) -> Value: ...
    def __reduce__(self) -> tuple[Any, tuple[Any]]: ...
    def _repr_latex_(self) -> str | None: ...
    def confused(self, other: Value | _Number | str) -> bool:
        """Whether the value is confused with another: neither less, nor equal, nor greater.

        >>> star(1).confused(0)
        True
        """
    @property
    def latex(self) -> str:
        """The canonical form in LaTeX, without dollar signs.

        >>> parse("^ + {2|*}").latex
        '\\\\{2{\\\\uparrow}\\\\mid {\\\\uparrow}{*}\\\\}'
        """
    @property
    def braces(self) -> str:
        """The canonical form with single bars in braces, as CGSuite reads it.

        >>> parse("±{3||2|1}").braces
        '{{3|{2|1}}|{{-1|-2}|-3}}'
        """
    def to_pycgt(self) -> Any:
        """The canonical form as a game of pycgt."""
    @property
    def length(self) -> int:
        """The number of characters of the canonical form; at most 2^64 - 1."""
    @property
    def left_options(self) -> tuple[Value, ...]:
        """Left's options of the canonical form.

        >>> parse("{3|2||1}").left_options
        (Value('{3|2}'),)
        """
    @property
    def right_options(self) -> tuple[Value, ...]:
        """Right's options of the canonical form."""
    @property
    def options(self) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """Left's and Right's options of the canonical form."""
    @property
    def temperature(self) -> Fraction:
        """The temperature: the tax at which the walls of the thermograph meet; -1 for an integer."""
    @property
    def mean(self) -> Fraction:
        """The mean (mast value)."""
    @property
    def left_stop(self) -> Fraction:
        """The left stop: the number that is reached if Left begins and both players play well."""
    @property
    def right_stop(self) -> Fraction:
        """The right stop: the number that is reached if Right begins and both players play well."""
    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The left stop and the right stop."""
    @property
    def outcome(self) -> str:
        """The outcome: `L`, `R`, `N` (the next player wins) or `P` (the previous player wins)."""
    @property
    def birthday(self) -> int:
        """The birthday: the depth of the game tree of the canonical form."""
    @property
    def number(self) -> Fraction | None:
        """The number that the value equals, as a `Fraction`; `None` if it is not a number."""
    @property
    def nimber(self) -> int | None:
        """The nimber `n` of `*n`, as an integer; `None` if the value is not a nimber.

        >>> star(3).nimber, Value(0).nimber, Value(1).nimber
        (3, 0, None)
        """
    @property
    def is_infinitesimal(self) -> bool:
        """Whether the value lies between every negative and every positive number."""
    @property
    def is_all_small(self) -> bool:
        """Whether the value is all small: in every position, both players can move or neither can."""
    @property
    def atomic_weight(self) -> Value | None:
        """The atomic weight, a value; `None` unless the value is all small.

        >>> parse("^^*").atomic_weight
        Value('2')
        """
    @property
    def kind(self) -> str:
        """The kind of the value in a word or two: `integer`, `hot`, `infinitesimal`, and so on."""
    @property
    def thermograph(self) -> Thermograph:
        """The thermograph."""
    def cool(self, t: Value | _Number) -> Value:
        """The value cooled by a number `t` that is not negative: each move costs `t`, until play is
        over or the position is infinitesimally close to a number.

        >>> parse("{3|-1}").cool(1)
        Value('{2|0}')
        """
    def heat(self, t: Value | _Number) -> Value:
        """The value heated by a number `t`: each move earns `t`.

        >>> parse("{2|0}").heat(1)
        Value('{3|-1}')
        """
    def reduced(self) -> Value:
        """The reduced canonical form: the simplest value that differs by an infinitesimal."""
    def norton(self, unit: Value | _Number | str) -> Value:
        """The Norton product with a positive value."""
    def ordinal(self, other: Value | _Number | str) -> Value:
        """The ordinal sum with another value: a move in this value removes the other."""

@final
class Thermograph:
    """The thermograph of a value: two walls that meet at the temperature.

    >>> t = Value("{3|-1}").thermograph
    >>> t.temperature, t.mean
    (Fraction(2, 1), Fraction(1, 1))
    >>> t.left_wall
    [(Fraction(-1, 1), Fraction(4, 1)), (Fraction(2, 1), Fraction(1, 1))]
    >>> t.left_at(1), t.right_at(1)
    (Fraction(2, 1), Fraction(0, 1))
    """
    @property
    def temperature(self) -> Fraction:
        """The temperature: the tax at which the walls meet."""
    @property
    def mean(self) -> Fraction:
        """The mean: where the mast stands."""
    @property
    def left_wall(self) -> list[tuple[Fraction, Fraction]]:
        """The corners of the left wall, as pairs of tax and value, from tax -1 upwards."""
    @property
    def right_wall(self) -> list[tuple[Fraction, Fraction]]:
        """The corners of the right wall."""
    def left_at(self, t: _Number) -> Fraction:
        """The value of the left wall at a tax."""
    def right_at(self, t: _Number) -> Fraction:
        """The value of the right wall at a tax."""
    @property
    def svg(self) -> str:
        """The drawing as SVG."""
    def png(self, scale: float = ...) -> bytes:
        """The drawing as PNG, enlarged by a factor."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Move:
    """A move: the vertices that the player points at, and the position after it."""
    @property
    def player(self) -> str:
        """The player: `L` or `R`."""
    @property
    def vertices(self) -> list[int]:
        """The vertices that the player points at."""
    @property
    def text(self) -> str:
        """The move in words."""
    @property
    def position(self) -> Position:
        """The position after the move."""

@final
class Position:
    """A position: a board of a game. Positions never change.

    A board is a text (graph6, a name, a family, edges, squares; with tints after a colon), the text
    or the path of a file in any format that `boil convert` knows, a `networkx` or Sage graph, or a
    list of edges. Node attributes `tint` (`"L"`, `"R"` or `"."`) and `token`, and edge attributes
    `weight` or `weights` are read. Vertices are numbered from 0 in the order of the graph; `labels`
    has the nodes of the graph.

    >>> p = Position("caterpillar(4,3,4)")
    >>> p.temperature, p.mean, p.stops, p.outcome
    (Fraction(7, 1), Fraction(0, 1), (Fraction(7, 1), Fraction(-7, 1)), 'N')
    >>> Position([(0, 1), (1, 2)], ruleset="col").value
    Value('0')
    >>> Position("path(3):L.R").value
    Value('±1')
    """
    def __new__(cls, board: Any, ruleset: str | None = ...) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __neg__(self) -> Position: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...
    def _repr_html_(self) -> str: ...
    @property
    def ruleset(self) -> str:
        """The name of the game."""
    @property
    def order(self) -> int:
        """The number of vertices."""
    @property
    def size(self) -> int:
        """The number of edges, loops and arcs."""
    @property
    def edges(self) -> list[tuple[int, int]]:
        """The edges as pairs of vertices. Parallel edges are listed once each.

        >>> Position("path(3)").edges
        [(0, 1), (1, 2)]
        """
    @property
    def links(self) -> list[tuple[int, int, int, bool]]:
        """The edges with their weights, and whether they have a direction:
        `(from, to, weight, is_arc)`.
        """
    def neighbors(self, vertex: int) -> list[int]:
        """The neighbours of a vertex."""
    @property
    def tints(self) -> str:
        """The tints: a character `.`, `L` or `R` for each vertex."""
    @property
    def token(self) -> int | None:
        """The vertex with the token, or `None`."""
    @property
    def squares(self) -> list[tuple[int, int]] | None:
        """The square of each vertex as row and column; `None` unless the board is made of squares."""
    @property
    def labels(self) -> tuple[Any, ...] | None:
        """The names of the vertices: the nodes of the graph that the position was made of, or the
        vertices of the position that the play began with; `None` if they have only their numbers.
        """
    @property
    def graph6(self) -> str:
        """The board as graph6, without its tints.

        >>> Position("star(4)").graph6
        'Ds_'
        """
    def to(self, format: str) -> str:
        """The board as text in a format of files: `boards`, `graph6`, `sparse6`, `digraph6`, `edges`,
        `adjacency`, `matrix`, `dimacs`, `dot`, `gml`, `graphml`, `matrix-market`, `node-link` or
        `cgsuite`. A warning names what the format has no place for, such as tints.

        >>> Position("path(3)").to("sparse6")
        ':Bd\\n'
        >>> Position("path(3):L.R").to("dot").splitlines()[1]
        '    0 [tint="L"]'
        """
    def to_graph6(self) -> str:
        """The board as graph6; see `to`.

        >>> Position("petersen").to_graph6() == Position("petersen").graph6 + "\\n"
        True
        """
    def to_sparse6(self) -> str:
        """The board as sparse6; see `to`."""
    def to_digraph6(self) -> str:
        """The board as digraph6; see `to`."""
    def to_dot(self) -> str:
        """The board in DOT; see `to`."""
    def to_gml(self) -> str:
        """The board in GML; see `to`."""
    def to_graphml(self) -> str:
        """The board in GraphML; see `to`."""
    def to_dimacs(self) -> str:
        """The board in the format of DIMACS; see `to`."""
    def to_planar_code(self) -> bytes:
        """The board in planar code, with a header and an embedding in the plane. A warning names what
        the format has no place for, such as tints.

        >>> Position("cycle(3)").to_planar_code()
        b'>>planar_code<<\\x03\\x02\\x03\\x00\\x01\\x03\\x00\\x01\\x02\\x00'
        """
    @property
    def name(self) -> str | None:
        """The simplest name of the board as a family, such as `star(4)`; `None` if it has none."""
    def canonical(self) -> Position:
        """The same position with canonically numbered vertices: isomorphic positions become equal.

        >>> Position("0-2,2-1").canonical() == Position("path(3)").canonical()
        True
        """
    def is_isomorphic(self, other: Position) -> bool:
        """Whether another position of the same game is isomorphic."""
    @property
    def opposable(self) -> bool | None:
        """Whether a symmetry exchanges each vertex with a vertex that is not adjacent to it; `None` if
        the search for one does not end.
        """
    @property
    def value(self) -> Value:
        """The value.

        >>> Position("path(4)").value
        Value('±{2|1}')
        """
    @property
    def temperature(self) -> Fraction:
        """The temperature: the tax at which the walls of the thermograph meet."""
    @property
    def mean(self) -> Fraction:
        """The mean (mast value)."""
    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The left stop and the right stop."""
    @property
    def outcome(self) -> str:
        """The outcome: `L`, `R`, `N` (the next player wins), `P` (the previous player wins), or, in
        games with draws, `D` or two letters: the winner when Left begins, and when Right begins.
        """
    @property
    def grundy(self) -> int | None:
        """The Grundy value in an impartial game; else `None`.

        >>> Position("path(5)", ruleset="node-kayles").grundy
        3
        """
    def evaluate(self, expression: str) -> Any:
        """An expression over the invariants of the board and of its value, as in `boil scan
        --columns`: a number, a condition, or a fact such as `canonical_form`.

        >>> p = Position("star(3)")
        >>> p.evaluate("temperature - degree"), p.evaluate("girth"), p.evaluate("tree and hot")
        (Fraction(0, 1), None, True)
        """
    def facts(self, columns: str | None = ...) -> dict[str, Any]:
        """The columns of a list as a dictionary; by default the facts of the game.

        >>> Position("path(2)").facts("order,temperature,canonical_form")
        {'order': Fraction(2, 1), 'temperature': Fraction(1, 1), 'canonical_form': '±1'}
        """
    def moves(self, player: str) -> list[Move]:
        """The moves of a player, `"L"` or `"R"`.

        >>> [m.vertices for m in Position("path(3):L.R").moves("L")]
        [[0], [1]]
        """
    def winning_moves(self, player: str) -> list[Move]:
        """The moves with which a player wins.

        >>> [m.vertices for m in Position("path(3)").winning_moves("L")]
        [[1]]
        """
    def best_moves(self, player: str, tax: _Number | None = ...) -> list[Move]:
        """The orthodox moves of a player at a tax: the best ones by the thermographs, if each move costs
        the tax. Without a tax it is the temperature. Above the temperature there is none.

        >>> [m.vertices for m in Position("path(4)").best_moves("R")]
        [[1], [2]]
        """
    @property
    def left_options(self) -> tuple[Position, ...]:
        """The positions that Left can move to."""
    @property
    def right_options(self) -> tuple[Position, ...]:
        """The positions that Right can move to."""
    def play(self, player: str, *vertices: int) -> Position:
        """The position after the move in which a player points at these vertices of this position.

        >>> p = Position("path(4)").play("L", 1)
        >>> p, p.labels
        (Position('BG:LL.'), (0, 2, 3))
        """
    def bounds(self, steps: int = ...) -> Bounds:
        """Proved bounds for temperature, mean and stops, by a search of this many steps: for boards
        whose value is out of reach. More steps never give worse bounds.

        >>> Position("caterpillar(9,8,9)").bounds(steps=2000).temperature
        (Fraction(17, 1), Fraction(17, 1))
        """
    def certificate(self, steps: int = ..., lower: bool = ...) -> Certificate:
        """A certificate: a proof of bounds that the independent checker can check. With `lower`, a
        much shorter proof of a lower bound of the temperature alone.

        >>> c = Position("path(4)").certificate()
        >>> c.temperature, c.check()
        ((Fraction(3, 2), Fraction(3, 2)), True)
        """
    def to_networkx(self) -> Any:
        """The board as a `networkx` graph. Vertices are called by their labels; tints, weights and the
        token are attributes, as the constructor reads them.
        """
    def to_sage(self) -> Any:
        """The board as a Sage graph."""
    def svg(self, numbers: bool = ..., full: bool = ..., scale: float = ...) -> str:
        """The drawing of the board as SVG."""
    def png(self, numbers: bool = ..., full: bool = ..., scale: float = ...) -> bytes:
        """The drawing of the board as PNG."""
    def tikz(self) -> str:
        """The board for LaTeX with TikZ."""
    def dot(self) -> str:
        """The board for Graphviz."""

@final
class Bounds:
    """Proved bounds for the numbers of a position: each is a pair, the least and the most."""
    @property
    def temperature(self) -> tuple[Fraction, Fraction]:
        """Bounds for the temperature."""
    @property
    def mean(self) -> tuple[Fraction, Fraction]:
        """Bounds for the mean."""
    @property
    def left_stop(self) -> tuple[Fraction, Fraction]:
        """Bounds for the left stop."""
    @property
    def right_stop(self) -> tuple[Fraction, Fraction]:
        """Bounds for the right stop."""
    @property
    def outcome(self) -> str | None:
        """The outcome, if the bounds decide it; else `None`."""
    @property
    def are_exact(self) -> bool:
        """Whether every bound is the number itself."""

@final
class Certificate:
    """A proof of bounds for the temperature and the mean of a position, in the format of
    `boil certificate`. `str` gives its JSON.
    """
    def __new__(cls, text: str) -> Self: ...
    @property
    def ruleset(self) -> str:
        """The name of the game."""
    @property
    def temperature(self) -> tuple[Fraction | None, Fraction | None]:
        """The claimed bounds of the temperature; a bound that is not claimed is `None`."""
    @property
    def mean(self) -> tuple[Fraction | None, Fraction | None]:
        """The claimed bounds of the mean."""
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def check(self, positions: int = ...) -> bool:
        """Checks the proof by the independent checker, which visits at most `positions` positions to
        value one small position. Returns `True`.

        Raises `RefutedError` if the proof is wrong.
        """

def parse(text: str) -> Value:
    """The value of a text, such as `{3||2|-1}` or `^*2 + {1|-1}`.

    The notation is that of `boil value`; functions such as `cool(G,1)` are read as well.

    >>> parse("{3||2|-1}") + star(2)
    Value('{3*2||2*2|-1*2}')
    >>> parse("{1|")
    Traceback (most recent call last):
        ...
    boilingpoint.NotationError: column 4 of the value: expected `}`, but the text ends
    """
def game(
    lefts: Iterable[Value | _Number | str], rights: Iterable[Value | _Number | str]
) -> Value:
    """The value of the game with these options, which may be values, numbers or texts.

    >>> game([1, "{2|0}"], [-1])
    Value('{1,{2|0}|-1}')
    """
def star(n: int = ...) -> Value:
    """The nimber `*n`.

    >>> star(), star(2), star(0)
    (Value('*'), Value('*2'), Value('0'))
    """
def up(n: int = ...) -> Value:
    """The sum of `n` ups; of downs if `n` is negative.

    >>> up(), up(-2), up(3) + star(1)
    (Value('^'), Value('vv'), Value('^3*'))
    """
def switch(x: Value | _Number | str, y: Value | _Number | str | None = ...) -> Value:
    """The switch `{x|-x}`, also written `±x`; with two numbers the switch `{x|y}`.

    >>> switch(3), switch(2, 0)
    (Value('±3'), Value('{2|0}'))
    """
def limits(positions: int | None = ..., work: int | None = ...) -> dict[str, int]:
    """Sets or shows the limits of later evaluations of positions: the greatest number of positions,
    and of steps of work, each about a microsecond.

    >>> limits()
    {'positions': 5000000, 'work': 2000000}
    """
def rulesets() -> dict[str, str]:
    """The rulesets with a sentence about each.

    >>> sorted(rulesets())[:3]
    ['arc-kayles', 'clobber', 'col']
    """

# The functions below are for the other files of the package.

@disjoint_base
class _Optimizer:
    def __new__(cls, config: str) -> Self: ...
    @staticmethod
    def restore(state: bytes) -> _Optimizer: ...
    def ask(self) -> list[Position]: ...
    def tell(self, scores: Iterable[Any]) -> None: ...
    def bests(self) -> list[tuple[Any, Position, int]]: ...
    def elites(self) -> list[tuple[tuple[int, ...], Any, Position]]: ...
    def state(self) -> bytes: ...
    @property
    def exhausted(self) -> bool: ...
    @property
    def generation(self) -> int: ...
    @property
    def boards(self) -> int: ...
    @property
    def config(self) -> str: ...

@final
class SweptFamily:
    def rows(self) -> list[dict[str, Any]]: ...
    def fit(self) -> list[dict[str, Any]]: ...

@final
class RunFiles:
    @property
    def manifest(self) -> str: ...
    @property
    def progress(self) -> list[str]: ...
    @property
    def timing(self) -> list[str]: ...
    @property
    def records(self) -> list[str]: ...
    @property
    def archive(self) -> list[str]: ...
    @property
    def config(self) -> str: ...
    @property
    def ruleset(self) -> str: ...
    @property
    def objective(self) -> str: ...
    @property
    def cells(self) -> list[str]: ...

def _assemble(parts: Any) -> Value: ...
def _store() -> tuple[int, int]: ...
def _score(x: Any) -> Any: ...
def _scan(
    ruleset: str,
    boards: Iterable[Any] | PathLike[str] | str | None,
    class_: tuple[str, tuple[int, int]] | None,
    marks: Any,
    objective: str | None,
    require: str | None,
    columns: str | None,
    top: int,
    threads: int,
    progress: Callable[[int], None] | None,
) -> tuple[list[dict[str, Any]], int, list[str]]: ...
@final
class _FileBoards:
    def __new__(cls, path: str | PathLike[str], ruleset: str) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Position: ...

def _boards(class_: str, order: tuple[int, int]) -> list[str]: ...
def _family(
    ruleset: str,
    family: str,
    ranges: Sequence[tuple[str, int, int]],
    define: Sequence[str],
    objective: str | None,
    columns: str | None,
    steps: int,
    threads: int,
) -> SweptFamily: ...
def _atlas(
    ruleset: str,
    class_: str,
    order: int,
    objectives: Sequence[str] | None,
    folder: str | PathLike[str],
    threads: int,
    progress: Callable[[int], None] | None,
) -> dict[str, Any]: ...
def _plan(config: Any, set: Sequence[str]) -> tuple[str, str]: ...
def _search(
    config: Any,
    set: Sequence[str],
    folder: str | PathLike[str],
    progress: Callable[..., None] | None,
) -> tuple[str, list[str]]: ...
def _resume(
    folder: str | PathLike[str], set: Sequence[str], progress: Callable[..., None] | None
) -> tuple[str, list[str]]: ...
def _read_run(folder: str | PathLike[str]) -> RunFiles: ...
def _chart(folder: str | PathLike[str], kind: str) -> str: ...
def _run_command_line(arguments: Sequence[str]) -> int: ...
