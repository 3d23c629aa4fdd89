"""The process: interrupts, threads, forks, the program."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import boilingpoint as bp

HARD = "product(path(5),path(6))"


def code_of(work, setup=""):
    return f"""
import sys, time
import boilingpoint as bp
{setup}
print("ready", flush=True)
began = time.monotonic()
try:
    {work}
    print("done", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
bp.Position("path(4)").temperature
print("usable", flush=True)
"""


WORK = {
    "value": (f"bp.limits(positions=10**12, work=10**12); bp.Position({HARD!r}).value", ""),
    "scan": ("bp.scan(boards=iter(lambda: 'path(12)', None))", ""),
    "class": ("bp.scan(class_='connected', order=9)", ""),
    "atlas": ("bp.atlas('snort', 'connected', 9)", ""),
    "bounds": ("bp.Position('product(path(9),path(9))').bounds(steps=10**12)", ""),
    "family": ("bp.family('path(n)', n=range(1, 400), steps=10**9)", ""),
    "sum": (
        "for n in range(10**9): v = v + bp.game([w, 3 + n], [-w])",
        "w = bp.Position('caterpillar(6,5,6):L...................').value; v = w",
    ),
    "maximize": ("bp.maximize(lambda p: p.order, 'connected', (8, 16), seconds=600)", ""),
    "workers": (
        "bp.maximize(lambda p: time.sleep(9), 'tree', (8, 16), seconds=600, workers=2)",
        "",
    ),
    "function": (
        "game('path(30)').grundy",
        "game = bp.game(moves=lambda p: [p.without(v) for v in range(p.order)] + [time.sleep(0.01)][1:], impartial=True)",
    ),
    "sleep": ("bp.maximize(lambda p: time.sleep(9), 'tree', (8, 16), seconds=600)", ""),
}


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_ends_work_within_a_second(work):
    process = subprocess.Popen(
        [sys.executable, "-c", code_of(*WORK[work])], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.6)
    assert process.poll() is None
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert time.monotonic() - began < 1.2
    assert process.stdout.readline() == "usable\n"
    assert process.wait(timeout=20) == 0


def test_other_threads_run_during_work():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.01)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    bp.scan(class_="connected", order=8)
    seconds = time.monotonic() - began
    done.set()
    thread.join()
    assert len(ticks) > seconds * 20


def test_threads_agree():
    boards = [str(p) for p in bp.boards("tree", (9, 11))]
    alone = [bp.Position(b).value for b in boards]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda b: bp.Position(b).value, boards)) == alone


def value_of(text):
    p = bp.Position(text)
    return p.value, p.temperature, len(bp.scan(class_="tree", order=(2, 6)))


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_other_processes(method):
    boards = ["caterpillar(7,6,7)", "path(5)", "star(7)", "product(path(3),path(7))"]
    here = [value_of(b) for b in boards]
    opt = bp.Optimizer("tree", (2, 9))
    asked = opt.ask()
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(value_of, boards) == here
        assert pool.map_async(asked_again, [1]).get(60) == [list(map(str, asked))]
    assert opt.ask() == asked


def asked_again(seed):
    return [str(b) for b in bp.Optimizer("tree", (2, 9), seed=seed).ask()]


def test_the_program():
    def boil(*arguments, command=(sys.executable, "-m", "boilingpoint")):
        return subprocess.run([*command, *arguments], capture_output=True, text=True)

    assert boil("--version").stdout.split() == ["boil", bp.__version__]
    shown = boil("eval", "path(4)")
    assert shown.returncode == 0 and "±{2|1}" in shown.stdout
    wrong = boil("eval", "pth(4)")
    assert wrong.returncode == 2 and "did you mean" in wrong.stderr
    script = os.path.join(os.path.dirname(sys.executable), "boil")
    assert boil("eval", "path(4)", command=(script,)).stdout == shown.stdout


def test_nothing_else_is_imported():
    names = ["networkx", "pandas", "numpy", "matplotlib", "IPython"]
    code = f"import sys, boilingpoint; print([m for m in {names} if m in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
        == "[]\n"
    )


def test_progress_in_a_notebook_ends_with_the_whole(monkeypatch):
    import types

    from boilingpoint import _progress

    shown = []
    handle = types.SimpleNamespace(update=lambda data, raw: shown.append(data["text/plain"]))
    display = types.SimpleNamespace(
        display=lambda data, raw, display_id: shown.append(data["text/plain"]) or handle
    )
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setattr(_progress, "_in_notebook", lambda: True)
    line = _progress.Line(True, unit="boards", total=261_080)
    line.began -= 1
    line.count(196_096)
    line.count(261_080)
    assert shown == [f"196,096 of 261,080 boards, {shown[0].split(', ')[-1]}"[: len(shown[0])]]
    line.end()
    assert len(shown) == 2 and shown[1].startswith("261,080 of 261,080 boards")
