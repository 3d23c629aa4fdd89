//! The dependencies of the program: licences, sources, build scripts, and crates in two versions.
//!
//! A small part of `cargo deny`, from the same source (`cargo metadata`), so that it is checked
//! wherever the tests run. Advisories need a database from the network; see docs/trust.md.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Permissive licences. None of them extends beyond the crate that has it.
const LICENCES: [&str; 10] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates whose build scripts have been read: they ask the compiler for its version, choose code by
/// it, or (the last two) compile the C that they carry (SQLite, ring). Those of this workspace copy the
/// module of the page, and set its stack. None reaches the network.
const BUILD_SCRIPTS: [&str; 35] = [
    "boilingpoint",
    "boilingpoint-page",
    "crc32fast",
    "crossbeam-deque",
    "crossbeam-epoch",
    "crossbeam-utils",
    "curve25519-dalek",
    "generic-array",
    "getrandom",
    "httparse",
    "icu_normalizer_data",
    "icu_properties_data",
    "libc",
    "libm",
    "nix",
    "num-traits",
    "parking_lot_core",
    "portable-atomic",
    "proc-macro2",
    "pulldown-cmark",
    "quote",
    "rayon-core",
    "rustix",
    "rustls",
    "rustversion",
    "serde",
    "serde_core",
    "serde_json",
    "signal-hook",
    "slotmap",
    "thiserror",
    "zerocopy",
    "zmij",
    "ring",
    "libsqlite3-sys",
];

/// Crates that are built in two versions, and the crates that need the older one.
const TWICE: [(&str, &str); 12] = [
    ("bitflags", "png, of resvg's tiny-skia"),
    ("cpufeatures", "nkeys, of async-nats"),
    ("embedded-io", "postcard names both"),
    ("foldhash", "the hashbrown of petgraph"),
    ("getrandom", "nkeys, of async-nats"),
    ("hashbrown", "petgraph"),
    ("miniz_oxide", "png, of resvg's tiny-skia"),
    ("rand", "nkeys, of async-nats"),
    ("rand_chacha", "nkeys, of async-nats"),
    ("rand_core", "nkeys, of async-nats"),
    ("syn", "derive macros that have not moved on"),
    ("unicode-width", "miette"),
];

/// The packages that are built on this machine, including those of tests.
fn packages() -> Vec<Value> {
    let output = |program: &str, args: &[&str]| {
        let output = Command::new(program)
            .args(args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{program} {args:?}: {err}");
        String::from_utf8(output.stdout).unwrap()
    };
    let version = output("rustc", &["-vV"]);
    let host = version
        .lines()
        .find_map(|l| l.strip_prefix("host: "))
        .unwrap();
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let args = [
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--all-features",
        "--filter-platform",
        host,
    ];
    let metadata: Value = serde_json::from_str(&output(&cargo, &args)).unwrap();
    let built = reachable(&metadata);
    let all = metadata["packages"].as_array().unwrap();
    let is_built = |p: &&Value| built.contains(&p["id"]);
    all.iter().filter(is_built).cloned().collect()
}

/// The ids of the program's package and of all its dependencies, without the fuzzer's own package.
fn reachable(metadata: &Value) -> Vec<Value> {
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let own = packages
        .iter()
        .find(|p| p["name"] == "boilingpoint")
        .unwrap();
    let mut found = vec![own["id"].clone()];
    let mut next = 0;
    while let Some(id) = found.get(next).cloned() {
        next += 1;
        let node = nodes.iter().find(|n| n["id"] == id).unwrap();
        for dependency in node["dependencies"].as_array().unwrap() {
            if !found.contains(dependency) {
                found.push(dependency.clone());
            }
        }
    }
    found
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

/// Whether one of the alternatives of a licence is accepted: `A OR (B AND C)`, and the older form
/// `A/B`.
fn is_accepted(licence: &str) -> bool {
    let spaced = licence
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    either(&words, &mut at) && at == words.len()
}

fn either(words: &[&str], at: &mut usize) -> bool {
    let mut accepted = both(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        accepted |= both(words, at);
    }
    accepted
}

fn both(words: &[&str], at: &mut usize) -> bool {
    let mut accepted = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        accepted &= one(words, at);
    }
    accepted
}

fn one(words: &[&str], at: &mut usize) -> bool {
    if words.get(*at) == Some(&"(") {
        *at += 1;
        let accepted = either(words, at);
        *at += 1;
        return accepted;
    }
    let mut licence = words.get(*at).copied().unwrap_or_default().to_string();
    *at += 1;
    if words.get(*at) == Some(&"WITH") {
        licence += &format!(" WITH {}", words[*at + 1]);
        *at += 2;
    }
    LICENCES.contains(&licence.as_str())
}

#[test]
fn licences_are_read_as_they_are_meant() {
    for yes in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
    ] {
        assert!(is_accepted(yes), "{yes}");
    }
    for no in [
        "GPL-3.0",
        "MIT AND GPL-2.0",
        "",
        "MPL-2.0",
        "(MIT AND GPL-2.0) OR AGPL-3.0",
        "MIT MIT",
    ] {
        assert!(!is_accepted(no), "{no}");
    }
}

#[test]
fn every_licence_is_permissive() {
    let refused: Vec<String> = packages()
        .iter()
        .filter(|p| !is_accepted(p["license"].as_str().unwrap_or_default()))
        .map(|p| format!("{}: {}", name(p), p["license"]))
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn everything_comes_from_one_registry() {
    let packages = packages();
    let sources: BTreeSet<&str> = packages
        .iter()
        .filter_map(|p| p["source"].as_str())
        .collect();
    assert_eq!(sources.len(), 1, "{sources:?}");
    assert!(
        sources.iter().all(|s| s.starts_with("registry+")),
        "{sources:?}"
    );
    let own = packages.iter().filter(|p| p["source"].is_null()).map(name);
    let others = own.filter(|name| !name.starts_with("boilingpoint"));
    assert_eq!(others.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn build_scripts_are_known_and_reach_no_network() {
    for package in packages() {
        let targets = package["targets"].as_array().unwrap();
        let builds = |t: &&Value| {
            t["kind"]
                .as_array()
                .unwrap()
                .contains(&"custom-build".into())
        };
        let Some(script) = targets.iter().find(builds) else {
            continue;
        };
        let name = name(&package);
        assert!(
            BUILD_SCRIPTS.contains(&name),
            "{name} has a build script; read it, and add {name} if it is harmless"
        );
        let text = std::fs::read_to_string(script["src_path"].as_str().unwrap()).unwrap();
        for word in [
            "TcpStream",
            "UdpSocket",
            "reqwest",
            "ureq",
            "\"curl\"",
            "\"wget\"",
            "\"git\"",
        ] {
            assert!(
                !text.contains(word),
                "the build script of {name} has {word}"
            );
        }
    }
}

#[test]
fn what_is_built_twice_is_known() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let version = package["version"].as_str().unwrap().to_string();
        versions
            .entry(name(&package).to_string())
            .or_default()
            .insert(version);
    }
    let twice = versions.into_iter().filter(|(_, v)| v.len() > 1);
    let unknown: Vec<_> = twice
        .filter(|(n, _)| TWICE.iter().all(|(known, _)| known != n))
        .collect();
    assert!(unknown.is_empty(), "new duplicates: {unknown:?}");
}

/// Each dependency on others has a comment in `Cargo.toml` that tells its purpose.
#[test]
fn every_dependency_has_its_reason_beside_it() {
    let root = env!("CARGO_MANIFEST_DIR");
    let crates = std::fs::read_dir(format!("{root}/crates")).unwrap();
    let crates = crates.map(|folder| folder.unwrap().path().join("Cargo.toml"));
    for path in crates.chain([format!("{root}/Cargo.toml").into()]) {
        let manifest = path.display().to_string();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut reason = false;
        let mut dependencies = false;
        for line in text.lines() {
            match line.trim() {
                "" => reason = false,
                head if head.starts_with('[') => {
                    // The workspace's list has only versions.
                    dependencies =
                        head.ends_with("dependencies]") && head != "[workspace.dependencies]";
                    reason = false;
                }
                comment if comment.starts_with('#') => reason = true,
                ours if ours.starts_with("boilingpoint-") => {}
                dependency if dependencies => {
                    assert!(reason, "{manifest}: no reason for {dependency}");
                }
                _ => {}
            }
        }
    }
}
