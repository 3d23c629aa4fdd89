"""Executes notebooks and looks at what they show: pictures, and nothing on standard error.

Arguments: the folder of the notebooks and a folder for the executed ones as pages.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter

#: The least number of pictures that a notebook shows.
PICTURES = {
    "1-degrees-in-snort": 11,
    "2-a-question-of-your-own": 0,
    "3-girth-five": 2,
    "4-a-run-folder": 8,
}


def outputs(book):
    for cell in book.cells:
        yield from cell.get("outputs", [])


def pictures(book):
    """The pictures: as data, or within HTML."""
    count = 0
    for output in outputs(book):
        data = output.get("data", {})
        if any(kind in data for kind in ("image/png", "image/svg+xml")):
            count += 1
        else:
            count += data.get("text/html", "").count("<svg")
    return count


def main():
    folder, pages = map(Path, sys.argv[1:])
    pages.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.ipynb")):
        book = nbformat.read(path, as_version=4)
        NotebookClient(book, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
        page, _ = HTMLExporter().from_notebook_node(book)
        (pages / f"{path.stem}.html").write_text(page, encoding="utf-8")
        said = [output["text"] for output in outputs(book) if output.get("name") == "stderr"]
        assert not said, f"{path.name} says on standard error: {said}"
        found = pictures(book)
        assert found >= PICTURES[path.stem], (
            f"{path.name} shows {found} pictures, not {PICTURES[path.stem]}"
        )
        print(f"{path.name}: {found} pictures")


main()
