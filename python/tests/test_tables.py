"""Tables for pandas, polars, Arrow, files and LaTeX."""

import json
import shutil
import subprocess
from fractions import Fraction

import pytest

import boilingpoint as bp
from boilingpoint import Table
from boilingpoint._tables import Interval

TREES = bp.scan(class_="tree", order=(2, 8))
ROWS = bp.scan(
    boards=["path(4)", "star(3)", "path(5)"],
    columns="board,order,girth,temperature,tree,canonical_form",
)


def test_data_frames():
    pd = pytest.importorskip("pandas")
    frame = TREES.to_pandas()
    assert str(frame["order"].dtype) == str(frame["boards"].dtype) == "int64"
    assert frame["max"].map(type).eq(Fraction).all() and frame["max"].sum() == sum(TREES["max"])
    rounded = TREES.to_pandas(exact=False)
    assert str(rounded["max"].dtype) == "float64" and rounded["max"].tolist() == [
        float(x) for x in TREES["max"]
    ]
    rows = ROWS.to_pandas()
    assert str(rows["order"].dtype) == "int64" and str(rows["tree"].dtype) == "bool"
    mixed = bp.scan(boards=["path(4)", "cycle(5)"], columns="girth,hot").to_pandas()
    assert str(mixed["girth"].dtype) == "Int64" and mixed["girth"].tolist() == [pd.NA, 5]
    assert bp.Table([]).to_pandas().empty and pd.DataFrame(TREES).equals(pd.DataFrame(TREES.rows))
    pytest.importorskip("matplotlib").use("agg")
    assert len(rounded.plot(x="order", y="max").lines) == 1
    assert frame.plot(x="order", y="boards") is not None


def test_polars_and_arrow(tmp_path):
    pl = pytest.importorskip("polars")
    frame = TREES.to_polars()
    assert frame["order"].dtype.is_integer() and frame["max"].dtype == pl.Float64
    assert frame["order"].to_list() == TREES["order"] and frame["max"].to_list() == [
        float(x) for x in TREES["max"]
    ]
    assert TREES.to_polars(exact=True)["max"].to_list() == [str(x) for x in TREES["max"]]
    pa = pytest.importorskip("pyarrow")
    table = pa.table(TREES)
    assert (
        table.schema.field("order").type == pa.int64()
        and table.schema.field("max").type == pa.float64()
    )
    assert pl.DataFrame(TREES).equals(frame)
    TREES.to_parquet(tmp_path / "trees.parquet")
    import pyarrow.parquet as parquet

    assert parquet.read_table(tmp_path / "trees.parquet")["boards"].to_pylist() == TREES["boards"]


def test_json_and_csv_are_exact(tmp_path):
    rows = json.loads(TREES.to_json())
    assert [Fraction(row["max"]) for row in rows] == TREES["max"] and rows[0]["order"] == 2
    TREES.to_json(tmp_path / "trees.json")
    assert json.loads((tmp_path / "trees.json").read_text()) == rows
    assert TREES.to_csv().splitlines()[0] == ",".join(TREES.columns)
    TREES.to_csv(tmp_path / "trees.csv")
    assert (tmp_path / "trees.csv").read_text() == TREES.to_csv()
    assert TREES.to_dict(exact=False)["max"] == [float(x) for x in TREES["max"]]


def test_mistakes():
    with pytest.raises(bp.Error, match="no column 'x'; the columns are order"):
        TREES["x"]
    with pytest.raises(bp.ArgumentError):
        bp.Table([1])
    with pytest.raises(IndexError):
        TREES[99]
    assert list(bp.Table([{"a": 1}])) == [{"a": 1}]


WORST = [
    {"text": "".join(map(chr, range(32, 127))), "board": "".join(map(chr, range(63, 127))), "number": Fraction(-7, 2), "canonical_form": "{3||2*|-1}", "value": bp.parse("^^*2 + {1|-1}")},
    {"text": r"~ ^ \ & % $ # _ { } < > | ` ' \" -- --- ?` !` ,, << >> `` ''", "board": r"~}|{zyx`_^]\[", "number": -3, "canonical_form": "±{3|2}", "value": bp.parse("tiny(2)")},
    {"text": "± × 1/2\n2", "board": bp.Position("path(3):L.R"), "number": 1e-300, "canonical_form": "no form {|", "value": None},
    {"text": [Fraction(1, 2), "a_b", 3, 4], "board": bp.Position("petersen"), "number": True, "canonical_form": "^*3", "value": bp.Value(Fraction(7, 8))},
]  # fmt: skip


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="LaTeX is there")
def test_tables_compile_and_show_what_they_have(tmp_path):
    table = bp.Table(
        [
            *WORST,
            *[
                {
                    "text": str(p),
                    "board": str(p),
                    "number": p.order,
                    "canonical_form": str(p.value),
                    "value": p.value,
                }
                for p in bp.boards("connected", (2, 5))
            ],
        ]
    )
    source = "\\documentclass{article}\n\\usepackage[a1paper,landscape]{geometry}\\pagestyle{empty}\n\\begin{document}\n\\small\n"
    (tmp_path / "table.tex").write_text(source + table.to_latex() + "\n\\end{document}\n")
    made = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "table.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout[-2000:]
    log = (tmp_path / "table.log").read_text(errors="replace")
    assert "Missing character" not in log
    if shutil.which("pdftotext"):
        subprocess.run(["pdftotext", "-layout", "table.pdf"], cwd=tmp_path, check=True)
        shown = (tmp_path / "table.txt").read_text()
        for board in ["D~{", "Du[", "Dq{", "C~"]:
            assert board in shown.replace("ˆ", "^").replace("˜", "~"), board


def test_forms_are_in_math_mode():
    text = bp.Table(WORST[:1]).to_latex()
    assert "$-7/2$" in text and r"\texttt" in text and r"\mid" in text
    assert bp.Table([{"canonical_form": "±{3|2}"}]).to_latex().count("$") == 2


def test_columns_have_one_type():
    rows = [
        {"n": 1, "x": Fraction(1, 2), "any": "a", "large": 2**70},
        {"n": None, "x": Interval((1, None)), "any": 3, "large": 1},
        {"n": 3, "x": Interval((Fraction(1, 3), 2)), "any": [1], "large": 0},
    ]
    table = Table(rows)
    plain = table.to_dict(exact=False)
    assert plain["x"] == [0.5, None, None]
    assert plain["x_least"] == [0.5, 1, 1 / 3] and plain["x_most"] == [0.5, None, 2]
    assert table.to_dict() == {name: [row[name] for row in rows] for name in rows[0]}
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    polars = pytest.importorskip("polars").DataFrame(table)
    assert polars["any"].to_list() == ["a", "3", "[1]"]
    assert polars["large"].to_list() == [str(2**70), "1", "0"]
    assert table.to_arrow().column("x_least").to_pylist() == [0.5, 1.0, 1 / 3]
    fine = Table([{"a": 2**53 + 1, "b": (1, Fraction(1, 3))}, {"a": Fraction(1, 2), "b": (2**70,)}])
    assert fine.to_polars()["a"].to_list() == [str(2**53 + 1), "0.5"]
    for exact in (False, True):
        shown = fine.to_arrow(exact).column("b").to_pylist()
        assert shown[1] == [str(2**70)] and shown[0][0] == "1"
    front = bp.scan(class_="tree", order=(2, 7), objective=["temperature - degree", "order"])
    assert front.to_arrow(exact=True).column("max").to_pylist()[0] == ["0", "2"]
    assert front.to_arrow().column("max").to_pylist()[0] == [0.0, 2.0]
    assert list(table.to_pandas(exact=False).columns) == [
        "n",
        "x",
        "x_least",
        "x_most",
        "any",
        "large",
    ]


def test_bounds_are_columns_and_boards_of_all_packages_are_texts(tmp_path):
    pytest.importorskip("pyarrow")
    pytest.importorskip("polars")
    family = bp.family("nary_tree(2,n)", n=range(4, 7), steps=3)
    with_bounds = [row for row in family if isinstance(row["temperature"], tuple)]
    assert with_bounds and with_bounds != family.rows
    frame = family.to_polars()
    assert frame["temperature"].null_count() == len(with_bounds)
    for row, least, most in zip(family, frame["temperature_least"], frame["temperature_most"]):
        t = row["temperature"]
        assert [least, most] == list(map(float, t if isinstance(t, tuple) else (t, t)))
    family.to_parquet(tmp_path / "t.parquet")
    boards = ["path(4)", [("a", "b"), ("b", "c")], bp.Position("star(3)")]
    table = bp.scan("snort", boards, columns="order")
    assert table.to_polars()["input"].to_list() == ["path(4)", "Bg", "Cs"]
    assert r"\texttt{Bg}" in table.to_latex()


def test_rows_in_another_order_keep_their_columns():
    table = Table([{"a": 1, "b": 2}, {"b": 4, "a": 3}, {"c": 5, "a": 0}])
    assert table.columns == ["a", "b", "c"] and table["c"] == [None, None, 5]
    assert table.to_csv() == "a,b,c\n1,2,\n3,4,\n0,,5\n"
    assert "3 & 4 & --" in table.to_latex()
    assert str(table).splitlines()[2].split() == ["3", "4", "-"]
    assert "<tr><td>3</td><td>4</td><td>-</td></tr>" in table._repr_html_()


def test_cells_may_be_arrays():
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("pandas")
    table = Table([{"a": numpy.zeros(2)}, {"a": None}])
    assert len(table.to_pandas()) == 2
