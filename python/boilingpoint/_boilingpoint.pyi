from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, TypeAlias, final

from typing_extensions import Self, disjoint_base

from ._play import Sum

__all__ = ["ArgumentError", "Bounds", "Certificate", "ConfigurationError", "Error", "Game", "GameError", "InternalError", "LimitError", "Move", "NoValueError", "NotationError", "Position", "RefutedError", "RunFolderError", "SweptFamily", "Thermograph", "Value", "_FileBoards", "_Optimizer", "__version__", "_assemble", "_atlas", "_boards", "_bounds", "_chart", "_component", "_family", "_game_of", "_game_of_moves", "_is_orthodox", "_measure", "_move", "_of_options", "_plan", "_position", "_read_run", "_resume", "_run_command_line", "_scan", "_score", "_search", "_store", "_thermograph", "classes", "facts", "families", "formats", "functions", "invariants", "keys", "limits", "operators", "parse", "rulesets", "star", "switch", "up"]
__version__: str

class Error(ValueError):
    """A mistake in the input, or a limit. The other exceptions of the package are one, too."""
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
class ArgumentError(Error, TypeError):
    """An argument is of a wrong type."""
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
    def incentives(self, player: str) -> tuple[Value, ...]:
        """The incentives of a player, `"L"` or `"R"`: the values that the moves of the canonical form
        gain, `G^L - G` for Left and `G - G^R` for Right, without those that another one dominates.

        >>> parse("{3|-1}").incentives("L"), parse("{2|1||0}").incentives("R")
        ((Value('{4|0}'),), (Value('{2|1||0}'),))
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
    def png(self, scale: float = 2.0) -> bytes:
        """The drawing as PNG, enlarged by a factor."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any]]: ...

@final
class Move:
    """A move: the vertices that the player points at, and the position after it."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
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
    or the path of a file in any format that `boil convert` knows, a `networkx` or Sage graph, a list
    of edges, lists of neighbours, or an adjacency matrix. Node attributes `tint` (`"L"`, `"R"` or
    `"."`) and `token`, and edge attributes `weight` or `weights` are read. Vertices are numbered from
    0 in the order of the graph; `labels` has the nodes of the graph.

    >>> p = Position("caterpillar(4,3,4)")
    >>> p.temperature, p.mean, p.stops, p.outcome
    (Fraction(7, 1), Fraction(0, 1), (Fraction(7, 1), Fraction(-7, 1)), 'N')
    >>> Position([(0, 1), (1, 2)], ruleset="col").value
    Value('0')
    >>> Position("path(3):L.R").value
    Value('±1')
    """
    def __new__(
        cls, board: Any, ruleset: str | PathLike[str] | Game | None = None
    ) -> Self: ...
    def __add__(self, value: Any, /) -> Sum: ...
    def __radd__(self, value: Any, /) -> Sum: ...
    def __sub__(self, value: Any, /) -> Sum: ...
    def __rsub__(self, value: Any, /) -> Sum: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __neg__(self) -> Position: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
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
    def is_isomorphic(self, other: Any) -> bool:
        """Whether another position of the same game, or a board of any form, is isomorphic."""
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
    def thermograph(self) -> Thermograph:
        """The thermograph of the value."""
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
    def facts(self, columns: str | Sequence[str] | None = None) -> dict[str, Any]:
        """The columns of a list, or of a text with commas, as a dictionary; by default the facts of the
        game.

        >>> Position("path(2)").facts("order,temperature,canonical_form")
        {'order': 2, 'temperature': Fraction(1, 1), 'canonical_form': '±1'}
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
    def best_moves(self, player: str, tax: Value | _Number | None = None) -> list[Move]:
        """The orthodox moves of a player at a tax: the best ones by the thermographs, if each move costs
        the tax. Without a tax it is the temperature. Above the temperature there is none.

        >>> [m.vertices for m in Position("path(4)").best_moves("R")]
        [[1], [2]]
        """
    def without(self, *vertices: int) -> Position:
        """The position without some vertices and their edges. The others keep their labels.

        >>> p = Position("path(4)").without(1)
        >>> p.edges, p.labels
        ([(1, 2)], (0, 2, 3))
        """
    def without_edge(self, a: int, b: int) -> Position:
        """The position without the edges, loops and arcs between two vertices.

        >>> Position("cycle(3)").without_edge(0, 2) == Position("path(3)")
        True
        """
    def with_tints(self, tints: str | Mapping[int, str]) -> Position:
        """The position with other tints: a text with a character for each vertex, or a dictionary of
        the vertices whose tints change.

        >>> Position("path(3)").with_tints({0: "L", 2: "R"}) == Position("path(3):L.R")
        True
        """
    @property
    def left_options(self) -> tuple[Position, ...]:
        """The positions that Left can move to."""
    @property
    def right_options(self) -> tuple[Position, ...]:
        """The positions that Right can move to."""
    def play(
        self, player: str, *vertices: int, labels: Iterable[Any] | None = None
    ) -> Position:
        """The position after the move in which a player points at these vertices of this position, or
        at those with these `labels`: the names that the vertices had when the play began.

        >>> p = Position("path(4)").play("L", 1)
        >>> p, p.labels
        (Position('BG:LL.'), (0, 2, 3))
        >>> p.play("R", labels=[3]) == p.play("R", 2)
        True
        """
    def bounds(self, steps: int = 20000) -> Bounds:
        """Proved bounds for temperature, mean and stops, by a search of this many steps: for boards
        whose value is out of reach. More steps never give worse bounds.

        >>> Position("caterpillar(9,8,9)").bounds(steps=2000).temperature
        (Fraction(17, 1), Fraction(17, 1))
        """
    def certificate(self, steps: int = 20000, lower: bool = False) -> Certificate:
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
    def svg(self, numbers: bool = False, full: bool = False, scale: float = 1.0) -> str:
        """The drawing of the board as SVG. With `numbers`, vertices have their numbers; with `full`,
        each leaf of a bunch is drawn.
        """
    def png(self, numbers: bool = False, full: bool = False, scale: float = 2.0) -> bytes:
        """The drawing of the board as PNG."""
    def tikz(self) -> str:
        """The board for LaTeX with TikZ."""
    def dot(self) -> str:
        """The board for Graphviz."""

@final
class Bounds:
    """Proved bounds for the numbers of a position: each is a pair, the least and the most."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[Any]]: ...
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
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def check(self, positions: int = 1000000) -> bool:
        """Checks the proof by the independent checker, which visits at most `positions` positions to
        value one small position. Returns `True`.

        Raises `RefutedError` if the proof is wrong, and `LimitError` if the checker gives up.
        """

@final
class Game:
    """A game: one of the program's, one that a file or a text describes, or one whose moves are a
    function. It can be given wherever a `ruleset` is asked for; called with a board, it makes a
    position.

    >>> clobber = Game("rules(LR>.L)")
    >>> clobber("path(4):LRLR").value
    Value('±(*,^)')
    """
    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def of_moves(
        moves: Callable[[Position], Iterable[Any]],
        name: str | None = None,
        impartial: bool = False,
        tints: bool = False,
        loops: bool = False,
        arcs: bool = False,
        weights: bool = False,
    ) -> Game:
        """The game in which these are Left's moves: `moves` is a function from a position to the boards
        that Left can move to. Right's moves are Left's with the players exchanged, or the same in an
        `impartial` game. A function may take the player, `"L"` or `"R"`, as well. The other arguments
        say which marks boards may have.

        The function must depend on the board alone, not on the numbers of its vertices; a move must
        leave the other components as they are; and a game must be fair: with the players exchanged,
        the moves are the same. This is tried, and a function that fails is refused. Every play must
        end.

        >>> kayles = Game.of_moves(
        ...     lambda p: [p.without(v, *p.neighbors(v)) for v in range(p.order)], impartial=True)
        >>> kayles("path(5)").grundy
        3
        """
    @property
    def name(self) -> str:
        """The name: the rules in short, or that of a function."""
    @property
    def title(self) -> str | None:
        """The title that the game's file or text gives it; `None` without one."""
    @property
    def summary(self) -> str:
        """The rules in a sentence or two."""
    def __call__(self, board: Any) -> Position: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, Any]: ...

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
def star(n: int = 1) -> Value:
    """The nimber `*n`.

    >>> star(), star(2), star(0)
    (Value('*'), Value('*2'), Value('0'))
    """
def up(n: int = 1) -> Value:
    """The sum of `n` ups; of downs if `n` is negative.

    >>> up(), up(-2), up(3) + star(1)
    (Value('^'), Value('vv'), Value('^3*'))
    """
def switch(x: Value | _Number | str, y: Value | _Number | str | None = None) -> Value:
    """The switch `{x|-x}`, also written `±x`; with two numbers the switch `{x|y}`.

    >>> switch(3), switch(2, 0)
    (Value('±3'), Value('{2|0}'))
    """
def limits(positions: int | None = None, work: int | None = None) -> dict[str, int]:
    """Sets or shows the limits of later evaluations of positions: the greatest number of positions,
    and of steps of work, each about a microsecond.

    >>> limits()
    {'positions': 5000000, 'work': 2000000}
    """
def classes() -> dict[str, str]:
    """The classes of boards with a sentence about each.

    >>> 'tree' in classes()
    True
    """
def facts() -> dict[str, str]:
    """The facts of a valued board, which are columns of tables.

    >>> 'birthday' in facts()
    True
    """
def families() -> dict[str, str]:
    """The families of boards and the constructions with a sentence about each.

    >>> families()['cycle(n)']
    'cycle of n >= 3 vertices, numbered around it'
    """
def formats() -> dict[str, str]:
    """The formats of files of boards with a sentence about each.

    >>> 'graph6' in formats()
    True
    """
def functions() -> dict[str, str]:
    """The operators and functions of expressions with a sentence about each.

    >>> functions()['floor(a)']
    'a rounded down to a whole number'
    """
def invariants() -> dict[str, str]:
    """The invariants of boards and values with a sentence about each, for expressions.

    >>> invariants()['leaves']
    'number: number of vertices with one neighbour'
    """
def keys() -> dict[str, str]:
    """The keys of configs with a sentence about each.

    >>> 'search.generations' in keys()
    True
    """
def operators() -> dict[str, str]:
    """The moves that breed boards with a sentence about each.

    >>> 'add-leaf' in operators()
    True
    """
def rulesets() -> dict[str, str]:
    """The games with a sentence about each.

    >>> sorted(rulesets())[:3]
    ['arc-kayles', 'clobber', 'col']
    """

# The functions below are for the other files of the package.

@disjoint_base
class _Optimizer:
    def __new__(cls, config: str, is_front: bool, measures: int) -> Self: ...
    @staticmethod
    def restore(state: bytes, kinds: Sequence[str]) -> _Optimizer: ...
    def difference(self, config: str, is_front: bool, measures: int) -> str | None: ...
    def ask(self) -> list[Position]: ...
    def tell(self, scores: Iterable[Any], measures: Iterable[Any] | None) -> None: ...
    def bests(self) -> list[tuple[Any, Position, int]]: ...
    def elites(self) -> list[tuple[tuple[int, ...], Any, Position]]: ...
    def front(self) -> list[tuple[Any, Position]]: ...
    def state(self, beside: str) -> bytes: ...
    @staticmethod
    def beside(state: bytes) -> str: ...
    @property
    def ruleset(self) -> Game: ...
    @property
    def kinds(self) -> list[str]: ...
    @property
    def is_front(self) -> bool: ...
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

def _assemble(parts: Any) -> Value: ...
def _bounds(parts: Any) -> Bounds: ...
def _thermograph(parts: Any) -> Thermograph: ...
def _move(player: str, vertices: Sequence[int], text: str, position: Position) -> Move: ...
def _position(board: Any, ruleset: Any, labels: tuple[Any, ...] | None) -> Position: ...
def _of_options(lefts: Iterable[Any], rights: Iterable[Any]) -> Value: ...
def _game_of(game: Any) -> Game: ...
def _game_of_moves(
    moves: Any, title: str, id: str, impartial: bool, marks: tuple[bool, bool, bool, bool]
) -> Game: ...
def _component(
    strategy: str, player: str, thermographs: Sequence[Thermograph]
) -> int | None: ...
def _is_orthodox(player: str, component: Thermograph, option: Thermograph) -> bool: ...
def _measure(x: Any) -> int: ...
def _store() -> tuple[int, int]: ...
def _score(x: Any) -> Any: ...
def _scan(
    ruleset: Any,
    boards: Iterable[Any] | PathLike[str] | str | None,
    class_: tuple[str, tuple[int, int]] | None,
    marks: Any,
    objective: str | None,
    require: str | None,
    columns: str | None,
    top: int,
    missing: str,
    threads: int,
    progress: Callable[[int], None] | None,
) -> tuple[list[dict[str, Any]], int, list[str]]: ...
@final
class _FileBoards:
    def __new__(cls, path: str | PathLike[str], ruleset: Any) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> Position: ...

def _boards(class_: str, order: tuple[int, int]) -> list[str]: ...
def _family(
    ruleset: Any,
    family: str,
    ranges: Sequence[tuple[str, int, int]],
    define: Sequence[str],
    objective: str | None,
    columns: str | None,
    steps: int,
    threads: int,
) -> SweptFamily: ...
def _atlas(
    ruleset: Any,
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
def _read_run(folder: str | PathLike[str]) -> dict[str, Any]: ...
def _chart(folder: str | PathLike[str], kind: str) -> str: ...
def _run_command_line(arguments: Sequence[str]) -> int: ...
