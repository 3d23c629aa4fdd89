"""Boiling Point: a search lab for extremal positions of combinatorial games.

Values and positions are exact and never change:

>>> import boilingpoint as bp
>>> p = bp.Position("caterpillar(4,3,4)")
>>> p.temperature, p.mean, p.outcome
(Fraction(7, 1), Fraction(0, 1), 'N')
>>> bp.parse("{3||2|-1}") + bp.star(2)
Value('{3*2||2*2|-1*2}')

Whole classes and families are valued on all threads:

>>> bp.scan("snort", class_="tree", order=(2, 8), objective="temperature - degree").rows[-1]["max"]
Fraction(1, 2)
>>> bp.family("caterpillar(n+1,n,n+1)", n=range(1, 9)).fit()["temperature"]
'2 n + 1'

Boards can be bred for any invariant of your own:

>>> found = bp.maximize(lambda p: sum(len(p.neighbors(v)) == 1 for v in range(p.order)),
...                     class_="tree", order=(2, 8), generations=5)
>>> found.score, found.best
(Fraction(7, 1), Position('GsaCC?'))

Every number is a `Fraction` or an `int`. Every exception is an `Error`, which is a `ValueError`.
"""

from __future__ import annotations

from ._boilingpoint import (
    Bounds,
    Certificate,
    ConfigurationError,
    Error,
    GameError,
    InternalError,
    LimitError,
    Move,
    NotationError,
    NoValueError,
    Position,
    RefutedError,
    RunFolderError,
    Thermograph,
    Value,
    __version__,
    game,
    limits,
    parse,
    rulesets,
    star,
    switch,
    up,
)
from ._lab import Family, atlas, boards, family, scan
from ._maximize import Found, Optimizer, maximize
from ._runs import Record, Run, search
from ._tables import Table

__all__ = [
    "Bounds",
    "Certificate",
    "ConfigurationError",
    "Error",
    "Family",
    "Found",
    "GameError",
    "InternalError",
    "LimitError",
    "Move",
    "NoValueError",
    "NotationError",
    "Optimizer",
    "Position",
    "Record",
    "RefutedError",
    "Run",
    "RunFolderError",
    "Table",
    "Thermograph",
    "Value",
    "__version__",
    "atlas",
    "boards",
    "family",
    "game",
    "limits",
    "maximize",
    "parse",
    "rulesets",
    "scan",
    "search",
    "star",
    "switch",
    "up",
]
