"""Simulated annealing (Kirkpatrick, Gelatt, Vecchi 1983) from random graphs of networkx.

`flip` changes one edge in a step. `swap` exchanges the ends of two edges, which keeps all degrees.
Each descent starts anew and is twice as long as the one before, to at most 128,000 steps.
"""

from math import exp
from random import Random

import graphs


def search(problem, seed, seconds, report, kind="flip"):
    """Searches until `report` ends it."""
    random = Random(seed)
    steps = 1000
    while True:
        descend(problem, getattr(problem, kind), random, steps, report)
        steps = min(2 * steps, 128_000)


def swap(problem, seed, seconds, report):
    """The search with the double edge swap."""
    search(problem, seed, seconds, report, "swap")


def descend(problem, propose, random, steps, report):
    """One descent: the temperature falls by the same factor in each step."""
    graph = problem.start(random)
    score = problem.score(graph)
    report(score, graph)
    heat, last = problem.heat
    factor = (last / heat) ** (1 / steps)
    for _ in range(steps):
        heat *= factor
        changes = propose(graph, random)
        if not changes:
            continue
        value = problem.rescore(graph, changes, score)
        report(value, graph)
        if value >= score or random.random() < exp((value - score) / heat):
            score = value
        else:
            for u, v in changes:
                graphs.toggle(graph, u, v)
