#!/usr/bin/env python3
"""Computes both sides of a conjecture of `conjectures.csv` on a graph, from the definitions.

    python3 configs/open/again.py wow2-352 'GRAPH6'      says whether it is a counterexample
    python3 configs/open/again.py                        does so for every one of `results.csv`
    python3 configs/open/again.py --write FOLDER         and writes a file for each into a folder

Without arguments it checks as well that the files in `docs/records/refuted` are those that --write
makes. It shares nothing with the program: the expression is read by Python's own parser, and every
number is found by listing sets in the plainest way. Needs Python 3.10 and no package.
"""

import ast
import csv
import io
import json
import math
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCS = HERE.parents[1] / "docs"
KEPT = DOCS / "records/refuted"


@lru_cache(None)
def graph6(text):
    """The sets of neighbours of a graph of at most 62 vertices."""
    n, bits = ord(text[0]) - 63, "".join(f"{ord(c) - 63:06b}" for c in text[1:])
    near = [set() for _ in range(n)]
    for bit, (a, b) in zip(bits, ((a, b) for b in range(n) for a in range(b))):
        if bit == "1":
            near[a].add(b)
            near[b].add(a)
    return Graph(near)


class Absent(Exception):
    """A number that the graph does not have."""


def some(numbers, of=min):
    numbers = list(numbers)
    if not numbers:
        raise Absent
    return of(numbers)


class Graph:
    def __init__(self, near, names=None):
        self.near, self.n = near, len(near)
        self.all = range(self.n)
        self.names = names or list(self.all)
        self.to = [self.distances(v) for v in self.all]

    def distances(self, v):
        to, sphere, d = {v: 0}, [v], 0
        while sphere:
            d += 1
            sphere = list({w for u in sphere for w in self.near[u]} - to.keys())
            to.update(dict.fromkeys(sphere, d))
        return to

    def induced(self, inside):
        inside = sorted(inside)
        place = {v: i for i, v in enumerate(inside)}
        near = [{place[u] for u in self.near[v] if u in place} for v in inside]
        return Graph(near, [self.names[v] for v in inside])

    def joined(self, adjacent):
        near = [{u for u in self.all if u != v and adjacent(self.to[v].get(u))} for v in self.all]
        return Graph(near, self.names)

    def edges(self):
        return [(u, v) for v in self.all for u in self.near[v] if u < v]

    def degrees(self):
        return sorted(len(near) for near in self.near)

    def components(self):
        return len({min(to) for to in self.to})

    def grown(self, fits):
        """The size of a largest set all of whose parts fit; a vertex joins or is left out."""
        best = 0

        def grow(chosen, v):
            nonlocal best
            best = max(best, len(chosen))
            if v < self.n and len(chosen) + self.n - v > best:
                if fits(chosen, v):
                    grow(chosen + [v], v + 1)
                grow(chosen, v + 1)

        grow([], 0)
        return best

    def fewest(self, needs, also_inside=False, independent=False):
        """The size of a smallest set with so many neighbours of every vertex (outside of it)."""

        def extends(chosen, barred, left):
            for v in self.all:
                if (also_inside or v not in chosen) and len(self.near[v] & chosen) < needs:
                    options = self.near[v] if also_inside else self.near[v] | {v}
                    gone = set(barred)
                    for u in sorted(options - chosen - barred):
                        if left and not (independent and self.near[u] & chosen):
                            if extends(chosen | {u}, gone, left - 1):
                                return True
                        gone = gone | {u}
                    return False
            return True

        return next((k for k in range(self.n + 1) if extends(set(), set(), k)), None)

    def matching(self):
        @lru_cache(None)
        def most(left):
            if not left:
                return 0
            v = min(left, key=lambda v: len(self.near[v] & left))
            rest = left - {v}
            return max([most(rest)] + [1 + most(rest - {u}) for u in self.near[v] & left])

        return most(frozenset(self.all))

    def is_path_cover(self, k):
        """Whether k disjoint paths cover all vertices: k - 1 further vertices join them to one."""
        near = [set(near) for near in self.near] + [set(self.all) for _ in range(k - 1)]
        for v in self.all:
            near[v] |= set(range(self.n, self.n + k - 1))

        @lru_cache(None)
        def from_end(end, left):
            if not left:
                return True
            return any(from_end(u, left - {u}) for u in near[end] & left)

        every = frozenset(range(len(near)))
        return any(from_end(v, every - {v}) for v in range(len(near)))

    def minimal_total(self):
        """The size of a largest minimal set with a neighbour of every vertex."""
        best = 0

        def grow(chosen, v):
            nonlocal best
            for u in chosen:
                if not any(self.near[w] & chosen == {u} for w in self.near[u]):
                    return
            if all(self.near[w] & chosen for w in self.all):
                best = max(best, len(chosen))
            for u in range(v, self.n):
                grow(chosen | {u}, u + 1)

        grow(set(), 0)
        return best

    def is_acyclic(self, inside):
        part = self.induced(inside)
        return len(part.edges()) == part.n - part.components()

    def steps(self):
        """The process of Havel and Hakimi, one list of degrees after the other."""
        degrees = self.degrees()[::-1]
        while degrees:
            yield degrees
            if not degrees[0]:
                return
            d, *rest = degrees
            degrees = sorted([x - 1 for x in rest[:d]] + rest[d:], reverse=True)


def independent(g):
    return g.grown(lambda chosen, v: not g.near[v] & set(chosen))


def largest(g, fits):
    return next(k for k in range(g.n, -1, -1) if any(fits(s) for s in combinations(g.all, k)))


def is_tree(g, inside):
    part = g.induced(inside)
    return part.components() == 1 and len(part.edges()) == part.n - 1


def eccentricities(g):
    if not g.n or any(len(to) < g.n for to in g.to):
        raise Absent
    return [max(to.values()) for to in g.to]


def girth(g):
    cycles = []
    for u, v in g.edges():
        rest = [near - ({u, v} if w in (u, v) else set()) for w, near in enumerate(g.near)]
        to = Graph(rest).to[u]
        cycles += [to[v] + 1] if v in to else []
    return some(cycles)


def is_bipartite(g):
    return all((g.to[r][u] - g.to[r][v]) % 2 for r in g.all for u, v in g.edges() if u in g.to[r])


BOARD = {
    "order": lambda g: g.n,
    "size": lambda g: len(g.edges()),
    "degree": lambda g: max(g.degrees(), default=0),
    "min_degree": lambda g: min(g.degrees(), default=0),
    "leaves": lambda g: g.degrees().count(1),
    "components": lambda g: g.components(),
    "girth": girth,
    "diameter": lambda g: max(eccentricities(g)),
    "radius": lambda g: min(eccentricities(g)),
    "average_eccentricity": lambda g: Fraction(sum(eccentricities(g)), g.n),
    "centre": lambda g: eccentricities(g).count(min(eccentricities(g))),
    "periphery": lambda g: eccentricities(g).count(max(eccentricities(g))),
    "bipartite": is_bipartite,
    "triangles": lambda g: sum(
        {v, w} <= g.near[u] and w in g.near[v] for u, v, w in combinations(g.all, 3)),
    "four_cycles": lambda g: sum(
        math.comb(len(g.near[u] & g.near[v]), 2) for u, v in combinations(g.all, 2)) // 2,
    "independence": independent,
    "local_independence": lambda g: some((independent(g.induced(near)) for near in g.near), max),
    "average_local_independence": lambda g: Fraction(
        sum(independent(g.induced(near)) for near in g.near), g.n),
    "vertex_cover": lambda g: g.n - independent(g),
    "matching": lambda g: g.matching(),
    "domination": lambda g: g.fewest(1),
    "total_domination": lambda g: some(x for x in [g.fewest(1, True)] if x is not None),
    "two_domination": lambda g: g.fewest(2),
    "independent_domination": lambda g: g.fewest(1, False, True),
    "upper_total_domination": lambda g: g.minimal_total(),
    "dissociation": lambda g: g.grown(lambda c, v: all(
        len(g.near[u] & set(c + [v])) < 2 for u in c + [v])),
    "leaf_number": lambda g: next(g.n - k for k in range(g.n + 1) for s in combinations(g.all, k)
        if all(v in s or g.near[v] & set(s) for v in g.all) and g.induced(s).components() == 1),
    "path_cover": lambda g: next(k for k in range(1, g.n + 1) if g.is_path_cover(k)),
    "induced_tree": lambda g: largest(g, lambda s: is_tree(g, s)),
    "induced_path": lambda g: largest(
        g, lambda s: is_tree(g, s) and max(g.induced(s).degrees()) < 3),
    "induced_forest": lambda g: g.grown(lambda c, v: g.is_acyclic(c + [v])),
    "induced_bipartite": lambda g: g.grown(lambda c, v: is_bipartite(g.induced(c + [v]))),
    "cut_vertices": lambda g: sum(
        g.induced(set(g.all) - {v}).components() > g.components() for v in g.all),
    "residue": lambda g: len(list(g.steps())[-1]) if g.n else 0,
    "first_zero": lambda g: next(i for i, degrees in enumerate(g.steps()) if 0 in degrees),
    "annihilation": lambda g: max(
        k for k in range(g.n + 1) if sum(g.degrees()[:k]) <= len(g.edges())),
    "welsh_powell": lambda g: max(
        k for k in range(g.n + 1) if sum(d >= k - 1 for d in g.degrees()) >= k),
    "degeneracy": lambda g: max((k for k in range(g.n) if core(g, k)), default=0),
    "inverse_degree": lambda g: sum(Fraction(1, d) for d in g.degrees()),
    "distinct_degrees": lambda g: len(set(g.degrees())),
    "median_degree": lambda g: Fraction(g.degrees()[(g.n - 1) // 2] + g.degrees()[g.n // 2], 2),
    "most_edge_neighbours": lambda g: some((len(g.near[u] | g.near[v]) for u, v in g.edges()), max),
    "least_edge_neighbours": lambda g: some(len(g.near[u] | g.near[v]) for u, v in g.edges()),
}


def core(g, k):
    """The vertices that are left when those with fewer than k neighbours are taken out."""
    left = set(g.all)
    while bad := {v for v in left if len(g.near[v] & left) < k}:
        left -= bad
    return left


def numbers(g, of, v, inside):
    """A number of a vertex, over the vertices of a set."""
    if of == "degree":
        return len(g.near[v] & inside)
    if of == "component":
        near = [n & inside if u in inside else set() for u, n in enumerate(g.near)]
        return len(Graph(near).to[v]) if v in inside else 0
    if any(u not in g.to[v] for u in inside):
        raise Absent
    to = [g.to[v][u] for u in inside]
    if of in ("even_edges", "odd_edges"):
        return sum(g.to[v][a] % 2 == g.to[v][b] % 2 == (of == "odd_edges") for a, b in g.edges())
    return {"distance": lambda: some(to), "gap": lambda: some(d for d in to if d),
        "transmission": lambda: sum(to), "eccentricity": lambda: some(to, max),
        "even": lambda: sum(d % 2 == 0 for d in to), "odd": lambda: sum(d % 2 for d in to)}[of]()


STATISTICS = {
    "lowest": lambda q: q[0], "highest": lambda q: q[-1], "second_lowest": lambda q: q[1],
    "second_highest": lambda q: q[-2], "lower_median": lambda q: q[(len(q) - 1) // 2],
    "upper_median": lambda q: q[len(q) // 2], "average": lambda q: Fraction(sum(q), len(q)),
    "total": sum, "distinct": lambda q: len(set(q)),
}
OPERATORS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: Fraction(a) / b, ast.Pow: lambda a, b: a ** b}
RELATIONS = {ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b, ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b}


def value(node, g, v=None):
    """The value of an expression on a graph, or at a vertex of it."""
    match node:
        case ast.Constant():
            return node.value
        case ast.UnaryOp(op=ast.Not()):
            return not value(node.operand, g, v)
        case ast.UnaryOp():
            return -value(node.operand, g, v)
        case ast.BoolOp():
            parts = (value(part, g, v) for part in node.values)
            return all(parts) if isinstance(node.op, ast.And) else any(parts)
        case ast.BinOp():
            return OPERATORS[type(node.op)](value(node.left, g, v), value(node.right, g, v))
        case ast.Compare():
            sides = value(node.left, g, v), value(node.comparators[0], g, v)
            return RELATIONS[type(node.ops[0])](*sides)
        case ast.Name():
            return named(node.id, [], g, v)
        case ast.Call():
            return named(node.func.id, node.args, g, v)
    raise SyntaxError(ast.dump(node))


SETS = {}  # The sets that the last conditions were asked for, in the numbers of the whole graph.


def members(node, g):
    found = {v for v in g.all if value(node, g, v)}
    SETS[plain(node)] = sorted(g.names[v] for v in found)
    return found


@lru_cache(None)
def number(name, g):
    return BOARD[name](g)


def named(name, args, g, v):
    if name == "if_":
        return value(args[1] if value(args[0], g, v) else args[2], g, v)
    if name in ("floor", "ceil", "min", "max"):
        of = {"floor": math.floor, "ceil": math.ceil, "min": min, "max": max}[name]
        if args and isinstance(args[0], ast.Call) and args[0].func.id == "sqrt":
            square = value(args[0].args[0], g, v)
            if square < 0:
                raise Absent
            root = math.isqrt(math.floor(square))
            return root if of is math.floor or root * root == square else root + 1
        return of(*(value(arg, g, v) for arg in args))
    if v is not None:
        inside = lambda: members(args[0], g) if args else set(g.all)
        if name in ("degree", "component", "distance", "gap", "transmission", "eccentricity",
                    "even", "odd", "even_edges", "odd_edges"):
            return numbers(g, name, v, inside())
        if name == "local_independence":
            return independent(g.induced(g.near[v]))
        if name == "disparity":
            return len({len(g.near[u]) for u in g.near[v]})
        if name == "cliques":
            others = combinations(g.near[v], args[0].value - 1)
            return sum(all(b in g.near[a] for a, b in combinations(s, 2)) for s in others)
        if name == "near":
            return bool(g.near[v] & inside())
        if name == "core":
            return independent(g.induced(set(g.all) - {v})) < independent(g)
        if name in ("least", "greatest", "commonest"):
            all_ = [value(args[0], g, u) for u in g.all]
            times = Counter(all_)
            return {"least": all_[v] == min(all_), "greatest": all_[v] == max(all_),
                "commonest": times[all_[v]] == max(times.values())}[name]
    if name in STATISTICS:
        inside = members(args[1], g) if len(args) > 1 else set(g.all)
        found = sorted(value(args[0], g, u) for u in inside)
        if not found and name not in ("total", "distinct"):
            raise Absent
        return STATISTICS[name](found)
    for step in args:
        kind = step.id if isinstance(step, ast.Name) else ""
        if kind == "complement":
            g = g.joined(lambda d: d != 1)
        elif kind == "square":
            g = g.joined(lambda d: d in (1, 2))
        else:
            g = g.induced(members(step, g))
    return number(name, g)


def parsed(text):
    text = re.sub(r"\bif\(", "if_(", text.replace("^", "**")) or "True"
    return ast.parse(text, mode="eval").body


def plain(node):
    return ast.unparse(node).replace(" ** ", "^")


def holds(text, g):
    return value(parsed(text), g)


def is_counterexample(row, g):
    try:
        in_class = g.components() == 1 and (row["class"] != "tree" or len(g.edges()) == g.n - 1)
        return in_class and bool(holds(row["require"], g)) and bool(holds(row["find"], g))
    except (Absent, ZeroDivisionError, IndexError):
        return False


def quantities(node):
    """The parts of a condition that are no sums, products or roundings of others."""
    while isinstance(node, ast.Call) and node.func.id in ("floor", "ceil", "sqrt"):
        node = node.args[0]
    if isinstance(node, (ast.Name, ast.Call)):
        return [node]
    return [part for child in ast.iter_child_nodes(node) for part in quantities(child)]


def exact(x):
    return int(x) if x == int(x) else str(x)


def record(row, text, words, known):
    """All that somebody without this project needs to check a counterexample."""
    g, trees = graph6(text), [parsed(row[key]) for key in ("find", "require") if row[key]]
    conditions = [condition for tree in trees for condition in getattr(tree, "values", [tree])]
    parts = {}
    for node in [part for condition in conditions for part in quantities(condition)]:
        SETS.clear()
        found = exact(value(node, g))
        sets = {name: {"words": words[name], "vertices": SETS[name]} for name in SETS}
        parts[plain(node)] = {"words": words[plain(node)], "value": found, "sets": sets}
    return {
        "name": row["id"],
        "list": "Written on the Wall II, E. DeLaViña's list of the conjectures of Graffiti.pc",
        "number": row["source"].split("no. ")[1],
        "statement": row["statement"],
        "reading": words[row["id"]],
        "class": row["class"],
        "graph6": text,
        "order": g.n,
        "size": len(g.edges()),
        "edges": sorted(g.edges()),
        "quantities": parts,
        "conditions": [
            {"condition": plain(c),
                "sides": {plain(x): exact(value(x, g)) for x in (c.left, *c.comparators)}}
            for c in conditions],
        "known_before": known[row["id"].removeprefix("wow2-")] or "nothing found",
        "check": f"The vertices are 0 to {g.n - 1}. Read the graph from graph6 or from the edges, "
        "and see that it is of the class. Compute each quantity as its words say; the part of a "
        "set of vertices is the subgraph that it induces. Put the numbers into the conditions. The "
        "first condition contradicts the statement, and the further ones are what the statement "
        "asks of the graph; all of them hold. With the files of the project: "
        f"python3 configs/open/again.py {row['id']} '{text}'",
    }


def house(records):
    """A row for each graph, with what the House of Graphs asks for and some of its numbers."""
    columns = ["order", "size", "degree", "min_degree", "diameter", "radius", "girth", "triangles",
        "independence", "vertex_cover", "matching", "domination", "total_domination",
        "independent_domination"]
    rows = [["name", "graph6", *columns, "comment"]]
    for text in dict.fromkeys(r["graph6"] for r in records):
        g, refuted = graph6(text), [r for r in records if r["graph6"] == text]
        name = "Counterexample to Graffiti.pc " + " and ".join(r["number"] for r in refuted)
        cells = ["" if c == "girth" and g.is_acyclic(g.all) else number(c, g) for c in columns]
        rows.append([name, text, *cells, " ".join(
            f"It refutes no. {r['number']} of {r['list']}: \"{r['statement']}\" Here "
            + " and ".join(f"{x} is {n}" for x, n in r["conditions"][0]["sides"].items()) + "."
            for r in refuted)])
    table = io.StringIO()
    csv.writer(table, lineterminator="\n").writerows(rows)
    return table.getvalue()


def files(rows, pairs):
    """The names and texts of the files about the counterexamples."""
    with (KEPT / "words.csv").open(newline="") as file:
        words = {row["name"]: row["words"] for row in csv.DictReader(file)}
    table = [line.split("|") for line in (DOCS / "findings/graffiti.md").read_text().split("\n")]
    known = {cells[1].strip(): cells[-2].strip() for cells in table if len(cells) > 6}
    records = [record(rows[name], text, words, known) for name, text in pairs]
    texts = {"house-of-graphs.csv": house(records)}
    for r in records:
        lines = json.dumps(r, indent=1, ensure_ascii=False) + "\n"
        on_one_line = lambda found: re.sub(r"\s+", "", found[0]).replace(",", ", ")
        texts[f"{r['name']}.json"] = re.sub(r"\[[\d\s,\[\]]+\]", on_one_line, lines)
    return texts


def main():
    with (HERE / "conjectures.csv").open(newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    args = sys.argv[1:]
    pairs = [tuple(args[:2])]
    if not args or args[0] == "--write":
        with (HERE / "results.csv").open(newline="") as file:
            found = [row for row in csv.DictReader(file) if row["outcome"] == "counterexample"]
        pairs = [(row["id"], row["nearest"]) for row in found]
    wrong = 0
    for name, text in pairs:
        verdict = is_counterexample(rows[name], graph6(text))
        wrong += not verdict
        print(name, text, "is a counterexample" if verdict else "is none", flush=True)
    if wrong:
        sys.exit(1)
    if args[:1] == ["--write"]:
        for name, text in files(rows, pairs).items():
            (Path(args[1]) / name).write_text(text)
    elif not args:
        made, own = files(rows, pairs), ("README.md", "words.csv")
        kept = {path.name: path.read_text() for path in KEPT.iterdir() if path.name not in own}
        stale = sorted(name for name in made | kept if made.get(name) != kept.get(name))
        print(f"{len(pairs)} counterexamples; {len(made)} files about them,", end=" ")
        print("which differ from the kept ones: " + ", ".join(stale) if stale else "as kept")
        sys.exit(len(stale) > 0)


if __name__ == "__main__":
    main()
