"""Puts the crates that a source distribution needs into it, so that it builds without a network.

`python vendor.py SDIST OUT`: the source distribution that maturin made, and the folder for the new
one. Crates of other systems than Linux and macOS, and those that only tests need, are left out: an
empty crate of the same name stands for each, since Cargo asks for all crates of the lock file.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "boilingpoint-python"
TARGETS = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
]
CONFIG = '[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "vendor"\n'
#: Folders of crates that no build reads. Examples and tests may be part of the documents of a crate.
UNREAD = ("benches", "fuzz", ".github")


def needed(root):
    """Name and version of each crate that the package needs on some system, without tests."""
    found = set()
    for target in TARGETS:
        command = ["cargo", "metadata", "--format-version", "1", "--filter-platform", target]
        told = json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True).stdout)
        packages = {package["id"]: package for package in told["packages"]}
        nodes = {node["id"]: node for node in told["resolve"]["nodes"]}
        waiting = [id for id, package in packages.items() if package["name"] == PACKAGE]
        seen = set()
        while waiting:
            id = waiting.pop()
            if id in seen:
                continue
            seen.add(id)
            found.add((packages[id]["name"], packages[id]["version"]))
            for dependency in nodes[id]["deps"]:
                if any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]):
                    waiting.append(dependency["pkg"])
    return found


def empty(crate):
    """Makes a crate an empty one."""
    for path in crate.iterdir():
        if path.name not in ("Cargo.toml", ".cargo-checksum.json"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (crate / "src").mkdir()
    (crate / "src/lib.rs").write_text("")
    text = (crate / "Cargo.toml").read_text()
    kept, skipped = [], False
    for line in text.splitlines(keepends=True):
        if line.startswith("["):
            skipped = line.strip() in ("[lib]", "[[bin]]", "[[test]]", "[[bench]]", "[[example]]")
        if not skipped and not line.startswith(("build =", "links =", "default-run =")):
            kept.append(line)
    kept.append('\n[lib]\npath = "src/lib.rs"\n')
    (crate / "Cargo.toml").write_text("".join(kept))


def unsealed(crate):
    """Removes the checksums of files, so that files may be left out. That of the package stays."""
    path = crate / ".cargo-checksum.json"
    sealed = json.loads(path.read_text())
    path.write_text(json.dumps({**sealed, "files": {}}))


def main():
    source, out = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(source) as packed:
            packed.extractall(folder, filter="data")
        (root,) = Path(folder).iterdir()
        quiet = {
            "cwd": root,
            "check": True,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
        }
        subprocess.run(["cargo", "vendor", "--versioned-dirs", "vendor"], **quiet)
        kept = needed(root)
        for crate in sorted((root / "vendor").iterdir()):
            is_kept = any(crate.name == f"{name}-{version}" for name, version in kept)
            if is_kept:
                for unread in UNREAD:
                    shutil.rmtree(crate / unread, ignore_errors=True)
            else:
                empty(crate)
            unsealed(crate)
        (root / ".cargo").mkdir(exist_ok=True)
        (root / ".cargo/config.toml").write_text(CONFIG)
        out.mkdir(parents=True, exist_ok=True)
        with tarfile.open(out / source.name, "w:gz") as packed:
            packed.add(root, root.name)
    print(f"{source.name}: {(out / source.name).stat().st_size / 1e6:.1f} MB")


main()
