"""Every link in a folder of HTML pages leads to a file in it, and to a place that the file has."""

import pathlib
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The targets and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.names, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
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
sys.exit(bool(broken))
