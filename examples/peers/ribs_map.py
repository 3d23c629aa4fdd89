"""MAP-Elites in pyribs (Tjanaka and others, GECCO 2023), on lists of keys.

The archive keeps the best board of each of 40 * 40 cells (Mouret and Clune 2015). The emitter makes
children from two elites with a step along their line and one in every direction (Vassiliades and
Mouret 2018). The archive starts anew when 300 batches have brought no better board.
"""

import numpy
from ribs.archives import GridArchive
from ribs.emitters import IsoLineEmitter
from ribs.schedulers import Scheduler


def search(problem, seed, seconds, report):
    """Searches until `report` ends it."""
    random = numpy.random.default_rng(seed)
    while True:
        climb(problem, random, report)


def climb(problem, random, report):
    """One archive, from random boards on."""
    seeds = [int(random.integers(2**31)) for _ in range(2)]
    archive = GridArchive(
        solution_dim=problem.genes, dims=[40, 40], ranges=problem.ranges, seed=seeds[0]
    )
    emitter = IsoLineEmitter(
        archive,
        iso_sigma=0.05,
        line_sigma=0.2,
        initial_solutions=random.random((100, problem.genes)),
        lower_bounds=[0.0] * problem.genes,
        upper_bounds=[1.0] * problem.genes,
        batch_size=50,
        seed=seeds[1],
    )
    scheduler = Scheduler(archive, [emitter])
    best, idle = None, 0
    while idle < 300:
        values, cells = [], []
        for keys in scheduler.ask().tolist():
            graph = problem.decode(keys)
            value = problem.score(graph)
            report(value, graph)
            values.append(value)
            cells.append(problem.cell(graph))
        scheduler.tell(values, cells)
        idle += 1
        if best is None or max(values) > best:
            best, idle = max(values), 0
