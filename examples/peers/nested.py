"""Nested rollout policy adaptation (Rosin, IJCAI 2011), with two levels of 100 iterations each.

A rollout builds a board by random choices. The policy is a weight for each choice. Every level
repeats the level below and moves its policy towards the best rollout that it knows.
"""

from math import exp
from random import Random

LEVELS = 2
ITERATIONS = 100
STEP = 1.0


def search(problem, seed, seconds, report):
    """Searches until `report` ends it; each round starts with equal weights."""
    random = Random(seed)
    while True:
        nested(problem, LEVELS, [1.0] * problem.codes, random, report)


def nested(problem, level, weights, random, report):
    """The best score of a level, and the choices that led to it."""
    if level == 0:
        return rollout(problem, weights, random, report)
    best = None
    for _ in range(ITERATIONS):
        found = nested(problem, level - 1, list(weights), random, report)
        if best is None or found[0] >= best[0]:
            best = found
        adapt(weights, best[1])
    return best


def rollout(problem, weights, random, report):
    """The score of a random board, and its choices: the codes at hand and the one taken."""
    choices = []

    def choose(codes):
        code = random.choices(codes, [weights[c] for c in codes])[0]
        choices.append((codes, code))
        return code

    graph = problem.build(choose)
    value = problem.score(graph)
    report(value, graph)
    return value, choices


def adapt(weights, choices):
    """A step along the gradient of the probability of the choices."""
    old = list(weights)
    for codes, chosen in choices:
        total = sum(old[c] for c in codes)
        for code in codes:
            weights[code] *= exp(-STEP * old[code] / total)
        weights[chosen] *= exp(STEP)
