"""Values against pycgt: 500 random games, of which the numbers and the texts are compared."""

import random
import time

import pytest

import boilingpoint as bp

p = pytest.importorskip("pycgt")

NUMBERS = ["0", "1", "-1", "2", "-3", "1/2", "-3/4", "5", "7/2"]
NAMES = ["*", "*2", "^", "v"]


def random_game(r, depth):
    """A random game of pycgt, and a function that makes the same value here."""
    if depth == 0 or r.random() < 0.25:
        text = r.choice(NUMBERS + NAMES)
        return p.number(text) if text in NUMBERS else p.parse(text), lambda: bp.parse(text)
    sides = [[random_game(r, depth - 1) for _ in range(r.randint(1, 2))] for _ in range(2)]
    theirs = p.game([g for g, _ in sides[0]], [g for g, _ in sides[1]])
    return theirs, lambda: bp.game(*([make() for _, make in side] for side in sides))


def test_500_games(capsys):
    r = random.Random(27)
    games = [random_game(r, r.randint(0, 3)) for _ in range(500)]
    began = time.perf_counter()
    theirs = [p.canonical(g) for g, _ in games]
    facts = [(p.mean(g), p.left_stop(g), p.right_stop(g), p.temperature(g)) for g in theirs]
    middle = time.perf_counter()
    ours = [make() for _, make in games]
    numbers = [(v.mean, *v.stops, v.temperature) for v in ours]
    seconds = middle - began, time.perf_counter() - middle
    with capsys.disabled():
        print(f" [pycgt {seconds[0]:.2f} s, here {seconds[1]:.3f} s]", end=" ")
    for g, v, there, here in zip(theirs, ours, facts, numbers):
        assert bp.Value(g) == v and p.equals(v.to_pycgt(), g)
        # pycgt gives every number the temperature of an integer.
        same = 3 if v.number is not None else 4
        assert [str(x) for x in there[:same]] == [str(x) for x in here[:same]]


def test_positions_of_its_own_tests():
    from pycgt.rulesets import cram, domineering
    from pycgt.rulesets.graphs import COL, SNORT, Graph, uncoloured, value

    small = [(r, c) for r in range(1, 9) for c in range(1, 9) if r * c <= 16]
    boards = {("domineering", f"squares({r},{c})"): domineering.rectangle(r, c)
              for r, c in [*small, (4, 5), (11, 2)]}
    boards |= {("cram", f"squares({r},{c})"): cram.rectangle(r, c) for r, c in small}
    for n in range(1, 8):
        for name, rule in [("snort", SNORT), ("col", COL)]:
            boards[name, f"path({n})"] = value(uncoloured(Graph.path(n)), rule)
            if n >= 3:
                boards[name, f"cycle({n})"] = value(uncoloured(Graph.cycle(n)), rule)
    for (ruleset, board), theirs in boards.items():
        assert bp.Position(board, ruleset=ruleset).value == bp.Value(theirs), (ruleset, board)
