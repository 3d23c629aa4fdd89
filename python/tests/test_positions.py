"""Positions: boards of every notation, values, play, bounds, certificates, drawings."""

import pickle
from fractions import Fraction

import pytest

import boilingpoint as bp


def test_a_position_of_the_paper():
    p = bp.Position("caterpillar(4,3,4)")
    assert (p.order, p.size, p.ruleset, p.outcome) == (14, 13, "snort", "N")
    assert p.temperature == p.value.temperature == 7 and p.mean == 0 and p.stops == (7, -7)
    assert p.facts("temperature,degree") == {"temperature": 7, "degree": 5}
    assert p.evaluate("temperature - degree") == 2


@pytest.mark.parametrize("board", ["path(3)", "Bg", "0-1,1-2", [(0, 1), (1, 2)], [(1, 2), (0, 1)]])
def test_notations_of_a_board_agree(board):
    p = bp.Position(board)
    assert p == bp.Position("path(3)") and hash(p) == hash(bp.Position("Bg"))
    assert p.edges == [(0, 1), (1, 2)] and p.graph6 == "Bg" and p.name == "path(3)"


def test_games():
    assert bp.Position("..|..", ruleset="domineering").value == bp.Value("±1")
    assert bp.Position("..|..", ruleset="domineering").squares == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert bp.Position("path(5)", ruleset="node-kayles").grundy == 3
    assert bp.Position("path(3) L.R").tints == "L.R"
    assert bp.Position("0-1*3@0", ruleset="nim-on-graphs").token == 0
    geography = bp.Position("0-1,1-2@1", ruleset="vertex-geography")
    assert geography.outcome == "N" and geography.grundy is not None
    shannon = bp.Position("cycle(4)", ruleset="shannon")
    assert shannon.outcome in ("L", "R", "N", "P")
    with pytest.raises(bp.NoValueError, match="shannon"):
        shannon.temperature
    with pytest.raises(bp.NoValueError, match="shannon"):
        shannon.value
    assert "snort" in bp.rulesets()


def test_mistakes():
    for board, message in [
        ("star", "star(n)"),
        ("path(3):L", "tint"),
        ("DQ", "characters"),
        ("", ""),
    ]:
        with pytest.raises(bp.NotationError) as error:
            bp.Position(board)
        assert message in str(error.value)
    with pytest.raises(bp.GameError, match="snort"):
        bp.Position("path(3)", ruleset="snoort")
    with pytest.raises(bp.GameError):
        bp.Position("..|..", ruleset="snort")
    with pytest.raises(TypeError):
        bp.Position(7)
    with pytest.raises(ValueError):
        bp.Position([(0, 1, 2, 3)])
    with pytest.raises(ValueError):
        bp.Position([(0, -1)])
    with pytest.raises(bp.NotationError):
        bp.Position("path(2)").evaluate("temperatur")
    with pytest.raises(bp.Error):
        bp.Position("path(2)").neighbors(2)
    assert issubclass(bp.GameError, bp.Error) and issubclass(bp.Error, ValueError)


def test_play():
    p = bp.Position("path(5)")
    q = p.play("L", 2)
    assert q.labels == (0, 1, 3, 4) and q.tints == ".LL." and q in p.left_options
    r = q.play("R", 0)
    assert r.labels == (3, 4) and len(p.right_options) == 5
    assert [m.vertices for m in p.moves("R")] == [[0], [1], [2], [3], [4]]
    with pytest.raises(bp.GameError, match="the moves are"):
        q.play("R", 1)
    with pytest.raises(bp.GameError, match="player"):
        p.play("X", 0)
    assert bp.Position("path(1)").play("L", 0).order == 0
    domino = bp.Position("..|..", ruleset="domineering")
    assert domino.play("L", 2, 0).order == 2
    nim = bp.Position("0-1*3@0", ruleset="nim-on-graphs")
    with pytest.raises(bp.GameError, match="several moves"):
        nim.play("L", 1)


def test_the_value_follows_from_the_options():
    for board in ["path(4)", "star(3):L...", "cycle(5)", "0-1,1-2,2-0,3"]:
        p = bp.Position(board)
        made = bp.game([q.value for q in p.left_options], [q.value for q in p.right_options])
        assert made == p.value and (-p).value == -p.value


def test_isomorphic_positions():
    p, q = bp.Position("0-2,2-1:L.."), bp.Position("0-1,1-2:..L")
    assert p != q and p.is_isomorphic(q) and p.canonical() == q.canonical()
    assert not p.is_isomorphic(bp.Position("0-1,1-2:.L."))
    assert bp.Position("cycle(8)").opposable and not bp.Position("star(3)").opposable


def test_bounds_and_certificates():
    p = bp.Position("caterpillar(9,8,9)")
    bounds = p.bounds(steps=3000)
    assert bounds.temperature[0] <= p.temperature <= bounds.temperature[1]
    certificate = p.certificate(steps=3000)
    assert certificate.check() and certificate.temperature[0] <= p.temperature
    again = bp.Certificate(str(certificate))
    assert again.check() and len(again) == len(certificate) and again.ruleset == "snort"
    forged = str(certificate).replace('"temperature":{"least":"', '"temperature":{"least":"9', 1)
    assert forged != str(certificate)
    with pytest.raises(bp.RefutedError):
        bp.Certificate(forged).check()
    with pytest.raises(bp.NotationError):
        bp.Certificate("{}")


def test_limits():
    before = bp.limits()
    try:
        bp.limits(positions=10)
        with pytest.raises(bp.LimitError, match="10 positions"):
            bp.Position("product(path(4),path(5))").temperature
    finally:
        bp.limits(**before)
    with pytest.raises(bp.LimitError):
        bp.Position("product(path(8),path(8))").temperature


def test_large_boards():
    p = bp.Position("star(9999)")
    assert p.order == 10_000 and p.temperature == 9999
    with pytest.raises(bp.LimitError):
        bp.Position("path(10000)").value
    with pytest.raises(bp.NotationError, match="at most"):
        bp.Position("path(100000)")


def test_drawings():
    p = bp.Position("star(5)")
    assert p.svg(numbers=True).startswith("<svg") and p.png()[:4] == b"\x89PNG"
    assert "tikzpicture" in p.tikz() and "graph" in p.dot()
    html = p._repr_html_()
    assert html.count("<svg") == 2 and "star(5)" in html
    assert "<svg" in bp.Position("product(path(9),path(9))")._repr_html_()


def test_pickles():
    for p in [bp.Position("path(3):L.R"), bp.Position("..|#.", ruleset="domineering")]:
        assert pickle.loads(pickle.dumps(p)) == p


def test_positions_outlive_each_other():
    values = [q.value for q in bp.Position("path(7)").left_options]
    assert sum(values[1:], values[0]).temperature >= Fraction(0)
