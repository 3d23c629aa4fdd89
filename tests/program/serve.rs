//! The live view over plain HTTP: addresses, escaping, tokens, events.

use crate::process;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// More than the time of anything here.
const LONG: Duration = Duration::from_secs(60);

/// A running server; stopped when the test ends.
struct Server {
    child: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn over(runs: &Path, args: &[&str]) -> Server {
        let mut child = process::command()
            .arg("serve")
            .arg(runs)
            .args(["--listen", "127.0.0.1:0"])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line
            .trim()
            .trim_start_matches("http://")
            .trim_end_matches('/');
        Server {
            child,
            address: address.to_string(),
        }
    }

    fn connect(&self, path: &str, headers: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let host = match headers.contains("Host:") {
            true => String::new(),
            false => format!("Host: {}\r\n", self.address),
        };
        let request = format!("GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    /// Status, head and body of an answer.
    fn ask(&self, path: &str, headers: &str) -> (u16, String, String) {
        let mut stream = self.connect(path, headers);
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head.to_string(), body.to_string())
    }

    /// The greatest memory that the server has had, in bytes.
    #[cfg(target_os = "linux")]
    fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap();
        line.split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
            << 10
    }

    fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.ask(path, "");
        (status, body)
    }
}

fn search(out: &Path, sets: &[&str]) -> Command {
    let mut command = process::command();
    command
        .arg("search")
        .arg(format!("{}/configs/smoke.toml", env!("CARGO_MANIFEST_DIR")))
        .arg("--out")
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    sets.iter().for_each(|set| {
        command.args(["--set", set]);
    });
    command
}

/// A folder with a run called `a`.
fn one_run() -> tempfile::TempDir {
    let runs = tempfile::tempdir().unwrap();
    let done = search(&runs.path().join("a"), &["search.generations=4"]).status();
    assert!(done.unwrap().success());
    runs
}

#[test]
fn every_page_is_there_and_nothing_else() {
    let runs = one_run();
    let server = Server::over(runs.path(), &[]);
    for (path, part) in [
        ("/", "href=\"/run/a\""),
        ("/run/a", "id=\"records\""),
        ("/sections/records/a", "Table of records"),
        ("/book", "Record book"),
        ("/book?least=3&most=3&sort=fitness&page=99", "Record book"),
        ("/book?page=-1&least=x", "Record book"),
        ("/book?where=degree%20%3E%203", "href=\"/record/"),
        ("/book?where=degre%20%3E%203", "did you mean"),
        ("/book?board=path(3)", "1 of "),
        ("/book?board=path(3)&how=contains", "data-start"),
        ("/book?board=path(", "role=\"alert\""),
        ("/book?board=path(100000)", "at most 400 vertices"),
        ("/book?run=a", "href=\"/record/1\""),
        ("/book?run=b", "0 of "),
        ("/record/1", "All invariants"),
        ("/assets/editor.js", "pointerdown"),
        ("/position", "Position explorer"),
        ("/position?ruleset=snort&board=path(4)&moves=L1.R0", "Right"),
        ("/position?ruleset=snort&board=nonsense(", "role=\"alert\""),
        ("/position?ruleset=shannon&board=complete(4)", "outcome"),
        ("/position/answer?board=path(4)", "temperature"),
        ("/position?ruleset=domineering&board=..|..", "Left"),
        ("/assets/boil.js", "EventSource"),
        ("/assets/charts.js", "data-across"),
        ("/assets/style.css", "--ink"),
        ("/assets/tables.js", "aria-sort"),
        ("/compare?run=a", "Comparison of 1 run"),
    ] {
        let (status, head, body) = server.ask(path, "");
        assert_eq!(status, 200, "{path}");
        assert!(body.contains(part), "{path}: {body}");
        assert!(
            head.contains("content-security-policy: default-src 'none'"),
            "{head}"
        );
        assert!(
            !body.contains("http://") || path == "/run/a" || body.contains("w3.org"),
            "{path}"
        );
    }
    let secret = runs.path().parent().unwrap().join("secret");
    fs::write(&secret, "secret").unwrap();
    for path in [
        "/nothing",
        "/record/",
        "/record/999",
        "/record/-1",
        "/record/x",
        "/record/99999999999999999999",
        "/record/1.exe",
        "/record/1.certificate.json",
        "/record/1.g6/x",
        "/record/..%2f..%2fetc%2fpasswd",
        "/run/b",
        "/run/",
        "/run/../secret",
        "/run/a/../../secret",
        "/run/%2e%2e%2fsecret",
        "/run/..%2f..%2fetc%2fpasswd",
        "/run//etc/passwd",
        "/sections/records/..%2fa",
        "/sections/../a",
        "/events/%2e%2e",
        "/assets/../Cargo.toml",
        "/run/a%00",
        "/compare",
        "/compare?run=",
        "/compare?run=b",
        "/compare?run=../secret",
        "/compare?run=a&run=nothing",
    ] {
        let (status, body) = server.get(path);
        assert!((400..500).contains(&status), "{path}: {status}");
        assert!(
            !body.contains("secret\n") && !body.contains("root:"),
            "{path}"
        );
    }
    let _ = fs::remove_file(secret);
}

#[test]
#[cfg(unix)]
fn links_out_of_the_folder_are_not_followed() {
    let runs = one_run();
    let outside = tempfile::tempdir().unwrap();
    let copied = outside.path().join("b");
    fs::rename(runs.path().join("a"), &copied).unwrap();
    std::os::unix::fs::symlink(&copied, runs.path().join("linked")).unwrap();
    let inner = runs.path().join("c");
    fs::create_dir(&inner).unwrap();
    for file in ["manifest.json", "config.toml", "progress.csv"] {
        fs::copy(copied.join(file), inner.join(file)).unwrap();
    }
    fs::write(outside.path().join("secret"), "top,secret\nline\n").unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret"), inner.join("records.jsonl")).unwrap();
    let server = Server::over(runs.path(), &[]);
    let (_, list) = server.get("/");
    assert!(
        list.contains("/run/c") && !list.contains("linked"),
        "{list}"
    );
    assert_eq!(server.get("/run/linked").0, 404);
    let (_, page) = server.get("/run/c");
    assert!(
        page.contains("role=\"alert\"") && !page.contains("secret"),
        "{page}"
    );
}

#[test]
fn what_comes_from_files_is_escaped() {
    let runs = one_run();
    let manifest = runs.path().join("a").join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let evil = "<script>alert(1)</script>\\\"'";
    fs::write(&manifest, text.replace("\"smoke\"", &format!("\"{evil}\""))).unwrap();
    let records = runs.path().join("a").join("records.jsonl");
    let text = fs::read_to_string(&records).unwrap();
    fs::write(
        &records,
        text.replace("\"outcome\":\"N\"", &format!("\"outcome\":\"{evil}\"")),
    )
    .unwrap();
    fs::rename(runs.path().join("a"), runs.path().join("<img onerror=x>")).unwrap();
    let server = Server::over(runs.path(), &[]);
    for path in [
        "/",
        "/run/%3Cimg%20onerror=x%3E",
        "/position?board=%3Cscript%3E&ruleset=%22%3E%3Cscript%3E",
        "/book?where=%3Cscript%3E&board=%22%3E%3Cscript%3E&run=%22%3E%3Cscript%3E",
    ] {
        let (status, body) = server.get(path);
        assert_eq!(status, 200, "{path}");
        let own = |name: &str| format!("<script src=\"/assets/{name}.js\" defer></script>");
        let scripts = ["boil", "charts", "editor", "explorer", "tables", "upload"];
        let body = scripts
            .into_iter()
            .fold(body, |body, name| body.replace(&own(name), ""));
        assert!(
            !body.contains("<script") && !body.contains("<img"),
            "{path}: {body}"
        );
        assert!(body.contains("&#60;"), "{path}");
    }
}

#[test]
fn others_are_asked_for_a_token() {
    let runs = tempfile::tempdir().unwrap();
    let refused = process::command()
        .arg("serve")
        .arg(runs.path())
        .args(["--listen", "0.0.0.0:0"])
        .env_remove("BOIL_TOKEN")
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("token"));
    let server = Server::over(runs.path(), &["--token", "a-token-of-some-length"]);
    assert_eq!(server.get("/").0, 401);
    assert_eq!(server.get("/events/a").0, 401);
    assert_eq!(server.get("/assets/boil.js").0, 401);
    assert_eq!(server.get("/?token=a-token-of-some-lengtH").0, 401);
    let (status, head, _) = server.ask("/book?token=a-token-of-some-length&sort=order", "");
    assert_eq!(status, 303);
    assert!(
        head.contains("location: /book?sort=order") && head.contains("HttpOnly"),
        "{head}"
    );
    let cookie = "Cookie: boil_token=a-token-of-some-length\r\n";
    assert_eq!(server.ask("/", cookie).0, 200);
    let bearer = "Authorization: Bearer a-token-of-some-length\r\n";
    assert_eq!(server.ask("/", bearer).0, 200);
}

#[test]
fn another_site_is_not_answered() {
    let runs = tempfile::tempdir().unwrap();
    let server = Server::over(runs.path(), &[]);
    assert_eq!(server.ask("/", "Host: evil.example\r\n").0, 403);
    assert_eq!(server.ask("/", "Host: localhost:1\r\n").0, 200);
    let missing = process::command()
        .args(["serve", "/nowhere/at/all"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

/// The headers of a browser for a request from a page of this origin.
fn fetched(site: &str, mode: &str, dest: &str) -> String {
    format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: {mode}\r\nSec-Fetch-Dest: {dest}\r\n")
}

#[test]
fn pages_of_other_sites_get_nothing_and_cause_no_work() {
    let runs = one_run();
    let server = Server::over(runs.path(), &[]);
    let costly = "/position?ruleset=snort&board=path(60)&patient=yes";
    let began = Instant::now();
    for path in [
        costly,
        "/run/a",
        "/book",
        "/",
        "/events/a",
        "/sections/records/a",
    ] {
        for site in ["cross-site", "same-site"] {
            for (mode, dest) in [
                ("cors", "empty"),
                ("no-cors", "empty"),
                ("no-cors", "image"),
                ("no-cors", "script"),
                ("navigate", "iframe"),
                ("navigate", "embed"),
            ] {
                let (status, _, body) = server.ask(path, &fetched(site, mode, dest));
                assert_eq!(status, 403, "{path} {site} {mode} {dest}");
                assert!(body.contains("other sites"), "{body}");
            }
        }
        for origin in ["null", "http://evil.example", "http://127.0.0.1:1"] {
            let (status, _, _) = server.ask(path, &format!("Origin: {origin}\r\n"));
            assert_eq!(status, 403, "{path} {origin}");
        }
    }
    // A link on another site leads to a page that asks the user.
    let link = fetched("cross-site", "navigate", "document");
    let (status, _, body) = server.ask(costly, &link);
    assert_eq!(status, 200);
    assert!(
        body.contains("id=\"go-on\"") && body.contains("path(60)"),
        "{body}"
    );
    assert!(!body.contains("id=\"temperature\""), "{body}");
    let (_, _, body) = server.ask("//evil.example/", &link);
    assert!(body.contains("href=\"/evil.example/\""), "{body}");
    assert!(server.ask("/", &link).2.contains("/run/a"));
    // None of these took the minute of a patient evaluation.
    assert!(
        began.elapsed() < Duration::from_secs(30),
        "{:?}",
        began.elapsed()
    );
    let own = fetched("same-origin", "navigate", "document");
    let (_, _, body) = server.ask("/position?board=path(4)", &own);
    assert!(body.contains("id=\"temperature\""), "{body}");
    let long = format!("/position?board={}", "x".repeat(1 << 17));
    assert_eq!(server.get(&long).0, 414);
}

#[test]
fn a_record_has_a_page_and_files() {
    let runs = one_run();
    let server = Server::over(runs.path(), &[]);
    let (_, page) = server.get("/record/3");
    for part in [
        "href=\"/record/2\" rel=\"prev\"",
        "href=\"/record/4\" rel=\"next\"",
        "href=\"/run/a\"",
        "Lineage",
        "domination",
    ] {
        assert!(page.contains(part), "`{part}` in {page}");
    }
    // Every file that the page names is there, as what it says.
    let files = page.split("href=\"/record/3.").skip(1);
    let endings: Vec<&str> = files.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(endings.len() > 12, "{endings:?}");
    for ending in endings {
        let mut stream = server.connect(&format!("/record/3.{ending}"), "");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let text = String::from_utf8_lossy(&answer);
        assert!(text.starts_with("HTTP/1.1 200"), "{ending}: {text}");
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("record-3.{ending}")), "{head}");
        let begins = match ending.rsplit('.').next().unwrap() {
            "svg" => "<svg",
            "json" => "{",
            "pdf" => "%PDF",
            "g6" => "CF",
            "dot" => "// record 3",
            "tex" => "\\documentclass",
            "csv" => "",
            "cgs" => "// CGSuite",
            "s6" => ":C",
            "edges" => "0 3",
            "adj" => "0: 3",
            "mat" => "0 0 0 1",
            "col" => "p edge 4 3",
            "gml" => "graph [",
            "graphml" => "<?xml",
            "mtx" => "%%MatrixMarket",
            "pc" => ">>planar_code<<",
            "png" => "\u{fffd}PNG",
            other => panic!("{other}"),
        };
        assert!(body.starts_with(begins), "{ending}: {body}");
    }
    // The exports are those of the command.
    let (_, served) = server.get("/record/3.invariants.csv");
    let mut export = process::command();
    export.args(["records", "export", "3", "--format", "invariants", "--book"]);
    export.arg(runs.path().join("records.db"));
    assert_eq!(
        served,
        String::from_utf8(export.output().unwrap().stdout).unwrap()
    );
    let (status, body) = server.get("/record/3.certificate.json");
    assert!(
        status == 404 && body.contains("needs no certificate"),
        "{body}"
    );
    let (status, body) = server.get("/record/77");
    assert!(status == 404 && body.contains("no record 77"), "{body}");
    // A link on another site does not cause work.
    let (_, _, asked) = server.ask("/record/3", &fetched("cross-site", "navigate", "document"));
    assert!(!asked.contains("All invariants"), "{asked}");
}

/// A book of an older version, as the tests of old files keep it.
#[test]
fn a_book_is_shown_and_not_changed() {
    let runs = tempfile::tempdir().unwrap();
    let book = runs.path().join("records.db");
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/kept/records.db");
    fs::copy(kept, &book).unwrap();
    let state = || {
        let entries = fs::read_dir(runs.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name()).collect();
        names.sort();
        let modified = fs::metadata(&book).unwrap().modified().unwrap();
        (names, fs::read(&book).unwrap(), modified)
    };
    let before = state();
    let server = Server::over(runs.path(), &[]);
    for path in ["/book", "/book?sort=order", "/record/1", "/"] {
        let (status, body) = server.get(path);
        assert_eq!(status, 200);
        assert!(path == "/" || body.contains("snort"), "{body}");
    }
    drop(server);
    assert!(state() == before, "the book has changed");
}

#[test]
fn evaluations_take_turns_and_those_that_wait_too_long_are_told_so() {
    let runs = tempfile::tempdir().unwrap();
    let server = Server::over(runs.path(), &[]);
    // Each takes its three seconds.
    let games = [
        "snort",
        "col",
        "clobber",
        "cutthroat",
        "node-kayles",
        "arc-kayles",
        "col",
        "snort",
    ];
    let answers: Vec<(u16, String)> = std::thread::scope(|scope| {
        let ask = |game: &'static str| {
            let path = format!("/position?ruleset={game}&board=random_connected(60,200,1)");
            let tints = if game == "clobber" {
                ":".to_string() + &"LR".repeat(30)
            } else {
                String::new()
            };
            let server = &server;
            scope.spawn(move || {
                let (status, head, _) = server.ask(&(path + &tints), "");
                (status, head)
            })
        };
        let asked: Vec<_> = games.into_iter().map(ask).collect();
        asked.into_iter().map(|a| a.join().unwrap()).collect()
    });
    let of = |code| answers.iter().filter(|a| a.0 == code).collect::<Vec<_>>();
    let (served, busy) = (of(200), of(503));
    assert!(served.len() >= 2 && !busy.is_empty(), "{answers:?}");
    assert_eq!(served.len() + busy.len(), games.len());
    assert!(busy.iter().all(|(_, head)| head.contains("retry-after: ")));
    #[cfg(target_os = "linux")]
    assert!(server.peak_memory() < 700 << 20, "{}", server.peak_memory());
}

#[test]
#[cfg(target_os = "linux")]
fn boards_are_refused_before_they_take_memory() {
    let runs = tempfile::tempdir().unwrap();
    let server = Server::over(runs.path(), &[]);
    for (game, board) in [
        ("snort", "path(32768)"),
        ("snort", "path(100000)"),
        ("snort", "sum(30000*leaf)"),
        ("snort", "product(path(1000),path(1000))"),
        ("nim-on-graphs", "0-1*10000*10000*10000*10000@0"),
        ("subtraction(1,2)", "piles(10000,10000,10000,10000)"),
    ] {
        let (status, body) = server.get(&format!("/position?ruleset={game}&board={board}"));
        assert_eq!(status, 200);
        assert!(
            body.contains("role=\"alert\"") && body.contains("at most"),
            "{board}: {body}"
        );
    }
    // Spellings of one ruleset are one ruleset.
    let asks = |game: &str| {
        server
            .get(&format!("/position?ruleset={game}&board=piles(3)"))
            .1
    };
    for spaces in 0..1100 {
        let body = asks(&format!("subtraction({}2,1)", "%20".repeat(spaces)));
        assert!(body.contains("id=\"grundy\""), "{body}");
    }
    // Different rulesets are kept for good, so their number is limited.
    let answers: Vec<String> = (3..1103)
        .map(|n| asks(&format!("subtraction({n})")))
        .collect();
    let refused = |body: &&String| body.contains("1000 rulesets with parameters already");
    assert_eq!(answers.iter().filter(refused).count(), 101);
    assert!(asks("subtraction(1,2)").contains("id=\"grundy\""));
    assert!(server.peak_memory() < 300 << 20, "{}", server.peak_memory());
}

#[test]
fn clients_that_send_nothing_keep_nobody_out() {
    let runs = tempfile::tempdir().unwrap();
    let server = Server::over(runs.path(), &[]);
    let silent: Vec<TcpStream> = (0..250)
        .map(|i| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            if i % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: localh").unwrap();
            }
            stream
        })
        .collect();
    assert_eq!(server.get("/").0, 200);
    drop(silent);
}

#[test]
fn a_running_search_is_followed_also_after_a_kill_and_a_resume() {
    let runs = tempfile::tempdir().unwrap();
    let folder = runs.path().join("a");
    let slow = [
        "search.generations=100000",
        "boards.order=[2,16]",
        "search.stagnation=20",
    ];
    let mut running = search(&folder, &slow).spawn().unwrap();
    wait_for(|| {
        fs::read_to_string(folder.join("progress.csv")).is_ok_and(|t| t.lines().count() > 3)
    });
    let server = Server::over(runs.path(), &[]);
    let mut events = Events::of(&server, "/events/a");
    assert_eq!(events.next()["status"], "running");
    let before = events.next_with("running");
    running.kill().unwrap();
    running.wait().unwrap();
    events.next_with("interrupted");
    assert!(server.get("/").1.contains("badge interrupted"));
    let mut resumed = process::command()
        .arg("resume")
        .arg(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // It begins with the generation that was kept last, which the page may have shown already.
    events.next_where("running, and further", |event| {
        event["status"] == "running" && event["state"] != before["state"]
    });
    // New rows of the log appear on the page.
    wait_for(|| {
        server
            .get("/sections/records/a")
            .1
            .contains("id=\"record-2\"")
    });
    resumed.kill().unwrap();
    resumed.wait().unwrap();
}

#[test]
fn browsers_that_read_nothing_keep_nobody_waiting() {
    let runs = one_run();
    let server = Server::over(runs.path(), &[]);
    let idle: Vec<TcpStream> = (0..60).map(|_| server.connect("/events/a", "")).collect();
    let half = TcpStream::connect(&server.address).unwrap();
    (&half).write_all(b"GET / HT").unwrap();
    for _ in 0..20 {
        assert_eq!(server.get("/").0, 200);
    }
    drop(idle);
    assert_eq!(server.get("/run/a").0, 200);
}

/// Events of a stream.
struct Events(BufReader<TcpStream>);

impl Events {
    fn of(server: &Server, path: &str) -> Events {
        Events(BufReader::new(server.connect(path, "")))
    }

    fn next(&mut self) -> serde_json::Value {
        loop {
            let mut line = String::new();
            assert!(
                self.0.read_line(&mut line).unwrap() > 0,
                "the stream has ended"
            );
            if let Some(data) = line.strip_prefix("data:") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }

    /// The next event with this status.
    fn next_with(&mut self, status: &str) -> serde_json::Value {
        self.next_where(status, |event| event["status"] == status)
    }

    /// The next event that meets the condition. `wanted` says it in a word.
    fn next_where(
        &mut self,
        wanted: &str,
        condition: impl Fn(&serde_json::Value) -> bool,
    ) -> serde_json::Value {
        let began = Instant::now();
        loop {
            let event = self.next();
            if condition(&event) {
                return event;
            }
            assert!(began.elapsed() < LONG, "never {wanted}");
        }
    }
}

fn wait_for(condition: impl Fn() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < LONG);
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A folder with a comparison called `polish`: two settings, two seeds.
fn one_comparison() -> tempfile::TempDir {
    let runs = tempfile::tempdir().unwrap();
    let config = runs.path().join("c.toml");
    let text = "[game]\nruleset = \"snort\"\n[boards]\nclass = \"tree\"\norder = [2, 7]\n\
        [objective]\nmaximize = \"temperature\"\nstop_when = \"temperature >= 3\"\n\
        [search]\ngenerations = 6\npopulation = 8\n\
        [grid]\n\"search.polish\" = [8, 0]\n";
    fs::write(&config, text).unwrap();
    let mut command = process::command();
    command
        .arg("search")
        .arg(&config)
        .args(["--seeds", "1..2", "--out"]);
    command.arg(runs.path().join("polish"));
    command.stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().unwrap().success());
    runs
}

/// The rows of the list: level, name, whether it is a group.
fn list_rows(page: &str) -> Vec<(String, String, bool)> {
    let rows = page.split("<tr data-level=\"").skip(1).map(|row| {
        let (level, row) = row.split_once('"').unwrap();
        let (name, row) = row
            .split_once("data-name=\"")
            .unwrap()
            .1
            .split_once('"')
            .unwrap();
        (
            level.to_string(),
            name.to_string(),
            row.starts_with(" class=\"group\""),
        )
    });
    rows.collect()
}

#[test]
fn runs_of_a_comparison_are_groups_and_can_be_compared() {
    let runs = one_comparison();
    let done = search(&runs.path().join("alone"), &["search.generations=2"]).status();
    assert!(done.unwrap().success());
    let server = Server::over(runs.path(), &[]);
    let (_, list) = server.get("/");
    let found: Vec<(String, String, bool)> = list_rows(&list);
    let row = |level: &str, name: &str, is_group| (level.to_string(), name.to_string(), is_group);
    for expected in [
        [
            row("1", "polish", true),
            row("2", "polish/polish=0", true),
            row("3", "polish/polish=0/seed-1", false),
            row("3", "polish/polish=0/seed-2", false),
            row("2", "polish/polish=8", true),
        ]
        .as_slice(),
        &[row("1", "alone", false)],
    ] {
        let here = found.windows(expected.len()).any(|rows| rows == expected);
        assert!(here, "{found:?}");
    }
    // The question of a comparison stands once, with the comparison.
    let question = "How large can temperature be in snort on trees of 2 to 7 vertices?";
    assert_eq!(list.matches(question).count(), 1);

    // The condition needs values. The served page has the numbers of the file.
    let compared = process::command()
        .args(["report", "polish", "--out", "all.html"])
        .current_dir(runs.path())
        .stdout(Stdio::null())
        .status();
    assert!(compared.unwrap().success());
    let file = fs::read_to_string(runs.path().join("all.html")).unwrap();
    let settings = |page: &str| -> String {
        let table = page.split_once("<table id=\"settings\"").unwrap().1;
        table.split_once("</table>").unwrap().0.to_string()
    };
    let (status, page) = server.get("/compare?run=polish");
    assert_eq!(status, 200);
    assert_eq!(settings(&page), settings(&file));
    assert!(
        settings(&page).contains("polish=8</th><td>2</td>"),
        "{page}"
    );
    assert!(
        page.contains("href=\"/run/polish/polish%3D8/seed-2\""),
        "{page}"
    );

    // A part of the comparison: the other setting keeps its colour, which is the second one.
    let (_, part) = server.get("/compare?run=polish%2Fpolish%3D0");
    let colour = |name: &str, page: &str| {
        let before = page
            .split_once(&format!(" {name}</th>"))
            .unwrap()
            .0
            .to_string();
        before.rsplit_once("stroke=\"").unwrap().1[..7].to_string()
    };
    assert_eq!(colour("polish=0", &part), colour("polish=0", &page));
    let (_, pair) = server.get("/compare?run=alone&run=polish/polish=0/seed-1");
    assert!(pair.contains("different targets"), "{pair}");
}
