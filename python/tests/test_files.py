"""Files of other programs as boards, and boards as texts in their formats."""

import pytest

import boilingpoint as bp


def test_files_are_read_and_written(tmp_path):
    file = tmp_path / "friends.dot"
    file.write_text("graph { alice -- bob -- carol; bob [tint=L] }\n")
    position = bp.Position(file)
    assert position.labels == ("alice", "bob", "carol")
    assert bp.Position(str(file)) == position
    assert position.tints == ".L."
    several = tmp_path / "several.s6"
    several.write_text("".join(bp.Position(f"path({n})").to_sparse6() for n in (3, 4, 5)))
    assert [p.order for p in bp.boards(several)] == [3, 4, 5]
    assert bp.scan("snort", several)["order"] == [3, 4, 5]
    with pytest.raises(bp.NotationError, match="several boards"):
        bp.Position(several)
    with pytest.warns(UserWarning, match="no place for tints"):
        assert position.to("dimacs").startswith("p edge 3 2")
    broken = tmp_path / "broken.col"
    broken.write_text("p edge 3 2\ne 1 2\n")
    with pytest.raises(bp.NotationError, match="line 1: 2 edges are announced"):
        bp.Position(broken)
    for kind in ["graph6", "sparse6", "dot", "gml", "graphml", "dimacs", "node-link"]:
        assert bp.Position(bp.Position("petersen").to(kind)).is_isomorphic(bp.Position("petersen")), kind
