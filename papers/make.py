#!/usr/bin/env python3
r"""Computes what the notes of this folder quote, and typesets them.

    python3 papers/make.py --boil boil --out target/papers

A note is a folder with `note.tex` and `values.toml`, which has a command of the program for each
number, table and picture. Their results go to `values.tex`, as commands of LaTeX. That file is
kept: with --check, the script fails where the program gives anything else. Needs Python 3.11 and
pdflatex.
"""

import argparse
import csv
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def typeset(cell):
    """A cell of an answer: a number as a formula, any other text as code that may be broken."""
    if match := re.fullmatch(r"(-?\d+)(/\d+)?", cell):
        return f"${match[0]}$"
    letters = (c if c.isalnum() else rf"\char{ord(c)}\relax " for c in cell)
    return r"\code{" + r"\allowbreak ".join(letters) + "}"


class Boil:
    def __init__(self, path):
        self.path = path

    def run(self, *arguments, text=None):
        done = subprocess.run([self.path, *arguments], input=text, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"boil {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def rows(self, arguments):
        """The rows of an answer, as lists of cells, without the names of the columns."""
        lines = self.run(*arguments, "--csv").splitlines()
        return list(csv.reader(lines))[1:]

    def picture(self, board, width):
        """A drawing of the board by the record book."""
        with tempfile.TemporaryDirectory() as folder:
            book = ["--book", str(Path(folder, "records.db"))]
            rules = str(HERE.parent / "configs/games/no-moves.toml")
            kind = ["--ruleset", rules, "--class", "any", "--objective", "order"]
            self.run("records", "import", "-", *kind, *book, text=board + "\n")
            drawing = ["--format", "tikz", "--bare", "--width", width]
            text = self.run("records", "export", *drawing, *book)
        return re.search(r"\\begin\{tikzpicture\}.*?\\end\{tikzpicture\}", text, re.DOTALL)[0]


def values(boil, asked):
    """The text of `values.tex`."""
    out = ["% Written by papers/make.py from values.toml."]
    for name, of in asked.items():
        if "board" in of:
            body = boil.picture(of["board"], of["width"])
        else:
            rows = boil.rows(of["boil"])
            if "columns" in of:
                rows = [[row[i] for i in of["columns"]] for row in rows]
            rows = [" & ".join(typeset(cell) for cell in row) for row in rows]
            # One cell is a number in the text, without the dollars of a formula of its own.
            body = rows[0] if len(rows) == 1 else " \\\\\n".join(rows) + r" \\"
        out.append(f"\\newcommand{{\\{name}}}{{%\n{body}%\n}}")
    return "\n".join(out) + "\n"


def make(folder, boil, args):
    with open(folder / "values.toml", "rb") as file:
        text = values(boil, tomllib.load(file))
    kept = folder / "values.tex"
    if args.check and text != kept.read_text():
        found = Path(args.out, f"{folder.name}-values.tex")
        found.write_text(text)
        sys.exit(f"{kept} differs from {found}")
    kept.write_text(text)
    out = Path(args.out).resolve() / folder.name
    out.mkdir(parents=True, exist_ok=True)
    for _ in range(2):
        command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode"]
        command += [f"-output-directory={out}", "note.tex"]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace"
        )
        if done.returncode:
            sys.exit(done.stdout[-3000:])
    log = (out / "note.log").read_text(errors="replace")
    for flaw in ("undefined", "multiply defined", "Overfull \\hbox"):
        lines = [line for line in log.splitlines() if flaw in line]
        if lines:
            sys.exit(f"{folder.name}: {lines[0]}")
    print(f"{out / 'note.pdf'}: {len(text.splitlines())} lines of values")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boil", default="boil", help="the program")
    parser.add_argument("--out", default="target/papers", help="the folder for the PDF files")
    parser.add_argument("--check", action="store_true", help="fail where a value has changed")
    parser.add_argument("notes", nargs="*", help="the notes; by default all")
    args = parser.parse_args()
    Path(args.out).mkdir(parents=True, exist_ok=True)
    boil = Boil(str(Path(args.boil).resolve()) if "/" in args.boil else args.boil)
    for folder in sorted(path.parent for path in HERE.glob("*/note.tex")):
        if not args.notes or folder.name in args.notes:
            make(folder, boil, args)


if __name__ == "__main__":
    main()
