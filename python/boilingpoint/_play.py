"""Games to play: sums of positions, whole games, and games of the caller's own."""

from __future__ import annotations

import random
from fractions import Fraction
from os import PathLike
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence, Union, overload

from . import _boilingpoint as _b
from ._arguments import PlaceError, rational, whole, wrong
from ._config import toml

Choice = Callable[[Any, "list[Any]"], Any]


@overload
def game(lefts: Iterable[Any], rights: Iterable[Any]) -> _b.Value: ...
@overload
def game(lefts: "Mapping[str, Any] | str | PathLike[str]") -> _b.Game: ...
@overload
def game(
    *,
    moves: "Callable[[_b.Position], Iterable[Any]]",
    name: "str | None" = ...,
    impartial: bool = ...,
    tints: bool = ...,
    loops: bool = ...,
    arcs: bool = ...,
    weights: bool = ...,
) -> _b.Game: ...
def game(
    lefts: Any = None,
    rights: Any = None,
    *,
    moves: "Callable[[_b.Position], Iterable[Any]] | None" = None,
    name: "str | None" = None,
    impartial: bool = False,
    tints: bool = False,
    loops: bool = False,
    arcs: bool = False,
    weights: bool = False,
) -> Any:
    """The value of the game with these options, or a ruleset of your own.

    With two lists of options, which may be values, numbers or texts, the value:

    >>> game([1, "{2|0}"], [-1])
    Value('{1,{2|0}|-1}')

    With the rules as in a game file (docs/how-to/game-file.md), as a dictionary, a text, or the
    path of a file, a `Game`, which can be given as `ruleset` wherever one is asked for:

    >>> clobber = game({"move": [{"path": ["own", "other"], "becomes": ["uncoloured", "own"]}]})
    >>> clobber("path(4):LRLR").value
    Value('±(*,^)')

    With `moves`, a function from a position to the boards that Left can move to, a `Game` as well;
    see `Game.of_moves`:

    >>> cutting = game(moves=lambda p: [p.without_edge(a, b) for a, b in p.edges], impartial=True)
    >>> cutting("path(4)").grundy, cutting("cycle(4)").outcome
    (1, 'P')
    """
    if moves is not None:
        if lefts is not None or rights is not None:
            raise _b.Error("moves: expected no options and no other rules beside a function")
        return _b.Game.of_moves(moves, name, impartial, tints, loops, arcs, weights)
    if rights is not None:
        return _b._of_options(lefts, rights)
    if isinstance(lefts, Mapping):
        return _b.Game(toml(lefts) + "\n")
    if isinstance(lefts, (str, PathLike, _b.Game)):
        return _b._game_of(lefts) if not isinstance(lefts, str) else _b.Game(lefts)
    raise wrong("game", "two lists of options, rules, or moves", lefts)


class Sum:
    """A sum of positions, also of different games: a player moves in one of them.

    `p + q` makes one. Numbers and values may be components as well.

    >>> s = Position("path(3)") + Position("path(2)") + 1
    >>> s.value, s.outcome, len(s.components)
    (Value('{4|2||0|-2}'), 'L', 3)
    >>> s.hotstrat("L"), s.temperature
    (0, Fraction(2, 1))
    """

    def __init__(self, components: Iterable[Any]) -> None:
        parts: list[Union[_b.Position, _b.Value]] = []
        if not hasattr(components, "__iter__"):
            raise wrong("components", "positions, values or numbers", components)
        for part in components:
            if isinstance(part, Sum):
                parts += part.components
            else:
                parts.append(part if isinstance(part, _b.Position) else _b.Value(part))
        #: The positions and the values.
        self.components: tuple[Union[_b.Position, _b.Value], ...] = tuple(parts)

    @property
    def value(self) -> _b.Value:
        """The value: the sum of the values."""
        total = _b.Value(0)
        for part in self._values():
            total = total + part
        return total

    def _values(self) -> Iterator[_b.Value]:
        for part in self.components:
            yield part.value if isinstance(part, _b.Position) else part

    @property
    def outcome(self) -> str:
        """The outcome."""
        return self.value.outcome

    @property
    def temperature(self) -> Fraction:
        """The temperature."""
        return self.value.temperature

    @property
    def mean(self) -> Fraction:
        """The mean: the sum of the means."""
        return self.value.mean

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The left stop and the right stop."""
        return self.value.stops

    @property
    def thermograph(self) -> _b.Thermograph:
        """The thermograph."""
        return self.value.thermograph

    def moves(self, player: str) -> "list[SumMove]":
        """The moves of a player in all components. In a component that is a value, the moves are
        its options.
        """
        found = []
        for place, part in enumerate(self.components):
            later: "list[tuple[str, Any]]"
            if isinstance(part, _b.Position):
                later = [(move.text, move.position) for move in part.moves(player)]
            else:
                options = part.left_options if _is_left(player) else part.right_options
                later = [(str(option), option) for option in options]
            for text, position in later:
                rest = [*self.components[:place], position, *self.components[place + 1 :]]
                found.append(SumMove(_letter(player), place, text, Sum(rest)))
        return found

    def winning_moves(self, player: str) -> "list[SumMove]":
        """The moves with which a player wins."""
        won = ("L", "P") if _is_left(player) else ("R", "P")
        return [move for move in self.moves(player) if move.position.outcome in won]

    def best_moves(self, player: str) -> "list[SumMove]":
        """The orthodox moves of a player in the component of Hotstrat: the best ones by the
        thermographs at its temperature. None if all components are numbers.
        """
        place = self.hotstrat(player)
        if place is None:
            return []
        own = self.components[place].thermograph

        def is_orthodox(move: SumMove) -> bool:
            option = move.position.components[place].thermograph
            return _b._is_orthodox(_letter(player), own, option)

        return [
            move for move in self.moves(player) if move.component == place and is_orthodox(move)
        ]

    def hotstrat(self, player: str) -> "int | None":
        """The number of the component in which Hotstrat moves: the hottest one; `None` if all are
        numbers.
        """
        return self._component("hotstrat", player)

    def thermostrat(self, player: str) -> "int | None":
        """The number of the component in which Thermostrat moves (*Winning Ways*, chapter 6)."""
        return self._component("thermostrat", player)

    def sentestrat(self, player: str, last: int, ambient: Any) -> "int | None":
        """The number of the component in which Sentestrat moves: that of the opponent's last move,
        if it is now hotter than the ambient temperature before that move; else that of Hotstrat.
        """
        place = whole("last", last, 0, len(self.components) - 1)
        if list(self._values())[place].temperature > rational("ambient", ambient):
            return place
        return self.hotstrat(player)

    def _component(self, strategy: str, player: str) -> "int | None":
        return _b._component(strategy, player, [value.thermograph for value in self._values()])

    def __add__(self, other: Any) -> Sum:
        return Sum([self, other])

    def __radd__(self, other: Any) -> Sum:
        return Sum([other, self])

    def __sub__(self, other: Any) -> Sum:
        return Sum([self, -other])

    def __neg__(self) -> Sum:
        return Sum(-part for part in self.components)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.components == other.components

    def __hash__(self) -> int:
        return hash(self.components)

    def __repr__(self) -> str:
        return " + ".join(map(repr, self.components)) or "Sum([])"

    def _repr_html_(self) -> str:
        from ._display import total

        return total(self)


class SumMove:
    """A move in a component of a sum."""

    def __init__(self, player: str, component: int, text: str, position: Sum) -> None:
        #: The player: `L` or `R`.
        self.player: str = player
        #: The number of the component.
        self.component: int = component
        #: The move in words.
        self.text: str = text
        #: The sum after the move.
        self.position: Sum = position

    def _parts(self) -> tuple[Any, ...]:
        return self.player, self.component, self.text, self.position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SumMove) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"<Move {self.player} in component {self.component}: {self.text}>"


def _letter(player: str) -> str:
    letters = {"L": "L", "l": "L", "R": "R", "r": "R", "Left": "L", "left": "L"}
    letters.update(Right="R", right="R")
    if not isinstance(player, str) or player not in letters:
        raise _b.GameError(f"there is no player `{player}`; expected `L` or `R`")
    return letters[player]


def _opponent(player: str) -> str:
    return "R" if player == "L" else "L"


def _is_left(player: str) -> bool:
    return _letter(player) == "L"


def _winning(position: Any, moves: "list[Any]") -> Any:
    """A winning move; if there is none, an orthodox one, or the first."""
    player = moves[0].player
    winning = position.winning_moves(player)
    return winning[0] if winning else _best(position, moves)


def _best(position: Any, moves: "list[Any]") -> Any:
    """An orthodox move at the temperature; the first if the game has none."""
    try:
        best = position.best_moves(moves[0].player)
    except _b.NoValueError:
        best = []
    return best[0] if best else moves[0]


#: The strategies by their names.
_STRATEGIES: "dict[str, Choice]" = {
    "winning": _winning,
    "best": _best,
    "first": lambda position, moves: moves[0],
}


class Playout(Sequence[Any]):
    """A game: its moves in order. Notebooks show the positions as pictures."""

    def __init__(self, start: Any, moves: "list[Any]", to_move: str, is_over: bool) -> None:
        #: The position before the first move.
        self.start: Any = start
        #: The moves.
        self.moves: "list[Any]" = moves
        #: The player whose turn it is after the last move: `L` or `R`.
        self.to_move: str = to_move
        #: Whether that player has no move.
        self.is_over: bool = is_over

    @property
    def positions(self) -> "list[Any]":
        """The positions: that before the first move, and that after each."""
        return [self.start, *(move.position for move in self.moves)]

    @property
    def winner(self) -> "str | None":
        """The opponent of the player who cannot move; `None` in a game that was not played to its
        end.
        """
        return _opponent(self.to_move) if self.is_over else None

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, key: Any) -> Any:
        try:
            return self.moves[key]
        except IndexError:
            raise PlaceError(f"the game has {len(self)} moves, counted from 0") from None
        except TypeError:
            raise wrong("key", "the number of a move, or a slice", key) from None

    def __iter__(self) -> Iterator[Any]:
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Playout) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.start, tuple(self.moves)))

    def __repr__(self) -> str:
        return (
            f"<Playout of {len(self)} moves: "
            + ", ".join(f"{move.player} {move.text}" for move in self.moves)
            + ">"
        )

    def _repr_html_(self) -> str:
        from ._display import playout

        return playout(self)


def play(
    position: "_b.Position | Sum",
    first: str = "L",
    left: "str | Choice" = "winning",
    right: "str | Choice" = "winning",
    *,
    seed: int = 1,
    most: int = 10_000,
) -> Playout:
    """Plays a position to its end, by a strategy for each player.

    A strategy is `"winning"` (a winning move if there is one), `"best"` (an orthodox move),
    `"first"`, `"random"`, or a function that gets the position and the list of moves and returns
    one of them. At most `most` moves are made; a game that is cut has no winner. The player who
    cannot move loses.

    >>> game = play(Position("path(5)"), "L")
    >>> [move.vertices for move in game], game.winner
    ([[2], [0], [0]], 'L')
    """
    chosen: "dict[str, Choice]" = {}
    rng = random.Random(whole("seed", seed))
    for player, strategy in (("L", left), ("R", right)):
        if callable(strategy):
            chosen[player] = strategy
        elif strategy == "random":
            chosen[player] = lambda _, moves: rng.choice(moves)
        elif isinstance(strategy, str) and strategy in _STRATEGIES:
            chosen[player] = _STRATEGIES[strategy]
        else:
            known = ", ".join([*_STRATEGIES, "random"])
            raise _b.Error(f"there is no strategy {strategy!r}; expected {known}, or a function")
    if not isinstance(position, (_b.Position, Sum)):
        raise wrong("position", "a Position or a Sum", position)
    player, limit = _letter(first), whole("most", most)
    made: "list[Any]" = []
    now: Any = position
    moves = now.moves(player)
    while moves and len(made) < limit:
        move = chosen[player](now, moves)
        if move not in moves:
            raise _b.GameError(f"the strategy of {player} chose {move!r}, which is not a move")
        made.append(move)
        now, player = move.position, _opponent(player)
        moves = now.moves(player)
    return Playout(position, made, player, not moves)
