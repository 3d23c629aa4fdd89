"""Searches in run folders."""

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction

import pytest

import boilingpoint as bp

CONFIG = {
    "game": {"ruleset": "snort"},
    "boards": {"class": "tree", "order": [2, 12]},
    "objective": {"maximize": "temperature - degree"},
    "search": {"count": 0, "generations": 12, "population": 32},
}


def test_a_run(tmp_path):
    run = bp.search(CONFIG, folder=tmp_path / "a")
    assert (run.status, run.reason, len(run.progress)) == ("finished", "generations", 12)
    assert run.best.fitness == Fraction(3, 2) == run.best.position.evaluate("temperature - degree")
    assert isinstance(run.progress[-1]["best"], Fraction) and run.progress[-1]["best"] == Fraction(
        3, 2
    )
    assert all(record.verified for record in run.records) and run.records[-1].order > 2
    assert {"order", "degree", "fitness", "position"} == set(run.archive.columns)
    assert (
        run.objective == "temperature - degree"
        and run.ruleset == "snort"
        and "seed = 1" in run.config
    )
    for kind in ["fitness", "frontier", "heat", "islands", "operators", "rates", "throughput"]:
        assert run.plot(kind).startswith("<svg")
    assert run._repr_html_().count("<svg") >= 3 and "<svg" in run.best._repr_html_()
    with pytest.raises(bp.Error, match="no chart"):
        run.plot("pie")
    again = bp.search(CONFIG, folder=tmp_path / "b", threads=1)
    assert (tmp_path / "a/progress.csv").read_bytes() == (tmp_path / "b/progress.csv").read_bytes()
    assert again.records[-1].line == run.records[-1].line
    before = {
        path: path.read_bytes() for path in sorted((tmp_path / "a").rglob("*")) if path.is_file()
    }
    assert run.resume().manifest == json.loads(before[tmp_path / "a/manifest.json"])
    assert before == {path: path.read_bytes() for path in before}
    longer = run.resume(set={"search.generations": 20})
    assert len(longer.progress) == 20
    with pytest.raises(bp.ConfigurationError, match="cannot change"):
        run.resume(set={"boards.class": "any"})


def test_a_config_file_and_overrides(tmp_path):
    path = tmp_path / "trees.toml"
    path.write_text(
        'game.ruleset = "snort"\nboards.class = "tree"\nobjective.maximize = "temperature"\n'
    )
    run = bp.search(
        path, folder=tmp_path / "run", seed=5, set={"search.count": 0, "search.generations": 3}
    )
    assert run.manifest["seed"] == 5 and len(run.progress) == 3
    assert bp.Run(str(tmp_path / "run")).best.line == run.best.line


def test_mistakes(tmp_path):
    with pytest.raises(bp.ConfigurationError, match="did you mean"):
        bp.search({**CONFIG, "sed": 1}, folder=tmp_path / "x")
    with pytest.raises(bp.ConfigurationError, match="cannot read"):
        bp.search(tmp_path / "none.toml")
    with pytest.raises(TypeError):
        bp.search(7)
    with pytest.raises(bp.RunFolderError):
        bp.Run(tmp_path)
    bp.search(CONFIG, folder=tmp_path / "y", set={"search.generations": 1})
    with pytest.raises(bp.RunFolderError):
        bp.search(CONFIG, folder=tmp_path / "y")
    assert not (tmp_path / "x").exists()


def test_matplotlib(tmp_path):
    plt = pytest.importorskip("matplotlib.figure")
    run = bp.search(CONFIG, folder=tmp_path / "a", set={"search.generations": 4})
    ax = run.plot(ax=plt.Figure().subplots())
    assert [line.get_label() for line in ax.lines] == ["best", "median"]
    assert run.plot("frontier", ax=plt.Figure().subplots()).get_xlabel() == "order"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupted_run_resumes_with_the_same_result(tmp_path):
    config = {
        **CONFIG,
        "boards": {"class": "tree", "order": [2, 16]},
        "search": {"count": 0, "generations": 60},
    }
    code = f"""
import boilingpoint as bp
try:
    bp.search({config!r}, folder={str(tmp_path / "a")!r})
except KeyboardInterrupt as why:
    print(why)
"""
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    progress = tmp_path / "a" / "progress.csv"
    while not progress.exists() or progress.read_text().count("\n") < 5:
        time.sleep(0.02)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert ".resume()" in process.communicate(timeout=30)[0]
    run = bp.Run(tmp_path / "a")
    assert (run.status, run.reason) == ("stopped", "interrupted") and len(run.progress) < 60
    run.resume()
    whole = bp.search(config, folder=tmp_path / "b")
    assert run.status == "finished" and json.dumps(run.records[-1].line) == json.dumps(
        whole.records[-1].line
    )
    assert progress.read_bytes() == (tmp_path / "b" / "progress.csv").read_bytes()
