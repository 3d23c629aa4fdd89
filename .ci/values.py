"""Compares `boil value` with pycgt: 2,000 random expressions, the notation of their values read in
both directions, and all comparisons among 200 values."""

import json
import random
import subprocess
import sys

import pycgt as p

BOIL = sys.argv[1]
EXPRESSIONS = 2000
VALUES = 200
NUMBERS = ["0", "1", "-1", "2", "-3", "1/2", "-3/4", "5", "7/2"]
NAMES = ["*", "*2", "^", "v", "tiny(2)", "miny(1)", "+-1", "+-{3|1}"]


def boil(questions):
    """The answers to questions, in order."""
    done = subprocess.run(
        [BOIL, "value", "-", "--json"], input="\n".join(questions), capture_output=True, text=True
    )
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(questions):
        sys.exit(f"{len(questions)} questions, {len(answers)} answers")
    return answers


def value(r, depth):
    """A random value: boil's text of it, and pycgt's game."""
    pick = r.random()
    if depth == 0 or pick < 0.25:
        if r.random() < 0.6:
            text = r.choice(NUMBERS)
            return text, p.number(text)
        text = r.choice(NAMES)
        special = {
            "tiny(2)": lambda: p.tiny(p.integer(2)),
            "miny(1)": lambda: p.miny(p.integer(1)),
            "+-1": lambda: p.plus_minus(1),
            "+-{3|1}": lambda: p.parse("{{3|1}|{-1|-3}}"),
        }
        return text, special[text]() if text in special else p.parse(text)
    sides = [[value(r, depth - 1) for _ in range(r.randint(1, 2))] for _ in range(2)]
    text = "{" + "|".join(",".join(t for t, _ in side) for side in sides) + "}"
    # pycgt reads braces inside of braces only as terms, so the game is built from its options.
    return text, p.game([g for _, g in sides[0]], [g for _, g in sides[1]])


def expression(r):
    a, g = value(r, r.randint(0, 2))
    b, h = value(r, r.randint(0, 2))
    kind = r.choice(["sum", "difference", "negative", "multiple", "cool", "heat", "reduced", "plain"])
    if kind == "sum":
        return f"({a})+({b})", p.add(g, h)
    if kind == "difference":
        return f"({a})-({b})", p.add(g, p.negate(h))
    if kind == "negative":
        return f"-({a})", p.negate(g)
    if kind == "multiple":
        n = r.randint(0, 3)
        return f"{n}.({a})", p.multiple(g, n)
    if kind == "cool":
        t = r.choice(["1/4", "1/2", "1", "5/4"])
        # Where a position is cooled by its temperature exactly, pycgt has the mean, Siegel (II.5) an
        # infinitesimal beside it.
        if p.as_number(p.number(t)) in temperatures(p.canonical(g)):
            return a, g
        return f"cool({a},{t})", p.cool(g, p.as_number(p.number(t)))
    if kind == "heat":
        t = r.choice(["1/2", "1", "2"])
        return f"heat({a},{t})", p.heat(g, p.number(t))
    if kind == "reduced":
        return f"reduced({a})", reduced(p.canonical(g))
    return a, g


def at_least(g, h):
    """Whether g >= h up to an infinitesimal."""
    return p.right_stop(p.add(g, p.negate(h))) >= 0


def best(g):
    """Left's options: reversible ones are bypassed and dominated ones left out, both up to an
    infinitesimal."""
    options = []
    for option in g.left:
        reply = next((y for y in option.right if at_least(g, y)), None)
        options += [option] if reply is None else reply.left
    return frozenset(
        x
        for i, x in enumerate(options)
        if not any(
            at_least(y, x) and (j < i or not at_least(x, y))
            for j, y in enumerate(options)
            if j != i
        )
    )


def reduced(g):
    """The reduced canonical form (Grossman and Siegel). That of pycgt 0.2.0 keeps options that are
    dominated only up to an infinitesimal: {0,{0|-3/4}|-2}, which is {0|-2}."""
    number = p.number_part(g)
    if number is not None:
        return p.number(number)
    g = p.canonical(p.Game(frozenset(map(reduced, g.left)), frozenset(map(reduced, g.right))))
    while True:
        left, right = best(g), frozenset(map(p.negate, best(p.negate(g))))
        if left == frozenset(g.left) and right == frozenset(g.right):
            return g
        g = p.canonical(p.Game(left, right))


def temperatures(g):
    """The temperatures of a game and of its followers."""
    followers = [temperatures(option) for option in [*g.left, *g.right]]
    return {p.temperature(g)}.union(*followers)


def facts(g):
    """Facts of a game by the names of boil."""
    return {
        "mean": p.mean(g),
        "temperature": p.temperature(g),
        "left_stop": p.left_stop(g),
        "right_stop": p.right_stop(g),
        "birthday": p.birthday(g),
    }


def differences(text, g, found):
    """The facts about an expression that boil and pycgt say differently."""
    for name, theirs in facts(g).items():
        # pycgt gives every number the temperature of an integer.
        if name == "temperature" and p.as_number(g) is not None:
            continue
        if str(found[name]) != str(theirs):
            yield f"{text}: {name} is {found[name]}, pycgt has {theirs}"


def comparisons(values):
    relations = {"<=": p.leq, ">=": p.geq, "=": p.equals, "||": p.confused}
    for i, (a, g) in enumerate(values):
        for b, h in values[: i + 1]:
            for sign, of in relations.items():
                yield f"{a} {sign} {b}", of(g, h)


def main():
    r = random.Random(20261123)
    asked = [(text, p.canonical(g)) for text, g in (expression(r) for _ in range(EXPRESSIONS))]
    answers = boil([text for text, _ in asked])
    wrong = []
    for (text, g), found in zip(asked, answers):
        wrong += differences(text, g, found)
    # The text of each program is read as the same value.
    forms = [found["canonical_form"] for found in answers]
    wrong += refused([f"{form} = {p.render(g)}" for form, (_, g) in zip(forms, asked)])
    wrong += refused([f"{text} = {form}" for form, (text, _) in zip(forms, asked)])
    values = []
    while len(values) < VALUES:
        text, g = value(r, 2)
        if len(text) < 60:
            values.append((text, g))
    pairs = list(comparisons(values))
    for (text, theirs), found in zip(pairs, boil([text for text, _ in pairs])):
        if found["holds"] != theirs:
            wrong.append(f"{text}: boil says {found['holds']}, pycgt {theirs}")
    for line in wrong[:20]:
        print(line)
    print(f"{len(asked)} expressions, {len(pairs)} comparisons: {len(wrong)} differences")
    sys.exit(1 if wrong else 0)


def refused(equations):
    """The equations that do not hold."""
    return [text for text, found in zip(equations, boil(equations)) if not found["holds"]]


main()
