"""Boards through nauty, networkx and Graphviz: what `boil convert` writes, they read, and what they
write, it reads, with all marks that the format has a place for."""

import subprocess
import sys
import tempfile
from pathlib import Path

import networkx as nx

BOIL = sys.argv[1]

PLAIN = ["petersen", "K1", "P2", "caterpillar(2,0,3)", "grid(3,4)", "sum(K3,3*leaf)", "heawood", "random_connected(70,100,1)"]
TINTED = ["path(3):L.R", "star(4):.LLR.", "cycle(5):LLRR."]
WEIGHTED = ["0-1*3,1-2*5", "0-1*2,1-2,2-0*9,3-0*4"]
LOOPED = ["0-0,0-1,1-2", "looped_path(4)"]
PARALLEL = ["0-1*1*1,1-2", "0-1*1*1*1,2-2"]
ARCS = ["0>1,1>2,2>0", "0>1,1>0,1>2,3>1"]
SQUARES = ["..|#.|..", "2x3"]


def run(*args, text=None, code=0):
    """The output of a program."""
    done = subprocess.run(args, input=text, capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{' '.join(args)}: {done.returncode}\n{done.stderr}\n{(text or '')[:500]}")
    return done.stdout


def convert(text, to):
    return run(BOIL, "convert", "-", "--to", to, text=text)


def canonical(text):
    """The boards of a text, in canonical labelling."""
    return run(BOIL, "canonical", "-", text=text)


def same(board, text, what):
    ours, theirs = canonical(board + "\n"), canonical(text)
    if ours != theirs:
        sys.exit(f"{what}: {board} came back as {theirs!r}, not {ours!r}\n{text[:800]}")
    same.count += 1


same.count = 0


def through_nauty():
    for board in PLAIN:
        for to, flag in [("graph6", "-g"), ("sparse6", "-s"), ("sparse6", "-i"), ("graph6", "-z")]:
            back = run("nauty-copyg", "-q", flag, text=convert(board, to))
            if flag == "-z":
                back = convert(back, "graph6")
            same(board, back, f"nauty-copyg {flag}")
    for board in ARCS:
        back = run("nauty-copyg", "-q", "-z", text=convert(board, "digraph6"))
        same(board, back, "nauty-copyg -z")
    for board in LOOPED + PARALLEL:
        listed = run("nauty-showg", "-q", text=convert(board, "sparse6"))
        assert listed.strip(), board
    listed = run("nauty-geng", "-cq", "5")
    for flags in [["-s"], ["-s", "-h"], ["-g", "-h"]]:
        copied = run("nauty-copyg", "-q", *flags, text=listed)
        assert canonical(copied) == canonical(listed), flags
    for flags in [[], ["-q"], ["-A"], ["-Aq"], ["-aq"], ["-e"], ["-eq"]]:
        shown = run("nauty-showg", *flags, text=listed)
        assert canonical(shown) == canonical(listed), f"showg {flags}"
        same.count += 1


def graph_of(text, kind):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph"
        file.write_text(text)
        if kind == "gml":
            return nx.read_gml(file, label="id")
        if kind == "graphml":
            return nx.read_graphml(file)
        if kind == "edges":
            return nx.read_edgelist(file)
        readers = {"graph6": nx.from_graph6_bytes, "sparse6": nx.from_sparse6_bytes}
        return readers[kind](text.strip().encode())


def text_of(graph, kind):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "graph"
        if kind == "gml":
            nx.write_gml(graph, file)
        elif kind == "graphml":
            nx.write_graphml(graph, file)
        elif kind == "edges":
            nx.write_edgelist(graph, file)
        elif kind == "adjacency":
            nx.write_adjlist(graph, file)
        elif kind == "multiline":
            nx.write_multiline_adjlist(graph, file)
        elif kind == "sparse6":
            nx.write_sparse6(graph, file)
        return file.read_text()


def through_networkx():
    kinds = {
        "gml": PLAIN + TINTED + WEIGHTED + LOOPED + PARALLEL + ARCS,
        "graphml": PLAIN + TINTED + WEIGHTED + LOOPED + ARCS,
        "edges": [b for b in PLAIN if b not in ("K1", "sum(K3,3*leaf)")] + WEIGHTED + LOOPED,
        "sparse6": [b for b in PLAIN if b != "K1"],
    }
    for kind, boards in kinds.items():
        for board in boards:
            graph = graph_of(convert(board, kind), kind)
            same(board, text_of(graph, kind), f"networkx, {kind}")
    for kind in ["adjacency", "multiline"]:
        for board in [b for b in PLAIN if b != "K1"]:
            graph = graph_of(convert(board, "graphml"), "graphml")
            same(board, text_of(graph, kind), f"networkx, {kind}")


def through_graphviz():
    for board in PLAIN + TINTED + WEIGHTED + LOOPED + PARALLEL + ARCS + SQUARES:
        text = convert(board, "dot")
        same(board, run("dot", "-Tcanon", text=text), "dot -Tcanon")
        if board != "random_connected(70,100,1)":
            same(board, run("neato", "-Tdot", text=text), "neato -Tdot")
    for board in PLAIN + TINTED:
        same(board, run("gml2gv", text=convert(board, "gml")), "gml2gv")
        same(board, run("gv2gml", text=convert(board, "dot")), "gv2gml")


def embeddings(code):
    """The neighbours around each vertex of each graph in planar code."""
    head = b">>planar_code<<"
    assert code.startswith(head), code[:40]
    entries = iter(code[len(head):])
    for order in entries:
        yield [list(iter(lambda: next(entries), 0)) for _ in range(order)]


def through_planar_code():
    """networkx checks our embeddings, and we read those of nauty."""
    listed = run("nauty-geng", "-cq", "7")
    done = subprocess.run([BOIL, "convert", "-", "--to", "planar-code"], input=listed.encode(), capture_output=True)
    count = 0
    for around in embeddings(done.stdout):
        drawing = nx.PlanarEmbedding()
        for v, neighbours in enumerate(around, 1):
            for before, u in zip([None] + neighbours, neighbours):
                drawing.add_half_edge_cw(v, u, before)
        drawing.check_structure()
        count += 1
    planar = run("nauty-planarg", "-q", text=listed)
    assert count == len(planar.split()) == 646, count
    for code in [done.stdout, subprocess.run(["nauty-planarg", "-pq"], input=listed.encode(), capture_output=True).stdout]:
        back = subprocess.run([BOIL, "canonical", "-"], input=code, capture_output=True)
        assert back.stdout.decode() == canonical(planar), back.stderr
    same.count += count


def through_each_format():
    """Every format that has a place for the marks of a board gives it back."""
    for board in PLAIN + TINTED + WEIGHTED + LOOPED + PARALLEL + ARCS + SQUARES:
        for line in run(BOIL, "list", "formats").splitlines():
            name = line.split()[0]
            done = subprocess.run([BOIL, "convert", board, "--to", name], capture_output=True, text=True)
            if name in ["cgsuite", "planar-code"] and "has no place for it" in done.stderr:
                assert done.returncode != 0, (board, done.stdout)
                continue
            assert done.returncode == 0, (board, name, done.stderr)
            if "has no place for" not in done.stderr:
                same(board, done.stdout, f"boil convert, {name}")


through_nauty()
through_networkx()
through_graphviz()
through_planar_code()
through_each_format()
print(f"{same.count} boards came back the same from nauty, networkx, Graphviz and boil convert")
