"""The problems of the comparison: their boards, their scores, and how `boil` asks for them.

A problem knows three ways to make a board, one for each kind of peer: from a list of keys between 0
and 1 (`decode`, for `deap` and `ribs`), by choices one after another (`build`, for the nested
search), and by changes of a board (`start`, `flip`, `swap`, for annealing).
"""

from __future__ import annotations

import os
import subprocess
from fractions import Fraction
from pathlib import Path
from random import Random

import networkx

import graphs
from graphs import Graph

ROOT = Path(__file__).resolve().parents[2]

Pairs = list[tuple[int, int]]


class Problem:
    """Boards of one order, a score to maximise, and the score of the optimum."""

    #: The first and the last temperature of annealing, in units of the score.
    heat = (1.0, 0.1)
    ruleset = "configs/games/no-moves.toml"

    def __init__(self, name: str, order: int, target: float, optimum: Fraction | int) -> None:
        self.name = name
        self.order = order
        #: The score of the optimum, and the value that `boil` gives to it.
        self.target = target
        self.optimum = optimum
        self.pairs = graphs.pairs(order)
        self.genes = len(self.pairs)
        self.codes = order * order

    def score(self, graph: Graph) -> float:
        """The number that every peer maximises."""
        raise NotImplementedError

    def rescore(self, graph: Graph, changes: Pairs, score: float) -> float:
        """Toggles the pairs; the score of the new graph, by way of the old one if this helps."""
        for u, v in changes:
            graphs.toggle(graph, u, v)
        return self.score(graph)

    def decode(self, keys: list[float]) -> Graph:
        """The board of a list of `genes` keys."""
        raise NotImplementedError

    def build(self, choose) -> Graph:
        """A board by choices: `choose` picks one of a list of codes, each below `codes`."""
        raise NotImplementedError

    def start(self, random: Random) -> Graph:
        """A random board."""
        return self.decode([random.random() for _ in range(self.genes)])

    def flip(self, graph: Graph, random: Random) -> Pairs:
        """A small change, as the pairs to toggle: one edge appears or vanishes."""
        return [random.choice(self.pairs)]

    #: A change that keeps all degrees, where a problem fixes them.
    swap = None

    def cell(self, graph: Graph) -> tuple[float, float]:
        """Two numbers that place the graph in the archive of `ribs`."""
        raise NotImplementedError

    #: The least and the greatest numbers of `cell`.
    ranges: list[tuple[float, float]] = []


class Girth(Problem):
    """Most edges without cycles of three and four edges (OEIS A006856)."""

    config = "configs/graphs/girth-five.toml"
    expression = "size - triangles - four_cycles"

    def __init__(self, order: int, edges: int) -> None:
        super().__init__(f"girth 5, order {order}", order, edges, edges)
        self.settings = [
            f"boards.order=[{order},{order}]",
            f"objective.stop_when=fitness >= {edges}",
        ]
        self.ranges = [(0, order), (0, edges + 1)]

    def score(self, graph: Graph) -> float:
        triangles = four_cycles = 0
        for u, v in self.pairs:
            common = (graph[u] & graph[v]).bit_count()
            four_cycles += common * (common - 1) // 2  # Each cycle has two diagonals.
            if graph[u] >> v & 1:
                triangles += common  # Each triangle has three edges.
        return graphs.size(graph) - triangles // 3 - four_cycles // 2

    def rescore(self, graph: Graph, changes: Pairs, score: float) -> float:
        for u, v in changes:
            added = not graph[u] >> v & 1
            if not added:
                graphs.toggle(graph, u, v)
            ends = graph[v] & ~(1 << u)
            cycles = (graph[u] & graph[v]).bit_count()
            cycles += sum((graph[a] & ends).bit_count() for a in graphs.vertices(graph[u]))
            score += 1 - cycles if added else cycles - 1
            if added:
                graphs.toggle(graph, u, v)
        return score

    def decode(self, keys: list[float]) -> Graph:
        """Adds edges in the order of their keys, where no short cycle arises."""
        board = Filled(self.order)
        for at in sorted(range(self.genes), key=keys.__getitem__):
            u, v = self.pairs[at]
            if board.free(u, v):
                board.join(u, v)
        return board.graph

    def build(self, choose) -> Graph:
        """Adds edges that make no short cycle until there are none."""
        board, order = Filled(self.order), self.order
        codes = [u * order + v for u, v in self.pairs]
        while codes:
            code = choose(codes)
            board.join(*divmod(code, order))
            codes = [c for c in codes if c != code and board.free(c // order, c % order)]
        return board.graph

    def cell(self, graph: Graph) -> tuple[float, float]:
        return max(row.bit_count() for row in graph), graphs.size(graph)


class Filled:
    """A graph that grows without cycles of three and four edges."""

    def __init__(self, order: int) -> None:
        self.graph = [0] * order
        #: The vertices at the end of a walk of one or two edges.
        self.walks = [0] * order

    def free(self, u: int, v: int) -> bool:
        """Whether no path of two or three edges joins two vertices that are not adjacent."""
        return not self.walks[u] & self.graph[v]

    def join(self, u: int, v: int) -> None:
        """Adds the edge uv."""
        graphs.toggle(self.graph, u, v)
        for x, y in [(u, v), (v, u)]:
            self.walks[x] |= 1 << y | self.graph[y]
            for a in graphs.vertices(self.graph[x] & ~(1 << y)):
                self.walks[a] |= 1 << y


class Diameter(Problem):
    """Diameter at most k with degrees at most d (the table of combinatoricswiki.org).

    The score is minus the sum of all distances in excess of k, over all pairs. It is 0 if and only
    if the diameter is at most k. A pair without a path counts as if its distance were the order.
    """

    config = "configs/graphs/degree-diameter.toml"
    expression = "-diameter"
    heat = (3.0, 0.3)

    def __init__(self, degree: int, diameter: int, order: int) -> None:
        name = f"degree {degree}, diameter {diameter}, order {order}"
        super().__init__(name, order, 0, -diameter)
        self.degree = degree
        self.diameter = diameter
        self.settings = [
            f"boards.max_degree={degree}",
            f"boards.order=[{order},{order}]",
            f"objective.stop_when=diameter <= {diameter}",
        ]
        self.ranges = [(0, order), (0, order * order / 2)]

    def score(self, graph: Graph) -> float:
        total, order = 0, self.order
        for root in range(order):
            seen = 0
            for distance, layer in enumerate(graphs.layers(graph, root)):
                count = layer.bit_count()
                seen += count
                total += max(distance - self.diameter, 0) * count
            total += (order - seen) * (order - self.diameter)
        return -total / 2

    def decode(self, keys: list[float]) -> Graph:
        """Adds edges in the order of their keys, where the degrees allow it."""
        graph = [0] * self.order
        for at in sorted(range(self.genes), key=keys.__getitem__):
            u, v = self.pairs[at]
            if graph[u].bit_count() < self.degree and graph[v].bit_count() < self.degree:
                graphs.toggle(graph, u, v)
        return graph

    def build(self, choose) -> Graph:
        """Adds edges until the degrees allow no more."""
        graph, order = [0] * self.order, self.order
        codes = [u * order + v for u, v in self.pairs]
        while codes:
            code = choose(codes)
            graphs.toggle(graph, *divmod(code, order))
            full = [row.bit_count() >= self.degree for row in graph]
            codes = [c for c in codes if c != code and not (full[c // order] or full[c % order])]
        return graph

    def start(self, random: Random) -> Graph:
        graph = networkx.random_regular_graph(self.degree, self.order, seed=random.getrandbits(32))
        return graphs.of_edges(self.order, graph.edges)

    def flip(self, graph: Graph, random: Random) -> Pairs:
        """One edge appears or vanishes; if it appears at a full vertex, another edge vanishes."""
        u, v = random.choice(self.pairs)
        changes = [(u, v)]
        if not graph[u] >> v & 1:
            for x in (u, v):
                if graph[x].bit_count() == self.degree:
                    changes.append((x, random.choice(list(graphs.vertices(graph[x])))))
        return changes

    def swap(self, graph: Graph, random: Random) -> Pairs:
        """Edges ab and cd become ac and bd; none if one of these exists."""
        edges = [(u, v) for u, v in self.pairs if graph[u] >> v & 1]
        (a, b), (c, d) = random.sample(edges, 2)
        if random.random() < 0.5:
            c, d = d, c
        if len({a, b, c, d}) < 4 or graph[a] >> c & 1 or graph[b] >> d & 1:
            return []
        return [(a, b), (c, d), (a, c), (b, d)]

    def cell(self, graph: Graph) -> tuple[float, float]:
        farthest = max(sum(1 for _ in graphs.layers(graph, v)) - 1 for v in range(self.order))
        return farthest, -self.score(graph)


class Conjecture(Problem):
    """A connected graph that refutes a conjecture: the score is the margin, which has to be 1.

    Graphs with several components get as many points less than any margin as they have components.
    """

    def __init__(self, config: str, order: int, expression: str, margin) -> None:
        super().__init__(f"`{config}`, order {order}", order, 1, 1)
        self.config = f"configs/graphs/{config}.toml"
        self.expression = expression
        self.margin = margin
        self.codes = 2 * len(self.pairs)
        self.settings = [f"boards.order=[{order},{order}]", "search.shrink=false"]
        self.ranges = [(0, len(self.pairs)), (0, order)]

    def score(self, graph: Graph) -> float:
        parts = graphs.parts(graph)
        margin = self.margin(graph) if parts == 1 else None
        return -(self.order**2) - parts if margin is None else margin

    def decode(self, keys: list[float]) -> Graph:
        """The edges are the pairs whose keys are at least 1/2."""
        chosen = (pair for pair, key in zip(self.pairs, keys) if key >= 0.5)
        return graphs.of_edges(self.order, chosen)

    def build(self, choose) -> Graph:
        """Decides for one pair after another whether it is an edge."""
        chosen = (pair for at, pair in enumerate(self.pairs) if choose([2 * at, 2 * at + 1]) & 1)
        return graphs.of_edges(self.order, chosen)

    def cell(self, graph: Graph) -> tuple[float, float]:
        return graphs.size(graph), max(row.bit_count() for row in graph)


def margin_164(graph: Graph) -> float:
    """Independence - residue^2."""
    return graphs.independence(graph) - graphs.residue(graph) ** 2


def margin_224(graph: Graph) -> float | None:
    """Independence - (residue + 1) * girth; none for a tree."""
    girth = graphs.girth(graph)
    if girth is None:
        return None
    return graphs.independence(graph) - (graphs.residue(graph) + 1) * girth


def margin_146(graph: Graph) -> float:
    """Least degree - greatest number of common neighbours - independence."""
    least = min(row.bit_count() for row in graph)
    common = max((graph[u] & graph[v]).bit_count() for u, v in graphs.pairs(len(graph)))
    return least - common - graphs.independence(graph)


class SnortTree(Problem):
    """Greatest temperature - degree of a tree in Snort (the maxima are those of docs/atlas).

    `boil eval` scores the trees, so that every peer has the same solver. It is a process of its
    own, and a peer waits for it.
    """

    config = "configs/snort-trees.toml"
    expression = "temperature - degree"
    ruleset = "snort"

    def __init__(self, order: int, difference: Fraction) -> None:
        super().__init__(f"Snort trees, order {order}", order, float(difference), difference)
        self.genes = order - 1
        self.settings = [
            f"boards.order=[{order},{order}]",
            f"objective.stop_when=fitness >= {difference}",
            "search.generations=1000000",
        ]
        self.ranges = [(0, order), (0, order)]
        self.solver = None

    def score(self, graph: Graph) -> float:
        if self.solver is None:
            self.solver = Solver(self)
        value = self.solver.value(graphs.graph6(graph))
        return -float(self.order) if value is None else float(value)

    def decode(self, keys: list[float]) -> Graph:
        """Key i says to which of the vertices 0 to i vertex i + 1 is joined."""
        return graphs.of_edges(
            self.order, ((min(int(key * at), at - 1), at) for at, key in enumerate(keys, 1))
        )

    def build(self, choose) -> Graph:
        """Joins one vertex after another to one before it."""
        order, edges = self.order, []
        for v in range(1, order):
            code = choose([v * order + u for u in range(v)])
            edges.append((code % order, v))
        return graphs.of_edges(order, edges)

    def start(self, random: Random) -> Graph:
        tree = networkx.random_labeled_tree(self.order, seed=random.getrandbits(32))
        return graphs.of_edges(self.order, tree.edges)

    def flip(self, graph: Graph, random: Random) -> Pairs:
        """An edge vanishes, and another one joins the two parts."""
        u, v = random.choice([(u, v) for u, v in self.pairs if graph[u] >> v & 1])
        graphs.toggle(graph, u, v)
        part = sum(graphs.layers(graph, u))
        graphs.toggle(graph, u, v)
        others = [w for w in range(self.order) if not part >> w & 1]
        return [(u, v), (random.choice(list(graphs.vertices(part))), random.choice(others))]

    def cell(self, graph: Graph) -> tuple[float, float]:
        degrees = [row.bit_count() for row in graph]
        return max(degrees), degrees.count(1)


class Solver:
    """A process of `boil eval` that values one board a line."""

    def __init__(self, problem: Problem) -> None:
        ruleset = problem.ruleset
        ruleset = str(ROOT / ruleset) if ruleset.endswith(".toml") else ruleset
        command = [program(), "eval", "-", "--csv", "--ruleset", ruleset]
        self.process = subprocess.Popen(
            [*command, "--columns", problem.expression],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.has_head = False

    def value(self, board: str) -> Fraction | None:
        """The problem's expression on a board in graph6; none where it is undefined."""
        self.process.stdin.write(board + "\n")
        self.process.stdin.flush()
        if not self.has_head:  # The head comes with the first value.
            self.process.stdout.readline()
            self.has_head = True
        text = self.process.stdout.readline().strip()
        try:
            return Fraction(text)
        except ValueError:
            return None


def program() -> str:
    """The program `boil`: the variable BOIL, or the one on the path."""
    return os.environ.get("BOIL", "boil")


#: The orders of two conjectures are those of the published counterexamples. That of `brain-146` has
#: 33 vertices; the smallest one known has 16 (docs/comparisons.md).
PROBLEMS = {
    problem.name: problem
    for problem in [
        Girth(10, 15),
        Girth(16, 28),
        Girth(20, 41),
        Girth(24, 54),
        Girth(32, 85),
        Diameter(3, 2, 10),
        Diameter(3, 3, 20),
        Diameter(4, 2, 15),
        Conjecture("brain-164", 11, "independence - residue^2", margin_164),
        Conjecture("brain-224", 24, "independence - (residue + 1) * girth", margin_224),
        Conjecture(
            "brain-146", 16, "min_degree - most_common_neighbours - independence", margin_146
        ),
        SnortTree(14, Fraction(2)),
        SnortTree(17, Fraction(3)),
    ]
}
