#!/usr/bin/env python3
"""Computes Z and alpha of the graph with 24 vertices from the definitions: about two minutes.

    python3 papers/zero-forcing/check.py
"""

from itertools import combinations

# Three branches at the triangle 0, 1, 2: a vertex x, and the triangles a, b, c and d, e, f.
EDGES = [(0, 1), (0, 2), (1, 2)]
for y, x in ((0, 3), (1, 10), (2, 17)):
    a, b, c, d, e, f = range(x + 1, x + 7)
    EDGES += [(y, x), (x, a), (x, d), (a, b), (a, c), (b, c), (d, e), (d, f), (e, f)]
ORDER = 24
NEAR = [0] * ORDER  # the neighbours of each vertex, a bit for each
for v, w in EDGES:
    NEAR[v] |= 1 << w
    NEAR[w] |= 1 << v
ALL = (1 << ORDER) - 1


def forces(blue):
    """Whether the set forces the graph: a vertex with one white neighbour makes it blue."""
    changed = True
    while changed:
        changed = False
        for v in range(ORDER):
            white = NEAR[v] & ~blue
            if blue >> v & 1 and white and white & (white - 1) == 0:
                blue |= white
                changed = True
    return blue == ALL


def independence(left):
    """The most vertices of this set, no two of them adjacent."""
    if not left:
        return 0
    v = left.bit_length() - 1
    rest = left & ~(1 << v)
    return max(independence(rest), 1 + independence(rest & ~NEAR[v]))


assert max(bin(near).count("1") for near in NEAR) == 3
# A set with a subset that forces does so as well: sets of ten are enough.
assert not any(forces(sum(1 << v for v in chosen)) for chosen in combinations(range(ORDER), 10))
assert forces(sum(1 << v for v in (0, 1, 4, 5, 8, 11, 12, 15, 18, 19, 22)))
print("Z = 11")
assert independence(ALL) == 9
print("alpha = 9")
