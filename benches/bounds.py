#!/usr/bin/env python3
"""Measures how close the bounds of boil are on a set of boards, with default settings.

    benches/bounds.py target/release/boil benches/bounds/random.txt [SECONDS]

A line of the set is a game and a board. The program prints a line for each board: its processor
time, its bounds for the temperature and their width. Then it prints how many boards were answered
within SECONDS of processor time (default 6), and of all answers how many widths are 0 and at most 1,
and the quartiles of the widths.
"""

import json
import resource
import statistics
import subprocess
import sys
from fractions import Fraction


def measured(boil, game, board):
    """The processor time and the bounds of the temperature; None for a board without an answer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [boil, "eval", "--json", "--ruleset", game, board]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if run.returncode != 0:
        return took, None
    return took, [Fraction(x) for x in json.loads(run.stdout)["temperature_bounds"]]


def main():
    boil, boards = sys.argv[1:3]
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 6.0
    widths, answered, total = [], 0, 0
    with open(boards, encoding="utf-8") as lines:
        for line in lines:
            game, board = line.split()
            took, bounds = measured(boil, game, board)
            total += 1
            if bounds is None:
                print(f"{took:6.2f} s  no answer  {line.strip()}", flush=True)
                continue
            least, most = bounds
            answered += took <= limit
            widths.append(most - least)
            print(f"{took:6.2f} s  {least} to {most}  {line.strip()}", flush=True)
    quartiles = [float(q) for q in statistics.quantiles(widths, n=4, method="inclusive")]
    print(f"{answered} of {total} answered within {limit:g} s")
    print(f"{sum(w == 0 for w in widths)} exact, {sum(w <= 1 for w in widths)} within 1")
    print("quartiles of the widths:", *quartiles)


main()
