"""Graphs of other packages as boards, and boards as graphs of other packages.

No package is imported unless a graph of it is asked for: graphs are known by their methods.
"""

from __future__ import annotations

from collections.abc import Set
from importlib import import_module
from itertools import islice
from numbers import Number
from operator import index
from typing import Any, Iterable, Mapping

from . import _boilingpoint as _b

#: The greatest number of a vertex.
_MOST = 10**7

Link = tuple[int, int, int, bool]
Parts = tuple[int, list[Link], str, "int | None", tuple[Any, ...]]


def read(graph: Any) -> Parts:
    """The parts of a graph: order, links, tints, token and labels.

    A link has two ends, a weight, and whether it has a direction.
    """
    if hasattr(graph, "nodes") and hasattr(graph, "edges") and hasattr(graph, "is_directed"):
        return _of_networkx(graph)
    if hasattr(graph, "vertex_iterator") and hasattr(graph, "edge_iterator"):
        return _of_sage(graph)
    # The edges of a networkx graph are a set and a mapping.
    if isinstance(graph, Mapping) and not isinstance(graph, Set):
        return _of_neighbours(graph)
    if hasattr(graph, "columns"):
        return _of_frame(graph)
    if hasattr(graph, "shape") and hasattr(graph, "tolist"):
        return _of_array(graph)
    if hasattr(graph, "__iter__") and not isinstance(graph, (bytes, bytearray)):
        return _of_edges(graph)
    raise _b.ArgumentError(
        "expected a board: a text, a Position, a networkx or Sage graph, a list of edges, lists of "
        f"neighbours, an adjacency matrix or a data frame of one, not {type(graph).__name__}"
    )


def _of_networkx(graph: Any) -> Parts:
    labels = tuple(graph.nodes)
    number = {label: v for v, label in enumerate(labels)}
    arc = bool(graph.is_directed())
    links: list[Link] = []
    for a, b, data in graph.edges(data=True):
        weights = data.get("weights")
        for weight in [data.get("weight", 1)] if weights is None else weights:
            links.append((number[a], number[b], _weight(weight, (a, b)), arc))
    tints, token = [], None
    for v, (label, data) in enumerate(graph.nodes(data=True)):
        tints.append(_tint(data.get("tint"), label))
        if data.get("token"):
            if token is not None:
                raise _b.NotationError("the graph has two tokens; a board has at most one")
            token = v
    return len(labels), links, "".join(tints), token, labels


def _of_sage(graph: Any) -> Parts:
    labels = tuple(graph.vertex_iterator())
    number = {label: v for v, label in enumerate(labels)}
    arc = bool(graph.is_directed())
    links = [
        (
            number[a],
            number[b],
            1 if label is None or isinstance(label, str) else _weight(label, (a, b)),
            arc,
        )
        for a, b, label in graph.edge_iterator()
    ]
    get = getattr(graph, "get_vertex", lambda label: None)
    tints = "".join(_tint(_text(get(label)), label) for label in labels)
    return len(labels), links, tints, None, labels


def _text(found: Any) -> Any:
    return found if isinstance(found, str) else None


def _of_edges(edges: Iterable[Any]) -> Parts:
    """A list of edges, and of vertices without edges. Vertices are numbers from 0, or all are other
    objects, which are labels. A list of lists may be a matrix or lists of neighbours as well.
    """
    items = list(islice(edges, _MOST))
    if (
        items
        and not isinstance(edges, Set)
        and all(isinstance(item, (list, Set)) for item in items)
    ):
        if _is_matrix(items):
            return _of_matrix(items)
        near = _arcs(items)
        if near is not None:
            if any(len(item) not in (2, 3) for item in items):
                return _of_neighbours(dict(enumerate(items)))
            if near != {tuple(sorted(item)) for item in items if len(item) == 2}:
                raise _b.NotationError(
                    "this may be a list of edges, and lists of neighbours as well; give the edges "
                    "as tuples, or the neighbours as a dictionary"
                )
    if items and all(isinstance(item, str) for item in items):
        raise _b.NotationError(
            "a list of texts is not a board; give one text, or a list of edges such as ('a', 'b')"
        )
    listed = list(map(_edge, items))
    for edge in listed:
        for v in edge[:2]:
            _refuse_missing(v)
    ends = [v for edge in listed for v in edge[:2]]
    try:
        labels = tuple(dict.fromkeys(ends))
    except TypeError:
        raise _b.NotationError("a vertex of the list of edges cannot be a label") from None
    if not any(hasattr(v, "__index__") for v in labels):
        number = {label: v for v, label in enumerate(labels)}
    else:
        number = _numbers(labels)
        labels = tuple(range(len(number)))
    links: list[Link] = [
        (
            number[edge[0]],
            number[edge[1]],
            _weight(edge[2], edge[:2]) if len(edge) == 3 else 1,
            False,
        )
        for edge in listed
        if len(edge) > 1
    ]
    return len(labels), links, "." * len(labels), None, labels


def _edge(item: Any) -> tuple[Any, ...]:
    """An item of a list of edges: the ends of an edge with its weight, or one vertex."""
    if not isinstance(item, (tuple, list, set, frozenset)):
        if hasattr(item, "__iter__") and not isinstance(item, (str, bytes)):
            raise _b.NotationError(
                f"{type(item).__name__} is no vertex and no edge; to value several boards, use scan"
            )
        return (item,)
    most = 2 if isinstance(item, (set, frozenset)) else 3
    if not 2 <= len(item) <= most:
        raise _b.NotationError(
            f"{item!r} is not an edge: a pair of vertices, perhaps with a weight; a vertex without "
            "an edge stands alone, such as 0 in [0, (1, 2)]"
        )
    return tuple(sorted(item, key=repr) if most == 2 else item)


def _refuse_missing(v: Any) -> None:
    """Refuses a position as a vertex, and what stands for a missing cell: it differs from itself."""
    try:
        is_missing = v is None or bool(v != v)
    except (TypeError, ValueError):
        is_missing = True
    if is_missing:
        raise _b.NotationError(f"{v!r} is no vertex: an end of an edge is missing")
    if isinstance(v, (_b.Position, _b.Value)):
        raise _b.NotationError(f"{v!r} is no vertex; to value several boards, use scan")


def _is_bit(x: Any) -> bool:
    is_number: bool = isinstance(x, Number)
    return is_number and x in (0, 1)


def _is_square_of_bits(rows: list[Any]) -> bool:
    is_square = all(isinstance(row, list) and len(row) == len(rows) for row in rows)
    return is_square and all(_is_bit(x) for row in rows for x in row)


def _is_matrix(rows: list[Any]) -> bool:
    """Whether lists are a symmetric matrix of zeros and ones."""
    pairs = ((a, b) for a in range(len(rows)) for b in range(a))
    return _is_square_of_bits(rows) and all(rows[a][b] == rows[b][a] for a, b in pairs)


def _arcs(lists: list[Any]) -> "set[tuple[int, int]] | None":
    """The edges, if lists are those of the neighbours of the vertices 0, 1, ...: both ends of an edge
    have each other.
    """
    order = len(lists)
    if not all(hasattr(v, "__index__") and 0 <= v < order for near in lists for v in near):
        return None
    arcs = {(a, index(b)) for a, near in enumerate(lists) for b in near}
    is_symmetric = all((b, a) in arcs for a, b in arcs)
    return {(a, b) for a, b in arcs if a <= b} if is_symmetric else None


def _of_neighbours(neighbours: Mapping[Any, Any]) -> Parts:
    """The neighbours of vertices, which are labels: lists of them, or dictionaries that have the
    weights of the edges. An edge may be with both ends.
    """
    labels = list(neighbours)
    if any(isinstance(others, str) and len(others) > 1 for others in neighbours.values()):
        raise _b.NotationError("expected a list of neighbours for each vertex, not one label")
    try:
        near = {
            label: others if isinstance(others, Mapping) else dict.fromkeys(others, 1)
            for label, others in neighbours.items()
        }
        further = dict.fromkeys(v for others in near.values() for v in others)
    except TypeError:
        raise _b.NotationError("expected a list of neighbours for each vertex") from None
    labels += [v for v in further if v not in neighbours]
    for v in labels:
        _refuse_missing(v)
    number = {label: v for v, label in enumerate(labels)}
    weights: dict[tuple[int, int], list[int]] = {}
    for a, others in near.items():
        for b, data in others.items():
            ends = (min(number[a], number[b]), max(number[a], number[b]))
            if not isinstance(data, Mapping) and data is not None and data == 0:
                # As in a matrix.
                continue
            found = _weights(data, (a, b))
            if weights.setdefault(ends, found) != found:
                told = f"the edge {(a, b)!r} has two weights: {weights[ends]} and {found}"
                raise _b.NotationError(told)
    links: list[Link] = [(a, b, w, False) for (a, b), all in weights.items() for w in all]
    return len(labels), links, "." * len(labels), None, tuple(labels)


def _weights(data: Any, edge: Any) -> list[int]:
    """The weights of the edges between two vertices, as dictionaries of networkx have them."""
    if not isinstance(data, Mapping):
        return [1 if data is True else _weight(data, edge)]
    if data and all(isinstance(each, Mapping) for each in data.values()):
        return sorted(_weight(each.get("weight"), edge) for each in data.values())
    return [_weight(data.get("weight"), edge)]


def _of_frame(frame: Any) -> Parts:
    """A data frame: a list of edges with the columns `source` and `target`, perhaps `weight`, or a
    matrix of zeros and ones whose rows have the names of its columns.
    """
    names = list(getattr(frame, "column_names", frame.columns))
    if {"source", "target"} <= set(names) and hasattr(frame, "__len__"):
        used = ["source", "target", *(["weight"] if "weight" in names else [])]
        columns = [frame[name] for name in used]
        return _of_edges(zip(*(x.to_pylist() if hasattr(x, "to_pylist") else x for x in columns)))
    rows = getattr(frame, "index", None)
    if rows is None or callable(rows) or list(rows) != names or not hasattr(frame, "to_numpy"):
        raise _b.NotationError(
            "a data frame is a board if it has the columns source and target, or if it is a matrix "
            "whose rows and columns have the same names; for a frame of boards, give its column"
        )
    order, links, tints, token, _ = _of_matrix(frame.to_numpy().tolist())
    return order, links, tints, token, tuple(names)


def _of_array(array: Any) -> Parts:
    """An array: a square matrix, or edges, one in each row or item."""
    shape = tuple(array.shape)
    if len(shape) == 1 and all(isinstance(item, (tuple, list, Set)) for item in array):
        return _of_edges(array.tolist())
    if len(shape) == 2 and shape[0] != shape[1] and shape[1] in (2, 3):
        return _of_edges(map(tuple, array.tolist()))
    return _of_matrix(array.tolist())


def _of_matrix(rows: Any) -> Parts:
    """A symmetric matrix with 1 where two vertices are adjacent, and 0 elsewhere."""
    order = len(rows) if isinstance(rows, list) else -1
    if order < 0 or not _is_square_of_bits(rows):
        raise _b.NotationError(
            "expected a square matrix of zeros and ones, or an array of edges with two columns"
        )
    links: list[Link] = []
    for a in range(order):
        for b in range(a + 1):
            if rows[a][b] != rows[b][a]:
                raise _b.NotationError(f"the matrix is not symmetric at {b}, {a}")
            if rows[a][b]:
                links.append((b, a, 1, False))
    return order, links, "." * order, None, tuple(range(order))


def _numbers(vertices: Iterable[Any]) -> dict[Any, int]:
    """The numbers of vertices, of which none may be left out: in a text such as `1-2,2-3`, too, it
    is not clear whether there is a vertex 0.
    """
    number = {}
    for v in vertices:
        if isinstance(v, bool) or not hasattr(v, "__index__") or not 0 <= index(v) <= _MOST:
            raise _b.NotationError(f"the vertex {v!r} is not one of the numbers 0, 1, 2, ...")
        number[v] = index(v)
    missing = set(range(max(number.values(), default=-1) + 1)) - set(number.values())
    if missing:
        v = min(missing)
        raise _b.NotationError(
            f"vertex {v} is in no edge, although {max(number.values())} is; write [{v}, ...] if "
            "the board has it, or give a networkx graph, whose nodes are labels"
        )
    return number


def _weight(weight: Any, edge: Any) -> int:
    if weight is None:
        return 1
    try:
        whole = not isinstance(weight, bool) and int(weight) == weight
    except (TypeError, ValueError, OverflowError):
        whole = False
    if not whole or not -(2**63) <= int(weight) < 2**63:
        raise _b.NotationError(f"the weight {weight!r} of the edge {edge!r} is not an integer")
    return int(weight)


def _tint(tint: Any, label: Any) -> str:
    if tint is None or tint == "":
        return "."
    if tint in (".", "L", "R"):
        return str(tint)
    raise _b.NotationError(f"the tint {tint!r} of the node {label!r} is not 'L', 'R' or '.'")


def networkx_graph(position: Any) -> Any:
    """The board of a position as a networkx graph, with its marks as attributes."""
    nx: Any = import_module("networkx")

    links = position.links
    arcs = any(arc for *_, arc in links)
    # The ends of a link without a direction are in order.
    parallel = len({(a, b, arc) for a, b, _, arc in links}) < len(links)
    kind = {
        (False, False): nx.Graph,
        (False, True): nx.MultiGraph,
        (True, False): nx.DiGraph,
        (True, True): nx.MultiDiGraph,
    }[arcs, parallel]
    graph = kind()
    labels = position.labels or range(position.order)
    graph.add_nodes_from(labels)
    for label, tint in zip(labels, position.tints):
        if tint != ".":
            graph.nodes[label]["tint"] = tint
    if position.token is not None:
        graph.nodes[labels[position.token]]["token"] = True
    for label, square in zip(labels, position.squares or ()):
        graph.nodes[label]["square"] = square
    edges: list[Any] = []
    for a, b, weight, arc in links:
        data = ({"weight": weight},) if weight != 1 else ()
        edges.append((labels[a], labels[b], *data))
        if arcs and not arc and a != b:
            edges.append((labels[b], labels[a], *data))
    graph.add_edges_from(edges)
    return graph


def sage_graph(position: Any) -> Any:
    """The board of a position as a Sage graph."""
    graph = import_module("sage.graphs.graph").Graph(multiedges=True, loops=True, weighted=True)
    graph.add_vertices(list(range(position.order)))
    graph.add_edges([(a, b, weight) for a, b, weight, _ in position.links])
    return graph
