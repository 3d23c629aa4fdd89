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
(7, Position('GsaCC?'))

Numbers that are whole for every board are `int`, other numbers are `Fraction`. An exception of the
package is an `Error`, which is a `ValueError`; an argument of a wrong type is a `TypeError`, too.
"""

from __future__ import annotations

from ._boilingpoint import (
    ArgumentError,
    Bounds,
    Certificate,
    ConfigurationError,
    Error,
    Game,
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
    classes,
    facts,
    families,
    formats,
    functions,
    invariants,
    keys,
    limits,
    operators,
    parse,
    rulesets,
    star,
    switch,
    up,
)
from ._lab import Atlas, Family, atlas, boards, family, scan
from ._maximize import Found, maximize
from ._optimizer import Optimizer
from ._play import Playout, Sum, SumMove, game, play
from ._runs import Record, Run, search
from ._tables import Table

__all__ = [
    "ArgumentError",
    "Atlas",
    "Bounds",
    "Certificate",
    "ConfigurationError",
    "Error",
    "Family",
    "Found",
    "Game",
    "GameError",
    "InternalError",
    "LimitError",
    "Move",
    "NoValueError",
    "NotationError",
    "Optimizer",
    "Playout",
    "Position",
    "Record",
    "RefutedError",
    "Run",
    "RunFolderError",
    "Sum",
    "SumMove",
    "Table",
    "Thermograph",
    "Value",
    "__version__",
    "atlas",
    "boards",
    "classes",
    "facts",
    "families",
    "family",
    "formats",
    "functions",
    "game",
    "invariants",
    "keys",
    "limits",
    "maximize",
    "operators",
    "parse",
    "play",
    "rulesets",
    "scan",
    "search",
    "star",
    "switch",
    "up",
]
