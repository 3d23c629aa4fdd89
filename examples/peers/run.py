"""Runs the peers and `boil search` on the same problems, and writes a row of CSV for each run.

A run ends when it meets the optimum or when its seconds have passed. It has one thread and a
process of its own. Rows that the file has are not made again. `boil` values the best board of each
run: this value is the one that counts.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import graphs
from problems import PROBLEMS, ROOT, Problem, Solver, program

#: The name of a peer: its module, its function, the package whose version matters.
PEERS = {
    "deap": ("deap_ga", "search", "deap"),
    "ribs": ("ribs_map", "search", "ribs"),
    "anneal flip": ("anneal", "search", "networkx"),
    "anneal swap": ("anneal", "swap", "networkx"),
    "nested": ("nested", "search", None),
}
COLUMNS = [
    "peer",
    "problem",
    "seed",
    "limit",
    "best",
    "reached",
    "evaluations",
    "evaluations_to_best",
    "seconds_to_best",
    "board",
    "versions",
]
ONE_THREAD = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"]


class Done(Exception):
    """A run has met the optimum, or its time has passed."""


def search_with_peer(peer: str, problem: Problem, seed: int, seconds: float) -> dict:
    """Runs a peer in this process."""
    module, function, package = PEERS[peer]
    search = getattr(importlib.import_module(module), function)
    best = {"score": None, "evaluations": 0}
    count = 0
    begin = time.perf_counter()

    def report(score, graph):
        nonlocal count
        count += 1
        passed = time.perf_counter() - begin
        if best["score"] is None or score > best["score"]:
            best.update(score=score, graph=list(graph), evaluations=count, seconds=passed)
        if score >= problem.target or passed >= seconds:
            raise Done

    try:
        search(problem, seed, seconds, report)
    except Done:
        pass
    versions = f"python {platform.python_version()}"
    if package:
        versions += f", {package} {version(package)}"
    return {
        "reached": best["score"] >= problem.target,
        "evaluations": count,
        "evaluations_to_best": best["evaluations"],
        "seconds_to_best": best["seconds"],
        "board": graphs.graph6(best["graph"]),
        "versions": versions,
    }


def search_with_boil(problem: Problem, seed: int, seconds: float) -> dict:
    """Runs `boil search` and reads its log. The times are those of the ends of generations."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        command = [program(), "search", str(ROOT / problem.config), "--out", str(run)]
        command += ["--seed", str(seed), "--threads", "1"]
        for setting in [*problem.settings, f"budget.seconds={seconds:g}"]:
            command += ["--set", setting]
        subprocess.run(command, check=True, capture_output=True)
        manifest = json.loads((run / "manifest.json").read_text())
        events = map(json.loads, (run / "events.jsonl").read_text().splitlines())
        found = [event for event in events if event["event"] == "best"][-1]
        with open(run / "timing.csv") as file:
            elapsed = {int(row["generation"]): row["elapsed"] for row in csv.DictReader(file)}
    return {
        "reached": manifest["stop_reason"] in ("stop_when", "found"),
        "evaluations": manifest["boards_valued"],
        "evaluations_to_best": found["boards"],
        "seconds_to_best": float(elapsed[found["generation"]]),
        "board": found["board"],
        "versions": f"boil {manifest['version']}",
    }


def seeds(text: str) -> list[int]:
    """The seeds of a list such as `1..20` or `1,2,5`."""
    if ".." in text:
        first, last = map(int, text.split(".."))
        return list(range(first, last + 1))
    return [int(part) for part in text.split(",")]


def one(peer: str, name: str, seed: int, seconds: float) -> dict:
    """The row of a run."""
    problem = PROBLEMS[name]
    if peer == "boil":
        row = search_with_boil(problem, seed, seconds)
    else:
        row = search_with_peer(peer, problem, seed, seconds)
    value = Solver(problem).value(row["board"])
    if row["reached"] != (value is not None and value >= problem.optimum):
        sys.exit(f"{peer} and `boil eval` disagree on {row['board']}, {name}: {value}")
    row |= {"peer": peer, "problem": name, "seed": seed, "limit": f"{seconds:g}"}
    row["reached"] = int(row["reached"])
    row["seconds_to_best"] = f"{row['seconds_to_best']:.3f}"
    row["best"] = "" if value is None else str(value)
    return row


def main() -> None:
    names = ["boil", *PEERS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20, help="the seconds of a run")
    parser.add_argument("--seeds", type=seeds, default="1..20", help="`1..20` or `1,2,5`")
    parser.add_argument("--peers", nargs="+", choices=names, default=names, metavar="PEER")
    parser.add_argument("--problems", nargs="+", choices=PROBLEMS, default=list(PROBLEMS))
    parser.add_argument("--out", type=Path, default=Path("peers.csv"), help="the file of rows")
    parser.add_argument("--list", action="store_true", help="print the peers and the problems")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.list:
        print("peers:", *names, sep="\n  ")
        print("problems:", *PROBLEMS, sep="\n  ")
        return
    if given.one:
        row = one(given.peers[0], given.problems[0], given.seeds[0], given.seconds)
        print(json.dumps(row))
        return
    done = set()
    if given.out.exists():
        with open(given.out, newline="") as file:
            rows = csv.DictReader(file)
            done = {(r["peer"], r["problem"], r["seed"], r["limit"]) for r in rows}
    else:
        given.out.write_text(",".join(COLUMNS) + "\n")
    failed = 0
    for seed in given.seeds:
        for name in given.problems:
            for peer in given.peers:
                if peer == "anneal swap" and PROBLEMS[name].swap is None:
                    continue
                if (peer, name, str(seed), f"{given.seconds:g}") not in done:
                    failed += not run(peer, name, seed, given.seconds, given.out)
    if failed:
        sys.exit(f"{failed} runs failed; the same command tries them again")


def run(peer: str, name: str, seed: int, seconds: float, out: Path) -> bool:
    """Makes a row in a process of its own and appends it; whether this went well."""
    command = [sys.executable, __file__, "--one", "--peers", peer, "--problems", name]
    command += ["--seeds", str(seed), "--seconds", f"{seconds:g}"]
    environment = os.environ | {name: "1" for name in ONE_THREAD}
    ended = subprocess.run(command, stdout=subprocess.PIPE, env=environment)
    if ended.returncode:
        print(f"{name}, {peer}, seed {seed}: failed", flush=True)
        return False
    row = json.loads(ended.stdout)
    with open(out, "a", newline="") as file:
        csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(row)
    state = "optimum" if row["reached"] else "best"
    print(
        f"{name}, {peer}, seed {seed}: {state} {row['best']} after"
        f" {row['evaluations_to_best']} boards, {row['seconds_to_best']} s",
        flush=True,
    )
    return True


if __name__ == "__main__":
    main()
