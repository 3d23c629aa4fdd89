"""Configs of searches as dictionaries."""

from __future__ import annotations

import json
from fractions import Fraction
from os import PathLike
from typing import Any, Mapping

from . import _boilingpoint as _b
from ._arguments import orders, path, text, wrong


#: The types that are texts in a config.
_TEXTS = (str, PathLike, Fraction, _b.Position, _b.Value, _b.Game)


def toml(config: Mapping[str, Any], prefix: str = "") -> str:
    """A dictionary as TOML with dotted keys.

    >>> print(toml({"seed": 2, "boards": {"class": "tree", "order": (2, 9)}}))
    seed = 2
    boards.class = "tree"
    boards.order = [2, 9]
    """
    lines = []
    for key, value in config.items():
        if isinstance(value, Mapping):
            lines.append(toml(value, f"{prefix}{_key(key)}."))
        else:
            lines.append(f"{prefix}{_key(key)} = {_value(value)}")
    return "\n".join(lines)


def _key(key: Any) -> str:
    """A key of TOML. Dots separate the parts of a dotted key."""
    name = text("config", str(key))
    plain = name.replace(".", "").replace("_", "").replace("-", "")
    if plain.isascii() and plain.isalnum() and "" not in name.split("."):
        return name
    return json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        # A number or a condition of numpy.
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(x)}" for key, x in value.items()) + "}"
    if isinstance(value, range):
        return _value(list(orders(value)))
    if hasattr(value, "shape") and hasattr(value, "tolist"):
        return _value(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    if not isinstance(value, _TEXTS):
        raise wrong("config", "numbers, texts, conditions, lists and dictionaries", value)
    return json.dumps(text("config", str(value)), ensure_ascii=False)


def given(config: Any) -> Any:
    """A config as the module takes it: a path, or the text of a dictionary in a tuple."""
    if isinstance(config, Mapping):
        return (toml(config) + "\n",)
    if isinstance(config, (str, PathLike)):
        return path("config", config)
    raise wrong("config", "the path of a config or a dictionary", config)


def overrides(further: "Mapping[str, Any] | None", **options: Any) -> list[str]:
    """Options and further keys as overrides of keys; an option that is `None` overrides nothing."""
    if further is not None and not isinstance(further, Mapping):
        raise wrong("set", "a dictionary of keys", further)
    names = {"seconds": "budget.seconds"}
    told = {names.get(name, name): value for name, value in options.items() if value is not None}
    given = {text("set", name): value for name, value in (further or {}).items()}
    return [f"{name}={_value(value)}" for name, value in {**told, **given}.items()]
