"""Writes the pages of the reference from the docstrings: `python tests/reference.py FOLDER`."""

import inspect
import sys
from pathlib import Path

import boilingpoint as bp

#: The texts of the pages that are not about one class.
HEADS = {
    "functions": "# Functions of the Python package\n\nAll of them are names of `boilingpoint`.",
    "errors": "# Exceptions of the Python package\n\nEach is an `Error`, which is a `ValueError`.",
}


def pages():
    """The pages by their names, without those of the names that begin with an underscore."""
    public = {name: getattr(bp, name) for name in bp.__all__ if not name.startswith("_")}
    classes = {
        n: c for n, c in public.items() if inspect.isclass(c) and not issubclass(c, Exception)
    }
    errors = {n: c for n, c in public.items() if inspect.isclass(c) and issubclass(c, Exception)}
    functions = {n: f for n, f in public.items() if not inspect.isclass(f)}
    made = {name.lower(): page_of(name, cls) for name, cls in classes.items()}
    rows = [f"## `{name}`\n\n{call(name, f)}{body(f)}" for name, f in sorted(functions.items())]
    made["functions"] = "\n\n".join([HEADS["functions"], *rows])
    rows = [f"## `{name}`\n\n{body(e)}" for name, e in sorted(errors.items())]
    made["errors"] = "\n\n".join([HEADS["errors"], *rows])
    kinds = [
        f"| [`{name}`]({name.lower()}.md) | {first(cls)} |" for name, cls in sorted(classes.items())
    ]
    others = [
        "| [functions](functions.md) | All functions. |",
        "| [exceptions](errors.md) | All exceptions. |",
    ]
    head = "# The Python package\n\nThis is the list of its classes. [How to use it](../../how-to/python.md)\nis a page of its own."
    made["index"] = "\n".join([head, "", "| page | content |", "| --- | --- |", *kinds, *others])
    return {name: text.rstrip() + "\n" for name, text in made.items()}


def page_of(name, cls):
    """The page of a class."""
    parts = [f"# `{name}`", body(cls)]
    parts[1] = call(name, cls) + parts[1]
    properties, methods = [], []
    for member, thing in sorted(members(cls).items()):
        if callable(thing):
            of_class = isinstance(inspect.getattr_static(cls, member), (classmethod, staticmethod))
            called = f"{name}.{member}" if of_class else member
            methods.append(f"### `{member}`\n\n{call(called, getattr(cls, member))}{body(thing)}")
        else:
            properties.append(f"### `{member}`\n\n{body(thing)}")
    for head, found in [("## Properties", properties), ("## Methods", methods)]:
        if found:
            parts += [head, *found]
    return "\n\n".join(parts)


def members(cls):
    """The public members that the class itself has, or a class of the package that it is based on."""
    found = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("boilingpoint"):
            found.update({n: getattr(base, n) for n in vars(base) if not n.startswith("_")})
    return {n: t for n, t in found.items() if inspect.getdoc(t)}


def signature(thing):
    """The arguments as a text, without types."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values()]
    kept = [p for p in plain if p.name != "self"]
    while (
        kept
        and kept[0].kind is inspect.Parameter.POSITIONAL_ONLY
        and kept[0].name in ("self", "cls")
    ):
        kept.pop(0)
    return (
        str(found.replace(parameters=kept, return_annotation=inspect.Signature.empty))
        .replace("(/, ", "(")
        .replace("(/)", "()")
    )


def call(name, thing):
    """The call of a function in a fence, in lines of at most 90 characters."""
    arguments = signature(thing)
    if not arguments:
        return ""
    lines, line = [], f"{name}("
    for argument in arguments[1:-1].split(", "):
        if len(line) + len(argument) > 88:
            lines.append(line.rstrip())
            line = "    "
        line += argument + ", "
    lines.append(line.removesuffix(", ") + ")")
    return fenced("\n".join(lines)) + "\n\n"


def first(thing):
    """The first sentence of a docstring."""
    text = " ".join(inspect.getdoc(thing).split("\n\n")[0].split())
    return text.split(". ")[0].rstrip(".") + "."


def body(thing):
    """The docstring with its examples in fences."""
    made = []
    for part in inspect.getdoc(thing).split("\n\n"):
        made.append(fenced(part, "python") if part.lstrip().startswith(">>>") else part)
    return "\n\n".join(made)


def fenced(text, kind="python"):
    return f"```{kind}\n{text}\n```"


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
