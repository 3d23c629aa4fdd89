"""Scores of boards: one by one, in batches, or by other processes.

Results come in the order of the boards, whoever computes them, so that a search with several
processes is the same as with one.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
import warnings
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, TimeoutError
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, Mapping, Protocol, Sequence

from . import _boilingpoint as _b
from ._arguments import whole, wrong

Score = Any
Function = Callable[[Any], Any]

#: The time in seconds that a process works between two messages, about.
_BETWEEN = 0.002


#: A bound of the whole numbers that are scores as they are.
_LARGE = 2**62


class Condition(Protocol):
    """A condition that boards have to meet."""

    def is_met(self, boards: Sequence[_b.Position]) -> list[bool]:
        """Whether each board meets the condition."""


class BoardError:
    """An exception of a function, with the board that it was called with."""

    def __init__(self, why: BaseException) -> None:
        self.why: BaseException = why


class Scorer:
    """Computes the score and the measures of a board."""

    def __init__(
        self, function: Function, graph: str, measures: Mapping[str, Function], skip: bool
    ) -> None:
        if graph not in ("position", "networkx", "sage"):
            told = "expected 'position', 'networkx' or 'sage'"
            raise _b.Error(f"graph: {told}, not {graph!r}")
        self.function: Function = function
        self.graph: str = graph
        self.measures: dict[str, Function] = dict(measures)
        self.skip: bool = skip

    def __call__(self, position: _b.Position) -> tuple[Score, Any]:
        """The score and the measures; no score after an exception, if those are skipped."""
        try:
            given = self.given(position)
            score = self.function(given)
            if type(score) is not int or not -_LARGE < score < _LARGE:
                score = _b._score(score)
            if not self.measures or score is None:
                return score, None
            return score, tuple(_b._measure(measure(given)) for measure in self.measures.values())
        except StopIteration as why:
            # It would end the loop of the caller.
            if self.skip:
                return None, None
            raise RuntimeError("the function raised StopIteration") from why
        except Exception:
            if self.skip:
                return None, None
            raise

    def given(self, position: _b.Position) -> Any:
        """What the function gets."""
        if self.graph == "networkx":
            return position.to_networkx()
        return position.to_sage() if self.graph == "sage" else position


#: A board with its place among the boards that are scored together.
Placed = tuple[int, _b.Position]


class _Safely:
    """A scorer whose exceptions are results. Each result has the place of its board."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer: Scorer = scorer

    def __call__(self, placed: Placed) -> "tuple[int, Any]":
        place, position = placed
        try:
            return place, self.scorer(position)
        except Exception as why:
            return place, BoardError(_portable(why))


def _portable(why: Exception) -> Exception:
    """An exception that can go to another process."""
    try:
        pickle.loads(pickle.dumps(why))
        return why
    except Exception:
        return _b.Error(f"{type(why).__name__}: {why}")


#: The scorer of a process that was forked, which is not pickled.
_inherited: "_Safely | None" = None


def _inherit(scorer: _Safely) -> None:
    global _inherited
    _inherited = scorer


def _by_inherited(written: "tuple[int, str, str] | None") -> Any:
    if written is None or _inherited is None:
        return None
    place, board, game = written
    return _inherited((place, _b.Position(board, game)))


class Workers:
    """The way in which boards get their scores."""

    def __init__(
        self,
        scorer: Scorer,
        workers: "int | None" = None,
        map: "Callable[[Function, Iterable[Any]], Iterable[Any]] | None" = None,
        batch: bool = False,
        meets: "Condition | None" = None,
    ) -> None:
        self.scorer: Scorer = scorer
        self.batch: bool = batch
        self._meets = meets
        if map is not None and not callable(map):
            raise wrong("map", "a function", map)
        self._pool: "ProcessPoolExecutor | None" = None
        self._map = map
        count = 1 if workers is None else whole("workers", workers, 1, 1024)
        if sum([count > 1, map is not None, batch]) > 1:
            raise _b.Error("workers, map and batch exclude each other")
        if batch and (scorer.measures or scorer.skip):
            raise _b.Error("batch: the function of a batch has no measures, and skips no errors")
        self._count: int = count
        self._chunk = 1
        self._deadline: "float | None" = None
        self._is_busy: bool = False
        if count > 1:
            self._map = self._by_processes(count)

    def _by_processes(self, count: int) -> Callable[[Function, Iterable[Any]], Iterable[Any]]:
        if "fork" in multiprocessing.get_all_start_methods():
            # A forked process has the function, which may be a lambda or be written in a notebook.
            context = multiprocessing.get_context("fork")
            pool = ProcessPoolExecutor(count, context, _inherit, (_Safely(self.scorer),))
            self._pool = pool
            with warnings.catch_warnings():
                # The threads of the compiled module hold no lock that a forked process needs.
                warnings.simplefilter("ignore", DeprecationWarning)
                pool.submit(_by_inherited, None).result()
            # It has the games, too, so their names suffice.
            return lambda _, placed: self._shared(
                pool, _by_inherited, [(place, str(p), p.ruleset) for place, p in placed]
            )
        try:
            pickle.dumps(self.scorer.function)
        except Exception as why:
            raise _b.Error(
                f"workers: the function cannot go to another process: {why}; write it in a module"
            ) from None
        pool = self._pool = ProcessPoolExecutor(count)
        return lambda function, placed: self._shared(pool, function, placed)

    def _shared(
        self, pool: ProcessPoolExecutor, function: Function, placed: Iterable[Any]
    ) -> Iterator[Any]:
        """The results of the processes, which get so many boards at a time as the latest ones took.
        They end early when the time is over.
        """
        boards = list(placed)
        if not boards:
            return
        began = time.monotonic()
        left = None if self._deadline is None else max(0.0, self._deadline - began)
        self._is_busy = True
        try:
            yield from pool.map(function, boards, chunksize=self._chunk, timeout=left)
        except TimeoutError:
            return
        except BrokenExecutor as why:
            raise _b.Error(f"workers: a process ended before it gave a score: {why}") from None
        self._is_busy = False
        each = (time.monotonic() - began) * self._count / len(boards)
        share = len(boards) // (4 * self._count)
        self._chunk = max(1, min(share, round(_BETWEEN / max(each, 1e-6))))

    def scores(
        self, boards: Sequence[_b.Position], deadline: "float | None" = None
    ) -> Iterator[tuple[Score, Any]]:
        """The scores and the measures of boards, in their order. Boards that do not meet the
        condition have none. With processes, the scores end early at the deadline.

        An exception of the function is raised when its board has its turn.
        """
        self._deadline = deadline
        if self._meets is None or not boards:
            yield from self._computed(boards)
            return
        is_met = self._meets.is_met(boards)
        computed = self._computed([board for board, met in zip(boards, is_met) if met])
        for met in is_met:
            if met:
                found = next(computed, None)
                if found is None:
                    return
                yield found
            else:
                yield None, None
        # The end of the results is reached, so that none is left over.
        next(computed, None)

    def _computed(self, boards: Sequence[_b.Position]) -> Iterator[tuple[Score, Any]]:
        if self.batch:
            yield from self._of_batch(boards)
        elif self._map is None:
            yield from map(self.scorer, boards)
        else:
            yield from self._of_map(self._map, boards)

    def _of_map(
        self, by: Callable[[Function, Iterable[Any]], Iterable[Any]], boards: Sequence[_b.Position]
    ) -> Iterator[tuple[Score, Any]]:
        """The results of a map, which may come in any order, in the order of the boards."""
        early: dict[int, Any] = {}
        due = 0
        for place, result in self._results(by(_Safely(self.scorer), list(enumerate(boards)))):
            if not due <= place < len(boards) or place in early:
                raise _b.Error(f"map: gave the result of board {place} twice")
            early[place] = result
            while due in early:
                result = early.pop(due)
                if isinstance(result, BoardError):
                    raise result.why
                due += 1
                yield result
        if due < len(boards) and not self._is_busy:
            raise _b.Error(f"map: gave {due + len(early)} results of {len(boards)} boards")

    def _results(self, results: Any) -> Iterator[tuple[int, Any]]:
        if not hasattr(results, "__iter__"):
            raise wrong("map", "a function that returns the results", results)
        for result in results:
            if not isinstance(result, tuple) or len(result) != 2 or type(result[0]) is not int:
                raise wrong("map", "the results of the function that it gets", result)
            yield result

    def _of_batch(self, boards: Sequence[_b.Position]) -> Iterator[tuple[Score, Any]]:
        if not boards:
            return
        scores = self.scorer.function([self.scorer.given(board) for board in boards])
        if not hasattr(scores, "__iter__"):
            raise wrong("batch", "a function that returns a list of scores", scores)
        found = list(scores)
        if len(found) != len(boards):
            raise _b.Error(f"the function gave {len(found)} scores of {len(boards)} boards")
        for score in found:
            yield _b._score(score), None

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: "type[BaseException] | None",
        why: "BaseException | None",
        trace: "TracebackType | None",
    ) -> None:
        if self._pool is None:
            return
        if self._is_busy:
            # A function may take long, and nobody waits for its score any more.
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
        self._pool.shutdown(wait=not self._is_busy, cancel_futures=True)
