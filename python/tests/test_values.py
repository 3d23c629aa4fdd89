"""Values: the algebra, numbers of Python, texts, limits, memory."""

import copy
import decimal
import gc
import pickle
import random
from fractions import Fraction

import pytest

import boilingpoint as bp


def test_arithmetic_and_order():
    v = bp.Value("{3|-1}")
    assert v + 1 == 1 + v == bp.Value("{4|0}")
    assert v - v == 0 and not (v - v)
    assert 2 * v == v + v and -v == 0 - v and v * 0 == 0
    assert bp.star() + bp.star() == 0
    assert bp.up() > 0 and bp.up() < Fraction(1, 2**40)
    assert bp.star().confused(0) and not (bp.star() < 0 or bp.star() > 0 or bp.star() == 0)
    assert not bp.star() <= 0 and not bp.star() >= 0
    assert bp.Value(Fraction(3, 4)) <= 0.75 <= bp.Value(1)


def test_values_agree_with_numbers_as_keys():
    assert {bp.Value(3): 1}[3] == 1 and {Fraction(1, 2): 1}[bp.Value("1/2")] == 1
    assert hash(bp.star(2)) == hash(bp.parse("*3 + *")) and len({bp.up(), bp.up(), bp.star()}) == 2
    assert bp.star() != 1 and bp.Value(0) != "0" and bp.Value(1) != Fraction(1, 3)
    assert bp.Value(1) != 0.1 and bp.Value(1) != float("nan") and bp.Value(1) is not None


def test_numbers_are_exact():
    v = bp.parse("{5|1/4}")
    assert v.temperature == Fraction(19, 8) and isinstance(v.temperature, Fraction)
    assert v.stops == (5, Fraction(1, 4)) and v.mean == Fraction(21, 8)
    assert bp.Value("7/8").number == Fraction(7, 8) and v.number is None
    assert isinstance(v.birthday, int)


def test_options_and_functions():
    v = bp.parse("{3|2||1}")
    assert [str(w) for w in v.left_options] == ["{3|2}"] and v.right_options == (1,)
    assert bp.game(v.left_options, v.right_options) == v
    assert v.cool(Fraction(1, 2)).heat(Fraction(1, 2)).mean == v.mean
    assert bp.parse("^^").atomic_weight == 2 and v.atomic_weight is None
    assert bp.star(4).nimber == 4 and bp.parse("{1|-1}").kind == "hot"
    assert bp.switch(2, 1) == bp.Value("{2|1}") and bp.parse("{2|*}").reduced() == bp.Value("{2|0}")
    assert bp.Value(1).ordinal(bp.Value(-1)) == Fraction(1, 2)


def test_thermographs():
    t = bp.parse("{4|2||-1}").thermograph
    assert t.left_at(t.temperature) == t.right_at(t.temperature) == t.mean
    assert t.svg.startswith("<svg") and t.png()[:4] == b"\x89PNG"
    with pytest.raises(bp.Error):
        t.left_at(-2)


@pytest.mark.parametrize(
    "text, place",
    [
        ("{1|", "column 4"),
        ("", "column 1"),
        ("1/3", "column"),
        ("frob(1)", "frob"),
        ("{" * 1000, "column"),
    ],
)
def test_texts_that_are_no_values_name_the_place(text, place):
    with pytest.raises(bp.NotationError, match=place):
        bp.parse(text)


def test_mistakes():
    v = bp.Value("{1|-1}")
    for mistake in [
        lambda: v + "x",
        lambda: v * 1.5,
        lambda: v < "a",
        lambda: v + None,
        lambda: v @ v,
    ]:
        with pytest.raises(TypeError):
            mistake()
    for mistake in [lambda: v + Fraction(1, 3), lambda: v + float("inf"), lambda: v < float("nan")]:
        with pytest.raises(bp.Error):
            mistake()
    with pytest.raises(bp.Error):
        v.cool(-1)
    with pytest.raises(bp.LimitError):
        bp.Value(2**63)
    with pytest.raises(bp.LimitError):
        bp.star(10**9)
    with pytest.raises(bp.LimitError):
        bp.Value(2**62) * 8
    with pytest.raises(bp.Error):
        v.norton(-1)
    with pytest.raises(AttributeError):
        v.temperature = 1


def test_copies_and_pickles():
    for text in ["{3||2|-1}", "±{3|2}", "^*3", "7/8", "tiny(2)"]:
        v = bp.parse(text)
        assert pickle.loads(pickle.dumps(v)) == v == copy.deepcopy(v)
        assert bp.parse(str(v)) == v and bp.parse(v.braces) == v


def test_deep_values_do_not_end_the_process():
    v = bp.Value(0)
    for n in range(3000):
        v = bp.game([n + 2], [v]) if n % 2 else bp.game([v], [-n - 2])
    assert v.birthday >= 3000
    assert v.length > 3000 and repr(v).startswith("<Value of")
    assert (v - v) == 0 and -(-v) == v
    with pytest.raises(bp.LimitError, match="too fine"):
        v.temperature


def test_values_survive_a_cleaning_of_the_store():
    kept = [bp.parse("{3||2|-1}") + n for n in range(100)]
    texts, hashes = [str(v) for v in kept], [hash(v) for v in kept]
    rng = random.Random(1)
    before = bp._boilingpoint._store()[1]
    most = 0
    for _ in range(60):
        made = bp.Value(0)
        for _ in range(7):
            made = made + bp.switch(rng.randrange(1, 2**30), -rng.randrange(1, 2**30))
        most = max(most, bp._boilingpoint._store()[1])
    assert [str(v) for v in kept] == texts and [hash(v) for v in kept] == hashes
    assert kept[3] == bp.parse("{3||2|-1}") + 3
    assert most >= before


def test_millions_of_values_do_not_leak():
    resource = pytest.importorskip("resource")

    def churn(count):
        for n in range(count):
            bp.Value(n % 97) + bp.star(n % 5)

    churn(20_000)
    gc.collect()
    held, before = bp._boilingpoint._store()[0], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    churn(600_000)
    gc.collect()
    assert bp._boilingpoint._store()[0] <= held + 10
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 32_000


def test_floats_are_read_exactly():
    rng = random.Random(1)
    floats = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3, 2.0**60, -(2.0**62), 2.0**-60, 1e-15, 123456.789e3]
    floats += [rng.uniform(-1, 1) * 2.0 ** rng.randrange(-40, 40) for _ in range(500)]
    for x in floats:
        opt = bp.Optimizer("tree", (2, 3))
        opt.tell([x] * len(opt.ask()))
        assert opt.score == x and type(opt.score) is float and Fraction(opt.score) == Fraction(x)
        assert bp.Optimizer.from_bytes(opt.to_bytes()).score == x
    for x in [1e300, 2.0**127, -(2.0**127)]:
        with pytest.raises(bp.LimitError):
            bp._boilingpoint._score(x)
    # Rounding errors are no reason to refuse a score; they are rounded to multiples of 2**-126.
    for x in [5e-324, 2.0**-127 * 0.99, -1e-300, 1e-39]:
        assert bp._boilingpoint._score(x) == 0 and type(bp._boilingpoint._score(x)) is float
    for x in [1e-25, -3e-30, 1 / 3 * 1e-22]:
        assert abs(Fraction(bp._boilingpoint._score(x)) - Fraction(x)) <= Fraction(1, 2**127)
    with pytest.raises(bp.LimitError):
        bp.Value(1e-30)
    assert bp._boilingpoint._score(2.0**126) == 2.0**126 and bp._boilingpoint._score(
        -(2.0**-126)
    ) == -(2.0**-126)
    tenth = decimal.Decimal("0.1234567890123456789012345678901")
    assert bp._boilingpoint._score(tenth) == Fraction(tenth)
    for x in ["0.1234567890123456789012345678901234567890", "1e-50", "1e50"]:
        with pytest.raises(bp.LimitError):
            bp._boilingpoint._score(decimal.Decimal(x))
    assert [bp._boilingpoint._measure(x) for x in (-1e-50, 1e-50, -0.5, 2.5)] == [-1, 0, -1, 2]
