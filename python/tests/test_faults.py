"""Faults: processes that are killed, disks that are full, damaged files, exceptions of callbacks."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import boilingpoint as bp

posix = pytest.mark.skipif(os.name == "nt", reason="signals and limits of POSIX")

CONFIG = {
    "game": {"ruleset": "snort"},
    "boards": {"class": "tree", "order": [2, 12]},
    "objective": {"maximize": "temperature - degree"},
    "search": {"count": 0, "generations": 24, "population": 24, "checkpoint_every": 4},
}
FILES = ["progress.csv", "archive.jsonl", "records.jsonl", "operators.csv", "seen.bin"]

#: Two searches, as another process runs them: a run folder, and a state.
SEARCHES = f"""
import boilingpoint as bp

def search():
    return bp.search({CONFIG!r}, folder="run")

def maximize():
    score = lambda p: p.evaluate("leaves") - p.evaluate("diameter") / 2
    return bp.maximize(score, "tree", (2, 13), generations=20, state="state")
"""


def started(code, folder):
    return subprocess.Popen(
        [sys.executable, "-c", SEARCHES + code], cwd=folder, stdout=subprocess.PIPE, text=True
    )


def ended(code, folder):
    process = started(code, folder)
    said = process.communicate(timeout=120)[0]
    assert process.returncode == 0, said
    return said


def shown(found):
    return (found.history, found.archive, found.boards, found.reason)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with both searches, undisturbed."""
    folder = tmp_path_factory.mktemp("whole")
    ended("search(), maximize()", folder)
    return folder


def resumed(folder):
    """Both searches to their ends, as a notebook does that is started again."""
    again = "bp.Run('run').resume()" if (folder / "run/manifest.json").exists() else "search()"
    ended(f"{again}, maximize()", folder)


def assert_same(folder, whole):
    for name in FILES:
        ours, theirs = (top / "run" / name for top in (folder, whole))
        assert ours.read_bytes() == theirs.read_bytes(), name
    found, expected = (bp.Optimizer.load(top / "state") for top in (folder, whole))
    assert (found.boards, found.archive) == (expected.boards, expected.archive)


@posix
@pytest.mark.parametrize("file", ["run/progress.csv", "state"])
def test_a_killed_process_loses_nothing(file, whole, tmp_path):
    """Killed four times: soon after the file has changed, in another instant each time."""
    kills = 0
    for kill in range(4):
        process = started("search()" if kill < 2 and "run" in file else "maximize()", tmp_path)
        path = tmp_path / file
        before = path.stat().st_mtime_ns if path.exists() else None
        changed = lambda: path.exists() and path.stat().st_mtime_ns != before
        while process.poll() is None and not changed():
            time.sleep(0.002)
        time.sleep(0.01 * kill)
        process.kill()
        kills += process.wait() == -signal.SIGKILL
        if (tmp_path / "run").exists() and not (tmp_path / "run/manifest.json").exists():
            with pytest.raises(bp.RunFolderError):
                bp.Run(tmp_path / "run")
        if (tmp_path / "run/manifest.json").exists():
            assert bp.Run(tmp_path / "run").status in ("running", "finished")
            if kill == 0:
                shutil.rmtree(tmp_path / "run")
    assert kills >= 1
    resumed(tmp_path)
    assert_same(tmp_path, whole)


#: A disk that is full: no file may have more bytes than this.
FULL = """
import os, resource
for most in (300, 3_000, 30_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    run = bp.Run("run").resume if os.path.exists("run/manifest.json") else search
    for work in (run, maximize):
        try:
            work()
            print("done")
        except (bp.Error, OSError) as why:
            assert str(why), repr(why)
            assert work is not maximize or why.found.boards > 0
            print("refused", type(why).__name__)
    assert bp.Position("path(4)").temperature == 1.5
    assert not os.path.exists("state.new")
"""


@posix
def test_a_full_disk_is_an_exception_and_loses_nothing(whole, tmp_path):
    said = ended(FULL, tmp_path)
    assert said.count("refused") >= 3, said
    resumed(tmp_path)
    assert_same(tmp_path, whole)


def test_a_place_that_cannot_be_written(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises(bp.Error, match="file"):
        bp.search(CONFIG, folder=file / "run")
    with pytest.raises(OSError) as raised:
        bp.maximize("size", "tree", (2, 6), generations=2, state=file / "state")
    assert raised.value.found.score == 5
    assert file.read_text() == "no folder"


@posix
def test_an_interrupt_is_an_interrupt_though_the_state_cannot_be_kept(tmp_path):
    def interrupted(p):
        shutil.rmtree(tmp_path / "folder", ignore_errors=True)
        raise KeyboardInterrupt

    (tmp_path / "folder").mkdir()
    with pytest.raises(KeyboardInterrupt) as raised:
        bp.maximize(interrupted, "tree", (2, 6), state=tmp_path / "folder/state")
    assert raised.value.found.boards == 0
    if hasattr(raised.value, "__notes__"):
        assert "the state is not kept" in raised.value.__notes__[-1]


def test_a_damaged_state_is_refused_by_name(whole, tmp_path):
    sound = (whole / "state").read_bytes()
    state = tmp_path / "state"
    places = range(0, len(sound), len(sound) // 60)
    damaged = [sound[:at] for at in places]
    damaged += [sound[:at] + bytes([sound[at] ^ 4]) + sound[at + 1 :] for at in places]
    damaged += [b"", sound + b"x", sound * 2, b"\0" * len(sound), sound[::-1]]
    for bytes_ in damaged:
        state.write_bytes(bytes_)
        with pytest.raises(bp.Error, match="state: "):
            bp.Optimizer.load(state)
    assert state.read_bytes() == damaged[-1]


def test_a_damaged_run_is_refused_or_read(whole, tmp_path):
    """No exception but the package's own, from any file with any damage."""
    refused = 0
    run = tmp_path / "run"
    shutil.copytree(whole / "run", run)
    files = [path for path in sorted(run.rglob("*")) if path.is_file()]
    for file in files:
        sound = file.read_bytes()
        half = len(sound) // 2
        changed = sound[:half] + b"\xff\0" + sound[half + 2 :]
        for damaged in [b"", sound[:half], changed, sound[half:]]:
            file.write_bytes(damaged)
            try:
                found = bp.Run(run)
                found.progress, found.timing, found.records, found.archive, found.best
                found.plot("fitness"), found.reload().config
            except bp.Error as why:
                refused += 1
                assert str(why) and not isinstance(why, bp.InternalError), (file, why)
        file.write_bytes(sound)
    assert refused > 8
    assert bp.Run(run).resume().best.line == bp.Run(whole / "run").best.line


def test_exceptions_of_callbacks_end_the_work_alone():
    class Odd(Exception):
        pass

    def odd(*_, **__):
        raise Odd("mine")

    own = bp.game(moves=odd, impartial=True)
    trees = dict(class_="tree", order=(2, 8), generations=5)
    for work in [
        lambda: bp.maximize(odd, **trees),
        lambda: bp.maximize("size", callback=odd, **trees),
        lambda: bp.maximize("size", progress=odd, **trees),
        lambda: bp.maximize(lambda p: p.size, map=odd, **trees),
        lambda: bp.maximize(lambda p: p.size, measures={"m": odd}, **trees),
        lambda: own("path(3)").grundy,
        lambda: bp.scan(boards=map(odd, ["path(3)"])),
        lambda: bp.scan(class_="connected", order=(2, 6), progress=odd),
    ]:
        with pytest.raises(Odd, match="mine"):
            work()
    assert bp.Position("path(4)").temperature == 1.5


def test_two_threads_do_not_write_one_run(tmp_path):
    ends = []

    def search():
        try:
            ends.append(bp.search(CONFIG, folder=tmp_path / "run").status)
        except bp.RunFolderError as why:
            ends.append(str(why))

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends.count("finished") == 1
    assert all(end == "finished" or str(tmp_path) in end for end in ends), ends
