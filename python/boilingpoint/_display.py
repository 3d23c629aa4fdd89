"""What notebooks show of positions, records, runs and results."""

from __future__ import annotations

from html import escape
from typing import Any

from . import _boilingpoint as _b

#: Boards up to this order are valued to be shown; that takes a moment at most.
_VALUED = 16


def _box(*parts: str) -> str:
    style = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:center"
    return f'<div style="{style}">{"".join(f"<div>{part}</div>" for part in parts)}</div>'


def _facts(rows: "list[tuple[str, Any]]") -> str:
    shown = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in rows
    )
    return f"<table>{shown}</table>"


def position(p: Any) -> str:
    """The board, the thermograph, and the numbers of the value."""
    rows: list[tuple[str, Any]] = [("game", p.ruleset), ("board", p.name or str(p))]
    parts = [p.svg()]
    if p.order <= _VALUED:
        try:
            rows.append(("outcome", p.outcome))
            value = p.value
            text = str(value) if value.length <= 200 else f"({value.length} characters)"
            rows += [("value", text), ("temperature", p.temperature), ("mean", p.mean)]
            parts.append(value.thermograph.svg)
        except _b.Error as why:
            rows.append(("value", why))
    return _box(*parts, _facts(rows))


def record(r: Any) -> str:
    """The board of a record with its fitness."""
    from ._runs import _shown

    rows = [
        ("fitness", _shown(r.fitness)),
        ("certainty", r.certainty),
        ("board", r.position.name or r.position),
    ]
    for name in ("temperature", "mean", "degree", "canonical_form"):
        if r.line.get(name) is not None:
            rows.append((name.replace("_", " "), str(r.line[name])[:200]))
    return _box(r.position.svg(), _facts(rows))


def run(r: Any) -> str:
    """The curve and the frontier of a run, and its best boards."""
    last = {found.order: found for found in r.records}
    best = sorted(last.values(), key=lambda found: found.fitness, reverse=True)[:3]
    rows = [
        ("run", r.folder),
        ("objective", r.objective),
        ("status", f"{r.status} ({r.reason})" if r.reason else r.status),
        ("generations", r.manifest["generations"]),
        ("boards valued", r.manifest["boards_valued"]),
    ]
    charts = [r.plot("fitness"), r.plot("frontier")] if len(r.progress) else []
    return _box(_facts(rows), *charts) + "".join(record(found) for found in best)


def found(f: Any) -> str:
    """The best board of a search with a function of the caller's own."""
    rows = [("score", f.score), ("boards scored", f.boards), ("ended by", f.reason)]
    if f.best is None:
        return _facts(rows)
    return _box(f.best.svg(), _facts([*rows, ("board", f.best.name or str(f.best))]))
