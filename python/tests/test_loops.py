"""Search loops of one's own: processes, maps, batches, callbacks, measures, fronts, expressions, states."""

import concurrent.futures
import os
import time
from fractions import Fraction

import pytest

import boilingpoint as bp

TREES = dict(class_="tree", order=(2, 10), generations=8)


def leaves(p):
    return sum(len(p.neighbors(v)) == 1 for v in range(p.order))


def spread(p):
    return leaves(p) - p.evaluate("diameter") / 2


def same(found, other):
    return (found.history, found.archive, found.boards, found.reason) == (
        other.history,
        other.archive,
        other.boards,
        other.reason,
    )


def by_joblib(function, boards):
    joblib = pytest.importorskip("joblib")
    return joblib.Parallel(n_jobs=2, prefer="threads")(joblib.delayed(function)(b) for b in boards)


def test_whoever_scores_the_same_is_found():
    alone = bp.maximize(spread, **TREES)
    assert same(bp.maximize(spread, workers=2, **TREES), alone)
    assert same(bp.maximize(lambda p: spread(p), workers=3, **TREES), alone)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        assert same(bp.maximize(spread, map=pool.map, **TREES), alone)
    assert same(bp.maximize(lambda boards: [spread(p) for p in boards], batch=True, **TREES), alone)
    if pytest.importorskip("joblib"):
        assert same(bp.maximize(spread, map=by_joblib, **TREES), alone)
    for limits in [dict(boards=100), dict(stop_at=3), dict(boards=101, workers=2)]:
        some = {"class_": "tree", "order": (2, 10), **limits}
        assert same(
            bp.maximize(spread, **{**some, "workers": 2}),
            bp.maximize(spread, **{**some, "workers": 1}),
        )


def test_several_processes_share_the_boards():
    def slow(p):
        time.sleep(0.01)
        return p.size

    own = {"process": lambda p: os.getpid()}
    found = bp.maximize(slow, "tree", (6, 12), boards=150, workers=2, measures=own)
    processes = set(found.archive["process"])
    assert len(processes) == 2 and os.getpid() not in processes


def test_exceptions_of_other_processes_name_the_board(tmp_path):
    def odd(p):
        if p.order == 7:
            raise ValueError("seven")
        return p.size

    for more in [dict(), dict(workers=2)]:
        with pytest.raises(ValueError, match="seven") as raised:
            bp.maximize(
                odd, "tree", (2, 9), generations=20, state=tmp_path / f"state{len(more)}", **more
            )
        assert raised.value.found.reason == "error"
        if hasattr(raised.value, "__notes__"):
            assert any("the board is Position(" in note for note in raised.value.__notes__)
        found = bp.maximize(odd, "tree", (2, 9), generations=20, errors="skip", **more)
        assert found.score == 8
    for wrong in [dict(workers=2, batch=True), dict(workers=0), dict(batch=True, errors="skip")]:
        with pytest.raises(bp.Error):
            bp.maximize(leaves, **{**TREES, **wrong})
    with pytest.raises(bp.Error, match="gave 1 scores of"):
        bp.maximize(lambda boards: [1], batch=True, **TREES)


def test_callbacks_and_progress():
    seen = []
    found = bp.maximize(
        leaves,
        "tree",
        (2, 12),
        callback=lambda opt: seen.append(opt.generation) or opt.generation == 3,
    )
    assert found.reason == "callback" and seen == [1, 2, 3]

    class Bar:
        def __init__(self, unit, total):
            self.n, self.unit, self.total, self.closed = 0, unit, total, False
            bars.append(self)

        def update(self, more):
            self.n += more

        def close(self):
            self.closed = True

    bars = []
    bp.maximize(leaves, "tree", (2, 12), boards=200, progress=Bar)
    bp.scan(class_="connected", order=(2, 7), progress=Bar)
    assert bars[0].total == 200 and 100 < bars[0].n <= 200 and bars[0].closed and bars[1].closed


def test_own_measures_are_cells():
    found = bp.maximize(
        lambda p: -p.evaluate("diameter"),
        measures={"leaves": leaves, "half": lambda p: p.order / 2},
        **TREES,
    )
    assert found.archive.columns == ["leaves", "half", "score", "position"]
    for row in found.archive:
        assert (
            leaves(row["position"]) == row["leaves"] and row["position"].order // 2 == row["half"]
        )
    opt = bp.Optimizer("tree", (2, 9), measures=["leaves"])
    boards = opt.ask()
    with pytest.raises(bp.Error, match="has 0 measures, but the search has 1"):
        opt.tell([1] * len(boards))
    with pytest.raises(bp.Error, match="measures of 1 boards"):
        opt.tell([1] * len(boards), [1])
    opt.tell([1] * len(boards), [leaves(p) for p in boards])
    assert set(opt.archive["leaves"]) == {leaves(p) for p in boards}


def test_several_scores_make_a_front():
    found = bp.maximize(
        lambda p: (leaves(p), p.evaluate("diameter")), "tree", (2, 9), front=True, seconds=60
    )
    assert found.reason == "exhausted"
    assert found.front["score"] == [(k, 10 - k) for k in range(8, 1, -1)]


def test_expressions():
    hot = bp.maximize("temperature - degree", "tree", (2, 12), generations=30)
    assert hot.score == Fraction(3, 2) and isinstance(hot.score, Fraction)
    two = bp.maximize(["leaves", "-order"], "tree", (2, 9), require="diameter >= 4", generations=40)
    assert two.score == (6, -9) and all(type(x) is int for x in two.score)
    assert (
        bp.maximize("grundy", "connected", (2, 6), ruleset="node-kayles", generations=9).score >= 2
    )
    with pytest.raises(bp.Error, match="did you mean"):
        bp.maximize("temperatur", "tree", (2, 9))


def test_scores_come_back_as_they_were_told():
    np = pytest.importorskip("numpy", reason="numbers of numpy")
    for score, kind in [
        (3, int),
        (2.5, float),
        (0.1, float),
        (Fraction(1, 3), Fraction),
        (True, int),
        (np.float64(0.1), float),
        (np.float32(0.1), float),
        (np.int64(7), int),
    ]:
        opt = bp.Optimizer("tree", (2, 6))
        opt.tell([score] * len(opt.ask()))
        assert opt.score == score and type(opt.score) is kind, score
        assert all(type(x) is kind for x in opt.archive["score"])
    found = bp.maximize(lambda p: p.order * 0.1 if p.order > 3 else 0, "tree", (2, 6))
    assert found.score == 6 * 0.1 and all(type(x) is float for x in found.archive["score"])


def test_a_state_of_another_search_is_refused_by_name(tmp_path):
    state = tmp_path / "state"
    right = dict(class_="connected", order=(2, 9), seed=3, cells=["order"], population=20)
    first = bp.maximize(lambda p: p.size, generations=3, state=state, **right)
    stored = state.read_bytes()
    others = [
        dict(class_="tree"), dict(order=(2, 6)), dict(seed=4), dict(cells=["size"]), dict(population=21),
        dict(islands=2), dict(ruleset="col"), dict(start=["cycle(5)"]), dict(objective="size"), dict(require="tree"),
        dict(keys={"boards.max_degree": 3}), dict(front=True), dict(measures={"order": lambda p: p.order}),
    ]  # fmt: skip
    for other in others:
        name = next(iter(other))
        with pytest.raises(bp.Error, match="another search") as raised:
            bp.maximize(lambda p: p.size, generations=5, state=state, **{**right, **other})
        told = {
            "class_": "boards.class",
            "cells": "archive.cells",
            "start": "boards.start",
            "keys": "max_degree",
        }
        assert told.get(name, name) in str(raised.value), (name, str(raised.value))
    with pytest.raises(bp.Error, match="another search: the score of"):
        bp.maximize(lambda p: -p.size, generations=5, state=state, **right)
    assert state.read_bytes() == stored
    # The limits may change, and the search goes on as if it had not ended.
    more = bp.maximize(lambda p: p.size, generations=5, state=state, **right)
    whole = bp.maximize(lambda p: p.size, generations=5, **right)
    assert first.boards < more.boards and same(more, whole)
