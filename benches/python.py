"""Speed of the Python package: `RAYON_NUM_THREADS=1 taskset -c 0 python benches/python.py` for one
thread, and without these words for the processes. Each figure is the median of five.
"""

import os
import statistics
import time

import boilingpoint as bp


def median(work, times=5):
    """The seconds that a work takes."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def told(what, figure, unit):
    print(f"{what:<62} {figure:>12,.2f} {unit}")


def size(p):
    return p.size


def searches():
    for most in (12, 20):
        boards = 40_000
        seconds = median(
            lambda: bp.maximize(size, "connected", (2, most), boards=boards, progress=False)
        )
        told(
            f"maximize, connected graphs of orders 2 to {most}, the size",
            boards / seconds,
            "boards a second",
        )


def asked():
    def run():
        opt = bp.Optimizer("connected", (2, 12))
        while opt.boards < 40_000:
            opt.tell([p.size for p in opt.ask()])
        return opt.boards

    told("ask and tell, orders 2 to 12, the size", 40_000 / median(run), "boards a second")


def graphs():
    try:
        import networkx as nx
    except ImportError:
        return
    atlas = nx.graph_atlas_g()[1:]
    positions = [bp.Position(g) for g in atlas]
    told(
        "Position(graph), the 1,252 graphs of networkx's atlas",
        median(lambda: [bp.Position(g) for g in atlas]) / len(atlas) * 1e6,
        "µs each",
    )
    told(
        "scan of the atlas, order and size, from graphs",
        median(lambda: bp.scan(boards=atlas, columns="order,size")) * 1e3,
        "ms",
    )
    told(
        "the same from positions",
        median(lambda: bp.scan(boards=positions, columns="order,size")) * 1e3,
        "ms",
    )
    told(
        "temperatures of the atlas, from graphs",
        median(lambda: bp.scan(boards=atlas, columns="temperature")) * 1e3,
        "ms",
    )


def values():
    p = bp.Position("star(3)")
    told(
        "Position('star(3)').temperature, again",
        median(lambda: [p.temperature for _ in range(10_000)]) / 10_000 * 1e6,
        "µs",
    )
    large = bp.Position("path(24)").value
    began = time.perf_counter()
    _ = large.temperature
    told(
        "the temperature of the value of path(24), first", (time.perf_counter() - began) * 1e3, "ms"
    )
    told("the same, again", median(lambda: large.temperature) * 1e3, "ms")


def functions():
    game = bp.game(
        moves=lambda p: [p.without(v, *p.neighbors(v)) for v in range(p.order)], impartial=True
    )
    calls = [0]

    def counted(p):
        calls[0] += 1
        return [p.without(v, *p.neighbors(v)) for v in range(p.order)]

    counting = bp.game(moves=counted, impartial=True, name="counted")
    began = time.perf_counter()
    _ = counting("product(path(4),path(5))").grundy
    told("calls of a game's Python function", calls[0] / (time.perf_counter() - began), "a second")
    assert game("path(7)").grundy == 1


def processes():
    def slow(p):
        end = time.perf_counter() + 0.01
        while time.perf_counter() < end:
            pass
        return p.size

    times = {
        n: median(lambda: bp.maximize(slow, "connected", (2, 12), boards=400, workers=n), 3)
        for n in (1, 2)
    }
    told("two processes with a score of 10 ms, against one", times[1] / times[2], "times as fast")


if __name__ == "__main__":
    searches()
    asked()
    graphs()
    values()
    functions()
    if len(os.sched_getaffinity(0)) > 1:
        processes()
