"""Graphs as lists of bit sets: bit v of `graph[u]` says whether u and v are adjacent.

Every vertex has a number from 0 to order - 1. The invariants are those of West, *Introduction to
Graph Theory*, unless a function names another source.
"""

from __future__ import annotations

from collections.abc import Iterator

Graph = list[int]


def vertices(bits: int) -> Iterator[int]:
    """The vertices of a bit set, in order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def pairs(order: int) -> list[tuple[int, int]]:
    """All pairs of two vertices, the smaller one first."""
    return [(u, v) for v in range(order) for u in range(v)]


def toggle(graph: Graph, u: int, v: int) -> None:
    """Adds the edge uv, or removes it if it exists."""
    graph[u] ^= 1 << v
    graph[v] ^= 1 << u


def of_edges(order: int, edges) -> Graph:
    """The graph with these edges, each of which occurs once."""
    graph = [0] * order
    for u, v in edges:
        toggle(graph, u, v)
    return graph


def graph6(graph: Graph) -> str:
    """The graph in the format graph6 of McKay, for at most 62 vertices."""
    bits = [graph[u] >> v & 1 for u, v in pairs(len(graph))]
    bits += [0] * (-len(bits) % 6)
    groups = (bits[at : at + 6] for at in range(0, len(bits), 6))
    values = [len(graph)] + [int("".join(map(str, group)), 2) for group in groups]
    return "".join(chr(63 + value) for value in values)


def size(graph: Graph) -> int:
    """The number of edges."""
    return sum(row.bit_count() for row in graph) // 2


def layers(graph: Graph, root: int) -> Iterator[int]:
    """The sets of vertices at distance 0, 1, 2, … from the root, as long as they are not empty."""
    seen = layer = 1 << root
    while layer:
        yield layer
        step = 0
        for v in vertices(layer):
            step |= graph[v]
        layer = step & ~seen
        seen |= layer


def parts(graph: Graph) -> int:
    """The number of components."""
    left, count = (1 << len(graph)) - 1, 0
    while left:
        for layer in layers(graph, (left & -left).bit_length() - 1):
            left &= ~layer
        count += 1
    return count


def girth(graph: Graph) -> int | None:
    """The length of a shortest cycle; none for a forest."""
    best = None
    for root in range(len(graph)):
        before = 0
        for distance, layer in enumerate(layers(graph, root)):
            back = (graph[v] & before for v in vertices(layer))
            if any(bits & (bits - 1) for bits in back):
                length = 2 * distance
            elif any(graph[v] & layer for v in vertices(layer)):
                length = 2 * distance + 1
            else:
                before = layer
                continue
            best = length if best is None else min(best, length)
            break
    return best


def independence(graph: Graph) -> int:
    """The most vertices of which no two are adjacent, by branching on a vertex of most edges."""

    def most(left: int) -> int:
        top, most_edges = 0, -1
        for v in vertices(left):
            degree = (graph[v] & left).bit_count()
            if degree < 2:  # Some largest independent set has such a vertex.
                return 1 + most(left & ~(graph[v] | 1 << v))
            if degree > most_edges:
                top, most_edges = v, degree
        if not left:
            return 0
        without = left & ~(1 << top)
        return max(1 + most(without & ~graph[top]), most(without))

    return most((1 << len(graph)) - 1)


def residue(graph: Graph) -> int:
    """The zeros at the end of the process of Havel and Hakimi (Favaron, Mahéo, Saclé 1991)."""
    degrees = sorted((row.bit_count() for row in graph), reverse=True)
    while degrees and degrees[0]:
        first, rest = degrees[0], degrees[1:]
        degrees = sorted([d - 1 for d in rest[:first]] + rest[first:], reverse=True)
    return len(degrees)
