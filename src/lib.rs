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
//! let found = scanner.class(&boards, &trees)?.orders;
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
//! These names are the interface, and `CHANGELOG.md` says when one changes. Six programs that use them
//! are in `examples/`. The crates behind them have more; the map of the code is
//! `docs/architecture.md`.

// Boards and games.
pub use boilingpoint_boards::{
    Board, BoardError, Graph, NotationError, Tint, board_text, parse_board,
};
pub use boilingpoint_rules::{Ruleset, catalogue as rulesets, find as ruleset};
// Values.
pub use boilingpoint_solver::{
    Budget, Evaluation, Pool, ShortValue, SolveError, Solver, Summary, Temperatures,
};
pub use boilingpoint_values::{Dyadic, Notation, Outcome, Thermograph, Value, Values, Wall};
// Classes, objectives, and the facts of boards.
pub use boilingpoint_problem::expression::{Expression, Number};
pub use boilingpoint_problem::{
    Bounds, Certainty, Class, Facts, Fitness, Kind, Objective, Score, list as list_boards,
};
pub use boilingpoint_study::Maximum;
pub use boilingpoint_study::boards::{BoardSource, Missed, MissedBoards, PartTally, Tally};
pub use boilingpoint_study::scan::{Scanned, ScannedOrders, Scanner};
// Searches and records.
pub use boilingpoint_book::{Book, Filter, Record, read_boards};
pub use boilingpoint_plan::{ConfigError, Override, Plan};
pub use boilingpoint_record::folder::RunFolder;
pub use boilingpoint_record::records::RecordLine;
pub use boilingpoint_search::{Control, Driver, Ended, RunError};
// Pictures.
pub use boilingpoint_draw::thermograph_svg;
// The program.
pub use cli::list::names_of;
pub use cli::run_command_line;

mod cli;

/// The program on this page of the book is a test.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/library.md")]
struct LibraryPage;
