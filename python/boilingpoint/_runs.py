"""Searches in run folders, and the data of such folders."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any, Mapping, Sequence

from . import _boilingpoint as _b
from ._arguments import path
from ._config import given, overrides
from ._progress import Line
from ._tables import Table


def _number(text: Any) -> Any:
    """A number of a file: `None` for an empty text."""
    return None if text in (None, "") else Fraction(text)


def _fitness(texts: "list[str]", wholes: "Sequence[bool]") -> Any:
    """A fitness: the numbers of expressions that are whole are `int`."""
    numbers: "tuple[int | Fraction, ...]" = tuple(map(Fraction, texts))
    if len(wholes) == len(numbers):
        numbers = tuple(int(x) if whole else x for x, whole in zip(numbers, wholes))
    return numbers[0] if len(numbers) == 1 else numbers


class Record:
    """A board that was the best of its order when it was found, with what is known of it."""

    def __init__(self, line: "dict[str, Any]", ruleset: str, wholes: "Sequence[bool]" = ()) -> None:
        #: The line of the file, as it stands there.
        self.line: dict[str, Any] = line
        text = line["board"] + (f":{line['tints']}" if set(line.get("tints", "")) - {"."} else "")
        #: The position.
        self.position: _b.Position = _b.Position(text, ruleset)
        #: The fitness: a number, or a tuple of numbers.
        self.fitness: Any = _fitness(line["fitness"], wholes)
        #: The number of vertices.
        self.order: int = self.position.order
        #: The generation in which the board was found; `None` for an elite of the archive.
        self.generation: "int | None" = line.get("generation")
        #: `exact`, or `lower bound` if the fitness is only a proved lower bound.
        self.certainty: str = line.get("certainty", "exact")
        #: Whether the independent checker agrees.
        self.verified: "bool | None" = line.get("verified")

    def __repr__(self) -> str:
        return f"<Record: fitness {_shown(self.fitness)}, {self.position!r}>"

    def _repr_html_(self) -> str:
        from ._display import record

        return record(self)


def _shown(fitness: Any) -> str:
    return ", ".join(map(str, fitness)) if isinstance(fitness, tuple) else str(fitness)


class Svg(str):
    """A drawing as SVG, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, file: "str | PathLike[str]") -> None:
        """Writes the drawing to a file."""
        Path(file).write_text(self, encoding="utf-8")


class Run:
    """A run folder, as `boil search` and `search` write it, on this or another machine.

    The folder is read when the object is made, and again by `reload`.
    """

    def __init__(self, folder: "str | PathLike[str]") -> None:
        #: The folder.
        self.folder: Path = Path(path("folder", folder))
        self.reload()

    def reload(self) -> Run:
        """Reads the folder again, for a run that is in progress."""
        self._files: dict[str, Any] = _b._read_run(self.folder)
        #: The content of `manifest.json`.
        self.manifest: dict[str, Any] = json.loads(self._files["manifest"])
        return self

    @property
    def status(self) -> str:
        """`running`, `finished` or `stopped`."""
        return str(self.manifest["status"])

    @property
    def reason(self) -> "str | None":
        """Why the run ended: `generations`, `seconds`, `interrupted`, and so on."""
        return self.manifest.get("stop_reason")

    @property
    def objective(self) -> str:
        """The objective as text."""
        return str(self._files["objective"])

    @property
    def ruleset(self) -> str:
        """The name of the game."""
        return str(self._files["ruleset"])

    @property
    def config(self) -> str:
        """The config with all its keys, as TOML."""
        return str(self._files["config"])

    @property
    def progress(self) -> Table:
        """The rows of `progress.csv`: a row for each generation."""
        rows = []
        for line in self._files["progress"]:
            row = json.loads(line)
            rows.append(
                {**row, **{name: self._score(row[name]) for name in ("best", "median", "mean")}}
            )
        return Table(rows)

    def _score(self, text: Any) -> Any:
        """A number of the first expression; a mean or a median of whole numbers need not be whole.
        """
        number = _number(text)
        is_whole = self._files["wholes"][:1] == [True] and number is not None
        return int(number) if is_whole and number.denominator == 1 else number

    @property
    def timing(self) -> Table:
        """The rows of `timing.csv`: the seconds of each generation, and what the solver did."""
        return Table([json.loads(line) for line in self._files["timing"]])

    @property
    def records(self) -> "list[Record]":
        """The records in the order in which they were found."""
        return [self._record(json.loads(line)) for line in self._files["records"]]

    def _record(self, line: "dict[str, Any]") -> Record:
        return Record(line, self.ruleset, self._files["wholes"])

    @property
    def archive(self) -> Table:
        """The best board of each cell: the cell's invariants, `fitness` and `position`."""
        names = self._files["cells"]
        rows = []
        for text in self._files["archive"]:
            line = json.loads(text)
            elite = self._record(line)
            cell = line["cell"]
            shown = dict(zip(names, cell)) if len(names) == len(cell) else {"cell": tuple(cell)}
            rows.append({**shown, "fitness": elite.fitness, "position": elite.position})
        return Table(rows)

    @property
    def best(self) -> "Record | None":
        """The best board of the run; `None` if no board has a fitness."""
        best = self.manifest.get("best")
        return None if best is None else self._record(best)

    def plot(self, kind: str = "fitness", ax: Any = None) -> Any:
        """A chart as SVG: `fitness`, `frontier` (the best of each order), `heat` (the archive),
        `islands`, `operators`, `rates` or `throughput`.

        With axes of matplotlib, the curves of best and median fitness, or the frontier, are drawn
        there instead.
        """
        if ax is None:
            return Svg(_b._chart(self.folder, kind))
        if kind == "fitness":
            rows = [row for row in self.progress if row["best"] is not None]
            generations = [row["generation"] for row in rows]
            ax.plot(generations, [float(row["best"]) for row in rows], label="best")
            medians = [
                (row["generation"], float(row["median"]))
                for row in rows
                if row["median"] is not None
            ]
            ax.plot(*zip(*medians), label="median")
            ax.set(xlabel="generation", ylabel=self.objective)
        elif kind == "frontier":
            best = {record.order: record.fitness for record in self.records}
            first = {n: f[0] if isinstance(f, tuple) else f for n, f in sorted(best.items())}
            ax.plot(list(first), list(map(float, first.values())), "o", label="best")
            ax.set(xlabel="order", ylabel=self.objective)
        else:
            raise _b.Error(f"plot: matplotlib draws 'fitness' and 'frontier', not {kind!r}")
        ax.legend()
        return ax

    def resume(
        self,
        *,
        seconds: "int | None" = None,
        set: "Mapping[str, Any] | None" = None,
        threads: "int | None" = None,
        progress: Any = None,
    ) -> Run:
        """Resumes the run. Keys that limit its length may change, such as `search.generations`. A
        run that has finished, and whose limits stay, is left as it is.
        """
        told = overrides(set, seconds=seconds, threads=threads)
        _watched(self.folder, progress, lambda show: _b._resume(self.folder, told, show))
        return self.reload()

    def __repr__(self) -> str:
        best = self.best
        found = "no board has a fitness" if best is None else f"best {_shown(best.fitness)}"
        done = self.manifest["generations"]
        return f"<Run {self.folder}: {self.status}, {done} generations, {found}>"

    def _repr_html_(self) -> str:
        from ._display import run

        return run(self)


def search(
    config: "str | PathLike[str] | Mapping[str, Any]",
    *,
    folder: "str | PathLike[str] | None" = None,
    seconds: "int | None" = None,
    seed: "int | None" = None,
    threads: "int | None" = None,
    set: "Mapping[str, Any] | None" = None,
    progress: Any = None,
) -> Run:
    """Runs a search into a new folder, by default `runs/` and the name of the config.

    The config is the path of a TOML file, or a dictionary with the same keys. `set` overrides keys,
    such as `{"search.generations": 50}`.

    When Ctrl-C is pressed, the run writes a checkpoint and `KeyboardInterrupt` is raised; then
    `Run(folder).resume()` resumes it.

    >>> import tempfile
    >>> config = {"game": {"ruleset": "snort"}, "boards": {"class": "tree", "order": [2, 9]},
    ...           "objective": {"maximize": "temperature - degree"}, "search": {"generations": 5}}
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     run = search(config, folder=parent + "/trees")
    >>> run.status, run.reason, run.best.fitness
    ('finished', 'complete', Fraction(1, 2))
    """
    read = given(config)
    told = overrides(set, seconds=seconds, seed=seed, threads=threads)
    name = _b._plan(read, told)[1]
    where = Path("runs") / name if folder is None else Path(path("folder", folder))
    try:
        os.makedirs(where.parent, exist_ok=True)
    except OSError as why:
        raise _b.RunFolderError(f"cannot make the folder {where.parent}: {why}") from None
    _watched(where, progress, lambda show: _b._search(read, told, where, show))
    return Run(where)


def _watched(folder: Path, progress: Any, run: Any) -> None:
    line = Line(progress, unit="generations")

    def show(
        generation: int, boards: int, best: "str | None", seconds: float, records: int
    ) -> None:
        line.count(
            generation, f"{boards:,} boards, best {best}, {records} records, {seconds:.0f} s"
        )

    try:
        run(show if line.is_seen else None)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"to resume: boilingpoint.Run({str(folder)!r}).resume()") from None
    finally:
        line.end()
