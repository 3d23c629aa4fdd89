//! Boiling Point: a search lab for extremal positions of combinatorial games.
//!
//! A board ([`Board`]) is a graph whose vertices may be tinted; a [`Ruleset`] says what may be
//! played on it. A [`Solver`] finds its value exactly: canonical form, temperature, thermograph. An
//! [`Objective`] makes a number of a board and its value, and a search ([`Plan`], [`Driver`]) looks
//! for the boards where that number is largest.
//!
//! The temperature of a path in Snort, and its thermograph:
//!
//! ```
//! use boilingpoint::{Budget, Notation, Solver, parse_board, ruleset};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut solver = Solver::new(ruleset("snort")?, Budget::default());
//! let evaluation = solver.evaluate(&parse_board("path(4)")?)?;
//! let short = evaluation.short.clone().expect("Snort has values");
//! assert_eq!(short.thermograph.temperature.to_string(), "3/2");
//! assert_eq!(short.thermograph.mean.to_string(), "0");
//! let form = solver.canonical_form(short.value, Notation::Text, 1000);
//! assert_eq!(form.as_deref(), Some("±{2|1}"));
//! # Ok(())
//! # }
//! ```
//!
//! The trees on which the temperature exceeds the degree most, by order:
//!
//! ```
//! use boilingpoint::{BoardSource, Budget, Class, Kind, Objective, Pool, Scanner, ruleset};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let pool = Pool::new(ruleset("snort")?, &Budget::default(), 0)?;
//! let trees = Class::of(Kind::Tree, 2..=8);
//! let boards = BoardSource { pool: &pool, marks: trees, progress: &|_| () };
//! let objective = Objective::parse("temperature - degree")?;
//! let scanner = Scanner::new(&objective, 1);
//! let found = scanner.class(&boards, &trees).orders;
//! let largest = found[&8].maximum.max.as_ref().expect("trees have values");
//! assert_eq!((found[&8].boards, largest.to_string()), (23, "1/2".to_string()));
//! # Ok(())
//! # }
//! ```
//!
//! A search, and its records:
//!
//! ```
//! use boilingpoint::{Control, Driver, Plan, read_boards};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let run = folder.path().join("run");
//! let config = r#"
//!     game.ruleset = "snort"
//!     boards.class = "tree"
//!     objective.maximize = "temperature - degree"
//!     search.generations = 5
//! "#;
//! let plan = Plan::resolve("example", config.as_bytes(), &[], read_boards)?;
//! let mut driver = Driver::begin(&plan, &run, Control::default())?;
//! driver.run(|_| ())?;
//! let records = driver.folder().records()?;
//! assert!(records.iter().all(|record| record.verified));
//! # Ok(())
//! # }
//! ```
//!
//! These names are the interface: programs depend on nothing else, and `CHANGELOG.md` says when one
//! changes. Five programs that use them are in `examples/`. The rooms behind them are private; the
//! map of the code is `docs/architecture.md`.

use boilingpoint_core::{
    checker, evolve, graph, language, memory, problem, ruleset, solver, value,
};

// Boards and games.
pub use graph::{Board, BoardError, Graph, NotationError, Tint, board_text, parse_board};
pub use ruleset::{Ruleset, catalogue as rulesets, find as ruleset};
// Values.
pub use solver::{Budget, Evaluation, Pool, ShortValue, SolveError, Solver, Summary, Temperatures};
pub use value::{Dyadic, Notation, Outcome, Thermograph, Value, Values, Wall};
// Classes, objectives, and the facts of boards.
pub use problem::expression::{Expression, Number};
pub use problem::{
    Bounds, Certainty, Class, Facts, Fitness, Kind, Objective, Score, list as list_boards,
};
pub use study::Maximum;
pub use study::boards::{BoardSource, Missed, MissedBoards, PartTally, Tally};
pub use study::scan::{Scanned, ScannedOrders, Scanner};
// Searches and records.
pub use book::{Book, Filter, Record};
pub use plan::{ConfigError, Override, Plan};
pub use record::folder::RunFolder;
pub use record::records::RecordLine;
pub use search::{Control, Driver, Ended, RunError, read_boards};
// Pictures.
pub use draw::thermograph_svg;
// The program.
pub use cli::run_command_line;

mod book;
mod cli;
mod cluster;
mod draw;
mod plan;
mod record;
#[allow(missing_docs)] // other programs see none of its names
mod report;
mod search;
#[allow(missing_docs)] // other programs see none of its names
mod serve;
mod study;

/// For this repository's tests and fuzz targets alone: parts of the rooms that they look into. It
/// changes without notice.
#[doc(hidden)]
pub mod internals {
    pub use crate::book::{
        BOARD_KEYS, BoardClass, BoardKey, BookEntry, ClassPart, Finder, VerifiedRecord, Verifier,
    };
    pub use crate::plan::{PlanGrid, StartBoard, defaults, game_from_file};
    pub use crate::record::checkpoint;
    pub use crate::report::{ReportedRun, page};
    pub use crate::search::{EpochLog, Search, SearchError, StateCheck, confirm, total};
    pub use crate::serve::{Access, ServeOptions, serve};
    pub use crate::study::families;
}

/// For the Python package of this repository alone (`python/`): parts of the rooms that it calls. It
/// changes without notice.
#[doc(hidden)]
pub mod python {
    pub use crate::draw::{DrawingOptions, dot, png, svg as board_svg, tikz};
    pub use crate::plan::{game_from_file, is_game_file};
    pub use crate::record::records::to_line;
    pub use crate::report::{ReportedRun, charts};
    pub use crate::search::{
        Optimizer, OwnScore, ScoredBoard, ScoresError, SearchError, read_no_boards,
    };
    pub use crate::study::atlas;
    pub use crate::study::boards::{ReadError, marks};
    pub use crate::study::families;
    pub use crate::study::table::{Row, Rows};
}

/// The program on this page of the book is a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/library.md")]
struct LibraryPage;
