"""Searches for boards that maximise an invariant of the caller's own."""

from __future__ import annotations

import json
import os
import time
from fractions import Fraction
from os import PathLike
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _boilingpoint as _b
from ._config import toml
from ._progress import Line
from ._tables import Table

Score = Any


class Optimizer:
    """A search whose boards you score: `ask` for boards, and `tell` their scores.

    The boards depend on the arguments and on the scores alone: not on time, and not on the number
    of threads. No board is asked twice, up to isomorphism.

    `class_` is `any`, `connected`, `tree`, `caterpillar`, `bipartite` or `squares`; `order` has the
    least and the greatest number of vertices. The archive keeps the best board of each cell: of
    each combination of the invariants `cells`. `start` has boards to begin with. `keys` has further
    keys of a config, such as `{"boards.max_degree": 3}`. If you score by an expression, give it as
    `objective`, and a condition that boards have to meet as `require`: where they need only the
    graph, walks lead the search (docs/search/walks.md).

    >>> opt = Optimizer(class_="tree", order=(2, 9), seed=1, cells=["order"])
    >>> for _ in range(5):
    ...     boards = opt.ask()
    ...     opt.tell([board.evaluate("leaves") for board in boards])
    >>> opt.score, opt.best
    (Fraction(8, 1), Position('HsaCCA?'))
    """

    def __init__(
        self,
        class_: str = "connected",
        order: Any = (2, 12),
        *,
        seed: int = 1,
        cells: Sequence[str] = ("order", "size"),
        population: int = 64,
        islands: int = 1,
        ruleset: str = "snort",
        start: Iterable[Any] = (),
        objective: "str | None" = None,
        require: "str | None" = None,
        keys: "Mapping[str, Any] | None" = None,
    ) -> None:
        low, high = (order, order) if isinstance(order, int) else (order[0], order[-1])
        config: dict[str, Any] = {
            "seed": seed,
            "game.ruleset": ruleset,
            "objective.maximize": objective or "order",
            "objective.require": require or "",
            "boards.class": class_,
            "boards.order": [low, high],
            "boards.start": [str(_b.Position(board, ruleset)) for board in start],
            "archive.cells": list(cells),
            "search.population": population,
            "search.islands": islands,
        }
        self._search = _b._Optimizer(toml({**config, **(keys or {})}) + "\n")
        self._cells = list(cells)
        self._pending: list[Score] = []

    def ask(self) -> list[_b.Position]:
        """The boards to score next, the same until they are told; empty if there are none."""
        return self._search.ask()

    def tell(self, scores: Iterable[Score]) -> None:
        """Takes the scores of the boards that were asked, in their order.

        A score is an exact or floating-point number, a tuple of numbers of which the first is the
        most important, or `None` for a board that does not count. If a score is not a number, an
        exception names the board, and nothing has changed.
        """
        self._search.tell(scores)
        self._pending = []

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
        told = self._search.boards
        for scored, (position, score) in enumerate(zip(self.ask(), self._pending), told + 1):
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
        """The best board of each cell: the cell's invariants, `score` and `position`."""
        return Table(
            [
                {**dict(zip(self._cells, cell)), "score": score, "position": position}
                for cell, score, position in self._search.elites()
            ]
        )

    def save(self, path: "str | PathLike[str]") -> None:
        """Writes the state to a file, from which `load` resumes."""
        head = {"cells": self._cells, "pending": [_written(score) for score in self._pending]}
        data = json.dumps(head).encode() + b"\n" + self._search.state()
        new = f"{os.fspath(path)}.new"
        with open(new, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)

    @classmethod
    def load(cls, path: "str | PathLike[str]") -> Optimizer:
        """The search of a file that `save` wrote."""
        with open(path, "rb") as file:
            head, _, state = file.read().partition(b"\n")
        try:
            found = json.loads(head)
            cells, pending = found["cells"], [_read(score) for score in found["pending"]]
        except (ValueError, KeyError, TypeError):
            raise _b.Error(f"{os.fspath(path)} is not the state of a search") from None
        self = cls.__new__(cls)
        self._search = _b._Optimizer.restore(state)
        self._cells, self._pending = cells, pending
        return self

    def __repr__(self) -> str:
        return f"<Optimizer: {self.boards} boards, best score {self.score}>"


def _written(score: Score) -> Any:
    if isinstance(score, tuple):
        return [str(part) for part in score]
    return None if score is None else str(score)


def _read(text: Any) -> Score:
    if isinstance(text, list):
        return tuple(map(Fraction, text))
    return None if text is None else Fraction(text)


class Found:
    """What a search found.

    `best` is the best position and `score` its score; `reason` says why the search ended; `boards`
    is the number of boards that were scored; `history` has the boards that were better than all
    before them; `archive` has the best board of each cell.
    """

    def __init__(self, search: Optimizer, reason: str) -> None:
        self.optimizer: Optimizer = search
        self.reason: str = reason
        self.history: Table = search.history
        self.best: "_b.Position | None" = (
            self.history[-1]["position"] if len(self.history) else None
        )
        self.score: Score = self.history[-1]["score"] if len(self.history) else None
        self.boards: int = search.boards

    @property
    def archive(self) -> Table:
        """The best board of each cell."""
        return self.optimizer.archive

    def __repr__(self) -> str:
        told = f"after {self.boards} boards ({self.reason})"
        return f"<Found: score {self.score}, {self.best!r}, {told}>"

    def _repr_html_(self) -> str:
        from ._display import found

        return found(self)


def _as(kind: str) -> Callable[[_b.Position], Any]:
    if kind == "position":
        return lambda position: position
    if kind == "networkx":
        return lambda position: position.to_networkx()
    if kind == "sage":
        return lambda position: position.to_sage()
    raise _b.Error(f"graph: expected 'position', 'networkx' or 'sage', not {kind!r}")


def maximize(
    invariant: "Callable[[Any], Score] | str",
    class_: str = "connected",
    order: Any = (2, 12),
    *,
    seconds: "float | None" = None,
    generations: "int | None" = None,
    boards: "int | None" = None,
    stop_at: Score = None,
    graph: str = "position",
    errors: str = "raise",
    state: "str | PathLike[str] | None" = None,
    progress: "bool | None" = None,
    **settings: Any,
) -> Found:
    """Searches for the boards of a class on which any function, or an expression, is greatest.

    The function gets a `Position`, or, with `graph="networkx"` or `graph="sage"`, a graph of that
    package. It returns a score as `Optimizer.tell` takes it. It is called once for each board, up
    to isomorphism. An expression is one of `objective.maximize`, such as `"size"`; `require` is then
    a condition that boards have to meet.

    The search ends after `seconds`, after `generations`, after `boards` scores, at the first score
    of at least `stop_at`, or when it knows no further board of the class; without any of these
    limits, after 100 generations. `settings` are those of `Optimizer`. The same arguments give the
    same boards.

    With `state`, a file, the search is saved after each generation and when it is interrupted, and
    the same call resumes it. An exception of the function names the board; with `errors="skip"`,
    the board gets no score instead. The exception's attribute `found` has what was found before.

    >>> found = maximize(lambda p: p.size - 3 * p.evaluate("diameter"), class_="tree",
    ...                  order=(2, 10), generations=10)
    >>> found.score, found.best.name
    (Fraction(3, 1), 'star(9)')
    >>> maximize("size", class_="any", order=8, require="clique <= 2", stop_at=16).score
    Fraction(16, 1)
    """
    if isinstance(invariant, str):
        settings["objective"] = invariant
        invariant = _scorer(invariant, settings.get("require"))
        graph = "position"
    convert = _as(graph)
    if errors not in ("raise", "skip"):
        raise _b.Error(f"errors: expected 'raise' or 'skip', not {errors!r}")
    if seconds is None and generations is None and boards is None and stop_at is None:
        generations = 100
    if state is not None and os.path.exists(state):
        search = Optimizer.load(state)
    else:
        search = Optimizer(class_, order, **settings)
    limit = None if stop_at is None else _b._score(stop_at)
    deadline = None if seconds is None else time.monotonic() + seconds
    line = Line(progress)
    reason = "error"

    def over() -> "str | None":
        if boards is not None and search.boards >= boards:
            return "boards"
        if deadline is not None and time.monotonic() >= deadline:
            return "seconds"
        return None

    def score(position: _b.Position) -> Score:
        try:
            return _b._score(invariant(convert(position)))
        except Exception as why:
            if errors == "skip":
                return None
            note = f"the board is {position!r}"
            if hasattr(why, "add_note"):
                why.add_note(note)
            raise

    try:
        while True:
            if generations is not None and search.generation >= generations:
                reason = "generations"
                break
            asked = search.ask()
            if not asked:
                reason = "exhausted"
                break
            reached = False
            for position in asked[len(search._pending) :]:
                reason = over() or ""
                if reason:
                    break
                found = score(position)
                search._pending.append(found)
                reached = limit is not None and found is not None and found >= limit
                if reached:
                    reason = "stop_at"
                    break
            if reason:
                break
            search.tell(search._pending)
            line.show(f"{search.boards:,} boards, best score {search.score}")
            if state is not None:
                search.save(state)
    except BaseException as why:
        _keep(search, state)
        try:
            why.found = Found(search, "error")  # type: ignore[attr-defined]
        except AttributeError:
            pass
        raise
    finally:
        line.end()
    _keep(search, state)
    return Found(search, reason)


def _scorer(expression: str, require: "str | None") -> Callable[[Any], Score]:
    """The function that scores a position by an expression, if it meets a condition."""

    def scored(position: _b.Position) -> Score:
        if require is not None and not position.evaluate(require):
            return None
        return position.evaluate(expression)

    return scored


def _keep(search: Optimizer, state: "str | PathLike[str] | None") -> None:
    if state is not None:
        search.save(state)
