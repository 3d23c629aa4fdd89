"""Prints the table of `docs/comparisons.md` from the rows of `run.py`.

A cell has the medians of the boards and of the seconds until the optimum, over all seeds, and in
parentheses the number of seeds that meet it. A seed that does not meet it counts as longer than all
others. If half of the seeds or fewer meet it, the cell has the median of the best values instead.
The bold cell of a row has the least median of the seconds.
"""

import csv
import sys
from fractions import Fraction
from statistics import median, median_low

from problems import PROBLEMS
from run import PEERS

NEVER = float("inf")


def cell(rows):
    """The text of a cell, and the median of the seconds."""
    if not rows:
        return "–", NEVER
    met = [row for row in rows if row["reached"] == "1"]
    missing = [NEVER] * (len(rows) - len(met))
    boards = median([int(row["evaluations_to_best"]) for row in met] + missing)
    seconds = median([float(row["seconds_to_best"]) for row in met] + missing)
    if seconds < NEVER:
        time = f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.2g}"
        return f"{boards:,.0f}; {time} s ({len(met)})", seconds
    best = median_low(Fraction(row["best"]) for row in rows if row["best"])
    return f"best {best} ({len(met)})", NEVER


def main():
    """Prints a row for each problem and a column for each peer."""
    name = sys.argv[1] if len(sys.argv) > 1 else "peers.csv"
    with open(name, newline="") as file:
        rows = list(csv.DictReader(file))
    limits = sorted({row["limit"] for row in rows}, key=float)
    if len(limits) != 1:
        sys.exit(f"{name} has runs of {', '.join(limits)} seconds: a table needs one limit")
    peers = [p for p in ["boil", *PEERS] if any(row["peer"] == p for row in rows)]
    print("| problem | optimum |", " | ".join(peers), "|")
    print("| --- " * (len(peers) + 2) + "|")
    for problem in PROBLEMS.values():
        mine = [row for row in rows if row["problem"] == problem.name]
        if not mine:
            continue
        cells = [cell([row for row in mine if row["peer"] == peer]) for peer in peers]
        least = min(seconds for _, seconds in cells)
        texts = [f"**{t}**" if s == least < NEVER else t for t, s in cells]
        print(f"| {problem.name} | {problem.optimum} |", " | ".join(texts), "|")
    seeds = {row["seed"] for row in rows}
    versions = sorted({part for row in rows for part in row["versions"].split(", ")})
    print(f"\n{len(seeds)} seeds, at most {limits[0]} s; {', '.join(versions)}")


if __name__ == "__main__":
    main()
