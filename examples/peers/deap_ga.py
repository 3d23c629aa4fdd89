"""A genetic algorithm in DEAP (Fortin and others, JMLR 13, 2012), on lists of keys.

Of 100 parents and 100 children the best 100 stay. Half of the children come from a uniform
crossover, the others redraw one key on average. The population starts anew after 150 generations.
"""

import random

from deap import algorithms, base, creator, tools

creator.create("Fitness", base.Fitness, weights=(1.0,))
creator.create("Keys", list, fitness=creator.Fitness)


def search(problem, seed, seconds, report):
    """Searches until `report` ends it."""
    random.seed(seed)

    def evaluate(keys):
        graph = problem.decode(keys)
        value = problem.score(graph)
        report(value, graph)
        return (value,)

    def redraw(keys):
        for at in range(len(keys)):
            if random.random() < 1 / len(keys):
                keys[at] = random.random()
        return (keys,)

    box = base.Toolbox()
    box.register("keys", tools.initRepeat, creator.Keys, random.random, problem.genes)
    box.register("population", tools.initRepeat, list, box.keys)
    box.register("evaluate", evaluate)
    box.register("mate", tools.cxUniform, indpb=0.5)
    box.register("mutate", redraw)
    box.register("select", tools.selBest)
    while True:
        population = box.population(100)
        algorithms.eaMuPlusLambda(population, box, 100, 100, 0.5, 0.5, 150, verbose=False)
