//! The commands on the pages of the book (`docs/`) print what the pages show.
//!
//! A page is read from first to last, in a folder of its own that holds copies of `configs/`,
//! `runs/example/` and `docs/`. A block ```` ```toml FILE ```` is written to that file. The lines
//! of a block `console` that begin with `$ ` are run by `sh`, and the lines below them are compared
//! with standard output followed by standard error: a line `…` stands for any lines, `[..]` in a
//! line for any text. Of the commands in blocks `console slow`, `BOIL_BOOK=1/2` runs the first of two
//! shares, and `1/1` all; of `console long` only the options are checked. Between
//! `<!-- table: COMMAND -->` and `<!-- /table -->` stands the table of the JSON lines that the
//! command prints.
//!
//! On some pages the sentences, too, are compared with what the page shows (`quotes.rs`).
//!
//! `BOIL_GOLDEN=write` writes into the pages what the commands print, abbreviated as before.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // a test may

mod bounds;
#[path = "../common/folders.rs"]
mod folders;
mod names;
mod page;
mod quotes;
mod run;
#[path = "../common/sample.rs"]
#[allow(dead_code)] // other programs use the rest
mod sample;
#[path = "../common/share.rs"]
mod share;

use page::Part;
use run::Folder;
use share::Share;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A page of the book.
struct Page {
    path: PathBuf,
    text: String,
    /// Its parts; whether the command is run, if the part is a command.
    parts: Vec<(Part, bool)>,
}

/// The pages. Of the slow commands of all pages, a share is run.
fn pages(slow: Option<Share>) -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = folders::files(&root.join("docs"));
    paths.retain(|path| path.extension().is_some_and(|e| e == "md"));
    paths.push(root.join("README.md"));
    let mut cases = 0..;
    let mut is_run = |part: &Part| match part {
        Part::Command { slow: true, .. } => {
            let case = cases.next().unwrap();
            slow.is_some_and(|share| share.takes(case))
        }
        _ => true,
    };
    let page = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(page::whole(&text), text, "{} is read whole", path.display());
        let mut parts = Vec::new();
        for part in page::parts(&text) {
            let is_run = is_run(&part);
            parts.push((part, is_run));
        }
        Page { path, text, parts }
    };
    paths.into_iter().map(page).collect()
}

/// The page with what its commands print, and the differences from what it shows.
fn carried_out(page: &Page, write: bool) -> (String, Vec<String>) {
    let folder = Folder::default();
    let (mut written, mut differences) = (String::new(), Vec::new());
    for (part, is_run) in &page.parts {
        let (shown, found) = match part {
            Part::Text(_) => (None, None),
            Part::File { name, content, .. } => {
                folder.write(name, content);
                (None, None)
            }
            Part::Long(commands) => {
                differences.extend(commands.iter().filter_map(|c| folder.mistake(c)));
                (None, None)
            }
            Part::Command { .. } if !is_run => (None, None),
            Part::Command { line, output, .. } => (Some(output.clone()), Some(folder.run(line))),
            Part::Table { command, rows } => (Some(rows.clone()), Some(folder.table(command))),
        };
        match (shown, found) {
            (Some(shown), Some(found)) if !page::matches(&shown, &found) => {
                let head = part.head();
                if !write {
                    differences.push(format!("{head}\n--- shown\n{shown}--- printed\n{found}"));
                }
                written += &part.with(&page::abbreviated(&shown, &found));
            }
            _ => written += &part.text(),
        }
    }
    let name = page.path.display();
    let differences = differences.iter().map(|d| format!("{name}: {d}"));
    (written, differences.collect())
}

#[test]
fn commands_print_what_the_pages_show() {
    let pages = pages(Share::wanted("BOIL_BOOK"));
    let write = std::env::var("BOIL_GOLDEN").is_ok_and(|value| value == "write");
    let differences = Mutex::new(Vec::new());
    sample::on_all_cores(&pages, |page| {
        let (written, found) = carried_out(page, write);
        if write && written != page.text {
            fs::write(&page.path, written).unwrap();
        }
        differences.lock().unwrap().extend(found);
    });
    let differences = differences.into_inner().unwrap();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
