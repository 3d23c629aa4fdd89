"""Scores of boards: one by one, in batches, or by other processes.

Results come in the order of the boards, whoever computes them, so that a search with several
processes is the same as with one.
"""

from __future__ import annotations

import multiprocessing
import pickle
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

from . import _boilingpoint as _b
from ._arguments import whole

Score = Any
Function = Callable[[Any], Any]

#: The time in seconds that a process works between two messages, about.
_BETWEEN = 0.002


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
            if type(score) is not int:
                score = _b._score(score)
            if not self.measures or score is None:
                return score, None
            return score, tuple(_b._score(measure(given)) for measure in self.measures.values())
        except Exception:
            if self.skip:
                return None, None
            raise

    def given(self, position: _b.Position) -> Any:
        """What the function gets."""
        if self.graph == "networkx":
            return position.to_networkx()
        return position.to_sage() if self.graph == "sage" else position


class _Safely:
    """A scorer whose exceptions are results, so that they keep their place among the scores."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer: Scorer = scorer

    def __call__(self, position: _b.Position) -> Any:
        try:
            return self.scorer(position)
        except Exception as why:
            return BoardError(_portable(why))


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


def _by_inherited(position: "_b.Position | None") -> Any:
    return None if position is None or _inherited is None else _inherited(position)


class Workers:
    """The way in which boards get their scores."""

    def __init__(
        self,
        scorer: Scorer,
        workers: "int | None" = None,
        map: "Callable[[Function, Iterable[Any]], Iterable[Any]] | None" = None,
        batch: bool = False,
    ) -> None:
        self.scorer: Scorer = scorer
        self.batch: bool = batch
        self._pool: "ProcessPoolExecutor | None" = None
        self._map = map
        count = 1 if workers is None else whole("workers", workers, 1, 1024)
        if sum([count > 1, map is not None, batch]) > 1:
            raise _b.Error("workers, map and batch exclude each other")
        if batch and (scorer.measures or scorer.skip):
            raise _b.Error("batch: the function of a batch has no measures, and skips no errors")
        self._count: int = count
        self._chunk = 1
        if count > 1:
            self._map = self._by_processes(count)

    @property
    def is_lazy(self) -> bool:
        """Whether boards get their scores one after another."""
        return self._map is None and not self.batch

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
            return lambda _, boards: self._shared(pool, _by_inherited, boards)
        try:
            pickle.dumps(self.scorer.function)
        except Exception as why:
            raise _b.Error(
                f"workers: the function cannot go to another process: {why}; write it in a module"
            ) from None
        pool = self._pool = ProcessPoolExecutor(count)
        return lambda function, boards: self._shared(pool, function, boards)

    def _shared(
        self, pool: ProcessPoolExecutor, function: Function, boards: Iterable[Any]
    ) -> Iterator[Any]:
        """The results of the processes, which get so many boards at a time as the latest ones took.
        """
        boards = list(boards)
        if not boards:
            return
        began = time.monotonic()
        yield from pool.map(function, boards, chunksize=self._chunk)
        each = (time.monotonic() - began) * self._count / len(boards)
        share = len(boards) // (4 * self._count)
        self._chunk = max(1, min(share, round(_BETWEEN / max(each, 1e-6))))

    def scores(self, boards: Sequence[_b.Position]) -> Iterator[tuple[Score, Any]]:
        """The scores and the measures of boards, in their order.

        An exception of the function is raised when its board has its turn.
        """
        if self.batch:
            yield from self._of_batch(boards)
        elif self._map is None:
            yield from map(self.scorer, boards)
        else:
            for result in self._map(_Safely(self.scorer), boards):
                if isinstance(result, BoardError):
                    raise result.why
                yield result

    def _of_batch(self, boards: Sequence[_b.Position]) -> Iterator[tuple[Score, Any]]:
        if not boards:
            return
        found = list(self.scorer.function([self.scorer.given(board) for board in boards]))
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
        if why is not None:
            # A function may take long, and nobody waits for its score any more.
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.terminate()
        self._pool.shutdown(wait=why is None, cancel_futures=True)
