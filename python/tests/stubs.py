"""Writes docstrings and names of the compiled module into its stubs: `python tests/stubs.py`.

The signatures of the stubs are written by hand; `stubtest` compares them with the module.
"""

import ast
import inspect
from pathlib import Path

from boilingpoint import _boilingpoint

PATH = Path(__file__).parents[1] / "boilingpoint" / "_boilingpoint.pyi"
INTERNAL = ("_", "SweptFamily")


def docstring(thing, indent):
    text = inspect.cleandoc(thing.__doc__).replace("\\", "\\\\")
    lines = text.splitlines()
    quoted = ('"""' + "\n".join(lines) + ('\n"""' if len(lines) > 1 else '"""')).splitlines()
    return [(" " * indent + line).rstrip() for line in quoted]


def main():
    lines = PATH.read_text().splitlines()
    new = []
    for node in ast.parse("\n".join(lines)).body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith(INTERNAL):
            continue
        new.append((node, getattr(_boilingpoint, node.name)))
        for member in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                new.append((member, getattr(getattr(_boilingpoint, node.name), member.name)))
    for node, thing in sorted(new, key=lambda pair: -pair[0].lineno):
        if not thing.__doc__:
            continue
        first, last = node.body[0], node.body[0].end_lineno
        written = docstring(thing, node.col_offset + 4)
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            if first.value.value is Ellipsis:
                head = lines[last - 1]
                lines[last - 1 : last] = [head[: head.rindex("...")].rstrip() or head] + written
            else:
                lines[first.lineno - 1 : last] = written
        else:
            lines[
                first.lineno - 1 - len(node.body[0].decorator_list) : first.lineno
                - 1
                - len(node.body[0].decorator_list)
            ] = written
    names = ", ".join(f'"{name}"' for name in sorted(_boilingpoint.__all__))
    lines = [f"__all__ = [{names}]" if line.startswith("__all__") else line for line in lines]
    PATH.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
