"""Runs a search for some minutes and samples the process: see `.ci/soak`."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import time

MIB = 1024 * 1024
CAP = 256 * MIB
TICK = os.sysconf("SC_CLK_TCK")

# New boards all the time: no limit of generations, boards of up to 14 vertices, little memory.
SETTINGS = [
    "search.generations=100000000",
    "boards.order=[2,14]",
    "boards.class=connected",
    "budget.positions=5000",
    "budget.memory=256 MiB",
    "search.checkpoint_every=20",
    "search.population=48",
    "budget.seconds=0",
]


def sample(pid):
    """Resident bytes, descriptors, threads, seconds of processor time."""
    process = pathlib.Path(f"/proc/{pid}")
    status = (process / "status").read_text()
    fields = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    times = (process / "stat").read_text().rsplit(")", 1)[1].split()
    cpu = (int(times[11]) + int(times[12])) / TICK
    return (
        int(fields["VmRSS"].split()[0]) * 1024,
        len(list((process / "fd").iterdir())),
        int(fields["Threads"]),
        cpu,
    )


def boards(run):
    """Boards valued so far, from the run's log."""
    try:
        with open(run / "progress.csv") as file:
            rows = list(csv.DictReader(file))
        return int(rows[-1]["boards_valued"])
    except (OSError, IndexError, ValueError):
        return 0


def main():
    minutes, boil = float(sys.argv[1]), sys.argv[2]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="soak-"))
    run = folder / "run"
    sets = [word for setting in SETTINGS for word in ("--set", setting)]
    command = [boil, "search", "configs/snort-difference.toml", "--out", str(run), "--threads", "1", *sets]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    samples = []
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        time.sleep(min(5, 60 * minutes / 40))
        if process.poll() is not None:
            sys.exit(f"the search ended: {process.stderr.read().decode()}")
        samples.append((*sample(process.pid), boards(run)))
    process.terminate()
    code = process.wait(timeout=120)
    assert code == 3, f"exit code {code}"

    # The first tenth of the time fills the tables.
    samples = samples[len(samples) // 10 :]
    quarters = [samples[i * len(samples) // 4 : (i + 1) * len(samples) // 4] for i in range(4)]
    print(f"{minutes:g} minutes, {samples[-1][4]} boards, {len(samples)} samples")
    print("quarter  resident MiB: mean, most  descriptors  threads  boards a processor second")
    means, rates = [], []
    for number, part in enumerate(quarters, 1):
        resident = [s[0] for s in part]
        mean, most = sum(resident) / len(part), max(resident)
        rate = (part[-1][4] - part[0][4]) / max(part[-1][3] - part[0][3], 1e-9)
        means.append(mean)
        rates.append(rate)
        descriptors = sorted({s[1] for s in part})
        threads = sorted({s[2] for s in part})
        print(f"{number:7}  {mean / MIB:18.1f}, {most / MIB:.1f}  {descriptors}  {threads}  {rate:.1f}")
    most = max(s[0] for s in samples)
    assert most < CAP, f"{most / MIB:.0f} MiB resident"
    assert means[3] < 1.05 * means[1], "memory grows"
    assert {s[2] for s in quarters[0]} == {s[2] for s in quarters[3]}, "threads leak"
    assert max(s[1] for s in quarters[3]) <= max(s[1] for s in quarters[0]), "descriptors leak"
    assert rates[3] > 0.75 * rates[1], "the search gets slower"
    print("flat")


main()
