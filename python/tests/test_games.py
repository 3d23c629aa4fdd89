"""Rules of one's own: files, texts, dictionaries and functions; play; sums."""

import concurrent.futures
import multiprocessing
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest

import boilingpoint as bp


def kayles(p):
    """Node Kayles: a vertex and its neighbours are removed."""
    return [p.without(v, *p.neighbors(v)) for v in range(p.order)]


def snort(p):
    """Left tints a free vertex without a neighbour of Right, which goes, and its neighbours are Left's."""
    found = []
    for v in range(p.order):
        if p.tints[v] != "R":
            near = {w: "L" for w in p.neighbors(v)}
            left = p.with_tints({w: "L" if p.tints[w] == "." else p.tints[w] for w in near})
            gone = [w for w in near if p.tints[w] == "R"]
            found.append(left.without(v, *gone))
    return found


KAYLES = bp.game(moves=kayles, impartial=True)
SNORT = bp.game(moves=snort, tints=True, name="own snort")


def test_rules_as_dictionary_text_and_file(tmp_path):
    rules = {
        "name": "Clobber",
        "move": [{"path": ["own", "other"], "becomes": ["uncoloured", "own"]}],
    }
    by_dictionary = bp.game(rules)
    text = '[[move]]\npath = ["own", "other"]\nbecomes = ["uncoloured", "own"]\n'
    file = tmp_path / "clobber.toml"
    file.write_text(text)
    for game in [by_dictionary, bp.game(text), bp.game(file), bp.game("rules(LR>.L)")]:
        assert game == by_dictionary and hash(game) == hash(by_dictionary)
        assert game("path(4):LRLR").value == bp.Position("path(4):LRLR", "clobber").value
    assert by_dictionary.title == "Clobber" and by_dictionary.name == "rules(LR>.L)"
    assert bp.Position("path(2):LR", ruleset=file).value == bp.star()
    assert bp.game("snort")("path(4)") == bp.Position("path(4)")
    with pytest.raises(bp.ConfigurationError):
        bp.game({"move": [{"path": "nobody"}]})
    with pytest.raises(bp.GameError):
        bp.game("snrt")


def test_the_moves_of_a_function():
    for board in ["path(6)", "star(4)", "cycle(7)", "sum(path(3),path(4))"]:
        assert KAYLES(board).grundy == bp.Position(board, "node-kayles").grundy
        assert (
            SNORT(board).value == bp.Position(board).value
            and SNORT(board).temperature == bp.Position(board).temperature
        )
    assert SNORT("path(4):L..R").outcome == bp.Position("path(4):L..R").outcome
    assert "Node Kayles" in KAYLES.summary and KAYLES.name == "moves(kayles)"
    assert [m.vertices for m in KAYLES("path(3)").winning_moves("L")] == [[0, 1, 2]]
    assert (
        bp.scan(KAYLES, class_="tree", order=(2, 7), objective="grundy")["max"]
        == bp.scan("node-kayles", class_="tree", order=(2, 7), objective="grundy")["max"]
    )
    assert (
        bp.family("path(n)", n=range(1, 8), ruleset=KAYLES)["grundy"]
        == bp.family("path(n)", n=range(1, 8), ruleset="node-kayles")["grundy"]
    )
    own = bp.maximize("temperature - degree", "tree", (2, 7), ruleset=SNORT, generations=4)
    usual = bp.maximize("temperature - degree", "tree", (2, 7), generations=4)
    assert own.score == usual.score


def test_run_folders_of_own_games(tmp_path):
    config = {
        "game.ruleset": KAYLES.name,
        "boards": {"class": "tree", "order": [2, 7]},
        "objective.maximize": "grundy",
        "search.generations": 2,
    }
    run = bp.search(config, folder=tmp_path / "run")
    assert (
        run.best.fitness
        == bp.scan("node-kayles", class_="tree", order=(2, 7), objective="grundy")["max"][-1]
    )
    assert run.ruleset == "moves(kayles)" and run.best.verified in (True, None)


@pytest.mark.parametrize(
    "moves, message",
    [
        (lambda p: [p.without(p.order // 3)] if p.order else [], "depend on the numbers"),
        (lambda p: [p.without(*range(p.order))] if p.order else [], "other components"),
        (lambda p: 7, "not a list of boards"),
        (lambda p: [7], "expected a board"),
        (lambda p: [p.with_tints("L" * p.order)], "tints|tinted"),
        (lambda p: [p], "memory|work|positions"),
        (lambda p: [bp.Position([*range(2 * p.order)])], "."),
    ],
)
def test_functions_that_are_no_games(moves, message):
    with pytest.raises(bp.Error, match=message):
        bp.game(moves=moves, impartial=True)("path(5)").outcome


def test_functions_that_take_the_player():
    def clobber(p, player):
        other = {"L": "R", "R": "L"}[player]
        for v in range(p.order):
            for w in p.neighbors(v) if p.tints[v] == player else []:
                if p.tints[w] == other:
                    yield p.with_tints({w: player}).without(v)

    def unfair(p, player):
        return [p.without(v) for v in range(p.order)] if player == "L" else []

    game = bp.game(moves=clobber, tints=True)
    for board in ["path(4):LRLR", "cycle(5):LRLLR", "star(3):LRRL"]:
        assert game(board).value == bp.Position(board, "clobber").value
    for impartial in (False, True):
        with pytest.raises(bp.GameError, match="Right's moves are not|different moves"):
            bp.game(moves=unfair, impartial=impartial)("path(3)").outcome


def test_an_exception_of_a_function_passes_through():
    broken = bp.game(moves=lambda p: 1 / 0, impartial=True)
    for work in [
        lambda: broken("path(3)").grundy,
        lambda: broken("path(3)").moves("L"),
        lambda: bp.scan(broken, ["path(3)"], "grundy"),
        lambda: broken("path(3)").facts(),
    ]:
        with pytest.raises(ZeroDivisionError):
            work()
    assert KAYLES("path(3)").grundy == 2


def test_each_thread_has_the_exception_of_its_own_game():
    broken = bp.game(
        moves=lambda p: 1 / 0 if p.order == 2 else [p.without(v) for v in range(p.order)],
        impartial=True,
        name="broken",
    )

    def play(n):
        try:
            return broken("path(6)").grundy if n % 2 else KAYLES("path(6)").grundy
        except ZeroDivisionError:
            return "failed"

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(play, range(40)))
    assert all(result == "failed" for result in results[1::2])
    assert set(results[::2]) <= {KAYLES("path(6)").grundy, "failed"}


def test_a_function_may_use_the_package():
    greedy = bp.game(
        moves=lambda p: [
            p.without(v)
            for v in range(p.order)
            if bp.Position(p.without(v), "node-kayles").grundy >= 0
        ],
        impartial=True,
    )
    assert greedy("path(5)").grundy == 1


def value_of(position):
    return position.grundy, position.ruleset, position.labels


def test_positions_of_functions_go_to_other_processes():
    position = KAYLES("path(5)").without(0)
    assert pickle.loads(pickle.dumps(position)) == position
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
        assert pool.submit(value_of, position).result(60) == (0, "moves(kayles)", (1, 2, 3, 4))


def test_sums():
    p, q = bp.Position("path(4)"), bp.Position("path(3):L.R", "col")
    total = p + q + 1 - bp.star()
    assert total.value == p.value + q.value + 1 - bp.star() and len(total.components) == 4
    assert total.temperature == total.value.temperature and total.outcome == total.value.outcome
    assert (1 + p).value == p.value + 1 and (-total).value == -total.value
    assert {m.component for m in total.moves("L")} == {0, 1, 2, 3} or len(total.moves("L")) > 3
    for move in (p + bp.parse("±3")).winning_moves("L"):
        assert move.position.outcome in "LP"
    assert (p + bp.parse("±3")).hotstrat("L") == 1
    widest = bp.Sum([bp.parse("{{20|4}|0}"), bp.parse("±3")])
    assert (widest.thermostrat("L"), widest.thermostrat("R")) == (0, 1)
    assert widest.sentestrat("R", 0, 1) == 0
    with pytest.raises(bp.ArgumentError):
        widest.sentestrat("R", 0, "1/0")
    assert "<svg" in (p + q)._repr_html_()


def test_play_to_the_end():
    game = bp.play(bp.Position("path(7)"), "L")
    assert game.winner == "L" and [m.player for m in game] == ["L", "R"] * (len(game) // 2) + [
        "L"
    ] * (len(game) % 2)
    assert len(game.positions) == len(game) + 1 and game._repr_html_().count("<svg") == len(
        game.positions
    )
    assert (
        bp.play(bp.Position("star(3)"), left="random", seed=2).moves
        == bp.play(bp.Position("star(3)"), left="random", seed=2).moves
    )
    own = bp.play(bp.Position("path(3)"), left=lambda position, moves: moves[-1], right="best")
    assert own[0].vertices == [2]
    total = bp.play(bp.Position("path(3)") + bp.parse("±2"), left="best", right="first")
    assert len(total) >= 3
    for wrong in [dict(left="wild"), dict(first="X"), dict(left=lambda position, moves: None)]:
        with pytest.raises(bp.Error):
            bp.play(bp.Position("path(3)"), **wrong)


def test_play_by_label():
    p = bp.Position([("a", "b"), ("b", "c"), ("c", "d")])
    q = p.play("L", labels=["b"])
    assert q.labels == ("a", "c", "d") and q.play("R", labels="d") == q.play("R", 2)
    with pytest.raises(bp.GameError, match="no vertex has the label"):
        q.play("R", labels=["b"])


def test_incentives():
    v = bp.parse("{3|-1}")
    assert v.incentives("L") == (v.left_options[0] - v,) and v.incentives("R") == (v + 1,)
    assert bp.star().incentives("L") == (bp.star(),) and bp.Value(0).incentives("L") == ()


def test_boards_are_changed_by_hand():
    p = bp.Position("cycle(4)")
    assert p.without(0).edges == [(0, 1), (1, 2)] and p.without(0).labels == (1, 2, 3)
    assert p.without_edge(3, 0).is_isomorphic("path(4)")
    assert p.with_tints({0: "L"}) == bp.Position("cycle(4):L...") == p.with_tints("L...")
    with pytest.raises(bp.Error, match="no edge between"):
        p.without_edge(0, 2)
    with pytest.raises(bp.NotationError):
        p.with_tints("LLLLL")
    assert p.temperature == Fraction(p.temperature)


def test_sums_are_played_by_every_strategy():
    total = bp.Position("path(4)") + bp.Position("path(3):L.R", "col") + bp.parse("{5|*}") + 1
    for left in ["winning", "best", "first", "random"]:
        for right in ["winning", "best", "first", "random"]:
            for first in "LR":
                game = bp.play(total, first, left, right)
                assert game.is_over and not game[-1].position.moves(game.to_move)
                assert game.winner != game.to_move
                assert game == bp.play(total, first, left, right)
    assert bp.play(total, "L").winner == "L" and bp.play(total, "R").winner == "L"
    # The last move of Left makes the sum 1 + 1 less one option; equal moves are equal.
    assert total.moves("L") == total.moves("L") and len(set(total.moves("L"))) > 2


def test_the_best_move_of_a_sum_is_orthodox():
    hot = bp.parse("{{9|1},{6|5}||0}")
    total = bp.Position("path(2)") + hot
    assert total.hotstrat("L") == 1
    best = total.best_moves("L")
    assert {move.text for move in best} == {"{9|1}"} or {move.text for move in best} == {"{6|5}"}
    value = best[0].position.components[1]
    mast = hot.thermograph
    tax = hot.temperature
    assert value.thermograph.right_at(tax) - tax == mast.left_at(tax)
    board = bp.Position("caterpillar(2,0,1)")
    in_sum = (board + bp.parse("*")).best_moves("R")
    assert [move.text for move in in_sum] == [move.text for move in board.best_moves("R")]
    assert bp.Sum([1, 2]).best_moves("L") == []


def test_the_winner_of_a_game_is_the_opponent_of_who_cannot_move():
    cut = bp.play(bp.Position("path(7)"), "L", most=2)
    assert len(cut) == 2 and not cut.is_over and cut.winner is None and cut.to_move == "L"
    none = bp.play(bp.Position("path(1):R", "snort"), "L")
    assert len(none) == 0 and none.is_over and none.winner == "R"
    whole = bp.play(bp.Position("path(7)"), "L")
    assert bp.play(bp.Position("path(7)"), "L", most=len(whole)).winner == whole.winner
    for wrong in [99, "x"]:
        with pytest.raises(bp.Error):
            whole[wrong]


def test_a_game_of_a_function_that_cannot_be_imported_is_made_once():
    cloudpickle = pytest.importorskip("cloudpickle")
    game = bp.game(
        moves=lambda p: [p.without(v) for v in range(p.order)], impartial=True, name="own"
    )
    stored = cloudpickle.dumps(game)
    assert all(pickle.loads(stored) == game for _ in range(1100))
    code = (
        "import pickle, sys; stored = sys.stdin.buffer.read(); "
        "print(len({pickle.loads(stored).name for _ in range(1100)}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=stored, capture_output=True, timeout=60
    )
    assert done.stdout.strip() == b"1", done.stderr.decode()
    opt = bp.Optimizer("tree", (2, 6), ruleset=game)
    there = cloudpickle.loads(cloudpickle.dumps(opt))
    assert there.ask()[0].ruleset == game.name
    code = (
        "import pickle, sys; stored = sys.stdin.buffer.read(); "
        "print(pickle.loads(stored).ask()[0].grundy)"
    )
    stored = cloudpickle.dumps(opt)
    done = subprocess.run(
        [sys.executable, "-c", code], input=stored, capture_output=True, timeout=60
    )
    assert done.stdout.decode().strip() == str(opt.ask()[0].grundy), done.stderr.decode()


def test_an_exception_may_hold_an_object_that_uses_the_package():
    class Last:
        def __del__(self):
            seen.append(bp.Position("path(3)").value)

    def broken(p):
        raise ValueError(Last())

    seen = []
    game = bp.game(moves=broken, impartial=True)
    with pytest.raises(ValueError):
        game("path(3)").grundy
    assert KAYLES("path(3)").grundy == 2
