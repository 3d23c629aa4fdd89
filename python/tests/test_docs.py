"""The examples of the docstrings, and the stubs."""

import ast
import doctest
import fractions
import importlib
import inspect
from pathlib import Path

import pytest

import boilingpoint
import reference
from boilingpoint import _boilingpoint

PACKAGE = Path(boilingpoint.__file__).parent
MODULES = ["", "._tables", "._lab", "._optimizer", "._maximize", "._play", "._runs", "._config"]


def documented():
    """The objects of the compiled module that have docstrings."""
    for name, thing in vars(_boilingpoint).items():
        if name.startswith("__"):
            continue
        yield name, thing
        if inspect.isclass(thing):
            for member in vars(thing):
                if not member.startswith("_"):
                    yield f"{name}.{member}", getattr(thing, member)


@pytest.mark.parametrize(
    "name", [name for name, thing in documented() if ">>>" in (thing.__doc__ or "")]
)
def test_examples_of_the_compiled_module(name):
    thing = dict(documented())[name]
    names = {**vars(_boilingpoint), "Fraction": fractions.Fraction}
    test = doctest.DocTestParser().get_doctest(thing.__doc__, names, name, None, 0)
    runner = doctest.DocTestRunner()
    said = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_modules(module):
    module = importlib.import_module("boilingpoint" + module)
    public = {name: getattr(boilingpoint, name) for name in boilingpoint.__all__}
    names = {**public, **vars(module), "Fraction": fractions.Fraction}
    assert doctest.testmod(module, globs=names).failed == 0


def test_every_public_object_has_a_docstring():
    missing = [
        name for name, thing in documented() if not name.startswith("_") and not thing.__doc__
    ]
    for name in boilingpoint.__all__:
        thing = getattr(boilingpoint, name)
        if not name.startswith("__") and not inspect.getdoc(thing):
            missing.append(name)
    assert missing == []


def test_the_stubs_have_the_docstrings_of_the_module():
    tree = ast.parse((PACKAGE / "_boilingpoint.pyi").read_text())
    stubs = {}
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            stubs[node.name] = node
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    stubs[f"{node.name}.{member.name}"] = member
    for name, thing in documented():
        if (
            name.startswith("_")
            or name == "SweptFamily"
            or name.startswith(("SweptFamily.", "RunFiles"))
        ):
            continue
        assert name in stubs, f"{name} has no stub"
        assert ast.get_docstring(stubs[name]) == inspect.cleandoc(thing.__doc__), name


DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "how-to" / "python.md"
REFERENCE = DOCS / "reference" / "python"


@pytest.mark.skipif(not REFERENCE.exists(), reason="the pages are in the repository")
def test_the_pages_of_the_reference_are_those_of_the_docstrings():
    made = reference.pages()
    assert {path.stem for path in REFERENCE.glob("*.md")} == set(made)
    for name, text in made.items():
        assert (REFERENCE / f"{name}.md").read_text(encoding="utf-8") == text, f"{name}: run reference.py"


@pytest.mark.skipif(not PAGE.exists(), reason="the page is in the repository")
def test_the_page_of_the_book():
    nx = pytest.importorskip("networkx")
    assert nx
    lines = ["" if line.startswith("```") else line for line in PAGE.read_text().splitlines()]
    test = doctest.DocTestParser().get_doctest(
        "\n".join(lines), {"Fraction": fractions.Fraction}, "python.md", str(PAGE), 0
    )
    said = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)
