#!/usr/bin/env python3
"""Computes both sides of a conjecture of `conjectures.csv` on a graph, from the definitions.

    python3 configs/open/again.py wow2-352 'GRAPH6'      says whether it is a counterexample
    python3 configs/open/again.py                        does so for every one of `results.csv`

It shares nothing with the program: the expression is read by Python's own parser, and every number
is found by listing sets in the plainest way. Needs Python 3.10 and no package.
"""

import ast
import csv
import math
import re
import sys
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path

HERE = Path(__file__).resolve().parent


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
    def __init__(self, near):
        self.near, self.n = near, len(near)
        self.all = range(self.n)
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
        return Graph([{place[u] for u in self.near[v] if u in place} for v in inside])

    def joined(self, adjacent):
        return Graph([{u for u in self.all if u != v and adjacent(self.to[v].get(u))} for v in self.all])

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
    "triangles": lambda g: sum(v in g.near[u] and w in g.near[u] and w in g.near[v] for u, v, w in combinations(g.all, 3)),
    "four_cycles": lambda g: sum(math.comb(len(g.near[u] & g.near[v]), 2) for u, v in combinations(g.all, 2)) // 2,
    "independence": independent,
    "local_independence": lambda g: some((independent(g.induced(near)) for near in g.near), max),
    "average_local_independence": lambda g: Fraction(sum(independent(g.induced(near)) for near in g.near), g.n),
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
    "induced_path": lambda g: largest(g, lambda s: is_tree(g, s) and max(g.induced(s).degrees()) < 3),
    "induced_forest": lambda g: g.grown(lambda c, v: g.is_acyclic(c + [v])),
    "induced_bipartite": lambda g: g.grown(lambda c, v: is_bipartite(g.induced(c + [v]))),
    "cut_vertices": lambda g: sum(g.induced(set(g.all) - {v}).components() > g.components() for v in g.all),
    "residue": lambda g: len(list(g.steps())[-1]) if g.n else 0,
    "first_zero": lambda g: next(i for i, degrees in enumerate(g.steps()) if 0 in degrees),
    "annihilation": lambda g: max(k for k in range(g.n + 1) if sum(g.degrees()[:k]) <= len(g.edges())),
    "welsh_powell": lambda g: max(k for k in range(g.n + 1) if sum(d >= k - 1 for d in g.degrees()) >= k),
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
        return len(Graph([n & inside if u in inside else set() for u, n in enumerate(g.near)]).to[v]) if v in inside else 0
    if any(u not in g.to[v] for u in inside):
        raise Absent
    to = [g.to[v][u] for u in inside]
    if of in ("even_edges", "odd_edges"):
        return sum(g.to[v][a] % 2 == g.to[v][b] % 2 == (of == "odd_edges") for a, b in g.edges())
    return {"distance": lambda: some(to), "gap": lambda: some(d for d in to if d), "transmission": lambda: sum(to),
        "eccentricity": lambda: some(to, max), "even": lambda: sum(d % 2 == 0 for d in to),
        "odd": lambda: sum(d % 2 for d in to)}[of]()


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
            return RELATIONS[type(node.ops[0])](value(node.left, g, v), value(node.comparators[0], g, v))
        case ast.Name():
            return named(node.id, [], g, v)
        case ast.Call():
            return named(node.func.id, node.args, g, v)
    raise SyntaxError(ast.dump(node))


def members(node, g):
    return {v for v in g.all if value(node, g, v)}


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
        if name in ("degree", "component", "distance", "gap", "transmission", "eccentricity", "even", "odd",
                    "even_edges", "odd_edges"):
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
    return BOARD[name](g)


def holds(text, g):
    text = re.sub(r"\bif\(", "if_(", text.replace("^", "**")) or "True"
    return value(ast.parse(text, mode="eval").body, g)


def is_counterexample(row, g):
    try:
        in_class = g.components() == 1 and (row["class"] != "tree" or len(g.edges()) == g.n - 1)
        return in_class and bool(holds(row["require"], g)) and bool(holds(row["find"], g))
    except (Absent, ZeroDivisionError, IndexError):
        return False


def main():
    with (HERE / "conjectures.csv").open(newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    pairs = [tuple(sys.argv[1:3])]
    if len(sys.argv) == 1:
        with (HERE / "results.csv").open(newline="") as file:
            found = [row for row in csv.DictReader(file) if row["outcome"] == "counterexample"]
        pairs = [(row["id"], row["nearest"]) for row in found]
    wrong = 0
    for name, text in pairs:
        verdict = is_counterexample(rows[name], graph6(text))
        wrong += not verdict
        print(name, text, "is a counterexample" if verdict else "is none", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
