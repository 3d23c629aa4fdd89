"""Arguments of the package's functions: a mistake in one is an exception of the package."""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Real
from operator import index
from os import PathLike, fspath
from typing import Any, Mapping

from . import _boilingpoint as _b

#: The greatest whole number that the compiled module takes.
_MOST = 2**63 - 1


class PlaceError(_b.Error, IndexError):
    """There is nothing at a place of a sequence."""


def wrong(name: str, expected: str, found: Any) -> _b.ArgumentError:
    """The exception for an argument of a wrong type."""
    return _b.ArgumentError(f"{name}: expected {expected}, not {type(found).__name__}")


def whole(name: str, x: Any, least: int = 0, most: int = _MOST) -> int:
    """A whole number within bounds."""
    try:
        number = index(x)
    except TypeError:
        raise wrong(name, "a whole number", x) from None
    if not least <= number <= most:
        told = f"at least {least}" if most == _MOST else f"from {least} to {most}"
        raise _b.Error(f"{name}: expected a whole number {told}, not {_short(number)}")
    return number


def seconds(name: str, x: Any) -> float:
    """A time in seconds."""
    if isinstance(x, bool) or not isinstance(x, Real):
        raise wrong(name, "a number of seconds", x)
    try:
        found = float(x)
    except OverflowError:
        found = math.inf
    if not 0 <= found <= _MOST:
        raise _b.Error(f"{name}: expected a number of seconds, not {_short(x)}")
    return found


def rational(name: str, x: Any) -> Fraction:
    """An exact number."""
    try:
        return Fraction(x)
    except (TypeError, ValueError, ArithmeticError):
        raise wrong(name, "a number", x) from None


def text(name: str, x: Any) -> str:
    """A text."""
    if not isinstance(x, str):
        raise wrong(name, "a text", x)
    try:
        x.encode()
    except UnicodeEncodeError as why:
        raise _b.Error(f"{name}: {why}") from None
    return x


def texts(name: str, x: Any) -> list[str]:
    """A text, or texts, as a list."""
    if isinstance(x, str):
        return [text(name, x)]
    try:
        return [text(name, item) for item in x]
    except TypeError as why:
        if isinstance(why, _b.Error):
            raise
        raise wrong(name, "texts", x) from None


def boards(name: str, x: Any) -> list[Any]:
    """Boards, which the caller reads."""
    if isinstance(x, (str, bytes, Mapping)) or not hasattr(x, "__iter__"):
        raise wrong(name, "a list of boards", x)
    return list(x)


def columns(x: Any) -> "str | None":
    """The columns of a table as the compiled module takes them."""
    return None if x is None else ",".join(texts("columns", x))


def orders(x: Any) -> tuple[int, int]:
    """The least and the greatest order of a number, a pair or a range."""
    if isinstance(x, range):
        if not x or x.step != 1:
            raise _b.Error("order: expected a range of orders with step 1, such as range(2, 9)")
        return whole("order", x[0]), whole("order", x[-1])
    if isinstance(x, (tuple, list)):
        if len(x) != 2:
            raise _b.Error("order: expected a number or a pair, such as (2, 8)")
        low, high = (whole("order", n) for n in x)
        return low, high
    if hasattr(x, "__index__"):
        return whole("order", x), whole("order", x)
    raise wrong("order", "a number, a pair or a range", x)


def path(name: str, x: Any) -> str:
    """The path of a file or a folder."""
    if not isinstance(x, (str, PathLike)):
        raise wrong(name, "a path", x)
    found = fspath(x)
    if not isinstance(found, str) or "\0" in found:
        raise _b.Error(f"{name}: expected a path, not {found!r}")
    return text(name, found)


def _short(x: Any) -> str:
    text = (
        repr(x)
        if not isinstance(x, int) or abs(x) < 10**40
        else f"a number of {x.bit_length()} bits"
    )
    return text if len(text) <= 60 else text[:57] + "..."
