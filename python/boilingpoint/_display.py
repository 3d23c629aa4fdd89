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
            rows += [("value", _form(value)), ("temperature", p.temperature), ("mean", p.mean)]
            parts.append(value.thermograph.svg)
        except _b.Error as why:
            rows.append(("value", why))
    return _box(*parts, _facts(rows))


def _form(value: Any) -> str:
    return str(value) if value.length <= 200 else f"({value.length} characters)"


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


def total(s: Any) -> str:
    """The components of a sum side by side, and what is known of the sum."""
    parts = [_component(part) for part in s.components[:12]]
    if len(s.components) > 12:
        parts.append(f"and {len(s.components) - 12} more")
    rows: list[tuple[str, Any]] = [("components", len(s.components))]
    if all(not hasattr(part, "order") or part.order <= _VALUED for part in s.components):
        try:
            value = s.value
            rows += [("value", _form(value)), ("temperature", value.temperature)]
            rows += [("mean", value.mean), ("outcome", value.outcome)]
        except _b.Error as why:
            rows.append(("value", why))
    return _box(*parts, _facts(rows))


def _component(part: Any) -> str:
    return part.svg() if hasattr(part, "svg") else escape(_form(part))


def playout(g: Any) -> str:
    """The positions of a whole game, each under the move that led to it."""
    shown = [("start", g.start), *((f"{m.player}: {m.text}", m.position) for m in g.moves)]
    figures = [
        f'<figure style="margin:0"><figcaption>{escape(text)}</figcaption>{_small(p)}</figure>'
        for text, p in shown[:60]
    ]
    if len(shown) > 60:
        figures.append(f"and {len(shown) - 60} more")
    return _box(*figures)


def _small(p: Any) -> str:
    if hasattr(p, "svg"):
        return str(p.svg(scale=0.6))
    return "".join(_component(part) for part in p.components[:12])
