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
//! let mut solver = Solver::new(ruleset::find("snort")?, Budget::default());
//! let evaluation = solver.evaluate(&parse_board("path(4)")?)?;
//! let short = evaluation.short.clone().expect("Snort has values");
//! assert_eq!(short.thermograph.temperature.to_string(), "3/2");
//! assert_eq!(short.thermograph.mean.to_string(), "0");
//! let form = solver.canonical_form(short.value, Notation::Braces, 1000);
//! assert_eq!(form.as_deref(), Some("{{2|1}|{-1|-2}}"));
//! # Ok(())
//! # }
//! ```
//!
//! The trees on which the temperature exceeds the degree most, by order:
//!
//! ```
//! use boilingpoint::{Budget, Class, Kind, Objective, Pool, Scanner, ruleset};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let pool = Pool::new(ruleset::find("snort")?, &Budget::default(), 0)?;
//! let scanner = Scanner {
//!     pool: &pool,
//!     objective: &Objective::parse("temperature - degree")?,
//!     marks: Class::of(Kind::Tree, 1..=8),
//!     keep: 1,
//!     progress: &|_| (),
//! };
//! let found = scanner.class(&Class::of(Kind::Tree, 2..=8))?;
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
//! The names below are what programs need; five that use them are in `examples/`.
//!
//! # Rooms
//!
//! The rooms, from the ground up; a room imports only from rooms above it in this list
//! (`tests/rooms` fails otherwise):
//!
//! - [`language`]: the parts that the small languages share: cursor, precedence, suggestions.
//! - [`value`]: the algebra of short games.
//! - [`graph`]: boards as data.
//! - [`ruleset`]: the games, one file each, behind one trait.
//! - [`checker`]: the independent evaluator, and the format of certificates.
//! - [`solver`]: exact values, bounds, proofs.
//! - [`evolve`]: islands, archive, migration. It knows no games.
//! - [`problem`]: boards as genomes, objectives as expressions, facts of valued boards.
//! - [`draw`]: layouts, SVG, TikZ, DOT, thermographs, PNG.
//! - [`record`]: the run folder, the rows of its logs, checkpoints, the view of a run.
//! - [`plan`]: the config.
//! - [`book`]: the record book.
//! - [`search`]: the steps of a generation, and the driver that writes them down.
//! - [`study`]: atlas, families, landscapes, comparisons.
//! - [`report`]: charts, cards, pages, exports.
//! - [`serve`]: the live view and the position explorer.
//! - [`cluster`]: many machines: jobs, workers, collector.
//! - [`cli`]: the commands.

pub use boilingpoint_core::{checker, evolve, graph, language, problem, ruleset, solver, value};

pub use book::{Book, Filter, Record};
pub use graph::{Board, Graph, Tint, parse_board};
pub use plan::{ConfigError, Override, Plan};
pub use problem::expression::{Expression, Number};
pub use problem::{Bounds, Certainty, Class, Facts, Fitness, Kind, Objective, Score};
pub use record::folder::RunFolder;
pub use record::records::RecordLine;
pub use ruleset::Ruleset;
pub use search::{Control, Driver, Ended, read_boards};
pub use solver::{Budget, Evaluation, Pool, SolveError, Solver, Summary, Temperatures};
pub use study::Maximum;
pub use study::scan::{Scanned, Scanner};
pub use value::{Dyadic, Notation, Outcome, Thermograph, Value, Values, Wall};

pub mod book;
pub mod cli;
pub mod cluster;
pub mod draw;
pub mod plan;
pub mod record;
pub mod report;
pub mod search;
pub mod serve;
pub mod study;
