"""Runs a cluster on one machine, makes its parts fail, and compares the results with a search in one process."""

import concurrent.futures
import csv
import json
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

BOIL = os.path.abspath(sys.argv[1])
# The files of a run that are a function of its plan.
SAME = [
    "config.toml", "progress.csv", "operators.csv", "islands.csv", "events.jsonl", "archive.jsonl",
    "records.jsonl", "collection.csv", "seen.bin",
]
CONFIG = """
name = "cluster"
seed = {seed}
[game]
ruleset = "{ruleset}"
[boards]
class = "{kind}"
order = [4, {order}]
[objective]
maximize = "{value}"
collect = "{value}"
[budget]
cutoff = false  # so that boards take time
[records]
verify = {verify}
[search]
count = 0
islands = {islands}
population = {population}
generations = {generations}
migration_every = {every}
checkpoint_every = 4
{more}"""


# The most messages that a unit may take.
MESSAGES = 14
# The most memory that a worker or a collector may take in an hour, and the largest store of the server.
MOST_MEMORY = 1 << 30
MOST_STORE = 256 << 20


class Failed(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failed(what)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """A nats-server with its own store."""

    def __init__(self, top, host="127.0.0.1", extra="", inside=(), scheme="nats", who=""):
        self.port, self.monitor = free_port(), free_port()
        self.inside = list(inside)
        self.host = host
        self.conf = os.path.join(top, "nats.conf")
        self.log = open(os.path.join(top, "nats.log"), "a")
        # Small messages, so that blobs longer than half of one are stored in pieces.
        with open(self.conf, "w") as f:
            f.write(f'listen: "{host}:{self.port}"\nhttp: "{host}:{self.monitor}"\nmax_payload: 65536\njetstream {{ store_dir: "{top}/js" }}\n{extra}\n')
        self.url = f"{scheme}://{who}{host}:{self.port}"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.inside + ["nats-server", "-c", self.conf], stdout=self.log, stderr=self.log)
        probe = [*self.inside, sys.executable, "-c", f"import socket; socket.create_connection(('{self.host}', {self.port}), 1)"]
        for _ in range(100):
            if subprocess.run(probe, capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise Failed("the server does not start")

    def messages(self):
        """The number of messages that the server has received."""
        with urllib.request.urlopen(f"http://{self.host}:{self.monitor}/varz") as answer:
            return json.load(answer)["in_msgs"]

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Scene:
    """A folder, a server, workers; all are removed at the end."""

    def __init__(self, **server):
        self.top = tempfile.mkdtemp(prefix="boil-cluster-")
        self.server = Server(self.top, **server)
        self.workers = []
        self.spawned = 0
        self.processes = []

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for process in self.workers + self.processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.server.stop()
        if kind is not None:
            for name in sorted(os.listdir(self.top)):
                if name.endswith(".log"):
                    with open(os.path.join(self.top, name), errors="replace") as f:
                        print(f"--- {name}\n{''.join(f.readlines()[-25:])}")
        shutil.rmtree(self.top, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.top, name)

    def config(self, **settings):
        settings = {
            "seed": 5, "ruleset": "snort", "kind": "tree", "order": 14, "value": "temperature - degree", "islands": 4,
            "population": 24, "generations": 24, "every": 4, "more": "", **settings
        }
        # The checker would take most of the time of a run with large boards.
        settings["verify"] = "true" if settings["order"] < 16 else "false"
        with open(self.path("search.toml"), "w") as f:
            f.write(CONFIG.format(**settings))
        return self.path("search.toml")

    def boil(self, *args, log, inside=()):
        out = open(self.path(log), "a")
        process = subprocess.Popen(list(inside) + [BOIL, *args], stdout=out, stderr=out, cwd=self.top, stdin=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def worker(self, *more, inside=(), url=None):
        self.spawned += 1
        log = f"worker-{self.spawned}.log"
        process = self.boil("worker", "--cluster", url or self.server.url, "--threads", "1", *more, log=log, inside=inside)
        self.workers.append(process)
        return process

    def here(self, config, out="here"):
        """The same search in one process."""
        process = self.boil("search", config, "--out", out, log="here.log")
        check(process.wait(timeout=300) == 0, "the search in one process")
        return self.path(out)

    def ask(self, *args, code=0, url=None):
        done = subprocess.run([BOIL, *args, "--cluster", url or self.server.url], capture_output=True, text=True, cwd=self.top, timeout=60)
        check(code is None or done.returncode == code, f"boil {args}: exit code {done.returncode}: {done.stderr}")
        return done.stdout + done.stderr

    def status(self):
        return [json.loads(line) for line in self.ask("cluster", "status", "--json").splitlines()]


def by_island(seen):
    """The fingerprints in the bytes of a seen.bin, by island: in a cluster its blocks come in another order."""
    numbers = [number for number, in struct.iter_unpack("<Q", seen)]
    islands, at = {}, 0
    while at < len(numbers):
        island, count = numbers[at] >> 32, numbers[at] & 0xFFFFFFFF
        islands.setdefault(island, []).extend(numbers[at + 1 : at + 1 + count])
        at += 1 + count
    return islands


def same(one, other):
    """Both folders have all files of SAME, with the same bytes."""
    for name in SAME:
        paths = [os.path.join(folder, name) for folder in (one, other)]
        for path in paths:
            check(os.path.isfile(path), f"{path} is missing")
        with open(paths[0], "rb") as a, open(paths[1], "rb") as b:
            a, b = a.read(), b.read()
            check(len(a) > 0, f"{paths[0]} is empty")
            if name == "seen.bin":
                a, b = by_island(a), by_island(b)
            check(a == b, f"{name} differs")


def rows(folder):
    try:
        with open(os.path.join(folder, "progress.csv")) as f:
            return len(f.readlines()) - 1
    except OSError:
        return 0


class Faults:
    """Kills workers, the server and the collector of a run at intervals, in seconds, until the run has ended."""

    def __init__(self, scene, worker, server, collector, most):
        self.scene, self.every, self.most = scene, {"worker": worker, "server": server, "collector": collector}, most
        self.dice = random.Random(1)
        self.killed = dict.fromkeys(self.every, 0)
        self.seconds = 0
        # The generations when a worker was killed last, and the workers killed since they are so many.
        self.stuck = (0, 0)
        # The most bytes of memory of a process of each kind, and the most bytes on the server's disk.
        self.highest = {"worker": 0, "collector": 0, "store": 0}

    def sample(self, collector):
        """Notes the memory of all processes that are alive, and the size of the server's store."""
        for kind, processes in (("worker", self.scene.workers), ("collector", [collector])):
            self.highest[kind] = max(self.highest[kind], *(peak(process.pid) for process in processes))
        self.highest["store"] = max(self.highest["store"], size(self.scene.path("js")))

    def collect(self, config, there, limit):
        """Collects a search while processes are killed."""
        def begin(*args):
            return self.scene.boil(*args, "--cluster", self.scene.server.url, log="collector.log")

        collector = begin("search", config, "--out", there)
        until = self.seconds + limit
        while collector.poll() is None:
            check(self.seconds < until, f"not done after {rows(there)} generations")
            time.sleep(1)
            self.seconds += 1
            self.sample(collector)
            due = [kind for kind, every in self.every.items() if self.seconds % every == 0 and (kind == "worker" or self.killed[kind] < self.most)]
            # On a slow machine a unit takes longer than three kills: without progress there is no fourth.
            generations = rows(there)
            kills = self.stuck[1] + 1 if generations == self.stuck[0] else 1
            if "worker" in due and kills <= 3:
                self.stuck = (generations, kills)
                self.killed["worker"] += 1
                index = self.dice.randrange(3)
                self.scene.workers[index].kill()
                self.scene.workers[index].wait()
                self.scene.worker()
                self.scene.workers[index] = self.scene.workers.pop()
            if "server" in due:
                self.killed["server"] += 1
                self.scene.server.kill()
                time.sleep(2)
                self.scene.server.start()
            if "collector" in due:
                self.killed["collector"] += 1
                collector.kill()
                collector.wait()
                time.sleep(1)
                collector = begin("resume", there) if os.path.isdir(there) else begin("search", config, "--out", there)
        check(collector.returncode == 0, f"the collector ended with {collector.returncode}")
        check(not os.path.exists(os.path.join(there, "set-aside.jsonl")), "a unit was set aside")


def peak(pid):
    """The most bytes of memory that a process has had; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/status") as f:
            return sum(int(line.split()[1]) * 1024 for line in f if line.startswith("VmHWM:"))
    except OSError:
        return 0


def size(folder):
    """The bytes of the files in a folder."""
    total = 0
    for at, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.path.getsize(os.path.join(at, name))
            except OSError:
                pass  # it was just removed
    return total


def chaos():
    """Three workers, one of which is killed every few seconds; the server and the collector are killed twice."""
    with Scene() as scene:
        config = scene.config(order=20, islands=5, population=100, generations=16)
        here = scene.here(config)
        for _ in range(3):
            scene.worker()
        faults = Faults(scene, worker=3, server=8, collector=5, most=2)
        faults.collect(config, scene.path("there"), 420)
        same(here, scene.path("there"))
        check(faults.killed["worker"] >= 3 and faults.seconds > 16, f"only {faults.seconds} s and {faults.killed}: make the search longer")
        runs = [line["run"] for line in scene.status() if "run" in line]
        check([run["outlook"] for run in runs] == ["finished"], f"{runs}")
        print(f"  {faults.killed['worker']} workers killed, {faults.seconds} s, the same {len(SAME)} files")


# Searches of every method, of boards of several kinds, by games and by an invariant of graphs.
METHODS = '[islands]\nmethod = ["evolve", "anneal", "climb", "lookahead", "random"]\n'
HOUR = [
    {"generations": 1200, "order": 15, "population": 32, "more": METHODS},
    {"generations": 1200, "ruleset": "col", "kind": "connected", "order": 9, "value": "temperature", "more": METHODS},
    {"generations": 300, "kind": "any", "order": 10, "value": "size - 2 * triangles - 2 * four_cycles", "more": METHODS},
    {"generations": 40, "order": 20, "population": 48},
]


def hour(minutes="60"):
    """Searches, one after another on the same server, while processes are killed; each is compared with one process, and so are the books."""
    with Scene() as scene:
        for _ in range(3):
            scene.worker()
        faults = Faults(scene, worker=20, server=130, collector=70, most=1_000_000)
        began, searches, records, units = time.monotonic(), 0, 0, 0
        while time.monotonic() - began < 60 * float(minutes):
            settings = HOUR[searches % len(HOUR)]
            config = scene.config(**{"seed": 1 + searches, "islands": 5, **settings})
            here, there = (scene.path(f"{name}-{searches}/run") for name in ("here", "there"))
            one = scene.boil("search", config, "--out", here, log="here.log")
            started = time.monotonic()
            faults.collect(config, there, 1800)
            check(one.wait(timeout=1800) == 0, "the search in one process")
            same(here, there)
            books = [book(scene, folder) for folder in (here, there)]
            differing = [pair for pair in zip(*books) if pair[0] != pair[1]]
            check(len(books[0]) == len(books[1]) and not differing, f"the books have {len(books[0])} and {len(books[1])} records: {differing[:1]}")
            searches, records, units = searches + 1, records + len(books[0]), units + 5 * settings["generations"] // 4
            print(f"  {settings.get('ruleset', 'snort')}, {settings.get('value', 'temperature - degree')}: {time.monotonic() - started:.0f} s, {len(books[0])} records, "
                  f"{faults.killed}, highest so far {faults.highest}", flush=True)
            for folder in (here, there):
                shutil.rmtree(os.path.dirname(folder))
        highest = ", ".join(f"{kind} {most / 2**20:.0f} MiB" for kind, most in faults.highest.items())
        counts = ", ".join(f"{count} of a {kind}" for kind, count in faults.killed.items())
        print(f"  {(time.monotonic() - began) / 60:.0f} minutes, {searches} searches of {units} units, {records} records, kills: {counts}; highest: {highest}")
        check(faults.highest["worker"] < MOST_MEMORY and faults.highest["collector"] < MOST_MEMORY, "memory grows")
        check(faults.highest["store"] < MOST_STORE, "the server's store grows")


def book(scene, folder):
    """The records in the book beside a run folder, without its numbers and times."""
    path = os.path.join(os.path.dirname(folder), "records.db")
    done = subprocess.run([BOIL, "records", "list", "--json", "--book", path], capture_output=True, text=True, cwd=scene.top)
    check(done.returncode == 0, done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return [{key: value for key, value in record.items() if key not in ("id", "found_at")} for record in records]


def listing(kills=8, kind="tree", order=16, generator="built-in"):
    """A table of the atlas on three workers. Workers, the server and the collector are killed at random,
    until there were enough kills; then the table ends. It has the bytes of the table in the documents. The
    program's own list of connected graphs takes seconds to begin, in which few workers would live through
    many kills."""
    name = f"snort-{kind}-{order:02}.json"
    dice = random.Random(2)
    killed = {"worker": 0, "collector": 0, "server": 0}
    tables = 0
    while sum(killed.values()) < kills:
        with Scene() as scene:
            def collect():
                return scene.boil("atlas", "--class", kind, "--order", str(order), "--generator", generator, "--threads", "1",
                                  "--checker-positions", "1000", "--cluster", scene.server.url, "--dir", "atlas", "--book", "book.db", log="collector.log")

            for _ in range(3):
                scene.worker()
            collector = collect()
            began = time.monotonic()
            while collector.poll() is None:
                check(time.monotonic() - began < 600, "the table does not end")
                time.sleep(dice.uniform(0.2, 1.5))
                if collector.poll() is not None or sum(killed.values()) >= kills:
                    continue
                victim = dice.choices(list(killed), weights=[6, 2, 1])[0]
                killed[victim] += 1
                if victim == "server":
                    scene.server.kill()
                    time.sleep(0.5)
                    scene.server.start()
                elif victim == "collector":
                    collector.kill()
                    collector.wait()
                    collector = collect()
                else:
                    index = dice.randrange(3)
                    scene.workers[index].kill()
                    scene.workers[index].wait()
                    scene.worker()
                    scene.workers[index] = scene.workers.pop()
            check(collector.returncode == 0, f"the collector ended with {collector.returncode}")
            tables += 1
            with open(scene.path(f"atlas/{name}")) as a, open(f"docs/records/atlas/{name}") as b:
                one, other = json.load(a), json.load(b)
            # The checker's limit differs, which the checksum covers; the version of the program and the
            # generator may.
            for table in (one, other):
                del table["crc32"], table["content"]["checked"]
                del table["content"]["question"]["program"], table["content"]["question"]["generator"]
            check(one == other, "the table differs")
            check(not os.path.exists(scene.path("atlas/" + name.replace(".json", ".chunks"))), "chunks are left")
    counts = ", ".join(f"{count} of a {victim}" for victim, count in killed.items())
    print(f"  {sum(killed.values())} kills ({counts}), {tables} tables, all the same")


def poison():
    """A unit whose processes all die, as for lack of memory: it is quarantined after three, and the run continues."""
    with Scene() as scene:
        config = scene.config(order=20, islands=3, population=480, generations=12)
        there = scene.path("there")
        worker = scene.worker()
        collector = scene.boil("search", config, "--out", there, "--cluster", scene.server.url, log="collector.log")
        # Kill a worker while it computes a unit.
        unit = None
        while unit is None:
            check(collector.poll() is None, "it was too fast")
            held = [line["worker"]["units"] for line in scene.status() if "worker" in line]
            unit = held[0][0] if held and held[0] else None
        worker.kill()
        worker.wait()
        scene.worker()
        # From now on, kill every process that computes that unit, as the kernel does when memory is
        # short.
        killed = set()
        began = time.monotonic()
        while len(killed) < 3:
            check(time.monotonic() - began < 120, f"{len(killed)} processes of {unit} seen")
            found = subprocess.run(["pgrep", "-f", f"only {unit}$"], capture_output=True, text=True).stdout.split()
            for process in map(int, found):
                if process not in killed:
                    os.kill(process, signal.SIGKILL)
                    killed.add(process)
            time.sleep(0.01)
        check(collector.wait(timeout=240) == 0, "the collector ended badly")
        with open(os.path.join(there, "set-aside.jsonl")) as f:
            aside = [json.loads(line) for line in f]
        check(len(aside) == 1 and f".{aside[0]['epoch']}.{aside[0]['island']}" in unit, f"{aside}")
        check("3 times" in aside[0]["why"] and "signal: 9" in aside[0]["why"], f"{aside}")
        with open(os.path.join(there, "manifest.json")) as f:
            check(json.load(f)["set_aside"] == 1, "the manifest does not say so")
        check(rows(there) == 12, "generations are missing")
        print(f"  {unit.split('.', 1)[1]} set aside: {aside[0]['why']}")


def cut_twice(scene, there, collector, cut, mend):
    """Cuts a link while a run is collected, for less and for more time than a unit waits for its worker."""
    cuts = 0
    for pause, seconds in ((3, 4), (3, 30)):
        time.sleep(pause)
        if collector.poll() is None:
            cut()
            time.sleep(seconds)
            mend()
            cuts += 1
    check(collector.wait(timeout=300) == 0, "the collector ended badly")
    check(cuts == 2, "it was over before the link was cut twice")


class Relay:
    """A link to a server that can be cut: data sent in the meantime is neither lost nor delivered."""

    def __init__(self, port):
        self.open = threading.Event()
        self.open.set()
        self.server = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            one, _ = self.listener.accept()
            self.open.wait()
            other = socket.create_connection(("127.0.0.1", self.server))
            for a, b in ((one, other), (other, one)):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                self.open.wait()
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            end.close()


def relay():
    """Without the right to make namespaces: a worker and the collector behind a relay that stops."""
    with Scene() as scene:
        link = Relay(scene.server.port)
        url = f"nats://127.0.0.1:{link.port}"
        config = scene.config(order=20, islands=4, population=160, generations=16)
        here, there = scene.here(config), scene.path("there")
        scene.worker()
        scene.worker(url=url)
        collector = scene.boil("search", config, "--out", there, "--cluster", url, log="collector.log")
        cut_twice(scene, there, collector, link.open.clear, link.open.set)
        same(here, there)
        print("  the relay stood still for 4 s and for 30 s")


def namespaces():
    """Two hosts; the link between them is cut for longer than a unit waits for its worker."""
    def ip(*args):
        subprocess.run(["ip", *args], check=True)

    probe = subprocess.run(["ip", "netns", "add", "boil-probe"], capture_output=True, text=True)
    if probe.returncode != 0:
        print(f"  no namespaces here ({probe.stderr.strip()}): by a relay instead")
        return relay()
    ip("netns", "del", "boil-probe")

    tag = f"b{os.getpid() % 10000}"
    one, other = f"{tag}x", f"{tag}y"
    try:
        for name in (one, other):
            ip("netns", "add", name)
        ip("link", "add", one, "netns", one, "type", "veth", "peer", "name", other, "netns", other)
        for name, address in ((one, "10.77.1.1/24"), (other, "10.77.1.2/24")):
            ip("-n", name, "addr", "add", address, "dev", name)
            ip("-n", name, "link", "set", name, "up")
            ip("-n", name, "link", "set", "lo", "up")
        inside = lambda name: ("ip", "netns", "exec", name)
        with Scene(host="10.77.1.1", inside=inside(one)) as scene:
            config = scene.config(order=20, islands=4, population=160, generations=16)
            here = scene.here(config)
            there = scene.path("there")
            scene.worker(inside=inside(one))
            scene.worker(inside=inside(other))
            collector = scene.boil("search", config, "--out", there, "--cluster", scene.server.url, log="collector.log", inside=inside(other))
            link = lambda state: ip("-n", other, "link", "set", other, state)
            cut_twice(scene, there, collector, lambda: link("down"), lambda: link("up"))
            same(here, there)
            print("  the link was cut for 4 s and for 30 s")
    finally:
        for name in (one, other):
            subprocess.run(["ip", "netns", "del", name])


def three():
    """Three servers with three copies of everything; one of them dies for good in the middle."""
    with Scene() as scene:
        ports = [(free_port(), free_port()) for _ in range(3)]
        routes = ", ".join(f'"nats://127.0.0.1:{route}"' for _, route in ports)
        servers = []
        for i, (port, route) in enumerate(ports):
            conf = scene.path(f"nats-{i}.conf")
            with open(conf, "w") as f:
                f.write(f'listen: "127.0.0.1:{port}"\nserver_name: n{i}\njetstream {{ store_dir: "{scene.path("js")}-{i}" }}\n')
                f.write(f'cluster {{ name: c, listen: "127.0.0.1:{route}", routes: [{routes}] }}\n')
            log = open(scene.path(f"nats-{i}.log"), "a")
            servers.append(subprocess.Popen(["nats-server", "-c", conf], stdout=log, stderr=log))
            scene.processes.append(servers[-1])
        url = ",".join(f"nats://127.0.0.1:{port}" for port, _ in ports)
        for _ in range(100):
            done = subprocess.run([BOIL, "cluster", "status", "--cluster", url, "--replicas", "3"], capture_output=True, text=True)
            if done.returncode == 0:
                break
            time.sleep(0.3)
        check(done.returncode == 0, done.stderr)
        config = scene.config(order=20, islands=3, population=100, generations=20)
        here, there = scene.here(config), scene.path("there")
        for _ in range(2):
            scene.worker("--replicas", "3", url=url)
        collector = scene.boil("search", config, "--out", there, "--cluster", url, "--replicas", "3", log="collector.log")
        while rows(there) < 4:
            check(collector.poll() is None, "it was too fast")
            time.sleep(0.1)
        servers[0].kill()
        check(collector.wait(timeout=200) == 0, "the collector ended badly")
        same(here, there)
        print("  a server of three died after four generations")


def doors():
    """Logins, TLS, unreachable servers, other versions."""
    with Scene(extra='authorization { user: "boil", password: "se:cret@1" }', who="boil:se%3Acret%401@") as scene:
        scene.worker("--idle", "3")
        config = scene.config(generations=4)
        with open(scene.path("address"), "w") as f:
            f.write(scene.server.url + "\n")
        collector = scene.boil("search", config, "--out", "there", "--cluster", f"@{scene.path('address')}", log="collector.log")
        check(collector.wait(timeout=60) == 0, "with a password")
        check(scene.workers[0].wait(timeout=60) == 0, "an idle worker leaves")
        said = scene.ask("cluster", "status", code=2, url=scene.server.url.replace("1@", "2@"))
        check("authorization" in said.lower() and "cret" not in said, said)
        with open(scene.path("collector.log")) as f:
            check("cret" not in f.read(), "the password is told")

    with tempfile.TemporaryDirectory() as keys:
        def openssl(*args):
            subprocess.run(["openssl", *args], check=True, capture_output=True, cwd=keys)

        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=authority")
        for name in ("server", "client"):
            openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
            with open(os.path.join(keys, "names"), "w") as f:
                f.write("subjectAltName=IP:127.0.0.1\n")
            openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", f"{name}.pem")
        tls = f'tls {{ cert_file: "{keys}/server.pem", key_file: "{keys}/server.key", ca_file: "{keys}/ca.pem", verify: true }}'
        with Scene(extra=tls, scheme="tls") as scene:
            letters = ["--tls-ca", f"{keys}/ca.pem", "--tls-cert", f"{keys}/client.pem", "--tls-key", f"{keys}/client.key"]
            scene.worker(*letters)
            collector = scene.boil("search", scene.config(generations=4), "--out", "there", "--cluster", scene.server.url, *letters, log="collector.log")
            check(collector.wait(timeout=60) == 0, "with TLS")
            scene.ask("cluster", "status", code=2)
            said = scene.ask("cluster", "status", "--tls-ca", "nowhere.pem", code=2)
            check("nowhere.pem" in said, said)

    with Scene() as scene:
        nowhere = f"nats://127.0.0.1:{free_port()}"
        said = scene.ask("cluster", "status", code=2, url=nowhere)
        check(nowhere in said and "refused" in said, said)
        said = scene.ask("cluster", "remove", "a b.*", code=2)
        check("has no run" in said, said)
        # A run of another version, as that version would have left it.
        scene.ask("cluster", "status")
        card = {"id": "old", "name": "old", "dialect": "0_0_1-1-1", "outlook": "running", "islands": 1, "epochs": 1, "first": 0, "began": 0, "floor": 0, "submitted": "2020-01-01T00:00:00Z", "host": "somewhere"}
        card = json.dumps(card).encode()
        with socket.create_connection(("127.0.0.1", scene.server.port)) as s:
            s.sendall(b'CONNECT {"verbose":false}\r\nPUB $KV.boil-runs.old %d\r\n' % len(card) + card + b"\r\nPING\r\n")
            while b"PONG" not in s.recv(4096):
                pass
        refused = scene.worker()
        check(refused.wait(timeout=30) == 2, "a worker of another version is let in")
        with open(scene.path("worker-1.log")) as f:
            said = f.read()
        check("run old needs the version boilingpoint 0.0.1" in said and "another version" in said, said)
        check("old" in scene.ask("cluster", "remove", "old"), "removed")
        # A run that is removed while its collector is running.
        config = scene.config()
        collector = scene.boil("search", config, "--out", "there", "--cluster", scene.server.url, log="collector.log")
        while not any("run" in line for line in scene.status()):
            time.sleep(0.1)
        time.sleep(1)
        run = [line["run"]["id"] for line in scene.status() if "run" in line][0]
        scene.ask("cluster", "remove", run)
        check(collector.wait(timeout=30) == 2, "a run that is removed ends")
        with open(scene.path("collector.log")) as f:
            said = f.read()
        check("was removed from the cluster" in said, said)
        done = subprocess.run([BOIL, "resume", "there"], cwd=scene.top, capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        same(scene.here(config), scene.path("there"))
    print("  passwords, TLS, no server, another version, a removed run")


def overhead():
    """The cost of the cluster, compared with one process: the same search, one thread, epochs of about
    ten seconds. The time of the same work varies by a tenth, so the cost is measured within a run: the
    time from submission to the end in which the only worker does no work, without the time that one
    process spends before its first generation and after its last one."""
    with Scene() as scene:
        config = scene.config(order=22, islands=2, population=500, generations=24, every=4)
        began = time.monotonic()
        process = scene.boil("search", config, "--out", "here", "--threads", "1", log="here.log")
        check(process.wait() == 0, "here")
        here = time.monotonic() - began
        with open(scene.path("here/timing.csv")) as f:
            around = here - float(list(csv.DictReader(f))[-1]["elapsed"])
        for turn in range(2):
            worker = scene.worker()
            time.sleep(2)
            began = time.monotonic()
            process = scene.boil("search", config, "--out", f"there-{turn}", "--threads", "1", "--cluster", scene.server.url, log="collector.log")
            check(process.wait() == 0, "there")
            there = time.monotonic() - began
            worker.kill()
            worker.wait()
            same(scene.path("here"), scene.path(f"there-{turn}"))
            with open(scene.path("collector.log")) as f:
                last = [line for line in f if " units: " in line][-1]
            units = int(last.split(" units")[0].split()[-1])
            work = float(last.split(" units: ")[1].split()[0])
            print(f"  {here:.2f} s in one process ({around:.2f} s around its generations), {there:.2f} s with a worker, {work / units:.2f} s an epoch; not at work: {there - work:.2f} s, {100 * (there - work - around) / work:.2f} % more than in one process", flush=True)


def comparison():
    """Six runs of a comparison on three workers, with the collector killed, have the files of one machine."""
    with Scene() as scene:
        config = scene.config(islands=1, population=12, generations=16)
        compare = ["search", config, "--seeds", "1..6", "--out"]
        check(scene.boil(*compare, "here", log="here.log").wait(timeout=300) == 0, "one machine")
        for _ in range(3):
            scene.worker()
        there = [*compare, "there", "--cluster", scene.server.url]
        collector = scene.boil(*there, log="collector.log")
        runs = [scene.path(f"there/seed-{seed}") for seed in range(1, 7)]
        while not any(rows(run) > 4 for run in runs):
            check(collector.poll() is None, "the comparison has ended early")
            time.sleep(0.02)
        collector.kill()
        collector.wait()
        check(scene.boil(*there, log="collector.log").wait(timeout=300) == 0, "the comparison")
        for run in runs:
            same(run.replace("there", "here"), run)
        tables = [scene.path(f"{name}/comparison.csv") for name in ("here", "there")]
        tables = [open(table).read() for table in tables]
        check(tables[0] == tables[1], "comparison.csv differs")
    print("  six runs, the collector killed")


def lists():
    """Scans and a sweep over a family on three workers print what one process prints; workers and the collector are killed."""
    dice = random.Random(3)
    asked = [
        ["scan", "--class", "tree", "--order", "1..16", "--top", "3"],
        ["scan", "--class", "connected", "--order", "1..5", "--tinted", "--count-by", "kind,outcome"],
        ["scan", "--class", "tree", "--order", "12", "--columns", "board,temperature,canonical_form", "--where", "temperature > degree", "--csv"],
        ["family", "pair(n,m)", "--define", "pair(a,b) = tree(a*leaf,b*tree(leaf))", "--n", "0..5", "--with", "m=0..5", "--fit"],
    ]
    with Scene() as scene:
        for _ in range(3):
            scene.worker()
        killed = 0
        for command in asked:
            def begin(*more):
                out, err = open(scene.path("out"), "w"), open(scene.path("collector.log"), "a")
                process = subprocess.Popen([BOIL, *command, *more], stdout=out, stderr=err, cwd=scene.top, stdin=subprocess.DEVNULL)
                scene.processes.append(process)
                return process

            def printed(process):
                check(process.wait(timeout=300) == 0, f"{command}: exit code {process.returncode}")
                with open(scene.path("out")) as f:
                    return f.read()

            here = printed(begin("--threads", "1"))
            there = ["--cluster", scene.server.url]
            collector = begin(*there)
            for victim in ("worker", "collector", "worker"):
                time.sleep(dice.uniform(0.3, 1))
                if collector.poll() is not None:
                    break
                killed += 1
                process = collector if victim == "collector" else scene.workers.pop(0)
                process.kill()
                process.wait()
                if victim == "collector":
                    collector = begin(*there)
                else:
                    scene.worker()
            check(printed(collector) == here and len(here) > 100, f"{command}: other lines")
        check(killed > 1, "nothing was killed")
        check(os.listdir(scene.path("runs/parts")) == [], "results are left")
        print(f"  {len(asked)} lists, {killed} kills, the same lines")


def requests():
    """The messages to the server for each unit, those of the collector among them."""
    for workers in (1, 3):
        with Scene() as scene:
            config = scene.config(islands=4, generations=240)
            for _ in range(workers):
                scene.worker()
            time.sleep(2)
            before = scene.server.messages()
            process = scene.boil("search", config, "--out", "there", "--cluster", scene.server.url, log="collector.log")
            check(process.wait(timeout=300) == 0, "the run")
            made = (scene.server.messages() - before) / (4 * 60)
            print(f"  {made:.1f} messages a unit, {workers} workers", flush=True)
            check(made < MESSAGES, f"{made:.1f} messages a unit")


class Connection:
    """A client of the server that sends many requests before it reads the answers."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.inbox = b"in.%d" % self.socket.getsockname()[1]
        self.socket.sendall(b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\nSUB %s 1\r\n' % self.inbox)
        self.file = self.socket.makefile("rb")
        self.file.readline()

    def answer(self):
        """The body of the next answer."""
        while True:
            line = self.file.readline().split()
            if line[0] == b"PING":
                self.socket.sendall(b"PONG\r\n")
            elif line[0] in (b"MSG", b"HMSG"):
                return self.file.read(int(line[-1]) + 2)[:-2]
            elif line[0] == b"-ERR":
                raise Failed(str(line))

    def ask(self, subject, body):
        self.send([(subject, body)])
        return self.answer()

    def send(self, requests):
        texts = (b"PUB %s %s %d\r\n%s\r\n" % (subject, self.inbox, len(body), body) for subject, body in requests)
        self.socket.sendall(b"".join(texts))

    def flood(self, requests, window=128):
        """Sends requests, each window of them at once, and reads their answers."""
        for at in range(0, len(requests), window):
            some = requests[at : at + window]
            self.send(some)
            for answer in [self.answer() for _ in some]:
                check(b'"error"' not in answer and not answer.startswith(b"NATS/1.0 4"), f"{answer}")


def hostile():
    """A client that anybody can run stores garbage, false results, cards and units, replays results and floods the queue. The run ends as in one process, and so does the book."""
    with Scene() as scene:
        config = scene.config(generations=16, population=120)
        here, there = scene.path("one/run"), scene.path("other/run")
        check(scene.boil("search", config, "--out", here, log="here.log").wait(timeout=300) == 0, "the search in one process")
        collector = scene.boil("search", config, "--out", there, "--cluster", scene.server.url, log="collector.log")
        attacked = []
        while collector.poll() is None:
            runs = scene.ask("cluster", "status", "--json", code=None).splitlines()
            runs = [json.loads(line)["run"] for line in runs if line.startswith('{') and "run" in json.loads(line)]
            new = [run for run in runs if run["id"].startswith("cluster-") and run["id"] not in attacked]
            for run in new:
                attack(Connection(scene.server.port), run, len(attacked))
                attacked.append(run["id"])
            while len(scene.workers) < 2:
                scene.worker()
            check(all(worker.poll() is None for worker in scene.workers), "a worker has ended")
            time.sleep(0.1)
        check(collector.returncode == 0, f"the collector ended with {collector.returncode}")
        check(all(worker.poll() is None for worker in scene.workers), "a worker has ended")
        same(here, there)
        books = [book(scene, folder) for folder in (here, there)]
        check(books[0] == books[1] and len(books[0]) > 5, "the books differ")
        check(not os.path.exists(os.path.join(there, "set-aside.jsonl")), "a unit was set aside")
        with open(scene.path("collector.log"), errors="replace") as f:
            said = f.read()
        refused = said.count("going on from generation")
        check(refused == len(KINDS) and "in this process" in said, f"{refused} refusals of {len(KINDS)}")
        for name in os.listdir(scene.top):
            if name.endswith(".log"):
                with open(scene.path(name), "rb") as f:
                    check(b"\x1b" not in f.read(), f"{name} has characters that a terminal obeys")
        print(f"  {len(attacked)} runs attacked, {refused} refusals, the same {len(SAME)} files and {len(books[0])} records")


# Entries in the place of results: no entry, no parcel, pieces that nobody stored.
KINDS = [b"\x02garbage\x1b[2J", b"\x00" + b"garbage" * 1000, b"\x018 piece.1.0.island.nowhere"]


def attack(client, run, number):
    """Stores what a hostile worker may store for a run, before honest workers do."""
    name = run["id"].encode()
    entries = [(b"$KV.boil-%s.island.%d.%d" % (name, 4, number % 4), KINDS[number % len(KINDS)])]
    # Names that no unit has, and logs of attempts with the largest numbers.
    entries += [(b"$KV.boil-%s.%s" % (name, key), b"\x00x") for key in (b"island.1.0.more", b"island.01.0", b"island.1.99", b"island", b"piece.1.0")]
    tries = b"\x00" + json.dumps({"failures": [], "message": number + 1, "ended": 2**64 - 1}).encode()
    entries += [(b"$KV.boil-%s.tries.0.%d" % (name, island), tries) for island in range(4)]
    # Cards: of the run, as if it had finished; of runs and workers that are nobody's.
    deep = b"[" * 20_000
    card = json.dumps({**run, "outlook": "finished", "floor": 2**63, "first": 2**64 - 1}).encode()
    odd = json.dumps({**run, "id": "odd", "work": {"atlas": {"chunks": 2**64 - 1}}, "host": "\x1b[2J"}).encode()
    entries += [(b"$KV.boil-runs.%s" % name, card), (b"$KV.boil-runs.odd", odd), (b"$KV.boil-runs.deep", deep)]
    worker = {"id": "\x1b[2J", "host": "h" * 10_000, "process": 1, "dialect": run["dialect"], "threads": 1, "since": "", "done": 0, "units": ["x"] * 1000}
    entries += [(b"$KV.boil-workers.odd", json.dumps(worker).encode()), (b"$KV.boil-workers.deep", deep)]
    # Units that no run has, texts that are no units, and a flood of both.
    version = run["dialect"].encode()
    texts = [b"%s.0.99" % name, b"%s.%d.0" % (name, 2**64 - 1), b"nobody.0.0", b"\xff\x1b[2J", b"x" * 60_000]
    entries += [(b"boil.units.%s.hostile.%d" % (version, i), text) for i, text in enumerate(texts * 40)]
    client.flood(entries)


def load():
    """The requests a second at which the server gives in: entries written and read, by connections that do not wait for answers."""
    with Scene() as scene:
        config = {"name": "KV_load", "subjects": ["$KV.load.>"], "max_msgs_per_subject": 1, "allow_direct": True,
                  "storage": "file", "discard": "new", "allow_rollup_hdrs": True, "deny_delete": True}
        first = Connection(scene.server.port)
        made = first.ask(b"$JS.API.STREAM.CREATE.KV_load", json.dumps(config).encode())
        check(b'"error"' not in made, f"{made}")
        for size in (100, 1_000, 20_000):
            number = 40_000 if size < 20_000 else 8_000
            for ways in (1, 2, 8):
                links = [Connection(scene.server.port) for _ in range(ways)]
                each = number // ways
                keys = [[b"%d.%d" % (way, i) for i in range(each)] for way in range(ways)]
                body = os.urandom(size)
                rates = []
                for requests in (lambda key: (b"$KV.load." + key, body), lambda key: (b"$JS.API.DIRECT.GET.KV_load.$KV.load." + key, b"")):
                    texts = [[requests(key) for key in mine] for mine in keys]
                    began = time.monotonic()
                    with concurrent.futures.ThreadPoolExecutor(ways) as threads:
                        list(threads.map(Connection.flood, links, texts))
                    rates.append(each * ways / (time.monotonic() - began))
                print(f"  {size} bytes, {ways} connections: {rates[0]:.0f} entries written a second, {rates[1]:.0f} read", flush=True)


PARTS = {"requests": requests, "chaos": chaos, "comparison": comparison, "listing": listing, "lists": lists, "poison": poison, "namespaces": namespaces, "three": three, "doors": doors, "hostile": hostile}

if __name__ == "__main__":
    wanted = sys.argv[2:] or list(PARTS)
    if wanted[0] == "hour":
        wanted, minutes = wanted[:1], wanted[1:]
        PARTS["hour"] = lambda: hour(*minutes)
    for name in wanted:
        began = time.monotonic()
        print(f"{name}:", flush=True)
        try:
            {**PARTS, "relay": relay, "overhead": overhead, "load": load, "kills": lambda: listing(100, "connected", 10, "geng")}[name]()
        except Failed as failed:
            sys.exit(f"{name}: {failed}")
        print(f"  passed in {time.monotonic() - began:.0f} s", flush=True)
