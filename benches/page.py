"""The time of positions in the page and in the program, one thread each.

    page/build && /usr/bin/python3 benches/page.py

For each board: the best of three questions with all options, each in a new worker, and the best of
three runs of `boil moves`, less the time of a run for a small board. Needs selenium and Chromium.
"""

import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

BOIL = "target/release/boil"
BOARDS = ["path(20)", "path(22)", "cycle(18)", "random_tree(20,1)", "random_tree(20,2)", "random_tree(22,3)"]
BOARDS += ["random_connected(12,20,1)", "random_connected(13,24,1)", "grid(3,4)"]
ASK = """
const [board, done] = arguments;
(async () => {
  const times = [];
  for (let i = 0; i < 3; i++) {
    const worker = window.boilWorker();
    await worker.ask("answer", "ruleset=snort&board=path(3)");
    const begun = performance.now();
    await worker.ask("answer", new URLSearchParams({ ruleset: "snort", board, patient: "yes" }).toString());
    times.push(performance.now() - begun);
    worker.stop();
  }
  return Math.min(...times) / 1000;
})().then(done, (error) => done(String(error)));
"""


def program(board):
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        subprocess.run([BOIL, "moves", board, "--seconds", "60"], capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def main():
    options = webdriver.ChromeOptions()
    for argument in ["--headless=new", "--no-sandbox"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_script_timeout(300)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "explorer.html"
        subprocess.run([BOIL, "explorer", page], check=True)
        driver.get(page.as_uri())
        start, shares = program("path(3)"), []
        for board in BOARDS:
            here, there = driver.execute_async_script(ASK, board), program(board) - start
            shares.append(here / there)
            print(f"{board:28} page {here:.3f} s, program {there:.3f} s: {here / there:.2f} times")
        print(f"median: {statistics.median(shares):.2f} times")
    driver.quit()


main()
