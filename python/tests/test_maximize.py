"""Searches for invariants of one's own."""

import math
import threading
import time
from fractions import Fraction

import pytest

import boilingpoint as bp


def leaves(p):
    return sum(len(p.neighbors(v)) == 1 for v in range(p.order))


def run(opt, generations, invariant=leaves):
    asked = []
    for _ in range(generations):
        boards = opt.ask()
        opt.tell([invariant(b) for b in boards])
        asked += boards
    return asked


@pytest.mark.parametrize("islands", [1, 3])
def test_no_board_is_asked_twice_and_the_same_seed_gives_the_same(islands):
    def asked(seed):
        opt = bp.Optimizer("connected", (2, 9), seed=seed, islands=islands)
        return run(opt, 8)

    boards = asked(1)
    assert len({str(b.canonical()) for b in boards}) == len(boards) > 300
    assert boards == asked(1) != asked(2)


def test_ask_repeats_until_told():
    opt = bp.Optimizer("tree", (2, 8))
    assert opt.ask() == opt.ask() and opt.boards == 0
    with pytest.raises(bp.Error, match="scores were told"):
        opt.tell([])
    opt.tell([None] * len(opt.ask()))
    assert opt.best is None and opt.score is None and opt.generation == 1


def test_a_small_class_is_exhausted():
    found = bp.maximize(leaves, "tree", (2, 9), seconds=60)
    assert (found.reason, found.boards, found.score) == ("exhausted", 94, 8)
    assert found.best.name == "star(8)" and found.history["boards"] == sorted(
        found.history["boards"]
    )
    assert "<svg" in found._repr_html_()


def test_scores_may_be_numbers_of_any_kind():
    np = pytest.importorskip("numpy", reason="numbers of numpy")
    for score in [3, 2.5, Fraction(1, 3), True, np.float64(0.5), np.int64(7), (1, Fraction(1, 2))]:
        opt = bp.Optimizer("tree", (2, 6))
        opt.tell([score] * len(opt.ask()))
        assert opt.score == (tuple(score) if isinstance(score, tuple) else score)


@pytest.mark.parametrize(
    "score, error, message",
    [
        (float("nan"), bp.Error, "the score is nan; give None"),
        (float("inf"), bp.Error, "the score is inf"),
        ("7", TypeError, "is a str"),
        ([], bp.Error, "no component"),
        (1e300, bp.LimitError, "128-bit"),
        (1j, TypeError, "complex"),
    ],
)
def test_scores_that_are_no_numbers_name_the_board(score, error, message):
    opt = bp.Optimizer("tree", (2, 6))
    boards = opt.ask()
    with pytest.raises(error) as raised:
        opt.tell([1] * (len(boards) - 1) + [score])
    assert message in str(raised.value) and f"`{boards[-1]}`" in str(raised.value)
    assert opt.boards == 0 and opt.ask() == boards
    with pytest.raises(bp.Error, match="components"):
        opt.tell([1] * (len(boards) - 1) + [(1, 2)])


def test_an_invariant_that_raises(tmp_path):
    calls = []

    def odd(p):
        calls.append(p)
        if len(calls) == 200:
            raise ZeroDivisionError("board 200")
        return leaves(p)

    state = tmp_path / "state"
    with pytest.raises(ZeroDivisionError, match="board 200") as raised:
        bp.maximize(odd, "connected", (2, 9), generations=6, state=state)
    found = raised.value.found
    assert found.boards == 199 and found.score is not None
    if hasattr(raised.value, "__notes__"):
        assert "the board is Position(" in raised.value.__notes__[0]
    resumed = bp.maximize(odd, "connected", (2, 9), generations=6, state=state)
    # One board raised an exception, and the best one and up to four others are scored again.
    assert len({str(p.canonical()) for p in calls}) == resumed.boards
    assert 2 <= len(calls) - resumed.boards <= 6
    whole = bp.maximize(leaves, "connected", (2, 9), generations=6)
    assert (resumed.best, resumed.history) == (whole.best, whole.history)


def test_an_invariant_with_nan_or_errors_that_are_skipped():
    def some(p):
        if p.order % 2:
            raise ValueError("odd")
        return math.nan if p.order == 4 else p.order

    with pytest.raises(ValueError):
        bp.maximize(some, "tree", (2, 9), generations=2)
    found = bp.maximize(some, "tree", (2, 9), generations=50, errors="skip")
    assert found.score == 8


def test_limits_and_resuming(tmp_path):
    state = tmp_path / "state"
    began = time.monotonic()
    first = bp.maximize(lambda p: time.sleep(0.02), "tree", (5, 12), seconds=0.5, state=state)
    assert first.reason == "seconds" and time.monotonic() - began < 2
    assert 0 < first.boards < 40 and first.best is None
    more = bp.maximize(leaves, "tree", (5, 12), boards=first.boards + 50, state=state)
    assert more.reason == "boards" and more.boards == first.boards + 50
    stopped = bp.maximize(leaves, "tree", (5, 12), stop_at=7)
    assert stopped.reason == "stop_at" and stopped.score >= 7
    (tmp_path / "damaged").write_bytes(state.read_bytes()[:-3])
    with pytest.raises(bp.Error):
        bp.maximize(leaves, state=tmp_path / "damaged")
    (tmp_path / "other").write_text("no state")
    with pytest.raises(bp.Error, match="not the state"):
        bp.Optimizer.load(tmp_path / "other")


def test_archive_start_and_keys():
    opt = bp.Optimizer("connected", (3, 8), cells=["order", "size"], start=["cycle(7)"])
    assert any(b.is_isomorphic(bp.Position("cycle(7)")) for b in opt.ask())
    run(opt, 10, lambda p: -p.size)
    row = opt.archive[0]
    assert (
        list(row) == ["order", "size", "score", "position"] and row["size"] == row["position"].size
    )
    cubic = bp.Optimizer("connected", (4, 8), keys={"boards.max_degree": 3})
    assert max(len(b.neighbors(v)) for b in run(cubic, 5) for v in range(b.order)) == 3
    for mistake in [
        lambda: bp.Optimizer("shrub"),
        lambda: bp.Optimizer(order=(9, 2)),
        lambda: bp.Optimizer(cells=["temperature"]),
        lambda: bp.Optimizer(cells=["colour"]),
        lambda: bp.Optimizer("tree", start=["cycle(5)"]),
        lambda: bp.Optimizer(keys={"search.no_such": 1}),
        lambda: bp.maximize(leaves, graph="igraph"),
        lambda: bp.maximize(leaves, errors="ignore"),
    ]:
        with pytest.raises(bp.Error):
            mistake()


def test_graphs_of_networkx():
    nx = pytest.importorskip("networkx")
    found = bp.maximize(nx.diameter, "connected", (2, 7), generations=20, graph="networkx")
    assert found.score == 6 and found.best.is_isomorphic(bp.Position("path(7)"))


def test_threads_of_python():
    results = {}

    def work(seed):
        results[seed] = bp.maximize(leaves, "tree", (2, 10), generations=10, seed=seed).history

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    for seed in range(4):
        assert (
            results[seed] == bp.maximize(leaves, "tree", (2, 10), generations=10, seed=seed).history
        )


def test_threads_may_share_a_search():
    opt = bp.Optimizer("tree", (2, 12), islands=2)
    boards = opt.ask()
    seen = []
    threads = [threading.Thread(target=lambda: seen.append(opt.ask())) for _ in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert seen == [boards] * 8
