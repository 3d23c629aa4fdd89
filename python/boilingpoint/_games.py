"""Games of pycgt as values, and values as games of pycgt."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import _boilingpoint as _b


def read(game: Any) -> _b.Value:
    """The value of an object with the options `left` and `right`, such as a game of pycgt."""
    known: dict[Any, _b.Value] = {}
    waiting = [game]
    while waiting:
        last = waiting[-1]
        options = [*last.left, *last.right]
        missing = [option for option in options if option not in known]
        if missing:
            waiting += missing
            continue
        known[last] = _b._of_options([known[w] for w in last.left], [known[w] for w in last.right])
        waiting.pop()
    return known[game]


def pycgt_game(value: _b.Value) -> Any:
    """The canonical form as a game of pycgt."""
    pycgt: Any = import_module("pycgt")
    known: dict[_b.Value, Any] = {}
    waiting = [value]
    while waiting:
        last = waiting[-1]
        if last.number is not None:
            known[last] = pycgt.number(str(last.number))
        missing = (
            [] if last in known else [w for side in last.options for w in side if w not in known]
        )
        if missing:
            waiting += missing
            continue
        if last not in known:
            known[last] = pycgt.game(*([known[w] for w in side] for side in last.options))
        waiting.pop()
    return known[value]
