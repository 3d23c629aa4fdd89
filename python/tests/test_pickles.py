"""Everything that a worker process would return goes there and back."""

import copy
import pickle

import pytest

import boilingpoint as bp


def again(thing):
    return pickle.loads(pickle.dumps(thing))


def test_positions_keep_their_labels():
    played = bp.Position("path(5)").play("L", 2)
    assert again(played) == played and again(played).labels == played.labels == (0, 1, 3, 4)
    named = bp.Position([("a", "b"), ("b", ("c", 1))])
    assert again(named).labels == ("a", "b", ("c", 1))
    assert again(bp.Position("path(3)")).labels is None
    assert again(bp.Position("path(4):L..R", "col")).ruleset == "col"


@pytest.mark.parametrize(
    "make",
    [
        lambda: bp.Position("caterpillar(5,4,5)").bounds(steps=50),
        lambda: bp.Position("path(4)").certificate(),
        lambda: bp.parse("{4|2||-1}").thermograph,
        lambda: bp.parse("7/8").thermograph,
        lambda: bp.Position("path(4)").moves("L")[1],
        lambda: bp.Position("..|..", "domineering").moves("R")[1],
        lambda: bp.Game("rules(LR>.L)"),
        lambda: bp.Position("path(3)") + bp.parse("*2"),
        lambda: bp.scan(class_="tree", order=(2, 5)),
        lambda: bp.family("path(n)", n=range(1, 9)),
        lambda: bp.atlas("snort", "tree", 5),
    ],
)
def test_equal_things_come_back(make):
    thing = make()
    assert again(thing) == thing and copy.deepcopy(thing) == thing
    assert repr(again(thing)) == repr(thing)


def test_families_keep_their_formulas():
    family = bp.family("caterpillar(n+1,n,n+1)", n=range(1, 9))
    back = again(family)
    assert (
        back.fit() == family.fit()
        and back.fit()["temperature"] == "2 n + 1"
        and back.text == family.text
    )
    table = again(bp.atlas("snort", "tree", 6))
    assert table.boards == 6 and table.checked


def test_searches_go_on_elsewhere():
    opt = bp.Optimizer("tree", (2, 9), measures=["odd"])
    opt.tell([p.order / 2 for p in opt.ask()], [p.order % 2 for p in opt.ask()])
    back = again(opt)
    assert (
        back.ask() == opt.ask() and back.archive == opt.archive and back.score == opt.score == 4.5
    )
    assert isinstance(back.score, float)
    found = bp.maximize(lambda p: p.size, "tree", (2, 9), generations=3)
    there = again(found)
    assert (there.best, there.score, there.reason, there.boards) == (
        found.best,
        found.score,
        found.reason,
        found.boards,
    )
    assert there.archive == found.archive and there.optimizer.ask() == found.optimizer.ask()


def test_runs_and_records(tmp_path):
    config = {
        "game.ruleset": "snort",
        "boards": {"class": "tree", "order": [2, 8]},
        "objective.maximize": "temperature - degree",
        "search.generations": 3,
    }
    run = bp.search(config, folder=tmp_path / "run")
    back = again(run)
    assert (
        back.manifest == run.manifest and back.progress == run.progress and repr(back) == repr(run)
    )
    assert again(run.best).line == run.best.line and again(run.best).position == run.best.position
    for damaged in [b"", b"x\nx"]:
        with pytest.raises(bp.Error):
            bp.Optimizer.from_bytes(damaged)
