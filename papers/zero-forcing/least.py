#!/usr/bin/env python3
"""Shows that no connected graph of greatest degree 3 with 5 to 23 vertices has Z >= alpha + 2.

    python3 papers/zero-forcing/least.py --boil boil --geng nauty-geng --label nauty-labelg

Z is the zero forcing number, alpha the independence number, and the *excess* of a graph Z - alpha.
The note beside this script says which graphs have to be listed: all of them to 16 vertices, those
of least degree 2 to 19, the cubic ones of 20, and extensions of those with excess 0 and 1. `geng`
lists, `boil` computes both numbers, and `labelg` names isomorphic graphs alike. --full N and --least
M list to smaller orders: the script then comes to order M + 4. Needs Python 3.10.
"""

import argparse
import csv
import itertools
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "configs/games/no-moves.toml"


def neighbours(text):
    """The neighbours of each vertex, as sets, of a graph in graph6."""
    order = ord(text[0]) - 63
    bits = [ord(c) - 63 >> i & 1 for c in text[1:] for i in range(5, -1, -1)]
    graph = [set() for _ in range(order)]
    for (low, high), bit in zip(((i, j) for j in range(order) for i in range(j)), bits):
        if bit:
            graph[low].add(high)
            graph[high].add(low)
    return graph


def graph6(graph):
    order = len(graph)
    bits = [i in graph[j] for j in range(order) for i in range(j)]
    bits += [False] * (-len(bits) % 6)
    sixes = (bits[i : i + 6] for i in range(0, len(bits), 6))
    return chr(63 + order) + "".join(chr(63 + int("".join("01"[b] for b in s), 2)) for s in sixes)


def joined(parts, edges):
    """The disjoint union of the parts, with further edges."""
    graph = []
    for part in parts:
        graph += [{w + len(graph) for w in s} for s in part]
    for a, b in edges:
        graph[a].add(b)
        graph[b].add(a)
    return graph


def pendant(graph, root):
    """The graph with a leaf at the root."""
    return joined([graph, [set()]], [(root % len(graph), len(graph))])


class Programs:
    def __init__(self, args):
        self.args = args

    def rows(self, at_least, **given):
        """Starts the program on a stream of graphs."""
        return subprocess.Popen(
            [self.args.boil, "scan", "-", "--ruleset", str(RULES), "--seconds", "0", "--csv"]
            + ["--require", f"zero_forcing - independence >= {at_least}", "--threads", "1"]
            + ["--columns", "input,zero_forcing - independence"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            **given,
        )

    def read(self, process):
        """The graphs of the program's answer, as (graph6, excess)."""
        rows = list(csv.reader(process.stdout))[1:]
        if process.wait():
            sys.exit(f"{self.args.boil} scan ended with {process.returncode}")
        return [(text, int(excess)) for text, excess in rows]

    def listed(self, options, at_least):
        """The graphs that `geng` lists with these options and that have at least this excess. They
        are kept in a file."""
        kept = Path(self.args.keep, "_".join(options.split()) + f"_{at_least}.txt")
        if not kept.exists():
            jobs = []
            # Of few graphs a part may be empty.
            parts = self.args.jobs if int(options.split()[-1]) > 12 else 1
            for part in range(parts):
                command = [self.args.geng, "-cq", *options.split(), f"{part}/{parts}"]
                geng = subprocess.Popen(command, stdout=subprocess.PIPE)
                jobs.append((geng, self.rows(at_least, stdin=geng.stdout)))
            with ThreadPoolExecutor(len(jobs)) as pool:
                found = list(pool.map(lambda job: self.read(job[1]), jobs))
            if any(geng.wait() for geng, _ in jobs):
                sys.exit(f"geng {options} failed")
            kept.parent.mkdir(parents=True, exist_ok=True)
            text = "".join(f"{graph} {excess}\n" for part in found for graph, excess in part)
            kept.with_suffix(".part").write_text(text)
            kept.with_suffix(".part").rename(kept)
        lines = (line.rpartition(" ") for line in kept.read_text().splitlines())
        return [(graph, int(excess)) for graph, _, excess in lines]

    def excess(self, texts, at_least):
        """Those of the graphs that have at least this excess, as (graph6, excess)."""
        if not texts:
            return []
        with tempfile.TemporaryFile("w+") as file:
            file.writelines(text + "\n" for text in texts)
            file.seek(0)
            return self.read(self.rows(at_least, stdin=file))

    def distinct(self, graphs):
        """One graph6 text for each graph up to isomorphism."""
        texts = set()
        graphs = iter(graphs)
        while part := list(itertools.islice(graphs, 100_000)):
            lines = "".join(graph6(graph) + "\n" for graph in part)
            out = subprocess.run(
                [self.args.label, "-q"], input=lines, capture_output=True, text=True, check=True
            )
            texts.update(out.stdout.split())
        return sorted(texts)

    def named(self, graphs):
        """The same graphs with their excess, once each, in the order of their canonical names."""
        by_excess = itertools.groupby(sorted(graphs, key=itemgetter(1)), key=itemgetter(1))
        return [
            (text, excess)
            for excess, part in by_excess
            for text in self.distinct(neighbours(text) for text, _ in part)
        ]


def stubs(graph):
    """Each vertex, as often as it lacks neighbours for degree 3."""
    return [v for v, near in enumerate(graph) for _ in range(3 - len(near))]


def roots(graph):
    """The vertices that can have one more neighbour."""
    return sorted(set(stubs(graph)))


def parts(order, count, lists, wanted):
    """The graphs with so many components, as lists of them, whose excesses are as wanted."""

    def below(order, count, least):
        if count == 1:
            yield from ((graph,) for graph in lists.get(order, ()) if order >= least)
            return
        for first in range(least, order // count + 1):
            for rest in below(order - first, count - 1, first):
                yield from ((graph, *rest) for graph in lists[first])

    for chosen in below(order, count, 1):
        if wanted([excess for _, excess in chosen]):
            yield [neighbours(text) for text, _ in chosen]


def with_a_leaf(order, lists):
    """Graphs with a leaf, among which are all of this order with excess 1, and those with excess 0
    if the lists have excess -1 to five orders less (the lemma on a leaf)."""
    for graph in parts(order - 2, 1, lists, lambda excess: sum(excess) >= 0):
        rest = graph[0]
        for size in (1, 2):
            for ends in itertools.combinations(roots(rest), size):
                yield pendant(joined([rest, [set()]], [(end, len(rest)) for end in ends]), -1)
    for one, two in parts(order - 2, 2, lists, lambda excess: sum(excess) >= 0):
        middle = len(one) + len(two)
        for c, d in itertools.product(roots(one), roots(two)):
            edges = [(c, middle), (len(one) + d, middle)]
            yield pendant(joined([one, two, [set()]], edges), -1)


def with_a_bridge(order, lists):
    """Graphs, among which are all of this order with a bridge, least degree 2 and excess 1 (the
    lemma on bridges)."""
    for one, two in parts(order, 2, lists, lambda excess: min(excess) >= 0):
        for c, d in itertools.product(roots(one), roots(two)):
            yield joined([one, two], [(c, len(one) + d)])


def with_degree_2(order, lists, excess):
    """Graphs of least degree 2, among which are all of this order with a vertex v of degree 2,
    without a bridge and with this excess, 1 or 2 (the lemma on it). The neighbours of v are u and
    w."""
    v, u, w = (order - 3 + i for i in range(3))
    around = [(v, u), (v, w)]
    for (rest,) in parts(order - 3, 1, lists, lambda of: sum(of) >= excess - 1):
        leaves = {x for x, near in enumerate(rest) if len(near) == 1}
        ends = [set(c) for size in (1, 2) for c in itertools.combinations(roots(rest), size)]
        for i, a in enumerate(ends):
            for b in ends[i:]:
                if leaves <= a | b and all(len(rest[x]) == 1 for x in a & b):
                    edges = [*around, *((u, x) for x in a), *((w, x) for x in b)]
                    yield joined([rest, [set()] * 3], edges)
                    if len(a) == len(b) == 1:
                        yield joined([rest, [set()] * 3], [*edges, (u, w)])
    for one, two in parts(order - 3, 2, lists, lambda of: min(of) >= excess - 1):
        # A component that is a single vertex is joined to both.
        first = itertools.combinations(roots(one), 2) if len(one) > 1 else [(0, 0)]
        second = list(itertools.permutations(roots(two), 2)) if len(two) > 1 else [(0, 0)]
        for (c, d), (e, f) in itertools.product(first, second):
            edges = [(u, c), (w, d), (u, len(one) + e), (w, len(one) + f)]
            yield joined([one, two, [set()] * 3], [*around, *edges])


def cubic(order, lists):
    """Cubic graphs, among which are all of this order without a bridge and with excess 2 (the lemma
    on them). A vertex v has the neighbours 0, 1 and 2 in `inner`, which lists the edges between
    these."""

    def wanted(excess):
        return sum(excess) >= 1 or min(excess) == 0

    v, *near = (order - 4 + i for i in range(4))
    for count in (1, 2, 3):
        for chosen in parts(order - 4, count, lists, wanted):
            # Fewer than two edges to a component are none, or a bridge.
            if any(len(stubs(part)) < 2 for part in chosen):
                continue
            rest = joined(chosen, [])
            missing = stubs(rest)
            for inner in ([], [(0, 1)], [(0, 1), (1, 2)]):
                if len(missing) != 6 - 2 * len(inner):
                    continue
                ends = [x for x in range(3) for _ in range(2 - sum(x in e for e in inner))]
                for order_of_ends in set(itertools.permutations(ends)):
                    pairs = set(zip(missing, order_of_ends))
                    if len(pairs) == len(missing):
                        edges = [(v, x) for x in near] + [(near[a], near[b]) for a, b in inner]
                        edges += [(a, near[b]) for a, b in pairs]
                        yield joined([rest, [set()] * 4], edges)


TRIANGLE = neighbours("Bw")


def rooted(graphs, part):
    """Each graph with the part joined to a vertex, for each vertex that can have a neighbour."""
    for text, _ in graphs:
        graph = neighbours(text)
        for root in roots(graph):
            yield joined([graph, part], [(root, len(graph))])


def none(programs, statement, graphs, excess):
    """Ends the script if one of the graphs has this excess."""
    counted = 0
    graphs = iter(graphs)
    while part := [graph6(graph) for graph in itertools.islice(graphs, 100_000)]:
        counted += len(part)
        if found := programs.excess(part, excess):
            sys.exit(f"{statement}: {found[0][0]} has excess {found[0][1]}")
    print(f"{statement}: {counted} graphs, none with excess {excess}", flush=True)


def extensions(programs, order, lists, with_leaf):
    """The graphs of this order with excess 1 or more, by the lemmas and the list of the cubic ones,
    given those with a leaf."""
    found = [graph for graph in with_leaf if graph[1] > 0]
    found += programs.listed(f"-d3 -D3 {order}", 1) if order % 2 == 0 else []
    for graphs in (with_a_bridge(order, lists), with_degree_2(order, lists, 1)):
        found += programs.excess(programs.distinct(graphs), 1)
    return programs.named(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boil", default="boil", help="the program")
    parser.add_argument("--geng", default="nauty-geng", help="geng of nauty")
    parser.add_argument("--label", default="nauty-labelg", help="labelg of nauty")
    parser.add_argument("--full", type=int, default=16, help="list all graphs to this order")
    parser.add_argument("--least", type=int, default=19, help="and those of least degree 2 to this")
    parser.add_argument("--jobs", type=int, default=2, help="processes of geng at the same time")
    parser.add_argument("--keep", default="runs/zero-forcing", help="the folder for the lists")
    args = parser.parse_args()
    if args.full < args.least - 3:
        parser.error("--full must be at least --least minus 3: the lemma on bridges needs it")
    programs = Programs(args)

    # The graphs with excess 0 or 1, by order, and with excess -1 where they are needed.
    lists = {1: [("@", 0)], 2: [("A_", 0)]}
    for order in range(3, args.least + 2):
        bound = -1 if order <= args.least - 5 else 0
        if order <= args.full:
            found = programs.listed(f"-D3 {order}", bound)
        else:
            with_leaf = programs.excess(programs.distinct(with_a_leaf(order, lists)), bound)
            extended = extensions(programs, order, lists, with_leaf)
            if order > args.least:
                found = extended
            else:
                found = programs.listed(f"-d2 -D3 {order}", bound) + with_leaf
                if extended != programs.named(graph for graph in found if graph[1] > 0):
                    sys.exit(f"order {order}: the lists and the extensions differ")
        lists[order] = [graph for graph in found if graph != ("C~", 2)]
        ones = [graph for graph in lists[order] if graph[1] > 0]
        if any(excess > 1 for _, excess in ones):
            sys.exit(f"order {order} has a counterexample: {ones}")
        print(f"order {order}: excess 1 {len(ones)} graphs, more none", flush=True)
        none(programs, "  with a triangle at a vertex", rooted(ones, TRIANGLE), 2)
        if order <= args.full:
            none(programs, "  with a leaf", rooted(ones, [set()]), 1)
    zeros = [graph for order in range(1, 7) for graph in lists[order] if graph[1] == 0]
    none(programs, "order 1 to 6 and excess 0, with a leaf", rooted(zeros, [set()]), 1)
    for order in range(args.least + 2, args.least + 5):
        with_2 = with_degree_2(order, lists, 2)
        none(programs, f"order {order}, a vertex of degree 2 and no bridge", with_2, 2)
    for order in range(args.least + 1, args.least + 5):
        if order % 2 == 0 and order - 4 <= args.least:
            none(programs, f"order {order}, cubic and no bridge", cubic(order, lists), 2)


if __name__ == "__main__":
    main()
