"""The explorer as one file, driven by mouse and keyboard in headless Chromium."""

import csv
import http.server
import itertools
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import Select

BOIL, MODULE, SHOTS = str(Path(sys.argv[1]).resolve()), sys.argv[2], Path(sys.argv[3])
SHOTS.mkdir(parents=True, exist_ok=True)
FOLDER = tempfile.TemporaryDirectory()
PAGE = Path(FOLDER.name) / "explorer.html"

ACCESSIBILITY = Path(__file__).with_name("accessibility.js").read_text(encoding="utf-8")

# Asks for many positions in the page, as its own scripts do.
ASK_ALL = """
const [boards, ruleset, done] = [arguments[0], arguments[1], arguments[2]];
(async () => {
  const all = [];
  for (const board of boards) {
    const html = await window.boilAsk(new URLSearchParams({ ruleset, board }).toString());
    const page = new DOMParser().parseFromString(html, "text/html");
    const of = (id) => page.getElementById(id)?.textContent ?? null;
    all.push([of("temperature"), of("mean"), of("outcome"), of("form"), page.querySelector(".problem")?.textContent ?? null]);
  }
  return all;
})().then(done, (error) => done(String(error)));
"""


class Page:
    def __init__(self):
        options = webdriver.ChromeOptions()
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,1100"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.set_script_timeout(300)
        self.tasks = 0

    def all(self, css):
        return self.driver.find_elements("css selector", css)

    def text(self, css):
        return " ".join(e.text for e in self.all(css))

    def open(self, state=""):
        self.driver.get("about:blank")
        self.driver.get(PAGE.as_uri() + state)
        self.until(lambda: self.all("#answer .examples, #answer .explorer, #answer .problem"), "the page")

    def until(self, condition, what, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if condition():
                    return
            except Exception:
                pass
            time.sleep(0.02)
        self.driver.save_screenshot(str(SHOTS / "failed.png"))
        sys.exit(f"waited in vain for {what}: {self.text('#answer')[:500]}")

    def check(self, condition, what):
        if not condition:
            self.driver.save_screenshot(str(SHOTS / "failed.png"))
            sys.exit(f"failed: {what}")

    def done(self, name):
        self.driver.save_screenshot(str(SHOTS / f"{name}.png"))
        self.tasks += 1

    def ask(self, board, ruleset="snort"):
        Select(self.all("#ruleset")[0]).select_by_visible_text(ruleset)
        field = self.all("#board")[0]
        field.clear()
        field.send_keys(board, Keys.ENTER)

    def board(self):
        return self.all("#board")[0].get_attribute("value")

    def at(self, x, y):
        svg = self.all(".editor svg")[0]
        return ActionChains(self.driver, duration=20).move_to_element_with_offset(svg, x, y)

    def drag(self, x, y, dx, dy):
        self.at(x, y).click_and_hold().move_by_offset(dx // 2, dy // 2).move_by_offset(dx - dx // 2, dy - dy // 2).release().perform()

    def keys(self, *keys):
        self.all(".editor svg")[0].send_keys(*keys)

    def temperature(self, expected, what):
        self.until(lambda: self.text("#temperature") == expected, what)


def values_are_those_of_the_program(page):
    """Every tinted board up to order 4, every tinted tree of order 5, and the tables of the tests."""
    connected = ["@", "A_", "BW", "Bw", "CF", "CU", "CV", "C]", "C^", "C~"]
    trees = ["D?{", "DCw", "DQo"]
    boards = [f"{g} {''.join(t)}" for g in connected + trees for t in itertools.product(".LR", repeat=ord(g[0]) - 63)]
    for name in ["snort-random-tinted", "snort-connected-order-1-to-6"]:
        with open(f"tests/data/{name}.csv", encoding="utf-8") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            boards += [f"{row['graph6']} {row['tints']}" for row in rows]
    told = subprocess.run([BOIL, "eval", "--json", "-"], input="\n".join(boards), capture_output=True, text=True, check=True)
    native = [json.loads(line) for line in told.stdout.splitlines()]
    page.open()
    begun = time.monotonic()
    asked = page.driver.execute_async_script(ASK_ALL, boards, "snort")
    page.check(isinstance(asked, list) and len(asked) == len(native) == len(boards), f"{len(boards)} boards: {asked!r:.300}")
    forms = 0
    for board, ours, theirs in zip(boards, native, asked):
        temperature, mean, outcome, form, problem = theirs
        page.check(problem is None and [temperature, mean, outcome] == [ours["temperature"], ours["mean"], ours["outcome"]], f"{board}: {theirs}, not {ours}")
        if form is not None:
            forms += 1
            page.check(form.replace(" ", "") == ours["canonical_form"].replace(" ", ""), f"{board}: {form}")
    page.check(forms > 0.9 * len(boards), f"{forms} canonical forms")
    print(f"{len(boards)} boards of Snort have the program's values in the page, {forms} with their forms ({time.monotonic() - begun:.0f} s)")


def draws(page):
    """A caterpillar by mouse: C(4,3,4) has temperature 7."""
    page.open()
    page.at(-150, 0).click().perform()
    page.drag(-150, 0, 150, 0)
    page.drag(0, 0, 150, 0)
    for x, ends in [(-150, [(-60, -60), (-90, 0), (-60, 60), (20, 80)]), (0, [(-40, -80), (0, -90), (40, -80)]), (150, [(60, -60), (90, 0), (60, 60), (-20, 80)])]:
        for dx, dy in ends:
            page.drag(x, 0, dx, dy)
    page.temperature("7", "the temperature of C(4,3,4)")
    page.check("caterpillar(4,3,4)" in page.text(".boardtext"), page.text(".boardtext"))
    page.done("caterpillar")
    # A tint by a button, and back by undo and redo.
    page.all("[data-do=left]")[0].click()
    page.until(lambda: page.board().endswith("L"), "a tint")
    page.until(lambda: page.text("#temperature") not in ("", "7"), "the value of the tinted board")
    tinted = page.text("#temperature")
    page.all("[data-do=undo]")[0].click()
    page.temperature("7", "the value before")
    page.all("[data-do=redo]")[0].click()
    page.temperature(tinted, "the value after redo")
    page.done("tint")


def draws_by_keyboard(page):
    page.open()
    page.keys("aaa")
    page.until(lambda: "path(3)" in page.text(".boardtext"), "a path by keyboard")
    page.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, "e", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "e")
    page.until(lambda: "cycle(3)" in page.text(".boardtext"), "a triangle by keyboard")
    page.done("keyboard")
    # Marks of other games: weights, a token, a loop, an arc.
    page.open("#ruleset=nim-on-graphs&board=0-1,1-2@0")
    page.until(lambda: page.all(".editor circle.token"), "a token")
    page.keys("n+++")
    page.until(lambda: "0-1*4" in page.board(), "a weight")
    def click():
        vertex = page.all(".editor g:not(.link) > circle:not(.token)")[1]
        ActionChains(page.driver).move_to_element(vertex).click().perform()
        return True
    # The board may be drawn anew after a weight, and the old vertex is gone.
    page.until(click, "a click on a vertex")
    page.keys("t")
    page.until(lambda: "@1" in page.board(), "the token moves")
    page.until(lambda: page.text("#grundy") != "", "a Grundy value")
    page.done("weights")


def plays(page):
    """Three moves as each player, and back."""
    page.open("#ruleset=snort&board=caterpillar(3,2,3)")
    for made in range(1, 4):
        page.until(lambda: page.all(".options tbody a"), "options")
        side = "left" if made % 2 else "right"
        page.all(f"#{side}-options ~ div tbody a")[0].click()
        page.until(lambda: len(page.all(".history li")) == made, f"move {made}")
    page.done("play")
    page.driver.back()
    page.until(lambda: len(page.all(".history li")) == 2, "one move back")
    page.driver.refresh()
    page.until(lambda: len(page.all(".history li")) == 2, "the address holds the position")
    # The winning moves of Left in a position of Col.
    page.open("#ruleset=col&board=path(4)")
    wins = [row.text.split()[0] for row in page.all("#left-options ~ div tbody tr") if "wins" in row.text]
    told = [json.loads(subprocess.run([BOIL, "eval", "--ruleset", "col", "--json", "path(4)"], capture_output=True, text=True, check=True).stdout)["outcome"]]
    page.check(bool(wins) == (told[0] in ("N", "L")), f"{wins} in a position of outcome {told}")
    page.check(len(page.all(".moves .left.wins")) > 0 or not wins, "the winning moves have a line")
    page.done("wins")


def reads(page):
    """Files, other games, links, and text of other people."""
    page.open()
    file = Path(FOLDER.name) / "petersen.s6"
    file.write_text(":I`ES@obGkqegW~\n")
    page.all("#file")[0].send_keys(str(file))
    page.until(lambda: "petersen" in page.text(".boardtext"), "a file in sparse6")
    page.done("file")
    planar = Path(FOLDER.name) / "cube.pc"
    planar.write_bytes(subprocess.run([BOIL, "convert", "cube", "--to", "planar-code"], capture_output=True, check=True).stdout)
    page.open()
    page.all("#file")[0].send_keys(str(planar))
    page.until(lambda: "cube" in page.text(".boardtext") or "hypercube(3)" in page.text(".boardtext"), "a file in planar code")
    page.open()
    Select(page.all("#ruleset")[0]).select_by_visible_text("domineering")
    for row, column in itertools.product(range(4), repeat=2):
        page.keys(" ", Keys.ARROW_RIGHT)
        if column == 3:
            page.keys(*[Keys.ARROW_LEFT] * 4, Keys.ARROW_DOWN)
    page.until(lambda: page.board() == "....|....|....|....", "a board of 4 x 4")
    page.until(lambda: page.text("#mean") == "0", "its value")
    page.done("domineering")
    page.open("#ruleset=snort&board=" + "%3Cimg src=x onerror=document.title=1%3E")
    page.until(lambda: page.all(".problem"), "a text that is no board")
    page.check(not page.all("#answer img"), "text of a board is no HTML")
    page.done("hostile")
    # A large board neither freezes nor ends the page; another question takes its place at once.
    page.open("#ruleset=snort&board=path(3)")
    page.driver.execute_script("window.frames_seen = 0; const tick = () => { window.frames_seen++; requestAnimationFrame(tick); }; tick();")
    page.ask("random_tree(300,1)")
    time.sleep(1)
    seen = page.driver.execute_script("return window.frames_seen")
    page.check(seen > 20, f"{seen} frames in a second of work")
    page.ask("path(5)")
    page.until(lambda: "path(5)" in page.text(".boardtext"), "the next position", 5)
    page.ask("random_tree(300,1)")
    page.until(lambda: page.all("#answer .options"), "a board of 300 vertices", 30)
    page.done("large")


def endures(page):
    """Damaged addresses, files and pages; workers that fail; a page that is loaded again."""
    for state in ["#%&=&&==&board=%E0%A4%A", "#ruleset=none&board=path(3)", "#board=" + "A" * 100_000, "#ruleset=snort&board=path(3)&tax=1/0&moves=left,9"]:
        page.open(state)
        page.ask("path(4)")
        page.temperature("3/2", f"path(4) after the address {state[:40]}")
    # A link is its position: it outlives the page, also in the middle of work.
    page.open("#ruleset=snort&board=random_tree(300,2)")
    page.driver.get(PAGE.as_uri() + "#ruleset=snort&board=caterpillar(4,3,4)")
    page.driver.refresh()
    page.temperature("7", "the position of an address that is loaded again")
    # Files that are no boards, cut or large.
    file = Path(FOLDER.name) / "damaged"
    page.open()
    for content in [b"\0" * 1000, bytes(range(256)) * 40, b"x" * 2_000_000, b'{"format":"boilingpoint-certificate-1"', b"\x1f\x8b\x08cut"]:
        file.write_bytes(content)
        page.driver.execute_script("document.getElementById('file').value = ''")
        page.all("#file")[0].send_keys(str(file))
        page.until(lambda: page.all(".problem"), f"a message about {content[:9]!r}")
        page.ask("path(4)")
        page.temperature("3/2", f"path(4) after a file {content[:9]!r}")
    page.done("damaged-file")
    # A worker that fails at a question, as without memory, or ends: the next question has another.
    WORKERS = "window.made = []; window.Worker = class extends Worker { constructor(...given) { super(...given); made.push(this); } };"
    added = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WORKERS})
    fail = "made.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }))"
    page.open("#ruleset=snort&board=path(3)")
    page.temperature("2", "path(3)")
    page.ask("random_tree(300,3)")
    page.driver.execute_script(fail)
    page.until(lambda: "out of memory" in page.text("#answer .problem"), "the failure")
    page.ask("path(4)")
    page.temperature("3/2", "the answer of another worker")
    page.all("[data-view=search]")[0].click()
    page.until(lambda: page.all("#ask button"), "the form of a search")
    page.all("#ask button")[0].click()
    page.until(lambda: page.all("#course .state"), "a search")
    page.driver.execute_script(fail)
    page.until(lambda: "out of memory" in page.text("#course .problem"), "the failure of a search")
    page.check(not page.all("#s-run")[0].is_enabled(), "a search that failed has no files")
    page.all("#ask button")[0].click()
    page.until(lambda: page.all("#course .state") and not page.all("#course .problem"), "another search")
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    # A page whose module is cut or changed says so.
    sound = PAGE.read_text(encoding="utf-8")
    start = sound.index('id="module"')
    begin, end = sound.index(">", start) + 1, sound.index("</script", start)
    for damaged in [sound[: begin + 9000] + sound[end:], sound[: begin + 9000] + "zzzzz" + sound[begin + 9005 :], sound[:begin] + sound[end:]]:
        copy = Path(FOLDER.name) / "damaged.html"
        copy.write_text(damaged, encoding="utf-8")
        page.driver.get(copy.as_uri() + "#ruleset=snort&board=path(3)")
        page.until(lambda: page.all("#answer .problem"), "a message of a damaged page")
    page.done("damaged-page")
    # These failures are meant.
    page.driver.get_log("browser")


def searches(page):
    """Breeds trees until t - deg = 2; the files of the run are those of the program."""
    downloads = Path(FOLDER.name) / "downloads"
    downloads.mkdir()
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
    page.open()
    page.all("[data-view=search]")[0].click()
    page.until(lambda: page.all("#ask button"), "the form of a search")
    for name, value in [("most", "16"), ("generations", "2000"), ("expression", "temperature - degree >= 2")]:
        field = page.all(f"#ask [name={name}]")[0]
        field.clear()
        field.send_keys(value)
    Select(page.all("#s-aim")[0]).select_by_value("find")
    page.all("#ask button")[0].click()
    page.until(lambda: page.all("#course .found a"), "the first boards")
    page.all("#s-stop")[0].click()
    page.until(lambda: page.text("#s-stop") == "Resume" or page.all("#course [data-over]"), "a stop")
    stopped = page.text("#course .state")
    time.sleep(0.5)
    page.check(page.text("#course .state") == stopped, "a stopped search waits")
    page.done("search-stopped")
    if not page.all("#course [data-over]"):
        page.all("#s-stop")[0].click()
    page.until(lambda: page.all("#course [data-over]"), "trees with t - deg = 2", 240)
    page.check("met the condition" in page.text("#course .state"), page.text("#course .state"))
    page.done("search")
    for button, name in [("#s-run", "run.tar"), ("#s-save", "search.toml")]:
        page.all(button)[0].click()
        page.until(lambda: (downloads / name).exists(), name)
    time.sleep(0.3)
    with tarfile.open(downloads / "run.tar") as archive:
        archive.extractall(downloads)
    there = downloads / "there"
    subprocess.run([BOIL, "search", downloads / "search.toml", "--out", there], check=True, capture_output=True, cwd=downloads)
    compared = 0
    for file in sorted(p for p in (downloads / "page").rglob("*") if p.is_file()):
        name = file.relative_to(downloads / "page")
        # Times, the machine and the memory of values differ.
        if name.parts[0] in ("manifest.json", "timing.csv", "checkpoint"):
            continue
        page.check(file.read_bytes() == (there / name).read_bytes(), f"{name} differs from the file of boil search")
        compared += 1
    page.check(compared > 6, f"{compared} files")
    shown = subprocess.run([BOIL, "report", downloads / "page"], capture_output=True, text=True)
    page.check(shown.returncode == 0, shown.stderr)
    page.all("#course .found a")[0].click()
    page.until(lambda: page.all("#explorer #temperature"), "a find in the explorer")
    page.done("find")
    # A run that was stopped and saved goes on in a terminal, and ends as one that was not stopped.
    page.all("[data-view=search]")[0].click()
    for name, value in [("most", "13"), ("expression", "temperature - degree")]:
        field = page.all(f"#ask [name={name}]")[0]
        field.clear()
        field.send_keys(value)
    Select(page.all("#s-aim")[0]).select_by_value("maximize")
    page.all("#ask button")[0].click()
    page.until(lambda: page.all("#course .found a") and not page.all("#course [data-over]"), "a search that goes on")
    page.all("#s-stop")[0].click()
    page.until(lambda: page.text("#s-stop") == "Resume", "a stop")
    made = int(re.search(r"generation (\d+)", page.text("#course .state"))[1]) + 1
    (downloads / "run.tar").unlink()
    (downloads / "search.toml").unlink()
    for button, name in [("#s-run", "run.tar"), ("#s-save", "search.toml")]:
        page.all(button)[0].click()
        page.until(lambda: (downloads / name).exists(), name)
    time.sleep(0.3)
    shutil.rmtree(downloads / "page")
    with tarfile.open(downloads / "run.tar") as archive:
        archive.extractall(downloads)
    more = f"search.generations={made + 3}"
    for command in [["resume", "page"], ["search", "search.toml", "--out", "unbroken"]]:
        subprocess.run([BOIL, *command, "--set", more], check=True, capture_output=True, cwd=downloads)
    for name in ["records.jsonl", "progress.csv", "archive.jsonl"]:
        page.check((downloads / "page" / name).read_bytes() == (downloads / "unbroken" / name).read_bytes(), f"{name} after a resume")
    # A mistake in the config has its place.
    page.all("[data-view=search]")[0].click()
    page.all("#toml summary")[0].click()
    page.all("#s-config")[0].send_keys("\ncolour = 1\n")
    page.all("#ask button")[0].click()
    page.until(lambda: "colour" in page.text("#course .problem"), "the mistake")
    page.done("search-mistake")


def adds(page):
    """Sums of positions, of one game and of two."""
    page.open("#ruleset=snort&board=caterpillar(4,3,4)")
    page.until(lambda: page.text("#temperature") == "7", "the first position")
    page.all("[href*='with=']")[0].click()
    page.until(lambda: "Kept for a sum" in page.text("#answer"), "the position is kept")
    page.ask("path(3)")
    page.until(lambda: page.text("#sum-temperature") == "7", "the sum")
    told = subprocess.run([BOIL, "value", "snort(caterpillar(4,3,4)) + snort(path(3))", "--json"], capture_output=True, text=True, check=True)
    told = json.loads(told.stdout)
    page.check(page.text("#sum-form").replace(" ", "") == told["canonical_form"].replace(" ", ""), f"{page.text('#sum-form')}, not {told['canonical_form']}")
    page.check("Hotstrat" in page.text(".sum tbody tr:nth-child(2)"), page.text(".sum tbody"))
    page.done("sum")
    # The other way: two files at once, in Col.
    files = [Path(FOLDER.name) / name for name in ("one.g6", "two.g6")]
    for file, text in zip(files, ["DqK\n", "Bw\n"]):
        file.write_text(text)
    page.open("#ruleset=col&board=path(2)")
    page.all("#file")[0].send_keys("\n".join(map(str, files)))
    page.until(lambda: page.text("#sum-outcome"), "the sum of two files")
    page.check(len(page.all(".sum tbody tr")) == 2, "two positions")
    page.all(".sum tbody tr:nth-child(2) td:last-child a")[0].click()
    page.until(lambda: page.all(".explorer") and not page.all(".sum"), "one position again")


def refutes(page):
    """The smallest counterexample to Conjecture 4.1 of Kakihara's thesis: a second-player win."""
    page.open("#ruleset=snort&board=0-1,1-2,2-3,3-4,4-0,5")
    page.until(lambda: page.text("#outcome") == "P", "a second-player win")
    page.all("[href*='why=yes']")[0].click()
    page.until(lambda: page.all(".options tbody tr td:last-child a"), "answers")
    for side in ("left", "right"):
        rows = page.all(f"#{side}-options ~ div tbody tr")
        page.check(rows and all(row.find_elements("css selector", "td:last-child a") for row in rows), f"each move of {side} has an answer")
    page.done("refutation")
    made = 0
    while page.all(".options tbody tr td:last-child a"):
        page.all(".options tbody tr td:last-child a")[0].click()
        made += 2
        page.until(lambda: len(page.all(".history li")) == made, f"{made} moves")
        page.until(lambda: page.text("#outcome") == "P", "a second-player win after two moves")
    page.check(made >= 2 and "over" in page.text(".stage figcaption"), f"{made} moves to the end")
    page.done("refuted")


def proves(page):
    """A certificate of a lower bound, step by step."""
    page.open()
    page.all("#file")[0].send_keys(str(Path("docs/records/certificates/nary-tree-6-3.json").resolve()))
    page.until(lambda: page.all("#verdict"), "a certificate", 60)
    page.check("confirms" in page.text("#verdict"), page.text("#verdict"))
    page.all(".steps a[href='#step-2']")[0].click()
    page.until(lambda: page.driver.switch_to.active_element.get_attribute("id") == "step-2", "a step")
    page.done("certificate")
    page.all("#step-1 a[href^='#ruleset']")[0].click()
    page.until(lambda: page.text("#temperature"), "the board of a step in the explorer")


def answers(page):
    """The program plays Right; a tax by the mouse; a game that the user writes."""
    page.open("#ruleset=snort&board=caterpillar(3,2,3)")
    Select(page.all("#plays")[0]).select_by_visible_text("Right")
    page.all("#left-options ~ div tbody a")[0].click()
    page.until(lambda: len(page.all(".history li")) == 2, "the program's answer")
    page.check(page.all(".history li")[1].text.startswith("Right"), page.text(".history"))
    page.done("opponent")
    page.open("#ruleset=snort&board=caterpillar(4,3,4)")
    page.until(lambda: page.all(".worth [data-penalties]"), "a thermograph")
    svg = page.all(".worth [data-penalties]")[0]
    ActionChains(page.driver).move_to_element_with_offset(svg, 0, 20).click().perform()
    page.until(lambda: page.all("path.tax") and page.all("#tax")[0].get_attribute("value"), "a tax")
    page.check("tax=" in page.driver.current_url, "the address holds the tax")
    page.done("tax")
    page.open("#ruleset=snort&board=path(5)")
    page.all("#own-game summary")[0].click()
    page.all("#use-rules")[0].click()
    page.until(lambda: page.text("#temperature") == "4", "path(5) in the game that was written")
    page.all("#rules")[0].send_keys("colour = 1\n")
    page.all("#use-rules")[0].click()
    page.until(lambda: "colour" in page.text("#rules-problem"), "the mistake in the rules")
    page.done("own-game")


def publishes(page):
    """A site: its search without a program behind it, and the link from a record to the explorer."""
    folder = Path(FOLDER.name) / "publish"
    folder.mkdir()
    config = str(Path("configs/smoke.toml").resolve())
    for command in [["search", config], ["site", "site", "--module", str(Path(MODULE).resolve()), "--configs", str(Path("configs").resolve())]]:
        subprocess.run([BOIL, *command], check=True, capture_output=True, cwd=folder)

    class Files(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def __init__(self, *given):
            super().__init__(*given, directory=str(folder / "site"))

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page.site = f"http://127.0.0.1:{server.server_port}/"
    page.driver.get(page.site + "search.html")
    page.until(lambda: page.all("#found tbody tr"), "records")
    every = len(page.all("#found tbody tr"))
    page.all("#least")[0].send_keys("9")
    page.until(lambda: 0 < len(page.all("#found tbody tr")) < every, "the records of order 9 and more")
    page.check("least=9" in page.driver.current_url, "the address holds the search")
    page.done("site-search")
    page.all("#found tbody th a")[0].click()
    page.until(lambda: page.all("a[href*='explorer.html#']"), "the page of a record")
    facts = dict(zip((e.text for e in page.all(".facts dt")), (e.text for e in page.all(".facts dd"))))
    page.done("site-record")
    page.all(".boardtext a[href*='explorer.html#']")[0].click()
    page.temperature(facts["temperature"], "the temperature of the record in the explorer")
    for name in ["index", "records", "runs", "questions"]:
        page.driver.get(f"{page.site}{name}.html")
        page.check(page.all("h1"), name)
        faults = page.driver.execute_script(ACCESSIBILITY)
        page.check(not faults, f"{name}: {faults}")
    page.done("site-questions")


def is_quick(page):
    """The time from a change to its value, within the page."""
    page.open("#ruleset=snort&board=path(9)")
    times = page.driver.execute_async_script("""
const done = arguments[0];
(async () => {
  const times = [];
  for (const n of [10, 11, 12, 13, 14]) {
    const begun = performance.now();
    await window.boilAsk(new URLSearchParams({ ruleset: "snort", board: `path(${n})` }).toString());
    times.push(performance.now() - begun);
  }
  return times;
})().then(done);""")
    print("an answer for paths of order 10 to 14, with all options, takes", ", ".join(f"{t:.0f}" for t in times), "ms")


def is_accessible(page):
    for width, height in [(1400, 1000), (390, 800)]:
        page.driver.set_window_size(width, height)
        for scheme in ["light", "dark"]:
            page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            page.open("#ruleset=snort&board=caterpillar(4,3,4)")
            page.until(lambda: page.all("#temperature"), "a value")
            wide = page.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
            page.check(wide <= 0, f"{wide} pixels too wide at {width}")
            faults = page.driver.execute_script(ACCESSIBILITY)
            page.check(not faults, f"{width} {scheme}: {faults}")
            page.done(f"caterpillar-{width}-{scheme}")
            page.all("[data-view=search]")[0].click()
            page.until(lambda: page.all("#ask button"), "the form of a search")
            wide = page.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
            faults = page.driver.execute_script(ACCESSIBILITY)
            page.check(wide <= 0 and not faults, f"search, {width} {scheme}: {wide} pixels, {faults}")
            page.done(f"search-{width}-{scheme}")
    page.driver.set_window_size(1400, 1100)


def main():
    # Two processes write it side by side: packing takes most of a minute.
    again = PAGE.with_name("again.html")
    writing = [subprocess.Popen([BOIL, "explorer", file, "--module", MODULE]) for file in (PAGE, again)]
    written = [process.wait() for process in writing]
    page = Page()
    first = PAGE.read_bytes()
    page.check(written == [0, 0] and first == again.read_bytes(), "equal bytes")
    page.check(len(first) < 2_000_000, f"{len(first)} bytes")
    try:
        for task in [draws, draws_by_keyboard, plays, adds, refutes, proves, answers, reads, endures, searches, publishes, is_quick, is_accessible, values_are_those_of_the_program]:
            task(page)
        sent = [json.loads(entry["message"])["message"] for entry in page.driver.get_log("performance")]
        sent = {m["params"]["request"]["url"] for m in sent if m["method"] == "Network.requestWillBeSent"}
        sent = {url.split(":")[0] for url in sent if not url.startswith(page.site)}
        page.check(sent <= {"file", "blob", "about", "data"}, f"requests of {sent}")
        errors = [e for e in page.driver.get_log("browser") if "favicon.ico" not in e["message"]]
        page.check(not errors, f"errors in the console: {errors}")
    finally:
        page.driver.quit()
    print(f"{page.tasks} passed, 0 failed; the page has {len(first)} bytes")


main()
