"""Scans, classes, families and the atlas."""

import subprocess
import sys
import time
import warnings
from fractions import Fraction

import pytest

import boilingpoint as bp


def test_a_scan_of_a_stream_is_that_of_the_class():
    trees = bp.scan(class_="tree", order=(2, 10))
    stream = bp.scan("snort", bp.boards("tree", (2, 10)), "temperature - degree")
    assert trees == stream
    assert [row["boards"] for row in trees] == [1, 1, 2, 3, 6, 11, 23, 47, 106]
    assert trees[-1]["max"] == 1 and trees["examples"][-1][0].evaluate("temperature - degree") == 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_do_not_depend_on_threads(threads):
    table = bp.scan(class_="connected", order=(2, 6), top=3, threads=threads)
    assert table == bp.scan(class_="connected", order=(2, 6), top=3, threads=1)


def test_the_program_gives_the_same_maxima():
    command = [
        sys.executable,
        "-m",
        "boilingpoint",
        "scan",
        "--class",
        "tree",
        "--order",
        "2..9",
        "--json",
    ]
    import json

    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    told = [(row["order"], row["boards"], Fraction(row["max"])) for row in map(json.loads, lines)]
    table = bp.scan(class_="tree", order=(2, 9))
    assert told == [(row["order"], row["boards"], row["max"]) for row in table]


def test_rows_conditions_and_columns():
    rows = bp.scan(boards=["path(4)", "star(3)"], columns=["name", "temperature", "girth", "tree"])
    assert rows.rows[0] == {
        "input": "path(4)",
        "name": "path(4)",
        "temperature": Fraction(3, 2),
        "girth": None,
        "tree": True,
    }
    some = bp.scan(class_="tree", order=6, require="degree <= 3", columns="degree")
    assert set(some["degree"]) == {2, 3}
    lexicographic = bp.scan(boards=["path(4)"], objective="temperature; order")
    assert lexicographic[0]["max"] == (Fraction(3, 2), 4)
    tinted = bp.scan(class_="tree", order=2, tinted=True)
    assert tinted[0]["boards"] == 6


def test_boards_without_an_answer_are_told():
    boards = ["path(3)", "pth(3)", "product(path(8),path(8))"]
    with pytest.warns(UserWarning, match="2 boards have no answer; the first: line 2"):
        table = bp.scan(boards=boards)
    assert table.missing == 2 and len(table.missed) == 2 and table["order"] == [3, 64]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(bp.scan(boards=[])) == 0


def test_a_row_for_each_input_in_order():
    boards = [
        "path(3)",
        "pth(3)",
        [(0, 1), (1, 2), (2, 3)],
        bp.Position("star(3)"),
        "product(path(8),path(8))",
    ]
    with pytest.warns(UserWarning, match="2 boards have no answer"):
        table = bp.scan(boards=boards, columns="board,order,temperature", require="order < 99")
    assert [row["input"] for row in table] == boards and len(table) == len(boards)
    assert [row["temperature"] for row in table] == [2, None, Fraction(3, 2), 3, None]
    assert [row["board"] for row in table][:2] == ["Bo", None]
    # With a generator as well: the items are kept.
    again = bp.scan(boards=iter(boards[:1] * 5000), columns="order", missing="raise")
    assert again["input"] == boards[:1] * 5000 and set(again["order"]) == {3}
    dropped = bp.scan(boards=boards, columns="order,temperature", missing="drop")
    assert dropped["input"] == [boards[0], boards[2], boards[3]] and dropped.missing == 2
    with pytest.raises(bp.NotationError, match="line 2.*pth"):
        bp.scan(boards=boards, columns="order", missing="raise")
    with pytest.raises(bp.LimitError):
        bp.scan(boards=boards[-1:], missing="raise")
    with pytest.raises(bp.Error, match="missing: expected"):
        bp.scan(boards=boards, columns="order", missing="skip")
    with pytest.raises(bp.NotationError, match="not a board"):
        bp.scan(boards=["path(3)", ""], columns="order")
    # Boards that the condition leaves out are no missing ones.
    trees = bp.scan(boards=["path(3)", "cycle(3)"], columns="order", require="tree")
    assert trees["input"] == ["path(3)"] and trees.missing == 0


def test_rows_of_a_file_have_its_texts(tmp_path):
    file = tmp_path / "boards.txt"
    file.write_text("path(3)\ncycle(5)\n")
    assert bp.scan("snort", file, columns="input,order").rows == [
        {"input": "path(3)", "order": 3},
        {"input": "cycle(5)", "order": 5},
    ]
    assert list(bp.scan(class_="tree", order=3, columns="order")[0]) == ["order"]


def test_whole_invariants_are_int():
    rows = bp.scan(
        boards=["path(4)"],
        columns="order,degree + 1,degree / 3,temperature,floor(mean),tree,average_distance",
    )
    kinds = [type(x) for x in list(rows[0].values())[1:]]
    assert kinds == [int, int, Fraction, Fraction, int, bool, Fraction]
    assert type(bp.scan(class_="tree", order=5, objective="leaves")[0]["max"]) is int
    assert type(bp.scan(class_="tree", order=5, objective="temperature")[0]["max"]) is Fraction
    assert list(
        map(type, bp.scan(class_="tree", order=5, objective="temperature; size")[0]["max"])
    ) == [Fraction, int]
    assert type(bp.Position("path(3)").evaluate("size")) is int
    for name, summary in bp.invariants().items():
        if summary.startswith("number"):
            assert type(bp.Position("path(3)").evaluate(name)) in (int, Fraction, type(None)), name


def test_mistakes():
    for call in [
        lambda: bp.scan(),
        lambda: bp.scan(class_="tree"),
        lambda: bp.scan(class_="tree", order=90),
        lambda: bp.scan(class_="shrub", order=5),
        lambda: bp.scan(boards=["path(2)"], objective="degree <= 2"),
        lambda: bp.scan(boards=["path(2)"], require="degree"),
        lambda: bp.scan(boards=["path(2)"], columns="nonsense"),
        lambda: bp.scan(class_="tree", order=3, loops=True),
        lambda: bp.scan(boards=["path(2)\npath(3)"]),
        lambda: bp.scan("snrt", ["path(2)"]),
    ]:
        with pytest.raises(bp.Error):
            call()
    for call in [
        lambda: bp.scan(boards="path(2)"),
        lambda: bp.scan(boards=[7]),
        lambda: bp.scan(boards=7),
    ]:
        with pytest.raises(bp.ArgumentError):
            call()


def test_an_exception_of_the_iterable_ends_the_scan():
    def boards():
        yield from bp.boards("tree", (2, 9))
        raise RuntimeError("no more")

    began = time.monotonic()
    with pytest.raises(RuntimeError, match="no more"):
        bp.scan(boards=boards())
    assert time.monotonic() - began < 3


def test_families():
    f = bp.family("caterpillar(n+1,n,n+1)", n=range(1, 9))
    assert (
        f["temperature"] == [2 * n + 1 for n in range(1, 9)] and f.fit()["temperature"] == "2 n + 1"
    )
    assert f.formulas()[0]["held_out"] > 0 and isinstance(f[0]["position"], bp.Position)
    assert isinstance(f["order"][0], int) and isinstance(f["temperature"][0], Fraction)
    two = bp.family("tree(a*tree(b*leaf))", a=range(1, 4), b=2, objective="temperature - degree")
    assert len(two) == 3 and two["a"] == [1, 2, 3] and "temperature - degree" in two.columns
    own = bp.family(
        "nested(n,2)", n=range(1, 3), define="nested(a,b) = tree(a*tree(b*leaf))", columns="order"
    )
    assert own["order"] == [4, 7]
    few = bp.family("path(n)", n=range(1, 3)).formulas()
    assert few[0]["formula"] is None and "too few" in few[0]["note"]
    for mistake in [
        lambda: bp.family("path(n)"),
        lambda: bp.family("path(n)", m=3, n=3),
        lambda: bp.family("pth(n)", n=3),
        lambda: bp.family("path(n)", n=range(1, 9, 2)),
        lambda: bp.family("path(n)", n=range(-2, 3)),
    ]:
        with pytest.raises(bp.Error):
            mistake()
    with pytest.raises(TypeError):
        bp.family("path(n)", number=3)


def test_the_atlas(tmp_path):
    table = bp.atlas("snort", "tree", 9, folder=tmp_path)
    assert table.boards == 47 and table.checked and sum(table.outcomes.values()) == 47
    assert table == bp.atlas("snort", "tree", 9, folder=tmp_path)
    assert (tmp_path / "snort-tree-09.json").exists()
    assert bp.atlas("node-kayles", "tree", 6)["objective"] == ["grundy"]
    for mistake in [lambda: bp.atlas("snort", "any", 3), lambda: bp.atlas("snort", "tree", 999)]:
        with pytest.raises(bp.Error):
            mistake()


def test_tables():
    table = bp.scan(class_="tree", order=(2, 5))
    assert "<table>" in table._repr_html_() and "order" in str(table)
    assert table.to_latex().startswith(r"\begin{tabular}{rrrrlrr}")
    assert len(table[1:]) == 3
    try:
        import pandas
    except ImportError:
        with pytest.raises(ImportError):
            table.to_pandas()
        assert isinstance(bp.scan(class_="tree", order=3, frame=None), bp.Table)
    else:
        frame = bp.scan(class_="tree", order=(2, 5), frame=None)
        assert isinstance(frame, pandas.DataFrame) and list(frame["boards"]) == table["boards"]
        assert frame["max"].sum() == 0


@pytest.mark.parametrize("weights", [0, 4_000_000_000])
def test_weights_out_of_range(weights):
    with pytest.raises(bp.Error, match="weights: expected a (whole )?number"):
        bp.scan("nim-on-graphs", ["0-1"], "grundy", weights=weights)
    with pytest.raises(bp.Error, match="tinted: nim-on-graphs has no use"):
        bp.scan("nim-on-graphs", ["0-1"], "grundy", tinted=True)


def test_positions_have_their_own_game():
    col = [bp.Position(text, "col") for text in ("path(4)", "star(3)", "cycle(5)")]
    by_itself = bp.scan(boards=col, columns="order,temperature")
    assert by_itself == bp.scan("col", col, columns="order,temperature")
    assert by_itself["temperature"] == [p.temperature for p in col]
    assert by_itself != bp.scan("snort", col, columns="order,temperature")
    assert bp.scan(boards=iter(["path(4)"]), columns="temperature")["temperature"] == [
        bp.Position("path(4)").temperature
    ]
    for mixed in [[*col, bp.Position("path(4)")], ["path(4)", *col], [*col, "path(4)"]]:
        with pytest.raises(bp.GameError, match="give the ruleset"):
            bp.scan(boards=mixed)
        assert bp.scan("col", mixed)["boards"]
    assert len(bp.scan(boards=[])) == 0
    with pytest.raises(bp.Error):
        bp.scan(boards=[None, "path(3)"])
