"""Searches for boards that maximise an invariant of the caller's own."""

from __future__ import annotations

import os
import time
from os import PathLike
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _boilingpoint as _b
from ._arguments import (
    boards as start_boards,
    path,
    seconds as time_limit,
    text,
    texts,
    whole,
    wrong,
)
from ._lab import scanned
from ._optimizer import Optimizer, components
from ._progress import Line
from ._tables import Table
from ._workers import Scorer, Workers

Score = Any


class Found:
    """What a search found.

    `best` is the best position and `score` its score; `reason` says why the search ended; `boards`
    is the number of boards that were scored; `history` has the boards that were better than all
    before them; `archive` has the best board of each cell; `front` has the boards that no other
    dominates.
    """

    def __init__(self, search: Optimizer, reason: str) -> None:
        #: The search, which may go on.
        self.optimizer: Optimizer = search
        #: Why the search ended.
        self.reason: str = reason
        #: The boards that were better than all before them.
        self.history: Table = search.history
        last = self.history[-1] if len(self.history) else {"position": None, "score": None}
        #: The best position.
        self.best: "_b.Position | None" = last["position"]
        #: The score of the best position.
        self.score: Score = last["score"]
        #: The number of boards that were scored.
        self.boards: int = search.boards

    @property
    def archive(self) -> Table:
        """The best board of each cell."""
        return self.optimizer.archive

    @property
    def front(self) -> Table:
        """The boards that no other dominates, in a search that was made with `front`."""
        return self.optimizer.front

    def __repr__(self) -> str:
        told = f"after {self.boards} boards ({self.reason})"
        return f"<Found: score {self.score}, {self.best!r}, {told}>"

    def _repr_html_(self) -> str:
        from ._display import found

        return found(self)


def maximize(
    invariant: "Callable[[Any], Score] | str | Sequence[str]",
    class_: str = "connected",
    order: "int | tuple[int, int] | range" = (2, 12),
    *,
    seconds: "float | None" = None,
    generations: "int | None" = None,
    boards: "int | None" = None,
    stop_at: Score = None,
    graph: str = "position",
    errors: str = "raise",
    workers: "int | None" = None,
    map: "Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]] | None" = None,
    batch: bool = False,
    callback: "Callable[[Optimizer], Any] | None" = None,
    state: "str | PathLike[str] | None" = None,
    progress: Any = None,
    measures: "Mapping[str, Callable[[Any], Any]] | None" = None,
    front: bool = False,
    seed: int = 1,
    cells: Sequence[str] = ("order", "size"),
    population: int = 64,
    islands: int = 1,
    ruleset: "str | PathLike[str] | _b.Game" = "snort",
    start: Iterable[Any] = (),
    objective: "str | Sequence[str] | None" = None,
    require: "str | None" = None,
    keys: "Mapping[str, Any] | None" = None,
) -> Found:
    """Searches for the boards of a class on which any function, or an expression, is greatest.

    The function gets a `Position`, or, with `graph="networkx"` or `graph="sage"`, a graph of that
    package. It returns a score as `Optimizer.tell` takes it. It is called once for each board, up
    to isomorphism. An expression is one of `objective.maximize`, such as `"temperature - degree"`,
    or a list of them, the most important first. `require` is a condition that boards have to meet;
    the others get no score, and the function is not called with them.

    The search ends after `seconds`, after `generations`, after `boards` scores, at the first score
    of at least `stop_at`, when `callback`, which gets the `Optimizer` after each generation,
    returns `True`, or when it knows no further board of the class; without any of these limits,
    after 100 generations. The arguments from `seed` on are those of `Optimizer`; `measures` are
    functions that place boards in cells, by their names. The same arguments give the same boards.

    With `workers`, that many processes compute scores; `map` is a function of another package that
    does so, such as the `map` of an executor. With `batch`, the function gets a list of boards and
    returns a list of scores. None of them changes what is found. `progress` may be a class like
    `tqdm`.

    With `state`, a file, the search is saved after each generation and when it is interrupted, and
    the same call resumes it. A state of other arguments is refused. A function is in no file, so
    the best board and some of the archive get their scores and measures again, and the state is
    refused if they are others. An exception of the function
    names the board; with `errors="skip"`, the board gets no score instead. The exception's
    attribute `found` has what was found before.

    >>> found = maximize(lambda p: p.size - 3 * p.evaluate("diameter"), class_="tree",
    ...                  order=(2, 10), generations=10)
    >>> found.score, found.best.name
    (3, 'star(9)')
    >>> maximize("size", class_="any", order=8, require="clique <= 2", stop_at=16).score
    16
    """
    if errors not in ("raise", "skip"):
        raise _b.Error(f"errors: expected 'raise' or 'skip', not {errors!r}")
    if seconds is None and generations is None and boards is None and stop_at is None:
        generations = 100
    if callback is not None and not callable(callback):
        raise wrong("callback", "a function", callback)
    own = _measures(measures)
    condition = None if require is None else text("require", require)
    if callable(invariant):
        scorer = Scorer(invariant, graph, own, errors == "skip")
        meets = None if not condition else _Expression("order", condition, ruleset)
    else:
        objective, meets = invariant, None
        by_expression = _Expression(invariant, condition, ruleset)
        if own or workers is not None or map is not None or batch:
            raise _b.Error("an expression is valued on all threads, without measures or workers")
        scorer, batch = Scorer(by_expression, "position", {}, False), True
    arguments: dict[str, Any] = dict(
        class_=class_, order=order, seed=seed, cells=cells, measures=list(own),
        population=population, islands=islands, ruleset=ruleset, start=start_boards("start", start),
        objective=objective, require=require, keys=keys,
    )  # fmt: skip
    limits = _Limits(seconds, generations, boards, stop_at)
    with Workers(scorer, workers, map, batch, meets) as team:
        search = _search(state, front, arguments, team)
        return _run(search, team, limits, callback, state, progress)


def _measures(measures: Any) -> "dict[str, Callable[[Any], Any]]":
    if measures is None:
        return {}
    if not isinstance(measures, Mapping) or not all(callable(f) for f in measures.values()):
        raise wrong("measures", "a dictionary of functions", measures)
    return {str(name): function for name, function in measures.items()}


class _Limits:
    """When a search ends."""

    def __init__(self, seconds: Any, generations: Any, boards: Any, stop_at: Score) -> None:
        self.deadline: "float | None" = (
            None if seconds is None else time.monotonic() + time_limit("seconds", seconds)
        )
        self.generations: "int | None" = (
            None if generations is None else whole("generations", generations)
        )
        self.boards: "int | None" = None if boards is None else whole("boards", boards)
        self.stop_at: Score = None if stop_at is None else _b._score(stop_at)

    def are_reached(self, search: Optimizer) -> "str | None":
        """The reason why the search is over before its next generation."""
        if self.generations is not None and search.generation >= self.generations:
            return "generations"
        if self.boards is not None and search.boards >= self.boards:
            return "boards"
        return "seconds" if self.is_late() else None

    def are_met_by(self, score: Score) -> bool:
        """Whether a score is at least `stop_at`."""
        if self.stop_at is None or score is None:
            return False
        try:
            return bool(score >= self.stop_at)
        except TypeError:
            raise _b.Error(
                f"stop_at: {self.stop_at!r} and the score {score!r} cannot be compared"
            ) from None

    def is_late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline


def _search(state: Any, front: bool, arguments: dict[str, Any], team: Workers) -> Optimizer:
    """A new search, or that of a state, which has to be the same."""
    if state is None or not os.path.exists(path("state", state)):
        return Optimizer(front=front, **arguments)
    search = Optimizer.load(state)
    search._refuse_other(front, arguments)
    try:
        _refuse_other_function(search, team)
    except BaseException as why:
        _tell_found(why, search)
        raise
    return search


def _tell_found(why: BaseException, search: Optimizer) -> None:
    """Adds to an exception what was found before."""
    try:
        why.found = Found(search, "error")  # type: ignore[attr-defined]
    except AttributeError:
        pass


#: The number of boards of the archive that get their scores again when a search is resumed.
_AGAIN = 4


def _refuse_other_function(search: Optimizer, team: Workers) -> None:
    """Refuses a function or measures that give boards of a state other scores."""
    best, archive = search.history.rows[-1:], search.archive.rows
    some = [*best, *archive[:: max(1, -(-len(archive) // _AGAIN))]]
    again = list(team.scores([row["position"] for row in some]))
    for row, (score, own) in zip(some, again):
        known = {name: row[name] for name in team.scorer.measures if name in row}
        found = {} if own is None else dict(zip(known, own))
        for what, old, new in [("score", row["score"], score), ("measures", known, found)]:
            if old != new:
                raise _b.Error(
                    "the state is that of another search: "
                    f"the {what} of {row['position']!r} is {old} there, not {new}"
                )


def _run(
    search: Optimizer,
    team: Workers,
    limits: _Limits,
    callback: "Callable[[Optimizer], Any] | None",
    state: Any,
    progress: Any,
) -> Found:
    line = Line(progress, unit="boards", total=limits.boards)
    reason = "stop_at" if limits.are_met_by(search.score) else "error"
    try:
        while reason == "error":
            reason = limits.are_reached(search) or reason
            asked = [] if reason != "error" else search.ask()
            if reason == "error" and not asked:
                reason = "exhausted"
            if reason != "error":
                break
            reason = _score_all(search, asked, team, limits) or reason
            if reason == "error":
                search._tell_pending()
                if line.is_seen:
                    line.count(search.boards, f"best score {search.score}")
                _keep(search, state)
                if callback is not None and callback(search) is True:
                    reason = "callback"
        _keep(search, state)
    except BaseException as why:
        try:
            _keep(search, state)
        except OSError as unkept:
            # The exception that ended the search is told, not this one.
            if hasattr(why, "add_note") and why is not unkept:
                why.add_note(f"the state is not kept: {unkept}")
        _tell_found(why, search)
        raise
    finally:
        line.end()
    return Found(search, reason)


def _score_all(
    search: Optimizer, asked: Sequence[_b.Position], team: Workers, limits: _Limits
) -> "str | None":
    """Scores the boards of a generation that have no score yet. Returns why it ended early."""
    pending, expected = search._pending, search._components()
    waiting = asked[len(pending) :]
    if limits.boards is not None:
        waiting = waiting[: limits.boards - search.boards]
    left = len(asked) - len(pending)
    results = team.scores(waiting, limits.deadline)
    for board in waiting:
        try:
            found = next(results, None)
        except Exception as why:
            if hasattr(why, "add_note") and not team.batch:
                why.add_note(f"the board is {board!r}")
            raise
        if found is None:
            return "seconds"
        if found[0] is not None and components(found[0]) != expected:
            if expected:
                count = components(found[0])
                told = f"the score of {board!r} has {count} components, but others have {expected}"
                raise _b.Error(told)
            expected = components(found[0])
        pending.append(found)
        left -= 1
        if limits.are_met_by(found[0]):
            return "stop_at"
        if left and limits.is_late():
            return "seconds"
    # The end of the results is reached, so that processes and maps end their work.
    next(results, None)
    return "boards" if left else None


class _Expression:
    """The scores of boards by an expression, on all threads."""

    def __init__(self, objective: Any, require: Any, ruleset: Any) -> None:
        self.goals: list[str] = texts("invariant", objective)
        self.require: "str | None" = require
        self.ruleset: Any = ruleset

    def is_met(self, boards: Sequence[_b.Position]) -> list[bool]:
        """Whether each board meets the condition."""
        return [score is not None for score in self(boards)]

    def __call__(self, boards: Sequence[_b.Position]) -> list[Score]:
        """The score of each board; `None` if it does not meet the condition, or has none."""
        columns = [*self.goals, *([self.require] if self.require else [])]
        # Equal expressions are one column.
        columns = list(dict.fromkeys(column.strip() for column in columns))
        scores: list[Score] = []
        for row in scanned(self.ruleset, boards, columns=columns):
            cells = [row[goal.strip()] for goal in self.goals]
            met = not self.require or row[self.require.strip()] is True
            known = met and all(_is_number(cell) for cell in cells)
            scores.append(None if not known else cells[0] if len(cells) == 1 else tuple(cells))
        return scores


def _is_number(cell: Any) -> bool:
    return cell is not None and not isinstance(cell, (tuple, str, bool))


def _keep(search: Optimizer, state: Any) -> None:
    if state is not None:
        search.save(state)
