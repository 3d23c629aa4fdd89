"""Searches whose boards you score: ask and tell."""

from __future__ import annotations

import contextlib
import json
import os
from fractions import Fraction
from os import PathLike
from typing import Any, Iterable, Mapping, Sequence

from . import _boilingpoint as _b
from ._arguments import boards, orders, path, text, texts, whole, wrong
from ._config import toml
from ._tables import Table

Score = Any


class Optimizer:
    """A search whose boards you score: `ask` for boards, and `tell` their scores.

    The boards depend on the arguments and on the scores alone: not on time, and not on the number
    of threads. No board is asked twice, up to isomorphism.

    `class_` is one of `classes()`; `order` has the least and the greatest number of vertices. The
    archive keeps the best board of each cell: of each combination of the invariants `cells`, or of
    your own `measures`, which are told with the scores. With `front`, the components of a score
    have no order among them, and `front` has the boards that no other dominates. `start` has boards
    to begin with. `keys` has further keys of a config, such as `{"boards.max_degree": 3}`. If you
    score by an expression, give it as `objective`, and a condition as `require`: where they need
    only the graph, walks lead the search (docs/search/walks.md). Tell `None` for the boards that do
    not meet the condition.

    >>> opt = Optimizer(class_="tree", order=(2, 9), seed=1, cells=["order"])
    >>> for _ in range(5):
    ...     boards = opt.ask()
    ...     opt.tell([board.evaluate("leaves") for board in boards])
    >>> opt.score, opt.best
    (8, Position('HsaCCA?'))
    """

    def __init__(
        self,
        class_: str = "connected",
        order: "int | tuple[int, int] | range" = (2, 12),
        *,
        seed: int = 1,
        cells: Sequence[str] = ("order", "size"),
        measures: Sequence[str] = (),
        front: bool = False,
        population: int = 64,
        islands: int = 1,
        ruleset: "str | PathLike[str] | _b.Game" = "snort",
        start: Iterable[Any] = (),
        objective: "str | Sequence[str] | None" = None,
        require: "str | None" = None,
        keys: "Mapping[str, Any] | None" = None,
    ) -> None:
        config, self._cells, own = _config(
            class_,
            order,
            seed,
            cells,
            measures,
            population,
            islands,
            ruleset,
            start,
            objective,
            require,
            keys,
        )
        self._search = _b._Optimizer(config, bool(front), own)
        self._forget()

    def _forget(self) -> None:
        """Begins to collect scores of the generation that is asked."""
        self._scored: tuple[int, list[tuple[Score, Any]]] = (self._search.generation, [])

    @property
    def _pending(self) -> "list[tuple[Score, Any]]":
        """The scores of the first boards of the generation that is asked, with their measures. Those
        of another generation count no more: an interrupt may come between the end of a generation
        and the next statement.
        """
        if self._scored[0] != self._search.generation:
            self._forget()
        return self._scored[1]

    def _components(self) -> int:
        """The number of components of a score; 0 before the first."""
        known = (components(score) for score, _ in self._pending if score is not None)
        return len(self._search.kinds) or next(known, 0)

    def _tell_pending(self) -> None:
        """Ends the generation with the scores that were taken."""
        scores = [score for score, _ in self._pending]
        measures = [own for _, own in self._pending]
        has_measures = any(own is not None for own in measures)
        self._search.tell(scores, measures if has_measures else None)

    def ask(self) -> list[_b.Position]:
        """The boards to score next, the same until they are told; empty if there are none."""
        return self._search.ask()

    def tell(self, scores: Iterable[Score], measures: "Iterable[Any] | None" = None) -> None:
        """Takes the scores of the boards that were asked, in their order.

        A score is a number, a tuple of numbers of which the first is the most important, or `None`
        for a board that does not count. Scores come back as they were told: floats as floats. If
        the search was made with `measures`, each board has a number or a tuple of numbers, which
        are rounded down to place it in a cell. If a score is not a number, an exception names the
        board, and nothing has changed.
        """
        if not hasattr(scores, "__iter__"):
            raise wrong("scores", "a score for each board", scores)
        if measures is not None and not hasattr(measures, "__iter__"):
            raise wrong("measures", "measures for each board", measures)
        own = None if measures is None else list(measures)
        self._search.tell(list(scores), own)

    @property
    def generation(self) -> int:
        """The number of completed generations."""
        return self._search.generation

    @property
    def boards(self) -> int:
        """The number of boards that were scored."""
        return self._search.boards + len(self._pending)

    @property
    def exhausted(self) -> bool:
        """Whether the search knows no further board of the class."""
        return self._search.exhausted

    @property
    def history(self) -> Table:
        """The boards that were better than all before them: `boards`, `score`, `position`."""
        rows = [
            {"boards": boards, "score": score, "position": position}
            for score, position, boards in self._search.bests()
        ]
        if not self._pending:
            return Table(rows)
        told = self._search.boards
        for scored, (position, (score, _)) in enumerate(zip(self.ask(), self._pending), told + 1):
            if score is not None and (not rows or score > rows[-1]["score"]):
                rows.append({"boards": scored, "score": score, "position": position.canonical()})
        return Table(rows)

    @property
    def best(self) -> "_b.Position | None":
        """The best board; of several, one with the fewest vertices."""
        history = self.history
        return history[-1]["position"] if len(history) else None

    @property
    def score(self) -> Score:
        """The score of the best board."""
        history = self.history
        return history[-1]["score"] if len(history) else None

    @property
    def archive(self) -> Table:
        """The best board of each cell: the cell's invariants or measures, `score`, `position`."""
        return Table(
            {**dict(zip(self._cells, cell)), "score": score, "position": position}
            for cell, score, position in self._search.elites()
        )

    @property
    def front(self) -> Table:
        """The boards that no other dominates: `score` and `position`. Of a search that was not made
        with `front`, it has only boards that were kept for another reason.
        """
        return Table(
            {"score": score, "position": position} for score, position in self._search.front()
        )

    def to_bytes(self) -> bytes:
        """The state, from which `from_bytes` resumes, in another process as well.

        >>> opt = Optimizer("tree", (2, 9))
        >>> Optimizer.from_bytes(opt.to_bytes()).ask() == opt.ask()
        True
        """
        head = {
            "cells": self._cells,
            "kinds": self._search.kinds,
            "pending": [[_written(score), _written(own)] for score, own in self._pending],
        }
        return self._search.state(json.dumps(head))

    @classmethod
    def from_bytes(cls, state: bytes) -> Optimizer:
        """The search with a state that `to_bytes` gave."""
        if not isinstance(state, (bytes, bytearray)):
            raise _b.ArgumentError(f"state: expected bytes, not {type(state).__name__}")
        state = bytes(state)
        try:
            found = json.loads(_b._Optimizer.beside(state))
            cells, kinds = list(map(str, found["cells"])), list(map(str, found["kinds"]))
            pending = [(_read(score), _read(own)) for score, own in found["pending"]]
        except (KeyError, TypeError, ZeroDivisionError, json.JSONDecodeError):
            raise _b.Error("this is not the state of a search") from None
        self = cls.__new__(cls)
        self._search = _b._Optimizer.restore(state, kinds)
        self._cells = cells
        self._scored = (self._search.generation, pending)
        if pending and len(pending) > len(self.ask()):
            raise _b.Error("this is not the state of a search: it has more scores than boards")
        return self

    def save(self, file: "str | PathLike[str]") -> None:
        """Writes the state to a file, from which `load` resumes."""
        name = path("file", file)
        state = self.to_bytes()
        try:
            with open(f"{name}.new", "wb") as to:
                to.write(state)
                to.flush()
                os.fsync(to.fileno())
            os.replace(f"{name}.new", name)
        except BaseException:
            with contextlib.suppress(OSError):
                os.remove(f"{name}.new")
            raise

    @classmethod
    def load(cls, file: "str | PathLike[str]") -> Optimizer:
        """The search of a file that `save` wrote."""
        name = path("file", file)
        with open(name, "rb") as stored:
            state = stored.read()
        try:
            return cls.from_bytes(state)
        except _b.Error as why:
            raise _b.Error(f"{name}: {why}") from None

    def __reduce__(self) -> Any:
        own = {name: x for name, x in self.__dict__.items() if name not in _PARTS}
        return _remade, (type(self), self.to_bytes(), self._search.ruleset), own

    def __repr__(self) -> str:
        return f"<Optimizer: {self.boards} boards, best score {self.score}>"

    def _refuse_other(self, front: bool, arguments: dict[str, Any]) -> None:
        """Refuses arguments that make another search than this one."""
        config, cells, own = _config(**arguments)
        difference = self._search.difference(config, bool(front), own)
        if difference is None and cells != self._cells:
            difference = f"the cells are {self._cells} there, not {cells}"
        if difference is not None:
            raise _b.Error(f"the state is that of another search: {difference}")


#: The attributes that a state has.
_PARTS = ("_search", "_cells", "_scored")


def _remade(kind: type[Optimizer], state: bytes, game: _b.Game) -> Optimizer:
    search = kind.from_bytes(state)
    if search._search.ruleset != game:
        raise _b.GameError(f"another game has the name {search._search.ruleset} in this process")
    return search


def components(score: Score) -> int:
    """The number of components of a score."""
    return len(score) if isinstance(score, tuple) else 1


def _config(
    class_: Any,
    order: Any,
    seed: Any,
    cells: Any,
    measures: Any,
    population: Any,
    islands: Any,
    ruleset: Any,
    start: Any,
    objective: Any,
    require: Any,
    keys: Any,
) -> tuple[str, list[str], int]:
    """The config of a search, the names of its coordinates, and the number of its measures."""
    game = ruleset if isinstance(ruleset, str) else _b._game_of(ruleset).name
    text("class_", class_)
    if keys is not None and not isinstance(keys, Mapping):
        raise _b.ArgumentError(f"keys: expected a dictionary, not {type(keys).__name__}")
    own, places = texts("measures", measures), texts("cells", cells)
    taken = {"score", "position"}.intersection(own)
    if taken or len(set(own)) < len(own):
        name = min(taken or (name for name in own if own.count(name) > 1))
        raise _b.Error(f"measures: the archive has a column {name!r} already; give another name")
    config: dict[str, Any] = {
        "seed": whole("seed", seed),
        "game.ruleset": game,
        "objective.maximize": "order" if objective is None else objective,
        "objective.require": require or "",
        "boards.class": class_,
        "boards.order": list(orders(order)),
        "boards.start": [str(_b.Position(board, ruleset)) for board in boards("start", start)],
        "archive.cells": ["order"] if own else places,
        "search.population": whole("population", population, 1),
        "search.islands": whole("islands", islands, 1),
    }
    return toml({**config, **(keys or {})}) + "\n", own or places, len(own)


def _written(x: Any) -> Any:
    """A score for JSON: a float as a number, other numbers as texts."""
    if isinstance(x, (tuple, list)):
        return [_written(part) for part in x]
    return x if x is None or isinstance(x, float) else str(x)


def _read(x: Any) -> Any:
    if isinstance(x, list):
        return tuple(map(_read, x))
    if x is None or isinstance(x, float):
        return x
    number = Fraction(x)
    return number if "/" in x or number.denominator > 1 else int(x)
