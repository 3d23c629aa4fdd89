//! Boards to start from, out of files: lists, the archives of earlier runs, the record book.

use super::book::{Book, Filter};
use super::config::Boards;
use super::folder::RunFolder;
use super::input;
use crate::graph::{Board, board_text, parse_board};
use crate::problem::{Class, Genome, Kind, Marks};
use crate::ruleset;
use std::collections::BTreeSet;
use std::path::Path;

/// The most bytes of a list of boards to start from.
const MOST_LISTED: u64 = 1 << 28;

/// The class that a config's boards for a ruleset are in. The kind must be known.
pub fn class_of(boards: &Boards, kind: Kind, ruleset: &str) -> Class {
    let token = ruleset::by_name(ruleset).is_some_and(|r| r.carries().token);
    let [min_order, max_order] = boards.order;
    Class {
        kind,
        min_order,
        max_order,
        max_degree: boards.max_degree,
        max_kinds: boards.max_kinds,
        tinted: boards.tinted,
        marks: Marks {
            max_weight: boards.max_weight,
            loops: boards.loops,
            parallel: boards.parallel,
            arcs: boards.arcs,
            token,
        },
    }
}

/// The boards of a file that are in the class: each once, in the order of the file. A folder is a
/// run, of which the archive is taken; a `.db` is a record book; all else has a board a line.
///
/// # Errors
/// When the file cannot be read or a line of it is not a board.
pub fn read(path: &Path, ruleset: &str, boards: &Boards) -> Result<Vec<String>, String> {
    let texts = if path.is_dir() {
        archive(path)?
    } else if path.extension().is_some_and(|e| e == "db") {
        book(path, ruleset)?
    } else {
        lines(path)?
    };
    let Some(kind) = Kind::by_name(&boards.class) else {
        return Ok(Vec::new()); // told elsewhere
    };
    let class = class_of(boards, kind, ruleset);
    let mut seen = BTreeSet::new();
    let fits = |(_, board): &(String, Board)| class.contains(&Genome::of_board(board));
    let read = texts.len();
    let fitting = texts.into_iter().filter(fits).map(|(text, _)| text);
    let fitting: Vec<String> = fitting.filter(|text| seen.insert(text.clone())).collect();
    match fitting.is_empty() {
        true => Err(format!(
            "none of the {read} boards of {} is in the class",
            path.display()
        )),
        false => Ok(fitting),
    }
}

fn board(text: String, at: &str) -> Result<(String, Board), String> {
    let board = parse_board(&text).map_err(|e| format!("{at}: {e}"))?;
    Ok((text, board))
}

fn lines(path: &Path) -> Result<Vec<(String, Board)>, String> {
    let at = path.display();
    let text =
        input::named_text(path, MOST_LISTED).map_err(|e| format!("cannot read {at}: {e}"))?;
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(i, line)| board(line.trim().to_string(), &format!("{at}, line {}", i + 1)))
        .collect()
}

fn archive(path: &Path) -> Result<Vec<(String, Board)>, String> {
    let folder = RunFolder::open(path).map_err(|e| e.to_string())?;
    let elites = folder.archive().map_err(|e| e.to_string())?;
    let read = |e: &crate::run::records::ArchiveLine| {
        board(board_text(&e.board, &e.tints), &path.display().to_string())
    };
    elites.iter().map(read).collect()
}

fn book(path: &Path, ruleset: &str) -> Result<Vec<(String, Board)>, String> {
    let book = Book::open_existing(path).map_err(|e| e.to_string())?;
    let filter = Filter {
        ruleset: Some(ruleset.to_string()),
        ..Filter::default()
    };
    let records = book.list(&filter).map_err(|e| e.to_string())?;
    let read = |r: &super::book::Record| {
        let facts = &r.facts;
        board(
            board_text(&facts.board, &facts.tints),
            &path.display().to_string(),
        )
    };
    records.iter().map(read).collect()
}
