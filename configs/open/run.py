#!/usr/bin/env python3
"""Searches for counterexamples to the conjectures of `conjectures.csv`, for a time each.

    python3 configs/open/run.py --seconds 3600 --until 9000 --jobs 2

A conjecture whose row in `results.csv` has had as many seconds, or a counterexample, is left out.
A search that was stopped goes on where it was: its run is kept in `runs/open`. Without --until,
the script ends when all have had their time. Needs Python 3.10 and the program, and nothing else.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

HERE = Path(__file__).resolve().parent
COLUMNS = ["id", "outcome", "seconds", "boards", "margin", "nearest", "version"]
# Trees of these orders fit into a search; scans list those below them.
ORDERS = {"tree": "[3, 60]", "connected": "[3, 24]"}


def rows(name):
    path = HERE / name
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def settings(row):
    """The keys of the config that a conjecture sets."""
    keys = {
        "name": row["id"],
        "boards.class": row["class"],
        "boards.order": ORDERS[row["class"]],
        "objective.find": row["find"],
        "objective.require": row["require"] or "true",
    }
    return [part for key, value in keys.items() for part in ("--set", f"{key}={value}")]


def result(row, folder, seconds):
    manifest = json.loads((folder / "manifest.json").read_text())
    best = manifest.get("best") or {"fitness": ["", ""], "board": ""}
    found = manifest["stop_reason"] == "found"
    # At the end, short walks from the nearest boards look for a board as well.
    for order in (manifest.get("missed") or {}).get("orders", []):
        if order["distance"] == "0" and not found:
            found, best = True, {"fitness": [""], "board": order["board"]}
    return {
        "id": row["id"],
        "outcome": "counterexample" if found else "none",
        "seconds": seconds,
        "boards": manifest["boards_valued"],
        "margin": best["fitness"][0],
        "nearest": best["board"],
        "version": manifest["version"],
    }


def search(row, args, end):
    """Searches for as long as the row is to have; nothing if the time of the script is over."""
    folder = Path(args.runs) / row["id"]
    left = end - time.monotonic() if end else None
    if left is not None and left < 1:
        return None
    budget = ["--set", f"budget.seconds={args.seconds}", "--threads", "1"]
    if folder.exists():
        command = [args.boil, "resume", str(folder), *budget]
    else:
        config = str(HERE / "conjecture.toml")
        command = [args.boil, "search", config, "--out", str(folder), *settings(row), *budget]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        said = process.communicate(timeout=left)[1]
    except subprocess.TimeoutExpired:
        process.terminate()
        process.communicate()
        return None
    if process.returncode not in (0, 1):
        print(f"{row['id']}: {said.strip()}", file=sys.stderr)
        return None
    return result(row, folder, args.seconds)


def check(args, wanted):
    """Has the program read the config of each conjecture."""
    for row in wanted:
        config = str(HERE / "conjecture.toml")
        subprocess.run([args.boil, "check", config, *settings(row)], check=True, stdout=subprocess.DEVNULL)
    print(f"{len(wanted)} conjectures are read")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=int, default=3600, help="seconds of each search")
    parser.add_argument("--until", type=float, help="stop after so many seconds in all")
    parser.add_argument("--jobs", type=int, default=1, help="searches at the same time")
    parser.add_argument("--only", nargs="*", help="these conjectures")
    parser.add_argument("--boil", default="boil", help="the program")
    parser.add_argument("--runs", default="runs/open", help="the folder of the runs")
    parser.add_argument("--check", action="store_true", help="only read the configs")
    args = parser.parse_args()
    wanted = [row for row in rows("conjectures.csv") if not args.only or row["id"] in args.only]
    if args.check:
        return check(args, wanted)
    done = {row["id"]: row for row in rows("results.csv")}

    def is_over(row):
        known = done.get(row["id"])
        return known and (known["outcome"] != "none" or int(known["seconds"]) >= args.seconds)

    end = time.monotonic() + args.until if args.until else None
    lock = Lock()

    def one(row):
        found = search(row, args, end)
        if found is None:
            return
        with lock:
            done[row["id"]] = found
            keep(done)
            print(found["id"], found["outcome"], found["margin"], found["nearest"], flush=True)

    with ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(one, [row for row in wanted if not is_over(row)]))


def keep(done):
    """Writes the results in the order of the conjectures; a reader sees the old file or the new."""
    order = [row["id"] for row in rows("conjectures.csv")]
    new = HERE / "results.csv.new"
    with new.open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(done[name] for name in order if name in done)
    os.replace(new, HERE / "results.csv")


if __name__ == "__main__":
    main()
