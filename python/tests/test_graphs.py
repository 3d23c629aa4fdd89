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
    for form in [g.edges, nx.to_numpy_array(g), nx.to_numpy_array(g, dtype=int), nx.to_dict_of_lists(g), dict(g.adjacency())]:
        assert bp.Position(form).is_isomorphic("petersen")
    for wrong in [nx.to_numpy_array(nx.DiGraph([(0, 1)])), 2 * nx.to_numpy_array(g), nx.to_numpy_array(g)[0]]:
        with pytest.raises(bp.NotationError):
            bp.Position(wrong)


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
