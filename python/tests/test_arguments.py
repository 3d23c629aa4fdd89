"""Every public callable with wrong, empty, huge and subclassed arguments: an `Error` with a message, or an answer."""

import inspect
import math
from fractions import Fraction
from pathlib import Path

import pytest

import boilingpoint as bp

P = bp.Position("path(4)")
V = bp.parse("{3||2|-1}")
C = P.certificate()


class Text(str):
    pass


class Number(int):
    pass


WRONG = {
    "none": None,
    "minus one": -1,
    "huge": 2**200,
    "minus huge": -(2**200),
    "half": 0.5,
    "third": Fraction(1, 3),
    "nan": math.nan,
    "infinity": math.inf,
    "complex": 1j,
    "empty text": "",
    "text": "x",
    "null": "\0",
    "surrogate": "\udcff",
    "long text": "(" * 5000,
    "bytes": b"x",
    "empty list": [],
    "list": [1, "x", None],
    "nested": [[[]]],
    "dictionary": {"x": 1},
    "tuple": (1, 2, 3),
    "range": range(3, 1),
    "object": object(),
    "function": lambda *_: 1 / 0,
    "class": int,
    "folder": Path("/"),
    "text of a subclass": Text("path(3)"),
    "number of a subclass": Number(3),
    "a position": P,
    "a value": V,
}


def leaves(p):
    return sum(len(p.neighbors(v)) == 1 for v in range(p.order))


OPT = dict(class_="tree", order=(2, 5))

# A call that is right, for each public callable; the sweep changes one argument at a time.
CALLS = {
    "Value": (bp.Value, dict(x=3)),
    "Value.confused": (V.confused, dict(other=1)),
    "Value.cool": (V.cool, dict(t=1)),
    "Value.heat": (V.heat, dict(t=1)),
    "Value.norton": (V.norton, dict(unit=1)),
    "Value.ordinal": (V.ordinal, dict(other=1)),
    "Value.incentives": (V.incentives, dict(player="L")),
    "Thermograph.left_at": (V.thermograph.left_at, dict(t=1)),
    "Thermograph.png": (V.thermograph.png, dict(scale=1.0)),
    "Position": (bp.Position, dict(board="path(3)", ruleset="snort")),
    "Position.to": (P.to, dict(format="graph6")),
    "Position.neighbors": (P.neighbors, dict(vertex=0)),
    "Position.is_isomorphic": (P.is_isomorphic, dict(other="path(4)")),
    "Position.evaluate": (P.evaluate, dict(expression="order")),
    "Position.facts": (P.facts, dict(columns="order")),
    "Position.moves": (P.moves, dict(player="L")),
    "Position.winning_moves": (P.winning_moves, dict(player="L")),
    "Position.best_moves": (P.best_moves, dict(player="L", tax=1)),
    "Position.play": (lambda player, vertex: P.play(player, vertex), dict(player="L", vertex=1)),
    "Position.play by labels": (lambda labels: P.play("L", labels=labels), dict(labels=[1])),
    "Position.without": (lambda vertex: P.without(vertex), dict(vertex=1)),
    "Position.without_edge": (P.without_edge, dict(a=0, b=1)),
    "Position.with_tints": (P.with_tints, dict(tints="L...")),
    "Position.bounds": (P.bounds, dict(steps=10)),
    "Position.certificate": (P.certificate, dict(steps=10, lower=True)),
    "Position.svg": (P.svg, dict(numbers=True, full=True, scale=1.0)),
    "Position.png": (P.png, dict(numbers=True, full=True, scale=1.0)),
    "Certificate": (bp.Certificate, dict(text=str(C))),
    "Certificate.check": (C.check, dict(positions=1000)),
    "Game": (bp.Game, dict(text="snort")),
    "Game.of_moves": (bp.Game.of_moves, dict(moves=lambda p: [], name="none", impartial=True, tints=True, loops=False)),
    "Game call": (lambda board: bp.Game("snort")(board), dict(board="path(3)")),
    "game of options": (lambda lefts, rights: bp.game(lefts, rights), dict(lefts=[1], rights=[0])),
    "game": (lambda rules: bp.game(rules), dict(rules="rules(LR>.L)")),
    "parse": (bp.parse, dict(text="1")),
    "star": (bp.star, dict(n=1)),
    "up": (bp.up, dict(n=1)),
    "switch": (bp.switch, dict(x=2, y=1)),
    "limits": (bp.limits, dict(positions=5_000_000, work=2_000_000)),
    "scan": (bp.scan, dict(ruleset="snort", boards=["path(2)"], objective="order", require="tree", top=1, missing="none", weights=1, threads=1)),
    "scan a class": (bp.scan, dict(class_="tree", order=(2, 4), columns="order", frame=False)),
    "boards": (bp.boards, dict(class_="tree", order=3, ruleset="snort")),
    "family": (lambda text, **more: bp.family(text, **more), dict(text="path(n)", n=range(1, 4), ruleset="snort", objective="order", columns="order", define=(), steps=10, threads=1)),
    "atlas": (bp.atlas, dict(ruleset="snort", class_="tree", order=4, objectives=["order"], threads=1)),
    "Optimizer": (bp.Optimizer, dict(**OPT, seed=1, cells=["order"], measures=(), population=4, islands=1, ruleset="snort", start=(), objective="order", require="tree", keys={})),
    "Optimizer.tell": (lambda scores, measures: bp.Optimizer(**OPT).tell(scores, measures), dict(scores=[1], measures=None)),
    "Optimizer.from_bytes": (bp.Optimizer.from_bytes, dict(state=bp.Optimizer(**OPT).to_bytes())),
    "maximize": (bp.maximize, dict(invariant=leaves, **OPT, seconds=5, generations=2, boards=20, stop_at=9, graph="position", errors="raise", workers=1, callback=None, measures={}, cells=["order"], population=8)),
    "maximize by an expression": (bp.maximize, dict(invariant="order", **OPT, generations=2, require="tree", ruleset="snort", keys={})),
    "search": (lambda config, folder, **more: bp.search(config, folder=folder, **more), dict(config={"game.ruleset": 1}, folder="/", seconds=1, seed=1, threads=1, set={})),
    "Run": (bp.Run, dict(folder="/")),
    "Table": (bp.Table, dict(rows=[{"a": 1}])),
    "Table[]": (lambda key: bp.Table([{"a": 1}])[key], dict(key=0)),
    "Sum": (bp.Sum, dict(components=[P, 1])),
    "Sum.hotstrat": (bp.Sum([P, V]).hotstrat, dict(player="L")),
    "Sum.sentestrat": (bp.Sum([P, V]).sentestrat, dict(player="L", last=0, ambient=1)),
    "Sum.moves": (bp.Sum([P, V]).moves, dict(player="L")),
    "play": (bp.play, dict(position=P, first="L", left="best", right="random", seed=1, most=9)),
}  # fmt: skip


@pytest.fixture(autouse=True)
def the_usual_limits(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield
    bp.limits(positions=5_000_000, work=2_000_000)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_errors_with_messages(name):
    call, right = CALLS[name]
    for argument in right:
        for kind, wrong in WRONG.items():
            try:
                call(**{**right, argument: wrong})
            except bp.Error as why:
                assert str(why), (name, argument, kind)
                assert not isinstance(why, bp.InternalError), (name, argument, kind, why)
            except ImportError:
                # A data frame was asked for, and pandas is not there.
                assert argument == "frame", (name, argument, kind)
            except ZeroDivisionError:
                # The exception of the caller's own function.
                assert kind == "function", (name, argument, kind)
            except Exception as why:
                if kind == "class" and argument in ("invariant", "callback", "left", "right"):
                    continue
                raise AssertionError(
                    f"{name}: {argument} = {kind}: {type(why).__name__}: {why}"
                ) from why


def test_the_sweep_has_every_public_callable():
    swept = {name.split(".")[0].split()[0].removesuffix("[]") for name in CALLS}
    without_arguments = set(
        "classes facts families formats functions invariants keys operators rulesets".split()
    )
    # These come out of the package alone.
    results = {
        "Bounds",
        "Move",
        "Thermograph",
        "Family",
        "Atlas",
        "Found",
        "Record",
        "Playout",
        "SumMove",
    }
    for name in bp.__all__:
        thing = getattr(bp, name)
        if callable(thing) and not (inspect.isclass(thing) and issubclass(thing, Exception)):
            assert name in swept | without_arguments | results, name


def test_foreign_objects_are_refused_by_name():
    with pytest.raises(bp.ArgumentError, match="instance of 'str'") as raised:
        bp.parse([])
    assert isinstance(raised.value, TypeError)
    assert "text" in str(getattr(raised.value, "__notes__", "text"))
    with pytest.raises(bp.Error, match="there is no vertex 9; the board has 4"):
        P.neighbors(9)
    with pytest.raises(bp.Error, match="order: expected a whole number"):
        bp.scan(class_="tree", order=(2, "x"))


def test_a_limit_is_no_refutation():
    certificate = bp.Position("caterpillar(6,5,6)").certificate()
    with pytest.raises(bp.LimitError, match="gave up"):
        certificate.check(positions=1)
    assert certificate.check()
    with pytest.raises(bp.RefutedError):
        bp.Certificate(str(C).replace('"least":"3/2"', '"least":"5/2"')).check()


def test_a_list_of_edges_has_the_rule_of_a_text():
    for edges, text in [([(1, 2), (2, 3)], "1-2,2-3"), ([(0, 1), (3, 4)], "0-1,3-4")]:
        with pytest.raises(bp.NotationError, match="is in no edge"):
            bp.Position(edges)
        with pytest.raises(bp.NotationError):
            bp.Position(text)
    assert bp.Position([0, (1, 2)]) == bp.Position("0,1-2")
    assert bp.Position({frozenset((0, 1)), frozenset((1, 2))}) == bp.Position("path(3)")
    assert bp.Position({"a": ["b", "c"], "b": "a"}).labels == ("a", "b", "c")
    assert bp.Position(edge for edge in [(0, 1), (1, 2)]) == bp.Position("path(3)")
    named = bp.Position([("a", "b"), ("b", "c")])
    assert named.labels == ("a", "b", "c") and named.edges == [(0, 1), (1, 2)]
