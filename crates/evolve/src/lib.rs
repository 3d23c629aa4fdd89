#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The evolutionary engine. It knows nothing of games, and imports no other part of the library.
//!
//! The loop is *ask, evaluate, tell*: [`Island::ask`] proposes a [`Batch`] of specimens that the
//! island never asked before, the caller evaluates them in any order on any number of threads, and
//! [`Island::tell`] takes the outcomes in the order of the batch. The result is a function of the
//! settings and the outcomes alone, so a run is the same however it is scheduled, interrupted and
//! resumed.
//!
//! Islands exchange data only in migrations ([`Offer`], [`migrate`]). [`SearchTotals`] adds up the
//! reports of all islands.
//!
//! A file imports only files of earlier lines, or files further left on its own line:
//!
//! 1. `stream`, `settings`, `counts`, `seen`, `bar`, `window`, `credit`;
//! 2. `specimen`, `front`, `problem`, `archive`, `ancestors`, `selection`, `polish`: specimens and the archive;
//! 3. `walk`, `population`, `report`, `batch`, `state`: an island at rest;
//! 4. `breed`, `ask`, `tell`, `migration`: an island's generation;
//! 5. `island`, `totals`: an island, and all of them.

mod ancestors;
mod archive;
mod ask;
mod bar;
mod batch;
mod breed;
mod check;
mod counts;
mod credit;
mod front;
mod island;
mod migration;
mod polish;
mod population;
mod problem;
mod report;
mod seen;
mod selection;
mod settings;
mod specimen;
mod state;
mod stream;
mod tell;
#[cfg(test)]
mod tests;
mod totals;
mod walk;
mod window;

pub use ancestors::{ANCESTORS, Ancestors};
pub use archive::{Archive, Insertion, Visits};
pub use bar::Bar;
pub use batch::Batch;
pub use check::{Expected, StateError};
pub use counts::{Counts, Inexact};
pub use credit::{Credit, OperatorCounts, RATE_UNIT};
pub use front::{Comparison, MOST_ON_FRONT, dominates};
pub use island::{Island, TellError, migrate};
pub use migration::Offer;
pub use polish::{Neighbour, PolishJob};
pub use population::Population;
pub use problem::{Operator, Place, Problem, Walk};
pub use report::{Archived, GenerationReport, IslandReport, Migration, NewBest};
pub use seen::Seen;
pub use settings::{
    Choice, Emission, Method, Policy, Selection, Settings, SettingsError, Topology,
};
pub use specimen::{
    Candidate, Cell, EvaluationOutcome, FitnessValue, LINEAGE_CAP, OperatorStep, Origin, Pick,
    Specimen,
};
pub use state::IslandState;
pub use stream::{below, chance, stream, surprise};
pub use totals::SearchTotals;
pub use walk::Walker;
