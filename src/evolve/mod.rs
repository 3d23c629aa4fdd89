//! The evolutionary engine. It knows no games and imports nothing of ours.
//!
//! The loop is *ask, evaluate, tell*: [`Engine::ask`] proposes a [`Batch`] of specimens that
//! an island never asked before, someone else evaluates them in any order on any number of threads,
//! and [`Engine::tell`] takes the outcomes in the order of the batch. What is bred is a
//! function of the settings and the outcomes alone, so a run is the same however it was
//! scheduled, interrupted and resumed.
//!
//! An [`Engine`] is one island. Islands meet in migrations only ([`Offer`], [`migrate`]); a [`Chronicle`] is what they
//! have come to together.

mod ancestors;
mod archive;
mod bar;
mod batch;
mod breed;
mod chronicle;
mod credit;
mod draft;
mod engine;
mod island;
mod migration;
mod polish;
mod problem;
mod report;
mod seen;
mod selection;
mod settings;
mod specimen;
mod stream;
mod tell;
#[cfg(test)]
mod tests;
mod walk;

pub use ancestors::{ANCESTORS, Ancestors};
pub use archive::{Archive, Insertion, Visits};
pub use bar::Bar;
pub use batch::Batch;
pub use chronicle::Chronicle;
pub use credit::{Credit, RATE_UNIT, Tally};
pub use engine::{Engine, EngineState, TellError};
pub use island::Island;
pub use migration::{Migration, Offer, migrate};
pub use polish::{Neighbour, PolishJob};
pub use problem::{Operator, Place, Problem};
pub use report::{Archived, IslandReport, NewBest, Report};
pub use seen::Seen;
pub use settings::{Emission, Method, Policy, Selection, Settings, SettingsError, Topology};
pub use specimen::{Candidate, Cell, Fitness, LINEAGE_CAP, Origin, Outcome, Pick, Specimen, Step};
pub use stream::{below, chance, stream};
pub use walk::Walker;
