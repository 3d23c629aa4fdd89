"""Random graphs through nauty and networkx: canonical labelling by `nauty-labelg`, graph6 and
sparse6 by networkx, and the invariants that networkx has."""

import json
import random
import subprocess
import sys
from fractions import Fraction

import networkx as nx

BOIL = sys.argv[1]
GRAPHS = 2000


def run(*args, text):
    """The output of a program, without errors."""
    done = subprocess.run(args, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(args)}: {done.returncode}\n{done.stderr}")
    return done.stdout


def graph6(graph):
    return nx.to_graph6_bytes(graph, header=False).decode().strip()


def shuffled(r, graph):
    places = list(range(len(graph)))
    r.shuffle(places)
    return nx.relabel_nodes(graph, dict(enumerate(places)))


def sorted_nodes(graph):
    other = nx.Graph()
    other.add_nodes_from(sorted(graph))
    other.add_edges_from(graph.edges)
    return other


def graphs(r):
    """Graphs of 1 to 9 vertices; each second one is the one before with its vertices in another
    order, and at times with another edge."""
    made = []
    while len(made) < GRAPHS:
        order = r.randint(1, 9)
        graph = nx.gnp_random_graph(order, r.uniform(0.1, 0.9), seed=r)
        other = graph.copy()
        if order > 1 and r.random() < 0.5:
            a, b = r.sample(range(order), 2)
            (other.remove_edge if other.has_edge(a, b) else other.add_edge)(a, b)
        made += [graph, sorted_nodes(shuffled(r, other))]
    return made


def labelling(texts):
    """Equal canonical texts of one program are equal texts of the other."""
    listing = "".join(text + "\n" for text in texts)
    ours = run(BOIL, "canonical", "-", text=listing).split()
    theirs = run("nauty-labelg", "-qg", text=listing).split()
    if not len(texts) == len(ours) == len(theirs):
        sys.exit(f"{len(texts)} graphs, {len(ours)} and {len(theirs)} labellings")
    pairs = set(zip(ours, theirs))
    if not len(pairs) == len(set(ours)) == len(set(theirs)):
        sys.exit("boil canonical and nauty-labelg part the graphs differently")
    # The canonical text is that of the same graph.
    again = run("nauty-labelg", "-qg", text="".join(text + "\n" for text in ours)).split()
    if again != theirs:
        sys.exit("boil canonical gives another graph")
    return len(set(ours))


def formats(made, texts):
    """What `boil convert` writes, networkx reads as the same labelled graph."""
    listing = "".join(text + "\n" for text in texts)
    for name, read in [("graph6", nx.from_graph6_bytes), ("sparse6", nx.from_sparse6_bytes)]:
        lines = run(BOIL, "convert", "-", "--to", name, text=listing).splitlines()
        if len(lines) != len(made):
            sys.exit(f"{len(made)} graphs, {len(lines)} lines of {name}")
        for graph, line in zip(made, lines):
            back = read(line.encode())
            if set(back.edges) != set(map(tuple, map(sorted, graph.edges))) or len(back) != len(graph):
                sys.exit(f"{name}: {graph6(graph)} came back as {line}")


def on_connected(of):
    """An invariant that only connected graphs have."""
    return lambda g: of(g) if nx.is_connected(g) else None


def clique(g):
    return nx.max_weight_clique(g, weight=None)[1]


def independence(g):
    return clique(nx.complement(g))


def local(g):
    return [independence(g.subgraph(g[v])) if len(g[v]) else 0 for v in g]


def edge_cover(g):
    return None if any(d == 0 for _, d in g.degree) else len(nx.min_edge_cover(g))


def girth(g):
    return min(map(len, nx.minimum_cycle_basis(g)), default=None)


def ratio(of):
    """The exact mean of whole numbers."""
    return lambda g: Fraction(sum(numbers := list(of(g))), len(numbers))


def wiener(g):
    return int(nx.wiener_index(g))


def average_distance(g):
    pairs = len(g) * (len(g) - 1) // 2
    return Fraction(wiener(g), pairs) if pairs else None


# Invariants by the functions of networkx.
INVARIANTS = {
    "order": len,
    "size": nx.Graph.size,
    "degree": lambda g: max(d for _, d in g.degree),
    "min_degree": lambda g: min(d for _, d in g.degree),
    "leaves": lambda g: sum(d == 1 for _, d in g.degree),
    "components": nx.number_connected_components,
    "connected": nx.is_connected,
    "bipartite": nx.is_bipartite,
    "tree": nx.is_tree,
    "girth": girth,
    "diameter": on_connected(nx.diameter),
    "radius": on_connected(nx.radius),
    "centre": on_connected(lambda g: len(nx.center(g))),
    "periphery": on_connected(lambda g: len(nx.periphery(g))),
    "average_eccentricity": on_connected(ratio(lambda g: nx.eccentricity(g).values())),
    "wiener": on_connected(wiener),
    "average_distance": on_connected(average_distance),
    "clique": clique,
    "independence": independence,
    "vertex_cover": lambda g: len(g) - independence(g),
    "local_independence": lambda g: max(local(g)),
    "least_local_independence": lambda g: min(local(g)),
    "average_local_independence": ratio(local),
    "matching": lambda g: len(nx.max_weight_matching(g, maxcardinality=True)),
    "edge_cover": edge_cover,
    "connectivity": nx.node_connectivity,
    "edge_connectivity": nx.edge_connectivity,
    "cut_vertices": lambda g: len(set(nx.articulation_points(g))),
    "triangles": lambda g: sum(nx.triangles(g).values()) // 3,
    "degeneracy": lambda g: max(nx.core_number(g).values()),
}


def printed(value):
    """A number, or a condition, as `boil` prints it."""
    return value if value is None or isinstance(value, bool) else str(value)


def invariants(made, texts):
    listing = "".join(text + "\n" for text in texts)
    columns = ",".join(INVARIANTS)
    rows = run(BOIL, "eval", "-", "--columns", columns, "--json", text=listing).splitlines()
    if len(rows) != len(made):
        sys.exit(f"{len(made)} graphs, {len(rows)} rows")
    for graph, row in zip(made, rows):
        found = json.loads(row)
        for name, of in INVARIANTS.items():
            expected = printed(of(graph))
            if found[name] != expected:
                sys.exit(f"{name} of {graph6(graph)}: boil says {found[name]}, networkx {expected}")


def main():
    r = random.Random(20261129)
    made = graphs(r)
    texts = [graph6(graph) for graph in made]
    different = labelling(texts)
    formats(made, texts)
    invariants(made, texts)
    print(
        f"{len(made)} graphs, {different} up to isomorphism: nauty-labelg parts them alike, networkx "
        f"reads graph6 and sparse6, and has the same {len(INVARIANTS)} invariants"
    )


main()
