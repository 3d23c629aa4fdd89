"""Configs of searches as dictionaries."""

from __future__ import annotations

import json
from os import PathLike, fspath
from typing import Any, Mapping


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
            lines.append(toml(value, f"{prefix}{key}."))
        else:
            lines.append(f"{prefix}{key} = {_value(value)}")
    return "\n".join(lines)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, range):
        return _value([value[0], value[-1]])
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(str(value), ensure_ascii=False)


def given(config: Any) -> Any:
    """A config as the module takes it: a path, or the text of a dictionary in a tuple."""
    if isinstance(config, Mapping):
        return (toml(config) + "\n",)
    if isinstance(config, (str, PathLike)):
        return fspath(config)
    raise TypeError("expected the path of a config or a dictionary, not " + type(config).__name__)


def overrides(**options: Any) -> list[str]:
    """Options as overrides of keys; an option that is `None` overrides nothing."""
    names = {"seconds": "budget.seconds"}
    told = {names.get(name, name): value for name, value in options.items() if value is not None}
    return [f"{name}={_value(value)}" for name, value in told.items()]
