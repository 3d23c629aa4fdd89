"""Every export of a record book, read by the programs that it is made for."""

import csv
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import networkx as nx

BOIL, OUT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2]).resolve()

# Plain and tinted boards, boards with weights, loops, arcs and a token, squares, and a large board.
BOARDS = [
    ("snort", "tree", "temperature - degree", ["path(2)", "star(5)", "caterpillar(4,3,4)", "caterpillar(7,6,7)", "path(12)", "star(40)"]),
    ("snort", "connected", "temperature - degree", ["cycle(5)", "grid(3,4)", "complete(6)", "bipartite(3,3)", "0-1,1-2,2-0,2-3,3-4"]),
    ("snort", "any, tinted", "temperature", ["path(5) L.R.L", "star(4) .LLR.", "0-1,2-3,4 L....", "cycle(6) L..R.."]),
    ("col", "connected", "-order", ["path(6)", "cycle(5)"]),
    ("clobber", "tree, tinted", "-order", ["path(4) LRLR", "star(3) LRRR"]),
    # Long graph6 with every special character of LaTeX, and long canonical forms.
    ("snort", "connected", "temperature - degree", [f"random_connected({n},{n + 3},{seed})" for n in (11, 12, 13) for seed in (1, 2)]),
    ("snort", "any", "temperature * temperature - degree", ["sum(20*path(2))", "sum(12*star(3))"]),
    ("domineering", "squares", "temperature", ["..|..", "...|#.#", "....|...."]),
    ("nim-on-graphs", "any, loops, max_weight 4", "grundy", ["0-1*3,1-2*2@1", "0-1*2,1-1*4@0"]),
    ("vertex-geography", "any, arcs", "order", ["0>1,1>2,2>0,2-3@0"]),
]
CHECKED = 0


def check(condition, what):
    global CHECKED
    CHECKED += 1
    if not condition:
        sys.exit(f"failed: {what}")


def boil(*arguments, text=None):
    done = subprocess.run([BOIL, "records", *arguments, "--book", str(OUT / "records.db")], input=text, capture_output=True, text=True)
    check(done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def run(*command, where=OUT):
    done = subprocess.run(command, cwd=where, capture_output=True, text=True)
    check(done.returncode == 0, f"{command}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def make_book():
    for ruleset, boards_class, objective, boards in BOARDS:
        boil("import", "-", "--ruleset", ruleset, "--class", boards_class, "--objective", objective, text="\n".join(boards))
    return list(csv.DictReader(boil("list", "--csv")[0].splitlines()))


def is_plain(record):
    return record["board"][0] not in "0123456789.#"


def by_networkx(records):
    plain = [r for r in records if is_plain(r)]
    text, notes = boil("export", "--format", "graph6")
    check(notes.count("graph6 has no weights") == len(records) - len(plain), notes)
    lines = [line.split(" ") for line in text.splitlines()]
    check(len(lines) == len(plain), "a line for each plain board")
    # Untinted boards are a file that networkx reads directly.
    boil("export", "--format", "graph6", "--class", "tree", "--ruleset", "snort", "--out", str(OUT / "trees.g6"))
    trees = nx.read_graph6(str(OUT / "trees.g6"))
    check(len(trees) > 1 and all(nx.is_tree(t) for t in trees), "networkx reads trees.g6")
    invariants = list(csv.DictReader(boil("export", "--format", "invariants")[0].splitlines()))
    check(len(invariants) == len(plain), "invariants of every plain board")
    for record, line, row in zip(plain, lines, invariants):
        graph = nx.from_graph6_bytes(line[0].encode())
        name = f"record {record['id']} ({record['board']})"
        check((line[1] if len(line) > 1 else "." * len(graph)) == record["tints"], f"{name}: tints")
        compare(graph, record, row, name)
    return plain


def compare(graph, record, row, name):
    degrees = [d for _, d in graph.degree]
    second = [sum(1 for far in nx.single_source_shortest_path_length(graph, v, cutoff=2).values() if far == 2) for v in graph]
    connected = nx.is_connected(graph)
    for what, found in {
        "order": len(graph),
        "size": graph.size(),
        "degree": max(degrees),
        "degree2": max(second),
        "min_degree": min(degrees),
        "leaves": degrees.count(1),
        "components": nx.number_connected_components(graph),
        "cyclomatic": graph.size() - len(graph) + nx.number_connected_components(graph),
        "diameter": nx.diameter(graph) if connected else "",
    }.items():
        check(row[what] == str(found), f"{name}: {what} is {found}, the table says {row[what]}")
    for what in ["order", "degree", "degree2"]:
        check(record[what] == row[what], f"{name}: {what} in both tables")
    check(Fraction(record["temperature"]) == Fraction(row["temperature"]), f"{name}: temperature in both tables")


def node_links(records):
    lines = boil("export", "--format", "node-link")[0].splitlines()
    check(len(lines) == len(records), "node-link data of every board")
    for record, line in zip(records, lines):
        data = json.loads(line)
        graph = nx.node_link_graph(data)
        name = f"record {record['id']} ({record['board']})"
        check(str(len(graph)) == record["order"], f"{name}: order by node-link data")
        check(graph.number_of_edges() == len(data["links"]), f"{name}: links")
        check(graph.graph["fitness"] == record["fitness"].split(" "), f"{name}: attributes of the graph")
        simple = nx.Graph(graph.to_undirected())
        simple.remove_edges_from(nx.selfloop_edges(simple))
        check(str(max(d for _, d in simple.degree)) == record["degree"], f"{name}: degree by node-link data")
        if is_plain(record):
            by_graph6 = nx.from_graph6_bytes(record["board"].encode())
            check(set(map(frozenset, graph.edges)) == set(map(frozenset, by_graph6.edges)), f"{name}: the same edges")
            tints = "".join(graph.nodes[v].get("tint", ".") for v in graph)
            check(tints == record["tints"], f"{name}: tints of nodes")


def by_graphviz(records):
    for record in records:
        file = f"record-{record['id']}"
        boil("export", record["id"], "--format", "dot", "--out", str(OUT / f"{file}.dot"))
        run("dot", "-Tsvg", f"{file}.dot", "-o", f"{file}.svg")
        drawn = (OUT / f"{file}.svg").read_text()
        check(drawn.count('class="node"') == int(record["order"]), f"{file}: Graphviz draws every vertex")


def by_latex(records):
    for format, has in [("tikz", len(records)), ("latex", None)]:
        boil("export", "--format", format, "--out", str(OUT / f"{format}.tex"))
        # A second run for the columns' widths.
        for _ in range(2):
            run("pdflatex", "-halt-on-error", "-interaction=nonstopmode", f"{format}.tex")
        log = (OUT / f"{format}.log").read_text(errors="replace")
        for words in ["Missing character", "LaTeX Warning: Font", "Overfull \\hbox"]:
            check(words not in log, f"{format}.log: {words}: {log[log.find(words):][:120]}")
        run("pdftoppm", "-r", "70", "-png", f"{format}.pdf", format)
        check(any(OUT.glob(f"{format}-*.png")), f"pictures of {format}.pdf")
        source = (OUT / f"{format}.tex").read_text()
        check(has is None or source.count("\\begin{tikzpicture}") == has, f"a picture for each record in {format}.tex")
    # Without the document around them, all fit into another document, in the usual sizes of letters.
    boil("export", "--format", "tikz", "--bare", "--thermographs", "--width", "12cm", "--class", "tree", "--out", str(OUT / "bare-tikz.tex"))
    boil("export", "--format", "latex", "--bare", "--out", str(OUT / "bare-latex.tex"))
    boil("export", "--format", "latex", "--bare", "--long", "--out", str(OUT / "bare-long.tex"))
    for size in ["normalsize", "small", "footnotesize"]:
        body = f"\\{size}\\noindent\\input{{bare-latex}}\\clearpage\\input{{bare-long}}"
        paper(f"paper-{size}", "article", body)
    paper("paper-pictures", "amsart", "\\input{bare-tikz}")


def paper(name, kind, body):
    # TeX counts a point as too wide; nobody sees less.
    document = f"\\documentclass{{{kind}}}\\usepackage{{tikz,longtable}}\\hfuzz=1pt\\begin{{document}}{body}\\end{{document}}\n"
    (OUT / f"{name}.tex").write_text(document)
    run("pdflatex", "-halt-on-error", "-interaction=nonstopmode", f"{name}.tex")
    log = (OUT / f"{name}.log").read_text(errors="replace")
    check("Overfull \\hbox" not in log, f"{name}.log: {log[log.find('Overfull'):][:160]}")
    run("pdftoppm", "-r", "70", "-png", f"{name}.pdf", name)


def by_cgsuite(records):
    """CGSuite has no package, so it is not run: the test checks only that each value has a statement."""
    text, notes = boil("export", "--format", "cgsuite")
    statements = [line for line in text.splitlines() if not line.startswith("//")]
    check(all(" == " in s and s.count("(") == s.count(")") and s.count("{") == s.count("}") for s in statements), "statements")
    about = sum(1 for line in text.splitlines() if line.startswith("// record "))
    check(about + notes.count("left out") == len(records), "every record is written or named as left out")


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    for file in OUT.iterdir():
        file.unlink()
    records = make_book()
    plain = by_networkx(records)
    node_links(records)
    by_graphviz(records)
    by_latex(records)
    by_cgsuite(records)
    print(f"{len(records)} records, {len(plain)} of them plain: {CHECKED} checks by networkx {nx.__version__}, Graphviz and pdflatex")


main()
