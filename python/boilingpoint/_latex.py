"""Cells of tables for LaTeX."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from . import _boilingpoint as _b

#: The columns whose texts are values.
_FORMS = ("canonical_form", "atomic_weight", "value")

#: The characters that stand for something else in LaTeX, or for another character in some fonts.
_ESCAPED = {
    **{symbol: "\\" + symbol for symbol in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    '"': r"\char34{}",
    "-": "-{}",
    "±": r"$\pm$",
    "*": r"$\ast$",
    "×": r"$\times$",
    "\n": " ",
}


def words(text: Any) -> str:
    """A text with its special characters escaped."""
    escaped = "".join(_ESCAPED.get(symbol, symbol) for symbol in str(text))
    # No ligature: `?` and `!` with a grave accent, and two commas.
    return escaped.replace(",,", ",{},")


def cell(column: Any, x: Any) -> str:
    """A cell of a column."""
    if x is None:
        return "--"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, (Fraction, _b.Value)):
        return f"${x.latex if isinstance(x, _b.Value) else x}$"
    if isinstance(x, int):
        return str(x) if x >= 0 else f"${x}$"
    if isinstance(x, float):
        return f"${x!r}$" if "e" not in repr(x) else f"${_power(x)}$"
    if isinstance(x, (list, tuple)) and column != "input":
        shown = [cell(column, item) for item in x[:3]]
        return ", ".join(shown) + (r", \dots" if len(x) > 3 else "")
    if isinstance(x, _b.Position):
        return rf"\texttt{{{words(x.name or x)}}}"
    if column in _FORMS:
        try:
            return f"${_b.parse(x).latex}$"
        except _b.Error:
            pass
    if column in ("board", "input"):
        x = board(x)
        return rf"\texttt{{{words(x)}}}"
    return words(x)


def board(x: Any) -> Any:
    """A board of any package as text; numbers and texts as they are."""
    if x is None or isinstance(x, (str, int, float)):
        return x
    if isinstance(x, _b.Value):
        return str(x)
    try:
        return str(_b.Position(x))
    except _b.Error:
        return str(x)


def _power(x: float) -> str:
    digits, exponent = repr(x).split("e")
    return rf"{digits} \cdot 10^{{{int(exponent)}}}"
