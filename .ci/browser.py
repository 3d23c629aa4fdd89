"""The live view and the report in a real browser: contents, mouse, keyboard, and response times."""

import fcntl
import http.server
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

BOIL, OUT = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
CONFIG = str(Path(__file__).resolve().parent.parent / "configs" / "smoke.toml")
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def search(folder, *sets):
    return [BOIL, "search", CONFIG, "--out", str(folder), *(a for s in sets for a in ("--set", s))]


def browser():
    options = webdriver.ChromeOptions()
    for flag in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.chrome.service.Service(shutil.which("chromedriver"))
    return webdriver.Chrome(service=service, options=options)


class Suite:
    def __init__(self):
        self.dir = Path(tempfile.mkdtemp(prefix="boil-browser-"))
        self.runs = self.dir / "runs"
        self.driver = browser()
        self.processes = []
        self.count = 0
        OUT.mkdir(parents=True, exist_ok=True)

    # Helpers

    def start(self, command):
        process = subprocess.Popen(command, **QUIET)
        self.processes.append(process)
        return process

    def serve(self, runs):
        process = subprocess.Popen([BOIL, "serve", str(runs), "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(process)
        return process.stdout.readline().strip().rstrip("/")

    @staticmethod
    def work(process):
        """The seconds that a process has worked: a busy machine changes them little."""
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return sum(int(n) for n in fields[11:13]) / os.sysconf("SC_CLK_TCK")

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def js(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def until(self, condition, what, seconds=20):
        try:
            return WebDriverWait(self.driver, seconds, 0.03, (NoSuchElementException, StaleElementReferenceException)).until(lambda _: condition())
        except TimeoutException:
            self.shot("failed")
            raise AssertionError(f"never: {what}") from None

    def shot(self, name):
        self.driver.save_screenshot(str(OUT / f"{name}.png"))

    def size(self, width, height):
        # A window has a least width; an emulated phone has none.
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def scheme(self, name):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def no_errors(self, where):
        bad = [e for e in self.driver.get_log("browser") if e["level"] in ("SEVERE", "WARNING") and "favicon" not in e["message"]]
        assert not bad, f"{where}: the console has {bad}"

    def check(self, condition, what):
        if not condition:
            self.shot("failed")
            raise AssertionError(what)

    # Tests

    def test_new_records_show_by_themselves(self):
        """Lines are appended to a run's logs, as a search does; the page shows them without a reload."""
        folder = self.runs / "grows"
        shutil.copytree(self.runs / "done", folder)
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest.update(status="running", stop_reason=None)
        (folder / "manifest.json").write_text(json.dumps(manifest))
        lines = (folder / "records.jsonl").read_text().splitlines(keepends=True)
        (folder / "records.jsonl").write_text("".join(lines[:-2]))
        with open(folder / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.driver.get(f"{self.base}/run/grows")
            self.until(lambda: self.find("#connection").text == "live", "the page is live")
            self.check(self.find("#status").text == "running", "it is said to be running")
            self.js("window.same = true")
            took = []
            for line in lines[-2:]:
                record = json.loads(line)
                with open(folder / "records.jsonl", "a") as log:
                    log.write(line)
                began = time.monotonic()
                cell = lambda: any(r.text.startswith(f"{record['order']} ") and record["board"] in r.text for r in self.all("#records tbody tr"))
                self.until(cell, f"the record of order {record['order']}", 10)
                took.append(time.monotonic() - began)
            self.check(self.js("return window.same") is True, "the page was loaded again")
            print(f"new records showed after {', '.join(f'{t:.2f}' for t in took)} s")
        self.no_errors("a growing run")

    def test_a_killed_and_resumed_search_goes_on_in_the_same_page(self):
        folder = self.runs / "long"
        process = self.start(search(folder, "search.generations=1000000", "boards.order=[2,16]", "search.stagnation=20"))
        self.until(lambda: (folder / "progress.csv").exists() and len((folder / "progress.csv").read_text().splitlines()) > 5, "the search runs", 60)
        self.driver.get(f"{self.base}/run/long")
        self.js("window.same = true")
        first = self.find("#state").text
        self.until(lambda: self.find("#state").text != first, "the page goes on")
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.until(lambda: self.find("#status").text == "interrupted", "it is said to be interrupted")
        stood = self.find("#state").text
        process = self.start([BOIL, "resume", str(folder)])
        self.until(lambda: self.find("#status").text == "running" and self.find("#state").text != stood, "it goes on", 60)
        # Two updates in a row, with every element of the page replaced in place.
        for _ in range(2):
            now = self.find("#state").text
            self.until(lambda: self.find("#state").text != now, "it goes on and on")
        self.check(self.js("return window.same") is True, "the page was loaded again")
        process.send_signal(signal.SIGTERM)
        process.wait()
        self.until(lambda: self.find("#status").text == "stopped", "it is said to be stopped")
        self.no_errors("a killed and resumed run")

    def test_curves_and_cards_work_by_keyboard(self):
        self.driver.get(f"{self.base}/run/done")
        # A picture of each axis is in the page, and one of them shows.
        shown = [m for m in self.all("#fitness .marks .mark") if self.js("return arguments[0].getClientRects().length > 0", m)]
        first = shown[0]
        self.check(len([m for m in shown if m.get_attribute("tabindex") == "0"]) == 1, "one mark is in the order of the tab key")
        self.js("arguments[0].focus()", first)
        self.until(lambda: self.find("#popover").is_displayed(), "the mark tells something")
        told = self.find("#popover").text
        self.check("generation" in told, told)
        self.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.until(lambda: self.find("#popover").text not in ("", told), "the next mark tells something else")
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.until(lambda: "#record-" in self.driver.current_url, "Enter leads to the record")
        card = self.find(self.driver.current_url[self.driver.current_url.index("#"):])
        self.until(lambda: self.js("const r = arguments[0].getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight", card), "the card is in view")
        self.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.no_errors("the keyboard")

    def test_the_axis_of_curves_is_chosen_and_the_pointer_reads_them(self):
        self.driver.get(f"{self.base}/run/done")
        shown = lambda: [f.get_attribute("data-view").split()[0] for f in self.all("#fitness .view") if f.is_displayed()]
        self.check(shown() == ["generation"], f"the curve by generations shows first: {shown()}")
        for axis in ["asked", "valued", "seconds"]:
            self.js("arguments[0].click()", self.find(f"#fitness input[value={axis}]"))
            self.until(lambda: shown() == [axis], f"the curve by {axis}")
        self.js("arguments[0].click()", self.find("#fitness input[value=log]"))
        self.until(lambda: [f for f in self.all("#fitness .view") if f.is_displayed() and "log" in f.get_attribute("data-view")], "the logarithmic scale")
        self.js("arguments[0].click()", self.find("#fitness input[value=asked]"))
        svg = next(s for s in self.all("#fitness .view svg") if s.is_displayed())
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", svg)
        told = set()
        for part in [-0.3, 0.0, 0.3]:
            ActionChains(self.driver).move_to_element_with_offset(svg, int(part * svg.size["width"]), 40).perform()
            self.until(lambda: self.find("#popover").is_displayed() and "boards asked" in self.find("#popover").text, "the numbers under the pointer")
            told.add(self.find("#popover").text)
        self.check(len(told) == 3, f"other numbers at other places: {told}")
        self.check(self.all("#popover svg"), "the board of then is drawn")
        self.shot("pointer")
        self.no_errors("the axis and the pointer")

    def chart(self, name):
        """The picture of a chart that shows, in the middle of the window."""
        svg = next(s for s in self.all(f"svg[data-chart={name}]") if s.is_displayed())
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", svg)
        return svg

    def press(self, svg, text):
        """Presses the button of a chart with this text."""
        legend = svg.find_element(By.XPATH, "..").find_element(By.CSS_SELECTOR, ".legend")
        next(b for b in legend.find_elements(By.TAG_NAME, "button") if b.text.strip() == text).click()

    def drag(self, svg, start, end):
        """Drags the mouse over a chart, from one part of its width to another, measured from the middle."""
        wide = svg.size["width"]
        actions = ActionChains(self.driver).move_to_element_with_offset(svg, int(start * wide), 30).click_and_hold()
        actions.move_by_offset(int((end - start) * wide / 2), 5).move_by_offset(int((end - start) * wide / 2), 0).release().perform()

    def pointed(self, svg):
        """The text of the middle of a chart. A page that still scrolls hides it."""
        ActionChains(self.driver).move_to_element_with_offset(svg, 1, 40).move_by_offset(-1, 0).perform()
        return self.find("#popover").text

    def places(self, svg):
        """Coordinates of the curves, marks and axes of a chart."""
        return self.js("return [...arguments[0].querySelectorAll('line, polyline, circle, text, .mark > rect')].filter((e) => e.getClientRects().length).map((e) => ['points', 'x', 'y', 'cx', 'cy', 'x1', 'y1', 'width'].map((n) => (e.getAttribute(n) || '').trim()).join())", svg)

    def test_charts_are_read_by_keys(self):
        self.driver.get(f"{self.base}/run/done")
        svg, said = self.chart("fitness"), lambda: self.find(".unseen[role=status]").get_attribute("textContent")
        self.js("arguments[0].focus()", svg)
        for key, generation in [(Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.PAGE_DOWN, 11), (Keys.ARROW_LEFT, 10), (Keys.PAGE_UP, 0), (Keys.END, 24)]:
            svg.send_keys(key)
            self.until(lambda: said().startswith(f"generation {generation}: "), f"generation {generation} is told: {said()}")
            self.check(said() in self.find("#popover").text and "best" in said(), "and shown")
        self.check(self.all("#popover svg") and self.all(".pointer"), "the board and the place of then are shown")
        self.shot("chart-keys")
        svg.send_keys("+", "+")
        self.check(self.all("#fitness .ticks text"), "the axes are those of a part")
        svg.send_keys(Keys.HOME)
        self.until(lambda: said().startswith("generation 0: "), "the zoom moves along")
        svg.send_keys("0")
        self.check(not self.all("#fitness .ticks text"), "the whole chart is shown")
        svg.send_keys(Keys.ESCAPE)
        self.check(not self.find("#popover").is_displayed() and not self.all(".pointer"), "Escape leaves")
        self.no_errors("the keys of charts")

    def test_charts_hide_series_and_zoom(self):
        self.driver.get(f"{self.base}/run/done")
        svg = self.chart("fitness")
        whole = self.places(svg)
        hidden = lambda: {g.get_attribute("data-name") for g in svg.find_elements(By.CSS_SELECTOR, ".series[hidden]")}
        self.press(svg, "best")
        self.check(hidden() == {"best"}, hidden())
        self.check(not [m for m in svg.find_elements(By.CSS_SELECTOR, ".mark[data-series=best]") if m.is_displayed()], "its marks are hidden too")
        self.press(svg, "best")
        self.check(not hidden() and self.places(svg) == whole, "all is as before")
        self.drag(svg, -0.2, 0.1)
        self.check(svg.find_elements(By.CSS_SELECTOR, ".ticks line"), "a dragged range is shown")
        numbers = [float(t.text.replace(",", "")) for t in svg.find_elements(By.CSS_SELECTOR, ".ticks text[text-anchor=middle]")]
        self.check(len(numbers) > 2 and 2 < numbers[0] and numbers[-1] < 20, f"{numbers}")
        self.shot("chart-zoom")
        # The pointer reads the numbers of the part.
        self.until(lambda: self.pointed(svg), "the numbers under the pointer")
        generation = int(self.pointed(svg).split(":")[0].split()[1])
        self.check(numbers[0] - 1 <= generation <= numbers[-1] + 1, f"generation {generation}")
        ActionChains(self.driver).double_click().perform()
        self.check(self.places(svg) == whole, "a double click shows the whole chart")
        for name in ["throughput", "growth-of-archive", "islands", "rates"]:
            svg = self.chart(name)
            before = self.places(svg)
            self.press(svg, "+")
            self.check(self.places(svg) != before, f"{name} zooms")
            self.shot(f"chart-{name}")
            self.press(svg, "whole chart")
            self.check(self.places(svg) == before, f"{name} is whole again")
        self.driver.get(f"{self.base}/compare?run=done&run=other")
        self.press(self.chart("comparison-best"), "+")
        self.check(self.all(".ticks text"), "charts of a comparison zoom")
        self.no_errors("series and zoom")

    def test_a_zoom_outlives_the_updates_of_a_run(self):
        folder = self.runs / "zoomed"
        shutil.copytree(self.runs / "done", folder)
        lines = (folder / "records.jsonl").read_text().splitlines(keepends=True)
        (folder / "records.jsonl").write_text("".join(lines[:-1]))
        # The server reads its list of runs twice a second.
        time.sleep(0.6)
        self.driver.get(f"{self.base}/run/zoomed")
        svg = self.chart("fitness")
        self.press(svg, "median")
        self.press(svg, "+")
        before = self.places(svg)
        (folder / "records.jsonl").write_text("".join(lines))
        self.until(lambda: self.places(self.chart("fitness")) != before, "the section is replaced")
        self.check(self.all("#fitness .ticks text") and self.all("#fitness .series[data-name=median][hidden]"), "zoom and series stay")
        self.no_errors("an update of a zoomed chart")

    def test_another_run_is_laid_over_a_run(self):
        self.driver.get(f"{self.base}/run/done")
        self.find(".over-choice button").click()
        self.until(lambda: self.all(".over-choice option[value='/run/other']"), "the runs of the list")
        webdriver.support.ui.Select(self.find(".over-choice select")).select_by_visible_text("other")
        self.until(lambda: self.all("#fitness .over path"), "the curve of the other run")
        svg = self.chart("fitness")
        self.until(lambda: "; other: generation " in self.pointed(svg), "the pointer reads both runs")
        self.shot("chart-over")
        self.press(svg, "other")
        self.check(not svg.find_element(By.CSS_SELECTOR, ".over path").is_displayed(), "it can be hidden")
        webdriver.support.ui.Select(self.find(".over-choice select")).select_by_index(0)
        self.until(lambda: not self.all("#fitness .over"), "it is gone")
        self.no_errors("another run")

    def test_the_map_shows_elites_to_the_mouse(self):
        self.driver.get(f"{self.base}/run/done")
        cell = self.all("#archive .mark")[-1]
        self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", cell)
        ActionChains(self.driver).move_to_element(cell).perform()
        self.until(lambda: self.all("#popover svg") and self.find("#popover").is_displayed(), "the elite's drawing shows")
        self.shot("map")
        cell.click()
        self.until(lambda: self.find("details.elites").get_attribute("open"), "a click opens the elites")
        self.no_errors("the map")

    def test_the_explorer_by_mouse_and_keyboard(self):
        self.driver.get(f"{self.base}/position")
        field = self.find("#board")
        field.send_keys("caterpillar(2,1,2)", Keys.ENTER)
        self.until(lambda: self.all("#temperature"), "a value")
        value = self.find("#form").text
        left = self.all(".moves .left")
        self.check(len(left) == 8 and len(self.all(".moves .right")) == 8, "a half of each vertex for each player")
        row = self.all("#left-options ~ div tbody tr")[1].text
        self.shot("explorer")
        ActionChains(self.driver).move_to_element_with_offset(left[1], 0, 0).click().perform()
        self.until(lambda: self.all(".history li"), "a move was made")
        self.check("Left" in self.find(".history").text, "by Left")
        self.check(self.find("#form").text in row and self.find("#form").text != value, "to the value that the table told")
        link = self.find("#right-options ~ div tbody a")
        self.js("arguments[0].focus()", link)
        self.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.until(lambda: len(self.all(".history li")) == 2, "Right has moved, by keyboard")
        self.shot("explorer-moves")
        self.driver.back()
        self.until(lambda: len(self.all(".history li")) == 1, "back is back")
        self.find(".history a").click()
        self.until(lambda: self.find("#form").text == value, "the move is taken back")
        for ruleset, board in [("domineering", "....|...."), ("shannon", "complete(4)"), ("nim-on-graphs", "0-1*2,1-2@0"), ("clobber", "path(4) LRLR"), ("col", "cycle(5)")]:
            webdriver.support.ui.Select(self.find("#ruleset")).select_by_visible_text(ruleset)
            self.find("#board").clear()
            self.find("#board").send_keys(board, Keys.ENTER)
            self.until(lambda: self.find("#answer > .muted").text.startswith(ruleset) and not self.all("#answer[aria-busy]"), f"{ruleset} is shown")
            self.check(not self.all(".problem"), f"{ruleset}: {board}")
            self.check(self.all(".moves .mark"), f"{ruleset}: there are moves to click")
            self.find(".options tbody a").click()
            self.until(lambda: self.all(".history li"), f"{ruleset}: a move")
        # The text of a file, and a file.
        text = self.dir / "friends.dot"
        text.write_text("graph {\n  alice -- bob;\n  bob -- carol\n}\n")
        self.driver.get(f"{self.base}/position")
        self.find("#file").send_keys(str(text))
        self.until(lambda: self.all("#temperature"), "the value of a file")
        self.check("path(3)" in self.find(".boardtext").text, self.find(".boardtext").text)
        self.shot("explorer-file")
        self.no_errors("the explorer")

    def test_other_sites_can_neither_read_nor_cause_work(self):
        """Pages of another host and of another port of this host try everything against a server."""
        process = subprocess.Popen([BOIL, "serve", str(self.runs), "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.processes.append(process)
        target = process.stdout.readline().strip().rstrip("/")
        costly = "/position?ruleset=snort&board=random_connected(60,200,1)&patient=yes"
        paths = [costly, "/run/done", "/book", "/events/done", "/sections/records/done", "/"]
        other = http.server.ThreadingHTTPServer(("", 0), OtherSite)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        port = other.server_address[1]
        self.driver.execute_script("window.open('about:blank')")
        first = self.driver.current_window_handle
        self.driver.switch_to.window(self.driver.window_handles[-1])
        for host in ["localhost", "127.0.0.1"]:
            self.driver.get(f"http://{host}:{port}/")
            self.driver.get_log("performance")
            before = self.work(process)
            self.driver.set_script_timeout(60)
            seen = self.driver.execute_async_script(ATTACKS, target, paths)
            read = {name: told for name, told in seen.items() if told not in ("refused", "opaque")}
            self.check(not read, f"{host}: another site could read {read}")
            time.sleep(1)
            sent, statuses = {}, {}
            for entry in self.driver.get_log("performance"):
                message = json.loads(entry["message"])["message"]
                params = message["params"]
                if message["method"] == "Network.requestWillBeSent":
                    sent[params["requestId"]] = params["request"]["method"] + " " + params["request"]["url"]
                elif message["method"] == "Network.responseReceivedExtraInfo":
                    statuses[params["requestId"]] = params["statusCode"]
            answered = {sent[i]: code for i, code in statuses.items() if sent.get(i, "").split(" ")[-1].startswith(target)}
            self.check(len(answered) >= 30 and set(answered.values()) == {403}, f"{host}: {answered}")
            took = self.work(process) - before
            print(f"{len(answered)} answers to {host} took {took:.2f} s of work")
            self.check(took < 0.5, f"{host}: the server worked for {took:.2f} s")
            # A link that the user follows leads to a page that asks.
            self.driver.get(f"http://{host}:{port}/")
            self.js("const a = document.createElement('a'); a.id = 'link'; a.href = arguments[0]; a.textContent = 'link'; document.body.append(a)", target + "/position?board=path(4)")
            self.find("#link").click()
            self.until(lambda: self.all("#go-on"), "the page that asks")
            self.check(not self.all("#temperature"), "nothing is evaluated")
            self.shot("question")
            self.find("#go-on").click()
            self.until(lambda: self.all("#temperature"), "the position, after the user agreed")
            self.driver.get(f"http://{host}:{port}/")
            self.js("location = arguments[0]", target + "/")
            self.until(lambda: self.all("#runs"), "the list of runs")
        other.shutdown()
        self.driver.close()
        self.driver.switch_to.window(first)
        # The refusals are errors in the console.
        self.driver.get_log("browser")

    def test_a_board_is_drawn_and_found_by_mouse_and_keyboard(self):
        self.driver.get(f"{self.base}/book")
        self.find("#draw summary").click()
        svg, field = self.find(".editor svg"), self.find("#board")
        drawn = lambda: field.get_attribute("value")
        # By keyboard alone: a path of three vertices with tints, then an edge between its ends.
        svg.send_keys("aaalr")
        self.check(drawn() == "0-1,1-2:..R", drawn())
        svg.send_keys(".", Keys.ARROW_LEFT, Keys.ARROW_LEFT, "e", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "e")
        self.check(drawn() == "0-1,1-2,0-2", drawn())
        svg.send_keys(Keys.DELETE)
        self.check(drawn() == "0-1", drawn())
        svg.send_keys("u")
        self.check(drawn() == "0-1,1-2,0-2", drawn())
        self.find("[data-do=clear]").click()
        self.check(drawn() == "", drawn())
        # By mouse: a star, an edge between two of its leaves and back.
        drag = lambda: ActionChains(self.driver).move_to_element_with_offset(svg, 0, 0)
        drag().click().perform()
        for x, y in [(120, 0), (-120, 0), (0, 100), (0, -100)]:
            drag().click_and_hold().move_by_offset(x // 2, y // 2).move_by_offset(x - x // 2, y - y // 2).release().perform()
        self.check(drawn() == "0-1,0-2,0-3,0-4", drawn())
        for expected in ["0-1,0-2,0-3,0-4,1-3", "0-1,0-2,0-3,0-4"]:
            drag().move_by_offset(120, 0).click_and_hold().move_by_offset(-60, 50).move_by_offset(-60, 50).release().perform()
            self.check(drawn() == expected, drawn())
        self.shot("editor")
        svg.send_keys(Keys.ENTER)
        self.until(lambda: "board=0-1" in self.driver.current_url and self.all("#count"), "the records of the star")
        self.check(self.find("#count").text.startswith("1 of "), self.find("#count").text)
        self.check(len(self.all(".editor circle")) == 5, "the board is drawn again")
        self.find("table.records th a").click()
        self.until(lambda: self.all("#invariants"), "the page of the record")
        self.check("star(4)" in self.find(".boardtext").text, "of the star")
        self.no_errors("the editor")

    def test_many_runs_and_records_stay_fluid(self):
        many = self.dir / "many"
        for i in range(200):
            shutil.copytree(self.runs / "done", many / f"run-{i:03}", ignore=shutil.ignore_patterns("checkpoint", "plots", "seen.bin"))
        shutil.copy(self.runs / "records.db", many / "records.db")
        with sqlite3.connect(many / "records.db") as book:
            columns = [c[1] for c in book.execute("PRAGMA table_info(records)") if c[1] != "id"]
            # The order is a column generated from the facts.
            order = "json_set(facts, '$.order', board_order + 100 * n)"
            chosen = ", ".join(order if c == "facts" else c for c in columns)
            book.execute("CREATE TEMP TABLE ns AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000) SELECT n FROM c")
            book.execute(f"INSERT INTO records ({', '.join(columns)}) SELECT {chosen} FROM records, ns LIMIT 10000")
            total = book.execute("SELECT count(*) FROM records").fetchone()[0]
        self.check(total >= 10000, f"{total} records")
        base = self.serve(many)
        for path in ["/", "/book", "/book?sort=fitness&page=50"]:
            began, before = time.monotonic(), self.work(self.processes[-1])
            self.driver.get(base + path)
            took, work = time.monotonic() - began, self.work(self.processes[-1]) - before
            print(f"{path} with 200 runs and {total} records: {took:.2f} s, {work:.2f} s of work")
            self.check(work < 1.5, f"{path} took {work:.2f} s of work")
        self.driver.get(base)
        self.check(len(self.all("#runs tbody tr")) == 200, "200 runs")
        began = time.monotonic()
        self.find("#filter").send_keys("run-117")
        self.until(lambda: self.js("return [...document.querySelectorAll('#runs tbody tr')].filter((r) => !r.hidden).length") == 1, "one run is left")
        took = time.monotonic() - began
        print(f"filtered after {took:.2f} s")
        self.no_errors("many runs")

    def test_the_report_needs_no_network(self):
        subprocess.run([BOIL, "report", str(self.runs / "done")], check=True, **QUIET)
        subprocess.run([BOIL, "report", str(self.runs / "done"), str(self.runs / "other")], check=True, **QUIET)
        self.driver.get_log("performance")
        for page in [self.runs / "done" / "report.html", self.runs / "comparison.html"]:
            self.driver.get(page.as_uri())
            time.sleep(0.3)
            sent = [json.loads(e["message"])["message"] for e in self.driver.get_log("performance")]
            urls = [m["params"]["request"]["url"] for m in sent if m["method"] == "Network.requestWillBeSent"]
            self.check(all(u.startswith(("file:", "data:")) for u in urls), f"{urls}")
            if page.name == "report.html":
                self.find(".over-choice input").send_keys(str(self.runs / "other" / "report.html"))
                self.until(lambda: self.all("#fitness .over path"), "the curve of another report")
            self.no_errors(page.name)
        printed = self.driver.execute_cdp_cmd("Page.printToPDF", {})
        self.check(len(printed["data"]) > 10000, "it prints")

    def test_every_page_is_accessible_at_every_width(self):
        pages = {
            "runs": "/", "run": "/run/done", "book": "/book", "explorer-start": "/position",
            "position": "/position?ruleset=snort&board=caterpillar(4,3,4)", "problem": "/nothing",
            "record": "/record/7", "comparison": "/compare?run=done&run=other", "book-drawn": "/book?board=path(4):L..R&how=contains",
        }
        for width, height, name in [(390, 844, "phone"), (1280, 900, "desktop")]:
            self.size(width, height)
            for scheme in ["light", "dark"]:
                self.scheme(scheme)
                for page, path in pages.items():
                    self.driver.get(self.base + path)
                    self.shot(f"{page}-{name}-{scheme}")
                    where = f"{page}, {name}, {scheme}"
                    wide = self.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    self.check(wide <= 0, f"{where}: {wide} pixels too wide")
                    faults = self.js(ACCESSIBILITY)
                    self.check(not faults, f"{where}: {faults}")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.scheme("light")
        # The problem's page is expected: its status is an error in the console.
        self.driver.get_log("browser")

    def run(self):
        for name, sets in [("done", ["search.generations=25"]), ("other", ["search.generations=25", "seed=2"])]:
            subprocess.run(search(self.runs / name, *sets), check=True, **QUIET)
        self.base = self.serve(self.runs)
        tests = [name for name in dir(self) if name.startswith("test_")]
        for name in tests:
            began = time.monotonic()
            getattr(self, name)()
            print(f"ok  {name[5:].replace('_', ' ')} ({time.monotonic() - began:.1f} s)", flush=True)
        print(f"{len(tests)} tests in a real browser passed; screenshots in {OUT}")

    def end(self):
        self.driver.quit()
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.dir, ignore_errors=True)


class OtherSite(http.server.BaseHTTPRequestHandler):
    """A site that has nothing to do with the server."""

    def do_GET(self):
        page = b"<!doctype html><html lang=en><title>Another site</title><h1>Another site</h1></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


# Everything that a page can try against a server of another origin. The result names each try, with `refused`,
# `opaque`, or what the page could read.
ATTACKS = r"""
const [target, paths, done] = arguments;
const seen = {};
const tries = [];
const attempt = (name, run) => tries.push(Promise.race([run(), new Promise((end) => setTimeout(end, 5000, "refused"))])
  .catch(() => "refused").then((told) => { seen[name] = told; }));
const fetched = (url, options) => async () => {
  const answer = await fetch(url, options);
  return answer.type === "opaque" ? "opaque" : `${answer.status} ${await answer.text()}`;
};
const element = (tag, attribute, url) => () => new Promise((end) => {
  const e = document.createElement(tag);
  e.onload = () => end("loaded");
  e.onerror = () => end("refused");
  if (tag === "link") e.rel = "stylesheet";
  e[attribute] = url;
  document.body.append(e);
});
// A frame fires `load` for a refusal as well, so only what can be read counts.
const framed = (tag, attribute, url) => () => new Promise((end) => {
  const e = document.createElement(tag);
  e.onload = () => { try { end(e.contentDocument.body.textContent ? "read" : "refused"); } catch { end("refused"); } };
  e.onerror = () => end("refused");
  e[attribute] = url;
  document.body.append(e);
});
const form = (method, url, number) => () => new Promise((end) => {
  const frame = document.createElement("iframe"), f = document.createElement("form");
  frame.name = `frame${number}`;
  frame.onload = () => { try { end(frame.contentDocument.body.textContent ? "read" : "refused"); } catch { end("refused"); } };
  const at = new URL(url);
  Object.assign(f, { method, action: url, target: frame.name });
  for (const [name, value] of at.searchParams) {
    const field = document.createElement("input");
    Object.assign(field, { name, value });
    f.append(field);
  }
  document.body.append(frame, f);
  f.submit();
});
const events = (url) => () => new Promise((end) => {
  const source = new EventSource(url);
  source.onopen = () => end("open");
  source.onerror = () => { source.close(); end("refused"); };
});
paths.forEach((path, number) => {
  const url = target + path;
  attempt(`cors ${path}`, fetched(url, { mode: "cors" }));
  attempt(`credentials ${path}`, fetched(url, { mode: "cors", credentials: "include" }));
  attempt(`no-cors ${path}`, fetched(url, { mode: "no-cors" }));
  attempt(`post ${path}`, fetched(url, { mode: "no-cors", method: "POST", body: "x" }));
  attempt(`img ${path}`, element("img", "src", url + (url.includes("?") ? "&" : "?") + "img"));
  attempt(`script ${path}`, element("script", "src", url + (url.includes("?") ? "&" : "?") + "script"));
  attempt(`style ${path}`, element("link", "href", url + (url.includes("?") ? "&" : "?") + "style"));
  attempt(`iframe ${path}`, framed("iframe", "src", url));
  attempt(`object ${path}`, framed("object", "data", url));
  attempt(`form get ${path}`, form("get", url, `g${number}`));
  attempt(`form post ${path}`, form("post", url, `p${number}`));
  attempt(`events ${path}`, events(url));
  navigator.sendBeacon(url, "x");
});
attempt("websocket", () => new Promise((end) => {
  const socket = new WebSocket(target.replace("http", "ws") + "/events/done");
  socket.onopen = () => end("open");
  socket.onerror = () => end("refused");
}));
Promise.all(tries).then(() => done(seen));
"""

ACCESSIBILITY = Path(__file__).with_name("accessibility.js").read_text(encoding="utf-8")

suite = Suite()
try:
    suite.run()
finally:
    suite.end()
