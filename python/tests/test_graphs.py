"""Graphs of networkx and of Sage as boards."""

import pytest

import boilingpoint as bp

nx = pytest.importorskip("networkx")


def test_tints_weights_and_labels_are_attributes():
    g = nx.Graph()
    g.add_node("a", tint="L")
    g.add_node(("b", 1))
    g.add_edge("a", ("b", 1))
    g.add_edge(("b", 1), 2.5)
    p = bp.Position(g)
    assert (p.tints, p.labels, p.edges) == ("L..", ("a", ("b", 1), 2.5), [(0, 1), (1, 2)])
    again = p.to_networkx()
    assert nx.utils.graphs_equal(again, g)
    weighted = nx.Graph()
    weighted.add_edge(0, 1, weight=3)
    weighted.nodes[0]["token"] = True
    q = bp.Position(weighted, ruleset="nim-on-graphs")
    assert q == bp.Position("0-1*3@0", ruleset="nim-on-graphs")
    assert nx.utils.graphs_equal(q.to_networkx(), weighted)


def test_loops_arcs_and_parallel_edges():
    pile = nx.Graph()
    pile.add_edge(0, 0, weight=5)
    assert bp.Position(pile, ruleset="subtraction(1,2)").grundy == 2
    with pytest.raises(bp.GameError, match="loop|parallel|links|edges"):
        bp.Position(nx.Graph([(0, 0)]))
    with pytest.raises(bp.GameError):
        bp.Position(nx.DiGraph([(0, 1)]))
    arcs = bp.Position(nx.DiGraph([(0, 1), (1, 2)]), ruleset="digraph-placement")
    assert arcs.links == [(0, 1, 1, True), (1, 2, 1, True)]
    assert nx.utils.graphs_equal(arcs.to_networkx(), nx.DiGraph([(0, 1), (1, 2)]))


def test_views_matrices_and_neighbours():
    g = nx.petersen_graph()
    for form in [
        g.edges,
        nx.to_numpy_array(g),
        nx.to_numpy_array(g, dtype=int),
        nx.to_dict_of_lists(g),
        dict(g.adjacency()),
    ]:
        assert bp.Position(form).is_isomorphic("petersen")
    for wrong in [
        nx.to_numpy_array(nx.DiGraph([(0, 1)])),
        2 * nx.to_numpy_array(g),
        nx.to_numpy_array(g)[0],
    ]:
        with pytest.raises(bp.NotationError):
            bp.Position(wrong)


def test_lists_that_are_no_edges_are_read_rightly_or_refused():
    path = bp.Position("path(3)")
    for form in [
        [[1], [0, 2], [1]],
        [[0, 1, 0], [1, 0, 1], [0, 1, 0]],
        [[0, 1], [1, 2]],
        {0: {1: {"weight": 1}}, 1: {2: {}}, 2: {}},
        {0: {1: 1}, 1: {2: True}},
        {0: {1: True, 0: False}, 1: {2: 1.0, 0: True}, 2: {0: 0.0, 1: 1}},
        [{1}, {0, 2}, {1}],
        [[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
        [frozenset([0, 1]), frozenset([1, 2])],
        nx.to_dict_of_dicts(nx.path_graph(3)),
    ]:
        assert bp.Position(form) == path, form
    for wrong in [
        ["path(4)"],
        ["ab", "bc"],
        [(1,), (0, 2)],
        [{0, 1, 2}],
        [frozenset([1]), (0, 1)],
        # Two triangles, or the neighbours in a cycle of six vertices.
        [[1, 5], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]],
        [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]],
        {"ab": "cd", "cd": "ab"},
        {"a1": "b1"},
        [set(nx.cycle_graph(6)[v]) for v in range(6)],
        # Boards are no vertices, and a missing cell is none.
        [bp.Position("path(3)"), bp.Position("path(2)")],
        [nx.path_graph(3)],
        [None],
        [range(2)],
        [("a", float("nan")), ("b", "c")],
        [(0, 1), (1, None)],
        {"a": ["b", None]},
        {0: {1: 2}, 1: {0: 3}},
    ]:
        with pytest.raises(bp.NotationError):
            bp.Position(wrong)
    heavy = bp.game(moves=lambda p: [], weights=True, impartial=True, name="heavy")
    weighted = heavy({0: {1: {"weight": 2}}, 1: {0: 2, 2: 3}})
    assert weighted.links == [(0, 1, 2, False), (1, 2, 3, False)]


def test_arrays_and_data_frames():
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    g = nx.path_graph(4)
    for form in [
        np.array([[0, 1], [1, 2], [2, 3]]),
        np.array([[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 0, 1]])[:3],
        nx.to_pandas_edgelist(g),
        nx.to_pandas_adjacency(g),
        pd.Series([(0, 1), (1, 2), (2, 3)]),
    ]:
        if getattr(form, "shape", None) != (3, 3):
            assert bp.Position(form) == bp.Position("path(4)"), form
    named = nx.to_pandas_adjacency(nx.relabel_nodes(g, dict(enumerate("wxyz"))))
    assert bp.Position(named).labels == ("w", "x", "y", "z")
    table = bp.Table([{"source": "a", "target": "b"}, {"source": "b", "target": "c"}])
    assert bp.Position(table) == bp.Position("path(3)")
    assert bp.Position([list(np.nonzero(row)[0]) for row in nx.to_numpy_array(g)]) == bp.Position(g)
    assert bp.Position([{1, 2}, {0, 2}, {0, 1}]) == bp.Position("cycle(3)")
    pa, pl = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    assert bp.Position(pa.table({"source": [0], "target": [1]})) == bp.Position("path(2)")
    holes = {"source": ["a", "b", "c"], "target": ["b", None, None]}
    for wrong in [
        pd.DataFrame(holes),
        pl.DataFrame(holes),
        pd.DataFrame({"source": [0, 1, None], "target": [1, None, 2]}),
        pl.DataFrame(holes).lazy(),
        pd.DataFrame([[0, pd.NA], [pd.NA, 0]]),
    ]:
        with pytest.raises(bp.NotationError):
            bp.Position(wrong)
    with pytest.raises(bp.NotationError, match="source and target"):
        bp.Position(pd.DataFrame({"a": [1, 2], "b": [3, 4]}))
    frame = pd.DataFrame({"board": ["path(3)", "star(3)"]})
    with pytest.raises(bp.ArgumentError, match="a column of a table"):
        bp.scan("snort", frame)
    assert len(bp.scan("snort", frame["board"])) == 2
    with pytest.raises(bp.ArgumentError, match="a column of a table"):
        bp.scan("snort", {"a": "path(3)"})


def test_mistakes_name_the_place():
    g = nx.path_graph(3)
    g.nodes[1]["tint"] = "X"
    with pytest.raises(ValueError, match="'X' of the node 1"):
        bp.Position(g)
    h = nx.path_graph(2)
    h.edges[0, 1]["weight"] = 1.5
    with pytest.raises(ValueError, match="1.5 of the edge"):
        bp.Position(h, ruleset="nim-on-graphs")
    h.edges[0, 1]["weight"] = -1
    with pytest.raises(bp.NotationError, match="out of range"):
        bp.Position(h, ruleset="nim-on-graphs")


def test_a_graph_of_ten_thousand_vertices():
    g = nx.star_graph(9999)
    p = bp.Position(g)
    assert p.order == 10_000 and p.temperature == 9999 and len(p.to_networkx()) == 10_000


def test_graphs_of_the_atlas_have_the_values_of_their_texts():
    for g in nx.graph_atlas_g()[1:200]:
        p = bp.Position(g)
        assert p.value == bp.Position(p.graph6).value


class SageGraph:
    """The methods of a Sage graph that are read."""

    def is_directed(self):
        return False

    def vertex_iterator(self):
        return iter("abc")

    def edge_iterator(self):
        return iter([("a", "b", None), ("b", "c", 2)])

    def get_vertex(self, label):
        return "L" if label == "a" else None


def test_sage_graphs_are_known_by_their_methods():
    from boilingpoint._graphs import read

    assert read(SageGraph()) == (
        3,
        [(0, 1, 1, False), (1, 2, 2, False)],
        "L..",
        None,
        ("a", "b", "c"),
    )


class Plain:
    """A graph of networkx without the class of networkx, which is read in the general way."""

    def __init__(self, graph):
        self.nodes, self.edges = graph.nodes, graph.edges
        self.is_directed = graph.is_directed


class Own(nx.Graph):
    """A class of the caller's, whose nodes are not those of its dictionaries."""

    @property
    def nodes(self):
        return nx.path_graph(2).nodes

    @property
    def edges(self):
        return nx.path_graph(2).edges


def outcome(graph, ruleset):
    """The board of a graph, or what is wrong with it."""
    try:
        p = bp.Position(graph, ruleset=ruleset)
    except Exception as why:
        return type(why), str(why)
    return p.links, p.tints, p.token, p.labels, [type(label) for label in p.labels]


def marked(kind, nodes, edges):
    graph = kind()
    for label, data in nodes.items():
        graph.add_node(label, **data)
    for a, b, data in edges:
        graph.add_edge(a, b, **data)
    return graph


def graphs():
    """Graphs of all classes, with usual and with unusual marks."""
    paths = nx.path_graph(4), nx.gnp_random_graph(12, 0.4, seed=2), nx.grid_2d_graph(3, 3)
    yield from paths
    yield nx.Graph()
    yield nx.relabel_nodes(nx.cycle_graph(5), {0: 4, 4: 0}, copy=True)
    yield nx.freeze(nx.cycle_graph(5))
    yield paths[1].subgraph([7, 3, 5, 1])
    yield nx.DiGraph([(0, 1), (1, 2), (2, 0)]).reverse(copy=False)
    yield nx.MultiDiGraph([(0, 1), (0, 1), (1, 0), (2, 2)]).to_undirected(as_view=True)
    yield Own([(0, 1), (1, 2)])
    labels = nx.Graph([(True, 1.0), (1.0, "a"), ("a", (0, "b")), ((0, "b"), frozenset("c"))])
    yield labels
    mixed = nx.Graph()
    mixed.add_nodes_from(range(3))
    mixed.add_edge(0, 1.0)
    mixed.add_edge(True, 2)
    yield mixed
    weights = [1, 3, 0, -1, 2.0, 2.5, True, None, "2", 2**40, 2**70, float("nan"), [2]]
    lists = [None, [], [1, 2], (3,), [1.5], 7, "12"]
    tints = [None, "", ".", "L", "R", "LR", "x", "\U0001f600", 3, True]
    for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
        ends = [(2, 0), (0, 1), (1, 0), (1, 1), (0, 1)]
        yield marked(kind, {}, [(a, b, {}) for a, b in ends])
        yield marked(kind, {2: {}, 0: {}, 1: {}}, [(a, b, {"weight": a + 1}) for a, b in ends])
        for weight in weights:
            yield marked(kind, {}, [(0, 1, {"colour": 1}), (1, 2, {"weight": weight})])
        for several in lists:
            yield marked(kind, {}, [(0, 1, {"weights": several, "weight": 4})])
        for tint in tints:
            yield marked(kind, {"a": {"tint": "L"}, "b": {"tint": tint}}, [("b", "a", {})])
        for token in (None, False, True, 1, "yes"):
            yield marked(kind, {0: {"token": token, "name": 3}, 1: {}}, [])
        yield marked(kind, {0: {"token": True}, 1: {"token": True}}, [])
    broken = nx.path_graph(3)
    broken._adj[0][9] = {}
    yield broken


@pytest.mark.parametrize("ruleset", ["snort", "nim-on-graphs", "digraph-placement"])
def test_the_dictionaries_of_networkx_give_what_its_methods_give(ruleset):
    for graph in graphs():
        assert outcome(graph, ruleset) == outcome(Plain(graph), ruleset), graph.adj


def test_a_label_that_changes_the_graph_while_it_is_read_is_an_error_or_none():
    graph = nx.Graph()

    class Label:
        def __init__(self, number):
            self.number = number

        def __hash__(self):
            if len(graph) == 3:
                graph.add_edge("new", "a")
            return 7

        def __eq__(self, other):
            return isinstance(other, Label) and self.number == other.number

    graph.add_edge(Label(1), Label(2))
    graph.add_edge(Label(2), 0)
    kind = outcome(graph, "snort")[0]
    assert isinstance(kind, list) or kind in (RuntimeError, KeyError)
