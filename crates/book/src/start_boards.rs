//! Reads start boards from files: lists, the archives of earlier runs, record books.

use super::{Book, BookError, Filter};
use boilingpoint_boards::BoardLimit;
use boilingpoint_formats::{Item, Misread, read_each};
use boilingpoint_plan::{Plan, StartBoard};
use boilingpoint_problem::Genome;
use boilingpoint_record::folder::{FolderError, RunFolder};
use boilingpoint_record::input;
use boilingpoint_record::records::LineError;
use boilingpoint_rules::Ruleset;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

/// The largest list of start boards, in bytes.
const MOST_LISTED: u64 = 1 << 28;

/// The reason why start boards cannot be read from a file.
#[derive(Debug, thiserror::Error)]
enum StartBoardsError {
    #[error("cannot read {0}: {1}")]
    List(String, std::io::Error),
    /// A text is not a board. The first text is its place.
    #[error("{0}: {1}")]
    Board(String, Misread),
    /// A part of a list is not a board. The text is the name of the list.
    #[error("{0}, {1}")]
    Read(String, Misread),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Archive(#[from] LineError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error("none of the {0} boards of {1} is in the class")]
    NoneFits(usize, String),
}

/// Reads the boards of a file that are in the plan's class. Each board is returned once, in the
/// order of the file. A folder is a run, whose archive is read. A `.db` file is a record book. Any
/// other file has boards in any format.
///
/// # Errors
/// When the file cannot be read, a line of it is not a board, or no board is in the class.
pub fn read_boards(path: &Path, plan: &Plan) -> Result<Vec<StartBoard>, Box<dyn Error>> {
    let boards = if path.is_dir() {
        archive(path)?
    } else if path.extension().is_some_and(|e| e == "db") {
        book(path, plan.game.ruleset.name())?
    } else {
        listed(path, plan.game.ruleset)?
    };
    let class = plan.class_of(plan.boards.class);
    let mut seen = BTreeSet::new();
    let read = boards.len();
    let mut fitting = boards;
    fitting.retain(|start| {
        class.contains(&Genome::of_board(&start.board)) && seen.insert(start.text.clone())
    });
    if fitting.is_empty() {
        return Err(StartBoardsError::NoneFits(read, path.display().to_string()).into());
    }
    Ok(fitting)
}

fn board(text: &str, at: String) -> Result<StartBoard, StartBoardsError> {
    StartBoard::read(text).map_err(|e| StartBoardsError::Board(at, e))
}

fn listed(path: &Path, ruleset: &dyn Ruleset) -> Result<Vec<StartBoard>, StartBoardsError> {
    let at = path.display();
    let bytes = input::named_bytes(path, MOST_LISTED);
    let bytes = bytes.map_err(|e| StartBoardsError::List(at.to_string(), e))?;
    let mut all = Vec::new();
    read_each(&bytes[..], BoardLimit::MOST, |item| {
        let text = match &item {
            Item::Line(_, text) => Some(text.clone()),
            _ => None,
        };
        let given = item.board(BoardLimit::MOST);
        let given = given.map_err(|e| StartBoardsError::Read(at.to_string(), e))?;
        let text = text.unwrap_or_else(|| given.board.text());
        let board = ruleset.meant(given.board, given.is_cgsuite);
        all.push(StartBoard { text, board });
        Ok::<(), StartBoardsError>(())
    })?;
    Ok(all)
}

fn archive(path: &Path) -> Result<Vec<StartBoard>, StartBoardsError> {
    let elites = RunFolder::open(path)?.archive()?;
    let at = || path.display().to_string();
    let read = elites.iter().map(|e| board(&e.facts.board_text(), at()));
    read.collect()
}

fn book(path: &Path, ruleset: &str) -> Result<Vec<StartBoard>, StartBoardsError> {
    let filter = Filter {
        ruleset: Some(ruleset.to_string()),
        ..Filter::default()
    };
    let records = Book::snapshot(path)?.list(&filter)?;
    let at = || path.display().to_string();
    let read = records
        .iter()
        .map(|r| board(&r.entry.facts.board_text(), at()));
    read.collect()
}
