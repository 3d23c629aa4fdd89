"""Every link in a folder of HTML pages leads to a file in it, and to a place that the file has. Every
table of a page's source is a table of the page, with as many rows, and each row has all cells."""

import pathlib
import re
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The targets and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links, self.tables = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append(0)
        elif tag == "tr":
            self.tables[-1] += 1
        for name, value in attributes:
            if name == "id":
                self.names.add(value)
            elif (tag, name) in [("a", "href"), ("img", "src")] and value:
                self.links.append(value)


root = pathlib.Path(sys.argv[1]).resolve()
pages = {path: Page(path.read_text()) for path in sorted(root.rglob("*.html"))}
# Its links are of the root; the same words stand on the other pages.
pages = {path: page for path, page in pages.items() if path.name not in ("404.html", "toc.html")}
assert len(pages) > 20, f"{len(pages)} pages"
count, broken = 0, []
for path, page in pages.items():
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        count += 1
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file() or not target.is_relative_to(root):
            broken.append(f"{path.relative_to(root)}: {link}: no such file")
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
            broken.append(f"{path.relative_to(root)}: {link}: no such place")
print("\n".join(broken))
print(f"{len(pages)} pages, {count} links, {len(broken)} failed")
if broken:
    sys.exit(1)


def tables(source):
    """The number of rows of each table in a page's source. GitHub's rule: a bar without a backslash
    before it separates cells, also within code."""
    found, width, fenced = [], 0, False
    for line in source.splitlines():
        fenced ^= line.lstrip().startswith("```")
        if fenced or not line.startswith("|"):
            width = 0
            continue
        cells = len(re.findall(r"(?<!\\)\|", line)) - 1
        if not width:
            width = cells
            found.append(1)
        elif not re.fullmatch(r"\|( *:?-+:? *\|)+", line):
            found[-1] += 1
        if cells != width:
            sys.exit(f"{cells} cells, and the head has {width}: {line}")
    return found


sources = pathlib.Path("docs").resolve()
count = 0
for path, page in pages.items():
    source = sources / path.relative_to(root).with_suffix(".md")
    if source.is_file():
        expected = tables(source.read_text())
        if page.tables != expected:
            sys.exit(f"{source}: tables of {expected} rows are built as tables of {page.tables} rows")
        count += len(expected)
assert count > 50, f"{count} tables"
print(f"{count} tables have all their rows and cells")
