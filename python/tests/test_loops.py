"""Search loops of one's own: processes, maps, batches, callbacks, measures, fronts, expressions, states."""

import concurrent.futures
import os
import pickle
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


def test_an_interrupt_at_the_end_of_a_generation_loses_nothing(tmp_path, monkeypatch):
    """The scores of a generation must not be taken for those of the next."""
    tell, state = bp.Optimizer._tell_pending, tmp_path / "state"

    def interrupted(search):
        tell(search)
        raise KeyboardInterrupt

    monkeypatch.setattr(bp.Optimizer, "_tell_pending", interrupted)
    for generation in range(1, 4):
        with pytest.raises(KeyboardInterrupt) as raised:
            bp.maximize(spread, state=state, **TREES)
        assert raised.value.found.optimizer.generation == generation
        stored = bp.Optimizer.load(state)
        assert stored.boards == stored._search.boards and not stored._pending
    monkeypatch.undo()
    assert same(bp.maximize(spread, state=state, **TREES), bp.maximize(spread, **TREES))


def test_results_of_a_map_have_their_places():
    alone = bp.maximize(spread, **TREES)
    backwards = lambda function, boards: reversed([function(b) for b in list(boards)])
    assert same(bp.maximize(spread, map=backwards, **TREES), alone)
    with concurrent.futures.ThreadPoolExecutor(3) as pool:

        def unordered(function, boards):
            waiting = [pool.submit(function, board) for board in boards]
            for future in concurrent.futures.as_completed(waiting):
                yield future.result()

        assert same(bp.maximize(spread, map=unordered, **TREES), alone)
    wrong = {
        "gave 1 results": lambda function, boards: [function(list(boards)[0])],
        "gave 0 results": lambda function, boards: [],
        "twice": lambda function, boards: [function(list(boards)[0])] * 2,
        "not int": lambda function, boards: [1, 2],
        "not NoneType": lambda function, boards: None,
    }
    for told, map in wrong.items():
        with pytest.raises(bp.Error, match=told):
            bp.maximize(spread, map=map, **TREES)
    with pytest.raises(bp.ArgumentError, match="map: expected a function"):
        bp.maximize(spread, map=5, **TREES)


def test_boards_that_do_not_meet_the_condition_get_no_score(tmp_path):
    seen = []

    def few(p):
        seen.append(p)
        return leaves(p)

    free = dict(class_="connected", order=(2, 8), generations=20, require="clique <= 2")
    alone = bp.maximize(few, state=tmp_path / "state", **free)
    assert seen and all(p.evaluate("clique") <= 2 for p in [*seen, *alone.archive["position"]])
    assert alone.boards > len(seen)
    again = bp.maximize(lambda boards: list(map(leaves, boards)), batch=True, **free)
    assert same(again, alone) and same(bp.maximize(leaves, workers=2, **free), alone)
    with pytest.raises(bp.Error, match="unknown invariant"):
        bp.maximize(leaves, **{**free, "require": "clik <= 2"})
    with pytest.raises(bp.Error, match="condition"):
        bp.maximize(leaves, **{**free, "require": "clique"})


def test_a_state_is_that_of_the_function_and_of_the_measures(tmp_path):
    state = tmp_path / "state"
    right = dict(class_="tree", order=(2, 9), seed=3, measures={"leaves": leaves})
    best = bp.maximize(lambda p: p.order, generations=4, state=state, **right).best
    # The best board has the same score.
    other = lambda p: p.order if p.is_isomorphic(best) else 0
    with pytest.raises(bp.Error, match="another search: the score of"):
        bp.maximize(other, generations=6, state=state, **right)
    own = {"leaves": lambda p: leaves(p) - 1}
    with pytest.raises(bp.Error, match="another search: the measures of"):
        bp.maximize(lambda p: p.order, generations=6, state=state, **{**right, "measures": own})
    bp.maximize(lambda p: p.order, generations=6, state=state, **right)


def test_no_byte_of_a_state_can_change(tmp_path):
    opt = bp.Optimizer("tree", (2, 6))
    opt.tell([leaves(p) / 2 for p in opt.ask()])
    opt._pending.append((0.5, None))
    stored = opt.to_bytes()
    assert bp.Optimizer.from_bytes(stored).boards == opt.boards
    for place in range(len(stored)):
        damaged = bytearray(stored)
        damaged[place] ^= 1
        with pytest.raises(bp.Error):
            bp.Optimizer.from_bytes(bytes(damaged))
    opt._pending.extend([(0.5, None)] * 10_000)
    with pytest.raises(bp.Error, match="more scores than boards"):
        bp.Optimizer.from_bytes(opt.to_bytes())


@pytest.mark.parametrize(
    "wrong", [2**200, (1, 2), [], "x", float("inf")], ids=["huge", "pair", "empty", "text", "inf"]
)
def test_a_score_that_is_refused_is_not_in_the_state(tmp_path, wrong):
    state = tmp_path / "state"
    for generation in (1, 3):
        calls = []

        def odd(p):
            calls.append(p)
            return wrong if len(calls) == generation * 20 else leaves(p)

        with pytest.raises(bp.Error) as raised:
            bp.maximize(odd, state=state, **TREES)
        assert raised.value.found.boards >= 19
    assert same(bp.maximize(leaves, state=state, **TREES), bp.maximize(leaves, **TREES))
    for own in ["score", "position"]:
        with pytest.raises(bp.Error, match="has a column"):
            bp.maximize(leaves, measures={own: leaves}, **TREES)
    for measure in [lambda p: None, lambda p: (1, 2), lambda p: "x"]:
        with pytest.raises(bp.Error):
            bp.maximize(leaves, measures={"own": measure}, **TREES)


def test_workers_keep_to_the_time():
    first = bp.Optimizer("tree", (2, 9)).ask()[0]

    def slow(p):
        time.sleep(0 if p == first else 3600)
        return p.order

    found = bp.maximize(slow, "tree", (2, 9), workers=2, seconds=1)
    assert found.reason == "seconds"
    whole = bp.maximize(slow, "tree", (2, 9), workers=2, stop_at=2)
    assert whole.reason == "stop_at"


def die(p):
    os._exit(3)


def test_a_process_that_ends_is_an_error():
    with pytest.raises(bp.Error, match="a process ended"):
        bp.maximize(die, "tree", (2, 9), workers=2)
    with pytest.raises(bp.ArgumentError, match="batch"):
        bp.maximize(lambda boards: 5, batch=True, **TREES)


def test_a_state_that_reached_the_aim_does_not_go_on(tmp_path):
    state = tmp_path / "state"
    first = bp.maximize(leaves, "tree", (2, 12), stop_at=5, state=state)
    stored = state.read_bytes()
    again = bp.maximize(leaves, "tree", (2, 12), stop_at=5, state=state)
    assert again.reason == first.reason == "stop_at" and again.boards == first.boards
    assert state.read_bytes() == stored
    more = bp.maximize(leaves, "tree", (2, 12), stop_at=7, state=state)
    assert more.boards > first.boards and more.score >= 7


def test_an_exception_of_scores_that_are_told_is_its_own():
    opt = bp.Optimizer("tree", (2, 6))
    with pytest.raises(TypeError) as raised:
        opt.tell(p.order + "x" for p in opt.ask())
    assert not isinstance(raised.value, bp.Error)
    with pytest.raises(bp.ArgumentError):
        opt.tell(5)
    assert opt.generation == 0


class Named(bp.Optimizer):
    """A search of one's own."""

    def __init__(self, name, **arguments):
        super().__init__("tree", (2, 7), **arguments)
        self.name = name


def test_searches_of_ones_own_class_go_on_elsewhere():
    opt = Named("mine", seed=4)
    opt.tell([leaves(p) for p in opt.ask()])
    back = pickle.loads(pickle.dumps(opt))
    assert type(back) is Named and back.name == "mine" and back.ask() == opt.ask()


def test_numbers_of_numpy_are_settings():
    np = pytest.importorskip("numpy")
    keys = {"boards.max_degree": np.int64(3), "budget.positions": np.int32(1000)}
    found = bp.maximize(leaves, "tree", (2, 8), seconds=np.int64(60), generations=3, keys=keys)
    assert all(p.evaluate("degree") <= 3 for p in found.archive["position"])
    for wrong in [None, {1, 2}, object()]:
        with pytest.raises(bp.ArgumentError, match="config"):
            bp.Optimizer("tree", (2, 8), keys={"boards.max_degree": wrong})


def test_a_number_of_another_kind_keeps_its_digits(tmp_path):
    def mixed(p):
        return 2**53 + 1 if p.order == 6 else p.size / 2

    state = tmp_path / "state"
    assert bp.maximize(mixed, "tree", (2, 6), generations=2, state=state).score == 2**53 + 1
    assert bp.maximize(mixed, "tree", (2, 6), generations=4, state=state).score == 2**53 + 1


def test_a_function_that_raises_stop_iteration_ends_nothing_else(tmp_path):
    def ends(p):
        return next(iter(())) if p.size == 5 else p.size

    state = tmp_path / "state"
    bp.maximize(lambda p: p.size, "connected", (2, 6), generations=1, state=state)
    for more in [dict(), dict(map=map), dict(workers=2), dict(state=state)]:
        with pytest.raises(RuntimeError, match="StopIteration") as raised:
            bp.maximize(ends, "connected", (2, 6), generations=5, **more)
        assert raised.value.found.boards < 100
    skipped = bp.maximize(ends, "connected", (2, 6), generations=5, errors="skip")
    assert skipped.reason == "generations" and skipped.score == 15


def test_an_exception_of_a_resumed_search_tells_what_was_found(tmp_path):
    state = tmp_path / "state"
    first = bp.maximize(leaves, state=state, **TREES)
    with pytest.raises(ZeroDivisionError) as raised:
        bp.maximize(lambda p: 1 / 0, state=state, **TREES)
    assert raised.value.found.score == first.score


def test_equal_expressions_are_two_components():
    assert bp.maximize(["order", "order"], "tree", (2, 6), generations=3).score == (6, 6)


def test_maps_and_processes_end_their_work():
    ended = []

    def by_hand(function, boards):
        for board in boards:
            yield function(board)
        ended.append(True)

    bp.maximize(leaves, map=by_hand, **TREES)
    assert len(ended) == TREES["generations"]
    with pytest.raises(bp.Error, match="twice"):
        bp.maximize(leaves, map=lambda f, boards: [*map(f, boards), f(boards[0])], **TREES)
    team = bp._workers.Workers(bp._workers.Scorer(leaves, "position", {}, False), 2)
    with team:
        search = bp.Optimizer("connected", (2, 9))
        for _ in range(20):
            asked = search.ask()
            search.tell([score for score, _ in team.scores(asked)])
        processes = list(team._pool._processes.values())
    assert [process.exitcode for process in processes] == [0, 0] and team._chunk > 1


def test_a_game_of_a_lambda_may_be_scored_by_processes():
    own = bp.game(moves=lambda p: [p.without(v) for v in range(p.order)], impartial=True)
    limits = dict(class_="tree", order=(2, 7), generations=3, ruleset=own)
    found = bp.maximize(lambda p: p.grundy, workers=2, **limits)
    assert same(found, bp.maximize(lambda p: p.grundy, **limits))
