"""A program that uses the package as its documents say. Type checkers read it; nothing runs it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import boilingpoint as bp

position: bp.Position = bp.Position("caterpillar(4,3,4)", ruleset="snort")
hot: Fraction = position.temperature
stops: tuple[Fraction, Fraction] = position.stops
labels: tuple[object, ...] | None = position.labels
value: bp.Value = position.value + 1 - bp.star(2)
walls: list[tuple[Fraction, Fraction]] = value.thermograph.left_wall
moves: list[bp.Move] = position.winning_moves("L") + position.best_moves("R", tax=1)
after: bp.Position = moves[0].position
total: bp.Sum = position + after
component: int | None = total.hotstrat("L")
played: bp.Playout = bp.play(total, "L", left="best")
winner: str | None = played.winner
least: Fraction = position.bounds(steps=100).temperature[0]
proved: bool = position.certificate(lower=True).check(positions=1000)

own: bp.Game = bp.game({"move": [{"path": ["own", "other"], "becomes": ["uncoloured", "own"]}]})
kayles: bp.Game = bp.game(moves=lambda p: [p.without(v) for v in range(p.order)], impartial=True)
form: bp.Value = bp.game([1], [-1])
there: bp.Position = own("path(3)")

table: bp.Table = bp.scan(kayles, ["path(3)"], columns=["order", "grundy"], missing="drop")
column: list[object] = table["order"]
row: dict[str, object] = table[0]
some: bp.Table = table[1:]
latex: str = table.to_latex()
family: bp.Family = bp.family("path(n)", n=range(1, 9), ruleset=own)
formula: str | None = family.fit()["order"]
atlas: bp.Atlas = bp.atlas("snort", "tree", 5)
count: int = atlas.boards
checked: bool = atlas.checked

with ThreadPoolExecutor(2) as pool:
    found: bp.Found = bp.maximize(
        lambda p: p.size, "tree", (2, 8), map=pool.map, measures={"order": lambda p: p.order}
    )
best: bp.Position | None = found.best
reason: str = found.reason
search: bp.Optimizer = found.optimizer
search.tell([None for _ in search.ask()], measures=[])
state: bytes = search.to_bytes()
generation: int = bp.Optimizer.from_bytes(state).generation

run: bp.Run = bp.search({"game": {"ruleset": "snort"}}, folder=Path("run"), set={"seed": 2})
folder: Path = run.folder
record: bp.Record | None = run.best
if record is not None:
    order: int = record.order
    certainty: str = record.certainty
names: dict[str, str] = bp.invariants() | bp.functions() | bp.classes()
